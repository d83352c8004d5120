/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the KIF reader and writer share. */
#pragma once

#include "core/format/kif.h"

/* What a line is: first those that say nothing here, then those of the diagram, then the rest. */
typedef enum {
    KJ_KIF_BLANK,
    KJ_KIF_COMMENT,  // *
    KJ_KIF_BOOKMARK, // &
    KJ_KIF_SOFTWARE, // #
    KJ_KIF_ROW,      // of the board
    KJ_KIF_FRAME,    // +-----+
    KJ_KIF_FILES,    // ９ ８ ７ ...
    KJ_KIF_HAND,
    KJ_KIF_TURN,    // 後手番
    KJ_KIF_COUNT,   // 手数＝
    KJ_KIF_RULER,   // 手数----指手
    KJ_KIF_MOVE,    // one, with its number
    KJ_KIF_MOVES,   // of KI2
    KJ_KIF_BRANCH,  // 変化
    KJ_KIF_TRAILER, // まで
    KJ_KIF_HEADER,
    KJ_KIF_PROSE,
    KJ_KIF_CLASSES,
} KjKifClass;

/* A line told. What it says stands in the text it was told of. */
typedef struct {
    KjKifClass is;
    const char *plain; // behind the marks of a quotation
    const char *at;    // behind the indentation, too
    const char *value; // of HAND, MOVE, MOVES, BRANCH, HEADER
    char key[65];      // of HEADER, without blanks
    KjSide side;       // of HAND and TURN
    bool side_known;   // of HAND
} KjKifLine;

/* Tells what a line is, quoted and indented as it may be. */
KjKifLine kj_kif_line(const char *text);

/* Whether a line, in a text of another format, is one that draws a board or tells moves. */
bool kj_kif_is_play(const char *text);

/* A line as it is written back: without quotation, lines of the diagram and the like without
 * indentation. (transfer full) */
char *kj_kif_line_text(const char *text);

/* The length of the bar that begins or ends a row, 0 if there is none here. */
size_t kj_kif_bar(const char *at);

/* The lines of a diagram, collected until the game is known. Zeroed: none yet. */
typedef struct {
    GPtrArray *rows;   // texts
    GArray *row_lines; // their line numbers
    char *hand[2];     // whole lines, or NULL
    unsigned hand_line[2];
    unsigned line; // the first of it
    bool framed;   // there is a frame or a ruler of files
    bool closed;   // a frame came after the last row
    bool gote_moves;
    GString *raw; // all lines, as kj_kif_line_text has them
} KjKifBoard;

void kj_kif_board_clear(KjKifBoard *board);

/* Whether anything was collected. */
bool kj_kif_board_any(const KjKifBoard *board);

/* Whether a line is part of a diagram. */
static inline bool kj_kif_board_is(KjKifClass is)
{
    return is >= KJ_KIF_ROW && is <= KJ_KIF_COUNT;
}

/* Whether a line of a diagram begins another one. */
bool kj_kif_board_again(const KjKifBoard *board, const KjKifLine *line);

/* Takes a line of a diagram. Fails with "column N: ..." if it has the like already. */
bool kj_kif_board_take(KjKifBoard *board, const KjKifLine *line, const char *text, unsigned number,
                       GError **error);

/* The place of the face in a cell of a row, behind its mark, and whose piece that makes it. The place
 * after the sign of an empty square that comes here, or NULL. */
const char *kj_kif_cell_face(const char *at, KjSide *out);
const char *kj_kif_cell_empty(const char *at);

/*
 * The position the lines draw. `game` may be NULL. Where there are hands or a side to move but no
 * rows, the board is that of `out`, which then holds a position. Of a mate problem the hand of the
 * defender may forget that of the attacker (kj_position_cut_hand): `out_cut` pieces are left out.
 * Fails with "column N: ..." about line `out_line`.
 */
bool kj_kif_board_read(const KjKifBoard *board, const KjGame *game, KjPosition *out,
                       unsigned *out_cut, unsigned *out_line, GError **error);

/* The line of the first row, if the others follow; else 0. */
unsigned kj_kif_board_rows(const KjKifBoard *board);

/* Appends a diagram with hands, and 後手番 if gote is to move. */
void kj_kif_board_write(GString *out, const KjPosition *pos);

/*
 * Reads a move as KIF has it, `同 金(32)`, `５三銀打`, `２二角成(88)`; without an origin or 打, as
 * KI2 has it. Fails with "column N: ...".
 */
bool kj_kif_move_read(KjScan *scan, const KjPosition *pos, KjMove last, KjMove *out,
                      GError **error);

/* The place after what has the form of a move, ７六歩(77) or 同　銀右成, as a word; NULL if there is
 * none. And the length of the word that begins here, up to a blank, bracket or mark. */
const char *kj_kif_move_shape(const char *at);
size_t kj_kif_word(const char *at);

/* Appends a move as KIF has it. */
void kj_kif_move_write(GString *out, const KjPosition *before, KjMove move, KjMove last);

/* Whether a move, written in `length` bytes of text, names its piece by the other kanji; and a
 * written move, from `start` on, with that name. */
bool kj_kif_has_other_name(const KjPosition *before, KjMove move, const char *text, size_t length);
void kj_kif_put_other_name(GString *out, gsize start, const KjPosition *before, KjMove move);

/* The value of 手合割 that a start has: a handicap, その他 or the name of a game. */
const char *kj_kif_handicap_name(const KjPosition *start, bool *out_needs_diagram);

/* Whether a line begins with the mark of a side, as lines of KI2 do; its length then, else 0. */
size_t kj_ki2_mark(const char *text);

/* Plays the moves of a line of KI2, with marks or without. Fails with "column N: ...". */
bool kj_ki2_line_read(KjMoveCursor *cursor, KjScan *scan, GError **error);

/* The end a line `まで...` tells, or KJ_END_NONE. */
KjGameEnd kj_ki2_trailer_read(const char *line);

/* Appends such a line for an end after so many plies, with `side` to move. */
void kj_ki2_trailer_write(GString *out, KjGameEnd end, unsigned plies, KjSide side);
