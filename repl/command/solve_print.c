/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `solve` prints for a finished job. */
#include <string.h>

#include "core/text/lang.h"
#include "repl/cli/input_print.h"
#include "repl/cli/result_json.h"
#include "repl/command/solve_print.h"
#include "repl/diagram/picture.h"
#include "repl/job/interpositions.h"
#include "repl/job/phrases.h"
#include "repl/job/solution.h"

enum {
    MAX_COLUMNS = 100,     // of the lines of moves
    MAX_MOVES_A_ROW = 10,  //
    SHORT_LINE_MOVES = 15, // what a one-line report shows of a main line
};

const char *kj_solve_cause_words(KjCause cause)
{
    switch (cause) {
    case KJ_CAUSE_NONE: return "no reason given";
    case KJ_CAUSE_TIME: return "time limit reached";
    case KJ_CAUSE_NODES: return "node limit reached";
    case KJ_CAUSE_MEMORY: return "memory too small, or a line too long to follow";
    case KJ_CAUSE_STOPPED: return "stopped";
    case KJ_CAUSE_REPETITION: return "a repeated position may decide";
    }
    g_assert_not_reached();
}

/* "mate in 3 plies" and the like. (transfer full) */
static char *verdict_for_people(const KjResult *result)
{
    const char *by_law =
        result->decided_by == KJ_BY_REPETITION ? kj_tr(" by the law of repetition") : "";
    switch (result->verdict) {
    case KJ_MATE:
        if (result->plies == 0)
            return g_strdup(result->n_line ? kj_tr("mate in 0 plies, the king can be captured now")
                                           : kj_tr("mate in 0 plies, it is on the board"));
        if (result->tolerated)
            return g_strdup_printf(
                kj_tr_n(result->plies, "mate in %u ply; variations that leave pieces take up to %u",
                        "mate in %u plies; variations that leave pieces take up to %u"),
                result->plies, result->plies + result->tolerated);
        if (result->plies < result->pure_plies)
            return g_strdup_printf(
                kj_tr_n(result->plies, "mate in %s%u ply, %s%u with futile interpositions",
                        "mate in %s%u plies, %s%u with futile interpositions"),
                result->plies_proved ? "" : kj_tr("at most "), result->plies,
                result->pure_proved ? "" : kj_tr("at most "), result->pure_plies);
        return g_strdup_printf(
            kj_tr_n(result->plies, "mate in %s%u ply%s%s", "mate in %s%u plies%s%s"),
            result->plies_proved ? "" : kj_tr("at most "), result->plies, by_law,
            result->plies_proved ? "" : kj_tr(", not proved shortest"));
    case KJ_NOMATE: return g_strconcat(kj_tr("no mate"), by_law, NULL);
    case KJ_UNKNOWN:
        return g_strdup_printf(kj_tr("unknown, %s"), kj_tr(kj_solve_cause_words(result->cause)));
    }
    g_assert_not_reached();
}

/* How fast it went: "1234 nodes, 0.01 s, 123400 nodes/s". (transfer full) */
static char *speed_for_people(const KjResult *result)
{
    double speed = result->seconds > 0 ? (double)result->nodes / result->seconds : 0;
    return g_strdup_printf(kj_tr_n(result->nodes,
                                   "%" G_GUINT64_FORMAT " node, %.2f s, %.0f nodes/s",
                                   "%" G_GUINT64_FORMAT " nodes, %.2f s, %.0f nodes/s"),
                           result->nodes, result->seconds, speed);
}

void kj_solve_print_rows(KjPrinter *printer, char **line, unsigned width)
{
    unsigned widest = 0, n = g_strv_length(line);
    for (unsigned i = 0; i < n; i++)
        widest = MAX(widest, kj_text_columns(line[i]));
    unsigned room = (MIN(width, MAX_COLUMNS) - 4) / (widest + 2);
    unsigned row = MAX(1, MIN(room, MAX_MOVES_A_ROW));
    g_autoptr(GString) text = g_string_new(NULL);
    for (unsigned i = 0; i < n; i++) {
        if (i % row == 0)
            g_string_append_printf(text, "%s%4u", i ? "\n" : "", i + 1);
        g_string_append_printf(text, "  %s", line[i]);
        if ((i + 1) % row && i + 1 < n)
            g_string_append_printf(text, "%*s", (int)(widest - kj_text_columns(line[i])), "");
    }
    if (n)
        kj_printer_line(printer, "%s", text->str);
}

/* Why there is no mate, in full: the nearest failure. */
static void print_nearest(const KjSolveRequest *request, const KjSolveJob *job, KjPrinter *printer)
{
    KjRefutationView view = kj_solve_refutation_of(job, request->notation);
    if (!job->refutation)
        return;
    g_autofree char *text = kj_refutation_nearest_text(&view);
    kj_printer_line(printer, "%s", text);
}

/* The tree, if it was asked for. */
static void print_tree(const KjSolveRequest *request, const KjSolveJob *job, KjPrinter *printer)
{
    KjRefutationView view = kj_solve_refutation_of(job, request->notation);
    if (!job->refutation || !request->refutation)
        return;
    g_autofree char *text = kj_refutation_text(&view);
    kj_printer_line(printer, "refutation, %" G_GUINT64_FORMAT " nodes:", job->refutation->nodes);
    kj_printer_block(printer, text);
}

/* What each move of the solution does, and what each shorter defence allows, if that was asked
 * for. */
static void print_explained(const KjSolveRequest *request, const KjSolveJob *job,
                            KjPrinter *printer)
{
    if (!request->explain || !job->solution)
        return;
    g_autoptr(GPtrArray) nodes = kj_solution_explained(job->solution);
    for (unsigned i = 0; i < nodes->len; i++) {
        const KjMoveNode *node = g_ptr_array_index(nodes, i);
        g_autofree char *moves = kj_interposition_node_text(job->solution, node, request->notation);
        g_autofree char *text =
            node->parent->child == node
                ? g_strdup_printf("#%u %s  %s", node->ply, moves, kj_solution_because(node))
                : g_strdup_printf("    %s  %s", moves, kj_solution_because(node));
        if (!kj_interposition_is_told(job->solution, node))
            kj_printer_line(printer, "%s", text);
    }
}

static void print_full(const KjSession *session, const KjSolveRequest *request,
                       const KjSolveJob *job, KjPrinter *printer, char **line)
{
    KjNotation notation = request->notation;
    const KjResult *result = &job->result;
    const KjInput *input = job->input;
    g_autofree char *verdict = verdict_for_people(result);
    g_autofree char *speed = speed_for_people(result);
    kj_printer_line(printer, "%s", verdict);
    kj_solve_print_rows(printer, line, session->term.width);
    print_explained(request, job, printer);
    print_nearest(request, job, printer);
    print_tree(request, job, printer);
    if (result->verdict == KJ_MATE && !result->line_complete)
        kj_printer_line(printer, "(the line is cut short by a limit)");
    if (result->verdict == KJ_MATE && result->line_complete) {
        bool kanji = notation == KJ_NOTATION_JA || notation == KJ_NOTATION_JA_SHOGI;
        g_autofree char *left = kanji ? kj_hand_kanji(&input->game, result->leftover)
                                      : kj_hand_text(&input->game, result->leftover, KJ_SENTE);
        bool nothing = *left == '\0' || strcmp(left, "-") == 0;
        kj_printer_line(printer, "left in hand: %s", nothing ? kj_tr("nothing") : left);
    }
    g_autofree char *note = kj_solve_note(job, true);
    if (note)
        kj_printer_line(printer, "note: %s", note);
    kj_printer_line(printer, "%s", speed);
    uint64_t records = job->certified.records;
    if (kj_solve_certificate_of(job))
        kj_printer_line(printer,
                        kj_tr_n(records, "certificate: %s, %" G_GUINT64_FORMAT " record",
                                "certificate: %s, %" G_GUINT64_FORMAT " records"),
                        kj_solve_certificate_of(job), records);
}

static void print_short(const KjSolveRequest *request, const KjSolveJob *job, KjPrinter *printer,
                        char **line)
{
    const KjResult *result = &job->result;
    g_autofree char *verdict = verdict_for_people(result);
    g_autoptr(GString) moves = g_string_new(NULL);
    for (unsigned i = 0; line[i] && i < SHORT_LINE_MOVES; i++)
        g_string_append_printf(moves, " %s", line[i]);
    if (result->n_line > SHORT_LINE_MOVES)
        g_string_append(moves, " …");
    KjRefutationView view = kj_solve_refutation_of(job, request->notation);
    g_autofree char *nearest = job->refutation ? kj_refutation_moves(&view) : NULL;
    if (nearest)
        g_string_append_printf(moves, " %s", nearest);
    g_autofree char *recorded = NULL;
    unsigned found = result->verdict == KJ_MATE ? result->plies : 0;
    int expected = job->input->recorded_plies;
    if (expected >= 0 && result->verdict != KJ_UNKNOWN && (unsigned)expected != found)
        recorded = g_strdup_printf(kj_tr(" [recorded: %d]"), expected);
    g_autofree char *note = kj_solve_note(job, true);
    kj_printer_line(printer, "%s: %s%s%s%s (%" G_GUINT64_FORMAT " nodes, %.2f s)%s%s",
                    job->input->called, verdict, recorded ? recorded : "", moves->len ? ":" : "",
                    moves->str, result->nodes, result->seconds, note ? kj_tr("; note: ") : "",
                    note ? note : "");
    print_explained(request, job, printer);
    print_tree(request, job, printer);
}

static void print_board(KjSession *session, const KjCall *call, const KjInput *input)
{
    g_autofree char *board =
        kj_picture_board(&session->term, call->values, &input->position, input->last);
    kj_printer_block(call->printer, board);
}

void kj_solve_print(KjSession *session, const KjCall *call, const KjSolveRequest *request,
                    const KjSolveJob *job)
{
    KjPrinter *printer = call->printer;
    const KjInput *input = job->input;
    g_auto(GStrv) line = kj_line_text(&input->position, job->result.line, job->result.n_line,
                                      input->last, request->notation);
    kj_printer_begin(printer, call->command->schema);
    kj_input_print_position(printer, input);
    bool spoken = call->values->value[KJ_OPT(NOTATION)].set;
    kj_solve_print_fields(job, request, printer, spoken ? line : NULL);
    if (request->diagrams) {
        if (g_strcmp0(input->id, input->place) != 0 && !job->shown)
            kj_printer_line(printer, "%s", input->id);
        if (!job->shown && !kj_call_board_is_seen(call))
            print_board(session, call, input);
        print_full(session, request, job, printer, line);
    } else {
        print_short(request, job, printer, line);
    }
    kj_printer_end(printer);
}
