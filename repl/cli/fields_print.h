/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows of a table of fields (*_fields.def), as the printer gives them: included by what
 * prints, with `printer` in scope. The values of KJ_WORD, KJ_COUNT, KJ_COUNT_IF and KJ_FLAG are
 * places, which what reads JSON back fills (fields_read.h); those of the others any expressions.
 * `type` is what docs/schema says of it. A field that is NULL or not known is null; one
 * under a condition (KJ_IF, KJ_WHEN) is left out where that is false.
 */
#pragma once

#include "repl/cli/field_words.h"
#include "repl/cli/input_json.h"
#include "repl/cli/printer.h"

/* A member of an enum by its word. */
#define KJ_WORD(key, words, place) KJ_PRINT_WORD_OF(key, place, KJ_WORDS_##words)
#define KJ_PRINT_WORD_OF(...) KJ_PRINT_WORD(__VA_ARGS__)
#define KJ_PRINT_WORD(key, place, type, n, text) kj_printer_string(printer, #key, text(place));
/* A number that is not negative; one that is known only if `known`. */
#define KJ_COUNT(key, place) kj_printer_integer(printer, #key, (gint64)(place));
#define KJ_COUNT_IF(key, known, place) KJ_NUMBER_IF(key, count_or_null, known, place)
#define KJ_FLAG(key, place) kj_printer_boolean(printer, #key, (place));

/* A text, a number, a truth, which can be made from the others or is not read back. */
#define KJ_TEXT(key, type, value) kj_printer_string(printer, #key, (value));
#define KJ_NUMBER(key, type, value) kj_printer_integer(printer, #key, (gint64)(value));
#define KJ_NUMBER_IF(key, type, known, value)                                    \
    (known) ? kj_printer_integer(printer, #key, (gint64)(value)) /* only then */ \
            : kj_printer_null(printer, #key);
#define KJ_TRUTH(key, value) kj_printer_boolean(printer, #key, (value));
/* A move in USI, null for none. */
#define KJ_MOVE(key, type, pos, move) kj_print_move(printer, #key, (pos), (move));
/* A line from a position on, which `last` led to. */
#define KJ_LINE(key, pos, moves, n, last) \
    kj_print_moves(printer, #key, (pos), (moves), (n), (last));
/* A list of strings, NULL-terminated. */
#define KJ_STRINGS(key, type, value) \
    kj_printer_strings(printer, #key, (const char *const *)(value));
/* What a statement prints, a list mostly. */
#define KJ_PRINTED(key, type, statement) statement;
/* Those that people see, too, as "label: value"; a label or text that is NULL they do not. */
#define KJ_SHOWN_TEXT(key, type, label, value) \
    KJ_TEXT(key, type, value)                  \
    kj_printer_labelled(printer, label, (value));
#define KJ_SHOWN_NUMBER(key, type, label, value) \
    KJ_NUMBER(key, type, value)                  \
    kj_printer_labelled_number(printer, label, (gint64)(value));
/* A list that statements print the items of. */
#define KJ_LIST(key, type, ...)           \
    kj_printer_begin_list(printer, #key); \
    __VA_ARGS__;                          \
    kj_printer_end_list(printer);
/* Likewise, null unless it was asked for. */
#define KJ_LIST_IF(key, type, asked, ...) \
    if (asked) {                          \
        KJ_LIST(key, type, __VA_ARGS__)   \
    } else {                              \
        kj_printer_null(printer, #key);   \
    }
/* Such statements: an object with these rows; one for each element of an array, which may be NULL. */
#define KJ_ITEM(...)                    \
    {                                   \
        kj_printer_begin_item(printer); \
        __VA_ARGS__                     \
        kj_printer_end_item(printer);   \
    }
#define KJ_EACH(element, name, array, ...)                                        \
    for (unsigned i_##name = 0; (array) && i_##name < (array)->len; i_##name++) { \
        const element *name = &g_array_index(array, element, i_##name);           \
        KJ_ITEM(__VA_ARGS__)                                                      \
    }
/* What people are told here. */
#define KJ_SAID(statement) statement;
/* The rows up to KJ_END, or one row, only under a condition; none inside another. */
#define KJ_IF(condition) if (condition) {
#define KJ_END }
#define KJ_WHEN(condition, row) \
    if (condition) {            \
        row                     \
    }
