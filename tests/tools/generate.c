/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes original problems: generate GAME [OPTION...], see usage(). A random sound problem founds a
 * family; its members are changed at random, mostly by two plies put in front, and what is sound
 * and no shorter joins the family. A few members of each family go into the collection. Nothing but
 * the seed and the solver's node counts decides, so a run can be repeated. The problems are printed
 * as a list file (docs/notation.md) in the order of their lengths.
 *
 * A problem is kept if the solver proves its length, proves for every attacker move of the lines in
 * which the defender holds out longest that no other check mates, no piece is left over that could
 * be dropped, none can be given to the defender without spoiling the problem, and no interposition
 * is simply taken.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/problem.h"
#include "core/rules/movegen.h"
#include "tests/support/problems/draft.h"
#include "tests/support/problems/soundness.h"

enum {
    MAX_PLIES = 32,
    MAX_MEN = 18, // on the board
    FEW_MEN = 5,
    MEMORY_MIB = 32,        // the solver's table
    FIRST_QUESTION = 200,   // nodes for one question to the solver about a random draft,
    NEXT_QUESTION = 600,    // about a changed one,
    SLACK = 3,              // which may take this many times what its parent took besides,
    QUESTION = 20000,       // but no more than this,
    LAW_QUESTION = 6000,    // about a draft that needs the law of repetition,
    LAST_QUESTION = 400000, // and about pieces that may be useless, in the end
    FAMILIES = 16,          // followed side by side
    MEMBERS = 12,           // of a family, the last ones found
    PATIENCE = 300000,      // nodes without a longer problem after which a family is given up, and
    LASTING = 100000,       // this many more for each ply of its longest problem
    SHARE = 3,              // problems of one family in the collection, each of another length
    NEAR = 2,               // files and ranks around the king that make a mating pattern
};

typedef struct {
    const KjGame *game;
    uint64_t seed;
    uint64_t budget;               // nodes for the whole run
    bool by_law;                   // only problems the law of repetition makes
    GPtrArray *lists;              // files of earlier runs, not owned
    unsigned longest;              // length of which a problem is wanted
    unsigned quota[MAX_PLIES + 1]; // how many problems of each length are wanted
} Plan;

typedef struct {
    Draft draft;
    Solution solution;
    uint64_t seed;   // of the run it comes from
    unsigned family; // number of it there, from 1
} Problem;

static volatile sig_atomic_t interrupted;

// A solver for which a loop fails, if problems are wanted in which that makes a difference.
static KjSolver *without_law;

static void on_signal(int number)
{
    (void)number;
    interrupted = 1;
}

/* ---- one problem ---- */

/* Whether the law of repetition makes the problem: without it there is no mate, or none so
 * short. */
static bool is_by_law(Judge *judge, const KjPosition *pos, unsigned plies)
{
    KjLimits limits = {.nodes = judge->node_limit};
    KjResult result;
    kj_solver_solve(without_law, pos, (KjSide)pos->side, &limits, &result);
    bool by_law = result.verdict == KJ_NOMATE ||
                  (result.verdict == KJ_MATE && result.plies_proved && result.pure_plies > plies);
    judge->nodes += result.nodes;
    kj_result_clear(&result);
    return by_law;
}

/* Whether the draft is a sound problem of min..max plies, but for useless pieces. */
static bool is_sound(Judge *judge, const Draft *draft, unsigned min, unsigned max, Solution *out)
{
    KjPosition pos;
    judge->nodes++; // so that a budget ends even where no draft is a position
    return draft_position(draft, &pos) && judge_sound(judge, &pos, min, max, out) &&
           (!without_law || is_by_law(judge, &pos, out->plies));
}

/* Gives useless pieces to the defender until none is left (docs/themes.md). */
static void simplify(Judge *judge, Problem *problem)
{
    unsigned n = draft_n_removable(&problem->draft), plies = problem->solution.plies;
    for (unsigned i = 0; i < n;) {
        Draft less = problem->draft;
        Solution solution;
        draft_remove(&less, i);
        if (is_sound(judge, &less, plies, plies, &solution)) {
            problem->draft = less;
            problem->solution = solution;
            n = draft_n_removable(&less);
            i = 0;
        } else {
            i++;
        }
    }
}

static unsigned men(const Draft *draft)
{
    unsigned n = 0;
    for (unsigned s = 0; s < draft->game->t->squares; s++)
        n += draft->board[s] != KJ_NONE;
    return n;
}

/* Whether the solution gives little to find: it begins with a capture or, from 7 plies on, never
 * gives a piece up. */
static bool is_dull(const Problem *p)
{
    KjPosition pos;
    unsigned given = 0;
    draft_position(&p->draft, &pos);
    if (pos.board[kj_move_to(p->solution.line[0])])
        return true;
    for (unsigned ply = 0; ply < p->solution.plies; ply++) {
        KjUndo undo;
        given += ply % 2 == 1 && pos.board[kj_move_to(p->solution.line[ply])];
        kj_position_make(&pos, p->solution.line[ply], &undo);
    }
    return p->solution.plies >= 7 && given == 0;
}

/* ---- families ---- */

typedef struct {
    unsigned number; // from 1, 0: none
    Problem member[MEMBERS];
    unsigned n; // members ever; the last MEMBERS of them are there
    unsigned longest;
    int64_t left;                // nodes it may use before it is given up, unless it gets on
    Problem best[MAX_PLIES + 1]; // the last one found of each length
} Family;

/* A slider of the attacker's anywhere on the board, to go on checking with; few other pieces. */
static void scatter_for_law(const Plan *plan, DraftRng *rng, Draft *draft)
{
    const KjTables *t = plan->game->t;
    unsigned square, kind;
    do
        draft_scatter(draft, plan->game, rng);
    while (men(draft) > FEW_MEN);
    do
        square = draft_random(rng, t->squares);
    while (draft->board[square]);
    do
        kind = 1 + draft_random(rng, plan->game->row->n_pieces - 1u);
    while (!t->slide_class[kind]);
    if (t->promotes[kind] && draft_random(rng, 2))
        kind |= KJ_PROMOTED;
    draft->board[square] = kj_piece(KJ_SENTE, (KjKind)kind);
}

/* A founder for a family: the first sound problem among some random drafts. */
static bool find_founder(Judge *judge, const Plan *plan, DraftRng *rng, Problem *out)
{
    judge->node_limit = without_law ? LAW_QUESTION : FIRST_QUESTION;
    for (unsigned i = 0; i < 500 && !interrupted; i++) {
        if (without_law)
            scatter_for_law(plan, rng, &out->draft);
        else
            draft_scatter(&out->draft, plan->game, rng);
        if (is_sound(judge, &out->draft, 1, plan->longest, &out->solution))
            return true;
    }
    return false;
}

static void join(Family *family, const Problem *problem)
{
    if (problem->solution.plies + 2 >= family->longest)
        family->member[family->n++ % MEMBERS] = *problem;
    Problem *best = &family->best[problem->solution.plies];
    if (!best->solution.plies || !is_dull(problem))
        *best = *problem;
    if (problem->solution.plies > family->longest) {
        family->longest = problem->solution.plies;
        family->left = PATIENCE + LASTING * family->longest;
    }
}

/* A random change of a draft; returns the length it must at least have to be of use. */
static unsigned change(Draft *draft, unsigned plies, DraftRng *rng)
{
    bool extended = false;
    if (draft_random(rng, 100) < 60)
        for (unsigned i = 0; i < 40 && !extended; i++)
            extended = draft_extend(draft, rng);
    if (!extended || draft_random(rng, 100) < 30)
        draft_mutate(draft, rng);
    return extended ? plies + 1 : plies;
}

/* Tries one change of one member, and lets what comes out well join the family. */
static void grow(Judge *judge, const Plan *plan, Family *family, DraftRng *rng, Problem *out)
{
    unsigned n = MIN(family->n, MEMBERS);
    // The latest members are the longest, by and large.
    unsigned back = MIN(draft_random(rng, n), draft_random(rng, n));
    const Problem *parent = &family->member[(family->n - 1 - back) % MEMBERS];
    *out = *parent; // its family too
    judge->node_limit = MIN(NEXT_QUESTION + SLACK * parent->solution.nodes, QUESTION);
    if (without_law)
        judge->node_limit = QUESTION;
    unsigned min = change(&out->draft, parent->solution.plies, rng);
    if (men(&out->draft) > MAX_MEN ||
        !is_sound(judge, &out->draft, min, plan->longest, &out->solution))
        return;
    bool longer = out->solution.plies > parent->solution.plies;
    unsigned more = draft_random(rng, 100) < 20;
    if (!longer && men(&out->draft) > men(&parent->draft) + more)
        return;
    if (longer)
        simplify(judge, out);
    join(family, out);
}

/* ---- the collection ---- */

typedef struct {
    GArray *problems;
    GHashTable *patterns; // of mates and of diagrams, as draft_pattern gives them
} Collection;

static bool is_new(Collection *c, const GArray *keys)
{
    for (unsigned i = 0; i < keys->len; i++)
        if (g_hash_table_contains(c->patterns, &g_array_index(keys, gint64, i)))
            return false;
    return true;
}

/*
 * What no other problem of the collection may share: every board in front of the attacker; on the
 * bigger boards the surroundings of the king at the beginning and in the end, on small ones, where
 * mates repeat, the whole last board.
 */
static GArray *patterns_of(const Problem *p)
{
    GArray *keys = g_array_new(FALSE, FALSE, sizeof(gint64));
    bool big = p->draft.game->t->squares > 30;
    KjPosition pos;
    draft_position(&p->draft, &pos);
    uint64_t first = draft_pattern(&pos, NEAR) + 1;
    for (unsigned ply = 0; ply < p->solution.plies; ply++) {
        KjUndo undo;
        uint64_t board = draft_pattern(&pos, KJ_MAX_RANKS);
        if (ply % 2 == 0)
            g_array_append_val(keys, board);
        kj_position_make(&pos, p->solution.line[ply], &undo);
    }
    uint64_t last = ~draft_pattern(&pos, big ? NEAR : KJ_MAX_RANKS);
    g_array_append_val(keys, last);
    if (big)
        g_array_append_val(keys, first);
    return keys;
}

/* Pieces that stand alike on both boards when square `from` of one is laid on `to` of the other;
 * mirror: one board is turned left to right. */
static unsigned shared_men(const Draft *a, unsigned from, const Draft *b, unsigned to, bool mirror)
{
    const KjTables *t = a->game->t;
    unsigned shared = 0;
    for (unsigned s = 0; s < t->squares; s++) {
        int files = t->file_of[s] - t->file_of[from], ranks = t->rank_of[s] - t->rank_of[from];
        int file = t->file_of[to] + (mirror ? -files : files), rank = t->rank_of[to] + ranks;
        if (file >= 0 && file < t->files && rank >= 0 && rank < t->ranks && a->board[s])
            shared += a->board[s] == b->board[file * t->ranks + rank];
    }
    return shared;
}

/* Whether at least three pieces apart from the king, and three in five, stand alike in the
 * diagrams, either as they are or as seen from the king. */
static bool resemble(const Draft *a, const Draft *b)
{
    KjPosition x, y;
    draft_position(a, &x);
    draft_position(b, &y);
    const KjTables *t = a->game->t;
    unsigned p = x.king[KJ_GOTE], q = y.king[KJ_GOTE], left = t->squares - t->ranks;
    unsigned shared = MAX(shared_men(a, p, b, q, false), shared_men(a, p, b, q, true)) - 1;
    shared = MAX(shared, MAX(shared_men(a, 0, b, 0, false), shared_men(a, 0, b, left, true)));
    return shared >= 3 && 5 * shared >= 3 * (MAX(men(a), men(b)) - 1);
}

/* Adds the problem unless the collection has one like it. */
static bool collect(Collection *c, const Problem *p)
{
    g_autoptr(GArray) keys = patterns_of(p);
    if (!is_new(c, keys))
        return false;
    for (unsigned i = 0; i < c->problems->len; i++)
        if (resemble(&g_array_index(c->problems, Problem, i).draft, &p->draft))
            return false;
    for (unsigned i = 0; i < keys->len; i++) {
        gint64 *key = g_new(gint64, 1);
        *key = g_array_index(keys, gint64, i);
        g_hash_table_add(c->patterns, key);
    }
    g_array_append_val(c->problems, *p);
    return true;
}

/* Takes the problem into the collection without its useless pieces, unless there is one like it.
 * What was undecided on the way now has to be decided: a piece is needed only if that is proved. */
static bool offer(Judge *judge, Collection *c, Problem *p)
{
    judge->node_limit = LAST_QUESTION;
    judge->undecided = 0;
    simplify(judge, p);
    return !judge->undecided && !is_dull(p) && collect(c, p);
}

static void report(const Problem *p, const Judge *judge)
{
    KjPosition pos;
    draft_position(&p->draft, &pos);
    g_autofree char *text = kj_position_write(&pos);
    fprintf(stderr, "%" G_GUINT64_FORMAT " nodes  family %u  %u plies  %s\n", judge->nodes,
            p->family, p->solution.plies, text);
}

/* The longest problem still wanted; 0 when all are there. */
static unsigned longest_wanted(const Plan *plan)
{
    unsigned plies = MAX_PLIES;
    while (plies && !plan->quota[plies])
        plies--;
    return plies;
}

/* Gives a family up: the longest problems of it that are wanted go into the collection. */
static void harvest(Judge *judge, Plan *plan, Collection *c, Family *family)
{
    unsigned collected = 0;
    for (unsigned plies = family->longest; plies && collected < SHARE; plies--) {
        Problem *p = &family->best[plies];
        if (plan->quota[plies] && p->solution.plies && offer(judge, c, p)) {
            collected++;
            plan->quota[plies]--;
            report(p, judge);
        }
    }
    *family = (Family){0};
}

static void fill(Judge *judge, Plan *plan, Collection *c)
{
    static Family families[FAMILIES];
    DraftRng rng = {plan->seed * 0x2545f4914f6cdd1du};
    unsigned number = 0;
    while (judge->nodes < plan->budget && !interrupted && (plan->longest = longest_wanted(plan))) {
        Family *family = &families[draft_random(&rng, FAMILIES)];
        Family *rival = &families[draft_random(&rng, FAMILIES)];
        Problem problem;
        if (rival->longest > family->longest && family->number)
            family = rival; // the better one is more often worth the trouble
        if (!family->number && find_founder(judge, plan, &rng, &problem)) {
            family->number = problem.family = ++number;
            problem.seed = plan->seed;
            join(family, &problem);
        } else if (family->number) {
            uint64_t before = judge->nodes;
            grow(judge, plan, family, &rng, &problem);
            family->left -= (int64_t)(judge->nodes - before);
            if (family->left <= 0 || family->longest >= plan->longest)
                harvest(judge, plan, c, family);
        }
    }
    for (unsigned i = 0; i < FAMILIES && !interrupted; i++)
        harvest(judge, plan, c, &families[i]);
}

static gint by_length(gconstpointer a, gconstpointer b)
{
    const Problem *x = a, *y = b;
    if (x->solution.plies != y->solution.plies)
        return x->solution.plies < y->solution.plies ? -1 : 1;
    if (x->seed != y->seed)
        return x->seed < y->seed ? -1 : 1;
    return x->family < y->family ? -1 : x->family > y->family;
}

static void print(const Plan *plan, Collection *c)
{
    g_array_sort(c->problems, by_length);
    for (unsigned i = 0; i < c->problems->len; i++) {
        const Problem *p = &g_array_index(c->problems, Problem, i);
        KjPosition pos;
        draft_position(&p->draft, &pos);
        g_autofree char *text = kj_position_write(&pos);
        printf("%s-%03u\t%s\t%u\tseed %" G_GUINT64_FORMAT ", family %u\n", plan->game->row->id,
               i + 1, text, p->solution.plies, p->seed, p->family);
    }
}

/* Takes what is wanted out of a list that an earlier run has printed. */
static bool join_list(Judge *judge, Plan *plan, Collection *c, const char *path)
{
    GError *error = NULL;
    g_autoptr(GPtrArray) list = kj_problems_from_file(path, plan->game, &error);
    if (!list) {
        fprintf(stderr, "generate: %s\n", error->message);
        return false;
    }
    for (unsigned i = list->len; i-- > 0;) { // from the longest, they are rare
        const KjProblem *from = g_ptr_array_index(list, i);
        Problem p = {0};
        KjPosition pos;
        kj_position_text_end(&from->position, &pos);
        judge->node_limit = LAST_QUESTION;
        if (from->error || !from->note ||
            sscanf(from->note, "seed %" G_GUINT64_FORMAT ", family %u", &p.seed, &p.family) != 2) {
            fprintf(stderr, "generate: %s: not printed by a run\n", from->source);
            return false;
        }
        draft_from_position(&p.draft, &pos);
        if (is_sound(judge, &p.draft, 1, MAX_PLIES, &p.solution) && plan->quota[p.solution.plies] &&
            offer(judge, c, &p))
            plan->quota[p.solution.plies]--;
    }
    return true;
}

/* ---- command line ---- */

#define QUOTA "1:3,3:6,5:7,7:8,9:7,11:6,13:3,15:2"

static int usage(void)
{
    fputs(
        "usage: generate GAME [--seed N] [--quota PLIES:COUNT,...] [--budget NODES] [--law needed] "
        "[--join "
        "FILE]...\n"
        "  GAME      an id of 'kanju variants'\n"
        "  --seed    default 1\n"
        "  --quota   what to collect, default " QUOTA "\n"
        "  --budget  nodes for the whole run, default 1000000000\n"
        "  --law     `needed`: only problems that are none where a loop fails the attacker\n"
        "  --join    a list an earlier run has printed: what is wanted of it comes first; may be\n"
        "            repeated, with --budget 0 to put lists together\n"
        "SIGINT ends the run and prints what there is.\n",
        stderr);
    return 2;
}

static bool read_quota(const char *text, unsigned quota[MAX_PLIES + 1])
{
    memset(quota, 0, (MAX_PLIES + 1) * sizeof quota[0]);
    g_auto(GStrv) items = g_strsplit(text, ",", -1);
    for (unsigned i = 0; items[i]; i++) {
        unsigned plies, count;
        if (sscanf(items[i], "%u:%u", &plies, &count) != 2 || plies == 0 || plies > MAX_PLIES)
            return false;
        quota[plies] = count;
    }
    return true;
}

static bool read_plan(int argc, char **argv, Plan *plan)
{
    *plan = (Plan){.seed = 1, .budget = 1000000000, .lists = g_ptr_array_new()};
    read_quota(QUOTA, plan->quota);
    if (argc < 2 || argc % 2 != 0 || !(plan->game = kj_game_find(argv[1])))
        return false;
    for (int i = 2; i < argc; i += 2) {
        const char *value = argv[i + 1];
        bool ok = false;
        if (strcmp(argv[i], "--seed") == 0)
            ok = sscanf(value, "%" G_GUINT64_FORMAT, &plan->seed) == 1;
        else if (strcmp(argv[i], "--quota") == 0)
            ok = read_quota(value, plan->quota);
        else if (strcmp(argv[i], "--budget") == 0)
            ok = sscanf(value, "%" G_GUINT64_FORMAT, &plan->budget) == 1;
        else if (strcmp(argv[i], "--law") == 0)
            ok = plan->by_law = strcmp(value, "needed") == 0;
        else if (strcmp(argv[i], "--join") == 0) {
            g_ptr_array_add(plan->lists, argv[i + 1]);
            ok = true;
        }
        if (!ok)
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    Plan plan;
    if (!read_plan(argc, argv, &plan))
        return usage();
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    Judge judge = judge_new(MEMORY_MIB, QUESTION);
    if (plan.by_law) {
        KjSolverOptions options = {
            .loops = KJ_LOOPS_FAIL, .memory_mib = MEMORY_MIB, .find_shortest = true};
        without_law = kj_solver_new(&options, NULL);
    }
    Collection collection = {
        g_array_new(FALSE, FALSE, sizeof(Problem)),
        g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL),
    };
    bool ok = true;
    for (unsigned i = 0; i < plan.lists->len && ok; i++)
        ok = join_list(&judge, &plan, &collection, g_ptr_array_index(plan.lists, i));
    judge.nodes = 0;
    if (ok) {
        fill(&judge, &plan, &collection);
        print(&plan, &collection);
    }
    g_hash_table_unref(collection.patterns);
    g_array_free(collection.problems, TRUE);
    g_ptr_array_free(plan.lists, TRUE);
    judge_clear(&judge);
    kj_solver_free(without_law);
    return ok ? 0 : 1;
}
