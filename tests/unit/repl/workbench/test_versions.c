/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions, what a check of them came to, and what it found. */
#include <string.h>

#include "core/notation/usi.h"
#include "core/text/json_text.h"
#include "repl/command/compose.h"
#include "repl/workbench/edit.h"
#include "repl/workbench/version_outcome.h"
#include "repl/workbench/work_notes.h"
#include "repl/workbench/workbench.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

static const char work[] = "9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1";
static const char cooked[] = "k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1";

/* A line in USI. (transfer full) */
static GArray *read_line(const KjGame *game, const char *text)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    GArray *line = g_array_new(FALSE, FALSE, sizeof(KjMove));
    for (unsigned i = 0; words[i]; i++) {
        KjMove move;
        assert_true(kj_usi_move_read_bare(game, words[i], &move));
        g_array_append_val(line, move);
    }
    return line;
}

/* A workbench with the work on it, and its line intended. */
static KjWorkbench *bench_of(const char *position, const char *line)
{
    KjWorkbench *bench = kj_workbench_new();
    KjPosition pos = position_of(position);
    kj_workbench_change(bench, kj_move_tree_new(&pos));
    if (line)
        kj_workbench_intend(bench, read_line(pos.game, line));
    return bench;
}

static void move_piece(KjWorkbench *bench, const char *from, const char *to)
{
    unsigned a, b;
    const char *end;
    KjPosition pos = kj_workbench_position(bench);
    assert_true(kj_edit_square(pos.game, from, &a, &end));
    assert_true(kj_edit_square(pos.game, to, &b, &end));
    assert_true(kj_edit_move(&pos, a, b));
    kj_workbench_edit(bench, &pos);
}

TEST(versions_survive_undo_and_a_kill)
{
    g_autoptr(KjWorkbench) bench = bench_of(work, "7c8c+ 9d9e 8c8e");
    move_piece(bench, "9f", "1b");
    kj_workbench_undo(bench, 1);
    move_piece(bench, "7c", "7b");
    assert_int_equal(kj_versions_last(bench->versions), 3);
    assert_int_equal(kj_versions_get(bench->versions, 2)->parent, 1);
    assert_int_equal(kj_versions_get(bench->versions, 3)->parent, 1);
    assert_int_equal(kj_workbench_version(bench), 3);
    g_autoptr(GArray) path = kj_versions_path(bench->versions, 3);
    assert_int_equal(path->len, 2);
    g_autofree char *text = kj_workbench_write(bench);
    g_autoptr(KjWorkbench) other = kj_workbench_new();
    assert_true(kj_workbench_read(other, text, NULL));
    assert_int_equal(kj_versions_last(other->versions), 3);
    assert_int_equal(kj_workbench_version(other), 3);
    const KjVersion *first = kj_versions_get(other->versions, 1);
    assert_true(
        kj_position_equal(&first->position, &kj_versions_get(bench->versions, 1)->position));
    assert_int_equal(first->line->len, 3);
    // a version that was made of a later one cannot be
    g_autoptr(GError) error = NULL;
    g_autoptr(JsonNode) wrong = kj_json_read("{\"number\": 4, \"parent\": 9}", NULL);
    assert_false(kj_versions_read(other->versions, json_node_get_object(wrong), &error));
    assert_non_null(error);
}

TEST(what_is_looked_at_in_passing_goes)
{
    g_autoptr(KjWorkbench) bench = bench_of(work, NULL);
    unsigned root = kj_workbench_version(bench);
    KjPosition a = position_of("9/9/2R6/k8/N8/B8/P8/9/9 b rb4g4s3n4l17p 1");
    KjPosition b = position_of("9/9/2R6/k8/N8/B8/9/P8/9 b rb4g4s3n4l17p 1");
    unsigned one = kj_workbench_put_version(bench, &a, root, NULL);
    kj_versions_get(bench->versions, one)->passing = true;
    unsigned two = kj_workbench_put_version(bench, &b, root, NULL);
    kj_versions_get(bench->versions, two)->passing = true;
    kj_versions_forget_passing(bench->versions, two);
    assert_null(kj_versions_get(bench->versions, one));
    assert_non_null(kj_versions_get(bench->versions, two));
    move_piece(bench, "9h", "9i"); // taken over
    kj_versions_forget_passing(bench->versions, 0);
    assert_non_null(kj_versions_get(bench->versions, two));
    assert_int_equal(kj_versions_get(bench->versions, kj_workbench_version(bench))->parent, two);
}

/* A check of a position. (transfer full) */
static KjVersionOutcome *outcome_of(const char *position, const char *line)
{
    KjPosition pos = position_of(position);
    g_autoptr(KjValues) values = kj_values_new();
    KjCheckRequest request;
    assert_true(kj_check_request(values, 1, &request, NULL));
    request.solve.solver.memory_mib = 16;
    g_autoptr(GArray) intended = line ? read_line(pos.game, line) : NULL;
    atomic_bool stop = false;
    return kj_version_outcome_new(&request, pos.game, &pos, KJ_SENTE, intended, &stop);
}

TEST(notes_have_lines_that_can_be_played)
{
    KjVersionOutcome *outcome = outcome_of(cooked, NULL);
    g_autoptr(GPtrArray) notes =
        kj_work_notes(&outcome->report, &outcome->position, KJ_NOTATION_USI);
    assert_int_equal(kj_report_cooks(&outcome->report), 1);
    bool found = false;
    for (unsigned i = 0; i < notes->len; i++) {
        const KjWorkNote *note = notes->pdata[i];
        KjPosition pos = outcome->position;
        for (unsigned k = 0; k < note->n_line; k++) {
            assert_int_equal(kj_move_legality(&pos, note->line[k]), KJ_MOVE_LEGAL);
            pos = kj_position_after(&pos, note->line[k]);
        }
        if (note->is_fault)
            continue;
        found = true;
        assert_non_null(strstr(note->text, "7d8b+")); // the cook
        assert_false(kj_has_safe_move(&pos));         // and it mates
    }
    assert_true(found);
    kj_version_outcome_free(outcome);
}

TEST(outcomes_in_words)
{
    static const struct {
        const char *position, *line, *expected;
    } rows[] = {
        {work, "7c8c+ 9d9e 8c8e", "sound, 3 plies, tries 1 of 10 (up to 2 plies)"},
        {work, "7c8c+ 9d8c",
         "sound, 3 plies, tries 1 of 10 (up to 2 plies), the intended line breaks"},
        {"9/9/9/k8/N8/B8/9/9/9 b 2rb4g4s3n4l18p 1", NULL, "no mate"},
        {"9/9/2R6/9/N8/B8/9/9/9 b rb4g4s3n4l18p 1", NULL, "impossible"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjVersionOutcome *outcome = outcome_of(rows[i].position, rows[i].line);
        outcome->asked = g_strdup("nodes=,5;text=a b");
        g_autofree char *text = kj_judgement_text(&outcome->judged);
        assert_string_equal(text, rows[i].expected);
        // a session keeps it without the report
        g_autoptr(JsonNode) written = kj_version_outcome_write(outcome);
        KjVersionOutcome *kept = kj_version_outcome_read(json_node_get_object(written));
        g_autofree char *again = kj_judgement_text(&kept->judged);
        assert_string_equal(again, rows[i].expected);
        assert_string_equal(kept->asked, outcome->asked);
        json_object_remove_member(json_node_get_object(written), "asked");
        assert_null(kj_version_outcome_read(json_node_get_object(written)));
        kj_version_outcome_free(kept);
        kj_version_outcome_free(outcome);
    }
}
