/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files of docs/schema are made from the tables of fields by which JSON is printed, and must be
 * what is made of them now. `test_schemas write` writes them.
 */
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "core/text/text.h"
#include "repl/cli/field_words.h"
#include "solver/check/check.h"
#include "solver/refutation/refute.h"
#include "tests/support/cmocka.h"

/* A field: its name, and a type's with "_list" and "_or_null" behind it. Without a name: the next
 * one may be missing. */
typedef struct {
    const char *key, *type;
} Row;

#define KJ_WORD(key, words, place) {#key, #words},
#define KJ_COUNT(key, place) {#key, "count"},
#define KJ_COUNT_IF(key, known, place) {#key, "count_or_null"},
#define KJ_FLAG(key, place) {#key, "truth"},
#define KJ_TEXT(key, type, value) {#key, #type},
#define KJ_NUMBER(key, type, value) {#key, #type},
#define KJ_NUMBER_IF(key, type, known, value) {#key, #type},
#define KJ_TRUTH(key, value) {#key, "truth"},
#define KJ_STRINGS(key, type, value) {#key, #type},
#define KJ_PRINTED(key, type, statement) {#key, #type},
#define KJ_WHEN(condition, row) {NULL, NULL}, row

/* ---- objects ---- */

static const Row position_rows[] = {
#define KJ_FIELDS_POSITION
#include "repl/cli/solve_fields.def"
};
static const Row solve_rows[] = {
#define KJ_FIELDS_SOLVE
#include "repl/cli/solve_fields.def"
};
static const Row refutation_rows[] = {
#define KJ_FIELDS_ANSWER
#include "repl/cli/solve_fields.def"
#define KJ_FIELDS_TREE
#include "repl/cli/solve_fields.def"
};
static const Row failure_rows[] = {
#define KJ_FIELDS_ATTACK
#include "repl/cli/solve_fields.def"
#define KJ_FIELDS_ANSWER
#include "repl/cli/solve_fields.def"
#define KJ_FIELDS_FAILURE
#include "repl/cli/solve_fields.def"
};
static const Row report_rows[] = {
#define KJ_FIELDS_REPORT
#include "repl/check/check_fields.def"
};
static const Row finding_rows[] = {
#define KJ_FIELDS_FINDING
#include "repl/check/check_fields.def"
};
static const Row node_rows[] = {
#define KJ_FIELDS_NODE
#include "repl/check/check_fields.def"
};
static const Row alternative_rows[] = {
#define KJ_FIELDS_ALTERNATIVE
#include "repl/check/check_fields.def"
};
static const Row judgement_rows[] = {
#define KJ_FIELDS_JUDGEMENT
#include "repl/check/check_fields.def"
};
static const Row spare_rows[] = {
#define KJ_FIELDS_SPARE
#include "repl/check/check_fields.def"
};
static const Row theme_rows[] = {
#define KJ_FIELDS_THEME
#include "repl/check/check_fields.def"
};
static const Row feature_rows[] = {
#define KJ_FIELDS_FEATURE
#include "repl/check/check_fields.def"
};
static const Row claim_rows[] = {
#define KJ_FIELDS_CLAIM
#include "repl/check/check_fields.def"
};
static const Row try_rows[] = {
#define KJ_FIELDS_TRY
#include "repl/check/check_fields.def"
};

typedef struct {
    const char *name;
    const Row *rows;
    size_t n;
} Object;

#define OBJECT(name)                                  \
    {                                                 \
#name, name##_rows, G_N_ELEMENTS(name##_rows) \
    }

/* Objects that stand in lists of others. */
static const Object objects[] = {
    OBJECT(refutation),  OBJECT(failure),   OBJECT(finding), OBJECT(node),
    OBJECT(alternative), OBJECT(judgement), OBJECT(spare),   OBJECT(theme),
    OBJECT(feature),     OBJECT(claim),     OBJECT(try),
};

/* ---- types ---- */

#define WORDS_OF(name)                          \
    static const char *words_##name(unsigned i) \
    {                                           \
        return WORD_AT_OF(i, KJ_WORDS_##name);  \
    }
#define WORD_AT_OF(...) WORD_AT(__VA_ARGS__)
#define WORD_AT(i, type, n, text) (i) < (n) ? text((type)(i)) : NULL
KJ_ALL_WORDS(WORDS_OF)

static const char *words_profile(unsigned i)
{
    return i < kj_profile_count() ? kj_profile_at(i)->name : NULL;
}

static const char *words_cause(unsigned i)
{
    return i <= KJ_CAUSE_REPETITION ? kj_cause_text((KjCause)i) : NULL;
}

static const char *words_decided_by(unsigned i)
{
    return i <= KJ_BY_REPETITION ? kj_decided_by_text((KjDecidedBy)i) : NULL;
}

#define SQUARE "([1-9][a-i]|[a-h][1-8])"

/* What is no object: words of an enum, a pattern, or words that are written here, apart by '|'. */
static const struct {
    const char *name;
    const char *(*words)(unsigned i);
    unsigned first; // what is never said is left out
    const char *pattern, *written, *description;
} types[] = {
    {.name = "side", .words = words_side},
    {.name = "verdict", .words = words_verdict},
    {.name = "soundness", .words = words_soundness},
    {.name = "severity", .words = words_severity},
    {.name = "class", .words = words_class},
    {.name = "interpositions", .words = words_interpositions},
    {.name = "tri", .words = words_tri, .first = KJ_YES},
    {.name = "spare_how", .words = words_spare_how},
    {.name = "line_kind", .words = words_line_kind},
    {.name = "lasts", .words = words_lasts},
    {.name = "reply_kind", .words = words_reply_kind, .first = KJ_REPLY_KING_GOES},
    {.name = "only", .words = words_only, .first = 1},
    {.name = "profile", .words = words_profile},
    {.name = "cause", .words = words_cause, .first = KJ_CAUSE_TIME},
    {.name = "decided_by", .words = words_decided_by, .first = 1},
    {.name = "goal", .written = "mate|hisshi"},
    {.name = "role", .written = "attacker|defender"},
    {.name = "code", .pattern = "^[a-z][a-z0-9-]*$"},
    {.name = "move",
     .pattern = "^(" SQUARE "{2}[+]?(/[+][A-Z])?|[+]?[A-Z][*]" SQUARE ")$",
     .description = "as in USI: 7g7f, 8h2b+, P*5e; a piece that the king keeps promoted: e4e5/+R"},
    {.name = "square", .pattern = "^" SQUARE "$", .description = "5e, in Ogi e5"},
    {.name = "place", .pattern = "^(" SQUARE "|hand)$"},
    {.name = "piece",
     .pattern = "^[+]?[A-Za-z]$",
     .description = "as in SFEN, +R; the defender's in lower case where it matters"},
};

/* ---- files ---- */

/* A form: what its lines have. */
typedef struct {
    const char *file, *schema;
    bool positions;   // it is of a position, or that could not be used
    bool id_may_miss; // the position's id
    Object form;
} Form;

static const Form forms[] = {
    {"solve-2.json", "kanju.solve/2", true, false, OBJECT(solve)},
    {"check-2.json", "kanju.check/2", true, true, OBJECT(report)},
};

static void add_text(JsonBuilder *b, const char *key, const char *text)
{
    json_builder_set_member_name(b, key);
    json_builder_add_string_value(b, text);
}

static void begin(JsonBuilder *b, const char *key)
{
    json_builder_set_member_name(b, key);
    json_builder_begin_object(b);
}

/* The schema of a type of so many letters. */
static void add_type(JsonBuilder *b, const char *name, size_t length)
{
    static const struct {
        const char *name, *type;
        int minimum;
    } plain[] = {{"text", "string", -1},
                 {"truth", "boolean", -1},
                 {"integer", "integer", -1},
                 {"count", "integer", 0},
                 {"ordinal", "integer", 1}};
    g_autofree char *type = g_strndup(name, length);
    json_builder_begin_object(b);
    if (g_str_has_suffix(type, "_or_null")) {
        json_builder_set_member_name(b, "anyOf");
        json_builder_begin_array(b);
        add_type(b, name, length - strlen("_or_null"));
        json_builder_begin_object(b);
        add_text(b, "type", "null");
        json_builder_end_object(b);
        json_builder_end_array(b);
    } else if (g_str_has_suffix(type, "_list")) {
        add_text(b, "type", "array");
        json_builder_set_member_name(b, "items");
        add_type(b, name, length - strlen("_list"));
    } else {
        size_t i = 0;
        while (i < G_N_ELEMENTS(plain) && strcmp(plain[i].name, type) != 0)
            i++;
        g_autofree char *place = g_strconcat("parts.json#/$defs/", type, NULL);
        if (i == G_N_ELEMENTS(plain)) {
            add_text(b, "$ref", place);
        } else {
            add_text(b, "type", plain[i].type);
            if (plain[i].minimum >= 0) {
                json_builder_set_member_name(b, "minimum");
                json_builder_add_int_value(b, plain[i].minimum);
            }
        }
    }
    json_builder_end_object(b);
}

static void add_properties(JsonBuilder *b, const Object *object)
{
    for (size_t i = 0; i < object->n; i++) {
        if (object->rows[i].key) {
            json_builder_set_member_name(b, object->rows[i].key);
            add_type(b, object->rows[i].type, strlen(object->rows[i].type));
        }
    }
}

static void add_required(JsonBuilder *b, const Object *object, const char *but)
{
    for (size_t i = 0; i < object->n; i++)
        if (!object->rows[i].key)
            i++;
        else if (g_strcmp0(object->rows[i].key, but) != 0)
            json_builder_add_string_value(b, object->rows[i].key);
}

/* An object with the fields of two tables, of which the first may be NULL. */
static void add_object(JsonBuilder *b, const char *schema, const Object *before, const char *but,
                       const Object *object)
{
    add_text(b, "type", "object");
    begin(b, "properties");
    if (schema) {
        begin(b, "schema");
        add_text(b, "const", schema);
        json_builder_end_object(b);
    }
    if (before)
        add_properties(b, before);
    add_properties(b, object);
    json_builder_end_object(b);
    json_builder_set_member_name(b, "required");
    json_builder_begin_array(b);
    if (schema)
        json_builder_add_string_value(b, "schema");
    if (before)
        add_required(b, before, but);
    add_required(b, object, NULL);
    json_builder_end_array(b);
}

/* What was built, as a file. (transfer full) */
static char *text_of(JsonBuilder *b)
{
    g_autoptr(JsonNode) root = json_builder_get_root(b);
    g_autofree char *text = json_to_string(root, true);
    return g_strconcat(text, "\n", NULL);
}

static JsonBuilder *begin_file(const char *title)
{
    JsonBuilder *b = json_builder_new();
    json_builder_begin_object(b);
    add_text(b, "$schema", "https://json-schema.org/draft/2020-12/schema");
    add_text(b, "title", title);
    return b;
}

/* (transfer full) */
static char *form_text(const Form *form)
{
    static const Object position = OBJECT(position);
    g_autoptr(JsonBuilder) b = begin_file(form->schema);
    add_text(b, "description", "One line of --json, described in docs/output-schema.md.");
    if (form->positions) {
        begin(b, "if");
        json_builder_set_member_name(b, "required");
        json_builder_begin_array(b);
        json_builder_add_string_value(b, "error");
        json_builder_end_array(b);
        json_builder_end_object(b);
        begin(b, "then");
        add_text(b, "$ref", "common.json#/$defs/unusable");
        json_builder_end_object(b);
        begin(b, "else");
    }
    add_object(b, form->schema, form->positions ? &position : NULL, form->id_may_miss ? "id" : NULL,
               &form->form);
    if (form->positions)
        json_builder_end_object(b);
    json_builder_end_object(b);
    return text_of(b);
}

static void add_words(JsonBuilder *b, size_t type)
{
    g_auto(GStrv) written = g_strsplit(types[type].written ? types[type].written : "", "|", -1);
    json_builder_set_member_name(b, "enum");
    json_builder_begin_array(b);
    for (char **word = written; *word; word++)
        json_builder_add_string_value(b, *word);
    for (unsigned k = types[type].first; types[type].words && types[type].words(k); k++)
        json_builder_add_string_value(b, types[type].words(k));
    json_builder_end_array(b);
}

/* What several forms share. (transfer full) */
static char *common_text(void)
{
    g_autoptr(JsonBuilder) b = begin_file("Parts of several forms");
    begin(b, "$defs");
    for (size_t i = 0; i < G_N_ELEMENTS(types); i++) {
        begin(b, types[i].name);
        if (types[i].description)
            add_text(b, "description", types[i].description);
        if (types[i].pattern) {
            add_text(b, "type", "string");
            add_text(b, "pattern", types[i].pattern);
        } else {
            add_words(b, i);
        }
        json_builder_end_object(b);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(objects); i++) {
        begin(b, objects[i].name);
        add_object(b, NULL, NULL, NULL, &objects[i]);
        json_builder_end_object(b);
    }
    json_builder_end_object(b);
    json_builder_end_object(b);
    return text_of(b);
}

static bool writing;

static void look_at(const char *name, const char *text)
{
    g_autofree char *path = g_build_filename("docs/schema", name, NULL), *there = NULL;
    if (writing)
        assert_true(g_file_set_contents(path, text, -1, NULL));
    assert_true(g_file_get_contents(path, &there, NULL, NULL));
    if (strcmp(there, text) != 0)
        fail_msg("%s is stale: expected what 'test_schemas write' writes", path);
}

static void test_schemas_are_of_the_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
        g_autofree char *text = form_text(&forms[i]);
        look_at(forms[i].file, text);
    }
    g_autofree char *common = common_text();
    look_at("parts.json", common);
}

int main(int argc, char **argv)
{
    writing = argc > 1 && strcmp(argv[1], "write") == 0;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_schemas_are_of_the_tables)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
