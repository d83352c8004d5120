/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Giving and taking runs. */
#include "repl/batch/order.h"

#include <string.h>
#include <unistd.h>

#include "core/text/lang.h"
#include "repl/batch/results.h"
#include "repl/batch/wire.h"
#include "version.h"

enum {
    GROUPS = KJ_OPTIONS_SEARCH | KJ_OPTIONS_SOLVE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES |
             KJ_OPTIONS_JUDGE | KJ_OPTIONS_BATCH,
};

/* Options of a batch that say nothing of what a result is. */
static bool is_of_place(KjOptionId id)
{
    static const KjOptionId ids[] = {KJ_OPTION_MEMORY,      KJ_OPTION_THREADS, KJ_OPTION_PROGRESS,
                                     KJ_OPTION_CERTIFICATE, KJ_OPTION_BUDGETS, KJ_OPTION_STORE,
                                     KJ_OPTION_DIAGRAM,     KJ_OPTION_ENQUEUE, KJ_OPTION_LEASE,
                                     KJ_OPTION_RETRY,       KJ_OPTION_OUTPUT,  KJ_OPTION_STATUS,
                                     KJ_OPTION_EVERY};
    for (size_t i = 0; i < G_N_ELEMENTS(ids); i++)
        if (ids[i] == id)
            return true;
    return false;
}

char *kj_order_options(const KjValues *values)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < KJ_OPTION_COUNT; i++) {
        const KjOption *option = kj_option_at((KjOptionId)i);
        const KjValue *value = &values->value[i];
        if (!value->set || !(option->groups & GROUPS) || is_of_place((KjOptionId)i))
            continue;
        g_autofree char *word = kj_value_text(option, value);
        g_string_append_printf(text, "%s=%s\n", option->name, word);
    }
    return g_string_free(text, FALSE);
}

/* The limits of all passes: two arrays of SQL, and words for people. */
static void write_budgets(const GArray *budgets, GString *seconds, GString *nodes, GString *words)
{
    for (guint i = 0; i < budgets->len; i++) {
        const KjBudget *budget = &g_array_index(budgets, KjBudget, i);
        char number[G_ASCII_DTOSTR_BUF_SIZE];
        g_autofree char *text = kj_budget_text(budget);
        g_string_append_printf(seconds, "%c%s", i ? ',' : '{',
                               g_ascii_dtostr(number, sizeof number, kj_seconds_limit(budget)));
        g_string_append_printf(nodes, "%c%" G_GINT64_FORMAT, i ? ',' : '{', kj_nodes_limit(budget));
        g_string_append_printf(words, "%s%s", i ? "; " : "", text);
    }
    g_string_append_c(seconds, '}');
    g_string_append_c(nodes, '}');
}

static gint64 open_task(KjServer *server, const KjRunRequest *request, GError **error)
{
    const char *const values[] = {request->kind, KJ_VERSION, request->rules};
    return kj_server_number(server,
                            "INSERT INTO task(kind,version,rules,used) VALUES($1,$2,$3,"
                            "(SELECT coalesce(max(used),0)+1 FROM task)) ON "
                            "CONFLICT(kind,version,rules) DO UPDATE SET used=excluded.used "
                            "RETURNING id",
                            values, G_N_ELEMENTS(values), error);
}

bool kj_order_give(KjServer *server, const KjRunRequest *request, gint64 *out_task, GError **error)
{
    enum { NUMBER = 32 };
    g_autoptr(GString) seconds = g_string_new(NULL), nodes = g_string_new(NULL),
                       words = g_string_new(NULL);
    write_budgets(request->budgets, seconds, nodes, words);
    *out_task = open_task(server, request, error);
    if (*out_task < 0)
        return false;
    char task[NUMBER], memory[NUMBER], lease[G_ASCII_DTOSTR_BUF_SIZE];
    g_snprintf(task, sizeof task, "%" G_GINT64_FORMAT, *out_task);
    g_snprintf(memory, sizeof memory, "%" G_GINT64_FORMAT, request->memory_mib);
    g_ascii_dtostr(lease, sizeof lease, request->lease_seconds);
    const char *const values[] = {task,   words->str, request->options, seconds->str, nodes->str,
                                  memory, lease};
    g_autoptr(PGresult) run = kj_server_query(
        server,
        "INSERT INTO run(task,budgets,options,seconds,nodes,memory_mib,lease_seconds) "
        "VALUES($1,$2,$3,$4,$5,$6,$7) ON CONFLICT(task) DO UPDATE SET budgets=excluded.budgets,"
        "options=excluded.options,seconds=excluded.seconds,nodes=excluded.nodes,"
        "memory_mib=excluded.memory_mib,lease_seconds=excluded.lease_seconds,created=now()",
        values, G_N_ELEMENTS(values), error);
    if (!run)
        return false;
    const char *const what[] = {task, request->retry ? "true" : "false"};
    return kj_server_number(server,
                            "SELECT coalesce(sum(enqueue($1,part,$2)),0) FROM (SELECT "
                            "array_agg(problem) AS part FROM (SELECT problem,row_number() OVER "
                            "(ORDER BY problem)/100000 AS n FROM scope) s GROUP BY n ORDER BY n) p",
                            what, G_N_ELEMENTS(what), error) >= 0;
}

/* ---- the worker's side ---- */

bool kj_order_take(KjServer *server, gint64 task, unsigned threads, KjOrder *out, GError **error)
{
    enum { NUMBER = 32 };
    *out = (KjOrder){0};
    char process[NUMBER], count[NUMBER], which[NUMBER];
    g_snprintf(which, sizeof which, "%" G_GINT64_FORMAT, task);
    g_snprintf(process, sizeof process, "%ld", (long)getpid());
    g_snprintf(count, sizeof count, "%u", threads);
    const char *const values[] = {KJ_VERSION, g_get_host_name(), process, count,
                                  task ? which : NULL};
    g_autoptr(PGresult) rows =
        kj_server_query(server, "SELECT kanju.hello($1,$2,$3,$4,$5)", values, 5, error);
    g_autofree char *wanted = NULL;
    if (!rows || !kj_wire_order(kj_server_text(rows, 0, 0), out, &wanted, error))
        return false;
    if (!wanted)
        return true;
    kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                 "%s: the run is for kanju %s, this is %s: expected the same version", server->name,
                 wanted, KJ_VERSION);
    kj_order_clear(out);
    return false;
}

void kj_order_leave(KjServer *server, const KjOrder *order)
{
    const char *const values[] = {order->token};
    g_autoptr(PGresult) left =
        kj_server_query(server, "SELECT kanju.exchange($1,'[]','{}','{}',0,true)", values, 1, NULL);
}

void kj_order_clear(KjOrder *order)
{
    g_free(order->token);
    g_free(order->kind);
    g_free(order->rules);
    g_free(order->options);
    g_clear_pointer(&order->budgets, g_array_unref);
    *order = (KjOrder){0};
}

/* Takes lines NAME=VALUE of kj_order_options. */
static bool read_options(const char *text, KjValues *values, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        const char *words = *line + (g_str_has_prefix(*line, "--") ? 2 : 0); // of older builds
        g_auto(GStrv) sides = g_strsplit(words, "=", 2);
        const KjOption *option = sides[0] ? kj_option_find_in(GROUPS, sides[0]) : NULL;
        if (!sides[0])
            continue;
        if (!option || option->kind == KJ_OPTION_PAIRS)
            return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "unknown option --%s",
                                sides[0]);
        if (!kj_value_set(values, option, sides[1], error))
            return false;
    }
    return true;
}

KjValues *kj_order_values(const KjOrder *order, const char *name, GError **error)
{
    g_autoptr(KjValues) values = kj_values_new();
    g_autoptr(GError) failure = NULL;
    if (read_options(order->options, values, &failure)) {
        g_autofree char *rules = kj_task_rules(values);
        if (strcmp(rules, order->rules) == 0)
            return g_steal_pointer(&values);
    }
    kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_SQLITE,
                 "%s: the options of the run are not understood: %s", name,
                 failure ? failure->message : order->rules);
    return NULL;
}
