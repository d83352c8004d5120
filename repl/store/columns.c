/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a store and their columns. */
#include "repl/store/columns.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define MADE_OF(name, least, most, set) \
    "length($" #name ") BETWEEN " #least " AND " #most " AND $" #name " NOT GLOB '*[^" set "]*'"
#define OF_A_MATE(name) "($" #name " IS NULL OR $verdict NOT IN('nomate','none'))"
// Stands for the verdicts of all kinds.
#define ALL_VERDICTS "\1"

static const struct {
    const char *name, *keys, *end;
} tables[] = {
#define KJ_TABLE(id, name, keys, end) [KJ_STORED_##id] = {name, keys, end},
#include "repl/store/columns.def"
};

static const KjColumn columns[] = {
#define KJ_COLUMN(table, name, type, more, check) \
    {KJ_STORED_##table, #name, KJ_COLUMN_##type, "", more, check, -1},
#define KJ_ITEM(name, member, type, said, more, check) \
    {KJ_STORED_ITEM, #name, KJ_COLUMN_##type, said, more, check, offsetof(KjItemRow, member)},
#define KJ_RESULT(name, member, type, said, more, check) \
    {KJ_STORED_RESULT, #name, KJ_COLUMN_##type, said, more, check, offsetof(KjResultRow, member)},
#define KJ_CODE(name, member, type, more, check) \
    {KJ_STORED_CODE, #name, KJ_COLUMN_##type, "", more, check, offsetof(KjCodeRow, member)},
#include "repl/store/columns.def"
};

#define KJ_KIND(name, ...) const char *const kj_verdicts_##name[] = {__VA_ARGS__, NULL};
#include "repl/store/columns.def"

static const struct {
    const char *name;
    const char *const *verdicts;
} kinds[] = {
#define KJ_KIND(name, ...) {#name, kj_verdicts_##name},
#include "repl/store/columns.def"
};

static const char *const types[] = {
    [KJ_COLUMN_ID] = "INTEGER PRIMARY KEY",
    [KJ_COLUMN_REF] = "INTEGER",
    [KJ_COLUMN_NUMBER] = "INTEGER",
    [KJ_COLUMN_PLACE] = "INTEGER",
    [KJ_COLUMN_SMALL] = "INTEGER",
    [KJ_COLUMN_LENGTH] = "INTEGER",
    [KJ_COLUMN_FLAG] = "INTEGER",
    [KJ_COLUMN_REAL] = "REAL",
    [KJ_COLUMN_TEXT] = "TEXT",
    [KJ_COLUMN_WORD] = "TEXT",
    [KJ_COLUMN_JSON] = "TEXT",
    [KJ_COLUMN_BYTES] = "BLOB",
};

const char *kj_stored_name(KjStoreTable table)
{
    return tables[table].name;
}

const KjColumn *kj_column_next(KjStoreTable table, const KjColumn *column)
{
    for (column = column ? column + 1 : columns; column < columns + G_N_ELEMENTS(columns); column++)
        if (column->table == table)
            return column;
    return NULL;
}

/* ---- statements ---- */

static char *replaced(const char *text, const char *what, const char *with)
{
    g_auto(GStrv) parts = g_strsplit(text, what, -1);
    return g_strjoinv(with, parts);
}

char *kj_columns_text(KjStoreTable table, bool own, const char *pattern, const char *separator)
{
    GString *text = g_string_new(NULL);
    for (const KjColumn *c = NULL; (c = kj_column_next(table, c));) {
        if (own && (c->type == KJ_COLUMN_ID || c->type == KJ_COLUMN_REF))
            continue;
        g_autofree char *one = replaced(pattern, "#", c->name);
        g_string_append_printf(text, "%s%s", text->len ? separator : "", one);
    }
    return g_string_free(text, FALSE);
}

char *kj_stored_insert(KjStoreTable table)
{
    g_autofree char *names = kj_columns_text(table, false, "#", ",");
    g_autofree char *values = kj_columns_text(table, false, "?", ",");
    return g_strdup_printf("INSERT INTO %s(%s) VALUES(%s)", tables[table].name, names, values);
}

/* In SQL, whether a column with a prefix ("r." or "") is what a row of its table must be, or NULL: it says
 * nothing of that. (transfer full) */
static char *column_check(const KjColumn *column, const char *prefix);

char *kj_stored_create(KjStoreTable table)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (const KjColumn *c = NULL; (c = kj_column_next(table, c));)
        g_string_append_printf(text, "%s%s %s %s", text->len ? "," : "", c->name, types[c->type],
                               c->more);
    const char *keys = tables[table].keys;
    g_string_append_printf(text, "%s%s", *keys ? "," : "", keys);
    for (const KjColumn *c = NULL; (c = kj_column_next(table, c));) {
        g_autofree char *check = column_check(c, "");
        if (check)
            g_string_append_printf(text, ",CONSTRAINT known_%s CHECK%s", c->name, check);
    }
    return g_strdup_printf("CREATE TABLE %s(%s)%s;", tables[table].name, text->str,
                           tables[table].end);
}

/* ---- checks ---- */

/* "'mate','nomate'" of a kind, or (NULL) of all, each word once. */
static char *quoted_verdicts(const char *kind)
{
    GString *text = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
        for (const char *const *word = kinds[i].verdicts; *word; word++) {
            g_autofree char *quoted = g_strdup_printf("'%s'", *word);
            if ((!kind || strcmp(kinds[i].name, kind) == 0) && !strstr(text->str, quoted))
                g_string_append_printf(text, "%s%s", text->len ? "," : "", quoted);
        }
    return g_string_free(text, FALSE);
}

char *kj_verdict_check(const char *kind, const char *verdict)
{
    GString *text = g_string_new("CASE ");
    g_string_append(text, kind);
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
        g_autofree char *words = quoted_verdicts(kinds[i].name);
        g_string_append_printf(text, " WHEN '%s' THEN %s IN(%s)", kinds[i].name, verdict, words);
    }
    g_string_append(text, " END");
    return g_string_free(text, FALSE);
}

static char *column_check(const KjColumn *column, const char *prefix)
{
    if (!*column->check)
        return NULL;
    g_autofree char *verdicts = quoted_verdicts(NULL);
    g_autofree char *words = replaced(column->check, ALL_VERDICTS, verdicts);
    g_autofree char *named = replaced(words, "$", prefix);
    return g_strdup_printf("(%s)", named);
}

char *kj_stored_check(KjStoreTable table, const char *prefix)
{
    GString *text = g_string_new("coalesce(1");
    for (const KjColumn *c = NULL; (c = kj_column_next(table, c));) {
        g_autofree char *check = column_check(c, prefix);
        if (check)
            g_string_append_printf(text, " AND %s", check);
    }
    g_string_append(text, ",1)");
    return g_string_free(text, FALSE);
}

/* ---- statements with columns in braces ---- */

static KjStoreTable table_of(const char *name, size_t length)
{
    unsigned i = 0;
    while (strlen(tables[i].name) != length || strncmp(tables[i].name, name, length) != 0)
        i++;
    return (KjStoreTable)i;
}

char *kj_sql(const char *statement)
{
    GString *text = g_string_new(NULL);
    for (const char *brace; (brace = strchr(statement, '{')); statement = strchr(brace, '}') + 1) {
        size_t length = strcspn(brace + 1, "? ");
        KjStoreTable table = table_of(brace + 1, length);
        bool check = brace[1 + length] == '?';
        const char *rest = brace + 1 + length + check + 1;
        g_autofree char *pattern = g_strndup(rest, strcspn(rest, "}"));
        g_autofree char *made =
            check ? kj_stored_check(table, pattern) : kj_columns_text(table, true, pattern, ",");
        g_string_append_len(text, statement, brace - statement);
        g_string_append(text, made);
    }
    g_string_append(text, statement);
    return g_string_free(text, FALSE);
}

/* ---- rows ---- */

#define MEMBER(type, column, row) (*(type *)(gpointer)((char *)(row) + (column)->offset))
#define CONST_MEMBER(type, column, row) \
    (*(const type *)(gconstpointer)((const char *)(row) + (column)->offset))

static KjCell integer_cell(gint64 value, bool known)
{
    return (KjCell){.type = known ? SQLITE_INTEGER : SQLITE_NULL, .integer = value};
}

KjCell kj_cell_of(const KjColumn *column, const void *row)
{
    KjCell cell = {.type = SQLITE_NULL};
    switch (column->type) {
    case KJ_COLUMN_NUMBER: return integer_cell(CONST_MEMBER(gint64, column, row), true);
    case KJ_COLUMN_REF:
    case KJ_COLUMN_PLACE:
        cell.integer = CONST_MEMBER(gint64, column, row);
        return integer_cell(cell.integer, cell.integer > 0);
    case KJ_COLUMN_SMALL: return integer_cell(CONST_MEMBER(unsigned, column, row), true);
    case KJ_COLUMN_FLAG: return integer_cell(CONST_MEMBER(bool, column, row), true);
    case KJ_COLUMN_LENGTH:
        cell.integer = CONST_MEMBER(int, column, row);
        return integer_cell(cell.integer, cell.integer >= 0);
    case KJ_COLUMN_REAL:
        cell.real = CONST_MEMBER(double, column, row);
        cell.type = isnan(cell.real) ? SQLITE_NULL : SQLITE_FLOAT;
        return cell;
    case KJ_COLUMN_TEXT:
    case KJ_COLUMN_JSON:
    case KJ_COLUMN_WORD:
        cell.text = CONST_MEMBER(char *const, column, row);
        cell.type = cell.text ? SQLITE_TEXT : SQLITE_NULL;
        return cell;
    case KJ_COLUMN_ID:
    case KJ_COLUMN_BYTES: break; // no members
    }
    g_assert_not_reached();
}

void kj_row_bind(KjStoreTable table, const void *row, sqlite3_stmt *statement, int first)
{
    for (const KjColumn *c = NULL; (c = kj_column_next(table, c));) {
        if (c->offset < 0)
            continue;
        KjCell cell = kj_cell_of(c, row);
        if (cell.type == SQLITE_INTEGER)
            sqlite3_bind_int64(statement, first++, cell.integer);
        else if (cell.type == SQLITE_FLOAT)
            sqlite3_bind_double(statement, first++, cell.real);
        else
            sqlite3_bind_text(statement, first++, cell.text, -1, SQLITE_STATIC); // or NULL
    }
}

/* Sets a member from a column; of none (NULL) to NULL. */
static void set_member(const KjColumn *column, void *row, sqlite3_stmt *from, int index)
{
    bool null = !from || sqlite3_column_type(from, index) == SQLITE_NULL;
    gint64 integer = null ? 0 : sqlite3_column_int64(from, index);
    switch (column->type) {
    case KJ_COLUMN_NUMBER:
    case KJ_COLUMN_REF:
    case KJ_COLUMN_PLACE: MEMBER(gint64, column, row) = integer; return;
    case KJ_COLUMN_SMALL: MEMBER(unsigned, column, row) = (unsigned)integer; return;
    case KJ_COLUMN_FLAG: MEMBER(bool, column, row) = integer != 0; return;
    case KJ_COLUMN_LENGTH: MEMBER(int, column, row) = null ? -1 : (int)integer; return;
    case KJ_COLUMN_REAL:
        MEMBER(double, column, row) = null ? NAN : sqlite3_column_double(from, index);
        return;
    case KJ_COLUMN_TEXT:
    case KJ_COLUMN_JSON:
    case KJ_COLUMN_WORD:
        MEMBER(const char *, column, row) =
            null ? NULL : (const char *)sqlite3_column_text(from, index);
        return;
    case KJ_COLUMN_ID:
    case KJ_COLUMN_BYTES: return;
    }
}

int kj_row_read(KjStoreTable table, sqlite3_stmt *statement, int first, void *row)
{
    for (const KjColumn *c = NULL; (c = kj_column_next(table, c));)
        if (c->offset >= 0)
            set_member(c, row, statement, first++);
    return first;
}

void kj_row_clear(KjStoreTable table, void *row)
{
    for (const KjColumn *c = NULL; (c = kj_column_next(table, c));) {
        if (c->offset < 0)
            continue;
        if (c->type == KJ_COLUMN_TEXT || c->type == KJ_COLUMN_JSON)
            g_free(MEMBER(char *, c, row));
        set_member(c, row, NULL, 0);
    }
}
