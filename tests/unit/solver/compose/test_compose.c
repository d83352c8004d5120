/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes keep the set whole and can be taken back; the judge says what the check says. */
#include <string.h>

#include "core/format/sfen.h"
#include "core/rules/movegen.h"
#include "solver/compose/repair.h"
#include "solver/compose/tries.h"
#include "solver/query.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

enum { MEMORY_MIB = 16, NODES = 20000, EVERY = 37 };

static const char *const works[] = {
    "9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1",        // shogi, 3 plies
    "k1s6/9/2+S6/5+B3/5+B3/9/9/9/9 b 2r4g2s4n4l18p 1", // 5 plies
    "k4/1P3/+s+S3/5/5/5 b S2r2b4gs9p 1",               // 56shogi
    "k^7/8/Bp6/8/8/8/8/8 2S/15p4l4n2i2r2sb O/o",       // Ogi
};

static void check(const KjPosition *pos, const KjMove *line, unsigned n_line, KjReport *out)
{
    g_autoptr(KjSolver) solver = usual_solver(MEMORY_MIB);
    KjCheckOptions options = {
        .recorded_plies = -1, .author = line, .n_author = n_line, .first_defect = true};
    KjLimits limits = {.nodes = 10 * NODES};
    kj_check(solver, pos, (KjSide)pos->side, &options, &limits, out);
}

/* How many pieces of a base kind there are, wherever they are. */
static unsigned count(const KjPosition *pos, KjKind base)
{
    const KjTables *t = pos->game->t;
    unsigned n = 0;
    for (unsigned square = 0; square < t->squares; square++)
        n += kj_base_kind(kj_piece_kind(pos->board[square])) == base;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < t->n_hand; i++)
            if (kj_base_kind(t->hand_kind[i]) == base)
                n += kj_hand_count(t, pos->hand[side], t->hand_kind[i]);
    return n;
}

TEST(versions_keep_the_set_and_differ)
{
    for (unsigned w = 0; w < G_N_ELEMENTS(works); w++) {
        KjPosition root = position_of(works[w]);
        g_autoptr(GArray) all = kj_candidates_one(&root, (KjSide)root.side);
        g_autoptr(GHashTable) seen = kj_candidates_seen_new();
        assert_true(all->len > 200);
        for (unsigned i = 0; i < all->len; i++) {
            const KjCandidate *candidate = &g_array_index(all, KjCandidate, i);
            KjPosition pos;
            assert_true(kj_candidate_position(&root, (KjSide)root.side, candidate, &pos));
            assert_int_equal(kj_position_check(&pos, NULL, NULL), KJ_POSITION_OK);
            assert_true(pos.key == kj_position_compute_key(&pos));
            assert_false(kj_position_equal(&pos, &root));
            uint64_t key = kj_position_full_key(&pos);
            assert_true(g_hash_table_add(seen, g_memdup2(&key, sizeof key)));
            for (KjKind base = 1; base <= root.game->row->n_pieces; base++)
                assert_int_equal(count(&pos, base), count(&root, base));
            if (i > 0)
                assert_true(kj_candidate_compare(candidate - 1, candidate) < 0);
        }
    }
}

/* Each change has one that takes it back: the work is a neighbour of its neighbours. */
TEST(neighbours_are_mutual)
{
    KjPosition root = position_of(works[2]);
    KjSide attacker = (KjSide)root.side;
    g_autoptr(GArray) all = kj_candidates_one(&root, attacker);
    for (unsigned i = 0; i < all->len; i += EVERY) {
        KjPosition pos, back;
        kj_candidate_position(&root, attacker, &g_array_index(all, KjCandidate, i), &pos);
        g_autoptr(GArray) there = kj_candidates_one(&pos, attacker);
        bool found = false;
        for (unsigned k = 0; k < there->len && !found; k++)
            found = kj_candidate_position(&pos, attacker, &g_array_index(there, KjCandidate, k),
                                          &back) &&
                    kj_position_equal(&back, &root);
        assert_true(found);
    }
}

TEST(a_piece_taken_away_saves_most)
{
    KjPosition root = position_of(works[1]);
    g_autoptr(GArray) all = kj_candidates_one(&root, (KjSide)root.side);
    const KjCandidate *best = &g_array_index(all, KjCandidate, 0);
    const KjCandidate *last = &g_array_index(all, KjCandidate, all->len - 1);
    assert_int_equal(best->change[0].kind, KJ_CHANGE_REMOVE);
    assert_int_equal(kj_base_kind(kj_piece_kind(best->change[0].piece)), 2); // +B, the strongest
    assert_int_equal(best->economy.pieces, -1);
    assert_int_equal(last->economy.pieces, 1);
}

/* Smaller with a piece moved: without the knight the bishop guards from another square. */
TEST(a_move_saves_a_piece)
{
    KjPosition root = position_of(works[0]),
               goal = position_of("9/9/2R6/k1B6/9/9/9/9/9 b rb4g4s4n4l18p 1");
    KjSide attacker = (KjSide)root.side;
    KjCandidate none = {0};
    g_autoptr(GHashTable) seen = kj_candidates_seen_new();
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof none);
    bool found = false;
    kj_candidates_moved(&root, attacker, &none, seen, all);
    for (unsigned i = 0; i < all->len; i++) {
        const KjCandidate *candidate = &g_array_index(all, KjCandidate, i);
        KjPosition pos;
        assert_int_equal(candidate->n_changes, KJ_MOVED_CHANGES);
        assert_int_equal(candidate->change[1].kind, KJ_CHANGE_MOVE);
        assert_true(kj_economy_compare(&candidate->economy, &none.economy) < 0);
        assert_true(kj_candidate_position(&root, attacker, candidate, &pos));
        found |= kj_position_equal(&pos, &goal);
    }
    assert_true(found);
    g_array_set_size(all, 0); // none is given twice
    kj_candidates_moved(&root, attacker, &none, seen, all);
    assert_int_equal(all->len, 0);
    none.n_changes = KJ_MAX_CHANGES - 1; // no room for two more
    kj_candidates_moved(&root, attacker, &none, seen, all);
    assert_int_equal(all->len, 0);
}

/* The judge's screens say nothing that a whole check would not. */
TEST(judge_agrees_with_the_check)
{
    unsigned n[KJ_FATES] = {0};
    for (unsigned w = 0; w < G_N_ELEMENTS(works); w++) {
        KjPosition root = position_of(works[w]);
        KjReport sound;
        check(&root, NULL, 0, &sound);
        assert_true(sound.verdict <= KJ_WORK_BLEMISHED);
        KjWish wish = {.line = sound.line,
                       .n_line = sound.n_line,
                       .plies = sound.plies,
                       .attacker = (KjSide)root.side,
                       .profile = kj_profile_at(0),
                       .nodes = NODES};
        g_autoptr(GArray) all = kj_candidates_one(&root, wish.attacker);
        KjSolver *solver = usual_solver(MEMORY_MIB);
        for (unsigned i = 0; i < all->len; i += EVERY) {
            KjRepair repair = {.candidate = g_array_index(all, KjCandidate, i)};
            if (repair.candidate.change[0].kind == KJ_CHANGE_SHIFT)
                continue; // its line is another
            KjPosition pos;
            g_auto(KjReport) report;
            kj_repair_judge(solver, &wish, &root, false, &repair);
            kj_candidate_position(&root, wish.attacker, &repair.candidate, &pos);
            check(&pos, sound.line, sound.n_line, &report);
            KjFate fate = repair.judgement.fate;
            if (report.verdict == KJ_WORK_UNKNOWN)
                fate = KJ_FATE_UNKNOWN; // nothing to compare
            n[fate]++;
            if (fate == KJ_FATE_SOUND)
                assert_true(report.verdict <= KJ_WORK_BLEMISHED && report.authors);
            else if (fate == KJ_FATE_UNSOUND)
                assert_int_equal(report.verdict, KJ_WORK_UNSOUND);
            else if (fate == KJ_FATE_LINE_LOST)
                assert_true(report.verdict == KJ_WORK_UNSOUND && !report.authors);
        }
        kj_solver_free(solver);
        kj_report_clear(&sound);
    }
    assert_true(n[KJ_FATE_UNKNOWN] < 5 && n[KJ_FATE_SOUND] > 0 && n[KJ_FATE_UNSOUND] > 0 &&
                n[KJ_FATE_LINE_LOST] > 0);
}

/* A work moved as a whole is judged by its line moved likewise. */
TEST(a_shifted_work_keeps_its_line)
{
    KjPosition root = position_of("9/1k1s5/9/3+S5/6+B2/6+B2/9/9/9 b 2r4g2s4n4l18p 1"), pos;
    KjPosition original = position_of(works[1]);
    g_auto(KjReport) sound;
    check(&original, NULL, 0, &sound);
    KjChange shift = {.kind = KJ_CHANGE_SHIFT, KJ_NO_SQUARE, KJ_NO_SQUARE, .left = 1, .down = -1};
    KjChange back = {.kind = KJ_CHANGE_SHIFT, KJ_NO_SQUARE, KJ_NO_SQUARE, .left = -1, .down = 1};
    assert_true(kj_change_apply(&root, KJ_SENTE, &shift, &pos));
    assert_true(kj_position_equal(&pos, &original));
    KjMove line[KJ_MAX_CHANGES + 64];
    for (unsigned i = 0; i < sound.n_line; i++)
        line[i] = kj_change_map(root.game->t, &back, sound.line[i]);
    KjWish wish = {
        .line = line, .n_line = sound.n_line, .attacker = KJ_SENTE, .profile = kj_profile_at(0)};
    KjRepair repair = {.candidate = {.n_changes = 1, .change = {shift}}};
    g_autoptr(KjSolver) solver = usual_solver(MEMORY_MIB);
    kj_repair_judge(solver, &wish, &root, false, &repair);
    assert_int_equal(repair.judgement.fate, KJ_FATE_SOUND);
}

/* A mirrored change is its own way back. */
TEST(a_mirrored_work_is_the_mirror_image)
{
    KjPosition root = position_of(works[0]), mirrored, expected;
    KjChange mirror = {.kind = KJ_CHANGE_MIRROR, .from = KJ_NO_SQUARE, .to = KJ_NO_SQUARE};
    expected = kj_position_mirror(&root);
    assert_true(kj_change_apply(&root, KJ_SENTE, &mirror, &mirrored));
    assert_true(kj_position_equal(&mirrored, &expected));
}

/* The verdict on a position by a solver that knows nothing else. */
static KjVerdict verdict_of(const KjPosition *pos, KjSide attacker)
{
    g_autoptr(KjSolver) solver = usual_solver(MEMORY_MIB);
    KjLimits limits = {.nodes = 10 * NODES};
    KjAnswer answer;
    kj_query_open(solver, pos->game, attacker);
    kj_query_mate(solver, pos, KJ_ANY_LENGTH, &limits, &answer);
    return answer.verdict;
}

/* How many checks a reply leaves. */
static unsigned checks_after(const KjPosition *pos, KjMove reply)
{
    KjPosition next = kj_position_after(pos, reply);
    KjMoveList checks;
    kj_gen_checks(&next, &checks);
    return checks.n;
}

/* Looks at the replies to the check that led to `pos`: how many refute it, all being decided; none
 * of them leaves fewer checks than the one that is shown. */
static unsigned count_refuting(const KjPosition *pos, KjMove expected)
{
    KjMoveList replies;
    unsigned n = 0;
    bool there = false;
    kj_gen_safe(pos, &replies);
    for (unsigned i = 0; i < replies.n; i++) {
        KjPosition next = *pos;
        KjUndo undo;
        kj_position_make(&next, replies.move[i], &undo);
        KjVerdict verdict = verdict_of(&next, (KjSide)next.side);
        assert_int_not_equal(verdict, KJ_UNKNOWN);
        n += verdict == KJ_NOMATE;
        if (verdict == KJ_NOMATE)
            assert_true(checks_after(pos, replies.move[i]) >= checks_after(pos, expected));
        there = there || (verdict == KJ_NOMATE && replies.move[i] == expected);
    }
    assert_true(there);
    return n;
}

/* As long as a try holds out one reply refutes each check of its line, and after that several do,
 * or there is no check that goes on. */
static void follow_tries(const char *work, unsigned most)
{
    KjPosition root = position_of(work);
    KjMoveList checks;
    unsigned longest = 0;
    kj_gen_checks(&root, &checks);
    for (unsigned i = 0; i < checks.n; i++) {
        KjPosition pos = root;
        KjUndo undo;
        kj_position_make(&pos, checks.move[i], &undo);
        if (verdict_of(&pos, KJ_SENTE) != KJ_NOMATE)
            continue;
        KjWrongCheck wrong = {.ply = 0};
        KjSolver *solver = usual_solver(MEMORY_MIB);
        kj_wrong_check_follow(solver, &root, KJ_SENTE, checks.move[i], 0, NULL, &wrong);
        kj_solver_free(solver);
        assert_false(wrong.open);
        assert_true(wrong.line[0] == checks.move[i] && wrong.n_line >= MAX(2, wrong.held));
        longest = MAX(longest, wrong.held);
        pos = root;
        for (unsigned k = 0; k + 1 < wrong.n_line; k += 2) {
            assert_true(kj_gives_check(&pos, wrong.line[k]));
            kj_position_make(&pos, wrong.line[k], &undo);
            unsigned n = count_refuting(&pos, wrong.line[k + 1]);
            assert_true(k < wrong.held ? n == 1 : n > 1);
            if (k == 0)
                assert_int_equal(n, wrong.n_refuting);
            kj_position_make(&pos, wrong.line[k + 1], &undo);
        }
    }
    assert_int_equal(longest, most);
}

TEST(tries_hold_out_as_long_as_one_reply_refutes)
{
    follow_tries("k1g6/9/1+RN6/2N6/9/9/9/9/9 b r2b3g4s2n4l18p 1", 8);
    follow_tries("2k2/5/3B1/5/5/5 b G2rb3g4s10p 1", 2);
}

/* A sound work, a useless pawn with it, and another beside that: each is judged as what it is, and
 * the fewer useless pieces the better, though both are one blemish. */
TEST(a_useless_piece_ranks_behind_none)
{
    static const char *const family[] = {"9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1",
                                         "9/9/2R6/k8/N8/B8/9/7p1/9 b rb4g4s3n4l17p 1",
                                         "9/9/2R6/k8/N8/B8/9/6sp1/9 b rb4g3s3n4l17p 1"};
    g_autoptr(KjSolver) solver = usual_solver(MEMORY_MIB);
    KjRepair repair[3] = {0};
    for (unsigned i = 0; i < 3; i++) {
        KjPosition pos = position_of(family[i]);
        KjWish wish = {.keep = KJ_KEEP_ANY,
                       .attacker = KJ_SENTE,
                       .profile = kj_profile_at(0),
                       .spares = KJ_CHECK_SPARES,
                       .recorded_plies = -1};
        kj_judge(solver, &wish, &pos, false, &repair[i].judgement);
        assert_int_equal(repair[i].judgement.fate, KJ_FATE_SOUND);
        assert_int_equal(repair[i].judgement.n_useless, i);
        assert_int_equal(repair[i].judgement.n_blemishes, i > 0);
    }
    assert_true(kj_repair_compare(&repair[0], &repair[1]) < 0);
    assert_true(kj_repair_compare(&repair[1], &repair[2]) < 0);
}
