/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON Lines by json-glib: one object a line, without needless blanks. */
#include <json-glib/json-glib.h>

#include "core/text/json_text.h"
#include "repl/cli/printer.h"

static void set_key(KjPrinter *printer, const char *key)
{
    if (key)
        json_builder_set_member_name(printer->builder, key);
}

static void begin_record(KjPrinter *printer, const char *schema)
{
    json_builder_reset(printer->builder);
    json_builder_begin_object(printer->builder);
    set_key(printer, "schema");
    json_builder_add_string_value(printer->builder, schema);
}

static void end_record(KjPrinter *printer)
{
    json_builder_end_object(printer->builder);
    g_autoptr(JsonNode) root = json_builder_get_root(printer->builder);
    g_autofree char *text = kj_json_text(root);
    g_string_append(printer->buffer, text);
    g_string_append_c(printer->buffer, '\n');
}

static void begin_list(KjPrinter *printer, const char *key)
{
    set_key(printer, key);
    json_builder_begin_array(printer->builder);
}

static void end_list(KjPrinter *printer)
{
    json_builder_end_array(printer->builder);
}

static void begin_item(KjPrinter *printer)
{
    json_builder_begin_object(printer->builder);
}

static void end_item(KjPrinter *printer)
{
    json_builder_end_object(printer->builder);
}

static void write_string(KjPrinter *printer, const char *key, const char *label, const char *value)
{
    (void)label;
    set_key(printer, key);
    // file names and quoted input may be in any encoding; JSON is UTF-8
    g_autofree char *valid = g_utf8_make_valid(value, -1);
    json_builder_add_string_value(printer->builder, valid);
}

static void write_integer(KjPrinter *printer, const char *key, const char *label, int64_t value)
{
    (void)label;
    set_key(printer, key);
    json_builder_add_int_value(printer->builder, value);
}

static void write_boolean(KjPrinter *printer, const char *key, const char *label, bool value)
{
    (void)label;
    set_key(printer, key);
    json_builder_add_boolean_value(printer->builder, value);
}

static void write_null(KjPrinter *printer, const char *key)
{
    set_key(printer, key);
    json_builder_add_null_value(printer->builder);
}

static void write_line(KjPrinter *printer, const char *text)
{
    (void)printer;
    (void)text;
}

KjPrinter *kj_printer_new_json(FILE *out)
{
    static const KjPrinterFormat format = {
        .begin_record = begin_record,
        .end_record = end_record,
        .begin_list = begin_list,
        .end_list = end_list,
        .begin_item = begin_item,
        .end_item = end_item,
        .string = write_string,
        .integer = write_integer,
        .boolean = write_boolean,
        .null = write_null,
        .line = write_line,
    };
    KjPrinter *printer = g_new0(KjPrinter, 1);
    printer->format = &format;
    printer->out = out;
    printer->buffer = g_string_new(NULL);
    printer->builder = json_builder_new();
    return printer;
}

void kj_printer_free(KjPrinter *printer)
{
    if (!printer)
        return;
    g_clear_object((JsonBuilder **)&printer->builder);
    g_string_free(printer->buffer, TRUE);
    g_free(printer);
}
