/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report and find: what a store holds. */
#include <errno.h>
#include <string.h>

#include "core/os/file.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/cli/output.h"
#include "repl/job/choices.h"
#include "repl/job/file_draft.h"
#include "repl/job/phrases.h"
#include "repl/report/cmd_report.h"
#include "repl/report/edition.h"
#include "repl/report/report.h"

// By the words of --format.
static const struct {
    KjStoreReportWriter write;
    const char *extension;
    bool problems_only;             // what could not be read has no place in it
    KjStoreReportWriter for_author; // or NULL: as for all
} formats[] = {{kj_store_report_text, "txt", false, kj_store_report_author_text},
               {kj_store_report_list, "tsv", true, NULL},
               {kj_store_report_csv, "csv", false, NULL},
               {kj_store_report_jsonl, "jsonl", false, NULL},
               {kj_store_report_html, "html", false, kj_store_report_author_html},
               {kj_store_report_kif, "kifu", true, NULL},
               {kj_store_report_pdf, "pdf", false, NULL},
               {kj_store_report_export, "export", false, NULL}};
KJ_CHOICES_ARE(REPORT_FORMAT, G_N_ELEMENTS(formats));
enum { JSONL = 3, KIF = 5, PDF = 6 };

static KjStoreReportWriter writer_of(const KjStoreReport *report, unsigned format)
{
    bool own = report->works && formats[format].for_author;
    return own ? formats[format].for_author : formats[format].write;
}

/* ---- a file each ---- */

/* The problems of a report, where they stand in the store. */
typedef struct {
    GPtrArray *names; // char*, of files
    GArray *file, *number;
} Places;

static bool find_places(KjStoreReport *report, Places *out, GError **error)
{
    *out = (Places){g_ptr_array_new_with_free_func(g_free), g_array_new(FALSE, FALSE, 8),
                    g_array_new(FALSE, FALSE, 8)};
    g_autoptr(sqlite3_stmt) rows =
        kj_store_report_select(report, "f.name,i.file,i.number",
                               "AND i.problem IS NOT NULL ORDER BY f.name,i.number", error);
    int row = -1;
    while (rows && (row = kj_store_step(report->store, rows, error)) > 0) {
        gint64 file = sqlite3_column_int64(rows, 1), number = sqlite3_column_int64(rows, 2);
        g_ptr_array_add(out->names, g_strdup(kj_column_text(rows, 0)));
        g_array_append_val(out->file, file);
        g_array_append_val(out->number, number);
    }
    return row == 0;
}

static void clear_places(Places *places)
{
    g_ptr_array_unref(places->names);
    g_array_unref(places->file);
    g_array_unref(places->number);
}

/* A report of each problem. */
static bool write_folder(KjStoreReport *report, unsigned format, KjOutput *output, GError **error)
{
    Places places;
    bool ok = find_places(report, &places, error);
    kj_output_plan(output, (const char *const *)places.names->pdata, places.names->len);
    const KjFindQuery *all = report->query;
    for (guint i = 0; ok && i < places.names->len && !kj_session_stopped(report->session); i++) {
        g_autofree char *path = kj_output_name(output, i, formats[format].extension);
        g_autoptr(KjFindQuery) one = kj_find_of_item(all, g_array_index(places.file, gint64, i),
                                                     g_array_index(places.number, gint64, i));
        report->query = one;
        ok = kj_files_may_write(output->read, path, "--output", error) &&
             kj_store_report_file(report, writer_of(report, format), path, error);
    }
    report->query = all;
    clear_places(&places);
    return ok;
}

/* Other programs expect one record in a file of KIF. */
static void warn_of_several(KjStoreReport *report)
{
    Places places;
    if (find_places(report, &places, NULL))
        kj_output_warn_of_several(&report->session->term, "--output", places.names->len);
    clear_places(&places);
}

/* Says that there is something among what was asked for which the format cannot show. */
static bool tell_unshown(KjStoreReport *report, unsigned format, GError **error)
{
    g_autoptr(sqlite3_stmt) rows =
        kj_store_report_select(report, "count(*)", "AND i.error IS NOT NULL", error);
    if (!rows || kj_store_step(report->store, rows, error) < 0)
        return false;
    gint64 n = sqlite3_column_int64(rows, 0);
    g_autofree char *name = kj_option_choice_text(kj_option_at(KJ_OPT(REPORT_FORMAT)), format);
    if (n > 0)
        kj_term_message(&report->session->term,
                        "warning: --format=%s cannot show what could not be read (%" G_GINT64_FORMAT
                        "), expected text, csv, jsonl or html",
                        name, n);
    return true;
}

/* Says which rows of the store are no results; how many there are, -1 on an error. */
static gint64 tell_damaged(KjStoreReport *report, GError **error)
{
    enum { TOLD = 20 };
    static const char sql[] =
        "SELECT coalesce(i.name,f.name||':'||coalesce(i.line,i.number)),coalesce(r.verdict,'') "
        "FROM file f CROSS JOIN item i ON i.file=f.id JOIN problem p ON "
        "p.id=i.problem " KJ_STORE_JOIN_PROBLEM
        "JOIN result r ON r.task=?1 AND r.problem=w.id WHERE NOT r.whole ORDER BY f.name,i.number";
    g_autoptr(sqlite3_stmt) rows = kj_store_prepare(report->store, sql, error);
    if (!rows)
        return -1;
    sqlite3_bind_int64(rows, 1, report->task.id);
    gint64 n = 0;
    int row;
    for (; (row = kj_store_step(report->store, rows, error)) > 0; n++) {
        char quote[KJ_TEXT_QUOTE];
        if (n < TOLD)
            kj_term_message(&report->session->term,
                            "%s: damaged: what the store has is not a result (%s) and is left out; "
                            "'kanju batch' finds it out again",
                            kj_column_text(rows, 0),
                            kj_text_quote(kj_column_text(rows, 1), KJ_TEXT_UNTIL_BLANK, quote));
    }
    return row < 0 ? -1 : n;
}

/* ---- where it goes ---- */

/* The format asked for; --json is JSON Lines. */
static bool find_format(const KjCall *call, unsigned otherwise, unsigned *out, GError **error)
{
    const KjValue *asked = &call->values->value[KJ_OPT(REPORT_FORMAT)];
    bool json = call->values->value[KJ_OPT(JSON)].flag;
    *out = asked->set ? asked->choice : json ? JSONL : otherwise;
    if (!json || *out == JSONL)
        return true;
    return kj_set_error(
        error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
        "--json with another --format or ending of --output: expected only one of them");
}

/* Writes to standard output. When nobody reads it any more, that is no failure of the report. */
static bool print_report(KjStoreReport *report, KjStoreReportWriter write, KjPrinter *printer,
                         GError **error)
{
    GError *failure = NULL;
    report->out = printer->out;
    report->out_name = kj_tr("standard output");
    bool ok = write(report, &failure);
    if (ok && fflush(printer->out) != 0)
        printer->failed = errno;
    if (failure && kj_os_is_unread(report->failed)) {
        printer->failed = report->failed;
        g_clear_error(&failure);
    }
    if (failure)
        g_propagate_error(error, failure);
    return ok;
}

bool kj_store_report_write(KjStoreReport *report, const KjCall *call, unsigned otherwise,
                           GError **error)
{
    KjOutput output;
    unsigned format;
    if (!find_format(call, otherwise, &format, error))
        return false;
    report->over = call->values->over;
    bool ok = kj_output_open(&output, call->values, call->values->value[KJ_OPT(OUTPUT)].text,
                             call->args, error);
    ok = ok && (!formats[format].problems_only || tell_unshown(report, format, error));
    if (ok && format == KIF && output.target && !output.to_folder)
        warn_of_several(report);
    if (ok && format == PDF && !output.target && report->session->term.out_is_terminal) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "standard output is a terminal, expected --output=FILE");
        ok = false;
    }
    if (ok && output.to_folder) {
        ok = write_folder(report, format, &output, error);
    } else if (ok && output.target) {
        ok = kj_store_report_file(report, writer_of(report, format), output.target, error);
    } else if (ok) {
        ok = print_report(report, writer_of(report, format), call->printer, error);
    }
    kj_output_clear(&output);
    return ok;
}

static void tell_contradiction(void *data, const char *position, const char *here,
                               const char *there)
{
    KjSession *session = data;
    kj_term_message(&session->term, "contradiction: %s: %s here, %s there", position, here, there);
}

KjCopy kj_copy_told(KjSession *session)
{
    return (KjCopy){.contradiction = tell_contradiction, .data = session};
}

/* An edition has its own files and formats. */
static bool edition_fits(const KjValues *values, GError **error)
{
    const KjOptionId others[] = {KJ_OPT(OUTPUT), KJ_OPT(REPORT_FORMAT), KJ_OPT(JSON)};
    bool asked = values->value[KJ_OPT(EDITION)].set;
    for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
        if (asked && values->value[others[i]].set)
            return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                                "--edition with --%s: expected only one of them",
                                kj_option_at(others[i])->name);
    return true;
}

/* Writes what a query finds in stores. */
static KjExit run_report(KjSession *session, const KjCall *call, const char *const *stores,
                         const char *query, unsigned otherwise, GError **error)
{
    const KjValue *kind = &call->values->value[KJ_OPT(TASK)];
    g_autoptr(KjFindQuery) read = kj_find_read(query, error);
    const KjCopy how = kj_copy_told(session);
    const char *edition = call->values->value[KJ_OPT(EDITION)].text;
    g_autoptr(KjStore) store =
        read && edition_fits(call->values, error) ? kj_stores_open(stores, &how, error) : NULL;
    if (!store)
        return KJ_EXIT_OK; // an error tells more
    KjStoreReport report = {.session = session,
                            .store = store,
                            .query = *query ? read : NULL,
                            .schema = call->command->schema,
                            .notation = kj_notation_asked(call->values, KJ_NOTATION_JA),
                            .hidden = call->values->value[KJ_OPT(ANSWERS)].choice != 0,
                            .stable = call->values->value[KJ_OPT(STABLE)].flag};
    g_autofree char *name =
        kind->set ? kj_option_choice_text(kj_option_at(KJ_OPT(TASK)), kind->choice) : NULL;
    gint64 damaged =
        kj_task_find(store, name, &report.task, error) ? tell_damaged(&report, error) : -1;
    const char *author = call->values->value[KJ_OPT(REPORT_AUTHOR)].text;
    const char *work = call->values->value[KJ_OPT(REPORT_WORK)].text;
    g_autoptr(KjFindQuery) works = NULL;
    report.works = author || work;
    if (damaged >= 0 && report.works)
        report.query = works = kj_store_report_works(&report, author, work, error);
    bool ok = damaged >= 0 && (works || !report.works);
    if (ok && edition)
        kj_edition_write(&report, call, edition, error);
    else if (ok)
        kj_store_report_write(&report, call, otherwise, error);
    kj_task_clear(&report.task);
    return damaged > 0 ? KJ_EXIT_INPUT : KJ_EXIT_OK;
}

static KjExit kj_cmd_report(KjSession *session, const KjCall *call, GError **error)
{
    return run_report(session, call, call->args, "", KJ_REPORT_TEXT, error);
}

static KjExit kj_cmd_find(KjSession *session, const KjCall *call, GError **error)
{
    g_autoptr(GPtrArray) stores = g_ptr_array_new();
    const char *const *arg = call->args;
    do // a query begins where no file is named any more
        g_ptr_array_add(stores, (char *)(gsize)*arg++);
    while (arg[0] && arg[1] && g_file_test(*arg, G_FILE_TEST_IS_REGULAR));
    g_ptr_array_add(stores, NULL);
    g_autofree char *query = g_strjoinv(" ", (char **)(gsize)arg);
    return run_report(session, call, (const char *const *)stores->pdata, query, KJ_REPORT_LIST,
                      error);
}

const KjCommand kj_report_command = {
    .name = "report",
    .ja = "報告",
    .group = KJ_COMMANDS_WHOLE,
    .summary = "summarise a store",
    .details =
        "Writes totals, tables by verdict, length, code, theme and composer, problems "
        "that are the same or nearly so, and each one that has something wrong, as "
        "text; or everything as a page for a browser (html), CSV, JSON Lines, KIF or a list. "
        "With --author or --work text, page and PDF are for the author: his works, each with its "
        "verdict, its line and what was found, beside the board it is about. "
        "With --edition it makes a folder of pages that any host of files serves. "
        "Several stores, as the parts of a collection, are taken for one. A batch may be running "
        "meanwhile.",
    .args = {{.kind = KJ_ARG_FILE, .name = "STORE", .repeating = true}},
    .options = KJ_OPTIONS_REPORT | KJ_OPTIONS_NOTATION | KJ_OPTIONS_JSON | KJ_OPTIONS_AUTHOR,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_report,
    .examples = {{"report mates.kdb", "What has been found out.", "1 problems in 1 files"},
                 {"report --format csv mates.kdb", "The same for a spreadsheet.", "place,id"}},
    .schema = "kanju.report/1",
};

const KjCommand kj_find_command = {
    .name = "find",
    .ja = "検索",
    .group = KJ_COMMANDS_WHOLE,
    .summary = "find problems in a store by a query",
    .details = "Writes the problems that a query is true of, as a collection that every "
               "command reads, or in the formats of report. A query is made of tests such as "
               "plies>=9, code:cook, composer:NAME, at:5a=k, joined by and, or, not and "
               "parentheses; docs/find.md has all of them. Several stores are taken for one; the "
               "query begins where no file is named any more.",
    .args = {{.kind = KJ_ARG_FILE, .name = "STORE"},
             {.kind = KJ_ARG_TEXT, .name = "QUERY", .repeating = true, .offers = kj_find_complete}},
    .options = KJ_OPTIONS_REPORT | KJ_OPTIONS_NOTATION | KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_find,
    .examples = {{"find mates.kdb 'plies<=3 and hand:G and not is:duplicate'",
                  "Short ones with a gold in hand.", "7k1/9/6B1R"}},
    .schema = "kanju.find/1",
};
