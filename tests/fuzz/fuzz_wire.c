/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Messages between a worker and the server of a store. Any bytes as what the server answers: all of
 * it that is taken is whole. Any texts in a result: what is sent is JSON with these texts in it.
 */
#include <string.h>

#include "core/format/position_text.h"
#include "repl/batch/wire.h"
#include "repl/store/pack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BUDGETS = 3 };

static void check_job(const KjBatchJob *job)
{
    g_assert_true(job->game && job->position && job->claim && job->pass < BUDGETS);
    // only what says so is ours
    g_assert_true(job->trust == KJ_TRUST_NUMBERS || job->checkpoint);
    g_autoptr(GBytes) unpacked = job->checkpoint ? kj_unpack(job->checkpoint) : NULL;
    const KjGame *game = kj_game_find(job->game);
    KjPositionText text;
    if (game && kj_position_text_read(job->position, game, &text, NULL))
        kj_position_text_clear(&text);
}

static void check_jobs(GPtrArray *jobs)
{
    for (guint i = 0; jobs && i < jobs->len; i++) {
        check_job(jobs->pdata[i]);
        kj_batch_job_free(jobs->pdata[i]);
    }
    g_clear_pointer(&jobs, g_ptr_array_unref);
}

static void check_error(bool ok, GError **error)
{
    g_assert_true(ok == (*error == NULL));
    g_clear_error(error);
}

static void check_answer(const char *text)
{
    g_autoptr(GArray) budgets = g_array_new(FALSE, TRUE, sizeof(KjBudget));
    g_array_set_size(budgets, BUDGETS);
    GError *error = NULL;
    KjWireAnswer answer = {0};
    check_error(kj_wire_answer(text, budgets, &answer, &error), &error);
    check_jobs(answer.jobs);
    GPtrArray *jobs = kj_wire_jobs(text, budgets, &error);
    check_error(jobs != NULL, &error);
    check_jobs(jobs);
    KjOrder order;
    g_autofree char *wanted = NULL;
    check_error(kj_wire_order(text, &order, &wanted, &error), &error);
    if (order.token) {
        g_assert_true(order.kind && order.rules && order.options && order.most > 0);
        g_assert_true(order.lease_seconds > 0);
        for (guint i = 0; i < order.budgets->len; i++)
            g_assert_true(g_array_index(order.budgets, KjBudget, i).seconds >= 0);
        g_autoptr(GError) failure = NULL;
        g_autoptr(KjValues) values = kj_order_values(&order, "fuzz", &failure);
        g_assert_true(!values == (failure != NULL));
    }
    kj_order_clear(&order);
}

/* The text, made valid, is what a reader of JSON finds under the name. */
static void check_member(JsonObject *object, const char *name, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    g_assert_cmpstr(json_object_get_string_member(object, name), ==, valid);
}

static void check_result(const char *text, size_t size)
{
    KjBatchJob job = {.problem = 7, .pass = 1};
    KjTaskOutcome *outcome = &job.outcome;
    outcome->verdict = "unknown";
    outcome->canon_line = g_strdup(text);
    outcome->report = g_strdup(text);
    outcome->checkpoint = g_bytes_new(text, size);
    kj_task_add_code(outcome, text, 1, text, KJ_SEVERITY_NOTE);
    g_autoptr(JsonNode) node = kj_wire_result(&job);
    g_autofree char *sent = json_to_string(node, FALSE);
    g_autoptr(JsonNode) read = json_from_string(sent, NULL);
    g_assert_nonnull(read);
    JsonObject *object = json_node_get_object(read);
    check_member(object, "line", text);
    check_member(object, "report", text);
    JsonArray *codes = json_object_get_array_member(object, "codes");
    check_member(json_array_get_object_element(codes, 0), "detail", text);
    gsize length;
    g_autofree guchar *bytes =
        g_base64_decode(json_object_get_string_member(object, "checkpoint"), &length);
    g_assert_cmpmem(bytes, length, text, size);
    kj_task_outcome_clear(outcome);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    check_answer(text);
    check_result(text, strlen(text));
    return 0;
}
