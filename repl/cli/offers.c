/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions on their way to the workbench. */
#include "repl/cli/offers.h"

static void offer_free(gpointer data)
{
    KjOffer *offer = data;
    if (offer->line)
        g_array_unref(offer->line);
    g_free(offer->text);
    g_free(offer);
}

KjOffers *kj_offers_new(void)
{
    KjOffers *offers = g_new0(KjOffers, 1);
    offers->list = g_ptr_array_new_with_free_func(offer_free);
    return offers;
}

void kj_offers_free(KjOffers *offers)
{
    if (!offers)
        return;
    g_ptr_array_unref(offers->list);
    g_free(offers);
}

/* The position under the game's own rules, which outlive the call. */
static KjPosition lasting(const KjPosition *position)
{
    KjPosition pos = *position;
    pos.game = kj_game_find(position->game->row->id);
    return pos;
}

KjOffer *kj_offers_add(KjOffers *offers, const KjPosition *root, const KjPosition *position,
                       const KjMove *line, unsigned n_line, unsigned plies, const char *text)
{
    if (!offers)
        return NULL;
    offers->root = lasting(root);
    KjOffer *offer = g_new0(KjOffer, 1);
    *offer = (KjOffer){.position = lasting(position), .text = g_strdup(text), .plies = plies};
    if (line && n_line) {
        offer->line = g_array_sized_new(FALSE, FALSE, sizeof(KjMove), n_line);
        g_array_append_vals(offer->line, line, n_line);
    }
    g_ptr_array_add(offers->list, offer);
    return offer;
}
