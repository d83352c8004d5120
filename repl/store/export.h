/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Exports: a store as a text that can be kept and compared, in JSON Lines (docs/batch.md). The first
 * line has the tasks; then comes a line for each item, by file and number, and after the first item
 * of a problem a line for each result of it. The last line says how many are before it. Written by
 * reports (report/report_export.c).
 */
#pragma once

#include "repl/store/store.h"

#define KJ_EXPORT_SCHEMA "kanju.store/1"
#define KJ_EXPORT_END "{\"lines\":%u}" // the format of the last line

/* Whether a file begins as an export does. */
bool kj_export_is(const char *path);

/* Puts what an export holds into an empty store. Fails with KJ_TEXT_ERROR, which names the line that is
 * none of an export, or KJ_STORE_ERROR. */
bool kj_export_read(KjStore *store, const char *path, GError **error);
