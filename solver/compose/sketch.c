/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Diagrams whose line shows what is wished. */
#include "solver/compose/sketch.h"

#include <string.h>

#include "core/rules/movegen.h"
#include "solver/compose/extend.h"
#include "solver/compose/goal.h"
#include "solver/compose/scatter.h"
#include "solver/query.h"

enum {
    MATE_NODES = 300,  // for whether a diagram mates, and
    LINE_NODES = 1500, // for its line
    FIRSTS = 2,        // first checks of a diagram that are looked at
    EXTENDED = 3,      // sketches of one diagram by moves in front of it
    LOTS = 100,        // diagrams drawn for one that such moves may make a sketch of
    SHORTEST = 3,      // plies
};

typedef struct {
    KjSolver *solver;
    const KjSketching *how;
    KjRandom *random;
    uint64_t theme; // the one whose way it is
    KjSketchWay way;
    GArray *out;
    uint64_t *nodes;
} Sketch;

/* ---- questions ---- */

static KjLimits limits_of(const Sketch *s, uint64_t nodes)
{
    uint64_t most = s->how->left, left = most ? MAX(most - MIN(most, *s->nodes), 1) : nodes;
    return (KjLimits){.nodes = MIN(nodes, left), .stop = s->how->stop};
}

static bool mates(const Sketch *s, const KjPosition *pos)
{
    KjLimits limits = limits_of(s, MATE_NODES);
    KjAnswer answer;
    kj_query_mate(s->solver, pos, KJ_ANY_LENGTH, &limits, &answer);
    *s->nodes += answer.nodes;
    return answer.verdict == KJ_MATE;
}

/* The main line of a position; false: it was not found. `out` is to be cleared in any case. */
static bool solve(const Sketch *s, const KjPosition *pos, KjResult *out)
{
    KjLimits limits = limits_of(s, LINE_NODES);
    kj_query_solve(s->solver, pos, &limits, out);
    *s->nodes += out->nodes;
    return out->verdict == KJ_MATE && out->line_complete &&
           out->n_line % 2 == (pos->side == KJ_SENTE) && out->n_line <= KJ_MADE_PLIES - 1;
}

/* Whether a line has the shape of all that is wished. */
static bool is_shaped(const Sketch *s, const KjPosition *root, const KjMove *line, unsigned n)
{
    return kj_goal_shaped(s->how->themes, root, line, n);
}

static void take(Sketch *s, const KjPosition *root, const KjMove *line, unsigned n)
{
    KjLineDiagram diagram = kj_line_diagram_of(root, line, n);
    if (n <= s->how->most_plies)
        g_array_append_val(s->out, diagram);
}

/* ---- at a first check ---- */

/* Takes out of the attacker's hand what a line leaves in it; false: it was not there at first. */
static bool spend_leftover(KjPosition *pos, KjHand leftover)
{
    const KjTables *t = pos->game->t;
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind kind = t->hand_kind[i];
        unsigned n = kj_hand_count(t, leftover, kind);
        if (n > kj_hand_count(t, pos->hand[KJ_SENTE], kind))
            return false;
        pos->hand[KJ_SENTE] -= n * t->hand_one[kind];
        pos->hand[KJ_GOTE] += n * t->hand_one[kind];
    }
    return true;
}

/* Takes a diagram if its line by this check has the shape, and leaves nothing in hand or nothing
 * that it could not do without. */
static bool take_by_check(Sketch *s, const KjPosition *diagram, KjMove check)
{
    KjPosition root = *diagram;
    bool taken = false, again = true;
    for (unsigned i = 0; i < 2 && again; i++) {
        KjPosition next = kj_position_after(&root, check);
        g_auto(KjResult) result = {0};
        KjMove line[KJ_MADE_PLIES] = {check};
        again = false;
        if (!mates(s, &next) || !solve(s, &next, &result))
            return false;
        memcpy(line + 1, result.line, result.n_line * sizeof *line);
        if (!is_shaped(s, &root, line, result.n_line + 1))
            return false;
        taken = !result.leftover;
        if (taken)
            take(s, &root, line, result.n_line + 1);
        else
            again = spend_leftover(&root, result.leftover) &&
                    kj_move_legality(&root, check) == KJ_MOVE_LEGAL;
    }
    return taken;
}

/* Whether a check and a reply, and what takes there where that is of it, have the shape. */
static bool begins_shaped(const Sketch *s, const KjPosition *root, KjMove check, KjMove reply)
{
    KjMove line[SHORTEST] = {check, reply};
    if (s->way == KJ_SKETCH_FIRST)
        return kj_goal_shaped(s->theme, root, line, SHORTEST - 1);
    KjPosition after = kj_position_after_line(root, line, SHORTEST - 1);
    KjMoveList next;
    kj_gen_checks(&after, &next);
    for (unsigned i = 0; i < next.n; i++) {
        line[SHORTEST - 1] = next.move[i];
        if (kj_move_to(next.move[i]) == kj_move_to(reply) &&
            kj_goal_shaped(s->theme, root, line, SHORTEST))
            return true;
    }
    return false;
}

static bool has_shaped_reply(const Sketch *s, const KjPosition *root, KjMove check)
{
    KjPosition next = kj_position_after(root, check);
    KjMoveList replies;
    kj_gen_safe(&next, &replies);
    for (unsigned i = 0; i < replies.n; i++)
        if (begins_shaped(s, root, check, replies.move[i]))
            return true;
    return false;
}

static void sketch_first(Sketch *s)
{
    KjPosition pos;
    KjMoveList checks;
    unsigned n = 0;
    if (!kj_scatter(s->how->game, s->how->themes, s->random, &pos))
        return;
    kj_gen_checks(&pos, &checks);
    for (unsigned i = 0; i < checks.n; i++)
        if (has_shaped_reply(s, &pos, checks.move[i]))
            checks.move[n++] = checks.move[i];
    for (unsigned i = 0; i < FIRSTS && i < n; i++)
        if (take_by_check(s, &pos, checks.move[kj_random(s->random, n)]))
            return;
}

/* ---- in a line ---- */

/* The end of the line of a diagram that mates, as much of it as is needed. */
static void sketch_line(Sketch *s)
{
    KjPosition pos;
    g_auto(KjResult) result = {0};
    if (!kj_scatter(s->how->game, s->how->themes, s->random, &pos) || !mates(s, &pos) ||
        !solve(s, &pos, &result))
        return;
    for (unsigned n = SHORTEST; n <= result.n_line; n += 2) {
        unsigned at = result.n_line - n;
        KjPosition root = kj_position_after_line(&pos, result.line, at);
        if (!is_shaped(s, &root, result.line + at, n))
            continue;
        take(s, &root, result.line + at, n);
        return;
    }
}

/* ---- in front of a diagram ---- */

/* A diagram that moves in front may make a sketch of. */
static bool draw_ready(const Sketch *s, KjPosition *out)
{
    for (unsigned i = 0; i < LOTS; i++)
        if (kj_scatter(s->how->game, s->how->themes, s->random, out) &&
            kj_goal_may_found(s->how->themes, out))
            return true;
    return false;
}

static void sketch_before(Sketch *s)
{
    KjPosition pos;
    g_auto(KjResult) result = {0};
    if (!draw_ready(s, &pos) || !mates(s, &pos) || !solve(s, &pos, &result) ||
        !kj_goal_begins(s->how->themes, &pos, result.line[0]))
        return;
    g_autoptr(GArray) all = kj_extensions(&pos, KJ_SENTE, false);
    g_autofree unsigned *order = kj_random_order(s->random, all->len);
    unsigned had = s->out->len;
    for (unsigned i = 0; i < all->len && s->out->len < had + EXTENDED; i++) {
        const KjExtension *e = &g_array_index(all, KjExtension, order[i]);
        g_autofree KjMove *line = kj_extension_line(e, result.line, result.n_line);
        if (is_shaped(s, &e->position, line, result.n_line + KJ_NEW_PLIES))
            take_by_check(s, &e->position, e->attack.move);
    }
}

void kj_sketch(KjSolver *solver, const KjSketching *sketching, KjRandom *random, GArray *out,
               uint64_t *io_nodes)
{
    static void (*const way[])(Sketch *) = {[KJ_SKETCH_FIRST] = sketch_first,
                                            [KJ_SKETCH_TAKEN] = sketch_first,
                                            [KJ_SKETCH_LINE] = sketch_line,
                                            [KJ_SKETCH_BEFORE] = sketch_before};
    Sketch s = {solver, sketching, random, 0, KJ_SKETCH_NONE, out, io_nodes};
    s.way = kj_goal_sketch(sketching->themes, &s.theme);
    kj_query_open(solver, sketching->game, KJ_SENTE);
    ++*io_nodes; // else what needs no search would have no end
    way[s.way](&s);
}
