/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Results on their way out: fields are one line of JSON (docs/output-schema.md), lines are text for
 * people; a printer takes one of them and leaves out the other. They are written when the record
 * ends, so that a record is there whole or not at all. The fields of a form are rows of a table
 * (fields_print.h).
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/notation/notation.h"
#include "repl/cli/term.h"

typedef struct KjPrinter KjPrinter;

struct KjPrinter {
    FILE *out;       // not owned
    GString *buffer; // what of the record is not written yet
    void *builder;   // JsonBuilder; NULL: for people
    bool for_people; // the record is; JSON leaves it out
    int failed;      // errno of the first write that failed, 0 none
    KjTerm *term;   // its progress line goes away before anything is written; NULL: none; not owned
    unsigned width; // columns that text is folded to; 0: lines stay as they are
    bool pages;     // what is longer than the screen goes to the pager
    GString *held;  // all that was written, until kj_printer_release; NULL: it is not held
    bool as_it_is;  // the record holds bytes, and is not folded
};

/* A printer for people, or of JSON Lines, on `out`, which stays the caller's. (transfer full) */
KjPrinter *kj_printer_new_text(FILE *out);
KjPrinter *kj_printer_new_json(FILE *out);
void kj_printer_free(KjPrinter *printer);

/* A printer of JSON that keeps what is printed; and that, without its last line end, with which the
 * printer is freed. (both transfer full) */
KjPrinter *kj_printer_new_kept(void);
char *kj_printer_take(KjPrinter *printer);

/* Whether it takes fields and leaves out lines: for who would make what nobody reads. */
static inline bool kj_printer_takes_fields(const KjPrinter *printer)
{
    return printer->builder != NULL;
}

/* Makes the output such as a terminal wants it, folded and by `pages` perhaps paged: record by
 * record, or with `hold` all together, when it is released. */
void kj_printer_for_terminal(KjPrinter *printer, bool pages, bool hold);

/* Writes what was held; more is written at once. */
void kj_printer_release(KjPrinter *printer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjPrinter, kj_printer_free)

/* A language and notation: those of people where they are told, English and USI in JSON. */
const char *kj_printer_tr(const KjPrinter *printer, const char *english) G_GNUC_FORMAT(2);
KjNotation kj_printer_notation(const KjPrinter *printer, KjNotation people);

/* A record: one JSON object with its "schema" first, or lines. `schema` NULL: for people only. */
void kj_printer_begin(KjPrinter *printer, const char *schema);
void kj_printer_end(KjPrinter *printer);

/* A list of strings (kj_printer_string with key NULL) or of objects (kj_printer_begin_item). */
void kj_printer_begin_list(KjPrinter *printer, const char *key);
void kj_printer_end_list(KjPrinter *printer);
void kj_printer_begin_item(KjPrinter *printer);
void kj_printer_end_item(KjPrinter *printer);

/* Fields; a NULL string is null. */
void kj_printer_string(KjPrinter *printer, const char *key, const char *value);
void kj_printer_integer(KjPrinter *printer, const char *key, int64_t value);
void kj_printer_boolean(KjPrinter *printer, const char *key, bool value);
void kj_printer_null(KjPrinter *printer, const char *key);

/* A list of strings. */
void kj_printer_strings(KjPrinter *printer, const char *key, const char *const *values);

/* Text for people only, followed by a newline; not part of the JSON. */
void kj_printer_line(KjPrinter *printer, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* A line for people of what an answer took: "1234 nodes, 0.01 s". */
void kj_printer_spent(KjPrinter *printer, uint64_t nodes, double seconds);

/* A line "label: value" for people, both in the language of the thread; nothing if one is NULL. */
void kj_printer_labelled(KjPrinter *printer, const char *label, const char *value);
void kj_printer_labelled_number(KjPrinter *printer, const char *label, int64_t value);

/* Text for people only, as it is. */
void kj_printer_block(KjPrinter *printer, const char *text);

/* Bytes for people only, as they are. */
void kj_printer_bytes(KjPrinter *printer, const uint8_t *bytes, size_t length);
