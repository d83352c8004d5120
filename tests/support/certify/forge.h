/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Certificates by a prover that can lie, in every game, under every switch and law, by the rules of
 * tests/naive alone. A lie is told where it is of use, and all the rest of the certificate is as
 * good as it can be. What its header claims is judged by brute force (tests/naive/history.h).
 */
#pragma once

#include <glib.h>

#include "tests/naive/history.h"

enum { FORGE_MOST_PAST = 12 };

/* What a header says of a problem. */
typedef struct {
    NvPos start; // with the switches that positions have: the try, and drops that stalemate
    NvMove past[FORGE_MOST_PAST];
    int n_past; // 0 where positions that come back fail
    int attacker;
    NvAttacks attacks;
    bool stalemate_draws;
    NvRepeat repeat; // NV_REPEAT_FAIL, _LITERAL or _PAIR
    bool dominance;
} ForgeWorld;

typedef enum {
    FORGE_HONEST,
    FORGE_REPLY_DROPPED,   // the reply that refutes is left out
    FORGE_REPLY_DENIED,    // replies of its sort are called illegal: drops, captures ...
    FORGE_WRONG_SUCCESSOR, // what is shown after it follows another reply
    FORGE_SHORTENED,       // the length is not the one proved
    FORGE_FOREIGN_PAST,    // proved after another past
    FORGE_SWITCH,          // proved under another switch
    FORGE_WRONG_GAME,      // proved by the rules of another game
    FORGE_WRONG_POSITION,  // proved with a piece more, or less, or elsewhere
    FORGE_STALEMATE,       // a defender who cannot move is called mated
    FORGE_ATTACK_MISSED,   // a refutation leaves the attack out that mates
    FORGE_LOOP,            // positions that come back are judged wrongly
    FORGE_OFF_LINE,        // what is decided for itself goes through the past
    FORGE_SAVED_BY_LAW,    // ... and overlooks that the law may take the defender's last reply
    FORGE_LIES
} ForgeLie;

typedef enum { FORGE_MATE, FORGE_SHORTEST, FORGE_NO_MATE } ForgeWord;

typedef struct {
    ForgeWorld world; // as the header has it
    ForgeWord word;
    int plies;
    int changed;       // FORGE_SWITCH: which, see forge_change_switch
    GByteArray *bytes; // owned
} Forged;

/* A small random problem of a game, of a kind where a lie can be of use. False if none came out,
 * which is usual. forge_forget frees what was kept of the last one. */
bool forge_world(const char *game, ForgeLie lie, NvRng *rng, ForgeWorld *out);
void forge_forget(void);

/*
 * A certificate about a world, or one that a lie makes of it; `plies`: how long a mate is looked
 * for. False if the lie was of no use, or it took too much. To be freed: out->bytes.
 */
bool forge(const ForgeWorld *world, ForgeLie lie, int plies, NvRng *rng, Forged *out);

/* Whether the claim is true; false in `out_known` if that takes too much. */
bool forge_is_true(const Forged *forged, bool *out_known);

/* A name for a lie. Static. */
const char *forge_lie_text(ForgeLie lie);
