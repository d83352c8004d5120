/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs left, as text. */
#include "repl/workbench/left_jobs.h"

#include <string.h>

#include "core/text/lang.h"
#include "core/text/text.h"

static const struct {
    const char *key;
    size_t offset;
} fields[] = {
    {"line", offsetof(KjLeftJob, line)},
    {"position", offsetof(KjLeftJob, board.position)},
    {"variant", offsetof(KjLeftJob, board.variant)},
    {"on", offsetof(KjLeftJob, place)},
    {"ahead", offsetof(KjLeftJob, board.ahead)},
    {"meant", offsetof(KjLeftJob, board.intended)},
    {"author", offsetof(KjLeftJob, board.author)},
    {"kept", offsetof(KjLeftJob, checkpoint)},
};

static char **field_of(KjLeftJob *job, size_t i)
{
    return (char **)(void *)((char *)job + fields[i].offset);
}

void kj_left_job_free(KjLeftJob *job)
{
    for (size_t i = 0; job && i < G_N_ELEMENTS(fields); i++)
        g_free(*field_of(job, i));
    g_free(job);
}

static void free_job(gpointer data)
{
    kj_left_job_free(data);
}

GPtrArray *kj_left_jobs_new(void)
{
    return g_ptr_array_new_with_free_func(free_job);
}

void kj_left_job_write(const KjLeftJob *job, GString *out)
{
    g_string_append(out, "job\n");
    for (size_t i = 0; i < G_N_ELEMENTS(fields); i++) {
        const char *value = *field_of((KjLeftJob *)(gsize)job, i);
        g_autofree char *escaped = value ? g_strescape(value, NULL) : NULL;
        if (escaped)
            g_string_append_printf(out, "%s %s\n", fields[i].key, escaped);
    }
}

KjLeftJob *kj_left_job_read(const char *text, GError **error)
{
    KjLeftJob *job = g_new0(KjLeftJob, 1);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        const char *blank = strchr(*line, ' ');
        for (size_t i = 0; blank && i < G_N_ELEMENTS(fields); i++) {
            size_t length = strlen(fields[i].key);
            if ((size_t)(blank - *line) != length || strncmp(*line, fields[i].key, length) != 0)
                continue;
            g_free(*field_of(job, i));
            *field_of(job, i) = g_strcompress(blank + 1);
        }
    }
    if (job->line && job->board.position && job->board.variant && job->place)
        return job;
    kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                 "job: expected its command, position and game");
    kj_left_job_free(job);
    return NULL;
}
