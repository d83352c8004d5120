/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records kept from opening to saving: what was read of a work, and what has become of it since. */
#include <emscripten.h>
#include <string.h>

#include "core/tree/move_cursor.h"
#include "repl/job/input_record.h"
#include "repl/lib/problems.h"

/* Whether a place has this comment already. */
static bool has_note(const KjMoveNode *node, const KjNote *note)
{
    for (unsigned i = 0; node->notes && i < node->notes->len; i++) {
        const KjNote *own = node->notes->pdata[i];
        if (own->kind == note->kind && strcmp(own->text, note->text) == 0)
            return true;
    }
    return false;
}

static void take_comments(KjMoveNode *node, const KjMoveNode *from)
{
    for (unsigned i = 0; from->notes && i < from->notes->len; i++) {
        const KjNote *note = from->notes->pdata[i];
        if ((note->kind == KJ_NOTE_COMMENT || note->kind == KJ_NOTE_BOOKMARK) &&
            !has_note(node, note))
            kj_move_node_note(node, note->kind, NULL, note->text);
    }
}

/* Those that tell of its start and length are not taken, nor those that are there. */
static void take_headers(KjMoveTree *tree, const KjMoveTree *record)
{
    g_autoptr(KjMoveTree) taken = kj_move_tree_new(NULL);
    kj_move_tree_take_headers(taken, record);
    const GPtrArray *notes = taken->root->notes;
    for (unsigned i = 0; notes && i < notes->len; i++) {
        const KjNote *note = notes->pdata[i];
        if (!kj_move_tree_header(tree, note->key))
            kj_move_tree_set_header(tree, note->key, note->text);
    }
}

/* Adds what a record has below the place of the cursor: comments, and moves as later branches. */
static void take_moves(KjMoveCursor *cursor, const KjMoveNode *from)
{
    KjMoveNode *node = cursor->at;
    take_comments(node, from);
    for (const KjMoveNode *child = from->child; child; child = child->next) {
        KjMoveNode *own = child->end ? NULL : kj_move_node_child_by(node, child->move);
        if (child->end ? node->child != NULL : !own && node->child && node->child->end)
            continue; // a line that goes on has no end, and one that ends does not go on
        if (own)
            kj_move_cursor_enter(cursor, own);
        else if (child->end ? !kj_move_cursor_end(cursor, child->end, NULL)
                            : !kj_move_cursor_play(cursor, child->move, NULL))
            continue;
        take_moves(cursor, child);
        kj_move_cursor_back(cursor, node->ply);
    }
}

/*
 * The first problem of `now` as KIF with the headers and first comments of the one of `before`,
 * which may be NULL, and from the same start also with its comments and moves. What `title` and
 * `author` are given replaces these headers. NULL with `error`. To be freed with kanju_free.
 */
EMSCRIPTEN_KEEPALIVE char *kj_web_record(const kanju_problems *before, const kanju_problems *now,
                                         const char *title, const char *author, char **error);
char *kj_web_record(const kanju_problems *before, const kanju_problems *now, const char *title,
                    const char *author, char **error)
{
    const KjLibProblem *old = kj_lib_problem(before, 0), *new = kj_lib_problem(now, 0);
    if (!new || new->error) {
        kj_lib_say(error, kanju_problem_error(now, 0));
        return NULL;
    }
    KjInput input;
    kj_lib_input(new, NULL, &input);
    g_free(input.error); // the switches may allow it
    g_autoptr(KjGameFile) made = input.file ? NULL : kj_input_made_record(&input, KJ_FORMAT_KIF);
    KjMoveTree *tree = input.file ? input.file->tree : made->tree;
    if (old && !old->error && old->read->file) {
        const KjMoveTree *record = old->read->file->tree;
        take_headers(tree, record);
        g_auto(KjMoveCursor) cursor;
        kj_move_cursor_init(&cursor, tree);
        if (tree->start.game->row == record->start.game->row &&
            kj_position_equal(&tree->start, &record->start))
            take_moves(&cursor, record->root);
        else
            take_comments(tree->root, record->root);
    }
    const char *const texts[] = {[KJ_ABOUT_TITLE] = title, [KJ_ABOUT_AUTHOR] = author};
    for (unsigned i = 0; i < G_N_ELEMENTS(texts); i++)
        if (texts[i])
            kj_move_tree_set_header(tree, kj_about_key((KjAbout)i), *texts[i] ? texts[i] : NULL);
    return kj_lib_record(tree, "kif", error);
}
