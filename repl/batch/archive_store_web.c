/* SPDX-License-Identifier: GPL-3.0-or-later */
/* As archive_store.c: a browser has no stores, so none is opened. */
#include "repl/batch/archive_store.h"

#include "core/text/lang.h"

KjArchiveStore *kj_archive_store_open(const char *path, const KjValues *values,
                                      const KjSolveRequest *options, GError **error)
{
    (void)values, (void)options;
    kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                 "--archive=%s: expected outside of browsers, which have no stores", path);
    return NULL;
}

void kj_archive_store_close(KjArchiveStore *store)
{
    (void)store;
}

bool kj_archive_store_game(KjArchiveStore *store, const KjGame **out, GError **error)
{
    (void)store, (void)error;
    *out = NULL;
    return true;
}

uint64_t kj_archive_store_runs(const KjArchiveStore *store)
{
    (void)store;
    return 0;
}

bool kj_archive_store_each(KjArchiveStore *store, const KjGame *game, KjArchiveStoreFn take,
                           void *data, GError **error)
{
    (void)store, (void)game, (void)take, (void)data, (void)error;
    return true;
}

bool kj_archive_store_put(KjArchiveStore *store, const KjMade *works, char *const *notes,
                          unsigned n, const KjLimits *limits, GError **error)
{
    (void)store, (void)works, (void)notes, (void)n, (void)limits, (void)error;
    return true;
}
