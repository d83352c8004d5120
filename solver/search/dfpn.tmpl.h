/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The body of a df-pn search (Nagai and Imai 2002): a node, from its children to its value. The
 * search for mates, the one for 必至 and those with history are this, and differ in what a node is.
 *
 * Thresholds: a child is searched until it is no longer the best by an eighth (pn_sum.h). Children
 * last seen at a smaller ply may stem from this very node; then thresholds are widened until
 * something new has been expanded (threshold control, Kishimoto 2010).
 *
 * A source includes this once, after having defined
 *
 *   DFPN             the type of the search; its member `extend` is 0 where a search begins: how
 *                    many nodes on the line have their thresholds widened
 *   DFPN_NODE        of a node: with `is_or` (the attacker is to move), `decided`, and `final`, its
 *                    value if it is decided without adding up
 *   DFPN_VALUE       of what is known of a node
 *   DFPN_SEARCH(x)   the KjSearch that counts nodes and is stopped
 *   DFPN_OWN(node, i)        what child `i` adds to the sum (of the numbers that add up)
 *   DFPN_HAS_OLD(node)       whether a child was last seen at a smaller ply and is not decided
 *   DFPN_IS_FRESH(node, i)   whether child `i` was never expanded
 *
 * and defines the functions declared here.
 */

/* Counts the node at the end of the line, which is searched for a mate within `len` plies, and
 * finds its children or decides it. */
static void dfpn_open(DFPN *x, DFPN_NODE *node, unsigned len);

/* What the children add up to. */
static KjPnSum dfpn_sum_up(DFPN *x, DFPN_NODE *node, unsigned len);

/* Searches the best child with its thresholds. May decide the node. */
static void dfpn_descend(DFPN *x, DFPN_NODE *node, const KjPnSum *sum, unsigned len, uint32_t th_pn,
                         uint32_t th_dn);

/* The value of the node, kept for later, where it took so many nodes. */
static DFPN_VALUE dfpn_close(DFPN *x, DFPN_NODE *node, const KjPnSum *sum, unsigned len,
                             uint64_t nodes);

/*
 * Searches the node at the end of the line for a mate within `len` plies: goes through its children
 * until it is decided, a threshold is reached or the search is stopped.
 */
static DFPN_VALUE dfpn_search(DFPN *x, unsigned len, uint32_t th_pn, uint32_t th_dn)
{
    const unsigned extend = x->extend;
    uint64_t nodes = DFPN_SEARCH(x)->nodes;
    DFPN_NODE node;
    KjPnSum sum = {0};
    dfpn_open(x, &node, len);
    if (!node.decided && !kj_without(KJ_HEURISTIC_widening) && DFPN_HAS_OLD(&node))
        x->extend++;
    while (!node.decided) {
        sum = dfpn_sum_up(x, &node, len);
        if (sum.pn == 0 || sum.dn == 0 || DFPN_SEARCH(x)->stopped)
            break;
        uint32_t pn = th_pn, dn = th_dn;
        if (x->extend) {
            pn = MAX(pn, sum.pn + 1);
            dn = MAX(dn, sum.dn + 1);
        }
        if (sum.pn >= pn || sum.dn >= dn)
            break;
        if (x->extend && DFPN_IS_FRESH(&node, sum.best))
            x->extend--;
        kj_pn_sum_thresholds(&sum, node.is_or, DFPN_OWN(&node, sum.best), &pn, &dn);
        dfpn_descend(x, &node, &sum, len, pn, dn);
    }
    x->extend = MIN(x->extend, extend);
    return dfpn_close(x, &node, &sum, len, DFPN_SEARCH(x)->nodes - nodes);
}
