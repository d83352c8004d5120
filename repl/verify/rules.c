/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The games as tables, and their moves: each one is made and the board looked at. */
#include "repl/verify/rules.h"

#include <string.h>

enum { COLUMNS = 11, NONE = -1, DEEPEST = 4 };

static const KvGame games[] = {
    {"shogi", 9, 9, 3, "RBGSNLP", "RBGSNLP", "DH.GGGG", 'K', 6, NONE, 0, 0, 0, 0, 0, 0},
    {"56shogi", 5, 6, 2, "RBGSP", "RBGSP", "DH.GG", 'K', 4, NONE, 0, 0, 0, 0, 0, 0},
    {"ogi", 8, 8, 3, "IRBSNLP", "IRBSNLP", "QDHGGGG", 'K', NONE, 6, true, true, true, 0, 0, 0},
    {"minishogi", 5, 5, 1, "RBGSP", "RBGSP", "DH.GG", 'K', 4, NONE, 0, 0, 0, 0, 0, 0},
    {"gorogoro", 5, 6, 2, "GSP", "GSP", ".GG", 'K', 2, NONE, 0, 0, 0, 0, 0, 0},
    {"dobutsu", 3, 4, 1, "GEC", "WAP", "..G", 'L', NONE, NONE, 0, true, 0, true, true, true},
};

// Directions are digits as on a keypad, 8 being forward; jumps are 'f' forward or 'a' all eight.
static const struct Motion {
    char name;
    const char *step, *slide;
    char jump;
} motions[] = {
    {'K', "12346789", "", 0}, {'R', "", "2468", 0},     {'D', "1379", "2468", 0},
    {'B', "", "1379", 0},     {'H', "2468", "1379", 0}, {'G', "246789", "", 0},
    {'S', "13789", "", 0},    {'N', "", "", 'f'},       {'L', "", "8", 0},
    {'P', "8", "", 0},        {'I', "", "1379", 'a'},   {'Q', "2468", "1379", 'a'},
    {'W', "2468", "", 0},     {'A', "1379", "", 0},
};

// Directions in absolute terms, sente seen from below; that of i turned round is 7 - i.
static const char keypad[] = "12346789";
static const int8_t step_to[8] = {COLUMNS - 1, COLUMNS,      COLUMNS + 1, -1,
                                  1,           -COLUMNS - 1, -COLUMNS,    -COLUMNS + 1};
static const int8_t jump_to[8] = {-2 * COLUMNS - 1, -2 * COLUMNS + 1, -COLUMNS - 2,
                                  -COLUMNS + 2,     COLUMNS - 2,      COLUMNS + 2,
                                  2 * COLUMNS - 1,  2 * COLUMNS + 1};
enum { FORWARD_JUMPS = 3 };

static bool is_of(unsigned piece, unsigned side)
{
    return kv_is_piece(piece) && piece / KV_GOTE == side;
}

/* ---- setting up ---- */

static uint8_t turned(uint8_t set)
{
    uint8_t result = 0;
    for (unsigned i = 0; i < 8; i++)
        result |= (uint8_t)((set >> i & 1) << (7 - i));
    return result;
}

static uint8_t set_of(const char *digits)
{
    uint8_t set = 0;
    for (unsigned i = 0; i < 8; i++)
        set |= (uint8_t)((strchr(digits, keypad[i]) != NULL) << i);
    return set;
}

static void set_motion(KvRules *r, unsigned piece, char name)
{
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        const struct Motion *m = &motions[i];
        if (m->name != name)
            continue;
        r->step[piece] = set_of(m->step);
        r->slide[piece] = set_of(m->slide);
        r->jump[piece] = m->jump == 'a' ? 0xff : m->jump == 'f' ? FORWARD_JUMPS : 0;
    }
    r->step[piece + KV_GOTE] = turned(r->step[piece]);
    r->slide[piece + KV_GOTE] = turned(r->slide[piece]);
    r->jump[piece + KV_GOTE] = turned(r->jump[piece]);
}

bool kv_rules_begin(KvRules *r, const char *id)
{
    memset(r, 0, sizeof *r);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        if (strcmp(games[i].id, id) == 0)
            r->game = &games[i];
    }
    if (!r->game)
        return false;
    const KvGame *g = r->game;
    set_motion(r, KV_KING, 'K');
    for (unsigned kind = 0; g->letters[kind]; kind++) {
        set_motion(r, kind, g->moves[kind]);
        set_motion(r, kind + KV_PROMOTED, g->promoted[kind]);
    }
    for (unsigned row = 0; row < g->ranks; row++) {
        for (unsigned column = 0; column < g->files; column++) {
            unsigned cell = (row + 2) * COLUMNS + column + 1;
            r->cells[r->n_cells++] = (uint8_t)cell;
            r->on_board[cell] = true;
            r->column[cell] = (uint8_t)column;
            r->row[cell] = (uint8_t)row;
        }
    }
    return true;
}

bool kv_dominance_fails(const KvRules *r)
{
    return (r->stalemate_draws && r->attacker_moves == KV_ALL) ||
           (r->drop_stalemate_illegal && r->game->pawn != NONE);
}

/* ---- looking at a board ---- */

static bool attacked(const KvRules *r, const KvPosition *p, unsigned cell, unsigned by)
{
    for (unsigned d = 0; d < 8; d++) {
        unsigned at = cell + (unsigned)step_to[d], n = 1;
        for (; p->cell[at] == KV_EMPTY; n++)
            at += (unsigned)step_to[d];
        unsigned piece = p->cell[at], to_us = 1u << (7 - d);
        if (is_of(piece, by) && ((r->slide[piece] | (n == 1 ? r->step[piece] : 0)) & to_us))
            return true;
    }
    for (unsigned j = 0; j < 8; j++) {
        unsigned piece = p->cell[cell + (unsigned)jump_to[j]];
        if (is_of(piece, by) && (r->jump[piece] & 1u << (7 - j)))
            return true;
    }
    return false;
}

bool kv_in_check(const KvRules *r, const KvPosition *p, unsigned side)
{
    return p->king[side] && attacked(r, p, p->king[side], !side);
}

/* Rows from the mover's far edge. */
static unsigned depth_of(const KvRules *r, unsigned side, unsigned cell)
{
    return side ? r->game->ranks - 1u - r->row[cell] : r->row[cell];
}

/* A piece that has nowhere to go from here, were the board empty. */
static bool is_dead(const KvRules *r, unsigned piece, unsigned cell)
{
    for (unsigned d = 0; d < 8; d++) {
        if (((r->step[piece] | r->slide[piece]) >> d & 1) &&
            r->on_board[cell + (unsigned)step_to[d]])
            return false;
        if ((r->jump[piece] >> d & 1) && r->on_board[cell + (unsigned)jump_to[d]])
            return false;
    }
    return true;
}

/* ---- moves as text ---- */

static KvMove with(KvMove text, char c)
{
    unsigned shift = 56;
    while (text >> shift & 0xff)
        shift -= 8;
    return text | (KvMove)(unsigned char)c << shift;
}

static KvMove with_cell(const KvRules *r, KvMove text, unsigned cell)
{
    const KvGame *g = r->game;
    unsigned column = r->column[cell], row = r->row[cell];
    text = with(text, (char)(g->letter_files ? 'a' + column : '0' + g->files - column));
    return with(text, (char)(g->letter_files ? '0' + g->ranks - row : 'a' + row));
}

static unsigned cell_at(const KvRules *r, const char *text)
{
    const KvGame *g = r->game;
    int column = g->letter_files ? text[0] - 'a' : '0' + g->files - text[0];
    int row = g->letter_files ? '0' + g->ranks - text[1] : text[1] - 'a';
    return (unsigned)((row + 2) * COLUMNS + column + 1);
}

void kv_move_text(KvMove move, char out[9])
{
    for (unsigned i = 0; i < 8; i++)
        out[i] = (char)(move >> (56 - 8 * i));
    out[8] = '\0';
}

unsigned kv_kind_of_letter(const KvGame *g, char letter)
{
    const char *at = letter ? strchr(g->letters, letter) : NULL;
    return at ? (unsigned)(at - g->letters) : KV_KING;
}

void kv_make(const KvRules *r, const KvPosition *before, KvMove move, KvPosition *after)
{
    char text[9];
    kv_move_text(move, text);
    unsigned us = before->side, promoted = text[0] == '+';
    *after = *before;
    after->side = !us;
    if (text[1 + promoted] == '*') {
        unsigned piece = kv_kind_of_letter(r->game, text[promoted]) + KV_PROMOTED * promoted;
        after->cell[cell_at(r, text + 2 + promoted)] = (uint8_t)(piece + KV_GOTE * us);
        after->hand[us][piece]--;
        return;
    }
    unsigned from = cell_at(r, text), to = cell_at(r, text + 2);
    unsigned piece = before->cell[from], taken = before->cell[to] % KV_GOTE;
    if (taken != KV_EMPTY)
        after->hand[us][text[4] == '/' ? taken : taken % KV_PROMOTED]++;
    after->cell[from] = KV_EMPTY;
    after->cell[to] = (uint8_t)(piece + (text[4] == '+' ? KV_PROMOTED : 0));
    if (piece % KV_GOTE == KV_KING)
        after->king[us] = (uint8_t)to;
}

/* ---- which moves there are ---- */

/* One list in the making, for the side to move. */
typedef struct {
    KvRules *r;
    const KvPosition *p;
    bool attacks; // only what counts as an attack
    KvMove *out;  // NULL: the first is enough
    unsigned n, depth;
    bool in_check;
    bool answer[KV_CELLS]; // in check: where others than the king can help
    uint8_t seen[KV_CELLS], near[KV_CELLS], leapt[KV_CELLS];
    uint8_t drop_at[81]; // empty cells where a drop can answer the check, and can give one
    unsigned n_drop_at;
} List;

static unsigned list_moves(KvRules *r, const KvPosition *p, bool attacks, KvMove *out,
                           unsigned depth);

static bool has_reply(KvRules *r, const KvPosition *p, unsigned depth)
{
    return list_moves(r, p, false, NULL, depth) > 0;
}

/*
 * The cells from which the enemy king is attacked, as the direction a piece there needs: along a line,
 * from nearby, by a leap. And those where a check of the own king may be answered: on the way from a
 * checker, and the checker's own (some more do no harm, as each move is looked at).
 */
static void look_around(List *l)
{
    const KvPosition *p = l->p;
    unsigned us = p->side, enemy = p->king[!us], own = p->king[us];
    l->in_check = kv_in_check(l->r, p, us);
    for (unsigned d = 0; d < 8; d++) {
        uint8_t back = (uint8_t)(1u << (7 - d));
        if (enemy && l->attacks) {
            unsigned at = enemy + (unsigned)step_to[d];
            l->near[at] = back;
            for (; p->cell[at] == KV_EMPTY; at += (unsigned)step_to[d])
                l->seen[at] = back;
            l->seen[at] = back;
            l->leapt[enemy + (unsigned)jump_to[d]] = back;
        }
        if (!l->in_check)
            continue;
        unsigned at = own + (unsigned)step_to[d];
        while (p->cell[at] == KV_EMPTY)
            at += (unsigned)step_to[d];
        unsigned checker = p->cell[at];
        if (is_of(checker, !us) && ((l->r->slide[checker] | l->r->step[checker]) & back)) {
            for (; at != own; at -= (unsigned)step_to[d])
                l->answer[at] = true;
        }
        l->answer[own + (unsigned)jump_to[d]] = true;
    }
}

/* Where the pieces in hand may go, before it is asked which. */
static void look_for_drops(List *l)
{
    bool quiet_counts = !l->attacks || l->r->attacker_moves != KV_CHECKS;
    for (unsigned i = 0; i < l->r->n_cells; i++) {
        unsigned at = l->r->cells[i];
        if (l->p->cell[at] == KV_EMPTY && (!l->in_check || l->answer[at]) &&
            (quiet_counts || l->seen[at] || l->near[at] || l->leapt[at]))
            l->drop_at[l->n_drop_at++] = (uint8_t)at;
    }
}

static bool on_a_line(const KvRules *r, unsigned a, unsigned b)
{
    int dx = r->column[a] - r->column[b], dy = r->row[a] - r->row[b];
    return dx == 0 || dy == 0 || dx == dy || dx == -dy;
}

/* Whether a move may give check: where it ends, or by leaving a line to the enemy king. */
static bool may_check(const List *l, unsigned from, unsigned to, unsigned piece)
{
    const KvRules *r = l->r;
    unsigned enemy = l->p->king[!l->p->side];
    return (r->slide[piece] & l->seen[to]) || (r->step[piece] & l->near[to]) ||
           (r->jump[piece] & l->leapt[to]) || (enemy && from && on_a_line(r, from, enemy));
}

/* R1.9, R1.10. */
static bool drop_is_banned(const List *l, const KvPosition *after)
{
    KvRules *r = l->r;
    if (!after->king[after->side])
        return false;
    bool mates = kv_in_check(r, after, after->side);
    return (mates || r->drop_stalemate_illegal) && !has_reply(r, after, l->depth + 1);
}

/* The text of a move; `from` is 0 for drops, `piece` stands on `to` after it. */
static KvMove text_of(const List *l, unsigned from, unsigned to, unsigned piece, bool keeps)
{
    const KvRules *r = l->r;
    const char *letters = r->game->letters;
    KvMove text = 0;
    if (from) {
        text = with_cell(r, with_cell(r, 0, from), to);
        text = piece != l->p->cell[from] ? with(text, '+') : text;
        return keeps ? with(with(with(text, '/'), '+'), letters[l->p->cell[to] % KV_PROMOTED])
                     : text;
    }
    text = piece & KV_PROMOTED ? with(0, '+') : 0;
    return with_cell(r, with(with(text, letters[piece % KV_PROMOTED]), '*'), to);
}

/* Adds the move if it is safe, allowed and of the sort wanted. */
static void consider(List *l, unsigned from, unsigned to, unsigned piece, bool keeps)
{
    KvRules *r = l->r;
    unsigned us = l->p->side;
    bool quiet_counts = !l->attacks || r->attacker_moves != KV_CHECKS;
    if (l->in_check && piece % KV_GOTE != KV_KING && !l->answer[to])
        return;
    if (!quiet_counts && !may_check(l, from, to, piece))
        return;
    KvPosition after;
    KvMove move = text_of(l, from, to, piece, keeps);
    kv_make(r, l->p, move, &after);
    if (kv_in_check(r, &after, us))
        return;
    if (!from && (int)(piece % KV_GOTE) == r->game->pawn && drop_is_banned(l, &after))
        return;
    if (l->attacks && r->attacker_moves != KV_ALL && !kv_in_check(r, &after, !us) &&
        (r->attacker_moves == KV_CHECKS || has_reply(r, &after, l->depth + 1)))
        return;
    if (l->out)
        l->out[l->n] = move;
    l->n++;
}

static void consider_move(List *l, unsigned from, unsigned to)
{
    const KvRules *r = l->r;
    const KvGame *g = r->game;
    unsigned us = l->p->side, piece = l->p->cell[from], kind = piece % KV_GOTE;
    unsigned taken = l->p->cell[to];
    bool in_zone = depth_of(r, us, from) < g->zone || depth_of(r, us, to) < g->zone;
    bool promotes = kind < KV_KING && g->promoted[kind] != '.' && in_zone;
    if (promotes)
        consider(l, from, to, piece + KV_PROMOTED, false);
    if (!(promotes && g->promotion_forced) && !is_dead(r, piece, to))
        consider(l, from, to, piece, false);
    if (g->privilege && kind == KV_KING && kv_is_piece(taken) && (taken & KV_PROMOTED))
        consider(l, from, to, piece, true);
}

static void list_from(List *l, unsigned from)
{
    const KvRules *r = l->r;
    const uint8_t *cell = l->p->cell;
    unsigned us = l->p->side, piece = cell[from];
    for (unsigned d = 0; d < 8; d++) {
        unsigned to = from + (unsigned)step_to[d];
        bool slides = r->slide[piece] >> d & 1;
        for (; slides && cell[to] == KV_EMPTY; to += (unsigned)step_to[d])
            consider_move(l, from, to);
        if ((slides || (r->step[piece] >> d & 1)) && r->on_board[to] && !is_of(cell[to], us))
            consider_move(l, from, to);
        to = from + (unsigned)jump_to[d];
        if ((r->jump[piece] >> d & 1) && r->on_board[to] && !is_of(cell[to], us))
            consider_move(l, from, to);
    }
}

static bool pawn_on_file(const KvRules *r, const KvPosition *p, unsigned pawn, unsigned cell)
{
    for (unsigned i = r->column[cell]; i < r->n_cells; i += r->game->files) {
        if (p->cell[r->cells[i]] == pawn)
            return true;
    }
    return false;
}

static void list_drops(List *l, unsigned hand)
{
    const KvRules *r = l->r;
    const KvGame *g = r->game;
    unsigned piece = hand + KV_GOTE * l->p->side;
    if (!l->p->hand[l->p->side][hand] || (int)hand == g->dead_in_hand)
        return;
    for (unsigned i = 0; i < l->n_drop_at; i++) {
        unsigned to = l->drop_at[i];
        if ((!g->dead_drops && is_dead(r, piece, to)) ||
            ((int)hand == g->pawn && pawn_on_file(r, l->p, piece, to)))
            continue;
        consider(l, 0, to, piece, false);
    }
}

static unsigned list_moves(KvRules *r, const KvPosition *p, bool attacks, KvMove *out,
                           unsigned depth)
{
    List l = {.r = r, .p = p, .attacks = attacks, .out = out, .depth = depth};
    if (depth > DEEPEST) {
        r->too_deep = true;
        return 0;
    }
    look_around(&l);
    look_for_drops(&l);
    for (unsigned i = 0; i < r->n_cells && (out || !l.n); i++) {
        if (is_of(p->cell[r->cells[i]], p->side))
            list_from(&l, r->cells[i]);
    }
    // Pawns last: only they can lead deeper.
    for (unsigned hand = 0; hand < KV_EMPTY && (out || !l.n); hand++) {
        if (hand != KV_KING && (int)hand != r->game->pawn)
            list_drops(&l, hand);
    }
    if (r->game->pawn != NONE && (out || !l.n))
        list_drops(&l, (unsigned)r->game->pawn);
    return l.n;
}

static void sort(KvMove *moves, unsigned n)
{
    for (unsigned gap = n / 2; gap; gap /= 2) {
        for (unsigned i = gap; i < n; i++) {
            KvMove move = moves[i];
            unsigned at = i;
            for (; at >= gap && moves[at - gap] > move; at -= gap)
                moves[at] = moves[at - gap];
            moves[at] = move;
        }
    }
}

unsigned kv_attacks(KvRules *r, const KvPosition *p, KvMove *out)
{
    unsigned n = list_moves(r, p, true, out, 0);
    sort(out, n);
    return n;
}

unsigned kv_replies(KvRules *r, const KvPosition *p, KvMove *out)
{
    unsigned n = list_moves(r, p, false, out, 0);
    sort(out, n);
    return n;
}

bool kv_mated(const KvRules *r, const KvPosition *p)
{
    return kv_in_check(r, p, p->side) || (r->attacker_moves != KV_CHECKS && !r->stalemate_draws);
}

static bool is_try_cell(const KvRules *r, unsigned side, unsigned cell)
{
    return depth_of(r, side, cell) == 0 &&
           (r->game->try_rank || r->column[cell] == (r->game->files - 1) / 2);
}

bool kv_is_try(const KvRules *r, const KvPosition *p, KvMove move)
{
    char text[9];
    kv_move_text(move, text);
    unsigned from = p->king[p->side];
    return r->try_on && text[1] != '*' && text[2] != '*' && cell_at(r, text) == from &&
           is_try_cell(r, p->side, cell_at(r, text + 2)) && !is_try_cell(r, p->side, from);
}
