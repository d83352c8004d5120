/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Problem files (docs/formats.md): KIF, KI2, BOD, CSA and JKF, told by their contents,
 * else by the extension; tables (table.h); and lists with one problem a line: a position, or
 * `id<TAB>position[<TAB>plies[<TAB>note]]`, where empty lines and lines that begin with '#' are
 * skipped. Files may be UTF-8, with or without a byte order mark, or CP932 (Shift_JIS), with any
 * line ends.
 */
#pragma once

#include "core/format/game_file.h"
#include "core/format/position_text.h"

enum { KJ_PROBLEM_MAX_FILE = 256 << 20 }; // bytes

/* One problem. All strings are owned and UTF-8. */
typedef struct {
    char *id;     // from the file, else the same as source
    char *source; // "file:line"
    unsigned line;
    KjPositionText position; // of a record the start alone, of a list with the moves behind it
    int plies;               // recorded length, 0 for "no mate", -1 if not given
    char *note;              // or NULL
    KjGameFile *file;        // what was read, with the moves and headers; of a list, too
    GError *error;           // instead of the position, if the line cannot be read
    bool whole;              // the error tells no line: it is about the whole text
} KjProblem;

/* Frees a problem; NULL is fine. */
void kj_problem_free(KjProblem *problem);

/*
 * Reads one or many problems from a text of `length` bytes (-1: up to its NUL). `name` stands for
 * the file in `source`; `game` as in kj_position_text_read. What cannot be read becomes an element
 * with an error, a text without any problem a single such element; so there is at least one.
 * Returns an array of KjProblem* that owns its elements; free it with g_ptr_array_unref.
 */
GPtrArray *kj_problems_from_text(const char *text, gssize length, const char *name,
                                 const KjGame *game);

/*
 * All bytes of a file or pipe, which is opened and read once; a NUL follows them. `path` NULL:
 * standard input. NULL with G_FILE_ERROR, whose message does not name the file, when it cannot be
 * opened or read, is over KJ_PROBLEM_MAX_FILE or an archive. (transfer full)
 */
char *kj_problem_bytes(const char *path, size_t *out_length, GError **error);

/*
 * Reads one or many problems from a file (or pipe), as kj_problems_from_text. NULL with an error (G_FILE_ERROR, or
 * KJ_TEXT_ERROR for the contents) that names the file when it cannot be opened, is over 256 MiB, is
 * no text in one of the encodings, or holds no problem.
 */
GPtrArray *kj_problems_from_file(const char *path, const KjGame *game, GError **error);

/*
 * Reads lines of a list, which is no table, for lists read piece by piece: `text` is UTF-8 and changed in the course,
 * `first` (from 1) the number of its first line in the file. May give no problem at all.
 */
GPtrArray *kj_problems_from_lines(char *text, const char *name, unsigned first, const KjGame *game);
