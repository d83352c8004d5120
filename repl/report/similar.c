/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding problems that differ in one piece. */
#include "repl/report/similar.h"

#include "core/format/position_text.h"
#include "repl/store/canonical.h"

/* A problem with one piece left out. */
typedef struct {
    guint64 key;
    guint32 problem; // index into `ids`
} Reduced;

typedef struct {
    GArray *ids;     // gint64
    GArray *reduced; // Reduced
} Near;

/* A key of board and attacker's hand that is the same for mirror images. */
static guint64 mirror_key(guint64 board, guint64 mirrored, KjHand hand, const KjGame *game)
{
    guint64 hands = kj_mix(hand + 1) ^ kj_mix((guint64)(gsize)game->row);
    return MIN(kj_mix(board ^ hands), kj_mix(mirrored ^ hands));
}

static void add_key(Near *near, guint64 key)
{
    Reduced row = {key, near->ids->len - 1};
    g_array_append_val(near->reduced, row);
}

static void add_problem(Near *near, const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    guint64 board = 0, mirrored = 0;
    guint64 one[KJ_MAX_SQUARES], other[KJ_MAX_SQUARES];
    for (unsigned square = 0; square < t->squares; square++) {
        KjPiece piece = pos->board[square];
        if (!piece)
            continue;
        one[square] = (guint64)t->key_piece[piece][square];
        other[square] =
            (guint64)
                t->key_piece[piece][kj_canonical_square(pos->game, square, KJ_CANONICAL_MIRRORED)];
        board ^= one[square];
        mirrored ^= other[square];
    }
    KjHand hand = pos->hand[KJ_SENTE];
    add_key(near, mirror_key(board, mirrored, hand, pos->game));
    for (unsigned square = 0; square < t->squares; square++)
        if (pos->board[square] && kj_piece_kind(pos->board[square]) != t->king)
            add_key(near,
                    mirror_key(board ^ one[square], mirrored ^ other[square], hand, pos->game));
    for (unsigned i = 0; i < t->n_hand; i++)
        if (kj_hand_count(t, hand, t->hand_kind[i]))
            add_key(near,
                    mirror_key(board, mirrored, hand - t->hand_one[t->hand_kind[i]], pos->game));
}

static bool read_problems(KjStoreReport *report, Near *near, GError **error)
{
    g_autoptr(sqlite3_stmt) rows = kj_store_report_select(
        report, "p.id,p.game,p.position",
        "AND p.id IS NOT NULL GROUP BY p.id ORDER BY min(" KJ_REPORT_PLACE ")", error);
    int row = 0;
    while (rows && (row = kj_store_step(report->store, rows, error)) > 0) {
        gint64 id = sqlite3_column_int64(rows, 0);
        const KjGame *game = kj_game_find(kj_column_text(rows, 1));
        KjPosition position;
        if (!kj_canonical_read(kj_column_text(rows, 2), game, &position))
            continue;
        g_array_append_val(near->ids, id);
        add_problem(near, &position);
    }
    return rows && row == 0;
}

static int compare_keys(const void *a, const void *b)
{
    const Reduced *x = a, *y = b;
    return x->key != y->key ? (x->key < y->key ? -1 : 1) : (int)x->problem - (int)y->problem;
}

/* The first problem of the set one is in. */
static guint32 head(guint32 *of, guint32 problem)
{
    while (of[problem] != problem)
        problem = of[problem] = of[of[problem]];
    return problem;
}

/* Joins all that share a reduced position; the smaller index heads a set. */
static void join(const Near *near, guint32 *of)
{
    for (guint i = 1; i < near->reduced->len; i++) {
        const Reduced *a = &g_array_index(near->reduced, Reduced, i - 1);
        const Reduced *b = &g_array_index(near->reduced, Reduced, i);
        if (a->key != b->key)
            continue;
        guint32 x = head(of, a->problem), y = head(of, b->problem);
        of[MAX(x, y)] = MIN(x, y);
    }
}

static GPtrArray *make_groups(const Near *near)
{
    GPtrArray *groups = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    guint n = near->ids->len;
    g_autofree guint32 *of = g_new(guint32, n + 1);
    for (guint i = 0; i < n; i++)
        of[i] = i;
    join(near, of);
    g_autofree GArray **group = g_new0(GArray *, n + 1);
    for (guint i = 0; i < n; i++) {
        guint32 first = head(of, i);
        if (first == i)
            continue;
        if (!group[first]) {
            group[first] = g_array_new(FALSE, FALSE, sizeof(gint64));
            g_array_append_val(group[first], g_array_index(near->ids, gint64, first));
        }
        g_array_append_val(group[first], g_array_index(near->ids, gint64, i));
    }
    for (guint i = 0; i < n; i++)
        if (group[i])
            g_ptr_array_add(groups, group[i]);
    return groups;
}

GPtrArray *kj_similar_groups(KjStoreReport *report, bool *out_skipped, GError **error)
{
    gint64 n = kj_store_number(report->store, "SELECT count(*) FROM problem WHERE claim=''", error);
    *out_skipped = n > KJ_SIMILAR_MAX;
    if (n < 0)
        return NULL;
    if (*out_skipped)
        return g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    Near near = {g_array_new(FALSE, FALSE, sizeof(gint64)),
                 g_array_new(FALSE, FALSE, sizeof(Reduced))};
    GPtrArray *groups = NULL;
    if (read_problems(report, &near, error)) {
        g_array_sort(near.reduced, compare_keys);
        groups = make_groups(&near);
    }
    g_array_unref(near.ids);
    g_array_unref(near.reduced);
    return groups;
}
