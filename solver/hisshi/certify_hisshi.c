/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The proof of 必至: at each attacker's position on a line a move that keeps to the length, the mate
 * after a pass, and every reply; where a position is a mate by checks, that mate.
 */
#include "solver/hisshi/certify_hisshi.h"

#include "core/format/sfen.h"
#include "core/rules/attack.h"
#include "core/text/lang.h"
#include "solver/certify/certify_writer.h"
#include "solver/hisshi/hisshi-priv.h"
#include "solver/hisshi/threat.h"

typedef struct {
    KjWriter *w;
    KjHisshi *x;
    const KjLimits *limits;
    gint64 begun;
    uint64_t nodes;
} Walk;

static bool write_attack(Walk *k, unsigned plies);

/* The mate of w->pos: a reference or its record. `shift`: 1 on a line, where numbers are one more. */
static bool write_mate(Walk *k, unsigned shift)
{
    KjWriter *w = k->w;
    const KjCertifyRecord *record =
        kj_certify_set_find(&w->set, w->pos.game->t, kj_search_key(w->s, &w->pos),
                            w->pos.hand[w->s->attacker], KJ_LEN_INF);
    if (record) {
        w->count.references++;
        return kj_writer_number(w, w->set.next - record->number + shift);
    }
    KjAnswer answer;
    kj_query_mate(k->x->solver, &w->pos, KJ_ANY_LENGTH, k->limits, &answer);
    k->nodes += answer.nodes;
    if (answer.verdict != KJ_MATE)
        return kj_writer_fail(w, "the mate that was found");
    return kj_writer_number(w, shift) && kj_certify_mate(w, answer.plies);
}

/* What follows a reply: w->pos is forced within `plies`. */
static bool write_child(Walk *k, unsigned plies)
{
    KjHisshiAnswer answer;
    kj_hisshi_ask(k->x, &k->w->pos, 0, k->limits, &answer);
    k->nodes += answer.nodes;
    if (answer.verdict == KJ_MATE)
        return write_mate(k, 1);
    if (plies == 0)
        return kj_writer_fail(k->w, "the mate that was found");
    return kj_writer_number(k->w, 0) && write_attack(k, plies);
}

/* The mate after a pass, the defender to move at w->pos, and all replies. */
static bool write_replies(Walk *k, unsigned plies)
{
    KjWriter *w = k->w;
    KjPosition here = w->pos, passed;
    bool ok = true;
    if (kj_threat_pass(&here, &passed)) {
        w->pos = passed;
        ok = write_mate(k, 0);
        w->pos = here;
    }
    KjMoveList list;
    kj_gen_safe(&w->pos, &list);
    size_t first = w->n_moves;
    kj_writer_push_moves(w, &list);
    for (unsigned i = 0; i < list.n && ok; i++) {
        w->pos = kj_position_after(&here, w->moves[first + i]);
        ok = write_child(k, plies);
        w->pos = here;
    }
    w->n_moves = first;
    return ok;
}

/* The record of w->pos, the attacker to move, which is no mate by checks. */
static bool write_attack(Walk *k, unsigned plies)
{
    KjWriter *w = k->w;
    KjHisshiAnswer answer;
    if (!kj_writer_open(w, plies))
        return false;
    kj_hisshi_ask(k->x, &w->pos, plies, k->limits, &answer);
    k->nodes += answer.nodes;
    if (answer.verdict != KJ_MATE || answer.move == KJ_MOVE_NONE)
        return kj_writer_fail(w, "the attack that was found");
    KjMoveList list;
    kj_gen_safe(&w->pos, &list);
    if (!kj_writer_move(w, &list, answer.move))
        return false;
    KjPosition here = w->pos;
    w->pos = kj_position_after(&here, answer.move);
    bool ok = write_replies(k, plies < 2 ? 0 : plies - 2);
    w->pos = here;
    return ok;
}

static bool write_header(Walk *k, const KjHisshiResult *result)
{
    static const char *const try_rule[] = {
        [KJ_TRY_OFF] = "off", [KJ_TRY_ON] = "on", [KJ_TRY_ON_UNLESS_MATED] = "unless-mated"};
    KjWriter *w = k->w;
    const KjRules *rules = &w->pos.game->rules;
    g_autofree char *position = kj_sfen_write(&w->pos, 1);
    g_autofree char *claim = g_strdup_printf("hisshi %u", result->plies);
    KjWriterHeader header = {.attacker_moves = "threats",
                             .try_rule = try_rule[rules->try_rule],
                             .repetition = "fails",
                             .position = position,
                             .claim = claim,
                             .dominance = kj_search_dominance_holds(w->s, w->pos.game) &&
                                          !k->x->exact_hands};
    kj_certify_set_init(&w->set, true, header.dominance);
    return kj_writer_header(w, &header);
}

bool kj_certify_hisshi(KjHisshi *x, const KjPosition *root, const KjHisshiResult *result,
                       const KjLimits *limits, KjCertificateSink sink, KjCertifyCount *out_count,
                       GError **error)
{
    if (result->verdict != KJ_MATE)
        return kj_set_error(error, KJ_CERTIFY_ERROR, KJ_CERTIFY_ERROR_UNDECIDED,
                            "no certificate: %s", "only what is forced has one");
    Walk k = {kj_writer_new(x->solver, root), x, limits, g_get_monotonic_time(), 0};
    KjWriter *w = k.w;
    w->sink = sink;
    w->error = error;
    kj_search_limit(w->s, limits);
    bool ok = write_header(&k, result);
    if (ok && !kj_can_capture_king(root)) // that alone decides
        ok = root->side == x->attacker ? write_child(&k, result->plies)
                                       : write_replies(&k, result->plies ? result->plies - 1 : 0);
    ok = ok && kj_writer_flush(w);
    w->count.plies = result->plies;
    w->count.nodes = k.nodes;
    w->count.seconds = (double)(g_get_monotonic_time() - k.begun) / 1e6;
    if (out_count)
        *out_count = w->count;
    kj_certify_set_clear(&w->set);
    g_free(w->moves);
    g_free(w);
    return ok;
}
