/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show: positions as diagrams. */
#include "core/textboard.h"
#include "repl/input.h"
#include "repl/text.h"

/* The move that led to the position, or NULL. (transfer full) */
static char *last_move_text(const KjInput *input, KjNotation notation)
{
    unsigned n = input->text.n_moves;
    if (n == 0)
        return NULL;
    g_auto(GStrv) line =
        kj_line_text(&input->text.start, input->text.moves, n, KJ_MOVE_NONE, notation);
    return g_strdup(line[n - 1]);
}

static void print(KjSession *session, const KjCall *call, KjPrinter *printer, const KjInput *input,
                  bool titled)
{
    bool color =
        kj_term_color(&session->term, (KjColorWhen)call->values->value[KJ_OPTION_COLOR].choice);
    KjBoardStyle style = (KjBoardStyle)call->values->value[KJ_OPTION_STYLE].choice;
    g_autofree char *board = kj_board_text(&input->position, style, color, input->last);
    g_autofree char *last = last_move_text(input, kj_call_notation(call, KJ_NOTATION_JA));
    KjSide side = (KjSide)input->position.side;
    g_autofree char *sente = kj_hand_text(&input->game, input->position.hand[KJ_SENTE], KJ_SENTE);
    g_autofree char *gote = kj_hand_text(&input->game, input->position.hand[KJ_GOTE], KJ_GOTE);

    kj_printer_begin(printer, call->command->schema);
    if (titled)
        kj_printer_line(printer, "%s", input->id);
    kj_printer_block(printer, board);
    kj_input_print_position(printer, input);
    kj_printer_string(printer, "side_to_move", NULL, kj_side_name(side));
    kj_printer_string(printer, "hand_sente", NULL, sente);
    kj_printer_string(printer, "hand_gote", NULL, gote);
    // the diagram names the last move in its own way already
    bool spoken = call->values->value[KJ_OPTION_NOTATION].set;
    kj_printer_string(printer, "last_move", spoken ? "last move" : NULL, last);
    kj_printer_end(printer);
}

KjExit kj_cmd_show(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    g_autoptr(GPtrArray) inputs = kj_inputs_read(call, call->args, error);
    if (!inputs)
        return KJ_EXIT_USAGE;
    KjExit status = KJ_EXIT_OK;
    for (unsigned i = 0; i < inputs->len && !printer->failed; i++) {
        const KjInput *input = inputs->pdata[i];
        bool usable = kj_input_usable(session, printer, input, call->command->schema);
        if (!usable)
            status = kj_exit_worse(status, KJ_EXIT_INPUT);
        // an impossible position is still worth seeing, to find what is wrong
        if (usable || (input->has_position && kj_printer_is_text(printer)))
            print(session, call, printer, input, inputs->len > 1);
    }
    return status;
}
