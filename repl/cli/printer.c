/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text as it comes; JSON Lines by json-glib, one object a line, without needless blanks. */
#include "repl/cli/printer.h"

#include <errno.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "core/text/json_text.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/cli/fold.h"
#include "repl/cli/pager.h"

static KjPrinter *new_printer(FILE *out, void *builder)
{
    KjPrinter *printer = g_new0(KjPrinter, 1);
    printer->out = out;
    printer->buffer = g_string_new(NULL);
    printer->builder = builder;
    return printer;
}

KjPrinter *kj_printer_new_text(FILE *out)
{
    return new_printer(out, NULL);
}

KjPrinter *kj_printer_new_json(FILE *out)
{
    return new_printer(out, json_builder_new());
}

KjPrinter *kj_printer_new_kept(void)
{
    KjPrinter *printer = kj_printer_new_json(NULL);
    printer->held = g_string_new(NULL);
    return printer;
}

char *kj_printer_take(KjPrinter *printer)
{
    char *text = g_string_free(g_steal_pointer(&printer->held), FALSE);
    kj_printer_free(printer);
    return g_strchomp(text);
}

void kj_printer_free(KjPrinter *printer)
{
    if (!printer)
        return;
    g_clear_object((JsonBuilder **)&printer->builder);
    g_string_free(printer->buffer, TRUE);
    if (printer->held)
        g_string_free(printer->held, TRUE);
    g_free(printer);
}

const char *kj_printer_tr(const KjPrinter *printer, const char *english)
{
    return printer->builder ? english : kj_tr(english);
}

KjNotation kj_printer_notation(const KjPrinter *printer, KjNotation people)
{
    return printer->builder ? KJ_NOTATION_USI : people;
}

/* Writes a text, by the pager if it is long; a failure is kept in `failed`. */
static void write_out(KjPrinter *printer, const GString *text)
{
    if (printer->term)
        kj_term_bar(printer->term, NULL);
    if (printer->pages && kj_pager_show(printer->term, text->str))
        return;
    errno = 0;
    bool ok =
        fwrite(text->str, 1, text->len, printer->out) == text->len && fflush(printer->out) == 0;
    if (!ok && !printer->failed)
        printer->failed = errno ? errno : EIO;
}

/* Writes what is in the buffer, or holds it, and empties the buffer. */
static void flush(KjPrinter *printer)
{
    GString *buffer = printer->buffer;
    if (printer->width && !printer->as_it_is) {
        g_autofree char *folded = kj_fold(buffer->str, printer->width);
        g_string_assign(buffer, folded);
    }
    if (printer->held)
        g_string_append_len(printer->held, buffer->str, (gssize)buffer->len);
    else
        write_out(printer, buffer);
    g_string_truncate(buffer, 0);
    printer->as_it_is = false;
}

void kj_printer_for_terminal(KjPrinter *printer, bool pages, bool hold)
{
    printer->width = printer->builder ? 0 : printer->term->width;
    printer->pages = pages;
    printer->held = pages && hold ? g_string_new(NULL) : NULL;
}

void kj_printer_release(KjPrinter *printer)
{
    g_autoptr(GString) held = g_steal_pointer(&printer->held);
    if (held && held->len)
        write_out(printer, held);
}

/* What takes fields now, NULL if nothing does. */
static JsonBuilder *fields_of(const KjPrinter *printer)
{
    return printer->for_people ? NULL : printer->builder;
}

void kj_printer_begin(KjPrinter *printer, const char *schema)
{
    printer->for_people = schema == NULL;
    JsonBuilder *fields = fields_of(printer);
    if (!fields)
        return;
    json_builder_reset(fields);
    json_builder_begin_object(fields);
    kj_printer_string(printer, "schema", schema);
}

void kj_printer_end(KjPrinter *printer)
{
    JsonBuilder *fields = fields_of(printer);
    if (fields) {
        json_builder_end_object(fields);
        g_autoptr(JsonNode) root = json_builder_get_root(fields);
        g_autofree char *text = kj_json_text(root);
        g_string_append_printf(printer->buffer, "%s\n", text);
    }
    flush(printer);
}

/* ---- fields, which are for programs ---- */

/* Whether there is JSON; then the value that comes next has this key. */
static bool begin_field(KjPrinter *printer, const char *key)
{
    JsonBuilder *fields = fields_of(printer);
    if (fields && key)
        json_builder_set_member_name(fields, key);
    return fields != NULL;
}

void kj_printer_begin_list(KjPrinter *printer, const char *key)
{
    if (begin_field(printer, key))
        json_builder_begin_array(printer->builder);
}

void kj_printer_end_list(KjPrinter *printer)
{
    if (fields_of(printer))
        json_builder_end_array(printer->builder);
}

void kj_printer_begin_item(KjPrinter *printer)
{
    if (fields_of(printer))
        json_builder_begin_object(printer->builder);
}

void kj_printer_end_item(KjPrinter *printer)
{
    if (fields_of(printer))
        json_builder_end_object(printer->builder);
}

void kj_printer_null(KjPrinter *printer, const char *key)
{
    if (begin_field(printer, key))
        json_builder_add_null_value(printer->builder);
}

void kj_printer_string(KjPrinter *printer, const char *key, const char *value)
{
    if (!value) {
        kj_printer_null(printer, key);
    } else if (begin_field(printer, key)) {
        // file names and quoted input may be in any encoding; JSON is UTF-8
        g_autofree char *valid = g_utf8_make_valid(value, -1);
        json_builder_add_string_value(printer->builder, valid);
    }
}

void kj_printer_integer(KjPrinter *printer, const char *key, int64_t value)
{
    if (begin_field(printer, key))
        json_builder_add_int_value(printer->builder, value);
}

void kj_printer_boolean(KjPrinter *printer, const char *key, bool value)
{
    if (begin_field(printer, key))
        json_builder_add_boolean_value(printer->builder, value);
}

void kj_printer_strings(KjPrinter *printer, const char *key, const char *const *values)
{
    kj_printer_begin_list(printer, key);
    for (; *values; values++)
        kj_printer_string(printer, NULL, *values);
    kj_printer_end_list(printer);
}

/* ---- text, which is for people ---- */

void kj_printer_block(KjPrinter *printer, const char *text)
{
    if (!printer->builder)
        g_string_append(printer->buffer, text);
}

void kj_printer_bytes(KjPrinter *printer, const uint8_t *bytes, size_t length)
{
    printer->as_it_is = true;
    if (!printer->builder)
        g_string_append_len(printer->buffer, (const char *)bytes, (gssize)length);
}

/* A line of text that may hold anything, as names of files and words of users do; what has colours
 * is a block. */
static void add_line(KjPrinter *printer, const char *raw)
{
    g_autofree char *text = g_utf8_make_valid(raw, -1);
    kj_text_harmless(text);
    kj_printer_block(printer, text);
    kj_printer_block(printer, "\n");
}

void kj_printer_line(KjPrinter *printer, const char *format, ...)
{
    if (printer->builder)
        return;
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *raw = g_strdup_vprintf(kj_tr(format), arguments);
    va_end(arguments);
    add_line(printer, raw);
}

void kj_printer_spent(KjPrinter *printer, uint64_t nodes, double seconds)
{
    kj_printer_line(printer,
                    nodes == 1 ? "%" G_GUINT64_FORMAT " node, %.2f s"
                               : "%" G_GUINT64_FORMAT " nodes, %.2f s",
                    nodes, seconds);
}

void kj_printer_labelled(KjPrinter *printer, const char *label, const char *value)
{
    g_autofree char *raw =
        label && value ? g_strdup_printf("%s: %s", kj_tr(label), kj_tr(value)) : NULL;
    if (raw)
        add_line(printer, raw);
}

void kj_printer_labelled_number(KjPrinter *printer, const char *label, int64_t value)
{
    g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, value);
    kj_printer_labelled(printer, label, text);
}
