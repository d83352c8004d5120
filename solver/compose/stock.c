/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The works made so far, by sorts. */
#include "solver/compose/stock.h"

#include <string.h>

#include "solver/compose/random.h"

enum {
    PLACES = 12,   // works of one sort
    OF_FAMILY = 3, // of them from one family
    FEW = 24,      // families before anything else is done
    FOUNDING = 20, // per cent of the tasks after that
    CHANGING = 35, // likewise
    DRAWN = 3,     // works of which the best is taken
    MOST_CHANGED = 6,
    WISHED = 5, // points of a parent for each theme that is wished
};

typedef struct {
    KjMade made;
    bool extended;
    unsigned n_changed; // times
} Member;

struct KjStock {
    uint64_t themes;   // wished
    bool by_law;       // likewise
    GPtrArray *member; // Member*, those displaced set to NULL
    GHashTable *sorts; // uint64_t* to GArray of indices
    GHashTable *seen;  // uint64_t*, positions
    unsigned n, families;
};

KjStock *kj_stock_new(uint64_t themes, bool by_law)
{
    KjStock *stock = g_new0(KjStock, 1);
    stock->themes = themes;
    stock->by_law = by_law;
    stock->member = g_ptr_array_new_with_free_func(g_free);
    stock->sorts =
        g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, (GDestroyNotify)g_array_unref);
    stock->seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    return stock;
}

void kj_stock_free(KjStock *stock)
{
    if (!stock)
        return;
    g_ptr_array_unref(stock->member);
    g_hash_table_unref(stock->sorts);
    g_hash_table_unref(stock->seen);
    g_free(stock);
}

/* Length and devices. */
static uint64_t sort_of(const KjMade *made)
{
    return kj_mix(kj_made_devices(made) + kj_mix(2 * made->n_line + made->by_law));
}

/* The works of the same sort. */
static GArray *places_for(KjStock *stock, const KjMade *made)
{
    uint64_t sort = sort_of(made);
    GArray *places = g_hash_table_lookup(stock->sorts, &sort);
    if (!places) {
        places = g_array_new(FALSE, FALSE, sizeof(unsigned));
        g_hash_table_insert(stock->sorts, g_memdup2(&sort, sizeof sort), places);
    }
    return places;
}

static Member *member_at(const KjStock *stock, unsigned index)
{
    return g_ptr_array_index(stock->member, index);
}

/* The place among works of its sort that a work may take from another; -1: a new one, -2: none. */
static int place_of(const KjStock *stock, const GArray *places, const KjMade *made)
{
    int worst = -1, worst_relative = -1;
    unsigned relatives = 0;
    for (unsigned i = 0; i < places->len; i++) {
        const KjMade *there = &member_at(stock, g_array_index(places, unsigned, i))->made;
        const int *of = &worst;
        if (*of < 0 ||
            there->appeal <
                member_at(stock, g_array_index(places, unsigned, (unsigned)*of))->made.appeal)
            worst = (int)i;
        if (there->number != made->number)
            continue;
        relatives++;
        if (worst_relative < 0 ||
            there->appeal <
                member_at(stock, g_array_index(places, unsigned, (unsigned)worst_relative))
                    ->made.appeal)
            worst_relative = (int)i;
    }
    int place = relatives >= OF_FAMILY ? worst_relative : places->len < PLACES ? -1 : worst;
    if (place < 0)
        return -1;
    const Member *there = member_at(stock, g_array_index(places, unsigned, (unsigned)place));
    return made->appeal > there->made.appeal ? place : -2;
}

bool kj_stock_add(KjStock *stock, const KjMade *made)
{
    uint64_t key = kj_position_full_key(&made->position);
    if (!g_hash_table_add(stock->seen, g_memdup2(&key, sizeof key)))
        return false;
    GArray *places = places_for(stock, made);
    int place = place_of(stock, places, made);
    if (place < -1)
        return false;
    Member *member = g_new0(Member, 1);
    member->made = *made;
    if (!made->number)
        member->made.number = ++stock->families;
    unsigned index = stock->member->len;
    g_ptr_array_add(stock->member, member);
    stock->n++;
    if (place < 0) {
        g_array_append_val(places, index);
        return true;
    }
    unsigned *taken = &g_array_index(places, unsigned, (unsigned)place);
    g_clear_pointer(&stock->member->pdata[*taken], g_free);
    stock->n--;
    *taken = index;
    return true;
}

/* ---- parents ---- */

static bool may_be(const Member *m, KjBreedHow how, unsigned most_plies)
{
    if (!m)
        return false;
    return how == KJ_BREED_EXTEND ? !m->extended && m->made.n_line + 2 <= most_plies
                                  : m->n_changed < MOST_CHANGED;
}

/* Appeal as a parent. */
static double promise(const KjStock *stock, const KjMade *made)
{
    int shown = __builtin_popcountll(made->themes & stock->themes);
    return made->appeal + WISHED * (shown + (stock->by_law && made->by_law));
}

/* One of the works that may be taken, of a length drawn by lot; NULL: there is none. */
static Member *draw(KjStock *stock, KjRandom *random, KjBreedHow how, unsigned most_plies)
{
    GPtrArray *of_length[KJ_MADE_PLIES + 1] = {NULL};
    unsigned lengths[KJ_MADE_PLIES + 1], n_lengths = 0;
    for (unsigned i = 0; i < stock->member->len; i++) {
        Member *m = member_at(stock, i);
        if (!may_be(m, how, most_plies))
            continue;
        if (!of_length[m->made.n_line]) {
            of_length[m->made.n_line] = g_ptr_array_new();
            lengths[n_lengths++] = m->made.n_line;
        }
        g_ptr_array_add(of_length[m->made.n_line], m);
    }
    Member *best = NULL;
    if (n_lengths) {
        GPtrArray *list = of_length[lengths[kj_random(random, n_lengths)]];
        for (unsigned i = 0; i < DRAWN; i++) {
            Member *m = g_ptr_array_index(list, kj_random(random, list->len));
            if (!best || promise(stock, &m->made) > promise(stock, &best->made))
                best = m;
        }
    }
    for (unsigned i = 0; i <= KJ_MADE_PLIES; i++)
        if (of_length[i])
            g_ptr_array_unref(of_length[i]);
    return best;
}

bool kj_stock_next(KjStock *stock, KjRandom *random, unsigned most_plies, bool founding,
                   KjBreedTask *out)
{
    *out = (KjBreedTask){.how = KJ_BREED_FOUND, .seed = kj_random_bits(random)};
    unsigned lot = kj_random(random, 100);
    if (founding && (stock->families < FEW || lot < FOUNDING))
        return true;
    KjBreedHow first = lot < FOUNDING + CHANGING ? KJ_BREED_CHANGE : KJ_BREED_EXTEND;
    KjBreedHow second = first == KJ_BREED_CHANGE ? KJ_BREED_EXTEND : KJ_BREED_CHANGE;
    out->how = first;
    Member *parent = draw(stock, random, first, most_plies);
    if (!parent) {
        out->how = second;
        parent = draw(stock, random, second, most_plies);
    }
    if (!parent) {
        out->how = KJ_BREED_FOUND;
        return founding;
    }
    out->parent = parent->made;
    if (out->how == KJ_BREED_EXTEND)
        parent->extended = true;
    else
        parent->n_changed++;
    return true;
}

/* ---- all of them ---- */

static int by_appeal(const void *a, const void *b)
{
    const KjMade *x = a, *y = b;
    if (x->appeal != y->appeal)
        return x->appeal > y->appeal ? -1 : 1;
    uint64_t p = kj_position_full_key(&x->position), q = kj_position_full_key(&y->position);
    return (p > q) - (p < q);
}

GArray *kj_stock_works(const KjStock *stock)
{
    GArray *works = g_array_new(FALSE, FALSE, sizeof(KjMade));
    for (unsigned i = 0; i < stock->member->len; i++)
        if (member_at(stock, i))
            g_array_append_val(works, member_at(stock, i)->made);
    g_array_sort(works, by_appeal);
    return works;
}

unsigned kj_stock_size(const KjStock *stock)
{
    return stock->n;
}

unsigned kj_stock_families(const KjStock *stock)
{
    return stock->families;
}
