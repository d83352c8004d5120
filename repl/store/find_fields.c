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

#define MEASURE(code, ja)                                                   \
    {                                                                       \
        code, ja, NUMBER, "kj_measure('" code "',p.position,p.game,r.line)" \
    }

typedef struct {
    const char *name, *ja;
    Kind kind;
    const char *sql;
} Field;

static const Field fields[] = {
    {"plies", "手数", NUMBER, "r.plies"},
    {"pure", "全手数", NUMBER, "r.pure_plies"},
    {"recorded", "記載", NUMBER, "i.recorded"},
    {"nodes", "局面数", NUMBER, "r.nodes"},
    {"seconds", "秒数", NUMBER, "(r.ms/1000.0)"},
    {"difficulty", "難度", NUMBER, "r.difficulty"},
    {"open-beyond", "未決手の詰みなし", NUMBER, "json_extract(r.json,'$.open_beyond')"},
    {"pieces", "駒数", NUMBER, "kj_pieces(p.position,p.game)"},
    {"handsize", "持駒数", NUMBER, "kj_hand_size(p.position,p.game)"},
    MEASURE("chase", "追い手順の割合"),
    MEASURE("captures", "攻方の駒取り"),
    MEASURE("economy", "攻駒の働き"),
    MEASURE("quiet", "静かな初手"),
    MEASURE("openness", "玉の広さ"),
    MEASURE("sacrifices", "捨駒"),
    MEASURE("longdrops", "遠打"),
    MEASURE("declined", "不成"),
    MEASURE("tries", "紛れ"),
    {"copies", "同一図数", NUMBER, "(SELECT count(*) FROM item j WHERE j.problem=i.problem)"},
    {"verdict", "判定", WORD, "r.verdict"},
    {"cause", "原因", WORD, "r.cause"},
    {"certified", "証明書", WORD, "CASE WHEN r.certificate IS NULL THEN 'no' ELSE 'yes' END"},
    {"game", "種類", WORD, "p.game"},
    {"id", "番号", TEXT, "i.name"},
    {"title", "作品名", TEXT, "i.title"},
    {"composer", "作者", TEXT, "i.composer"},
    {"author", "作者", TEXT, "i.composer"},
    {"date", "発表年月", TEXT, "i.date"},
    {"note", "備考", TEXT, "i.note"},
    {"file", "ファイル", TEXT, "f.name"},
    {"error", "エラー", TEXT, "i.error"},
    {"any", "全文", TEXT,
     "(coalesce(i.name,'')||' '||coalesce(i.title,'')||' '||coalesce(i.composer,'')||' '||"
     "coalesce(i.date,'')||' '||"
     "coalesce(i.note,'')||' '||coalesce(i.headers,''))"},
    {"code", "種別", LIST,
     "EXISTS(SELECT 1 FROM code c WHERE c.task=r.task AND c.problem=r.problem AND c.code"},
    {"theme", "手筋", LIST,
     "EXISTS(SELECT 1 FROM theme c WHERE c.task=r.task AND c.problem=r.problem AND c.theme"},
    {"is", "条件", FLAG, NULL},
    {"board", "盤面", BOARD, "board"},
    {"hand", "持駒", BOARD, "hand"},
    {"uses", "使用駒", BOARD, "uses"},
    {"at", "配置", BOARD, "at"},
    {"king", "玉の位置", BOARD, "king"},
    {"mate", "詰上り", BOARD, "mate"},
    {"first", "初手", BOARD, "first"},
    {"last", "最終手", BOARD, "last"},
    {"move", "指し手", BOARD, "move"},
    {"pattern", "配置の形", BOARD, "pattern"},
};

static const struct {
    const char *word, *ja, *sql;
} flags[] = {
    {"done", "解済み", "r.verdict IS NOT NULL"},
    {"open", "未決", "(i.problem IS NOT NULL AND coalesce(NOT r.settled,1))"},
    {"proved", "証明済み", "coalesce(r.proved,0)"},
    {"error", "エラー", "i.error IS NOT NULL"},
    {"duplicate", "重複", "(SELECT count(*)>1 FROM item j WHERE j.problem=i.problem)"},
    {"first", "初出",
     "NOT EXISTS(SELECT 1 FROM item j JOIN file g ON g.id=j.file WHERE j.problem=i.problem AND "
     "(g.name,j.number)<(f.name,i.number))"},
    {"longer", "記載より長い", "r.proved AND r.plies>i.recorded"},
    {"shorter", "記載より短い", "(r.plies<i.recorded OR (r.verdict='nomate' AND i.recorded>0))"},
    {"unsound", "不完全", "r.verdict='unsound'"},
    {"given", "作意あり", "instr(i.claim,' ')>0"},
    {"authors", "作意どおり",
     "(instr(i.claim,' ')>0 AND r.line=substr(i.claim,instr(i.claim,' ')+1))"},
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
        g_autofree char *valid = g_utf8_make_valid(value, -1);
        g_autofree char *folded = g_utf8_casefold(valid, -1);
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
        if (strcmp(value, flags[i].word) != 0 && strcmp(value, flags[i].ja) != 0)
            continue;
        g_string_append_printf(query->sql, compare == KJ_IS_NOT ? "NOT coalesce(%s,0)" : "%s",
                               flags[i].sql);
        return true;
    }
    return false;
}

/* One of two names, by the language of the thread. */
static const char *shown(const char *name, const char *ja)
{
    return kj_lang() == KJ_LANG_JA ? ja : name;
}

/* The words that the value of a field can be, as they are shown, NULL at the end. (transfer
 * container) */
static const char **words_of(const Field *field)
{
    if (field->kind != FLAG)
        return kj_find_words_shown(field->name);
    const char **words = g_new0(const char *, G_N_ELEMENTS(flags) + 1);
    for (size_t i = 0; i < G_N_ELEMENTS(flags); i++)
        words[i] = shown(flags[i].word, flags[i].ja);
    return words;
}

/* The names of all fields, likewise. */
static const char **field_names(void)
{
    const char **names = g_new0(const char *, G_N_ELEMENTS(fields) + 1);
    for (size_t i = 0; i < G_N_ELEMENTS(fields); i++)
        names[i] = shown(fields[i].name, fields[i].ja);
    return names;
}

/* What stands behind a field. (transfer full) */
static char *expected_of(const Field *field)
{
    switch (field->kind) {
    case NUMBER: return g_strdup(kj_tr("a number, or a range as in 9..15"));
    case TEXT: return g_strdup(kj_tr("a text, in quotes where it has blanks"));
    case BOARD: return g_strdup(kj_tr(kj_board_test_value(field->name)));
    case WORD:
    case LIST:
    case FLAG: break;
    }
    if (strcmp(field->name, "theme") == 0)
        return g_strdup(kj_tr("a theme ('help themes' lists them)"));
    g_autofree const char **words = words_of(field);
    g_autofree char *list = g_strjoinv(", ", (char **)(gsize)words);
    return g_strdup_printf(kj_tr("one of %s"), list);
}

/* Says that a word is none of those it could be, and which is like it or what was expected; `field`
 * NULL: it should be a field. (transfer full) */
static char *unknown_word(const Field *field, const char *word)
{
    g_autofree const char **words = field ? words_of(field) : field_names();
    const char *similar = kj_text_similar(word, words);
    g_autofree char *what = field ? g_strdup_printf(kj_tr("'%s' is not a value of %s"), word,
                                                    shown(field->name, field->ja))
                                  : g_strdup_printf(kj_tr("unknown field '%s'"), word);
    if (similar)
        return g_strdup_printf(kj_tr("%s, did you mean '%s'?"), what, similar);
    g_autofree char *list = field ? expected_of(field) : g_strjoinv(", ", (char **)(gsize)words);
    return g_strdup_printf(field ? kj_tr("%s, expected %s") : kj_tr("%s, expected one of %s"), what,
                           list);
}

/* A row of a table of codes or themes. */
static void add_list(KjFindQuery *query, const Field *field, KjCompare compare, const char *value)
{
    // 余詰 by whatever name the check gives it, unless it is a mere note, as at the last ply
    static const char cook[] = " IN('early','equal','late','rejoin')AND c.severity>1)";
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
        if (strcmp(name, fields[i].name) == 0 || strcmp(name, fields[i].ja) == 0 ||
            (fields[i].kind != BOARD && kj_word_is(name, fields[i].name)))
            return &fields[i];
    return NULL;
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
        word = kj_find_word(field->name, value);
        if (word && field->kind == WORD)
            add_word(query, field, compare, word);
        else if (word)
            add_list(query, field, compare, word);
        return word ? NULL : unknown_word(field, value);
    case FLAG: return add_flag(query, compare, value) ? NULL : unknown_word(field, value);
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
        expected = unknown_word(NULL, name);
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

char *kj_find_expected(const char *name)
{
    const Field *field = field_of(name);
    return field ? expected_of(field) : unknown_word(NULL, name);
}

/* Adds a name behind the first bytes of what is typed, by what was begun of it; where nothing was, in
 * the language that is spoken. */
static void offer(GPtrArray *found, const char *typed, size_t before, const char *name,
                  const char *ja, const char *behind)
{
    const char *const names[] = {name, ja};
    bool begun = typed[before] != '\0', japanese = kj_lang() == KJ_LANG_JA;
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_str_has_prefix(names[i], typed + before) && (begun || (i == 1) == japanese))
            g_ptr_array_add(found,
                            g_strdup_printf("%.*s%s%s", (int)before, typed, names[i], behind));
    }
}

char **kj_find_complete(const char *typed)
{
    GPtrArray *found = g_ptr_array_new();
    const char *from = typed + strlen(typed);
    while (from > typed && !strchr(" (\"'", from[-1]))
        from--;
    const char *wide = strstr(from, "：");
    size_t length = wide ? (size_t)(wide - from) : strcspn(from, ":=!<>");
    const char *value = from + length + (wide ? strlen("：") : strspn(from + length, ":=!<>"));
    g_autofree char *name = g_strndup(from, length);
    const Field *field = from[length] ? field_of(name) : NULL;
    size_t before = (size_t)((field ? value : from) - typed);
    if (!from[length])
        for (size_t i = 0; i < G_N_ELEMENTS(fields); i++)
            offer(found, typed, before, fields[i].name, fields[i].ja, ":");
    if (field && field->kind == FLAG)
        for (size_t i = 0; i < G_N_ELEMENTS(flags); i++)
            offer(found, typed, before, flags[i].word, flags[i].ja, "");
    g_autofree const char **words = kj_find_words(field ? field->name : "");
    for (const char *const *word = words; *word; word++)
        offer(found, typed, before, *word, kj_find_word_ja(*word), "");
    g_ptr_array_add(found, NULL);
    return (char **)g_ptr_array_free(found, FALSE);
}
