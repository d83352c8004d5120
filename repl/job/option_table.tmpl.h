/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table of options. Before it is included, with other values:
 *   KJ_TABLE        its name in option_tables.def
 *   KJ_TABLE_ROWS   the file of its rows; what they are stands in options.def
 */
#include "repl/job/choices.h"
#include "repl/job/options.h"

#define KJ_JOIN_(a, b, c) a##b##c
#define KJ_JOIN(a, b, c) KJ_JOIN_(a, b, c)

enum {
#define KJ_GROUP(name) name = KJ_OPTIONS_##name,
    KJ_OPTION_GROUPS(KJ_GROUP)
#undef KJ_GROUP
};

enum {
    ID_BEFORE = (int)KJ_JOIN(KJ_IDS_, KJ_TABLE, ) - 1,
#define KJ_OPTION(ID, ...) ID_##ID,
#include KJ_TABLE_ROWS
#undef KJ_OPTION
    ID_AFTER
};
_Static_assert((int)ID_AFTER <= (int)KJ_JOIN(KJ_IDS_, KJ_TABLE, _END) + 1,
               "the table has room for its rows");

#define KJ_OPTION(ID, ...) const KjOptionId kj_option_id_##ID = ID_##ID;
#include KJ_TABLE_ROWS
#undef KJ_OPTION

const KjOption KJ_JOIN(kj_, KJ_TABLE, _options)[] = {
#define KJ_OPTION(ID, ...) {.id = ID_##ID, __VA_ARGS__},
#include KJ_TABLE_ROWS
#undef KJ_OPTION
    {.name = NULL},
};
