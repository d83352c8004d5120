/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The check from position to report. */
#include "solver/check/check.h"

#include <string.h>

#include "core/rules/attack.h"
#include "solver/check/check-priv.h"

enum { DROP_MATE_SHARE = 4 }; // see look_for_drop_mate

static void clear_alternative(void *data)
{
    g_free(((KjAlternative *)data)->line);
}

static void clear_node(void *data)
{
    g_array_unref(((KjCheckNode *)data)->alternatives);
}

static void clear_finding(void *data)
{
    g_free(((KjFinding *)data)->details);
}

void kj_report_clear(KjReport *report)
{
    g_clear_pointer(&report->line, g_free);
    g_clear_pointer(&report->mating, g_free);
    g_clear_pointer(&report->nodes, g_array_unref);
    g_clear_pointer(&report->findings, g_array_unref);
    g_clear_pointer(&report->spares, g_array_unref);
    g_clear_pointer(&report->themes, g_array_unref);
    g_clear_pointer(&report->refutation, kj_refutation_free);
}

/* Whether the law of the game says what a repeated position means: docs/repetition.md. */
static bool by_law(const KjChecker *c, const KjGame *game)
{
    return kj_loops_by_law(c->s->options.loops, game) &&
           game->row->repetition == KJ_REPETITION_MOVER_LOSES;
}

static void begin(KjChecker *c, KjSolver *solver, const KjPosition *root)
{
    KjReport *out = c->out;
    memset(out, 0, sizeof *out);
    out->profile = c->options->profile ? c->options->profile : kj_profile_at(0);
    out->attacker = c->attacker;
    out->nodes = g_array_new(FALSE, FALSE, sizeof(KjCheckNode));
    g_array_set_clear_func(out->nodes, clear_node);
    out->findings = g_array_new(FALSE, FALSE, sizeof(KjFinding));
    g_array_set_clear_func(out->findings, clear_finding);
    c->solver = solver;
    c->s = kj_solver_search(solver);
    c->begun = g_get_monotonic_time();
    c->leaving = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    KjPosition seen = *root, mirrored;
    c->turned = c->attacker == KJ_GOTE;
    if (c->turned)
        kj_position_flip(&seen, root);
    kj_position_mirror(&mirrored, &seen);
    c->mirrored = memcmp(mirrored.board, seen.board, sizeof seen.board) < 0;
    kj_query_open(solver, root->game, c->attacker);
    kj_transfer_begin(c->s, root);
    bool all_count = c->s->options.attacker_moves != KJ_CHECKS_ONLY || by_law(c, root->game);
    c->s->options.interpositions =
        all_count ? KJ_INTERPOSITIONS_COUNT : out->profile->interpositions;
    out->interpositions = c->s->options.interpositions;
    if (out->interpositions)
        c->conventional = kj_conventional_new(c->s);
    if (by_law(c, root->game))
        kj_check_law_begin(c);
}

static unsigned first_pass(const KjCheckOptions *options)
{
    return options->n_passes || options->first_defect ? 0 : KJ_CHECK_FIRST;
}

/* The last pass: what the root may cost. */
static unsigned last_pass(const KjCheckOptions *options)
{
    return options->n_passes ? options->n_passes - 1 : KJ_CHECK_PASSES - 1;
}

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
    KjTables *t = tables_with_drop_mate(root->game);
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
        kj_check_fault(c->out, KJ_FAULT_DROP_MATE, -1, KJ_MOVE_NONE, NULL);
    kj_solver_free(other);
    g_free(t);
}

/* Whether the position is a mate, and how long the shortest one is. */
static void solve_root(KjChecker *c, const KjPosition *root)
{
    KjReport *out = c->out;
    KjAnswer answer;
    c->pass = last_pass(c->options);
    kj_check_mate(c, root, &answer);
    out->mate = answer.verdict;
    out->cause = answer.cause;
    const KjSpent *before = &c->options->before;
    out->proof_nodes = before->proof_nodes ? before->proof_nodes : before->nodes + answer.nodes;
    if (answer.verdict == KJ_MATE) {
        out->shortest = kj_check_length(c, root, answer.plies, &out->shortest_proved);
        out->pure_plies = kj_check_pure_length(c, root, out->shortest_proved ? out->shortest : 0,
                                               answer.plies, &out->pure_proved);
    }
    if (c->law)
        kj_check_law_root(c, root);
    if (out->mate == KJ_NOMATE) {
        kj_check_fault(out, KJ_FAULT_NO_MATE, -1, KJ_MOVE_NONE, NULL);
        look_for_drop_mate(c, root);
    }
}

/* Fills a node with its other moves, still undecided. */
static void fill_node(KjChecker *c, const KjPosition *root, KjCheckNode *node)
{
    node->alternatives = g_array_new(FALSE, FALSE, sizeof(KjAlternative));
    g_array_set_clear_func(node->alternatives, clear_alternative);
    KjMoveList list;
    kj_check_moves(c, &node->position, &list);
    unsigned n = 0;
    for (unsigned k = 0; k < list.n; k++)
        if (kj_check_law_allows(c, root, c->out->line, node->ply, list.move[k]))
            list.move[n++] = list.move[k];
    list.n = n;
    node->n_all = list.n;
    node->examined = !c->options->plies || node->ply < c->options->plies;
    for (unsigned k = 0; k < list.n && node->examined; k++) {
        KjAlternative alt = {.move = list.move[k],
                             .class = KJ_CLASS_UNKNOWN,
                             .verdict = KJ_UNKNOWN,
                             .meets = -1,
                             .leftover = KJ_LEFTOVER_UNKNOWN};
        if (alt.move != node->move)
            g_array_append_val(node->alternatives, alt);
    }
}

/* The nodes of the line. */
static void lay_out(KjChecker *c, const KjPosition *root)
{
    KjReport *out = c->out;
    KjPosition pos = *root;
    c->forbidden = g_new(KjPosition, out->n_line + 1);
    for (unsigned i = 0; i < out->n_line; i++) {
        KjCheckNode node = {.ply = i,
                            .position = pos,
                            .attacks = pos.side == c->attacker,
                            .move = out->line[i],
                            .plies = out->n_line - i};
        fill_node(c, root, &node);
        g_array_append_val(out->nodes, node);
        if (node.attacks)
            c->forbidden[c->n_forbidden++] = pos;
        pos = kj_check_after(&pos, out->line[i]);
    }
}

/* The piece of a futile pair counts as the defender's, so it is not left over. */
static void give_back(KjChecker *c, const KjCheckNode *node)
{
    unsigned checker;
    KjBb between = kj_futile_between(&node->position, &checker);
    KjHand unit = kj_futile_shortcut(&node->position, node->move, between, checker).unit;
    if (kj_hand_covers(node->position.game->t, c->out->leftover, unit))
        c->out->leftover -= unit;
}

/* Where on the line the board of a defender's turn comes back after a futile interposition, the
 * number of a node; 0: nowhere, there is just the recapture. */
static unsigned comes_back(const KjChecker *c, unsigned i)
{
    const KjCheckNode *node = &g_array_index(c->out->nodes, KjCheckNode, i);
    for (unsigned k = i + 2; k < c->out->n_line; k += 2)
        if (g_array_index(c->out->nodes, KjCheckNode, k).position.key == node->position.key)
            return k;
    return 0;
}

/* An author's line may have futile interpositions in it: they do not count, nor what it takes to be
 * rid of them. */
static void uncount_futile(KjChecker *c)
{
    unsigned pairs = 0;
    g_autofree unsigned *pairs_from = g_new0(unsigned, c->out->n_line + 1);
    for (unsigned i = c->out->n_line; i > 0; i--) {
        KjCheckNode *node = &g_array_index(c->out->nodes, KjCheckNode, i - 1);
        if (!node->attacks && kj_check_futile(c, &node->position, node->move) == KJ_MATE) {
            unsigned back = comes_back(c, i - 1);
            node->futile = true;
            pairs = back ? pairs_from[back] + (back - (i - 1)) / 2 : pairs + 1;
            give_back(c, node);
        }
        pairs_from[i - 1] = pairs;
        node->plies -= MIN(node->plies, 2 * pairs);
    }
    c->out->plies -= MIN(c->out->plies, 2 * pairs);
}

/* Whether no more is asked for now that this is known. */
static bool enough(KjChecker *c, KjSeverity severity)
{
    if (c->options->first_defect && severity == KJ_SEVERITY_DEFECT)
        c->out->cut = true;
    return c->out->cut;
}

/* One pass over all moves that are open. Returns how many still are. */
static unsigned look_at_open(KjChecker *c)
{
    unsigned open = 0;
    for (unsigned n = c->out->nodes->len; n > 0 && !c->out->cut;
         n--) { // from the end: short ones first
        const KjCheckNode *node = &g_array_index(c->out->nodes, KjCheckNode, n - 1);
        for (unsigned k = 0; k < node->alternatives->len && !c->out->cut; k++) {
            KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            if (alt->class != KJ_CLASS_UNKNOWN)
                continue;
            uint64_t before = c->out->searched;
            if (node->attacks)
                kj_check_attack(c, node, alt);
            else
                kj_check_reply(c, node, alt);
            if (c->law)
                kj_check_by_law(c, node, alt);
            alt->nodes += c->out->searched - before;
            open += alt->class == KJ_CLASS_UNKNOWN;
            enough(c, kj_check_severity(c->out->profile, c->out, node, alt));
        }
    }
    return open;
}

/* Looks at the moves of the line's nodes. */
static void examine(KjChecker *c)
{
    for (unsigned i = 0; i < c->out->findings->len; i++) {
        KjFault fault = g_array_index(c->out->findings, KjFinding, i).fault;
        if (enough(c, c->out->profile->fault[fault]))
            return;
    }
    for (c->pass = first_pass(c->options); c->pass <= last_pass(c->options); c->pass++) {
        if (look_at_open(c) == 0 || c->out->cut)
            break;
    }
    c->pass = last_pass(c->options);
}

static void look_at_whole(KjChecker *c, const KjPosition *root)
{
    const KjCheckOptions *o = c->options;
    KjReport *out = c->out;
    if (o->missing)
        kj_check_fault(
            out, KJ_FAULT_SET, -1, KJ_MOVE_NONE,
            g_strdup_printf("%u piece%s in nobody's hand", o->missing, o->missing == 1 ? "" : "s"));
    if (out->n_line == 0)
        return;
    unsigned left = kj_check_left(root->game, out->leftover);
    if (left)
        kj_check_fault(out, KJ_FAULT_LEFTOVER, -1, KJ_MOVE_NONE,
                       g_strdup_printf("%u in hand", left));
    if (o->recorded_plies > 0 && (unsigned)o->recorded_plies != out->plies)
        kj_check_fault(out, KJ_FAULT_LENGTH, -1, KJ_MOVE_NONE,
                       g_strdup_printf("recorded %d, found %u", o->recorded_plies, out->plies));
}

/* The line of best play, if the limits allow. */
static bool main_line(KjChecker *c, const KjPosition *root)
{
    bool found = kj_check_main_line(c, root, c->out->shortest);
    return c->law ? kj_check_law_line(c, root) : found;
}

/* Why there is no mate. */
static void refute(KjChecker *c, const KjPosition *root)
{
    KjLimits limits;
    KjRefuteOptions options = c->options->refute;
    if (!kj_check_limit(c, &limits))
        return;
    options.nodes = kj_refute_nodes(c->out->searched, options.width > 1 || options.depth > 1);
    if (c->limits->nodes)
        options.nodes = MIN(options.nodes, c->limits->nodes - c->out->searched);
    limits.seconds = kj_check_seconds_left(c);
    KjSolver *solver = c->law ? kj_check_law_at_root(c, root) : c->solver;
    c->out->refutation = kj_refute(solver, root, c->attacker, &options, &limits);
}

void kj_check(KjSolver *solver, const KjPosition *root, KjSide attacker,
              const KjCheckOptions *options, const KjLimits *limits, KjReport *out)
{
    KjChecker c = {.attacker = attacker, .options = options, .limits = limits, .out = out};
    begin(&c, solver, root);
    solve_root(&c, root);
    bool line = options->n_author && kj_check_authors_line(&c, root);
    if (!line && out->mate == KJ_MATE)
        line = main_line(&c, root);
    if (line) {
        lay_out(&c, root);
    } else if (out->mate == KJ_MATE) {
        out->cause = kj_check_cause(&c); // without a main line nothing more can be said
        kj_check_mating_line(&c, root);
    }
    c.pass = last_pass(options);
    if (line && out->authors)
        uncount_futile(&c);
    look_at_whole(&c, root);
    examine(&c);
    kj_check_extras(&c, root);
    kj_check_judge(out);
    out->cut = out->cut && out->n_open;
    kj_query_forbid(solver, NULL, 0);
    kj_transfer_end(c.s, root, out->searched);
    if (out->mate == KJ_NOMATE && options->refute.depth)
        refute(&c, root);
    kj_conventional_free(c.conventional);
    kj_solver_free(c.law);
    g_free(c.law_past);
    kj_solver_lend(solver, 0);
    g_hash_table_unref(c.leaving);
    g_free(c.forbidden);
    out->seconds = (double)(g_get_monotonic_time() - c.begun) / 1e6;
}
