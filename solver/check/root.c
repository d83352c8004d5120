/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The position of the work: is there a mate, and how long is the shortest one? */
#include <string.h>

#include "solver/check/check-priv.h"

enum {
    DROP_MATE_SHARE = 4, // see look_for_drop_mate
    REST_SHARE = 4,      // where there is a limit, lengths leave this part of it for the rest
};

/* The tables of a game in which a pawn drop may mate. (transfer full) */
static KjTables *tables_with_drop_mate(const KjGame *game)
{
    KjTables *t = g_memdup2(game->t, sizeof *game->t);
    memset(t->is_no_mate_drop, 0, sizeof t->is_no_mate_drop);
    return t;
}

/* There is no mate: would there be one if a pawn drop might mate? */
static void look_for_drop_mate(KjChecker *c, const KjPosition *root)
{
    bool any = false;
    for (unsigned kind = 0; kind < KJ_MAX_KINDS; kind++)
        any = any || root->game->t->is_no_mate_drop[kind];
    if (!any)
        return;
    g_autofree KjTables *t = tables_with_drop_mate(root->game);
    KjGame game = *root->game;
    game.t = t;
    KjPosition pos = *root;
    pos.game = &game;
    KjAnswer answer = {.verdict = KJ_UNKNOWN};
    // The question is about another game: a solver of its own, so that the warm one forgets
    // nothing.
    KjSolverOptions options = c->s->options;
    options.memory_mib = MAX(1, options.memory_mib / DROP_MATE_SHARE);
    KjSolver *own = c->solver, *other = kj_solver_new(&options, NULL);
    if (other) {
        kj_query_open(other, &game, c->attacker);
        c->solver = other;
        kj_check_mate(c, &pos, &answer);
        c->solver = own;
    }
    if (answer.verdict == KJ_MATE)
        kj_check_fault(c->out, KJ_FAULT_DROP_MATE, -1, KJ_MOVE_NONE, KJ_NO_DETAIL);
    kj_solver_free(other);
}

/* What the first proof took, once there is one. */
static void note_proof(KjChecker *c)
{
    KjReport *out = c->out;
    const KjSpent *before = &c->options->before;
    if (!out->proof_nodes)
        out->proof_nodes =
            before->proof_nodes ? before->proof_nodes : before->nodes + out->searched;
}

/* There is a mate without a move of the attacker's. */
static void won_as_it_stands(KjReport *out)
{
    out->shortest_proved = out->pure_proved = true;
    kj_check_fault(out, KJ_FAULT_OVER, -1, KJ_MOVE_NONE, KJ_NO_DETAIL);
}

static void no_mate(KjChecker *c, const KjPosition *root)
{
    kj_check_fault(c->out, KJ_FAULT_NO_MATE, -1, KJ_MOVE_NONE, KJ_NO_DETAIL);
    look_for_drop_mate(c, root);
}

/* Keeps a part of the limits for what comes after the lengths. */
static void keep_for_the_rest(KjChecker *c)
{
    c->kept_seconds = c->limits->seconds / REST_SHARE;
    c->kept_nodes = c->limits->nodes / REST_SHARE;
}

void kj_check_tell_line(KjChecker *c)
{
    const KjReport *out = c->out;
    if (!out->nodes->len || c->law || out->mate == KJ_UNKNOWN)
        return;
    KjCheckNode *first = &g_array_index(out->nodes, KjCheckNode, 0);
    first->mate = out->mate;
    if (out->mate == KJ_MATE && out->shortest)
        first->most = MIN(first->most, out->shortest);
    if (out->mate == KJ_MATE && out->shortest_proved)
        first->least = MAX(first->least, out->shortest);
}

/* Where every interposition counts there is one length. */
static void one_length(const KjChecker *c)
{
    KjReport *out = c->out;
    if (c->conventional || c->hisshi)
        return;
    out->pure_plies = out->shortest;
    out->pure_proved = out->shortest_proved;
}

/* How long the shortest mate is, by the rule in force and, with `pure`, with every interposition
 * counted. `most`: there is a bare mate within so many plies. */
static void measure_root(KjChecker *c, const KjPosition *root, unsigned most, bool pure)
{
    KjReport *out = c->out;
    if (!out->shortest_proved) {
        unsigned shortest = kj_check_length(c, root, most, &out->shortest_proved);
        out->shortest = out->shortest ? MIN(out->shortest, shortest) : shortest;
    }
    one_length(c);
    if (pure && !out->pure_proved && c->conventional)
        out->pure_plies = kj_check_pure_length(c, root, out->shortest_proved ? out->shortest : 0,
                                               most, &out->pure_proved);
}

void kj_check_root(KjChecker *c, const KjPosition *root)
{
    KjReport *out = c->out;
    KjAnswer answer;
    if (c->hisshi) {
        kj_check_hisshi_root(c, root);
        return;
    }
    kj_check_mate(c, root, &answer);
    out->mate = answer.verdict;
    out->cause = answer.cause;
    if (answer.verdict != KJ_UNKNOWN)
        note_proof(c);
    if (answer.verdict == KJ_MATE && answer.plies == 0) {
        won_as_it_stands(out);
        return;
    }
    if (answer.verdict == KJ_MATE) {
        keep_for_the_rest(c);
        measure_root(c, root, answer.plies, true);
    }
    if (c->law)
        kj_check_law_root(c, root);
    if (out->mate == KJ_NOMATE)
        no_mate(c, root);
}

/* What the nodes of the line say of the first of them. */
static void take_from_line(KjChecker *c, const KjPosition *root)
{
    KjReport *out = c->out;
    if (!out->nodes->len)
        return;
    const KjCheckNode *first = &g_array_index(out->nodes, KjCheckNode, 0);
    if (out->mate == KJ_UNKNOWN && first->mate != KJ_UNKNOWN) {
        out->mate = first->mate;
        out->cause = KJ_CAUSE_NONE;
        note_proof(c);
        if (out->mate == KJ_NOMATE)
            no_mate(c, root);
    }
    if (out->mate != KJ_MATE || out->shortest_proved || first->most >= KJ_NO_BOUND)
        return;
    out->shortest = out->shortest ? MIN(out->shortest, first->most) : first->most;
    out->shortest_proved = first->least >= out->shortest;
    one_length(c);
}

void kj_check_root_again(KjChecker *c, const KjPosition *root, bool last)
{
    KjReport *out = c->out;
    KjAnswer answer;
    take_from_line(c, root);
    bool open = out->mate == KJ_UNKNOWN || (out->mate == KJ_MATE && !out->shortest_proved);
    bool pure = out->mate == KJ_MATE && !out->pure_proved;
    if (c->law || c->hisshi || out->cut || !out->nodes->len || !(last ? pure : open))
        return;
    kj_check_mate(c, root, &answer);
    if (answer.verdict == KJ_UNKNOWN) {
        out->cause = answer.cause;
        return;
    }
    if (out->mate == KJ_UNKNOWN) {
        out->mate = answer.verdict;
        out->cause = KJ_CAUSE_NONE;
        note_proof(c);
    }
    if (out->mate == KJ_MATE)
        measure_root(c, root, answer.plies, last);
    else
        no_mate(c, root);
    kj_check_tell_line(c);
}
