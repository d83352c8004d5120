/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a problem list: each element is either whole or an error, and all text is UTF-8. */
#include <string.h>

#include "core/format/problem.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_problem(const KjProblem *problem)
{
    g_assert_true(problem->id && g_utf8_validate(problem->id, -1, NULL));
    g_assert_true(g_str_has_prefix(problem->source, "fuzz:"));
    g_assert_true(!problem->note || g_utf8_validate(problem->note, -1, NULL));
    g_assert_true(problem->line >= 1 && problem->plies >= -1);
    if (problem->error) {
        g_assert_true(g_utf8_validate(problem->error->message, -1, NULL));
        g_assert_null(problem->position.moves);
        return;
    }
    KjPosition end = kj_position_text_end(&problem->position);
    g_assert_true(end.key == kj_position_compute_key(&end));
    // The canonical text as a list of its own is the same problem again.
    g_autofree char *text = kj_position_write(&problem->position.start);
    g_autoptr(GPtrArray) again =
        kj_problems_from_text(text, -1, "fuzz", problem->position.start.game);
    const KjProblem *copy = g_ptr_array_index(again, 0);
    bool crowded =
        copy->error && g_error_matches(copy->error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION);
    g_assert_true(crowded || kj_position_equal(&copy->position.start, &problem->position.start));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GPtrArray) problems =
        kj_problems_from_text(size ? (const char *)data : "", (gssize)size, "fuzz", NULL);
    g_assert_cmpuint(problems->len, >=, 1);
    for (unsigned i = 0; i < problems->len; i++)
        check_problem(g_ptr_array_index(problems, i));
    return 0;
}
