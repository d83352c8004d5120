/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Works that are bred: sound to a check that knows nothing of them, every piece needed, the same for
 * the same seed; the archive keeps the best of each cell. */
#include <string.h>

#include "solver/compose/archive.h"
#include "solver/compose/resemble.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

enum { MEMORY_MIB = 16, NODES = 20000, TASKS = 14 };

static const char *const seeds[] = {
    "9/9/9/9/9/9/1+R7/9/k8 b Sr2b4g3s4n4l18p 1", // shogi, 7 plies
    "k4/1P3/+s+S3/5/5/5 b S2r2b4gs9p 1",         // 56shogi
};

static KjSolver *new_solver(void)
{
    KjSolverOptions options = {.memory_mib = MEMORY_MIB, .find_shortest = true};
    return kj_solver_new(&options, NULL);
}

static KjBreedOptions options_for(const KjGame *game)
{
    return (KjBreedOptions){
        .game = game,
        .made = {.profile = kj_profile_at(0), .attacker = KJ_SENTE, .trims = true, .nodes = NODES},

        .most_plies = 9,
        .most_pieces = 10};
}

/* A work with nothing to blame, and as long as it says. */
static void is_sound(const KjMade *made)
{
    g_autoptr(KjSolver) solver = new_solver();
    KjCheckOptions options = {.recorded_plies = -1, .spares = KJ_CHECK_SPARES};
    KjLimits limits = {0};
    g_auto(KjReport) report;
    kj_check(solver, &made->position, KJ_SENTE, &options, &limits, &report);
    assert_int_equal(report.verdict, KJ_WORK_SOUND);
    assert_int_equal(report.plies, made->n_line);
    assert_memory_equal(report.line, made->line, made->n_line * sizeof *made->line);
    assert_int_equal(kj_report_useless(&report, KJ_OPEN), 0);
}

/* Breeds from a work; the sum of what was made. */
static uint64_t breed(const char *text, uint64_t seed, bool checks)
{
    KjPosition root = position_of(text);
    KjBreedOptions options = options_for(root.game);
    KjRandom random = {seed};
    KjArchive *archive = kj_archive_new(&(KjArchiveWish){.most_plies = options.most_plies});
    KjSolver *solver = new_solver();
    KjMade made;
    uint64_t nodes = 0, sum = 0;
    assert_true(kj_made_check(solver, &root, &options.made, NULL, 0, &made, &nodes));
    assert_non_null(kj_archive_add(archive, &made));
    assert_null(kj_archive_add(archive, &made));
    kj_solver_free(solver);
    for (unsigned i = 0; i < TASKS; i++) {
        KjBreedTask task;
        if (!kj_archive_next(archive, &random, false, &task))
            break;
        assert_int_not_equal(task.how, KJ_BREED_FOUND);
        solver = new_solver();
        kj_breed(solver, &options, &task);
        kj_solver_free(solver);
        for (unsigned k = 0; k < task.children->len; k++) {
            const KjMade *child = &g_array_index(task.children, KjMade, k);
            assert_true(child->n_line >= task.parent.n_line + 2 * (task.how == KJ_BREED_EXTEND));
            assert_true(child->n_line <= options.most_plies);
            assert_int_equal(child->number, 1);
            if (checks && k < 2)
                is_sound(child);
            sum = kj_mix(sum + kj_position_full_key(&child->position));
            kj_archive_add(archive, child);
        }
        kj_breed_task_clear(&task);
    }
    g_autoptr(GArray) works = kj_archive_works(archive);
    assert_int_equal(works->len, kj_archive_size(archive));
    assert_true(works->len > 3);
    for (unsigned i = 1; i < works->len; i++)
        assert_true(g_array_index(works, KjMade, i - 1).appeal >=
                    g_array_index(works, KjMade, i).appeal);
    kj_archive_free(archive);
    return sum;
}

TEST(what_is_bred_is_sound)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(seeds); i++)
        breed(seeds[i], 1, true);
}

TEST(the_seed_decides)
{
    uint64_t one = breed(seeds[1], 1, false);
    assert_true(one == breed(seeds[1], 1, false));
    assert_true(one != breed(seeds[1], 2, false));
}

TEST(works_are_founded)
{
    KjBreedOptions options = options_for(kj_game_find("56shogi"));
    unsigned n = 0;
    for (unsigned i = 0; i < 8 && !n; i++) {
        KjBreedTask task = {.how = KJ_BREED_FOUND, .seed = i};
        g_autoptr(KjSolver) solver = new_solver();
        kj_breed(solver, &options, &task);
        for (unsigned k = 0; k < task.children->len; k++, n++)
            is_sound(&g_array_index(task.children, KjMade, k));
        kj_breed_task_clear(&task);
    }
    assert_true(n > 0);
}

TEST(mirrored_and_shifted_diagrams_are_alike)
{
    KjPosition a = position_of("9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1"), mirrored;
    KjPosition shifted = position_of("9/9/9/2R6/k8/N8/B8/9/9 b rb4g4s3n4l18p 1");
    KjPosition other = position_of("8k/7P1/8+P/9/4B4/9/9/9/9 b 2rb4g4s4n4l16p 1");
    mirrored = kj_position_mirror(&a);
    assert_true(kj_diagrams_resemble(&a, &mirrored, KJ_SENTE));
    assert_true(kj_diagrams_resemble(&a, &shifted, KJ_SENTE));
    assert_false(kj_diagrams_resemble(&a, &other, KJ_SENTE));
    uint64_t pattern = kj_pattern_round_king(&a, KJ_SENTE, KJ_MAX_FILES);
    assert_true(pattern == kj_pattern_round_king(&mirrored, KJ_SENTE, KJ_MAX_FILES));
    assert_true(pattern == kj_pattern_round_king(&shifted, KJ_SENTE, KJ_MAX_FILES));
    assert_true(pattern != kj_pattern_round_king(&other, KJ_SENTE, KJ_MAX_FILES));
}
