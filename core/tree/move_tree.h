/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A game as a tree of moves: a start position, the moves played and tried from it with how the
 * lines end, and what is noted beside them. Readers of records make one, writers write it, the
 * workbench edits it.
 */
#pragma once

#include <glib.h>

#include "core/rules/movegen.h"
#include "core/tree/game_end.h"

/* Something written beside the moves. */
typedef enum {
    KJ_NOTE_HEADER,   // key and text
    KJ_NOTE_BOARD,    // the start position; text: as it was written
    KJ_NOTE_COMMENT,  // a line for people
    KJ_NOTE_BOOKMARK, // the name of a place in the game
    KJ_NOTE_LINE,     // a line without meaning here, as it was written
    KJ_NOTE_SOFTWARE, // the same, of a program for programs: # of KIF, ' of CSA
    KJ_NOTE_LAYOUT, // the same, of no interest outside its format: 手数----指手, まで3手で詰み
} KjNoteKind;

/* One allocation, as a record may have millions. Notes never change, so copies of a tree share
 * them. */
typedef struct {
    char *key; // HEADER: in Japanese as in KIF, or `$KEY` as in CSA; else NULL
    KjNoteKind kind;
    char text[]; // one line, without its end; BOARD: several
} KjNote;

/* A move, or an end word, or the root, which is neither. Undo keeps many of them: they are small. */
typedef struct KjMoveNode {
    struct KjMoveNode *parent;
    struct KjMoveNode *child;    // the main continuation
    struct KjMoveNode *next;     // the next alternative to this move
    struct KjMoveNode *followed; // the child gone to last, NULL: the main one
    GPtrArray *notes;            // KjNote*, in order; NULL none
    int64_t spent;               // milliseconds on the move, -1 not known
    int64_t total;               // and of this side so far
    unsigned index;              // in the tree's nodes
    unsigned ply;                // 0 the root
    unsigned line;               // 1-based line of the text it was read from; 0: the root, or none
    KjMove move;                 // KJ_MOVE_NONE: root or end
    KjIllegal illegal : 8;       // why the move loses by the rules, see kj_move_cursor_play
    KjGameEnd end : 7;
    bool implied : 1;    // the end is told by a LAYOUT line or the like, not by a word of its own
    bool shared : 1;     // another tree has the same notes, which are copied before they change
    bool other_name : 1; // the piece was named by its other kanji, as 竜 (piece_kanji.h)
} KjMoveNode;

/* The root's notes are what stands before the first move: headers, board, comments. */
typedef struct KjMoveTree {
    KjPosition start;
    KjMoveNode *root;
    KjMoveNode *at;    // the place reached by who goes through it (move_place.h); at first the root
    GPtrArray *nodes;  // KjMoveNode*, in the order they came, parents before children; owned
    KjMoveNode *block; // memory of the first `in_block` nodes of a copy; NULL none
    guint in_block;
    bool as_written; // the start stands so in a file and has not been edited since
} KjMoveTree;

/* A tree with the root alone. `start`, whose game must outlive the tree, may be NULL: not known
 * yet. (transfer full) */
KjMoveTree *kj_move_tree_new(const KjPosition *start);
KjMoveTree *kj_move_tree_copy(const KjMoveTree *tree);
void kj_move_tree_free(KjMoveTree *tree);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjMoveTree, kj_move_tree_free)

/* Adds a node below another as its last alternative, without a move and without asking the rules.
 * Owned by the tree. */
KjMoveNode *kj_move_tree_add(KjMoveTree *tree, KjMoveNode *parent);

/* Frees a node with what is noted beside it; the caller sees to it that no other points to it. */
void kj_move_tree_free_node(const KjMoveTree *tree, KjMoveNode *node);

/* Says that the nodes added last, which have no line yet, were read from this one. */
void kj_move_tree_stamp(KjMoveTree *tree, unsigned line);

/* Takes a node with all below it out of the tree. It stays among the tree's nodes, without a
 * parent. */
void kj_move_node_unlink(KjMoveNode *node);

/* The first child by a move, NULL none; ends are none. */
KjMoveNode *kj_move_node_child_by(const KjMoveNode *node, KjMove move);

/* Adds a note; key and text are copied, and a text of several lines becomes several notes. */
void kj_move_node_note(KjMoveNode *node, KjNoteKind kind, const char *key, const char *text);

/* The value of the first header of this key, or NULL. Owned by the tree. */
const char *kj_move_tree_header(const KjMoveTree *tree, const char *key);

/* Gives the first header of this key another value, "" too, adds it, or (NULL) takes all of the key
 * away. A header is one line: line ends become blanks. */
void kj_move_tree_set_header(KjMoveTree *tree, const char *key, const char *text);

/* Gives the root one note of kind BOARD with this text, where the last one stood, else behind the
 * headers; NULL takes it away. */
void kj_move_tree_set_board(KjMoveTree *tree, const char *text);

/* Gives a tree the headers of another in place of its own, without those that tell of the start or
 * the length: 手合割, 手数, 完全性. */
void kj_move_tree_take_headers(KjMoveTree *tree, const KjMoveTree *from);

/* The number of moves of the main line. */
unsigned kj_move_tree_plies(const KjMoveTree *tree);

/* The moves of the main line, their number in `out_n`. (transfer full, g_free) */
KjMove *kj_move_tree_main_line(const KjMoveTree *tree, unsigned *out_n);

/* How many branches leave the lines before them. */
unsigned kj_move_tree_branches(const KjMoveTree *tree);

/*
 * The first nodes of all lines in the order in which KIF writes them: the main line, then the
 * branches of a line from its end backwards, each followed by its own. The parent of each is on the
 * path to the last node of the line before. Array of KjMoveNode*, without ownership. (transfer
 * full)
 */
GPtrArray *kj_move_tree_lines(const KjMoveTree *tree);
