/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Certificates written by the solver are accepted by the verifier, which knows nothing of it; and
 * what is not true cannot be certified.
 */
#include "solver/certify/certify.h"
#include "solver/solve.h"

#include <stdatomic.h>

#include <string.h>

#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "solver/certify/certify_writer.h"
#include "tests/support/certify/certified.h"
#include "tests/support/cmocka.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/rules/switches.h"
#include "tests/support/sampling.h"
#include "tests/support/works.h"

enum { MEMORY_MIB = 16, SEED = 20261120 };

typedef struct {
    const char *game, *sfen;
    int plies; // 0: no mate
} Problem;

static const Problem problems[] = {
    {"shogi", "8B/8k/9/7Gg/9/8L/9/9/9 b 2rb2g4s4n3l18p 1", 3},
    {"shogi", "9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1", 11},
    {"shogi", "7R1/8k/3K3p1/5+n1+P1/9/9/9/9/9 b - 1", 15},
    {"shogi", "1k7/9/3R5/B8/9/9/9/9/9 b 2Prb4g4s4n4l16p 1", 13},
    {"shogi", "5k3/6+B2/3p+p+Rn2/9/9/9/7P1/9/9 w 3P 1", 12},
    {"shogi", "4p4/9/9/9/K8/5B1k1/6gp1/5pLSP/9 b L2Ps 1", 11},
    {"shogi", "4R2B1/P8/5k3/3R5/4P1p2/9/9/9/9 w 2P 1", 10},
    // [R12] 図巧 64: seventy-seven plies when every interposition counts
    {"shogi", "5l2S/9/1+B3pPRp/6+s1L/5G1R1/6LGG/4+p4/5Ssp1/5+B+p1k b G3Nnl12p 1", 77},
    {"shogi", "8s/9/6G1k/9/8G/9/9/9/9 b B2rb2g3s4n4l18p 1", 0},
    {"shogi", "9/5P1GP/9/7k1/6p2/9/9/9/9 b GSLrl 1", 0},
    {"shogi", "9/9/9/9/3l5/3pk4/9/1K7/9 b GS2L 1", 0},
    {"shogi", "9/9/6s2/9/9/6k2/9/9/9 b BGP2rb3g3s4n4l17p 1", 0},
    {"56shogi", "2k2/1+p3/+R+P3/5/1K3/5 b - 1", 19},
    {"56shogi", "k1G2/1+p3/+ppP1R/5/5/1+p3 b G2Sgsp 1", 15},
    {"56shogi", "5/5/5/+R1+B2/1+r+s1+p/k2B1 w G2P 1", 14},
    {"56shogi", "1p3/1G1k1/3p1/1+P1B1/2+BSg/1GP2 b Pp 1", 13},
    {"56shogi", "2G1s/pbkS1/2BR1/2pg1/5/5 w R2Pgp 1", 12},
    {"56shogi", "5/k4/5/3B1/3G1/5 b R 1", 11},
    {"56shogi", "1p3/k3p/2R2/5/4S/2B1G b SPrb3g2s7p 1", 9},
    {"56shogi", "2G1G/br+pk1/1P3/g3S/4P/2+PK1 b BP2s 1", 0},
    {"56shogi", "1g1p1/1B1+s1/3k1/5/2+p1+S/1+R3 b - 1", 0},
    {"56shogi", "3k1/2g2/3G1/5/5/5 b G4P 1", 0},
    {"56shogi", "4k/5/3+Rb/5/5/5 b Prb4g4s9p 1", 0},
    {"56shogi", "2s2/1k1G1/2+p2/P2g1/2R2/5 b BS2p 1", 0},
    {"ogi", "5k2/1R4p1/8/2+b5/8/1K4P1/4I3/8 b irb4s4n4l14p 1", 19},
    {"ogi", "8/8/8/3+I+P3/+sk6/8/8/8 w - 1", 18},
    {"ogi", "5k2/I7/6B+l/8/8/8/4K3/8 b - 1", 17},
    {"ogi", "1K1p3b/2L4k/2+I5/l3+P3/8/8/8/8 w SP 1", 16},
    {"ogi", "2p3+I1/8/8/8/8/k2rL3/2L5/8 b ir2b4s4n2l15p 1", 15},
    {"ogi", "k7/8/3+P4/l1r5/8/8/8/8 b IPir2b4s4n3l14p 1", 13},
    {"ogi", "3k4/2+I5/p3+p3/2+R5/8/8/8/8 w P 1", 12},
    // [R3.5] promoted pieces in hand
    {"ogi", "8/6kP/6p1/8/8/8/8/8 b NL2+P2i2r2b4s3n3l12p 1", 0},
    {"ogi", "8/8/1I6/8/2+L2+l2/1+n1np3/3k4/8 b B+P 1", 0},
    {"ogi", "8/8/3k1p2/8/8/8/8/8 b SL+P 1", 0},
    {"ogi", "4l1r1/8/1p4PN/1l+p1I3/P5n1/4k3/i7/8 b +SNP 1", 0},
    {"ogi", "8/+b2k4/8/8/6P1/8/8/8 b L2+P 1", 0},
};

static KjSolver *new_solver(KjAttackerMoves moves, size_t memory_mib)
{
    KjSolverOptions options = {.attacker_moves = moves,
                               .loops = KJ_LOOPS_FAIL,
                               .memory_mib = memory_mib,
                               .find_shortest = true};
    KjSolver *solver = kj_solver_new(&options, NULL);
    assert_non_null(solver);
    return solver;
}

static void assert_fine(const char *wrong, const char *sfen)
{
    if (wrong)
        fail_msg("%s: %s", sfen, wrong);
}

/* Solves, certifies and verifies a problem. */
static void certify(const CertifiedPlan *plan, const Problem *problem, Certified *out)
{
    KjPosition pos = position_from(kj_game_find(problem->game), problem->sfen);
    g_autofree char *wrong = certified_run(plan, &pos, out);
    assert_fine(wrong, problem->sfen);
    assert_int_equal(out->result.verdict, problem->plies ? KJ_MATE : KJ_NOMATE);
    assert_int_equal(out->result.pure_plies, problem->plies);
    assert_non_null(out->bytes);
}

static void certify_all(const char *game, bool shortest)
{
    CertifiedPlan plan = {.solver = new_solver(KJ_CHECKS_ONLY, MEMORY_MIB), .shortest = shortest};
    unsigned n = 0;
    uint64_t records = 0, bytes = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(problems); i++) {
        if (strcmp(problems[i].game, game) != 0)
            continue;
        g_auto(Certified) c;
        certify(&plan, &problems[i], &c);
        records += c.count.records;
        bytes += c.count.bytes;
        n++;
    }
    print_message("%s, %s: %u problems, %llu records, %llu bytes\n", game,
                  shortest ? "shortest" : "mate", n, (unsigned long long)records,
                  (unsigned long long)bytes);
    assert_int_equal(n, 12);
    assert_true(bytes < records * 32);
    kj_solver_free(plan.solver);
}

TEST(a_dozen_problems_of_shogi_are_certified)
{
    certify_all("shogi", false);
    certify_all("shogi", true);
}

TEST(a_dozen_problems_of_56shogi_are_certified)
{
    certify_all("56shogi", false);
    certify_all("56shogi", true);
}

TEST(a_dozen_problems_of_ogi_are_certified)
{
    certify_all("ogi", false);
    certify_all("ogi", true);
}

static void certify_by(const char *game, KjAttackerMoves moves, const KjRules *rules)
{
    CertifiedRandom what = {.game = game,
                            .attacker_moves = moves,
                            .rules = rules,
                            .seed = SEED,
                            .wanted = moves == KJ_CHECKS_ONLY ? SAMPLES(300, 75) : SAMPLES(40, 20),
                            .nodes = moves == KJ_CHECKS_ONLY ? 2000 : 500};
    CertifiedTotal total;
    bool ok = certified_random(&what, &total);
    certified_print(&what, &total);
    assert_true(ok);
    assert_true(total.mates > what.wanted / 50 && total.no_mates > what.wanted / 20);
    assert_true(total.defender_first > what.wanted / 20);
    assert_true(moves != KJ_CHECKS_ONLY || total.looked_up > 0);
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
    for (size_t i = 0; i < kj_game_count(); i++)
        certify_random(kj_game_at(i)->row->id, KJ_CHECKS_ONLY, false, false);
    certify_suizo(KJ_CHECKS_ONLY);
}

TEST(tries_are_certified)
{
    certify_random("shogi", KJ_CHECKS_ONLY, true, false);
    certify_random("ogi", KJ_CHECKS_ONLY, true, false);
    certify_random("56shogi", KJ_ALL_MOVES, true, false);
}

TEST(quiet_moves_and_stalemates_are_certified)
{
    for (int draws = 0; draws < 2; draws++) {
        certify_random("56shogi", KJ_CHECKS_OR_ZUGZWANG, false, draws);
        certify_random("56shogi", KJ_ALL_MOVES, false, draws);
        certify_random("ogi", KJ_ALL_MOVES, false, draws);
        certify_random("dobutsu", KJ_ALL_MOVES, true, draws);
    }
}

TEST(the_bytes_are_those_of_the_format)
{
    // the mate is G*2b: 49 + 2 (2 81 + 16) = 405
    static const char text[] = "kanju-certificate 4\ngame shogi\nattacker sente\n"
                               "attacker-moves checks\ntry off\nstalemate loss\n"
                               "drop-stalemate legal\nrepetition fails\ndominance yes\n"
                               "position 7k1/9/7P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\n"
                               "claim mate 1\nend\n\225\003";
    CertifiedPlan plan = {.solver = new_solver(KJ_CHECKS_ONLY, MEMORY_MIB)};
    Certified c;
    certify(&plan, &(Problem){"shogi", "7k1/9/7P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", 1}, &c);
    assert_int_equal(c.bytes->len, sizeof text - 1);
    assert_memory_equal(c.bytes->data, text, sizeof text - 1);
    certified_clear(&c);
    kj_solver_free(plan.solver);
}

TEST(a_king_that_can_be_taken_needs_no_records)
{
    // [R4.3] whoever is to move takes the king
    static const char *const sfen[] = {"3k4/8/8/8/8/3R4/8/3K4 b - 1",
                                       "3k4/8/8/3r4/8/8/8/3K4 w - 1"};
    CertifiedPlan plan = {.solver = new_solver(KJ_CHECKS_ONLY, MEMORY_MIB)};
    for (int i = 0; i < 2; i++) {
        KjPosition pos = position_from(kj_game_find("ogi"), sfen[i]);
        g_auto(Certified) c;
        g_autofree char *wrong = certified_run(&plan, &pos, &c);
        assert_fine(wrong, sfen[i]);
        assert_int_equal(c.result.verdict, i == 0 ? KJ_MATE : KJ_NOMATE);
        assert_int_equal(c.count.records, 0);
    }
    kj_solver_free(plan.solver);
}

TEST(what_the_table_forgot_is_searched_again)
{
    CertifiedPlan plan = {.solver = new_solver(KJ_CHECKS_ONLY, MEMORY_MIB), .shortest = true};
    for (size_t i = 0; i < G_N_ELEMENTS(problems); i++) {
        const char *sfen = problems[i].sfen;
        KjPosition pos = position_from(kj_game_find(problems[i].game), sfen);
        g_auto(Certified) c = {0};
        kj_solver_solve(plan.solver, &pos, plan.attacker, &plan.limits, &c.result);
        kj_table_clear(&kj_solver_search(plan.solver)->table);
        g_autofree char *wrong = certified_write(&plan, &pos, &c);
        assert_fine(wrong, sfen);
        assert_true(c.count.nodes > 0);
    }
    kj_solver_free(plan.solver);
}

TEST(a_table_too_small_for_the_search_is_enough)
{
    // 図巧 64 with one MiB: the table is emptied by half several times
    CertifiedPlan plan = {.solver = new_solver(KJ_CHECKS_ONLY, 1)};
    Certified c;
    certify(&plan, &problems[7], &c);
    assert_true(kj_solver_search(plan.solver)->table.collections > 0);
    assert_true(c.count.nodes > 0);
    certified_clear(&c);
    kj_solver_free(plan.solver);
}

/* Tries to certify what is in `result` and returns the error's code. */
static int refusal(KjSolver *solver, const KjPosition *pos, const KjResult *result,
                   const KjLimits *limits, bool shortest, KjCertificateSink sink)
{
    g_autoptr(GError) error = NULL;
    KjCertifyOptions options = {.shortest = shortest, .sink = sink};
    assert_false(kj_certify(solver, pos, KJ_SENTE, result, limits, &options, NULL, &error));
    assert_non_null(error);
    return error->domain == KJ_CERTIFY_ERROR ? error->code : -1;
}

static bool refuse_bytes(void *data, const void *bytes, size_t n, GError **error)
{
    (void)data;
    (void)bytes;
    (void)n;
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOSPC, "full");
    return false;
}

TEST(limits_and_the_sink_end_the_writing)
{
    const atomic_bool stop = true;
    const KjLimits none = {0}, stopped = {.stop = &stop}, few = {.nodes = 10};
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    KjCertificateSink sink = {kj_certificate_hold, bytes}, full = {refuse_bytes, NULL};
    g_autoptr(KjSolver) solver = new_solver(KJ_CHECKS_ONLY, MEMORY_MIB);
    KjPosition pos = position_from(kj_game_find("shogi"), problems[7].sfen);
    g_auto(KjResult) result;
    kj_solver_solve(solver, &pos, KJ_SENTE, &none, &result);
    assert_int_equal(refusal(solver, &pos, &result, &stopped, false, sink), KJ_CERTIFY_ERROR_LIMIT);
    assert_int_equal(refusal(solver, &pos, &result, &none, false, full), -1);
    result.pure_proved = false;
    assert_int_equal(refusal(solver, &pos, &result, &none, true, sink), KJ_CERTIFY_ERROR_UNDECIDED);
    kj_table_clear(&kj_solver_search(solver)->table);
    assert_int_equal(refusal(solver, &pos, &result, &few, false, sink), KJ_CERTIFY_ERROR_LIMIT);
    result.verdict = KJ_UNKNOWN;
    assert_int_equal(refusal(solver, &pos, &result, &none, false, sink),
                     KJ_CERTIFY_ERROR_UNDECIDED);
}

/* Makes the table say of the positions after every attack what is not true. */
static void lie(KjSolver *solver, const KjPosition *root, bool mate)
{
    KjSearch *s = kj_solver_search(solver);
    KjPosition pos = *root;
    KjMoveList attacks, replies;
    kj_search_attacks(s, &pos, &attacks);
    kj_table_clear(&s->table);
    for (unsigned i = 0; i < attacks.n; i++) {
        KjUndo undo;
        kj_position_make(&pos, attacks.move[i], &undo);
        kj_gen_safe(&pos, &replies);
        for (unsigned j = 0; j < replies.n; j++) {
            KjChild child;
            kj_search_peek(s, &pos, replies.move[j], &child);
            KjNodeValue v = mate ? kj_value_proved(child.hand, 1)
                                 : kj_value_disproved(child.hand, KJ_LEN_INF, KJ_DEP_NONE);
            kj_table_store_final(&s->table, pos.game->t, child.key, &v, 0, 0, KJ_ENTRY_OR);
        }
        kj_position_unmake(&pos, attacks.move[i], &undo);
    }
}

TEST(false_facts_in_the_table_are_found_out)
{
    const KjLimits none = {0};
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    KjCertificateSink sink = {kj_certificate_hold, bytes};
    g_autoptr(KjSolver) solver = new_solver(KJ_CHECKS_ONLY, MEMORY_MIB);
    unsigned found_out = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(problems); i++) {
        KjPosition pos = position_from(kj_game_find(problems[i].game), problems[i].sfen);
        if (pos.side != KJ_SENTE || problems[i].plies > 19)
            continue;
        g_auto(KjResult) result;
        kj_solver_solve(solver, &pos, KJ_SENTE, &none, &result);
        bool mate = result.verdict == KJ_MATE;
        result.verdict = mate ? KJ_NOMATE : KJ_MATE;
        result.pure_plies = mate ? 0 : 3;
        lie(solver, &pos, !mate);
        assert_int_equal(refusal(solver, &pos, &result, &none, false, sink),
                         KJ_CERTIFY_ERROR_UNFOUNDED);
        found_out++;
    }
    assert_true(found_out > 20);
}

/* Moves by the order of kj_usi_move_write and by that of the writer. */
static void assert_same_order(const KjWriter *w, const KjMoveList *list)
{
    for (unsigned i = 0; i < list->n; i++) {
        for (unsigned j = 0; j < i; j++) {
            char a[KJ_USI_MOVE] = {0}, b[KJ_USI_MOVE] = {0};
            kj_usi_move_write(&w->pos, list->move[i], a);
            kj_usi_move_write(&w->pos, list->move[j], b);
            KjMoveText x = kj_writer_text(w, list->move[i]), y = kj_writer_text(w, list->move[j]);
            int by_text = strcmp(a, b);
            if ((by_text > 0) != (x > y) || (by_text < 0) != (x < y))
                fail_msg("%s and %s are in another order", a, b);
        }
    }
}

TEST(moves_are_in_the_order_of_their_texts)
{
    g_autoptr(KjSolver) solver = new_solver(KJ_CHECKS_ONLY, 1);
    NvRng rng = {.state = SEED};
    unsigned kept = 0;
    for (size_t game = 0; game < kj_game_count(); game++) {
        for (unsigned i = 0; i < 300; i++) {
            KjPosition pos;
            KjMoveList list;
            random_problem(&pos, kj_game_at(game), &rng);
            g_autofree KjWriter *w = kj_writer_new(solver, &pos);
            kj_gen_safe(&w->pos, &list);
            assert_same_order(w, &list);
            for (unsigned j = 0; j < list.n; j++)
                kept += kj_move_keeps(list.move[j]);
        }
    }
    assert_true(kept > 0);
}
