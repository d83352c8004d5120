/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recursive descent over a query:
 *   any   = all { "or" all }        all  = one { ["and"] one }
 *   one   = "not" one | "(" any ")" | FIELD COMPARE VALUE
 * In Japanese または, かつ and 除外.
 */
#include "repl/store/find_query.h"

#include <string.h>

#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/job/options.h"

enum {
    MAX_DEPTH = 16,  // parentheses in parentheses; the parser of SQLite bears some 18
    MAX_TESTS = 500, // SQLite takes no more than 1,000 joined by or
};

typedef struct {
    const char *text, *at;
    KjFindQuery *query;
    unsigned depth, tests;
    GError **error;
} Parser;

static bool fail(const Parser *p, const char *at, const char *format, ...) G_GNUC_PRINTF(3, 4);

static bool fail(const Parser *p, const char *at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(kj_tr(format), arguments);
    va_end(arguments);
    return kj_set_error(p->error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT, "QUERY: column %u: %s",
                        kj_text_column(p->text, at), what);
}

static void skip_blanks(Parser *p)
{
    while (g_ascii_isspace(*p->at))
        p->at++;
}

/* How long a name is, of letters of any language and what joins them. */
static size_t name_length(const char *at)
{
    const char *end = at;
    while (g_unichar_isalpha(g_utf8_get_char_validated(end, -1)) ||
           (end > at && (*end == '-' || g_str_has_prefix(end, "・"))))
        end += g_utf8_skip[(guchar)*end];
    return (size_t)(end - at);
}

/* Whether a word comes next, in English or Japanese; takes it. */
static bool take_word(Parser *p, const char *word)
{
    skip_blanks(p);
    size_t n = name_length(p->at);
    g_autofree char *name = g_ascii_strdown(p->at, (gssize)n);
    if (!n || !kj_word_is(name, word) || strchr(":=<>!", p->at[n] ? p->at[n] : ' '))
        return false;
    p->at += n;
    return true;
}

static bool take_compare(Parser *p, KjCompare *out)
{
    static const struct {
        const char *text;
        KjCompare compare;
    } signs[] = {{">=", KJ_MORE_OR_IS}, {"<=", KJ_LESS_OR_IS}, {"!=", KJ_IS_NOT}, {">", KJ_MORE},
                 {"<", KJ_LESS},        {"=", KJ_IS},          {":", KJ_HAS},     {"：", KJ_HAS}};
    skip_blanks(p);
    for (size_t i = 0; i < G_N_ELEMENTS(signs); i++) {
        if (g_str_has_prefix(p->at, signs[i].text)) {
            p->at += strlen(signs[i].text);
            *out = signs[i].compare;
            return true;
        }
    }
    return false;
}

/* A value: in quotes, or up to a blank or a parenthesis. (transfer full) */
static char *take_value(Parser *p, const char *field)
{
    skip_blanks(p);
    const char *from = p->at;
    if (*from == '"' || *from == '\'') {
        const char *end = strchr(from + 1, *from);
        if (!end) {
            fail(p, from, "a quote that does not end, expected another %c", *from);
            return NULL;
        }
        p->at = end + 1;
        return g_strndup(from + 1, (size_t)(end - from - 1));
    }
    p->at += strcspn(from, " \t\r\n()");
    if (p->at > from)
        return g_strndup(from, (size_t)(p->at - from));
    g_autofree char *expected = kj_find_expected(field);
    fail(p, from, "nothing behind '%s', expected %s", field, expected);
    return NULL;
}

static bool read_test(Parser *p)
{
    char quote[KJ_TEXT_QUOTE];
    const char *from = p->at;
    size_t n = name_length(from);
    if (++p->tests > MAX_TESTS)
        return fail(p, from, "more tests, expected at most %d", MAX_TESTS);
    if (n == 0)
        return fail(p, from, "%s, expected a test such as plies>=9, 'not' or '('",
                    kj_text_quote_char(from, quote));
    g_autofree char *field = g_ascii_strdown(from, (gssize)n);
    p->at += n;
    KjCompare compare;
    if (!take_compare(p, &compare))
        return fail(p, p->at, "expected one of : = != < <= > >= after '%s'", field);
    skip_blanks(p);
    const char *value_at = p->at;
    g_autofree char *value = take_value(p, field);
    g_autofree char *expected = NULL;
    bool at_value;
    if (!value)
        return false;
    if (kj_find_add_test(p->query, field, compare, value, &at_value, &expected))
        return true;
    return fail(p, at_value ? value_at : from, "%s", expected);
}

static bool read_any(Parser *p);

static bool read_one(Parser *p)
{
    GString *sql = p->query->sql;
    skip_blanks(p);
    if (p->depth >= MAX_DEPTH)
        return fail(p, p->at, "too deep, expected at most %d levels", MAX_DEPTH);
    p->depth++;
    bool ok;
    if (take_word(p, "not")) {
        // a test of what is not there is not true, and its opposite is
        g_string_append(sql, "NOT coalesce(");
        ok = read_one(p);
        g_string_append(sql, ",0)");
    } else if (*p->at == '(') {
        const char *open = p->at++;
        g_string_append_c(sql, '(');
        ok = read_any(p);
        skip_blanks(p);
        if (ok && *p->at != ')')
            ok = fail(p, p->at, "expected ')' for the '(' at column %u",
                      kj_text_column(p->text, open));
        p->at += ok;
        g_string_append_c(sql, ')');
    } else {
        ok = read_test(p);
    }
    p->depth--;
    return ok;
}

/* Whether what comes next begins another test. */
static bool goes_on(Parser *p)
{
    skip_blanks(p);
    const char *here = p->at;
    bool other = take_word(p, "or");
    p->at = here;
    return *here && *here != ')' && !other;
}

static bool read_all(Parser *p)
{
    if (!read_one(p))
        return false;
    while (goes_on(p)) {
        take_word(p, "and");
        g_string_append(p->query->sql, " AND ");
        if (!read_one(p))
            return false;
    }
    return true;
}

static bool read_any(Parser *p)
{
    g_string_append_c(p->query->sql, '(');
    if (!read_all(p))
        return false;
    while (take_word(p, "or")) {
        g_string_append(p->query->sql, " OR ");
        if (!read_all(p))
            return false;
    }
    g_string_append_c(p->query->sql, ')');
    return true;
}

KjFindQuery *kj_find_read(const char *text, GError **error)
{
    g_autoptr(KjFindQuery) query = g_new0(KjFindQuery, 1);
    query->sql = g_string_new(NULL);
    query->values = g_ptr_array_new_with_free_func(g_free);
    Parser p = {.text = text, .at = text, .query = query, .error = error};
    skip_blanks(&p);
    if (!*p.at) {
        g_string_assign(query->sql, "1");
        return g_steal_pointer(&query);
    }
    if (!read_any(&p))
        return NULL;
    if (*p.at) {
        char quote[KJ_TEXT_QUOTE];
        fail(&p, p.at, "%s, expected the end", kj_text_quote_char(p.at, quote));
        return NULL;
    }
    return g_steal_pointer(&query);
}

KjFindQuery *kj_find_of_item(const KjFindQuery *query, gint64 file, gint64 number)
{
    KjFindQuery *item = g_new0(KjFindQuery, 1);
    item->sql = g_string_new(NULL);
    g_string_printf(item->sql,
                    "(%s) AND i.file=%" G_GINT64_FORMAT " AND i.number=%" G_GINT64_FORMAT,
                    query ? query->sql->str : "1", file, number);
    item->values = query ? g_ptr_array_ref(query->values) : g_ptr_array_new();
    return item;
}

void kj_find_free(KjFindQuery *query)
{
    if (!query)
        return;
    g_string_free(query->sql, TRUE);
    g_ptr_array_unref(query->values);
    g_free(query);
}

void kj_find_bind(const KjFindQuery *query, sqlite3_stmt *statement, int first)
{
    for (guint i = 0; i < query->values->len; i++)
        sqlite3_bind_text(statement, first + (int)i, query->values->pdata[i], -1, SQLITE_TRANSIENT);
}
