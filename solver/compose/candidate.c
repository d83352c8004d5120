/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions of a work in the order of economy. */
#include "solver/compose/candidate.h"

#include <stdlib.h>
#include <string.h>

enum { PICTURE = 5, SLIDE_STRENGTH = 3 };

unsigned kj_kind_strength(const KjGame *game, KjKind kind)
{
    const KjPieceRow *row = kj_game_piece(game, kind);
    const char *const *picture = kind & KJ_PROMOTED ? row->moves_promoted : row->moves;
    unsigned strength = 0;
    for (unsigned r = 0; r < PICTURE; r++)
        for (unsigned c = 0; c < PICTURE; c++)
            strength += picture[r][c] == 'o' ? 1 : picture[r][c] == 's' ? SLIDE_STRENGTH : 0;
    return strength;
}

/* ---- economy ---- */

/* Counts `n` pieces of a kind. */
static void count(const KjGame *game, KjKind kind, int n, KjEconomy *out)
{
    out->pieces += n;
    out->strength += n * (int)kj_kind_strength(game, kind);
    out->unturned += n * (int)kj_kind_strength(game, kj_base_kind(kind));
}

void kj_economy_add(const KjPosition *pos, KjSide attacker, int sign, KjEconomy *io)
{
    const KjTables *t = pos->game->t;
    for (KjBb left = kj_occupied(pos); left;) {
        KjKind kind = kj_piece_kind(pos->board[kj_bb_pop(&left)]);
        if (kind != t->king)
            count(pos->game, kind, sign, io);
    }
    for (unsigned i = 0; i < t->n_hand; i++) {
        int n = (int)kj_hand_count(t, pos->hand[attacker], t->hand_kind[i]);
        count(pos->game, t->hand_kind[i], sign * n, io);
    }
}

static unsigned size_of(const KjTables *t, const KjChange *change)
{
    if (change->kind == KJ_CHANGE_SHIFT)
        return (unsigned)(abs(change->left) + abs(change->down));
    if (change->kind != KJ_CHANGE_MOVE)
        return 1;
    int files = t->file_of[change->from] - t->file_of[change->to];
    int ranks = t->rank_of[change->from] - t->rank_of[change->to];
    return (unsigned)MAX(abs(files), abs(ranks));
}

static KjEconomy economy_of(const KjPosition *root, const KjPosition *changed, KjSide attacker,
                            const KjCandidate *candidate)
{
    KjEconomy economy = {0};
    kj_economy_add(changed, attacker, 1, &economy);
    kj_economy_add(root, attacker, -1, &economy);
    for (unsigned i = 0; i < candidate->n_changes; i++)
        economy.size += size_of(root->game->t, &candidate->change[i]);
    return economy;
}

int kj_economy_compare(const KjEconomy *a, const KjEconomy *b)
{
    if (a->pieces != b->pieces)
        return a->pieces < b->pieces ? -1 : 1;
    if (a->strength != b->strength)
        return a->strength < b->strength ? -1 : 1;
    return (a->unturned > b->unturned) - (a->unturned < b->unturned);
}

int kj_candidate_compare(const void *a, const void *b)
{
    const KjCandidate *x = a, *y = b;
    if (x->n_changes != y->n_changes)
        return x->n_changes < y->n_changes ? -1 : 1;
    int economy = kj_economy_compare(&x->economy, &y->economy);
    if (economy)
        return economy;
    if (x->economy.size != y->economy.size)
        return x->economy.size < y->economy.size ? -1 : 1;
    return memcmp(x->change, y->change, sizeof x->change);
}

/* ---- all single changes of a position ---- */

typedef struct {
    const KjPosition *root, *from; // the work, and the version that is changed
    KjSide attacker;
    KjCandidate base; // how it came about
    bool less;        // only what has fewer or weaker pieces
    GHashTable *seen;
    GArray *out;
} Family;

static void offer(Family *f, KjChange change)
{
    KjPosition changed;
    if (!kj_change_apply(f->from, f->attacker, &change, &changed))
        return;
    KjCandidate candidate = f->base;
    candidate.change[candidate.n_changes++] = change;
    candidate.economy = economy_of(f->root, &changed, f->attacker, &candidate);
    if (f->less && kj_economy_compare(&candidate.economy, &f->base.economy) >= 0)
        return;
    uint64_t key = kj_position_full_key(&changed);
    if (g_hash_table_contains(f->seen, &key))
        return;
    kj_candidates_seen_add(f->seen, key);
    g_array_append_val(f->out, candidate);
}

static KjChange blank(KjChangeKind kind)
{
    return (KjChange){.kind = (uint8_t)kind, .from = KJ_NO_SQUARE, .to = KJ_NO_SQUARE};
}

/* The kinds that can stand on a board, kings apart: calls `each` with every one of them. */
static bool next_kind(const KjGame *game, KjKind *kind)
{
    const KjTables *t = game->t;
    for (unsigned k = *kind + 1u; k < KJ_MAX_KINDS; k++) {
        unsigned base = kj_base_kind((KjKind)k);
        if (base == 0 || base > game->row->n_pieces || base == t->king ||
            ((k & KJ_PROMOTED) && !t->promotes[base]))
            continue;
        *kind = (KjKind)k;
        return true;
    }
    return false;
}

static void offer_additions(Family *f, unsigned square)
{
    for (KjKind kind = KJ_NONE; next_kind(f->from->game, &kind);) {
        for (unsigned side = 0; side < 2; side++) {
            KjChange change = blank(KJ_CHANGE_ADD);
            change.to = (uint8_t)square;
            change.instead = kj_piece((KjSide)side, kind);
            offer(f, change);
        }
    }
}

static void offer_moves(Family *f, unsigned square)
{
    const KjTables *t = f->from->game->t;
    for (KjBb empty = t->all & ~kj_occupied(f->from); empty;) {
        KjChange change = blank(KJ_CHANGE_MOVE);
        change.from = (uint8_t)square;
        change.to = (uint8_t)kj_bb_pop(&empty);
        change.piece = f->from->board[square];
        offer(f, change);
    }
}

static void offer_replacements(Family *f, unsigned square)
{
    KjPiece piece = f->from->board[square];
    KjChange change = blank(KJ_CHANGE_REMOVE);
    change.from = (uint8_t)square;
    change.piece = piece;
    offer(f, change);
    change.kind = KJ_CHANGE_HAND_OVER;
    change.instead = piece ^ KJ_GOTE_PIECE;
    offer(f, change);
    change.kind = KJ_CHANGE_REPLACE;
    for (KjKind kind = KJ_NONE; next_kind(f->from->game, &kind);) {
        change.instead = kj_piece(kj_piece_side(piece), kind);
        if (change.instead != piece)
            offer(f, change);
    }
}

static void offer_hands(Family *f)
{
    const KjTables *t = f->from->game->t;
    for (unsigned out = 0; out <= t->n_hand; out++) {
        KjKind gone = out < t->n_hand ? t->hand_kind[out] : KJ_NONE;
        if ((gone & KJ_PROMOTED) || (gone && !kj_hand_count(t, f->from->hand[f->attacker], gone)))
            continue;
        for (unsigned in = 0; in <= t->n_hand; in++) {
            KjKind come = in < t->n_hand ? t->hand_kind[in] : KJ_NONE;
            if ((come & KJ_PROMOTED) || come == gone)
                continue;
            KjChange change = blank(!come  ? KJ_CHANGE_HAND_REMOVE
                                    : gone ? KJ_CHANGE_HAND_REPLACE
                                           : KJ_CHANGE_HAND_ADD);
            change.piece = gone ? kj_piece(f->attacker, gone) : KJ_NONE;
            change.instead = come ? kj_piece(f->attacker, come) : KJ_NONE;
            offer(f, change);
        }
    }
}

static void offer_shifts(Family *f)
{
    const KjTables *t = f->from->game->t;
    for (int left = 1 - t->files; left < t->files; left++) {
        for (int down = 1 - t->ranks; down < t->ranks; down++) {
            KjChange change = blank(KJ_CHANGE_SHIFT);
            change.left = (int8_t)left;
            change.down = (int8_t)down;
            offer(f, change);
        }
    }
}

static void offer_all(Family *f)
{
    const KjTables *t = f->from->game->t;
    uint64_t keys[] = {kj_position_full_key(f->root), kj_position_full_key(f->from)};
    for (unsigned i = 0; i < G_N_ELEMENTS(keys); i++)
        kj_candidates_seen_add(f->seen, keys[i]);
    for (unsigned square = 0; square < t->squares; square++) {
        KjPiece piece = f->from->board[square];
        if (!piece) {
            offer_additions(f, square);
            continue;
        }
        offer_moves(f, square);
        if (kj_piece_kind(piece) != t->king)
            offer_replacements(f, square);
    }
    offer_hands(f);
    if (f->base.n_changes == 0 && !f->less)
        offer_shifts(f); // of the whole, before anything else
}

GHashTable *kj_candidates_seen_new(void)
{
    return g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
}

void kj_candidates_seen_add(GHashTable *seen, uint64_t key)
{
    g_hash_table_add(seen, g_memdup2(&key, sizeof key));
}

GArray *kj_candidates_one(const KjPosition *root, KjSide attacker)
{
    Family f = {.root = root, .from = root, .attacker = attacker};
    f.seen = kj_candidates_seen_new();
    f.out = g_array_new(FALSE, FALSE, sizeof(KjCandidate));
    offer_all(&f);
    g_hash_table_unref(f.seen);
    g_array_sort(f.out, kj_candidate_compare);
    return f.out;
}

void kj_candidates_after(const KjPosition *root, KjSide attacker, const KjCandidate *first,
                         bool less, GHashTable *seen, GArray *out)
{
    KjPosition from;
    Family f = {.root = root, .from = &from, .attacker = attacker, .seen = seen, .out = out};
    f.base = *first; // not above: see BUILD_FLAGS_san
    f.less = less;
    if (first->n_changes < KJ_MAX_CHANGES && kj_candidate_position(root, attacker, first, &from))
        offer_all(&f);
}

void kj_candidates_moved(const KjPosition *root, KjSide attacker, const KjCandidate *first,
                         GHashTable *seen, GArray *out)
{
    g_autoptr(GArray) lesser = g_array_new(FALSE, FALSE, sizeof(KjCandidate));
    g_autoptr(GHashTable) own = kj_candidates_seen_new();
    if (first->n_changes + KJ_MOVED_CHANGES <= KJ_MAX_CHANGES)
        kj_candidates_after(root, attacker, first, true, own, lesser);
    for (unsigned i = 0; i < lesser->len; i++) {
        const KjCandidate *candidate = &g_array_index(lesser, KjCandidate, i);
        const KjChange *change = &candidate->change[candidate->n_changes - 1];
        KjPosition from;
        Family f = {.root = root, .from = &from, .attacker = attacker, .seen = seen, .out = out};
        f.base = *candidate;
        kj_candidate_position(root, attacker, candidate, &from);
        if (change->kind == KJ_CHANGE_REPLACE)
            offer_moves(&f, change->from);
        if (change->kind != KJ_CHANGE_REMOVE && change->kind != KJ_CHANGE_HAND_REMOVE)
            continue;
        for (KjBb pieces = kj_occupied(&from); pieces;)
            offer_moves(&f, kj_bb_pop(&pieces));
    }
}

bool kj_candidate_position(const KjPosition *root, KjSide attacker, const KjCandidate *candidate,
                           KjPosition *out)
{
    KjPosition pos = *root;
    for (unsigned i = 0; i < candidate->n_changes; i++) {
        KjPosition next;
        if (!kj_change_apply(&pos, attacker, &candidate->change[i], &next))
            return false;
        pos = next;
    }
    *out = pos;
    return true;
}

uint64_t kj_candidate_key(const KjPosition *root, KjSide attacker, const KjCandidate *candidate)
{
    KjPosition pos;
    bool possible = kj_candidate_position(root, attacker, candidate, &pos);
    g_assert(possible);
    return kj_position_full_key(&pos);
}

bool kj_candidate_weigh(const KjPosition *root, KjSide attacker, KjCandidate *candidate)
{
    KjPosition changed;
    if (!kj_candidate_position(root, attacker, candidate, &changed))
        return false;
    candidate->economy = economy_of(root, &changed, attacker, candidate);
    return true;
}
