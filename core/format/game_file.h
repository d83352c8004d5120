/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A record as a file holds it, whatever its format (docs/formats.md): the tree of moves, how its
 * text is laid down, and its headers. Every line that means nothing here is kept as a note of the
 * tree, so that it can be written back.
 */
#pragma once

#include "core/text/text_file.h"
#include "core/tree/move_cursor.h"

typedef enum {
    KJ_FORMAT_SFEN,
    KJ_FORMAT_USI,
    KJ_FORMAT_FEEN,
    KJ_FORMAT_KIF,
    KJ_FORMAT_KI2,
    KJ_FORMAT_BOD,
    KJ_FORMAT_CSA,
    KJ_FORMAT_JKF,
    KJ_FORMAT_USEN,
    KJ_FORMAT_TSV, // a line of a list
    KJ_FORMAT_COUNT,
} KjFormat;

typedef struct {
    KjFormat format; // it was read from
    KjTextEncoding encoding;
    char *csa_version; // "2.2", or NULL
    unsigned line;     // 1-based line of its first line in the file
    unsigned rows;     // that of the first row of its board, if the others follow; else 0
    unsigned cut;      // pieces of the defender's hand that were left out: the set has no more
    KjMoveTree *tree;  // owned
} KjGameFile;

/* A record of a tree, which it takes over, as if read from a list. (transfer full) */
KjGameFile *kj_game_file_of(KjMoveTree *tree);

/* A record to be read from a format, with an empty tree and no start yet. (transfer full) */
KjGameFile *kj_game_file_new(KjFormat format);
void kj_game_file_free(KjGameFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjGameFile, kj_game_file_free)

/* What a work says of itself. */
typedef enum { KJ_ABOUT_TITLE, KJ_ABOUT_AUTHOR, KJ_ABOUT_DATE, KJ_ABOUT_NOTE, KJ_ABOUTS } KjAbout;

/* The header that has it, as in KIF. Static. */
const char *kj_about_key(KjAbout about);

/* The value of the first header of this key, or NULL. Owned by the tree. */
const char *kj_game_file_header(const KjGameFile *file, const char *key);

/* Whether a header of this key is one the formats know (docs/formats.md). */
bool kj_game_file_header_known(const char *key);

/* Whether a record without a diagram may begin where a name says, or the even game does: not if it
 * is a work (KJ_TEXT_ERROR_POSITION at the place), unless it has moves, which are legal then. */
bool kj_game_file_may_be_named(const KjGameFile *file, KjTextPlace place, GError **error);

/* Whether nothing of a problem or game was read: no start written out, no header the formats know,
 * no move and no end. Such a text is no record, whatever its name says. */
bool kj_game_file_is_empty(const KjGameFile *file);
