/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show: positions as diagrams, as text or pictures. */
#include <string.h>

#include "core/text/lang.h"
#include "repl/cli/board_work.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/input_print.h"
#include "repl/cli/output.h"
#include "repl/command/command_fields.def"
#include "repl/diagram/picture.h"
#include "repl/diagram/replay_page.h"
#include "repl/job/input_record.h"
#include "repl/job/phrases.h"

/* What one run of the command works with. */
typedef struct {
    KjSession *session;
    const KjCall *call;
    KjPictureFormat format;
    KjPictureRequest request; // of a picture
    KjOutput output;
    GString *page; // of HTML: what goes to one page
} Run;

/* The move that led to the position, or NULL. (transfer full) */
static char *last_move_text(const KjInput *input, KjNotation notation)
{
    unsigned n = input->text.n_moves;
    if (n == 0)
        return NULL;
    g_auto(GStrv) line =
        kj_line_text(&input->text.start, input->text.moves, n, KJ_MOVE_NONE, notation);
    return g_strdup(line[n - 1]);
}

/* The fields after the position. `file` is where a picture went, or NULL. */
static void print_show_fields(const Run *run, const KjInput *input, const char *file)
{
    KjPrinter *printer = run->call->printer;
    g_autofree char *last =
        last_move_text(input, kj_notation_asked(run->call->values, KJ_NOTATION_JA));
    KjSide side = (KjSide)input->position.side;
    g_autofree char *sente = kj_hand_text(&input->game, input->position.hand[KJ_SENTE], KJ_SENTE);
    g_autofree char *gote = kj_hand_text(&input->game, input->position.hand[KJ_GOTE], KJ_GOTE);
    // the diagram names the last move in its own way already
    bool spoken = run->format == KJ_PICTURE_TEXT && run->call->values->value[KJ_OPT(NOTATION)].set;
    kj_input_print_position(printer, input);
    KJ_FIELDS_SHOW;
}

static void print_board(const Run *run, const KjInput *input, bool titled)
{
    g_autofree char *board =
        kj_picture_board(&run->session->term, run->call->values, &input->position, input->last);
    kj_printer_begin(run->call->printer, input->error ? NULL : run->call->command->schema);
    if (titled)
        kj_printer_line(run->call->printer, "%s", input->called);
    kj_printer_block(run->call->printer, board);
    print_show_fields(run, input, NULL);
    kj_printer_end(run->call->printer);
}

/* ---- pictures ---- */

/* Writes a finished picture to a file, or to standard output if `path` is NULL. */
static bool save(const Run *run, const GByteArray *bytes, const char *path)
{
    g_autoptr(GError) error = NULL;
    if (!path) {
        kj_printer_begin(run->call->printer, NULL);
        kj_printer_bytes(run->call->printer, bytes->data, bytes->len);
        kj_printer_end(run->call->printer);
        return true;
    }
    if (kj_output_write(&run->output, path, (const char *)bytes->data, bytes->len, &error))
        return true;
    kj_term_message(&run->session->term, "%s: %s", path, error->message);
    return false;
}

/* For programs, what went to a file; nothing of an input that was not understood. */
static void print_record(const Run *run, const KjInput *input, const char *path)
{
    if (input->error)
        return;
    kj_printer_begin(run->call->printer, run->call->command->schema);
    print_show_fields(run, input, path);
    kj_printer_end(run->call->printer);
}

/* A page of what was collected so far, which is then forgotten. (transfer full) */
static GByteArray *finish_page(Run *run, const KjInput *input)
{
    g_autofree char *own = kj_picture_title(&run->request, input);
    char *page = kj_replay_page(own ? own : kj_tr("Tsume-shogi"), run->page->str);
    g_string_truncate(run->page, 0);
    return g_byte_array_new_take((guint8 *)page, strlen(page));
}

/* The bytes of a problem's picture, or an error. (transfer full) */
static GByteArray *picture_of(Run *run, const KjInput *input, GError **error)
{
    if (run->format == KJ_PICTURE_HTML) {
        kj_picture_steps(&run->request, input, NULL, NULL, run->page);
        return finish_page(run, input);
    }
    g_autoptr(GPtrArray) pages = g_ptr_array_new_with_free_func((GDestroyNotify)kj_drawing_free);
    g_ptr_array_add(pages, kj_picture_draw(&run->request, input, NULL, NULL));
    unsigned pixels = (unsigned)run->call->values->value[KJ_OPT(SIZE)].integer;
    return kj_picture_write(&run->request, pages, run->format, pixels, error);
}

static KjExit show_picture(Run *run, const KjInput *input, unsigned index)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GByteArray) bytes = picture_of(run, input, &error);
    if (!bytes) {
        kj_term_message(&run->session->term, "%s: %s", input->where, error->message);
        return KJ_EXIT_INTERNAL;
    }
    g_autofree char *format =
        kj_option_choice_text(kj_option_at(KJ_OPT(FORMAT)), (unsigned)run->format);
    g_autofree char *path = run->output.to_folder ? kj_output_name(&run->output, index, format)
                                                  : g_strdup(run->output.target);
    if (!save(run, bytes, path))
        return KJ_EXIT_INTERNAL;
    print_record(run, input, path);
    return KJ_EXIT_OK;
}

/* Several problems on one page of HTML. */
static KjExit show_page(Run *run, const GPtrArray *inputs)
{
    KjExit status = KJ_EXIT_OK;
    const KjInput *first = NULL;
    for (unsigned i = 0; i < inputs->len; i++) {
        const KjInput *input = inputs->pdata[i];
        if (!kj_input_usable(run->session, run->call, input)) {
            status = kj_exit_worse(status, KJ_EXIT_INPUT);
            continue;
        }
        kj_picture_steps(&run->request, input, NULL, NULL, run->page);
        first = first ? first : input;
    }
    g_autoptr(GByteArray) bytes = first ? finish_page(run, first) : NULL;
    if (bytes && !save(run, bytes, run->output.target))
        return KJ_EXIT_INTERNAL;
    for (unsigned i = 0; i < inputs->len && bytes; i++)
        print_record(run, inputs->pdata[i], run->output.target);
    return status;
}

/* Whether what was asked for can go where it was asked to. */
static bool plan(Run *run, unsigned n, GError **error)
{
    const char *target = run->output.target, *wrong = NULL;
    bool binary = run->format == KJ_PICTURE_PNG || run->format == KJ_PICTURE_PDF;
    g_autofree char *format =
        kj_option_choice_text(kj_option_at(KJ_OPT(FORMAT)), (unsigned)run->format);
    if (run->format == KJ_PICTURE_TEXT)
        wrong = target ? "text goes to standard output, expected a FILE that ends in .svg, .png, "
                         ".pdf or .html, or --format"
                       : NULL;
    else if (!target && run->call->values->value[KJ_OPT(JSON)].flag)
        wrong = "with --json, expected --output=FILE";
    else if (!target && binary && run->session->term.out_is_terminal)
        wrong = "standard output is a terminal, expected --output=FILE";
    else if (!run->output.to_folder && n > 1 && run->format != KJ_PICTURE_HTML)
        wrong = "several problems, expected --output=FOLDER/ (one file each), or 'kanju sheet'";
    if (!wrong)
        return true;
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "--format=%s: %s", format,
                        kj_tr(wrong));
}

/* ---- all ---- */

/* Takes away the moves that are not to be shown. */
static void drop_moves(const GPtrArray *inputs)
{
    for (unsigned i = 0; i < inputs->len; i++) {
        const KjInput *input = inputs->pdata[i];
        while (input->file && input->file->tree->root->child)
            kj_move_node_unlink(input->file->tree->root->child);
    }
}

static KjExit show_all(Run *run, const GPtrArray *inputs)
{
    KjExit status = KJ_EXIT_OK;
    for (unsigned i = 0; i < inputs->len && !run->call->printer->failed; i++) {
        const KjInput *input = inputs->pdata[i];
        bool usable = kj_input_usable(run->session, run->call, input);
        if (!usable)
            status = kj_exit_worse(status, KJ_EXIT_INPUT);
        // an impossible position is still worth seeing, to find what is wrong
        if (!usable && !input->has_position)
            continue;
        if (run->format == KJ_PICTURE_TEXT)
            print_board(run, input, inputs->len > 1);
        else
            status = kj_exit_worse(status, show_picture(run, input, i));
    }
    return status;
}

/* SVG and pages take the fonts of those who read them. */
static bool needs_font(KjPictureFormat format)
{
    return format == KJ_PICTURE_PNG || format == KJ_PICTURE_PDF;
}

static KjExit kj_cmd_show(KjSession *session, const KjCall *call, GError **error)
{
    g_autoptr(GPtrArray) inputs =
        kj_inputs_read(call->values, call->board != NULL, call->args, error);
    if (!inputs)
        return KJ_EXIT_USAGE;
    Run run = {.session = session, .call = call};
    run.format = kj_picture_format(call);
    if (run.format != KJ_PICTURE_TEXT)
        kj_board_give(session, call, inputs->pdata[0],
                      run.format == KJ_PICTURE_HTML ? KJ_BOARD_BRANCHES : KJ_BOARD_LINE);
    if (!kj_input_moves_along(call->values))
        drop_moves(inputs);
    KjExit status = KJ_EXIT_USAGE;
    bool planned = kj_output_open(&run.output, call->values,
                                  call->values->value[KJ_OPT(OUTPUT)].text, call->args, error) &&
                   plan(&run, inputs->len, error);
    kj_output_plan_inputs(&run.output, inputs);
    if (planned && (run.format == KJ_PICTURE_TEXT ||
                    kj_picture_request(call, needs_font(run.format), &run.request, error))) {
        run.page = g_string_new(NULL);
        bool one_page = run.format == KJ_PICTURE_HTML && !run.output.to_folder;
        status = one_page ? show_page(&run, inputs) : show_all(&run, inputs);
        g_string_free(run.page, TRUE);
    }
    kj_output_clear(&run.output);
    return status;
}

const KjCommand kj_show_command = {
    .name = "show",
    .ja = "表示",
    .aliases = {"board"},
    .group = KJ_COMMANDS_POSITION,
    .summary = "draw positions with hands and last move",
    .details = "Draws the position after the moves given with it, as text or as a picture "
               "(SVG, PNG, PDF) with the title and the author of its file, or as a page "
               "(HTML) to step through its moves. Several problems make one page, or "
               "one file each in a folder. An impossible position is drawn as well, and "
               "what is wrong with it is said.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_BOARD | KJ_OPTIONS_NOTATION | KJ_OPTIONS_VARIANT | KJ_OPTIONS_JSON |
               KJ_OPTIONS_DIAGRAM | KJ_OPTIONS_PICTURE | KJ_OPTIONS_ALONG | KJ_OPTIONS_GIVEN,
    .run = kj_cmd_show,
    .examples = {{"show --draw style=ascii startpos moves 7g7f 3c3d", "A game after two moves.",
                  "P"},
                 {"show --format svg '7k1/9/6B1R/9/9/9/9/9/9 b G'", "A picture.", "<svg xmlns"}},
    .schema = "kanju.show/1",
};
