/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: going through what repair, trim, family and tries have listed. */
#include <errno.h>
#include <string.h>

#include "core/format/position_text.h"
#include "core/os/file.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/cli/offers.h"
#include "repl/shell/shell_commands.h"
#include "repl/workbench/jobs.h"

/* What was listed last, NULL with an error where nothing was. */
static const KjOffers *offered(KjSession *session, GError **error)
{
    KjWorkbench *bench = session->bench;
    kj_workbench_offer(bench, kj_jobs_take_offers(bench->jobs));
    if (!bench->offered->list->len) {
        kj_usage_error(error, "nothing is listed: run repair, trim, family or tries first");
        return NULL;
    }
    return bench->offered;
}

static const KjOffer *offer_at(const KjOffers *offers, unsigned number)
{
    return offers->list->pdata[number - 1];
}

/* ---- as a list ---- */

/* A line of a list: a name, the position, its length, and what was changed. */
static char *list_line(const KjOffer *offer, unsigned number)
{
    g_autofree char *position = kj_position_write(&offer->position);
    g_autofree char *plies = offer->plies ? g_strdup_printf("%u", offer->plies) : g_strdup("");
    g_autofree char *note = g_strdelimit(g_strdup(offer->text), "\t\r\n", ' ');
    return g_strdup_printf("candidate-%u\t%s\t%s\t%s\n", number, position, plies, note);
}

/* Adds them to the end of a file. False with G_FILE_ERROR. */
static bool write_list(const KjOffers *offers, const char *path, unsigned *out_n, GError **error)
{
    FILE *file = kj_os_fopen(path, "a");
    bool good = file != NULL;
    *out_n = 0;
    for (unsigned i = 0; good && i < offers->list->len; i++) {
        if (offer_at(offers, i + 1)->shows_line)
            continue; // it is the work itself
        g_autofree char *line = list_line(offer_at(offers, i + 1), i + 1);
        good = fputs(line, file) >= 0;
        ++*out_n;
    }
    int failure = errno;
    if (file && fclose(file) != 0) {
        failure = errno;
        good = false;
    }
    if (!good)
        g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(failure), "%s: %s", path,
                    kj_os_text(failure));
    return good;
}

/* Prints all, or (`path`) adds them to a file. */
static KjExit list_all(KjSession *session, const KjOffers *offers, const char *path,
                       KjPrinter *printer, GError **error)
{
    unsigned n;
    if (path && !write_list(offers, path, &n, error))
        return KJ_EXIT_INTERNAL;
    if (path)
        return kj_print_line(
            printer, kj_tr_n(n, "%u version added to %s", "%u versions added to %s"), n, path);
    kj_printer_begin(printer, NULL);
    for (unsigned i = 1; i <= offers->list->len; i++) {
        const KjOffer *offer = offer_at(offers, i);
        g_autofree char *position = kj_position_write(&offer->position);
        kj_printer_line(printer, "%c%3u  %s%s%s", i == kj_workbench_of(session)->offer ? '*' : ' ',
                        i, offer->text, offer->shows_line ? "" : "  ",
                        offer->shows_line ? "" : position);
    }
    kj_printer_end(printer);
    return KJ_EXIT_OK;
}

/* ---- one by one ---- */

/* Whether the board still shows what the last step put there. */
static bool is_shown(const KjWorkbench *bench, const KjOffer *offer)
{
    const KjMoveTree *tree = kj_workbench_tree(bench);
    return kj_states_at(bench->states) && tree->start.game == offer->position.game &&
           kj_position_equal(&tree->start, &offer->position) &&
           (offer->shows_line || tree->nodes->len == 1);
}

/* The tree of the work with the line of a wrong check in it, standing before that check. */
static void show_line(KjWorkbench *bench, const KjOffer *offer)
{
    const KjMoveTree *there = kj_workbench_tree(bench);
    bool same = there->start.game == offer->position.game &&
                kj_position_equal(&there->start, &offer->position);
    KjMoveTree *tree = same ? kj_move_tree_copy(there) : kj_move_tree_new(&offer->position);
    tree->at = tree->root;
    KjMoveNode *before = tree->root;
    for (unsigned i = 0; i < offer->line->len; i++) {
        if (i == offer->ply)
            before = tree->at;
        kj_move_tree_play(tree, g_array_index(offer->line, KjMove, i));
    }
    tree->at = before;
    kj_workbench_change(bench, tree);
}

static void show(KjWorkbench *bench, unsigned number)
{
    const KjOffers *offers = bench->offered;
    if (bench->offer && is_shown(bench, offer_at(offers, bench->offer)))
        kj_workbench_undo(bench, 1); // stepping leaves one state behind, not one a step
    const KjOffer *offer = offer_at(offers, number);
    bench->offer = number;
    if (offer->shows_line) {
        show_line(bench, offer);
        return;
    }
    unsigned parent = kj_versions_note(bench->versions, &offers->root, NULL, 0);
    kj_versions_get(bench->versions, parent)->passing = false; // it was worked on
    bool known = kj_versions_find(bench->versions, &offer->position) != NULL;
    unsigned version = kj_workbench_put_version(bench, &offer->position, parent,
                                                offer->line ? g_array_copy(offer->line) : NULL);
    if (!known)
        kj_versions_get(bench->versions, version)->passing = true;
    kj_versions_forget_passing(bench->versions, version);
}

/* Back to the work, if the board shows a version of it. */
static KjExit leave(KjWorkbench *bench, GError **error)
{
    if (!bench->offer || !is_shown(bench, offer_at(bench->offered, bench->offer)))
        return kj_usage_error(error, "no candidate is on the board");
    kj_workbench_undo(bench, 1);
    bench->offer = 0;
    kj_versions_forget_passing(bench->versions, 0);
    return KJ_EXIT_OK;
}

static KjExit cmd_candidate(KjSession *session, const KjCall *call, GError **error)
{
    KjWorkbench *bench = session->bench;
    const KjOffers *offers = offered(session, error);
    if (!offers)
        return KJ_EXIT_USAGE;
    const char *word = call->args[0] ? call->args[0] : "next";
    const char *behind = call->args[1];
    unsigned n = offers->list->len, number = 0;
    if (kj_word_is(word, "all"))
        return list_all(session, offers, behind, call->printer, error);
    if (behind)
        return kj_usage_error(error, "'%s': expected a FILE behind all alone", behind);
    if (kj_word_is(word, "none"))
        return leave(bench, error);
    if (kj_word_is(word, "next"))
        number = bench->offer + 1;
    else if (kj_word_is(word, "previous"))
        number = bench->offer ? bench->offer - 1 : n;
    else if (!kj_shell_number(word, &number))
        return kj_usage_error(
            error, "WHICH '%s': expected next, previous, none, all, or a number from 1 to %u", word,
            n);
    if (number < 1 || number > n)
        return kj_usage_error(error, "no candidate %u: there are those from 1 to %u", number, n);
    show(bench, number);
    const KjOffer *offer = offer_at(offers, number);
    return kj_print_line(call->printer, "%u/%u  %s", number, n, offer->text);
}

const KjCommand kj_candidate_command = {
    .name = "candidate",
    .ja = "案",
    .group = KJ_COMMANDS_EDIT,
    .summary = "step through, or list, what repair, trim and others found",
    .details =
        "Puts a version listed by the last repair, trim or family on the board, with its line: "
        "the next one, the previous one, or that of a number; none goes back to the work. To take "
        "it over, go on from it: it then is a version of the work like any other. Of tries the "
        "work is shown before the try, and 'goto +1' goes through what refutes it. With all lists "
        "them, * marks the one on the board; with FILE, which must not exist already, they are "
        "added to it as lines of a list, with their lengths.",
    .args =
        {{.kind = KJ_ARG_TEXT,
          .name = "WHICH",
          .optional = true,
          .choices = "next|previous|none|all"},
         {.kind = KJ_ARG_FILE, .name = "FILE", .optional = true, .written = true, .made = true}},
    .flags = KJ_COMMAND_AGAIN,
    .run = cmd_candidate,
    .examples = {{"position '9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1'; trim --no-diagram; "
                  "candidate; position; history",
                  "Taken over.", "9/9/2R6/k8/N8/B8/9/9/9 b rb"},
                 {"position '9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1'; trim --no-diagram; "
                  "candidate all",
                  "One reduction.", "  1  remove r on 1h"}},
};
