/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interpositions in the certificate of a report: how it is shown that one is futile, or is not. */
#include "solver/check/report_writer.h"
#include "solver/search/futile.h"

unsigned kj_show_rank(const KjReportWriter *r, const KjPosition *pos, KjMove reply)
{
    unsigned checker = KJ_NO_SQUARE;
    if (!r->c->conventional)
        return 0;
    KjBb between = kj_futile_between(pos, &checker);
    return kj_futile_rank(pos, reply, between, checker);
}

/* A recapture of an interposition, and the position after it, the piece given back. */
typedef struct {
    KjMove move;
    KjPosition at;
} Given;

/* The recaptures in the order of the moves. (transfer full) */
static GArray *given_back(const KjReportWriter *r, const KjPosition *pos, KjMove reply)
{
    GArray *given = g_array_new(FALSE, FALSE, sizeof(Given));
    unsigned checker = KJ_NO_SQUARE;
    KjBb between = kj_futile_between(pos, &checker);
    KjShortcut shortcut = kj_futile_shortcut(pos, reply, between, checker);
    KjPosition next = kj_position_after(pos, reply);
    KjMoveList attacks;
    kj_show_moves(r, &next, &attacks);
    for (unsigned i = 0; i < attacks.n; i++) {
        if (!kj_futile_recaptures(r->c->out->interpositions, &next, &shortcut, attacks.move[i]))
            continue;
        Given each = {attacks.move[i], next};
        kj_futile_play(&each.at, &shortcut, attacks.move[i]);
        g_array_append_val(given, each);
    }
    return given;
}

/* Whether no recapture of an interposition mates within half as many plies as `key`. */
bool kj_show_is_none_within(KjReportWriter *r, const KjPosition *pos, KjMove reply, int key,
                            bool plain, bool known)
{
    g_autoptr(GArray) given = given_back(r, pos, reply);
    bool none = true;
    for (unsigned i = 0; i < given->len && none; i++) {
        const KjPosition *at = &g_array_index(given, Given, i).at;
        none = plain ? kj_show_relaxed_lasts(r, at, (unsigned)key / 2, known)
                     : kj_show_value_within(r, at, key) == KJ_NOMATE;
    }
    return none;
}

bool kj_show_none_within(KjReportWriter *r, const KjPosition *pos, KjMove reply, KjFactKind kind,
                         int key)
{
    g_autoptr(GArray) given = given_back(r, pos, reply);
    bool ok = true;
    for (unsigned i = 0; i < given->len && ok; i++)
        ok = kj_show_lasts(r, &g_array_index(given, Given, i).at, kind, key);
    return ok;
}

/* Whether an interposition that holds out can be shown to count by no recapture being quick (0), or
 * must be by what the nearer replies come to (1). */
static bool show_counts(KjReportWriter *r, const KjPosition *pos, KjMove reply, int key,
                        unsigned most)
{
    bool quick = kj_show_is_none_within(r, pos, reply, key, false, false);
    return kj_show_number(r, !quick) &&
           (quick ? kj_show_none_within(r, pos, reply, KJ_FACT_LASTS_COUNT, key)
                  : kj_show_effective(r, pos, reply, most));
}

/* A reply nearer to the king than `rank` that holds out for `plies` plies. */
static bool show_rival(KjReportWriter *r, const KjPosition *pos, unsigned rank, unsigned plies,
                       unsigned most)
{
    KjMoveList replies;
    kj_show_moves(r, pos, &replies);
    for (unsigned nearer = 0; nearer < rank; nearer++) {
        for (unsigned i = 0; i < replies.n; i++) {
            KjMove rival = replies.move[i];
            KjPosition next = kj_position_after(pos, rival);
            if (kj_show_rank(r, pos, rival) != nearer ||
                (plies >= 4 && kj_show_value_within(r, &next, 2 * (int)plies - 5) != KJ_NOMATE) ||
                (nearer && kj_check_futile(r->c, pos, rival) != KJ_NOMATE))
                continue;
            return kj_show_move(r, pos, &replies, rival) &&
                   (plies < 4 || kj_show_link(r, &next, KJ_FACT_LASTS_COUNT, 2 * plies - 5)) &&
                   (!nearer || show_counts(r, pos, rival, 2 * (int)plies - 3, most));
        }
    }
    return false;
}

static bool show_recapture(KjReportWriter *r, const KjPosition *pos, KjMove reply, KjMove recapture)
{
    KjPosition next = kj_position_after(pos, reply);
    KjMoveList attacks;
    kj_show_moves(r, &next, &attacks);
    return kj_show_move(r, &next, &attacks, recapture);
}

bool kj_show_futile(KjReportWriter *r, const KjPosition *pos, KjMove reply, unsigned most)
{
    g_autoptr(GArray) given = given_back(r, pos, reply);
    if (kj_check_futile(r->c, pos, reply) != KJ_MATE)
        return false;
    for (unsigned plies = 0; plies <= most; plies += 2) {
        for (unsigned i = 0; i < given->len; i++) {
            const Given *each = &g_array_index(given, Given, i);
            const KjPosition *at = &each->at;
            KjVerdict verdict = kj_show_value_within(r, at, 2 * (int)plies + 1);
            if (verdict == KJ_MATE)
                return show_recapture(r, pos, reply, each->move) && kj_show_number(r, plies / 2) &&
                       kj_show_mates(r, at, KJ_FACT_MATES_COUNT, 2 * plies + 1) &&
                       (plies == 0 || show_rival(r, pos, kj_show_rank(r, pos, reply), plies, most));
            if (verdict == KJ_UNKNOWN)
                return false;
        }
    }
    return false;
}

/* Whether all replies nearer to the king lose within `plies` or are futile. */
static KjVerdict nearer_within(KjReportWriter *r, const KjPosition *pos, const KjMoveList *replies,
                               unsigned rank, unsigned plies)
{
    KjVerdict all = KJ_MATE;
    for (unsigned i = 0; i < replies->n && all == KJ_MATE; i++) {
        unsigned nearer = kj_show_rank(r, pos, replies->move[i]);
        if (nearer >= rank)
            continue;
        KjPosition next = kj_position_after(pos, replies->move[i]);
        KjVerdict loses = kj_show_value_within(r, &next, 2 * (int)plies - 1);
        if (loses != KJ_MATE && nearer)
            loses = kj_verdict_either(loses, kj_check_futile(r->c, pos, replies->move[i]));
        all = kj_verdict_both(all, loses);
    }
    return all;
}

/* A reply that loses in time, or is futile. `cells`: where drops were; the piece is given back,
 * whichever it was. */
bool kj_show_loses(KjReportWriter *r, const KjPosition *pos, KjMove reply, KjFactKind kind, int key,
                   KjBb *cells)
{
    const unsigned most = (unsigned)MAX(key + 2, 0) / 2; // plies of the defender's position
    KjPosition next = kj_position_after(pos, reply);
    if (kind == KJ_FACT_MATES_COUNT && kj_show_rank(r, pos, reply)) {
        if (kj_move_is_drop(reply) && kj_bb_has(*cells, kj_move_to(reply)))
            return true;
        bool counts = kj_show_value_within(r, &next, key) == KJ_MATE;
        if (!kj_show_number(r, !counts))
            return false;
        if (!counts && kj_move_is_drop(reply))
            *cells |= kj_bit(kj_move_to(reply));
        if (!counts)
            return kj_show_futile(r, pos, reply, most);
    }
    return key >= 2 && kj_show_link(r, &next, kind, (unsigned)key);
}

/* Whether an interposition is none that is futile, all nearer replies losing within the length that
 * goes to `out`, which is at most `most`. */
bool kj_show_is_effective(KjReportWriter *r, const KjPosition *pos, KjMove reply, unsigned most,
                          unsigned *out)
{
    KjMoveList replies;
    KjVerdict within = KJ_NOMATE;
    kj_show_moves(r, pos, &replies);
    for (*out = 0; within == KJ_NOMATE && *out <= most; *out += within == KJ_NOMATE ? 2 : 0)
        within = nearer_within(r, pos, &replies, kj_show_rank(r, pos, reply), *out);
    return within == KJ_MATE &&
           kj_show_is_none_within(r, pos, reply, 2 * (int)*out + 1, false, false);
}

bool kj_show_effective(KjReportWriter *r, const KjPosition *pos, KjMove reply, unsigned most)
{
    KjMoveList replies;
    KjBb cells = 0;
    unsigned rank = kj_show_rank(r, pos, reply), plies;
    if (!kj_show_is_effective(r, pos, reply, most, &plies) || !kj_show_number(r, plies / 2))
        return false;
    kj_show_moves(r, pos, &replies);
    for (unsigned i = 0; i < replies.n; i++) {
        if (kj_show_rank(r, pos, replies.move[i]) < rank &&
            !kj_show_loses(r, pos, replies.move[i], KJ_FACT_MATES_COUNT, 2 * (int)plies - 1,
                           &cells))
            return false;
    }
    return kj_show_none_within(r, pos, reply, KJ_FACT_LASTS_COUNT, 2 * (int)plies + 1);
}
