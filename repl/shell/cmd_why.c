/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why: whether a move is legal, and why it mates or does not. */
#include "core/notation/usi.h"
#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "repl/diagram/picture.h"
#include "repl/job/phrases.h"
#include "repl/job/solve_job.h"
#include "repl/shell/answer.h"
#include "repl/shell/shell_commands.h"
#include "repl/shell/why_hisshi.h"

/* Why a move cannot be played. */
static KjExit print_illegal(const KjPosition *pos, const char *word, KjMove last,
                            KjPrinter *printer)
{
    KjMove move;
    g_autoptr(GError) unread = NULL;
    if (kj_usi_move_read(pos, word, &move, NULL))
        return kj_print_line(printer, "%s: illegal, %s", word,
                             kj_tr(kj_illegal_text(kj_move_legality(pos, move))));
    // the reader of people's notations knows why as well
    kj_move_parse(pos, word, last, &move, &unread);
    g_autofree char *text = kj_text_error_write(unread);
    return kj_print_line(printer, "%s: %s", word, text);
}

/* Searches and says why; of a move with the board after it below. */
static KjExit explain(KjSession *session, const KjCall *call, KjMove move, GError **error)
{
    KjPrinter *printer = call->printer;
    KjProgressLine line;
    KjAnswerWhy why;
    kj_progress_line_begin(&line, session, call->values);
    KjNotation notation = kj_notation_asked(call->values, KJ_NOTATION_JA);
    if (!kj_answer_why(session, call, move, true, notation, &line, &why, error))
        return KJ_EXIT_INPUT;
    g_autofree char *board = kj_picture_board(&session->term, call->values, &why.board, why.last);
    kj_printer_begin(printer, NULL);
    kj_printer_line(printer, "%s", why.text);
    if (move)
        kj_printer_block(printer, board);
    kj_printer_block(printer, why.tree);
    kj_printer_end(printer);
    g_free(why.text);
    g_free(why.tree);
    return why.verdict == KJ_UNKNOWN ? KJ_EXIT_UNKNOWN : KJ_EXIT_OK;
}

static KjExit cmd_why(KjSession *session, const KjCall *call, GError **error)
{
    KjPrinter *printer = call->printer;
    const KjMoveTree *tree = kj_workbench_tree(session->bench);
    KjPosition pos = kj_workbench_position(session->bench);
    if (!kj_shell_can_play(&pos, error))
        return KJ_EXIT_INPUT;
    KjMove move = KJ_MOVE_NONE, last = tree->at->move;
    bool hisshi = call->values->value[KJ_OPT(GOAL)].choice != 0;
    if (!call->args[0])
        return (hisshi ? kj_why_hisshi : explain)(session, call, move, error);
    if (!kj_move_parse(&pos, call->args[0], last, &move, NULL))
        return print_illegal(&pos, call->args[0], last, printer);
    if (hisshi)
        return kj_why_hisshi(session, call, move, error);
    KjSide attacker = kj_solve_attacker(call->values, &tree->start);
    if (pos.side != attacker || kj_gives_check(&pos, move))
        return explain(session, call, move, error);
    g_autofree char *text = kj_move_text(&pos, move, last, KJ_NOTATION_JA);
    return kj_print_line(printer, "%s: legal, but no check", text);
}

const KjCommand kj_why_command = {
    .name = "why",
    .ja = "なぜ",
    .group = KJ_COMMANDS_PLAY,
    .summary = "say why a move, or the position, does not mate",
    .details =
        "Of a check that does not mate shows the reply that refutes it, on the board, and the tree "
        "of the refutation; of a reply how it is mated, or what it escapes to; of an illegal move "
        "which rule forbids it. Without a move it says why the position on the board is no mate. "
        "The moves on the board stay as they are; 'answer' puts such a line there. With "
        "--goal=hisshi it is about 必至: which defence fails to which mate, and which defence "
        "survives each check and threat that does not force it.",
    .args = {{.kind = KJ_ARG_MOVE, .name = "MOVE", .optional = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD |
               KJ_OPTIONS_GOAL,
    .run = cmd_why,
    .examples = {{"why 7g7e", "Too far.", "7g7e: illegal"},
                 {"position '7k1/9/6B1R/9/9/9/9/9/9 b G'; why 1c1b+", "A check that fails.",
                  "fails: no mate"},
                 {"position '9/9/6g1k/6+B2/8B/7P1/9/9/9 b 2r3g4s4n4l17p 1'; why --goal=hisshi",
                  "A 必至 in one: each defence and its mate.", "必至 in 1"}},
};
