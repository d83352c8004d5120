/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps that make works. */
#include "solver/compose/breed.h"

#include <string.h>

#include "solver/compose/candidate.h"
#include "solver/compose/extend.h"
#include "solver/compose/for_line.h"
#include "solver/compose/goal.h"
#include "solver/compose/repair.h"
#include "solver/compose/scatter.h"
#include "solver/compose/sketch.h"
#include "solver/query.h"

enum {
    DRAFTS = 600, // random diagrams of one step, and
    UNFIT = 100,  // so many times those that a theme wished rules out
    FOUNDERS = 2, // works of which end it
    FOUNDER_NODES = 300,
    EXTENSIONS = 300,      // of a work that are judged in one step
    CHANGES = 48,          // likewise
    MENDS = 24,            // of them that have the shape of a theme wished and are mended,
    MEND_NODES = 250000,   // for all of them,
    MENDED = 6,            // and so many pieces that are added
    SKETCHED = 12000,      // diagrams drawn in a step for one that shows a theme wished, and
    SKETCHES = 4,          // of these so many are mended together, for
    SKETCH_NODES = 150000, // each
    CHILDREN = 10,         // of a step
    PIECES_OVER = 1,       // more than wished, as some turn out to be useless
    STEP_NODES = 400000,   // after which a step ends, but for the mending of sketches
    SCREEN_NODES = 500,    // for a first look at a diagram, and
    SCREEN_TIMES = 3,      // so many times what the parent's check took
};

typedef struct {
    KjSolver *solver;
    const KjBreedOptions *options;
    KjBreedTask *task;
    KjRandom random;
    uint64_t most; // nodes after which it ends
} Step;

/* Nodes that are left of the step's, at least one; 0: no limit. */
static uint64_t left_of(const Step *s)
{
    uint64_t most = s->options->made.left;
    return most ? MAX(most - MIN(most, s->task->nodes), 1) : 0;
}

static bool goes_on(const Step *s)
{
    const atomic_bool *stop = s->options->made.stop;
    uint64_t most = s->options->made.left;
    return s->task->children->len < CHILDREN && s->task->nodes < s->most &&
           (!most || s->task->nodes < most) && !(stop && atomic_load(stop));
}

static void offer(Step *s, const KjPosition *diagram, const KjMove *line, unsigned n_line,
                  unsigned least_plies)
{
    KjMade made;
    KjMadeOptions options = s->options->made;
    options.left = left_of(s);
    if (kj_made_check(s->solver, diagram, &options, line, n_line, &made, &s->task->nodes) &&
        made.n_line >= least_plies && made.n_line <= s->options->most_plies &&
        (s->task->how != KJ_BREED_FOUND || kj_goal_founds(s->options->themes, &made))) {
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
    uint64_t left = left_of(s);
    KjLimits limits = {.nodes = left ? MIN(FOUNDER_NODES, left) : FOUNDER_NODES,
                       .stop = s->options->made.stop};
    KjAnswer answer;
    kj_query_open(s->solver, pos->game, KJ_SENTE);
    kj_query_mate(s->solver, pos, KJ_ANY_LENGTH, &limits, &answer);
    s->task->nodes += answer.nodes;
    return answer.verdict == KJ_MATE;
}

/* A random diagram that may lead to what is wished. */
static bool draft(Step *s, KjPosition *out)
{
    uint64_t themes = s->options->themes;
    for (unsigned i = 0; i < (themes ? UNFIT : 1); i++)
        if (kj_scatter(s->options->game, themes, &s->random, out) && kj_goal_may_found(themes, out))
            return true;
    return false;
}

static void found(Step *s)
{
    KjWish wish = wish_of(s);
    unsigned n = 0;
    while (n++ < DRAFTS && goes_on(s) && s->task->children->len < FOUNDERS) {
        KjPosition pos;
        KjJudgement judgement;
        s->task->n_tried++;
        if (!draft(s, &pos) || !mates_soon(s, &pos))
            continue;
        wish.left = left_of(s);
        kj_judge(s->solver, &wish, &pos, false, &judgement);
        s->task->nodes += judgement.nodes;
        if (judgement.fate == KJ_FATE_SOUND)
            offer(s, &pos, NULL, 0, 1);
    }
}

/* ---- from a line ---- */

/* Looks for changes that make one of some diagrams sound and keep its line, as for a line that is
 * given, and the shape of what is wished: those are gone on from first that lack least. */
static void mend(Step *s, const GArray *diagrams, uint64_t nodes)
{
    KjForLineOptions options = {.made = s->options->made,
                                .most_pieces = s->options->most_pieces + PIECES_OVER,
                                .most_added = MENDED,
                                .squares = s->options->game->t->all,
                                .pieces = UINT64_MAX,
                                .themes = s->options->themes,
                                .strict = true};
    KjForLine *search = kj_for_line_new(diagrams, &options);
    uint64_t most = s->task->nodes + nodes;
    unsigned had = s->task->children->len, least_plies = s->task->parent.n_line + KJ_NEW_PLIES;
    KjForLineTask task;
    while (s->task->children->len == had && s->task->nodes < most && goes_on(s) &&
           kj_for_line_next(search, &s->random, &task)) {
        options.made.left = most - s->task->nodes;
        kj_for_line_step(search, &options, s->solver, &task);
        s->task->n_tried += task.n_tried;
        s->task->nodes += task.nodes;
        for (unsigned i = 0; i < task.works->len && goes_on(s); i++)
            offer(s, &g_array_index(task.works, KjMade, i).position, NULL, 0, least_plies);
        kj_for_line_take(search, &task);
        kj_for_line_task_clear(&task);
    }
    kj_for_line_free(search);
}

/* Diagrams of which the line shows what is wished, made sound. */
static void sketch(Step *s)
{
    KjSketching how = {.game = s->options->game,
                       .themes = s->options->themes,
                       .most_plies = s->options->most_plies,
                       .left = s->options->made.left,
                       .stop = s->options->made.stop};
    g_autoptr(GArray) drawn = g_array_new(FALSE, FALSE, sizeof(KjLineDiagram));
    for (unsigned i = 0; i < SKETCHED && drawn->len < SKETCHES && goes_on(s); i++) {
        s->task->n_tried++;
        kj_sketch(s->solver, &how, &s->random, drawn, &s->task->nodes);
    }
    s->most = KJ_BREED_EFFORT;
    if (drawn->len)
        mend(s, drawn, (uint64_t)drawn->len * SKETCH_NODES);
}

/* ---- from a work ---- */

static bool has_too_many(const Step *s, const KjPosition *pos)
{
    unsigned n = (unsigned)kj_bb_count(kj_occupied(pos)) - 1 +
                 kj_hand_total(pos->game->t, pos->hand[KJ_SENTE]);
    return n > s->options->most_pieces + PIECES_OVER;
}

/* An extension to be judged; how near its line is to the themes wished. */
typedef struct {
    const KjExtension *extension;
    KjMove *line; // owned
    double near;
    unsigned lot;
} Offer;

static void offer_clear(void *data)
{
    g_free(((Offer *)data)->line);
}

static int by_nearness(const void *a, const void *b)
{
    const Offer *x = a, *y = b;
    if (x->near != y->near)
        return x->near > y->near ? -1 : 1;
    return (x->lot > y->lot) - (x->lot < y->lot);
}

/* The extensions in the order in which they are tried: the nearest to what is wished first, else by
 * lot. (transfer full) */
static GArray *extensions_by_nearness(Step *s, const GArray *all)
{
    const KjMade *parent = &s->task->parent;
    g_autofree unsigned *order = kj_random_order(&s->random, all->len);
    GArray *offers = g_array_new(FALSE, FALSE, sizeof(Offer));
    g_array_set_clear_func(offers, offer_clear);
    for (unsigned i = 0; i < all->len; i++) {
        const KjExtension *e = &g_array_index(all, KjExtension, order[i]);
        if (has_too_many(s, &e->position))
            continue;
        Offer o = {e, kj_extension_line(e, parent->line, parent->n_line), 0, i};
        if (s->options->themes)
            o.near = kj_goal_near(s->options->themes, &e->position, o.line, parent->n_line + 2);
        g_array_append_val(offers, o);
    }
    if (s->options->themes)
        g_array_sort(offers, by_nearness);
    return offers;
}

static void extend(Step *s)
{
    const KjMade *parent = &s->task->parent;
    uint64_t themes = s->options->themes;
    KjWish wish = wish_of(s);
    wish.line = parent->line;
    wish.n_line = parent->n_line;
    wish.plies = parent->n_line;
    g_autoptr(GArray) faulty = g_array_new(FALSE, FALSE, sizeof(KjLineDiagram));
    double near = kj_goal_near(themes, &parent->position, parent->line, parent->n_line);
    unsigned near_whole = (unsigned)near;
    g_autoptr(GArray) all = kj_extensions(&parent->position, KJ_SENTE, false);
    g_autoptr(GArray) offers = extensions_by_nearness(s, all);
    for (unsigned i = 0; i < offers->len && i < EXTENSIONS && goes_on(s); i++) {
        const Offer *o = &g_array_index(offers, Offer, i);
        KjJudgement judgement;
        s->task->n_tried++;
        wish.left = left_of(s);
        kj_extension_judge(s->solver, &wish, o->extension, &judgement);
        s->task->nodes += judgement.nodes;
        if (judgement.fate == KJ_FATE_SOUND)
            offer(s, &o->extension->position, o->line, parent->n_line + 2, parent->n_line + 2);
        if (judgement.fate != KJ_FATE_UNSOUND || o->near < near_whole + 1)
            continue;
        KjLineDiagram diagram =
            kj_line_diagram_of(&o->extension->position, o->line, parent->n_line + 2);
        g_array_append_val(faulty, diagram);
        if (faulty->len >= MENDS)
            break;
    }
    if (faulty->len)
        mend(s, faulty, MEND_NODES);
}

/* Moves the changes that make a work ready for what is wished, where it is not, to the front. */
static void ready_first(const Step *s, const GArray *all, unsigned *order)
{
    const KjPosition *parent = &s->task->parent.position;
    double ready = kj_goal_ready(s->options->themes, parent);
    unsigned n = 0;
    for (unsigned i = 0; i < all->len; i++) {
        KjPosition pos;
        if (!kj_candidate_position(parent, KJ_SENTE, &g_array_index(all, KjCandidate, order[i]),
                                   &pos) ||
            kj_goal_ready(s->options->themes, &pos) <= ready)
            continue;
        unsigned ahead = order[i];
        memmove(&order[n + 1], &order[n], (i - n) * sizeof *order);
        order[n++] = ahead;
    }
}

static void change(Step *s)
{
    const KjMade *parent = &s->task->parent;
    KjWish wish = wish_of(s);
    g_autoptr(GArray) all = kj_candidates_one(&parent->position, KJ_SENTE);
    g_autofree unsigned *order = kj_random_order(&s->random, all->len);
    unsigned tried = 0;
    if (s->options->themes)
        ready_first(s, all, order);
    for (unsigned i = 0; i < all->len && tried < CHANGES && goes_on(s); i++) {
        KjPosition pos;
        KjJudgement judgement;
        if (!kj_candidate_position(&parent->position, KJ_SENTE,
                                   &g_array_index(all, KjCandidate, order[i]), &pos) ||
            has_too_many(s, &pos))
            continue;
        tried++;
        wish.left = left_of(s);
        kj_judge(s->solver, &wish, &pos, false, &judgement);
        s->task->nodes += judgement.nodes;
        if (judgement.fate == KJ_FATE_SOUND && judgement.plies >= parent->n_line)
            offer(s, &pos, NULL, 0, parent->n_line);
    }
    s->task->n_tried += tried;
}

void kj_breed(KjSolver *solver, const KjBreedOptions *options, KjBreedTask *task)
{
    Step s = {solver, options, task, {task->seed}, STEP_NODES};
    task->children = g_array_new(FALSE, FALSE, sizeof(KjMade));
    task->n_tried = 0;
    task->nodes = 0;
    switch (task->how) {
    case KJ_BREED_FOUND: kj_goal_sketch(options->themes, NULL) ? sketch(&s) : found(&s); break;
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
