/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Works that were made, as items of a store with the results of a check. */
#include "repl/batch/archive_store.h"

#include <string.h>

#include "core/text/lang.h"
#include "repl/batch/results.h"
#include "repl/report/findings.h"
#include "repl/store/canonical.h"
#include "repl/store/items.h"

struct KjArchiveStore {
    KjStore *store;
    KjTaskEngine *engine;
    KjResults results;
    gint64 task;
    uint64_t runs;
    bool mirrors;   // kj_canonical_mirrors of the game
    GArray *family; // gint64: the file of each, by number from 1
    sqlite3_stmt *add_file, *add_problem, *find_problem, *add_item;
};

static const struct {
    size_t offset;
    const char *sql;
} statements[] = {
    {G_STRUCT_OFFSET(KjArchiveStore, add_file),
     "INSERT INTO file(name) SELECT ?1||(coalesce(max(id),0)+1) FROM file"},
    {G_STRUCT_OFFSET(KjArchiveStore, add_problem),
     "INSERT OR IGNORE INTO problem(game,position) VALUES(?,?)"},
    {G_STRUCT_OFFSET(KjArchiveStore, find_problem),
     "SELECT p.id,r.problem FROM problem p LEFT JOIN result r ON r.task=?3 AND r.problem=p.id "
     "WHERE game=?1 AND position=?2 AND claim=''"},
    {G_STRUCT_OFFSET(KjArchiveStore, add_item),
     "INSERT INTO item(file,problem,number,turn,name,note) SELECT ?1,?2,n,?3,f.name||'-'||n,?4 "
     "FROM "
     "file f,(SELECT coalesce(max(number),0)+1 AS n FROM item WHERE file=?1) WHERE f.id=?1"},
};

static sqlite3_stmt **statement_at(KjArchiveStore *archive, size_t index)
{
    return (sqlite3_stmt **)G_STRUCT_MEMBER_P(archive, statements[index].offset);
}

/* ---- opening ---- */

static bool prepare(KjArchiveStore *archive, GError **error)
{
    for (size_t i = 0; i < G_N_ELEMENTS(statements); i++) {
        *statement_at(archive, i) = kj_store_prepare(archive->store, statements[i].sql, error);
        if (!*statement_at(archive, i))
            return false;
    }
    return true;
}

/* The task of a check with these options; what the call's own command is does not count. */
static bool open_task(KjArchiveStore *archive, const KjValues *values, GError **error)
{
    g_autofree KjValues *check = g_memdup2(values, sizeof *values);
    unsigned kind = 0;
    while (kj_task_kind_at(kind) != &kj_task_check)
        kind++;
    check->value[KJ_OPT(TASK)].choice = kind;
    g_autofree char *rules = kj_task_rules(check);
    archive->task = kj_task_open(archive->store, kj_task_check.name, rules, error);
    if (archive->task < 0)
        return false;
    gint64 used = kj_store_number(archive->store, "SELECT max(used) FROM task", error);
    archive->runs = (uint64_t)MAX(used, 0);
    return used >= 0;
}

KjArchiveStore *kj_archive_store_open(const char *path, const KjValues *values,
                                      const KjSolveRequest *options, GError **error)
{
    KjArchiveStore *archive = g_new0(KjArchiveStore, 1);
    archive->family = g_array_new(FALSE, FALSE, sizeof(gint64));
    archive->store = kj_store_open(path, KJ_STORE_CREATE, error);
    // what is still to be done is not asked here, but has a statement
    static const char scope[] = "CREATE TEMP TABLE scope(problem INTEGER PRIMARY KEY)";
    if (archive->store && kj_store_run(archive->store, scope, error) &&
        open_task(archive, values, error) && prepare(archive, error) &&
        kj_results_init(&archive->results, archive->store, archive->task,
                        (gint64)options->solver.memory_mib, error) &&
        (archive->engine = kj_task_engine_new(&kj_task_check, options, NULL, error)))
        return archive;
    kj_archive_store_close(archive);
    return NULL;
}

void kj_archive_store_close(KjArchiveStore *archive)
{
    if (!archive)
        return;
    for (size_t i = 0; i < G_N_ELEMENTS(statements); i++)
        sqlite3_finalize(*statement_at(archive, i));
    kj_results_clear(&archive->results);
    kj_task_engine_free(archive->engine);
    kj_store_close(archive->store);
    g_array_unref(archive->family);
    g_free(archive);
}

uint64_t kj_archive_store_runs(const KjArchiveStore *archive)
{
    return archive->runs;
}

bool kj_archive_store_game(KjArchiveStore *archive, const KjGame **out, GError **error)
{
    g_autoptr(sqlite3_stmt) games =
        kj_store_prepare(archive->store, "SELECT DISTINCT game FROM problem", error);
    *out = NULL;
    int row = 0;
    for (unsigned n = 0; games && (row = kj_store_step(archive->store, games, error)) > 0; n++) {
        *out = kj_game_find(kj_column_text(games, 0));
        if (n > 0 || !*out)
            return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                                "%s: expected works of one game", archive->store->path);
    }
    return games && row == 0;
}

/* ---- reading ---- */

/* The number of a family, which is a file. */
static uint64_t number_of(KjArchiveStore *archive, gint64 file)
{
    for (unsigned i = archive->family->len; i-- > 0;)
        if (g_array_index(archive->family, gint64, i) == file)
            return i + 1;
    g_array_append_val(archive->family, file);
    return archive->family->len;
}

static void take_item(KjArchiveStore *archive, const KjItem *item, const KjGame *game,
                      KjArchiveStoreFn take, void *data)
{
    KjItemView view;
    KjReport report;
    if (g_strcmp0(item->verdict, kj_work_text(KJ_WORK_SOUND)) != 0 || !kj_item_view(item, &view))
        return;
    view.position.game = game;
    if (view.attacker == KJ_SENTE && kj_item_report(item, &view, &report)) {
        KjMade made;
        bool usable =
            report.themes && report.n_line == report.plies && report.n_line <= KJ_MADE_PLIES;
        if (usable) {
            kj_made_of_report(&view.position, &report, &made);
            made.number = number_of(archive, item->file_id);
            take(data, &made);
        }
        kj_report_clear(&report);
    }
    kj_item_view_clear(&view);
}

bool kj_archive_store_each(KjArchiveStore *archive, const KjGame *game, KjArchiveStoreFn take,
                           void *data, GError **error)
{
    KjItems items;
    int more;
    if (!kj_items_begin(&items, archive->store, archive->task, NULL, error))
        return false;
    while ((more = kj_items_next(&items, error)) > 0)
        take_item(archive, &items.item, game, take, data);
    kj_items_end(&items);
    return more == 0;
}

/* ---- writing ---- */

/* The id of the problem that `find_problem` asks for, and whether it has a result; -1: failed. */
static gint64 find_problem(KjArchiveStore *archive, bool *out_done, GError **error)
{
    sqlite3_stmt *asked = archive->find_problem;
    gint64 id = -1;
    if (kj_store_step(archive->store, asked, error) > 0) {
        id = sqlite3_column_int64(asked, 0);
        *out_done = sqlite3_column_type(asked, 1) != SQLITE_NULL;
    }
    sqlite3_reset(asked);
    return id;
}

/* The file of a family, a new one for a new number; -1: failed. */
static gint64 file_of(KjArchiveStore *archive, const KjMade *made, GError **error)
{
    while (archive->family->len < made->number) {
        g_autofree char *name = g_strdup_printf("%s-", made->position.game->row->id);
        kj_bind_text(archive->add_file, 1, name);
        if (!kj_store_do(archive->store, archive->add_file, error))
            return -1;
        gint64 file = sqlite3_last_insert_rowid(archive->store->db);
        g_array_append_val(archive->family, file);
    }
    return g_array_index(archive->family, gint64, made->number - 1);
}

/* Checks a canonical position; false: it was stopped or is not sound. */
static bool check(KjArchiveStore *archive, const KjGame *game, const char *text,
                  const KjLimits *limits, KjTaskOutcome *out)
{
    KjPosition root;
    KjTaskRequest request = {
        .root = &root, .game = game->row->id, .position = text, .claim = "", .limits = *limits};
    if (!kj_canonical_read(text, game, &root))
        return false;
    kj_task_check.run(archive->engine, &request, out);
    return !out->stopped && strcmp(out->verdict, kj_work_text(KJ_WORK_SOUND)) == 0;
}

static bool write_work(KjArchiveStore *archive, const KjMade *made, const char *note,
                       gint64 problem, unsigned turn, const KjTaskOutcome *outcome, GError **error)
{
    gint64 file = file_of(archive, made, error);
    sqlite3_bind_int64(archive->add_item, 1, file);
    sqlite3_bind_int64(archive->add_item, 2, problem);
    sqlite3_bind_int64(archive->add_item, 3, turn);
    kj_bind_text(archive->add_item, 4, note);
    return file >= 0 && kj_store_do(archive->store, archive->add_item, error) &&
           kj_results_put(&archive->results, problem, outcome, error);
}

static bool put(KjArchiveStore *archive, const KjMade *made, const char *note,
                const KjLimits *limits, GError **error)
{
    const KjGame *game = made->position.game;
    unsigned turn;
    g_autofree char *text = kj_canonical_make(&made->position, KJ_SENTE, archive->mirrors, &turn);
    for (unsigned i = 0; i < 2; i++) {
        sqlite3_stmt *statement = i ? archive->find_problem : archive->add_problem;
        kj_bind_text(statement, 1, game->row->id);
        kj_bind_text(statement, 2, text);
    }
    sqlite3_bind_int64(archive->find_problem, 3, archive->task);
    if (!kj_store_do(archive->store, archive->add_problem, error))
        return false;
    bool done = false;
    gint64 problem = find_problem(archive, &done, error);
    if (problem < 0 || done)
        return done;
    KjTaskOutcome outcome = {0};
    bool ok = !check(archive, game, text, limits, &outcome) ||
              write_work(archive, made, note, problem, turn, &outcome, error);
    kj_task_outcome_clear(&outcome);
    return ok;
}

bool kj_archive_store_put(KjArchiveStore *archive, const KjMade *works, char *const *notes,
                          unsigned n, const KjLimits *limits, GError **error)
{
    if (n == 0)
        return true;
    archive->mirrors = kj_canonical_mirrors(works->position.game);
    archive->results.budget = (KjBudget){.nodes = limits->nodes};
    bool ok = kj_store_begin(archive->store, error);
    if (!ok)
        return false;
    for (unsigned i = 0; ok && i < n; i++)
        ok = put(archive, &works[i], notes[i], limits, error);
    ok = ok && kj_store_commit(archive->store, error);
    if (!ok)
        kj_store_rollback(archive->store);
    return ok;
}
