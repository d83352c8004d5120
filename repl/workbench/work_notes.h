/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a check has found, one thing at a time: a text, and the line that shows it. */
#pragma once

#include <glib.h>

#include "core/notation/notation.h"
#include "solver/check/check.h"

/* Immutable, so that threads may share it. */
typedef struct KjWorkNote {
    KjSeverity severity;
    bool is_fault;
    KjFault fault; // of is_fault
    KjClass class; // else
    int ply;       // moves of the line before it; -1: the work as a whole
    KjMove move;   // beside the line, or KJ_MOVE_NONE
    unsigned n_line;
    KjMove *line; // from the diagram on: the main line, the move and what follows it; owned
    char *text;   // "ply 3, cook of equal length: ▲２三銀 (3 plies): △同　玉"; owned
} KjWorkNote;

/*
 * The defects and blemishes of a report on `root`, every move of a class by itself: defects first, by ply.
 * Texts are in the language of the thread. (element-type KjWorkNote; transfer full)
 */
GPtrArray *kj_work_notes(const KjReport *report, const KjPosition *root, KjNotation notation);

/* Whether one of some notes (KjWorkNote) says the same. */
bool kj_work_notes_have(const GPtrArray *notes, const KjWorkNote *note);

/* The squares of pieces that the report finds the work can do without. */
KjBb kj_work_useless(const KjReport *report);
