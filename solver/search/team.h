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
#ifndef KJ_SOLVER_SEARCH_TEAM_H
#define KJ_SOLVER_SEARCH_TEAM_H

#include <stdatomic.h>

#include "solver/search/search.h"

enum {
    KJ_NO_UNWIND = KJ_MAX_PLY + 1,
    KJ_CROWD_EFFORT = 4 * 6, // children that took 64 nodes tell who is in them
    KJ_CROWD_SLOTS = 1 << 16,
};

/* What a thread notes of a ply of its path. */
typedef struct KjTrail {
    uint16_t len; // the mate asked for there is within so many plies
    bool marked;  // others see that it is here
} KjTrail;

/* What the threads at one question share while they are at it. */
typedef struct KjCrowd {
    _Atomic uint64_t news; // grows when a position that others are in is decided, and at the end
    _Atomic uint64_t answered; // the number of the last question that was answered, or given up
    _Atomic bool over;         // no more questions are looked at ahead
    _Atomic uint8_t visitors[KJ_CROWD_SLOTS];
} KjCrowd;

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

/* A question begins: those who look ahead (ahead.h) see at once where the asker is. */
void kj_team_open(KjSearch *s);

/* The question is answered: the helpers leave it. */
void kj_team_dismiss(KjSearch *s);

/* ---- in the search of a node, where there is a crowd ---- */

/* Goes to a child: others are to see it. To be called before the child is on the path. */
void kj_team_enter(KjSearch *s, const KjChild *child);

/* Comes back from it. */
void kj_team_leave(KjSearch *s, const KjChild *child);

/* The number a child is chosen by, made larger by those who are in it. */
uint32_t kj_team_virtual(const KjSearch *s, const KjChild *child, uint32_t number);

/* Tells the others that the node at the end of the path is decided, if they are in it. */
void kj_team_tell(KjSearch *s);

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

#endif
