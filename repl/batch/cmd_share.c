/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands dedupe and merge: collections without duplicates, stores joined. */
#include "core/text/lang.h"
#include "repl/batch/batch_fields.def"
#include "repl/batch/import.h"
#include "repl/batch/merge_verify.h"
#include "repl/cli/fields_print.h"
#include "repl/report/cmd_report.h"
#include "repl/report/report.h"

/* ---- dedupe ---- */

static bool tell_duplicates(KjSession *session, KjStore *store, GError **error)
{
    g_autoptr(sqlite3_stmt) rows = kj_store_prepare(
        store,
        "SELECT place, first FROM (SELECT f.name||':'||coalesce(i.line,i.number) AS place, "
        "first_value(f.name||':'||coalesce(i.line,i.number)) OVER w AS first, row_number() OVER w "
        "AS n FROM item i JOIN file f ON f.id=i.file WHERE i.problem IS NOT NULL WINDOW w AS "
        "(PARTITION BY i.problem ORDER BY f.name,i.number)) WHERE n>1 ORDER BY place",
        error);
    int row = 0;
    while (rows && (row = kj_store_step(store, rows, error)) > 0)
        kj_term_message(&session->term, "%s: the same as %s", kj_column_text(rows, 0),
                        kj_column_text(rows, 1));
    return rows && row == 0;
}

static KjExit kj_cmd_dedupe(KjSession *session, const KjCall *call, GError **error)
{
    KjImportCount read;
    g_autoptr(KjStore) store = kj_store_open(NULL, KJ_STORE_MEMORY, error);
    g_autoptr(KjFindQuery) first = store ? kj_find_read("is:first and not is:error", error) : NULL;
    if (!first || !kj_import(store, session, call, call->args, false, &read, error) ||
        !tell_duplicates(session, store, error))
        return KJ_EXIT_OK; // the error tells
    KjStoreReport report = {.session = session,
                            .store = store,
                            .query = first,
                            .schema = call->command->schema,
                            .stable = call->values->value[KJ_OPT(STABLE)].flag};
    kj_store_report_write(&report, call, KJ_REPORT_LIST, error);
    return read.errors ? KJ_EXIT_INPUT : KJ_EXIT_OK;
}

/* ---- merge ---- */

static void print_count(const KjCall *call, const char *store, const char *file,
                        const KjCopyCount *count)
{
    KjPrinter *printer = call->printer;
    kj_printer_begin(printer, call->command->schema);
    KJ_FIELDS_COPIED;
    kj_printer_line(printer,
                    "%s: %" G_GINT64_FORMAT " problems, %" G_GINT64_FORMAT
                    " places and %" G_GINT64_FORMAT " results that were new or better",
                    file, count->problems, count->items, count->results);
    kj_printer_end(printer);
}

static KjExit merge(KjSession *session, const KjCall *call, const KjCopy *how, GError **error)
{
    KjExit status = KJ_EXIT_OK;
    for (const char *const *from = call->args + 1; *from; from++) { // before one is made
        g_autoptr(KjStore) other = kj_store_open(*from, KJ_STORE_READ, error);
        if (!other)
            return status;
    }
    g_autoptr(KjStore) store = kj_store_open(call->args[0], KJ_STORE_CREATE, error);
    for (const char *const *from = call->args + 1; store && *from; from++) {
        KjCopyCount count;
        if (!kj_store_copy(store, *from, how, &count, error))
            return status;
        print_count(call, call->args[0], *from, &count);
        if (count.contradictions)
            status = KJ_EXIT_DEFECT;
        if (kj_session_stopped(session))
            return KJ_EXIT_INTERRUPTED;
    }
    return status;
}

static KjExit kj_cmd_merge(KjSession *session, const KjCall *call, GError **error)
{
    const KjCopy told = kj_copy_told(session);
    const char *share = call->values->value[KJ_OPT(VERIFY)].text;
    if (!share)
        return merge(session, call, &told, error);
    KjMergeVerify verify;
    if (!kj_merge_verify_init(&verify, share, &told, &session->term, error))
        return KJ_EXIT_USAGE;
    KjExit status = merge(session, call, &verify.copy, error);
    if (verify.refuted && error && *error) { // the store is false, and no failure of ours
        kj_term_message(&session->term, "%s", (*error)->message);
        g_clear_error(error);
    }
    if (verify.uncertified)
        kj_term_message(&session->term,
                        "%u results have no certificate here and are not taken over",
                        verify.uncertified);
    if (verify.refuted)
        status = kj_exit_worse(status, KJ_EXIT_DEFECT);
    else if (verify.uncertified)
        status = kj_exit_worse(status, KJ_EXIT_UNKNOWN);
    kj_merge_verify_clear(&verify);
    return status;
}

const KjCommand kj_dedupe_command = {
    .name = "dedupe",
    .ja = "重複除去",
    .group = KJ_COMMANDS_WHOLE,
    .summary = "write a collection without its duplicates",
    .details = "Reads collections as batch does and writes the first of each problem, by the "
               "names of files and their lines; what is mirrored or has colours swapped is "
               "the same. The others are told on standard error.",
    .args = {{.kind = KJ_ARG_FILE, .name = "COLLECTION", .repeating = true}},
    .options = KJ_OPTIONS_REPORT | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT |
               KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_dedupe,
    .examples = {{"dedupe mates.tsv mates.tsv", "Nothing is left twice.", "7k1/9/6B1R"}},
    .schema = "kanju.dedupe/1",
};

const KjCommand kj_merge_command = {
    .name = "merge",
    .ja = "併合",
    .aliases = {"import"},
    .group = KJ_COMMANDS_WHOLE,
    .summary = "put what other stores hold into a store",
    .details = "Makes STORE if it is not there. Problems are matched by position, so it does not "
               "matter where and in what order they were read. Of two results the better one "
               "stays. Two that cannot "
               "both be true are told, the one of STORE stays, and the status is 1. With --verify "
               "results are taken over by their certificates, which batch --certificate keeps, and "
               "nothing else of another store is believed.",
    .args = {{.kind = KJ_ARG_FILE, .name = "STORE", .written = true},
             {.kind = KJ_ARG_FILE, .name = "FROM", .repeating = true}},
    .options = KJ_OPTIONS_MERGE | KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_merge,
    .examples = {{"merge all.kdb mates.kdb", "One more store with what another holds.",
                  "mates.kdb: "}},
    .schema = "kanju.merge/1",
};
