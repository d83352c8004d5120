/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows of a table of fields, read back: included by what reads, with `object` (JsonObject) in
 * scope. Fills the places of KJ_WORD, KJ_COUNT, KJ_COUNT_IF and KJ_FLAG; what is not there, of
 * another type or not known leaves them as they are. The other rows are not read (fields_print.h).
 */
#pragma once

#include <string.h>

#include "core/text/json_text.h"
#include "repl/cli/field_words.h"

#define KJ_WORD(key, words, place) KJ_READ_WORD_OF(key, place, KJ_WORDS_##words)
#define KJ_READ_WORD_OF(...) KJ_READ_WORD(__VA_ARGS__)
#define KJ_READ_WORD(key, place, type, n, text)                               \
    for (unsigned i_##key = 0; i_##key < (n); i_##key++)                      \
        if (g_strcmp0(text((type)i_##key), kj_field_text(object, #key)) == 0) \
            (place) = (type)i_##key;
#define KJ_COUNT(key, place) \
    (place) = (__typeof__(place))kj_field_number(object, #key, (gint64)(place));
#define KJ_COUNT_IF(key, known, place) KJ_COUNT(key, place)
#define KJ_FLAG(key, place) (place) = kj_node_flag(kj_node_of(object, #key), place);
#define KJ_TEXT(key, type, value)
#define KJ_NUMBER(key, type, value)
#define KJ_NUMBER_IF(key, type, known, value)
#define KJ_TRUTH(key, value)
#define KJ_MOVE(key, type, pos, move)
#define KJ_SAID(statement)
#define KJ_SHOWN_TEXT(key, type, label, value)
#define KJ_SHOWN_NUMBER(key, type, label, value)
#define KJ_LINE(key, pos, moves, n, last)
#define KJ_LIST(key, type, ...)
#define KJ_LIST_IF(key, type, asked, ...)
#define KJ_STRINGS(key, type, value)
#define KJ_PRINTED(key, type, statement)
#define KJ_IF(condition)
#define KJ_END
#define KJ_WHEN(condition, row) row
