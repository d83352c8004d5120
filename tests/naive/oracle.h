/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The mate oracle: exact values of small tsume positions by brute force over the naive rules.
 *
 * The attacker makes only safe checks, the defender any safe move. A defender who is in check
 * and has no safe move is mated (Ōgi and dobutsu: without a safe move, in check or not, R12.8).
 * A loop fails the attacker: the wins are the least fixed point. A defender move that ends the
 * game, a try or the capture of the attacker's king, refutes. Every interposition counts.
 */
#pragma once

#include "tests/naive/naive.h"

typedef enum {
    NV_MATE,
    NV_NO_MATE, /* by NV_BY_RECURSION: none within `max_plies` */
    NV_TOO_BIG, /* more than `max_positions` positions were met */
    NV_ILLEGAL  /* check law, and the side to move could capture the king at once */
} NvVerdict;

/* What a try of the attacker's own king is worth; the rule sheet leaves it open for tsume. */
typedef enum {
    NV_ATTACKER_TRY_IGNORED,    /* a move like any other: only mate wins */
    NV_ATTACKER_TRY_WITH_CHECK, /* wins at once if the move also gives check */
    NV_ATTACKER_TRY_WINS        /* wins at once, check or not (R1.19) */
} NvAttackerTry;

typedef enum {
    NV_BY_ALL,      /* no limit of length; whatever settles it within `max_positions` each */
    NV_BY_GRAPH,    /* no limit of length; only the whole graph */
    NV_BY_RECURSION /* up to `max_plies` */
} NvMethod;

typedef struct {
    int attacker; /* NV_SENTE or NV_GOTE */
    NvMethod method;
    size_t max_positions; /* positions kept before giving up; 0 = a million */
    int max_plies;        /* for NV_BY_RECURSION */
    NvAttackerTry attacker_try;
} NvOracleOptions;

typedef struct {
    char usi[NV_USI];
    int plies; /* length of the mate that begins with this move */
} NvFirstMove;

typedef struct {
    NvVerdict verdict;
    int plies;        /* shortest mate against the longest defence; -1 unless NV_MATE */
    size_t positions; /* met */
    int first_count;
    /* If the attacker is to move: every mating first move and its own length; with NV_BY_ALL only
     * the fastest ones, by recursion only those within `max_plies`. */
    NvFirstMove first[NV_MAX_MOVES];
} NvOracleResult;

/*
 * Solves a position. Either side may be to move at the root. If a king can be captured at once
 * in a game without check law, the attacker mates in 0 plies and the defender refutes (R12.9).
 */
void nv_oracle(const NvPos *root, const NvOracleOptions *options, NvOracleResult *result);
