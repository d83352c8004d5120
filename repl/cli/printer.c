/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of printers that all formats share. */
#include "repl/cli/printer.h"
#include "core/text/lang.h"
#include "core/text/text.h"

#include <errno.h>
#include <string.h>

bool kj_printer_is_text(const KjPrinter *printer)
{
    return printer->builder == NULL;
}

/* For formats: writes what is in the buffer and empties it; a failure is kept in `failed`. */
static void flush(KjPrinter *printer)
{
    GString *buffer = printer->buffer;
    if (printer->term)
        kj_term_bar(printer->term, NULL);
    errno = 0;
    bool ok = fwrite(buffer->str, 1, buffer->len, printer->out) == buffer->len &&
              fflush(printer->out) == 0;
    if (!ok && !printer->failed)
        printer->failed = errno ? errno : EIO;
    g_string_truncate(buffer, 0);
}

void kj_printer_begin(KjPrinter *printer, const char *schema)
{
    printer->format->begin_record(printer, schema);
}

void kj_printer_end(KjPrinter *printer)
{
    printer->format->end_record(printer);
    flush(printer);
}

void kj_printer_begin_list(KjPrinter *printer, const char *key)
{
    printer->format->begin_list(printer, key);
}

void kj_printer_end_list(KjPrinter *printer)
{
    printer->format->end_list(printer);
}

void kj_printer_begin_item(KjPrinter *printer)
{
    printer->format->begin_item(printer);
}

void kj_printer_end_item(KjPrinter *printer)
{
    printer->format->end_item(printer);
}

void kj_printer_string(KjPrinter *printer, const char *key, const char *label, const char *value)
{
    if (value)
        printer->format->string(printer, key, label, value);
    else
        printer->format->null(printer, key);
}

void kj_printer_integer(KjPrinter *printer, const char *key, const char *label, int64_t value)
{
    printer->format->integer(printer, key, label, value);
}

void kj_printer_integer_if(KjPrinter *printer, const char *key, bool known, int64_t value)
{
    if (known)
        kj_printer_integer(printer, key, NULL, value);
    else
        kj_printer_null(printer, key);
}

void kj_printer_boolean(KjPrinter *printer, const char *key, const char *label, bool value)
{
    printer->format->boolean(printer, key, label, value);
}

void kj_printer_null(KjPrinter *printer, const char *key)
{
    printer->format->null(printer, key);
}

void kj_printer_strings(KjPrinter *printer, const char *key, const char *const *values)
{
    kj_printer_begin_list(printer, key);
    for (; *values; values++)
        kj_printer_string(printer, NULL, NULL, *values);
    kj_printer_end_list(printer);
}

void kj_printer_line(KjPrinter *printer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *raw = g_strdup_vprintf(kj_tr(format), arguments);
    va_end(arguments);
    // names of files and words of users may hold anything; what has colours is a block
    g_autofree char *text = g_utf8_make_valid(raw, -1);
    kj_text_harmless(text);
    printer->format->line(printer, text);
    printer->format->line(printer, "\n");
}

void kj_printer_bytes(KjPrinter *printer, const uint8_t *bytes, size_t length)
{
    if (kj_printer_is_text(printer))
        g_string_append_len(printer->buffer, (const char *)bytes, (gssize)length);
}

void kj_printer_block(KjPrinter *printer, const char *text)
{
    printer->format->line(printer, text);
}
