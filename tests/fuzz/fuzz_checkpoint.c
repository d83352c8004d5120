/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as a checkpoint: as the packed one of a store, as that of somebody else, as a whole
 * table. What others have written about a search, however well it is forged, decides nothing: the
 * first byte says which problem it is and how the others are to be understood.
 */
#include <string.h>

#include "core/format/position_text.h"
#include "repl/store/pack.h"
#include "solver/checkpoint.h"
#include "solver/query.h"
#include "solver/solve.h"
#include "tests/support/solver/solver_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MIB = 4, LEARN = 60, NODES = 20000, PROBLEMS = 2, EDIT = 5 };

typedef struct {
    const char *text;
    KjVerdict verdict;
    KjPosition root;
    GBytes *learnt; // a true checkpoint, of a search that was cut short
} Problem;

static Problem problems[PROBLEMS] = {
    {"9/9/3+R5/7Lk/9/7R1/9/9/9 b 2b4g4s4n3l18p 1", KJ_MATE, {0}, NULL},
    {"7nk/9/7P1/9/9/9/9/9/9 b 2S2r2b4g2s3n4l17p 1", KJ_NOMATE, {0}, NULL},
};
static KjSolver *solver;

static KjVerdict solve(const Problem *problem, uint64_t nodes)
{
    KjLimits limits = {.nodes = nodes};
    g_auto(KjResult) result;
    kj_solver_solve(solver, &problem->root, KJ_SENTE, &limits, &result);
    KjVerdict verdict = result.verdict;
    return verdict;
}

static void prepare(void)
{
    KjSolverOptions options = solver_check_options(MIB);
    solver = kj_solver_new(&options, NULL);
    for (unsigned i = 0; i < PROBLEMS; i++) {
        Problem *problem = &problems[i];
        KjPositionText text;
        g_assert_true(kj_position_text_read(problem->text, kj_game_find("shogi"), &text, NULL));
        problem->root = kj_position_text_end(&text);
        kj_position_text_clear(&text);
        g_assert_true(solve(problem, NODES) == problem->verdict);
        kj_query_forget(solver);
        solve(problem, LEARN);
        KjSpent spent = {.nodes = LEARN};
        problem->learnt =
            kj_solver_checkpoint(solver, &problem->root, &spent, KJ_CHECKPOINT_ENTRIES);
    }
}

/* Restores a checkpoint and asks. What it says is believed, so only reading it is of interest. */
static void check_foreign(const Problem *problem, GBytes *bytes)
{
    KjSpent spent;
    if (kj_solver_restore(solver, &problem->root, KJ_SENTE, bytes, &spent))
        kj_solver_resume(solver, &spent);
    solve(problem, NODES);
}

/* The true checkpoint, with a byte changed for each of the rows of the input. */
static GBytes *forge(const Problem *problem, const uint8_t *data, size_t size)
{
    gsize length;
    const void *learnt = g_bytes_get_data(problem->learnt, &length);
    uint8_t *copy = g_memdup2(learnt, length);
    for (; size >= EDIT; data += EDIT, size -= EDIT) {
        uint32_t at;
        memcpy(&at, data, sizeof at);
        copy[at % length] = data[EDIT - 1];
    }
    return g_bytes_new_take(copy, length);
}

/* The input as entries of a checkpoint, behind its true head. */
static GBytes *entries(const Problem *problem, const uint8_t *data, size_t size)
{
    gsize length;
    const uint8_t *learnt = g_bytes_get_data(problem->learnt, &length);
    uint32_t count, n = (uint32_t)(size / kj_entry_bytes());
    memcpy(&count, learnt + sizeof count, sizeof count); // behind the magic number
    gsize head = length - count * kj_entry_bytes();
    GByteArray *bytes = g_byte_array_new();
    g_byte_array_append(bytes, learnt, (guint)head);
    memcpy(bytes->data + sizeof n, &n, sizeof n);
    g_byte_array_append(bytes, data, (guint)(n * kj_entry_bytes()));
    return g_byte_array_free_to_bytes(bytes);
}

typedef struct {
    const uint8_t *at;
    size_t left;
} Source;

static bool take(void *data, void *bytes, size_t n)
{
    Source *source = data;
    if (n > source->left)
        return false;
    memcpy(bytes, source->at, n);
    source->at += n;
    source->left -= n;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { PACKED, FORGED, ENTRIES, TABLE, KINDS };
    if (!solver)
        prepare();
    if (size == 0)
        return 0;
    const Problem *problem = &problems[*data % PROBLEMS];
    unsigned kind = *data / PROBLEMS % KINDS;
    data++, size--;
    g_autoptr(GBytes) bytes = kind == FORGED    ? forge(problem, data, size)
                              : kind == ENTRIES ? entries(problem, data, size)
                                                : g_bytes_new(data, size);
    g_autoptr(GBytes) unpacked = kind == PACKED ? kj_unpack(bytes) : NULL;
    if (kind == TABLE) {
        Source source = {data, size};
        kj_solver_load(solver, &problem->root, KJ_SENTE, take, &source);
    } else {
        check_foreign(problem, unpacked ? unpacked : bytes);
    }
    kj_query_forget(solver);
    return 0;
}
