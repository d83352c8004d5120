/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves: the legal moves of a position, or only checks or evasions. */
#include <stdlib.h>
#include <string.h>

#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "core/rules/record.h"
#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/input_print.h"
#include "repl/command/command_fields.def"
#include "repl/job/input.h"
#include "repl/job/phrases.h"

/* A move in the notation asked for, and in USI. */
typedef struct {
    char *text, *usi;
} Named;

static int compare_named(const void *a, const void *b)
{
    return strcmp(((const Named *)a)->text, ((const Named *)b)->text);
}

/* Names the moves of a list, sorted by their texts. (out: transfer full) */
static void name_moves(const KjCall *call, const KjInput *input, const KjMoveList *list,
                       char ***out_texts, char ***out_usi)
{
    KjNotation notation = kj_notation_asked(call->values, KJ_NOTATION_USI);
    const KjPosition *pos = &input->position;
    g_autofree Named *named = g_new(Named, list->n + 1); // qsort() takes no NULL, not even for none
    for (unsigned i = 0; i < list->n; i++) {
        named[i].text = kj_move_text(pos, list->move[i], input->last, notation);
        named[i].usi = kj_move_text(pos, list->move[i], input->last, KJ_NOTATION_USI);
    }
    qsort(named, list->n, sizeof *named, compare_named);
    *out_texts = g_new0(char *, list->n + 1);
    *out_usi = g_new0(char *, list->n + 1);
    for (unsigned i = 0; i < list->n; i++) {
        (*out_texts)[i] = named[i].text;
        (*out_usi)[i] = named[i].usi;
    }
}

/* Generates checks; none, and a note, where a check makes no sense. */
static void list_checks(const KjPosition *pos, KjMoveList *list, const char **out_note)
{
    list->n = 0;
    KjSide enemy = kj_other((KjSide)pos->side);
    if (pos->king[enemy] == KJ_NO_SQUARE)
        *out_note = "the other side has no king to check";
    else if (kj_can_capture_king(pos))
        *out_note = "the other side's king can be captured at once";
    else
        kj_gen_checks(pos, list);
}

static void list_evasions(const KjPosition *pos, KjMoveList *list, const char **out_note)
{
    list->n = 0;
    unsigned first_drop;
    if (kj_in_check(pos, (KjSide)pos->side))
        kj_gen_evasions(pos, list, &first_drop);
    else
        *out_note = "the side to move is not in check";
}

/* Takes off the list what the law of repetition forbids after the moves of an input. */
static void drop_forbidden(const KjInput *input, KjMoveList *list)
{
    KjRecord *record = kj_record_new(&input->text.start);
    bool played = true;
    for (unsigned i = 0; i < input->text.n_moves && played; i++)
        played = kj_record_play(record, input->text.moves[i]) == KJ_MOVE_LEGAL;
    unsigned n = 0;
    for (unsigned i = 0; i < list->n && played; i++) {
        KjIllegal why = kj_record_legality(record, list->move[i]);
        if (why == KJ_MOVE_LEGAL || why == KJ_MOVE_GAME_OVER)
            list->move[n++] = list->move[i];
    }
    list->n = played ? n : list->n;
    kj_record_free(record);
}

static KjExit print_moves(KjSession *session, const KjCall *call, const KjInput *input)
{
    KjPrinter *printer = call->printer;
    const char *kind = "legal", *note = NULL;
    KjMoveList list;
    if (call->values->value[KJ_OPT(CHECKS)].flag) {
        kind = "checks";
        list_checks(&input->position, &list, &note);
    } else if (call->values->value[KJ_OPT(EVASIONS)].flag) {
        kind = "evasions";
        list_evasions(&input->position, &list, &note);
    } else {
        kj_gen_legal(&input->position, &list);
    }
    if (input->text.n_moves)
        drop_forbidden(input, &list);
    g_auto(GStrv) texts = NULL, usi = NULL;
    name_moves(call, input, &list, &texts, &usi);

    if (note)
        kj_term_message(&session->term, "%s: %s", input->where, kj_tr(note));
    kj_printer_begin(printer, call->command->schema);
    kj_input_print_position(printer, input);
    KJ_FIELDS_MOVES;
    for (unsigned i = 0; i < list.n; i++)
        kj_printer_line(printer, "%s", texts[i]);
    kj_printer_end(printer);
    return KJ_EXIT_OK;
}

static KjExit kj_cmd_moves(KjSession *session, const KjCall *call, GError **error)
{
    if (call->values->value[KJ_OPT(CHECKS)].flag && call->values->value[KJ_OPT(EVASIONS)].flag) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--checks and --evasions, expected only one of them");
        return KJ_EXIT_USAGE;
    }
    g_autoptr(GPtrArray) inputs =
        kj_inputs_read(call->values, call->board != NULL, call->args, error);
    if (!inputs)
        return KJ_EXIT_USAGE;
    KjExit status = KJ_EXIT_OK;
    for (unsigned i = 0; i < inputs->len && !call->printer->failed; i++) {
        const KjInput *input = inputs->pdata[i];
        if (kj_input_usable(session, call, input))
            status = kj_exit_worse(status, print_moves(session, call, input));
        else
            status = kj_exit_worse(status, KJ_EXIT_INPUT);
    }
    return status;
}

const KjCommand kj_moves_command = {
    .name = "moves",
    .ja = "指し手",
    .aliases = {"legal"},
    .group = KJ_COMMANDS_POSITION,
    .summary = "list legal moves, checks or evasions",
    .details = "Prints one move a line, sorted by the bytes of what is printed. What the law of "
               "repetition forbids after the moves given is left out.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "POSITION"}},
    .options = KJ_OPTIONS_MOVES | KJ_OPTIONS_NOTATION | KJ_OPTIONS_VARIANT | KJ_OPTIONS_RULES |
               KJ_OPTIONS_JSON | KJ_OPTIONS_GIVEN,
    .moves = KJ_MOVES_PLAYED,
    .run = kj_cmd_moves,
    .examples = {{"moves --checks --notation usi '7k1/9/6B1R/9/9/9/9/9/9 b G'",
                  "The checks of a position.", "G*2b"}},
    .schema = "kanju.moves/1",
};
