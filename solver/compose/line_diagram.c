/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The least diagrams of a line. The line is played on a board of which only some squares are known;
 * what a move needs is put there at its turn and into the diagram as well, unless the square is
 * known to have been empty or to have had something else.
 */
#include "solver/compose/line_diagram.h"

#include <string.h>

#include "core/rules/attack.h"

typedef struct {
    const GArray *line; // of KjLooseMove
    bool any_move;
    GArray *out;
    KjLineFault *fault; // of what came furthest
} Walk;

/* How far a reading of the line has come. */
typedef struct {
    KjLineDiagram diagram;
    KjPosition now; // the known part of the board
    KjBb known;     // squares whose first content is settled
    KjBb checkers;  // from where the move before may give check; 0: from anywhere
} Reading;

const char *kj_line_fault_code(const KjLineFault *fault)
{
    static const char *const code[] = {"possible", "illegal",  "no-piece", "no-check",
                                       "no-reply", "in-check", "king",     "ends"};
    return code[fault->kind];
}

const char *kj_line_fault_text(const KjLineFault *fault)
{
    static const char *const text[] = {
        [KJ_LINE_NO_PIECE] = "the set has no such piece left for it",
        [KJ_LINE_NO_CHECK] = "it can be no check, whatever else stands on the board",
        [KJ_LINE_NO_REPLY] = "it meets no check that the move before can give",
        [KJ_LINE_IN_CHECK] = "the king would go where a piece of the line attacks it",
        [KJ_LINE_KING] = "it would take the king",
        [KJ_LINE_ENDS] = "the line ends with a reply, expected a last move of the attacker",
    };
    return fault->kind == KJ_LINE_ILLEGAL ? kj_illegal_text(fault->illegal) : text[fault->kind];
}

/* Notes why a reading goes no further, if none has come as far. That another piece stands where the
 * move begins is only said if nothing else is: other kinds were tried there. */
static bool fail(const Walk *w, const Reading *r, KjLineFaultKind kind, KjIllegal illegal,
                 KjMove move)
{
    unsigned ply = r->diagram.n_line;
    bool empty = w->fault->kind == KJ_LINE_ILLEGAL && w->fault->illegal == KJ_MOVE_NO_PIECE;
    if (w->fault->kind == KJ_LINE_POSSIBLE || ply > w->fault->ply ||
        (ply == w->fault->ply && empty))
        *w->fault = (KjLineFault){kind, illegal, ply, r->now, move};
    return false;
}

/* Takes a piece of gote's hand, at the start and now; false: there is none. */
static bool take_from_rest(Reading *r, KjKind kind)
{
    const KjTables *t = r->now.game->t;
    KjKind base = kj_base_kind(kind);
    if (!t->hand_bits[base] || !kj_hand_count(t, r->diagram.position.hand[KJ_GOTE], base) ||
        !kj_hand_count(t, r->now.hand[KJ_GOTE], base))
        return false;
    r->diagram.position.hand[KJ_GOTE] -= t->hand_one[base];
    r->now.hand[KJ_GOTE] -= t->hand_one[base];
    return true;
}

/* Puts the piece that moves where it moves from, or into the hand, unless it is there. */
static bool supply(const Walk *w, Reading *r, const KjLooseReading *reading)
{
    const KjTables *t = r->now.game->t;
    KjSide side = (KjSide)r->now.side;
    KjMove move = reading->move;
    unsigned from = kj_move_from(move);
    if (kj_move_is_drop(move)) {
        if (!t->hand_bits[reading->kind] || kj_hand_count(t, r->now.hand[side], reading->kind))
            return true; // if it cannot be held, that is what is said
        if (side == KJ_GOTE || !take_from_rest(r, reading->kind))
            return fail(w, r, KJ_LINE_NO_PIECE, KJ_MOVE_LEGAL, move);
        r->diagram.position.hand[side] += t->hand_one[reading->kind];
        r->now.hand[side] += t->hand_one[reading->kind];
        return true;
    }
    KjPiece piece = kj_piece(side, reading->kind);
    if (kj_bb_has(r->known, from))
        return r->now.board[from] == piece || fail(w, r, KJ_LINE_ILLEGAL, KJ_MOVE_NO_PIECE, move);
    if (reading->kind == t->king || !take_from_rest(r, reading->kind))
        return fail(w, r, KJ_LINE_NO_PIECE, KJ_MOVE_LEGAL, move);
    kj_position_put(&r->diagram.position, from, piece);
    kj_position_put(&r->now, from, piece);
    r->known |= kj_bit(from);
    r->diagram.fixed |= kj_bit(from);
    return true;
}

/* Whether a piece of the attacker's that steps attacks a square, which nothing can hinder. */
static bool stepped_on(const Reading *r, unsigned square)
{
    KjBb pieces = r->now.by_side[KJ_SENTE] & ~kj_bit(square);
    return kj_step_attackers(&r->now, KJ_SENTE, square, pieces) != 0;
}

/* From where a move of the attacker's can check: 0, from anywhere; false: from nowhere. */
static bool can_check(const Reading *r, const KjLooseReading *reading, KjBb *out)
{
    const KjTables *t = r->now.game->t;
    unsigned king = r->now.king[KJ_GOTE], to = kj_move_to(reading->move);
    unsigned from = kj_move_from(reading->move);
    bool drop = kj_move_is_drop(reading->move);
    KjKind kind = kj_move_promotes(reading->move) ? reading->kind | KJ_PROMOTED : reading->kind;
    KjBb occupied = kj_occupied(&r->now);
    if (!drop)
        occupied &= ~kj_bit(from);
    bool direct = kj_bb_has(kj_kind_attack(t, KJ_SENTE, kind, to, occupied), king);
    bool opens = !drop && t->line_through[king][from] && !kj_bb_has(t->between[king][from], to);
    *out = opens ? 0 : kj_bit(to);
    return direct || opens;
}

/* Whether a reply can meet the check before it. */
static bool can_meet(const Reading *r, KjMove reply)
{
    const KjTables *t = r->now.game->t;
    unsigned king = r->now.king[KJ_GOTE];
    if (!r->checkers || kj_move_from(reply) == king)
        return true;
    KjBb where = r->checkers | t->between[king][kj_bb_first(r->checkers)];
    return kj_bb_has(where, kj_move_to(reply));
}

/* Whether a move is possible, as far as what is known of the board says. */
static bool is_possible(const Walk *w, Reading *r, const KjLooseReading *reading)
{
    KjMove move = reading->move;
    KjIllegal illegal = kj_move_legality(&r->now, move);
    bool attacks = r->now.side == KJ_SENTE;
    if (!kj_move_is_drop(move) && kj_move_to(move) == r->now.king[r->now.side ^ 1])
        return fail(w, r, KJ_LINE_KING, KJ_MOVE_LEGAL, move);
    if (illegal != KJ_MOVE_LEGAL && illegal != KJ_MOVE_LEAVES_CHECK &&
        illegal != KJ_MOVE_DROP_MATE) // what stands elsewhere can mend these two
        return fail(w, r, KJ_LINE_ILLEGAL, illegal, move);
    if (w->any_move)
        return true;
    if (attacks)
        return can_check(r, reading, &r->checkers) ||
               fail(w, r, KJ_LINE_NO_CHECK, KJ_MOVE_LEGAL, move);
    if (!can_meet(r, move))
        return fail(w, r, KJ_LINE_NO_REPLY, KJ_MOVE_LEGAL, move);
    if (kj_move_from(move) == r->now.king[KJ_GOTE] && stepped_on(r, kj_move_to(move)))
        return fail(w, r, KJ_LINE_IN_CHECK, KJ_MOVE_LEGAL, move);
    return true;
}

static bool play(const Walk *w, Reading *r, const KjLooseReading *reading)
{
    const KjTables *t = r->now.game->t;
    KjMove move = reading->move;
    KjUndo undo;
    if (!supply(w, r, reading) || !is_possible(w, r, reading))
        return false;
    if (!kj_move_is_drop(move))
        r->known |= t->between[kj_move_from(move)][kj_move_to(move)];
    r->known |= kj_bit(kj_move_to(move)); // what was taken there, if anything, is open
    kj_position_make(&r->now, move, &undo);
    r->diagram.line[r->diagram.n_line++] = move;
    return true;
}

/* Whether a reading's piece stands where it moves from already. */
static bool stands(const Reading *r, const KjLooseReading *reading)
{
    unsigned from = kj_move_from(reading->move);
    return !kj_move_is_drop(reading->move) && kj_bb_has(r->known, from) &&
           r->now.board[from] == kj_piece((KjSide)r->now.side, reading->kind);
}

/* Follows all readings of the line from where one has come to. */
static void follow(Walk *w, const Reading *so_far)
{
    unsigned ply = so_far->diagram.n_line;
    if (w->out->len >= KJ_LINE_DIAGRAMS)
        return;
    if (ply == w->line->len) {
        g_array_append_val(w->out, so_far->diagram);
        return;
    }
    const KjLooseMove *move = &g_array_index(w->line, KjLooseMove, ply);
    bool known = false;
    for (unsigned i = 0; i < move->readings->len && move->vague; i++)
        known |= stands(so_far, &g_array_index(move->readings, KjLooseReading, i));
    for (unsigned i = 0; i < move->readings->len; i++) {
        const KjLooseReading *reading = &g_array_index(move->readings, KjLooseReading, i);
        Reading next = *so_far;
        if ((!known || stands(so_far, reading)) && play(w, &next, reading))
            follow(w, &next);
    }
}

GArray *kj_line_diagrams(const KjPosition *board, const GArray *line, bool any_move,
                         KjLineFault *out_fault)
{
    Walk w = {line, any_move, g_array_new(FALSE, FALSE, sizeof(KjLineDiagram)), out_fault};
    Reading first = {.diagram.position = *board};
    KjPosition *root = &first.diagram.position;
    *out_fault = (KjLineFault){.kind = KJ_LINE_POSSIBLE};
    root->hand[KJ_GOTE] = 0;
    kj_position_give_rest(root, KJ_GOTE);
    first.diagram.fixed = first.known = kj_occupied(root);
    first.now = *root;
    if (line->len % 2 == 0 || line->len > KJ_MADE_PLIES)
        *out_fault = (KjLineFault){.kind = KJ_LINE_ENDS, .ply = line->len, .before = *root};
    else
        follow(&w, &first);
    return w.out;
}

KjLineDiagram kj_line_diagram_of(const KjPosition *diagram, const KjMove *line, unsigned n_line)
{
    KjLineDiagram out = {.position = *diagram, .n_line = n_line};
    uint8_t began[KJ_MAX_SQUARES];
    memcpy(out.line, line, n_line * sizeof *line);
    for (unsigned i = 0; i < KJ_MAX_SQUARES; i++)
        began[i] = (uint8_t)i;
    out.fixed = kj_bit(diagram->king[KJ_GOTE]);
    for (unsigned i = 0; i < n_line; i++) {
        unsigned to = kj_move_to(line[i]);
        bool drops = kj_move_is_drop(line[i]);
        began[to] = drops ? KJ_NO_SQUARE : began[kj_move_from(line[i])];
        if (began[to] != KJ_NO_SQUARE)
            out.fixed |= kj_bit(began[to]);
    }
    return out;
}
