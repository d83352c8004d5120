/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs left, kept in sessions. */
#include "repl/workbench/left_jobs.h"

#include "repl/collection/saved.h"

static const KjSavedText fields[] = {
    {"line", offsetof(KjLeftJob, line)},
    {"position", offsetof(KjLeftJob, board.position)},
    {"variant", offsetof(KjLeftJob, board.variant)},
    {"on", offsetof(KjLeftJob, place)},
    {"ahead", offsetof(KjLeftJob, board.ahead)},
    {"meant", offsetof(KjLeftJob, board.intended)},
    {"author", offsetof(KjLeftJob, board.author)},
    {"kept", offsetof(KjLeftJob, checkpoint)},
};

static void free_job(gpointer job)
{
    for (size_t i = 0; i < G_N_ELEMENTS(fields); i++)
        g_free(G_STRUCT_MEMBER(char *, job, fields[i].offset));
    g_free(job);
}

GPtrArray *kj_left_jobs_new(void)
{
    return g_ptr_array_new_with_free_func(free_job);
}

JsonObject *kj_left_job_write(const KjLeftJob *job)
{
    JsonObject *object = json_object_new();
    kj_saved_set_texts(object, job, fields, G_N_ELEMENTS(fields));
    return object;
}

KjLeftJob *kj_left_job_read(JsonObject *object, GError **error)
{
    KjLeftJob *job = g_new0(KjLeftJob, 1);
    kj_saved_texts(object, job, fields, G_N_ELEMENTS(fields));
    if (job->line && job->board.position && job->board.variant && job->place)
        return job;
    kj_saved_wrong(error, "jobs");
    free_job(job);
    return NULL;
}
