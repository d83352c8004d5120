/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Certificates of what the law of repetition decides, written without the solver and by the rules
 * of tests/naive alone: the whole tree of lines, with nothing off them. For very small problems.
 */
#pragma once

#include <glib.h>

#include "tests/naive/history.h"

/* How the search is broken. */
typedef enum {
    LAW_TREE_WHOLE,
    LAW_TREE_TAINTED,  // what it found of a position on one line it believes on all
    LAW_TREE_ONE_SIDE, // the law binds only the defender
} LawTreeBreak;

typedef struct {
    NvPos start;
    const NvMove *past; // from there to the position in question, where sente attacks
    int n_past;
    NvRepeat repeat; // NV_REPEAT_LITERAL or _PAIR
    LawTreeBreak broken;
    unsigned max_visits;
} LawTree;

/* The certificate of what is found; `out_mate` says what that is. NULL if it is too much. To be
 * freed with g_byte_array_unref. */
GByteArray *law_tree(const LawTree *tree, bool *out_mate);
