/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SQL functions that queries use. */
#include "repl/store/board_test.h"
#include "repl/store/canonical.h"
#include "repl/store/find_query.h"

/* The canonical position of two arguments, position and game; false: there is none. */
static bool read_position(sqlite3_value **position, KjPosition *out)
{
    const char *text = (const char *)sqlite3_value_text(position[0]);
    const char *id = (const char *)sqlite3_value_text(position[1]);
    const KjGame *game = id ? kj_game_find(id) : NULL;
    return kj_canonical_read(text, game, out);
}

/* kj_board_test(NAME, VALUE, position, game, turn, line) */
static void board_test(sqlite3_context *context, int n, sqlite3_value **argument)
{
    (void)n;
    KjPosition position;
    if (!read_position(argument + 2, &position))
        return; // NULL
    KjBoardSubject subject = {&position, (unsigned)sqlite3_value_int(argument[4]),
                              (const char *)sqlite3_value_text(argument[5])};
    sqlite3_result_int(context,
                       kj_board_test(&subject, (const char *)sqlite3_value_text(argument[0]),
                                     (const char *)sqlite3_value_text(argument[1])));
}

/* kj_pieces(position, game): on the board. */
static void pieces(sqlite3_context *context, int n, sqlite3_value **argument)
{
    (void)n;
    KjPosition position;
    if (read_position(argument, &position))
        sqlite3_result_int(context, kj_bb_count(kj_occupied(&position)));
}

/* kj_hand_size(position, game): of the attacker. */
static void hand_size(sqlite3_context *context, int n, sqlite3_value **argument)
{
    (void)n;
    KjPosition position;
    if (read_position(argument, &position))
        sqlite3_result_int(context, (int)kj_hand_total(position.game->t, position.hand[KJ_SENTE]));
}

/* kj_measure(CODE, position, game, line): a number of solver/themes/measures.h. */
static void measure(sqlite3_context *context, int n, sqlite3_value **argument)
{
    (void)n;
    KjPosition position;
    KjMeasured measured;
    const char *code = (const char *)sqlite3_value_text(argument[0]);
    if (!read_position(argument + 1, &position))
        return; // NULL
    KjBoardSubject subject = {&position, 0, (const char *)sqlite3_value_text(argument[3])};
    if (!kj_board_measure(&subject, &measured))
        return;
    for (unsigned m = 0; m < KJ_MEASURES; m++)
        if (g_strcmp0(code, kj_measure_code((KjMeasure)m)) == 0)
            sqlite3_result_int(context, (int)measured.value[m]);
}

/* kj_fold(text): without regard to case. */
static void fold(sqlite3_context *context, int n, sqlite3_value **argument)
{
    (void)n;
    const char *text = (const char *)sqlite3_value_text(argument[0]);
    g_autofree char *valid = text ? g_utf8_make_valid(text, -1) : NULL;
    if (valid)
        sqlite3_result_text(context, g_utf8_casefold(valid, -1), -1, g_free);
}

bool kj_find_functions(KjStore *store, GError **error)
{
    static const struct {
        const char *name;
        int arguments;
        void (*run)(sqlite3_context *, int, sqlite3_value **);
    } rows[] = {
        {"kj_board_test", 6, board_test}, {"kj_pieces", 2, pieces}, {"kj_hand_size", 2, hand_size},
        {"kj_measure", 4, measure},       {"kj_fold", 1, fold},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
        if (sqlite3_create_function_v2(store->db, rows[i].name, rows[i].arguments,
                                       SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, rows[i].run, NULL,
                                       NULL, NULL) != SQLITE_OK)
            return kj_store_fail(store, error);
    return true;
}
