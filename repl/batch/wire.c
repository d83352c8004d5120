/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outcomes as JSON. */
#include "repl/batch/wire.h"

static void add_text(JsonBuilder *b, const char *name, const char *text)
{
    if (!text)
        return;
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    json_builder_set_member_name(b, name);
    json_builder_add_string_value(b, valid);
}

static void add_integer(JsonBuilder *b, const char *name, gint64 value)
{
    json_builder_set_member_name(b, name);
    json_builder_add_int_value(b, value);
}

static void add_codes(JsonBuilder *b, const GPtrArray *codes)
{
    json_builder_set_member_name(b, "codes");
    json_builder_begin_array(b);
    for (guint i = 0; codes && i < codes->len; i++) {
        const KjTaskCode *code = codes->pdata[i];
        json_builder_begin_object(b);
        add_text(b, "code", code->code);
        add_integer(b, "ply", code->ply);
        add_text(b, "detail", code->detail);
        add_integer(b, "severity", code->severity);
        json_builder_end_object(b);
    }
    json_builder_end_array(b);
}

static void add_themes(JsonBuilder *b, const GPtrArray *themes)
{
    json_builder_set_member_name(b, "themes");
    json_builder_begin_array(b);
    for (guint i = 0; themes && i < themes->len; i++)
        json_builder_add_string_value(b, themes->pdata[i]);
    json_builder_end_array(b);
}

/* What is in columns of `result`; left out: NULL. */
static void add_columns(JsonBuilder *b, const KjTaskOutcome *outcome)
{
    add_text(b, "verdict", outcome->verdict);
    add_text(b, "cause", outcome->cause);
    add_integer(b, "settled", outcome->settled);
    if (outcome->has_plies) {
        add_integer(b, "plies", outcome->plies);
        add_integer(b, "pure_plies", outcome->pure_plies);
    }
    add_integer(b, "proved", outcome->proved);
    add_text(b, "line", outcome->line);
    add_integer(b, "complete", outcome->complete ? 1 + (int)outcome->line_kind : 0);
    add_text(b, "leftover", outcome->leftover);
    add_integer(b, "nodes", (gint64)outcome->nodes);
    add_integer(b, "ms", outcome->ms);
    add_text(b, "certificate", outcome->certificate);
    add_text(b, "report", outcome->report);
    if (outcome->has_difficulty) {
        json_builder_set_member_name(b, "difficulty");
        json_builder_add_double_value(b, outcome->difficulty);
    }
}

JsonNode *kj_wire_result(const KjBatchJob *job)
{
    const KjTaskOutcome *outcome = &job->outcome;
    g_autoptr(JsonBuilder) b = json_builder_new();
    json_builder_begin_object(b);
    add_integer(b, "problem", job->problem);
    add_integer(b, "pass", job->pass);
    json_builder_set_member_name(b, "no_news");
    json_builder_add_boolean_value(b, outcome->no_news);
    add_columns(b, outcome);
    add_codes(b, outcome->codes);
    add_themes(b, outcome->themes);
    if (outcome->checkpoint) {
        gsize size;
        const void *bytes = g_bytes_get_data(outcome->checkpoint, &size);
        g_autofree char *text = g_base64_encode(bytes, size);
        add_text(b, "checkpoint", text);
    }
    json_builder_end_object(b);
    return json_builder_get_root(b);
}

char *kj_wire_array(const gint64 *numbers, unsigned n)
{
    GString *text = g_string_new("{");
    for (unsigned i = 0; i < n; i++)
        g_string_append_printf(text, "%s%" G_GINT64_FORMAT, i ? "," : "", numbers[i]);
    g_string_append_c(text, '}');
    return g_string_free(text, FALSE);
}
