/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 必至 by brute force. */
#include "tests/support/brute_force/hisshi_reference.h"

#include <glib.h>

#include "core/rules/attack.h"
#include "tests/support/key_table.h"

enum { NEVER = G_MAXINT };

typedef struct {
    KjPosition pos;
    unsigned first, n; // edges
    bool lost;         // for the attacker, whatever follows
    int plies;         // NEVER: not forced, so far
} Node;

struct HisshiReference {
    KjSide attacker;
    size_t max_nodes;
    Reference *mates;
    GHashTable *index;      // full key -> number + 1
    GHashTable *known_mate; // full key -> verdict + 1
    GArray *node, *edge;    // Node; unsigned
};

#define NODE(r, i) (&g_array_index((r)->node, Node, (i)))

HisshiReference *hisshi_reference_new(KjSide attacker, size_t max_nodes, size_t max_mate)
{
    HisshiReference *r = g_new0(HisshiReference, 1);
    r->attacker = attacker;
    r->max_nodes = max_nodes;
    r->mates = reference_new(attacker, REFERENCE_CHECKS, max_mate);
    r->index = key_table_new(NULL);
    r->known_mate = key_table_new(NULL);
    r->node = g_array_new(FALSE, FALSE, sizeof(Node));
    r->edge = g_array_new(FALSE, FALSE, sizeof(unsigned));
    return r;
}

void hisshi_reference_free(HisshiReference *r)
{
    reference_free(r->mates);
    g_hash_table_unref(r->index);
    g_hash_table_unref(r->known_mate);
    g_array_unref(r->node);
    g_array_unref(r->edge);
    g_free(r);
}

static ReferenceVerdict mates(HisshiReference *r, const KjPosition *pos)
{
    uint64_t key = kj_position_state_key(pos);
    gpointer found = g_hash_table_lookup(r->known_mate, KEY(key));
    if (found)
        return (ReferenceVerdict)(GPOINTER_TO_UINT(found) - 1);
    unsigned plies;
    ReferenceVerdict verdict = reference_solve(r->mates, pos, &plies);
    g_hash_table_insert(r->known_mate, KEY(key), GUINT_TO_POINTER((unsigned)verdict + 1));
    return verdict;
}

static unsigned number_of(HisshiReference *r, const KjPosition *pos)
{
    uint64_t key = kj_position_state_key(pos);
    gpointer found = g_hash_table_lookup(r->index, KEY(key));
    if (found)
        return GPOINTER_TO_UINT(found) - 1;
    Node node = {.pos = *pos, .plies = NEVER};
    g_array_append_val(r->node, node);
    g_hash_table_insert(r->index, KEY(key), GUINT_TO_POINTER(r->node->len));
    return r->node->len - 1;
}

static void add_edges(HisshiReference *r, unsigned i, const KjMoveList *list)
{
    unsigned first = r->edge->len;
    for (unsigned k = 0; k < list->n; k++) {
        KjPosition after = kj_position_after(&NODE(r, i)->pos, list->move[k]);
        unsigned to = number_of(r, &after);
        g_array_append_val(r->edge, to);
    }
    NODE(r, i)->first = first;
    NODE(r, i)->n = list->n;
}

static KjPosition passed(const KjPosition *pos)
{
    KjPosition after = *pos;
    kj_position_set_side(&after, kj_other((KjSide)pos->side));
    return after;
}

/* Checks and threats. False if a question has no answer. */
static bool expand_attacks(HisshiReference *r, unsigned i)
{
    KjPosition pos = NODE(r, i)->pos;
    KjMoveList all, kept = {0};
    ReferenceVerdict mate = mates(r, &pos);
    if (mate != REFERENCE_NO_MATE) {
        NODE(r, i)->plies = 0;
        return mate == REFERENCE_MATE;
    }
    kj_gen_safe(&pos, &all);
    if (pos.tried >> (r->attacker ^ 1) & 1)
        all.n = 0; // only checks go on, and they do not mate
    for (unsigned k = 0; k < all.n; k++) {
        KjPosition after = kj_position_after(&pos, all.move[k]);
        if (!kj_in_check(&after, kj_other(r->attacker))) {
            KjPosition pass = passed(&after);
            ReferenceVerdict threat = mates(r, &pass);
            if (threat == REFERENCE_TOO_BIG)
                return false;
            if (threat == REFERENCE_NO_MATE)
                continue;
        }
        kj_list_add(&kept, all.move[k]);
    }
    add_edges(r, i, &kept);
    return true;
}

/* All replies. The threat of a quiet root is asked for here, elsewhere it is known. */
static bool expand_replies(HisshiReference *r, unsigned i)
{
    KjPosition pos = NODE(r, i)->pos;
    bool check = kj_in_check(&pos, (KjSide)pos.side);
    KjMoveList list;
    kj_gen_safe(&pos, &list);
    if (i == 0 && !check) {
        KjPosition pass = passed(&pos);
        ReferenceVerdict threat = mates(r, &pass);
        if (threat == REFERENCE_TOO_BIG)
            return false;
        NODE(r, i)->lost = threat == REFERENCE_NO_MATE;
    }
    for (unsigned k = 0; k < list.n && pos.game->rules.try_rule == KJ_TRY_ON; k++)
        NODE(r, i)->lost = NODE(r, i)->lost || kj_is_try(&pos, list.move[k]);
    if (list.n == 0 && !check && pos.game->rules.stalemate != KJ_STALEMATE_LOSS)
        NODE(r, i)->lost = true;
    if (NODE(r, i)->lost)
        list.n = 0;
    add_edges(r, i, &list);
    return true;
}

/* The value of a position by the definition, from those of its children. */
static int value_of(const HisshiReference *r, const Node *node)
{
    bool attacks = node->pos.side == r->attacker;
    int best = attacks ? NEVER : 0;
    if (node->lost)
        return NEVER;
    if (attacks && node->plies == 0)
        return 0;
    for (unsigned e = node->first; e < node->first + node->n; e++) {
        int child = NODE(r, g_array_index(r->edge, unsigned, e))->plies;
        best = attacks ? MIN(best, child) : MAX(best, child);
    }
    if (best == NEVER)
        return NEVER;
    return attacks || best > 0 ? best + 1 : 0;
}

static void solve(HisshiReference *r)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (unsigned i = r->node->len; i-- > 0;) {
            int value = value_of(r, NODE(r, i));
            changed = changed || value != NODE(r, i)->plies;
            NODE(r, i)->plies = value;
        }
    }
}

ReferenceVerdict hisshi_reference_solve(HisshiReference *r, const KjPosition *root, unsigned *plies)
{
    g_hash_table_remove_all(r->index);
    g_hash_table_remove_all(r->known_mate);
    g_array_set_size(r->node, 0);
    g_array_set_size(r->edge, 0);
    number_of(r, root);
    for (unsigned i = 0; i < r->node->len; i++) {
        bool attacks = NODE(r, i)->pos.side == r->attacker;
        if (r->node->len > r->max_nodes || !(attacks ? expand_attacks(r, i) : expand_replies(r, i)))
            return REFERENCE_TOO_BIG;
    }
    solve(r);
    *plies = NODE(r, 0)->plies == NEVER ? 0 : (unsigned)NODE(r, 0)->plies;
    return NODE(r, 0)->plies == NEVER ? REFERENCE_NO_MATE : REFERENCE_MATE;
}

int hisshi_reference_plies(const HisshiReference *r, const KjPosition *pos)
{
    uint64_t key = kj_position_state_key(pos);
    gpointer found = g_hash_table_lookup(r->index, KEY(key));
    if (!found)
        return -2;
    int plies = NODE(r, GPOINTER_TO_UINT(found) - 1)->plies;
    return plies == NEVER ? -1 : plies;
}
