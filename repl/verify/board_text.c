/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions of the verifier as text. */
#include <string.h>

#include "repl/verify/rules.h"

enum { MOST = 99 }; // of a kind, to be counted at all

/* What is read besides the position. */
typedef struct {
    unsigned total[KV_PROMOTED]; // of each kind, no more than MOST in hands
    bool too_many;               // more than can be counted
    bool two_kings;
    bool not_held; // a piece in hand that leaves the game when it is taken
} Found;

/* Reads an optional plus and a letter, lower case for gote; -1 if it is no piece, or never
 * promotes. */
static int read_piece(const KvGame *g, const char **at)
{
    bool promoted = **at == '+', gote = (*at)[promoted] >= 'a';
    char letter = (char)((*at)[promoted] - (gote ? 'a' - 'A' : 0));
    const char *found = letter ? strchr(g->letters, letter) : NULL;
    unsigned kind = found ? (unsigned)(found - g->letters) : KV_KING;
    if (kind == KV_KING ? promoted || letter != g->king : promoted && g->promoted[kind] == '.')
        return -1;
    *at += 1 + promoted;
    return (int)(kind + KV_PROMOTED * promoted + KV_GOTE * gote);
}

static const char *read_board(const KvRules *r, const char **at, KvPosition *out, Found *found)
{
    unsigned files = r->game->files;
    for (unsigned cell = 0; cell < r->n_cells;) {
        if (cell && cell % files == 0 && *(*at)++ != '/')
            return "a rank is too long";
        unsigned empty = **at >= '1' && **at <= '9' ? (unsigned)(*(*at)++ - '0') : 0;
        if (empty > files - cell % files)
            return "a rank is too long";
        cell += empty;
        if (empty)
            continue;
        int piece = read_piece(r->game, at);
        if (piece < 0)
            return "no such piece on the board";
        if (piece % KV_GOTE == KV_KING) {
            found->two_kings |= out->king[piece / KV_GOTE] != KV_NONE;
            out->king[piece / KV_GOTE] = (uint8_t)cell;
        } else {
            found->total[piece % KV_PROMOTED]++;
        }
        out->cell[cell++] = (uint8_t)piece;
    }
    return NULL;
}

static const char *read_hands(const KvRules *r, const char **at, KvPosition *out, Found *found)
{
    const KvGame *g = r->game;
    if (**at == '-')
        return ++*at, NULL;
    do {
        size_t digits = strspn(*at, "0123456789");
        if (**at == '0' || digits > 2)
            return "no such number of pieces in hand";
        unsigned n = digits == 0;
        for (; digits; digits--)
            n = n * 10 + (unsigned)(*(*at)++ - '0');
        int piece = read_piece(g, at);
        if (piece < 0 || piece % KV_GOTE == KV_KING || ((piece & KV_PROMOTED) && !g->privilege))
            return "no such piece in hand";
        found->too_many |= found->total[piece % KV_PROMOTED] + n > MOST;
        found->not_held |= kv_goes(r, (unsigned)piece);
        if (found->too_many)
            continue; // it is refused
        found->total[piece % KV_PROMOTED] += n;
        out->hand[piece / KV_GOTE][piece % KV_GOTE] += (uint8_t)n;
    } while (**at && **at != ' ');
    return NULL;
}

/* R7.4: more of a kind than the set has. */
static bool has_too_many(const KvGame *g, const Found *found)
{
    bool more = found->too_many;
    for (unsigned kind = 0; g->letters[kind]; kind++)
        more = more || found->total[kind] > g->set[kind];
    return more;
}

const char *kv_position_read(const KvRules *r, const char *text, KvPosition *out,
                             const char **out_fault)
{
    Found found = {0};
    *out_fault = NULL;
    memset(out, 0, sizeof *out);
    memset(out->cell, KV_EMPTY, sizeof out->cell);
    memset(out->king, KV_NONE, sizeof out->king);
    const char *wrong = read_board(r, &text, out, &found);
    if (wrong)
        return wrong;
    if (text[0] != ' ' || (text[1] != 'b' && text[1] != 'w') || text[2] != ' ')
        return "no b or w after the board";
    out->side = text[1] == 'w';
    text += 3;
    wrong = read_hands(r, &text, out, &found);
    if (wrong)
        return wrong;
    if (*text != ' ' || !text[1] || text[1 + strspn(text + 1, "0123456789")])
        return "no number after the hands";
    if (found.two_kings) // R7.1
        *out_fault = "a side has two kings";
    else if (has_too_many(r->game, &found))
        *out_fault = "more pieces of a kind than the set has";
    else if (found.not_held)
        *out_fault = "a piece in hand that leaves the game when it is taken";
    return NULL;
}

/* Both write at `out` and return its new end. */

static char *write_piece(const KvGame *g, unsigned piece, char *out)
{
    char letter = piece % KV_GOTE == KV_KING ? g->king : g->letters[piece % KV_PROMOTED];
    if (piece & KV_PROMOTED)
        *out++ = '+';
    *out++ = (char)(letter + (piece & KV_GOTE ? 'a' - 'A' : 0));
    return out;
}

static char *write_number(unsigned n, char *out)
{
    if (n >= 10)
        *out++ = (char)('0' + n / 10);
    *out++ = (char)('0' + n % 10);
    return out;
}

void kv_position_write(const KvRules *r, const KvPosition *p, char out[KV_POSITION_TEXT])
{
    const KvGame *g = r->game;
    for (unsigned cell = 0, empty = 0; cell < r->n_cells; cell++) {
        bool is_empty = p->cell[cell] == KV_EMPTY, ends = (cell + 1) % g->files == 0;
        empty += is_empty;
        if (empty && (ends || !is_empty)) {
            out = write_number(empty, out);
            empty = 0;
        }
        if (!is_empty)
            out = write_piece(g, p->cell[cell], out);
        if (ends && cell + 1 < r->n_cells)
            *out++ = '/';
    }
    *out++ = ' ';
    *out++ = p->side ? 'w' : 'b';
    *out++ = ' ';
    char *hands = out;
    for (unsigned i = 0; i < 2 * KV_GOTE; i++) {
        unsigned side = i / KV_GOTE, hand = i % KV_GOTE / 2 + i % 2 * KV_PROMOTED;
        unsigned n = p->hand[side][hand];
        if (n >= 2)
            out = write_number(n, out);
        if (n)
            out = write_piece(g, hand + KV_GOTE * side, out);
    }
    if (out == hands)
        *out++ = '-';
    *out = '\0';
}
