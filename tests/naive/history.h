/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The mate oracle that carries the whole game along: exact values of small tsume positions where
 * repetition is judged as the law of the game words it, and not by "a loop fails".
 *
 * Plain recursion over lines of play. Every line keeps the list of its moves and positions, those
 * of the past included, and asks the law about it; nothing learnt on one line is used on another.
 * Only the moves of a position are remembered. So it is right at a glance, and only good for very
 * small problems.
 */
#pragma once

#include "tests/naive/naive.h"

typedef enum {
    NV_REPEAT_LITERAL, /* R3.9: a move of old into an old position loses, the two apart */
    NV_REPEAT_PAIR,    /* R3.13: that move must have led to that position */
    NV_REPEAT_COUNT,   /* R1.15: the n-th occurrence ends the game */
    NV_REPEAT_FAIL     /* R12: what comes back fails the attacker; a past is not looked at */
} NvRepeat;

/* The attacker's moves, R12.2: checks; those too that leave no safe reply; all safe
 * ones. */
typedef enum { NV_ATTACK_CHECKS, NV_ATTACK_ZUGZWANG, NV_ATTACK_ALL } NvAttacks;

typedef struct {
    int attacker; /* NV_SENTE or NV_GOTE */
    NvAttacks attacks;
    bool
        stalemate_wins; /* not by checks alone: a defender without a move, not in check, has lost */
    NvRepeat repeat;
    int count;              /* NV_REPEAT_COUNT: occurrences that end the game */
    bool mutual_loses;      /* and when both only checked, the side to move loses (R1.16) */
    int max_plies;          /* lengths tried one by one before any length is allowed */
    size_t max_positions;   /* different positions met before giving up */
    size_t max_visits;      /* steps of the recursion before giving up, for each length */
    const NvPos *past_root; /* where the game began, or null: at the root */
    const NvMove *past;     /* the moves from there to the root */
    int past_count;
} NvHistoryOptions;

typedef enum { NV_HISTORY_MATE, NV_HISTORY_NO_MATE, NV_HISTORY_TOO_BIG } NvHistoryVerdict;

typedef struct {
    NvHistoryVerdict verdict;
    int plies;        /* shortest mate against the longest defence; -1 if it is not known */
    size_t positions; /* different ones met */
    size_t repeats;   /* times the law of repetition took a move or ended a line */
} NvHistoryResult;

/*
 * Solves a position. The attacker makes his moves, all safe, the defender any safe move; a defender
 * in check to whom no move is left (none is safe, or the law takes them all) has lost. The caller
 * sees to it that no king can be captured at the root. A mate longer than max_plies has plies -1.
 */
void nv_history(const NvPos *root, const NvHistoryOptions *options, NvHistoryResult *result);

/* Whether the attacker mates within `plies`; -1: at all. */
NvHistoryVerdict nv_history_within(const NvPos *root, const NvHistoryOptions *options, int plies);
