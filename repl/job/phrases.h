/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text fragments that several commands print. */
#pragma once

#include <glib.h>

#include "core/format/game_file.h"
#include "core/notation/notation.h"
#include "core/rules/position.h"
#include "repl/job/options.h"

/* The notation asked for by --notation, `otherwise` if none was. */
KjNotation kj_notation_asked(const KjValues *values, KjNotation otherwise);

/*
 * Each move of a line from a position, written in a notation; `previous` is the move before the
 * first, or KJ_MOVE_NONE. (transfer full, g_strfreev)
 */
char **kj_line_text(const KjPosition *start, const KjMove *moves, unsigned n, KjMove previous,
                    KjNotation notation);

/* The same with blanks between. (transfer full) */
char *kj_line_words(const KjPosition *start, const KjMove *moves, unsigned n, KjMove previous,
                    KjNotation notation);

/* A hand as SFEN has it, e.g. "G2P", gote's in lower case, "-" when empty. (transfer full) */
char *kj_hand_text(const KjGame *game, KjHand hand, KjSide side);

/* The hand that such a text is of, of either side; 0 for NULL. */
KjHand kj_hand_read(const KjGame *game, const char *text);

/* A hand in kanji, e.g. "金 歩2", "" when empty. (transfer full) */
char *kj_hand_kanji(const KjGame *game, KjHand hand);

/* Squares of a set in the game's own names, in the order of their numbers. (transfer full) */
char **kj_squares_text(const KjGame *game, KjBb squares);

/* The same, in the words of the language, with blanks between. (transfer full) */
char *kj_squares_said(const KjGame *game, KjBb squares);

/* A name for people of what may be the path of a file, with ":LINE" or not: without its folders.
 * (transfer full) */
char *kj_text_without_folders(const char *text);

/* A piece as SFEN has it: "p", "+R". (transfer full) */
char *kj_piece_letters(const KjGame *game, KjPiece piece);

/* A square, a piece, and a piece on a square or in hand, in the words of the language. (transfer
 * full) */
char *kj_square_name(const KjGame *game, unsigned square);
char *kj_piece_name(const KjGame *game, KjPiece piece);
char *kj_piece_name_at(const KjGame *game, KjPiece piece, unsigned square);

/* The piece that moves, on the square it comes from, or that is dropped. (transfer full) */
char *kj_mover_name(const KjPosition *pos, KjMove move);

/* What a work says of itself, as a line: "title: First Snow", "title: none" of "". (transfer full) */
char *kj_about_words(KjAbout about, const char *text);
