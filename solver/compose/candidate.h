/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Changed versions of a work, to be judged one by one, and how economical they are: fewer pieces
 * come before weaker ones, those before smaller changes.
 */
#pragma once

#include <glib.h>

#include "solver/compose/change.h"

enum { KJ_MAX_CHANGES = 16 };

/* What a version saves or costs against the work it is made of. */
typedef struct {
    int pieces;    // more on the board and in the attacker's hand, kings apart; negative: fewer
    int strength;  // more of kj_kind_strength in them
    int unturned;  // the same of their unpromoted faces: a tokin before a gold
    unsigned size; // of the changes: squares a piece moves, as a king goes; 1 for any other change
} KjEconomy;

/* Adds what is in use in a position, kings and the defender's hand apart, `sign` times. */
void kj_economy_add(const KjPosition *pos, KjSide attacker, int sign, KjEconomy *io);

typedef struct {
    unsigned n_changes; // made one after the other
    KjChange change[KJ_MAX_CHANGES];
    KjEconomy economy;
} KjCandidate;

/* How strong a kind is: a square it steps to counts 1, a direction it slides in 3. */
unsigned kj_kind_strength(const KjGame *game, KjKind kind);

/*
 * The versions of a work that are one change away, those of one position once, in the order of
 * kj_candidate_compare: an array of KjCandidate. A mirrored work is as sound as it was, so none is
 * mirrored. (transfer full, g_array_unref)
 */
GArray *kj_candidates_one(const KjPosition *root, KjSide attacker);

/*
 * The versions that are one change away from a version, as versions of `root`; with `less` only
 * those with fewer or weaker pieces than it has. Positions whose full key is in `seen` are left out
 * and those given are added to it (uint64_t*, owned by the table).
 */
void kj_candidates_after(const KjPosition *root, KjSide attacker, const KjCandidate *first,
                         bool less, GHashTable *seen, GArray *out);

/*
 * The versions with fewer or weaker pieces than a version that take a move of a piece besides: a
 * piece is taken away and another one moved, or one stands on another square as a weaker one.
 * They have KJ_MOVED_CHANGES changes more than it. `seen` as above.
 */
enum { KJ_MOVED_CHANGES = 2 };
void kj_candidates_moved(const KjPosition *root, KjSide attacker, const KjCandidate *first,
                         GHashTable *seen, GArray *out);

/* Whether fewer or weaker pieces make one version more economical than another: less than, equal to
 * or greater than 0. */
int kj_economy_compare(const KjEconomy *a, const KjEconomy *b);

/* Fills in the economy of a version made by hand; false if one of its changes cannot be made. */
bool kj_candidate_weigh(const KjPosition *root, KjSide attacker, KjCandidate *candidate);

/* The position of a version; false if one of its changes cannot be made. */
bool kj_candidate_position(const KjPosition *root, KjSide attacker, const KjCandidate *candidate,
                           KjPosition *out);

/* The full key of a version's position, which must be possible. */
uint64_t kj_candidate_key(const KjPosition *root, KjSide attacker, const KjCandidate *candidate);

/* Less than, equal to or greater than 0: the first is more economical than, the same as, or less
 * economical than the second. A total order of different changes, for sorting. */
int kj_candidate_compare(const void *a, const void *b);

/* A table of keys for kj_candidates_after. (transfer full, g_hash_table_unref) */
GHashTable *kj_candidates_seen_new(void);
void kj_candidates_seen_add(GHashTable *seen, uint64_t key);
