/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What positions are worth: mates at all, lengths, leftovers; and the order of moves. */
#include <string.h>

#include "core/rules/attack.h"
#include "solver/check/check-priv.h"
#include "solver/search/futile.h"
#include "solver/search/table_probe.h"

enum { LEAST_NODES = 1000 }; // of a question that helpers have begun

static const uint64_t default_nodes[KJ_CHECK_ALL_PASSES] = {1000,     10000,     100000,    1000000,
                                                            10000000, 100000000, 1000000000};

bool kj_check_limit(KjChecker *c, KjLimits *out)
{
    const KjCheckOptions *o = c->options;
    *out = (KjLimits){.stop = c->limits->stop};
    if (o->n_passes) {
        out->nodes = o->pass_nodes[c->pass];
        out->seconds = o->pass_seconds[c->pass];
    } else {
        out->nodes = default_nodes[c->pass];
    }
    const KjLimits ceiling = {.nodes = c->ceiling};
    kj_limits_stricter(out, &ceiling, out);
    double spent = (double)(g_get_monotonic_time() - c->begun) / 1e6;
    KjLimits left;
    KjCause cause =
        kj_limits_left(c->limits, c->out->searched + c->kept_nodes, spent + c->kept_seconds, &left);
    kj_limits_stricter(&left, out, out);
    return cause == KJ_CAUSE_NONE;
}

double kj_check_seconds_left(const KjChecker *c)
{
    double spent = (double)(g_get_monotonic_time() - c->begun) / 1e6;
    return c->limits->seconds > 0 ? MAX(c->limits->seconds - spent, 1e-3) : 0;
}

void kj_check_spent(KjChecker *c, uint64_t nodes)
{
    c->out->searched += nodes;
}

KjCause kj_check_cause(const KjChecker *c)
{
    if (c->limits->stop && *c->limits->stop)
        return KJ_CAUSE_STOPPED;
    double seconds = (double)(g_get_monotonic_time() - c->begun) / 1e6;
    bool time = c->limits->seconds > 0 && seconds >= c->limits->seconds;
    return time ? KJ_CAUSE_TIME : KJ_CAUSE_NODES;
}

/* The limits of now; false, and what that means, if nothing may be asked. */
static bool may_ask(KjChecker *c, KjLimits *limits, KjAnswer *out)
{
    *out = (KjAnswer){.verdict = KJ_UNKNOWN, .cause = kj_check_cause(c)};
    return kj_check_limit(c, limits);
}

/* The answer to a question, if it is known from before. */
static bool recall_answer(KjChecker *c, const KjAsked *asked, KjAnswer *out)
{
    KjCheckAnswer kept;
    if (!kj_check_recall(c, asked, &kept))
        return false;
    *out = (KjAnswer){.verdict = (KjVerdict)kept.verdict,
                      .cause = kept.verdict == KJ_UNKNOWN ? kj_check_cause(c) : KJ_CAUSE_NONE,
                      .plies = kept.plies,
                      .none = kept.none,
                      .nodes = kept.nodes};
    return true;
}

static void keep_answer(KjChecker *c, const KjAsked *asked, const KjAnswer *answer)
{
    KjCheckAnswer kept = {.nodes = answer->nodes,
                          .plies = (uint16_t)answer->plies,
                          .none = (uint16_t)answer->none,
                          .verdict = (uint8_t)answer->verdict};
    kj_check_keep(c, asked, answer->cause, &kept);
}

/* What has no mate without loops may have one by the law that counts (docs/rules.md R12.21). */
static void review_by_count(const KjChecker *c, unsigned len, KjAnswer *answer)
{
    if (answer->verdict != KJ_NOMATE || !c->loops_from || len < c->loops_from)
        return;
    answer->verdict = KJ_UNKNOWN;
    answer->cause = KJ_CAUSE_REPETITION;
}

void kj_check_mate_within(KjChecker *c, const KjPosition *pos, unsigned len, KjAnswer *out)
{
    KjLimits limits;
    KjAsked asked = {KJ_ASKS_MATE, pos, len, &limits};
    if (!may_ask(c, &limits, out) || recall_answer(c, &asked, out))
        return;
    if (c->hisshi)
        kj_check_hisshi_ask(c, pos, len, &limits, out);
    else
        kj_query_mate(c->solver, pos, len, &limits, out);
    kj_check_spent(c, out->nodes);
    review_by_count(c, len, out);
    keep_answer(c, &asked, out);
}

void kj_check_mate(KjChecker *c, const KjPosition *pos, KjAnswer *out)
{
    kj_check_mate_within(c, pos, KJ_ANY_LENGTH, out);
}

void kj_check_refute(KjChecker *c, const KjPosition *pos, KjAnswer *out)
{
    KjLimits limits;
    if (!may_ask(c, &limits, out))
        return;
    const KjLimits whole = limits;
    KjAsked asked = {KJ_ASKS_REFUTE, pos, KJ_ANY_LENGTH, &whole};
    if (recall_answer(c, &asked, out))
        return;
    uint64_t ahead = kj_check_ahead_spent(c, c->s->n_forbidden > 0);
    if (limits.nodes && ahead) // what helpers have spent on it counts
        limits.nodes = MAX(limits.nodes, ahead + LEAST_NODES) - ahead;
    if (c->hisshi)
        kj_check_hisshi_ask(c, pos, KJ_ANY_LENGTH, &limits, out);
    else
        kj_query_refute(c->solver, pos, &limits, out);
    kj_check_spent(c, out->nodes);
    review_by_count(c, KJ_ANY_LENGTH, out);
    keep_answer(c, &asked, out);
}

bool kj_check_mated(KjChecker *c, const KjPosition *pos)
{
    if (pos->side == c->attacker)
        return false;
    if (c->hisshi)
        return kj_check_within(c, pos, 0, false) == KJ_MATE;
    if (c->conventional)
        return kj_conventional_mated(c->conventional, pos) == KJ_MATE;
    return !kj_has_safe_move(pos) && kj_probe_mated(c->s, pos);
}

unsigned kj_check_left(const KjGame *game, KjHand hand)
{
    unsigned left = 0;
    for (unsigned i = 0; i < game->t->n_hand; i++) {
        KjKind kind = game->t->hand_kind[i];
        if (game->t->drop_ok[KJ_SENTE][kind])
            left += kj_hand_count(game->t, hand, kind);
    }
    return left;
}

/* Whether a mate in exactly `len` plies, which `pos` is, can be made to leave something. */
static KjVerdict leaves(KjChecker *c, const KjPosition *pos, unsigned len)
{
    if (len == 0)
        return kj_check_left(pos->game, pos->hand[c->attacker]) ? KJ_MATE : KJ_NOMATE;
    uint64_t key = kj_mix(kj_position_full_key(pos) + len);
    gpointer known;
    if (g_hash_table_lookup_extended(c->leaving, &key, NULL, &known))
        return (KjVerdict)GPOINTER_TO_INT(known);
    KjMoveList list;
    kj_check_moves(c, pos, &list);
    bool attacks = pos->side == c->attacker;
    KjVerdict verdict = attacks ? KJ_NOMATE : KJ_MATE;
    for (unsigned i = 0; i < list.n && verdict != (attacks ? KJ_MATE : KJ_NOMATE); i++) {
        KjPosition next = kj_position_after(pos, list.move[i]);
        KjVerdict it = kj_check_within(c, &next, len - 1, true);
        verdict = attacks ? kj_verdict_either(verdict, it) : kj_verdict_both(verdict, it);
    }
    if (verdict != KJ_UNKNOWN)
        g_hash_table_insert(c->leaving, g_memdup2(&key, sizeof key), GINT_TO_POINTER(verdict));
    return verdict;
}

/* Begins a question of the conventions; false when there is no room for it. */
static bool begin_question(KjChecker *c, KjLimits *limits)
{
    if (!kj_check_limit(c, limits))
        return false;
    kj_search_limit(c->s, limits);
    return true;
}

/* Counts what one took, and keeps its answer. */
static void end_question(KjChecker *c, const KjAsked *asked, const KjCheckAnswer *answer)
{
    KjCheckAnswer kept = *answer;
    kept.nodes = c->s->nodes;
    kj_check_spent(c, kept.nodes);
    kj_check_keep(c, asked, c->s->stopped, &kept);
}

/* kj_check_within by the conventions. */
static KjVerdict within_by_convention(KjChecker *c, const KjPosition *pos, unsigned len,
                                      bool leaving)
{
    KjLimits limits;
    KjCheckAnswer kept;
    KjAsked asked = {leaving ? KJ_ASKS_LEAVING : KJ_ASKS_WITHIN, pos, len, &limits};
    if (!begin_question(c, &limits))
        return KJ_UNKNOWN;
    if (kj_check_recall(c, &asked, &kept))
        return (KjVerdict)kept.verdict;
    KjVerdict verdict = kj_conventional_within(c->conventional, pos, len, leaving);
    end_question(c, &asked, &(KjCheckAnswer){.verdict = (uint8_t)verdict});
    return verdict;
}

KjVerdict kj_check_within(KjChecker *c, const KjPosition *pos, unsigned len, bool leaving)
{
    if (c->conventional)
        return within_by_convention(c, pos, len, leaving);
    KjAnswer answer;
    if (c->hisshi && leaving && len < 2) // nothing is left over in 必至
        return len == 1 ? kj_check_within(c, pos, 0, false) : KJ_NOMATE;
    if (leaving && len >= 2) {
        kj_check_mate_within(c, pos, len - 2, &answer);
        if (answer.verdict != KJ_NOMATE || c->hisshi)
            return answer.verdict;
    }
    kj_check_mate_within(c, pos, len, &answer);
    if (!leaving || answer.verdict != KJ_MATE)
        return answer.verdict;
    return leaves(c, pos, len);
}

unsigned kj_check_pure_length(KjChecker *c, const KjPosition *pos, unsigned least, unsigned most,
                              bool *out_exact)
{
    *out_exact = most <= least;
    while (!*out_exact && most >= 2) {
        KjAnswer answer;
        kj_check_mate_within(c, pos, most - 2, &answer);
        *out_exact = answer.verdict == KJ_NOMATE;
        if (answer.verdict != KJ_MATE)
            return most;
        most = MIN(answer.plies, most - 2);
        *out_exact = most <= least;
    }
    *out_exact = *out_exact || most < 2;
    return most;
}

/* kj_conventional_at_least; false: a limit came first. */
static bool lower_bound(KjChecker *c, const KjPosition *pos, unsigned most, unsigned *out_least)
{
    KjLimits limits;
    KjCheckAnswer kept;
    KjAsked asked = {KJ_ASKS_LENGTH, pos, most, &limits};
    if (!begin_question(c, &limits))
        return false;
    if (kj_check_recall(c, &asked, &kept)) {
        *out_least = kept.plies;
        return kept.exact;
    }
    bool bounded;
    *out_least = kj_conventional_at_least(c->conventional, pos, most % 2, most, &bounded);
    end_question(c, &asked,
                 &(KjCheckAnswer){.verdict = bounded ? KJ_MATE : KJ_UNKNOWN,
                                  .plies = (uint16_t)*out_least,
                                  .exact = bounded});
    return bounded;
}

unsigned kj_check_length(KjChecker *c, const KjPosition *pos, unsigned most, bool *out_exact)
{
    if (!c->conventional)
        return kj_check_pure_length(c, pos, 0, most, out_exact);
    *out_exact = false;
    unsigned len;
    if (!lower_bound(c, pos, most, &len))
        return most;
    for (; len < most; len += 2) {
        KjVerdict verdict = kj_check_within(c, pos, len, false);
        if (verdict == KJ_UNKNOWN)
            return most;
        if (verdict == KJ_MATE)
            break;
    }
    *out_exact = true;
    return len;
}

KjVerdict kj_check_futile(KjChecker *c, const KjPosition *pos, KjMove reply)
{
    if (!c->conventional)
        return KJ_NOMATE;
    unsigned checker;
    KjBb between = kj_futile_between(pos, &checker);
    if (kj_futile_shortcut(pos, reply, between, checker).square == KJ_NO_SQUARE)
        return KJ_NOMATE;
    KjAnswer answer; // what is futile is measured by what the others come to
    kj_check_mate(c, pos, &answer);
    KjLimits limits;
    if (answer.verdict != KJ_MATE || !begin_question(c, &limits))
        return answer.verdict == KJ_NOMATE ? KJ_NOMATE : KJ_UNKNOWN;
    KjCheckAnswer kept;
    KjAsked asked = {KJ_ASKS_FUTILE, pos, reply, &limits};
    if (kj_check_recall(c, &asked, &kept))
        return (KjVerdict)kept.verdict;
    KjVerdict verdict = kj_conventional_futile(c->conventional, pos, reply);
    end_question(c, &asked, &(KjCheckAnswer){.verdict = (uint8_t)verdict});
    return verdict;
}

/* A square as seen by the attacker, the board mirrored or not. */
static unsigned seen(const KjChecker *c, const KjTables *t, unsigned square)
{
    if (c->turned)
        square = t->squares - 1u - square;
    if (c->mirrored)
        square = (t->files - 1u - square / t->ranks) * t->ranks + square % t->ranks;
    return square;
}

static KjMove move_seen(const KjChecker *c, const KjTables *t, KjMove move)
{
    unsigned from = kj_move_from(move), to = seen(c, t, kj_move_to(move));
    if (!kj_move_is_drop(move))
        from = seen(c, t, from);
    return (KjMove)(kj_make_move(from, to) | (move & (KJ_MOVE_PROMOTE | KJ_MOVE_KEEP)));
}

typedef struct {
    KjMove seen, move;
} Ordered;

static int by_seen(const void *a, const void *b)
{
    return ((const Ordered *)a)->seen - ((const Ordered *)b)->seen;
}

void kj_check_moves(const KjChecker *c, const KjPosition *pos, KjMoveList *list)
{
    KjPosition copy = *pos;
    if (pos->side == c->attacker && !c->hisshi)
        kj_search_attacks(c->s, &copy, list);
    else
        kj_gen_safe(&copy, list);
    g_autofree Ordered *ordered = g_new(Ordered, list->n);
    for (unsigned i = 0; i < list->n; i++)
        ordered[i] = (Ordered){move_seen(c, pos->game->t, list->move[i]), list->move[i]};
    if (list->n)
        qsort(ordered, list->n, sizeof *ordered, by_seen);
    for (unsigned i = 0; i < list->n; i++)
        list->move[i] = ordered[i].move;
}
