/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the KIF reader and writer share. */
#pragma once

#include "core/format/kif.h"

/* The lines of a diagram, collected until the game is known. Zeroed: none yet. */
typedef struct {
    GPtrArray *rows;   // texts
    GArray *row_lines; // their line numbers
    char *hand[2];     // whole lines, or NULL
    unsigned hand_line[2];
    bool gote_moves;
    GString *raw; // all lines as they were
} KjKifBoard;

void kj_kif_board_clear(KjKifBoard *board);

/* Whether anything was collected. */
bool kj_kif_board_any(const KjKifBoard *board);

/* Whether a line is part of a diagram. */
bool kj_kif_board_is(const char *line);

/* Takes such a line. */
void kj_kif_board_take(KjKifBoard *board, const char *line, unsigned number);

/*
 * The position the lines draw. `game` may be NULL. Where there are hands or a side to move but no
 * rows, the board is that of `out`, which then holds a position. Fails with "column N: ..." about
 * line `out_line`.
 */
bool kj_kif_board_read(const KjKifBoard *board, const KjGame *game, KjPosition *out,
                       unsigned *out_line, GError **error);

/* Appends a diagram with hands, and 後手番 if gote is to move. */
void kj_kif_board_write(GString *out, const KjPosition *pos);

/*
 * Reads a move as KIF has it, `同 金(32)`, `５三銀打`, `２二角成(88)`; without an origin or 打, as
 * KI2 has it. Fails with "column N: ...".
 */
bool kj_kif_move_read(KjScan *scan, const KjPosition *pos, KjMove last, KjMove *out,
                      GError **error);

/* Appends a move as KIF has it. */
void kj_kif_move_write(GString *out, const KjPosition *before, KjMove move, KjMove last);

/* Whether a move, written in `length` bytes of text, names its piece by the other kanji; and a
 * written move, from `start` on, with that name. */
bool kj_kif_has_other_name(const KjPosition *before, KjMove move, const char *text, size_t length);
void kj_kif_put_other_name(GString *out, gsize start, const KjPosition *before, KjMove move);

/* The side that a line `先手の持駒：` or `後手番` is about, and the place of what it says; NULL for
 * others. */
const char *kj_kif_hand_line(const char *line, KjSide *out);
const char *kj_kif_turn_line(const char *line, KjSide *out);

/* A row of a diagram with the squares that are others in `wanted`, which is a row of the same
 * length; the rest as it is. NULL if the two do not fit. (transfer full) */
char *kj_kif_row_merge(const char *row, const char *wanted, const KjGame *game);

/* Appends the line of a move or end, and the value of 手合割 that a start has: a handicap, その他
 * or the name of a game. */
void kj_kif_node_write(GString *out, const KjPosition *before, const KjMoveNode *node, KjMove last);
const char *kj_kif_handicap_name(const KjPosition *start, bool *out_needs_diagram);

/* Appends the moves with all that is noted beside them. */
void kj_kif_moves_write(GString *out, KjGameFile *file, KjFormat format);

/* The ruler before the moves of KIF, with its line end. */
extern const char kj_kif_ruler[];

/* Whether a line begins with the mark of a side, as lines of KI2 do; its length then, else 0. */
size_t kj_ki2_mark(const char *text);

/* Plays the moves of a line of KI2. Fails with "column N: ...". */
bool kj_ki2_line_read(KjMoveCursor *cursor, const char *line, GError **error);

/* The end a line `まで...` tells, or KJ_END_NONE. */
KjGameEnd kj_ki2_trailer_read(const char *line);

/* Appends such a line for an end after so many plies, with `side` to move. */
void kj_ki2_trailer_write(GString *out, KjGameEnd end, unsigned plies, KjSide side);
