/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Core against the naive twin on random positions. */
#include "tests/support/rules/differential.h"

#include <stdio.h>
#include <string.h>

#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "core/rules/attack.h"
#include "tests/naive/naive_moves.h"
#include "tests/support/rules/bridge.h"

enum { WALK_PLIES = 200, PROBLEM_PLIES = 3, TEXT_EVERY = 16 };

/* One position in both shapes, and what the naive rules say about it. */
typedef struct {
    KjGame game; // with the switches
    NvRng rng;
    NvPos naive;
    KjPosition pos;
    NvMove legal_moves[NV_MAX_MOVES];
    int n_legal;
    KjMoveList legal, safe, checks, mates; // sorted
    bool checks_known;                     // the enemy king is there and cannot be captured at once
    DifferentialCount *count;
} Case;

static bool differ(const Case *c, const char *what, KjMove move)
{
    char sfen[NV_SFEN], usi[KJ_USI_MOVE] = "";
    nv_format(&c->naive, sfen, sizeof sfen);
    if (move != KJ_MOVE_NONE)
        kj_usi_move_write(&c->pos, move, usi);
    printf("%s differs in %s: %s %s\n", what, c->game.row->id, sfen, usi);
    return false;
}

static bool same_list(const Case *c, const char *what, KjMoveList *ours, const KjMoveList *naive)
{
    bridge_sort(ours);
    if (bridge_same(ours, naive))
        return true;
    for (unsigned i = 0; i < ours->n || i < naive->n; i++) {
        if (i >= naive->n || (i < ours->n && ours->move[i] != naive->move[i]))
            return differ(c, what, ours->move[i]);
        if (i >= ours->n)
            return differ(c, what, naive->move[i]);
    }
    return differ(c, what, KJ_MOVE_NONE);
}

/* Whether a move takes the last royal piece. */
static bool captures_king(const Case *c, KjMove move)
{
    return kj_takes_last_royal(&c->pos, move);
}

/* Likewise, as the naive rules say. */
static bool captures_naively(const NvPos *pos, const NvMove *move)
{
    return nv_royal(pos->board[move->to / NV_SIDE][move->to % NV_SIDE]) &&
           nv_royals(pos, !pos->turn) == 1;
}

/* ---- what the naive rules say ---- */

/* Whether the side to move of a position in check has a legal, safe move; stops at the first. */
static bool naive_can_answer(const NvPos *pos)
{
    NvMove all[NV_MAX_MOVES];
    int n = nv_pseudo_moves(pos, all);
    for (int i = 0; i < n; i++) {
        NvPos after = nv_make(pos, all[i]);
        if (after.over == 1 + pos->turn && !nv_game(pos->game)->check_law)
            return true;
        if (nv_can_capture_king(&after))
            continue;
        // A pawn drop may be one that mates, so only the whole list can tell.
        if (all[i].from < 0 && all[i].kind == NV_P && nv_in_check(&after)) {
            NvMove safe[NV_MAX_MOVES];
            if (nv_safe(pos, safe) == 0)
                continue;
        }
        return true;
    }
    return false;
}

static void judge_naively(Case *c)
{
    bool law = nv_game(c->naive.game)->check_law;
    c->n_legal = nv_legal(&c->naive, c->legal_moves);
    c->checks_known =
        c->pos.king[c->pos.side ^ 1] != KJ_NO_SQUARE && !nv_can_capture_king(&c->naive);
    c->legal.n = c->safe.n = c->checks.n = c->mates.n = 0;
    for (int i = 0; i < c->n_legal; i++) {
        KjMove move = bridge_move(&c->game, c->legal_moves[i]);
        kj_list_add(&c->legal, move);
        NvPos after = nv_make(&c->naive, c->legal_moves[i]);
        if (captures_king(c, move) || (!law && nv_can_capture_king(&after)))
            continue;
        kj_list_add(&c->safe, move);
        if (!c->checks_known || !nv_in_check(&after))
            continue;
        kj_list_add(&c->checks, move);
        after.over = 0; // a try that checks: whether it would be mate is still a fair question
        if (!naive_can_answer(&after))
            kj_list_add(&c->mates, move);
    }
    bridge_sort(&c->legal);
    bridge_sort(&c->safe);
    bridge_sort(&c->checks);
    bridge_sort(&c->mates);
}

/* ---- comparisons ---- */

/* Safe moves but captures of the king, which end the game before anybody asks (R12.8). */
static bool same_safe_moves(const Case *c, const char *what, KjMoveList *list)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < list->n; i++) {
        if (!captures_king(c, list->move[i]))
            list->move[kept++] = list->move[i];
    }
    list->n = kept;
    return same_list(c, what, list, &c->safe);
}

static bool compare_lists(const Case *c)
{
    KjMoveList list;
    bool in_check = nv_in_check(&c->naive);
    if (kj_in_check(&c->pos, (KjSide)c->pos.side) != in_check ||
        (kj_checkers(&c->pos, (KjSide)c->pos.side) != 0) != in_check)
        return differ(c, "being in check", KJ_MOVE_NONE);
    if (kj_can_capture_king(&c->pos) != nv_can_capture_king(&c->naive))
        return differ(c, "capture of the king", KJ_MOVE_NONE);
    kj_gen_legal(&c->pos, &list);
    if (!same_list(c, "legal moves", &list, &c->legal))
        return false;
    for (int i = 0; i < c->n_legal; i++) {
        KjMove move = bridge_move(&c->game, c->legal_moves[i]);
        if (captures_king(c, move) != captures_naively(&c->naive, &c->legal_moves[i]))
            return differ(c, "taking the last royal piece", move);
    }
    kj_gen_safe(&c->pos, &list);
    if (!same_safe_moves(c, "safe moves", &list))
        return false;
    if (!kj_can_capture_king(&c->pos) && kj_has_safe_move(&c->pos) != (c->safe.n > 0))
        return differ(c, "having a safe move", KJ_MOVE_NONE);
    c->count->positions++;
    c->count->moves += c->legal.n;
    c->count->in_check += in_check;
    if (!in_check)
        return true;
    unsigned first_drop;
    kj_gen_evasions(&c->pos, &list, &first_drop);
    for (unsigned i = 0; i < list.n; i++) {
        if (kj_move_is_drop(list.move[i]) != (i >= first_drop))
            return differ(c, "place of drops among evasions", list.move[i]);
    }
    return same_safe_moves(c, "evasions", &list);
}

static bool compare_checks(const Case *c)
{
    if (!c->checks_known)
        return true;
    for (unsigned i = 0; i < c->safe.n; i++) {
        KjMove move = c->safe.move[i];
        if (kj_gives_check(&c->pos, move) != kj_list_has(&c->checks, move))
            return differ(c, "giving check", move);
    }
    KjMoveList list;
    kj_gen_checks(&c->pos, &list);
    KjMove mating = kj_mate_in_one(&c->pos);
    if (!same_list(c, "checks", &list, &c->checks))
        return false;
    if (kj_has_check(&c->pos) != (list.n > 0))
        return differ(c, "any check", list.n ? list.move[0] : KJ_MOVE_NONE);
    for (unsigned i = 0; i < list.n; i++) {
        if (kj_is_mate(&c->pos, list.move[i]) != kj_list_has(&c->mates, list.move[i]))
            return differ(c, "mate", list.move[i]);
    }
    if (mating == KJ_MOVE_NONE ? c->mates.n > 0 : !kj_list_has(&c->mates, mating))
        return differ(c, "mate in one", mating);
    KjSide them = kj_other((KjSide)c->pos.side);
    c->count->of_two += c->pos.spare[them] && kj_in_check(&c->pos, them);
    c->count->checks += c->checks.n;
    c->count->mates += c->mates.n;
    return true;
}

/* Tries. A king already on the last rank has not just reached it (docs/rules.md R6.6). */
static bool compare_tries(const Case *c)
{
    KjBb squares = c->game.t->try_squares[c->pos.side];
    for (int i = 0; i < c->n_legal; i++) {
        int from = c->legal_moves[i].from;
        if (from < 0 || !nv_royal(c->naive.board[from / NV_SIDE][from % NV_SIDE]))
            continue;
        KjMove move = bridge_move(&c->game, c->legal_moves[i]);
        if (kj_bb_has(squares, kj_move_from(move)) || captures_king(c, move))
            continue;
        NvPos after = nv_make(&c->naive, c->legal_moves[i]);
        if (kj_is_try(&c->pos, move) != (after.over != 0))
            return differ(c, "try", move);
        c->count->tries += after.over != 0;
    }
    return true;
}

/* The drop in front of the enemy king of a kind that may not mate by it, or KJ_MOVE_NONE. */
static KjMove drop_before_king(const Case *c)
{
    const KjTables *t = c->game.t;
    KjSide us = (KjSide)c->pos.side;
    unsigned king = c->pos.king[us ^ 1];
    for (unsigned i = 0; i < t->n_hand && king != KJ_NO_SQUARE; i++) {
        KjKind kind = t->hand_kind[i];
        KjBb square = t->step[us ^ 1][king][t->step_class[kind]] & ~kj_occupied(&c->pos);
        if (t->is_no_mate_drop[kind] && (c->pos.hand[us] & t->hand_mask[kind]) && square)
            return kj_make_drop(kind, kj_bb_first(square));
    }
    return KJ_MOVE_NONE;
}

/* Legality with reasons agrees with the list, for its moves and for any other 16 bits. */
static bool compare_legality(Case *c)
{
    const KjMove moves[] = {
        c->legal.n ? c->legal.move[nv_random(&c->rng, (int)c->legal.n)] : KJ_MOVE_NONE,
        drop_before_king(c),
        (KjMove)nv_random(&c->rng, 1 << 16),
        (KjMove)nv_random(&c->rng, 1 << 16),
    };
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        KjIllegal why = kj_move_legality(&c->pos, moves[i]);
        if ((why == KJ_MOVE_LEGAL) != kj_list_has(&c->legal, moves[i]))
            return differ(c, "legality of one move", KJ_MOVE_NONE);
        c->count->drop_mates += why == KJ_MOVE_DROP_MATE;
    }
    return true;
}

static bool compare_reflections(const Case *c)
{
    KjPosition turned, mirrored;
    turned = kj_position_flip(&c->pos);
    mirrored = kj_position_mirror(&c->pos);
    KjMoveList expected = c->legal, list;
    for (unsigned i = 0; i < expected.n; i++)
        expected.move[i] = bridge_flipped(&c->game, expected.move[i]);
    bridge_sort(&expected);
    kj_gen_legal(&turned, &list);
    if (!same_list(c, "legal moves, board turned,", &list, &expected))
        return false;
    expected.n = c->checks.n;
    for (unsigned i = 0; i < expected.n; i++)
        expected.move[i] = bridge_flipped(&c->game, c->checks.move[i]);
    bridge_sort(&expected);
    if (c->checks_known) {
        kj_gen_checks(&turned, &list);
        if (!same_list(c, "checks, board turned,", &list, &expected))
            return false;
    }
    expected = c->legal;
    for (unsigned i = 0; i < expected.n; i++)
        expected.move[i] = bridge_mirrored(&c->game, expected.move[i]);
    bridge_sort(&expected);
    kj_gen_legal(&mirrored, &list);
    return same_list(c, "legal moves, mirrored,", &list, &expected);
}

/* Every legal move leads to the same position in both, and back without a trace. */
static bool compare_moves_made(Case *c)
{
    for (int i = 0; i < c->n_legal; i++) {
        KjMove move = bridge_move(&c->game, c->legal_moves[i]);
        KjPosition before = c->pos, expected;
        KjUndo undo;
        NvPos after = nv_make(&c->naive, c->legal_moves[i]);
        bridge_position(&expected, &c->game, &after);
        kj_position_make(&c->pos, move, &undo);
        bool right = kj_position_equal(&c->pos, &expected) &&
                     memcmp(c->pos.by_step, expected.by_step, sizeof expected.by_step) == 0 &&
                     memcmp(c->pos.by_slide, expected.by_slide, sizeof expected.by_slide) == 0 &&
                     memcmp(c->pos.king, expected.king, sizeof expected.king) == 0 &&
                     memcmp(c->pos.royal, expected.royal, sizeof expected.royal) == 0 &&
                     memcmp(c->pos.spare, expected.spare, sizeof expected.spare) == 0;
        kj_position_unmake(&c->pos, move, &undo);
        if (!right || memcmp(&before, &c->pos, sizeof before) != 0)
            return differ(c, "position after a move and back", move);
    }
    return true;
}

/* SFEN and USI of core are those of the naive twin. */
static bool compare_text(const Case *c)
{
    char sfen[NV_SFEN];
    nv_format(&c->naive, sfen, sizeof sfen);
    char *ours = kj_sfen_write(&c->pos, 1);
    bool same = strcmp(sfen, ours) == 0;
    g_free(ours);
    KjPosition read;
    if (!same || !kj_sfen_read(sfen, &c->game, &read, NULL, NULL) ||
        memcmp(&read, &c->pos, sizeof read) != 0)
        return differ(c, "SFEN", KJ_MOVE_NONE);
    for (int i = 0; i < c->n_legal; i++) {
        char naive[NV_USI], usi[KJ_USI_MOVE];
        KjMove move = bridge_move(&c->game, c->legal_moves[i]), back;
        nv_move_usi(&c->naive, c->legal_moves[i], naive);
        kj_usi_move_write(&c->pos, move, usi);
        if (strcmp(naive, usi) != 0 || !kj_usi_move_read(&c->pos, usi, &back, NULL) || back != move)
            return differ(c, "USI", move);
    }
    return true;
}

/* ---- trees of checks and evasions ---- */

static uint64_t naive_tree(const NvPos *pos, int attacker, unsigned depth)
{
    NvMove moves[NV_MAX_MOVES];
    int n = pos->over ? 0 : pos->turn == attacker ? nv_checks(pos, moves) : nv_safe(pos, moves);
    if (depth == 1)
        return (uint64_t)n;
    uint64_t leaves = 0;
    for (int i = 0; i < n; i++) {
        NvPos after = nv_make(pos, moves[i]);
        leaves += naive_tree(&after, attacker, depth - 1);
    }
    return leaves;
}

static bool compare_trees(Case *c)
{
    if (!c->checks_known)
        return true;
    // Neither side may stand where a later step along the last rank would be judged as a try.
    for (int side = 0; side < 2; side++) {
        unsigned king = c->pos.king[side];
        KjBb kings = king == KJ_NO_SQUARE ? 0 : kj_bit(king) | c->pos.royal[side];
        if (c->game.t->try_squares[side] & kings)
            return true;
    }
    uint64_t naive = naive_tree(&c->naive, c->naive.turn, 3);
    uint64_t ours = kj_perft_tsume(&c->pos, (KjSide)c->pos.side, 3);
    c->count->trees++;
    return naive == ours || differ(c, "tree of checks", KJ_MOVE_NONE);
}

/* ---- positions ---- */

static bool compare_all(Case *c, unsigned tree_every)
{
    bridge_position(&c->pos, &c->game, &c->naive);
    judge_naively(c);
    uint64_t n = c->count->positions;
    return compare_lists(c) && compare_checks(c) && compare_tries(c) && compare_legality(c) &&
           compare_reflections(c) && compare_moves_made(c) &&
           (n % TEXT_EVERY != 0 || compare_text(c)) &&
           ((n + 1) % tree_every != 0 || compare_trees(c));
}

/* Picks a random legal move: every third time a check, else mostly a safe one. */
static NvMove pick(Case *c)
{
    NvMove move = c->legal_moves[nv_random(&c->rng, c->n_legal)];
    const KjMoveList *wanted = nv_random(&c->rng, 3) == 0 && c->checks.n ? &c->checks : &c->safe;
    if (wanted->n == 0 || nv_random(&c->rng, 16) == 0)
        return move;
    KjMove chosen = wanted->move[nv_random(&c->rng, (int)wanted->n)];
    for (int i = 0; i < c->n_legal; i++) {
        if (bridge_move(&c->game, c->legal_moves[i]) == chosen)
            move = c->legal_moves[i];
    }
    return move;
}

/* Steps on by a random move; false if there is none or it ends the game. */
static bool wander(Case *c)
{
    if (c->n_legal == 0)
        return false;
    NvPos after = nv_make(&c->naive, pick(c));
    if (after.over)
        return false;
    c->naive = after;
    return true;
}

/* A run of positions, each a move after the one before. */
typedef struct {
    NvPos pos;
    int left; // plies still to go
} Run;

/* Puts pawns out of the hands wherever there is room, but not before a king. */
static void make_odd(NvPos *pos, NvRng *rng)
{
    const NvGame *game = nv_game(pos->game);
    enum { PAWNS = 8 };
    for (int i = 0; i < PAWNS; i++) {
        int row = nv_random(rng, game->ranks), col = nv_random(rng, game->files);
        int side = nv_random(rng, 2), from = pos->hand[1][0][NV_P] ? 1 : 0;
        int front = row + (side == NV_SENTE ? -1 : 1);
        bool room = pos->board[row][col].kind == NV_NONE;
        bool king = front >= 0 && front < game->ranks && pos->board[front][col].kind == NV_K;
        if (!room || king || !pos->hand[from][0][NV_P])
            continue;
        pos->hand[from][0][NV_P]--;
        pos->board[row][col] = (NvPiece){NV_P, false, (uint8_t)side};
    }
}

/* Elephants that the board has not, in some hand or in none. */
static void give_elephants(NvPos *pos, NvRng *rng)
{
    int left = nv_game(pos->game)->set[NV_DRUNK];
    for (int i = 0; i < NV_SIDE * NV_SIDE; i++)
        left -= pos->board[i / NV_SIDE][i % NV_SIDE].kind == NV_DRUNK;
    while (left-- > 0) {
        int to = nv_random(rng, 3);
        if (to < 2)
            pos->hand[to][0][NV_DRUNK]++;
    }
}

static void begin(Case *c, const DifferentialGame *what, Run *run, unsigned source)
{
    static const NvStyle problems[] = {NV_TSUME, NV_TINY};
    run->left = source == 0 ? WALK_PLIES : PROBLEM_PLIES;
    if (source == 0)
        nv_parse(&run->pos, what->game, c->game.row->start);
    else
        nv_random_position(&run->pos, what->game, &c->rng, problems[source - 1]);
    if (what->odd && source > 0)
        make_odd(&run->pos, &c->rng);
    if (nv_random(&c->rng, 2))
        run->pos = nv_rotated(&run->pos);
    bridge_switches(&run->pos, &c->game.rules);
    if (c->game.rules.elephant_to_hand)
        give_elephants(&run->pos, &c->rng);
    if (c->game.rules.no_drops)
        memset(run->pos.hand, 0, sizeof run->pos.hand);
}

bool differential_run(const DifferentialGame *what, uint64_t seed, uint64_t positions,
                      unsigned tree_every, DifferentialCount *count)
{
    memset(count, 0, sizeof *count);
    Case c;
    c.game = *kj_game_find(what->game);
    c.game.rules = what->rules ? *what->rules : c.game.rules;
    c.rng.state = seed;
    c.count = count;
    Run runs[3] = {{.left = 0}, {.left = 0}, {.left = 0}};
    for (uint64_t i = 0; i < positions; i++) {
        Run *run = &runs[i % 3];
        if (run->left == 0)
            begin(&c, what, run, (unsigned)(i % 3));
        c.naive = run->pos;
        if (!compare_all(&c, tree_every))
            return false;
        run->left = wander(&c) ? run->left - 1 : 0;
        run->pos = c.naive;
    }
    return true;
}
