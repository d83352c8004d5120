/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The certificate of a length by conventions: the facts of a report, two of them announced, and no
 * claim beside them (docs/report-certificate.md, "A length alone"). */
#include "core/text/lang.h"
#include "solver/check/report_certificate.h"
#include "solver/check/report_writer.h"

/* What is written, into memory: of what is not finished nothing is kept. */
typedef struct {
    KjChecker c;
    KjReport report;
    KjReportWriter r;
    GByteArray *bytes;
} Writing;

static void begin(Writing *w, KjSolver *solver, const KjPosition *root, KjSide attacker,
                  const KjLimits *limits)
{
    static const KjCheckOptions options = {0};
    KjSearch *s = kj_solver_search(solver);
    *w = (Writing){.bytes = g_byte_array_new()};
    kj_report_init(&w->report);
    w->report.interpositions = s->options.interpositions;
    w->c = (KjChecker){.solver = solver,
                       .s = s,
                       .attacker = attacker,
                       .options = &options,
                       .limits = limits,
                       .begun = g_get_monotonic_time(),
                       .out = &w->report,
                       .pass = KJ_CHECK_PASSES - 1};
    kj_query_open(solver, root->game, attacker);
    w->c.conventional = kj_conventional_new(s);
    kj_show_open(&w->r, &w->c, root, w->bytes);
}

static void end(Writing *w)
{
    kj_show_close(&w->r);
    kj_conventional_free(w->c.conventional);
    kj_report_clear(&w->report);
    g_byte_array_unref(w->bytes);
}

/* That there is a mate within `plies`, and none within two less. */
static bool show(KjReportWriter *r, const KjPosition *root, unsigned plies)
{
    unsigned claim;
    int within = 2 * (int)plies + 1, none = 2 * (int)plies - 3;
    bool ok = root->side == r->c->attacker
                  ? kj_show_link(r, root, KJ_FACT_MATES_COUNT, (unsigned)within) &&
                        (none < 2 || kj_show_link(r, root, KJ_FACT_LASTS_COUNT, (unsigned)none))
                  : kj_show_mates(r, root, KJ_FACT_MATES_COUNT, (unsigned)within) &&
                        kj_show_lasts(r, root, KJ_FACT_LASTS_COUNT, none);
    return ok && kj_show_facts(r, &claim) && kj_writer_flush(r->w);
}

static bool put(Writing *w, const KjPosition *root, unsigned plies, KjCertificateSink sink,
                KjCertifyCount *count, GError **error)
{
    g_autoptr(GString) head = g_string_new("kanju-length " KJ_CERTIFICATE_FORMAT "\n");
    kj_show_header(&w->r, root, head);
    g_string_append_printf(head, "claim length %u\nend\n", plies);
    count->records = w->r.n_facts;
    count->bytes = head->len + w->bytes->len;
    return kj_show_put(&sink, head->str, w->bytes, error);
}

static bool fail(GError **error, KjCertifyError code, const char *why)
{
    return kj_set_error(error, KJ_CERTIFY_ERROR, code, "no certificate: %s", kj_tr(why));
}

bool kj_certify_length(KjSolver *solver, const KjPosition *root, KjSide attacker,
                       const KjResult *result, const KjLimits *limits, KjCertificateSink sink,
                       KjCertifyCount *out_count, GError **error)
{
    const KjSearch *s = kj_solver_search(solver);
    KjCertifyCount count = {0};
    if (s->options.interpositions == KJ_INTERPOSITIONS_COUNT ||
        kj_loops_by_law(s->options.loops, root->game)) {
        const KjCertifyOptions shortest = {.shortest = true, .sink = sink};
        return kj_certify(solver, root, attacker, result, limits, &shortest, out_count, error);
    }
    const char *reason = kj_show_unfit(s, root->game, s->options.interpositions);
    if (result->verdict != KJ_MATE || !result->plies_proved)
        return fail(error, KJ_CERTIFY_ERROR_UNDECIDED, "the length is not proved");
    if (result->tolerated)
        reason = "a length that excuses longer variations has none";
    if (reason)
        return fail(error, KJ_CERTIFY_ERROR_UNDECIDED, reason);
    Writing w;
    begin(&w, solver, root, attacker, limits);
    count.plies = result->plies;
    bool ok = show(&w.r, root, count.plies);
    if (!ok)
        fail(error, KJ_CERTIFY_ERROR_LIMIT, "the length could not be shown within the limits");
    ok = ok && put(&w, root, count.plies, sink, &count, error);
    count.nodes = w.report.searched;
    count.seconds = (double)(g_get_monotonic_time() - w.c.begun) / 1e6;
    end(&w);
    if (out_count)
        *out_count = count;
    return ok;
}
