/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a line to a diagram. */
#include "solver/compose/for_line.h"

#include <string.h>

#include "solver/compose/for_line-priv.h"
#include "solver/compose/goal.h"
#include "solver/query.h"

enum {
    BEGINNINGS = 256,   // drafts to begin with
    COST_SUPPLIED = 40, // of one with a piece that is taken on the way
    BEGUN_COST = 150,   // up to which it is looked at what is wrong with these
    SLACK = 1,          // faults more than the parent's that a child may have
    TRIES = 400,        // changes that are drawn in a step
    LOOKED_AT = 16,     // of which so many are looked at with searches
    CHILDREN = 6,       // that are kept
    STEP_NODES = 60000, // after which it ends
};

struct KjForLine {
    const GArray *diagrams;
    KjForLineOptions options;
    GArray *drafts;   // of KjDraft
    GArray *works;    // of KjMade
    GHashTable *seen; // uint64_t*, drafts and works
};

/* ---- the workshop ---- */

static unsigned count_pieces(const KjPosition *pos)
{
    unsigned kings = (pos->king[KJ_SENTE] != KJ_NO_SQUARE) + (pos->king[KJ_GOTE] != KJ_NO_SQUARE);
    return (unsigned)kj_bb_count(kj_occupied(pos)) - kings +
           kj_hand_total(pos->game->t, pos->hand[KJ_SENTE]);
}

static bool note_seen(KjForLine *search, const KjPosition *pos)
{
    uint64_t key = kj_position_full_key(pos);
    return g_hash_table_add(search->seen, g_memdup2(&key, sizeof key));
}

/* Begins with a position made of a least diagram. */
static void begin_with(KjForLine *search, unsigned number, const KjPosition *pos, unsigned cost)
{
    KjDraft draft = {.position = *pos, .diagram = number, .pieces = count_pieces(pos)};
    draft.shape = kj_for_line_shape(&search->options, kj_for_line_diagram(search, number), pos);
    draft.cost = KJ_COST_GUESS + draft.shape + cost;
    if (draft.pieces <= search->options.most_pieces && draft.shape != G_MAXUINT &&
        search->drafts->len < BEGINNINGS && note_seen(search, pos))
        g_array_append_val(search->drafts, draft);
}

/* And with those in which one of its pieces in hand is taken on the way. */
static void begin_with_supplied(KjForLine *search, unsigned number)
{
    const KjLineDiagram *diagram = kj_for_line_diagram(search, number);
    for (unsigned ply = 0; ply < diagram->n_line; ply += 2) {
        for (unsigned kind = 1; kind < KJ_MAX_KINDS; kind++) {
            KjPosition pos;
            if (kj_for_line_supply(&search->options, diagram, &diagram->position, ply, (KjKind)kind,
                                   &pos))
                begin_with(search, number, &pos, COST_SUPPLIED);
        }
    }
}

KjForLine *kj_for_line_new(const GArray *diagrams, const KjForLineOptions *options)
{
    KjForLine *search = g_new0(KjForLine, 1);
    search->diagrams = diagrams;
    search->options = *options;
    search->drafts = g_array_new(FALSE, FALSE, sizeof(KjDraft));
    search->works = g_array_new(FALSE, FALSE, sizeof(KjMade));
    search->seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (unsigned i = 0; i < diagrams->len; i++)
        begin_with(search, i, &kj_for_line_diagram(search, i)->position, 0);
    for (unsigned i = 0; i < diagrams->len; i++)
        begin_with_supplied(search, i);
    return search;
}

void kj_for_line_free(KjForLine *search)
{
    if (!search)
        return;
    g_array_unref(search->drafts);
    g_array_unref(search->works);
    g_hash_table_unref(search->seen);
    g_free(search);
}

const KjLineDiagram *kj_for_line_diagram(const KjForLine *search, unsigned number)
{
    return &g_array_index(search->diagrams, KjLineDiagram, number);
}

const GArray *kj_for_line_works(const KjForLine *search)
{
    return search->works;
}

unsigned kj_for_line_drafts(const KjForLine *search)
{
    return search->drafts->len;
}

const KjDraft *kj_for_line_nearest(const KjForLine *search)
{
    const KjDraft *best = NULL;
    for (unsigned i = 0; i < search->drafts->len; i++) {
        const KjDraft *draft = &g_array_index(search->drafts, KjDraft, i);
        if (!best || draft->looked_at > best->looked_at ||
            (draft->looked_at == best->looked_at && draft->cost < best->cost))
            best = draft;
    }
    return best;
}

/* How late a draft's turn comes. */
static unsigned turn_of(const KjDraft *draft)
{
    return draft->cost + KJ_COST_PIECE * draft->pieces + KJ_COST_VISIT * draft->visits;
}

bool kj_for_line_next(KjForLine *search, KjRandom *random, KjForLineTask *out)
{
    KjDraft *best = NULL;
    for (unsigned i = 0; i < search->drafts->len; i++) {
        KjDraft *draft = &g_array_index(search->drafts, KjDraft, i);
        if (!best || turn_of(draft) < turn_of(best))
            best = draft;
    }
    if (!best)
        return false;
    best->visits++;
    *out = (KjForLineTask){.number = (unsigned)(best - (KjDraft *)(void *)search->drafts->data),
                           .parent = *best,
                           .seed = kj_random_bits(random)};
    return true;
}

static int by_pieces(const void *a, const void *b)
{
    const KjMade *x = a, *y = b;
    if (x->pieces != y->pieces)
        return x->pieces < y->pieces ? -1 : 1;
    return kj_made_compare(x, y);
}

/* Whether two diagrams differ in no more than one piece. */
static bool are_kin(const KjPosition *a, const KjPosition *b)
{
    const KjTables *t = a->game->t;
    unsigned differ = 0;
    for (unsigned s = 0; s < t->squares; s++)
        differ += a->board[s] != b->board[s];
    return differ <= 2;
}

/* The number of the family of each work: that of the first one that it is kin to. */
static void number_families(GArray *works)
{
    for (unsigned i = 0; i < works->len; i++) {
        KjMade *made = &g_array_index(works, KjMade, i);
        made->number = i + 1;
        for (unsigned k = 0; k < i && made->number == i + 1; k++) {
            const KjMade *first = &g_array_index(works, KjMade, k);
            if (first->number == k + 1 && are_kin(&first->position, &made->position))
                made->number = k + 1;
        }
    }
}

void kj_for_line_take(KjForLine *search, const KjForLineTask *task)
{
    KjDraft *parent = &g_array_index(search->drafts, KjDraft, task->number);
    unsigned visits = parent->visits;
    *parent = task->parent; // which may have been looked at
    parent->visits = visits;
    for (unsigned i = 0; i < task->children->len; i++) {
        const KjDraft *child = &g_array_index(task->children, KjDraft, i);
        if (note_seen(search, &child->position))
            g_array_append_vals(search->drafts, child, 1);
    }
    for (unsigned i = 0; i < task->works->len; i++) {
        KjMade made = g_array_index(task->works, KjMade, i);
        bool there = false;
        for (unsigned k = 0; k < search->works->len && !there; k++)
            there = kj_position_equal(&g_array_index(search->works, KjMade, k).position,
                                      &made.position);
        if (!there)
            g_array_append_val(search->works, made);
    }
    if (task->works->len) {
        g_array_sort(search->works, by_pieces);
        number_families(search->works);
    }
}

/* ---- a step ---- */

static bool is_new(KjForLineDoing *s, const KjPosition *pos)
{
    uint64_t key = kj_position_full_key(pos);
    return !g_hash_table_contains(s->search->seen, &key) &&
           g_hash_table_add(s->tried, g_memdup2(&key, sizeof key));
}

/* The draft of a change drawn by lot; false: it is not worth a look. */
static bool draft_change(KjForLineDoing *s, const KjDraftFault *fault, KjDraft *out)
{
    const KjDraft *parent = &s->task->parent;
    *out = (KjDraft){.diagram = parent->diagram};
    if (!kj_for_line_draw(s, &out->position) || !is_new(s, &out->position))
        return false;
    out->pieces = count_pieces(&out->position);
    unsigned least = count_pieces(&s->diagram->position);
    if (out->pieces > s->options->most_pieces || out->pieces > least + s->options->most_added)
        return false;
    s->task->n_tried++;
    out->shape = kj_for_line_shape(s->options, s->diagram, &out->position);
    out->cost = KJ_COST_GUESS + out->shape;
    if (out->shape == G_MAXUINT || (parent->shape ? out->shape >= parent->shape : out->shape))
        return false;
    return kj_goal_shaped(s->options->themes, &out->position, s->diagram->line,
                          s->diagram->n_line) &&
           (!fault || kj_for_line_is_gone(s, fault, &out->position));
}

static int by_cost(const void *a, const void *b)
{
    const KjDraft *x = a, *y = b;
    unsigned p = turn_of(x), q = turn_of(y);
    return (p > q) - (p < q);
}

static void change(KjForLineDoing *s)
{
    const KjDraft *parent = &s->task->parent;
    unsigned looked_at = 0;
    for (unsigned i = 0; i < TRIES && looked_at < LOOKED_AT && s->task->nodes < STEP_NODES &&
                         !kj_for_line_is_stopped(s);
         i++) {
        KjDraft child;
        s->task->nodes++; // else what needs no search would have no end
        const KjDraftFault *fault =
            parent->n_faults ? &parent->fault[kj_random(&s->random, parent->n_faults)] : NULL;
        if (!draft_change(s, fault, &child))
            continue;
        looked_at++;
        if (!child.shape) {
            kj_for_line_look_at(s, parent->cost + SLACK * KJ_COST_FAULT, &child);
            if (child.cost <= KJ_COST_JUDGED && !kj_for_line_is_stopped(s))
                kj_for_line_judge(s, &child);
        }
        if (!kj_for_line_is_stopped(s) && child.cost <= parent->cost + SLACK * KJ_COST_FAULT)
            g_array_append_val(s->task->children, child);
    }
    g_array_sort(s->task->children, by_cost);
    g_array_set_size(s->task->children, MIN(s->task->children->len, CHILDREN));
}

void kj_for_line_step(const KjForLine *search, const KjForLineOptions *options, KjSolver *solver,
                      KjForLineTask *task)
{
    KjForLineDoing s = {.search = search,
                        .options = options,
                        .diagram = kj_for_line_diagram(search, task->parent.diagram),
                        .solver = solver,
                        .task = task,
                        .random = {task->seed}};
    task->children = g_array_new(FALSE, FALSE, sizeof(KjDraft));
    task->works = g_array_new(FALSE, FALSE, sizeof(KjMade));
    task->n_tried = 0;
    task->nodes = 0;
    s.tried = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    kj_query_open(solver, s.diagram->position.game, KJ_SENTE);
    if (!task->parent.shape && !task->parent.looked_at) {
        kj_for_line_look_at(&s, BEGUN_COST, &task->parent);
        if (!kj_for_line_is_stopped(&s))
            kj_for_line_judge(&s, &task->parent); // it may be all that is needed
    }
    change(&s);
    g_hash_table_unref(s.tried);
}

/* ---- kept steps ---- */

static bool keep_draft(KjDraft *draft, const KjGame *game, const KjBytes *bytes)
{
    bool done = kj_bytes_keep(bytes, draft, sizeof *draft);
    draft->position.game = game;
    return done;
}

bool kj_for_line_task_keep(KjForLineTask *task, const KjGame *game, const KjBytes *bytes)
{
    if (bytes->in) {
        task->children = g_array_new(FALSE, TRUE, sizeof(KjDraft));
        task->works = g_array_new(FALSE, TRUE, sizeof(KjMade));
    }
    unsigned n = task->children->len, n_works = task->works->len;
    bool done = kj_bytes_keep(bytes, &task->nodes, sizeof task->nodes) &&
                kj_bytes_keep(bytes, &task->n_tried, sizeof task->n_tried) &&
                kj_bytes_keep(bytes, &n, sizeof n) &&
                kj_bytes_keep(bytes, &n_works, sizeof n_works) &&
                keep_draft(&task->parent, game, bytes);
    if (done && bytes->in) {
        g_array_set_size(task->children, n);
        g_array_set_size(task->works, n_works);
    }
    for (unsigned i = 0; done && i < n; i++)
        done = keep_draft(&g_array_index(task->children, KjDraft, i), game, bytes);
    for (unsigned i = 0; done && i < n_works; i++)
        done = kj_made_keep(&g_array_index(task->works, KjMade, i), game, bytes);
    return done;
}

void kj_for_line_task_clear(KjForLineTask *task)
{
    g_clear_pointer(&task->children, g_array_unref);
    g_clear_pointer(&task->works, g_array_unref);
}
