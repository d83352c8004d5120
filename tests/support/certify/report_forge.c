/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/certify/report_forge.h"

#include <stdio.h>
#include <string.h>

#include "core/format/position_text.h"
#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "tests/support/certify/mutant.h"
#include "tests/support/certify/reported.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/problems/work_list.h"
#include "tests/support/rules/switches.h"

enum { NODES = 100000, MOST_TRIES = 12 };

/* A true certificate. */
typedef struct {
    KjPosition root;
    GByteArray *bytes;
} Original;

static void clear_original(void *data)
{
    g_byte_array_unref(((Original *)data)->bytes);
}

/* Adds the certificate of a work, if there is one. */
static void add_original(GArray *corpus, KjSolver *solver, const KjPosition *pos,
                         const KjProfile *profile)
{
    g_auto(Reported) r;
    const KjLimits limits = {.nodes = NODES};
    g_autofree char *wrong = reported_run(solver, pos, profile, &limits, &r);
    if (!wrong && r.certificate.written) {
        Original o = {*pos, g_byte_array_ref(r.bytes)};
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

static KjSeverity weight_of(const Mutant *lie, const char *word)
{
    for (KjSeverity i = KJ_SEVERITY_NONE; i <= KJ_SEVERITY_DEFECT; i++)
        if (strcmp(kj_severity_text(i), mutant_value(lie, word)) == 0)
            return i;
    return KJ_SEVERITY_NONE;
}

/* What a header spells out of the profile, as far as names and pieces hang on it. */
static KjProfile profile_of(const Mutant *lie)
{
    static const char *const rules[] = {"count", "std2", "wide"};
    static const KjInterpositions rule[] = {KJ_INTERPOSITIONS_COUNT, KJ_INTERPOSITIONS_STD2,
                                            KJ_INTERPOSITIONS_WIDE};
    static const char *const excess[] = {"reject", "allow2", "allow4", "ignore"};
    KjProfile profile = *kj_profile_at(0);
    for (unsigned i = 0; i < G_N_ELEMENTS(rules); i++)
        if (strcmp(rules[i], mutant_value(lie, "interpositions")) == 0)
            profile.interpositions = rule[i];
    for (unsigned i = 0; i < G_N_ELEMENTS(excess); i++)
        if (strcmp(excess[i], mutant_value(lie, "excess")) == 0)
            profile.excess = (KjExcess)i;
    // which other mates of the last ply make a piece needed
    profile.move[KJ_CLASS_LAST] = weight_of(lie, "weight last");
    profile.move[KJ_CLASS_LATE] = weight_of(lie, "weight late");
    profile.last_in_one = weight_of(lie, "weight last-in-one");
    profile.late_at_last = weight_of(lie, "weight late-at-last");
    return profile;
}

/* Whether the claims that were believed are what a check of the work finds beside the line, and of
 * its pieces. Weights follow from the header, which the verifier is not trusted with here. */
static bool is_true(KjSolver *solver, const Mutant *lie, const KvResult *result,
                    const GArray *claims)
{
    KjPositionText text;
    KjGame game;
    if (!switched_game(mutant_value(lie, "game"), &game) ||
        !kj_position_text_read(mutant_value(lie, "position"), &game, &text, NULL))
        return false;
    game.rules.try_rule = strcmp(mutant_value(lie, "try"), "on") == 0 ? KJ_TRY_ON : KJ_TRY_OFF;
    KjPosition root = text.start;
    kj_position_text_clear(&text);
    root.game = &game;
    const KjProfile profile = profile_of(lie);
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
    const Original *original;
    Mutant m;
} Forgery;

static bool move_piece(Forgery *f)
{
    KjPosition other;
    random_variation(&other, &f->original->root, f->m.rng);
    g_autofree char *sfen = kj_sfen_write(&other, 1);
    g_autofree char *line = g_strconcat("position ", sfen, NULL);
    return mutant_change(&f->m, MUTANT_LINE, "position ", 0, line);
}

static bool other_body(Forgery *f)
{
    g_auto(Mutant) other;
    unsigned which = mutant_draw(&f->m, f->corpus->len);
    mutant_of(&other, g_array_index(f->corpus, Original, which).bytes, f->m.rng);
    bool differs = other.body->len != f->m.body->len ||
                   memcmp(other.body->data, f->m.body->data, other.body->len) != 0;
    g_byte_array_set_size(f->m.body, 0);
    g_byte_array_append(f->m.body, other.body->data, other.body->len);
    return differs;
}

/* The length of the main line, with which the body begins. */
static unsigned plies_of(const Forgery *f)
{
    return f->m.body->len ? f->m.body->data[0] : 0;
}

static bool cut_line(Forgery *f)
{
    unsigned plies = plies_of(f);
    if (plies < 3)
        return false;
    f->m.body->data[0] = (guint8)(plies - 2);
    if (mutant_draw(&f->m, 2))
        g_byte_array_remove_range(f->m.body, plies - 1, 2);
    return true;
}

static bool other_move(Forgery *f)
{
    unsigned plies = plies_of(f);
    if (!plies || plies >= f->m.body->len)
        return false;
    f->m.body->data[1 + mutant_draw(&f->m, plies)] ^= (guint8)(1 + mutant_draw(&f->m, 7));
    return true;
}

/* Claims that a piece which is there is useless, or that one which is useless is needed, in the
 * header and in the claims. */
static bool useless_piece(Forgery *f)
{
    char place[KJ_SQUARE_TEXT];
    const KjPosition *root = &f->original->root;
    KjBb left = kj_occupied(root);
    for (unsigned skip = mutant_draw(&f->m, (unsigned)kj_bb_count(left)); skip; skip--)
        kj_bb_pop(&left);
    kj_square_write(root->game, kj_bb_pop(&left), place);
    g_autofree char *made =
        g_strdup_printf("finding %s useless %s", mutant_value(&f->m, "weight useless"), place);
    bool changed = mutant_change(&f->m, MUTANT_LOSE, NULL, 0, "open piece ") ||
                   mutant_change(&f->m, MUTANT_LOSE, NULL, 0, made) ||
                   mutant_change(&f->m, MUTANT_ADD, NULL, 0, made);
    return changed && mutant_change(&f->m, MUTANT_FLIP, NULL, 3, NULL);
}

/* Turns the number of a claim that says `futile`, or one that says how long a reply lasts. */
static bool other_futility(Forgery *f)
{
    enum { FUTILE = 2, LEAVES, NOTHING_LEFT };
    guint8 *chosen = NULL;
    if (strcmp(mutant_value(&f->m, "interpositions"), "count") == 0)
        return false;
    for (unsigned i = 0, n = 0; i < f->m.body->len; i++) {
        guint8 *byte = &f->m.body->data[i];
        if (*byte >= FUTILE && *byte <= NOTHING_LEFT && mutant_draw(&f->m, ++n) == 0)
            chosen = byte;
    }
    if (chosen)
        *chosen = *chosen == FUTILE ? (guint8)(LEAVES + mutant_draw(&f->m, 2)) : FUTILE;
    return chosen != NULL;
}

/* How a kind of lie is told: by a change, or by a function of its own. */
typedef struct {
    const char *name;
    MutantHow how;
    const char *begins;
    int n;
    const char *values;
    bool (*tell)(Forgery *f); // or NULL
} Lie;

enum { LAST = -1 };
#define WORD(place, n, values) MUTANT_WORD, place " ", n, values, NULL
#define CHANGE(how, n, values) how, NULL, n, values, NULL
#define OWN(function) MUTANT_CUT, NULL, 0, NULL, function

static const Lie lies[] = {
    {"verdict", WORD("claim", 1, "sound|blemished|unsound|unknown")},
    {"plies", WORD("claim", LAST, "0|1|2|3|5|7|9|11")},
    {"finding lost", CHANGE(MUTANT_LOSE, 0, "finding |finding |finding |open ")},
    {"finding made", CHANGE(MUTANT_ADD, 0,
                            "finding defect equal 1 7g7f|finding note leftover|open 1 P*5e|"
                            "finding blemish useless 1a|open piece 1a|open pieces")},
    {"finding of another ply", WORD("finding", 3, "1|2|3")},
    {"finding that weighs less", WORD("finding", 1, "note|blemish")},
    {"weight of the profile", WORD("weight", LAST, "none|note|blemish|defect")},
    {"weight of longer variations", WORD("excess", LAST, "reject|allow2|allow4|ignore")},
    {"rule of interpositions", WORD("interpositions", LAST, "count|std2|wide")},
    {"recorded length", WORD("recorded", LAST, "1|3|5|7")},
    {"try", WORD("try", LAST, "on|off")},
    {"attacker", WORD("attacker", LAST, "sente|gote")},
    {"game", MUTANT_LINE, "game ", 0,
     "game shogi|game 56shogi|game gorogoro|game minishogi|game ogi|game suizo|"
     "game suizo drops=no|game shogi drops=no|game suizo elephant=hand",
     NULL},
    {"position that differs by a piece", OWN(move_piece)},
    {"body of another work", OWN(other_body)},
    {"main line cut", OWN(cut_line)},
    {"move of the main line", OWN(other_move)},
    {"number among the claims", CHANGE(MUTANT_NUMBER, 30, NULL)},
    {"number of the facts", CHANGE(MUTANT_NUMBER, 100, NULL)},
    {"numbers left out", CHANGE(MUTANT_SKIP, 0, NULL)},
    {"numbers twice", CHANGE(MUTANT_TWICE, 0, NULL)},
    {"bit turned", CHANGE(MUTANT_FLIP, 8, NULL)},
    {"end missing", CHANGE(MUTANT_CUT, 0, NULL)},
    {"piece useless or needed", OWN(useless_piece)},
    {"reply futile or not", OWN(other_futility)},
};

typedef struct {
    unsigned made, believed; // believed: and true all the same
} Count;

/* One forgery; false if it is believed and false. */
static bool forge_one(Forgery *f, KjSolver *solver, const Lie *lie, Count *count)
{
    f->original = &g_array_index(f->corpus, Original, mutant_draw(&f->m, f->corpus->len));
    bool ok = true;
    mutant_of(&f->m, f->original->bytes, f->m.rng);
    if (lie->tell ? lie->tell(f)
                  : mutant_change(&f->m, lie->how, lie->begins, lie->n, lie->values)) {
        g_autoptr(GArray) claims = g_array_new(FALSE, FALSE, sizeof(KvMoveClaim));
        g_autoptr(GByteArray) bytes = mutant_write(&f->m);
        KvResult result = reported_verify(bytes, claims);
        count->made++;
        count->believed += result.ok;
        ok = !result.ok || is_true(solver, &f->m, &result, claims);
        if (!ok)
            printf("believed: a lie of kind '%s'\n%.*s\n", lie->name,
                   (int)(bytes->len - f->m.body->len), (const char *)bytes->data);
    }
    mutant_clear(&f->m);
    return ok;
}

bool report_forge(unsigned wanted, unsigned works, guint32 seed)
{
    NvRng rng = {seed};
    Forgery f = {.corpus = make_corpus(works, seed), .m.rng = &rng};
    KjSolver *solver = reported_solver();
    bool ok = true;
    for (unsigned which = 0; which < G_N_ELEMENTS(lies) && ok; which++) {
        Count count = {0};
        for (unsigned tries = 0;
             count.made - count.believed < wanted && tries < MOST_TRIES * wanted && ok; tries++)
            ok = forge_one(&f, solver, &lies[which], &count);
        printf("%s: %u refused, %u believed, and true\n", lies[which].name,
               count.made - count.believed, count.believed);
    }
    kj_solver_free(solver);
    g_array_unref(f.corpus);
    return ok;
}
