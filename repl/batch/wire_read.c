/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a server answers, whatever it is: a member that is missing, or of another type than it should
 * be, is nothing. */
#include <string.h>

#include "core/text/json_text.h"
#include "core/text/lang.h"
#include "repl/batch/wire.h"
#include "repl/store/store.h"

/* ---- members ---- */

static JsonNode *value_of(JsonObject *object, const char *name, GType type)
{
    JsonNode *node = json_object_get_member(object, name);
    return node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == type ? node
                                                                                         : NULL;
}

static const char *text_of(JsonObject *object, const char *name)
{
    JsonNode *node = value_of(object, name, G_TYPE_STRING);
    return node ? json_node_get_string(node) : NULL;
}

static gint64 number_of(JsonObject *object, const char *name, gint64 otherwise)
{
    JsonNode *node = value_of(object, name, G_TYPE_INT64);
    return node ? json_node_get_int(node) : otherwise;
}

static bool flag_of(JsonObject *object, const char *name)
{
    JsonNode *node = value_of(object, name, G_TYPE_BOOLEAN);
    return node && json_node_get_boolean(node);
}

static JsonArray *array_of(JsonObject *object, const char *name)
{
    JsonNode *node = json_object_get_member(object, name);
    return node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

/* The value of an answer. NULL: it is none. (transfer full) */
static JsonNode *read_value(const char *text, JsonNodeType type, GError **error)
{
    g_autoptr(JsonNode) node = kj_json_try(text);
    if (node && json_node_get_node_type(node) == type)
        return g_steal_pointer(&node);
    kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_SQLITE,
                 "the server's answer is not understood, expected that of a store of Kanju");
    return NULL;
}

/* ---- jobs ---- */

static void read_checkpoint(JsonObject *object, KjBatchJob *job)
{
    const char *checkpoint = text_of(object, "checkpoint");
    if (!checkpoint)
        return;
    gsize size;
    guchar *bytes = g_base64_decode(checkpoint, &size);
    job->checkpoint = g_bytes_new_take(bytes, size);
    job->trust = flag_of(object, "ours") ? KJ_TRUST_FACTS : KJ_TRUST_NUMBERS;
}

static const char *read_verdict(const char *text)
{
    for (unsigned i = 0; text && kj_task_kind_at(i); i++)
        for (const char *const *verdict = kj_task_kind_at(i)->verdicts; *verdict; verdict++)
            if (strcmp(*verdict, text) == 0)
                return *verdict;
    return NULL;
}

static KjBatchJob *read_job(JsonNode *node, const GArray *budgets)
{
    if (!JSON_NODE_HOLDS_OBJECT(node))
        return NULL;
    JsonObject *object = json_node_get_object(node);
    gint64 pass = number_of(object, "pass", -1);
    const char *game = text_of(object, "game"), *position = text_of(object, "position");
    if (!game || !position || pass < 0 || pass >= budgets->len)
        return NULL;
    const char *claim = text_of(object, "claim");
    KjBatchJob *job = g_new0(KjBatchJob, 1);
    job->problem = number_of(object, "problem", 0);
    job->pass = (unsigned)pass;
    job->game = g_strdup(game);
    job->position = g_strdup(position);
    job->claim = g_strdup(claim ? claim : "");
    job->said = g_strdup(text_of(object, "said"));
    job->before = read_verdict(text_of(object, "before"));
    job->budget = g_array_index(budgets, KjBudget, pass);
    read_checkpoint(object, job);
    return job;
}

static void read_jobs(JsonArray *array, const GArray *budgets, GPtrArray *jobs)
{
    for (guint i = 0; array && i < json_array_get_length(array); i++) {
        KjBatchJob *job = read_job(json_array_get_element(array, i), budgets);
        if (job)
            g_ptr_array_add(jobs, job);
    }
}

GPtrArray *kj_wire_jobs(const char *text, const GArray *budgets, GError **error)
{
    g_autoptr(JsonNode) node = read_value(text, JSON_NODE_ARRAY, error);
    if (!node)
        return NULL;
    GPtrArray *jobs = g_ptr_array_new();
    read_jobs(json_node_get_array(node), budgets, jobs);
    return jobs;
}

bool kj_wire_answer(const char *text, const GArray *budgets, KjWireAnswer *out, GError **error)
{
    g_autoptr(JsonNode) node = read_value(text, JSON_NODE_OBJECT, error);
    if (!node)
        return false;
    JsonObject *answer = json_node_get_object(node);
    *out = (KjWireAnswer){.open = flag_of(answer, "open"),
                          .late = number_of(answer, "late", 0),
                          .contradictions = number_of(answer, "contradictions", 0),
                          .refused = number_of(answer, "refused", 0),
                          .jobs = g_ptr_array_new()};
    read_jobs(array_of(answer, "jobs"), budgets, out->jobs);
    return true;
}

/* ---- orders ---- */

static GArray *read_budgets(JsonObject *answer)
{
    GArray *budgets = g_array_new(FALSE, FALSE, sizeof(KjBudget));
    JsonArray *seconds = array_of(answer, "seconds"), *nodes = array_of(answer, "nodes");
    guint n = seconds && nodes ? json_array_get_length(seconds) : 0;
    for (guint i = 0; i < n && i < json_array_get_length(nodes); i++) {
        JsonNode *time = json_array_get_element(seconds, i),
                 *count = json_array_get_element(nodes, i);
        const char *text = JSON_NODE_HOLDS_VALUE(time) ? json_node_get_string(time) : NULL;
        gint64 most = JSON_NODE_HOLDS_VALUE(count) ? json_node_get_int(count) : 0;
        KjBudget budget = {text ? g_ascii_strtod(text, NULL) : 0, most > 0 ? (guint64)most : 0};
        if (!(budget.seconds > 0 && budget.seconds < kj_seconds_limit(&(KjBudget){0})))
            budget.seconds = 0;
        if (budget.nodes >= G_MAXINT64)
            budget.nodes = 0;
        g_array_append_val(budgets, budget);
    }
    return budgets;
}

bool kj_wire_order(const char *text, KjOrder *out, char **out_wanted, GError **error)
{
    *out = (KjOrder){0};
    *out_wanted = NULL;
    g_autoptr(JsonNode) node = read_value(text, JSON_NODE_OBJECT, error);
    if (!node)
        return false;
    JsonObject *answer = json_node_get_object(node);
    *out_wanted = g_strdup(text_of(answer, "wanted"));
    const char *token = text_of(answer, "token"), *kind = text_of(answer, "kind"),
               *rules = text_of(answer, "rules"), *options = text_of(answer, "options");
    if (!token || !kind || !rules || !options) // there is no run
        return true;
    enum { LEASE_LEAST = 1, LEASE_MOST = 1000000 };
    JsonNode *lease = json_object_get_member(answer, "lease_seconds");
    double seconds = lease && JSON_NODE_HOLDS_VALUE(lease) ? json_node_get_double(lease) : 0;
    out->token = g_strdup(token);
    out->kind = g_strdup(kind);
    out->rules = g_strdup(rules);
    out->options = g_strdup(options);
    out->task = number_of(answer, "task", 0);
    out->worker = number_of(answer, "worker", 0);
    out->memory_mib = number_of(answer, "memory_mib", 1);
    out->open = number_of(answer, "open", 0);
    out->most = (guint)CLAMP(number_of(answer, "most", 1), 1, G_MAXINT16);
    out->lease_seconds = seconds > 0 ? MIN(seconds, LEASE_MOST) : LEASE_LEAST;
    out->budgets = read_budgets(answer);
    return true;
}
