/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The USI protocol of the engine: reads lines, writes answers. */
#include "repl/command/usi_commands.h"

#include <string.h>

#include "core/notation/usi.h"
#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "core/text/text_file.h"
#include "repl/cli/dispatch.h"
#include "repl/command/usi_go.h"
#include "repl/command/usi_options.h"
#include "repl/command/usi_search.h"
#include "repl/job/cores.h"
#include "version.h"

enum { POLL_MILLISECONDS = 50, SHOWN = 60 }; // SHOWN: bytes of a line that is not understood

struct KjUsi {
    KjSession *session;
    KjPrinter *printer;
    KjCall call; // whose values are those below
    KjValues *values;
    KjUsiOwn own;
    char *position;   // the last one given, as text; NULL none
    KjUsiWords words; // of the last `go`
    KjUsiSearch *search;
    pthread_mutex_t lock; // guards the printer
};

/* ---- writing ---- */

static void say(void *data, const char *text)
{
    KjUsi *usi = data;
    pthread_mutex_lock(&usi->lock);
    kj_printer_begin(usi->printer, NULL);
    kj_printer_line(usi->printer, "%s", text);
    kj_printer_end(usi->printer);
    pthread_mutex_unlock(&usi->lock);
}

void kj_usi_info(KjUsi *usi, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(kj_tr(format), arguments);
    va_end(arguments);
    g_autofree char *text = g_strconcat("info string ", message, NULL);
    say(usi, g_strdelimit(text, "\r\n", ' '));
}

static bool is_heard(KjUsi *usi)
{
    pthread_mutex_lock(&usi->lock);
    bool heard = usi->printer->failed == 0;
    pthread_mutex_unlock(&usi->lock);
    return heard;
}

/* ---- commands ---- */

static void introduce(KjUsi *usi)
{
    say(usi, "id name Kanju " KJ_VERSION);
    say(usi, "id author the Kanju authors");
    g_auto(GStrv) options = kj_usi_options(usi->values, &usi->own);
    for (char **option = options; *option; option++)
        say(usi, *option);
    say(usi, "usiok");
}

static void set_option(KjUsi *usi, const char *words)
{
    g_autoptr(GError) error = NULL;
    if (!kj_usi_option_set(usi->values, &usi->own, words, &error))
        kj_usi_info(usi, "%s", error->message);
    kj_dispatch_language(usi->values); // a search begun from here on speaks it too
}

/* The position last given, by the options as they are now; NULL if there is none. (transfer
 * full) */
static KjInput *read_position(const KjUsi *usi)
{
    const KjGame *game = NULL;
    if (!usi->position)
        return NULL;
    kj_input_variant(usi->values, &game, NULL);
    return kj_input_from_text(usi->values, game, usi->position, "position");
}

static void tell_error(KjUsi *usi, const KjInput *input)
{
    if (input->column)
        kj_usi_info(usi, "position:%u: %s", input->column, input->error);
    else
        kj_usi_info(usi, "position: %s", input->error);
}

static void set_position(KjUsi *usi, const char *words)
{
    g_free(usi->position);
    usi->position = g_strdup(words);
    KjInput *input = read_position(usi);
    if (input->error)
        tell_error(usi, input);
    kj_input_free(input);
}

/* ---- go ---- */

static void stop_search(KjUsi *usi)
{
    kj_usi_search_free(g_steal_pointer(&usi->search));
}

/* Every `go` gets an answer, also one that cannot be searched. */
static void refuse(KjUsi *usi, bool mate)
{
    say(usi, mate ? "checkmate notimplemented" : "bestmove resign");
}

/* Begins a search as the words of `go` ask; false if no thread can be had. */
static bool begin_job(KjUsi *usi, KjUsiWords *words, const KjSolveJob *job)
{
    KjSolveRequest request;
    kj_solve_request(usi->call.values, 1, &request);
    kj_usi_words_limit(words, (KjSide)job->input->position.side, &request.limits);
    request.deterministic |= request.limits.nodes > 0; // whatever Threads says
    kj_cores_for_one(usi->call.values, &request);
    if (usi->own.multi_pv > 1 && !usi->call.values->value[KJ_OPT(SHORTEN)].set)
        request.solver.shortening_factor = usi->call.values->value[KJ_OPT(SHORTEN)].real;
    KjUsiGo how = {.mate = words->mate,
                   .hold = words->ponder || (words->endless && !words->mate),
                   .endless = request.limits.seconds <= 0 && request.limits.nodes == 0,
                   .multi_pv = usi->own.multi_pv,
                   .line = g_steal_pointer(&words->line)};
    usi->search = kj_usi_search_begin(job, &request, &how, say, usi);
    if (!usi->search)
        g_strfreev(how.line);
    return usi->search != NULL;
}

static void search_position(KjUsi *usi, const char *text)
{
    stop_search(usi);
    kj_usi_words_clear(&usi->words);
    kj_usi_words_read(text, &usi->words);
    KjSolveJob job = {.input = read_position(usi), .mated = true};
    if (job.input)
        kj_solve_prepare(usi->call.values, &job);
    if (!job.usable) {
        if (job.input)
            tell_error(usi, job.input);
        else
            kj_usi_info(usi, "no position was given");
        kj_input_free(job.input);
        refuse(usi, usi->words.mate);
        return;
    }
    if (job.missing)
        kj_usi_info(usi, "warning: %u pieces are in nobody's hand (CompleteHands)", job.missing);
    if (begin_job(usi, &usi->words, &job))
        return;
    kj_usi_info(usi, "cannot start a thread for the search");
    kj_input_free(job.input);
    refuse(usi, usi->words.mate);
}

/* What was pondered has come: from now on the clock counts, as `go` told it or as is told now. */
static void ponder_hit(KjUsi *usi, const char *text)
{
    if (!usi->search || !usi->words.ponder)
        return;
    KjUsiWords words;
    kj_usi_words_read(text, &words);
    KjUsiWords *times = *text ? &words : &usi->words;
    times->ponder = false;
    KjSide side = kj_usi_search_side(usi->search);
    kj_usi_search_hurry(usi->search, kj_usi_words_seconds(times, side));
    usi->words.ponder = false;
    kj_usi_words_clear(&words);
}

/* ---- questions of their own ---- */

/* The legal moves of the position in a line, or the side to move: what YaneuraOu answers to `moves`
 * and `side`, and programs made for it ask. */
static void tell_moves(KjUsi *usi, const char *words)
{
    (void)words;
    KjInput *input = read_position(usi);
    g_autoptr(GString) line = g_string_new(NULL);
    KjMoveList list = {.n = 0};
    if (input && !input->error)
        kj_gen_legal(&input->position, &list);
    for (unsigned i = 0; i < list.n; i++) {
        char text[KJ_USI_MOVE];
        kj_usi_move_write(&input->position, list.move[i], text);
        g_string_append_printf(line, "%s%s", i ? " " : "", text);
    }
    say(usi, line->str);
    kj_input_free(input);
}

static void tell_side(KjUsi *usi, const char *words)
{
    (void)words;
    KjInput *input = read_position(usi);
    bool gote = input && !input->error && input->position.side == KJ_GOTE;
    say(usi, gote ? "white" : "black");
    kj_input_free(input);
}

/* ---- lines ---- */

static void new_game(KjUsi *usi)
{
    stop_search(usi);
    g_clear_pointer(&usi->position, g_free);
}

static void end_game(KjUsi *usi, const char *words)
{
    (void)words;
    stop_search(usi);
}

static void ready(KjUsi *usi, const char *words)
{
    (void)words;
    say(usi, "readyok");
}

static void start_over(KjUsi *usi, const char *words)
{
    (void)words;
    new_game(usi);
}

static void be_introduced(KjUsi *usi, const char *words)
{
    (void)words;
    introduce(usi);
}

static void ignore(KjUsi *usi, const char *words)
{
    (void)usi;
    (void)words;
}

static const struct {
    const char *word;
    void (*obey)(KjUsi *usi, const char *words);
} commands[] = {
    {"usi", be_introduced},     {"isready", ready},         {"setoption", set_option},
    {"usinewgame", start_over}, {"position", set_position}, {"go", search_position},
    {"stop", end_game},         {"gameover", end_game},     {"ponderhit", ponder_hit},
    {"debug", ignore},          {"register", ignore},       {"moves", tell_moves},
    {"side", tell_side},
};

static void not_understood(KjUsi *usi, const char *line)
{
    g_autofree char *valid = g_utf8_make_valid(line, (gssize)strnlen(line, SHOWN));
    kj_usi_info(usi, "not understood: %s%s", valid, strlen(line) > SHOWN ? "..." : "");
}

bool kj_usi_obey(KjUsi *usi, const char *line)
{
    line = kj_text_behind_mark(line);
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    const char *words = line + length + strspn(line + length, " \t");
    if (length == strlen("quit") && memcmp(line, "quit", length) == 0)
        return false;
    bool known = length == 0;
    for (size_t i = 0; i < G_N_ELEMENTS(commands) && !known; i++) {
        known = strlen(commands[i].word) == length && memcmp(line, commands[i].word, length) == 0;
        if (known)
            commands[i].obey(usi, words);
    }
    if (!known)
        not_understood(usi, line);
    return is_heard(usi);
}

void kj_usi_finish(KjUsi *usi)
{
    if (!usi->search)
        return;
    const KjUsiGo *go = kj_usi_search_go(usi->search);
    if (go->endless || go->hold)
        kj_usi_search_stop(usi->search);
    while (!kj_usi_search_wait(usi->search, POLL_MILLISECONDS))
        if (kj_session_stopped(usi->session) || !is_heard(usi))
            kj_usi_search_stop(usi->search);
}

/* ---- the engine ---- */

static KjValues *copy_values(const KjValues *values)
{
    KjValues *copy = g_new(KjValues, 1);
    *copy = *values;
    for (unsigned i = 0; i < KJ_OPTION_IDS; i++)
        copy->value[i].text = g_strdup(values->value[i].text);
    return copy;
}

KjUsi *kj_usi_new(KjSession *session, const KjCall *call)
{
    KjUsi *usi = g_new0(KjUsi, 1);
    usi->session = session;
    usi->printer = call->printer;
    usi->values = copy_values(call->values);
    usi->call = (KjCall){.command = call->command, .values = usi->values};
    usi->own.multi_pv = 1;
    pthread_mutex_init(&usi->lock, NULL);
    return usi;
}

void kj_usi_free(KjUsi *usi)
{
    if (!usi)
        return;
    stop_search(usi);
    kj_values_free(usi->values);
    g_free(usi->position);
    kj_usi_words_clear(&usi->words);
    pthread_mutex_destroy(&usi->lock);
    g_free(usi);
}
