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

/* Goes on by `n` moves, or back; onwards also along a mate that a search has found. */
static KjExit go_by(KjSession *session, gint64 n, GError **error)
{
    if (n > 0 && !kj_move_node_followed(kj_workbench_tree(session->bench)->at))
        kj_answer_add_known(session);
    KjMoveTree *tree = kj_workbench_tree(session->bench);
    gint64 gone = 0;
    while (gone < ABS(n) && (n > 0 ? kj_move_tree_forward : kj_move_tree_back)(tree))
        gone++;
    if (gone == 0)
        return kj_usage_error(error, n > 0 ? "at the end of the line" : "at the start of the line");
    kj_workbench_moved(session->bench);
    return KJ_EXIT_OK;
}

static KjExit cmd_goto(KjSession *session, const KjCall *call, GError **error)
{
    KjMoveTree *tree = kj_workbench_tree(session->bench);
    const char *word = call->args[0];
    char *rest;
    gint64 ply = g_ascii_strtoll(word, &rest, 10);
    bool number = rest != word && !*rest && ABS(ply) < G_MAXINT;
    if (number && (*word == '+' || *word == '-'))
        return go_by(session, ply, error);
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

/* The moves tried where the line stands, if there are several. */
static void print_tried(const KjMoveTree *tree, KjNotation notation, KjPrinter *printer)
{
    KjPosition pos = kj_move_tree_position(tree);
    if (kj_move_node_children(tree->at) < 2)
        return;
    kj_printer_line(printer, "tried here:");
    for (const KjMoveNode *child = tree->at->child; child; child = child->next) {
        g_autofree char *text = kj_move_text(&pos, child->move, tree->at->move, notation);
        kj_printer_line(printer, "      %s", text);
    }
}

static KjExit cmd_line(KjSession *session, const KjCall *call, GError **error)
{
    KjPrinter *printer = call->printer;
    (void)error;
    const KjMoveTree *tree = kj_workbench_tree(session->bench);
    g_autoptr(GArray) moves = kj_move_tree_line(tree, true);
    KjNotation notation = kj_notation_asked(call->values, KJ_NOTATION_JA);
    g_auto(GStrv) texts = kj_line_text(&tree->start, (const KjMove *)(void *)moves->data,
                                       moves->len, KJ_MOVE_NONE, notation);
    unsigned ply = tree->at->ply;
    kj_printer_begin(printer, NULL);
    if (!moves->len)
        kj_printer_line(printer, "no moves");
    for (unsigned i = 0; i < moves->len; i++)
        kj_printer_line(printer, "%c%3u  %s", i + 1 == ply ? '*' : ' ', i + 1, texts[i]);
    print_tried(tree, notation, printer);
    kj_printer_end(printer);
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

const KjCommand kj_goto_command = {
    .name = "goto",
    .ja = "局面へ",
    .aliases = {"go"},
    .group = KJ_COMMANDS_PLAY,
    .summary = "go to a ply of the line, or some moves on or back",
    .details =
        "Goes to a ply of the line, its start or its end; with +N or -N so many moves on or back, "
        "along the moves gone last; where none was played, along the mate that a search of this "
        "session has found. +N and -N may also be typed without this word.",
    .args = {{.kind = KJ_ARG_TEXT, .name = "PLY", .choices = "start|end"}},
    .flags = KJ_COMMAND_AGAIN,
    .run = cmd_goto,
    .examples = {{"play 7g7f 3c3d 2g2f; goto 1; position", "After the first.", "moves 7g7f"},
                 {"play 7g7f 3c3d; -2; +1; position", "Two back and one on.", "moves 7g7f"}},
};

const KjCommand kj_line_command = {
    .name = "line",
    .ja = "手順",
    .aliases = {"record"},
    .group = KJ_COMMANDS_PLAY,
    .summary = "print the moves of the line",
    .details =
        "Prints the moves from the start to the end of the line, with * at the last played, and "
        "the moves tried where it stands if there are several: play one to go into it.",
    .options = KJ_OPTIONS_NOTATION,
    .run = cmd_line,
    .examples = {{"play 7g7f 3c3d; -1; line", "Where we are.", "*  1  ▲７六歩"},
                 {"play 7g7f; -1; play 2g2f; -1; line", "Two first moves.", "      ▲２六歩"}},
};
