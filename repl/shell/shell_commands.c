/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands of the workbench share. */
#include "repl/shell/shell_commands.h"

#include "core/text/lang.h"
#include "core/text/text.h"
#include "core/tree/move_update.h"
#include "repl/job/input_record.h"
#include "repl/job/position_error.h"

KjExit kj_print_line(KjPrinter *printer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(kj_tr(format), arguments);
    va_end(arguments);
    kj_printer_begin(printer, NULL);
    kj_printer_line(printer, "%s", text);
    kj_printer_end(printer);
    return KJ_EXIT_OK;
}

KjExit kj_usage_error(GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(kj_tr(format), arguments);
    va_end(arguments);
    g_set_error_literal(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT, text);
    return KJ_EXIT_USAGE;
}

unsigned kj_call_number(const KjCall *call, unsigned otherwise)
{
    return call->args[0] ? (unsigned)g_ascii_strtoull(call->args[0], NULL, 10) : otherwise;
}

char *kj_call_text(const KjCall *call, unsigned from)
{
    GString *text = g_string_new(NULL);
    for (const char *const *word = call->args + from; *word; word++)
        g_string_append_printf(text, "%s%s", text->len ? " " : "", *word);
    return g_string_free(text, FALSE);
}

void kj_shell_warn(KjSession *session)
{
    KjPosition position = kj_workbench_position(session->bench);
    unsigned square;
    g_autofree char *fault = kj_position_error_text(&position, &square);
    if (!fault)
        fault = kj_position_oddity_text(&position, &square);
    if (fault)
        kj_term_message(&session->term, "warning: %s", fault);
}

/* A tree of what was read, in the game's own lasting copy: after the moves of a position, at the
 * start of a record with its moves and branches ahead. (transfer full) */
static KjMoveTree *tree_of(const KjInput *input)
{
    KjPosition start = input->text.start;
    start.game = kj_game_find(input->game.row->id);
    KjMoveTree *tree = kj_move_tree_new(&start);
    for (unsigned i = 0; i < input->text.n_moves; i++)
        kj_move_tree_play(tree, input->text.moves[i]);
    kj_input_about(input, tree);
    if (input->file && kj_position_check_start(&start, NULL, NULL) == KJ_POSITION_OK)
        kj_move_tree_graft(tree, input->file->tree->root);
    return tree;
}

/* What was read, with the author's line. */
static KjExit take(const KjInput *input, KjKept **out, GError **error)
{
    *out = NULL;
    if (!input->has_position) {
        kj_text_error_set(error, (KjTextPlace){.column = input->column}, KJ_TEXT_ERROR_SYNTAX, "%s",
                          input->error);
        return KJ_EXIT_INPUT;
    }
    *out = input->file ? kj_kept_record(tree_of(input), input->file->tree)
                       : kj_kept_new(tree_of(input), NULL);
    return KJ_EXIT_OK;
}

KjExit kj_shell_read(const KjCall *call, const KjGame *game, const char *text, KjKept **out,
                     GError **error)
{
    KjInput *input = kj_input_of_line(call->values, game, text);
    KjExit status = take(input, out, error);
    kj_input_free(input);
    return status;
}

static KjExit read_argument(const KjCall *call, const char *text, KjKept **out, GError **error)
{
    const char *args[] = {text, NULL};
    g_autoptr(GPtrArray) inputs = kj_inputs_read(call->values, call->board != NULL, args, error);
    if (!inputs)
        return KJ_EXIT_USAGE;
    const KjInput *input = inputs->pdata[0];
    if (inputs->len > 1)
        return kj_usage_error(error, "%u problems in %s, expected one: use 'open'", inputs->len,
                              text);
    return take(input, out, error);
}

KjExit kj_shell_load(KjSession *session, const KjCall *call, const char *text, GError **error)
{
    g_autoptr(KjKept) read = NULL;
    KjExit status = read_argument(call, text, &read, error);
    if (!read)
        return status;
    read->tree->as_written = g_file_test(text, G_FILE_TEST_EXISTS);
    if (read->tree->as_written)
        kj_workbench_take(session->bench, read, false);
    else
        kj_workbench_enter(session->bench, kj_move_tree_copy(read->tree));
    kj_shell_warn(session);
    return KJ_EXIT_OK;
}

bool kj_shell_leaves_behind(KjSession *session, const char *told, GError **error)
{
    const KjBeside *beside = &kj_workbench_of(session)->beside;
    const KjCollection *collection = beside->collection;
    g_autofree char *unput = kj_beside_unput_text(beside);
    if (unput)
        kj_usage_error(error, "edits that were not put into %s: %s; 'put' them, or %s",
                       collection->path, unput, kj_tr(told));
    else if (collection && kj_collection_changed(collection))
        kj_usage_error(error, "%s is not saved: 'save' it, or %s", collection->path, kj_tr(told));
    else
        return false;
    return true;
}

bool kj_shell_number(const char *word, unsigned *out)
{
    guint64 number;
    bool is = g_ascii_string_to_unsigned(word, 10, 0, G_MAXUINT, &number, NULL);
    *out = is ? (unsigned)number : 0;
    return is;
}

const KjVersion *kj_shell_version(KjSession *session, const char *word, unsigned otherwise,
                                  GError **error)
{
    KjWorkbench *bench = session->bench;
    unsigned number = otherwise;
    if (word && !kj_shell_number(word, &number)) {
        kj_usage_error(error, "'%s' is no version, expected a number that 'history' lists", word);
        return NULL;
    }
    const KjVersion *version = kj_versions_get(bench->versions, number);
    if (!version && !word)
        kj_usage_error(error, "there is no version to compare with yet");
    else if (!version)
        kj_usage_error(error, "no version %u, expected one that 'history' lists", number);
    return version;
}

bool kj_shell_can_play(const KjPosition *position, GError **error)
{
    unsigned square;
    g_autofree char *fault = kj_position_error_text(position, &square);
    if (fault)
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION, "impossible position: %s",
                     fault);
    return !fault;
}
