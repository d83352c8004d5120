/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers a difficulty estimate rests on. */
#include "solver/themes/difficulty.h"

#include <math.h>

#include "core/rules/movegen.h"

/* Weights in points. A ply and a bit of choice are one point or so each; a check that looks good is
 * what misleads people, so it counts more. */
static const KjHardRow rows[KJ_HARD_FEATURES] = {
    [KJ_HARD_PLIES] = {"plies", "手数", "plies", 1.0},
    [KJ_HARD_CHECKS] = {"checks", "王手の選択", "choice of checks (bits)", 1.0},
    [KJ_HARD_PLAUSIBLE] = {"plausible", "有力な紛れ", "plausible tries", 0.5},
    [KJ_HARD_DEEP] = {"deep", "深い紛れ", "tries with no obvious refutation", 1.0},
    [KJ_HARD_REPLIES] = {"replies", "変化の広さ", "choice of replies (bits)", 0.5},
    [KJ_HARD_DEVICES] = {"devices", "手筋", "devices", 2.0},
};

// Upper bounds of the nodes for 1, 2, ... stars; more gives one star more than there are bounds.
static const uint64_t star_nodes[KJ_HARD_STARS - 1] = {1000,   5000,    20000,  100000,
                                                       500000, 1000000, 5000000};

enum { SIGHT_PLIES = 3, SIGHT_NODES = 500 };

const KjHardRow *kj_hard_row(KjHardFeature feature)
{
    return &rows[feature];
}

unsigned kj_hard_stars(uint64_t nodes)
{
    unsigned stars = 1;
    while (nodes && stars < KJ_HARD_STARS && nodes >= star_nodes[stars - 1])
        stars++;
    return nodes ? stars : 0;
}

/*
 * Whether a reply leaves the attacker without a check within `plies`: no check at once, or each
 * answered so. `budget` is what may be looked at; spent, the answer is no.
 */
static bool refuted_at_sight(const KjPosition *defender_to_move, unsigned plies, unsigned *budget)
{
    KjMoveList replies;
    kj_gen_safe(defender_to_move, &replies);
    for (unsigned r = 0; r < replies.n && *budget; r++) {
        KjPosition pos = *defender_to_move;
        KjUndo undo;
        KjMoveList checks;
        --*budget;
        kj_position_make(&pos, replies.move[r], &undo);
        kj_gen_checks(&pos, &checks);
        bool all = checks.n == 0 || plies >= 3;
        for (unsigned c = 0; c < checks.n && all; c++) {
            KjPosition next = pos;
            kj_position_make(&next, checks.move[c], &undo);
            all = *budget && refuted_at_sight(&next, plies - 2, budget);
        }
        if (all)
            return true;
    }
    return false;
}

/* Whether some reply walks into a mate at once. */
static bool some_reply_is_mated(const KjPosition *defender_to_move)
{
    KjMoveList replies;
    kj_gen_safe(defender_to_move, &replies);
    for (unsigned r = 0; r < replies.n; r++) {
        KjPosition pos = *defender_to_move;
        KjUndo undo;
        kj_position_make(&pos, replies.move[r], &undo);
        if (kj_mate_in_one(&pos))
            return true;
    }
    return false;
}

static void look_at_attack(const KjPosition *pos, KjMove move, double value[KJ_HARD_FEATURES])
{
    KjMoveList checks;
    kj_gen_checks(pos, &checks);
    value[KJ_HARD_CHECKS] += checks.n > 1 ? log2(checks.n) : 0;
    for (unsigned i = 0; i < checks.n; i++) {
        KjPosition after = *pos;
        KjUndo undo;
        unsigned budget = SIGHT_NODES;
        if (checks.move[i] == move)
            continue;
        kj_position_make(&after, checks.move[i], &undo);
        if (!kj_has_safe_move(&after))
            continue; // a mate as well
        value[KJ_HARD_PLAUSIBLE] += some_reply_is_mated(&after);
        value[KJ_HARD_DEEP] += !refuted_at_sight(&after, SIGHT_PLIES, &budget);
    }
}

void kj_difficulty(const KjSolvedWork *work, unsigned devices, uint64_t nodes, KjDifficulty *out)
{
    g_autofree KjPosition *pos = kj_solved_positions(work);
    *out = (KjDifficulty){.nodes = nodes, .stars = kj_hard_stars(nodes)};
    out->value[KJ_HARD_PLIES] = work->n_line;
    out->value[KJ_HARD_DEVICES] = devices;
    for (unsigned i = 0; i < work->n_line; i++) {
        KjMoveList replies;
        if (pos[i].side == work->attacker) {
            look_at_attack(&pos[i], work->line[i], out->value);
            continue;
        }
        kj_gen_safe(&pos[i], &replies);
        out->value[KJ_HARD_REPLIES] += replies.n > 1 ? log2(replies.n) : 0;
    }
    for (unsigned f = 0; f < KJ_HARD_FEATURES; f++)
        out->score += rows[f].weight * out->value[f];
}
