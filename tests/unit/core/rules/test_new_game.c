/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A new game is just data: a made-up one, 7x7 with odd pieces, against rules that walk its pictures
 * square by square, make every move on a copy and look whether a king could then be taken.
 */
#include <stdio.h>
#include <string.h>

#include "core/rules/attack.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"

enum { SIZE = 7, SQUARES = SIZE * SIZE, GAMES_PER_RULES = 100, PLIES = 12 };

/* ---- the game ---- */

typedef const char *const Picture[5];

static Picture king = {".....", ".ooo.", ".o*o.", ".ooo.", "....."};
static Picture pawn = {".....", "..o..", "..*..", ".....", "....."};
static Picture gold = {".....", ".ooo.", ".o*o.", "..o..", "....."};
static Picture rook = {".....", "..s..", ".s*s.", "..s..", "....."};
// Leaps two squares straight or aslant, over whatever is there; promoted it slides instead.
static Picture leaper = {"o.o.o", ".....", "o.*.o", ".....", "o.o.o"};
// Loses lines on promotion and gains others, one of them back along the way it may have come.
static Picture crab = {".....", "..o..", ".s*s.", ".....", "....."};
static Picture crab_promoted = {".....", ".s.s.", "..*..", "..s..", "....."};
// Left and right differ.
static Picture skewed = {".....", ".o...", "..*s.", ".s...", "..o.."};
// Slides backwards only.
static Picture guard = {".o.o.", ".....", "..*..", "..s..", "....."};

static const KjPieceRow pieces[] = {
    {.letter = 'A',
     .kanji = "跳",
     .kanji_promoted = "走",
     .moves = leaper,
     .moves_promoted = rook,
     .set = 4},
    {.letter = 'C',
     .kanji = "蟹",
     .kanji_promoted = "海",
     .moves = crab,
     .moves_promoted = crab_promoted,
     .set = 4},
    {.letter = 'T', .kanji = "斜", .moves = skewed, .set = 4},
    {.letter = 'D',
     .kanji = "守",
     .kanji_promoted = "金",
     .moves = guard,
     .moves_promoted = gold,
     .set = 4},
    {.letter = 'P',
     .kanji = "歩",
     .kanji_promoted = "と",
     .moves = pawn,
     .moves_promoted = gold,
     .set = 8,
     .nifu = true,
     .no_mate_drop = true},
    {.letter = 'K', .kanji = "王", .moves = king, .set = 2, .royal = true},
};

static const KjGameRow plain_row = {
    .id = "made-up",
    .alias = "",
    .files = SIZE,
    .ranks = SIZE,
    .zone = 2,
    .pieces = pieces,
    .n_pieces = sizeof pieces / sizeof pieces[0],
};

/* ---- rules that only know pictures ---- */

typedef struct {
    const KjGameRow *row;
    KjPiece board[SQUARES];
    unsigned hand[2][KJ_MAX_KINDS];
    KjSide side;
} Plain;

static Plain plain_of(const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    Plain p = {.row = pos->game->row, .side = (KjSide)pos->side};
    memcpy(p.board, pos->board, sizeof p.board);
    for (unsigned i = 0; i < t->n_hand; i++) {
        for (int side = 0; side < 2; side++)
            p.hand[side][t->hand_kind[i]] = kj_hand_count(t, pos->hand[side], t->hand_kind[i]);
    }
    return p;
}

static bool is_king(KjPiece piece)
{
    return kj_base_kind(kj_piece_kind(piece)) == plain_row.n_pieces;
}

/* The squares a piece could go to or take on from a square, own pieces included. */
static unsigned reach(const Plain *p, unsigned from, KjPiece piece, unsigned squares[SQUARES])
{
    const KjPieceRow *row = &pieces[kj_base_kind(kj_piece_kind(piece)) - 1];
    const char *const *picture = piece & KJ_PROMOTED ? row->moves_promoted : row->moves;
    int sign = kj_piece_side(piece) == KJ_SENTE ? 1 : -1;
    unsigned n = 0;
    for (int i = 0; i < 25; i++) {
        char mark = picture[i / 5][i % 5];
        int df = sign * (2 - i % 5), dr = sign * (i / 5 - 2);
        int file = (int)from / SIZE + df, rank = (int)from % SIZE + dr;
        while ((mark == 'o' || mark == 's') && file >= 0 && file < SIZE && rank >= 0 &&
               rank < SIZE) {
            unsigned to = (unsigned)(file * SIZE + rank);
            squares[n++] = to;
            if (mark == 'o' || p->board[to])
                break;
            file += df;
            rank += dr;
        }
    }
    return n;
}

static bool king_attacked(const Plain *p, KjSide side)
{
    for (unsigned from = 0; from < SQUARES; from++) {
        if (!p->board[from] || kj_piece_side(p->board[from]) == side)
            continue;
        unsigned squares[SQUARES], n = reach(p, from, p->board[from], squares);
        while (n-- > 0) {
            KjPiece target = p->board[squares[n]];
            if (target && is_king(target) && kj_piece_side(target) == side)
                return true;
        }
    }
    return false;
}

static bool in_zone(const Plain *p, unsigned square)
{
    unsigned rank = p->side == KJ_SENTE ? square % SIZE : SIZE - 1 - square % SIZE;
    return rank < p->row->zone;
}

/* Whether a piece has no square to go to on an empty board. */
static bool is_dead(const Plain *p, KjPiece piece, unsigned square)
{
    Plain empty = {.row = p->row};
    unsigned squares[SQUARES];
    return reach(&empty, square, piece, squares) == 0;
}

static void add_board_moves(const Plain *p, unsigned from, KjMoveList *list)
{
    KjPiece piece = p->board[from];
    bool promotes = !(piece & KJ_PROMOTED) && pieces[kj_piece_kind(piece) - 1].moves_promoted;
    unsigned squares[SQUARES], n = reach(p, from, piece, squares);
    for (unsigned i = 0; i < n; i++) {
        unsigned to = squares[i];
        KjPiece target = p->board[to];
        if (target && kj_piece_side(target) == p->side)
            continue;
        bool may = promotes && (in_zone(p, from) || in_zone(p, to));
        KjMove move = kj_make_move(from, to);
        if (may)
            kj_list_add(list, move | KJ_MOVE_PROMOTE);
        if (!promotes || !((may && p->row->auto_promote) || is_dead(p, piece, to)))
            kj_list_add(list, move);
        if (is_king(piece) && (target & KJ_PROMOTED) && p->row->kings_privilege)
            kj_list_add(list, move | KJ_MOVE_KEEP);
    }
}

static bool file_has_pawn(const Plain *p, unsigned square, KjPiece piece)
{
    for (unsigned rank = 0; rank < SIZE; rank++) {
        if (p->board[square / SIZE * SIZE + rank] == piece)
            return true;
    }
    return false;
}

static void add_drops(const Plain *p, unsigned to, KjMoveList *list)
{
    for (unsigned kind = 1; kind < KJ_MAX_KINDS; kind++) {
        KjPiece piece = kj_piece(p->side, (KjKind)kind);
        if (p->hand[p->side][kind] == 0)
            continue;
        bool nifu =
            kind <= plain_row.n_pieces && pieces[kind - 1].nifu && file_has_pawn(p, to, piece);
        if (!nifu && (p->row->dead_drops || !is_dead(p, piece, to)))
            kj_list_add(list, kj_make_drop((KjKind)kind, to));
    }
}

static Plain played(const Plain *before, KjMove move)
{
    Plain p = *before;
    unsigned to = kj_move_to(move);
    if (kj_move_is_drop(move)) {
        p.hand[p.side][kj_move_drop_kind(move)]--;
        p.board[to] = kj_piece(p.side, kj_move_drop_kind(move));
    } else {
        KjPiece taken = p.board[to];
        if (taken && !is_king(taken))
            p.hand[p.side][kj_hand_kind_of(kj_piece_kind(taken), kj_move_keeps(move))]++;
        p.board[to] = p.board[kj_move_from(move)] | (kj_move_promotes(move) ? KJ_PROMOTED : 0);
        p.board[kj_move_from(move)] = KJ_NONE;
    }
    p.side = kj_other(p.side);
    return p;
}

static void list_safe(const Plain *p, KjMoveList *list);

static bool drop_mates(const Plain *p, KjMove move)
{
    if (!kj_move_is_drop(move) || kj_move_drop_kind(move) > plain_row.n_pieces ||
        !pieces[kj_move_drop_kind(move) - 1].no_mate_drop)
        return false;
    Plain after = played(p, move);
    if (!king_attacked(&after, after.side))
        return false;
    KjMoveList replies;
    list_safe(&after, &replies);
    return replies.n == 0;
}

static void list_pseudo(const Plain *p, KjMoveList *list)
{
    list->n = 0;
    for (unsigned square = 0; square < SQUARES; square++) {
        KjPiece piece = p->board[square];
        if (!piece)
            add_drops(p, square, list);
        else if (kj_piece_side(piece) == p->side)
            add_board_moves(p, square, list);
    }
}

/* Moves that leave the own king safe and are no drop mates. */
static void list_safe(const Plain *p, KjMoveList *list)
{
    KjMoveList all;
    list_pseudo(p, &all);
    list->n = 0;
    for (unsigned i = 0; i < all.n; i++) {
        Plain after = played(p, all.move[i]);
        if (!king_attacked(&after, p->side) && !drop_mates(p, all.move[i]))
            kj_list_add(list, all.move[i]);
    }
}

/* ---- comparison ---- */

typedef struct {
    unsigned positions, checks, mates, drop_mates;
} Count;

static void assert_same(const char *what, const KjPosition *pos, KjMoveList *ours,
                        KjMoveList *expected)
{
    bridge_sort(ours);
    bridge_sort(expected);
    if (bridge_same(ours, expected))
        return;
    for (unsigned square = 0; square < SQUARES; square++)
        printf("%2x%s", pos->board[square], square % SIZE == SIZE - 1 ? "\n" : " ");
    for (unsigned i = 0; i < expected->n || i < ours->n; i++) {
        if (i >= expected->n || i >= ours->n || ours->move[i] != expected->move[i])
            fail_msg("%s: ours %u expected %u", what, i < ours->n ? ours->move[i] : 0,
                     i < expected->n ? expected->move[i] : 0);
    }
    fail_msg("%s: a move twice", what);
}

static void compare_checks(const KjPosition *pos, const Plain *p, const KjMoveList *safe,
                           Count *count)
{
    KjMoveList ours, checks = {.n = 0};
    for (unsigned i = 0; i < safe->n; i++) {
        Plain after = played(p, safe->move[i]);
        bool check = king_attacked(&after, after.side);
        assert_int_equal(kj_gives_check(pos, safe->move[i]), check);
        if (!check)
            continue;
        kj_list_add(&checks, safe->move[i]);
        KjMoveList replies;
        list_safe(&after, &replies);
        assert_int_equal(kj_is_mate(pos, safe->move[i]), replies.n == 0);
        count->mates += replies.n == 0;
    }
    kj_gen_checks(pos, &ours);
    assert_same("checks", pos, &ours, &checks);
    count->checks += checks.n;
}

static void compare(const KjPosition *pos, Count *count)
{
    Plain p = plain_of(pos);
    KjMoveList ours, all, safe;
    list_pseudo(&p, &all);
    list_safe(&p, &safe);
    kj_gen_legal(pos, &ours);
    if (pos->game->row->king_capture) {
        // Only drop mates are illegal there.
        unsigned kept = 0;
        for (unsigned i = 0; i < all.n; i++) {
            if (!drop_mates(&p, all.move[i]))
                all.move[kept++] = all.move[i];
        }
        all.n = kept;
    }
    assert_same("legal moves", pos, &ours, pos->game->row->king_capture ? &all : &safe);
    kj_gen_safe(pos, &ours);
    assert_same("safe moves", pos, &ours, &safe);
    assert_int_equal(kj_in_check(pos, (KjSide)pos->side), king_attacked(&p, p.side));
    assert_int_equal(kj_has_safe_move(pos), safe.n > 0);
    if (kj_in_check(pos, (KjSide)pos->side)) {
        kj_gen_evasions(pos, &ours, NULL);
        assert_same("evasions", pos, &ours, &safe);
    }
    for (unsigned i = 0; i < all.n; i++)
        count->drop_mates += drop_mates(&p, all.move[i]);
    compare_checks(pos, &p, &safe, count);
    count->positions++;
}

/* A random square that is empty. */
static unsigned empty_square(const KjPosition *pos, NvRng *rng)
{
    unsigned square;
    do
        square = (unsigned)nv_random(rng, SQUARES);
    while (pos->board[square]);
    return square;
}

/* Strews the set over board and hands until the position is possible. */
static KjPosition random_position(const KjGame *game, NvRng *rng)
{
    KjPosition pos;
    do {
        kj_position_clear(&pos, game);
        for (int side = 0; side < 2; side++)
            kj_position_put(&pos, empty_square(&pos, rng),
                            kj_piece((KjSide)side, (KjKind)plain_row.n_pieces));
        for (KjKind kind = 1; kind < plain_row.n_pieces; kind++) {
            for (int i = 0; i < pieces[kind - 1].set; i++) {
                KjSide side = (KjSide)nv_random(rng, 2);
                bool promoted = pieces[kind - 1].moves_promoted && nv_random(rng, 3) == 0;
                if (nv_random(rng, 2))
                    pos.hand[side] += game->t->hand_one[kind];
                else
                    kj_position_put(&pos, empty_square(&pos, rng),
                                    kj_piece(side, promoted ? kind | KJ_PROMOTED : kind));
            }
        }
        kj_position_set_side(&pos, (KjSide)nv_random(rng, 2));
    } while (kj_position_check(&pos, NULL, NULL) != KJ_POSITION_OK || kj_can_capture_king(&pos));
    return pos;
}

static void play_and_compare(const KjGameRow *row, uint64_t seed, Count *count)
{
    static KjTables tables;
    kj_tables_build(&tables, row);
    KjGame game = {.row = row, .t = &tables, .rules = row->rules};
    NvRng rng = {seed};
    memset(count, 0, sizeof *count);
    for (int i = 0; i < GAMES_PER_RULES; i++) {
        KjPosition pos = random_position(&game, &rng);
        for (int ply = 0; ply < PLIES; ply++) {
            compare(&pos, count);
            KjMoveList safe, checks;
            kj_gen_safe(&pos, &safe);
            if (safe.n == 0)
                break;
            kj_gen_checks(&pos, &checks);
            const KjMoveList *from = checks.n && nv_random(&rng, 2) ? &checks : &safe;
            KjUndo undo;
            kj_position_make(&pos, from->move[nv_random(&rng, (int)from->n)], &undo);
            assert_true(pos.key == kj_position_compute_key(&pos));
        }
    }
    print_message("%u positions, %u checks, %u mates, %u drop mates\n", count->positions,
                  count->checks, count->mates, count->drop_mates);
    assert_true(count->positions > GAMES_PER_RULES);
    assert_true(count->checks > count->positions);
    assert_true(count->mates > 20);
}

TEST(made_up_game_plays_by_its_pictures)
{
    Count count;
    play_and_compare(&plain_row, 1, &count);
    assert_true(count.drop_mates > 0);
}

TEST(made_up_game_with_king_capture_and_privilege)
{
    KjGameRow row = plain_row;
    row.king_capture = true;
    row.kings_privilege = true;
    Count count;
    play_and_compare(&row, 2, &count);
}

TEST(made_up_game_with_automatic_promotion_and_dead_drops)
{
    KjGameRow row = plain_row;
    row.auto_promote = true;
    row.dead_drops = true;
    row.zone = 3;
    Count count;
    play_and_compare(&row, 3, &count);
}
