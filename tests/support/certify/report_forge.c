/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/certify/report_forge.h"

#include <stdio.h>
#include <string.h>

#include "core/format/position_text.h"
#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "tests/support/certify/reported.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/problems/work_list.h"
#include "tests/support/rules/switches.h"

enum { NODES = 100000, MOST_TRIES = 12 };

/* A true certificate: the lines of its header, and what is behind them. */
typedef struct {
    KjPosition root;
    const KjProfile *profile;
    char **lines;
    GByteArray *body;
} Original;

static const char *const names[REPORT_LIES] = {
    "verdict",       "plies",     "finding lost", "finding made", "finding moved",
    "finding eased", "weight",    "excess",       "rule",         "recorded",
    "try",           "attacker",  "game",         "position",     "body",
    "line cut",      "line move", "claim",        "fact",         "skipped",
    "twice",         "flipped",   "cut",          "piece",        "futile",
};

static void clear_original(void *data)
{
    Original *o = data;
    g_strfreev(o->lines);
    g_byte_array_unref(o->body);
}

/* Adds the certificate of a work, if there is one. */
static void add_original(GArray *corpus, KjSolver *solver, const KjPosition *pos,
                         const KjProfile *profile)
{
    static const char end[] = "\nend\n";
    g_auto(Reported) r;
    const KjLimits limits = {.nodes = NODES};
    g_autofree char *wrong = reported_run(solver, pos, profile, &limits, &r);
    if (!wrong && r.certificate.written) {
        const char *text = (const char *)r.bytes->data;
        const char *behind = g_strstr_len(text, r.bytes->len, end);
        g_autofree char *head = g_strndup(text, (gsize)(behind - text));
        Original o = {*pos, profile, g_strsplit(head, "\n", -1), g_byte_array_new()};
        gsize n = (gsize)(behind - text) + strlen(end);
        g_byte_array_append(o.body, r.bytes->data + n, r.bytes->len - (guint)n);
        g_array_append_val(corpus, o);
    }
}

/* A list of works, read as of a game (switched_game) or, NULL, as they are. */
typedef struct {
    const char *path;
    unsigned step; // every so many
    const char *game;
} Source;

/* Adds works until there are so many in all. `game` is where that of the source is kept, to which
 * the corpus points. */
static void add_source(GArray *corpus, KjSolver *solver, const Source *source, KjGame *game,
                       guint32 seed, unsigned until)
{
    FILE *file = fopen(source->path, "r");
    KjPosition pos;
    char *id;
    g_assert(file);
    for (unsigned k = seed; work_list_next(file, &id, &pos); k++) {
        g_free(id);
        if (source->game)
            pos.game = switched_game(source->game, game);
        if (pos.game->rules.no_drops) // nothing is in a hand then
            pos.hand[0] = pos.hand[1] = 0;
        if (k % source->step == 0 && corpus->len < until)
            add_original(corpus, solver, &pos, kj_profile_at(corpus->len % kj_profile_count()));
    }
    fclose(file);
}

/* Works with and without defects of four games. (transfer full) */
static GArray *make_corpus(unsigned works, guint32 seed)
{
    static const Source sources[] = {
        {"tests/data/defects/shogi.tsv", 4, NULL},
        {"tests/data/defects/56shogi.tsv", 4, NULL},
        {"puzzles/minishogi/original.tsv", 4, NULL},
        {"puzzles/composed/suizo.tsv", 2, NULL},
        {"puzzles/composed/suizo.tsv", 2, "suizo elephant=hand"},
        {"puzzles/composed/suizo.tsv", 1, "suizo drops=no"},
    };
    static KjGame games[G_N_ELEMENTS(sources)];
    GArray *corpus = g_array_new(FALSE, FALSE, sizeof(Original));
    g_array_set_clear_func(corpus, clear_original);
    g_autoptr(KjSolver) solver = reported_solver();
    for (unsigned i = 0; i < G_N_ELEMENTS(sources); i++)
        add_source(corpus, solver, &sources[i], &games[i], seed,
                   works * (i + 1) / G_N_ELEMENTS(sources));
    return corpus;
}

/* ---- judging ---- */

static const char *line_of(char **lines, const char *word)
{
    size_t n = strlen(word);
    for (; *lines; lines++)
        if (strncmp(*lines, word, n) == 0 && (*lines)[n] == ' ')
            return *lines + n + 1;
    return "";
}

static KjSeverity weight_of(char **lines, const char *word)
{
    for (KjSeverity i = KJ_SEVERITY_NONE; i <= KJ_SEVERITY_DEFECT; i++)
        if (strcmp(kj_severity_text(i), line_of(lines, word)) == 0)
            return i;
    return KJ_SEVERITY_NONE;
}

/* What a header spells out of the profile, as far as names and pieces hang on it. */
static KjProfile profile_of(char **lines)
{
    static const char *const rules[] = {"count", "std2", "wide"};
    static const KjInterpositions rule[] = {KJ_INTERPOSITIONS_COUNT, KJ_INTERPOSITIONS_STD2,
                                            KJ_INTERPOSITIONS_WIDE};
    static const char *const excess[] = {"reject", "allow2", "allow4", "ignore"};
    KjProfile profile = *kj_profile_at(0);
    for (unsigned i = 0; i < G_N_ELEMENTS(rules); i++)
        if (strcmp(rules[i], line_of(lines, "interpositions")) == 0)
            profile.interpositions = rule[i];
    for (unsigned i = 0; i < G_N_ELEMENTS(excess); i++)
        if (strcmp(excess[i], line_of(lines, "excess")) == 0)
            profile.excess = (KjExcess)i;
    // which other mates of the last ply make a piece needed
    profile.move[KJ_CLASS_LAST] = weight_of(lines, "weight last");
    profile.move[KJ_CLASS_LATE] = weight_of(lines, "weight late");
    profile.last_in_one = weight_of(lines, "weight last-in-one");
    profile.late_at_last = weight_of(lines, "weight late-at-last");
    return profile;
}

/* Whether the claims that were believed are what a check of the work finds beside the line, and of
 * its pieces. Weights follow from the header, which the verifier is not trusted with here. */
static bool is_true(KjSolver *solver, char **lines, const KvResult *result, const GArray *claims)
{
    KjPositionText text;
    KjGame game;
    if (!switched_game(line_of(lines, "game"), &game) ||
        !kj_position_text_read(line_of(lines, "position"), &game, &text, NULL))
        return false;
    game.rules.try_rule = strcmp(line_of(lines, "try"), "on") == 0 ? KJ_TRY_ON : KJ_TRY_OFF;
    KjPosition root = text.start;
    kj_position_text_clear(&text);
    root.game = &game;
    const KjProfile profile = profile_of(lines);
    const KjSide attacker = strcmp(result->attacker, "gote") == 0 ? KJ_GOTE : KJ_SENTE;
    g_auto(GStrv) words = g_strsplit(result->line, " ", -1);
    KjMove line[64];
    unsigned n = 0;
    KjPosition at = root;
    KjUndo undo;
    for (; words[n] && *words[n] && n < G_N_ELEMENTS(line); n++) {
        if (!kj_usi_move_read(&at, words[n], &line[n], NULL))
            return false;
        kj_position_make(&at, line[n], &undo);
    }
    const KjCheckOptions options = {.profile = &profile,
                                    .author = line,
                                    .n_author = n,
                                    .spares = KJ_CHECK_SPARES,
                                    .recorded_plies = -1};
    const KjLimits limits = {.nodes = 20 * NODES};
    g_auto(KjReport) report;
    kj_check(solver, &root, attacker, &options, &limits, &report);
    bool same = n ? report.mate == KJ_MATE && report.authors && report.n_line == n
                  : report.mate == KJ_NOMATE;
    unsigned seen = 0;
    for (unsigned i = 0; i < report.nodes->len && same; i++) {
        const KjCheckNode *node = &g_array_index(report.nodes, KjCheckNode, i);
        for (unsigned k = 0; k < node->alternatives->len && same; k++, seen++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            same = alt->class == KJ_CLASS_UNKNOWN || reported_agrees(claims, node, alt);
        }
    }
    for (unsigned i = 0; i < claims->len; i++)
        seen += g_array_index(claims, KvMoveClaim, i).ply == 0;
    same = same && reported_agrees_on_pieces(claims, &report, &game);
    return same && seen == claims->len;
}

/* ---- lying ---- */

/* A lie in the making. */
typedef struct {
    GArray *corpus;
    GRand *rand;
    char **lines; // owned, a copy
    GByteArray *body;
} Forgery;

static unsigned below(Forgery *f, unsigned n)
{
    return n ? (unsigned)g_rand_int_range(f->rand, 0, (gint32)n) : 0;
}

/* The place of a random line that begins so; -1 none. */
static int some_line(Forgery *f, const char *begins)
{
    int found = -1, n = 0;
    for (int i = 0; f->lines[i]; i++)
        if (g_str_has_prefix(f->lines[i], begins) && below(f, (unsigned)++n) == 0)
            found = i;
    return found;
}

static bool replace_line(Forgery *f, int at, char *with)
{
    if (at < 0 || strcmp(f->lines[at], with) == 0) {
        g_free(with);
        return false;
    }
    g_free(f->lines[at]);
    f->lines[at] = with;
    return true;
}

/* Replaces the last word of a line by another of some. */
static bool other_word(Forgery *f, const char *begins, const char *words)
{
    g_auto(GStrv) all = g_strsplit(words, "|", -1);
    int at = some_line(f, begins);
    if (at < 0)
        return false;
    const char *last = strrchr(f->lines[at], ' ');
    g_autofree char *before = g_strndup(f->lines[at], (gsize)(last - f->lines[at]));
    return replace_line(f, at, g_strdup_printf("%s %s", before, all[below(f, g_strv_length(all))]));
}

/* Replaces a word of a line. */
static bool other_place(Forgery *f, const char *begins, unsigned word, const char *with)
{
    int at = some_line(f, begins);
    if (at < 0)
        return false;
    g_auto(GStrv) words = g_strsplit(f->lines[at], " ", -1);
    if (word >= g_strv_length(words))
        return false;
    g_free(words[word]);
    words[word] = g_strdup(with);
    return replace_line(f, at, g_strjoinv(" ", words));
}

static bool lose_line(Forgery *f, const char *begins)
{
    int at = some_line(f, begins);
    if (at < 0)
        return false;
    g_free(f->lines[at]);
    for (; f->lines[at]; at++)
        f->lines[at] = f->lines[at + 1];
    return true;
}

static bool add_line(Forgery *f, const char *text)
{
    GPtrArray *lines = g_ptr_array_new();
    for (char **line = f->lines; *line; line++)
        g_ptr_array_add(lines, *line);
    g_ptr_array_add(lines, g_strdup(text));
    g_ptr_array_add(lines, NULL);
    g_free(f->lines);
    f->lines = (char **)g_ptr_array_free(lines, FALSE);
    return true;
}

static bool make_finding(Forgery *f)
{
    static const char *const made[] = {
        "finding defect equal 1 7g7f", "finding note leftover", "open 1 P*5e",
        "finding blemish useless 1a",  "open piece 1a",         "open pieces"};
    return add_line(f, made[below(f, G_N_ELEMENTS(made))]);
}

static bool other_game(Forgery *f)
{
    static const char *const words[] = {
        "shogi", "56shogi",        "gorogoro",       "minishogi",          "ogi",
        "suizo", "suizo drops=no", "shogi drops=no", "suizo elephant=hand"};
    const char *game = words[below(f, G_N_ELEMENTS(words))];
    return replace_line(f, some_line(f, "game "), g_strconcat("game ", game, NULL));
}

static bool move_piece(Forgery *f, const Original *o)
{
    KjPosition other;
    NvRng rng = {.state = g_rand_int(f->rand)};
    random_variation(&other, &o->root, &rng);
    g_autofree char *sfen = kj_sfen_write(&other, 1);
    return replace_line(f, some_line(f, "position "), g_strconcat("position ", sfen, NULL));
}

static bool other_body(Forgery *f)
{
    const Original *o = &g_array_index(f->corpus, Original, below(f, f->corpus->len));
    bool other =
        o->body->len != f->body->len || memcmp(o->body->data, f->body->data, f->body->len) != 0;
    g_byte_array_set_size(f->body, 0);
    g_byte_array_append(f->body, o->body->data, o->body->len);
    return other;
}

/* Changes a byte between two parts of a hundred of the body. */
static bool change_byte(Forgery *f, unsigned from, unsigned to, unsigned by)
{
    unsigned first = f->body->len * from / 100, last = f->body->len * to / 100;
    if (last <= first)
        return false;
    unsigned char *byte = &f->body->data[first + below(f, last - first)];
    unsigned char before = *byte;
    *byte = (unsigned char)(by ? *byte ^ by : (*byte + (below(f, 2) ? 1u : 127u)) % 128);
    return *byte != before;
}

static bool lose_bytes(Forgery *f)
{
    unsigned n = 1 + below(f, 6);
    if (f->body->len < n)
        return false;
    g_byte_array_remove_range(f->body, below(f, f->body->len - n + 1), n);
    return true;
}

static bool repeat_bytes(Forgery *f)
{
    unsigned n = 1 + below(f, 6);
    if (f->body->len < n)
        return false;
    unsigned at = below(f, f->body->len - n + 1);
    g_autofree guint8 *tail = g_memdup2(f->body->data + at, f->body->len - at);
    unsigned left = f->body->len - at;
    g_byte_array_set_size(f->body, at + n);
    g_byte_array_append(f->body, tail, left);
    return true;
}

/* Claims that a piece which is there is useless, or that one which is useless is needed, in the
 * header and in the claims. */
static bool useless_piece(Forgery *f, const Original *o)
{
    char place[KJ_SQUARE_TEXT];
    KjBb left = kj_occupied(&o->root);
    for (unsigned skip = below(f, (unsigned)kj_bb_count(left)); skip; skip--)
        kj_bb_pop(&left);
    kj_square_write(o->root.game, kj_bb_pop(&left), place);
    g_autofree char *made =
        g_strdup_printf("finding %s useless %s", line_of(f->lines, "weight useless"), place);
    bool changed = lose_line(f, "open piece ") || lose_line(f, made) || add_line(f, made);
    return changed && change_byte(f, 0, 100, 1u << below(f, 3));
}

/* Turns the number of a claim that says `futile`, or one that says how long a reply lasts. */
static bool other_futility(Forgery *f)
{
    enum { FUTILE = 2, LEAVES, NOTHING_LEFT };
    unsigned char *chosen = NULL;
    if (strcmp(line_of(f->lines, "interpositions"), "count") == 0)
        return false;
    for (unsigned i = 0, n = 0; i < f->body->len; i++) {
        unsigned char *byte = &f->body->data[i];
        if (*byte >= FUTILE && *byte <= NOTHING_LEFT && below(f, ++n) == 0)
            chosen = byte;
    }
    if (chosen)
        *chosen = *chosen == FUTILE ? (unsigned char)(LEAVES + below(f, 2)) : FUTILE;
    return chosen != NULL;
}

static bool lie(Forgery *f, const Original *o, ReportLie which)
{
    unsigned plies = f->body->len ? f->body->data[0] : 0;
    switch (which) {
    case REPORT_LIE_VERDICT:
        return other_place(
            f, "claim ", 1,
            (const char *[]){"sound", "blemished", "unsound", "unknown"}[below(f, 4)]);
    case REPORT_LIE_PLIES: return other_word(f, "claim ", "0|1|2|3|5|7|9|11");
    case REPORT_LIE_FINDING_LOST: return lose_line(f, below(f, 4) ? "finding " : "open ");
    case REPORT_LIE_FINDING_MADE: return make_finding(f);
    case REPORT_LIE_FINDING_MOVED:
        return other_place(f, "finding ", 3, (const char *[]){"1", "2", "3"}[below(f, 3)]);
    case REPORT_LIE_FINDING_EASED:
        return other_place(f, "finding ", 1, below(f, 2) ? "note" : "blemish");
    case REPORT_LIE_WEIGHT: return other_word(f, "weight ", "none|note|blemish|defect");
    case REPORT_LIE_EXCESS: return other_word(f, "excess ", "reject|allow2|allow4|ignore");
    case REPORT_LIE_RULE: return other_word(f, "interpositions ", "count|std2|wide");
    case REPORT_LIE_RECORDED: return other_word(f, "recorded ", "1|3|5|7");
    case REPORT_LIE_TRY: return other_word(f, "try ", "on|off");
    case REPORT_LIE_ATTACKER: return other_word(f, "attacker ", "sente|gote");
    case REPORT_LIE_GAME: return other_game(f);
    case REPORT_LIE_POSITION: return move_piece(f, o);
    case REPORT_LIE_BODY: return other_body(f);
    case REPORT_LIE_LINE_CUT:
        if (plies < 3)
            return false;
        f->body->data[0] = (guint8)(plies - 2);
        if (below(f, 2))
            g_byte_array_remove_range(f->body, plies - 1, 2);
        return true;
    case REPORT_LIE_LINE_MOVE:
        if (!plies || plies >= f->body->len)
            return false;
        f->body->data[1 + below(f, plies)] ^= (guint8)(1 + below(f, 7));
        return true;
    case REPORT_LIE_CLAIM: return change_byte(f, 0, 30, 0);
    case REPORT_LIE_FACT: return change_byte(f, 30, 100, 0);
    case REPORT_LIE_NODE_SKIPPED: return lose_bytes(f);
    case REPORT_LIE_TWICE: return repeat_bytes(f);
    case REPORT_LIE_PIECE: return useless_piece(f, o);
    case REPORT_LIE_FUTILE: return other_futility(f);
    case REPORT_LIE_FLIPPED: return change_byte(f, 0, 100, 1u << below(f, 8));
    default:
        if (!f->body->len)
            return false;
        g_byte_array_set_size(f->body, below(f, f->body->len));
        return true;
    }
}

/* One forgery; false if it is believed and false. */
static bool forge_one(Forgery *f, KjSolver *solver, ReportLie which, ReportForgeCount *count)
{
    const Original *o = &g_array_index(f->corpus, Original, below(f, f->corpus->len));
    bool ok = true;
    f->lines = g_strdupv(o->lines);
    f->body = g_byte_array_new();
    g_byte_array_append(f->body, o->body->data, o->body->len);
    if (lie(f, o, which)) {
        g_autoptr(GArray) claims = g_array_new(FALSE, FALSE, sizeof(KvMoveClaim));
        g_autofree char *head = g_strjoinv("\n", f->lines);
        g_autoptr(GByteArray) bytes = g_byte_array_new();
        g_byte_array_append(bytes, (const guint8 *)head, (guint)strlen(head));
        g_byte_array_append(bytes, (const guint8 *)"\nend\n", 5);
        g_byte_array_append(bytes, f->body->data, f->body->len);
        KvResult result = reported_verify(bytes, claims);
        count->made++;
        count->believed += result.ok;
        ok = !result.ok || is_true(solver, f->lines, &result, claims);
        if (!ok)
            printf("believed: a lie of kind '%s'\n%s\n", names[which], head);
    }
    g_strfreev(f->lines);
    g_byte_array_unref(f->body);
    return ok;
}

bool report_forge(unsigned wanted, unsigned works, guint32 seed,
                  ReportForgeCount count[REPORT_LIES])
{
    Forgery f = {.corpus = make_corpus(works, seed), .rand = g_rand_new_with_seed(seed)};
    KjSolver *solver = reported_solver();
    bool ok = true;
    for (ReportLie which = 0; which < REPORT_LIES && ok; which++) {
        count[which] = (ReportForgeCount){0};
        const ReportForgeCount *so_far = &count[which];
        for (unsigned tries = 0;
             so_far->made - so_far->believed < wanted && tries < MOST_TRIES * wanted && ok; tries++)
            ok = forge_one(&f, solver, which, &count[which]);
    }
    kj_solver_free(solver);
    g_rand_free(f.rand);
    g_array_unref(f.corpus);
    return ok;
}

void report_forge_print(const ReportForgeCount count[REPORT_LIES])
{
    for (ReportLie which = 0; which < REPORT_LIES; which++)
        printf("%s: %u refused, %u believed, and true\n", names[which],
               count[which].made - count[which].believed, count[which].believed);
}
