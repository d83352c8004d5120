/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a line to a diagram: what a line implies, what no placement makes possible, and that what is
 * found is sound with that line, by the check alone. */
#include <string.h>

#include "solver/compose/for_line.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

enum { MEMORY_MIB = 16, STEPS = 300, NODES = 100000 };

static const char *const corner = "8k/9/9/9/9/9/9/9/9 b - 1";
static const char *const edge = "9/8k/9/9/9/9/9/9/9 b - 1";

static GArray *read_line(const KjGame *game, const char *text)
{
    char *wrong = NULL;
    GArray *line = kj_loose_line_read(game, text, &wrong);
    assert_non_null(line);
    return line;
}

static GArray *diagrams_of(const char *board, const char *text, KjLineFault *fault)
{
    KjPosition pos = position_of(board);
    g_autoptr(GArray) line = read_line(pos.game, text);
    return kj_line_diagrams(&pos, line, false, fault);
}

static void assert_piece(const KjPosition *pos, unsigned file, unsigned rank, KjPiece piece)
{
    assert_int_equal(pos->board[(file - 1) * pos->game->t->ranks + rank - 1], piece);
}

TEST(moves_without_a_position)
{
    const KjGame *game = kj_game_at(0);
    static const struct {
        const char *text;
        unsigned n; // readings
        bool vague;
    } moves[] = {
        {"P*2c", 1, false},          // a drop says all
        {"2b3c+", 2, false},         // a silver or a bishop
        {"2b3c", 5, false},          // or a king, a horse, a dragon
        {"+3423NG", 2, false},       // promoted before or now
        {"0023FU", 1, false},        // likewise without the side
        {"▲２三銀成(14)", 1, false}, // as KIF has it
        {"２三桂成", 2, true},       // from either side
        {"２三歩", 2, true},         // dropped or pushed
        {"２三歩打", 1, false},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(moves); i++) {
        KjLooseMove move;
        print_message("%s\n", moves[i].text);
        assert_true(kj_loose_move_read(game, KJ_SENTE, moves[i].text, KJ_MOVE_NONE, &move));
        assert_int_equal(move.readings->len, moves[i].n);
        assert_int_equal(move.vague, moves[i].vague);
        kj_loose_move_clear(&move);
    }
    static const char *const none[] = {"",     "x",    "2b9c",   "-0023FU",
                                       "同銀", "２三", "P*2c+3", "1a1b1c"};
    for (unsigned i = 0; i < G_N_ELEMENTS(none); i++) {
        KjLooseMove move;
        assert_false(kj_loose_move_read(game, KJ_SENTE, none[i], KJ_MOVE_NONE, &move));
        kj_loose_move_clear(&move);
    }
    char *wrong = NULL;
    assert_null(kj_loose_line_read(game, "P*2c 1a1b zz", &wrong));
    assert_string_equal(wrong, "zz");
    g_free(wrong);
}

TEST(a_line_implies_the_pieces_that_move)
{
    KjLineFault fault;
    g_autoptr(GArray) all = diagrams_of(corner, "N*2c 1a2a G*2b", &fault);
    const KjGame *game = kj_game_at(0);
    assert_int_equal(all->len, 1);
    const KjPosition *pos = &g_array_index(all, KjLineDiagram, 0).position;
    assert_int_equal(kj_hand_total(game->t, pos->hand[KJ_SENTE]), 2);
    assert_int_equal(kj_position_check(pos, NULL, NULL), KJ_POSITION_OK);

    // the piece that goes twice is put down once
    g_autoptr(GArray) twice = diagrams_of(edge, "▲２三銀成(34) △２一玉 ▲２二成銀", &fault);
    assert_int_equal(twice->len, 1);
    pos = &g_array_index(twice, KjLineDiagram, 0).position;
    assert_piece(pos, 3, 4, kj_piece(KJ_SENTE, kj_game_kind(game, 'S')));
    assert_int_equal(kj_bb_count(kj_occupied(pos)), 2);
}

TEST(what_no_placement_makes_possible_is_named)
{
    static const struct {
        const char *board, *line;
        unsigned ply; // from 0
        KjLineFaultKind kind;
    } cases[] = {
        {NULL, "S*9i", 0, KJ_LINE_NO_CHECK},
        {NULL, "R*1i 1a2a S*9i", 2, KJ_LINE_NO_CHECK},
        {NULL, "G*1b 1a2a G*2b", 1, KJ_LINE_IN_CHECK},
        {NULL, "G*2b 9a8a G*1b", 1, KJ_LINE_NO_REPLY},
        {NULL, "G*1b 1a1b", 2, KJ_LINE_ENDS},
        {NULL, "▲１一金(12)", 0, KJ_LINE_KING},
        {NULL, "G*1b 1a1b R*1d 1b2b R*2b", 4, KJ_LINE_ILLEGAL},
        {NULL, "R*1i 1a2a R*2i 2a3a R*3i", 4, KJ_LINE_NO_PIECE},
        {"8k/8G/9/9/9/9/9/9/9 b - 1", "G*1b", 0, KJ_LINE_ILLEGAL},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        KjLineFault fault;
        g_autoptr(GArray) all =
            diagrams_of(cases[i].board ? cases[i].board : corner, cases[i].line, &fault);
        print_message("%s: %s\n", cases[i].line, all->len ? "" : kj_line_fault_text(&fault));
        assert_int_equal(all->len, 0);
        assert_int_equal(fault.ply, cases[i].ply);
        assert_int_equal(fault.kind, cases[i].kind);
    }
}

/* Steps until a work is found. (transfer full) */
static KjForLine *search(const GArray *diagrams, const KjForLineOptions *options)
{
    KjForLine *search = kj_for_line_new(diagrams, options);
    KjSolverOptions solver_options = {.memory_mib = MEMORY_MIB};
    KjSolver *solver = kj_solver_new(&solver_options, NULL);
    KjRandom random = {1};
    KjForLineTask task;
    for (unsigned i = 0; i < STEPS && !kj_for_line_works(search)->len; i++) {
        assert_true(kj_for_line_next(search, &random, &task));
        kj_for_line_step(search, options, solver, &task);
        kj_for_line_take(search, &task);
        kj_for_line_task_clear(&task);
    }
    kj_solver_free(solver);
    return search;
}

static KjForLineOptions options_of(const KjGame *game)
{
    return (KjForLineOptions){
        .made = {.profile = kj_profile_at(0), .attacker = KJ_SENTE, .nodes = NODES},
        .most_pieces = 8,
        .most_added = 6,
        .squares = game->t->all,
        .pieces = UINT64_MAX};
}

/* Checks a work anew, and that its line is the one that was given. */
static void assert_sound(const KjMade *made, const KjLineDiagram *diagram)
{
    KjSolverOptions solver_options = {.memory_mib = MEMORY_MIB};
    KjSolver *solver = kj_solver_new(&solver_options, NULL);
    KjCheckOptions options = {
        .author = diagram->line, .n_author = diagram->n_line, .recorded_plies = -1};
    KjLimits limits = {.nodes = 10 * NODES};
    KjReport report;
    kj_check(solver, &made->position, KJ_SENTE, &options, &limits, &report);
    assert_true(report.verdict <= KJ_WORK_BLEMISHED);
    assert_true(report.authors);
    assert_int_equal(made->n_line, diagram->n_line);
    assert_memory_equal(made->line, diagram->line, made->n_line * sizeof *made->line);
    kj_report_clear(&report);
    kj_solver_free(solver);
}

TEST(a_line_gets_a_sound_diagram)
{
    static const char *const lines[][2] = {
        {"8k/9/9/9/9/9/9/9/9 b - 1", "N*2c 1a2a G*2b"},
        {"9/8k/9/9/9/9/9/9/9 b - 1", "+1614KY -1221OU +0022KI"}, // takes a gold that it drops
        {"2k2/5/5/5/5/5 b - 1", "G*2a 3a3b G*4b"},               // 56shogi
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++) {
        KjLineFault fault;
        g_autoptr(GArray) diagrams = diagrams_of(lines[i][0], lines[i][1], &fault);
        KjPosition board = position_of(lines[i][0]);
        KjForLineOptions options = options_of(board.game);
        assert_true(diagrams->len > 0);
        KjForLine *found = search(diagrams, &options);
        const GArray *works = kj_for_line_works(found);
        assert_true(works->len > 0);
        for (unsigned k = 0; k < works->len; k++)
            assert_sound(&g_array_index(works, KjMade, k), kj_for_line_diagram(found, 0));
        kj_for_line_free(found);
    }
}

TEST(only_what_may_be_added_is)
{
    KjLineFault fault;
    g_autoptr(GArray) diagrams = diagrams_of(corner, "N*2c 1a2a G*2b", &fault);
    const KjGame *game = kj_game_at(0);
    KjForLineOptions options = options_of(game);
    options.pieces = (uint64_t)1 << kj_piece(KJ_SENTE, kj_game_kind(game, 'P')) |
                     (uint64_t)1 << kj_piece(KJ_GOTE, kj_game_kind(game, 'P'));
    options.most_pieces = 5;
    KjForLine *found = kj_for_line_new(diagrams, &options);
    KjSolverOptions solver_options = {.memory_mib = MEMORY_MIB};
    KjSolver *solver = kj_solver_new(&solver_options, NULL);
    KjRandom random = {1};
    for (unsigned i = 0; i < 20; i++) {
        KjForLineTask task;
        assert_true(kj_for_line_next(found, &random, &task));
        kj_for_line_step(found, &options, solver, &task);
        for (unsigned k = 0; k < task.children->len; k++) {
            const KjDraft *child = &g_array_index(task.children, KjDraft, k);
            assert_true(child->pieces <= 5);
            for (unsigned s = 0; s < game->t->squares; s++) {
                KjPiece piece = child->position.board[s];
                assert_true(!piece || kj_piece_kind(piece) == game->t->king ||
                            (options.pieces >> piece & 1));
            }
        }
        kj_for_line_take(found, &task);
        kj_for_line_task_clear(&task);
    }
    kj_solver_free(solver);
    kj_for_line_free(found);
}
