/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "repl/cli/refutation_json.h"

#include "core/notation/usi.h"

static void print_move(const KjRefutationView *view, const char *key, const char *key_spoken,
                       const KjPosition *pos, KjMove move, KjMove last, KjPrinter *printer)
{
    char usi[KJ_USI_MOVE];
    if (move)
        kj_usi_move_write(pos, move, usi);
    kj_printer_string(printer, key, NULL, move ? usi : NULL);
    if (!key_spoken)
        return;
    g_autofree char *text = move ? kj_move_text(pos, move, last, view->notation) : NULL;
    kj_printer_string(printer, key_spoken, NULL, text);
}

/* What is said of an answer to an attack, `pos` being the position before the answer. */
static void print_answer(const KjRefutationView *view, const KjFailure *t, const KjPosition *pos,
                         KjMove last, bool spoken, KjPrinter *printer)
{
    print_move(view, "reply", spoken ? "reply_text" : NULL, pos, t->reply, last, printer);
    kj_printer_string(printer, "does", NULL, t->reply ? kj_reply_kind_text(t->kind) : NULL);
    kj_printer_boolean(printer, "open", NULL, t->open);
    kj_printer_boolean(printer, "stalemate", NULL, t->stalemate);
    kj_printer_string(printer, "only", NULL, t->only ? kj_only_text(t->only) : NULL);
    kj_printer_begin_list(printer, "refuting");
    for (unsigned i = 0; i < t->refuting->len; i++)
        print_move(view, NULL, NULL, pos, g_array_index(t->refuting, KjMove, i), last, printer);
    kj_printer_end_list(printer);
    kj_printer_integer(printer, "replies", NULL, t->n_replies);
    kj_printer_integer(printer, "losing", NULL, t->n_mated);
    kj_printer_integer(printer, "undecided", NULL, t->n_undecided);
    kj_printer_string(printer, "lasts", NULL, kj_lasts_text(t->lasts));
    kj_printer_integer(printer, "checks", NULL, t->attacks);
}

static void print_tries(const KjRefutationView *view, const KjFailure *t, const KjPosition *pos,
                        KjMove last, bool spoken, KjPrinter *printer)
{
    kj_printer_begin_list(printer, "tries");
    for (unsigned i = 0; t && t->next && i < t->next->len; i++) {
        const KjFailure *child = g_ptr_array_index(t->next, i);
        KjPosition at = *pos;
        KjUndo undo;
        kj_printer_begin_item(printer);
        print_move(view, "check", spoken ? "check_text" : NULL, pos, child->attack, last, printer);
        kj_position_make(&at, child->attack, &undo);
        print_answer(view, child, &at, child->attack, spoken, printer);
        kj_printer_boolean(printer, "repeats", NULL, child->repeats);
        kj_printer_boolean(printer, "elsewhere", NULL, child->same && !child->repeats);
        if (child->reply)
            kj_position_make(&at, child->reply, &undo);
        print_tries(view, child, &at, child->reply, spoken, printer);
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
    kj_printer_integer(printer, "left_out", NULL, t && t->next ? t->n_next - t->next->len : 0);
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
        print_tries(view, root, &pos, root->reply ? root->reply : view->last, spoken, printer);
        kj_printer_boolean(printer, "cut", NULL, view->tree->cut);
        kj_printer_integer(printer, "nodes", NULL, (gint64)view->tree->nodes);
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}
