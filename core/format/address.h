/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Positions in addresses: in the path of a link of lishogi (`/analysis/…`, `/editor/…`), in `sfen=`,
 * `initpos=` or `position=` of any link, Kanju's own page included, or without a link, with `_` in
 * place of blanks (docs/formats.md).
 */
#pragma once

#include "core/text/text.h"

/* Whether a text is a link, or one word that writes blanks and strokes as addresses do. */
bool kj_address_is(const char *text);

/*
 * The position of such a text with the moves that the link has, as kj_position_text_read takes it.
 * `game` is set where the link names one and it is NULL. NULL with KJ_TEXT_ERROR_SYNTAX when the
 * link has no position, or names a game that Kanju does not know. (transfer full)
 */
char *kj_address_position(const char *text, const KjGame **game, GError **error);

/* The decoded value of a parameter of a link, behind its ? or #; NULL: there is none. (transfer
 * full) */
char *kj_address_parameter(const char *link, const char *name);
