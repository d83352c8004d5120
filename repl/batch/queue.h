/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a batch takes its problems from and where the results go: one interface over a store in a
 * file, which this process alone writes to, and a store on a server, which many work on at once.
 * The passes (batch_run.c) know nothing else of stores.
 */
#pragma once

#include "repl/batch/order.h"
#include "repl/batch/workers.h"
#include "repl/cli/term.h"
#include "repl/store/store.h"

enum {
    KJ_MAX_VERDICTS = 8,
    KJ_MOST_JOBS = 256, // at a time
};

typedef struct KjQueue KjQueue;

/* What a kind of store does. Errors: KJ_STORE_ERROR. All is called on one thread. */
typedef struct {
    /* Begins a pass, from 0. Returns how many problems are open in it, -1 on an error. */
    gint64 (*begin)(KjQueue *queue, unsigned pass, GError **error);

    /*
     * The next open problems, as jobs without rules; none: there are none at present, and `out_end`
     * tells whether that is the end of the pass. `flying`: jobs that were given and are not back
     * yet. NULL on an error. (transfer full, KjBatchJob*)
     */
    GPtrArray *(*next)(KjQueue *queue, unsigned flying, bool *out_end, GError **error);

    /* Completes a job that is about to be solved, by its checkpoint. */
    bool (*prepare)(KjQueue *queue, KjBatchJob *job, GError **error);

    /*
     * Takes the outcome of a job, over an earlier one; of one that is no news its limits; of one
     * that was stopped nothing, but the job is free again. It is kept for good by `commit`.
     */
    bool (*put)(KjQueue *queue, const KjBatchJob *job, GError **error);

    /* When `commit` is to be called at the latest, in monotonic microseconds; 0: nothing waits. */
    gint64 (*due)(const KjQueue *queue);
    bool (*commit)(KjQueue *queue, GError **error);

    /* Takes back what was put and not committed. */
    void (*rollback)(KjQueue *queue);

    /* Fails if the store has gone. */
    bool (*is_there)(KjQueue *queue, GError **error);

    /* Counts the problems that are asked for, and results by verdict (NULL-terminated). */
    bool (*count)(KjQueue *queue, const char *const *verdicts, guint64 *out_problems,
                  guint64 *out_counts, GError **error);

    /* Where a problem was read: its name or file:line, for people. (transfer full) */
    char *(*label)(KjQueue *queue, gint64 problem);

    void (*free)(KjQueue *queue);
} KjQueueKind;

/* What every kind begins with. */
struct KjQueue {
    const KjQueueKind *kind;
    unsigned passes; // how often to call `begin`
    bool shared;     // others take problems from it, too: how many are left is not known here
    bool dry;        // of a shared one: when it was last asked it had fewer than were wanted
    char *name;      // of the store, for messages
};

/* Frees a queue; what was not committed is lost. NULL is none. */
void kj_queue_free(KjQueue *queue);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjQueue, kj_queue_free)

/* What a batch asks of the problems of the temporary table `scope` (import.h). */
typedef struct {
    const char *kind, *rules; // of the task (kj_task_rules)
    const KjValues *values;   // what workers elsewhere are to be told
    const GArray *budgets;    // KjBudget, one a pass
    gint64 memory_mib;        // of one search
    unsigned threads;
    bool claims;        // of each position, with what each file claims of it
    bool certificates;  // a decided problem without one is open
    bool enqueue;       // of a server: puts them on the list, and asks for none
    KjRunning *running; // of kj_workers_new
    KjTerm *term;       // for messages
} KjQueueRequest;

/*
 * The queue of a store, whichever kind it is. What was read goes to the server before. Nothing given
 * is copied. NULL with KJ_STORE_ERROR. (transfer full)
 */
KjQueue *kj_queue_open(KjStore *store, const KjQueueRequest *request, GError **error);

/* The queue of a store in a file. */
KjQueue *kj_queue_of_file(KjStore *store, gint64 task, const GArray *budgets, gint64 memory_mib,
                          bool certificates, GError **error);

/*
 * The queue of a store on a server, for a worker that has taken an order, whose contents move into
 * it; one without a token is given no problems. It has one pass, in which the limits of a job are
 * those of the pass the server has it in; a server that cannot be reached is waited for. Freeing it
 * delivers what is there and takes leave. `scoped`: the session has the temporary table `scope`, by
 * which problems are counted; a worker has none, nor the right to look at tables. (transfer full)
 */
KjQueue *kj_queue_of_server(KjServer *server, KjOrder *order, bool scoped, unsigned threads,
                            KjRunning *running, KjTerm *term);

/* The order of such a queue. */
const KjOrder *kj_queue_order(const KjQueue *queue);

/* Of what such a queue has brought: what another worker had brought before, what contradicted that,
 * and what the server called no result. */
typedef struct {
    guint64 late, contradictions, refused;
} KjServerCounts;

KjServerCounts kj_queue_server_counts(const KjQueue *queue);
