/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table of options. Before it is included, with other values:
 *   KJ_TABLE                       its name, as in kj_check_options
 *   KJ_TABLE_BEGIN, KJ_TABLE_END   its numbers begin at the one and stay below the other
 *   KJ_TABLE_ROWS                  the file of its rows; what they are stands in options.def
 */
#include "repl/job/choices.h"
#include "repl/job/options.h"

enum {
    COMMON = KJ_OPTIONS_COMMON,
    JSON = KJ_OPTIONS_JSON,
    NOTATION = KJ_OPTIONS_NOTATION,
    VARIANT = KJ_OPTIONS_VARIANT,
    SEARCH = KJ_OPTIONS_SEARCH,
    TIME = KJ_OPTIONS_TIME,
    SOLVE = KJ_OPTIONS_SOLVE,
    TSUME = KJ_OPTIONS_TSUME,
    RULES = KJ_OPTIONS_RULES,
    BOARD = KJ_OPTIONS_BOARD,
    DIAGRAM = KJ_OPTIONS_DIAGRAM,
    PICTURE = KJ_OPTIONS_PICTURE,
    FIRST = KJ_OPTIONS_FIRST,
    STEPS = KJ_OPTIONS_STEPS,
    SHEET = KJ_OPTIONS_SHEET,
    MOVES = KJ_OPTIONS_MOVES,
    PERFT = KJ_OPTIONS_PERFT,
    CONVERT = KJ_OPTIONS_CONVERT,
    BATCH = KJ_OPTIONS_BATCH,
    STORE = KJ_OPTIONS_STORE,
    REPORT = KJ_OPTIONS_REPORT,
    MERGE = KJ_OPTIONS_MERGE,
    CHECK = KJ_OPTIONS_CHECK,
    JUDGE = KJ_OPTIONS_JUDGE,
    COMPOSE = KJ_OPTIONS_COMPOSE,
    REPAIR = KJ_OPTIONS_REPAIR,
    TRIM = KJ_OPTIONS_TRIM,
    FAMILY = KJ_OPTIONS_FAMILY,
    MAKE = KJ_OPTIONS_MAKE,
    BREED = KJ_OPTIONS_BREED,
    EXTEND = KJ_OPTIONS_EXTEND,
    KEEP = KJ_OPTIONS_KEEP,
    ANSWER = KJ_OPTIONS_ANSWER,
    ANALYSE = KJ_OPTIONS_ANALYSE,
    HELP = KJ_OPTIONS_HELP,
    ALONG = KJ_OPTIONS_ALONG,
    GOAL = KJ_OPTIONS_GOAL,
    GIVEN = KJ_OPTIONS_GIVEN,
    AUTHOR = KJ_OPTIONS_AUTHOR,
    HIDDEN = KJ_OPTIONS_HIDDEN,
    WRITTEN = KJ_OPTIONS_WRITTEN,
    NEGATABLE = KJ_OPTIONS_NEGATABLE,
};

enum {
    ID_BEFORE = (int)KJ_TABLE_BEGIN - 1,
#define KJ_OPTION(ID, ...) ID_##ID,
#include KJ_TABLE_ROWS
#undef KJ_OPTION
    ID_AFTER
};
_Static_assert((int)ID_AFTER <= (int)KJ_TABLE_END, "the numbers of the next table begin later");

#define KJ_OPTION(ID, ...) const KjOptionId kj_option_id_##ID = ID_##ID;
#include KJ_TABLE_ROWS
#undef KJ_OPTION

const KjOption KJ_TABLE[] = {
#define KJ_OPTION(ID, ...) {.id = ID_##ID, __VA_ARGS__},
#include KJ_TABLE_ROWS
#undef KJ_OPTION
    {.name = NULL},
};
