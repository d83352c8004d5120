/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the classes of moves say of positions alone: moves that are like that of the line. */
#include <stdlib.h>
#include <string.h>

#include "repl/verify/report-priv.h"

static bool promotes(const KvMove *move)
{
    return move->from != KV_NONE && move->is != move->was;
}

static bool keeps(const KvMove *move)
{
    return move->gain != KV_NONE && move->gain >= KV_PROMOTED;
}

bool kv_written_alike(const KvMove *a, const KvMove *b)
{
    if (a->from != b->from || a->to != b->to)
        return false;
    if (a->from == KV_NONE)
        return a->is == b->is;
    return promotes(a) == promotes(b) && keeps(a) == keeps(b);
}

/* Whether two cells lie on one line to a third, on the same side of it. */
static bool on_one_ray(const KvRules *r, unsigned from, unsigned a, unsigned b)
{
    enum { LINES = 8 }; // directions after which only jumps come
    for (unsigned d = 0; d < LINES; d++) {
        unsigned met = 0;
        for (unsigned at = r->next[from][d]; at != KV_NONE; at = r->next[at][d])
            met += (at == a) + (at == b);
        if (met == 2)
            return true;
    }
    return false;
}

/* Whether two cells lie so to a royal piece of the side that is not to move. */
static bool on_ray_to_royal(const KvRules *r, const KvPosition *p, unsigned a, unsigned b)
{
    for (unsigned cell = 0; cell < r->n_cells; cell++) {
        unsigned piece = p->cell[cell];
        if (kv_is_royal(r, piece) && piece / KV_GOTE != p->side && on_one_ray(r, cell, a, b))
            return true;
    }
    return false;
}

bool kv_is_twin(const KvReport *c, unsigned i, const KvMove *move, bool *out_promotion)
{
    const KvMove *own = &c->own[i];
    const KvPosition *p = &c->line[i];
    *out_promotion = move->from != KV_NONE && move->from == own->from && move->to == own->to &&
                     promotes(move) != promotes(own) && keeps(move) == keeps(own);
    if (*out_promotion)
        return true;
    return move->from == own->from && move->is == own->is && move->to != own->to &&
           c->rules.slide[own->is] && on_ray_to_royal(&c->rules, p, own->to, move->to);
}

bool kv_find_alike(KvReport *c, const KvPosition *p, KvWanted wanted, const KvMove *like,
                   KvMove *out, bool *out_found)
{
    KvMoves moves;
    bool ok = kv_moves(c, p, wanted, &moves);
    *out_found = false;
    for (unsigned i = 0; ok && i < moves.n && !*out_found; i++) {
        *out_found = kv_written_alike(&moves.move[i], like);
        *out = moves.move[i];
    }
    free(moves.move);
    return ok;
}

static bool same_position(const KvPosition *a, const KvPosition *b)
{
    return memcmp(a, b, offsetof(KvPosition, tried)) == 0;
}

/* Adds the position after the move written as `like`, if there is one, once. */
static bool add_way(KvReport *c, const KvPosition *p, const KvMove *like, KvPosition ways[2],
                    unsigned *n, bool *out_found)
{
    KvMove move;
    KvPosition after;
    KvWanted wanted = p->side == c->rules.attacker ? KV_ATTACKS : KV_REPLIES;
    if (!kv_find_alike(c, p, wanted, like, &move, out_found))
        return false;
    if (!*out_found)
        return true;
    kv_make(p, &move, &after);
    for (unsigned i = 0; i < *n; i++) {
        if (same_position(&ways[i], &after))
            return true;
    }
    if (*n == 2)
        return kv_refuse_at(c, p, "a line that goes on in more than two ways");
    ways[(*n)++] = after;
    return true;
}

/* A move with the promotion, or what is kept of the piece taken, turned round. As a pattern only:
 * nothing but what kv_written_alike looks at is right in it. */
static KvMove turned(const KvMove *move, bool promotion)
{
    KvMove other = *move;
    if (promotion)
        other.is = promotes(move) ? other.was : (uint8_t)(other.was + KV_PROMOTED);
    else
        other.gain = keeps(move) ? KV_NONE : KV_PROMOTED;
    return other;
}

bool kv_follow_twin(KvReport *c, unsigned i, const KvMove *move, KvPosition ends[2], unsigned *n)
{
    unsigned here = c->own[i].to, instead = move->to;
    kv_make(&c->line[i], move, &ends[0]);
    *n = 1;
    for (i++; i < c->n_line; i++) {
        KvMove like = c->own[i];
        KvPosition next[2] = {0};
        unsigned n_next = 0, to = like.to;
        bool moves = like.from != KV_NONE && like.from == here, taken = !moves && to == here;
        if (moves)
            like.from = (uint8_t)instead;
        else if (taken)
            like.to = (uint8_t)instead;
        const KvMove other = turned(&like, moves);
        for (unsigned k = 0; k < *n; k++) {
            bool found, ignored;
            if (!add_way(c, &ends[k], &like, next, &n_next, &found) ||
                ((moves || (taken && !found && like.from != KV_NONE)) &&
                 !add_way(c, &ends[k], &other, next, &n_next, &ignored)))
                return false;
        }
        here = moves ? to : taken ? KV_NONE - 1u : here;
        instead = moves ? to : instead;
        memcpy(ends, next, n_next * sizeof *next);
        *n = n_next;
    }
    return true;
}

static unsigned mirrored(const KvRules *r, unsigned cell)
{
    unsigned files = r->game->files;
    return cell - cell % files + (files - 1 - cell % files);
}

bool kv_is_mirror(const KvReport *c, unsigned i, const KvMove *move)
{
    const KvPosition *p = &c->line[i];
    KvMove own = c->own[i];
    for (unsigned cell = 0; cell < c->rules.n_cells; cell++) {
        if (p->cell[cell] != p->cell[mirrored(&c->rules, cell)])
            return false;
    }
    own.to = (uint8_t)mirrored(&c->rules, own.to);
    if (own.from != KV_NONE)
        own.from = (uint8_t)mirrored(&c->rules, own.from);
    return kv_written_alike(&own, move);
}

/* kv_changes_order with the move of ply `later`; the replies change places too if `replies`. */
static bool exchange(KvReport *c, unsigned i, unsigned later, bool replies, bool *out)
{
    KvPosition p = c->line[i], after;
    KvWanted wanted = c->rules.game->king_capture ? KV_MOVES : KV_REPLIES;
    *out = false;
    for (unsigned k = i; k < later + 2; k++) {
        unsigned j = k;
        KvMove move;
        bool found;
        if (k == i || (replies && k == i + 1))
            j = later + (k - i);
        else if (k == later || (replies && k == later + 1))
            j = i + (k - later);
        if (!kv_find_alike(c, &p, wanted, &c->own[j], &move, &found))
            return false;
        if (!found)
            return true;
        kv_make(&p, &move, &after);
        if (k % 2 == i % 2 && !kv_in_check(&c->rules, &after, after.side))
            return true;
        p = after;
    }
    *out = same_position(&p, &c->line[later + 2]);
    return true;
}

bool kv_changes_order(KvReport *c, unsigned i, const KvMove *move, bool *out)
{
    *out = false;
    for (unsigned later = i + 2; later + 1 < c->n_line && !*out; later += 2) {
        if (kv_written_alike(&c->own[later], move) &&
            (!exchange(c, i, later, false, out) || (!*out && !exchange(c, i, later, true, out))))
            return false;
    }
    return true;
}
