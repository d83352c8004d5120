/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the nodes of a known line wait for while its mate is searched.
 *
 *     waits NODES 'position sfen ... moves ...'
 *
 * The mate is searched within NODES from the start of the line. For each ply of the line there is a
 * row: the nodes spent below its position until the line's move was first searched (all there were,
 * if it never was), the whole effort there, and the moves that most of the former went to. What a
 * move has to do with the line's is said behind it. So a move that waits for another one to be
 * solved stands out, and so does one that just looks worse.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/format/position_text.h"
#include "core/notation/usi.h"

static void at_node(const void *search);
#define KJ_AT_NODE(s) at_node(s)
#include "solver/search/search.c" // with the call above, in place of the library's
#include "solver/solve.h"

enum { MEMORY_MIB = 4096, SHOWN = 3 };

/* What was searched in one position of the line. */
typedef struct {
    KjPosition pos;
    KjMove move; // the line's
    KjKey key;   // of the position
    KjHand hand;
    KjChild child[KJ_MAX_MOVES];
    unsigned n;
    uint64_t spent[KJ_MAX_MOVES]; // below each move, until the line's was searched
    uint64_t before, all;         // nodes below the position until then, and in all
    bool reached;                 // the line's move was searched
} Station;

static struct {
    Station *station;
    unsigned n;
    unsigned home; // ply of the path where the line begins
} trace;

static bool stands_at(const KjPathNode *node, KjKey key, KjHand hand)
{
    // whatever the turn or the rule that is searched
    return kj_key_board(node->key) == kj_key_board(key) && node->hand == hand;
}

/* Counts a node for all positions of the line above it. */
static void at_node(const void *search)
{
    const KjSearch *s = search;
    for (unsigned i = 0; i < trace.n; i++) {
        Station *here = &trace.station[i];
        if (i >= s->path.length || !stands_at(&s->path.node[i], here->key, here->hand))
            return;
        here->all++;
        if (i + 1 >= s->path.length)
            return;
        const KjPathNode *next = &s->path.node[i + 1];
        for (unsigned k = 0; k < here->n; k++) {
            const KjChild *child = &here->child[k];
            if (!stands_at(next, child->key, child->hand))
                continue;
            here->reached = here->reached || child->move == here->move;
            if (!here->reached) {
                here->before++;
                here->spent[k]++;
            }
        }
    }
}

/* What a move has to do with the line's, as far as one could wait for the other. */
static const char *relation(const Station *here, KjMove move)
{
    KjMove line = here->move;
    bool drops = kj_move_is_drop(move) && kj_move_is_drop(line);
    if ((move ^ line) == KJ_MOVE_PROMOTE)
        return kj_move_promotes(move) ? "promotes" : "declines";
    if (drops && kj_move_to(move) == kj_move_to(line))
        return "same square";
    if (drops && kj_move_drop_kind(move) == kj_move_drop_kind(line))
        return "same piece";
    if (!kj_move_is_drop(move) && !kj_move_is_drop(line) &&
        kj_move_from(move) == kj_move_from(line))
        return "same piece";
    return here->pos.board[kj_move_to(move)] ? "takes" : "other";
}

static void lay_out(KjSearch *s, const KjPositionText *text)
{
    trace.n = text->n_moves;
    trace.station = g_new0(Station, trace.n);
    KjPosition pos = text->start;
    for (unsigned i = 0; i < trace.n; i++) {
        Station *here = &trace.station[i];
        KjMoveList list = {0};
        here->pos = pos;
        here->move = text->moves[i];
        here->key = kj_search_key(s, &pos);
        here->hand = pos.hand[s->attacker];
        if (pos.side == s->attacker)
            kj_search_attacks(s, &pos, &list);
        else
            kj_gen_safe(&pos, &list);
        here->n = list.n;
        for (unsigned k = 0; k < list.n; k++) {
            here->child[k].move = list.move[k];
            kj_search_peek(s, &pos, list.move[k], &here->child[k]);
        }
        pos = kj_position_after(&pos, here->move);
    }
}

static void print_station(unsigned ply, Station *here)
{
    char move[KJ_USI_MOVE];
    kj_usi_move_write(&here->pos, here->move, move);
    printf("%3u %-7s %10" PRIu64 "%s %10" PRIu64 " ", ply, move, here->before,
           here->reached ? " " : "+", here->all);
    for (unsigned shown = 0; shown < SHOWN; shown++) {
        unsigned most = 0;
        for (unsigned k = 1; k < here->n; k++)
            most = here->spent[k] > here->spent[most] ? k : most;
        if (here->n == 0 || here->spent[most] == 0)
            break;
        kj_usi_move_write(&here->pos, here->child[most].move, move);
        printf(" %s (%s) %" PRIu64, move, relation(here, here->child[most].move),
               here->spent[most]);
        here->spent[most] = 0;
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: waits NODES 'position sfen ... moves ...'\n");
        return 2;
    }
    g_autoptr(GError) error = NULL;
    KjPositionText text;
    KjSolverOptions options = {.loops = KJ_LOOPS_USUAL, .memory_mib = MEMORY_MIB};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, &error);
    if (!solver || !kj_position_text_read(argv[2], NULL, &text, &error)) {
        fprintf(stderr, "waits: %s\n", error->message);
        return 3;
    }
    KjLimits limits = {.nodes = strtoull(argv[1], NULL, 10)};
    KjSearch *s = kj_solver_search(solver);
    kj_search_begin(s, text.start.game, kj_default_attacker(&text.start));
    lay_out(s, &text);
    KjResult result = {0};
    kj_solver_solve(solver, &text.start, s->attacker, &limits, &result);
    printf("%s, %" PRIu64 " nodes\nply move        before        all  went to\n",
           kj_verdict_text(result.verdict), result.nodes);
    for (unsigned i = 0; i < trace.n; i++)
        print_station(i + 1, &trace.station[i]);
    kj_result_clear(&result);
    kj_position_text_clear(&text);
    g_free(trace.station);
    return 0;
}
