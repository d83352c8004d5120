/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search on a thread of its own that tells of itself and answers in the words of USI. */
#pragma once

#include "repl/job/solve_job.h"

typedef struct KjUsiSearch KjUsiSearch;

/* What `go` asks for besides limits. */
typedef struct {
    bool mate;         // answered by "checkmate ..."; false: by "bestmove ..."
    bool hold;         // the answer waits for kj_usi_search_stop
    bool endless;      // without a limit: only told to stop will it surely end
    unsigned multi_pv; // so many mating first moves are listed, 1..
    char **line;       // moves in USI whose positions are asked about too, or NULL
} KjUsiGo;

/* Takes a line for the other side, from any thread. */
typedef void (*KjUsiSayFn)(void *data, const char *line);

/*
 * Begins to search a job that kj_solve_prepare found usable, and takes its input and go->line over. Every
 * line goes to `say`, the answer as the last one. NULL when no thread can be had; then nothing was taken
 * and nothing is said. (transfer full)
 */
KjUsiSearch *kj_usi_search_begin(const KjSolveJob *job, const KjSolveRequest *request,
                                 const KjUsiGo *go, KjUsiSayFn say, void *data);

/* Tells it to answer now with what it has. */
void kj_usi_search_stop(KjUsiSearch *search);

/* Ends the waiting of a `hold`; in so many seconds the answer must come, 0: no limit. */
void kj_usi_search_hurry(KjUsiSearch *search, double seconds);

/* The side to move. */
KjSide kj_usi_search_side(const KjUsiSearch *search);

/* What it was asked. */
const KjUsiGo *kj_usi_search_go(const KjUsiSearch *search);

/* Waits up to so many milliseconds for the answer; true once it was given. */
bool kj_usi_search_wait(KjUsiSearch *search, unsigned milliseconds);

/* Stops it, waits for its answer, frees it. NULL is fine. */
void kj_usi_search_free(KjUsiSearch *search);
