/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: playing moves, going back and forth, variations. */
#include <string.h>

#include "core/notation/notation.h"
#include "core/text/lang.h"
#include "repl/job/phrases.h"
#include "repl/shell/answer.h"
#include "repl/shell/shell_commands.h"

static KjExit cmd_play(KjSession *session, const KjCall *call, GError **error)
{
    g_autoptr(KjMoveTree) tree = kj_move_tree_copy(kj_workbench_tree(session->bench));
    for (const char *const *word = call->args; *word; word++) {
        KjPosition pos = kj_move_tree_position(tree);
        kj_workbench_obey(session->bench, &pos);
        KjMove move;
        if (!kj_shell_can_play(&pos, error) ||
            !kj_move_parse(&pos, *word, tree->at->move, &move, error)) {
            kj_text_error_prefix(error, "%s: ", *word);
            return KJ_EXIT_INPUT;
        }
        kj_move_tree_play(tree, move);
    }
    kj_workbench_change(session->bench, g_steal_pointer(&tree));
    return KJ_EXIT_OK;
}

static KjExit step(KjSession *session, const KjCall *call, bool (*one)(KjMoveTree *tree),
                   const char *end, GError **error)
{
    KjMoveTree *tree = kj_workbench_tree(session->bench);
    unsigned n = kj_call_number(call, 1), gone = 0;
    while (gone < n && one(tree))
        gone++;
    if (gone == 0)
        return kj_usage_error(error, "%s", kj_tr(end));
    kj_workbench_moved(session->bench);
    return KJ_EXIT_OK;
}

static KjExit cmd_back(KjSession *session, const KjCall *call, GError **error)
{
    return step(session, call, kj_move_tree_back, "at the start of the line", error);
}

static KjExit cmd_forward(KjSession *session, const KjCall *call, GError **error)
{
    const KjMoveTree *tree = kj_workbench_tree(session->bench);
    if (!kj_move_node_followed(tree->at))
        kj_answer_add_known(session); // a search may have found how it goes on
    return step(session, call, kj_move_tree_forward, "at the end of the line", error);
}

static KjExit cmd_goto(KjSession *session, const KjCall *call, GError **error)
{
    KjMoveTree *tree = kj_workbench_tree(session->bench);
    const char *word = call->args[0];
    char *rest;
    guint64 ply = g_ascii_strtoull(word, &rest, 10);
    bool number = rest != word && !*rest && ply < G_MAXUINT;
    if (kj_word_is(word, "start")) {
        kj_move_tree_goto(tree, 0);
    } else if (kj_word_is(word, "end")) {
        while (kj_move_tree_forward(tree))
            continue;
    } else if (!number || !kj_move_tree_goto(tree, (unsigned)ply)) {
        g_autoptr(GArray) line = kj_move_tree_line(tree, true);
        return kj_usage_error(error, "PLY '%s': expected start, end, or a number from 0 to %u",
                              word, line->len);
    }
    kj_workbench_moved(session->bench);
    return KJ_EXIT_OK;
}

static KjExit cmd_line(KjSession *session, const KjCall *call, GError **error)
{
    KjPrinter *printer = call->printer;
    (void)error;
    const KjMoveTree *tree = kj_workbench_tree(session->bench);
    g_autoptr(GArray) moves = kj_move_tree_line(tree, true);
    g_auto(GStrv) texts =
        kj_line_text(&tree->start, (const KjMove *)(void *)moves->data, moves->len, KJ_MOVE_NONE,
                     kj_notation_asked(call->values, KJ_NOTATION_JA));
    unsigned ply = tree->at->ply;
    kj_printer_begin(printer, NULL);
    if (!moves->len)
        kj_printer_line(printer, "no moves");
    for (unsigned i = 0; i < moves->len; i++)
        kj_printer_line(printer, "%c%3u  %s", i + 1 == ply ? '*' : ' ', i + 1, texts[i]);
    kj_printer_end(printer);
    return KJ_EXIT_OK;
}

static KjExit cmd_variations(KjSession *session, const KjCall *call, GError **error)
{
    KjPrinter *printer = call->printer;
    KjMoveTree *tree = kj_workbench_tree(session->bench);
    unsigned children = kj_move_node_children(tree->at), number = kj_call_number(call, 0);
    if (number > children)
        return kj_usage_error(error, "N '%u': %u moves were tried here", number, children);
    if (number) {
        kj_move_tree_visit(tree, kj_move_node_nth(tree->at, number - 1));
        kj_workbench_moved(session->bench);
        return KJ_EXIT_OK;
    }
    KjPosition pos = kj_move_tree_position(tree);
    kj_printer_begin(printer, NULL);
    if (!children)
        kj_printer_line(printer, "no moves were tried here");
    for (const KjMoveNode *child = tree->at->child; child; child = child->next) {
        g_autofree char *text = kj_move_text(&pos, child->move, tree->at->move,
                                             kj_notation_asked(call->values, KJ_NOTATION_JA));
        kj_printer_line(printer, "%u  %s", ++number, text);
    }
    kj_printer_end(printer);
    return KJ_EXIT_OK;
}

static KjExit cmd_cut(KjSession *session, const KjCall *call, GError **error)
{
    (void)call;
    g_autoptr(KjMoveTree) tree = kj_move_tree_copy(kj_workbench_tree(session->bench));
    if (!kj_move_tree_cut(tree))
        return kj_usage_error(error, "at the start, expected a move to cut");
    kj_workbench_change(session->bench, g_steal_pointer(&tree));
    return KJ_EXIT_OK;
}

const KjCommand kj_play_command = {
    .name = "play",
    .ja = "指す",
    .aliases = {"p"},
    .group = KJ_COMMANDS_PLAY,
    .summary = "play moves",
    .details =
        "Plays legal moves in any notation: 7g7f, ▲７六歩, P-7f, P76. A move tried here before is "
        "gone into, another becomes a variation. A move may also be typed without this word.",
    .args = {{.kind = KJ_ARG_MOVE, .name = "MOVE", .repeating = true}},
    .run = cmd_play,
    .examples = {{"play 7g7f ３四歩 P-2f; position", "Three moves.", "moves 7g7f 3c3d 2g2f"}},
};

const KjCommand kj_back_command = {
    .name = "back",
    .ja = "戻る",
    .aliases = {"b"},
    .group = KJ_COMMANDS_PLAY,
    .summary = "go back in the line",
    .details = "Goes back one move, or N.",
    .args = {{.kind = KJ_ARG_INTEGER, .name = "N", .optional = true, .min = 1, .max = 100000}},
    .flags = KJ_COMMAND_AGAIN,
    .run = cmd_back,
    .examples = {{"play 7g7f 3c3d; back; position", "One back.", "moves 7g7f"}},
};

const KjCommand kj_forward_command = {
    .name = "forward",
    .ja = "進む",
    .aliases = {"f"},
    .group = KJ_COMMANDS_PLAY,
    .summary = "go forward in the line",
    .details =
        "Goes forward one move, or N, along the moves gone last; where none was played, along the "
        "mate that a search of this session has found.",
    .args = {{.kind = KJ_ARG_INTEGER, .name = "N", .optional = true, .min = 1, .max = 100000}},
    .flags = KJ_COMMAND_AGAIN,
    .run = cmd_forward,
    .examples = {{"play 7g7f 3c3d; back 2; forward; position", "And one forward.", "moves 7g7f"}},
};

const KjCommand kj_goto_command = {
    .name = "goto",
    .ja = "局面へ",
    .aliases = {"go"},
    .group = KJ_COMMANDS_PLAY,
    .summary = "go to a ply of the line",
    .details = "Goes to a ply of the line, its start or its end.",
    .args = {{.kind = KJ_ARG_TEXT, .name = "PLY"}},
    .run = cmd_goto,
    .examples = {{"play 7g7f 3c3d 2g2f; goto 1; position", "After the first.", "moves 7g7f"}},
};

const KjCommand kj_line_command = {
    .name = "line",
    .ja = "手順",
    .aliases = {"record"},
    .group = KJ_COMMANDS_PLAY,
    .summary = "print the moves of the line",
    .details = "Prints the moves from the start to the end of the line, with * at the last played.",
    .options = KJ_OPTIONS_NOTATION,
    .run = cmd_line,
    .examples = {{"play 7g7f 3c3d; back; line", "Where we are.", "*  1  ▲７六歩"}},
};

const KjCommand kj_variations_command = {
    .name = "variations",
    .ja = "分岐",
    .aliases = {"vars"},
    .group = KJ_COMMANDS_PLAY,
    .summary = "list the moves tried here, or go into one",
    .details = "Lists the moves tried in this position; with a number goes into one of them.",
    .args = {{.kind = KJ_ARG_INTEGER, .name = "N", .optional = true, .min = 1, .max = 100000}},
    .options = KJ_OPTIONS_NOTATION,
    .run = cmd_variations,
    .examples = {{"play 7g7f; back; play 2g2f; back; variations", "Two first moves.",
                  "2  ▲２六歩"}},
};

const KjCommand kj_cut_command = {
    .name = "cut",
    .ja = "切る",
    .group = KJ_COMMANDS_PLAY,
    .summary = "cut off the last move and all after it",
    .details = "Takes the move that led here out of the tree, with all that follows it.",
    .run = cmd_cut,
    .examples = {{"play 7g7f 3c3d; cut; line", "One move is left.", "*  1  ▲７六歩"}},
};
