/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perft: leaf counts, whole or by root move. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/usi.h"
#include "core/rules/movegen.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/input_print.h"
#include "repl/command/command_fields.def"
#include "repl/job/input.h"
#include "repl/run/progress_line.h"

enum { UNWATCHED_DEPTH = 4 }; // below this the flag is not looked at: milliseconds

/* kj_perft that ends soon, with a useless number, once *stop is set. */
static uint64_t count_leaves(KjPosition *pos, unsigned depth, const atomic_bool *stop)
{
    if (depth <= UNWATCHED_DEPTH)
        return kj_perft(pos, depth);
    KjMoveList list;
    kj_gen_legal(pos, &list);
    uint64_t total = 0;
    for (unsigned i = 0; i < list.n && !atomic_load(stop); i++) {
        KjUndo undo;
        if (kj_is_try(pos, list.move[i]))
            continue; // the game is over, and not at a leaf
        kj_position_make(pos, list.move[i], &undo);
        total += count_leaves(pos, depth - 1, stop);
        kj_position_unmake(pos, list.move[i], &undo);
    }
    return total;
}

typedef struct {
    char move[KJ_USI_MOVE];
    uint64_t leaves;
} Share;

static int compare_shares(const void *a, const void *b)
{
    return strcmp(((const Share *)a)->move, ((const Share *)b)->move);
}

/* Counts below each root move into `shares`, sorted by move; returns the total. */
static uint64_t divide(KjPosition *pos, unsigned depth, const atomic_bool *stop, GArray *shares)
{
    KjMoveList list;
    kj_gen_legal(pos, &list);
    uint64_t total = 0;
    for (unsigned i = 0; i < list.n && !atomic_load(stop); i++) {
        KjUndo undo;
        Share share;
        kj_usi_move_write(pos, list.move[i], share.move);
        bool over = kj_is_try(pos, list.move[i]) && depth > 1;
        kj_position_make(pos, list.move[i], &undo);
        share.leaves = over ? 0 : count_leaves(pos, depth - 1, stop);
        kj_position_unmake(pos, list.move[i], &undo);
        total += share.leaves;
        g_array_append_val(shares, share);
    }
    g_array_sort(shares, compare_shares);
    return total;
}

/* A count on its way. */
typedef struct {
    KjPosition position;
    unsigned depth;
    bool divided;
    GArray *shares; // of Share, if divided
    uint64_t total;
} Count;

static void count(void *data, const atomic_bool *cancel)
{
    Count *c = data;
    c->total = c->divided ? divide(&c->position, c->depth, cancel, c->shares)
                          : count_leaves(&c->position, c->depth, cancel);
}

/* False when no thread can be had. */
static bool print_perft(KjSession *session, const KjCall *call, const KjInput *input,
                        unsigned depth, GError **error)
{
    KjPrinter *printer = call->printer;
    g_autoptr(GArray) shares = g_array_new(FALSE, FALSE, sizeof(Share));
    Count c = {.position = input->position,
               .depth = depth,
               .divided = call->values->value[KJ_OPT(DIVIDE)].flag && depth > 0,
               .shares = shares};
    KjProgressLine line;
    kj_progress_line_begin(&line, session, call->values);
    if (!kj_progress_line_work(&line, "perft", session->stop, count, &c, error))
        return false;
    if (kj_session_stopped(session))
        return true; // a number cut short is no perft

    kj_printer_begin(printer, call->command->schema);
    kj_input_print_position(printer, input);
    KJ_FIELDS_PERFT;
    kj_printer_line(printer, "%" G_GUINT64_FORMAT, c.total);
    kj_printer_end(printer);
    return true;
}

static KjExit kj_cmd_perft(KjSession *session, const KjCall *call, GError **error)
{
    g_autoptr(GPtrArray) inputs =
        kj_inputs_read(call->values, call->board != NULL, call->args + 1, error);
    if (!inputs)
        return KJ_EXIT_USAGE;
    // checked against the row
    unsigned depth = (unsigned)g_ascii_strtoull(call->args[0], NULL, 10);
    KjExit status = KJ_EXIT_OK;
    for (unsigned i = 0; i < inputs->len && !call->printer->failed; i++) {
        const KjInput *input = inputs->pdata[i];
        if (!kj_input_usable(session, call, input))
            status = kj_exit_worse(status, KJ_EXIT_INPUT);
        else if (!print_perft(session, call, input, depth, error))
            status = KJ_EXIT_INTERNAL;
    }
    return status;
}

const KjCommand kj_perft_command = {
    .name = "perft",
    .ja = "手順数",
    .group = KJ_COMMANDS_POSITION,
    .summary = "count the move sequences of a length",
    .details = "Counts the leaves of the tree of legal moves to a depth, from the position "
               "given or from the start. The last line is the total alone. Repetition is not "
               "looked at.",
    .args = {{.kind = KJ_ARG_INTEGER, .name = "DEPTH", .min = 0, .max = 64},
             {.kind = KJ_ARG_PROBLEM, .name = "POSITION", .optional = true}},
    .options = KJ_OPTIONS_PERFT | KJ_OPTIONS_VARIANT | KJ_OPTIONS_RULES | KJ_OPTIONS_JSON |
               KJ_OPTIONS_GIVEN,
    .moves = KJ_MOVES_PLAYED,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_perft,
    .examples = {{"perft 3", "From the start position of shogi.", "25470"},
                 {"perft --variant ogi 2", "Of another game.", "625"}},
    .schema = "kanju.perft/1",
};
