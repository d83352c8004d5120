/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tables of a store. What is said of a problem is the JSON of its answer, as the command prints
 * it for the canonical position; columns and views that queries look at are made of it by SQLite.
 */
#pragma once

#include <glib.h>

enum { KJ_STORE_VERSION = 11 }; // SQLite's user_version

/* What kinds of tasks can say: NULL-terminated, the last where they do not know. */
extern const char *const kj_verdicts_solve[];
extern const char *const kj_verdicts_check[];
extern const char *const kj_verdicts_hisshi[];

/* Statements that make the tables. */
extern const char kj_store_tables[];

/* Statements that make them of those of an older version; NULL: of no version that is known. */
const char *kj_store_convert(gint64 version);

/* Columns of an item, besides its file and problem, that are the same in every store. */
#define KJ_ITEM_COLUMNS \
    "number,line,turn,name,title,composer,date,recorded,note,headers,error,col,claim"

/* The columns of a result that are stored, besides its task and problem. */
#define KJ_RESULT_COLUMNS "settled,seconds_limit,nodes_limit,memory_mib,answer"
