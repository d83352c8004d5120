/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output for people: labelled fields and free lines. */
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/cli/printer.h"

static void nothing(KjPrinter *printer)
{
    (void)printer;
}

static void begin_record(KjPrinter *printer, const char *schema)
{
    (void)printer;
    (void)schema;
}

static void begin_list(KjPrinter *printer, const char *key)
{
    (void)printer;
    (void)key;
}

static void write_string(KjPrinter *printer, const char *key, const char *label, const char *value)
{
    (void)key;
    if (!label)
        return;
    g_autofree char *text = g_utf8_make_valid(kj_tr(value), -1);
    kj_text_harmless(text);
    g_string_append_printf(printer->buffer, "%s: %s\n", kj_tr(label), text);
}

static void write_integer(KjPrinter *printer, const char *key, const char *label, int64_t value)
{
    (void)key;
    if (label)
        g_string_append_printf(printer->buffer, "%s: %" G_GINT64_FORMAT "\n", kj_tr(label), value);
}

static void write_boolean(KjPrinter *printer, const char *key, const char *label, bool value)
{
    write_string(printer, key, label, value ? "yes" : "no");
}

static void write_null(KjPrinter *printer, const char *key)
{
    (void)printer;
    (void)key;
}

static void write_line(KjPrinter *printer, const char *text)
{
    g_string_append(printer->buffer, text);
}

KjPrinter *kj_printer_new_text(FILE *out)
{
    static const KjPrinterFormat format = {
        .begin_record = begin_record,
        .end_record = nothing,
        .begin_list = begin_list,
        .end_list = nothing,
        .begin_item = nothing,
        .end_item = nothing,
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
    return printer;
}
