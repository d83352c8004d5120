/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: the line that is intended. */
#include <string.h>

#include "core/notation/notation.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/job/phrases.h"
#include "repl/job/raw_line.h"
#include "repl/shell/answer.h"
#include "repl/shell/shell_commands.h"

static GArray *new_line(const KjMove *moves, unsigned n)
{
    GArray *line = g_array_sized_new(FALSE, FALSE, sizeof(KjMove), n);
    g_array_append_vals(line, moves, n);
    return line;
}

/* Moves in any notation from the start of the board's tree; those in USI need not be playable.
 * (transfer full, NULL with an error) */
static GArray *read_intended(KjSession *session, const KjCall *call, GError **error)
{
    KjPosition pos = kj_workbench_tree(session->bench)->start;
    kj_workbench_obey(session->bench, &pos);
    g_autofree char *text = kj_call_text(call, 0);
    unsigned n;
    g_autofree KjMove *raw = kj_raw_line_read(pos.game, text, &n);
    if (raw)
        return new_line(raw, n);
    g_autoptr(GArray) line = g_array_new(FALSE, FALSE, sizeof(KjMove));
    KjMove last = KJ_MOVE_NONE;
    for (const char *const *word = call->args; *word; word++) {
        if (!kj_move_parse(&pos, *word, last, &last, error)) {
            kj_text_error_prefix(error, "%s: ", *word);
            return NULL;
        }
        g_array_append_val(line, last);
        pos = kj_position_after(&pos, last);
    }
    return g_steal_pointer(&line);
}

/* The mate that a search of this session has found. (transfer full, NULL with an error) */
static GArray *found_line(KjSession *session, GError **error)
{
    const KjMoveTree *tree = kj_workbench_tree(session->bench);
    if (!tree->at->parent && kj_answer_add_known(session)) {
        GArray *line = kj_move_tree_line(kj_workbench_tree(session->bench), true);
        return line;
    }
    kj_usage_error(error, "no mate was found from the start of the board, expected 'solve' before");
    return NULL;
}

/* The line and where it breaks. */
static KjExit tell_intended(KjSession *session, const KjCall *call)
{
    KjPrinter *printer = call->printer;
    KjWorkbench *bench = session->bench;
    g_autoptr(GArray) line = kj_workbench_intended(bench);
    if (!line)
        return kj_print_line(printer, "no line is intended");
    KjPosition start = kj_workbench_tree(bench)->start;
    kj_workbench_obey(bench, &start);
    const KjMove *moves = (const KjMove *)(void *)line->data;
    KjLineBreak broken = kj_workbench_line_break(bench);
    g_autofree char *why = kj_line_break_text(start.game, line, &broken);
    unsigned good = broken.state == KJ_LINE_ILLEGAL ? broken.ply - 1 : line->len;
    g_autofree char *played = kj_line_words(&start, moves, good, KJ_MOVE_NONE,
                                            kj_notation_asked(call->values, KJ_NOTATION_JA));
    g_autofree char *rest = kj_raw_line_text(start.game, moves + good, line->len - good);
    kj_printer_begin(printer, NULL);
    kj_printer_line(printer, "intended: %s%s%s", played, *played && *rest ? " " : "", rest);
    if (why)
        kj_printer_line(printer, "it breaks at %s", why);
    kj_printer_end(printer);
    return KJ_EXIT_OK;
}

static KjExit cmd_intend(KjSession *session, const KjCall *call, GError **error)
{
    const char *word = call->args[0];
    if (!word)
        return tell_intended(session, call);
    GArray *line = NULL;
    if (kj_word_is(word, "found") && !call->args[1])
        line = found_line(session, error);
    else if (!kj_word_is(word, "nothing") || call->args[1])
        line = read_intended(session, call, error);
    if (*error)
        return (*error)->domain == KJ_USAGE_ERROR ? KJ_EXIT_USAGE : KJ_EXIT_INPUT;
    kj_workbench_intend(session->bench, line);
    kj_workbench_version(session->bench);
    return KJ_EXIT_OK;
}

const KjCommand kj_intend_command = {
    .name = "intend",
    .ja = "作意",
    .group = KJ_COMMANDS_EDIT,
    .summary = "set the intended line, or show where it breaks",
    .details =
        "The intended line is kept while the diagram is edited, and shifted and mirrored with it: "
        "moves on the board that end in mate, or the moves given here, which in USI need not be "
        "playable yet. 'found' takes the mate that a search of this session found, 'nothing' "
        "forgets the line. Without an argument prints it, and the ply at which it breaks now. "
        "check, repair, trim and tries go by it, repair also where it breaks.",
    .args = {{.kind = KJ_ARG_MOVE, .name = "MOVE", .optional = true, .repeating = true}},
    .options = KJ_OPTIONS_NOTATION,
    .run = cmd_intend,
    .examples = {{"position '9/9/2R6/k8/N8/B8/9/9/9 b - 1'; intend 7c8c+ 9d9e 8c8e; "
                  "move 7c 1c; intend; remove 1c; intend",
                  "A rook that comes from elsewhere, then none.", "it breaks at ply 1, 7c8c+"}},
};
