/* SPDX-License-Identifier: GPL-3.0-or-later */
/* convert: problems and games in another format. */
#include <string.h>

#include "core/format/format.h"
#include "core/format/sfen.h"
#include "core/format/table.h"
#include "core/text/lang.h"
#include "repl/cli/board_work.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/input_print.h"
#include "repl/cli/output.h"
#include "repl/command/command_fields.def"
#include "repl/job/choices.h"
#include "repl/job/input_record.h"

typedef struct {
    KjSession *session;
    const KjCall *call;
    KjFormat format;
    KjTextEncoding encoding;
    KjOutput output;
    GString *all;   // what goes to one file or to standard output
    unsigned n_all; // problems in it
} Run;

/* ---- one problem ---- */

/* SFEN keeps what a list has beside the position. */
static void write_list_line(GString *out, const KjInput *input, const KjGameFile *file)
{
    g_autofree char *position = kj_sfen_write(&file->tree->start, 1);
    const char *number = kj_game_file_header(file, "作品番号");
    const char *name = number ? number : kj_game_file_header(file, kj_about_key(KJ_ABOUT_TITLE));
    const char *note = kj_game_file_header(file, kj_about_key(KJ_ABOUT_NOTE));
    g_autofree char *plies =
        input->recorded_plies < 0 ? NULL : g_strdup_printf("%d", input->recorded_plies);
    if (name || plies || note)
        g_string_append_printf(out, "%s\t", name ? name : "");
    g_string_append(out, position);
    if (plies || note)
        g_string_append_printf(out, "\t%s", plies ? plies : "");
    if (note)
        g_string_append_printf(out, "\t%s", note);
    g_string_append_c(out, '\n');
}

static bool write_text(const Run *run, const KjInput *input, KjGameFile *file, GString *out,
                       GError **error)
{
    bool list = !input->file || input->file->format == KJ_FORMAT_TSV;
    if (run->format == KJ_FORMAT_SFEN && list) {
        write_list_line(out, input, file);
        return true;
    }
    return kj_format_write(out, file, run->format, error);
}

/* The file of a problem in the folder. (transfer full) */
static char *file_name(const Run *run, unsigned index)
{
    bool utf8_kif = run->format == KJ_FORMAT_KIF && !run->encoding.cp932;
    return kj_output_name(&run->output, index, utf8_kif ? "kifu" : kj_format_name(run->format));
}

static bool save(const Run *run, const char *path, const char *text, const KjTextEncoding *encoding)
{
    g_autoptr(GError) error = NULL;
    GString *bytes = kj_text_encode(text, encoding, &error);
    bool ok = bytes && kj_output_write(&run->output, path, bytes->str, (gssize)bytes->len, &error);
    if (!ok) {
        g_autofree char *why = kj_text_error_write(error);
        kj_term_message(&run->session->term, "%s: %s", path, why);
    }
    if (bytes)
        g_string_free(bytes, TRUE);
    return ok;
}

static void print_record(const Run *run, const KjInput *input, const char *text, const char *path,
                         const char *losses)
{
    KjPrinter *printer = run->call->printer;
    kj_printer_begin(printer, run->call->command->schema);
    kj_input_print_position(printer, input);
    KJ_FIELDS_CONVERT;
    kj_printer_end(printer);
}

/* What stands between two problems in one file. */
static void separate(const Run *run)
{
    g_autofree char *heading = run->format == KJ_FORMAT_TSV ? kj_table_heading() : NULL;
    if (run->all->len == 0 && heading)
        g_string_append(run->all, heading);
    if (run->all->len == 0)
        return;
    if (run->format == KJ_FORMAT_CSA)
        g_string_append(run->all, "/\n");
    else if (run->format == KJ_FORMAT_KIF || run->format == KJ_FORMAT_KI2 ||
             run->format == KJ_FORMAT_BOD)
        g_string_append_c(run->all, '\n');
}

/* How a problem is written that was in this encoding: as asked for, and records with the line ends
 * and the mark they had. Positions are for programs, which take neither. */
static KjTextEncoding encoding_of(const Run *run, KjTextEncoding read)
{
    bool record = run->format == KJ_FORMAT_KIF || run->format == KJ_FORMAT_KI2 ||
                  run->format == KJ_FORMAT_BOD || run->format == KJ_FORMAT_CSA;
    return (KjTextEncoding){.cp932 = run->encoding.cp932,
                            .mark = record && read.mark && !run->encoding.cp932,
                            .crlf = record && read.crlf};
}

/* What the options say of the work, and whether its moves go along. */
static void describe(const Run *run, KjGameFile *file)
{
    const KjOptionId options[KJ_ABOUTS] = {KJ_OPT(TITLE), KJ_OPT(AUTHOR), KJ_OPT(DATE),
                                           KJ_OPT(NOTE)};
    const KjValue *values = run->call->values->value;
    for (unsigned i = 0; i < KJ_ABOUTS; i++)
        if (values[options[i]].set)
            kj_move_tree_set_header(file->tree, kj_about_key((KjAbout)i),
                                    *values[options[i]].text ? values[options[i]].text : NULL);
    while (!kj_input_moves_along(run->call->values) && file->tree->root->child)
        kj_move_node_unlink(file->tree->root->child);
}

/* Says why a problem cannot be written, also in its record, unless that has an error already. */
static void refuse(const Run *run, KjInput *input, const GError *error)
{
    char *why = kj_text_error_write(error);
    if (input->error) {
        kj_term_message(&run->session->term, "%s: %s", input->where, why);
        g_free(why);
        return;
    }
    input->error = why;
    kj_input_usable(run->session, run->call, input);
}

static KjExit convert(Run *run, KjInput *input, unsigned index)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(KjGameFile) made = kj_input_made_record(input, run->format);
    KjGameFile *file = made ? made : input->file;
    KjTextEncoding encoding = encoding_of(run, file->encoding);
    file->encoding = encoding;
    describe(run, file);
    GString *text = g_string_new(NULL);
    if (!write_text(run, input, file, text, &error)) {
        refuse(run, input, error);
        g_string_free(text, TRUE);
        return KJ_EXIT_INPUT;
    }
    // of the board only what somebody has written can be lost, no length and no end that was added
    bool given = input->file && (!run->call->board || run->call->board->tree->root->notes);
    g_autofree char *losses = given ? kj_format_losses(file, run->format) : NULL;
    g_autofree char *path = run->output.to_folder ? file_name(run, index) : NULL;
    bool ok = !path || save(run, path, text->str, &encoding);
    if (losses)
        kj_term_message(&run->session->term, "%s: warning: %s cannot hold %s", input->where,
                        kj_format_name(run->format), losses);
    if (!run->output.to_folder) {
        separate(run);
        run->n_all++;
        g_string_append(run->all, text->str);
        run->encoding.crlf |= encoding.crlf;
        run->encoding.mark |= encoding.mark;
    }
    if (!input->error)
        print_record(run, input, text->str, path ? path : run->output.target, losses);
    g_string_free(text, TRUE);
    return ok ? KJ_EXIT_OK : KJ_EXIT_INTERNAL;
}

/* Writes what is collected: to the file, or to standard output in the encoding asked for. */
static KjExit deliver_records(Run *run)
{
    g_autoptr(GError) error = NULL;
    if (run->output.to_folder || run->n_all == 0)
        return KJ_EXIT_OK;
    bool one = run->format == KJ_FORMAT_KIF || run->format == KJ_FORMAT_KI2;
    if (run->output.target && one)
        kj_output_warn_of_several(&run->session->term, "--output", run->n_all);
    if (run->output.target)
        return save(run, run->output.target, run->all->str, &run->encoding) ? KJ_EXIT_OK
                                                                            : KJ_EXIT_INTERNAL;
    if (run->call->values->value[KJ_OPT(JSON)].flag)
        return KJ_EXIT_OK;
    g_autoptr(GString) bytes = kj_text_encode(run->all->str, &run->encoding, &error);
    if (!bytes) {
        g_autofree char *text = kj_text_error_write(error);
        kj_term_message(&run->session->term, "%s", text);
        return KJ_EXIT_INPUT;
    }
    kj_printer_begin(run->call->printer, NULL);
    kj_printer_bytes(run->call->printer, (const uint8_t *)bytes->str, bytes->len);
    kj_printer_end(run->call->printer);
    return KJ_EXIT_OK;
}

/* The work on the board goes along into formats that are more than a position. */
static void take_board(const Run *run, KjInput *input)
{
    bool branches = run->format == KJ_FORMAT_KIF || run->format == KJ_FORMAT_KI2 ||
                    run->format == KJ_FORMAT_JKF;
    if (input->has_position && run->format != KJ_FORMAT_SFEN && run->format != KJ_FORMAT_FEEN &&
        (run->format != KJ_FORMAT_BOD || !input->text.n_moves))
        kj_board_give(run->session, run->call, input,
                      run->format == KJ_FORMAT_BOD ? KJ_BOARD_ABOUT
                      : branches                   ? KJ_BOARD_BRANCHES
                                                   : KJ_BOARD_LINE);
}

static KjExit convert_all(Run *run, const GPtrArray *inputs)
{
    KjExit status = KJ_EXIT_OK;
    for (unsigned i = 0; i < inputs->len && !run->call->printer->failed; i++) {
        KjInput *input = inputs->pdata[i];
        take_board(run, input);
        bool usable = kj_input_usable(run->session, run->call, input);
        // what is wrong with an impossible position may be easier to mend in another format
        if (!usable)
            status = kj_exit_worse(status, KJ_EXIT_INPUT);
        if (usable || input->has_position)
            status = kj_exit_worse(status, convert(run, input, i));
    }
    return status;
}

/* What the options ask for. */
static bool plan(Run *run, const char *const *words, GError **error)
{
    const KjValue *values = run->call->values->value;
    KJ_CHOICES_ARE(RECORD_FORMAT, KJ_FORMAT_COUNT);
    run->format = (KjFormat)values[KJ_OPT(RECORD_FORMAT)].choice;
    run->encoding.cp932 = values[KJ_OPT(ENCODING)].choice == 1;
    return kj_output_open(&run->output, run->call->values, values[KJ_OPT(OUTPUT)].text, words,
                          error);
}

static KjExit convert_args(Run *run, GError **error)
{
    if (!plan(run, run->call->args, error))
        return KJ_EXIT_USAGE;
    g_autoptr(GPtrArray) inputs =
        kj_inputs_read(run->call->values, run->call->board != NULL, run->call->args, error);
    if (!inputs)
        return KJ_EXIT_USAGE;
    run->all = g_string_new(NULL);
    kj_output_plan_inputs(&run->output, inputs);
    KjExit status = convert_all(run, inputs);
    status = kj_exit_worse(status, deliver_records(run));
    g_string_free(run->all, TRUE);
    return status;
}

static KjExit kj_cmd_convert(KjSession *session, const KjCall *call, GError **error)
{
    Run run = {.session = session, .call = call};
    KjExit status = convert_args(&run, error);
    kj_output_clear(&run.output);
    return status;
}

const KjCommand kj_convert_command = {
    .name = "convert",
    .ja = "変換",
    .group = KJ_COMMANDS_POSITION,
    .summary = "write problems and games in another format",
    .details =
        "Reads every format and writes SFEN, USI, FEEN, KIF, KI2, BOD, CSA or JKF. "
        "Headers, comments, times and branches go along where the format holds them; "
        "what it cannot hold is said. In the workbench the work on the board is written with its "
        "title, author, date and note, and from its start with its moves; if it has none, "
        "with the solution that was found, in KIF, KI2 and JKF with its variations. A PROBLEM may "
        "also be a folder, of which every "
        "file with an extension of a known format is read.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_CONVERT | KJ_OPTIONS_VARIANT | KJ_OPTIONS_JSON | KJ_OPTIONS_ALONG |
               KJ_OPTIONS_GIVEN,
    .run = kj_cmd_convert,
    .examples = {{"convert --format csa '7k1/9/6B1R/9/9/9/9/9/9 b G'", "A position as CSA.",
                  "P3 *  *  *  *  *  * +KA * +HI"},
                 {"convert --format kif startpos moves 7g7f 3c3d", "A game as KIF.",
                  "   1 ７六歩(77)"}},
    .schema = "kanju.convert/1",
};
