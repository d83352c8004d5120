/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries of the items of a store, and their place and name as text. */
#include "repl/store/items.h"

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
static const char select_item[] =
    "SELECT i.file,i.problem,{item i.#},f.name,p.game,p.position,{result r.#},"
    "(SELECT group_concat(t,char(10)) FROM (SELECT ";
static const char select_lists[] =
    " AS t FROM code c WHERE c.task=r.task AND c.problem=r.problem ORDER BY ply,code,detail)),"
    "(SELECT group_concat(theme,char(10)) FROM (SELECT theme FROM theme t WHERE t.task=r.task AND "
    "t.problem=r.problem ORDER BY theme)),"
    "(SELECT kind='hisshi' OR instr(rules,'goal=hisshi')>0 FROM task WHERE id=?1) "
    "FROM file f CROSS JOIN item i ON i.file=f.id LEFT JOIN problem p ON p.id=i.problem ";

bool kj_items_begin(KjItems *items, KjStore *store, gint64 task, const KjFindQuery *query,
                    GError **error)
{
    *items = (KjItems){.store = store};
    g_autofree char *code = kj_columns_text(KJ_STORED_CODE, true, "#", "||char(9)||");
    g_autofree char *item = kj_sql(select_item);
    g_autofree char *join = kj_store_join_result();
    g_autofree char *sql =
        g_strconcat(item, code, select_lists, join, "WHERE ", query ? query->sql->str : "1",
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

static void read_row(sqlite3_stmt *s, KjItem *item)
{
    int c = kj_row_read(KJ_STORED_ITEM, s, 0, &item->read);
    item->file = kj_column_text(s, c++);
    item->game = kj_column_text(s, c++);
    item->canonical = kj_column_text(s, c++);
    c = kj_row_read(KJ_STORED_RESULT, s, c, &item->result);
    item->canon_codes = kj_column_text(s, c++);
    item->themes = kj_column_text(s, c++);
    item->hisshi = sqlite3_column_int(s, c++) != 0;
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

bool kj_item_next_code(char **rest, KjItemCode *out)
{
    char *row = strsep(rest, "\n");
    if (!row || !*row)
        return false;
    *out = (KjItemCode){.code = strsep(&row, "\t")};
    out->ply = row ? (unsigned)g_ascii_strtoull(strsep(&row, "\t"), NULL, 10) : 0;
    out->detail = row ? strsep(&row, "\t") : "";
    out->severity = row ? (KjSeverity)g_ascii_strtoull(row, NULL, 10) : KJ_SEVERITY_NONE;
    return true;
}

/* Adds a code to the text with its move, one of a position of the canonical line, turned. */
static void add_code(const KjPosition *canonical, unsigned turn, const KjItemCode *code,
                     GString *text)
{
    KjMove move;
    char turned[KJ_USI_MOVE] = "";
    if (*code->detail && kj_usi_move_read(canonical, code->detail, &move, NULL)) {
        KjPosition at = kj_canonical_undo(canonical, turn);
        kj_usi_move_write(&at, kj_canonical_move(canonical->game, move, turn), turned);
    }
    g_string_append_printf(text, "%s%s\t%u\t%s\t%u", text->len ? "\n" : "", code->code, code->ply,
                           *turned ? turned : code->detail, (unsigned)code->severity);
}

/* The codes, turned like the line, which is read already. */
static char *read_codes(const KjItem *item, const KjPosition *canonical, const KjItemView *view)
{
    if (!item->canon_codes)
        return NULL;
    GString *text = g_string_new(NULL);
    g_autofree char *rows = g_strdup(item->canon_codes);
    char *rest = rows;
    KjPosition at = *canonical;
    unsigned played = 0;
    for (KjItemCode code; kj_item_next_code(&rest, &code);) {
        // they are in order of ply
        for (; played + 1 < code.ply && played < view->n_line; played++) {
            KjUndo undo;
            kj_position_make(&at, kj_canonical_move(at.game, view->line[played], item->turn),
                             &undo);
        }
        add_code(&at, item->turn, &code, text);
    }
    return g_string_free(text, FALSE);
}

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
        KjUndo undo;
        out->line[out->n_line++] = kj_canonical_move(at.game, move, item->turn);
        kj_position_make(&at, move, &undo);
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
    out->codes = read_codes(item, &canonical, out);
    kj_position_text_clear(&read);
    return true;
}

void kj_item_view_clear(KjItemView *view)
{
    g_free(view->text);
    g_free(view->line);
    g_free(view->author);
    g_free(view->codes);
    *view = (KjItemView){0};
}

static char *moves_text(const KjPosition *start, const KjMove *moves, unsigned n)
{
    GString *text = g_string_new(NULL);
    KjPosition at = *start;
    for (unsigned i = 0; i < n; i++) {
        char move[KJ_USI_MOVE];
        KjUndo undo;
        kj_usi_move_write(&at, moves[i], move);
        g_string_append_printf(text, "%s%s", i ? " " : "", move);
        if (i + 1 < n) // the last of an author's line need not be legal
            kj_position_make(&at, moves[i], &undo);
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

KjLineKind kj_item_line_kind(const KjItem *item)
{
    return (KjLineKind)CLAMP((int)item->complete - 1, KJ_LINE_MAIN, KJ_LINE_OTHER);
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
