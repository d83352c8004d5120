/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions answered ahead. */
#include "solver/search/team-priv.h"

bool kj_ahead_pays(const KjSearch *s, uint64_t nodes)
{
    return s->team && s->team->n && nodes >= s->team->first_nodes;
}

bool kj_ahead_begin(KjSearch *s, KjAhead *questions, unsigned n)
{
    KjTeam *team = s->team;
    if (n < 2 || s->n_forbidden || !kj_team_gather(team, s))
        return false;
    atomic_store_explicit(&team->crowd.over, false, memory_order_relaxed);
    pthread_mutex_lock(&team->lock);
    team->table = s->table;
    team->before = *s;
    team->before.crowd = &team->crowd;
    team->next = questions;
    team->end = questions + n;
    team->looks_ahead = true;
    team->present = 1;
    team->waiting = 0;
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
    return true;
}

void kj_ahead_reach(KjSearch *s, KjAhead *question)
{
    KjTeam *team = s->team;
    pthread_mutex_lock(&team->lock);
    if (team->next <= question && question < team->end)
        team->next = question + 1;
    pthread_mutex_unlock(&team->lock);
}

void kj_ahead_end(KjSearch *s)
{
    KjTeam *team = s->team;
    atomic_store_explicit(&team->crowd.over, true, memory_order_relaxed);
    atomic_fetch_add_explicit(&team->crowd.news, 1, memory_order_release);
    pthread_mutex_lock(&team->lock);
    team->next = team->end = NULL;
    team->looks_ahead = false;
    kj_team_wait_for_all(team);
    kj_table_renew(&s->table, &team->table);
    pthread_mutex_unlock(&team->lock);
}

bool kj_ahead_help(KjHelper *h)
{
    KjTeam *team = h->team;
    if (team->next == team->end)
        return false;
    KjAhead *question = --team->end;
    kj_team_go_in(h, &team->before);
    h->ahead = question;
    pthread_mutex_unlock(&team->lock);
    KjLimits limits = {.nodes = question->node_limit, .seconds = question->seconds};
    kj_search_limit(&h->search, &limits);
    question->ask(&h->search, question);
    kj_team_tell_nodes(h);
    pthread_mutex_lock(&team->lock);
    kj_team_come_back(h);
    return true;
}
