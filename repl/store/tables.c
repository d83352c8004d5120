/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a store, as SQL. */
#include "repl/store/tables.h"

#include <stddef.h>

const char *const kj_verdicts_solve[] = {"mate", "nomate", "unknown", NULL};
const char *const kj_verdicts_check[] = {"sound", "blemished", "unsound", "unknown", NULL};
const char *const kj_verdicts_hisshi[] = {"hisshi", "mate", "none", "unknown", NULL};

// The headers hold strings; the empty ones before them are for tools that do not find them.
const char kj_store_tables[] = ""
#include "repl/store/tables.sql.h"

#include "repl/store/result.sql.h"
    ;

const char *kj_store_convert(gint64 version)
{
    // a column for each number, and tables for codes and themes
    static const char from_9[] = "ALTER TABLE result RENAME TO was; DROP TABLE code; "
                                 "DROP TABLE theme;\n"
#include "repl/store/result.sql.h"

#include "repl/store/convert.sql.h"
        ;
    // `plies` of a tentative line were its own
    static const char from_10[] =
        "DROP VIEW code; DROP VIEW theme; ALTER TABLE result RENAME TO was;\n"
#include "repl/store/result.sql.h"
        "INSERT INTO result(task,problem," KJ_RESULT_COLUMNS ") "
        "SELECT task,problem," KJ_RESULT_COLUMNS " FROM was; DROP TABLE was;";
    return version == 9 ? from_9 : version == 10 ? from_10 : NULL;
}
