/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is on the workbench's board: a start position, the moves tried from it as a tree, and the
 * place reached in it. A plain value to be copied, so that undo is a matter of keeping copies.
 */
#ifndef KJ_REPL_COLLECTION_STUDY_H
#define KJ_REPL_COLLECTION_STUDY_H

#include <glib.h>

#include "core/rules/position.h"
#include "core/tree/move_tree.h"

/* A place in the tree. Node 0 is the start and has no move. */
typedef struct {
    KjMove move;     // that leads here from the parent
    unsigned parent; // smaller than the node's own number
    unsigned next;   // the child that `forward` goes to, 0 none
} KjStudyNode;

typedef struct {
    KjPosition start;
    GArray *nodes;    // KjStudyNode
    unsigned current; // index of a node
    bool as_written;  // read from a file, and not edited since; not kept by kj_study_write
} KjStudy;

/* A study of a position with no moves. The position's game must outlive it. (transfer full) */
KjStudy *kj_study_new(const KjPosition *start);
KjStudy *kj_study_copy(const KjStudy *study);
void kj_study_free(KjStudy *study);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjStudy, kj_study_free)

/* The position at the current node. O(plies). */
void kj_study_position(const KjStudy *study, KjPosition *out);

/* The move that led to the current node, or KJ_MOVE_NONE at the start. */
KjMove kj_study_last(const KjStudy *study);

/* Plies from the start to the current node. */
unsigned kj_study_ply(const KjStudy *study);

/* Goes to the child by `move`, a legal move of the current position; makes it if it is new. */
void kj_study_play(KjStudy *study, KjMove move);

/*
 * Plays the moves below a node of a record, where the study stands, with all branches; the first of
 * each is what `forward` goes to. The place reached stays. Moves that lose by a rule are left out.
 */
void kj_study_graft(KjStudy *study, const KjMoveNode *node);

/* One ply back or forward, to the child visited last; false where there is none. */
bool kj_study_back(KjStudy *study);
bool kj_study_forward(KjStudy *study);

/* Goes to a ply of the current line (which goes on to its end); false if it is not so long. */
bool kj_study_goto(KjStudy *study, unsigned ply);

/* Nodes of the moves tried here, in the order they were tried. (element-type unsigned; transfer
 * full) */
GArray *kj_study_children(const KjStudy *study);

/* Goes to a child given by its node. */
void kj_study_enter(KjStudy *study, unsigned node);

/* Goes to any node of the tree, and makes the line that `forward` follows one through it. */
void kj_study_visit(KjStudy *study, unsigned node);

/* Takes the current node and all after it away and goes to its parent, from which `forward` then
 * goes to the first move left; false at the start. */
bool kj_study_cut(KjStudy *study);

/* The moves from the start to the current node; with `whole` on to the end of the line.
 * (element-type KjMove; transfer full) */
GArray *kj_study_line(const KjStudy *study, bool whole);

/* "sfen BOARD TURN HANDS N moves ..." or the like up to the current node, as kj_position_text_read
 * takes it. (transfer full) */
char *kj_study_line_text(const KjStudy *study);

/* The moves from the current node, or the start, to the end of the line, in USI, blanks between.
 * (transfer full) */
char *kj_study_ahead_text(const KjStudy *study, bool from_start);

/*
 * The whole study as lines of text, the same for equal studies: "game ID", "start POSITION", "node
 * PARENT MOVE" for each node, "current NODE". (transfer full)
 */
char *kj_study_write(const KjStudy *study);

/* Reads what kj_study_write wrote. NULL with KJ_TEXT_ERROR for anything else. (transfer full) */
KjStudy *kj_study_read(const char *text, GError **error);

#endif
