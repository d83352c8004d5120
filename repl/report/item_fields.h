/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reports say of an item, field by field. */
#pragma once

#include <json-glib/json-glib.h>

#include "repl/report/report.h"

/* The formats that have fields; a set of bits. */
typedef enum { KJ_FIELDS_CSV = 1, KJ_FIELDS_JSONL = 2, KJ_FIELDS_PAGE = 4 } KjFieldsOf;

/* Takes a field and its value (transfer full), which is null where there is none. */
typedef void (*KjFieldFn)(void *data, const char *name, JsonNode *value);

/*
 * Goes through the fields of a format in their order. With `item` NULL their names are given,
 * without values (NULL). In JSON Lines fields are left out of what could not be read.
 */
void kj_item_fields(const KjStoreReport *report, KjFieldsOf format, const KjItem *item,
                    KjFieldFn take, void *data);
