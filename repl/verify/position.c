/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verifier's positions as text and as few bytes, and which may stand for which. */
#include <stdio.h>
#include <string.h>

#include "repl/verify/rules.h"

enum { MOST_OF_A_KIND = KV_OUTSIDE }; // what five bits hold

/* Reads an optional plus and a letter; -1 if it is no piece, or never promotes. Letters of gote are
 * lower case. */
static int read_piece(const KvGame *g, const char **at)
{
    bool promoted = **at == '+';
    char letter = (*at)[promoted];
    bool gote = letter >= 'a' && letter <= 'z';
    char upper = (char)(gote ? letter - 'a' + 'A' : letter);
    unsigned kind = kv_kind_of_letter(g, upper);
    if ((kind == KV_KING && upper != g->king) ||
        (promoted && (kind == KV_KING || g->promoted[kind] == '.')))
        return -1;
    *at += 1 + promoted;
    return (int)(kind + KV_PROMOTED * promoted + KV_GOTE * gote);
}

static const char *read_board(KvRules *r, const char **at, KvPosition *out)
{
    for (unsigned i = 0; i < r->n_cells;) {
        unsigned left = r->game->files - i % r->game->files;
        if (i && left == r->game->files && *(*at)++ != '/')
            return "a rank is too long";
        do {
            if (**at >= '1' && **at <= '9') {
                unsigned n = (unsigned)(*(*at)++ - '0');
                if (n > left)
                    return "a rank is too long";
                i += n;
                left -= n;
                continue;
            }
            int piece = read_piece(r->game, at);
            if (piece < 0)
                return "no such piece on the board";
            unsigned side = (unsigned)piece / KV_GOTE;
            out->cell[r->cells[i]] = (uint8_t)piece;
            if (piece % KV_GOTE == KV_KING) {
                if (out->king[side])
                    return "a side has two kings";
                out->king[side] = r->cells[i];
            } else if (++r->total[piece % KV_PROMOTED] > MOST_OF_A_KIND) {
                return "too many pieces of a kind";
            }
            i++;
            left--;
        } while (left);
    }
    return NULL;
}

static const char *read_hands(KvRules *r, const char **at, KvPosition *out)
{
    if (**at == '-') {
        ++*at;
        return NULL;
    }
    do {
        size_t digits = strspn(*at, "0123456789");
        if (**at == '0' || digits > 2)
            return "no such number of pieces in hand";
        unsigned n = digits ? 0 : 1;
        for (; digits; digits--)
            n = n * 10 + (unsigned)(*(*at)++ - '0');
        int piece = read_piece(r->game, at);
        if (piece < 0 || piece % KV_GOTE == KV_KING ||
            ((piece & KV_PROMOTED) && !r->game->privilege))
            return "no such piece in hand";
        if ((r->total[piece % KV_PROMOTED] += (uint8_t)n) > MOST_OF_A_KIND)
            return "too many pieces of a kind";
        out->hand[piece / KV_GOTE][piece % KV_GOTE] += (uint8_t)n;
    } while (**at && **at != ' ');
    return NULL;
}

const char *kv_position_read(KvRules *r, const char *text, KvPosition *out)
{
    memset(out, 0, sizeof *out);
    memset(r->total, 0, sizeof r->total);
    memset(out->cell, KV_OUTSIDE, sizeof out->cell);
    for (unsigned i = 0; i < r->n_cells; i++)
        out->cell[r->cells[i]] = KV_EMPTY;
    const char *wrong = read_board(r, &text, out);
    if (wrong)
        return wrong;
    if (text[0] != ' ' || (text[1] != 'b' && text[1] != 'w') || text[2] != ' ')
        return "no b or w after the board";
    out->side = text[1] == 'w';
    text += 3;
    wrong = read_hands(r, &text, out);
    if (wrong)
        return wrong;
    if (*text != ' ' || !text[1] || text[1 + strspn(text + 1, "0123456789")])
        return "no number after the hands";
    return NULL;
}

const char *kv_position_fault(const KvRules *r, const KvPosition *p)
{
    if (!p->king[!r->attacker])
        return "the defender has no king";
    if (!r->game->king_capture && kv_in_check(r, p, !p->side))
        return "a king can be captured at once";
    return NULL;
}

/* ---- text ---- */

typedef struct {
    char *out;
    size_t n, size;
} Text;

static void put_char(Text *t, char c)
{
    if (t->n + 1 < t->size)
        t->out[t->n++] = c;
}

static void put_piece(Text *t, const KvGame *g, unsigned piece)
{
    unsigned kind = piece % KV_PROMOTED;
    bool king = piece % KV_GOTE == KV_KING;
    if (piece & KV_PROMOTED)
        put_char(t, '+');
    put_char(t, (char)((king ? g->king : g->letters[kind]) + (piece & KV_GOTE ? 'a' - 'A' : 0)));
}

void kv_position_write(const KvRules *r, const KvPosition *p, char *out, size_t size)
{
    Text t = {out, 0, size};
    for (unsigned i = 0, empty = 0; i < r->n_cells; i++) {
        bool ends = (i + 1) % r->game->files == 0;
        unsigned piece = p->cell[r->cells[i]];
        empty += piece == KV_EMPTY;
        if (empty && (ends || piece != KV_EMPTY)) {
            put_char(&t, (char)('0' + empty));
            empty = 0;
        }
        if (piece != KV_EMPTY)
            put_piece(&t, r->game, piece);
        if (ends && i + 1 < r->n_cells)
            put_char(&t, '/');
    }
    put_char(&t, ' ');
    put_char(&t, p->side ? 'w' : 'b');
    put_char(&t, ' ');
    size_t before = t.n;
    for (unsigned i = 0; i < 2 * KV_GOTE; i++) {
        unsigned side = i / KV_GOTE, hand = i % KV_GOTE / 2 + i % 2 * KV_PROMOTED;
        unsigned n = p->hand[side][hand];
        if (n >= 10)
            put_char(&t, (char)('0' + n / 10));
        if (n >= 2)
            put_char(&t, (char)('0' + n % 10));
        if (n)
            put_piece(&t, r->game, hand + KV_GOTE * side);
    }
    if (t.n == before)
        put_char(&t, '-');
    out[t.n] = '\0';
}

/* ---- few bytes ---- */

/* Hand counts that are kept, by place: the attacker's, then where they differ in kind the promoted ones
 * of both. */
static uint8_t *kept_count(const KvRules *r, KvPosition *p, unsigned i)
{
    unsigned which = i / KV_KING, kind = i % KV_KING;
    unsigned side = which < 2 ? r->attacker : !r->attacker;
    return &p->hand[side][kind + (which ? KV_PROMOTED : 0)];
}

static unsigned n_kept(const KvRules *r)
{
    return r->game->privilege ? 3 * KV_KING : KV_KING;
}

void kv_pack(const KvRules *r, const KvPosition *p, uint64_t out[KV_PACKED])
{
    KvPosition copy = *p;
    memset(out, 0, KV_PACKED * sizeof *out);
    for (unsigned i = 0; i < r->n_cells + n_kept(r); i++) {
        uint64_t value =
            i < r->n_cells ? p->cell[r->cells[i]] : *kept_count(r, &copy, i - r->n_cells);
        unsigned word = 5 * i / 64, shift = 5 * i % 64;
        out[word] |= value << shift;
        if (shift > 59)
            out[word + 1] |= value >> (64 - shift);
    }
}

void kv_unpack(const KvRules *r, const uint64_t in[KV_PACKED], KvPosition *out)
{
    memset(out, 0, sizeof *out);
    memset(out->cell, KV_OUTSIDE, sizeof out->cell);
    uint8_t left[2 * KV_PROMOTED] = {0};
    memcpy(left, r->total, sizeof r->total);
    for (unsigned i = 0; i < r->n_cells + n_kept(r); i++) {
        unsigned word = 5 * i / 64, shift = 5 * i % 64;
        uint64_t value = in[word] >> shift;
        if (shift > 59)
            value |= in[word + 1] << (64 - shift);
        value &= 31;
        if (i >= r->n_cells) {
            *kept_count(r, out, i - r->n_cells) = (uint8_t)value;
            left[(i - r->n_cells) % KV_KING] -= (uint8_t)value;
            continue;
        }
        out->cell[r->cells[i]] = (uint8_t)value;
        if (value % KV_GOTE == KV_KING)
            out->king[value / KV_GOTE] = r->cells[i];
        else if (kv_is_piece((unsigned)value))
            left[value % KV_PROMOTED]--;
    }
    memcpy(out->hand[!r->attacker], left, KV_KING);
    out->side = r->attacker;
}

bool kv_may_refer(const KvRules *r, const KvPosition *p, const KvPosition *record, bool dominance,
                  bool more)
{
    const uint8_t *ours = p->hand[r->attacker], *theirs = record->hand[r->attacker];
    if (memcmp(p->cell, record->cell, sizeof p->cell) != 0)
        return false;
    if (!dominance)
        return memcmp(p->hand, record->hand, sizeof p->hand) == 0;
    for (unsigned i = 0; i < KV_EMPTY; i++) {
        if (more ? ours[i] < theirs[i] : ours[i] > theirs[i])
            return false;
        if (i >= KV_PROMOTED && p->hand[!r->attacker][i] != record->hand[!r->attacker][i])
            return false;
    }
    return true;
}
