/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps that make works. */
#include "solver/compose/breed.h"

#include <string.h>

#include "solver/compose/candidate.h"
#include "solver/compose/extend.h"
#include "solver/compose/scatter.h"
#include "solver/query.h"

enum {
    DRAFTS = 600, // random diagrams of one step
    FOUNDERS = 2, // works of which end it
    FOUNDER_NODES = 300,
    EXTENSIONS = 300,   // of a work that are judged in one step
    CHANGES = 48,       // likewise
    CHILDREN = 10,      // of a step
    EFFORT = 400000,    // nodes after which a step ends
    PIECES_OVER = 1,    // more than wished, as some turn out to be useless
    SCREEN_NODES = 500, // for a first look at a diagram, and
    SCREEN_TIMES = 3,   // so many times what the parent's check took
};

typedef struct {
    KjSolver *solver;
    const KjBreedOptions *options;
    KjBreedTask *task;
    KjRandom random;
} Step;

static bool goes_on(const Step *s)
{
    const atomic_bool *stop = s->options->made.stop;
    return s->task->children->len < CHILDREN && s->task->nodes < EFFORT &&
           !(stop && atomic_load(stop));
}

static void offer(Step *s, const KjPosition *diagram, const KjMove *line, unsigned n_line,
                  unsigned least_plies)
{
    KjMade made;
    if (kj_made_check(s->solver, diagram, &s->options->made, line, n_line, &made,
                      &s->task->nodes) &&
        made.n_line >= least_plies && made.n_line <= s->options->most_plies) {
        made.number = s->task->parent.number;
        g_array_append_val(s->task->children, made);
    }
}

static KjWish wish_of(const Step *s)
{
    return (KjWish){
        .keep = KJ_KEEP_ANY,
        .attacker = KJ_SENTE,
        .profile = s->options->made.profile,
        .recorded_plies = -1,
        .screens = true,
        .nodes = MIN(s->options->made.nodes, SCREEN_NODES + SCREEN_TIMES * s->task->parent.nodes),
        .stop = s->options->made.stop};
}

/* ---- from nothing ---- */

/* Whether a random diagram mates, as a short look tells. */
static bool mates_soon(Step *s, const KjPosition *pos)
{
    KjLimits limits = {.nodes = FOUNDER_NODES, .stop = s->options->made.stop};
    KjAnswer answer;
    kj_query_open(s->solver, pos->game, KJ_SENTE);
    kj_query_mate(s->solver, pos, KJ_ANY_LENGTH, &limits, &answer);
    s->task->nodes += answer.nodes;
    return answer.verdict == KJ_MATE;
}

static void found(Step *s)
{
    KjWish wish = wish_of(s);
    unsigned n = 0;
    while (n++ < DRAFTS && goes_on(s) && s->task->children->len < FOUNDERS) {
        KjPosition pos;
        KjJudgement judgement;
        s->task->n_tried++;
        if (!kj_scatter(s->options->game, &s->random, &pos) || !mates_soon(s, &pos))
            continue;
        kj_judge(s->solver, &wish, &pos, false, &judgement);
        s->task->nodes += judgement.nodes;
        if (judgement.fate == KJ_FATE_SOUND)
            offer(s, &pos, NULL, 0, 1);
    }
}

/* ---- from a work ---- */

/* An order by lot of 0..n-1. (transfer full, g_free) */
static unsigned *by_lot(KjRandom *random, unsigned n)
{
    unsigned *order = g_new(unsigned, n + 1);
    for (unsigned i = 0; i < n; i++) {
        unsigned k = kj_random(random, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    return order;
}

static bool has_too_many(const Step *s, const KjPosition *pos)
{
    unsigned n = (unsigned)kj_bb_count(kj_occupied(pos)) - 1 +
                 kj_hand_total(pos->game->t, pos->hand[KJ_SENTE]);
    return n > s->options->most_pieces + PIECES_OVER;
}

static void extend(Step *s)
{
    const KjMade *parent = &s->task->parent;
    KjWish wish = wish_of(s);
    wish.line = parent->line;
    wish.n_line = parent->n_line;
    wish.plies = parent->n_line;
    g_autoptr(GArray) all = kj_extensions(&parent->position, KJ_SENTE, false);
    g_autofree unsigned *order = by_lot(&s->random, all->len);
    unsigned tried = 0;
    for (unsigned i = 0; i < all->len && tried < EXTENSIONS && goes_on(s); i++) {
        const KjExtension *e = &g_array_index(all, KjExtension, order[i]);
        KjJudgement judgement;
        if (has_too_many(s, &e->position))
            continue;
        tried++;
        kj_extension_judge(s->solver, &wish, e, &judgement);
        s->task->nodes += judgement.nodes;
        if (judgement.fate != KJ_FATE_SOUND)
            continue;
        g_autofree KjMove *line = kj_extension_line(e, parent->line, parent->n_line);
        offer(s, &e->position, line, parent->n_line + 2, parent->n_line + 2);
    }
    s->task->n_tried += tried;
}

static void change(Step *s)
{
    const KjMade *parent = &s->task->parent;
    KjWish wish = wish_of(s);
    g_autoptr(GArray) all = kj_candidates_one(&parent->position, KJ_SENTE);
    g_autofree unsigned *order = by_lot(&s->random, all->len);
    unsigned tried = 0;
    for (unsigned i = 0; i < all->len && tried < CHANGES && goes_on(s); i++) {
        KjPosition pos;
        KjJudgement judgement;
        if (!kj_candidate_position(&parent->position, KJ_SENTE,
                                   &g_array_index(all, KjCandidate, order[i]), &pos) ||
            has_too_many(s, &pos))
            continue;
        tried++;
        kj_judge(s->solver, &wish, &pos, false, &judgement);
        s->task->nodes += judgement.nodes;
        if (judgement.fate == KJ_FATE_SOUND && judgement.plies >= parent->n_line)
            offer(s, &pos, NULL, 0, parent->n_line);
    }
    s->task->n_tried += tried;
}

void kj_breed(KjSolver *solver, const KjBreedOptions *options, KjBreedTask *task)
{
    Step s = {solver, options, task, {task->seed}};
    task->children = g_array_new(FALSE, FALSE, sizeof(KjMade));
    task->n_tried = 0;
    task->nodes = 0;
    switch (task->how) {
    case KJ_BREED_FOUND: found(&s); break;
    case KJ_BREED_EXTEND: extend(&s); break;
    case KJ_BREED_CHANGE: change(&s); break;
    }
}

bool kj_breed_task_keep(KjBreedTask *task, const KjGame *game, const KjBytes *bytes)
{
    if (bytes->in)
        task->children = g_array_new(FALSE, TRUE, sizeof(KjMade));
    unsigned n = task->children->len;
    bool done = kj_bytes_keep(bytes, &task->nodes, sizeof task->nodes) &&
                kj_bytes_keep(bytes, &task->n_tried, sizeof task->n_tried) &&
                kj_bytes_keep(bytes, &n, sizeof n);
    for (unsigned i = 0; done && i < n; i++) {
        if (bytes->in)
            g_array_set_size(task->children, i + 1);
        done = kj_made_keep(&g_array_index(task->children, KjMade, i), game, bytes);
    }
    return done;
}

void kj_breed_task_clear(KjBreedTask *task)
{
    g_clear_pointer(&task->children, g_array_unref);
}
