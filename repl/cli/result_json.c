/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "repl/cli/result_json.h"

#include "core/tree/move_place.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/solve_fields.def"
#include "repl/cli/verify_fields.def"
#include "repl/job/because.h"
#include "repl/job/phrases.h"
#include "repl/job/solution.h"

/* ---- why there is no mate ---- */

/* A move in a notation, NULL for none. (transfer full) */
static char *move_text(const KjPosition *pos, KjMove move, KjMove last, KjNotation notation)
{
    return move ? kj_move_text(pos, move, last, notation) : NULL;
}

/* What is said of an answer to an attack, `pos` being the position before the answer. */
static void print_answer(const KjRefutationView *view, const KjFailure *t, const KjPosition *pos,
                         KjMove last, bool spoken, KjPrinter *printer)
{
    g_autofree char *reply_text = move_text(pos, t->reply, last, view->notation);
    g_autofree char *because = spoken && t->reply ? kj_because(pos, t) : NULL;
    g_autoptr(GPtrArray) moves = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < t->refuting->len; i++)
        g_ptr_array_add(
            moves, move_text(pos, g_array_index(t->refuting, KjMove, i), last, KJ_NOTATION_USI));
    g_ptr_array_add(moves, NULL);
    void **refuting = moves->pdata;
    KJ_FIELDS_ANSWER;
}

static unsigned left_out(const KjFailure *t)
{
    return t->next ? t->n_next - t->next->len : 0;
}

static void print_tries(const KjRefutationView *view, const KjFailure *t, const KjPosition *pos,
                        KjMove last, bool spoken, KjPrinter *printer)
{
    for (unsigned i = 0; t->next && i < t->next->len; i++) {
        const KjFailure *child = g_ptr_array_index(t->next, i);
        g_autofree char *attack_text = move_text(pos, child->attack, last, view->notation);
        KjPosition at = kj_position_after(pos, child->attack);
        kj_printer_begin_item(printer);
        KJ_FIELDS_ATTACK;
        print_answer(view, child, &at, child->attack, spoken, printer);
        at = kj_position_after(&at, child->reply);
        KJ_FIELDS_FAILURE;
        kj_printer_end_item(printer);
    }
}

void kj_refutation_print(const KjRefutationView *view, bool spoken, KjPrinter *printer)
{
    if (!view)
        return;
    const KjFailure *root = view->tree->root;
    kj_printer_begin_item(printer);
    print_answer(view, root, view->root, view->last, spoken, printer);
    KjPosition pos = kj_position_after(view->root, root->reply);
    KJ_FIELDS_TREE;
    kj_printer_end_item(printer);
}

/* ---- solve ---- */

const char *kj_solve_certificate_of(const KjSolveJob *job)
{
    bool decided = job->result.verdict != KJ_UNKNOWN;
    return decided && !job->certificate_failure ? job->certificate : NULL;
}

KjRefutationView kj_solve_refutation_of(const KjSolveJob *job, KjNotation notation)
{
    return (KjRefutationView){.tree = job->refutation,
                              .root = &job->input->position,
                              .last = job->input->last,
                              .notation = notation};
}

void kj_solve_print_checkpoint(const KjSolveJob *job, KjPrinter *printer)
{
    KJ_FIELDS_CHECKPOINT;
}

static void print_explained(const KjSolveJob *job, KjPrinter *printer)
{
    g_autoptr(GPtrArray) nodes =
        job->solution ? kj_solution_explained(job->solution) : g_ptr_array_new();
    for (unsigned i = 0; i < nodes->len; i++) {
        const KjMoveNode *node = g_ptr_array_index(nodes, i);
        KjPosition pos = kj_move_node_position(job->solution, node->parent);
        KJ_ITEM(KJ_FIELDS_EXPLAINED);
    }
}

void kj_solve_print_fields(const KjSolveJob *job, const KjSolveRequest *request, KjPrinter *printer,
                           char **spoken)
{
    const KjResult *result = &job->result;
    const KjInput *input = job->input;
    bool mate = result->verdict == KJ_MATE;
    bool unknown = result->verdict == KJ_UNKNOWN, complete = mate && result->line_complete;
    g_autofree char *leftover = kj_hand_text(&input->game, result->leftover, job->attacker);
    g_autofree char *note = kj_solve_note(job, false);
    KjRefutationView view = kj_solve_refutation_of(job, request->notation);
    KJ_FIELDS_SOLVE;
}

/* ---- verify ---- */

/* What a report proves of each move beside its line, if it proves anything. */
static void print_claims(const GArray *claims, const KvResult *result, KjPrinter *printer)
{
    for (unsigned i = 0; i < claims->len && result->ok; i++) {
        const KvMoveClaim *claim = &g_array_index(claims, KvMoveClaim, i);
        if (!claim->ply)
            continue;
        KJ_ITEM(KJ_FIELDS_VERIFY_CLAIM);
    }
}

/* And of each piece of the diagram. */
static void print_pieces(const GArray *claims, const KvResult *result, KjPrinter *printer)
{
    for (unsigned i = 0; i < claims->len && result->ok; i++) {
        const KvMoveClaim *claim = &g_array_index(claims, KvMoveClaim, i);
        if (claim->ply)
            continue;
        KJ_ITEM(KJ_FIELDS_VERIFY_PIECE);
    }
}

void kj_verify_print(KjPrinter *printer, const char *path, const KvResult *result,
                     const GArray *claims)
{
    char text[KV_LINE], claim[KV_CLAIM];
    kv_result_text(result, text, sizeof text);
    kv_result_claim(result, claim, sizeof claim);
    g_autofree char *name = g_filename_display_name(path);
    kj_printer_begin(printer, KJ_VERIFY_SCHEMA);
    kj_printer_line(printer, "%s: %s", name, text);
    if (*claim)
        kj_printer_line(printer, "    %s", claim);
    KJ_FIELDS_VERIFY;
    kj_printer_end(printer);
}
