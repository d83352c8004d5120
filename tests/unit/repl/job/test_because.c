/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences on refutations: each claim of each sentence against the naive rules, which know nothing
 * of the solver. That there is no mate, and how many replies hold, test_refute.c checks. */
#include "repl/job/because.h"

#include <string.h>

#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "tests/support/cmocka.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/rules/naive_of.h"
#include "tests/support/sampling.h"
#include "tests/support/works.h"

enum { MIB = 4, SEED = 20261128, NODES = 2000, WORK_NODES = 5000, WANTED = SAMPLES(60, 10) };

/* What sentences say, by the English of their clauses. */
typedef enum {
    GETS_OUT,
    TAKES_CHECKING,
    TAKES_ON_THE_WAY,
    MOVES_BETWEEN,
    INTERPOSES,
    TRIES,
    WITH_CHECK,
    OVER,
    COMES_BACK,
    NOTHING_LEFT,
    DROP_MATE,
    PERPETUAL,
    RUN_OUT,
    NO_MATE,
    ONLY_REPLY,
    CLAIMS,
} Claim;

static const char *const said_by[CLAIMS] = {
    [GETS_OUT] = "the king gets out at ",       [TAKES_CHECKING] = "takes the checking ",
    [TAKES_ON_THE_WAY] = " and gets out at ",   [MOVES_BETWEEN] = " moves between",
    [INTERPOSES] = " is interposed at ",        [TRIES] = "the king reaches its try square",
    [WITH_CHECK] = " with check, and ",         [OVER] = "that ends the game",
    [COMES_BACK] = "the position comes back",   [NOTHING_LEFT] = "no check is left",
    [DROP_MATE] = "as that would mate",         [PERPETUAL] = "perpetual check",
    [RUN_OUT] = "the checks run out",           [NO_MATE] = "no check mates any more",
    [ONLY_REPLY] = "the only reply that holds",
};

/* A sentence and what it is about. */
typedef struct {
    const char *text;
    const KjFailure *t;
    NvPos before, after; // the reply
    NvMove reply;
    KjPosition next; // after it
    unsigned count[CLAIMS];
    KjSolver *solver; // not owned
} Said;

/* Whether a piece attacks a royal piece of the side to move, if need be after all others. */
static bool checks(const NvPos *pos, int square)
{
    NvPos alone = *pos;
    bool found = false;
    for (int i = 0; i < NV_SIDE * NV_SIDE; i++)
        if (i != square && naive_at(pos, i).kind)
            alone.board[i / NV_SIDE][i % NV_SIDE].side = pos->turn;
    for (int i = 0; i < NV_SIDE * NV_SIDE; i++)
        if (nv_royal(naive_at(pos, i)) && naive_at(pos, i).side == pos->turn)
            found = found || nv_attacked(&alone, i / NV_SIDE, i % NV_SIDE, !pos->turn);
    return found;
}

/* Whether any move that the law allows gives check, also one that leaves its king to be taken. */
static bool some_check(const NvPos *pos)
{
    NvMove moves[NV_MAX_MOVES];
    int n = nv_legal(pos, moves);
    bool found = false;
    for (int i = 0; i < n && !found; i++) {
        NvPos next = nv_make(pos, moves[i]);
        found = !next.over && nv_in_check(&next); // a try of the attacker's is none
    }
    return found;
}

/* Whether a drop would mate and is illegal. */
static bool is_drop_mate(const Said *s)
{
    KjMove drop;
    NvMove none, replies[NV_MAX_MOVES];
    char usi[KJ_USI_MOVE];
    assert_int_equal(kj_refute_left(&s->next, &drop), KJ_LEFT_DROP_MATE);
    kj_usi_move_write(&s->next, drop, usi);
    KjPosition dropped = kj_position_after(&s->next, drop);
    NvPos after = naive_of(&dropped);
    return !nv_find_move(&s->after, usi, &none) && nv_in_check(&after) &&
           nv_safe(&after, replies) == 0;
}

/* Whether a claim is as the naive rules have it. */
static bool holds(const Said *s, Claim claim)
{
    const NvPos *before = &s->before;
    int row, col;
    bool king = nv_king(before, before->turn, &row, &col) && s->reply.from == row * NV_SIDE + col &&
                nv_royals(before, before->turn) == 1;
    bool takes = naive_at(before, s->reply.to).kind != 0,
         hits = takes && checks(before, s->reply.to);
    bool check = nv_in_check(before);
    unsigned left = s->t->attacks - (s->t->attack != KJ_MOVE_NONE);
    g_autofree char *run_out = g_strdup_printf("(at most %u more)", left);
    switch (claim) {
    case GETS_OUT: return king && check && !takes;
    case TAKES_CHECKING: return check && hits;
    case TAKES_ON_THE_WAY: return king && check && takes && !hits;
    case MOVES_BETWEEN: return s->reply.from >= 0 && !king && check && !takes;
    case INTERPOSES: return s->reply.from < 0 && check;
    case TRIES: return s->after.over && king;
    case WITH_CHECK: return nv_in_check(&s->after);
    case OVER: return s->after.over;
    case COMES_BACK: return s->t->repeats;
    case NOTHING_LEFT: return !some_check(&s->after);
    case DROP_MATE: return is_drop_mate(s);
    case PERPETUAL: return s->t->lasts == KJ_LASTS_FOR_EVER;
    case RUN_OUT: return s->t->lasts == KJ_LASTS_EXACTLY && strstr(s->text, run_out);
    case NO_MATE: return s->t->refuting->len > 0;
    case ONLY_REPLY: return s->t->refuting->len == 1 && !s->t->n_undecided;
    case CLAIMS: break;
    }
    return false;
}

/* Whether the reply ends the check; who has several royal pieces need not (docs/rules.md R14.3). */
static bool is_out_of_check(const Said *s)
{
    NvPos turned = s->after;
    turned.turn = s->before.turn;
    return s->after.over || nv_royals(&turned, turned.turn) > 1 || !nv_in_check(&turned);
}

static void look_at(Said *s, const KjPosition *pos, const KjFailure *t)
{
    char usi[KJ_USI_MOVE];
    g_autofree char *text = kj_because(pos, t);
    s->text = text;
    s->t = t;
    if (!t->reply)
        return;
    s->next = kj_position_after(pos, t->reply);
    s->before = naive_of(pos);
    kj_usi_move_write(pos, t->reply, usi);
    assert_true(nv_find_move(&s->before, usi, &s->reply));
    s->after = nv_make(&s->before, s->reply);
    for (Claim claim = 0; claim < CLAIMS; claim++) {
        if (!strstr(text, said_by[claim]))
            continue;
        s->count[claim]++;
        bool deed = claim <= INTERPOSES;
        if (!holds(s, claim) || (deed && !is_out_of_check(s)))
            fail_msg("%s is not so: %s, %s", said_by[claim], kj_sfen_write(pos, 1), usi);
    }
    assert_true(*text);
    assert_true(strstr(text, said_by[TAKES_CHECKING]) || !holds(s, TAKES_CHECKING) ||
                s->after.over);
}

/* All of a tree: `pos` before the attack. */
static void walk(Said *s, const KjPosition *pos, const KjFailure *t)
{
    KjPosition attacked = kj_position_after(pos, t->attack);
    KjPosition next = kj_position_after(&attacked, t->reply);
    look_at(s, &attacked, t);
    for (unsigned i = 0; t->next && i < t->next->len; i++)
        walk(s, &next, g_ptr_array_index(t->next, i));
}

/* Says why there is no mate, if there is none; false: there is one, or it is not known. */
static bool explained(Said *s, KjSolver *solver, const KjPosition *pos, KjSide attacker,
                      const KjRefuteOptions *options)
{
    KjResult result;
    const KjLimits limits = {.nodes = options->nodes};
    kj_solver_solve(solver, pos, attacker, &limits, &result);
    bool none = result.verdict == KJ_NOMATE;
    kj_result_clear(&result);
    if (!none)
        return false;
    KjRefutation *tree = kj_refute(solver, pos, attacker, options, &(KjLimits){0});
    walk(s, pos, tree->root);
    kj_refutation_free(tree);
    return true;
}

static void print(const char *what, const Said *s)
{
    print_message("%s:", what);
    for (Claim claim = 0; claim < CLAIMS; claim++)
        print_message(" %s %u,", said_by[claim], s->count[claim]);
    print_message("\n");
}

TEST(sentences_on_random_positions_are_true)
{
    NvRng rng = {sampling_seed(SEED)};
    g_autoptr(KjSolver) solver = usual_solver(MIB);
    Said s = {0};
    static const char *const games[] = {"shogi",    "56shogi", "ogi",  "minishogi",
                                        "gorogoro", "dobutsu", "suizo"};
    for (size_t i = 0; i < G_N_ELEMENTS(games); i++) {
        for (unsigned n = 0; n < 2 * WANTED;) {
            KjGame game = *kj_game_find(games[i]);
            KjPosition pos;
            if (n % 2 && i < 2) // in the others there is none, or always one
                game.rules.try_rule = KJ_TRY_ON;
            random_problem(&pos, &game, &rng);
            n += explained(&s, solver, &pos, KJ_SENTE,
                           &(KjRefuteOptions){.depth = 3, .width = 6, .nodes = NODES});
        }
    }
    print("random positions", &s);
    for (Claim claim = 0; claim < CLAIMS; claim++) // two are rare
        assert_true(KJ_SANITIZER || claim == COMES_BACK || claim == DROP_MATE || s.count[claim]);
}

/* Every check at the start of a work, as the page asks about one. */
static void look_at_checks(void *data, const KjPosition *pos)
{
    Said *s = data;
    KjMoveList list;
    kj_gen_checks(pos, &list);
    for (unsigned i = 0; i < list.n; i += SAMPLES(3, 12)) {
        KjPosition next = kj_position_after(pos, list.move[i]);
        explained(s, s->solver, &next, (KjSide)pos->side,
                  &(KjRefuteOptions){.depth = 1, .width = 1, .nodes = WORK_NODES});
    }
}

TEST(sentences_on_the_tries_of_works_are_true)
{
    g_autoptr(KjSolver) solver = usual_solver(MIB);
    Said s = {0};
    s.solver = solver;
    each_made_work(1, look_at_checks, &s);
    print("works", &s);
    assert_true(s.count[TAKES_CHECKING] > SAMPLES(300, 50));
}

TEST(a_pawn_that_may_not_mate_is_named)
{
    KjPosition pos = position_of("7n1/8k/7G1/7N1/9/9/9/9/9 w P2r2b3g4s2n4l17p 1");
    const KjFailure t = {.reply = bridge_usi(pos.game, "1b1a"), .lasts = KJ_LASTS_UNKNOWN};
    Said s = {0};
    g_autofree char *text = kj_because(&pos, &t);
    assert_string_equal(
        text, "the king gets out at 1a, and P may not be dropped at 1b, as that would mate");
    look_at(&s, &pos, &t);
    assert_int_equal(s.count[DROP_MATE], 1);
}
