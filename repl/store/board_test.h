/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of positions and lines in queries (docs/find.md). Upper-case letters are the attacker's
 * pieces, lower-case ones the defender's, squares are those of the problem as it was read.
 */
#pragma once

#include "core/rules/position.h"
#include "solver/themes/measures.h"

/* What is wrong with the value of a test, or NULL. (transfer full) */
char *kj_board_test_check(const char *name, const char *value);

/* What the value of a test is, in words. Static. */
const char *kj_board_test_value(const char *name);

/* A problem as tests see it. */
typedef struct {
    const KjPosition *canonical;
    unsigned turn;    // KjCanonicalTurn bits
    const char *line; // of the canonical position, in USI; NULL none
} KjBoardSubject;

/*
 * Whether a test holds: a name of kj_board_test_check, with a '=' after it for the strict form.
 * `value` has passed the check; squares and letters that the game does not have match nothing.
 */
bool kj_board_test(const KjBoardSubject *subject, const char *name, const char *value);

enum { KJ_MOST_MEASURED = 2000 };

/* The measures of a work; false where there is no line, or one of more moves than that. */
bool kj_board_measure(const KjBoardSubject *subject, KjMeasured *out);
