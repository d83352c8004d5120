/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/solver/line_check.h"

#include "core/format/problem.h"
#include "core/rules/attack.h"
#include "core/rules/record.h"
#include "solver/check/check.h"
#include "tests/support/brute_force/conventional_reference.h"

enum { MEMORY_MIB = 64, MATED_VALUES = 100000 };

/* A line as it is replayed. `record` is NULL where the law of repetition is not asked. */
typedef struct {
    const LineQuestion *question;
    KjPosition pos;
    KjRecord *record;
} Replay;

static bool may_play(const Replay *r, KjMove move)
{
    KjMoveList list;
    kj_gen_safe(&r->pos, &list);
    for (unsigned i = 0; i < list.n; i++)
        if (list.move[i] == move)
            return !r->record || !kj_record_would_repeat(r->record, move);
    return false;
}

static void play(Replay *r, KjMove move)
{
    KjUndo undo;
    kj_position_make(&r->pos, move, &undo);
    if (r->record)
        (void)kj_record_play(r->record, move);
}

/* Whether the defender, to move, has no move that is allowed. */
static bool immobile(const Replay *r)
{
    KjMoveList list;
    kj_gen_safe(&r->pos, &list);
    for (unsigned i = 0; i < list.n; i++)
        if (may_play(r, list.move[i]))
            return false;
    return true;
}

static bool checked(const Replay *r)
{
    return kj_in_check(&r->pos, kj_other(r->question->attacker));
}

/* Whether all replies left are futile, by brute force: the mate is one in 0. */
static bool mated_by_convention(const Replay *r)
{
    const LineQuestion *q = r->question;
    if (q->options.interpositions == KJ_INTERPOSITIONS_COUNT || !checked(r))
        return false;
    ReferencePlan plan = {q->options.interpositions, q->attacker, 0, MATED_VALUES};
    int key = conventional_reference(&plan, &r->pos);
    return key == 0 || key == 1;
}

static const char *play_line(Replay *r, const KjResult *result)
{
    for (unsigned i = 0; i < result->n_line; i++) {
        bool attacks = r->pos.side == r->question->attacker;
        if (!may_play(r, result->line[i]))
            return "an illegal move";
        play(r, result->line[i]);
        if (attacks && r->question->options.attacker_moves == KJ_CHECKS_ONLY && !checked(r))
            return "a move without check";
    }
    if (r->pos.side == r->question->attacker)
        return "ends with a reply";
    bool mated = immobile(r) && (checked(r) || r->question->options.attacker_moves);
    if (!mated && !mated_by_convention(r))
        return "does not end in mate";
    if (r->pos.hand[r->question->attacker] != result->leftover)
        return "another hand at the end";
    return NULL;
}

static const char *length_fault(const KjResult *result)
{
    if (result->n_line == 0 && result->plies > 0)
        return "empty";
    if (!result->line_complete)
        return "cut short";
    if (result->plies_proved && result->line_kind != KJ_LINE_OTHER &&
        result->n_line != result->plies)
        return "another length than the one proved";
    if (result->line_kind == KJ_LINE_OTHER && result->n_line == result->plies)
        return "called one of another length, and is not";
    return result->line_kind != KJ_LINE_OTHER && result->n_line > result->plies ? "too long" : NULL;
}

const char *line_check(const LineQuestion *question, const KjResult *result)
{
    Replay r = {.question = question};
    if (result->verdict != KJ_MATE)
        return NULL;
    const char *fault = length_fault(result);
    r.pos = kj_position_text_end(question->text);
    if (fault || kj_can_capture_king(&r.pos))
        return fault;
    if (kj_loops_by_law(question->options.loops, r.pos.game)) {
        r.record = kj_record_new(&question->text->start);
        for (unsigned i = 0; i < question->text->n_moves; i++)
            (void)kj_record_play(r.record, question->text->moves[i]);
    }
    fault = play_line(&r, result);
    kj_record_free(r.record);
    return fault;
}

/* ---- solving ---- */

typedef struct {
    const LineQuestion *question;
    const char *fault;
} First;

static void on_first(const KjResult *result, void *user_data)
{
    First *first = user_data;
    first->fault = line_check(first->question, result);
}

const char *line_check_solve(const LineQuestion *question, const KjLimits *limits, KjResult *out)
{
    const KjPositionText *text = question->text;
    KjSolverOptions options = question->options;
    options.memory_mib = MEMORY_MIB;
    options.find_shortest = true;
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    First first = {.question = question};
    KjPosition root = kj_position_text_end(text);
    kj_solver_set_first(solver, on_first, &first);
    if (text->n_moves)
        kj_solver_set_past(solver, &text->start, text->moves, text->n_moves);
    kj_solver_solve(solver, &root, question->attacker, limits, out);
    const char *fault = line_check(question, out);
    kj_result_clear(out);
    return first.fault ? first.fault : fault;
}

/* ---- walks ---- */

static unsigned tolerance_of(const KjProfile *profile)
{
    return profile->excess == KJ_EXCESS_ALLOW2 ? 2 : profile->excess == KJ_EXCESS_ALLOW4 ? 4 : 0;
}

/* Whether an earlier profile asks the solver the same. */
static bool asked_before(unsigned p)
{
    const KjProfile *profile = kj_profile_at(p);
    for (unsigned i = 0; i < p; i++)
        if (kj_profile_at(i)->interpositions == profile->interpositions &&
            tolerance_of(kj_profile_at(i)) == tolerance_of(profile))
            return true;
    return false;
}

char *line_walk(const char *id, const KjPositionText *text, uint64_t shortening_base,
                const KjLimits *limits, unsigned n, LineCount *count)
{
    KjPosition root = kj_position_text_end(text);
    LineQuestion question = {.text = text, .attacker = kj_default_attacker(&root)};
    for (unsigned p = 0; p < kj_profile_count(); p++) {
        const KjProfile *profile = kj_profile_at(p);
        question.options = (KjSolverOptions){.interpositions = profile->interpositions,
                                             .tolerance = tolerance_of(profile),
                                             .shortening_factor = 1,
                                             .shortening_base = shortening_base};
        for (unsigned i = 0; i < n && !asked_before(p); i++) {
            KjResult result;
            const char *fault = line_check_solve(&question, &limits[i], &result);
            if (fault)
                return g_strdup_printf("%s, %s, %" G_GUINT64_FORMAT
                                       " nodes, %g s: %s (mate in %u, bare %u)",
                                       id, profile->name, limits[i].nodes, limits[i].seconds, fault,
                                       result.plies, result.pure_plies);
            count->mates += result.verdict == KJ_MATE;
            count->other += result.line_kind == KJ_LINE_OTHER;
            count->leftover_open += result.line_kind == KJ_LINE_LEFTOVER_OPEN;
        }
    }
    return NULL;
}

char *line_walk_list(const char *path, const char *game, uint64_t shortening_base,
                     const KjLimits *limits, unsigned n, LineCount *count)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) problems =
        kj_problems_from_file(path, game ? kj_game_find(game) : NULL, &error);
    if (!problems)
        return g_strdup(error->message);
    char *fault = NULL;
    for (unsigned i = 0; i < problems->len && !fault; i++) {
        const KjProblem *problem = g_ptr_array_index(problems, i);
        if (!problem->error)
            fault =
                line_walk(problem->source, &problem->position, shortening_base, limits, n, count);
    }
    g_print("%s: %u mates, %u with a line of another length, %u with what is left over open\n",
            path, count->mates, count->other, count->leftover_open);
    return fault;
}
