/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From positions of core to the naive rules, by their text. */
#pragma once

#include "core/format/sfen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"

static inline NvPos naive_of(const KjPosition *pos)
{
    NvPos naive;
    g_autofree char *sfen = kj_sfen_write(pos, 1);
    assert_true(nv_parse(&naive, pos->game->row->id, sfen));
    bridge_switches(&naive, &pos->game->rules);
    return naive;
}

/* The piece on a square: row * NV_SIDE + column. */
static inline NvPiece naive_at(const NvPos *pos, int square)
{
    return pos->board[square / NV_SIDE][square % NV_SIDE];
}
