/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of items, and how they look to people. */
#include "repl/batch/items.h"

#include <string.h>

#include "core/position_text.h"
#include "core/usi.h"
#include "repl/batch/canon.h"
#include "repl/options.h"

bool kj_task_find(KjStore *store, const char *kind, KjTask *out, GError **error)
{
    *out = (KjTask){0};
    g_autoptr(sqlite3_stmt) find =
        kj_store_prepare(store,
                         "SELECT id,kind,version,rules FROM task WHERE ?1 IS NULL OR kind=?1 "
                         "ORDER BY used DESC, id DESC LIMIT 1",
                         error);
    if (!find)
        return false;
    kj_bind_text(find, 1, kind);
    int row = kj_store_step(store, find, error);
    if (row > 0)
        *out = (KjTask){sqlite3_column_int64(find, 0), g_strdup(kj_column_text(find, 1)),
                        g_strdup(kj_column_text(find, 2)), g_strdup(kj_column_text(find, 3))};
    else if (row == 0 && kind)
        g_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                    "--task=%s: %s has no results of it", kind, store->path);
    return row > 0 || (row == 0 && !kind);
}

void kj_task_clear(KjTask *task)
{
    g_free(task->kind);
    g_free(task->version);
    g_free(task->rules);
    *task = (KjTask){0};
}

// The order of columns is that of the reads in read_row.
static const char select_items[] =
    "SELECT f.name,i.number,i.line,i.name,i.title,i.composer,i.recorded,i.note,i.headers,i.error,"
    "i.col,i.problem,p.game,p.position,i.turn,r.verdict,r.cause,r.settled,r.plies,r.pure_plies,"
    "r.proved,r.line,r.complete,r.leftover,r.nodes,r.ms,r.certificate,r.report,"
    "(SELECT group_concat(t,char(10)) FROM (SELECT code||char(9)||ply||char(9)||detail AS t FROM "
    "code c WHERE c.task=r.task AND c.problem=r.problem ORDER BY ply,code,detail)),"
    "(SELECT group_concat(theme,char(10)) FROM (SELECT theme FROM theme t WHERE t.task=r.task AND "
    "t.problem=r.problem ORDER BY theme)) "
    "FROM file f CROSS JOIN item i ON i.file=f.id LEFT JOIN problem p ON p.id=i.problem "
    "LEFT JOIN result r ON r.task=?1 AND r.problem=i.problem WHERE ";

bool kj_items_begin(KjItems *items, KjStore *store, gint64 task, const KjQuery *query,
                    GError **error)
{
    *items = (KjItems){.store = store};
    g_autofree char *sql =
        g_strconcat(select_items, query ? query->sql->str : "1", " ORDER BY f.name,i.number", NULL);
    if (!kj_query_functions(store, error))
        return false;
    items->statement = kj_store_prepare(store, sql, error);
    if (!items->statement)
        return false;
    sqlite3_bind_int64(items->statement, 1, task);
    if (query)
        kj_query_bind(query, items->statement, 2);
    return true;
}

static int number_or(sqlite3_stmt *s, int column, int otherwise)
{
    return sqlite3_column_type(s, column) == SQLITE_NULL ? otherwise
                                                         : sqlite3_column_int(s, column);
}

static void read_row(sqlite3_stmt *s, KjItem *item)
{
    int c = 0;
    item->file = kj_column_text(s, c++);
    item->number = sqlite3_column_int64(s, c++);
    item->line = sqlite3_column_int64(s, c++);
    item->name = kj_column_text(s, c++);
    item->title = kj_column_text(s, c++);
    item->composer = kj_column_text(s, c++);
    item->recorded = number_or(s, c++, -1);
    item->note = kj_column_text(s, c++);
    item->headers = kj_column_text(s, c++);
    item->error = kj_column_text(s, c++);
    item->column = sqlite3_column_int(s, c++);
    item->problem = sqlite3_column_int64(s, c++);
    item->game = kj_column_text(s, c++);
    item->canon = kj_column_text(s, c++);
    item->turn = (unsigned)sqlite3_column_int(s, c++);
    item->verdict = kj_column_text(s, c++);
    item->cause = kj_column_text(s, c++);
    item->settled = sqlite3_column_int(s, c++) != 0;
    item->plies = number_or(s, c++, -1);
    item->pure_plies = number_or(s, c++, -1);
    item->proved = sqlite3_column_int(s, c++) != 0;
    item->canon_line = kj_column_text(s, c++);
    item->complete = sqlite3_column_int(s, c++) != 0;
    item->leftover = kj_column_text(s, c++);
    item->nodes = (guint64)sqlite3_column_int64(s, c++);
    item->ms = sqlite3_column_int64(s, c++);
    item->certificate = kj_column_text(s, c++);
    item->report = kj_column_text(s, c++);
    item->codes = kj_column_text(s, c++);
    item->themes = kj_column_text(s, c++);
}

int kj_items_next(KjItems *items, GError **error)
{
    int row = kj_store_step(items->store, items->statement, error);
    if (row > 0)
        read_row(items->statement, &items->item);
    return row;
}

void kj_items_end(KjItems *items)
{
    sqlite3_finalize(items->statement);
    items->statement = NULL;
}

/* ---- as it was read ---- */

/* The moves of the line, turned. */
static void read_line(const KjItem *item, const KjPosition *canon, KjItemView *out)
{
    g_auto(GStrv) words = g_strsplit(item->canon_line ? item->canon_line : "", " ", -1);
    out->line = g_new(KjMove, g_strv_length(words) + 1);
    KjPosition at = *canon;
    for (char **word = words; *word && **word; word++) {
        KjMove move;
        if (!kj_usi_move_read(&at, *word, &move, NULL))
            break;
        KjUndo undo;
        out->line[out->n_line++] = kj_canon_move(at.game, move, item->turn);
        kj_position_make(&at, move, &undo);
    }
}

/* Writes a row of codes, its detail turned back if that is a move of the position at its ply. */
static void read_code(const KjItem *item, const KjPosition *canon, const KjItemView *view,
                      const char *row, GString *out)
{
    g_auto(GStrv) parts = g_strsplit(row, "\t", 3);
    KjPosition at = *canon, turned = view->position;
    KjMove move;
    guint64 ply = g_ascii_strtoull(parts[1], NULL, 10);
    if (!*parts[2] || ply == 0 || ply > view->n_line + 1u) {
        g_string_append(out, row);
        return;
    }
    for (unsigned i = 0; i + 1 < ply; i++) {
        KjUndo undo;
        kj_position_make(&turned, view->line[i], &undo);
        kj_position_make(&at, kj_canon_move(at.game, view->line[i], item->turn), &undo);
    }
    if (!kj_usi_move_read(&at, parts[2], &move, NULL)) {
        g_string_append(out, row);
        return;
    }
    char usi[KJ_USI_MOVE];
    kj_usi_move_write(&turned, kj_canon_move(at.game, move, item->turn), usi);
    g_string_append_printf(out, "%s\t%s\t%s", parts[0], parts[1], usi);
}

/* The codes with their moves turned back. */
static char *read_codes(const KjItem *item, const KjPosition *canon, const KjItemView *view)
{
    if (!item->codes || !item->turn)
        return g_strdup(item->codes);
    g_auto(GStrv) rows = g_strsplit(item->codes, "\n", -1);
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; rows[i]; i++) {
        if (i)
            g_string_append_c(text, '\n');
        read_code(item, canon, view, rows[i], text);
    }
    return g_string_free(text, FALSE);
}

bool kj_item_view(const KjItem *item, KjItemView *out)
{
    *out = (KjItemView){0};
    const KjGame *game = item->game ? kj_game_find(item->game) : NULL;
    KjPositionText read;
    if (!game || !item->canon || !kj_position_text_read(item->canon, game, &read, NULL))
        return false;
    kj_canon_undo(&read.start, item->turn, &out->position);
    out->attacker = item->turn & KJ_CANON_TURNED ? KJ_GOTE : KJ_SENTE;
    out->text = item->turn ? kj_position_write(&out->position) : g_strdup(item->canon);
    read_line(item, &read.start, out);
    out->codes = read_codes(item, &read.start, out);
    kj_position_text_clear(&read);
    return true;
}

void kj_item_view_clear(KjItemView *view)
{
    g_free(view->text);
    g_free(view->line);
    g_free(view->codes);
    *view = (KjItemView){0};
}

char *kj_item_line_text(const KjItemView *view)
{
    GString *text = g_string_new(NULL);
    KjPosition at = view->position;
    for (unsigned i = 0; i < view->n_line; i++) {
        char move[KJ_USI_MOVE];
        KjUndo undo;
        kj_usi_move_write(&at, view->line[i], move);
        g_string_append_printf(text, "%s%s", i ? " " : "", move);
        kj_position_make(&at, view->line[i], &undo);
    }
    return g_string_free(text, FALSE);
}

char *kj_item_place(const KjItem *item)
{
    if (item->line > 0)
        return g_strdup_printf("%s:%" G_GINT64_FORMAT, item->file, item->line);
    return g_strdup(item->file);
}

char *kj_item_label(const KjItem *item)
{
    return item->title  ? g_strdup(item->title)
           : item->name ? g_strdup(item->name)
                        : kj_item_place(item);
}
