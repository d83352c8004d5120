/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fields of queries, and what a test of each is in SQL. */
#include <string.h>

#include "core/text/lang.h"
#include "core/text/mistyped.h"
#include "repl/store/board_test.h"
#include "repl/store/find_query.h"
#include "repl/store/find_words.h"

typedef enum {
    NUMBER, // compared as a number; a range by : or =
    TEXT,   // : holds, without regard to case; = is
    WORD,   // is one of a few words (find_words.h)
    LIST,   // one row of a table of codes or themes is it
    FLAG,   // is:WORD, a condition by itself
    BOARD,  // a test of the position (board_test.h)
} Kind;

#define MEASURE(code)                                                   \
    {                                                                   \
        code, NUMBER, "kj_measure('" code "',p.position,p.game,r.line)" \
    }

typedef struct {
    const char *name;
    Kind kind;
    const char *sql;
} Field;

static const Field fields[] = {
    {"plies", NUMBER, "r.plies"},
    {"pure", NUMBER, "r.pure_plies"},
    {"recorded", NUMBER, "i.recorded"},
    {"nodes", NUMBER, "r.nodes"},
    {"seconds", NUMBER, "(r.ms/1000.0)"},
    {"difficulty", NUMBER, "r.difficulty"},
    {"pieces", NUMBER, "kj_pieces(p.position,p.game)"},
    {"handsize", NUMBER, "kj_hand_size(p.position,p.game)"},
    MEASURE("chase"),
    MEASURE("captures"),
    MEASURE("economy"),
    MEASURE("quiet"),
    MEASURE("openness"),
    MEASURE("sacrifices"),
    MEASURE("longdrops"),
    MEASURE("declined"),
    MEASURE("tries"),
    {"copies", NUMBER, "(SELECT count(*) FROM item j WHERE j.problem=i.problem)"},
    {"verdict", WORD, "r.verdict"},
    {"cause", WORD, "r.cause"},
    {"certified", WORD, "CASE WHEN r.certificate IS NULL THEN 'no' ELSE 'yes' END"},
    {"game", WORD, "p.game"},
    {"id", TEXT, "i.name"},
    {"title", TEXT, "i.title"},
    {"composer", TEXT, "i.composer"},
    {"author", TEXT, "i.composer"},
    {"date", TEXT, "i.date"},
    {"note", TEXT, "i.note"},
    {"file", TEXT, "f.name"},
    {"error", TEXT, "i.error"},
    {"any", TEXT,
     "(coalesce(i.name,'')||' '||coalesce(i.title,'')||' '||coalesce(i.composer,'')||' '||"
     "coalesce(i.date,'')||' '||"
     "coalesce(i.note,'')||' '||coalesce(i.headers,''))"},
    {"code", LIST,
     "EXISTS(SELECT 1 FROM code c WHERE c.task=r.task AND c.problem=r.problem AND c.code"},
    {"theme", LIST,
     "EXISTS(SELECT 1 FROM theme c WHERE c.task=r.task AND c.problem=r.problem AND c.theme"},
    {"is", FLAG, NULL},
    {"board", BOARD, "board"},
    {"hand", BOARD, "hand"},
    {"uses", BOARD, "uses"},
    {"at", BOARD, "at"},
    {"king", BOARD, "king"},
    {"mate", BOARD, "mate"},
    {"first", BOARD, "first"},
    {"last", BOARD, "last"},
    {"move", BOARD, "move"},
    {"pattern", BOARD, "pattern"},
};

static const struct {
    const char *word, *sql;
} flags[] = {
    {"done", "r.verdict IS NOT NULL"},
    {"open", "(i.problem IS NOT NULL AND coalesce(NOT r.settled,1))"},
    {"proved", "coalesce(r.proved,0)"},
    {"error", "i.error IS NOT NULL"},
    {"duplicate", "(SELECT count(*)>1 FROM item j WHERE j.problem=i.problem)"},
    {"first",
     "NOT EXISTS(SELECT 1 FROM item j JOIN file g ON g.id=j.file WHERE j.problem=i.problem AND "
     "(g.name,j.number)<(f.name,i.number))"},
    {"longer", "r.plies>i.recorded"},
    {"shorter", "(r.plies<i.recorded OR (r.verdict='nomate' AND i.recorded>0))"},
    {"unsound", "r.verdict='unsound'"},
    {"given", "instr(i.claim,' ')>0"},
    {"authors", "(instr(i.claim,' ')>0 AND r.line=substr(i.claim,instr(i.claim,' ')+1))"},
};

static const char *const sql_of_compare[] = {
    [KJ_IS] = "=",   [KJ_IS_NOT] = "<>",     [KJ_LESS] = "<", [KJ_LESS_OR_IS] = "<=",
    [KJ_MORE] = ">", [KJ_MORE_OR_IS] = ">=", [KJ_HAS] = "=",
};

static void add_value(KjFindQuery *query, const char *value)
{
    g_ptr_array_add(query->values, g_strdup(value));
}

static bool is_number(const char *text)
{
    char *end;
    g_ascii_strtod(text, &end);
    return end != text && !*end && !strpbrk(text, "xXnN"); // no hexadecimal, infinity, NaN
}

static bool add_number(KjFindQuery *query, const Field *field, KjCompare compare, const char *value)
{
    g_auto(GStrv) ends = g_strsplit(value, "..", 2);
    bool range = ends[0] && ends[1];
    bool ranges = compare == KJ_IS || compare == KJ_HAS || compare == KJ_IS_NOT;
    if (!ends[0] || !is_number(ends[0]) || (range && (!ranges || !is_number(ends[1]))))
        return false;
    if (range)
        g_string_append_printf(query->sql, "%s %sBETWEEN CAST(? AS REAL) AND CAST(? AS REAL)",
                               field->sql, compare == KJ_IS_NOT ? "NOT " : "");
    else
        g_string_append_printf(query->sql, "%s%sCAST(? AS REAL)", field->sql,
                               sql_of_compare[compare]);
    add_value(query, ends[0]);
    if (range)
        add_value(query, ends[1]);
    return true;
}

static void add_text(KjFindQuery *query, const Field *field, KjCompare compare, const char *value)
{
    if (compare == KJ_HAS) {
        g_autofree char *folded = g_utf8_casefold(value, -1);
        g_string_append_printf(query->sql, "instr(kj_fold(%s),?)>0", field->sql);
        add_value(query, folded);
    } else {
        g_string_append_printf(query->sql, "%s%s?", field->sql, sql_of_compare[compare]);
        add_value(query, value);
    }
}

static void add_word(KjFindQuery *query, const Field *field, KjCompare compare, const char *word)
{
    g_string_append_printf(query->sql, "%s%s?", field->sql, sql_of_compare[compare]);
    add_value(query, word);
}

static bool add_flag(KjFindQuery *query, KjCompare compare, const char *value)
{
    for (size_t i = 0; i < G_N_ELEMENTS(flags); i++) {
        if (!kj_word_is(value, flags[i].word))
            continue;
        g_string_append_printf(query->sql, compare == KJ_IS_NOT ? "NOT coalesce(%s,0)" : "%s",
                               flags[i].sql);
        return true;
    }
    return false;
}

/* What is said of a word that is none of `words`; `field` NULL: it should be a field. (transfer
 * full) */
static char *unknown_word(const char *field, const char *word, const char *const *words)
{
    const char *similar = kj_text_similar(word, words);
    g_autofree char *what = field ? g_strdup_printf(kj_tr("'%s' is not a value of %s"), word, field)
                                  : g_strdup_printf(kj_tr("unknown field '%s'"), word);
    if (similar)
        return g_strdup_printf(kj_tr("%s, did you mean '%s'?"), what, similar);
    g_autofree char *list = g_strjoinv(", ", (char **)(gsize)words);
    return g_strdup_printf(kj_tr("%s, expected one of %s"), what, list);
}

/* NULL if it is, in any language, one of the words of its field, which `out` then is; else what was
 * expected. (transfer full) */
static char *read_word(const char *field, const char *value, const char **out)
{
    *out = kj_find_word(field, value);
    g_autofree const char **words = kj_find_words(field);
    return *out ? NULL : unknown_word(field, value, words);
}

static char *unknown_flag(const char *value)
{
    const char *words[G_N_ELEMENTS(flags) + 1] = {NULL};
    for (size_t i = 0; i < G_N_ELEMENTS(flags); i++)
        words[i] = flags[i].word;
    return unknown_word("is", value, words);
}

/* A row of a table of codes or themes. */
static void add_list(KjFindQuery *query, const Field *field, KjCompare compare, const char *value)
{
    // 余詰 by whatever name the check gives it
    static const char cook[] = " IN('early','equal','late','rejoin'))";
    bool cooks = strcmp(field->name, "code") == 0 && strcmp(value, KJ_QUERY_COOK) == 0;
    g_string_append_printf(query->sql, "%s%s%s", compare == KJ_IS_NOT ? "NOT " : "", field->sql,
                           cooks ? cook : "=?)");
    if (!cooks)
        add_value(query, value);
}

/* A test of the position; `=` where it is told from `:` is another test. */
static void add_board(KjFindQuery *query, const Field *field, KjCompare compare, const char *value)
{
    g_string_append_printf(query->sql, "%skj_board_test('%s%s',?,p.position,p.game,i.turn,r.line)",
                           compare == KJ_IS_NOT ? "NOT " : "", field->sql,
                           compare == KJ_HAS ? "" : "=");
    add_value(query, value);
}

static const Field *field_of(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(fields); i++)
        if (kj_word_is(name, fields[i].name))
            return &fields[i];
    return NULL;
}

static char *unknown_field(const char *name)
{
    const char *names[G_N_ELEMENTS(fields) + 1] = {NULL};
    for (size_t i = 0; i < G_N_ELEMENTS(fields); i++)
        names[i] = fields[i].name;
    return unknown_word(NULL, name, names);
}

/* Adds the condition of a field; NULL, or what was expected of the value. (transfer full) */
static char *add_condition(KjFindQuery *query, const Field *field, KjCompare compare,
                           const char *value)
{
    char *expected = NULL;
    const char *word;
    switch (field->kind) {
    case NUMBER:
        if (add_number(query, field, compare, value))
            return NULL;
        return g_strdup_printf(kj_tr("'%s' is not a number, expected one, or a range as in 9..15"),
                               value);
    case TEXT: add_text(query, field, compare, value); return NULL;
    case WORD:
    case LIST:
        expected = read_word(field->name, value, &word);
        if (!expected && field->kind == WORD)
            add_word(query, field, compare, word);
        else if (!expected)
            add_list(query, field, compare, word);
        return expected;
    case FLAG: return add_flag(query, compare, value) ? NULL : unknown_flag(value);
    case BOARD:
        expected = kj_board_test_check(field->name, value);
        if (!expected)
            add_board(query, field, compare, value);
        return expected;
    }
    g_assert_not_reached();
}

bool kj_find_add_test(KjFindQuery *query, const char *name, KjCompare compare, const char *value,
                      bool *out_value, char **out_expected)
{
    const Field *field = field_of(name);
    bool order = compare != KJ_IS && compare != KJ_IS_NOT && compare != KJ_HAS;
    char *expected = NULL;
    *out_value = false;
    if (!field) {
        expected = unknown_field(name);
    } else if (order && field->kind != NUMBER) {
        expected = g_strdup_printf(kj_tr("'%s' is not a number, expected : = or !="), name);
    } else {
        *out_value = true;
        expected = add_condition(query, field, compare, value);
    }
    if (expected)
        *out_expected = expected;
    return !expected;
}
