/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The check from position to report. */
#include "solver/check/check.h"

#include <string.h>

#include "core/rules/attack.h"
#include "solver/check/check-priv.h"
#include "solver/repetition/fourfold.h"

static void clear_node(void *data)
{
    g_array_unref(((KjCheckNode *)data)->alternatives);
}

static void clear_alternative(void *data)
{
    g_free(((KjAlternative *)data)->line);
}

GArray *kj_report_new_alternatives(void)
{
    GArray *alternatives = g_array_new(FALSE, FALSE, sizeof(KjAlternative));
    g_array_set_clear_func(alternatives, clear_alternative);
    return alternatives;
}

void kj_report_init(KjReport *report)
{
    *report = (KjReport){.profile = kj_profile_at(0)};
    report->nodes = g_array_new(FALSE, FALSE, sizeof(KjCheckNode));
    g_array_set_clear_func(report->nodes, clear_node);
    report->findings = g_array_new(FALSE, FALSE, sizeof(KjFinding));
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

/* Whether the law is asked, counts positions, and may let the attacker win by a loop. */
static bool counts_positions(const KjChecker *c, const KjPosition *root)
{
    const KjPast none = {.n = 0};
    return kj_loops_by_law(c->s->options.loops, root->game) && !by_law(c, root->game) &&
           kj_fourfold_may_win(c->s, root, &none);
}

static void begin_check(KjChecker *c, KjSolver *solver, const KjPosition *root)
{
    KjReport *out = c->out;
    kj_report_init(out);
    out->profile = c->options->profile ? c->options->profile : kj_profile_at(0);
    out->attacker = c->attacker;
    c->solver = solver;
    c->s = kj_solver_search(solver);
    c->hisshi = c->options->hisshi;
    out->hisshi = c->hisshi != NULL;
    c->begun = g_get_monotonic_time();
    c->leaving = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    KjPosition seen = *root, mirrored;
    c->turned = c->attacker == KJ_GOTE;
    if (c->turned)
        seen = kj_position_flip(root);
    mirrored = kj_position_mirror(&seen);
    c->mirrored = memcmp(mirrored.board, seen.board, sizeof seen.board) < 0;
    kj_query_open(solver, root->game, c->attacker);
    kj_query_about(solver, root);
    if (!c->hisshi && counts_positions(c, root))
        c->loops_from = kj_fourfold_first(root->game);
    if (c->hisshi)
        kj_hisshi_open(c->hisshi, root->game, c->attacker);
    bool all_count =
        c->hisshi || c->s->options.attacker_moves != KJ_CHECKS_ONLY || by_law(c, root->game);
    c->s->options.interpositions =
        all_count ? KJ_INTERPOSITIONS_COUNT : out->profile->interpositions;
    out->interpositions = c->s->options.interpositions;
    if (out->interpositions)
        c->conventional = kj_conventional_new(c->s);
    if (by_law(c, root->game) && !c->hisshi)
        kj_check_law_begin(c);
}

unsigned kj_check_first_pass(const KjChecker *c)
{
    if (c->options->n_passes || c->options->first_defect)
        return 0;
    return KJ_CHECK_FIRST - (c->out->n_line >= KJ_CHECK_LONG_LINE);
}

/* The last pass: what the root may cost. */
static unsigned last_pass(const KjCheckOptions *options)
{
    return options->n_passes ? options->n_passes - 1 : KJ_CHECK_PASSES - 1;
}

/* Whether no more is asked for now that this is known. */
static bool enough(KjChecker *c, KjSeverity severity)
{
    if (c->options->first_defect && severity == KJ_SEVERITY_DEFECT)
        c->out->cut = true;
    return c->out->cut;
}

/* The moves of node `n` of the line that are open. Returns how many still are. */
static unsigned look_at_node(KjChecker *c, unsigned n)
{
    const KjCheckNode *node = &g_array_index(c->out->nodes, KjCheckNode, n);
    unsigned open = 0;
    bool ahead = false;
    for (unsigned k = 0; k < node->alternatives->len && !c->out->cut; k++) {
        KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
        if (alt->class != KJ_CLASS_UNKNOWN)
            continue;
        ahead = ahead || kj_check_ahead_begin(c, n + 1);
        uint64_t before = c->out->searched;
        kj_check_ahead_reach(c, alt);
        if (node->attacks)
            kj_check_attack(c, node, alt);
        else
            kj_check_reply(c, node, alt);
        if (c->law)
            kj_check_by_law(c, node, alt);
        alt->nodes += c->out->searched - before;
        alt->nodes += kj_check_ahead_spent(c, false) + kj_check_ahead_spent(c, true);
        open += alt->class == KJ_CLASS_UNKNOWN;
        c->s->decided += alt->class != KJ_CLASS_UNKNOWN;
        if (!c->out->tentative)
            enough(c, kj_check_severity(c->out->profile, c->out, node, alt));
    }
    return open;
}

/* Counts the moves beside the line for those who watch. */
static void count_moves(KjChecker *c)
{
    c->s->moves = c->s->decided = 0;
    for (unsigned i = 0; i < c->out->nodes->len; i++) {
        const GArray *moves = g_array_index(c->out->nodes, KjCheckNode, i).alternatives;
        c->s->moves += moves->len;
        for (unsigned k = 0; k < moves->len; k++)
            c->s->decided += g_array_index(moves, KjAlternative, k).class != KJ_CLASS_UNKNOWN;
    }
}

/* One pass over the line from its end, where lengths are short. Returns how many moves are open. */
static unsigned look_at_open(KjChecker *c)
{
    unsigned open = 0;
    bool settled = true; // all lengths below
    count_moves(c);
    for (unsigned n = c->out->nodes->len; n > 0 && !c->out->cut; n--) {
        if (!c->law)
            kj_check_prove(c, n - 1);
        open += look_at_node(c, n - 1);
        if (!c->law && !c->out->cut)
            settled = kj_check_station(c, n - 1, settled);
    }
    kj_check_ahead_end(c);
    return open;
}

static bool has_limit(const KjChecker *c)
{
    return !c->patient && (c->limits->nodes || c->limits->seconds > 0);
}

/* The last pass over moves beside the line. What is beside one that only stands for the main line
 * is not worth all effort, unless the caller has set a limit to it. */
static unsigned last_pass_beside(const KjChecker *c)
{
    bool little =
        c->out->tentative && !c->out->authors && c->options->n_passes == 0 && !has_limit(c);
    return little ? MIN(c->last_pass, KJ_CHECK_FIRST) : c->last_pass;
}

/* Looks at the moves of the line's nodes, in passes from `first` on. */
static void examine(KjChecker *c, const KjPosition *root, unsigned first)
{
    for (unsigned i = 0; i < c->out->findings->len; i++) {
        KjFault fault = g_array_index(c->out->findings, KjFinding, i).fault;
        if (enough(c, c->out->profile->fault[fault]))
            return;
    }
    unsigned last = last_pass_beside(c);
    for (c->pass = first; c->pass <= last; c->pass++) {
        c->n_open = look_at_open(c);
        kj_check_root_again(c, root, false);
        if (c->n_open == 0 || c->out->cut)
            break;
    }
    c->pass = c->last_pass;
    kj_check_root_again(c, root, true);
}

static void look_at_set(KjChecker *c)
{
    unsigned missing = c->options->missing;
    if (missing)
        kj_check_fault(c->out, KJ_FAULT_SET, -1, KJ_MOVE_NONE,
                       (KjDetail){KJ_DETAIL_MISSING, missing, 0});
}

/* How the line ends and how long it is. */
static void look_at_end(KjChecker *c, const KjPosition *root)
{
    const KjCheckOptions *o = c->options;
    KjReport *out = c->out;
    if (out->n_line == 0 || out->tentative)
        return;
    unsigned left = kj_check_left(root->game, out->leftover);
    if (left)
        kj_check_fault(out, KJ_FAULT_LEFTOVER, -1, KJ_MOVE_NONE,
                       (KjDetail){KJ_DETAIL_LEFT, left, 0});
    if (o->recorded_plies > 0 && (unsigned)o->recorded_plies != out->plies)
        kj_check_fault(out, KJ_FAULT_LENGTH, -1, KJ_MOVE_NONE,
                       (KjDetail){KJ_DETAIL_LENGTHS, (unsigned)o->recorded_plies, out->plies});
}

/* Whether it is won without a move: then no line is missing. */
static bool is_won_already(const KjReport *out)
{
    return out->mate == KJ_MATE && out->shortest == 0 && out->shortest_proved;
}

/* The line of best play, if the limits allow. */
static bool find_main_line(KjChecker *c, const KjPosition *root)
{
    bool found = kj_check_main_line(c, root, c->out->shortest);
    return c->law ? kj_check_law_line(c, root) : found;
}

/* The line whose nodes are looked at. False: there is none. */
static bool find_line(KjChecker *c, const KjPosition *root, bool authors)
{
    KjReport *out = c->out;
    bool over = !authors && is_won_already(out);
    bool line = authors || (out->mate == KJ_MATE && !over && find_main_line(c, root));
    kj_check_keep_for_bounds(c);
    if (line || over || out->mate != KJ_MATE || c->hisshi)
        return line;
    out->cause = kj_check_cause(c);
    kj_check_mating_line(c, root);
    return !c->law && kj_check_tentative_line(c, root);
}

/* Whether the main line is found by now; `out_same`: it is the one that stood for it. */
static bool main_line_known(KjChecker *c, const KjPosition *root, bool *out_same)
{
    KjReport *out = c->out;
    unsigned n = out->n_line;
    if (!out->shortest_proved)
        return false;
    g_autofree KjMove *before = g_memdup2(out->line, n * sizeof *before);
    bool found = kj_check_main_line(c, root, out->shortest);
    *out_same = n == out->n_line && memcmp(before, out->line, n * sizeof *before) == 0;
    return found;
}

/* Now that much is known beside the line: is it the main line, and if not, which one is? */
static void settle_line(KjChecker *c, const KjPosition *root)
{
    KjReport *out = c->out;
    bool same = false;
    if (!out->tentative || out->cut || c->hisshi)
        return;
    if (out->authors ? !kj_check_futile_known(c) : !main_line_known(c, root, &same))
        return;
    out->tentative = false;
    if (!same) {
        kj_check_lay_out(c, root);
        examine(c, root, kj_check_first_pass(c));
    }
    look_at_end(c, root);
}

/* Why there is no mate. */
static void tell_why_none(KjChecker *c, const KjPosition *root)
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

static bool has_line(const KjReport *out)
{
    return out->mate == KJ_MATE && out->n_line && !out->tentative;
}

/* Whether more effort may say more. */
static bool is_open(const KjChecker *c)
{
    const KjReport *out = c->out;
    return !out->cut && out->mate != KJ_NOMATE && !is_won_already(out) &&
           (!has_line(out) || c->n_open);
}

/* Is it a mate, and by which line? */
static void find_mate(KjChecker *c, const KjPosition *root, bool authors, bool again)
{
    // What an author's line proves is not searched for first, unless it takes little: the mate once
    // found saves questions about the moves beside the line.
    c->pass = again ? KJ_CHECK_PASSES : c->last_pass;
    if (authors && !c->law)
        c->pass = MIN(kj_check_first_pass(c) + 1, c->last_pass);
    do
        kj_check_root(c, root);
    while (!authors && c->out->mate == KJ_UNKNOWN && c->pass++ < c->last_pass);
    c->pass = c->last_pass;
    if (find_line(c, root, authors))
        kj_check_lay_out(c, root);
    look_at_end(c, root);
}

/* The usual passes, or `again`, with more effort. */
static void work_at(KjChecker *c, const KjPosition *root, bool authors, bool again)
{
    if (!c->out->nodes->len)
        find_mate(c, root, authors, again);
    kj_check_patience_for(c, c->out->n_line);
    examine(c, root, again ? KJ_CHECK_PASSES : kj_check_first_pass(c));
    settle_line(c, root);
}

void kj_check(KjSolver *solver, const KjPosition *root, KjSide attacker,
              const KjCheckOptions *options, const KjLimits *limits, KjReport *out)
{
    KjChecker c = {.attacker = attacker, .options = options, .limits = limits, .out = out};
    kj_check_be_patient(&c, limits);
    begin_check(&c, solver, root);
    look_at_set(&c);
    c.last_pass = last_pass(options);
    c.pass = c.hisshi ? c.last_pass : 0;
    KjVerdict capture; // that decides before any line
    bool authors = options->n_author && !kj_query_capture(root, attacker, &capture) &&
                   kj_check_authors_line(&c, root);
    work_at(&c, root, authors, false);
    kj_check_extras(&c, root);
    if (is_open(&c) && options->n_passes == 0 && has_limit(&c)) {
        bool beside = has_line(out);
        c.last_pass = KJ_CHECK_ALL_PASSES - 1;
        work_at(&c, root, authors, true);
        if (!beside)
            kj_check_extras(&c, root);
    }
    if (has_limit(&c) || options->n_passes)
        kj_check_spares_again(&c, root);
    if (has_limit(&c) && !c.law && !out->cut && !options->first_defect)
        kj_check_late_lengths(&c); // a limit is used up
    kj_check_open_bounds(&c);
    if (!c.law)
        kj_check_open_lengths(&c);
    kj_check_useless_faults(out);
    kj_check_judge(out);
    out->cut = out->cut && out->n_open;
    kj_query_forbid(solver, NULL, 0);
    if (options->certificate)
        kj_check_write_certificate(&c, root);
    if (out->mate == KJ_NOMATE && options->refute.depth && !c.hisshi)
        tell_why_none(&c, root);
    kj_conventional_free(c.conventional);
    kj_solver_free(c.law);
    g_free(c.law_past);
    kj_solver_lend(solver, 0);
    g_hash_table_unref(c.leaving);
    g_clear_pointer(&c.needed, g_array_unref);
    g_free(c.forbidden);
    out->seconds = (double)(g_get_monotonic_time() - c.begun) / 1e6;
}
