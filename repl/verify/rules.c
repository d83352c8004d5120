/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The games as tables; boards looked at, moves written and made. */
#include "repl/verify/rules-priv.h"

#include <string.h>

/* clang-format off */
static const KvGame games[] = {
    {"shogi", 9, 9, 3, 12, "RBGSNLP", {2, 2, 4, 4, 4, 4, 18}, "RBGSNLP", "DH.GGGG", 'K', 6, KV_NO_KIND, KV_NO_KIND,
     0, 0, 0, 0, 0, 0, 0},
    {"56shogi", 5, 6, 2, 8, "RBGSP", {2, 2, 4, 4, 10}, "RBGSP", "DH.GG", 'K', 4, KV_NO_KIND, KV_NO_KIND,
     0, 0, 0, 0, 0, 0, 0},
    {"ogi", 8, 8, 3, 16, "IRBSNLP", {2, 2, 2, 4, 4, 4, 16}, "IRBSNLP", "QDHGGGG", 'K', KV_NO_KIND, 6, KV_NO_KIND,
     true, true, true, 0, 0, 0, 0},
    {"minishogi", 5, 5, 1, 8, "RBGSP", {2, 2, 2, 2, 2}, "RBGSP", "DH.GG", 'K', 4, KV_NO_KIND, KV_NO_KIND,
     0, 0, 0, 0, 0, 0, true},
    {"gorogoro", 5, 6, 2, 8, "GSP", {4, 4, 6}, "GSP", ".GG", 'K', 2, KV_NO_KIND, KV_NO_KIND,
     0, 0, 0, 0, 0, 0, 0},
    {"dobutsu", 3, 4, 1, 8, "GEC", {2, 2, 2}, "WAP", "..G", 'L', KV_NO_KIND, KV_NO_KIND, KV_NO_KIND,
     0, true, 0, true, true, true, 0},
    {"suizo", 9, 9, 3, 12, "RBEGSNLP", {2, 2, 2, 4, 4, 4, 4, 18}, "RBEGSNLP", "DHK.GGGG", 'K', 7, KV_NO_KIND, 2,
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
    r->elephant_to_hand = r->game->elephant != KV_NO_KIND && strcmp(text + 1, to_hand) == 0;
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
           (r->drop_stalemate_illegal && r->game->pawn != KV_NO_KIND);
}

/* ---- looking at a board ---- */

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
    if (r->game->elephant == KV_NO_KIND)
        return p->king[side] != KV_NONE;
    for (unsigned cell = 0; cell < r->n_cells; cell++)
        n += kv_is_royal(r, p->cell[cell]) && kv_is_of(p->cell[cell], side);
    return n;
}

bool kv_may_be_royal(const KvRules *r, const KvPosition *p, unsigned side)
{
    int elephant = r->game->elephant;
    bool found = kv_royals(r, p, side) > 0;
    if (elephant == KV_NO_KIND)
        return found;
    for (unsigned cell = 0; cell < r->n_cells; cell++)
        found |= p->cell[cell] % KV_GOTE == elephant &&
                 (r->elephant_to_hand || kv_is_of(p->cell[cell], side));
    return found || p->hand[0][elephant] || p->hand[1][elephant];
}

unsigned kv_only_royal(const KvRules *r, const KvPosition *p, unsigned side)
{
    unsigned cell = 0;
    if (r->game->elephant == KV_NO_KIND)
        return p->king[side];
    if (kv_royals(r, p, side) != 1)
        return KV_NONE;
    while (!kv_is_royal(r, p->cell[cell]) || !kv_is_of(p->cell[cell], side))
        cell++;
    return cell;
}

unsigned kv_mover(const KvRules *r, const KvPosition *p, unsigned side, unsigned cell, unsigned d,
                  unsigned *n)
{
    unsigned at = kv_look(r, p, cell, d, n);
    unsigned piece = at == KV_NONE ? KV_EMPTY : p->cell[at];
    unsigned motion = r->slide[piece] | (*n == 1 ? r->step[piece] : 0);
    return kv_is_of(piece, side) && (motion >> (d ^ 1) & 1) ? at : KV_NONE;
}

static bool attacked(const KvRules *r, const KvPosition *p, unsigned side, unsigned cell)
{
    for (unsigned d = 0, n; d < r->game->directions; d++) {
        if (kv_mover(r, p, !side, cell, d, &n) != KV_NONE)
            return true;
    }
    return false;
}

bool kv_in_check(const KvRules *r, const KvPosition *p, unsigned side)
{
    if (r->game->elephant == KV_NO_KIND)
        return p->king[side] != KV_NONE && attacked(r, p, side, p->king[side]);
    for (unsigned cell = 0; cell < r->n_cells; cell++) {
        if (kv_is_royal(r, p->cell[cell]) && kv_is_of(p->cell[cell], side) &&
            attacked(r, p, side, cell))
            return true;
    }
    return false;
}

bool kv_in_danger(const KvRules *r, const KvPosition *p, unsigned side)
{
    return kv_in_check(r, p, side) && kv_royals(r, p, side) == 1;
}

unsigned kv_depth_of(const KvRules *r, unsigned side, unsigned cell)
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

/* ---- moves ---- */

static uint64_t cell_text(const KvRules *r, unsigned cell)
{
    const KvGame *g = r->game;
    unsigned column = cell % g->files, row = cell / g->files;
    unsigned file = g->letter_files ? 'a' + column : '0' + g->files - column;
    return file << 8 | (g->letter_files ? '0' + g->ranks - row : 'a' + row);
}

uint64_t kv_text_of(const KvRules *r, const KvMove *m, bool keeps)
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
    return kv_depth_of(r, side, cell) == 0 &&
           (g->try_rank || cell % g->files == (g->files - 1u) / 2);
}

bool kv_goes_for_try(const KvRules *r, const KvPosition *p, const KvMove *move)
{
    if (move->from == KV_NONE || !kv_is_royal(r, move->was) || !is_try_cell(r, p->side, move->to) ||
        is_try_cell(r, p->side, move->from))
        return false;
    KvPosition after;
    kv_make(p, move, &after);
    return !attacked(r, &after, p->side, move->to);
}

/* ---- ends of the game, comparisons ---- */

bool kv_mated(const KvRules *r, const KvPosition *p)
{
    return kv_in_check(r, p, p->side) || (r->attacker_moves != KV_CHECKS && !r->stalemate_draws);
}

bool kv_is_try(const KvRules *r, const KvPosition *p, const KvMove *move)
{
    return r->try_rule == KV_TRY_ON && kv_goes_for_try(r, p, move);
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
