/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search that can be broken. */
#include "tests/support/certify/broken_search.h"

#include <string.h>

#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "core/rules/movegen.h"
#include "tests/support/key_table.h"

enum { MAX_PLY = 200, NEVER = 1000, MAX_DEPTH = 1000 };

/* What is believed of an attacker's position, and its record once there is one. */
typedef struct {
    bool mate, shown;
    KjMove attack;
    unsigned number, rank;
} Belief;

typedef struct {
    Breakage breakage;
    GHashTable *beliefs; // by key(): Belief
    GHashTable *shown;   // refutations: by full key, number + 1
    uint64_t path[MAX_PLY];
    unsigned visits, limit, records, depth;
    GByteArray *out;
} Search;

/* A move with the text it is sorted by. */
typedef struct {
    char text[KJ_USI_MOVE];
    KjMove move;
} Named;

typedef struct {
    unsigned n;
    Named move[];
} Sorted;

static int by_text(const void *a, const void *b)
{
    return strcmp(((const Named *)a)->text, ((const Named *)b)->text);
}

/* The attacks or replies, as this search sees them. */
static Sorted *moves_of(const Search *s, const KjPosition *pos)
{
    KjMoveList list;
    if (pos->side == KJ_SENTE)
        kj_gen_checks(pos, &list);
    else
        kj_gen_safe(pos, &list);
    Sorted *sorted = g_malloc(sizeof *sorted + list.n * sizeof sorted->move[0]);
    sorted->n = 0;
    for (unsigned i = 0; i < list.n; i++) {
        bool dropped = s->breakage == BROKEN_REPLIES && pos->side == KJ_GOTE;
        if (dropped && kj_move_is_drop(list.move[i]))
            continue;
        Named *named = &sorted->move[sorted->n++];
        kj_usi_move_write(pos, list.move[i], named->text);
        named->move = list.move[i];
    }
    qsort(sorted->move, sorted->n, sizeof sorted->move[0], by_text);
    return sorted;
}

static KjPosition after(const KjPosition *pos, KjMove move)
{
    KjPosition next = *pos;
    KjUndo undo;
    kj_position_make(&next, move, &undo);
    return next;
}

static uint64_t key(const Search *s, const KjPosition *pos)
{
    return s->breakage == BROKEN_HANDS ? pos->key : kj_position_full_key(pos);
}

static Belief *belief_of(const Search *s, const KjPosition *pos)
{
    uint64_t k = key(s, pos);
    Belief *belief = g_hash_table_lookup(s->beliefs, KEY(k));
    // hands are forgotten for mates only
    return belief && !belief->mate && s->breakage == BROKEN_HANDS ? NULL : belief;
}

static bool gave_up(const Search *s)
{
    return s->visits > s->limit || s->records > s->limit || s->depth > MAX_DEPTH;
}

static bool mates(Search *s, const KjPosition *pos, unsigned ply, unsigned *dep);

/* Whether all replies lose; if not, how far up the line the refutation leans. */
static bool mated(Search *s, const KjPosition *pos, unsigned ply, unsigned *dep)
{
    g_autofree Sorted *replies = moves_of(s, pos);
    *dep = NEVER;
    for (unsigned i = 0; i < replies->n; i++) {
        KjPosition next = after(pos, replies->move[i].move);
        if (!mates(s, &next, ply, dep))
            return false;
    }
    return true;
}

static bool search_attacks(Search *s, const KjPosition *pos, unsigned ply, unsigned *dep,
                           KjMove *out_attack)
{
    g_autofree Sorted *attacks = moves_of(s, pos);
    *dep = NEVER;
    for (unsigned i = 0; i < attacks->n; i++) {
        unsigned child_dep;
        KjPosition next = after(pos, attacks->move[i].move);
        *out_attack = attacks->move[i].move;
        if (mated(s, &next, ply + 1, &child_dep))
            return true;
        *dep = MIN(*dep, child_dep);
    }
    return false;
}

static bool mates(Search *s, const KjPosition *pos, unsigned ply, unsigned *dep)
{
    *dep = NEVER;
    if (++s->visits > s->limit || ply == MAX_PLY) {
        s->visits = s->limit + 1;
        return false;
    }
    const Belief *known = belief_of(s, pos);
    if (known)
        return known->mate;
    uint64_t here = kj_position_full_key(pos);
    for (unsigned i = 0; i < ply; i++) {
        if (s->path[i] == here) {
            *dep = i;
            return false;
        }
    }
    s->path[ply] = here;
    Belief belief = {0};
    belief.mate = search_attacks(s, pos, ply, dep, &belief.attack);
    if (belief.mate || *dep >= ply)
        *dep = NEVER;
    if (*dep == NEVER || s->breakage == BROKEN_HISTORY) {
        uint64_t k = key(s, pos);
        g_hash_table_insert(s->beliefs, KEY(k), g_memdup2(&belief, sizeof belief));
    }
    return belief.mate;
}

static void number(Search *s, unsigned n)
{
    for (; n >= 128; n >>= 7)
        g_byte_array_append(s->out, (const guint8[]){(guint8)(n | 128)}, 1);
    g_byte_array_append(s->out, (const guint8[]){(guint8)n}, 1);
}

static unsigned index_of(const Sorted *list, KjMove move)
{
    for (unsigned i = 0; i < list->n; i++) {
        if (list->move[i].move == move)
            return i;
    }
    return 0; // of another hand: what is written is wrong anyway
}

/* Writes a proof and returns its rank. */
static unsigned show_mate(Search *s, const KjPosition *pos)
{
    Belief *belief = belief_of(s, pos);
    g_autofree Sorted *attacks = moves_of(s, pos);
    unsigned rank = 1, index = belief ? index_of(attacks, belief->attack) : 0;
    s->depth++;
    number(s, index);
    if (index < attacks->n && !gave_up(s)) {
        KjPosition next = after(pos, attacks->move[index].move);
        g_autofree Sorted *replies = moves_of(s, &next);
        for (unsigned i = 0; i < replies->n; i++) {
            KjPosition child = after(&next, replies->move[i].move);
            Belief *known = belief_of(s, &child);
            bool refer = known && known->shown;
            number(s, refer ? s->records - known->number : 0);
            unsigned below = refer ? known->rank : show_mate(s, &child);
            rank = MAX(rank, below + 2);
        }
    }
    if (belief) {
        belief->shown = true;
        belief->number = s->records;
        belief->rank = rank;
    }
    s->depth -= s->depth <= MAX_DEPTH; // beyond it stays given up
    s->records++;
    return rank;
}

static unsigned shown_as(const Search *s, const KjPosition *pos)
{
    uint64_t k = kj_position_full_key(pos);
    return GPOINTER_TO_UINT(g_hash_table_lookup(s->shown, KEY(k)));
}

/* The reply this search holds for a refutation: to a record, to what it believes in, or any. */
static unsigned best_reply(const Search *s, const KjPosition *pos, const Sorted *replies)
{
    unsigned believed = replies->n;
    for (unsigned i = 0; i < replies->n; i++) {
        KjPosition child = after(pos, replies->move[i].move);
        if (shown_as(s, &child))
            return i;
        const Belief *belief = belief_of(s, &child);
        if (believed == replies->n && belief && !belief->mate)
            believed = i;
    }
    if (believed < replies->n)
        return believed;
    for (unsigned i = 0; i < replies->n; i++) {
        KjPosition child = after(pos, replies->move[i].move);
        unsigned dep;
        Search again = *s; // a line of its own
        if (!mates(&again, &child, 0, &dep))
            return i;
    }
    return 0;
}

static void show_refutation(Search *s, const KjPosition *pos)
{
    uint64_t k = kj_position_full_key(pos);
    g_hash_table_insert(s->shown, KEY(k), GUINT_TO_POINTER(++s->records));
    g_autofree Sorted *attacks = moves_of(s, pos);
    s->depth++;
    for (unsigned i = 0; i < attacks->n && !gave_up(s); i++) {
        KjPosition next = after(pos, attacks->move[i].move);
        g_autofree Sorted *replies = moves_of(s, &next);
        if (replies->n == 0)
            continue; // mate: nothing can be written
        unsigned reply = best_reply(s, &next, replies);
        KjPosition child = after(&next, replies->move[reply].move);
        unsigned record = shown_as(s, &child);
        number(s, reply);
        number(s, record ? s->records - record + 1 : 0);
        if (!record)
            show_refutation(s, &child);
    }
    s->depth -= s->depth <= MAX_DEPTH;
}

/* The certificate of what is believed: its sections, then its header before them. */
static void write_certificate(Search *s, const KjPosition *root, BrokenResult *out)
{
    if (out->mate)
        out->plies = show_mate(s, root);
    else
        show_refutation(s, root);
    g_autofree char *sfen = kj_sfen_write(root, 1);
    g_autofree char *claim =
        out->mate ? g_strdup_printf("mate %u", out->plies) : g_strdup("nomate");
    g_autofree char *header = g_strdup_printf(
        "kanju-certificate 2\ngame %s\nattacker sente\nattacker-moves checks\ntry off\n"
        "stalemate loss\ndrop-stalemate legal\nrepetition fails\ndominance %s\nposition %s\nclaim "
        "%s\nend\n",
        root->game->row->id, s->breakage == BROKEN_HANDS ? "yes" : "no", sfen, claim);
    g_byte_array_prepend(s->out, (const guint8 *)header, (guint)strlen(header));
    out->bytes = g_byte_array_ref(s->out);
}

bool broken_search(const KjPosition *root, Breakage breakage, unsigned limit, BrokenResult *out)
{
    g_autofree Search *s = g_new0(Search, 1);
    s->breakage = breakage;
    s->limit = limit;
    s->beliefs = key_table_new(g_free);
    s->shown = key_table_new(NULL);
    s->out = g_byte_array_new();
    unsigned dep;
    out->mate = mates(s, root, 0, &dep);
    bool done = !gave_up(s);
    if (done) {
        s->limit *= 2; // writing looks things up again
        write_certificate(s, root, out);
        done = !gave_up(s);
        if (!done)
            g_byte_array_unref(out->bytes);
    }
    g_hash_table_unref(s->beliefs);
    g_hash_table_unref(s->shown);
    g_byte_array_unref(s->out);
    return done;
}
