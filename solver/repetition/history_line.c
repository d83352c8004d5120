/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The main line of a mate by the law of repetition: asked of the search, move by move. */
#include "solver/repetition/history_search.h"

/* The children of the end of the line that the law allows, with their edges in `edge`. */
static unsigned allowed(KjHistorySearch *x, uint32_t node, uint32_t *edge)
{
    unsigned n = 0;
    for (unsigned i = 0; i < x->graph.node[node].n; i++)
        if (!kj_history_search_forbids(x, x->graph.node[node].first + i))
            edge[n++] = x->graph.node[node].first + i;
    return n;
}

/* Whether the attacker mates within `len` plies after an edge; KJ_UNKNOWN at a limit. */
static KjVerdict ask_edge(KjHistorySearch *x, uint32_t edge, unsigned len, unsigned *out_len)
{
    KjUndo undo;
    kj_history_search_make(x, edge, &undo);
    KjHistoryValue v = kj_history_search_here(x, x->graph.edge[edge].child, len);
    kj_history_search_unmake(x, edge, &undo);
    *out_len = v.len;
    return v.pn == 0 ? KJ_MATE : v.dn == 0 ? KJ_NOMATE : KJ_UNKNOWN;
}

/* The attack after which the shortest mate within `len` - 1 plies is known, without searching. */
static bool known_attack(const KjHistorySearch *x, const uint32_t *edge, unsigned n, unsigned len,
                         uint32_t *out_edge)
{
    unsigned best = len;
    for (unsigned i = 0; i < n; i++) {
        unsigned plies = kj_history_search_known(x, edge[i]);
        if (plies < best) {
            best = plies;
            *out_edge = edge[i];
        }
    }
    return best < len;
}

/* An attack that mates within `len` plies in all; false at a limit. */
static bool choose_attack(KjHistorySearch *x, uint32_t node, const uint32_t *edge, unsigned n,
                          unsigned len, uint32_t *out_edge)
{
    if (known_attack(x, edge, n, len, out_edge))
        return true;
    (void)kj_history_search_here(x, node, len); // what the table has lost
    if (known_attack(x, edge, n, len, out_edge))
        return true;
    for (unsigned i = 0; i < n && !x->s->stopped; i++) {
        unsigned plies;
        *out_edge = edge[i];
        if (ask_edge(x, edge[i], len - 1, &plies) == KJ_MATE)
            return true;
    }
    return false;
}

/*
 * A reply that holds out for all of `len` plies, else one that does so longest as far as is known.
 */
static void choose_reply(KjHistorySearch *x, const uint32_t *edge, unsigned n, unsigned len,
                         bool exact, uint32_t *out_edge)
{
    unsigned longest = 0;
    *out_edge = edge[0];
    for (unsigned i = 0; i < n && !x->s->stopped; i++) {
        unsigned plies;
        if (exact && len >= 3 && ask_edge(x, edge[i], len - 3, &plies) == KJ_NOMATE) {
            *out_edge = edge[i];
            return;
        }
        plies = kj_history_search_known(x, edge[i]);
        bool mates = plies < len || ask_edge(x, edge[i], len - 1, &plies) == KJ_MATE;
        if (mates && plies > longest) {
            longest = plies;
            *out_edge = edge[i];
        }
    }
}

void kj_history_line(KjHistorySearch *x, unsigned plies, KjResult *out)
{
    GArray *line = g_array_new(FALSE, FALSE, sizeof(KjMove));
    uint32_t node = x->root;
    g_autofree uint32_t *played = g_new(uint32_t, plies + 1u);
    g_autofree KjUndo *undo = g_new(KjUndo, plies + 1u);
    unsigned n_played = 0;
    for (;;) {
        uint32_t edge[KJ_MAX_MOVES], chosen = 0;
        if (!kj_history_search_expand(x, node))
            break;
        unsigned n = allowed(x, node, edge), left = plies - n_played;
        bool attacks = x->graph.node[node].attacks;
        out->line_complete = !attacks && n == 0;
        if (n == 0 || left == 0)
            break;
        if (!attacks)
            choose_reply(x, edge, n, left, out->plies_proved, &chosen);
        else if (!choose_attack(x, node, edge, n, left, &chosen))
            break;
        KjMove move = kj_graph_move(&x->graph.edge[chosen]);
        g_array_append_val(line, move);
        kj_history_search_make(x, chosen, &undo[n_played]);
        played[n_played++] = chosen;
        node = x->graph.edge[chosen].child;
    }
    out->leftover = x->pos.hand[x->s->attacker];
    while (n_played-- > 0)
        kj_history_search_unmake(x, played[n_played], &undo[n_played]);
    out->n_line = line->len;
    out->line = (KjMove *)(void *)g_array_free(line, FALSE);
}
