/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a file claims of a position: how long the mate is, and the author's line. Kept as a text, "7
 * G*5b 5a4a …", "-" for a length that is not told, "" for no claims; moves are those of the
 * canonical position.
 */
#pragma once

#include <glib.h>

#include "core/rules/position.h"

typedef struct {
    int plies;     // -1: not told
    KjMove *moves; // owned; NULL: no line
    unsigned n_moves;
} KjClaim;

/*
 * The text of a claim about the position that `start`, before its moves, is turned into by `turn`
 * (KjCanonicalTurn bits). Moves after one that is not legal are left out. (transfer full)
 */
char *kj_claim_write(const KjPosition *start, unsigned turn, int plies, const KjMove *moves,
                     unsigned n_moves);

/* Reads such a text as far as its moves can be read. Clear with kj_claim_clear. */
void kj_claim_read(const char *text, const KjPosition *canonical, KjClaim *out);
void kj_claim_clear(KjClaim *claim);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KjClaim, kj_claim_clear)

/* The moves in a claim's text, "" if there are none. */
const char *kj_claim_line(const char *text);
