/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The works made so far, by cells. */
#include "solver/compose/archive.h"

#include <string.h>

#include "solver/compose/goal.h"

enum {
    ON_THE_WAY = KJ_NO_THEME + 1, // the theme of cells of steps towards what is wished, and
    OF_FAMILY,                    // of cells of a family
    PLACES = 3,                   // works of a family that are alike in length and devices
    LIVING = 16,                  // families that are followed side by side, and
    LIVING_WISHED = 6,            // where a theme is wished
    FOUNDING = 50,                // per cent of the steps while there are fewer of these
    PATIENCE = 300000,            // nodes without a longer work after which a family is left
    CHANGING = 30,                // per cent of the steps, and
    CHANGING_WISHED = 60,         // where a theme is wished
    CHANGING_SHORT = 15,          // of works shorter than is wished
    DRAWN = 3,                    // works of which the best is taken, and
    DRAWN_WISHED = 20,            // where a theme is wished
    MOST_CHANGED = 6,
    WISHED = 20, // points of a parent for each theme that is wished
};

// Points of a parent for each ply up to the length that is wished.
#define PER_PLY 1.0

typedef struct {
    KjMade made;
    bool extended;
    unsigned n_changed; // times
    unsigned n_cells;   // of which it is the best, those of themes
    unsigned n_steps;   // and the others
} Member;

typedef struct {
    uint64_t key;
    Member *best;
} Cell;

typedef struct {
    unsigned longest;
    uint64_t spent; // nodes since that was made
} Family;

struct KjArchive {
    KjArchiveWish wish;
    GPtrArray *member; // Member*, which are the best of something
    GArray *cell;      // of Cell, as they were filled
    GHashTable *at;    // uint64_t* to the number in `cell`, from 1
    GHashTable *seen;  // uint64_t*, positions
    GArray *family;    // of Family, by number from 1
};

KjArchive *kj_archive_new(const KjArchiveWish *wish)
{
    KjArchive *archive = g_new0(KjArchive, 1);
    archive->wish = *wish;
    archive->member = g_ptr_array_new_with_free_func(g_free);
    archive->cell = g_array_new(FALSE, FALSE, sizeof(Cell));
    archive->family = g_array_new(FALSE, TRUE, sizeof(Family));
    archive->at = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    archive->seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    return archive;
}

void kj_archive_free(KjArchive *archive)
{
    if (!archive)
        return;
    g_ptr_array_unref(archive->member);
    g_array_unref(archive->cell);
    g_array_unref(archive->family);
    g_hash_table_unref(archive->at);
    g_hash_table_unref(archive->seen);
    g_free(archive);
}

/* Whether a work is the best of anything. */
static bool is_kept(const Member *member)
{
    return member->n_cells + member->n_steps > 0;
}

/* ---- taking in ---- */

/* How near a work is to what is wished. */
static double nearness(const KjArchive *archive, const KjMade *made)
{
    double near = archive->wish.by_law && made->by_law;
    if (archive->wish.themes)
        near += kj_goal_near(archive->wish.themes, &made->position, made->line, made->n_line);
    return near;
}

/* Appeal, with what brings a work near to what is wished. */
static double promise(const KjArchive *archive, const KjMade *made)
{
    return made->appeal + WISHED * nearness(archive, made);
}

/* A cell: its theme, the length, and the number of pieces. */
static uint64_t key_of(unsigned theme, const KjMade *made)
{
    return (uint64_t)theme << 56 | (uint64_t)made->n_line << 48 | made->pieces;
}

/* One of a family: its number and its devices instead, and one of a few places for works alike in
 * these. */
static uint64_t key_in_family(const KjMade *made)
{
    uint64_t devices = kj_mix(kj_made_devices(made) * 2 + made->by_law) & 0xffff;
    uint64_t place = kj_position_full_key(&made->position) % PLACES;
    return key_of(OF_FAMILY, made) - made->pieces + (made->number << 20 | devices << 4 | place);
}

static unsigned theme_of(uint64_t key)
{
    return (unsigned)(key >> 56);
}

/* How many of these cells a work is the best of. */
static unsigned *counter(Member *member, uint64_t key)
{
    return theme_of(key) <= KJ_NO_THEME ? &member->n_cells : &member->n_steps;
}

/* Makes a work the best of a cell, if it is better than what is there. */
static void take_cell(KjArchive *archive, uint64_t key, double worth, Member *member)
{
    unsigned at = GPOINTER_TO_UINT(g_hash_table_lookup(archive->at, &key));
    Cell *cell = at ? &g_array_index(archive->cell, Cell, at - 1) : NULL;
    if (!cell) {
        Cell empty = {.key = key, .best = member};
        g_array_append_val(archive->cell, empty);
        g_hash_table_insert(archive->at, g_memdup2(&key, sizeof key),
                            GUINT_TO_POINTER(archive->cell->len));
        ++*counter(member, key);
        return;
    }
    bool on_the_way = theme_of(key) > KJ_NO_THEME;
    if (worth <= (on_the_way ? promise(archive, &cell->best->made) : cell->best->made.appeal))
        return;
    Member *before = cell->best;
    --*counter(before, key);
    cell->best = member;
    ++*counter(member, key);
    if (!is_kept(before))
        g_ptr_array_remove(archive->member, before);
}

/* Gives a work the cells of which it is the best. */
static void take_cells(KjArchive *archive, Member *member)
{
    const KjMade *made = &member->made;
    for (uint64_t left = made->themes; left; left &= left - 1)
        take_cell(archive, key_of((unsigned)__builtin_ctzll(left), made), made->appeal, member);
    if (!made->themes)
        take_cell(archive, key_of(KJ_NO_THEME, made), made->appeal, member);
    if (nearness(archive, made) > 0)
        take_cell(archive, key_of(ON_THE_WAY, made), promise(archive, made), member);
    take_cell(archive, key_in_family(made), promise(archive, made), member);
}

static Family *family_of(const KjArchive *archive, uint64_t number)
{
    return &g_array_index(archive->family, Family, number - 1);
}

const KjMade *kj_archive_add(KjArchive *archive, const KjMade *made)
{
    uint64_t key = kj_position_full_key(&made->position);
    if (made->number > archive->family->len)
        g_array_set_size(archive->family, (unsigned)made->number);
    if (!g_hash_table_add(archive->seen, g_memdup2(&key, sizeof key)))
        return NULL;
    Member *member = g_new0(Member, 1);
    member->made = *made;
    if (!made->number)
        member->made.number = archive->family->len + 1;
    take_cells(archive, member);
    if (!is_kept(member)) {
        g_free(member);
        return NULL;
    }
    if (!made->number)
        g_array_set_size(archive->family, (unsigned)member->made.number);
    Family *family = family_of(archive, member->made.number);
    if (made->n_line > family->longest)
        *family = (Family){.longest = made->n_line};
    g_ptr_array_add(archive->member, member);
    return member->n_cells ? &member->made : NULL;
}

void kj_archive_spend(KjArchive *archive, uint64_t number, uint64_t nodes)
{
    family_of(archive, number)->spent += nodes;
}

/* ---- parents ---- */

/* Whether a work may be a parent. */
static bool may_be(const KjArchive *archive, const Member *m, KjBreedHow how)
{
    return how == KJ_BREED_EXTEND ? !m->extended && m->made.n_line + 2 <= archive->wish.most_plies
                                  : m->n_changed < MOST_CHANGED;
}

/* The numbers of the families that are gone on with, in order. (transfer full) */
static GArray *living(const KjArchive *archive, bool founding)
{
    g_autofree bool *lives = g_new0(bool, archive->family->len + 1);
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    for (unsigned i = 0; i < archive->member->len; i++) {
        const Member *m = archive->member->pdata[i];
        bool left = founding && family_of(archive, m->made.number)->spent >= PATIENCE;
        lives[m->made.number] |=
            !left && (may_be(archive, m, KJ_BREED_CHANGE) || may_be(archive, m, KJ_BREED_EXTEND));
    }
    for (uint64_t n = 1; n <= archive->family->len; n++)
        if (lives[n])
            g_array_append_val(numbers, n);
    return numbers;
}

/* The best of some of a family's works drawn by lot; NULL: there is none. */
static Member *draw(const KjArchive *archive, uint64_t number, KjRandom *random, KjBreedHow how)
{
    Member *best = NULL;
    double most = 0;
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    for (unsigned i = 0; i < archive->member->len; i++) {
        Member *m = archive->member->pdata[i];
        if (m->made.number == number && may_be(archive, m, how))
            g_ptr_array_add(all, m);
    }
    unsigned n = archive->wish.themes ? DRAWN_WISHED : DRAWN;
    for (unsigned i = 0; all->len && i < n; i++) {
        Member *m = all->pdata[kj_random(random, all->len)];
        double worth =
            promise(archive, &m->made) + PER_PLY * MIN(m->made.n_line, archive->wish.least_plies);
        if (!best || worth > most) {
            best = m;
            most = worth;
        }
    }
    return best;
}

/* How many steps of a hundred are changes: few while a family's works are too short. */
static unsigned changing(const KjArchive *archive, uint64_t number)
{
    if (family_of(archive, number)->longest < archive->wish.least_plies)
        return CHANGING_SHORT;
    return archive->wish.themes ? CHANGING_WISHED : CHANGING;
}

bool kj_archive_next(KjArchive *archive, KjRandom *random, bool founding, KjBreedTask *out)
{
    *out = (KjBreedTask){.how = KJ_BREED_FOUND, .seed = kj_random_bits(random)};
    g_autoptr(GArray) families = living(archive, founding);
    bool wished = archive->wish.themes != 0;
    bool few = families->len < (wished ? LIVING_WISHED : LIVING);
    // where founders are rare, those that there are do not wait for others
    if (founding && few && (!wished || !families->len || kj_random_chance(random, FOUNDING)))
        return true;
    if (!families->len)
        return false;
    uint64_t number = g_array_index(families, uint64_t, kj_random(random, families->len));
    bool changes = kj_random_chance(random, changing(archive, number));
    out->how = changes ? KJ_BREED_CHANGE : KJ_BREED_EXTEND;
    Member *parent = draw(archive, number, random, out->how);
    if (!parent) {
        out->how = changes ? KJ_BREED_EXTEND : KJ_BREED_CHANGE;
        parent = draw(archive, number, random, out->how);
    }
    out->parent = parent->made;
    if (out->how == KJ_BREED_EXTEND)
        parent->extended = true;
    else
        parent->n_changed++;
    return true;
}

/* ---- all of them ---- */

static int by_worth(const void *a, const void *b)
{
    return kj_made_compare(a, b);
}

GArray *kj_archive_works(const KjArchive *archive)
{
    GArray *works = g_array_new(FALSE, FALSE, sizeof(KjMade));
    for (unsigned i = 0; i < archive->member->len; i++) {
        const Member *m = archive->member->pdata[i];
        g_array_append_val(works, m->made);
    }
    g_array_sort(works, by_worth);
    return works;
}

static int by_cell(const void *a, const void *b)
{
    const KjCell *x = a, *y = b;
    if (x->theme != y->theme)
        return x->theme < y->theme ? -1 : 1;
    if (x->plies != y->plies)
        return x->plies < y->plies ? -1 : 1;
    return (x->pieces > y->pieces) - (x->pieces < y->pieces);
}

GArray *kj_archive_cells(const KjArchive *archive)
{
    GArray *cells = g_array_new(FALSE, FALSE, sizeof(KjCell));
    for (unsigned i = 0; i < archive->cell->len; i++) {
        const Cell *c = &g_array_index(archive->cell, Cell, i);
        KjCell cell = {theme_of(c->key), c->best->made.n_line, c->best->made.pieces,
                       &c->best->made};
        if (cell.theme <= KJ_NO_THEME)
            g_array_append_val(cells, cell);
    }
    g_array_sort(cells, by_cell);
    return cells;
}

unsigned kj_archive_size(const KjArchive *archive)
{
    return archive->member->len;
}

unsigned kj_archive_families(const KjArchive *archive)
{
    return archive->family->len;
}
