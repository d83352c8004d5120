/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setting up positions, and making and unmaking moves. */
#include "core/rules/position.h"

#include <assert.h>
#include <string.h>

#include "core/rules/attack.h"
#include "core/rules/movegen.h"

void kj_position_clear(KjPosition *pos, const KjGame *game)
{
    memset(pos, 0, sizeof *pos);
    pos->game = game;
    pos->king[KJ_SENTE] = pos->king[KJ_GOTE] = KJ_NO_SQUARE;
}

/* Adds or removes a piece in all the sets; the same exclusive-or does both. */
static inline void toggle_sets(KjPosition *pos, unsigned square, KjPiece piece)
{
    const KjTables *t = pos->game->t;
    KjKind kind = kj_piece_kind(piece);
    KjBb bit = kj_bit(square);
    pos->by_side[kj_piece_side(piece)] ^= bit;
    unsigned step = t->step_class[kind], slide = t->slide_class[kind];
    if (step)
        pos->by_step[step] ^= bit;
    if (slide) {
        pos->by_slide[slide] ^= bit;
        pos->by_slide[0] ^= bit;
    }
}

/* The same, and in the key. */
static inline void toggle(KjPosition *pos, unsigned square, KjPiece piece)
{
    toggle_sets(pos, square, piece);
    pos->key ^= pos->game->t->key_piece[piece][square];
}

/* Finds the royal pieces where there may be several of a side. */
static void find_royals(KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    for (unsigned side = 0; side < 2; side++) {
        KjBb left = pos->by_step[t->step_class[t->king]] & pos->by_side[side];
        pos->royal[side] = 0;
        pos->king[side] = KJ_NO_SQUARE;
        while (left) {
            unsigned square = kj_bb_pop(&left);
            KjKind kind = kj_piece_kind(pos->board[square]);
            if (t->royal[kind])
                pos->royal[side] |= kj_bit(square);
            if (t->royal[kind] && (kind == t->king || pos->king[side] == KJ_NO_SQUARE))
                pos->king[side] = (uint8_t)square;
        }
        unsigned n = (unsigned)kj_bb_count(pos->royal[side]);
        pos->spare[side] = (uint8_t)(n ? n - 1 : 0);
        pos->has_king[side] |= n > 0;
    }
}

void kj_position_put(KjPosition *pos, unsigned square, KjPiece piece)
{
    assert(square < pos->game->t->squares && pos->board[square] == KJ_NONE);
    toggle(pos, square, piece);
    pos->board[square] = piece;
    if (kj_piece_kind(piece) == pos->game->t->king) {
        pos->king[kj_piece_side(piece)] = (uint8_t)square;
        pos->has_king[kj_piece_side(piece)] = true;
    }
    if (pos->game->t->prince)
        find_royals(pos);
}

KjPiece kj_position_remove(KjPosition *pos, unsigned square)
{
    KjPiece piece = pos->board[square];
    assert(piece != KJ_NONE);
    toggle(pos, square, piece);
    pos->board[square] = KJ_NONE;
    if (kj_piece_kind(piece) == pos->game->t->king) {
        pos->king[kj_piece_side(piece)] = KJ_NO_SQUARE;
        pos->has_king[kj_piece_side(piece)] = false;
    }
    if (pos->game->t->prince) {
        pos->has_king[kj_piece_side(piece)] = false;
        find_royals(pos);
    }
    return piece;
}

void kj_position_set_side(KjPosition *pos, KjSide side)
{
    if (pos->side != side)
        pos->key ^= pos->game->t->key_gote_to_move;
    pos->side = (uint8_t)side;
}

static void make_drop(KjPosition *pos, KjMove move)
{
    KjKind kind = kj_move_drop_kind(move);
    KjPiece piece = kj_piece((KjSide)pos->side, kind);
    pos->hand[pos->side] -= pos->game->t->hand_one[kind];
    toggle(pos, kj_move_to(move), piece);
    pos->board[kj_move_to(move)] = piece;
}

static void make_board_move(KjPosition *pos, KjMove move, KjPiece captured)
{
    const KjTables *t = pos->game->t;
    unsigned from = kj_move_from(move), to = kj_move_to(move);
    KjPiece piece = pos->board[from];
    KjPiece after = kj_move_promotes(move) ? piece | KJ_PROMOTED : piece;
    if (captured) {
        KjKind taken = kj_piece_kind(captured);
        toggle(pos, to, captured);
        if (taken == t->king)
            pos->king[pos->side ^ 1] = KJ_NO_SQUARE;
        else
            pos->hand[pos->side] += kj_hand_gain(pos->game, taken, kj_move_keeps(move));
    }
    toggle(pos, from, piece);
    toggle(pos, to, after);
    pos->board[from] = KJ_NONE;
    pos->board[to] = after;
    if (kj_piece_kind(piece) == t->king)
        pos->king[pos->side] = (uint8_t)to;
}

void kj_position_make(KjPosition *pos, KjMove move, KjUndo *undo)
{
    undo->key = pos->key;
    undo->hand[0] = pos->hand[0];
    undo->hand[1] = pos->hand[1];
    undo->captured = pos->board[kj_move_to(move)];
    undo->tried = pos->tried;
    if (pos->game->rules.try_rule == KJ_TRY_ON_UNLESS_MATED && !kj_move_is_drop(move) &&
        kj_is_try(pos, move))
        pos->tried |= (uint8_t)(1u << pos->side);
    if (kj_move_is_drop(move))
        make_drop(pos, move);
    else
        make_board_move(pos, move, undo->captured);
    if (pos->game->t->prince) {
        memcpy(undo->has_king, pos->has_king, sizeof undo->has_king);
        find_royals(pos);
    }
    pos->side ^= 1;
    pos->key ^= pos->game->t->key_gote_to_move;
}

KjPosition kj_position_after(const KjPosition *pos, KjMove move)
{
    KjPosition after = *pos;
    KjUndo undo;
    if (move)
        kj_position_make(&after, move, &undo);
    return after;
}

KjPosition kj_position_after_line(const KjPosition *pos, const KjMove *moves, unsigned n)
{
    KjPosition after = *pos;
    for (unsigned i = 0; i < n; i++)
        after = kj_position_after(&after, moves[i]);
    return after;
}

void kj_position_unmake(KjPosition *pos, KjMove move, const KjUndo *undo)
{
    unsigned to = kj_move_to(move);
    pos->side ^= 1;
    KjPiece piece = pos->board[to];
    toggle_sets(pos, to, piece);
    pos->board[to] = undo->captured;
    if (undo->captured) {
        toggle_sets(pos, to, undo->captured);
        if (kj_piece_kind(undo->captured) == pos->game->t->king)
            pos->king[pos->side ^ 1] = (uint8_t)to;
    }
    if (!kj_move_is_drop(move)) {
        unsigned from = kj_move_from(move);
        if (kj_move_promotes(move))
            piece &= (KjPiece)~KJ_PROMOTED;
        toggle_sets(pos, from, piece);
        pos->board[from] = piece;
        if (kj_piece_kind(piece) == pos->game->t->king)
            pos->king[pos->side] = (uint8_t)from;
    }
    pos->key = undo->key;
    pos->hand[0] = undo->hand[0];
    pos->hand[1] = undo->hand[1];
    pos->tried = undo->tried;
    if (pos->game->t->prince) {
        find_royals(pos);
        memcpy(pos->has_king, undo->has_king, sizeof undo->has_king);
    }
}

KjKey kj_position_compute_key(const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    KjKey key = pos->side == KJ_GOTE ? t->key_gote_to_move : 0;
    for (unsigned square = 0; square < t->squares; square++) {
        if (pos->board[square])
            key ^= t->key_piece[pos->board[square]][square];
    }
    return key;
}

bool kj_position_equal(const KjPosition *a, const KjPosition *b)
{
    return a->key == b->key && a->side == b->side && a->hand[0] == b->hand[0] &&
           a->hand[1] == b->hand[1] && memcmp(a->board, b->board, sizeof a->board) == 0;
}

KjPosition kj_position_flip(const KjPosition *pos)
{
    unsigned squares = pos->game->t->squares;
    KjPosition flipped;
    kj_position_clear(&flipped, pos->game);
    for (unsigned square = 0; square < squares; square++) {
        if (pos->board[square])
            kj_position_put(&flipped, squares - 1 - square, pos->board[square] ^ KJ_GOTE_PIECE);
    }
    for (int side = 0; side < 2; side++) {
        flipped.hand[side] = pos->hand[side ^ 1];
        flipped.has_king[side] = pos->has_king[side ^ 1];
    }
    kj_position_set_side(&flipped, kj_other((KjSide)pos->side));
    return flipped;
}

KjPosition kj_position_mirror(const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    KjPosition mirrored;
    kj_position_clear(&mirrored, pos->game);
    for (unsigned square = 0; square < t->squares; square++) {
        unsigned file = t->files - 1u - t->file_of[square];
        if (pos->board[square])
            kj_position_put(&mirrored, file * t->ranks + t->rank_of[square], pos->board[square]);
    }
    memcpy(mirrored.hand, pos->hand, sizeof mirrored.hand);
    memcpy(mirrored.has_king, pos->has_king, sizeof mirrored.has_king);
    kj_position_set_side(&mirrored, (KjSide)pos->side);
    return mirrored;
}

unsigned kj_hand_total(const KjTables *t, KjHand hand)
{
    unsigned total = 0;
    for (unsigned i = 0; i < t->n_hand; i++)
        total += kj_hand_count(t, hand, t->hand_kind[i]);
    return total;
}

void kj_position_count(const KjPosition *pos, KjPieceCounts *out)
{
    const KjTables *t = pos->game->t;
    memset(out, 0, sizeof *out);
    for (unsigned square = 0; square < t->squares; square++)
        out->board[kj_base_kind(kj_piece_kind(pos->board[square]))]++;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < t->n_hand; i++)
            out->hand[side][kj_base_kind(t->hand_kind[i])] +=
                (uint8_t)kj_hand_count(t, pos->hand[side], t->hand_kind[i]);
}

void kj_position_give_rest(KjPosition *pos, KjSide side)
{
    KjPieceCounts counts;
    kj_position_count(pos, &counts);
    for (KjKind kind = 1; kind <= pos->game->row->n_pieces; kind++) {
        unsigned used = kj_piece_count(&counts, kind), set = kj_game_piece(pos->game, kind)->set;
        if (used < set && kj_hand_gain(pos->game, kind, false))
            pos->hand[side] += (set - used) * pos->game->t->hand_one[kind];
    }
}

unsigned kj_position_cut_hand(KjPosition *pos, KjSide side)
{
    const KjTables *t = pos->game->t;
    KjPieceCounts counts;
    kj_position_count(pos, &counts);
    unsigned cut = 0;
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind held = t->hand_kind[i], kind = kj_base_kind(held);
        unsigned used = kj_piece_count(&counts, kind), set = kj_game_piece(pos->game, kind)->set;
        unsigned in_hand = kj_hand_count(t, pos->hand[side], held);
        bool counted = used <= set + counts.hand[kj_other(side)][kind];
        unsigned more = counted && used > set ? used - set : 0, n = more < in_hand ? more : in_hand;
        pos->hand[side] -= n * t->hand_one[held];
        kj_position_count(pos, &counts);
        cut += n;
    }
    return cut;
}

/* What kj_position_check reports on: the fault and the square or kind it is about. */
typedef struct {
    KjPositionFault fault;
    unsigned square;
    KjKind kind;
} Finding;

static Finding find_king_fault(const KjPosition *pos)
{
    KjKind king = pos->game->t->king;
    unsigned count[2] = {0, 0};
    for (unsigned square = 0; square < pos->game->t->squares; square++) {
        KjPiece piece = pos->board[square];
        if (kj_piece_kind(piece) == king && ++count[kj_piece_side(piece)] > 1)
            return (Finding){KJ_POSITION_TWO_KINGS, square, king};
    }
    if (pos->king[0] == KJ_NO_SQUARE && pos->king[1] == KJ_NO_SQUARE)
        return (Finding){KJ_POSITION_NO_KING, KJ_NO_SQUARE, king};
    return (Finding){KJ_POSITION_OK, KJ_NO_SQUARE, KJ_NONE};
}

static Finding find_doubled_pawns(const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    for (unsigned square = 0; square < t->squares; square++) {
        KjPiece piece = pos->board[square];
        KjKind kind = kj_piece_kind(piece);
        if (!piece || !t->is_nifu[kind])
            continue;
        KjBb before = t->file[t->file_of[square]] & (kj_bit(square) - 1);
        if (pos->by_step[t->step_class[kind]] & pos->by_side[kj_piece_side(piece)] & before)
            return (Finding){KJ_POSITION_NIFU, square, kind};
    }
    return (Finding){KJ_POSITION_OK, KJ_NO_SQUARE, KJ_NONE};
}

static Finding find_dead_piece(const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    for (unsigned square = 0; square < t->squares && !pos->game->row->dead_drops; square++) {
        KjPiece piece = pos->board[square];
        KjKind kind = kj_piece_kind(piece);
        if (piece && !kj_bb_has(t->alive[kj_piece_side(piece)][kind], square))
            return (Finding){KJ_POSITION_DEAD_PIECE, square, kind};
    }
    return (Finding){KJ_POSITION_OK, KJ_NO_SQUARE, KJ_NONE};
}

static Finding find_oddity(const KjPosition *pos)
{
    Finding found = find_doubled_pawns(pos);
    return found.fault == KJ_POSITION_OK ? find_dead_piece(pos) : found;
}

static Finding find_excess(const KjPosition *pos)
{
    KjPieceCounts counts;
    kj_position_count(pos, &counts);
    for (KjKind kind = 1; kind <= pos->game->row->n_pieces; kind++) {
        if (kj_piece_count(&counts, kind) > kj_game_piece(pos->game, kind)->set)
            return (Finding){KJ_POSITION_TOO_MANY, KJ_NO_SQUARE, kind};
    }
    return (Finding){KJ_POSITION_OK, KJ_NO_SQUARE, KJ_NONE};
}

static Finding find_not_held(const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind kind = t->hand_kind[i];
        bool held = ((pos->hand[0] | pos->hand[1]) & t->hand_mask[kind]) != 0;
        if (held && !kj_hand_gain(pos->game, kind, kind & KJ_PROMOTED))
            return (Finding){KJ_POSITION_NOT_HELD, KJ_NO_SQUARE, kind};
    }
    return (Finding){KJ_POSITION_OK, KJ_NO_SQUARE, KJ_NONE};
}

static KjPositionFault check(const KjPosition *pos, bool odd, unsigned *out_square,
                             KjKind *out_kind)
{
    Finding found = find_king_fault(pos);
    if (found.fault == KJ_POSITION_OK && !odd)
        found = find_oddity(pos);
    if (found.fault == KJ_POSITION_OK)
        found = find_excess(pos);
    if (found.fault == KJ_POSITION_OK)
        found = find_not_held(pos);
    KjSide waiting = kj_other((KjSide)pos->side);
    if (found.fault == KJ_POSITION_OK && !pos->game->row->king_capture && kj_can_capture_king(pos))
        found = (Finding){KJ_POSITION_KING_CAPTURABLE, pos->king[waiting], pos->game->t->king};
    if (out_square)
        *out_square = found.square;
    if (out_kind)
        *out_kind = found.kind;
    return found.fault;
}

KjPositionFault kj_position_check(const KjPosition *pos, unsigned *out_square, KjKind *out_kind)
{
    return check(pos, false, out_square, out_kind);
}

KjPositionFault kj_position_check_start(const KjPosition *pos, unsigned *out_square,
                                        KjKind *out_kind)
{
    return check(pos, true, out_square, out_kind);
}

KjPositionFault kj_position_check_made(const KjPosition *from, const KjPosition *made)
{
    return check(made, find_oddity(from).fault != KJ_POSITION_OK, NULL, NULL);
}

KjPositionFault kj_position_oddity(const KjPosition *pos, unsigned *out_square)
{
    Finding found = find_oddity(pos);
    if (out_square)
        *out_square = found.square;
    return found.fault;
}

const char *kj_position_fault_text(KjPositionFault fault)
{
    static const char *const text[] = {
        [KJ_POSITION_OK] = "no fault",
        [KJ_POSITION_NO_KING] = "no king on the board",
        [KJ_POSITION_TWO_KINGS] = "two kings of one side",
        [KJ_POSITION_NIFU] = "two unpromoted pawns of one side on a file (二歩)",
        [KJ_POSITION_DEAD_PIECE] = "a piece that can never move (行き所のない駒)",
        [KJ_POSITION_TOO_MANY] = "more pieces of a kind than the set has",
        [KJ_POSITION_NOT_HELD] = "a piece in hand that leaves the game when it is taken",
        [KJ_POSITION_KING_CAPTURABLE] = "the side not to move is in check",
    };
    return text[fault];
}
