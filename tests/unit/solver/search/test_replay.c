/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mates played over. A work is solved, its mate is the example; then one piece far from the king
 * comes or goes, and what is said to be a mate there is one by a search that plays nothing over:
 * within the length, and with the hand.
 */
#include "solver/search/replay.h"

#include "solver/query.h"
#include "solver/search/examples.h"
#include "solver/search/table_probe.h"
#include "solver/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/sampling.h"
#include "tests/support/works.h"

enum {
    STEP = SIZES(2, 7, 7),
    MEMORY_MIB = 16,
    NEAR = 2,
    NODES = 30000, // a question may take
    WORTH = 100000 // nodes of an example, so that it is worth all that an attempt may take
};

static const KjLimits limits = {.nodes = NODES};

typedef struct {
    KjSolver *solver;         // whose mates are played over
    KjSolver *judge;          // who never does that
    unsigned mates, no_mates; // of what was tried: said to be mates; found to be none
    unsigned open;            // neither
} Trial;

static bool is_far(const KjTables *t, unsigned a, unsigned b)
{
    return ABS(t->file_of[a] - t->file_of[b]) > NEAR || ABS(t->rank_of[a] - t->rank_of[b]) > NEAR;
}

/* Whether the judge has a mate within so many plies with this hand, all other pieces the defender's. */
static bool holds(Trial *trial, const KjPosition *pos, const KjNodeValue *value)
{
    KjPosition poor = *pos;
    KjSide attacker = (KjSide)pos->side;
    KjAnswer answer;
    assert_true(kj_hand_covers(pos->game->t, pos->hand[attacker], value->hand));
    poor.hand[attacker] = value->hand;
    poor.hand[attacker ^ 1] += pos->hand[attacker] - value->hand;
    kj_query_mate(trial->judge, &poor, value->len, &limits, &answer);
    assert_int_not_equal(answer.verdict, KJ_NOMATE);
    return answer.verdict == KJ_MATE;
}

static void try_at(Trial *trial, const KjPosition *pos)
{
    KjSearch *s = kj_solver_search(trial->solver);
    KjNodeValue value;
    KjAnswer answer;
    if (kj_position_check(pos, NULL, NULL) != KJ_POSITION_OK)
        return;
    kj_search_limit(s, &limits);
    s->pos = *pos;
    KjNodeValue known = kj_probe_known(s, pos, KJ_LEN_INF);
    bool mate = known.pn == 0 || kj_replay(s, kj_search_key(s, pos), &value);
    if (mate) {
        trial->mates += holds(trial, pos, known.pn == 0 ? &known : &value);
        return;
    }
    kj_query_mate(trial->judge, pos, KJ_ANY_LENGTH, &limits, &answer);
    trial->no_mates += answer.verdict == KJ_NOMATE;
    trial->open += answer.verdict != KJ_NOMATE;
}

/* Takes a piece that is far from the king off into the defender's hand. */
static void without(Trial *trial, const KjPosition *pos, unsigned square)
{
    KjPosition other = *pos;
    KjPiece piece = kj_position_remove(&other, square);
    other.hand[pos->side ^ 1] += pos->game->t->hand_one[kj_base_kind(kj_piece_kind(piece))];
    try_at(trial, &other);
}

/* Puts pieces of the defender's hand there, one after the other. */
static void with(Trial *trial, const KjPosition *pos, unsigned square)
{
    const KjTables *t = pos->game->t;
    KjSide defender = kj_other((KjSide)pos->side);
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjPosition other = *pos;
        if (!(pos->hand[defender] & t->hand_mask[t->hand_kind[i]]))
            continue;
        kj_position_put(&other, square, kj_piece(defender, t->hand_kind[i]));
        other.hand[defender] -= t->hand_one[t->hand_kind[i]];
        try_at(trial, &other);
    }
}

static void play_over(void *data, const KjPosition *pos)
{
    Trial *trial = data;
    const KjTables *t = pos->game->t;
    KjSide attacker = (KjSide)pos->side;
    KjResult result;
    kj_solver_solve(trial->solver, pos, attacker, &limits, &result);
    bool mate = result.verdict == KJ_MATE && pos->king[attacker ^ 1] != KJ_NO_SQUARE;
    kj_result_clear(&result);
    if (!mate)
        return;
    KjSearch *s = kj_solver_search(trial->solver);
    s->pos = *pos;
    kj_replay_learn(s, WORTH);
    kj_query_open(trial->judge, pos->game, attacker);
    kj_query_about(trial->judge, pos);
    for (unsigned square = 0; square < t->squares; square++) {
        if (!is_far(t, square, pos->king[attacker ^ 1]) || square == pos->king[attacker])
            continue;
        if (pos->board[square])
            without(trial, pos, square);
        else
            with(trial, pos, square);
    }
}

TEST(what_is_played_over_is_a_mate)
{
    Trial trial = {.solver = usual_solver(MEMORY_MIB), .judge = usual_solver(MEMORY_MIB)};
    KjSearch *judge = kj_solver_search(trial.judge);
    kj_examples_free(judge->examples);
    judge->examples = NULL;
    each_made_work(STEP, play_over, &trial);
    print_message("%u mates, %u none, %u open\n", trial.mates, trial.no_mates, trial.open);
    assert_true(trial.mates > 100);
    assert_true(trial.no_mates > 100);
    kj_solver_free(trial.solver);
    kj_solver_free(trial.judge);
}
