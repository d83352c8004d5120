/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the forger share. */
#pragma once

#include "tests/support/certify/forge.h"

typedef struct {
    NvMove move;
    char usi[NV_USI];
} ForgeMove;

typedef struct {
    int n;
    ForgeMove move[];
} ForgeMoves;

/* Which moves are listed, as in docs/certificate.md. */
typedef enum { FORGE_ATTACKS, FORGE_REPLIES } ForgeWanted;

/* The moves of a position in the order of their texts, the law not looked at. (transfer full;
 * g_free) */
ForgeMoves *forge_moves(const ForgeWorld *world, const NvPos *pos, ForgeWanted wanted);

/* The name of a move in certificates, from the rules of this twin; also of one that `pos` has not. */
unsigned forge_name(const NvPos *pos, const NvMove *move);

/* The position after a move, in which a try ends nothing; `out_tries` (or NULL): whether it was
 * one. */
NvPos forge_make(const NvPos *pos, NvMove move, bool *out_tries);

/* The position after a world's past. */
NvPos forge_root(const ForgeWorld *world);

/* Gives a position the game and the switches of another one, the pieces staying at the same rows
 * and columns. */
void forge_move_to(NvPos *pos, const NvPos *other);

/* Whether a move leaves the other side without one. */
bool forge_no_reply(const NvPos *pos, NvMove move);

bool forge_same_move(const NvMove *a, const NvMove *b);

/* Whether a defender without a move, to move at `pos`, has lost. */
bool forge_stuck_loses(const ForgeWorld *world, const NvPos *pos);

/* Changes one thing of a world. False if that cannot be done. `out_changed`: 0 the attacker's
 * moves, 1 stalemate, 2 the try, 3 drops that stalemate, 4 the attacker, 5 the law of
 * repetition. */
bool forge_change_switch(ForgeWorld *world, NvRng *rng, int *out_changed);
bool forge_change_game(ForgeWorld *world, NvRng *rng);
bool forge_change_position(ForgeWorld *world, NvRng *rng);
bool forge_change_past(ForgeWorld *world, NvRng *rng);
