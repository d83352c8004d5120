/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The exact length of a mate, from the end of its main line upwards.
 *
 * A search of the root for something shorter has to go down the whole line each time, and if there
 * is something shorter far down, all it says is "two plies less". So the positions of the attacker
 * on the line of best play, as far as the table knows it, are asked instead, the last one first,
 * each with the length it is known to have less two. What they come to are facts, which those above
 * find in the table. Refuting something shorter at one of them is part of refuting it at the root,
 * unless the attacker leaves the line before; so nothing is searched for that the root does not
 * need either, and where one resists, the root itself gets a share.
 */
#include "solver/length/length.h"
#include "solver/search/table_probe.h"

enum {
    FIRST_NODES = 200, // what a station may take at first; doubled whenever that brings nothing
    ABOVE_NODES = 50,  // and one above another that is not settled, to take in what has changed
    ROOT_SHARE = 4,    // but the root gets this part of what that one gets
    PROMISING = 70,    // percent of the stations
};

/* An attacker's position on the line (or the root), and the shortest mate known there. */
typedef struct {
    KjPosition pos;
    unsigned plies;
} Station;

/* What the table knows of the position after a move; how long the mate is if there is one. */
static KjNodeValue known_after(const KjSearch *s, const KjPosition *pos, KjMove move, KjBb between,
                               unsigned checker)
{
    KjShortcut shortcut = kj_futile_shortcut(pos, move, between, checker);
    if (s->relaxed && pos->side != s->attacker && shortcut.square != KJ_NO_SQUARE) {
        KjNodeValue v = kj_probe_known_offered(s, pos, move, &shortcut, KJ_LEN_INF);
        if (v.pn == 0)
            return v;
    }
    return kj_probe_known_after(s, pos, move, KJ_LEN_INF);
}

/* The move of best play, as far as the table knows; KJ_MOVE_NONE if it knows of none. */
static KjMove best_known(KjSearch *s, KjPosition *pos)
{
    bool attacks = pos->side == s->attacker;
    KjMoveList list;
    KjBb between = 0;
    unsigned checker = KJ_NO_SQUARE;
    if (attacks) {
        kj_search_attacks(s, pos, &list);
    } else {
        kj_gen_safe(pos, &list);
        between = kj_futile_between(pos, &checker);
    }
    KjMove best = KJ_MOVE_NONE;
    unsigned best_len = 0;
    for (unsigned i = 0; i < list.n; i++) {
        KjNodeValue v = known_after(s, pos, list.move[i], between, checker);
        if (v.pn == 0 && (!best || (attacks ? v.len < best_len : v.len > best_len))) {
            best = list.move[i];
            best_len = v.len;
        }
    }
    return best;
}

/*
 * The attacker's positions on the line of best play, the root first, as far as the table knows it.
 */
static GArray *find_stations(KjSearch *s, const KjPosition *root, unsigned plies)
{
    GArray *stations = g_array_new(FALSE, FALSE, sizeof(Station));
    Station at = {*root, plies};
    g_array_append_val(stations, at);
    while (at.plies >= 3) {
        KjMove move = best_known(s, &at.pos);
        if (!move)
            break;
        KjUndo undo;
        kj_position_make(&at.pos, move, &undo);
        if (at.pos.side != s->attacker)
            continue;
        KjNodeValue v = kj_probe_known(s, &at.pos, KJ_LEN_INF);
        if (v.pn != 0 || v.dn == 0)
            break;
        // Never longer than what the station before says, whatever the table has forgotten: so the
        // line ends.
        at.plies = MIN(v.len, at.plies - 2);
        g_array_append_val(stations, at);
    }
    return stations;
}

/* Looks for shorter mates at a station with so many nodes. True if it is settled then: there is
 * none. `out_improved` is set if there was one. */
static bool settle(KjSearch *s, Station *station, uint64_t nodes, bool *out_improved)
{
    uint64_t end = s->nodes + nodes;
    while (station->plies >= 3 && s->nodes < end && !s->stopped) {
        KjNodeValue v = kj_search_slice(s, &station->pos, station->plies - 2, end - s->nodes);
        if (v.dn == 0)
            return true;
        if (v.pn != 0)
            return false;
        station->plies = v.len;
        *out_improved = true;
    }
    return station->plies < 3;
}

/*
 * Goes over the line once, from its end to the root; true if something shorter was found anywhere.
 */
static bool go_up(KjSearch *s, const KjPosition *root, uint64_t nodes, KjBounds *b)
{
    g_autoptr(GArray) stations = find_stations(s, root, b->plies);
    bool improved = false, settled = true;
    s->stations = stations->len;
    s->settled = 0;
    for (unsigned i = stations->len; i-- > 1 && !s->stopped;) {
        Station *station = &g_array_index(stations, Station, i);
        if (settled) {
            settled = settle(s, station, nodes, &improved);
            s->settled += settled;
        } else if (improved || nodes == FIRST_NODES) {
            (void)settle(s, station, ABOVE_NODES, &improved);
        }
    }
    Station *first = &g_array_index(stations, Station, 0);
    uint64_t share = settled ? nodes : MAX(ABOVE_NODES, nodes / ROOT_SHARE);
    if (!s->stopped && settle(s, first, share, &improved))
        b->none = first->plies - 2;
    b->plies = first->plies;
    return improved;
}

bool kj_solve_shorten(KjSearch *s, const KjPosition *root, KjBounds *b)
{
    s->phase = "shortening";
    KjCounting counting = s->counting;
    if (counting == KJ_COUNT_BRANCHES)
        s->counting = KJ_COUNT_HARD;
    uint64_t nodes = FIRST_NODES;
    while (b->plies > b->none + 2 && !s->stopped) {
        if (!s->relaxed) // a relaxed length bounds from below
            kj_search_tell_best(s, b->plies, false);
        if (!go_up(s, root, nodes, b))
            nodes *= 2;
    }
    s->counting = counting;
    b->promising = s->settled * 100 >= s->stations * PROMISING;
    s->stations = 0;
    return b->plies <= b->none + 2;
}
