/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the writers of reports share. */
#include "repl/report/report.h"

#include <errno.h>
#include <string.h>

#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/job/file_draft.h"

bool kj_store_report_unwritten(KjStoreReport *report, GError **error)
{
    report->failed = errno ? errno : EIO;
    return kj_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(report->failed), "%s: %s",
                        report->out_name, kj_os_text(report->failed));
}

bool kj_store_report_put(KjStoreReport *report, const char *text, GError **error)
{
    // names and titles may hold anything
    g_autofree char *shown = g_strdup(text);
    kj_text_harmless(shown);
    for (char *end = shown; (end = strchr(end, '\n')); end++) // of CSV there are two characters
        if (end > shown && text[end - shown - 1] == '\r')
            end[-1] = '\r';
    errno = 0;
    return fputs(shown, report->out) >= 0 || kj_store_report_unwritten(report, error);
}

static bool fail_file(const char *path, const char *why, GError **error)
{
    return kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", path, why);
}

bool kj_store_report_file(KjStoreReport *report, KjStoreReportWriter write, const char *path,
                          GError **error)
{
    KjFileDraft draft;
    g_autoptr(GError) why = NULL;
    bool ok = kj_file_draft_open(&draft, path, report->over, &why);
    report->out = ok ? kj_file_draft_stream(&draft) : NULL;
    if (!report->out) {
        ok = fail_file(path, why ? why->message : kj_os_text(errno), error);
        kj_file_draft_clear(&draft);
        return ok;
    }
    report->out_name = path;
    ok = write(report, error);
    if (fclose(report->out) != 0 && ok)
        ok = fail_file(path, kj_os_text(errno), error);
    if (ok && !kj_file_draft_finish(&draft, &why))
        ok = fail_file(path, why->message, error);
    kj_file_draft_clear(&draft);
    return ok;
}

bool kj_store_report_each(KjStoreReport *report, KjItemWriter write, GError **error)
{
    KjItems items;
    if (!kj_items_begin(&items, report->store, report->task.id, report->query, error))
        return false;
    g_autoptr(GString) text = g_string_new(NULL);
    bool ok = true;
    int row = 0;
    while (ok && !kj_session_stopped(report->session) && (row = kj_items_next(&items, error)) > 0) {
        g_string_truncate(text, 0);
        write(report, &items.item, text);
        ok = kj_store_report_put(report, text->str, error);
    }
    kj_items_end(&items);
    return ok && row >= 0;
}

sqlite3_stmt *kj_store_report_select(KjStoreReport *report, const char *select, const char *more,
                                     GError **error)
{
    g_autofree char *sql =
        g_strconcat("SELECT ", select,
                    " FROM file f CROSS JOIN item i ON i.file=f.id LEFT JOIN problem p ON "
                    "p.id=i.problem " KJ_STORE_JOIN_RESULT "WHERE ",
                    report->query ? report->query->sql->str : "1", " ", more, NULL);
    if (!kj_find_functions(report->store, error))
        return NULL;
    sqlite3_stmt *statement = kj_store_prepare(report->store, sql, error);
    if (!statement)
        return NULL;
    sqlite3_bind_int64(statement, 1, report->task.id);
    if (report->query)
        kj_find_bind(report->query, statement, 2);
    return statement;
}

char *kj_store_report_task(const KjStoreReport *report)
{
    static const struct {
        const char *kind, *words;
    } tasks[] = {{"solve", "solved: %s"}, {"check", "checked: %s"}, {"hisshi", "brinkmates: %s"}};
    const char *words = "%s";
    for (size_t i = 0; i < G_N_ELEMENTS(tasks); i++)
        if (g_strcmp0(report->task.kind, tasks[i].kind) == 0)
            words = kj_tr(tasks[i].words);
    g_auto(GStrv) parts = g_strsplit(words, "%s", 2);
    return g_strjoinv(report->task.rules ? report->task.rules : "", parts);
}
