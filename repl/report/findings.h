/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a check found in an item, as people read it: each cook by its move and the line after it. */
#pragma once

#include "core/notation/notation.h"
#include "repl/store/items.h"

/* One of them, turned back to the problem as it was read. */
typedef struct {
    KjSeverity severity;
    const char *code; // static
    unsigned ply;     // the move of the line in whose place it is, from 1; 0: the whole
    bool of_author;   // the line is the author's, which is not the main line
    KjMove move;      // KJ_MOVE_NONE: it is about no move
    unsigned n_line;  // what follows the move; 0: not known
    KjMove *line;
    char *detail; // the move in USI, or English words, or ""
    char *text;   // all of it in the language of the thread
} KjItemFinding;

/* The report of an item with its view; false: it has none. Clear with kj_report_clear. */
bool kj_item_report(const KjItem *item, const KjItemView *view, KjReport *out);

/*
 * The findings of an item with its view, worst first, then by ply; an array of KjItemFinding*. With
 * `lines` they have the moves that follow, which may differ between two runs as times do. (transfer
 * full)
 */
GPtrArray *kj_item_findings(const KjItem *item, const KjItemView *view, KjNotation notation,
                            bool lines);

/* The position that a finding is about, and the move that led there or KJ_MOVE_NONE. */
void kj_item_at(const KjItemView *view, const KjItemFinding *finding, KjPosition *out,
                KjMove *out_previous);

/* The move of the main line that a finding stands beside, from 1; 0: the whole. */
unsigned kj_item_main_ply(const KjItemFinding *finding);

/* A verdict as it is stored, "unsound", or NULL, in the words of the thread's language. Static. */
const char *kj_item_verdict_word(const KjItem *item);

/* Adds the verdict and the length: "mate in 7", "sound, 必至 in 3", "no mate". */
void kj_item_verdict_add(const KjItem *item, GString *out);
