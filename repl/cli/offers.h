/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Versions that a command of the composer has listed, for the workbench to step through: the list a
 * session collects (KjSession.offers).
 */
#pragma once

#include <glib.h>

#include "core/rules/position.h"

/* A version; its game is the lasting one of kj_game_find. */
typedef struct {
    KjPosition position;
    GArray *line;   // intended, KjMove; or NULL; owned
    char *text;     // what was changed; owned
    unsigned plies; // 0: not known
    // The position is that of the work, and `line` is to be looked at: a wrong check after so many
    // moves, and what refutes it.
    bool shows_line;
    unsigned ply;
} KjOffer;

typedef struct KjOffers {
    GPtrArray *list; // KjOffer*
    KjPosition root; // the work they are made of, if there are any
} KjOffers;

KjOffers *kj_offers_new(void);
void kj_offers_free(KjOffers *offers);

/* Adds one and returns it; `line` may be NULL. Everything is copied. Where `offers` is NULL nothing
 * happens, and NULL is returned. */
KjOffer *kj_offers_add(KjOffers *offers, const KjPosition *root, const KjPosition *position,
                       const KjMove *line, unsigned n_line, unsigned plies, const char *text);
