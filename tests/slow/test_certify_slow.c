/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every verdict on the collections in puzzles/ and, where they are, in ../shared/data can be
 * certified and verified, and so can those on thousands of random problems. A problem that is not
 * decided, or not written down, within KANJU_TEST_NODES nodes (default 3,000,000) is left;
 * KANJU_TEST_SEED chooses the random ones. KANJU_TEST_COLLECTION names the only file to be taken.
 */
#include <string.h>

#include "core/format/problem.h"
#include "tests/support/certify/certified.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/switches.h"
#include "tests/support/solver/loops.h"

enum {
    MEMORY_MIB = 256,
    WANTED = 5000,
    NODES = 5000,
    QUIET_WANTED = 300,
    LAW_WANTED = 1500,
    QUIET_NODES = 1000
};

static uint64_t chosen(const char *variable, uint64_t otherwise)
{
    const char *text = g_getenv(variable);
    return text ? g_ascii_strtoull(text, NULL, 0) : otherwise;
}

static uint64_t nodes_each(void)
{
    return chosen("KANJU_TEST_NODES", 3000000);
}

static uint64_t chosen_seed(void)
{
    return chosen("KANJU_TEST_SEED", 1734);
}

typedef struct {
    unsigned problems, mates, no_mates, left; // certified and verified, or left for the limit
    uint64_t records, bytes;
    double solving, writing;
} Total;

static void print_total(const char *path, const char *claim, const Total *total)
{
    print_message(
        "%s (%s): %u problems, verified %u mates, %u no mates, left %u; %llu records, %llu "
        "bytes; %.1f s to solve, %.1f s to write\n",
        path, claim, total->problems, total->mates, total->no_mates, total->left,
        (unsigned long long)total->records, (unsigned long long)total->bytes, total->solving,
        total->writing);
}

static void add(Total *total, const Certified *c)
{
    bool verified = c->bytes && c->verdict.ok;
    total->problems++;
    total->mates += verified && c->verdict.mate;
    total->no_mates += verified && !c->verdict.mate;
    total->left += !verified;
    total->solving += c->result.seconds; // the same for both claims
    total->writing += c->count.seconds;
    if (!verified)
        return;
    total->records += c->count.records;
    total->bytes += c->count.bytes;
}

/* One claim about the answer in `c`. NULL, also when a limit came first, or what is wrong. */
static char *claim(CertifiedPlan *plan, const KjPosition *pos, bool shortest, Certified *c,
                   Total *total)
{
    bool decided = shortest ? c->result.pure_proved : c->result.verdict != KJ_UNKNOWN;
    plan->shortest = shortest;
    if (c->bytes)
        g_byte_array_unref(c->bytes);
    c->bytes = NULL;
    char *wrong = decided ? certified_write(plan, pos, c) : NULL;
    if (c->limited)
        g_clear_pointer(&wrong, g_free);
    if (!shortest || decided)
        add(total, c);
    return wrong;
}

/* Both claims about one problem; prints what goes wrong. */
static bool certify(CertifiedPlan *plan, const KjProblem *problem, Total *mate, Total *shortest)
{
    g_auto(Certified) c = {0};
    KjPosition pos = kj_position_text_end(&problem->position);
    plan->attacker = kj_default_attacker(&pos);
    if (pos.king[kj_other(plan->attacker)] == KJ_NO_SQUARE)
        return true; // not a problem of mate
    kj_solver_solve(plan->solver, &pos, plan->attacker, &plan->limits, &c.result);
    g_autofree char *wrong = claim(plan, &pos, false, &c, mate);
    if (!wrong)
        wrong = claim(plan, &pos, true, &c, shortest);
    if (wrong)
        print_error("%s %s: %s\n", problem->source, problem->id, wrong);
    return !wrong;
}

/* Returns how many of a collection could not be certified. `game` NULL: told by the board. */
static unsigned certify_file(const char *path, const KjGame *game)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) problems = kj_problems_from_file(path, game, &error);
    if (!problems)
        fail_msg("%s", error->message);
    KjSolverOptions options = {.loops = KJ_LOOPS_FAIL,
                               .memory_mib = MEMORY_MIB,
                               .find_shortest = true,
                               .shortening_factor = 1,
                               .shortening_base = 100000};
    CertifiedPlan plan = {.solver = kj_solver_new(&options, NULL),
                          .limits = {.nodes = nodes_each()}};
    assert_non_null(plan.solver);
    Total mate = {0}, shortest = {0};
    unsigned failed = 0;
    for (unsigned i = 0; i < problems->len; i++) {
        const KjProblem *problem = problems->pdata[i];
        if (!problem->error)
            failed += !certify(&plan, problem, &mate, &shortest);
    }
    print_total(path, "mate", &mate);
    print_total(path, "shortest", &shortest);
    kj_solver_free(plan.solver);
    return failed;
}

/* As certify_file, of all collections in a folder and those inside it; `files` counts them. */
static unsigned certify_folder(const char *folder, unsigned *files)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    if (!dir)
        return 0;
    const char *only = g_getenv("KANJU_TEST_COLLECTION");
    g_autofree char *last = g_path_get_basename(folder); // puzzles/ has a folder for each game
    unsigned failed = 0;
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
            failed += certify_folder(path, files);
        } else if (g_str_has_suffix(name, ".tsv") && (!only || g_str_equal(name, only))) {
            failed += certify_file(path, kj_game_find(last));
            ++*files;
        }
    }
    g_dir_close(dir);
    return failed;
}

TEST(the_collections_are_certified)
{
    unsigned files = 0;
    assert_int_equal(certify_folder("puzzles", &files), 0);
    assert_true(files > 0 || g_getenv("KANJU_TEST_COLLECTION"));
}

TEST(the_classics_are_certified)
{
    unsigned files = 0;
    assert_int_equal(certify_folder("../shared/data", &files), 0);
    print_message("%u collections beside the project\n", files);
}

static void certify_by(const char *game, KjAttackerMoves moves, const KjRules *rules)
{
    bool checks = moves == KJ_CHECKS_ONLY;
    CertifiedRandom what = {.game = game,
                            .attacker_moves = moves,
                            .rules = rules,
                            .seed = chosen_seed(),
                            .wanted = checks ? WANTED : QUIET_WANTED,
                            .nodes = checks ? NODES : QUIET_NODES};
    CertifiedTotal total;
    bool ok = certified_random(&what, &total);
    certified_print(&what, &total);
    assert_true(ok);
    assert_true(total.mates > 0 && total.no_mates > 0);
}

static void certify_random(const char *game, KjAttackerMoves moves, bool try_on, bool draws)
{
    const KjRules rules = switches_of(kj_game_find(game), try_on, draws);
    certify_by(game, moves, &rules);
}

static void certify_suizo(KjAttackerMoves moves)
{
    for (unsigned which = 1; which < 3; which++) { // elephants to the hand, no drops
        const KjRules rules = switches_at(kj_game_find("suizo"), which);
        certify_by("suizo", moves, &rules);
    }
}

TEST(random_problems_of_every_game_are_certified)
{
    if (g_getenv("KANJU_TEST_COLLECTION"))
        return; // only that is certified
    for (size_t i = 0; i < kj_game_count(); i++) {
        const char *game = kj_game_at(i)->row->id;
        certify_random(game, KJ_CHECKS_ONLY, false, false);
        certify_random(game, KJ_CHECKS_ONLY, true, false);
    }
    certify_suizo(KJ_CHECKS_ONLY);
    certify_suizo(KJ_ALL_MOVES);
}

static void certify_by_law(NvRepeat repeat, int past)
{
    LoopsPlan plan = {.game = "ogi",
                      .repeat = repeat,
                      .past = past,
                      .seed = chosen_seed(),
                      .wanted = LAW_WANTED,
                      .nodes = 10 * NODES};
    LoopsCount count;
    bool good = loops_certify(&plan, &count);
    loops_print(&plan, &count);
    assert_true(good);
    assert_true(count.uncertified <= LAW_WANTED / 50);
}

TEST(random_problems_by_the_law_of_repetition_are_certified)
{
    if (g_getenv("KANJU_TEST_COLLECTION"))
        return; // only that is certified
    for (int past = 0; past <= 8; past += 8) {
        certify_by_law(NV_REPEAT_LITERAL, past);
        certify_by_law(NV_REPEAT_PAIR, past);
    }
}

TEST(random_problems_with_quiet_moves_are_certified)
{
    if (g_getenv("KANJU_TEST_COLLECTION"))
        return; // only that is certified
    for (size_t i = 0; i < kj_game_count(); i++) {
        const char *game = kj_game_at(i)->row->id;
        for (int draws = 0; draws < 2; draws++) {
            certify_random(game, KJ_CHECKS_OR_ZUGZWANG, false, draws);
            certify_random(game, KJ_ALL_MOVES, true, draws);
        }
    }
}
