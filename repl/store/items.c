/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries of the items of a store, and their place and name as text. */
#include "repl/store/items.h"

#include <math.h>
#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "repl/job/options.h"
#include "repl/store/canonical.h"
#include "repl/store/claim.h"

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
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
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
    "SELECT f.name,i.file,i.number,i.line,i.turn,i.name,i.title,i.composer,i.date,i.recorded,"
    "i.note,i.headers,i.error,i.col,i.claim,i.problem,p.game,p.position,r.verdict,r.cause,r.plies,"
    "r.pure_plies,r.proved,r.line,r.line_kind,r.leftover,r.nodes,r.ms,r.certificate,r.difficulty,"
    "(SELECT group_concat(t,' ') FROM (SELECT code||'@'||ply AS t FROM code c WHERE c.task=r.task "
    "AND c.problem=r.problem ORDER BY ply,code)),"
    "(SELECT group_concat(theme,char(10)) FROM (SELECT theme FROM theme t WHERE t.task=r.task AND "
    "t.problem=r.problem ORDER BY theme)),"
    "r.answer,"
    "(SELECT kind='hisshi' OR instr(rules,'goal=hisshi')>0 FROM task WHERE id=?1) "
    "FROM file f CROSS JOIN item i ON i.file=f.id LEFT JOIN problem p ON "
    "p.id=i.problem " KJ_STORE_JOIN_RESULT;

bool kj_items_begin(KjItems *items, KjStore *store, gint64 task, const KjFindQuery *query,
                    GError **error)
{
    *items = (KjItems){.store = store};
    g_autofree char *sql = g_strconcat(select_items, "WHERE ", query ? query->sql->str : "1",
                                       " ORDER BY f.name,i.number", NULL);
    if (!kj_find_functions(store, error))
        return false;
    items->statement = kj_store_prepare(store, sql, error);
    if (!items->statement)
        return false;
    sqlite3_bind_int64(items->statement, 1, task);
    if (query)
        kj_find_bind(query, items->statement, 2);
    return true;
}

/* A number that is NULL where it is not known. */
static int length_at(sqlite3_stmt *s, int column)
{
    return sqlite3_column_type(s, column) == SQLITE_NULL ? -1 : sqlite3_column_int(s, column);
}

/* The answer of a check, turned; NULL: it is none. (transfer full) */
static char *report_at(sqlite3_stmt *s, int column, const KjItem *item)
{
    const char *answer = kj_column_text(s, column);
    const KjGame *game = item->game ? kj_game_find(item->game) : NULL;
    if (!answer || !game || !g_str_has_prefix(answer, "{\"schema\":\"kanju.check/"))
        return NULL;
    GString *report = g_string_new(answer);
    kj_canonical_turn_json(report->str, game, item->turn);
    if (item->turn & KJ_CANONICAL_TURNED)
        g_string_replace(report, "\"attacker\":\"sente\"", "\"attacker\":\"gote\"", 1);
    return g_string_free(report, FALSE);
}

static void read_row(sqlite3_stmt *s, KjItems *items)
{
    KjItem *item = &items->item;
    int c = 0;
    item->file = kj_column_text(s, c++);
    item->file_id = sqlite3_column_int64(s, c++);
    item->number = sqlite3_column_int64(s, c++);
    item->line = sqlite3_column_int64(s, c++);
    item->turn = (unsigned)sqlite3_column_int(s, c++);
    item->name = kj_column_text(s, c++);
    item->title = kj_column_text(s, c++);
    item->composer = kj_column_text(s, c++);
    item->date = kj_column_text(s, c++);
    item->recorded = length_at(s, c++);
    item->note = kj_column_text(s, c++);
    item->headers = kj_column_text(s, c++);
    item->error = kj_column_text(s, c++);
    item->column = sqlite3_column_int64(s, c++);
    item->canonical_claim = kj_column_text(s, c++);
    item->problem = sqlite3_column_int64(s, c++);
    item->game = kj_column_text(s, c++);
    item->canonical = kj_column_text(s, c++);
    item->verdict = kj_column_text(s, c++);
    item->cause = kj_column_text(s, c++);
    item->plies = length_at(s, c++);
    item->pure_plies = length_at(s, c++);
    item->proved = sqlite3_column_int(s, c++) != 0;
    item->canon_line = kj_column_text(s, c++);
    item->line_kind = kj_column_text(s, c++);
    item->leftover = kj_column_text(s, c++);
    item->nodes = sqlite3_column_int64(s, c++);
    item->ms = sqlite3_column_int64(s, c++);
    item->certificate = kj_column_text(s, c++);
    bool hard = sqlite3_column_type(s, c) != SQLITE_NULL;
    item->difficulty = hard ? sqlite3_column_double(s, c) : NAN;
    item->codes = kj_column_text(s, ++c);
    item->themes = kj_column_text(s, ++c);
    g_free(items->report);
    item->report = items->report = report_at(s, ++c, item);
    item->hisshi = sqlite3_column_int(s, ++c) != 0;
}

int kj_items_next(KjItems *items, GError **error)
{
    int row = kj_store_step(items->store, items->statement, error);
    if (row > 0)
        read_row(items->statement, items);
    return row;
}

void kj_items_end(KjItems *items)
{
    sqlite3_finalize(items->statement);
    items->statement = NULL;
    g_clear_pointer(&items->report, g_free);
}

/* ---- as it was read ---- */

/* The moves of the line, turned. */
static void read_line(const KjItem *item, const KjPosition *canonical, KjItemView *out)
{
    g_auto(GStrv) words = g_strsplit(item->canon_line ? item->canon_line : "", " ", -1);
    out->line = g_new(KjMove, g_strv_length(words) + 1);
    KjPosition at = *canonical;
    for (char **word = words; *word && **word; word++) {
        KjMove move;
        if (!kj_usi_move_read(&at, *word, &move, NULL))
            break;
        out->line[out->n_line++] = kj_canonical_move(at.game, move, item->turn);
        at = kj_position_after(&at, move);
    }
}

/* The author's, turned. */
static void read_author(const KjItem *item, const KjPosition *canonical, KjItemView *out)
{
    g_auto(KjClaim) claim;
    kj_claim_read(item->canonical_claim, canonical, &claim);
    out->n_author = claim.n_moves;
    out->author = g_new(KjMove, claim.n_moves + 1);
    for (unsigned i = 0; i < claim.n_moves; i++)
        out->author[i] = kj_canonical_move(canonical->game, claim.moves[i], item->turn);
    out->authors =
        claim.n_moves && g_strcmp0(kj_claim_line(item->canonical_claim), item->canon_line) == 0;
}

bool kj_item_view(const KjItem *item, KjItemView *out)
{
    *out = (KjItemView){0};
    const KjGame *game = item->game ? kj_game_find(item->game) : NULL;
    KjPositionText read;
    if (!game || !item->canonical || !kj_position_text_read(item->canonical, game, &read, NULL))
        return false;
    KjPosition canonical = kj_position_text_end(&read);
    out->position = kj_canonical_undo(&canonical, item->turn);
    out->attacker = item->turn & KJ_CANONICAL_TURNED ? KJ_GOTE : KJ_SENTE;
    out->text = kj_canonical_text(&read, item->turn);
    read_line(item, &canonical, out);
    read_author(item, &canonical, out);
    kj_position_text_clear(&read);
    return true;
}

void kj_item_view_clear(KjItemView *view)
{
    g_free(view->text);
    g_free(view->line);
    g_free(view->author);
    *view = (KjItemView){0};
}

static char *moves_text(const KjPosition *start, const KjMove *moves, unsigned n)
{
    GString *text = g_string_new(NULL);
    KjPosition at = *start;
    for (unsigned i = 0; i < n; i++) {
        char move[KJ_USI_MOVE];
        kj_usi_move_write(&at, moves[i], move);
        g_string_append_printf(text, "%s%s", i ? " " : "", move);
        if (i + 1 < n) // the last of an author's line need not be legal
            at = kj_position_after(&at, moves[i]);
    }
    return g_string_free(text, FALSE);
}

char *kj_item_line_text(const KjItemView *view)
{
    return moves_text(&view->position, view->line, view->n_line);
}

char *kj_item_author_text(const KjItemView *view)
{
    return moves_text(&view->position, view->author, view->n_author);
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
