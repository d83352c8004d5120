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

/* A field: its name, and a type's with "_list" and "_or_null" behind it. Without a name: those up to
 * the next one without may be missing. */
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
#define KJ_MOVE(key, type, pos, move) {#key, #type},
#define KJ_SAID(statement)
#define KJ_SHOWN_TEXT(key, type, label, value) {#key, #type},
#define KJ_SHOWN_NUMBER(key, type, label, value) {#key, #type},
#define KJ_LIST(key, type, ...) {#key, #type},
#define KJ_STRINGS(key, type, value) {#key, #type},
#define KJ_PRINTED(key, type, statement) {#key, #type},
#define KJ_IF(condition) {NULL, "if"},
#define KJ_END {NULL, NULL},
#define KJ_WHEN(condition, row) {NULL, "if"}, row{NULL, NULL},

/* All rows; a section begins with its name and the type "section". */
#define KJ_SECTION(name) {#name, "section"},
static const Row all[] = {
#define KJ_FIELDS_ALL
#include "repl/analyse/analyse_fields.def"
#include "repl/batch/batch_fields.def"
#include "repl/check/check_fields.def"
#include "repl/cli/solve_fields.def"
#include "repl/cli/verify_fields.def"
#include "repl/command/command_fields.def"
#include "repl/compose/compose_fields.def"
#include "repl/usi/compare_fields.def"
#include "repl/workbench/workbench_fields.def"
};

/* ---- objects ---- */

/* What an object has: sections; "if" before and "end" behind what may be missing; "or" between the
 * fields of several kinds of lines; key:type of a field that a loop prints. */
typedef struct {
    const char *name, *sections;
} Object;

/* Those that stand in lists of others. */
static const Object objects[] = {
    {"unusable", "schema:text UNUSABLE"},
    {"refutation", "ANSWER TREE"},
    {"failure", "ATTACK ANSWER FAILURE"},
    {"finding", "FINDING"},
    {"node", "NODE"},
    {"alternative", "ALTERNATIVE"},
    {"judgement", "JUDGEMENT"},
    {"spare", "SPARE"},
    {"theme", "THEME"},
    {"feature", "FEATURE"},
    {"claim", "CLAIM"},
    {"try", "TRY"},
    {"question", "VERDICT LINE"},
    {"decision", "VERDICT DECISION"},
    {"first", "FIRST VERDICT"},
    {"king", "KING VERDICT LINE KING_NEEDS"},
    {"fact", "FACT"},
    {"ply", "PLY"},
    {"hisshi_mate", "HISSHI_MATE"},
    {"bar", "BAR"},
    {"follow_reply", "FOLLOW_REPLY"},
    {"share", "SHARE"},
    {"switch", "SWITCH"},
    {"handicap", "HANDICAP"},
    {"change", "CHANGE"},
    {"version", "VERSION"},
    {"brief_defect", "DEFECT"},
    {"work", "WORK"},
    {"left_out", "FILTER"},
    {"reason", "REASON"},
    {"edited", "EDITED CHANGES OUTCOME"},
    {"match", "MATCH"},
    {"count_of", "COUNT_OF"},
};

/* Lines of forms. */
static const struct {
    Object form;
    bool unusable;        // a line may be of a problem that cannot be worked on
    const char *may_miss; // in stores
} forms[] = {
    {{"solve/2", "POSITION SOLVE CHECKPOINT"}, true, NULL},
    {{"check/2", "POSITION REPORT CHECKPOINT"}, true, "id"},
    {{"analyse/1", "POSITION ANALYSE"}, true, NULL},
    {{"hisshi/1", "POSITION HISSHI CHECKPOINT"}, true, NULL},
    {{"follow/1", "POSITION FOLLOW CHECKPOINT"}, true, NULL},
    {{"verify/1", "VERIFY"}, false, NULL},
    {{"repair/1", "POSITION GIVEN REPAIR"}, true, NULL},
    {{"trim/1", "POSITION GIVEN TRIM"}, true, NULL},
    {{"tries/1", "POSITION GIVEN TRIES"}, true, NULL},
    {{"family/1", "POSITION FAMILY"}, true, NULL},
    {{"extend/1", "POSITION GIVEN MADE EXTEND"}, true, NULL},
    {{"compose/1", "COMPOSE MADE"}, true, NULL},
    {{"show/1", "POSITION SHOW"}, true, NULL},
    {{"sheet/1", "SHEET"}, true, NULL},
    {{"convert/1", "POSITION CONVERT"}, true, NULL},
    {{"moves/1", "POSITION MOVES"}, true, NULL},
    {{"perft/1", "POSITION PERFT"}, true, NULL},
    {{"status/1",
      "POSITION STATUS_SIDE CHECKERS STATE STATE_MOVES POINTS DECLARATION STATUS_TRIES"},
     true,
     NULL},
    {{"variants/1", "VARIANT"}, false, NULL},
    {{"bench/1", "BENCH or BENCH_TOTAL BENCH_RATES"}, false, NULL},
    {{"compare/1", "POSITION COMPARED_OWN COMPARED_OTHER COMPARED or COMPARED_TOTALS"}, true, NULL},
    {{"near/1", "POSITION NEAR"}, true, NULL},
    {{"batch/1", "BATCH"}, false, NULL},
    {{"work/1", "WORKED"}, false, NULL},
    {{"verified/1", "VERIFIED"}, false, NULL},
    {{"export/1", "COPIED"}, false, NULL},
    {{"merge/1", "COPIED"}, false, NULL},
    {{"history/1", "HISTORY versions:edited_list"}, false, NULL},
    {{"effect/1", "EFFECT CHANGES"}, false, NULL},
    {{"bisect/1", "result:bisect_result if EFFECT CHANGES end"}, false, NULL},
};

/* The rows of an object. (transfer full) */
static GArray *rows_of(const Object *object)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(Row));
    g_auto(GStrv) words = g_strsplit(object->sections, " ", -1);
    for (char **word = words; *word; word++) {
        g_auto(GStrv) field = g_strsplit(*word, ":", 2);
        Row mark = {field[1] ? g_intern_string(field[0]) : NULL, g_intern_string(field[1])};
        size_t i = 0;
        while (i < G_N_ELEMENTS(all) &&
               (g_strcmp0(all[i].type, "section") != 0 || strcmp(all[i].key, *word) != 0))
            i++;
        if (!field[1])
            mark.type = strcmp(*word, "end") == 0 ? NULL : g_intern_string(*word);
        if (i == G_N_ELEMENTS(all)) {
            assert_true(field[1] || !g_ascii_isupper(**word)); // a section that there is not
            g_array_append_val(rows, mark);
        }
        for (i++; i < G_N_ELEMENTS(all) && g_strcmp0(all[i].type, "section") != 0; i++)
            g_array_append_val(rows, all[i]);
    }
    return rows;
}

/* ---- types ---- */

#define WORDS_OF(name)                          \
    static const char *words_##name(unsigned i) \
    {                                           \
        return WORD_AT_OF(i, KJ_WORDS_##name);  \
    }
#define WORD_AT_OF(...) WORD_AT(__VA_ARGS__)
#define WORD_AT(i, type, n, text) (i) < (n) ? text((type)(i)) : NULL
/* clang-format off */
WORDS_OF(side)
WORDS_OF(verdict)
WORDS_OF(soundness)
WORDS_OF(severity)
WORDS_OF(class)
WORDS_OF(interpositions)
WORDS_OF(tri)
WORDS_OF(spare_how)
WORDS_OF(line_kind)
WORDS_OF(lasts)
WORDS_OF(reply_kind)
WORDS_OF(only)
/* clang-format on */

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
    {.name = "fate", .written = "sound|line-lost|unsound|other|unknown|impossible"},
    {.name = "filter", .written = "plies|pieces|theme|use|chase|known|alike|family"},
    {.name = "change_kind",
     .written = "remove|add|move|replace|hand-over|shift|hand-remove|hand-add|hand-replace|mirror"},
    {.name = "version_verdict", .written = "sound|blemished|unsound|unknown|no-mate|impossible"},
    {.name = "hisshi_verdict", .written = "hisshi|mate|none|unknown"},
    {.name = "verify_status", .written = "valid|refused|unreadable"},
    {.name = "verify_attacker_moves", .written = "checks|zugzwang|all|threats"},
    {.name = "verify_try", .written = "off|on|unless-mated"},
    {.name = "verify_stalemate", .written = "loss|draw"},
    {.name = "verify_drop_stalemate", .written = "legal|illegal"},
    {.name = "verify_repetition", .written = "fails|literal|pair|second|third|fourth"},
    {.name = "verify_verdict", .written = "mate|nomate|hisshi"},
    {.name = "format", .written = "sfen|usi|pan|usen|feen|kif|ki2|bod|csa|jkf"},
    {.name = "engine_verdict", .written = "mate|nomate|timeout|notimplemented|failed|not-asked"},
    {.name = "declaration", .written = "none|loses|draws|wins"},
    {.name = "game_status",
     .written = "ongoing|checkmate|stalemate|immobile|king-captured|try|repetition-draw|repetition-"
                "loss|perpetual-check|draw-claimed|declared|illegal-move"},
    {.name = "moves_kind", .written = "legal|checks|evasions"},
    {.name = "compared_difference", .written = "same|undecided|length|verdict|line|failure"},
    {.name = "follow_verdict", .written = "proved|open|broken"},
    {.name = "task", .written = "solve|check|hisshi"},
    {.name = "answer", .written = "yes|no|unknown"},
    {.name = "king_case", .written = "attack|pass|check|none"},
    {.name = "ply_finding",
     .written = "mated|mates|missed|deadly|lost|answers|threatens|wins|open|hisshi|forced"},
    {.name = "brink", .written = "none|open|forced|but-checks|hisshi"},
    {.name = "analyse_kind", .written = "position|record"},
    {.name = "keep", .written = "line|length|end|any"},
    {.name = "bisect_result", .written = "broken|undecided|sound|never-sound"},
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
    bool or_null = g_str_has_suffix(type, "_or_null");
    if (or_null || g_str_has_suffix(type, "_or_count")) {
        json_builder_set_member_name(b, "anyOf");
        json_builder_begin_array(b);
        add_type(b, name, length - strlen(or_null ? "_or_null" : "_or_count"));
        if (or_null) {
            json_builder_begin_object(b);
            add_text(b, "type", "null");
            json_builder_end_object(b);
        } else {
            add_type(b, "count", strlen("count"));
        }
        json_builder_end_array(b);
    } else if (g_str_has_suffix(type, "_list")) {
        add_text(b, "type", "array");
        json_builder_set_member_name(b, "items");
        add_type(b, name, length - strlen("_list"));
    } else {
        size_t i = 0;
        while (i < G_N_ELEMENTS(plain) && strcmp(plain[i].name, type) != 0)
            i++;
        g_autofree char *place = g_strconcat("common.json#/$defs/", type, NULL);
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

static void add_properties(JsonBuilder *b, const GArray *rows)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (unsigned i = 0; i < rows->len; i++) {
        const Row *row = &g_array_index(rows, Row, i);
        if (row->key && g_hash_table_add(seen, (void *)(gsize)row->key)) {
            json_builder_set_member_name(b, row->key);
            add_type(b, row->type, strlen(row->type));
        }
    }
}

/* Whether each kind of lines has a field without a condition. */
static bool is_required(const GArray *rows, const char *key)
{
    bool optional = false, there = false;
    for (unsigned i = 0; i < rows->len; i++) {
        const Row *row = &g_array_index(rows, Row, i);
        bool other = !row->key && g_strcmp0(row->type, "or") == 0;
        if (other && !there)
            return false;
        there = !other && (there || (!optional && g_strcmp0(row->key, key) == 0));
        if (!row->key)
            optional = g_strcmp0(row->type, "if") == 0;
    }
    return there;
}

static void add_required(JsonBuilder *b, const GArray *rows, const char *but)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (unsigned i = 0; i < rows->len; i++) {
        const char *key = g_array_index(rows, Row, i).key;
        if (key && g_strcmp0(key, but) != 0 && g_hash_table_add(seen, (void *)(gsize)key) &&
            is_required(rows, key))
            json_builder_add_string_value(b, key);
    }
}

/* An object, the line of a form if that has a name. */
static void add_object(JsonBuilder *b, const char *schema, const char *but, const Object *object)
{
    g_autoptr(GArray) rows = rows_of(object);
    add_text(b, "type", "object");
    begin(b, "properties");
    if (schema) {
        begin(b, "schema");
        add_text(b, "const", schema);
        json_builder_end_object(b);
    }
    add_properties(b, rows);
    json_builder_end_object(b);
    json_builder_set_member_name(b, "required");
    json_builder_begin_array(b);
    if (schema)
        json_builder_add_string_value(b, "schema");
    add_required(b, rows, but);
    json_builder_end_array(b);
}

enum { COLUMNS = 100 };

static void add_json(GString *out, JsonNode *node, unsigned indent, unsigned before);

static void add_part(GString *out, const char *key, JsonNode *node, unsigned indent, bool last)
{
    g_string_append_printf(out, "%*s", (int)indent, "");
    if (key)
        g_string_append_printf(out, "\"%s\": ", key);
    add_json(out, node, indent, key ? (unsigned)strlen(key) + 4 : 0);
    g_string_append(out, last ? "\n" : ",\n");
}

/* Writes a value, on the line that has so many columns already if there is room. */
static void add_json(GString *out, JsonNode *node, unsigned indent, unsigned before)
{
    enum { STEP = 2 };
    g_autofree char *line = json_to_string(node, false);
    if (indent + before + strlen(line) < COLUMNS || JSON_NODE_HOLDS_VALUE(node)) {
        g_string_append(out, line);
    } else if (JSON_NODE_HOLDS_ARRAY(node)) {
        JsonArray *list = json_node_get_array(node);
        unsigned n = json_array_get_length(list);
        g_string_append(out, "[\n");
        for (unsigned i = 0; i < n; i++)
            add_part(out, NULL, json_array_get_element(list, i), indent + STEP, i + 1 == n);
        g_string_append_printf(out, "%*s]", (int)indent, "");
    } else {
        JsonObject *object = json_node_get_object(node);
        g_autoptr(GList) keys = json_object_get_members(object);
        g_string_append(out, "{\n");
        for (GList *key = keys; key; key = key->next)
            add_part(out, key->data, json_object_get_member(object, key->data), indent + STEP,
                     !key->next);
        g_string_append_printf(out, "%*s}", (int)indent, "");
    }
}

/* What was built, as a file. (transfer full) */
static char *text_of(JsonBuilder *b)
{
    g_autoptr(JsonNode) root = json_builder_get_root(b);
    GString *text = g_string_new(NULL);
    add_json(text, root, 0, 0);
    return g_string_free(g_string_append_c(text, '\n'), FALSE);
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
static char *form_text(size_t form)
{
    g_autofree char *schema = g_strconcat("kanju.", forms[form].form.name, NULL);
    g_autoptr(JsonBuilder) b = begin_file(schema);
    add_text(b, "description", "One line of --json, described in docs/output-schema.md.");
    if (forms[form].unusable) {
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
    add_object(b, schema, forms[form].may_miss, &forms[form].form);
    if (forms[form].unusable)
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
        add_object(b, NULL, NULL, &objects[i]);
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
        g_autofree char *text = form_text(i);
        g_autofree char *file = g_strconcat(forms[i].form.name, ".json", NULL);
        g_strdelimit(file, "/", '-');
        look_at(file, text);
    }
    g_autofree char *common = common_text();
    look_at("common.json", common);
}

int main(int argc, char **argv)
{
    writing = argc > 1 && strcmp(argv[1], "write") == 0;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_schemas_are_of_the_tables)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
