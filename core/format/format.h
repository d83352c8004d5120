/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formats of problem files: their names, telling them from texts, reading and writing by
 * format. */
#pragma once

#include "core/format/game_file.h"

/* The name of a format for options, which is its extension too: sfen, usi, kif... Static. */
const char *kj_format_name(KjFormat format);

/*
 * Whether a text (UTF-8) is KIF, KI2 or BOD (all told as KJ_FORMAT_KIF), CSA, JKF or USEN: by its lines,
 * else by the extension of `name`. False: it is a list of positions, or nothing at all.
 */
bool kj_format_recognise(const char *text, const char *name, KjFormat *out);

/*
 * The games of a text that kj_format_recognise has told; CSA and KIF change it in the course. Gives
 * what could be read (KjGameFile*); if `error` is set, reading ended with it, and it tells the line
 * except of a single object of JKF. `game` NULL: told by each board. (transfer full)
 */
GPtrArray *kj_format_read(char *text, KjFormat format, const KjGame *game, GError **error);

/*
 * Appends a game in a format, for a file in the encoding file->encoding. SFEN, FEEN and BOD hold
 * the start position alone; USI and TSV (kj_table_heading) the main line too. Fails with KJ_TEXT_ERROR_POSITION when
 * the game cannot be written in it.
 */
bool kj_format_write(GString *out, KjGameFile *file, KjFormat format, GError **error);

/* What a format cannot hold of this game, e.g. "2 branches, comments"; NULL if nothing is lost.
 * (transfer full) */
char *kj_format_losses(const KjGameFile *file, KjFormat format);

/* Lays down anew how the start of a record is told, in the record's own format, when it has become
 * another than the one that was read: by a name, or by a diagram as this program draws it. */
void kj_format_renew_start(KjGameFile *file);
