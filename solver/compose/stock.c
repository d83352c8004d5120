/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The works made so far, by families. */
#include "solver/compose/stock.h"

#include <string.h>

#include "solver/compose/goal.h"
#include "solver/compose/random.h"

enum {
    PLACES = 3,           // works of one sort in a family
    LIVING = 16,          // families that are followed side by side, and
    LIVING_WISHED = 6,    // where a theme is wished
    PATIENCE = 300000,    // nodes without a longer work after which a family is left
    CHANGING = 30,        // per cent of the tasks, and
    CHANGING_WISHED = 60, // where a theme is wished
    DRAWN = 3,            // works of which the best is taken, and
    DRAWN_WISHED = 20,    // where a theme is wished
    MOST_CHANGED = 6,
    WISHED = 20, // points of a parent for each theme that is wished
};

typedef struct {
    KjMade made;
    bool extended;
    unsigned n_changed; // times
} Member;

typedef struct {
    GArray *member; // of Member
    unsigned longest;
    uint64_t spent; // nodes since that was made
} Family;

struct KjStock {
    uint64_t themes;   // wished
    bool by_law;       // likewise
    GPtrArray *family; // Family*
    GHashTable *seen;  // uint64_t*, positions
    unsigned n;
};

static void family_free(void *data)
{
    Family *family = data;
    g_array_unref(family->member);
    g_free(family);
}

KjStock *kj_stock_new(uint64_t themes, bool by_law)
{
    KjStock *stock = g_new0(KjStock, 1);
    stock->themes = themes;
    stock->by_law = by_law;
    stock->family = g_ptr_array_new_with_free_func(family_free);
    stock->seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    return stock;
}

void kj_stock_free(KjStock *stock)
{
    if (!stock)
        return;
    g_ptr_array_unref(stock->family);
    g_hash_table_unref(stock->seen);
    g_free(stock);
}

static Member *member_at(const Family *family, unsigned index)
{
    return &g_array_index(family->member, Member, index);
}

/* The family of a work, a new one if it has none. */
static Family *family_of(KjStock *stock, uint64_t number)
{
    if (number)
        return g_ptr_array_index(stock->family, (unsigned)number - 1);
    Family *family = g_new0(Family, 1);
    family->member = g_array_new(FALSE, FALSE, sizeof(Member));
    g_ptr_array_add(stock->family, family);
    return family;
}

/* ---- taking in ---- */

static bool same_sort(const KjMade *a, const KjMade *b)
{
    return a->n_line == b->n_line && a->by_law == b->by_law &&
           kj_made_devices(a) == kj_made_devices(b);
}

/* Appeal, with what brings a work near to what is wished. */
static double promise(const KjStock *stock, const KjMade *made)
{
    double near = stock->by_law && made->by_law;
    if (stock->themes)
        near += kj_goal_near(stock->themes, &made->position, made->line, made->n_line);
    return made->appeal + WISHED * near;
}

/* Gives a work a place in its family, if need be that of the worst of its sort; false: these are as
 * good. */
static bool take_place(KjStock *stock, Family *family, const Member *newcomer)
{
    Member *worst = NULL;
    unsigned n = 0;
    for (unsigned i = 0; i < family->member->len; i++) {
        Member *there = member_at(family, i);
        if (!same_sort(&there->made, &newcomer->made))
            continue;
        n++;
        if (!worst || promise(stock, &there->made) < promise(stock, &worst->made))
            worst = there;
    }
    if (n < PLACES) {
        g_array_append_val(family->member, *newcomer);
        stock->n++;
        return true;
    }
    if (promise(stock, &newcomer->made) <= promise(stock, &worst->made))
        return false;
    *worst = *newcomer;
    return true;
}

bool kj_stock_add(KjStock *stock, const KjMade *made)
{
    uint64_t key = kj_position_full_key(&made->position);
    if (!g_hash_table_add(stock->seen, g_memdup2(&key, sizeof key)))
        return false;
    Member member = {.made = *made};
    Family *family = family_of(stock, made->number);
    member.made.number = made->number ? made->number : stock->family->len;
    if (!take_place(stock, family, &member))
        return false;
    if (made->n_line > family->longest) {
        family->longest = made->n_line;
        family->spent = 0;
    }
    return true;
}

void kj_stock_spend(KjStock *stock, uint64_t number, uint64_t nodes)
{
    family_of(stock, number)->spent += nodes;
}

/* ---- parents ---- */

static bool may_be(const Member *m, KjBreedHow how, unsigned most_plies)
{
    return how == KJ_BREED_EXTEND ? !m->extended && m->made.n_line + 2 <= most_plies
                                  : m->n_changed < MOST_CHANGED;
}

/* The best of some members drawn by lot; NULL: there is none. */
static Member *draw(const KjStock *stock, const Family *family, KjRandom *random, KjBreedHow how,
                    unsigned most_plies)
{
    Member *best = NULL;
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    for (unsigned i = 0; i < family->member->len; i++)
        if (may_be(member_at(family, i), how, most_plies))
            g_ptr_array_add(all, member_at(family, i));
    unsigned n = stock->themes ? DRAWN_WISHED : DRAWN;
    for (unsigned i = 0; all->len && i < n; i++) {
        Member *m = g_ptr_array_index(all, kj_random(random, all->len));
        if (!best || promise(stock, &m->made) > promise(stock, &best->made))
            best = m;
    }
    return best;
}

static bool has_parent(const Family *family, unsigned most_plies)
{
    for (unsigned i = 0; i < family->member->len; i++)
        if (may_be(member_at(family, i), KJ_BREED_CHANGE, most_plies) ||
            may_be(member_at(family, i), KJ_BREED_EXTEND, most_plies))
            return true;
    return false;
}

bool kj_stock_next(KjStock *stock, KjRandom *random, unsigned most_plies, bool founding,
                   KjBreedTask *out)
{
    *out = (KjBreedTask){.how = KJ_BREED_FOUND, .seed = kj_random_bits(random)};
    g_autoptr(GPtrArray) living = g_ptr_array_new();
    for (unsigned i = 0; i < stock->family->len; i++) {
        Family *family = g_ptr_array_index(stock->family, i);
        if ((!founding || family->spent < PATIENCE) && has_parent(family, most_plies))
            g_ptr_array_add(living, family);
    }
    if (founding && living->len < (stock->themes ? LIVING_WISHED : LIVING))
        return true;
    if (!living->len)
        return false;
    const Family *family = g_ptr_array_index(living, kj_random(random, living->len));
    bool changes = kj_random_chance(random, stock->themes ? CHANGING_WISHED : CHANGING);
    out->how = changes ? KJ_BREED_CHANGE : KJ_BREED_EXTEND;
    Member *parent = draw(stock, family, random, out->how, most_plies);
    if (!parent) {
        out->how = changes ? KJ_BREED_EXTEND : KJ_BREED_CHANGE;
        parent = draw(stock, family, random, out->how, most_plies);
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
    for (unsigned i = 0; i < stock->family->len; i++) {
        const Family *family = g_ptr_array_index(stock->family, i);
        for (unsigned k = 0; k < family->member->len; k++)
            g_array_append_val(works, member_at(family, k)->made);
    }
    g_array_sort(works, by_appeal);
    return works;
}

unsigned kj_stock_size(const KjStock *stock)
{
    return stock->n;
}

unsigned kj_stock_families(const KjStock *stock)
{
    return stock->family->len;
}
