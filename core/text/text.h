/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all readers of text share: errors with line and column, and a scanner that keeps the column
 * it is at. A message says what is wrong and what was expected. Text is any NUL-terminated bytes;
 * it need not be valid UTF-8.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "core/rules/position.h"

#define KJ_TEXT_ERROR kj_text_error_quark()

typedef enum {
    KJ_TEXT_ERROR_SYNTAX,   // the text is not of the form expected
    KJ_TEXT_ERROR_POSITION, // it says what no position of the game can be
    KJ_TEXT_ERROR_MOVE,     // it names a move that does not exist, is illegal or is ambiguous
} KjTextError;

/* The domain of all errors of the text readers; codes are KjTextError. An error of it carries its
 * place. */
GQuark kj_text_error_quark(void);

/* A place in a text. */
typedef struct {
    unsigned line;   // 1-based; 0: not known
    unsigned column; // 1-based, in characters; 0: not known
} KjTextPlace;

/* The place of an error; nothing is known of it if it is of another domain. */
KjTextPlace kj_text_error_place(const GError *error);

/* Sets `error` at a place, with a message in the language of the thread. Always false. */
bool kj_text_error_set(GError **error, KjTextPlace place, KjTextError code, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* An error in a part of a text: its place becomes that in the whole, of whose lines and columns so
 * many come before. What is not known stays so. Errors of other domains stay as they are. */
void kj_text_error_move(GError *error, unsigned lines, unsigned columns);

/* Tells an error of a line in its message, as "SOURCE:COLUMN: ". */
void kj_text_error_tell_place(GError **error, const char *source);

/* Says in which line an error is. */
void kj_text_error_set_line(GError *error, unsigned line);

/* An error in words, its place first: "line 3: column 5: ...". (transfer full) */
char *kj_text_error_write(const GError *error);

/* Puts something before an error, place and all ("7g7e: column 1: ..."); it has no place
 * afterwards. */
void kj_text_error_prefix(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* A text being read: its beginning, from which columns count, and the place reached. */
typedef struct {
    const char *text;
    const char *at;
} KjScan;

enum {
    KJ_TEXT_QUOTE = 128, // bytes that hold any result of kj_text_quote
    KJ_TEXT_UNTIL_BLANK = -1,
};

/* The 1-based column of a place in a text, counted in characters. O(n). */
unsigned kj_text_column(const char *text, const char *at);

/*
 * Writes up to 24 characters of a text between quotes, 「」 in Japanese, into `out`, for a message.
 * `length` is in bytes, or KJ_TEXT_UNTIL_BLANK. Control characters and bytes that are not UTF-8
 * become '?', a longer text ends in "...". Nothing reads `end of text` or `a blank`. Returns `out`.
 */
const char *kj_text_quote(const char *at, int length, char out[KJ_TEXT_QUOTE]);

/* As kj_text_quote, for the single character at a place. A strange byte reads `byte 0xNN`. */
const char *kj_text_quote_char(const char *at, char out[KJ_TEXT_QUOTE]);

/* Whether a character is one that readers of a text obey and do not show: control characters, those
 * that turn the direction of writing, separators of lines and paragraphs. */
bool kj_char_is_obeyed(gunichar c);

/* Makes what a terminal would obey harmless: such characters but line feeds and tabs become '?', in
 * place. The text is UTF-8. */
void kj_text_harmless(char *text);

/* Makes a text, which is UTF-8, the name of a file in place, of any system: what would be obeyed,
 * blanks, and what Windows has in no name become `instead`, and so does a dot at the beginning. An empty
 * text stays so. */
void kj_text_to_leaf(char *text, char instead);

/* Sets `error` at the column of the place `at`. Always returns false. */
bool kj_scan_fail(const KjScan *scan, const char *at, KjTextError code, GError **error,
                  const char *format, ...) G_GNUC_PRINTF(5, 6);

/* Propagates an error of KJ_TEXT_ERROR (transfer full) whose column counts from `at`, none being the
 * first: it counts from the beginning of the text then. Always returns false. */
bool kj_scan_propagate(const KjScan *scan, const char *at, GError *inner, GError **error);

/* Whether a character ends a word: blank, tab, line end or the end of the text. */
static inline bool kj_is_break(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}

/* Skips blanks, tabs and line ends; returns whether there is more text. */
bool kj_scan_blanks(KjScan *scan);

/* Skips blanks and the word if it comes next and ends there; else leaves the place after the
 * blanks and returns false. */
bool kj_scan_word(KjScan *scan, const char *word);

/* Skips blanks; false with an error if anything else is left. */
bool kj_scan_end(KjScan *scan, GError **error);

/*
 * Reads a decimal number without leading zeros. Fails (SYNTAX) when there is no digit, on a leading
 * zero and above `limit` (at least 9).
 */
bool kj_scan_number(KjScan *scan, unsigned limit, unsigned *out, GError **error);

/*
 * Reads a piece letter of the game, upper case for sente, and gives the piece, promoted if asked
 * for. Fails (SYNTAX) when there is no such letter and (POSITION) when the piece does not promote.
 */
bool kj_scan_piece(KjScan *scan, const KjGame *game, bool promoted, KjPiece *out, GError **error);

/*
 * Adds `count` pieces to a hand. Fails (POSITION) at the column of `at` when the game has no such
 * piece in hand or the hand cannot hold so many.
 */
bool kj_scan_hand(const KjScan *scan, const char *at, KjPosition *pos, KjPiece piece,
                  unsigned count, GError **error);

/* "sente" or "gote", static. */
const char *kj_side_name(KjSide side);

/* The name of a game in the language of the thread, "shogi" or 将棋, static. */
const char *kj_game_name(const KjGame *game);
