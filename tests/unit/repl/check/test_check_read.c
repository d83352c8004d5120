/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports that were written as JSON and read back, as stores do it. */

#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "repl/check/check_print.h"
#include "repl/check/check_read.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

/* (transfer full) */
static char *json_of(const KjPosition *root, const KjReport *report)
{
    KjInput input = {.position = *root, .game = *root->game};
    KjCheckRequest request = {.profile = *report->profile};
    KjCheckJob job = {.solve = {.input = &input}, .root = *root, .report = *report};
    KjPrinter *printer = kj_printer_new_kept();
    kj_printer_begin(printer, KJ_CHECK_SCHEMA);
    kj_check_print_fields(&request, &job, printer);
    kj_printer_end(printer);
    return kj_printer_take(printer);
}

/* What is said of each finding, a line each. (transfer full) */
static char *said(const KjPosition *root, const KjReport *report)
{
    const KjReportView view = {.report = report, .root = root, .notation = KJ_NOTATION_USI};
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *finding = &g_array_index(report->findings, KjFinding, i);
        g_autofree char *words = kj_check_finding_text(&view, finding);
        g_string_append_printf(text, "%s\n", words);
    }
    return g_string_free(text, FALSE);
}

typedef struct {
    const char *position, *author; // moves in USI, or NULL
    int recorded;
    unsigned missing;
    uint64_t nodes;
    bool hisshi;
} Case;

static const Case cases[] = {
    // cooks, a useless piece
    {"3k5/4n4/+BG3P3/9/9/9/9/9/9 b G2rb2g4s3n4l17p 1", NULL, -1, 0, 200000, false},
    // another length than recorded
    {"7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1", NULL, 7, 3, 200000, false},
    // a line that does not end in mate, and one with a move that is no check
    {"k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1", "7c8c+", -1, 0, 200000, false},
    {"7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1", "G*5e", -1, 0, 200000, false},
    // no mate
    {"4k4/9/4P4/9/9/9/9/9/9 b 2r2b4g4s4n4l17p 1", NULL, -1, 0, 200000, false},
    // open lengths and useless pieces that are not decided
    {"9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1", NULL, -1, 0, 3000, false},
    {"9/9/6g1k/6+B2/8B/7P1/9/9/9 b 2r3g4s4n4l17p 1", NULL, -1, 0, 200000, true},
};

static void check(const Case *c, const KjPosition *root, KjReport *out)
{
    const KjSolverOptions solving = {.memory_mib = 16};
    g_autoptr(KjSolver) solver = NULL;
    KjHisshi *hisshi = c->hisshi ? kj_hisshi_with_solver(&solving, &solver, NULL) : NULL;
    solver = c->hisshi ? solver : kj_solver_new(&solving, NULL);
    assert_non_null(solver);
    KjMove author[8];
    KjPosition at = *root;
    KjCheckOptions options = {
        .author = author,
        .recorded_plies = c->recorded,
        .missing = c->missing,
        .hisshi = hisshi,
        .spares = c->hisshi ? 0 : KJ_CHECK_SPARES | KJ_SPARE_TRY_WEAKER | KJ_SPARE_TRY_SHIFTED,
        .themes = !c->hisshi,
        .lines = true};
    g_auto(GStrv) words = g_strsplit(c->author ? c->author : "", " ", -1);
    for (char **word = words; *word; word++) {
        KjUndo undo;
        assert_true(kj_usi_move_read(&at, *word, &author[options.n_author], NULL));
        kj_position_make(&at, author[options.n_author++], &undo);
    }
    options.author = options.n_author ? author : NULL;
    const KjLimits limits = {.nodes = c->nodes};
    kj_check(solver, root, KJ_SENTE, &options, &limits, out);
    kj_hisshi_free(hisshi);
}

TEST(what_was_written_is_read_back)
{
    unsigned n_findings = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const KjPosition root = position_of(cases[i].position);
        KjReport report, again;
        check(&cases[i], &root, &report);
        g_autofree char *json = json_of(&root, &report);
        assert_true(kj_check_read(json, &root, &again));
        g_autofree char *back = json_of(&root, &again);
        assert_string_equal(back, json);
        g_autofree char *words = said(&root, &report), *same = said(&root, &again);
        assert_string_equal(same, words);
        n_findings += report.findings->len;
        kj_report_clear(&report);
        kj_report_clear(&again);
    }
    assert_true(n_findings >= 7);
}

/* A report as versions before 2 wrote it: details are English. */
TEST(details_of_kanju_check_1)
{
    static const struct {
        const char *code, *details;
        KjDetail detail;
    } rows[] = {
        {"length", "recorded 7, found 5", {KJ_DETAIL_LENGTHS, 7, 5}},
        {"set", "1 piece in nobody's hand", {KJ_DETAIL_MISSING, 1, 0}},
        {"leftover", "2 in hand", {KJ_DETAIL_LEFT, 2, 0}},
        {"open-length", "between 3 and 17 plies", {KJ_DETAIL_BETWEEN, 3, 17}},
        {"open-length", "at least 5 plies, no mate proved", {KJ_DETAIL_AT_LEAST, 5, 0}},
        {"open-length", "no mate proved", {KJ_DETAIL_NO_BOUND, 0, 0}},
        {"useless", "P on 1b, S in hand", {KJ_DETAIL_PIECES, 2, 0}},
        {"line", "the line does not end in mate", {KJ_DETAIL_NO_MATE, 0, 0}},
        {"line", "the move is not legal or gives no check", {KJ_DETAIL_NO_CHECK, 0, 0}},
    };
    const KjPosition root = position_of("7k1/7p1/6B1R/9/9/9/9/9/9 b GSrb3g3s4n4l17p 1");
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *json = g_strdup_printf(
            "{\"schema\":\"kanju.check/"
            "1\",\"attacker\":\"sente\",\"verdict\":\"unsound\",\"line\":[],"
            "\"findings\":[{\"code\":\"%s\",\"severity\":\"note\",\"ply\":null,\"move\":null,"
            "\"details\":\"%s\",\"depends\":true}],\"nodes_of_line\":[],\"spares\":["
            "{\"change\":\"remove\",\"piece\":\"P\",\"square\":\"2b\",\"state\":\"yes\"},"
            "{\"change\":\"remove\",\"piece\":\"S\",\"square\":\"hand\",\"state\":\"yes\"}]}",
            rows[i].code, rows[i].details);
        g_auto(KjReport) report;
        assert_true(kj_check_read(json, &root, &report));
        assert_int_equal(report.verdict, KJ_WORK_UNSOUND);
        assert_int_equal(report.findings->len, 1);
        const KjFinding *finding = &g_array_index(report.findings, KjFinding, 0);
        assert_string_equal(kj_finding_code(finding), rows[i].code);
        assert_true(finding->is_fault && finding->depends);
        assert_int_equal(finding->severity, KJ_SEVERITY_NOTE);
        assert_int_equal(finding->detail.kind, rows[i].detail.kind);
        assert_int_equal(finding->detail.a, rows[i].detail.a);
        assert_int_equal(finding->detail.b, rows[i].detail.b);
    }
}

/* What is not a report, or has what cannot be, is read without harm. */
TEST(reports_that_cannot_be)
{
    const KjPosition root = position_of("7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1");
    static const char *const texts[] = {
        "",
        "[]",
        "{}",
        "{\"line\":[7,null,\"9i9h\"],\"findings\":7,\"nodes_of_line\":{}}",
        "{\"line\":[\"1c1b+\"],\"nodes_of_line\":[7],\"findings\":[7,{},{\"code\":\"late\",\"ply\":"
        "9,"
        "\"move\":\"1c1b\"},{\"code\":\"late\",\"ply\":1,\"move\":\"9i9h\"},{\"code\":\"nothing\"}]"
        ","
        "\"spares\":[7,{\"piece\":\"X\"}],\"themes\":[{}],\"difficulty\":[7]}",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_auto(KjReport) report;
        bool read = kj_check_read(texts[i], &root, &report);
        assert_int_equal(read, i >= 2);
        assert_int_equal(report.findings->len, 0);
    }
}
