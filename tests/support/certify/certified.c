/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solving, certifying and verifying in memory. */
#include "tests/support/certify/certified.h"

#include <stdio.h>
#include <string.h>

#include "core/format/sfen.h"
#include "tests/support/problems/random_problem.h"

enum { MEMORY_MIB = 8 };

KvResult certified_verify(const GByteArray *bytes)
{
    FILE *in = fmemopen(bytes->data, bytes->len, "rb");
    g_assert(in);
    const KvLimits limits = {.memory = KV_DEFAULT_MEMORY};
    KvResult verdict = kv_verify(in, &limits);
    fclose(in);
    return verdict;
}

/* Whether the verifier has read the claim that the result makes. */
static bool same_claim(const Certified *c, bool shortest)
{
    bool mate = c->result.verdict == KJ_MATE;
    return c->verdict.mate == mate && c->verdict.plies == (mate ? c->result.pure_plies : 0) &&
           c->verdict.shortest == (mate && shortest) && c->verdict.records == c->count.records &&
           c->count.bytes == c->bytes->len;
}

char *certified_write(const CertifiedPlan *plan, const KjPosition *pos, Certified *out)
{
    g_autoptr(GError) error = NULL;
    out->bytes = g_byte_array_new();
    out->limited = false;
    out->verdict = (KvResult){0};
    KjCertifyOptions options = {.shortest = plan->shortest && out->result.pure_proved,
                                .sink = {kj_certificate_hold, out->bytes}};
    if (!kj_certify(plan->solver, pos, plan->attacker, &out->result, &plan->limits, &options,
                    &out->count, &error)) {
        out->limited = g_error_matches(error, KJ_CERTIFY_ERROR, KJ_CERTIFY_ERROR_LIMIT);
        g_clear_pointer(&out->bytes, g_byte_array_unref);
        return g_strdup(error->message);
    }
    out->verdict = certified_verify(out->bytes);
    if (!out->verdict.ok)
        return g_strdup_printf("%s: record %" G_GUINT64_FORMAT ", %s",
                               kv_status_text(out->verdict.status), out->verdict.record,
                               out->verdict.reason);
    return same_claim(out, options.shortest) ? NULL : g_strdup("verified, but of another claim");
}

char *certified_run(const CertifiedPlan *plan, const KjPosition *pos, Certified *out)
{
    memset(out, 0, sizeof *out);
    kj_solver_solve(plan->solver, pos, plan->attacker, &plan->limits, &out->result);
    return out->result.verdict == KJ_UNKNOWN ? NULL : certified_write(plan, pos, out);
}

void certified_clear(Certified *c)
{
    kj_result_clear(&c->result);
    if (c->bytes)
        g_byte_array_unref(c->bytes);
    c->bytes = NULL;
}

static void count(CertifiedTotal *total, const Certified *c, bool defender_first)
{
    total->mates += c->result.verdict == KJ_MATE;
    total->no_mates += c->result.verdict == KJ_NOMATE;
    total->defender_first += defender_first;
    total->looked_up += c->count.nodes > 0;
    total->records += c->count.records;
    total->references += c->count.references;
    total->bytes += c->count.bytes;
}

static void print_failure(const KjPosition *pos, const Certified *c, const char *wrong)
{
    g_autofree char *sfen = kj_sfen_write(pos, 1);
    printf("%s %s, %s %u: %s\n", pos->game->row->id, sfen, kj_verdict_text(c->result.verdict),
           c->result.pure_plies, wrong);
}

bool certified_random(const CertifiedRandom *what, CertifiedTotal *total)
{
    memset(total, 0, sizeof *total);
    KjGame game = *kj_game_find(what->game);
    game.rules = what->rules ? *what->rules : game.rules;
    KjSolverOptions options = {.attacker_moves = what->attacker_moves,
                               .loops = KJ_LOOPS_FAIL,
                               .memory_mib = MEMORY_MIB,
                               .find_shortest = true};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    g_assert(solver);
    CertifiedPlan plan = {solver, KJ_SENTE, {.nodes = what->nodes}, true};
    NvRng rng = {.state = what->seed};
    bool ok = true;
    while (ok && total->mates + total->no_mates < what->wanted) {
        KjPosition pos;
        g_auto(Certified) c;
        random_problem(&pos, &game, &rng);
        g_autofree char *wrong = certified_run(&plan, &pos, &c);
        if (wrong)
            print_failure(&pos, &c, wrong);
        else if (c.bytes)
            count(total, &c, pos.side == KJ_GOTE);
        ok = !wrong;
    }
    return ok;
}

void certified_print(const CertifiedRandom *what, const CertifiedTotal *total)
{
    printf("%s, attacker's moves %d: %u mates, %u no mates, %u with the defender first, %u "
           "looked up again; %" G_GUINT64_FORMAT " records, %" G_GUINT64_FORMAT
           " references, %" G_GUINT64_FORMAT " bytes\n",
           what->game, what->attacker_moves, total->mates, total->no_mates, total->defender_first,
           total->looked_up, total->records, total->references, total->bytes);
}
