/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any text as a session of the workbench: of what is refused nothing stays, and what is taken is
 * kept as a text that brings back the same. Every state before and after the one on the board can be
 * gone to; of these a text leaves out those that belong to another collection.
 */
#include <string.h>

#include "core/format/position_text.h"
#include "core/text/text.h"
#include "repl/collection/tree_text.h"
#include "repl/lib/lib_commands.h"
#include "repl/workbench/workbench.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The board, and what is said of it. (transfer full) */
static char *look(const KjWorkbench *bench)
{
    g_autofree char *tree = kj_tree_text_line(kj_workbench_tree(bench));
    g_autofree char *ahead = kj_workbench_ahead(bench, true);
    KjPosition position = kj_workbench_position(bench);
    g_autofree char *board = kj_position_write(&position);
    KjLineBreak broken = kj_workbench_line_break(bench);
    g_autoptr(GArray) author = kj_workbench_author(bench, false);
    return g_strdup_printf("%s%s\n%s\n%d %u\n", tree, ahead, board, (int)broken.state,
                           author ? author->len : 0);
}

/* To the first state and to the last one. */
static void go_through(KjWorkbench *bench)
{
    while (kj_workbench_undo(bench, 1))
        g_free(look(bench));
    while (kj_workbench_redo(bench, 1))
        g_free(look(bench));
}

static void check_refused(const char *text)
{
    g_autoptr(KjWorkbench) bench = kj_workbench_new();
    g_autofree char *before = kj_workbench_write(bench);
    g_autoptr(GError) error = NULL;
    g_assert_false(kj_workbench_read(bench, text, &error));
    g_assert_true(error->domain == KJ_TEXT_ERROR);
    g_assert_true(!g_utf8_validate(text, -1, NULL) || g_utf8_validate(error->message, -1, NULL));
    g_autofree char *after = kj_workbench_write(bench);
    g_assert_cmpstr(after, ==, before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kj_options_use(kj_option_tables);
    g_autofree char *text = g_strndup((const char *)data, size);
    g_autoptr(KjWorkbench) bench = kj_workbench_new(), other = kj_workbench_new();
    if (!kj_workbench_read(bench, text, NULL)) {
        check_refused(text);
        return 0;
    }
    g_autofree char *written = kj_workbench_write(bench);
    g_assert_true(kj_workbench_read(other, written, NULL));
    g_autofree char *again = kj_workbench_write(other);
    g_assert_cmpstr(again, ==, written);
    g_autofree char *one = look(bench);
    g_autofree char *two = look(other);
    g_assert_cmpstr(one, ==, two);
    go_through(bench);
    go_through(other);
    return 0;
}
