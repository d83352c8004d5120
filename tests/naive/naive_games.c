/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The naive twin: games and pieces as tables, copied by hand from the rule sheet
 * (pieces R1.1, R6, R3.2; boards and sets R1.1, R2.2, R4.3, R3.1).
 */
#include "tests/naive/naive.h"

#include <string.h>

/* clang-format off */
#define ORTHOGONAL_STEPS {0, 1, false}, {0, -1, false}, {1, 0, false}, {-1, 0, false}
#define DIAGONAL_STEPS {1, 1, false}, {1, -1, false}, {-1, 1, false}, {-1, -1, false}
#define ORTHOGONAL_SLIDES {0, 1, true}, {0, -1, true}, {1, 0, true}, {-1, 0, true}
#define DIAGONAL_SLIDES {1, 1, true}, {1, -1, true}, {-1, 1, true}, {-1, -1, true}
#define KNIGHT_JUMPS {1, 2, false}, {-1, 2, false}, {1, -2, false}, {-1, -2, false}, \
                     {2, 1, false}, {-2, 1, false}, {2, -1, false}, {-2, -1, false}

static const NvVec KING[] = {ORTHOGONAL_STEPS, DIAGONAL_STEPS};
static const NvVec GOLD[] = {{0, 1, false}, {1, 1, false}, {-1, 1, false},
                             {1, 0, false}, {-1, 0, false}, {0, -1, false}};
static const NvVec SILVER[] = {{0, 1, false}, {1, 1, false}, {-1, 1, false},
                               {1, -1, false}, {-1, -1, false}};
static const NvVec KNIGHT[] = {{1, 2, false}, {-1, 2, false}};
static const NvVec LANCE[] = {{0, 1, true}};
static const NvVec PAWN[] = {{0, 1, false}};
static const NvVec ROOK[] = {ORTHOGONAL_SLIDES};
static const NvVec DRAGON[] = {ORTHOGONAL_SLIDES, DIAGONAL_STEPS};
static const NvVec BISHOP[] = {DIAGONAL_SLIDES};
static const NvVec HORSE[] = {DIAGONAL_SLIDES, ORTHOGONAL_STEPS};
static const NvVec PRINCESS[] = {KNIGHT_JUMPS, DIAGONAL_SLIDES};
static const NvVec GODDESS[] = {KNIGHT_JUMPS, DIAGONAL_SLIDES, ORTHOGONAL_STEPS};
static const NvVec GIRAFFE[] = {ORTHOGONAL_STEPS};
static const NvVec ELEPHANT[] = {DIAGONAL_STEPS};
static const NvVec DRUNK[] = {DIAGONAL_STEPS, {0, 1, false}, {1, 0, false}, {-1, 0, false}};
/* clang-format on */

#define VECTORS(v) v, (int)(sizeof(v) / sizeof((v)[0]))

static const struct {
    const NvVec *plain;
    int plain_count;
    const NvVec *promoted; /* null: does not promote */
    int promoted_count;
} PIECES[NV_KINDS] = {
    [NV_K] = {VECTORS(KING), NULL, 0},          [NV_I] = {VECTORS(PRINCESS), VECTORS(GODDESS)},
    [NV_R] = {VECTORS(ROOK), VECTORS(DRAGON)},  [NV_B] = {VECTORS(BISHOP), VECTORS(HORSE)},
    [NV_G] = {VECTORS(GOLD), NULL, 0},          [NV_S] = {VECTORS(SILVER), VECTORS(GOLD)},
    [NV_N] = {VECTORS(KNIGHT), VECTORS(GOLD)},  [NV_L] = {VECTORS(LANCE), VECTORS(GOLD)},
    [NV_GIRAFFE] = {VECTORS(GIRAFFE), NULL, 0}, [NV_ELEPHANT] = {VECTORS(ELEPHANT), NULL, 0},
    [NV_P] = {VECTORS(PAWN), VECTORS(GOLD)},    [NV_DRUNK] = {VECTORS(DRUNK), VECTORS(KING)},
};

static const NvGame GAMES[] = {
    {
        .id = "shogi",
        .files = 9,
        .ranks = 9,
        .zone = 3,
        .letters = ".K.RB.GSNL..P",
        .set = {[NV_K] = 2,
                [NV_R] = 2,
                [NV_B] = 2,
                [NV_G] = 4,
                [NV_S] = 4,
                [NV_N] = 4,
                [NV_L] = 4,
                [NV_P] = 18},
        .start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        .check_law = true,
        .pawn_law = true,
        .try_kind = NV_TRY_CENTRE,
        .try_default = NV_TRY_NONE,
    },
    {
        .id = "56shogi",
        .files = 5,
        .ranks = 6,
        .zone = 2,
        .letters = ".K.RB.GS....P",
        .set = {[NV_K] = 2, [NV_R] = 2, [NV_B] = 2, [NV_G] = 4, [NV_S] = 4, [NV_P] = 10},
        .start = "sgkgs/1r1b1/ppppp/PPPPP/1B1R1/SGKGS b - 1",
        .check_law = true,
        .pawn_law = true,
        .try_kind = NV_TRY_CENTRE,
        .try_default = NV_TRY_CENTRE,
    },
    {
        .id = "ogi",
        .files = 8,
        .ranks = 8,
        .zone = 3,
        .letters = ".KIRB..SNL..P",
        .set = {[NV_K] = 2,
                [NV_I] = 2,
                [NV_R] = 2,
                [NV_B] = 2,
                [NV_S] = 4,
                [NV_N] = 4,
                [NV_L] = 4,
                [NV_P] = 16},
        .start = "lnsiksnl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIKSNL b - 1",
        .pawn_never_dropped = true,
        .privilege = true,
        .chess_squares = true,
    },
    {
        .id = "minishogi",
        .files = 5,
        .ranks = 5,
        .zone = 1,
        .letters = ".K.RB.GS....P",
        .set = {[NV_K] = 2, [NV_R] = 2, [NV_B] = 2, [NV_G] = 2, [NV_S] = 2, [NV_P] = 2},
        .start = "rbsgk/4p/5/P4/KGSBR b - 1",
        .check_law = true,
        .pawn_law = true,
    },
    {
        .id = "gorogoro",
        .files = 5,
        .ranks = 6,
        .zone = 2,
        .letters = ".K....GS....P",
        .set = {[NV_K] = 2, [NV_G] = 4, [NV_S] = 4, [NV_P] = 6},
        .start = "sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1",
        .check_law = true,
        .pawn_law = true,
    },
    {
        .id = "gorogoroplus",
        .files = 5,
        .ranks = 6,
        .zone = 2,
        .letters = ".K....GSNL..P",
        .set = {[NV_K] = 2, [NV_G] = 4, [NV_S] = 4, [NV_N] = 2, [NV_L] = 2, [NV_P] = 6},
        .start = "sgkgs/5/1ppp1/1PPP1/5/SGKGS b NLnl 1",
        .check_law = true,
        .pawn_law = true,
    },
    {
        .id = "dobutsu",
        .files = 3,
        .ranks = 4,
        .zone = 1,
        .letters = ".L........GEC",
        .set = {[NV_K] = 2, [NV_GIRAFFE] = 2, [NV_ELEPHANT] = 2, [NV_P] = 2},
        .start = "gle/1c1/1C1/ELG b - 1",
        .dead_drops = true,
        .promotion_automatic = true,
        .try_kind = NV_TRY_RANK,
        .try_default = NV_TRY_RANK,
    },
    {
        .id = "suizo",
        .files = 9,
        .ranks = 9,
        .zone = 3,
        .letters = ".K.RBEGSNL..P",
        .set = {[NV_K] = 2,
                [NV_R] = 2,
                [NV_B] = 2,
                [NV_DRUNK] = 2,
                [NV_G] = 4,
                [NV_S] = 4,
                [NV_N] = 4,
                [NV_L] = 4,
                [NV_P] = 18},
        .start = "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1",
        .check_law = true,
        .pawn_law = true,
        .try_kind = NV_TRY_CENTRE,
        .try_default = NV_TRY_NONE,
    },
};

enum { GAME_COUNT = sizeof(GAMES) / sizeof(GAMES[0]) };

int nv_game_index(const char *id)
{
    for (int i = 0; i < GAME_COUNT; i++) {
        if (strcmp(GAMES[i].id, id) == 0) {
            return i;
        }
    }
    return -1;
}

const NvGame *nv_game(int index)
{
    return index >= 0 && index < GAME_COUNT ? &GAMES[index] : NULL;
}

const NvVec *nv_vectors(int kind, bool promoted, int *count)
{
    *count = promoted ? PIECES[kind].promoted_count : PIECES[kind].plain_count;
    return promoted ? PIECES[kind].promoted : PIECES[kind].plain;
}

bool nv_promotes(int kind)
{
    return PIECES[kind].promoted != NULL;
}
