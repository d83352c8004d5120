/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The games as tables, and their moves: each one is made and the board looked at. */
#include "repl/verify/rules.h"

#include <stdlib.h>
#include <string.h>

enum {
    NO_KIND = -1,
    DEEPEST = 4,
    WAYS = 8, // directions that pieces slide in; in the others they jump
};

/* clang-format off */
static const KvGame games[] = {
    {"shogi", 9, 9, 3, "RBGSNLP", {2, 2, 4, 4, 4, 4, 18}, "RBGSNLP", "DH.GGGG", 'K', 6, NO_KIND, NO_KIND,
     0, 0, 0, 0, 0, 0, 0},
    {"56shogi", 5, 6, 2, "RBGSP", {2, 2, 4, 4, 10}, "RBGSP", "DH.GG", 'K', 4, NO_KIND, NO_KIND,
     0, 0, 0, 0, 0, 0, 0},
    {"ogi", 8, 8, 3, "IRBSNLP", {2, 2, 2, 4, 4, 4, 16}, "IRBSNLP", "QDHGGGG", 'K', NO_KIND, 6, NO_KIND,
     true, true, true, 0, 0, 0, 0},
    {"minishogi", 5, 5, 1, "RBGSP", {2, 2, 2, 2, 2}, "RBGSP", "DH.GG", 'K', 4, NO_KIND, NO_KIND,
     0, 0, 0, 0, 0, 0, true},
    {"gorogoro", 5, 6, 2, "GSP", {4, 4, 6}, "GSP", ".GG", 'K', 2, NO_KIND, NO_KIND,
     0, 0, 0, 0, 0, 0, 0},
    {"dobutsu", 3, 4, 1, "GEC", {2, 2, 2}, "WAP", "..G", 'L', NO_KIND, NO_KIND, NO_KIND,
     0, true, 0, true, true, true, 0},
    {"suizo", 9, 9, 3, "RBEGSNLP", {2, 2, 2, 4, 4, 4, 4, 18}, "RBEGSNLP", "DHK.GGGG", 'K', 7, NO_KIND, 2,
     0, 0, 0, 0, 0, 0, 0},
};
/* clang-format on */

// As on a keypad, sente's forward being 8, and jumps as letters. Opposites stand side by side: that
// of direction d is d ^ 1.
static const struct {
    char name;
    int8_t x, y;
} directions[KV_DIRECTIONS] = {
    {'8', 0, -1},  {'2', 0, 1},  {'4', -1, 0},  {'6', 1, 0},  {'7', -1, -1}, {'3', 1, 1},
    {'9', 1, -1},  {'1', -1, 1}, {'a', -1, -2}, {'b', 1, 2},  {'c', 1, -2},  {'d', -1, 2},
    {'e', -2, -1}, {'f', 2, 1},  {'g', 2, -1},  {'h', -2, 1},
};

static const struct {
    char name;
    const char *step, *slide;
} motions[] = {
    {'K', "12346789", ""}, {'R', "", "2468"},         {'D', "1379", "2468"},
    {'B', "", "1379"},     {'H', "2468", "1379"},     {'G', "246789", ""},
    {'S', "13789", ""},    {'N', "ac", ""},           {'L', "", "8"},
    {'P', "8", ""},        {'E', "1346789", ""},      {'W', "2468", ""},
    {'A', "1379", ""},     {'I', "abcdefgh", "1379"}, {'Q', "abcdefgh2468", "1379"},
};

/* ---- setting up ---- */

static uint16_t set_of(const char *names)
{
    unsigned set = 0;
    for (unsigned d = 0; d < KV_DIRECTIONS; d++)
        set |= (unsigned)(strchr(names, directions[d].name) != NULL) << d;
    return (uint16_t)set;
}

static uint16_t turned(unsigned set)
{
    return (uint16_t)((set & 0x5555) << 1 | (set >> 1 & 0x5555));
}

static void set_motion(KvRules *r, unsigned piece, char name)
{
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        if (motions[i].name != name)
            continue;
        r->step[piece] = set_of(motions[i].step);
        r->slide[piece] = set_of(motions[i].slide);
        r->step[piece + KV_GOTE] = turned(r->step[piece]);
        r->slide[piece + KV_GOTE] = turned(r->slide[piece]);
    }
}

static const char to_hand[] = "elephant=hand", none_dropped[] = "drops=no";

/* What follows the id of the game: nothing, or a switch that changes something in it. */
static bool read_switch(KvRules *r, const char *text)
{
    if (!*text)
        return true;
    r->elephant_to_hand = r->game->elephant != NO_KIND && strcmp(text + 1, to_hand) == 0;
    r->no_drops = strcmp(text + 1, none_dropped) == 0;
    return r->elephant_to_hand || r->no_drops;
}

const char *kv_game_switch(const KvRules *r)
{
    return r->elephant_to_hand ? to_hand : r->no_drops ? none_dropped : "";
}

bool kv_rules_begin(KvRules *r, const char *text)
{
    size_t length = strcspn(text, " ");
    memset(r, 0, sizeof *r);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        if (strlen(games[i].id) == length && strncmp(games[i].id, text, length) == 0)
            r->game = &games[i];
    }
    const KvGame *g = r->game;
    if (!g || !read_switch(r, text + length))
        return false;
    set_motion(r, KV_KING, 'K');
    for (unsigned kind = 0; g->letters[kind]; kind++) {
        set_motion(r, kind, g->moves[kind]);
        set_motion(r, kind + KV_PROMOTED, g->promoted[kind]);
    }
    r->n_cells = (uint8_t)(g->files * g->ranks);
    for (int cell = 0; cell < r->n_cells; cell++) {
        for (unsigned d = 0; d < KV_DIRECTIONS; d++) {
            int x = cell % g->files + directions[d].x, y = cell / g->files + directions[d].y;
            bool inside = x >= 0 && x < g->files && y >= 0 && y < g->ranks;
            r->next[cell][d] = (uint8_t)(inside ? y * g->files + x : KV_NONE);
        }
    }
    return true;
}

bool kv_dominance_fails(const KvRules *r)
{
    return (r->stalemate_draws && r->attacker_moves == KV_ALL) ||
           (r->drop_stalemate_illegal && r->game->pawn != NO_KIND);
}

/* ---- looking at a board ---- */

static bool is_of(unsigned piece, unsigned side)
{
    return piece % KV_GOTE != KV_EMPTY && piece / KV_GOTE == side;
}

/*
 * The end of the way from `cell` in direction d: the first piece, or KV_NONE; after a jump the cell
 * it leads to. `n` counts the steps.
 */
static unsigned look(const KvRules *r, const KvPosition *p, unsigned cell, unsigned d, unsigned *n)
{
    *n = 1;
    unsigned at = r->next[cell][d];
    for (; d < WAYS && at != KV_NONE && p->cell[at] == KV_EMPTY; ++*n)
        at = r->next[at][d];
    return at;
}

bool kv_is_royal(const KvRules *r, unsigned piece)
{
    int kind = (int)(piece % KV_GOTE);
    return kind == KV_KING || (kind >= KV_PROMOTED && kind - KV_PROMOTED == r->game->elephant);
}

bool kv_goes(const KvRules *r, unsigned piece)
{
    int kind = (int)(piece % KV_GOTE);
    return r->no_drops || kv_is_royal(r, piece) ||
           (kind == r->game->elephant && !r->elephant_to_hand);
}

unsigned kv_royals(const KvRules *r, const KvPosition *p, unsigned side)
{
    unsigned n = 0;
    if (r->game->elephant == NO_KIND)
        return p->king[side] != KV_NONE;
    for (unsigned cell = 0; cell < r->n_cells; cell++)
        n += kv_is_royal(r, p->cell[cell]) && is_of(p->cell[cell], side);
    return n;
}

bool kv_may_be_royal(const KvRules *r, const KvPosition *p, unsigned side)
{
    int elephant = r->game->elephant;
    bool found = kv_royals(r, p, side) > 0;
    if (elephant == NO_KIND)
        return found;
    for (unsigned cell = 0; cell < r->n_cells; cell++)
        found |= p->cell[cell] % KV_GOTE == elephant &&
                 (r->elephant_to_hand || is_of(p->cell[cell], side));
    return found || p->hand[0][elephant] || p->hand[1][elephant];
}

unsigned kv_only_royal(const KvRules *r, const KvPosition *p, unsigned side)
{
    unsigned cell = 0;
    if (r->game->elephant == NO_KIND)
        return p->king[side];
    if (kv_royals(r, p, side) != 1)
        return KV_NONE;
    while (!kv_is_royal(r, p->cell[cell]) || !is_of(p->cell[cell], side))
        cell++;
    return cell;
}

static bool attacked(const KvRules *r, const KvPosition *p, unsigned side, unsigned cell)
{
    for (unsigned d = 0; d < KV_DIRECTIONS; d++) {
        unsigned n, at = look(r, p, cell, d, &n);
        unsigned piece = at == KV_NONE ? KV_EMPTY : p->cell[at];
        unsigned motion = r->slide[piece] | (n == 1 ? r->step[piece] : 0);
        if (is_of(piece, !side) && (motion >> (d ^ 1) & 1))
            return true;
    }
    return false;
}

bool kv_in_check(const KvRules *r, const KvPosition *p, unsigned side)
{
    if (r->game->elephant == NO_KIND)
        return p->king[side] != KV_NONE && attacked(r, p, side, p->king[side]);
    for (unsigned cell = 0; cell < r->n_cells; cell++) {
        if (kv_is_royal(r, p->cell[cell]) && is_of(p->cell[cell], side) &&
            attacked(r, p, side, cell))
            return true;
    }
    return false;
}

bool kv_in_danger(const KvRules *r, const KvPosition *p, unsigned side)
{
    return kv_in_check(r, p, side) && kv_royals(r, p, side) == 1;
}

/* What is seen from a royal piece: the empty cells around it, and the first piece each way. */
typedef struct {
    uint8_t from;
    uint8_t way[KV_CELLS];        // direction in which a cell is seen, or KV_NONE
    uint8_t first[KV_DIRECTIONS]; // the cells of the pieces, or KV_NONE
} View;

static void see(const KvRules *r, const KvPosition *p, unsigned from, View *out)
{
    out->from = (uint8_t)from;
    memset(out->way, KV_NONE, sizeof out->way);
    for (unsigned d = 0; d < KV_DIRECTIONS; d++) {
        unsigned at = r->next[from][d];
        for (; d < WAYS && at != KV_NONE && p->cell[at] == KV_EMPTY; at = r->next[at][d])
            out->way[at] = (uint8_t)d;
        out->first[d] = (uint8_t)at;
        if (at != KV_NONE)
            out->way[at] = (uint8_t)d;
    }
}

/* Whether a piece attacks the royal one from a cell. */
static bool hits(const KvRules *r, const View *view, unsigned piece, unsigned cell)
{
    unsigned d = view->way[cell];
    if (d == KV_NONE)
        return false;
    unsigned motion = r->slide[piece] | (r->next[view->from][d] == cell ? r->step[piece] : 0);
    return motion >> (d ^ 1) & 1;
}

/* Rows from the mover's far edge. */
static unsigned depth_of(const KvRules *r, unsigned side, unsigned cell)
{
    unsigned row = cell / r->game->files;
    return side ? r->game->ranks - 1u - row : row;
}

bool kv_is_dead(const KvRules *r, unsigned piece, unsigned cell)
{
    for (unsigned d = 0; d < KV_DIRECTIONS; d++) {
        if (((r->step[piece] | r->slide[piece]) >> d & 1) && r->next[cell][d] != KV_NONE)
            return false;
    }
    return true;
}

static bool pawn_on_file(const KvRules *r, const KvPosition *p, unsigned pawn, unsigned cell)
{
    for (unsigned at = cell % r->game->files; at < r->n_cells; at += r->game->files) {
        if (p->cell[at] == pawn)
            return true;
    }
    return false;
}

/* ---- moves ---- */

static uint64_t cell_text(const KvRules *r, unsigned cell)
{
    const KvGame *g = r->game;
    unsigned column = cell % g->files, row = cell / g->files;
    unsigned file = g->letter_files ? 'a' + column : '0' + g->files - column;
    return file << 8 | (g->letter_files ? '0' + g->ranks - row : 'a' + row);
}

static uint64_t text_of(const KvRules *r, const KvMove *m, bool keeps)
{
    uint64_t text = 0;
    if (m->from != KV_NONE) {
        text = cell_text(r, m->from) << 16 | cell_text(r, m->to);
        text = m->is != m->was ? text << 8 | '+' : text;
    } else {
        text = (m->is & KV_PROMOTED ? '+' : 0) << 8 | r->game->letters[m->is % KV_PROMOTED];
        text = (text << 8 | '*') << 16 | cell_text(r, m->to);
    }
    if (keeps)
        text = (text << 16 | '/' << 8 | '+') << 8 | r->game->letters[m->gain % KV_PROMOTED];
    while (!(text >> 56))
        text <<= 8;
    return text;
}

void kv_move_text(const KvMove *move, char out[9])
{
    for (unsigned i = 0; i < 8; i++)
        out[i] = (char)(move->text >> (56 - 8 * i));
    out[8] = '\0';
}

void kv_cell_text(const KvRules *r, unsigned cell, char out[9])
{
    memset(out, 0, 9);
    out[0] = (char)(cell_text(r, cell) >> 8);
    out[1] = (char)cell_text(r, cell);
}

void kv_make(const KvPosition *before, const KvMove *move, KvPosition *after)
{
    unsigned us = before->side;
    *after = *before;
    after->side = !us;
    if (move->from == KV_NONE)
        after->hand[us][move->is % KV_GOTE]--;
    else
        after->cell[move->from] = KV_EMPTY;
    if (move->gain != KV_NONE)
        after->hand[us][move->gain]++;
    after->cell[move->to] = move->is;
    after->tried |= move->tries;
    if (move->is % KV_GOTE == KV_KING)
        after->king[us] = move->to;
}

bool kv_same_move(const KvMove *a, const KvMove *b)
{
    return a->from == b->from && a->to == b->to && a->was == b->was && a->is == b->is;
}

static bool is_try_cell(const KvRules *r, unsigned side, unsigned cell)
{
    const KvGame *g = r->game;
    return depth_of(r, side, cell) == 0 && (g->try_rank || cell % g->files == (g->files - 1u) / 2);
}

/* Whether a safe move is a try. */
static bool is_try(const KvRules *r, const KvPosition *p, const KvMove *move)
{
    return move->from != KV_NONE && kv_is_royal(r, move->was) &&
           is_try_cell(r, p->side, move->to) && !is_try_cell(r, p->side, move->from);
}

/* One list in the making, for the side to move. */
typedef struct {
    KvRules *r;
    const KvPosition *p;
    KvWanted wanted;
    KvMove *out; // NULL: the first is enough
    unsigned n, depth;
    unsigned n_held;
    uint8_t held[KV_EMPTY]; // what is in hand
    // Most moves are passed over unmade: they leave a check as it is, or give none.
    View own, theirs;     // from the only royal pieces
    unsigned checks;      // to the one of its own, as far as they matter
    unsigned check;       // the way of the last of them
    bool must_check;      // the other one
    unsigned pins, opens; // the ways to the own and to the other on which a check is opened if the
                          // first piece leaves
} List;

static unsigned list_moves(KvRules *r, const KvPosition *p, KvWanted wanted, KvMove *out,
                           unsigned depth);

static bool has_reply(KvRules *r, const KvPosition *p, unsigned depth)
{
    return list_moves(r, p, KV_REPLIES, NULL, depth) > 0;
}

bool kv_has_reply(KvRules *r, const KvPosition *p)
{
    return has_reply(r, p, 0);
}

/* R1.9, R1.10. */
static bool drop_is_banned(const List *l, const KvPosition *after)
{
    if (kv_royals(l->r, after, after->side) != 1)
        return false;
    bool mates = kv_in_check(l->r, after, after->side);
    return (mates || l->r->drop_stalemate_illegal) && !has_reply(l->r, after, l->depth + 1);
}

/* The ways to a royal piece on which the first piece is the mover's, and behind it stands one of
 * `side` that slides there. No promotion gains a slide, so a piece of that side that goes straight
 * back gives no check that it did not give before. */
static unsigned ways_to_open(const List *l, const View *view, unsigned side)
{
    const KvRules *r = l->r;
    const uint8_t *cell = l->p->cell;
    unsigned opens = 0, n;
    for (unsigned d = 0; d < WAYS; d++) {
        unsigned first = view->first[d], behind = KV_NONE;
        if (first != KV_NONE && is_of(cell[first], l->p->side))
            behind = look(r, l->p, first, d, &n);
        if (behind != KV_NONE && is_of(cell[behind], side))
            opens |= (unsigned)(r->slide[cell[behind]] >> (d ^ 1) & 1) << d;
    }
    return opens;
}

/* Looks around the royal pieces. */
static void look_around(List *l)
{
    const KvRules *r = l->r;
    unsigned us = l->p->side, own = kv_only_royal(r, l->p, us),
             theirs = kv_only_royal(r, l->p, !us);
    KvAttackerMoves wanted = l->p->tried ? KV_CHECKS : r->attacker_moves;
    if (l->wanted != KV_MOVES && own != KV_NONE) {
        see(r, l->p, own, &l->own);
        for (unsigned d = 0; d < KV_DIRECTIONS; d++) {
            unsigned at = l->own.first[d], piece = at == KV_NONE ? KV_EMPTY : l->p->cell[at];
            if (!is_of(piece, !us) || !hits(r, &l->own, piece, at))
                continue;
            l->checks++;
            l->check = d;
        }
        l->pins = ways_to_open(l, &l->own, !us);
    }
    l->must_check = l->wanted == KV_ATTACKS && wanted == KV_CHECKS && theirs != KV_NONE;
    if (!l->must_check)
        return;
    see(r, l->p, theirs, &l->theirs);
    l->opens = ways_to_open(l, &l->theirs, us);
}

/* Whether the attacker opens a check by leaving a cell, if he does not stay on its way. */
static bool may_open(const List *l, unsigned from)
{
    unsigned d = from == KV_NONE ? KV_NONE : l->theirs.way[from];
    return d != KV_NONE && (l->opens >> d & 1);
}

/* Whether whatever goes from one cell, or the hand, to another leaves a check as it is, or gives
 * none. What is royal, or may become so, can end a check wherever it goes. */
static bool is_vain(const List *l, unsigned piece, unsigned from, unsigned to)
{
    bool stands = l->checks > 1 || (l->checks && l->own.way[to] != l->check);
    if (stands && !kv_is_royal(l->r, piece) && (int)(piece % KV_GOTE) != l->r->game->elephant)
        return true;
    return l->must_check && l->theirs.way[to] == KV_NONE && !may_open(l, from);
}

/* Whether a move that is_vain lets pass may endanger the mover's own royal piece. Only the royal
 * one can, a piece that is pinned, and an elephant, which may be royal afterwards. */
static bool may_endanger(const List *l, const KvMove *m)
{
    int kind = m->was % KV_GOTE;
    if (l->wanted == KV_MOVES || m->from == KV_NONE)
        return false;
    return kv_is_royal(l->r, m->was) || kind == l->r->game->elephant ||
           (l->pins && (l->own.way[m->from] != KV_NONE && (l->pins >> l->own.way[m->from] & 1)));
}

/* Adds the move if it is allowed and of the sort wanted. It is made where looking at the board
 * before does not tell. */
static void consider(List *l, KvMove m, bool keeps)
{
    KvRules *r = l->r;
    KvPosition after;
    unsigned us = l->p->side;
    bool checks = l->must_check && hits(r, &l->theirs, m.is, m.to);
    if (l->must_check && !checks && !may_open(l, m.from))
        return;
    KvAttackerMoves wanted = l->p->tried ? KV_CHECKS : r->attacker_moves;
    bool pawn = m.from == KV_NONE && m.is % KV_GOTE == (unsigned)r->game->pawn;
    bool sorted = l->wanted == KV_ATTACKS && wanted != KV_ALL && !checks;
    bool tries = r->try_rule == KV_TRY_UNLESS_MATED && us != r->attacker && is_try(r, l->p, &m);
    bool danger = may_endanger(l, &m);
    if (danger || pawn || sorted || tries)
        kv_make(l->p, &m, &after);
    if ((danger && kv_in_danger(r, &after, us)) || (pawn && drop_is_banned(l, &after)))
        return;
    if (sorted && !kv_in_check(r, &after, !us) &&
        (wanted == KV_CHECKS || has_reply(r, &after, l->depth + 1)))
        return;
    m.tries = tries && !kv_in_check(r, &after, us);
    m.text = text_of(r, &m, keeps);
    if (l->out)
        l->out[l->n] = m;
    l->n++;
}

static void consider_move(List *l, unsigned from, unsigned to)
{
    const KvRules *r = l->r;
    const KvGame *g = r->game;
    unsigned us = l->p->side, piece = l->p->cell[from], kind = piece % KV_GOTE;
    unsigned taken = l->p->cell[to] % KV_GOTE;
    if (is_of(l->p->cell[to], us) || is_vain(l, piece, from, to) ||
        (kv_is_royal(r, taken) && kv_royals(r, l->p, !us) == 1))
        return;
    bool gone = taken == KV_EMPTY || kv_goes(r, taken);
    uint8_t gain = (uint8_t)(gone ? KV_NONE : taken % KV_PROMOTED);
    KvMove m = {0, (uint8_t)from, (uint8_t)to, (uint8_t)piece, (uint8_t)piece, gain, false};
    bool in_zone = depth_of(r, us, from) < g->zone || depth_of(r, us, to) < g->zone;
    bool promotes = kind < KV_KING && g->promoted[kind] != '.' && in_zone;
    if (!(promotes && g->promotion_forced) && !kv_is_dead(r, piece, to))
        consider(l, m, false);
    if (g->privilege && kind == KV_KING && gain != KV_NONE && gain != taken) {
        m.gain = (uint8_t)taken;
        consider(l, m, true);
    }
    m.is = (uint8_t)(piece + KV_PROMOTED);
    if (promotes)
        consider(l, m, false);
}

static void list_from(List *l, unsigned from)
{
    const KvRules *r = l->r;
    unsigned piece = l->p->cell[from];
    for (unsigned ways = r->step[piece] | r->slide[piece]; ways; ways &= ways - 1) {
        unsigned d = (unsigned)__builtin_ctz(ways), to = r->next[from][d];
        bool slides = r->slide[piece] >> d & 1;
        for (; slides && to != KV_NONE && l->p->cell[to] == KV_EMPTY; to = r->next[to][d])
            consider_move(l, from, to);
        if (to != KV_NONE)
            consider_move(l, from, to);
    }
}

/* Drops on one cell, of pawns or of the others. */
static void list_drops(List *l, unsigned to, bool pawns)
{
    const KvRules *r = l->r;
    const KvGame *g = r->game;
    unsigned us = l->p->side;
    for (unsigned i = 0; i < l->n_held; i++) {
        unsigned hand = l->held[i], piece = hand + KV_GOTE * us;
        if (((int)hand == g->pawn) != pawns || (l->must_check && !hits(r, &l->theirs, piece, to)) ||
            (!g->dead_drops && kv_is_dead(r, piece, to)) ||
            (pawns && pawn_on_file(r, l->p, piece, to)))
            continue;
        consider(l,
                 (KvMove){0, KV_NONE, (uint8_t)to, (uint8_t)piece, (uint8_t)piece, KV_NONE, false},
                 false);
    }
}

/* Drops that give check: on the cells seen from the other royal piece. */
static void list_checking_drops(List *l)
{
    for (unsigned d = 0; d < KV_DIRECTIONS && l->n_held; d++) {
        unsigned at = l->r->next[l->theirs.from][d];
        for (; at != KV_NONE && l->p->cell[at] == KV_EMPTY; at = l->r->next[at][d]) {
            if (!is_vain(l, KV_EMPTY, KV_NONE, at)) {
                list_drops(l, at, false);
                list_drops(l, at, true);
            }
            if (d >= WAYS)
                break;
        }
    }
}

/* Drops on some cells. Pawns last: only their drops can lead deeper. */
static void list_drops_on(List *l, const uint8_t *cell, unsigned n)
{
    for (unsigned i = 0; i < 2 * n && (l->out || !l->n); i++)
        list_drops(l, cell[i % n], i >= n);
}

/* Moves to one cell, but for those of the royal piece. */
static void list_to(List *l, unsigned to)
{
    const KvRules *r = l->r;
    for (unsigned d = 0; d < KV_DIRECTIONS; d++) {
        unsigned n, from = look(r, l->p, to, d, &n);
        unsigned piece = from == KV_NONE ? KV_EMPTY : l->p->cell[from];
        unsigned motion = r->slide[piece] | (n == 1 ? r->step[piece] : 0);
        if (is_of(piece, l->p->side) && from != l->own.from && (motion >> (d ^ 1) & 1))
            consider_move(l, from, to);
    }
}

/* What ends a check: moves of the royal piece, and what comes onto the way of the only one. */
static void list_answers(List *l)
{
    const uint8_t(*next)[KV_DIRECTIONS] = l->r->next;
    unsigned n = 0, last = l->own.first[l->check];
    uint8_t empty[KV_CELLS];
    list_from(l, l->own.from);
    if (l->checks > 1)
        return;
    for (unsigned at = next[l->own.from][l->check]; at != last; at = next[at][l->check])
        empty[n++] = (uint8_t)at;
    for (unsigned i = 0; i < n; i++)
        list_to(l, empty[i]);
    list_to(l, last);
    list_drops_on(l, empty, n);
}

static void list_all(List *l)
{
    unsigned n = 0;
    uint8_t empty[KV_CELLS];
    for (unsigned cell = 0; cell < l->r->n_cells && (l->out || !l->n); cell++) {
        unsigned piece = l->p->cell[cell];
        if (is_of(piece, l->p->side))
            list_from(l, cell);
        else if (piece == KV_EMPTY && !l->must_check && !is_vain(l, piece, KV_NONE, cell))
            empty[n++] = (uint8_t)cell;
    }
    if (l->must_check)
        list_checking_drops(l);
    list_drops_on(l, empty, n);
}

static unsigned list_moves(KvRules *r, const KvPosition *p, KvWanted wanted, KvMove *out,
                           unsigned depth)
{
    List l = {.r = r, .p = p, .wanted = wanted, .out = out, .depth = depth};
    if (depth > DEEPEST) {
        r->too_deep = true;
        return 0;
    }
    for (unsigned hand = 0; hand < KV_EMPTY; hand++) {
        if (p->hand[p->side][hand] && (int)hand != r->game->dead_in_hand)
            l.held[l.n_held++] = (uint8_t)hand;
    }
    look_around(&l);
    if (l.checks && r->game->elephant == NO_KIND) // an elephant can end a check wherever it goes
        list_answers(&l);
    else
        list_all(&l);
    return l.n;
}

static int by_text(const void *a, const void *b)
{
    uint64_t x = ((const KvMove *)a)->text, y = ((const KvMove *)b)->text;
    return (x > y) - (x < y);
}

unsigned kv_list(KvRules *r, const KvPosition *p, KvWanted wanted, KvMove *out)
{
    unsigned n = list_moves(r, p, wanted, out, 0);
    qsort(out, n, sizeof *out, by_text);
    return n;
}

/* ---- ends of the game, comparisons ---- */

bool kv_mated(const KvRules *r, const KvPosition *p)
{
    return kv_in_check(r, p, p->side) || (r->attacker_moves != KV_CHECKS && !r->stalemate_draws);
}

bool kv_is_try(const KvRules *r, const KvPosition *p, const KvMove *move)
{
    return r->try_rule == KV_TRY_ON && is_try(r, p, move);
}

bool kv_may_refer(const KvRules *r, const KvPosition *p, const KvPosition *record, bool dominance,
                  bool more)
{
    unsigned us = r->attacker;
    if (p->tried != record->tried || memcmp(p->cell, record->cell, sizeof p->cell) != 0)
        return false;
    if (!dominance)
        return memcmp(p->hand, record->hand, sizeof p->hand) == 0;
    for (unsigned i = 0; i < KV_EMPTY; i++) {
        unsigned ours = p->hand[us][i], theirs = record->hand[us][i];
        if (more ? ours < theirs : ours > theirs)
            return false;
        bool apart = i >= KV_PROMOTED || (int)i == r->game->elephant; // not told by the rest
        if (apart && p->hand[!us][i] != record->hand[!us][i])
            return false;
    }
    return true;
}
