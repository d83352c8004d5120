/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the workbench works on: the tree on the board and what stands beside it, with every earlier
 * state for undo, searches in the background, and the switches of the session.
 * Nothing here reads a terminal.
 */
#pragma once

#include <glib.h>
#include <stdio.h>

#include "repl/cli/session.h"
#include "repl/job/exit.h"
#include "repl/workbench/intended.h"
#include "repl/workbench/states.h"
#include "repl/workbench/versions.h"

struct KjJobs;
struct KjWatch;
struct KjSessions;

typedef struct KjWorkbench {
    KjStates *states;     // oldest first
    KjBeside beside;      // as in the present one
    char *command;        // that is being done, for the states it leads to; or NULL
    KjVersions *versions; // of its works
    KjOffers *offered;    // versions that repair, trim and the like have listed last
    unsigned offer;       // the one stepped to, from 1; 0: none
    KjLineBreak broken;   // where the intended line broke when the user was told last
    unsigned serial;      // counts changes of what is on the board, moves back and forth too
    unsigned settled;     // serial when the light, the autosave and the echo last saw it
    struct KjJobs *jobs;
    struct KjWatch *watch; // or NULL: off
    bool watched;          // the session brought back last had one
    KjSolverCache *cache;  // what searches have left
    unsigned learnt;       // kj_solver_cache_serial when the light last saw it
    struct KjSettings *settings;
    KjGame *games; // of kj_game_at, with the rule switches of the settings

    // the session
    bool interactive;            // commands come from a terminal
    bool followed;               // on a line with another one behind, which may want the result
    bool keep_going;             // scripts go on after errors
    bool quiet;                  // nothing on the board has changed: do not draw it next time
    bool quit;                   // asked to end
    bool leaving;                // asked to end although something is not saved
    GPtrArray *pasted;           // char*: lines of a board or record so far
    bool paste_whole;            // and they are on the board
    bool paste_record;           // they are a record's
    KjOsWake *wake;              // of who waits for the user
    unsigned sourcing;           // files being read by `source`, one inside the other
    char *repeat;                // the line that Enter repeats, or NULL
    struct KjSessions *sessions; // where it is kept; NULL: it is not
    char *written;               // what was written there last, or NULL
    GPtrArray *left;             // KjLeftJob*: jobs that the session brought back had left
    char *light;   // what was known of the board, in words, for lists of sessions; or NULL
    KjExit status; // of `source` and the like: the worst so far
} KjWorkbench;

/* That of a session on one. */
static inline KjWorkbench *kj_workbench_of(const KjSession *session)
{
    return session->bench;
}

/* A workbench with the start position of shogi. (transfer full) */
KjWorkbench *kj_workbench_new(void);
void kj_workbench_free(KjWorkbench *bench);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjWorkbench, kj_workbench_free)

/* What is on the board. Valid until the next change. Going back and forth in it is no change to
 * undo; say kj_workbench_moved after it. */
KjMoveTree *kj_workbench_tree(const KjWorkbench *bench);
void kj_workbench_moved(KjWorkbench *bench);

/* The position on the board, under the rules in force. */
KjPosition kj_workbench_position(const KjWorkbench *bench);

/* Puts a position under the rules in force: its game with the switches of the settings. */
void kj_workbench_obey(const KjWorkbench *bench, KjPosition *position);

/* Whether the board is drawn after each change: as `set diagram` says, else on a terminal. */
bool kj_workbench_draws(const KjWorkbench *bench);

/* The settings have changed: so do the rules in force. */
void kj_workbench_set_rules(KjWorkbench *bench);

/*
 * Puts a tree on the board; what was there is kept for undo, what was undone is forgotten. Where a
 * collection is open that is an edit of its present problem, if it changes what `put` would write.
 * (tree: transfer full)
 */
void kj_workbench_change(KjWorkbench *bench, KjMoveTree *tree);

/* As kj_workbench_change, for moves that a search has found, which are no edit. */
void kj_workbench_learn(KjWorkbench *bench, KjMoveTree *tree);

/* What stands beside the board has changed: what it was is kept for undo. */
void kj_workbench_commit(KjWorkbench *bench);

/* Keeps what is on the board by a name. */
void kj_workbench_name(KjWorkbench *bench, const char *name);

/* Before the board shows another problem: keeps an edit of the present one that was not put. */
void kj_workbench_keep_edit(KjWorkbench *bench);

/* Puts what a file has on the board, which is no edit if it is the present problem's (`own`). */
void kj_workbench_take(KjWorkbench *bench, const KjKept *read, bool own);

/* Puts the present problem of the collection on the board, with the edit that was kept of it, or as
 * the file has it. */
void kj_workbench_show(KjWorkbench *bench, const KjKept *read);

/* Who defends in a position of the workbench, by the settings. */
KjSide kj_workbench_defender(const KjWorkbench *bench, const KjPosition *position);

/* Puts a diagram that the user has just written on the board: where it says nothing of the
 * defender's hand the rest of the set is his. (tree: transfer full) */
void kj_workbench_enter(KjWorkbench *bench, KjMoveTree *tree);

/*
 * As kj_workbench_enter, with an edited position, set up anew and without moves; nothing happens if
 * it equals the one on the board. The line intended is kept, shifted and mirrored with the board,
 * and both diagrams are versions (versions.h). The rest of the set is and stays the defender's, as
 * kj_unplaced_keep has it; of a diagram from a file that says nothing of his hand it becomes his by
 * the first edit.
 */
void kj_workbench_edit(KjWorkbench *bench, const KjPosition *position);

/*
 * The line that is intended from the start of the tree on: what was said (`intend`) or kept through
 * edits, else the moves of the tree if they end in mate; NULL: there is none. (element-type KjMove;
 * transfer full)
 */
GArray *kj_workbench_intended(const KjWorkbench *bench);

/*
 * The author's line, from the start of the work or from the place on: that of a file as it stands
 * there, whatever it comes to; else what is intended, if it mates and no search has found it. NULL:
 * there is none. (element-type KjMove; transfer full)
 */
GArray *kj_workbench_author(const KjWorkbench *bench, bool from_start);

/* Says what is intended; NULL: nothing but the moves of the tree. (line: transfer full) */
void kj_workbench_intend(KjWorkbench *bench, GArray *line);

/* Where the intended line breaks (intended.h), by the settings; KJ_LINE_HOLDS also where none is
 * intended. */
KjLineBreak kj_workbench_line_break(const KjWorkbench *bench);

/* The moves ahead on the board, from the start or from the place, in USI: those of the tree, or,
 * where none was played, of the intended line if it holds. (transfer full) */
char *kj_workbench_ahead(const KjWorkbench *bench, bool from_start);

/* The version on the board, which is noted if it is new: of the start of the tree. */
unsigned kj_workbench_version(KjWorkbench *bench);

/* Puts a diagram made of a version on the board, as an edit does, with the line intended in it, and
 * returns its number. (line: transfer full, may be NULL) */
unsigned kj_workbench_put_version(KjWorkbench *bench, const KjPosition *position, unsigned parent,
                                  GArray *line);

/* Puts a list of versions in the place of the one there is, unless it is empty or NULL. (transfer
 * full) */
void kj_workbench_offer(KjWorkbench *bench, KjOffers *offers);

/* Takes back, or does again, up to `n` changes and returns how many. */
unsigned kj_workbench_undo(KjWorkbench *bench, unsigned n);
unsigned kj_workbench_redo(KjWorkbench *bench, unsigned n);

/* Everything that is to survive a kill, as JSON; and back. Fails with KJ_TEXT_ERROR; then nothing
 * has changed. */
char *kj_workbench_write(const KjWorkbench *bench);
bool kj_workbench_read(KjWorkbench *bench, const char *text, GError **error);
