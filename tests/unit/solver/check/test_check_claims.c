/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates of a report: every claim has one or is said to have none. */
#include <glib/gstdio.h>

#include "core/format/position_text.h"
#include "repl/check/check_job.h"
#include "tests/support/cmocka.h"

enum { MEMORY_MIB = 16 };

static unsigned claims(const KjReport *report)
{
    unsigned n = report->mate != KJ_UNKNOWN;
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        for (unsigned k = 0; k < node->alternatives->len; k++)
            n += g_array_index(node->alternatives, KjAlternative, k).verdict != KJ_UNKNOWN;
    }
    return n;
}

/* Checks a work and certifies it with so many nodes a claim; how many claims, certified and not. */
static void run(const char *position, uint64_t nodes, unsigned out[3])
{
    KjInput input = {.recorded_plies = -1};
    KjCheckJob job = {.solve = {.input = &input, .usable = true}};
    g_auto(KjPositionText) text;
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("kanju-XXXXXX", &error);
    assert_non_null(folder);
    KjCheckRequest request = {
        .solve.solver = {.loops = KJ_LOOPS_USUAL, .memory_mib = MEMORY_MIB, .find_shortest = true},
        .profile = *kj_profile_at(0),
        .certificates = folder};
    assert_true(kj_position_text_read(position, NULL, &text, NULL));
    job.root = kj_position_text_end(&text);
    job.solve.attacker = kj_default_attacker(&job.root);
    KjSolver *solver = kj_solver_new(&request.solve.solver, NULL);
    KjCheckOptions options = {.recorded_plies = -1};
    KjLimits none = {0}, limits = {.nodes = nodes};
    kj_check(solver, &job.root, job.solve.attacker, &options, &none, &job.report);
    job.reported = true;
    kj_check_certify(&request, &limits, &job);
    assert_null(job.solve.certificate_failure);
    out[0] = claims(&job.report);
    out[1] = job.n_certificates;
    out[2] = job.uncertified->len;
    kj_solver_free(solver);
    g_autoptr(GDir) files = g_dir_open(folder, 0, NULL);
    unsigned n = 0;
    for (const char *name; (name = g_dir_read_name(files)); n++) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
    }
    assert_int_equal(n, job.n_certificates);
    g_rmdir(folder);
    kj_check_job_clear(&job);
}

TEST(every_claim_is_certified)
{
    static const char *const works[] = {
        "9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1",
        "8/k^7/8/2+b5/8/7+I/8/8 /16p4l4n4s2rbi O/o", // by the law of repetition
        "9/9/1+R7/k8/N8/B8/9/9/9 w rb4g4s3n4l18p 1", // the defender moves first
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(works); i++) {
        unsigned n[3];
        run(works[i], 0, n);
        assert_true(n[0] > 3);
        assert_int_equal(n[1], n[0]);
        assert_int_equal(n[2], 0);
    }
}

TEST(what_is_not_certified_is_said)
{
    unsigned n[3];
    run("8/k^7/8/2+b5/8/7+I/8/8 /16p4l4n4s2rbi O/o", 3, n);
    assert_true(n[2] > 0);
    assert_int_equal(n[1] + n[2], n[0]);
}
