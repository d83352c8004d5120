/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests of works begin with: a position read from its text, and a solver. */
#pragma once

#include "core/format/position_text.h"
#include "core/format/problem.h"
#include "core/format/sfen.h"
#include "solver/solver.h"

/* The position that a text gives, after its moves; aborts where it gives none. */
static inline KjPosition position_of(const char *text)
{
    g_auto(KjPositionText) read;
    if (!kj_position_text_read(text, NULL, &read, NULL))
        g_error("not a position: %s", text);
    return kj_position_text_end(&read);
}

/* The position of a game that SFEN gives; likewise. */
static inline KjPosition position_from(const KjGame *game, const char *sfen)
{
    KjPosition pos;
    g_autoptr(GError) error = NULL;
    if (!kj_sfen_read(sfen, game, &pos, NULL, &error))
        g_error("%s: %s", sfen, error->message);
    return pos;
}

/* A collection of puzzles/, or of the folder KANJU_PUZZLES; `game` NULL: as the boards tell.
 * (transfer full) */
static inline GPtrArray *puzzles_of(const char *name, const char *game)
{
    const char *folder = g_getenv("KANJU_PUZZLES");
    g_autofree char *path = g_build_filename(folder ? folder : "puzzles", name, NULL);
    g_autoptr(GError) error = NULL;
    GPtrArray *problems = kj_problems_from_file(path, game ? kj_game_find(game) : NULL, &error);
    if (!problems)
        g_error("%s", error->message);
    return problems;
}

/* Calls a function on each `step`th work of every list of seven games made here, hisshi apart. */
static inline void each_made_work(unsigned step, void (*look)(void *data, const KjPosition *pos),
                                  void *data)
{
    static const struct {
        const char *path, *game;
    } lists[] = {{"composed/shogi.tsv", "shogi"},
                 {"shogi/original.tsv", "shogi"},
                 {"composed/suizo.tsv", "suizo"},
                 {"composed/56shogi.tsv", "56shogi"},
                 {"56shogi/original.tsv", "56shogi"},
                 {"composed/ogi.tsv", "ogi"},
                 {"ogi/original.tsv", "ogi"},
                 {"gorogoro/original.tsv", "gorogoro"},
                 {"minishogi/original.tsv", "minishogi"},
                 {"dobutsu/original.tsv", "dobutsu"}};
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        g_autoptr(GPtrArray) problems = puzzles_of(lists[i].path, lists[i].game);
        for (unsigned k = 0; k < problems->len; k += step) {
            const KjProblem *problem = g_ptr_array_index(problems, k);
            if (problem->error)
                g_error("%s: %s", lists[i].path, problem->error->message);
            KjPosition pos = kj_position_text_end(&problem->position);
            look(data, &pos);
        }
    }
}

/* A solver as commands that check have one. (transfer full) */
static inline KjSolver *usual_solver(size_t memory_mib)
{
    KjSolverOptions options = {
        .loops = KJ_LOOPS_USUAL, .memory_mib = memory_mib, .find_shortest = true};
    return kj_solver_new(&options, NULL);
}
