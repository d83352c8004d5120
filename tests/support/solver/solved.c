/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solved works for tests. */
#include "tests/support/solver/solved.h"

#include <string.h>

enum { MEMORY_MIB = 64 };

static KjVerdict mates(void *data, const KjPosition *pos, unsigned len)
{
    TestSolved *w = data;
    KjLimits limits = {.nodes = w->node_limit};
    g_auto(KjResult) result;
    w->asked++;
    kj_solver_solve(w->solver, pos, w->work.attacker, &limits, &result);
    KjVerdict verdict = result.verdict;
    if (verdict == KJ_MATE && result.pure_plies > len)
        verdict = result.plies_proved ? KJ_NOMATE : KJ_UNKNOWN;
    return verdict;
}

char *test_solved_read(TestSolved *out, const char *game, const char *text, uint64_t node_limit)
{
    GError *error = NULL;
    memset(out, 0, sizeof *out);
    out->node_limit = node_limit;
    if (!kj_position_text_read(text, kj_game_find(game), &out->text, &error)) {
        char *message = g_strdup(error->message);
        g_error_free(error);
        return message;
    }
    const KjPosition *root = &out->text.start;
    KjSolverOptions options = {.memory_mib = MEMORY_MIB, .find_shortest = true};
    out->solver = kj_solver_new(&options, NULL);
    g_assert(out->solver);
    out->work = (KjSolvedWork){.root = root,
                               .attacker = kj_default_attacker(root),
                               .line = out->text.moves,
                               .n_line = out->text.n_moves,
                               .mates = mates,
                               .data = out};
    if (out->work.n_line)
        return NULL;
    KjLimits limits = {.nodes = node_limit};
    kj_solver_solve(out->solver, root, out->work.attacker, &limits, &out->result);
    if (out->result.verdict != KJ_MATE || !out->result.line_complete)
        return g_strdup("not solved");
    out->work.line = out->result.line;
    out->work.n_line = out->result.n_line;
    return NULL;
}

void test_solved_clear(TestSolved *work)
{
    kj_result_clear(&work->result);
    kj_position_text_clear(&work->text);
    kj_solver_free(work->solver);
    work->solver = NULL;
}
