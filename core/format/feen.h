/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * FEEN 1.0.0 (docs/notation.md) for games that have a style letter: PLACEMENT HANDS STYLES, e.g.
 * `lnsik^snl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIK^SNL / O/o`. Only the canonical text of a
 * position is read. The mark `'` of a king shown as 玉 is accepted in games with letter files
 * (Ōgi); it is not part of a position and not written again.
 */
#pragma once

#include "core/text/text.h"

enum { KJ_FEEN_MAX = 4096 }; // bytes

/*
 * Reads a canonical FEEN and nothing else. `game` NULL: the game with this style letter. The
 * player named first in the styles is to move; lower case is gote. Fails with KJ_TEXT_ERROR_SYNTAX
 * (form, order of hands, unknown style, length) or _POSITION (more pieces than squares, a hand that
 * cannot be); then `out` is undefined.
 */
bool kj_feen_read(const char *text, const KjGame *game, KjPosition *out, GError **error);

/* As kj_feen_read, from the place of a scan on, up to a blank or the end of the text. */
bool kj_feen_scan(KjScan *scan, const KjGame *game, KjPosition *out, GError **error);

/* The canonical FEEN of a position, to be freed with g_free; NULL if its game has no style. */
char *kj_feen_write(const KjPosition *pos);
