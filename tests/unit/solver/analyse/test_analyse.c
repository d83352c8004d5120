/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every statement of an analysis against brute force, on small random positions of each game with
 * both kings: docs/analyse.md is the definition, tests/support/brute_force/reference.h knows who
 * mates.
 */
#include <stdio.h>
#include <string.h>

#include "core/format/position_text.h"
#include "core/rules/attack.h"
#include "solver/analyse/analyse_position.h"
#include "solver/analyse/plies.h"
#include "tests/support/brute_force/hisshi_reference.h"
#include "tests/support/cmocka.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/solver/solver_check.h"

enum {
    POSITIONS = 6,
    GAMES = 7,
    PLIES = 5,
    LIMIT = 120, // positions of a question to brute force
    GRAPH = 400, // positions of what is forced by threats
    BRINKS_WANTED = 18,
    BRINK_NODES = 3000,
    SEED = 20261122,
    NODES = 1000,           // of a question
    POSITION_NODES = 40000, // of all about a position
};

// compared in single positions
enum { BRINKS = KJ_PLY_HISSHI | KJ_PLY_FORCED };

typedef struct {
    const KjGame *game;
    Reference *reference[2];                                             // by attacker
    HisshiReference *hisshi[2];                                          // likewise
    unsigned brinks[KJ_BRINK_HISSHI + 1], compared[KJ_BRINK_HISSHI + 1]; // by KjBrink
    KjAnalyst *analyst;
    NvRng rng;
    unsigned known[2]; // what brute force could tell: no, yes
} World;

static void begin(World *w, const char *game)
{
    KjSolverOptions options = solver_check_options(16);
    options.loops = KJ_LOOPS_FAIL; // as brute force has it
    *w = (World){.game = kj_game_find(game), .rng = {SEED}};
    w->reference[0] = reference_new(KJ_SENTE, REFERENCE_CHECKS, LIMIT);
    w->reference[1] = reference_new(KJ_GOTE, REFERENCE_CHECKS, LIMIT);
    w->hisshi[0] = hisshi_reference_new(KJ_SENTE, GRAPH, LIMIT);
    w->hisshi[1] = hisshi_reference_new(KJ_GOTE, GRAPH, LIMIT);
    w->analyst = kj_analyst_new(&options, NULL);
    assert_non_null(w->analyst);
}

static void end(World *w)
{
    kj_analyst_free(w->analyst);
    hisshi_reference_free(w->hisshi[0]);
    hisshi_reference_free(w->hisshi[1]);
    reference_free(w->reference[0]);
    reference_free(w->reference[1]);
}

static const KjAnalyseLimits limits = {.question_nodes = NODES, .nodes = POSITION_NODES};

/* Whether the attacker mates: 1, 0, or -1 where there are too many positions. */
static int truth(World *w, const KjPosition *pos, KjSide attacker, unsigned *plies)
{
    *plies = 0;
    if (pos->king[kj_other(attacker)] == KJ_NO_SQUARE)
        return 0;
    if (kj_can_capture_king(pos))
        return pos->side == attacker;
    ReferenceVerdict verdict = reference_solve(w->reference[attacker], pos, plies);
    if (verdict == REFERENCE_TOO_BIG)
        return -1;
    w->known[verdict == REFERENCE_MATE]++;
    return verdict == REFERENCE_MATE;
}

static void assert_verdict(int true_one, KjVerdict verdict)
{
    if (true_one < 0 || verdict == KJ_UNKNOWN)
        return;
    assert_int_equal(verdict, true_one ? KJ_MATE : KJ_NOMATE);
}

/* One with both kings in which nobody can take one. */
static void random_position(World *w, KjPosition *out)
{
    KjPosition turned;
    do {
        random_problem(out, w->game, &w->rng);
    } while (out->king[0] == KJ_NO_SQUARE || out->king[1] == KJ_NO_SQUARE);
    if (nv_random(&w->rng, 2)) { // sente attacks in all of them
        turned = kj_position_flip(out);
        *out = turned;
    }
}

static KjPosition passed_by_hand(const KjPosition *pos)
{
    KjPosition passed = *pos;
    kj_position_set_side(&passed, kj_other((KjSide)pos->side));
    assert_true(passed.key == kj_position_compute_key(&passed));
    return passed;
}

/* One in which the side to move mates, or the other would after a pass. */
static void random_mate(World *w, KjPosition *out)
{
    KjPosition passed;
    unsigned plies;
    do {
        random_position(w, out);
        passed = passed_by_hand(out);
    } while (truth(w, out, (KjSide)out->side, &plies) != 1 &&
             (kj_in_check(out, (KjSide)out->side) ||
              truth(w, &passed, (KjSide)passed.side, &plies) != 1));
}

/* ---- positions ---- */

static void check_first_moves(World *w, const KjKingReport *king)
{
    KjMoveList list;
    unsigned found = 0, plies;
    kj_gen_checks(&king->board, &list);
    for (unsigned i = 0; i < list.n; i++) {
        KjPosition after = kj_position_after(&king->board, list.move[i]);
        int mates = truth(w, &after, kj_other(king->side), &plies);
        const KjFirstMove *first = NULL;
        for (unsigned k = 0; k < king->first->len; k++) {
            const KjFirstMove *one = &g_array_index(king->first, KjFirstMove, k);
            first = one->move == list.move[i] ? one : first;
        }
        found += first != NULL;
        assert_verdict(mates, first ? first->answer.verdict : KJ_NOMATE);
        if (first && mates == 1 && kj_answer_exact(&first->answer))
            assert_int_equal(first->answer.plies, plies);
    }
    assert_int_equal(found, king->first->len);
}

/* No piece of the hands that are said to be the least can be missed; and without any there is no
 * mate with one piece. */
static void check_needs(World *w, const KjKingReport *king)
{
    const KjTables *t = w->game->t;
    KjSide attacker = kj_other(king->side);
    unsigned plies;
    if (!king->safe_asked)
        return;
    KjPosition everything = kj_give_everything(&king->board, attacker);
    assert_verdict(truth(w, &everything, attacker, &plies), king->safe.verdict);
    if (king->safe.verdict == KJ_NOMATE)
        assert_int_equal(king->needs->len, 0);
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind kind = t->hand_kind[i];
        if (kind >= KJ_PROMOTED || !t->drop_ok[attacker][kind])
            continue;
        KjHand one = (KjHand)1 << t->hand_shift[kind];
        KjPosition with = kj_give_hand(&king->board, attacker, one);
        bool said = false;
        for (unsigned k = 0; k < king->needs->len; k++)
            said |= g_array_index(king->needs, KjHand, k) == one;
        int mates = truth(w, &with, attacker, &plies);
        if (mates == 0 || king->n_open == 0)
            assert_verdict(mates, said ? KJ_MATE : KJ_NOMATE);
        if (mates == 0 && king->safe.verdict != KJ_NOMATE) // a pair with it counts for both
            for (unsigned k = 0; k < king->needs->len; k++)
                assert_true(g_array_index(king->needs, KjHand, k) != one);
    }
}

static void check_king(World *w, const KjPosition *pos, const KjKingReport *king)
{
    KjSide attacker = kj_other(king->side);
    bool checked = kj_in_check(pos, king->side);
    KjKingCase expected = pos->side == attacker ? KJ_KING_ATTACK
                          : checked             ? KJ_KING_CHECKED
                                                : KJ_KING_PASS;
    assert_int_equal(king->state, expected);
    KjPosition board = expected == KJ_KING_PASS ? passed_by_hand(pos) : *pos;
    assert_true(kj_position_equal(&board, &king->board));
    unsigned plies;
    int mates = truth(w, &board, attacker, &plies);
    assert_verdict(mates, king->mate.verdict);
    if (mates == 1 && king->mate.plies_proved && !kj_can_capture_king(&board)) {
        assert_int_equal(king->mate.plies, plies);
        assert_int_equal(king->mate.n_line, plies);
    }
    if (king->mate.verdict == KJ_MATE && expected != KJ_KING_CHECKED &&
        !kj_can_capture_king(&board))
        check_first_moves(w, king);
    check_needs(w, king);
}

static void check_moves(World *w, const KjPosition *pos, const GArray *moves)
{
    KjSide mover = (KjSide)pos->side;
    KjMoveList list;
    unsigned plies;
    kj_gen_safe(pos, &list);
    assert_int_equal(moves->len, list.n);
    for (unsigned i = 0; i < list.n; i++) {
        const KjMoveFact *fact = &g_array_index(moves, KjMoveFact, i);
        KjPosition after = kj_position_after(pos, list.move[i]);
        assert_int_equal(fact->move, list.move[i]);
        bool wins = after.king[kj_other(mover)] == KJ_NO_SQUARE ||
                    (w->game->rules.try_rule == KJ_TRY_ON && kj_is_try(pos, list.move[i]));
        assert_int_equal(fact->wins, wins);
        if (wins) {
            assert_int_equal(fact->loses.verdict, KJ_NOMATE);
            continue;
        }
        assert_int_equal(fact->check, kj_in_check(&after, kj_other(mover)));
        assert_verdict(truth(w, &after, kj_other(mover), &plies), fact->loses.verdict);
        assert_int_equal(fact->threatens_asked, !fact->check && fact->loses.verdict != KJ_MATE);
        if (!fact->threatens_asked)
            continue;
        KjPosition passed = passed_by_hand(&after);
        assert_verdict(truth(w, &passed, mover, &plies), fact->threatens.verdict);
    }
}

/* Whether every move that gives no check is answered by a mate; -1: not known. */
static int only_checks_delay(World *w, const KjPosition *pos)
{
    KjMoveList list;
    KjSide mover = (KjSide)pos->side;
    unsigned plies;
    kj_gen_safe(pos, &list);
    for (unsigned i = 0; i < list.n; i++) {
        KjPosition after = kj_position_after(pos, list.move[i]);
        if (kj_move_wins(pos, list.move[i]))
            return 0;
        if (kj_in_check(&after, kj_other(mover)))
            continue;
        int mates = truth(w, &after, kj_other(mover), &plies);
        if (mates != 1)
            return mates;
    }
    return 1;
}

static void check_brink(World *w, const KjPosition *pos, const KjBrinkReport *brink)
{
    KjSide mover = (KjSide)pos->side;
    unsigned plies;
    w->brinks[brink->brink]++;
    if (brink->brink <= KJ_BRINK_OPEN && brink->brink != KJ_BRINK_NONE)
        return;
    ReferenceVerdict verdict = hisshi_reference_solve(w->hisshi[kj_other(mover)], pos, &plies);
    if (verdict == REFERENCE_TOO_BIG)
        return;
    bool forced = brink->brink >= KJ_BRINK_FORCED;
    w->compared[brink->brink]++;
    assert_int_equal(forced, verdict == REFERENCE_MATE);
    if (forced && kj_hisshi_exact(&brink->answer))
        assert_int_equal(brink->answer.plies, plies);
    if (forced)
        assert_int_equal(brink->brink == KJ_BRINK_HISSHI, plies == 0);
    int delay = only_checks_delay(w, pos);
    if (forced && plies > 0 && delay >= 0)
        assert_int_equal(brink->brink, delay ? KJ_BRINK_BUT_CHECKS : KJ_BRINK_FORCED);
}

static void check_forced(World *w, const KjPosition *pos, const KjPositionReport *report)
{
    KjSide mover = (KjSide)pos->side;
    const KjBrinkReport *brink = &report->brink;
    unsigned plies;
    bool asked = report->king[mover].state == KJ_KING_PASS &&
                 report->king[mover].mate.verdict == KJ_MATE &&
                 report->king[kj_other(mover)].mate.verdict != KJ_MATE && !kj_can_capture_king(pos);
    assert_int_equal(brink->brink != KJ_BRINK_NOT_ASKED, asked);
    check_brink(w, pos, brink);
    if (!report->forces_asked || report->forces.verdict == KJ_UNKNOWN)
        return;
    ReferenceVerdict verdict = hisshi_reference_solve(w->hisshi[mover], pos, &plies);
    if (verdict != REFERENCE_TOO_BIG)
        assert_verdict(verdict == REFERENCE_MATE, report->forces.verdict);
}

static void compare_positions(const char *game)
{
    World w;
    unsigned mates[3] = {0};
    begin(&w, game);
    for (unsigned i = 0; i < POSITIONS; i++) {
        KjPosition pos;
        KjPositionReport report;
        if (i % 2)
            random_mate(&w, &pos);
        else
            random_position(&w, &pos);
        kj_analyse_position(w.analyst, &pos, NULL, &limits, &report);
        check_king(&w, &pos, &report.king[0]);
        check_king(&w, &pos, &report.king[1]);
        check_moves(&w, &pos, report.moves);
        check_forced(&w, &pos, &report);
        for (unsigned side = 0; side < 2; side++)
            mates[report.king[side].mate.verdict]++;
        kj_position_report_clear(&report);
    }
    print_message("%s: brute force knew %u mates and %u others; kings mated %u, not %u, open %u\n",
                  game, w.known[1], w.known[0], mates[KJ_MATE], mates[KJ_NOMATE],
                  mates[KJ_UNKNOWN]);
    assert_true(w.known[0] > 100 && w.known[1] > 50);
    end(&w);
}

TEST(positions_of_shogi)
{
    compare_positions("shogi");
}

TEST(positions_of_56shogi)
{
    compare_positions("56shogi");
}

TEST(positions_of_ogi)
{
    compare_positions("ogi");
}

TEST(positions_of_minishogi)
{
    compare_positions("minishogi");
}

/* ---- 必至 ---- */

/* One in which the side to move is under 詰めろ and does not mate; it may have little in hand. */
static void random_threat(World *w, KjPosition *out)
{
    unsigned plies;
    KjPosition passed;
    do {
        random_position(w, out);
        KjSide mover = (KjSide)out->side;
        if (nv_random(&w->rng, 4))
            out->hand[mover] = 0;
        passed = passed_by_hand(out);
    } while (kj_in_check(out, (KjSide)out->side) || kj_can_capture_king(out) ||
             truth(w, &passed, (KjSide)passed.side, &plies) != 1 ||
             truth(w, out, (KjSide)out->side, &plies) != 0);
}

static void compare_threats(const char *game)
{
    static const KjAnalyseLimits wide = {.question_nodes = BRINK_NODES};
    World w;
    begin(&w, game);
    for (unsigned i = 0; i < BRINKS_WANTED; i++) {
        KjPosition pos;
        KjBrinkReport brink;
        random_threat(&w, &pos);
        kj_analyst_begin(w.analyst, &wide);
        g_autoptr(GArray) moves = kj_analyse_moves(w.analyst, &pos, NULL, false);
        kj_analyse_brink(w.analyst, &pos, KJ_MATE, moves, &brink);
        check_brink(&w, &pos, &brink);
    }
    print_message("%s: gets away %u (%u compared), open %u, 一手一手 %u (%u), but checks %u (%u), "
                  "必至 %u (%u)\n",
                  game, w.brinks[KJ_BRINK_NONE], w.compared[KJ_BRINK_NONE], w.brinks[KJ_BRINK_OPEN],
                  w.brinks[KJ_BRINK_FORCED], w.compared[KJ_BRINK_FORCED],
                  w.brinks[KJ_BRINK_BUT_CHECKS], w.compared[KJ_BRINK_BUT_CHECKS],
                  w.brinks[KJ_BRINK_HISSHI], w.compared[KJ_BRINK_HISSHI]);
    assert_true(w.compared[KJ_BRINK_HISSHI] > 0);
    end(&w);
}

TEST(kings_under_a_threat)
{
    compare_threats("shogi");
    compare_threats("56shogi");
    compare_threats("ogi");
}

/* ---- games ---- */

/* Some safe moves from where there is a mate, or would be after a pass. */
static unsigned random_game(World *w, KjPosition *start, KjMove *moves)
{
    unsigned n = 0;
    random_mate(w, start);
    KjPosition pos = *start;
    while (n < PLIES) {
        KjMoveList list;
        kj_gen_safe(&pos, &list);
        if (list.n == 0)
            break;
        KjMove move = list.move[nv_random(&w->rng, (int)list.n)];
        moves[n++] = move;
        if (kj_move_wins(&pos, move))
            break;
        pos = kj_position_after(&pos, move);
    }
    return n;
}

/* What the finding must be, by the definitions; `open` where brute force cannot tell. */
static unsigned finding_of(World *w, const KjPosition *pos, KjMove move, bool *open)
{
    KjSide mover = (KjSide)pos->side;
    unsigned plies, finding = 0;
    KjPosition passed = passed_by_hand(pos);
    int mate = truth(w, pos, mover, &plies);
    int under = kj_in_check(pos, mover) ? 0 : truth(w, &passed, kj_other(mover), &plies);
    KjMoveList list;
    kj_gen_safe(pos, &list);
    if (kj_in_check(pos, mover) && list.n == 0)
        finding |= KJ_PLY_MATED;
    *open = mate < 0 || under < 0;
    if (!move)
        return finding;
    KjPosition after = kj_position_after(pos, move), passed_after = passed_by_hand(&after);
    bool wins = kj_move_wins(pos, move);
    bool takes = after.king[kj_other(mover)] == KJ_NO_SQUARE;
    bool check = !takes && kj_in_check(&after, kj_other(mover));
    int kept = takes ? 1 : check ? truth(w, &after, mover, &plies) : 0;
    int loses = wins ? 0 : truth(w, &after, kj_other(mover), &plies);
    int made = wins || check ? 0 : truth(w, &passed_after, mover, &plies);
    *open |= kept < 0 || loses < 0 || made < 0;
    if (mate == 1)
        finding |= kept == 1 ? KJ_PLY_MATES : KJ_PLY_MISSED;
    if (under == 1 && loses == 0 && !wins && !(finding & KJ_PLY_MATES))
        finding |= KJ_PLY_ANSWERS;
    if (made == 1)
        finding |= KJ_PLY_THREATENS;
    if (wins)
        finding |= KJ_PLY_WINS;
    bool saved = false;
    for (unsigned i = 0; loses == 1 && i < list.n; i++) {
        KjPosition other = kj_position_after(pos, list.move[i]);
        int lost = kj_move_wins(pos, list.move[i]) ? 0 : truth(w, &other, kj_other(mover), &plies);
        saved |= lost == 0;
        *open |= lost < 0;
    }
    return finding | (loses == 1 ? saved ? KJ_PLY_DEADLY : KJ_PLY_LOST : 0);
}

static void compare_games(const char *game)
{
    World w;
    unsigned found = 0, compared = 0, seen = 0;
    begin(&w, game);
    for (unsigned i = 0; i < GAMES; i++) {
        KjMove moves[PLIES];
        KjGameLine line = {.moves = moves};
        KjPlyReport plies[PLIES + 1];
        line.n = random_game(&w, &line.start, moves);
        unsigned n = line.n + 1;
        for (unsigned k = 0; k < n; k++)
            kj_ply_begin(&line, k + 1, &plies[k]);
        kj_analyse_plies(w.analyst, &line, &limits, plies, n);
        for (unsigned k = 0; k < n; k++) {
            bool open;
            if (plies[k].position.king[0] == KJ_NO_SQUARE ||
                plies[k].position.king[1] == KJ_NO_SQUARE)
                continue;
            unsigned expected = finding_of(&w, &plies[k].position, plies[k].move, &open);
            assert_true(plies[k].asked);
            if (!open && !(plies[k].finding & KJ_PLY_OPEN)) {
                if ((plies[k].finding & BRINKS) && (expected & KJ_PLY_DEADLY))
                    expected ^= KJ_PLY_DEADLY | KJ_PLY_LOST;
                assert_int_equal(plies[k].finding & ~(unsigned)BRINKS, expected);
                found |= expected;
                compared++;
            }
            seen++;
        }
        for (unsigned k = 0; k < n; k++)
            kj_ply_report_clear(&plies[k]);
    }
    print_message("%s: %u of %u plies compared, findings %#x\n", game, compared, seen, found);
    assert_true(compared * 4 > seen);
    assert_true((found & (KJ_PLY_MISSED | KJ_PLY_THREATENS)) != 0);
    end(&w);
}

TEST(games_ply_by_ply)
{
    compare_games("shogi");
    compare_games("56shogi");
    compare_games("ogi");
}
