/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "repl/cli/refutation_json.h"

#include "repl/cli/fields_print.h"
#include "repl/cli/solve_fields.def"
#include "repl/job/phrases.h"

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
    kj_printer_begin_list(printer, "tries");
    for (unsigned i = 0; t->next && i < t->next->len; i++) {
        const KjFailure *child = g_ptr_array_index(t->next, i);
        g_autofree char *attack_text = move_text(pos, child->attack, last, view->notation);
        KjPosition at = *pos;
        KjUndo undo;
        kj_printer_begin_item(printer);
        KJ_FIELDS_ATTACK;
        kj_position_make(&at, child->attack, &undo);
        print_answer(view, child, &at, child->attack, spoken, printer);
        if (child->reply)
            kj_position_make(&at, child->reply, &undo);
        KJ_FIELDS_FAILURE;
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

void kj_refutation_print(const KjRefutationView *view, bool spoken, KjPrinter *printer)
{
    kj_printer_begin_list(printer, "refutation");
    if (view) {
        const KjFailure *root = view->tree->root;
        KjPosition pos = *view->root;
        KjUndo undo;
        kj_printer_begin_item(printer);
        print_answer(view, root, &pos, view->last, spoken, printer);
        if (root->reply)
            kj_position_make(&pos, root->reply, &undo);
        KJ_FIELDS_TREE;
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}
