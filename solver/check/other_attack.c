/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another move of the attacker: does it mate, and if so, what is it called (docs/check.md)? */
#include <string.h>

#include "core/rules/attack.h"
#include "solver/check/check-priv.h"

// What it may cost at least to measure a cook that is longer than the line.
enum { LATE_NODES = 10000 };

static bool symmetric(const KjPosition *pos)
{
    KjPosition mirrored = kj_position_mirror(pos);
    return kj_position_equal(&mirrored, pos);
}

static KjMove mirror_of(const KjTables *t, KjMove move)
{
    unsigned to = kj_move_to(move), from = kj_move_from(move);
    to = (t->files - 1u - t->file_of[to]) * t->ranks + t->rank_of[to];
    if (!kj_move_is_drop(move))
        from = (t->files - 1u - t->file_of[from]) * t->ranks + t->rank_of[from];
    return (KjMove)(kj_make_move(from, to) | (move & (KJ_MOVE_PROMOTE | KJ_MOVE_KEEP)));
}

/* The kind that checks after the move: promoted or not. */
static KjKind kind_after(const KjPosition *pos, KjMove move)
{
    if (kj_move_is_drop(move))
        return kj_move_drop_kind(move);
    KjKind kind = kj_piece_kind(pos->board[kj_move_from(move)]);
    return kj_move_promotes(move) ? kind | KJ_PROMOTED : kind;
}

/* Whether two moves put the same sliding piece on the same line to a royal piece (非限定). */
static bool same_ray(const KjPosition *pos, KjMove a, KjMove b)
{
    const KjTables *t = pos->game->t;
    if (kj_move_from(a) != kj_move_from(b) || kj_move_promotes(a) != kj_move_promotes(b) ||
        !t->slide_class[kind_after(pos, a)])
        return false;
    unsigned to = kj_move_to(a), other = kj_move_to(b);
    for (KjBb left = kj_royals(pos, kj_other((KjSide)pos->side)); left;) {
        // on the same side of it: one lies between it and the other
        const KjBb *between = t->between[kj_bb_pop(&left)];
        if (kj_bb_has(between[to], other) || kj_bb_has(between[other], to))
            return true;
    }
    return false;
}

static bool listed(const KjChecker *c, const KjPosition *pos, KjMove move)
{
    KjMoveList list;
    kj_check_moves(c, pos, &list);
    return kj_list_has(&list, move);
}

/* Where the rest of the main line may have led to; two positions at most, see go_on. */
typedef struct {
    unsigned n;
    KjPosition at[2];
} Ways;

/* Adds the position after a move, if it is legal and a check where it must be one, once. */
static bool add_way(const KjChecker *c, const KjPosition *pos, KjMove move, Ways *out)
{
    if (!listed(c, pos, move))
        return false;
    KjPosition next = kj_position_after(pos, move);
    for (unsigned i = 0; i < out->n; i++)
        if (kj_position_equal(&out->at[i], &next))
            return true;
    g_assert(out->n < G_N_ELEMENTS(out->at));
    out->at[out->n++] = next;
    return true;
}

/* The main line from ply `ply` on, but for one piece: it stands on `instead`, not on `here`, or is
 * promoted otherwise than in the line. */
typedef struct {
    unsigned ply, here, instead;
} Rest;

/*
 * A ply of the rest. Where the piece moves it may promote or not, whatever it does in the line: both
 * are followed. So there are at most two positions, with the piece promoted or not.
 */
static void follow_rest(const KjChecker *c, Rest *rest, Ways *ways)
{
    KjMove own = c->out->line[rest->ply++];
    unsigned from = kj_move_from(own), to = kj_move_to(own);
    bool moves = !kj_move_is_drop(own) && from == rest->here;
    bool taken = !moves && to == rest->here;
    if (moves)
        from = rest->instead;
    else if (taken)
        to = rest->instead; // taken, wherever it stands
    KjMove move = (KjMove)(kj_make_move(from, to) | (own & (KJ_MOVE_PROMOTE | KJ_MOVE_KEEP)));
    Ways next = {.n = 0};
    for (unsigned i = 0; i < ways->n; i++) {
        bool legal = add_way(c, &ways->at[i], move, &next);
        if (moves)
            add_way(c, &ways->at[i], move ^ KJ_MOVE_PROMOTE, &next);
        else if (taken && !legal) // a king keeps a piece promoted only if it is
            add_way(c, &ways->at[i], move ^ KJ_MOVE_KEEP, &next);
    }
    if (moves)
        rest->here = rest->instead = to;
    else if (taken)
        rest->here = rest->instead = KJ_NO_SQUARE;
    *ways = next;
}

static bool is_promotion(const KjCheckNode *node, KjMove move)
{
    return !kj_move_is_drop(move) && move == (node->move ^ KJ_MOVE_PROMOTE);
}

unsigned kj_check_twin_ends(const KjChecker *c, const KjCheckNode *node, KjMove move,
                            KjPosition ends[2])
{
    if (!is_promotion(node, move) && !same_ray(&node->position, node->move, move))
        return 0;
    Rest rest = {node->ply + 1, kj_move_to(node->move), kj_move_to(move)};
    Ways ways = {.n = 1, .at = {kj_position_after(&node->position, move)}};
    while (rest.ply < c->out->n_line)
        follow_rest(c, &rest, &ways);
    memcpy(ends, ways.at, ways.n * sizeof *ends);
    return ways.n;
}

/* Whether the other move is the line's own in all but where or whether. */
static KjClass twin_class(KjChecker *c, const KjCheckNode *node, KjMove move)
{
    KjPosition ends[2];
    unsigned n = kj_check_twin_ends(c, node, move, ends);
    bool mates = false;
    for (unsigned i = 0; i < n && !mates; i++)
        mates = kj_check_mated(c, &ends[i]);
    if (!mates)
        return KJ_CLASS_UNKNOWN;
    return is_promotion(node, move) ? KJ_CLASS_PROMOTION : KJ_CLASS_CHOICE;
}

/* The ply of the main line's position of the attacker that `pos` is, or a poorer one of; -1
 * none. */
static int meets(const KjChecker *c, const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    for (unsigned i = 0; i < c->out->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(c->out->nodes, KjCheckNode, i);
        if (node->attacks && node->position.key == pos->key &&
            kj_hand_covers(t, node->position.hand[c->attacker], pos->hand[c->attacker]))
            return (int)node->ply;
    }
    return -1;
}

/*
 * Whether the line's move of ply `later` in place of the node's, and that one at `later`, lead to
 * the same position; the two replies to them change places as well if `replies`.
 */
static bool exchange_works(const KjChecker *c, const KjCheckNode *node, unsigned later,
                           bool replies)
{
    KjPosition pos = node->position, there = node->position;
    for (unsigned i = node->ply; i < later + 2; i++) {
        unsigned j = i;
        if (i == node->ply || (replies && i == node->ply + 1))
            j = later + i - node->ply;
        else if (i == later || (replies && i == later + 1))
            j = node->ply + i - later;
        if (kj_move_legality(&pos, c->out->line[j]) != KJ_MOVE_LEGAL)
            return false;
        pos = kj_position_after(&pos, c->out->line[j]);
        there = kj_position_after(&there, c->out->line[i]);
        if (i % 2 == node->ply % 2 && !c->hisshi && !kj_in_check(&pos, (KjSide)pos.side))
            return false;
    }
    return kj_position_equal(&pos, &there);
}

/* Whether `move` and the line's move change places within the line (手順前後). */
static bool changes_order(const KjChecker *c, const KjCheckNode *node, KjMove move)
{
    for (unsigned i = node->ply + 2; i + 1 < c->out->n_line; i += 2) {
        if (c->out->line[i] == move &&
            (exchange_works(c, node, i, false) || exchange_works(c, node, i, true)))
            return true;
    }
    return false;
}

/*
 * `alt` mates by coming back to the main line only: what that is called, which the lengths tell,
 * and where, which is so in the line found for it.
 */
static void name_return(const KjChecker *c, const KjCheckNode *node, KjAlternative *alt)
{
    KjPosition pos = kj_position_after(&node->position, alt->move);
    for (unsigned i = 0; i < alt->n_line && alt->meets < 0; i++) {
        pos = kj_position_after(&pos, alt->line[i]);
        if (pos.side == c->attacker)
            alt->meets = meets(c, &pos);
    }
    if (alt->plies > node->plies)
        alt->class = KJ_CLASS_DETOUR;
    else
        alt->class = changes_order(c, node, alt->move) ? KJ_CLASS_ORDER : KJ_CLASS_REJOIN;
}

/* Does `next` still mate if it must never come back to the main line? */
static KjVerdict independent(KjChecker *c, const KjPosition *next)
{
    KjAnswer answer;
    if (c->hisshi)
        kj_hisshi_forbid(c->hisshi, c->forbidden, c->n_forbidden);
    else
        kj_query_forbid(c->solver, c->forbidden, c->n_forbidden);
    kj_check_refute(c, next, &answer);
    if (c->hisshi)
        kj_hisshi_forbid(c->hisshi, NULL, 0);
    else
        kj_query_forbid(c->solver, NULL, 0);
    return answer.verdict;
}

/* The exact length of a mate that is known to be longer than the line: whatever it is, the move is a
 * cook, so it may cost what it took to find the mate, or a little. */
static void measure_late(KjChecker *c, const KjPosition *next, const KjAnswer *answer,
                         KjAlternative *alt)
{
    uint64_t before = c->ceiling, most = MAX((uint64_t)LATE_NODES, answer->nodes);
    c->ceiling = before ? MIN(before, most) : most;
    alt->plies = kj_check_length(c, next, answer->plies, &alt->exact) + 1;
    c->ceiling = before;
}

void kj_check_late_lengths(KjChecker *c)
{
    unsigned pass = c->pass;
    c->pass = c->options->n_passes ? 0 : KJ_CHECK_FIRST;
    for (unsigned i = 0; i < c->out->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(c->out->nodes, KjCheckNode, i);
        for (unsigned k = 0; k < node->alternatives->len && node->attacks; k++) {
            KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            bool late = alt->class == KJ_CLASS_LATE || alt->class == KJ_CLASS_DETOUR;
            if (!late || alt->exact)
                continue;
            KjPosition next = kj_position_after(&node->position, alt->move);
            alt->plies = kj_check_length(c, &next, alt->plies - 1, &alt->exact) + 1;
        }
    }
    c->pass = pass;
}

/* Whether a mate within the `rest` of the line, of which the length is open, is one before that: an
 * early mate, however early. */
static bool is_early(KjChecker *c, const KjPosition *next, unsigned rest, KjAlternative *alt)
{
    if (alt->class != KJ_CLASS_EARLY &&
        (rest < 2 || kj_check_within(c, next, rest - 2, false) != KJ_MATE))
        return false;
    alt->class = KJ_CLASS_EARLY;
    alt->plies = MIN(alt->plies, rest - 1);
    return true;
}

/* How long a mate of the alternative takes, against the line's; false when a limit came first. */
static bool measure_alternative(KjChecker *c, const KjCheckNode *node, const KjPosition *next,
                                const KjAnswer *answer, KjAlternative *alt)
{
    unsigned rest = node->plies - 1; // plies of the line after its move
    alt->plies = answer->plies + 1;
    alt->exact = false;
    alt->class = KJ_CLASS_LATE;
    KjVerdict as_long = kj_check_within(c, next, rest, false);
    if (as_long == KJ_UNKNOWN)
        return false;
    if (as_long == KJ_NOMATE && c->options->first_defect)
        return true;
    if (as_long == KJ_NOMATE) {
        measure_late(c, next, answer, alt);
        return true;
    }
    unsigned length = kj_check_length(c, next, rest, &alt->exact);
    alt->plies = length + 1;
    alt->class = length < rest ? KJ_CLASS_EARLY : KJ_CLASS_EQUAL;
    return alt->exact || (c->pass == c->last_pass && is_early(c, next, rest, alt));
}

void kj_check_attack(KjChecker *c, const KjCheckNode *node, KjAlternative *alt)
{
    const KjPosition *pos = &node->position;
    KjPosition next = kj_position_after(pos, alt->move);
    alt->class = KJ_CLASS_UNKNOWN;
    alt->meets = -1;
    KjAnswer answer;
    kj_check_refute(c, &next, &answer);
    alt->verdict = answer.verdict;
    alt->cause = answer.cause;
    if (answer.verdict == KJ_UNKNOWN)
        return;
    if (answer.verdict == KJ_NOMATE) {
        alt->class = KJ_CLASS_FAILS;
        if (c->options->lines)
            kj_check_refutation(c, &next, alt);
        return;
    }
    bool measured = measure_alternative(c, node, &next, &answer, alt);
    if (!measured) {
        alt->class = KJ_CLASS_UNKNOWN;
        alt->cause = KJ_CAUSE_NODES;
        return;
    }
    if (node->plies == 1 && alt->plies == 1)
        alt->class = KJ_CLASS_LAST;
    if (alt->class == KJ_CLASS_EQUAL || alt->class == KJ_CLASS_LAST) {
        KjClass class = twin_class(c, node, alt->move);
        if (alt->move == mirror_of(pos->game->t, node->move) && symmetric(pos))
            alt->class = KJ_CLASS_MIRROR;
        else if (class != KJ_CLASS_UNKNOWN && (alt->class != KJ_CLASS_LAST || c->hisshi))
            alt->class = class;
    }
    kj_check_sample(c, &next, answer.plies, alt);
    if (alt->class != KJ_CLASS_EQUAL && alt->class != KJ_CLASS_LATE)
        return;
    KjVerdict alone = independent(c, &next);
    if (alone == KJ_NOMATE) {
        name_return(c, node, alt);
    } else if (alone == KJ_UNKNOWN) {
        alt->class = KJ_CLASS_UNKNOWN;
        alt->cause = KJ_CAUSE_NODES;
    }
}
