/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a move beside the main line is called: definitions over facts (docs/report-certificate.md). */
#include "repl/verify/report-priv.h"

enum { MOST_HALF = 1 << 16 }; // half the plies of a length that a claim may be about

/* How a claim begins: of the attacker's moves, ... */
enum { A_OPEN, A_FAILS, A_SOONER, A_AS_LONG, A_LONGER, A_BOUNDED };
/* ... and of the defender's. */
enum { D_OPEN, D_SOONER, D_FUTILE, D_LEAVES, D_NOTHING_LEFT, D_ESCAPES, D_CLAIMS };

static bool read_number(KvReport *c, uint32_t *out)
{
    return kv_report_number(c, MOST_HALF, out);
}

/* Whether the rest of the line works after a twin of its move. */
static bool read_twin(KvReport *c, unsigned i, const KvMove *move, bool *out)
{
    KvPosition ends[2];
    unsigned n;
    bool promotion;
    *out = false;
    if (!kv_is_twin(c, i, move, &promotion))
        return true;
    if (!kv_follow_twin(c, i, move, ends, &n))
        return false;
    for (unsigned k = 0; k < n; k++) {
        uint32_t mated;
        if (!kv_report_number(c, 1, &mated) ||
            !(mated ? kv_read_mates(c, &ends[k], KV_MATES_COUNT, 1)
                    : kv_read_lasts(c, &ends[k], KV_LASTS_COUNT, 1)))
            return false;
        *out = *out || mated;
    }
    return true;
}

/* Shows a mate of any length. */
static bool read_some_mate(KvReport *c, const KvPosition *after, KvKind kind)
{
    uint32_t half;
    return read_number(c, &half) && kv_read_mates(c, after, kind, 4 * half + 1);
}

/* Whether the mate after a move, `after`, needs the line, and what the move is called then. */
static bool read_return(KvReport *c, unsigned i, const KvMove *move, const KvPosition *after,
                        bool longer, KvClass *out)
{
    uint32_t alone;
    bool exchanges = false;
    if (!kv_report_number(c, 1, &alone))
        return false;
    if (alone) {
        *out = longer ? KV_C_LATE : KV_C_EQUAL;
        return read_some_mate(c, after, KV_MATES_APART);
    }
    if ((longer && !read_some_mate(c, after, KV_MATES_COUNT)) ||
        !kv_read_fails(c, after, KV_FAILS_APART) ||
        (!longer && !kv_changes_order(c, i, move, &exchanges)))
        return false;
    *out = longer ? KV_C_DETOUR : exchanges ? KV_C_ORDER : KV_C_REJOIN;
    return true;
}

/* A mate in as many plies as by the line, `rest` of them after the move. */
static bool read_as_long(KvReport *c, unsigned i, const KvMove *move, const KvPosition *after,
                         unsigned rest, KvClass *out)
{
    bool works = false, promotion;
    if (!kv_read_mates(c, after, KV_MATES_COUNT, 2 * rest + 1) ||
        !kv_read_lasts(c, after, KV_LASTS_COUNT, 2 * (int64_t)rest - 3))
        return false;
    if (kv_is_mirror(c, i, move)) {
        *out = KV_C_MIRROR;
        return true;
    }
    if (rest == 0) {
        *out = KV_C_LAST;
        return true;
    }
    if (!read_twin(c, i, move, &works))
        return false;
    if (!works)
        return read_return(c, i, move, after, false, out);
    (void)kv_is_twin(c, i, move, &promotion);
    *out = promotion ? KV_C_PROMOTION : KV_C_CHOICE;
    return true;
}

/* A move that is open but does not mate within some plies. */
static bool read_bound(KvReport *c, const KvPosition *after, KvNamed *out)
{
    uint32_t half;
    if (!read_number(c, &half) || !kv_read_lasts(c, after, KV_LASTS_COUNT, 4 * (int64_t)half + 1))
        return false;
    out->beyond = 2 * half + 1; // of mates from here the plies are even
    return true;
}

/* A move of the attacker's, after which `rest` plies of the line would be left. */
static bool read_attack(KvReport *c, unsigned i, const KvMove *move, unsigned rest, KvNamed *named)
{
    KvPosition after;
    uint32_t claim;
    KvClass *out = &named->class;
    kv_make(&c->line[i], move, &after);
    if (!kv_report_number(c, A_BOUNDED, &claim))
        return false;
    switch (claim) {
    case A_FAILS: *out = KV_C_FAILS; return kv_read_fails(c, &after, KV_FAILS);
    case A_SOONER:
        *out = KV_C_EARLY;
        return (rest >= 2 || kv_refuse(c, KV_REFUSED, "nothing is sooner than this")) &&
               kv_read_mates(c, &after, KV_MATES_COUNT, 2 * (rest - 2) + 1);
    case A_AS_LONG: return read_as_long(c, i, move, &after, rest, out);
    case A_LONGER:
        return kv_read_lasts(c, &after, KV_LASTS_COUNT, 2 * (int64_t)rest + 1) &&
               read_return(c, i, move, &after, true, out);
    case A_BOUNDED: return read_bound(c, &after, named);
    default: *out = KV_C_OPEN; return true;
    }
}

/* A reply that mates in so many plies more than the line's, with something left at the end or not. */
static bool read_length(KvReport *c, unsigned i, const KvMove *move, unsigned rest, bool leaves,
                        KvNamed *out)
{
    KvPosition after;
    uint32_t more;
    kv_make(&c->line[i], move, &after);
    if (!read_number(c, &more))
        return false;
    unsigned plies = rest + 2 * more;
    out->excess = 2 * more;
    if (more)
        out->class = leaves ? KV_C_LONGER : KV_C_NOT_MAIN;
    else if (leaves)
        out->class = KV_C_LEAVES;
    else if (c->leftover)
        out->class = KV_C_NOT_MAIN;
    else
        out->class = rest == 1 ? KV_C_SAME_LAST : KV_C_SAME;
    bool soonest = leaves && plies == 1;
    return kv_read_link(c, &after, KV_MATES_COUNT, 2 * plies + !leaves) &&
           (soonest ||
            kv_read_link(c, &after, KV_LASTS_COUNT, leaves ? 2 * plies - 3 : 2 * plies)) &&
           (!kv_rank(c, &c->line[i], move) || kv_read_effective(c, &c->line[i], move, MOST_HALF));
}

/* A reply of the defender's, after which `rest` plies of the line would be left. */
static bool read_reply(KvReport *c, unsigned i, const KvMove *move, unsigned rest, KvNamed *out)
{
    KvPosition after;
    uint32_t claim;
    const KvPosition *p = &c->line[i];
    kv_make(p, move, &after);
    if (!kv_report_number(c, D_CLAIMS - 1, &claim))
        return false;
    if (kv_is_try(&c->rules, p, move) && claim != D_OPEN) {
        out->class = KV_C_ESCAPE;
        return claim == D_ESCAPES || kv_refuse(c, KV_REFUSED, "a try ends the game");
    }
    switch (claim) {
    case D_SOONER:
        out->class = KV_C_SHORTER;
        return (rest >= 3 || kv_refuse(c, KV_REFUSED, "nothing is sooner than this")) &&
               kv_read_link(c, &after, KV_MATES_COUNT, 2 * (rest - 2) + 1);
    case D_FUTILE:
        out->class = KV_C_FUTILE;
        return (kv_rank(c, p, move) || kv_refuse(c, KV_REFUSED, "no interposition")) &&
               (rest < 3 || kv_read_link(c, &after, KV_LASTS_COUNT, 2 * (rest - 2) + 1)) &&
               kv_read_futile(c, p, move, MOST_HALF);
    case D_LEAVES:
    case D_NOTHING_LEFT: return read_length(c, i, move, rest, claim == D_LEAVES, out);
    case D_ESCAPES: out->class = KV_C_ESCAPE; return kv_read_link(c, &after, KV_FAILS, 0);
    default: out->class = KV_C_OPEN; return true;
    }
}

bool kv_read_claim(KvReport *c, unsigned i, const KvMove *move, KvNamed *out)
{
    unsigned rest = c->n_line - i - 1;
    *out = (KvNamed){.class = KV_C_OPEN};
    return c->line[i].side == c->rules.attacker ? read_attack(c, i, move, rest, out)
                                                : read_reply(c, i, move, rest, out);
}

KvWeight kv_weigh(const KvReport *c, unsigned i, const KvMove *move, const KvNamed *named)
{
    static const unsigned allowed[] = {[KV_EXCESS_ALLOW2] = 2, [KV_EXCESS_ALLOW4] = 4};
    const KvMove *own = &c->own[i];
    KvClass class = named->class;
    if (class == KV_C_LONGER && c->excess == KV_EXCESS_IGNORE)
        return KV_NONE_AT_ALL;
    if (class == KV_C_LONGER)
        return named->excess <= allowed[c->excess] ? KV_BLEMISH : KV_DEFECT;
    if (class == KV_C_LAST && c->n_line == 1)
        return c->weight[KV_C_LAST_IN_ONE];
    if (class == KV_C_LATE && i + 1 == c->n_line)
        return c->weight[KV_C_LATE_AT_LAST];
    // only what becomes of the piece taken is another
    bool same_board = move->from == own->from && move->to == own->to && move->is == own->is;
    if (class == KV_C_SAME && same_board && c->weight[class] == KV_BLEMISH)
        return KV_NOTE;
    return c->weight[class];
}
