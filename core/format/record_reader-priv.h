/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the readers of records by lines share, KIF and CSA: a text is taken line by line into one
 * record after another, first what stands before the moves, then moves at the place reached.
 */
#pragma once

#include "core/format/game_file.h"

typedef struct KjRecordReader KjRecordReader;

/* What a format does of its own. */
typedef struct {
    KjFormat format; // of a record at first

    /* Forgets what was collected for the record before. */
    void (*begin)(KjRecordReader *reader);

    /* Takes a line. False with an error, without its line. */
    bool (*line)(KjRecordReader *reader, const char *line, GError **error);

    /*
     * Finds the start position out of what was collected. Gives the lines that told it in
     * `out_text`, which stay the format's, and sets `drawn`. False with an error; `error_line` then
     * is its line.
     */
    bool (*start)(KjRecordReader *reader, KjPosition *out, const char **out_text, GError **error);

    /* Whether nothing was read of a record. */
    bool (*is_empty)(const KjRecordReader *reader);
} KjRecordSyntax;

/* The first member of a format's own reader; `syntax` and `asked` are set, the rest is zero. */
struct KjRecordReader {
    const KjRecordSyntax *syntax;
    const KjGame *asked; // or NULL
    GPtrArray *files;    // KjGameFile*
    KjGameFile *file;    // being read, the last of them
    KjMoveCursor cursor;
    bool playing;        // moves have begun, and the cursor is there
    bool drawn;          // the start is told by a board, not by a name or not at all
    unsigned line;       // current
    unsigned error_line; // where an error goes
};

/* Reads a text, which it changes in the course. Gives what could be read (KjGameFile*); if `error`
 * is set, reading ended with it. (transfer full) */
GPtrArray *kj_record_reader_read(KjRecordReader *reader, char *text, GError **error);

/* Ends the record being read, if anything was read of it, and begins another. */
bool kj_record_reader_next(KjRecordReader *reader, GError **error);

/* Finds the start position, once everything that can tell it has been read. */
bool kj_record_reader_play(KjRecordReader *reader, GError **error);

/* Where a note of this line goes. */
KjMoveNode *kj_record_reader_place(const KjRecordReader *reader);

/* The place in a line behind the marks of a mail's quotation, `> ` at any depth. */
const char *kj_record_unquoted(const char *line);
