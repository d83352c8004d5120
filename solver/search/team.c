/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that help with a question: joining, leaving, growing the table together. */
#include "solver/search/team.h"

#include <string.h>

#include "solver/search/examples.h"
#include "solver/search/node.h"
#include "solver/search/shared_table.h"
#include "solver/search/team-priv.h"
#include "solver/search/thread.h"

enum {
    JOIN_NODES = 1000,   // of a question, before the helpers join it,
    FIRST_NODES = 16000, // and of all questions since the search began: small ones stay as they are
    EAGER_NODES = 16,    // between two looks at such numbers, where helpers are to join at once
    ROOM_SHARE = 3,      // of the helpers there is address space for, begin: they want stacks, too
};

/* ---- the crowd ---- */

/* Whether what a helper is at is no longer asked. */
static bool is_no_longer_asked(const KjHelper *h)
{
    const KjCrowd *crowd = &h->team->crowd;
    if (h->ahead)
        return atomic_load_explicit(&crowd->over, memory_order_relaxed);
    return atomic_load_explicit(&crowd->answered, memory_order_relaxed) >= h->job;
}

void kj_team_listen(KjSearch *s)
{
    s->seen_news = atomic_load_explicit(&s->crowd->news, memory_order_acquire);
    if (s->helper && is_no_longer_asked(s->helper))
        s->stopped = KJ_CAUSE_STOPPED;
    for (unsigned ply = s->root_ply; ply < s->path.length && ply < s->unwind_to; ply++) {
        if (!kj_crowd_has_news(s, ply))
            continue;
        const KjPathNode *node = &s->path.node[ply];
        KjProbe probe;
        KjNodeValue v = kj_table_probe(&s->table, s->pos.game->t, node->key, node->hand,
                                       s->trail[ply].len, ply, &probe);
        if (kj_value_final(&v))
            s->unwind_to = ply;
    }
}

/* ---- growing ---- */

/*
 * Once all wait nobody is at the table. Then each clears a part of the pages that are needed, and
 * when these are there and all wait (others may have joined meanwhile) the table is doubled. With
 * the lock held.
 */
static void grow_if_all_wait(KjTeam *team)
{
    if (team->waiting == 0 || team->waiting < team->present || team->touched)
        return;
    if (team->cleared) {
        kj_table_double(&team->table);
        atomic_store_explicit(&team->crowded, false, memory_order_relaxed);
        team->waiting = 0;
        team->growths++;
    } else {
        team->parts = team->touching = team->touched = team->waiting;
    }
    team->cleared = false;
    pthread_cond_broadcast(&team->changed);
}

/* Clears one of the parts; with the lock held at both ends. */
static void clear_part(KjTeam *team)
{
    unsigned part = --team->touching;
    pthread_mutex_unlock(&team->lock);
    kj_table_touch(&team->table, part, team->parts);
    pthread_mutex_lock(&team->lock);
    if (--team->touched == 0) {
        team->cleared = true;
        grow_if_all_wait(team);
    }
}

static void wait_for_growth(KjTeam *team, KjSearch *s)
{
    pthread_mutex_lock(&team->lock);
    if (atomic_load_explicit(&team->crowded, memory_order_relaxed)) {
        uint64_t growths = team->growths;
        team->waiting++;
        grow_if_all_wait(team);
        while (team->growths == growths) {
            if (team->touching)
                clear_part(team);
            else
                pthread_cond_wait(&team->changed, &team->lock);
        }
    }
    kj_table_renew(&s->table, &team->table);
    pthread_mutex_unlock(&team->lock);
}

static void look_after_table(KjTeam *team, KjSearch *s)
{
    if (kj_table_tell_fresh(&s->table))
        atomic_store_explicit(&team->crowded, true, memory_order_relaxed);
    if (atomic_load_explicit(&team->crowded, memory_order_relaxed))
        wait_for_growth(team, s);
}

/* ---- helpers ---- */

void kj_team_go_in(KjHelper *h, const KjSearch *asker)
{
    KjTeam *team = h->team;
    static const KjLimits none = {0};
    h->search = *asker;
    KjSearch *s = &h->search;
    s->table = kj_table_view(&team->table);
    s->path = h->path;
    s->arena = h->arena;
    s->examples = h->examples;
    s->trail = h->trail;
    s->progress = NULL;
    s->first = NULL;
    s->keep = NULL;
    s->limits = &none;
    s->helper = h;
    s->deadline = 0;
    s->node_limit = UINT64_MAX;
    s->next_check = 0;
    s->nodes = s->looks = h->told = h->told_looks = 0;
    s->stopped = KJ_CAUSE_NONE;
    s->unwind_to = KJ_NO_UNWIND;
    s->seen_news = 0;
    if (h->problem != team->problem) {
        kj_path_clear(&s->path);
        kj_examples_clear(s->examples);
    }
    h->problem = team->problem;
    while (s->path.length)
        kj_path_pop(&s->path);
    for (unsigned i = 0; i < s->n_forbidden; i++)
        kj_path_push(&s->path, asker->path.node[i].key, asker->path.node[i].hand);
    h->ahead = NULL;
    team->present++;
}

void kj_team_tell_nodes(KjHelper *h)
{
    KjTeam *team = h->team;
    atomic_fetch_add_explicit(h->ahead ? &h->ahead->nodes : &team->nodes, h->search.nodes - h->told,
                              memory_order_relaxed);
    atomic_fetch_add_explicit(&team->looks, h->search.looks - h->told_looks, memory_order_relaxed);
    h->told = h->search.nodes;
    h->told_looks = h->search.looks;
}

void kj_team_come_back(KjHelper *h)
{
    KjTeam *team = h->team;
    (void)kj_table_tell_fresh(&h->search.table);
    h->path = h->search.path;
    team->present--;
    grow_if_all_wait(team);
    pthread_cond_broadcast(&team->changed);
}

/* One question, from joining to leaving; with the lock held at both ends. */
static void help(KjHelper *h)
{
    KjTeam *team = h->team;
    KjPosition root = *team->root;
    unsigned len = team->len;
    h->job = team->job;
    kj_team_go_in(h, &team->question);
    pthread_mutex_unlock(&team->lock);
    KjMove move;
    (void)kj_search_move(&h->search, &root, len, &move);
    kj_team_tell_nodes(h);
    pthread_mutex_lock(&team->lock);
    kj_team_come_back(h);
}

static void *run_helper(void *data)
{
    KjHelper *h = data;
    KjTeam *team = h->team;
    pthread_mutex_lock(&team->lock);
    while (!team->quit) {
        if (team->called && team->job != h->job)
            help(h);
        else if (!kj_ahead_help(h))
            pthread_cond_wait(&team->changed, &team->lock);
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

/* ---- the one who asks ---- */

/* What it has on its path already is to be seen by the others. */
static void mark_path(KjSearch *s)
{
    for (unsigned ply = s->root_ply + 1; ply < s->path.length; ply++) {
        const KjPathNode *node = &s->path.node[ply];
        kj_crowd_mark(s, ply, node->key, node->hand);
    }
}

static void clear_helper(KjHelper *h)
{
    kj_arena_free(h->arena);
    kj_examples_free(h->examples);
    kj_path_free(&h->path);
    g_free(h->trail);
}

/* Gives back the helpers from one on, which have not begun. */
static void keep_helpers(KjTeam *team, unsigned n)
{
    while (team->n > n)
        clear_helper(&team->helper[--team->n]);
}

bool kj_team_gather(KjTeam *team, KjSearch *s)
{
    if (!s->table.shared && !kj_table_share(&s->table))
        return false;
    while (team->started < team->n && kj_thread_start(&team->helper[team->started].thread,
                                                      run_helper, &team->helper[team->started]))
        team->started++;
    keep_helpers(team, team->started); // without threads it goes on alone
    return true;
}

/* The asker goes among the others; from now on they see where it is. */
static void go_among(KjTeam *team, KjSearch *s)
{
    s->crowd = &team->crowd;
    s->seen_news = atomic_load_explicit(&team->crowd.news, memory_order_relaxed);
    s->unwind_to = KJ_NO_UNWIND;
}

/* Calls the helpers who have nothing else to do to the question that `s` is at. */
static void call(KjTeam *team, KjSearch *s)
{
    if (!s->crowd && !kj_team_gather(team, s))
        return;
    bool alone = !s->crowd;
    if (alone) {
        go_among(team, s);
        mark_path(s);
    }
    pthread_mutex_lock(&team->lock);
    if (alone) {
        team->table = s->table;
        team->present = 1;
        team->waiting = 0;
    }
    team->called = team->present <= team->n;
    if (team->called) {
        team->question = *s;
        team->root = s->root;
        team->len = s->root_len;
        team->job++;
        pthread_cond_broadcast(&team->changed);
    }
    pthread_mutex_unlock(&team->lock);
}

/* Counts what helpers have done, up to the limit; the rest counts later. */
static void take_nodes(KjTeam *team, KjSearch *s)
{
    uint64_t more = atomic_load_explicit(&team->nodes, memory_order_relaxed);
    uint64_t room = s->nodes < s->node_limit ? s->node_limit - s->nodes : 0;
    more = MIN(more, room);
    s->nodes += more;
    atomic_fetch_sub_explicit(&team->nodes, more, memory_order_relaxed);
    if (s->nodes >= s->node_limit)
        s->stopped = KJ_CAUSE_NODES;
    s->looks += atomic_exchange_explicit(&team->looks, 0, memory_order_relaxed);
}

/* Whether the question has taken long enough for others to join it. */
static bool is_long(const KjTeam *team, const KjSearch *s)
{
    return s->root && s->nodes >= s->root_nodes + team->join_nodes;
}

/* While helpers look ahead. What is forbidden is known to the asker alone then: another question
 * may forbid something else before a helper has left this one. */
static void poll_with_others_ahead(KjTeam *team, KjSearch *s)
{
    look_after_table(team, s);
    if (!s->crowd)
        return;
    take_nodes(team, s);
    if (!team->called && !s->n_forbidden && is_long(team, s))
        call(team, s);
}

void kj_team_poll(KjSearch *s)
{
    KjTeam *team = s->team;
    if (s->helper) {
        kj_team_tell_nodes(s->helper);
        look_after_table(team, s);
    } else if (team->looks_ahead) {
        poll_with_others_ahead(team, s);
    } else if (s->crowd) {
        take_nodes(team, s);
        look_after_table(team, s);
    } else if (team->n && s->nodes >= team->first_nodes && is_long(team, s)) {
        call(team, s);
    }
}

void kj_team_open(KjSearch *s)
{
    if (!s->helper && s->team->looks_ahead)
        go_among(s->team, s);
}

void kj_team_wait_for_all(KjTeam *team)
{
    team->present--;
    grow_if_all_wait(team);
    while (team->present)
        pthread_cond_wait(&team->changed, &team->lock);
}

void kj_team_dismiss(KjSearch *s)
{
    KjTeam *team = s->team;
    if (s->helper)
        return;
    pthread_mutex_lock(&team->lock);
    if (team->called) {
        atomic_store_explicit(&team->crowd.answered, team->job, memory_order_relaxed);
        atomic_fetch_add_explicit(&team->crowd.news, 1, memory_order_release);
    }
    team->called = false;
    if (!team->looks_ahead) {
        kj_team_wait_for_all(team);
        kj_table_renew(&s->table, &team->table);
    }
    pthread_mutex_unlock(&team->lock);
    take_nodes(team, s);
    s->crowd = NULL;
    s->unwind_to = KJ_NO_UNWIND;
}

/* ---- the team ---- */

static bool make_helper(KjTeam *team, KjHelper *h, size_t loop_mib)
{
    h->team = team;
    h->trail = g_new0(KjTrail, KJ_MAX_PLY + 2);
    h->arena = kj_arena_new();
    h->examples = kj_examples_new();
    return h->arena && h->examples && kj_path_init(&h->path, loop_mib);
}

KjTeam *kj_team_new(unsigned n, size_t memory_mib)
{
    KjTeam *team = g_new0(KjTeam, 1);
    team->helper = g_new0(KjHelper, n);
    team->trail = g_new0(KjTrail, KJ_MAX_PLY + 2);
    team->first_nodes = FIRST_NODES;
    team->join_nodes = JOIN_NODES;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->changed, NULL);
    while (team->n < n)
        if (!make_helper(team, &team->helper[team->n++], MAX(1, memory_mib / n))) {
            keep_helpers(team, (team->n - 1) / ROOM_SHARE);
            break;
        }
    return team;
}

KjTrail *kj_team_trail(KjTeam *team)
{
    return team->trail;
}

void kj_team_be_eager(KjSearch *s)
{
    s->team->first_nodes = s->team->join_nodes = 0;
    s->check_every = EAGER_NODES;
}

void kj_team_forget(KjTeam *team)
{
    team->problem++;
    atomic_store_explicit(&team->nodes, 0, memory_order_relaxed);
    atomic_store_explicit(&team->looks, 0, memory_order_relaxed);
}

void kj_team_free(KjTeam *team)
{
    if (!team)
        return;
    pthread_mutex_lock(&team->lock);
    team->quit = true;
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
    for (unsigned i = 0; i < team->started; i++)
        pthread_join(team->helper[i].thread, NULL);
    keep_helpers(team, 0);
    pthread_mutex_destroy(&team->lock);
    pthread_cond_destroy(&team->changed);
    g_free(team->helper);
    g_free(team->trail);
    g_free(team);
}
