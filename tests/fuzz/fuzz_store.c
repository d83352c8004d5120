/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A store that holds any rows, as report, find, merge and the workbench read it: nothing breaks, and
 * what comes out is text that no terminal obeys. The file itself is SQLite's to read.
 *
 * The first line of an input is a letter of `readers` and a query of find. Each line after it is a
 * row: the name of a table, then its columns with tabs before them; one that is "-" is NULL. With a
 * '!' before the letter the store is one whose maker says himself what his results are: what others
 * make of the answer are columns of their own there.
 */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/batch/near.h"
#include "repl/collection/store_list.h"
#include "repl/job/options.h"
#include "repl/report/edition.h"
#include "repl/store/canonical.h"
#include "repl/store/merge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static KjStore *stores[2], *store; // of results as we have them, of any; the one in use
static KjSession session;
static atomic_bool stop;

/* ---- the store ---- */

#define MADE_COLUMNS                                                                       \
    ",verdict,cause,plies,pure_plies,proved,line,line_kind,leftover,nodes,ms,certificate," \
    "difficulty,whole"

static const struct {
    const char *name, *columns;
} tables[] = {
    {"file", "id,name"},
    {"problem", "id,game,position,claim"},
    {"item", "file,problem," KJ_ITEM_COLUMNS},
    {"task", "id,kind,version,rules,used"},
    {"checkpoint", "task,problem,bytes"},
    {"result", "task,problem," KJ_RESULT_COLUMNS MADE_COLUMNS},
};

static void run(const char *sql)
{
    g_autoptr(GError) error = NULL;
    kj_store_run(store, sql, &error);
    g_assert_no_error(error);
}

/* Makes tables in which anything may stand, as in those that somebody else has made. */
static void make_tables(bool any)
{
    static const char *const types[] = {"TEXT", "INTEGER", "REAL", "BLOB"};
    g_autoptr(GString) sql = g_string_new(kj_store_tables);
    for (size_t i = 0; i < G_N_ELEMENTS(types); i++) {
        g_autofree char *must = g_strconcat(types[i], " NOT NULL", NULL);
        g_string_replace(sql, must, types[i], 0);
    }
    run("DROP VIEW code;DROP VIEW theme;DROP TABLE checkpoint;DROP TABLE result;DROP TABLE item;"
        "DROP TABLE task;DROP TABLE problem;DROP TABLE file");
    run(sql->str);
    if (any) {
        run("DROP VIEW code;DROP VIEW theme;DROP TABLE result;"
            "CREATE TABLE result(task,problem," KJ_RESULT_COLUMNS MADE_COLUMNS ")");
        run(strstr(sql->str, "CREATE VIEW code"));
    }
    run("PRAGMA ignore_check_constraints=ON;PRAGMA journal_mode=MEMORY;PRAGMA synchronous=OFF");
}

static char *folder;

static void forget(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(stores); i++)
        g_unlink(stores[i]->path);
    g_rmdir(folder);
}

static void prepare(void)
{
    folder = g_dir_make_tmp("fuzz-store-XXXXXX", NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(stores); i++) {
        g_autofree char *path = g_strdup_printf("%s/%u.kdb", folder, (unsigned)i);
        kj_store_close(kj_store_open(path, KJ_STORE_CREATE, NULL));
        // which keeps nobody from writing, or reading
        store = stores[i] = kj_store_open(path, KJ_STORE_READ, NULL);
        make_tables(i > 0);
    }
    atexit(forget);
    session.stop = &stop;
    kj_term_init(&session.term);
}

/* Puts a row in, unless SQLite does not take it. */
static void put_row(const char *line)
{
    g_auto(GStrv) words = g_strsplit(line, "\t", -1);
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) {
        if (g_strcmp0(words[0], tables[i].name) != 0)
            continue;
        bool made = store == stores[0] && g_str_has_suffix(tables[i].columns, MADE_COLUMNS);
        g_autofree char *names = g_strndup(
            tables[i].columns, strlen(tables[i].columns) - (made ? strlen(MADE_COLUMNS) : 0));
        g_auto(GStrv) columns = g_strsplit(names, ",", -1);
        g_autoptr(GString) sql = g_string_new(NULL);
        g_string_printf(sql, "INSERT INTO %s(%s) VALUES(?", tables[i].name, names);
        for (char **column = columns + 1; *column; column++)
            g_string_append(sql, ",?");
        g_string_append_c(sql, ')');
        g_autoptr(sqlite3_stmt) put = kj_store_prepare(store, sql->str, NULL);
        for (int c = 1; words[c] && columns[c - 1]; c++)
            if (strcmp(words[c], "-") != 0)
                kj_bind_text(put, c, words[c]);
        kj_store_do(store, put, NULL);
    }
}

static void fill(char **lines)
{
    run("BEGIN");
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) {
        g_autofree char *sql = g_strconcat("DELETE FROM ", tables[i].name, NULL);
        run(sql);
    }
    for (; *lines; lines++)
        put_row(*lines);
    run("COMMIT");
}

/* ---- who reads it ---- */

static void check_error(const GError *error)
{
    g_assert_true(!error || g_utf8_validate(error->message, -1, NULL));
}

/* What is written is text, without characters that a terminal obeys. */
static void check_text(const char *text)
{
    g_assert_true(g_utf8_validate(text, -1, NULL));
    g_autofree char *harmless = g_strdup(text);
    g_strdelimit(harmless, "\r", '\n'); // ends of lines in CSV
    g_autofree char *shown = g_strdup(harmless);
    kj_text_harmless(shown);
    g_assert_cmpstr(shown, ==, harmless);
}

static void write_report(KjStoreReportWriter write, const KjFindQuery *query, bool works)
{
    g_autoptr(GError) error = NULL;
    KjStoreReport report = {.session = &session,
                            .store = store,
                            .query = query,
                            .schema = "kanju.report/1",
                            .notation = KJ_NOTATION_JA,
                            .works = works,
                            .out_name = "memory"};
    if (!kj_task_find(store, NULL, &report.task, &error)) {
        check_error(error);
        return;
    }
    char *text = NULL;
    size_t size;
    report.out = open_memstream(&text, &size);
    write(&report, &error);
    check_error(error);
    fclose(report.out);
    check_text(text);
    free(text);
    kj_task_clear(&report.task);
}

/* The page of each item in an edition, as if it were the only one. */
static void write_pages(const KjFindQuery *query)
{
    KjStoreReport report = {
        .session = &session, .store = store, .query = query, .notation = KJ_NOTATION_JA};
    KjEditionWork work = {.page = "page.html", .label = "work"};
    gpointer works[] = {&work};
    GPtrArray all = {works, 1};
    const KjEdition edition = {.report = &report, .title = "edition", .works = &all};
    KjItems items;
    g_autoptr(GError) error = NULL;
    if (!kj_task_find(store, NULL, &report.task, NULL))
        return;
    if (kj_items_begin(&items, store, report.task.id, query, &error))
        while (kj_items_next(&items, &error) > 0) {
            g_autofree char *page = kj_edition_page(&edition, 0, &items.item);
            g_assert_true(g_utf8_validate(page, -1, NULL));
        }
    kj_items_end(&items);
    kj_task_clear(&report.task);
    check_error(error);
}

static void compare(const KjItem *item)
{
    KjItemView view;
    KjNearWork work;
    KjNearness nearness;
    if (!kj_item_view(item, &view))
        return;
    bool mirrors = kj_canonical_mirrors(view.position.game);
    if (kj_near_work_init(&work, &view.position, view.attacker, mirrors, view.line, view.n_line))
        kj_near_compare(&work, &work, 2, &nearness);
    kj_near_work_clear(&work);
    kj_item_view_clear(&view);
}

static void look_for_near(const KjFindQuery *query)
{
    KjItems items;
    KjTask task;
    g_autoptr(GError) error = NULL;
    if (kj_task_find(store, NULL, &task, NULL)) {
        if (kj_items_begin(&items, store, task.id, query, &error))
            while (kj_items_next(&items, &error) > 0)
                compare(&items.item);
        kj_items_end(&items);
        kj_task_clear(&task);
    }
    check_error(error);
}

static void tell(void *data, const char *position, const char *here, const char *there)
{
    (void)data;
    g_assert_true(position && here && there);
}

/* Says another thing of each result. */
static KjTake judge(void *data, const char *from, const KjIncoming *incoming)
{
    (void)from;
    unsigned *n = data;
    g_assert_nonnull(incoming->verdict);
    return ++*n % KJ_TAKE_NOTHING;
}

static void merge(bool judged)
{
    unsigned n = 0;
    KjCopy how = {judged ? judge : NULL, tell, &n};
    KjCopyCount count;
    g_autoptr(KjStore) to = kj_store_open(NULL, KJ_STORE_MEMORY, NULL);
    for (unsigned times = 0; times < 2; times++) {
        g_autoptr(GError) error = NULL;
        kj_store_copy(to, store->path, &how, &count, &error);
        check_error(error);
    }
}

static void list(void)
{
    unsigned left_out;
    g_autoptr(GError) error = NULL;
    g_autofree char *text = kj_store_list(store->path, &left_out, &error);
    g_assert_true(text || error);
    g_assert_true(!text || g_utf8_validate(text, -1, NULL));
    check_error(error);
}

static const KjStoreReportWriter writers[] = {
    kj_store_report_text,        kj_store_report_list,        kj_store_report_csv,
    kj_store_report_jsonl,       kj_store_report_html,        kj_store_report_kif,
    kj_store_report_author_text, kj_store_report_author_html, kj_store_report_export,
};

// The writers, in order, then near, merge, lists and pages of editions.
static const char readers[] = "tlcjhkTHxnmvwe";

static void read_as(char who, const KjFindQuery *query)
{
    const char *at = strchr(readers, who);
    size_t index = at && who ? (size_t)(at - readers) : 0;
    if (index < G_N_ELEMENTS(writers))
        write_report(writers[index], query, g_ascii_isupper(who));
    else if (who == 'n')
        look_for_near(query);
    else if (who == 'w')
        list();
    else if (who == 'e')
        write_pages(query);
    else
        merge(who == 'v');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!store)
        prepare();
    g_autofree char *text = g_strndup((const char *)data, size);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    const char *asked = *lines ? *lines : "";
    store = stores[*asked == '!'];
    asked += *asked == '!';
    g_autoptr(KjFindQuery) query = *asked ? kj_find_read(asked + 1, NULL) : NULL;
    if (!query)
        return 0;
    fill(lines + 1);
    for (unsigned lang = 0; lang < KJ_LANGS; lang++) {
        kj_lang_set((KjLang)lang);
        read_as(*asked, asked[1] ? query : NULL);
    }
    kj_lang_set(KJ_LANG_EN);
    return 0;
}
