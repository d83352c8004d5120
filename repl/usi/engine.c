/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The GUI's side of USI: asking an engine for a mate. */
#include "repl/usi/engine.h"

#include <stdatomic.h>
#include <string.h>

#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "core/text/lang.h"

// Seconds. An engine may clear gigabytes before it is ready.
enum { INTRODUCTION = 10, READINESS = 120, WRITING = 10, GRACE = 2, AFTER_STOP = 3 };

struct KjEngine {
    KjProcess *process;  // NULL: given up
    GHashTable *options; // name -> what stands after it in the option line
    char *variant;       // the game it was last told, or NULL
};

static gint64 in_seconds(double seconds)
{
    return g_get_monotonic_time() + (gint64)(seconds * 1e6);
}

static bool tell_engine(KjEngine *engine, const char *line)
{
    return kj_process_write(engine->process, line, in_seconds(WRITING));
}

/* What an event other than a line means. */
static const char *event_text(KjProcessEvent event)
{
    switch (event) {
    case KJ_PROCESS_LATE: return "no answer in time";
    case KJ_PROCESS_ENDED: return "it has ended";
    case KJ_PROCESS_STOPPED: return "stopped";
    case KJ_PROCESS_LINE: break;
    }
    g_assert_not_reached();
}

/* Ends the process after such an event and says what happened. (transfer full) */
static char *give_up(KjEngine *engine, KjProcessEvent event)
{
    // one that closed its output is about to end and can say how
    bool ending = event == KJ_PROCESS_ENDED;
    g_autofree char *end = kj_process_end(g_steal_pointer(&engine->process), ending);
    return end ? g_strdup_printf("%s (%s)", event_text(event), end) : g_strdup(event_text(event));
}

/* "option name NAME type ...": NAME may be several words. */
static void learn_option(KjEngine *engine, const char *words)
{
    const char *type = strstr(words, " type ");
    if (type)
        g_hash_table_replace(engine->options, g_strndup(words, (size_t)(type - words)),
                             g_strdup(type));
}

static void learn(KjEngine *engine, const char *line)
{
    if (g_str_has_prefix(line, "option name "))
        learn_option(engine, line + strlen("option name "));
}

/* Reads up to a line that is `word`. */
static bool await(KjEngine *engine, const char *word, double seconds, const atomic_bool *stop,
                  GError **error)
{
    gint64 deadline = in_seconds(seconds);
    bool found = false;
    KjProcessEvent event = KJ_PROCESS_LINE;
    while (!found && event == KJ_PROCESS_LINE) {
        g_autofree char *line = NULL;
        event = kj_process_read(engine->process, deadline, stop, &line);
        if (event == KJ_PROCESS_LINE && g_get_monotonic_time() >= deadline)
            event = KJ_PROCESS_LATE; // it talks without end
        if (!line)
            continue;
        learn(engine, line);
        found = strcmp(line, word) == 0;
    }
    if (found)
        return true;
    g_autofree char *why = give_up(engine, event);
    return kj_set_error(error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED, "no %s: %s", word, why);
}

static void set_option(KjEngine *engine, const char *name, const char *value)
{
    g_autofree char *line = *value ? g_strdup_printf("setoption name %s value %s", name, value)
                                   : g_strdup_printf("setoption name %s", name);
    tell_engine(engine, line);
}

/* The number after a word of an option line, or `otherwise`. */
static gint64 bound(const char *option, const char *word, gint64 otherwise)
{
    const char *found = strstr(option, word);
    return found ? g_ascii_strtoll(found + strlen(word), NULL, 10) : otherwise;
}

/* The memory that our own search has, and one thread, so that times can be compared. */
static void set_fairly(KjEngine *engine, unsigned hash_mib)
{
    const char *hash = g_hash_table_lookup(engine->options, "USI_Hash");
    if (hash) {
        gint64 mib = CLAMP(hash_mib, bound(hash, " min ", 1), bound(hash, " max ", hash_mib));
        g_autofree char *value = g_strdup_printf("%" G_GINT64_FORMAT, mib);
        set_option(engine, "USI_Hash", value);
    }
    if (g_hash_table_contains(engine->options, "Threads"))
        set_option(engine, "Threads", "1");
}

static bool get_ready(KjEngine *engine, const KjEngineSetup *setup, const atomic_bool *stop,
                      GError **error)
{
    tell_engine(engine, "usi");
    if (!await(engine, "usiok", INTRODUCTION, stop, error))
        return false;
    set_fairly(engine, setup->hash_mib);
    for (char **setting = setup->settings; setting && *setting; setting++) {
        g_auto(GStrv) parts = g_strsplit(*setting, "=", 2);
        set_option(engine, g_strstrip(parts[0]), parts[0] && parts[1] ? parts[1] : "");
    }
    tell_engine(engine, "isready");
    if (!await(engine, "readyok", READINESS, stop, error))
        return false;
    tell_engine(engine, "usinewgame");
    return true;
}

KjEngine *kj_engine_start(const KjEngineSetup *setup, const atomic_bool *stop, GError **error)
{
    KjProcess *process = kj_process_start(setup->argv, error);
    if (!process)
        return NULL;
    KjEngine *engine = g_new0(KjEngine, 1);
    engine->process = process;
    engine->options = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    if (get_ready(engine, setup, stop, error))
        return engine;
    kj_engine_free(engine);
    return NULL;
}

/* ---- asking ---- */

/* Tells the engine which game comes; false if it does not know it. Engines that have no such option
 * know the first game. */
static bool set_game(KjEngine *engine, const KjGame *game)
{
    static const char *const names[] = {"USI_Variant", "UCI_Variant"};
    const char *id = game->row->id;
    if (g_strcmp0(engine->variant, id) == 0)
        return true;
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *option = g_hash_table_lookup(engine->options, names[i]);
        g_autofree char *choice = g_strdup_printf(" var %s", id);
        const char *found = option ? strstr(option, choice) : NULL;
        if (!found || (found[strlen(choice)] && found[strlen(choice)] != ' '))
            continue;
        set_option(engine, names[i], id);
        g_free(engine->variant);
        engine->variant = g_strdup(id);
        return true;
    }
    return strcmp(id, kj_game_at(0)->row->id) == 0;
}

static void learn_info(const char *line, KjEngineAnswer *out)
{
    g_auto(GStrv) words = g_strsplit_set(line, " \t", -1);
    for (unsigned i = 0; words[i] && words[i + 1] && strcmp(words[i], "string") != 0; i++)
        if (strcmp(words[i], "nodes") == 0)
            out->nodes = g_ascii_strtoull(words[i + 1], NULL, 10);
}

/* "checkmate ...": always an answer, and maybe a bad one. */
static void take_answer(const char *words, KjEngineAnswer *out)
{
    static const struct {
        const char *word;
        KjEngineVerdict kind;
    } kinds[] = {
        {"nomate", KJ_ENGINE_NOMATE},
        {"timeout", KJ_ENGINE_TIMEOUT},
        {"notimplemented", KJ_ENGINE_NOT_IMPLEMENTED},
    };
    g_autofree char *text = g_strstrip(g_strdup(words));
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (strcmp(text, kinds[i].word) != 0)
            continue;
        out->kind = kinds[i].kind;
        return;
    }
    out->kind = KJ_ENGINE_MATE;
    g_autoptr(GPtrArray) line = g_ptr_array_new();
    g_auto(GStrv) parts = g_strsplit_set(text, " \t", -1);
    for (char **part = parts; *part; part++)
        if (**part)
            g_ptr_array_add(line, g_strdup(*part));
    g_ptr_array_add(line, NULL);
    out->line = (char **)g_ptr_array_free(g_steal_pointer(&line), FALSE);
}

/* Reads up to the answer. */
static KjProcessEvent listen(KjEngine *engine, gint64 deadline, const atomic_bool *stop,
                             KjEngineAnswer *out)
{
    for (;;) {
        g_autofree char *line = NULL;
        KjProcessEvent event = kj_process_read(engine->process, deadline, stop, &line);
        if (event != KJ_PROCESS_LINE)
            return event;
        if (g_str_has_prefix(line, "checkmate")) {
            take_answer(line + strlen("checkmate"), out);
            return event;
        }
        if (g_str_has_prefix(line, "info "))
            learn_info(line, out);
        if (g_get_monotonic_time() >= deadline)
            return KJ_PROCESS_LATE;
    }
}

/* "position sfen ... moves ...". (transfer full) */
static char *position_line(const KjPositionText *game)
{
    g_autofree char *sfen = kj_sfen_write(&game->start, 1);
    GString *line = g_string_new("position sfen ");
    g_string_append(line, sfen);
    KjPosition before = game->start;
    for (unsigned i = 0; i < game->n_moves; i++) {
        char text[KJ_USI_MOVE];
        KjUndo undo;
        kj_usi_move_write(&before, game->moves[i], text);
        g_string_append_printf(line, "%s %s", i ? "" : " moves", text);
        kj_position_make(&before, game->moves[i], &undo);
    }
    return g_string_free(line, FALSE);
}

void kj_engine_ask(KjEngine *engine, const KjPositionText *game, unsigned milliseconds,
                   const atomic_bool *stop, KjEngineAnswer *out)
{
    *out = (KjEngineAnswer){.kind = KJ_ENGINE_FAILED};
    const KjGame *variant = game->start.game;
    if (!set_game(engine, variant)) {
        out->kind = KJ_ENGINE_NOT_ASKED;
        out->failure = g_strdup_printf(kj_tr("it does not say that it knows %s"), variant->row->id);
        return;
    }
    g_autofree char *where = position_line(game);
    g_autofree char *go = g_strdup_printf("go mate %u", milliseconds);
    gint64 begun = g_get_monotonic_time();
    double patience = milliseconds / 1000.0 + GRACE;
    KjProcessEvent event = KJ_PROCESS_ENDED;
    if (tell_engine(engine, where) && tell_engine(engine, go))
        event = listen(engine, in_seconds(patience), stop, out);
    if (event == KJ_PROCESS_LATE && tell_engine(engine, "stop"))
        event = listen(engine, in_seconds(AFTER_STOP), stop, out);
    out->seconds = (double)(g_get_monotonic_time() - begun) / 1e6;
    if (event == KJ_PROCESS_LINE)
        return;
    if (event == KJ_PROCESS_STOPPED)
        out->kind = KJ_ENGINE_NOT_ASKED;
    out->failure = give_up(engine, event);
}

bool kj_engine_usable(const KjEngine *engine)
{
    return engine->process != NULL;
}

void kj_engine_free(KjEngine *engine)
{
    if (!engine)
        return;
    if (engine->process) {
        tell_engine(engine, "quit");
        g_free(kj_process_end(engine->process, true));
    }
    g_hash_table_unref(engine->options);
    g_free(engine->variant);
    g_free(engine);
}

void kj_engine_answer_clear(KjEngineAnswer *answer)
{
    g_strfreev(answer->line);
    g_free(answer->failure);
    *answer = (KjEngineAnswer){.kind = KJ_ENGINE_NOT_ASKED};
}

const char *kj_engine_verdict_text(KjEngineVerdict kind)
{
    static const char *const text[] = {"mate",           "nomate", "timeout",
                                       "notimplemented", "failed", "not-asked"};
    return text[kind];
}
