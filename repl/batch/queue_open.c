/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The queue of whichever kind a store is. */
#include "repl/batch/queue.h"
#include "repl/batch/results.h"
#include "repl/store/transfer.h"

static KjQueue *open_file(KjStore *store, const KjQueueRequest *request, GError **error)
{
    gint64 task = kj_task_open(store, request->kind, request->rules, error);
    if (task < 0)
        return NULL;
    return kj_queue_of_file(store, task, request->budgets, request->memory_mib,
                            request->certificates, error);
}

/* Sends what was read, begins the run there, and enrols as one of its workers. */
static KjQueue *open_server(KjStore *store, const KjQueueRequest *request, GError **error)
{
    const KjValue *value = request->values->value;
    g_autofree char *options = kj_order_options(request->values);
    KjRunRequest run = {.kind = request->kind,
                        .rules = request->rules,
                        .options = options,
                        .budgets = request->budgets,
                        .memory_mib = request->memory_mib,
                        .lease_seconds = value[KJ_OPTION_LEASE].real,
                        .retry = value[KJ_OPTION_RETRY].flag};
    KjOrder order = {0};
    if (!kj_store_send(store, true, error) ||
        (request->claims && !kj_server_run(store->server, "SELECT claim_scope()", error)) ||
        !kj_order_give(store->server, &run, &order.task, error))
        return NULL;
    gint64 task = order.task;
    if (!request->enqueue && !kj_order_take(store->server, task, request->threads, &order, error))
        return NULL;
    return kj_queue_of_server(store->server, &order, true, request->threads, request->running,
                              request->term);
}

KjQueue *kj_queue_open(KjStore *store, const KjQueueRequest *request, GError **error)
{
    return store->server ? open_server(store, request, error) : open_file(store, request, error);
}

void kj_queue_free(KjQueue *queue)
{
    if (!queue)
        return;
    queue->kind->free(queue);
    g_free(queue->name);
    g_free(queue);
}
