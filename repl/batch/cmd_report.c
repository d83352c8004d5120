/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report and find: what a store holds. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/lang.h"
#include "repl/batch/cmd_report.h"
#include "repl/batch/report.h"

// By the words of --format.
static const KjStoreReportWriter writers[] = {kj_store_report_text, kj_store_report_list,
                                              kj_store_report_csv,  kj_store_report_jsonl,
                                              kj_store_report_html, kj_store_report_kif};
enum { JSONL = 3 };

static bool fail_file(const char *path, GError **error)
{
    int code = errno;
    kj_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(code), "%s: %s", path,
                 g_strerror(code));
    return false;
}

/*
 * Writes to a file beside the one asked for, which takes its place when it is complete; what is no
 * ordinary file is written as it is.
 */
static bool write_file(KjStoreReport *report, KjStoreReportWriter write, const char *path,
                       GError **error)
{
    enum { FILE_MODE = 0666 };
    GStatBuf st;
    bool special = g_stat(path, &st) == 0 && !S_ISREG(st.st_mode);
    g_autofree char *temporary = special ? g_strdup(path) : g_strconcat(path, ".XXXXXX", NULL);
    int fd = special ? g_open(path, O_WRONLY | O_CLOEXEC, 0)
                     : g_mkstemp_full(temporary, O_WRONLY | O_CLOEXEC, FILE_MODE);
    if (fd < 0)
        return fail_file(path, error);
    report->out = fdopen(fd, "w");
    report->out_name = path;
    bool ok = write(report, error);
    if (fclose(report->out) != 0 && ok)
        ok = fail_file(path, error);
    if (!special && ok && g_rename(temporary, path) != 0)
        ok = fail_file(path, error);
    if (!special && !ok)
        g_unlink(temporary);
    return ok;
}

/* The format asked for; --json is JSON Lines. */
static unsigned format_of(const KjCall *call, unsigned otherwise)
{
    const KjValue *value = call->values->value;
    if (value[KJ_OPTION_JSON].flag)
        return JSONL;
    return value[KJ_OPTION_REPORT_FORMAT].set ? value[KJ_OPTION_REPORT_FORMAT].choice : otherwise;
}

bool kj_store_report_write(KjStoreReport *report, const KjCall *call, unsigned otherwise,
                           KjPrinter *printer, GError **error)
{
    const char *path = call->values->value[KJ_OPTION_OUTPUT].text;
    KjStoreReportWriter write = writers[format_of(call, otherwise)];
    if (path)
        return write_file(report, write, path, error);
    report->out = printer->out;
    report->out_name = kj_tr("standard output");
    bool ok = write(report, error);
    if (ok && fflush(printer->out) != 0)
        printer->failed = errno;
    return ok;
}

/* Writes what a query finds in the store of the first argument. */
static void run(KjSession *session, const KjCall *call, KjPrinter *printer, const char *query,
                unsigned otherwise, GError **error)
{
    const KjValue *kind = &call->values->value[KJ_OPTION_TASK];
    g_autoptr(KjQuery) read = kj_query_read(query, error);
    g_autoptr(KjStore) store = read ? kj_store_open(call->args[0], KJ_STORE_READ, error) : NULL;
    if (!store)
        return;
    KjStoreReport report = {.session = session,
                            .store = store,
                            .query = *query ? read : NULL,
                            .schema = call->command->schema,
                            .stable = call->values->value[KJ_OPTION_STABLE].flag};
    g_autofree char *name =
        kind->set ? kj_option_choice_text(kj_option_at(KJ_OPTION_TASK), kind->choice) : NULL;
    if (kj_task_find(store, name, &report.task, error))
        kj_store_report_write(&report, call, otherwise, printer, error);
    kj_task_clear(&report.task);
}

static KjExit kj_cmd_report(KjSession *session, const KjCall *call, KjPrinter *printer,
                            GError **error)
{
    run(session, call, printer, "", KJ_REPORT_TEXT, error);
    return KJ_EXIT_OK; // an error tells more
}

static KjExit kj_cmd_find(KjSession *session, const KjCall *call, KjPrinter *printer,
                          GError **error)
{
    g_autofree char *query = g_strjoinv(" ", (char **)(gsize)(call->args + 1));
    run(session, call, printer, query, KJ_REPORT_LIST, error);
    return KJ_EXIT_OK;
}

const KjCommand kj_report_command = {
    .name = "report",
    .aliases = "",
    .group = KJ_COMMANDS_WHOLE,
    .summary = "say what a store of a batch holds",
    .details =
        "Writes totals, tables by verdict, length, code, theme and composer, problems "
        "that are the same or nearly so, and each one that has something wrong, as "
        "text; or everything as a page for a browser (html), CSV, JSON Lines, KIF or a list. "
        "A batch may be running meanwhile.",
    .args = {{.kind = KJ_ARG_FILE, .name = "STORE"}},
    .options = KJ_OPTIONS_REPORT | KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_report,
    .examples = {{"report mates.kdb", "What has been found out.", "1 problems in 1 files"},
                 {"report --format csv mates.kdb", "The same for a spreadsheet.", "place,id"}},
    .schema = "kanju.report/1",
};

const KjCommand kj_find_command = {
    .name = "find",
    .aliases = "",
    .group = KJ_COMMANDS_WHOLE,
    .summary = "find problems in a store by a query",
    .details = "Writes the problems that a query is true of, as a collection that every "
               "command reads, or in the formats of report. A query is made of tests such as "
               "plies>=9, code:cook, composer:NAME, at:5a=k, joined by and, or, not and "
               "parentheses; docs/find.md has all of them.",
    .args = {{.kind = KJ_ARG_FILE, .name = "STORE"},
             {.kind = KJ_ARG_TEXT, .name = "QUERY", .repeating = true}},
    .options = KJ_OPTIONS_REPORT | KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_find,
    .examples = {{"find mates.kdb 'plies<=3 and hand:G and not is:duplicate'",
                  "Short ones with a gold in hand.", "7k1/9/6B1R"}},
    .schema = "kanju.find/1",
};
