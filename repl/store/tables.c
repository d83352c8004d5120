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

const char kj_store_convert[] = "ALTER TABLE result RENAME TO was; DROP TABLE code; "
                                "DROP TABLE theme;\n"
#include "repl/store/result.sql.h"

#include "repl/store/convert.sql.h"
    ;
