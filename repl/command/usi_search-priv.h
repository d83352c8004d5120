/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of a USI search share. Internal. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "repl/command/usi_search.h"

struct KjUsiSearch {
    KjSolveJob job; // owns its input
    KjSolveRequest request;
    KjUsiGo go;
    KjUsiSayFn say;
    void *data;
    pthread_t thread;
    pthread_mutex_t lock; // guards ended and go.hold, and stop with `changed`
    pthread_cond_t changed;
    atomic_bool stop;             // the search reads it without the lock
    atomic_int_fast64_t deadline; // of g_get_monotonic_time, 0 none; set while it searches
    bool ended;
    gint64 began; // g_get_monotonic_time
    // of the searching thread alone
    const char *phase;
    unsigned table_permille;
    bool listing;   // it looks beside the answer, which is known
    gint64 told;    // the last report on the way
    uint64_t nodes; // of the questions that are answered
};

/* An info line. */
typedef struct {
    unsigned depth;
    unsigned multi_pv; // 0: not said
    bool mate;         // it has a score: mate in `plies`
    unsigned plies;
    bool open; // a shorter mate may exist
    uint64_t nodes;
    double seconds;
    const char *moves; // each with a blank before it, or NULL
} KjUsiInfo;

void kj_usi_search_tell(const KjUsiSearch *s, const KjUsiInfo *info);

/* Says "info string ...". */
void kj_usi_search_remark(const KjUsiSearch *s, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Seconds since `go`. */
double kj_usi_search_seconds(const KjUsiSearch *s);

/* What is left of the limits, to stop with the search; false if nothing is. */
bool kj_usi_search_rest(const KjUsiSearch *s, KjLimits *out);

/* Lists the first moves that mate, those of the best line first; `moves` is that line. */
void kj_usi_search_first_moves(KjUsiSearch *s, KjSolver *solver, const char *moves);

/* Tells of each position on the line that was asked about. */
void kj_usi_search_line(KjUsiSearch *s, KjSolver *solver);
