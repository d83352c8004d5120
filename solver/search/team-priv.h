/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a team is made of; for team.c and ahead.c. */
#pragma once

#include <pthread.h>

#include "solver/search/team.h"

/* A thread that helps. */
typedef struct KjHelper {
    KjTeam *team;
    pthread_t thread;
    KjSearch search;
    KjPath path;
    struct KjExamples *examples;
    KjChild *arena;
    KjTrail *trail;
    uint64_t problem; // what its path has learnt is about this one
    KjAhead *ahead;   // the question it looks for an answer to ahead; NULL: it is at the one asked
    uint64_t job;     // the number of that one
    uint64_t told;    // nodes that the team knows of
    uint64_t told_looks;
} KjHelper;

struct KjTeam {
    unsigned n, started;
    uint64_t first_nodes, join_nodes;
    KjHelper *helper;
    KjTrail *trail; // of the thread that asks
    KjCrowd crowd;
    _Atomic uint64_t nodes, looks; // of helpers, not yet taken
    _Atomic bool crowded;          // the table wants to grow
    uint64_t problem;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    // under the lock:
    KjSearch question; // as it was when the helpers were called to the question,
    KjSearch before;   // and before any was asked, for those looked at ahead
    const KjPosition *root;
    unsigned len;
    uint64_t job;  // number of the last question they were called to,
    bool called;   // and whether it is still open
    KjAhead *next; // of the questions to be looked at ahead, up to `end`; NULL: there are none
    KjAhead *end;
    bool looks_ahead;
    bool quit;
    unsigned present,
        waiting; // in a search, the asker included, and of these for the table to grow
    unsigned parts, touching, touched; // of the pages for a growth: all, not begun, not done
    bool cleared;                      // they are there
    uint64_t growths;
    KjTable table; // to look at after a growth
};

/* The helper goes into a search as `asker` has it, but for what each thread has for itself; with the
 * lock held. */
void kj_team_go_in(KjHelper *h, const KjSearch *asker);

/* It is back; with the lock held. */
void kj_team_come_back(KjHelper *h);

/* Adds what a helper has done since it last told to what is known of the question it is at. */
void kj_team_tell_nodes(KjHelper *h);

/* Makes sure that several threads can use the table, and of the threads. False: no memory. */
bool kj_team_gather(KjTeam *team, KjSearch *s);

/* The asker leaves the others and waits until all are back; with the lock held. */
void kj_team_wait_for_all(KjTeam *team);
