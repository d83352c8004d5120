/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record: what was read of a work, and what has become of it since, as one record; for the page. */
#include <string.h>

#include "core/format/format.h"
#include "core/tree/move_cursor.h"
#include "repl/cli/commands.h"
#include "repl/cli/input_print.h"
#include "repl/job/input_record.h"

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

/* Gives a work what a record of it has besides, from the same start also its comments and moves. */
static void take_record(KjMoveTree *tree, const KjMoveTree *record)
{
    take_headers(tree, record);
    g_auto(KjMoveCursor) cursor;
    kj_move_cursor_init(&cursor, tree);
    if (tree->start.game->row == record->start.game->row &&
        kj_position_equal(&tree->start, &record->start))
        take_moves(&cursor, record->root);
    else
        take_comments(tree->root, record->root);
}

static KjExit print_record(const KjCall *call, const KjInput *now, const KjInput *before,
                           GError **error)
{
    const KjOptionId options[] = {
        [KJ_ABOUT_TITLE] = KJ_OPT(TITLE), [KJ_ABOUT_AUTHOR] = KJ_OPT(AUTHOR)};
    g_autoptr(KjGameFile) made = kj_input_made_record(now, KJ_FORMAT_KIF);
    KjGameFile *file = made ? made : now->file;
    if (before && before->file)
        take_record(file->tree, before->file->tree);
    for (unsigned i = 0; i < G_N_ELEMENTS(options); i++) {
        const KjValue *value = &call->values->value[options[i]];
        if (value->set)
            kj_move_tree_set_header(file->tree, kj_about_key((KjAbout)i),
                                    *value->text ? value->text : NULL);
    }
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(KjGameFile) written = kj_game_file_of(kj_move_tree_copy(file->tree));
    if (!kj_format_write(text, written, KJ_FORMAT_KIF, error))
        return KJ_EXIT_INPUT;
    kj_printer_begin(call->printer, NULL);
    kj_printer_block(call->printer, text->str);
    kj_printer_end(call->printer);
    return KJ_EXIT_OK;
}

/* The problems of one argument. (transfer full) */
static GPtrArray *read_argument(const KjCall *call, const char *arg, GError **error)
{
    const char *const args[] = {arg, NULL};
    return arg ? kj_inputs_read(call->values, false, args, error)
               : g_ptr_array_new_with_free_func((GDestroyNotify)kj_input_free);
}

static KjExit kj_cmd_record(KjSession *session, const KjCall *call, GError **error)
{
    g_autoptr(GPtrArray) now = read_argument(call, call->args[0], error);
    g_autoptr(GPtrArray) before = now ? read_argument(call, call->args[1], error) : NULL;
    if (!before)
        return KJ_EXIT_USAGE;
    const KjInput *work = now->pdata[0];
    if (work->has_position)
        return print_record(call, work, before->len ? before->pdata[0] : NULL, error);
    kj_input_report(session, work);
    return KJ_EXIT_INPUT;
}

const KjCommand kj_record_command = {
    .name = "record",
    .group = KJ_COMMANDS_OTHER,
    .summary = "write a work as KIF, with what a record of it had",
    .details = "The first problem in KIF, with the headers and first comments of the second, and "
               "from the same start also with its comments and moves.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "NOW"},
             {.kind = KJ_ARG_PROBLEM, .name = "BEFORE", .optional = true}},
    .options = KJ_OPTIONS_CONVERT | KJ_OPTIONS_VARIANT | KJ_OPTIONS_GIVEN,
    .moves = KJ_MOVES_LINE,
    .flags = KJ_COMMAND_HIDDEN,
    .run = kj_cmd_record,
};
