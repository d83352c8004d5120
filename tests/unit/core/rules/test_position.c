/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions: moves made and taken back, keys, reflections, hands, and what makes one impossible. */
#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"

enum { WALKS = 60, WALK_PLIES = 120 };

static const KjGame *game_of(const char *id)
{
    const KjGame *game = kj_game_find(id);
    assert_non_null(game);
    return game;
}

static KjPosition start_of(const KjGame *game)
{
    return bridge_read(game, game->row->start);
}

/* Calls `visit` for every legal move of every position of random walks of all games. */
static void for_every_move(void (*visit)(KjPosition *pos, KjMove move))
{
    NvRng rng = {7};
    for (size_t i = 0; i < kj_game_count() * WALKS; i++) {
        KjPosition pos = start_of(kj_game_at(i % kj_game_count()));
        for (int ply = 0; ply < WALK_PLIES; ply++) {
            KjMoveList list;
            kj_gen_legal(&pos, &list);
            for (unsigned m = 0; m < list.n; m++)
                visit(&pos, list.move[m]);
            if (list.n == 0)
                break;
            KjUndo undo;
            kj_position_make(&pos, list.move[nv_random(&rng, (int)list.n)], &undo);
        }
    }
}

static void undo_restores_every_byte(KjPosition *pos, KjMove move)
{
    KjPosition before = *pos;
    KjUndo undo;
    kj_position_make(pos, move, &undo);
    if (pos->side == before.side || pos->key == before.key)
        fail_msg("the move has changed nothing");
    kj_position_unmake(pos, move, &undo);
    if (memcmp(&before, pos, sizeof before) != 0)
        fail_msg("%s: move %u is not restored", pos->game->row->id, move);
}

TEST(unmake_restores_every_byte)
{
    for_every_move(undo_restores_every_byte);
}

static void key_is_that_of_the_board(KjPosition *pos, KjMove move)
{
    KjUndo undo;
    kj_position_make(pos, move, &undo);
    if (pos->key != kj_position_compute_key(pos))
        fail_msg("%s: key after move %u", pos->game->row->id, move);
    kj_position_unmake(pos, move, &undo);
}

TEST(incremental_key_is_the_computed_one)
{
    for_every_move(key_is_that_of_the_board);
}

static unsigned pieces_in_play(const KjPosition *pos)
{
    return (unsigned)kj_bb_count(kj_occupied(pos)) + kj_hand_total(pos->game->t, pos->hand[0]) +
           kj_hand_total(pos->game->t, pos->hand[1]);
}

static void no_piece_is_lost(KjPosition *pos, KjMove move)
{
    unsigned before = pieces_in_play(pos);
    KjPiece taken = pos->board[kj_move_to(move)];
    bool leaves = taken && !kj_hand_gain(pos->game, kj_piece_kind(taken), kj_move_keeps(move));
    KjUndo undo;
    kj_position_make(pos, move, &undo);
    if (pieces_in_play(pos) + leaves != before)
        fail_msg("%s: pieces after move %u", pos->game->row->id, move);
    kj_position_unmake(pos, move, &undo);
}

TEST(moves_lose_no_piece_but_a_captured_king)
{
    for_every_move(no_piece_is_lost);
}

/* Kinds counted one by one, and faces; a king that was taken is in no hand. */
static void counts_are_those_of_the_pieces(KjPosition *pos, KjMove move)
{
    const KjTables *t = pos->game->t;
    KjUndo undo;
    kj_position_make(pos, move, &undo);
    KjPieceCounts counts;
    kj_position_count(pos, &counts);
    unsigned all = 0;
    for (KjKind kind = 1; kind <= pos->game->row->n_pieces; kind++) {
        unsigned board = 0;
        for (KjBb left = kj_occupied(pos); left;)
            board += (kj_piece_kind(pos->board[kj_bb_pop(&left)]) & ~KJ_PROMOTED) == kind;
        assert_int_equal(counts.board[kind], board);
        for (unsigned side = 0; side < 2; side++) {
            unsigned held = kind == t->king ? 0 : kj_hand_count(t, pos->hand[side], kind);
            if (t->hand_bits[kind | KJ_PROMOTED])
                held += kj_hand_count(t, pos->hand[side], kind | KJ_PROMOTED);
            assert_int_equal(counts.hand[side][kind], held);
        }
        all += kj_piece_count(&counts, kind);
    }
    assert_int_equal(all, pieces_in_play(pos));
    kj_position_unmake(pos, move, &undo);
}

TEST(pieces_are_counted_by_what_they_were_before_promotion)
{
    for_every_move(counts_are_those_of_the_pieces);
}

static void reflections_are_their_own_inverse(KjPosition *pos, KjMove move)
{
    KjUndo undo;
    kj_position_make(pos, move, &undo);
    KjPosition once, twice;
    once = kj_position_flip(pos);
    twice = kj_position_flip(&once);
    if (memcmp(&twice, pos, sizeof twice) != 0 || once.side == pos->side)
        fail_msg("%s: turned twice", pos->game->row->id);
    once = kj_position_mirror(pos);
    twice = kj_position_mirror(&once);
    if (memcmp(&twice, pos, sizeof twice) != 0 || once.side != pos->side)
        fail_msg("%s: mirrored twice", pos->game->row->id);
    kj_position_unmake(pos, move, &undo);
}

TEST(turning_or_mirroring_twice_changes_nothing)
{
    for_every_move(reflections_are_their_own_inverse);
}

TEST(mirroring_moves_files_and_turning_swaps_sides)
{
    const KjGame *game = game_of("shogi");
    KjPosition pos = bridge_read(game, "k8/9/9/9/9/9/9/8P/8K b Rg 1"), other;
    other = kj_position_mirror(&pos);
    KjPosition expected = bridge_read(game, "8k/9/9/9/9/9/9/P8/K8 b Rg 1");
    assert_memory_equal(&other, &expected, sizeof other);
    other = kj_position_flip(&pos);
    expected = bridge_read(game, "k8/p8/9/9/9/9/9/9/8K w Gr 1");
    assert_memory_equal(&other, &expected, sizeof other);
}

TEST(pieces_put_and_removed_leave_an_empty_board)
{
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGame *game = kj_game_at(i);
        KjPosition empty, pos = start_of(game);
        kj_position_clear(&empty, game);
        for (unsigned square = 0; square < game->t->squares; square++) {
            KjPiece piece = pos.board[square];
            if (piece)
                assert_int_equal(kj_position_remove(&pos, square), piece);
        }
        assert_memory_equal(&pos, &empty, sizeof pos);
    }
}

TEST(setting_the_side_twice_restores_the_key)
{
    KjPosition pos = start_of(game_of("shogi")), before = pos;
    kj_position_set_side(&pos, KJ_SENTE);
    assert_memory_equal(&pos, &before, sizeof pos);
    kj_position_set_side(&pos, KJ_GOTE);
    assert_true(pos.key != before.key);
    assert_true(pos.key == kj_position_compute_key(&pos));
    kj_position_set_side(&pos, KJ_SENTE);
    assert_memory_equal(&pos, &before, sizeof pos);
}

TEST(equality_looks_at_board_hands_and_side)
{
    // [R7.6]
    const KjGame *game = game_of("shogi");
    KjPosition a = bridge_read(game, "4k4/9/9/9/9/9/9/9/4K4 b P 1");
    KjPosition same = bridge_read(game, "4k4/9/9/9/9/9/9/9/4K4 b P 1");
    KjPosition hand = bridge_read(game, "4k4/9/9/9/9/9/9/9/4K4 b p 1");
    KjPosition side = bridge_read(game, "4k4/9/9/9/9/9/9/9/4K4 w P 1");
    KjPosition board = bridge_read(game, "4k4/9/9/9/9/9/9/9/5K3 b P 1");
    assert_true(kj_position_equal(&a, &same));
    assert_false(kj_position_equal(&a, &hand));
    assert_false(kj_position_equal(&a, &side));
    assert_false(kj_position_equal(&a, &board));
    assert_int_equal(kj_position_full_key(&a), kj_position_full_key(&same));
    assert_true(a.key == hand.key); // hands are not in this key
    assert_true(kj_position_full_key(&a) != kj_position_full_key(&hand));
}

/* ---- captures and hands ---- */

// docs/rules.md R1.4: a captured promoted piece reverts.
TEST(captured_dragon_enters_the_hand_as_a_rook)
{
    // [R1.6]
    const KjGame *game = game_of("shogi");
    KjPosition pos = bridge_read(game, "4k4/9/9/9/9/9/9/4+r4/4K4 b - 1");
    KjUndo undo;
    kj_position_make(&pos, bridge_usi(game, "5i5h"), &undo);
    assert_int_equal(kj_hand_count(game->t, pos.hand[KJ_SENTE], kj_game_kind(game, 'R')), 1);
    assert_int_equal(kj_hand_total(game->t, pos.hand[KJ_SENTE]), 1);
}

// docs/rules.md R3.5: King's Privilege.
TEST(ogi_king_takes_a_promoted_piece_either_way)
{
    // [R3.5]
    const KjGame *game = game_of("ogi");
    KjKind pawn = kj_game_kind(game, 'P');
    KjPosition start = bridge_read(game, "4k3/8/8/8/8/8/4+p3/4K3 b - 1");
    KjPosition kept = start, reverted = start;
    KjUndo undo;
    kj_position_make(&reverted, bridge_usi(game, "e1e2"), &undo);
    assert_int_equal(kj_hand_count(game->t, reverted.hand[KJ_SENTE], pawn), 1);
    assert_int_equal(kj_hand_count(game->t, reverted.hand[KJ_SENTE], pawn | KJ_PROMOTED), 0);
    kj_position_make(&kept, bridge_usi(game, "e1e2/+P"), &undo);
    assert_int_equal(kj_hand_count(game->t, kept.hand[KJ_SENTE], pawn), 0);
    assert_int_equal(kj_hand_count(game->t, kept.hand[KJ_SENTE], pawn | KJ_PROMOTED), 1);
    assert_false(kj_position_equal(&kept, &reverted));
}

// docs/rules.md R3.8: the king leaves the game, nobody holds it.
TEST(captured_king_leaves_the_game)
{
    const KjGame *game = game_of("ogi");
    KjPosition pos = bridge_read(game, "4k3/4R3/8/8/8/8/8/4K3 b - 1"), before = pos;
    KjUndo undo;
    KjMove move = bridge_usi(game, "e7e8+");
    kj_position_make(&pos, move, &undo);
    assert_int_equal(pos.king[KJ_GOTE], KJ_NO_SQUARE);
    assert_true(pos.has_king[KJ_GOTE]);
    assert_int_equal(pos.hand[KJ_SENTE], 0);
    kj_position_unmake(&pos, move, &undo);
    assert_memory_equal(&pos, &before, sizeof pos);
}

static KjHand random_hand(const KjTables *t, NvRng *rng, unsigned counts[KJ_MAX_KINDS])
{
    KjHand hand = 0;
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind kind = t->hand_kind[i];
        unsigned limit = 1u << t->hand_bits[kind];
        // Mostly equal counts, so that hands often cover each other.
        counts[kind] = nv_random(rng, 4) ? limit / 2 : (unsigned)nv_random(rng, (int)limit);
        hand += counts[kind] * t->hand_one[kind];
    }
    return hand;
}

TEST(packed_hands_keep_counts_and_compare_by_kind)
{
    NvRng rng = {11};
    unsigned covered = 0;
    for (int i = 0; i < 60000; i++) {
        const KjTables *t = kj_game_at((size_t)i % kj_game_count())->t;
        unsigned a[KJ_MAX_KINDS], b[KJ_MAX_KINDS], total = 0;
        KjHand hand_a = random_hand(t, &rng, a), hand_b = random_hand(t, &rng, b);
        bool covers = true;
        for (unsigned k = 0; k < t->n_hand; k++) {
            KjKind kind = t->hand_kind[k];
            assert_int_equal(kj_hand_count(t, hand_a, kind), a[kind]);
            covers = covers && a[kind] >= b[kind];
            total += a[kind];
        }
        assert_int_equal(kj_hand_covers(t, hand_a, hand_b), covers);
        assert_int_equal(kj_hand_total(t, hand_a), total);
        assert_true(kj_hand_covers(t, hand_a, hand_a) && kj_hand_covers(t, hand_a, 0));
        covered += covers;
    }
    assert_in_range(covered, 6000, 54000);
}

TEST(hands_have_room_for_the_whole_set)
{
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGame *game = kj_game_at(i);
        const KjTables *t = game->t;
        KjHand all = 0;
        for (unsigned k = 0; k < t->n_hand; k++) {
            KjKind kind = t->hand_kind[k];
            assert_int_equal(t->hand_one[kind], (KjHand)1 << t->hand_shift[kind]);
            assert_int_equal(t->hand_mask[kind] & all, 0);
            assert_int_equal(t->hand_mask[kind] & t->hand_guard, 0);
            all += kj_game_piece(game, kind)->set * t->hand_one[kind];
        }
        for (unsigned k = 0; k < t->n_hand; k++)
            assert_int_equal(kj_hand_count(t, all, t->hand_kind[k]),
                             kj_game_piece(game, t->hand_kind[k])->set);
        assert_int_equal(all & t->hand_guard, 0);
        assert_int_equal(t->hand_bits[t->king], 0);
        // Only where a king keeps promoted pieces can they be held (docs/rules.md R3.5).
        assert_int_equal(t->hand_apart != 0, game->row->kings_privilege || t->prince);
    }
}

/* ---- what makes a position impossible ---- */

TEST(positions_of_walks_have_no_fault)
{
    NvRng rng = {5};
    for (size_t i = 0; i < kj_game_count(); i++) {
        KjPosition pos = start_of(kj_game_at(i));
        for (int ply = 0; ply < 300; ply++) {
            KjMoveList list;
            kj_gen_safe(&pos, &list);
            if (list.n == 0)
                break;
            KjUndo undo;
            kj_position_make(&pos, list.move[nv_random(&rng, (int)list.n)], &undo);
            if (pos.king[pos.side] == KJ_NO_SQUARE)
                break;
            assert_int_equal(kj_position_check(&pos, NULL, NULL), KJ_POSITION_OK);
        }
    }
}

TEST(every_fault_has_a_text_of_its_own)
{
    for (int a = KJ_POSITION_OK; a <= KJ_POSITION_KING_CAPTURABLE; a++) {
        const char *text = kj_position_fault_text((KjPositionFault)a);
        assert_true(text != NULL && text[0] != '\0');
        for (int b = KJ_POSITION_OK; b < a; b++)
            assert_string_not_equal(text, kj_position_fault_text((KjPositionFault)b));
    }
}
