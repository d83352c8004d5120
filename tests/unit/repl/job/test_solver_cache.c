/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What searches of a session leave for others: which result answers which question. */
#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/usi.h"
#include "repl/job/solver_cache.h"
#include "tests/support/cmocka.h"

#define THREE "6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1"

/* A question about a position and the line of its mate. */
typedef struct {
    KjPositionText text;
    KjPosition root;
    KjMove line[8];
    KjSolverCache *cache;
    KjQuestion question;
    KjResult result;
} Scene;

static void begin(Scene *scene, const char *position, const char *line)
{
    memset(scene, 0, sizeof *scene);
    assert_true(kj_position_text_read(position, NULL, &scene->text, NULL));
    scene->root = scene->text.start;
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    KjPosition at = scene->root;
    unsigned n = 0;
    for (; words[n]; n++) {
        KjUndo undo;
        assert_true(kj_usi_move_read(&at, words[n], &scene->line[n], NULL));
        kj_position_make(&at, scene->line[n], &undo);
    }
    scene->cache = kj_solver_cache_new();
    scene->question = (KjQuestion){.root = &scene->root,
                                   .attacker = KJ_SENTE,
                                   .options = {.memory_mib = 16, .find_shortest = true},
                                   .limits = {.nodes = 1000}};
    scene->result = (KjResult){.verdict = KJ_MATE,
                               .plies = n,
                               .plies_proved = true,
                               .pure_plies = n,
                               .pure_proved = true,
                               .n_line = n,
                               .line = scene->line,
                               .line_complete = true};
}

static void end(Scene *scene)
{
    kj_solver_cache_free(scene->cache);
    kj_position_text_clear(&scene->text);
}

/* The plies known for a question, 0 nothing. */
static unsigned known(const Scene *scene, const KjQuestion *question, bool settled)
{
    g_auto(KjResult) result;
    bool found = kj_solver_cache_recall(scene->cache, question, settled, &result);
    unsigned plies = found ? result.plies : 0;
    return plies;
}

TEST(a_proved_mate_answers_whatever_the_limits)
{
    Scene scene;
    begin(&scene, THREE, "R*1b 1a2a S*3b");
    KjQuestion longer = scene.question, other = scene.question;
    longer.limits = (KjLimits){0};
    other.options.interpositions = KJ_INTERPOSITIONS_WIDE;
    assert_int_equal(known(&scene, &longer, true), 0);
    kj_solver_cache_remember(scene.cache, &scene.question, &scene.result, true, 7);
    assert_int_equal(known(&scene, &longer, true), 3);
    assert_int_equal(known(&scene, &other, false), 0);
    other = scene.question;
    other.attacker = KJ_GOTE;
    assert_int_equal(known(&scene, &other, false), 0);
    KjGame strict = *scene.root.game;
    strict.rules.drop_stalemate_illegal = !strict.rules.drop_stalemate_illegal;
    scene.root.game = &strict;
    assert_int_equal(known(&scene, &scene.question, false), 0);
    end(&scene);
}

TEST(places_on_the_line_are_known)
{
    Scene scene;
    begin(&scene, THREE, "R*1b 1a2a S*3b");
    kj_solver_cache_remember(scene.cache, &scene.question, &scene.result, true, 7);
    KjQuestion question = scene.question;
    KjPosition at = scene.root;
    question.root = &at;
    for (unsigned ply = 1; ply <= 3; ply++) {
        KjUndo undo;
        kj_position_make(&at, scene.line[ply - 1], &undo);
        assert_int_equal(known(&scene, &question, true), 3 - ply);
    }
    // not those of a mate that may be shorter
    Scene bound;
    begin(&bound, THREE, "R*1b 1a2a S*3b");
    bound.result.plies_proved = false;
    kj_solver_cache_remember(bound.cache, &bound.question, &bound.result, true, 7);
    kj_position_make(&bound.root, bound.line[0], &(KjUndo){0});
    assert_int_equal(known(&bound, &bound.question, false), 0);
    end(&bound);
    end(&scene);
}

TEST(a_bound_is_no_answer_to_who_may_search_longer)
{
    Scene scene;
    begin(&scene, THREE, "R*1b 1a2a S*3b");
    scene.result.plies_proved = false;
    kj_solver_cache_remember(scene.cache, &scene.question, &scene.result, true, 7);
    KjQuestion longer = scene.question, shorter = scene.question;
    longer.limits.nodes = 2000;
    shorter.limits.nodes = 500;
    assert_int_equal(known(&scene, &scene.question, true), 3);
    assert_int_equal(known(&scene, &shorter, true), 3);
    assert_int_equal(known(&scene, &longer, true), 0);
    assert_int_equal(known(&scene, &longer, false), 3);
    // a search that was stopped has not used its limits
    Scene stopped;
    begin(&stopped, THREE, "R*1b 1a2a S*3b");
    stopped.result.plies_proved = false;
    kj_solver_cache_remember(stopped.cache, &stopped.question, &stopped.result, false, 7);
    assert_int_equal(known(&stopped, &stopped.question, true), 0);
    assert_int_equal(known(&stopped, &stopped.question, false), 3);
    end(&stopped);
    // what says less takes no other's place, what says more does
    scene.result.plies = 5;
    kj_solver_cache_remember(scene.cache, &longer, &scene.result, true, 7);
    assert_int_equal(known(&scene, &longer, false), 3);
    scene.result.plies = 3;
    scene.result.plies_proved = true;
    kj_solver_cache_remember(scene.cache, &longer, &scene.result, false, 7);
    longer.limits = (KjLimits){0};
    assert_int_equal(known(&scene, &longer, true), 3);
    end(&scene);
}

/* What is not final answers who would not try harder. */
TEST(who_tries_as_hard)
{
    typedef struct {
        double seconds, factor;
        uint64_t nodes;
        size_t mib;
    } Effort;
    static const struct {
        Effort was, asked;
        bool answers;
    } rows[] = {
        {{10, 4, 1000, 16}, {10, 4, 1000, 16}, true},
        {{10, 4, 1000, 16}, {9, 3, 999, 8}, true},
        {{10, 4, 1000, 16}, {11, 4, 1000, 16}, false},
        {{10, 4, 1000, 16}, {10, 5, 1000, 16}, false},
        {{10, 4, 1000, 16}, {10, 4, 1001, 16}, false},
        {{10, 4, 1000, 16}, {10, 4, 1000, 17}, false},
        // 0 is no limit
        {{0, 0, 0, 16}, {1e9, 1e9, UINT64_MAX, 16}, true},
        {{0, 0, 0, 16}, {0, 0, 0, 16}, true},
        {{10, 4, 1000, 16}, {0, 4, 1000, 16}, false},
        {{10, 4, 1000, 16}, {10, 0, 1000, 16}, false},
        {{10, 4, 1000, 16}, {10, 4, 0, 16}, false},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        Scene scene;
        begin(&scene, THREE, "R*1b 1a2a S*3b");
        scene.result.plies_proved = false;
        for (unsigned asked = 0; asked < 2; asked++) {
            const Effort *effort = asked ? &rows[i].asked : &rows[i].was;
            scene.question.limits = (KjLimits){effort->seconds, effort->nodes, NULL};
            scene.question.options.shortening_factor = effort->factor;
            scene.question.options.memory_mib = effort->mib;
            if (!asked)
                kj_solver_cache_remember(scene.cache, &scene.question, &scene.result, true, 7);
        }
        assert_int_equal(known(&scene, &scene.question, true), rows[i].answers ? 3 : 0);
        assert_int_equal(known(&scene, &scene.question, false), 3);
        end(&scene);
    }
}

/* Of two mates that are not proved to be the shortest the shorter one stays. */
TEST(the_shorter_mate_stays)
{
    static const unsigned plies[][3] = {{7, 5, 5}, {5, 7, 5}, {5, 5, 5}};
    for (size_t i = 0; i < G_N_ELEMENTS(plies); i++) {
        Scene scene;
        begin(&scene, THREE, "R*1b 1a2a S*3b");
        scene.result.plies_proved = false;
        for (unsigned k = 0; k < 2; k++) {
            scene.result.plies = plies[i][k];
            kj_solver_cache_remember(scene.cache, &scene.question, &scene.result, true, 7);
        }
        assert_int_equal(known(&scene, &scene.question, false), plies[i][2]);
        end(&scene);
    }
}

TEST(the_first_proof_counts)
{
    Scene scene;
    begin(&scene, THREE, "R*1b 1a2a S*3b");
    assert_int_equal(kj_solver_cache_proof_nodes(scene.cache, &scene.question), 0);
    kj_solver_cache_remember(scene.cache, &scene.question, &scene.result, true, 0);
    assert_int_equal(kj_solver_cache_proof_nodes(scene.cache, &scene.question), 0);
    for (unsigned nodes = 7; nodes < 9; nodes++) {
        kj_solver_cache_remember(scene.cache, &scene.question, &scene.result, true, nodes);
        assert_int_equal(kj_solver_cache_proof_nodes(scene.cache, &scene.question), 7);
    }
    end(&scene);
}

TEST(nothing_undecided_is_kept)
{
    Scene scene;
    begin(&scene, THREE, "R*1b 1a2a S*3b");
    unsigned serial = kj_solver_cache_serial(scene.cache);
    KjResult unknown = {.verdict = KJ_UNKNOWN};
    kj_solver_cache_remember(scene.cache, &scene.question, &unknown, true, 7);
    scene.result.line_complete = false;
    kj_solver_cache_remember(scene.cache, &scene.question, &scene.result, true, 7);
    KjResult result;
    assert_false(kj_solver_cache_recall(scene.cache, &scene.question, false, &result));
    assert_int_equal(kj_solver_cache_serial(scene.cache), serial);
    KjResult none = {.verdict = KJ_NOMATE};
    kj_solver_cache_remember(scene.cache, &scene.question, &none, false, 7);
    assert_true(kj_solver_cache_recall(scene.cache, &scene.question, true, &result));
    assert_int_equal(result.verdict, KJ_NOMATE);
    assert_int_equal(kj_solver_cache_serial(scene.cache), serial + 1);
    end(&scene);
}

TEST(where_the_law_asks_for_the_past_nothing_is_kept)
{
    Scene scene;
    begin(&scene, THREE, "R*1b 1a2a S*3b");
    scene.question.options.loops = KJ_LOOPS_LAW;
    scene.question.n_past = 1;
    kj_solver_cache_remember(scene.cache, &scene.question, &scene.result, true, 7);
    assert_int_equal(known(&scene, &scene.question, false), 0);
    scene.question.n_past = 0;
    assert_int_equal(known(&scene, &scene.question, false), 0);
    kj_solver_cache_remember(scene.cache, &scene.question, &scene.result, true, 7);
    assert_int_equal(known(&scene, &scene.question, false), 3);
    // nor is a place on the line the same as that position without the moves before it
    kj_position_make(&scene.root, scene.line[0], &(KjUndo){0});
    assert_int_equal(known(&scene, &scene.question, false), 0);
    end(&scene);
}
