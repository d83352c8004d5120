/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graph and values by brute force. */
#include "tests/support/brute_force/classify.h"

#include <string.h>

#include "core/rules/attack.h"
#include "tests/support/brute_force/classify-priv.h"
#include "tests/support/brute_force/conventional_reference.h"
#include "tests/support/key_table.h"

const char *classify_code(unsigned bit)
{
    static const char *const text[CLASSIFY_CODES] = {
        "fails",     "early",  "equal",    "late",   "last",    "choice",   "promotion",
        "order",     "rejoin", "detour",   "mirror", "shorter", "leftover", "same",
        "same-last", "longer", "not-main", "escape", "futile"};
    return text[bit];
}

/* The number of a position, which is added if it is new. */
static unsigned number_of(Classify *c, const KjPosition *pos)
{
    uint64_t key = kj_position_full_key(pos);
    gpointer found = g_hash_table_lookup(c->index, KEY(key));
    if (found) {
        unsigned i = GPOINTER_TO_UINT(found) - 1;
        if (!kj_position_equal(POS(c, i), pos))
            g_error("two positions with one key");
        return i;
    }
    g_array_append_val(c->pos, *pos);
    g_hash_table_insert(c->index, KEY(key), GUINT_TO_POINTER(c->pos->len));
    return c->pos->len - 1;
}

/* Whether a piece put on `square` can be taken by a check. */
static bool taken_with_check(const KjPosition *pos, unsigned square)
{
    KjMoveList checks;
    kj_gen_checks(pos, &checks);
    for (unsigned i = 0; i < checks.n; i++)
        if (kj_move_to(checks.move[i]) == square)
            return true;
    return false;
}

ReferencePlan classify_plan(const Classify *c)
{
    return (ReferencePlan){c->rule, c->attacker, c->depth, MAX_VALUES};
}

/* The replies that are futile, none of a game that counts them. */
static void futile_replies(Classify *c, const KjPosition *pos, KjMoveList *out)
{
    out->n = 0;
    if (c->by->no_interpositions || c->rule == KJ_INTERPOSITIONS_COUNT || pos->side == c->attacker)
        return;
    ReferencePlan plan = classify_plan(c);
    // where another reply gets away it does not matter
    if (!conventional_reference_replies(&plan, pos, out))
        c->gave_up |= c->by->mates(c->by->data, pos) == 1;
}

/* Adds the edges of a position. What does not mate gets none and counts as got away. */
static void expand(Classify *c, unsigned i, bool mates)
{
    KjMoveList list, futile;
    KjPosition pos = *POS(c, i);
    bool lost = false, attacks = pos.side == c->attacker;
    g_array_append_val(c->first, c->edges->len);
    if (!mates) {
        lost = true;
        g_array_append_val(c->lost, lost);
        return;
    }
    if (attacks)
        kj_gen_checks(&pos, &list);
    else
        kj_gen_safe(&pos, &list);
    for (unsigned k = 0; k < list.n; k++)
        if (!attacks && pos.game->rules.try_rule == KJ_TRY_ON && kj_is_try(&pos, list.move[k]))
            lost = true;
    g_array_append_val(c->lost, lost);
    futile_replies(c, &pos, &futile);
    for (unsigned k = 0; k < list.n && !lost; k++) {
        KjPosition next = kj_position_after(&pos, list.move[k]);
        if (kj_list_has(&futile, list.move[k]))
            continue;
        if (!attacks && c->by->no_interpositions && kj_move_is_drop(list.move[k]) &&
            taken_with_check(&next, kj_move_to(list.move[k])))
            continue;
        Edge edge = {list.move[k], number_of(c, &next)};
        g_array_append_val(c->edges, edge);
    }
}

typedef struct {
    unsigned *first, *from; // edges backwards
    unsigned *open;         // AND: children without a value yet
    GPtrArray *level;       // of key: GArray of positions that get it
} Solve;

static void give(Solve *s, const Classify *c, int *key, unsigned i, int value)
{
    if (key[i] != NEVER)
        return;
    key[i] = value;
    while (s->level->len <= (unsigned)value + 2)
        g_ptr_array_add(s->level, g_array_new(FALSE, FALSE, sizeof(unsigned)));
    g_array_append_val((GArray *)g_ptr_array_index(s->level, (unsigned)value), i);
    (void)c;
}

static void turn_round(const Classify *c, Solve *s)
{
    unsigned n = c->pos->len;
    s->first = g_new0(unsigned, n + 1);
    s->from = g_new(unsigned, c->edges->len + 1);
    s->open = g_new(unsigned, n);
    for (unsigned e = 0; e < c->edges->len; e++)
        s->first[EDGE(c, e)->to + 1]++;
    for (unsigned i = 0; i < n; i++)
        s->first[i + 1] += s->first[i];
    g_autofree unsigned *at = g_memdup2(s->first, (n + 1) * sizeof *at);
    for (unsigned i = 0; i < n; i++) {
        s->open[i] = FIRST(c, i + 1) - FIRST(c, i);
        for (unsigned e = FIRST(c, i); e < FIRST(c, i + 1); e++)
            s->from[at[EDGE(c, e)->to]++] = i;
    }
}

/*
 * The values of all positions if those marked in `barred` (may be NULL) do not mate. Values are
 * given in ascending order, so the first child that has one is the attacker's best, the last one
 * the defender's.
 */
int *classify_solve(const Classify *c, const bool *barred)
{
    unsigned n = c->pos->len;
    int *key = g_new(int, n);
    Solve s = {.level = g_ptr_array_new()};
    turn_round(c, &s);
    for (unsigned i = 0; i < n; i++)
        key[i] = NEVER;
    for (unsigned i = 0; i < n; i++) {
        const KjPosition *pos = POS(c, i);
        if (pos->side != c->attacker && s.open[i] == 0 && !g_array_index(c->lost, bool, i) &&
            kj_in_check(pos, (KjSide)pos->side))
            give(&s, c, key, i, !conventional_reference_leaves(pos->game, pos->hand[c->attacker]));
    }
    for (unsigned k = 0; k < s.level->len; k++) {
        const GArray *level = g_ptr_array_index(s.level, k);
        for (unsigned j = 0; j < level->len; j++) {
            unsigned i = g_array_index(level, unsigned, j);
            for (unsigned b = s.first[i]; b < s.first[i + 1]; b++) {
                unsigned parent = s.from[b];
                bool attacks = POS(c, parent)->side == c->attacker;
                if (attacks ? !(barred && barred[parent]) : --s.open[parent] == 0)
                    give(&s, c, key, parent, (int)k + 2);
                level = g_ptr_array_index(s.level, k);
            }
        }
    }
    for (unsigned k = 0; k < s.level->len; k++)
        g_array_unref(g_ptr_array_index(s.level, k));
    g_ptr_array_unref(s.level);
    g_free(s.first);
    g_free(s.from);
    g_free(s.open);
    return key;
}

/* Whether a position mates: the root's line is looked into in any case, and below a mate of the
 * attacker's to move all replies mate. */
static int is_mate(const Classify *c, const ClassifyBy *by, unsigned i, unsigned n_line)
{
    return i <= n_line ? 1 : by->mates(by->data, POS(c, i));
}

Classify *classify_new(const KjPosition *root, KjSide attacker, const ClassifyBy *by,
                       const KjMove *line, unsigned n)
{
    Classify *c = g_new0(Classify, 1);
    KjPosition at = *root;
    c->attacker = attacker;
    c->by = by;
    c->rule = by->rule;
    c->depth = by->depth;
    c->pos = g_array_new(FALSE, FALSE, sizeof(KjPosition));
    c->first = g_array_new(FALSE, FALSE, sizeof(unsigned));
    c->edges = g_array_new(FALSE, FALSE, sizeof(Edge));
    c->lost = g_array_new(FALSE, FALSE, sizeof(bool));
    c->index = key_table_new(NULL);
    number_of(c, root);
    for (unsigned k = 0; k < n; k++) {
        KjUndo undo;
        kj_position_make(&at, line[k], &undo);
        if (number_of(c, &at) != k + 1) { // the line comes back to itself
            classify_free(c);
            return NULL;
        }
    }
    for (unsigned i = 0; i < c->pos->len; i++) {
        int mates = c->pos->len > by->limit ? -1 : is_mate(c, by, i, n);
        if (mates < 0) {
            classify_free(c);
            return NULL;
        }
        expand(c, i, mates == 1);
        if (c->gave_up) {
            classify_free(c);
            return NULL;
        }
    }
    c->by = NULL;
    g_array_append_val(c->first, c->edges->len);
    c->key = classify_solve(c, NULL);
    return c;
}

void classify_free(Classify *c)
{
    if (!c)
        return;
    g_array_unref(c->pos);
    g_array_unref(c->first);
    g_array_unref(c->edges);
    g_array_unref(c->lost);
    g_hash_table_unref(c->index);
    g_free(c->key);
    g_free(c);
}

int classify_plies(const Classify *c, bool *out_leftover)
{
    if (out_leftover)
        *out_leftover = c->key[0] != NEVER && c->key[0] % 2 == 0;
    return c->key[0] == NEVER ? -1 : c->key[0] / 2;
}

GArray *classify_line(const Classify *c)
{
    GArray *line = g_array_new(FALSE, FALSE, sizeof(KjMove));
    unsigned i = 0;
    while (c->key[i] != NEVER && c->key[i] >= 2) {
        // Every child of a lost position has a value, so one that is two less is there for both
        // sides.
        unsigned e = FIRST(c, i);
        while (c->key[EDGE(c, e)->to] != c->key[i] - 2)
            e++;
        g_array_append_val(line, EDGE(c, e)->move);
        i = EDGE(c, e)->to;
    }
    return line;
}

const KjPosition *classify_root(const Classify *c)
{
    return POS(c, 0);
}
