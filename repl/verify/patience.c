/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits of what a certificate may take. */
#include "repl/verify/patience.h"

#include <time.h>

/* Lists of moves. True certificates take about one a byte. */
enum { FREE = 1 << 16, PER_BYTE = 16 };

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void kv_patience_begin(KvPatience *patience, const KvLimits *limits)
{
    *patience = (KvPatience){.stop = limits->stop};
    if (limits->seconds > 0)
        patience->end = seconds_now() + limits->seconds;
}

const char *kv_patience_over(KvPatience *patience, uint64_t bytes)
{
    if (patience->stop && *patience->stop)
        return "it was stopped";
    if (patience->lists++ / PER_BYTE > bytes + FREE / PER_BYTE)
        return "it takes more work than its size allows";
    // Under a law of repetition one list may go through a line of a million plies, so each asks.
    bool late = patience->end > 0 && seconds_now() > patience->end;
    return late ? "the time was over" : NULL;
}
