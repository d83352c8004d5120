/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reading and writing CSA share. */
#pragma once

#include "core/format/csa.h"
#include "core/notation/csa_codes.h"

/* A header's key for `$NAME`: in Japanese where KIF has it, else `$NAME`; and back, NULL if there
 * is none. Static or the argument itself. */
const char *kj_csa_key(const char *dollar_name);
const char *kj_csa_name(const char *key);

/* Whether a line is one of the start position: P1..P9, PI, P+, P-; or that, or a move. */
bool kj_csa_is_board(const char *line);
bool kj_csa_is_play(const char *line);

/* One such line, and where it stands. */
typedef struct {
    char *text;
    unsigned line;
    unsigned before; // characters of its line
} KjCsaLine;

/*
 * The position of the lines, sente to move. Fails with "column N: ..." about line `out_line`.
 */
bool kj_csa_board_read(const GArray *lines, const KjGame *game, KjPosition *out, unsigned *out_line,
                       GError **error);

/* The line of the first row, if the others follow in their order; else 0. */
unsigned kj_csa_board_rows(const GArray *lines);

/* Appends the lines of a position and of the side to move. */
void kj_csa_board_write(GString *out, const KjPosition *pos);
