/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: the versions of a work. */
#include "core/format/position_text.h"
#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/command/compose.h"
#include "repl/shell/shell_commands.h"
#include "repl/workbench/version_fields.h"
#include "repl/workbench/version_judge.h"
#include "repl/workbench/version_words.h"
#include "repl/workbench/workbench_fields.def"

enum { SHOWN = 20 }; // versions that history lists unless told otherwise

static void tell_version(const KjWorkbench *bench, unsigned number, unsigned here,
                         KjPrinter *printer)
{
    const KjVersion *version = kj_versions_get(bench->versions, number);
    const KjVersion *parent =
        version->parent ? kj_versions_get(bench->versions, version->parent) : NULL;
    g_autofree char *text =
        parent ? kj_workbench_edit_text(bench, &parent->position, &version->position)
               : kj_position_write(&version->position);
    g_autofree char *from = parent && parent->number + 1 != number
                                ? g_strdup_printf(kj_tr("from %u: "), parent->number)
                                : g_strdup("");
    g_autofree char *outcome = version->outcome ? kj_judgement_text(&version->outcome->judged)
                                                : g_strdup(kj_tr("not judged"));
    kj_printer_line(printer, "%c%3u  %s%s", number == here ? '*' : ' ', number, from, text);
    kj_printer_line(printer, "      %s; pieces: %u", outcome, kj_version_pieces(bench, version));
}

/* Puts a version on the board. */
static KjExit go_to_version(KjSession *session, const char *number, GError **error)
{
    KjWorkbench *bench = session->bench;
    const KjVersion *version = kj_shell_version(session, number, 0, error);
    if (!version)
        return KJ_EXIT_USAGE;
    KjPosition position = version->position;
    KjMoveTree *tree = kj_workbench_tree(bench);
    if (version->number == kj_workbench_version(bench)) { // there it is: no change to undo
        kj_move_tree_visit(tree, tree->root);
        kj_workbench_moved(bench);
        return KJ_EXIT_OK;
    }
    kj_workbench_put_version(bench, &position, version->parent,
                             version->line ? g_array_copy(version->line) : NULL);
    kj_shell_warn(session);
    return KJ_EXIT_OK;
}

/* Whether all that is told of versions (array of numbers) is decided. */
static KjExit status_of(const KjWorkbench *bench, const GArray *numbers)
{
    for (unsigned i = 0; i < numbers->len; i++)
        if (kj_version_is_open(
                kj_versions_get(bench->versions, g_array_index(numbers, unsigned, i))))
            return KJ_EXIT_UNKNOWN;
    return KJ_EXIT_OK;
}

static KjExit cmd_history(KjSession *session, const KjCall *call, GError **error)
{
    KjPrinter *printer = call->printer;
    KjWorkbench *bench = session->bench;
    unsigned here = kj_workbench_version(bench);
    bool all = call->args[0] && kj_word_is(call->args[0], "all");
    if (call->args[0] && !all)
        return go_to_version(session, call->args[0], error);
    g_autoptr(GArray) numbers = kj_versions_of_work(bench->versions, here);
    unsigned before = !all && numbers->len > SHOWN ? numbers->len - SHOWN : 0;
    if (before)
        g_array_remove_range(numbers, 0, before);
    if (!kj_versions_judge(session, call, numbers, false, error))
        return KJ_EXIT_USAGE;
    kj_printer_begin(printer, call->command->schema);
    if (before)
        kj_printer_line(printer, "earlier versions: %u", before);
    KJ_FIELDS_HISTORY;
    kj_printer_begin_list(printer, "versions");
    for (unsigned i = 0; i < numbers->len; i++) {
        unsigned number = g_array_index(numbers, unsigned, i);
        tell_version(bench, number, here, printer);
        kj_versions_print(bench, kj_versions_get(bench->versions, number), printer);
    }
    kj_printer_end_list(printer);
    kj_printer_end(printer);
    return status_of(bench, numbers);
}

static KjExit cmd_effect(KjSession *session, const KjCall *call, GError **error)
{
    KjPrinter *printer = call->printer;
    KjWorkbench *bench = session->bench;
    unsigned here = kj_workbench_version(bench);
    const char *first = call->args[0], *second = call->args[1];
    const KjVersion *b = kj_shell_version(session, second, here, error);
    const KjVersion *a = b ? kj_shell_version(session, first, b->parent, error) : NULL;
    if (!a)
        return KJ_EXIT_USAGE;
    if (a->position.game != b->position.game)
        return kj_usage_error(error, "positions of %s and %s, expected the same game",
                              kj_game_name(a->position.game), kj_game_name(b->position.game));
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(unsigned));
    g_array_append_val(numbers, a->number);
    g_array_append_val(numbers, b->number);
    if (!kj_versions_judge(session, call, numbers, true, error))
        return KJ_EXIT_USAGE;
    kj_printer_begin(printer, call->command->schema);
    kj_versions_tell_effect(bench, a, b, printer);
    kj_versions_print_effect(bench, a, b, printer);
    kj_printer_end(printer);
    return status_of(bench, numbers);
}

const KjCommand kj_history_command = {
    .name = "history",
    .ja = "履歴",
    .group = KJ_COMMANDS_EDIT,
    .summary = "list the versions of the work, judged, or go to one",
    .details =
        "Each diagram that an edit made is a version of the work, also those that undo took back. "
        "Lists the last 20, or all: what was changed, from which version where that is not the one "
        "before, the verdict as check judges, length, cooks, how many tries hold out of all there "
        "are, and the pieces. A verdict takes up to three million nodes unless --time or "
        "--nodes says otherwise, and is kept. * marks the version on the board. With N "
        "puts that version on the board, with the intended line in it.",
    .args = {{.kind = KJ_ARG_TEXT, .name = "N", .optional = true, .choices = "all"}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_JUDGE | KJ_OPTIONS_JSON,
    .run = cmd_history,
    .examples = {{"position '9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1'; remove 1h; history",
                  "A rook that was not needed.", "sound, 3 plies, tries"},
                 {"new; place G 5b; remove 5b; place S 5b; history 2; position",
                  "The one with a gold.", "4k4/4G4/"}},
    .schema = "kanju.history/1",
};

const KjCommand kj_effect_command = {
    .name = "effect",
    .ja = "効果",
    .group = KJ_COMMANDS_EDIT,
    .summary = "show what a change did to the work",
    .details =
        "Compares version A with version B: what was changed and what that saves, both verdicts, "
        "where the intended line breaks, defects and blemishes that are gone and that are new. "
        "Without B it is the version on the board, without A the one that B was made of.",
    .args = {{.kind = KJ_ARG_INTEGER, .name = "A", .optional = true, .min = 1, .max = 1000000},
             {.kind = KJ_ARG_INTEGER, .name = "B", .optional = true, .min = 1, .max = 1000000}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_JUDGE | KJ_OPTIONS_JSON,
    .run = cmd_effect,
    .examples = {{"position '9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1'; remove 1h; effect",
                  "A rook that was not needed.", "pieces saved: 1"}},
    .schema = "kanju.effect/1",
};
