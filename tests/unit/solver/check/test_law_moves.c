/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The moves beside a line by certificates alone (Ōgi) hold what planted defects say of them. */
#include <string.h>

#include "core/notation/usi.h"
#include "tests/support/cmocka.h"
#include "tests/support/solver/law_moves.h"
#include "tests/support/solver/planted.h"

enum { NODES = 100000 }; // for a question

typedef struct {
    unsigned rows, named, failing;
} Seen;

/* "late@3:b6c7" */
static char *named(const Planted *row, const ClassifyMove *m, unsigned bit)
{
    char usi[KJ_USI_MOVE];
    KjPosition at = row->pos;
    for (unsigned i = 0; i < m->ply; i++)
        at = kj_position_after(&at, row->line[i]);
    kj_usi_move_write(&at, m->move, usi);
    return g_strdup_printf("%s@%u:%s", classify_code(bit), m->ply + 1, usi);
}

/* Whether a row says that of a move. */
static bool says(const Planted *row, const ClassifyMove *m, unsigned bit)
{
    g_autofree char *code = named(row, m, bit);
    g_auto(GStrv) codes = g_strsplit(row->codes, " ", -1);
    return g_strv_contains((const char *const *)codes, code);
}

/* What the row says of a move is among its names; one that fails or is shorter has none. */
static void hold(const Planted *row, const ClassifyMove *m, Seen *seen)
{
    unsigned said = 0;
    for (unsigned bit = 0; bit < CLASSIFY_CODES; bit++)
        said |= says(row, m, bit) ? 1u << bit : 0;
    if (said == 1 << 14) // the last reply of equal length
        said = CLASSIFY_SAME;
    seen->named += said != 0;
    seen->failing += m->names == CLASSIFY_FAILS;
    if (said & ~m->names)
        print_message("%s %s: %x said, %x named\n", row->id, row->codes, said, m->names);
    assert_false(said & ~m->names);
    if (m->names == CLASSIFY_ESCAPE)
        assert_true(said == CLASSIFY_ESCAPE);
}

static void hold_row(Planted *row, void *data)
{
    Seen *seen = data;
    if (!row->n_line || !(strchr(row->codes, '@') || strcmp(row->codes, "-") == 0))
        return;
    g_autoptr(GArray) moves = law_moves(&row->pos, KJ_SENTE, row->line, row->n_line, NODES);
    if (!moves) // the line does not end in a mate
        return;
    seen->rows++;
    for (unsigned i = 0; i < moves->len; i++)
        hold(row, &g_array_index(moves, ClassifyMove, i), seen);
}

TEST(names_are_those_planted)
{
    Seen seen = {0};
    planted_each("ogi", 1, hold_row, &seen);
    print_message("%u rows, %u moves with a name, %u that fail\n", seen.rows, seen.named,
                  seen.failing);
    assert_in_range(seen.rows, 30, 1000);
    assert_in_range(seen.named, 30, 10000);
    assert_in_range(seen.failing, 50, 100000);
}
