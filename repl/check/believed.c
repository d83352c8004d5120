/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "repl/check/believed.h"

#include <glib/gstdio.h>

#include "core/os/file.h"
#include "core/text/lang.h"

KvResult *kj_certificate_believed(KjSolveJob *job, const atomic_bool *stop)
{
    if (job->certificate_failure)
        return NULL;
    FILE *file = kj_os_fopen(job->certificate, "rb");
    KvLimits limits = {.memory = KV_DEFAULT_MEMORY, .stop = stop, .reports = true};
    KvResult result = {.ok = false};
    if (file) {
        result = kv_verify(file, &limits);
        fclose(file);
    }
    if (result.ok)
        return g_memdup2(&result, sizeof result);
    g_unlink(job->certificate);
    job->certificate_limited = stop && atomic_load(stop);
    job->certificate_failure =
        g_strdup_printf(kj_tr("the certificate made here is refused: %s"), result.reason);
    return NULL;
}
