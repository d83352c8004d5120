/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packing is by comparison with what is usual, an object of all the fields in their order. */
#include "repl/store/answer_pack.h"

#include <string.h>

#include "core/text/json_text.h"
#include "solver/check/check.h"

#define NODES "nodes_of_line"
#define MOVES "alternatives"
#define FINDINGS "findings"
#define SCHEMA "schema"

static void set_node(JsonObject *object, const char *key, JsonNode *value)
{
    json_object_set_member(object, key,
                           value ? json_node_copy(value) : json_node_new(JSON_NODE_NULL));
}

static void set_text(JsonObject *object, const char *key, const char *text)
{
    JsonNode *node = json_node_alloc();
    json_object_set_member(object, key,
                           text ? json_node_init_string(node, text) : json_node_init_null(node));
}

/* What is usual of an answer, and of a finding. */
static const char usual_answer[] =
    "{\"schema\":\"kanju.check/2\",\"variant\":\"shogi\",\"attacker\":\"sente\",\"goal\":\"mate\","
    "\"profile\":\"modern\",\"defects\":0,\"blemishes\":0,\"open\":0,\"open_beyond\":null,"
    "\"first_defect\":false,\"depends\":false,\"mate\":\"mate\",\"by_repetition\":false,"
    "\"shortest_proved\":true,\"pure_proved\":true,\"interpositions\":\"wide\","
    "\"interposition_sensitive\":false,\"authors_line\":false,\"tentative\":false,"
    "\"open_lengths\":0,\"leftover\":\"\",\"mating_line\":[],\"refutation\":[],\"tries\":null,"
    "\"tries_cut\":null,\"certificates\":0,\"uncertified\":null,\"report_certificate\":null,"
    "\"report_certificate_open\":0,\"report_certificate_open_pieces\":0,"
    "\"report_uncertified\":null,\"cause\":null}";
static const char usual_finding[] =
    "{\"ply\":null,\"move\":null,\"detail\":null,\"numbers\":[],\"depends\":false}";

/* What is usual of a move of some class. (transfer full) */
static JsonObject *usual_move(const char *class)
{
    const char *const never[] = {kj_class_code(KJ_CLASS_FAILS), kj_class_code(KJ_CLASS_ESCAPE)};
    bool open = g_strcmp0(class, kj_class_code(KJ_CLASS_UNKNOWN)) == 0;
    bool none = g_strcmp0(class, never[0]) == 0 || g_strcmp0(class, never[1]) == 0;
    JsonObject *usual = json_object_new();
    json_object_set_null_member(usual, "move");
    json_object_set_string_member(usual, "class", class ? class : "");
    json_object_set_string_member(usual, "severity", kj_severity_text(KJ_SEVERITY_NONE));
    json_object_set_string_member(usual, "verdict",
                                  kj_verdict_text(open   ? KJ_UNKNOWN
                                                  : none ? KJ_NOMATE
                                                         : KJ_MATE));
    set_text(usual, "cause", open ? kj_cause_text(KJ_CAUSE_NODES) : NULL);
    json_object_set_null_member(usual, "plies");
    json_object_set_boolean_member(usual, "exact", !open && !none);
    json_object_set_null_member(usual, "back_to");
    json_object_set_array_member(usual, "line", json_array_new());
    json_object_set_int_member(usual, "nodes", 0); // of which exports say nothing
    return usual;
}

/* What is usual of the node after `i` moves of an answer's line, which says what is not: the length
 * is one less than before it, and known. (transfer full) */
static JsonObject *usual_node(JsonObject *answer, unsigned i, gint64 before, JsonObject *said)
{
    const char *role[] = {"attacker", "defender"};
    gint64 plies = kj_field_number(said, "plies", before - 1);
    JsonObject *usual = json_object_new();
    json_object_set_int_member(usual, "ply", i + 1);
    json_object_set_string_member(usual, "side", role[i % 2]);
    set_node(usual, "move", kj_node_at(kj_field_list(answer, "line"), i));
    json_object_set_int_member(usual, "plies", before - 1);
    json_object_set_boolean_member(usual, "futile", FALSE);
    json_object_set_boolean_member(usual, "examined", TRUE);
    json_object_set_string_member(usual, "mate", kj_verdict_text(KJ_MATE));
    json_object_set_int_member(usual, "least", plies);
    json_object_set_int_member(usual, "most", plies);
    json_object_set_array_member(usual, MOVES, json_array_new());
    return usual;
}

/* What is usual, but for what an object says; the members in that order. (transfer full) */
static JsonObject *filled(JsonObject *object, JsonObject *usual)
{
    JsonObject *out = json_object_new();
    JsonObject *const from[] = {usual, object};
    for (size_t i = 0; i < G_N_ELEMENTS(from); i++) {
        g_autoptr(GList) keys = json_object_get_members(from[i]);
        for (GList *key = keys; key; key = key->next)
            set_node(out, key->data, json_object_get_member(from[i], key->data));
    }
    return out;
}

/* The members of an object that are not as usual, in the order of `filled`. (transfer full) */
static JsonObject *unusual(JsonObject *object, JsonObject *usual)
{
    g_autoptr(JsonObject) all = filled(object, usual);
    JsonObject *out = json_object_new();
    g_autoptr(GList) keys = json_object_get_members(all);
    for (GList *key = keys; key; key = key->next) {
        JsonNode *value = json_object_get_member(all, key->data);
        JsonNode *is_usual = kj_node_of(usual, key->data);
        if (!is_usual || !json_node_equal(value, is_usual))
            set_node(out, key->data, value);
    }
    return out;
}

/* ---- moves beside the line ---- */

/* What is said of a move, but for its name. (transfer full) */
static JsonObject *said_of(JsonObject *move)
{
    const char *class = kj_field_text(move, "class");
    g_autoptr(JsonObject) usual = usual_move(class);
    JsonObject *said = unusual(move, usual);
    json_object_remove_member(said, "move");
    json_object_remove_member(said, "nodes");
    json_object_set_string_member(said, "class", class ? class : "");
    return said;
}

/* Moves of which the same is said, one after the other, become one with their names. */
static JsonArray *pack_moves(JsonArray *moves)
{
    JsonArray *groups = json_array_new();
    g_autoptr(JsonObject) last = NULL; // what was said
    for (unsigned i = 0; moves && i < json_array_get_length(moves); i++) {
        JsonObject *move = kj_node_object(kj_node_at(moves, i));
        const char *name = move ? kj_field_text(move, "move") : NULL;
        if (!name)
            continue;
        g_autoptr(JsonObject) said = said_of(move);
        bool same = last && json_object_equal(said, last);
        JsonObject *group =
            same ? json_array_get_object_element(groups, json_array_get_length(groups) - 1)
                 : filled(said, said);
        g_autofree char *names =
            same ? g_strjoin(" ", kj_field_text(group, "move"), name, NULL) : g_strdup(name);
        json_object_set_string_member(group, "move", names);
        if (!same)
            json_array_add_object_element(groups, group);
        g_clear_pointer(&last, json_object_unref);
        last = g_steal_pointer(&said);
    }
    return groups;
}

static JsonArray *unpack_moves(JsonArray *groups)
{
    JsonArray *moves = json_array_new();
    for (unsigned i = 0; groups && i < json_array_get_length(groups); i++) {
        JsonObject *group = kj_node_object(kj_node_at(groups, i));
        const char *all = group ? kj_field_text(group, "move") : NULL;
        g_auto(GStrv) names = g_strsplit(all ? all : "", " ", -1);
        for (char **name = names; *name; name++) {
            g_autoptr(JsonObject) usual = usual_move(kj_field_text(group, "class"));
            JsonObject *move = filled(group, usual);
            json_object_set_string_member(move, "move", *name);
            json_array_add_object_element(moves, move);
        }
    }
    return moves;
}

/* ---- nodes ---- */

static JsonObject *pack_node(JsonObject *node, JsonObject *usual)
{
    JsonObject *out = unusual(node, usual);
    if (json_object_has_member(out, MOVES))
        json_object_set_array_member(out, MOVES, pack_moves(kj_field_list(node, MOVES)));
    return out;
}

static JsonObject *unpack_node(JsonObject *node, JsonObject *usual)
{
    JsonObject *out = filled(node, usual);
    json_object_set_array_member(out, MOVES, unpack_moves(kj_field_list(node, MOVES)));
    return out;
}

/* ---- the answer ---- */

typedef JsonObject *(*Convert)(JsonObject *object, JsonObject *usual);

static void convert_nodes(JsonObject *answer, Convert one)
{
    JsonArray *nodes = kj_field_list(answer, NODES), *out = json_array_new();
    gint64 before = kj_field_number(answer, "plies", 0) + 1;
    for (unsigned i = 0; nodes && i < json_array_get_length(nodes); i++) {
        JsonObject *node = kj_node_object(kj_node_at(nodes, i));
        if (!node)
            continue;
        g_autoptr(JsonObject) usual = usual_node(answer, i, before, node);
        before = kj_field_number(node, "plies", before - 1);
        json_array_add_object_element(out, one(node, usual));
    }
    json_object_set_array_member(answer, NODES, out);
}

static void convert_findings(JsonObject *answer, Convert one)
{
    JsonArray *findings = kj_field_list(answer, FINDINGS), *out = json_array_new();
    g_autoptr(JsonNode) usual = kj_json_try(usual_finding);
    for (unsigned i = 0; findings && i < json_array_get_length(findings); i++) {
        JsonObject *finding = kj_node_object(kj_node_at(findings, i));
        if (finding)
            json_array_add_object_element(out, one(finding, json_node_get_object(usual)));
    }
    json_object_set_array_member(answer, FINDINGS, out);
}

/* Whether an answer is a check's with all that is usual, so that nothing that it does not say is said
 * of it when it is unpacked. */
static bool is_whole(JsonObject *answer, JsonObject *usual)
{
    bool whole = kj_field_list(answer, NODES) && kj_field_list(answer, FINDINGS) &&
                 g_strcmp0(kj_field_text(answer, SCHEMA), kj_field_text(usual, SCHEMA)) == 0;
    g_autoptr(GList) keys = json_object_get_members(usual);
    for (GList *key = keys; key; key = key->next)
        whole = whole && json_object_has_member(answer, key->data);
    return whole;
}

JsonObject *kj_answer_pack(JsonObject *answer)
{
    g_autoptr(JsonNode) usual = kj_json_try(usual_answer);
    json_object_remove_member(answer, "ms");
    if (!is_whole(answer, json_node_get_object(usual)))
        return json_object_ref(answer);
    convert_nodes(answer, pack_node);
    convert_findings(answer, unusual);
    return unusual(answer, json_node_get_object(usual));
}

JsonObject *kj_answer_unpack(JsonObject *packed)
{
    if (json_object_has_member(packed, SCHEMA))
        return json_object_ref(packed); // as it was
    g_autoptr(JsonNode) usual = kj_json_try(usual_answer);
    JsonObject *answer = filled(packed, json_node_get_object(usual));
    convert_nodes(answer, unpack_node);
    convert_findings(answer, filled);
    return answer;
}
