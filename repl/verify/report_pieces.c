/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which pieces of a work are needed: definitions over facts (docs/report-certificate.md). */
#include <stdlib.h>
#include <string.h>

#include "repl/verify/report-priv.h"

/* How a claim begins. */
enum { OPEN, USELESS, NEEDED_AT_END, NEEDED_IN_TIME, NEEDED_AGAINST, CLAIMS };

/* A piece, and the work without it. */
typedef struct {
    char name[9];
    KvPosition *line; // its main line, as many positions as with the piece
} Without;

/* ---- the work without a piece ---- */

/* Gives a piece of the board to the defender, or one of the attacker's hand. False if there is none,
 * or the work cannot be without it: the attacker could take a king at once. */
static bool give(const KvReport *c, unsigned cell, unsigned held, KvPosition *out)
{
    unsigned us = c->rules.attacker;
    *out = c->line[0];
    if (cell != KV_NONE) {
        unsigned piece = out->cell[cell] % KV_GOTE, unit = piece % KV_PROMOTED;
        if (piece == KV_EMPTY || piece == KV_KING)
            return false;
        out->cell[cell] = KV_EMPTY;
        out->hand[!us][unit] += !kv_goes(&c->rules, unit);
    } else {
        if (!out->hand[us][held])
            return false;
        out->hand[us][held]--;
        out->hand[!us][held]++;
    }
    return !kv_in_danger(&c->rules, out, !us);
}

/* Plays the line without the piece; `out_works`: it can be played. */
static bool play_line(KvReport *c, Without *w, bool *out_works)
{
    bool ok = true;
    *out_works = true;
    for (unsigned i = 0; ok && *out_works && i < c->n_line; i++) {
        KvMove move;
        const KvPosition *p = &w->line[i];
        KvWanted wanted = p->side == c->rules.attacker ? KV_ATTACKS : KV_REPLIES;
        ok = kv_find_alike(c, p, wanted, &c->own[i], &move, out_works);
        if (ok && *out_works)
            kv_make(p, &move, &w->line[i + 1]);
    }
    return ok;
}

/* Whether some attack mates at once. */
static bool find_mate_at_once(KvReport *c, const KvPosition *p, bool *out)
{
    KvMoves attacks;
    KvPosition after;
    bool ok = kv_moves(c, p, KV_ATTACKS, &attacks);
    *out = false;
    for (unsigned i = 0; ok && i < attacks.n && !*out; i++) {
        kv_make(p, &attacks.move[i], &after);
        *out = kv_in_check(&c->rules, &after, after.side) && !kv_has_reply(&c->rules, &after);
    }
    free(attacks.move);
    return ok;
}

/* Whether before the last ply some attack mates at once where none does with the piece. */
static bool find_sooner(KvReport *c, const Without *w, bool *out)
{
    bool ok = true, before = false;
    *out = false;
    for (unsigned i = 0; ok && !*out && i + 1 < c->n_line; i += 2) {
        ok = find_mate_at_once(c, &w->line[i], out) &&
             (!*out || find_mate_at_once(c, &c->line[i], &before));
        *out = *out && !before;
    }
    return ok;
}

/* ---- moves that mate without it ---- */

typedef enum { NO_MATE, MATES, NOT_DECIDED } Before;

/* Whether a move at ply `i` mates with the piece, as was claimed. */
static Before mates_before(const KvReport *c, unsigned i, const KvMove *move)
{
    for (size_t k = c->named_at[i]; k < c->named_at[i + 1]; k++) {
        if (c->named[k].text == move->text)
            return c->named[k].class == KV_C_OPEN    ? NOT_DECIDED
                   : c->named[k].class == KV_C_FAILS ? NO_MATE
                                                     : MATES;
    }
    return NO_MATE;
}

/* Whether another mate at ply `i` is one too many if it is at once, `soon`, or takes longer. */
static void weigh_others(const KvReport *c, unsigned i, bool *soon, bool *late)
{
    bool last = i + 1 == c->n_line;
    KvNamed named = {.class = KV_C_LAST};
    *soon = !last || kv_weigh(c, i, &c->own[i], &named) > KV_NOTE;
    named.class = KV_C_LATE;
    *late = !last || kv_weigh(c, i, &c->own[i], &named) > KV_NOTE;
}

/* Shows that a move mates at once, or does not. */
static bool read_at_once(KvReport *c, const KvPosition *after, bool at_once)
{
    return at_once ? kv_read_mates(c, after, KV_MATES_COUNT, 1)
                   : kv_read_lasts(c, after, KV_LASTS_COUNT, 1);
}

/* Shows that a move that did not mate with the piece does no harm without. */
static bool read_harmless(KvReport *c, const KvPosition *after, bool soon, bool late)
{
    uint32_t fails = 1;
    if (soon != late && !kv_report_number(c, 1, &fails))
        return false;
    return fails ? kv_read_fails(c, after, KV_FAILS) : read_at_once(c, after, late);
}

/* Shows that no other attack at ply `i` mates that did not with the piece. */
static bool read_alone(KvReport *c, const Without *w, unsigned i)
{
    KvMoves attacks;
    KvPosition after;
    bool soon, late;
    weigh_others(c, i, &soon, &late);
    if (!soon && !late)
        return true;
    bool ok = kv_moves(c, &w->line[i], KV_ATTACKS, &attacks);
    for (unsigned k = 0; ok && k < attacks.n; k++) {
        if (kv_written_alike(&attacks.move[k], &c->own[i]) ||
            mates_before(c, i, &attacks.move[k]) == MATES)
            continue;
        kv_make(&w->line[i], &attacks.move[k], &after);
        ok = read_harmless(c, &after, soon, late);
    }
    free(attacks.move);
    return ok;
}

static bool read_useless(KvReport *c, const Without *w)
{
    bool ok = kv_read_mates(c, &w->line[c->n_line], KV_MATES_COUNT, 1);
    for (unsigned i = 0; ok && i < c->n_line; i += 2)
        ok = kv_read_link(c, &w->line[i], KV_MATES_COUNT, 2 * (c->n_line - i) + 1) &&
             read_alone(c, w, i);
    return ok;
}

/* Shows that another attack at ply `i` mates that did not with the piece. */
static bool read_against(KvReport *c, const Without *w, unsigned i)
{
    const KvPosition *p = &w->line[i];
    KvMove move;
    KvPosition after;
    uint32_t half = 0;
    bool soon, late;
    weigh_others(c, i, &soon, &late);
    if (!kv_read_move(c, p, KV_ATTACKS, &move))
        return false;
    if (kv_written_alike(&move, &c->own[i]) || mates_before(c, i, &move) != NO_MATE)
        return kv_refuse_at(c, p, "a move that is to mate without the piece alone");
    if (!soon && !late)
        return kv_refuse_at(c, p, "other mates do not matter");
    kv_make(p, &move, &after);
    return (soon == late || read_at_once(c, &after, soon)) && kv_report_number(c, 1 << 16, &half) &&
           kv_read_mates(c, &after, KV_MATES, 4 * half + 1);
}

static bool read_needed(KvReport *c, const Without *w, uint32_t claim)
{
    uint32_t half;
    if (claim == NEEDED_AT_END)
        return kv_read_lasts(c, &w->line[c->n_line], KV_LASTS_COUNT, 1);
    if (!kv_report_number(c, c->n_line / 2, &half))
        return false;
    if (claim == NEEDED_IN_TIME)
        return kv_read_link(c, &w->line[2 * half], KV_LASTS_COUNT, 2 * (c->n_line - 2 * half) + 1);
    return read_against(c, w, 2 * half);
}

/* ---- claims ---- */

/* What is claimed of a piece, the work without it being at the beginning of `w->line`. */
static bool read_piece(KvReport *c, Without *w)
{
    static const char *const words[] = {"unknown", "useless", "needed", "needed", "needed"};
    bool works, sooner = false;
    uint32_t claim = NEEDED_AT_END;
    memcpy(c->move, w->name, sizeof c->move);
    if (!play_line(c, w, &works) || (works && !find_sooner(c, w, &sooner)))
        return false;
    if (works && !sooner) {
        if (!kv_report_number(c, CLAIMS - 1, &claim))
            return false;
        if (claim == USELESS ? !read_useless(c, w) : claim != OPEN && !read_needed(c, w, claim))
            return false;
    }
    c->n_open_pieces += claim == OPEN;
    c->n_useless += claim == USELESS;
    return kv_tell(c, 0, words[claim], claim == USELESS ? c->weight[KV_C_USELESS] : KV_NONE_AT_ALL,
                   0) &&
           (claim != OPEN || kv_add_line(c, &c->pieces, "open piece %s", w->name)) &&
           (claim != USELESS || c->weight[KV_C_USELESS] == KV_NONE_AT_ALL ||
            kv_add_line(c, &c->pieces, "finding %s useless %s",
                        kv_weight_word(c->weight[KV_C_USELESS]), w->name));
}

static bool read_all(KvReport *c, Without *w)
{
    bool ok = true;
    for (unsigned cell = 0; ok && cell < c->rules.n_cells; cell++) {
        kv_cell_text(&c->rules, cell, w->name);
        ok = !give(c, cell, 0, &w->line[0]) || read_piece(c, w);
    }
    for (unsigned i = 0; ok && i < KV_GOTE; i++) {
        unsigned held = i / 2 + i % 2 * KV_PROMOTED;
        if (give(c, KV_NONE, held, &w->line[0])) {
            snprintf(w->name, sizeof w->name, "%s%c*", i % 2 ? "+" : "",
                     c->rules.game->letters[held % KV_PROMOTED]);
            ok = read_piece(c, w);
        }
    }
    return ok;
}

bool kv_read_pieces(KvReport *c)
{
    uint32_t claimed;
    size_t bytes = (c->n_line + 1) * sizeof(KvPosition);
    c->place = "piece";
    c->ply = 0;
    if (!kv_report_number(c, 1, &claimed))
        return false;
    c->open_pieces = !claimed;
    if (!claimed)
        return true;
    Without w = {.line = bytes <= c->memory ? malloc(bytes) : NULL};
    bool ok = w.line ? read_all(c, &w)
                     : kv_refuse(c, KV_UNREADABLE, "more memory is needed than is allowed");
    free(w.line);
    *c->move = '\0';
    return ok;
}
