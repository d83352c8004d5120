/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Piece faces and numbers as Japanese records write them (docs/formats.md). */
#pragma once

#include <glib.h>

#include "core/rules/position.h"

/* The kanji of a piece as a diagram has it: one character, gote's king in its other form.
 * Static. */
const char *kj_piece_kanji_write(const KjGame *game, KjPiece piece);

/* As kj_piece_kanji_write, with 今 仝 个 for 圭 杏 と: another set of characters for promoted
 * pieces. Static. */
const char *kj_piece_kanji_write_other(const KjGame *game, KjPiece piece);

/* The kanji of a kind as moves name it: 玉 for both kings, 成銀 for the face 全. (transfer full) */
char *kj_piece_kanji_name(const KjGame *game, KjKind kind);

/* What moves may name a kind instead, and some programs do: 竜 for 龍, 王 for 玉, 全 for 成銀; NULL:
 * nothing else. Static. */
const char *kj_piece_kanji_other_name(const KjGame *game, KjKind kind);

/*
 * Reads a piece at the beginning of a text: any of its faces, the other characters used for them
 * (竜 for 龍 and the like), or 成 and its front. Gives the place after it, or NULL.
 */
const char *kj_piece_kanji_read(const KjGame *game, const char *text, KjKind *out);

/* As kj_piece_kanji_read, of any game: the place after the piece, or NULL. */
const char *kj_piece_kanji_any(const char *text);

/* What is wrong with a move of a kind from a square that has none of it: "no 龍 on 1a, which has 香".
 * (transfer full) */
char *kj_piece_missing_text(const KjPosition *pos, KjKind kind, unsigned from);

/* The character used for the same face, or NULL. Static. */
const char *kj_piece_kanji_synonym(const char *face);

/* Another spelling that is read for a face, as 酔象 for 象, the longer ones first, its synonym last;
 * NULL: there are no more than i. Static. */
const char *kj_piece_kanji_spelling(const char *face, unsigned i);

/* Whether a promoted face stands on diagrams only, and moves name the piece 成 and its front. */
bool kj_piece_kanji_is_stand_in(const char *face);

/* Appends a number from 1 to 99 in kanji. */
void kj_kanji_number_append(GString *out, unsigned number);

/* Reads a number in kanji or in digits of either width; gives the place after it, or NULL when
 * there is none or it is over 999. */
const char *kj_kanji_number_read(const char *text, unsigned *out);

/*
 * Reads one digit 1-9 in ASCII, full width or (if `kanji`) kanji, or a letter a-i of either width
 * if `letters`, counted from 1. Gives the place after it, or NULL.
 */
const char *kj_wide_digit_read(const char *text, bool kanji, bool letters, unsigned *out);
