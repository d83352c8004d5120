/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The engine behind `check` on planted defects (tests/data/defects): every class of every game is
 * found and named as the rows say, and nothing else is.
 */
#include <string.h>

#include "core/notation/usi.h"
#include "solver/check/check.h"
#include "tests/support/cmocka.h"
#include "tests/support/solver/planted.h"

enum { MEMORY_MIB = 64, PER_CLASS = 5 };

/* Pieces of the set in nobody's hand, as the command counts them. */
static unsigned missing(const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    unsigned all = 0, here = (unsigned)kj_bb_count(kj_occupied(pos));
    for (unsigned i = 0; i < pos->game->row->n_pieces; i++)
        all += pos->game->row->pieces[i].royal ? 0 : pos->game->row->pieces[i].set;
    for (unsigned side = 0; side < 2; side++)
        here += kj_hand_total(t, pos->hand[side]) - (pos->king[side] != KJ_NO_SQUARE);
    return all - here;
}

static int by_text(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static char *sorted(GPtrArray *words)
{
    g_ptr_array_sort(words, by_text);
    g_ptr_array_add(words, NULL);
    return words->len == 1 ? g_strdup("-") : g_strjoinv(" ", (char **)words->pdata);
}

/* The codes of a report as the rows write them, sorted. */
static char *codes_of(const KjReport *report)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        for (unsigned k = 0; k < node->alternatives->len; k++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            char usi[KJ_USI_MOVE];
            if (alt->class == KJ_CLASS_FAILS || alt->class == KJ_CLASS_SHORTER ||
                alt->class == KJ_CLASS_LEFTOVER)
                continue;
            kj_usi_move_write(&node->position, alt->move, usi);
            g_ptr_array_add(
                words, g_strdup_printf("%s@%u:%s", kj_class_code(alt->class), node->ply + 1, usi));
        }
    }
    return sorted(words);
}

static char *sort_text(const char *text)
{
    g_auto(GStrv) split = g_strsplit(text, " ", -1);
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; split[i]; i++)
        if (strcmp(split[i], "-") != 0)
            g_ptr_array_add(words, g_strdup(split[i]));
    return sorted(words);
}

static bool has_fault(const KjReport *report, const char *code)
{
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *f = &g_array_index(report->findings, KjFinding, i);
        if (f->is_fault && strcmp(kj_fault_code(f->fault), code) == 0)
            return true;
    }
    return false;
}

/* Whether the report is what the row says; else prints both. */
static bool check_row(KjSolver *solver, const Planted *row)
{
    g_auto(KjReport) report;
    KjLimits limits = {0};
    KjProfile profile = *kj_profile_at(0);
    if (planted_is_std2(row))
        profile.interpositions = KJ_INTERPOSITIONS_STD2;
    KjCheckOptions options = {.profile = &profile,
                              .author = row->n_line ? row->line : NULL,
                              .n_author = row->n_line,
                              .recorded_plies = -1,
                              .missing = missing(&row->pos),
                              .spares = KJ_CHECK_SPARES};
    kj_check(solver, &row->pos, kj_default_attacker(&row->pos), &options, &limits, &report);
    g_autofree char *expected = sort_text(row->codes);
    bool moves = row->codes[0] == '-' || strchr(row->codes, '@');
    bool right = true;
    if (moves) {
        g_autofree char *found = codes_of(&report);
        right = strcmp(found, expected) == 0;
        if (!right)
            print_error("%s: %s, expected %s\n", row->id, found, expected);
    } else if (!has_fault(&report, row->codes)) {
        print_error("%s: no fault %s, verdict %s\n", row->id, row->codes,
                    kj_work_text(report.verdict));
        right = false;
    }
    if (row->codes[0] == '-' && report.verdict != KJ_WORK_SOUND) {
        print_error("%s: %s\n", row->id, kj_work_text(report.verdict));
        right = false;
    }
    return right;
}

typedef struct {
    KjSolver *solver;
    unsigned wrong;
} Tour;

static void visit(Planted *row, void *data)
{
    Tour *tour = data;
    tour->wrong += !check_row(tour->solver, row);
}

static void check_game(const char *game)
{
    // A loop fails, as the rows say; what the law of Ōgi makes of it is for test_check_law.c.
    KjSolverOptions options = {
        .loops = KJ_LOOPS_FAIL, .memory_mib = MEMORY_MIB, .find_shortest = true};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    Tour tour = {solver, 0};
    planted_each(game, 1, visit, &tour);
    assert_int_equal(tour.wrong, 0);
}

TEST(defects_of_shogi)
{
    check_game("shogi");
}

TEST(defects_of_56shogi)
{
    check_game("56shogi");
}

TEST(defects_of_ogi)
{
    check_game("ogi");
}

/* Every class, and every fault of a whole work there are rows for. */
static const char *const planted_names[] = {
    "early",  "equal",    "late",    "last",      "choice",  "promotion", "order",  "rejoin",
    "detour", "mirror",   "same",    "same-last", "longer",  "not-main",  "futile", "escape",
    "sound",  "leftover", "useless", "set",       "no-mate", "drop-mate"};

/* What the rules or the definitions do not have, see tests/data/defects/README.md; game NULL: all
 * games. */
static const struct {
    const char *game, *name;
    bool attacker_too; // else only works that begin with the defender's move
} nowhere[] = {
    {"ogi", "mirror", true},
    {"ogi", "drop-mate", true},
    {"ogi", "futile", true},
    {NULL, "useless", false},
};

static bool is_nowhere(const char *game, const char *name, bool defender)
{
    for (size_t i = 0; i < G_N_ELEMENTS(nowhere); i++)
        if ((!nowhere[i].game || strcmp(nowhere[i].game, game) == 0) &&
            strcmp(nowhere[i].name, name) == 0 && (defender || nowhere[i].attacker_too))
            return true;
    return false;
}

/* Whether a row's codes have the name. */
static bool names(const char *codes, const char *name)
{
    g_auto(GStrv) words = g_strsplit(codes, " ", -1);
    for (unsigned i = 0; words[i]; i++) {
        words[i][strcspn(words[i], "@")] = '\0';
        if (strcmp(words[i], strcmp(name, "sound") == 0 ? "-" : name) == 0)
            return true;
    }
    return false;
}

/* Rows of each name, by whether the defender begins. */
typedef struct {
    unsigned n[G_N_ELEMENTS(planted_names)][2];
} Names;

static void count_names(Planted *row, void *data)
{
    Names *count = data;
    bool defender = strstr(row->id, "-defender") != NULL;
    for (unsigned k = 0; k < G_N_ELEMENTS(planted_names); k++)
        count->n[k][defender] += names(row->codes, planted_names[k]);
}

/* There are enough rows of each name, for either side to begin, but where there can be none. */
TEST(every_class_is_planted)
{
    static const char *const games[] = {"shogi", "56shogi", "ogi"};
    unsigned wrong = 0;
    for (unsigned g = 0; g < G_N_ELEMENTS(games); g++) {
        Names count = {0};
        planted_each(games[g], 1, count_names, &count);
        for (unsigned k = 0; k < 2 * G_N_ELEMENTS(planted_names); k++) {
            const char *name = planted_names[k / 2];
            bool defender = k % 2;
            unsigned n = count.n[k / 2][defender];
            bool none = is_nowhere(games[g], name, defender);
            if (none ? n == 0 : n >= PER_CLASS)
                continue;
            print_error("%s, %s, %s begins: %u rows\n", games[g], name,
                        defender ? "the defender" : "the attacker", n);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* Why Ōgi has no mirrored solutions and no pawn drop that may not mate: no square lies on an axis,
 * so that no position with one king is its own mirror image; and no piece has the rule. */
TEST(what_ogi_does_not_have)
{
    const KjTables *t = kj_game_find("ogi")->t;
    for (unsigned s = 0; s < t->squares; s++)
        assert_int_not_equal(t->file_of[s], t->files - 1 - t->file_of[s]);
    for (unsigned kind = 0; kind < KJ_MAX_KINDS; kind++)
        assert_false(t->is_no_mate_drop[kind]);
}
