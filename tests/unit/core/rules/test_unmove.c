/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moves taken back are the legal moves turned round: each leads to the position again, and none is
 * missing, which every position of a small board shows and random games of the others.
 */
#include <glib.h>
#include <string.h>

#include "core/rules/movegen.h"
#include "core/rules/unmove.h"
#include "tests/support/cmocka.h"
#include "tests/support/key_table.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/rules/bridge.h"

enum { PROBLEMS = 60 };

/* ---- every position of a small board ---- */

/* The last moves of each position, as one number that does not hang on their order. */
typedef struct {
    uint64_t sum;
    unsigned n;
} Sum;

static uint64_t key_of(const KjPosition *before, KjMove move)
{
    return kj_mix(kj_position_state_key(before) + kj_mix(move + 1u));
}

static void add(GHashTable *sums, const KjPosition *after, const KjPosition *before, KjMove move)
{
    uint64_t key = kj_position_state_key(after);
    Sum *sum = g_hash_table_lookup(sums, KEY(key));
    if (!sum) {
        sum = g_new0(Sum, 1);
        g_hash_table_insert(sums, KEY(key), sum);
    }
    sum->sum += key_of(before, move);
    sum->n++;
}

typedef struct {
    const KjPosition *pos;
    Sum sum;
    bool same; // each move leads to `pos` again
} Back;

static bool take_back(void *data, const KjUnmove *unmove, const KjPosition *before)
{
    Back *back = data;
    KjPosition again = *before;
    KjUndo undo;
    kj_position_make(&again, unmove->move, &undo);
    back->same = back->same && memcmp(&again, back->pos, sizeof again) == 0 &&
                 undo.captured == unmove->captured &&
                 before->key == kj_position_compute_key(before);
    back->sum.sum += key_of(before, unmove->move);
    back->sum.n++;
    return true;
}

static Back all_back(const KjPosition *pos)
{
    Back back = {.pos = pos, .same = true};
    kj_each_unmove(pos, take_back, &back);
    return back;
}

typedef void (*EachFn)(const KjPosition *pos, GHashTable *sums);

/* A position for every place of the pieces left, on the board or in a hand. */
static void each_place(KjPosition *pos, const KjKind *kind, unsigned n, EachFn fn, GHashTable *sums)
{
    const KjTables *t = pos->game->t;
    if (n == 0) {
        for (unsigned side = 0; side < 2; side++) {
            kj_position_set_side(pos, (KjSide)side);
            if (kj_position_check(pos, NULL, NULL) == KJ_POSITION_OK)
                fn(pos, sums);
        }
        return;
    }
    for (unsigned side = 0; side < 2; side++) {
        unsigned faces = t->promotes[*kind] ? 2 : 1;
        for (unsigned face = 0; face < faces; face++)
            for (unsigned s = 0; s < t->squares; s++) {
                if (pos->board[s])
                    continue;
                kj_position_put(pos, s, kj_piece((KjSide)side, face ? *kind | KJ_PROMOTED : *kind));
                each_place(pos, kind + 1, n - 1, fn, sums);
                kj_position_remove(pos, s);
            }
        pos->hand[side] += t->hand_one[*kind];
        each_place(pos, kind + 1, n - 1, fn, sums);
        pos->hand[side] -= t->hand_one[*kind];
    }
}

static void each_small_position(EachFn fn, GHashTable *sums)
{
    const KjGame *game = kj_game_find("dobutsu");
    const KjTables *t = game->t;
    const KjKind kinds[] = {kj_game_kind(game, 'C'), kj_game_kind(game, 'E')};
    for (unsigned k = 0; k < t->squares; k++)
        for (unsigned q = 0; q < t->squares; q++) {
            KjPosition pos;
            if (k == q)
                continue;
            kj_position_clear(&pos, game);
            kj_position_put(&pos, k, kj_piece(KJ_SENTE, t->king));
            kj_position_put(&pos, q, kj_piece(KJ_GOTE, t->king));
            each_place(&pos, kinds, G_N_ELEMENTS(kinds), fn, sums);
        }
}

static void play_all(const KjPosition *pos, GHashTable *sums)
{
    KjMoveList list;
    kj_gen_legal(pos, &list);
    for (unsigned i = 0; i < list.n; i++) {
        KjPosition after = kj_position_after(pos, list.move[i]);
        add(sums, &after, pos, list.move[i]);
    }
}

static void compare(const KjPosition *pos, GHashTable *sums)
{
    uint64_t key = kj_position_state_key(pos);
    const Sum *sum = g_hash_table_lookup(sums, KEY(key));
    Back back = all_back(pos);
    assert_true(back.same);
    assert_int_equal(back.sum.n, sum ? sum->n : 0);
    assert_true(!sum || back.sum.sum == sum->sum);
}

TEST(all_moves_of_a_small_board_are_taken_back)
{
    g_autoptr(GHashTable) sums = key_table_new(g_free);
    each_small_position(play_all, sums);
    assert_true(g_hash_table_size(sums) > 100000);
    each_small_position(compare, sums);
}

/* ---- random positions of all games ---- */

typedef struct {
    const KjPosition *before;
    KjMove move;
    bool found;
} Sought;

static bool find(void *data, const KjUnmove *unmove, const KjPosition *before)
{
    Sought *sought = data;
    sought->found = unmove->move == sought->move && kj_position_equal(before, sought->before);
    return !sought->found;
}

/* Every move of a position that can be is among those taken back after it. */
static void take_all_back(const KjPosition *pos)
{
    KjMoveList list;
    if (kj_position_check(pos, NULL, NULL) != KJ_POSITION_OK)
        return;
    kj_gen_legal(pos, &list);
    for (unsigned i = 0; i < list.n; i++) {
        KjPosition after = kj_position_after(pos, list.move[i]);
        Sought sought = {pos, list.move[i], false};
        if (kj_piece_kind(pos->board[kj_move_to(list.move[i])]) == pos->game->t->king)
            continue; // a king is not put back
        if (after.tried != pos->tried)
            continue;
        kj_each_unmove(&after, find, &sought);
        assert_true(sought.found);
    }
    assert_true(all_back(pos).same);
}

TEST(moves_of_random_positions_are_taken_back)
{
    for (size_t g = 0; g < kj_game_count(); g++) {
        NvRng rng = {20261122 + g};
        for (unsigned i = 0; i < PROBLEMS; i++) {
            KjPosition pos;
            random_problem(&pos, kj_game_at(g), &rng);
            take_all_back(&pos);
        }
    }
}

static bool stop_at_once(void *data, const KjUnmove *unmove, const KjPosition *before)
{
    (void)unmove;
    (void)before;
    ++*(unsigned *)data;
    return false;
}

TEST(it_stops_when_told)
{
    KjPosition pos = bridge_read(kj_game_find("shogi"), "9/9/2R6/k8/N8/B8/9/9/9 w 2G3P 1");
    unsigned n = 0;
    kj_each_unmove(&pos, stop_at_once, &n);
    assert_int_equal(n, 1);
}
