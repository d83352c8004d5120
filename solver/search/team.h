/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several threads at one question, with one table. Each searches the root by itself; what one has
 * found out all find in the table. They spread because a child that others are in looks harder than
 * it is (virtual proof numbers; Kaneko, Parallel Depth First Proof Number Search, AAAI 2010), here
 * in proportion to its number. Only facts decide anything, and a fact holds on every path
 * (docs/solver.md §3): so the answers are those of one thread; how many nodes they take is not.
 *
 * A question begins with the thread that asks it. When it has taken some time, the helpers join;
 * when it is answered, they leave. All of that is hidden behind kj_search_root.
 */
#pragma once

#include "solver/search/crowd.h"

enum { KJ_NO_UNWIND = KJ_MAX_PLY + 1 };

/* Helpers for a search: `n` threads, which start when they are first needed. `memory_mib` is for
 * the loop tables of all of them. Where there is no address space for so many it has fewer, down to
 * none. (transfer full) */
KjTeam *kj_team_new(unsigned n, size_t memory_mib);
void kj_team_free(KjTeam *team);

/* Notes on the path for the search that asks. */
KjTrail *kj_team_trail(KjTeam *team);

/* Has helpers join every question at once, however small, for tests. */
void kj_team_be_eager(KjSearch *s);

/* Has all forget what they learnt on their own paths: another problem begins. */
void kj_team_forget(KjTeam *team);

/* Called every thousand nodes or so by each thread of a search: helpers join a question that takes
 * long, nodes are added up, the table grows. */
void kj_team_poll(KjSearch *s);

/* A question begins: those who look ahead see at once where the asker is. */
void kj_team_open(KjSearch *s);

/* The question is answered: the helpers leave it. */
void kj_team_dismiss(KjSearch *s);

/* ---- in the search of a node, where there is a crowd ---- */

/* Looks at what others have decided; s->unwind_to is then the first ply on the path that is
 * decided. */
void kj_team_listen(KjSearch *s);

/* Whether the search of the node at `ply` is no longer worth going on with. */
static inline bool kj_team_gives_up(KjSearch *s, unsigned ply)
{
    if (atomic_load_explicit(&s->crowd->news, memory_order_acquire) != s->seen_news)
        kj_team_listen(s);
    return s->unwind_to <= ply;
}

/* ---- questions looked at ahead ----
 *
 * Questions that will be asked one after the other, answered ahead by the helpers. What they find
 * out is in the shared table when its turn comes; if it is found out by then, the asker has the
 * answer at once. If a helper is still at it, the two are at it together. So all that is ever
 * believed is what the asker itself asks and finds in the table (docs/solver.md §11).
 */

/* A question that will be asked. */
typedef struct KjAhead {
    void (*ask)(KjSearch *s, const struct KjAhead *question); // so that the answer is in the table
    const void *about;                                        // the asker's, for `ask`
    KjPosition position;
    uint64_t node_limit;    // 0: none
    double seconds;         // 0: no limit
    _Atomic uint64_t nodes; // that helpers have spent on it so far
} KjAhead;

/* Whether there are helpers, and a search has taken long enough for them: so many nodes so far. */
bool kj_ahead_pays(const KjSearch *s, uint64_t nodes);

/*
 * Has the helpers, whom there must be, begin with `questions`, from the last one on; they stay the
 * caller's and must be there until kj_ahead_end. Nothing may be forbidden meanwhile by the search
 * that helpers start from, and the table may not be emptied. False, and nothing is begun, if one
 * question is all, or there is no memory.
 */
bool kj_ahead_begin(KjSearch *s, KjAhead *questions, unsigned n);

/* The asker comes to `question`: helpers go on with later ones. */
void kj_ahead_reach(KjSearch *s, KjAhead *question);

/* Ends it; helpers have left when it returns. */
void kj_ahead_end(KjSearch *s);

/* For team.c: a helper without anything to do looks at the next question, if there is one. With
 * the lock held at both ends. False if there is none. */
bool kj_ahead_help(struct KjHelper *h);
