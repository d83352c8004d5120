/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading and writing tables with tabs, commas or semicolons between the fields. */
#include "core/format/table.h"

#include <string.h>

#include "core/format/position_text.h"
#include "core/format/table-priv.h"
#include "core/text/text_file.h"

enum { MAX_FIELDS = 256 };

void kj_table_row_free(KjTableRow *row)
{
    for (unsigned i = 0; row && i < KJ_TABLE_COLUMNS; i++)
        g_free(row->field[i]);
    if (row)
        g_clear_error(&row->error);
    g_free(row);
}

/* ---- names ---- */

// Of each column the names it has in headings and in JSON, the first of which is written.
static const char *const names[KJ_TABLE_COLUMNS][12] = {
    [KJ_TABLE_ID] = {"id", "no", "no.", "number", "#", "番号", "作品番号"},
    [KJ_TABLE_POSITION] = {"sfen", "position", "initial_sfen", "fen", "feen", "局面", "初期局面"},
    [KJ_TABLE_PLIES] = {"plies", "length", "ply", "mate_in", "手数"},
    [KJ_TABLE_MOVES] = {"moves", "answer", "line", "solution", "author_line", "手順", "解答",
                        "正解", "作意"},
    [KJ_TABLE_NOTE] = {"note", "notes", "comment", "備考", "コメント"},
    [KJ_TABLE_TITLE] = {"title", "name", "作品名", "題名", "タイトル"},
    [KJ_TABLE_AUTHOR] = {"author", "composer", "作者"},
    [KJ_TABLE_DATE] = {"date", "発表年月", "日付"},
};

const char *kj_table_column(KjTableColumn column)
{
    return names[column][0];
}

KjTableColumn kj_table_column_named(const char *name)
{
    g_autofree char *word = g_strstrip(g_utf8_strdown(name, -1));
    for (unsigned i = 0; i < KJ_TABLE_COLUMNS; i++)
        for (const char *const *at = names[i]; *at; at++)
            if (strcmp(word, *at) == 0)
                return (KjTableColumn)i;
    return KJ_TABLE_COLUMNS;
}

KjTableRow *kj_table_row_new(unsigned line)
{
    KjTableRow *row = g_new0(KjTableRow, 1);
    row->line = line;
    row->named = true;
    return row;
}

void kj_table_row_take(KjTableRow *row, KjTableColumn column, char *text, unsigned before)
{
    g_autofree char *field = text;
    if (column == KJ_TABLE_COLUMNS || row->field[column] || !*g_strstrip(field))
        return;
    row->field[column] = g_steal_pointer(&field);
    row->before[column] = before;
}

/* ---- fields ---- */

/* A record of a text being taken apart. */
typedef struct {
    const char *at;    // where the next one begins
    unsigned line;     // its line, from 1
    unsigned begun;    // that of the record that was read
    char between;      // what stands between fields
    GPtrArray *fields; // char *, of the record that was read
    GArray *before;    // unsigned: characters of its line before each
    bool unclosed;     // a quotation mark of it was never closed
} Cutter;

static bool at_end(char c)
{
    return c == '\0' || c == '\r' || c == '\n';
}

/* A field between quotation marks, in which two are one (RFC 4180). */
static void cut_quoted(Cutter *cutter, GString *field)
{
    const char *at = cutter->at + 1;
    for (; *at && (*at != '"' || at[1] == '"'); at++) {
        at += *at == '"';
        cutter->line += *at == '\n';
        g_string_append_c(field, *at);
    }
    cutter->unclosed |= *at == '\0';
    cutter->at = *at ? at + 1 : at;
}

/* Whether a move in USI stands behind a comma: in a link it is one of `moves=`, no field of its own. */
static bool is_move_in_link(const char *link, const char *comma)
{
    const char *at = comma + 1;
    size_t length = strcspn(at, ",&#\t\r\n ");
    bool is_move = length >= 4 && length <= 8 &&
                   (at[1] == '*' || (g_ascii_isdigit(at[0]) && g_ascii_islower(at[1])) ||
                    (g_ascii_islower(at[0]) && g_ascii_isdigit(at[1])));
    return is_move && *comma == ',' && strstr(link, "://") && strstr(link, "moves=");
}

/* Cuts one field off; `tabs` have no quoted ones. */
static char *cut_field(Cutter *cutter)
{
    GString *field = g_string_new(NULL);
    if (*cutter->at == '"' && cutter->between != '\t')
        cut_quoted(cutter, field);
    for (; !at_end(*cutter->at); cutter->at++) {
        if (*cutter->at == cutter->between && !is_move_in_link(field->str, cutter->at))
            break;
        g_string_append_c(field, *cutter->at);
    }
    return g_string_free(field, FALSE);
}

/* Cuts the next record off; false: there is none. */
static bool cut(Cutter *cutter)
{
    const char *begin = cutter->at;
    cutter->begun = cutter->line;
    g_ptr_array_set_size(cutter->fields, 0);
    g_array_set_size(cutter->before, 0);
    cutter->unclosed = false;
    if (!*begin)
        return false;
    for (bool more = true; more; cutter->at += more) {
        unsigned before = kj_text_column(begin, cutter->at) - 1;
        g_array_append_val(cutter->before, before);
        g_ptr_array_add(cutter->fields, cut_field(cutter));
        more = *cutter->at == cutter->between && cutter->fields->len < MAX_FIELDS;
    }
    cutter->at += strcspn(cutter->at, "\r\n"); // more fields than any table has
    cutter->at += cutter->at[0] == '\r' && cutter->at[1] == '\n' ? 2 : *cutter->at != '\0';
    cutter->line++;
    return true;
}

static void cutter_init(Cutter *cutter, const char *text)
{
    *cutter = (Cutter){.at = text,
                       .line = 1,
                       .fields = g_ptr_array_new_with_free_func(g_free),
                       .before = g_array_new(FALSE, FALSE, sizeof(unsigned))};
}

static void cutter_clear(Cutter *cutter)
{
    g_ptr_array_unref(cutter->fields);
    g_array_unref(cutter->before);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Cutter, cutter_clear)

/* Whether a record says nothing: a blank line or a comment. */
static bool is_nothing(const Cutter *cutter)
{
    const char *first = cutter->fields->pdata[0];
    first += strspn(first, " \t\x1a");
    return cutter->fields->len == 1
               ? !*first || *first == '#'
               : *first == '#' && kj_table_column_named(first) == KJ_TABLE_COLUMNS;
}

/* Goes to the first record that says something. */
static bool cut_first(Cutter *cutter)
{
    while (cut(cutter))
        if (!is_nothing(cutter))
            return true;
    return false;
}

/* ---- what the columns are ---- */

/* The column of each field. */
typedef struct {
    KjTableColumn of[MAX_FIELDS];
    unsigned n;
    bool has_heading;
} Columns;

/* Whether the record is a heading: it names a position, and is none. */
static bool read_heading(const Cutter *cutter, Columns *out)
{
    bool position = false;
    out->n = cutter->fields->len;
    out->has_heading = true;
    for (unsigned i = 0; i < out->n; i++) {
        out->of[i] = kj_table_column_named(cutter->fields->pdata[i]);
        position |= out->of[i] == KJ_TABLE_POSITION;
    }
    return position;
}

static bool is_position(const char *field)
{
    g_auto(KjPositionText) read = {0};
    return kj_position_text_read(field, NULL, &read, NULL);
}

static bool is_number(const char *field)
{
    return *field && field[strspn(field, "0123456789")] == '\0';
}

/* Whether a field looks like moves of USI: squares of two characters, or a drop. */
static bool is_moves(const char *field)
{
    bool drop = g_ascii_isupper(field[0]) && field[1] == '*';
    bool from = g_ascii_isalnum(field[0]) && g_ascii_isalnum(field[1]) &&
                g_ascii_isdigit(field[0]) != g_ascii_isdigit(field[1]);
    const char *to = field + 2;
    return (drop || from) && g_ascii_isalnum(to[0]) && g_ascii_isalnum(to[1]) &&
           g_ascii_isdigit(to[0]) != g_ascii_isdigit(to[1]);
}

/* The column of a field behind the position, by what it looks like. */
static KjTableColumn column_like(const char *field)
{
    return is_number(field) ? KJ_TABLE_PLIES : is_moves(field) ? KJ_TABLE_MOVES : KJ_TABLE_NOTE;
}

/* Tells the columns of a record without a heading: an id before the position or none, and behind it
 * a length, moves and a note in any order, each at most once. False: they could be something else. */
static bool guess(const Cutter *cutter, Columns *out)
{
    bool seen[KJ_TABLE_COLUMNS] = {0};
    const GPtrArray *fields = cutter->fields;
    out->n = fields->len;
    for (unsigned i = 0; i < out->n; i++) {
        const char *field = fields->pdata[i];
        KjTableColumn column = KJ_TABLE_ID;
        if (seen[KJ_TABLE_POSITION])
            column = *field ? column_like(field) : KJ_TABLE_COLUMNS;
        else if (is_position(field))
            column = KJ_TABLE_POSITION;
        if (column < KJ_TABLE_COLUMNS && seen[column])
            return false;
        out->of[i] = column;
        if (column < KJ_TABLE_COLUMNS)
            seen[column] = true;
    }
    return seen[KJ_TABLE_POSITION];
}

static bool has_position(const Cutter *cutter)
{
    for (unsigned i = 0; i < cutter->fields->len; i++)
        if (is_position(cutter->fields->pdata[i]))
            return true;
    return false;
}

/* Finds what stands between the fields, by the first record that says something, which is left in
 * the cutter, and what their columns are. False: it is no table. */
static bool recognise(const char *text, Cutter *cutter, Columns *columns)
{
    static const char between[] = "\t,;";
    for (const char *at = between; *at; at++) {
        cutter->at = text;
        cutter->line = 1;
        cutter->between = *at;
        if (!cut_first(cutter))
            return false;
        if (read_heading(cutter, columns))
            return true;
        columns->has_heading = false;
        if (*at != '\t' && cutter->fields->len > 1 && has_position(cutter))
            return true;
    }
    return false;
}

bool kj_table_is(const char *text)
{
    g_auto(Cutter) cutter;
    Columns columns;
    cutter_init(&cutter, text);
    return kj_table_json_is(text) || recognise(text, &cutter, &columns);
}

/* ---- rows ---- */

/* A field of one line: what stands on others follows after a blank. */
static char *one_line(const char *field)
{
    g_auto(GStrv) lines = g_strsplit_set(field, "\r\n", -1);
    GString *out = g_string_new(NULL);
    for (char **line = lines; *line; line++)
        if (*g_strstrip(*line))
            g_string_append_printf(out, "%s%s", out->len ? " " : "", *line);
    return g_string_free(out, FALSE);
}

static KjTableRow *row_of(const Cutter *cutter, const Columns *columns)
{
    KjTableRow *row = kj_table_row_new(cutter->begun);
    if (cutter->unclosed) {
        kj_text_error_set(&row->error, (KjTextPlace){.line = cutter->begun}, KJ_TEXT_ERROR_SYNTAX,
                          "a quotation mark that is not closed");
        return row;
    }
    for (unsigned i = 0; i < cutter->fields->len && i < columns->n; i++)
        kj_table_row_take(row, columns->of[i], one_line(cutter->fields->pdata[i]),
                          g_array_index(cutter->before, unsigned, i));
    return row;
}

/* The row of a record without a heading, whose columns may be others than those of the first. */
static KjTableRow *guessed_row(const Cutter *cutter)
{
    Columns columns;
    if (guess(cutter, &columns))
        return row_of(cutter, &columns);
    KjTableRow *row = kj_table_row_new(cutter->begun);
    kj_text_error_set(&row->error, (KjTextPlace){.line = cutter->begun}, KJ_TEXT_ERROR_SYNTAX,
                      "fields that cannot be told apart, expected a position, and an id, plies, "
                      "moves and a note at most once each, or a heading that names the columns");
    return row;
}

GPtrArray *kj_table_read(const char *text)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)kj_table_row_free);
    g_auto(Cutter) cutter;
    Columns columns;
    cutter_init(&cutter, text);
    if (kj_table_json_is(text)) {
        kj_table_json_read(text, rows);
        return rows;
    }
    if (!recognise(text, &cutter, &columns))
        return rows;
    for (bool more = !columns.has_heading || cut(&cutter); more; more = cut(&cutter))
        if (!is_nothing(&cutter))
            g_ptr_array_add(rows,
                            columns.has_heading ? row_of(&cutter, &columns) : guessed_row(&cutter));
    return rows;
}

KjTableRow *kj_table_row_of_line(const char *line, unsigned number)
{
    static const KjTableColumn columns[] = {KJ_TABLE_ID, KJ_TABLE_POSITION, KJ_TABLE_PLIES,
                                            KJ_TABLE_NOTE};
    KjTableRow *row = kj_table_row_new(number);
    row->named = false;
    g_auto(GStrv) fields = g_strsplit(line, "\t", G_N_ELEMENTS(columns));
    unsigned n = g_strv_length(fields), before = 0;
    for (unsigned i = 0; i < n; i++) { // a single field is the position
        kj_table_row_take(row, n > 1 ? columns[i] : KJ_TABLE_POSITION, g_strdup(fields[i]), before);
        before += (unsigned)g_utf8_strlen(fields[i], -1) + 1;
    }
    return row;
}

/* ---- writing ---- */

char *kj_table_heading(void)
{
    GString *out = g_string_new(NULL);
    for (unsigned i = 0; i < KJ_TABLE_COLUMNS; i++)
        g_string_append_printf(out, "%s%s", i ? "\t" : "", names[i][0]);
    g_string_append_c(out, '\n');
    return g_string_free(out, FALSE);
}

void kj_table_row_write(GString *out, const KjTableRow *row)
{
    for (unsigned i = 0; i < KJ_TABLE_COLUMNS; i++) {
        g_autofree char *field = g_strdup(row->field[i] ? row->field[i] : "");
        g_string_append_printf(out, "%s%s", i ? "\t" : "", g_strdelimit(field, "\t\r\n", ' '));
    }
    g_string_append_c(out, '\n');
}
