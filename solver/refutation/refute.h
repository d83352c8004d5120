/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Why there is no mate: for every first check the reply that refutes it, what comes after that, and
 * how near the check came. What a tree says is proved; what a limit left open is marked so
 * (docs/refutation.md).
 */
#pragma once

#include "solver/solver.h"

/* How long the attacker can go on when he begins with a check that fails. */
typedef enum {
    KJ_LASTS_EXACTLY,  // `attacks` attacks, this one included, against the best defence
    KJ_LASTS_MORE,     // more than `attacks`: not measured further
    KJ_LASTS_FOR_EVER, // without end, if positions come back: perpetual check, which is no mate
    KJ_LASTS_UNKNOWN,  // not measured: the attacker need not give check, or a limit came first
} KjLasts;

/* What a reply does against a check. */
typedef enum {
    KJ_REPLY_NONE,       // there is none
    KJ_REPLY_KING_GOES,  // the king to a free square
    KJ_REPLY_KING_TAKES, // the king takes a piece
    KJ_REPLY_TAKES,      // another piece takes the checking one
    KJ_REPLY_MOVES_IN,   // a piece moves between
    KJ_REPLY_DROPS_IN,   // a piece is dropped between
    KJ_REPLY_TRIES,      // the king reaches its try square
    KJ_REPLY_OTHER,      // there was no check, or a king is taken, or a second one made
} KjReplyKind;

/* What an attacker who has no mate is left with. */
typedef enum {
    KJ_LEFT_CHECKS,    // some check
    KJ_LEFT_NOTHING,   // no check, also none that leaves his own king to be taken
    KJ_LEFT_DROP_MATE, // a drop that would mate, if it were not illegal for that
} KjLeft;

/* Who refutes, if more than one reply does. */
typedef enum {
    KJ_ONLY_NONE,  // pieces of all sorts, or not all replies are decided
    KJ_ONLY_REPLY, // one reply; others lose
    KJ_ONLY_PIECE, // one piece on the board; the replies of all others lose
    KJ_ONLY_KING,  // the king's moves
    KJ_ONLY_DROPS, // drops
} KjOnly;

/* An attack that fails, and what is said of it. The root of a tree is one without an attack. */
typedef struct KjFailure {
    KjMove attack; // KJ_MOVE_NONE: the root
    KjMove reply;  // that refutes it; KJ_MOVE_NONE: see `kind` and `open`
    bool open; // whether there is a mate after the attack, or how it is refuted, was not found out
    bool stalemate; // no reply, and that is no mate
    KjReplyKind kind;
    KjLasts lasts;
    unsigned attacks;
    // The replies, as far as they were decided:
    unsigned n_replies, n_mated, n_undecided;
    GArray *refuting; // of KjMove: after these there is no mate; owned
    KjOnly only;
    // What follows the reply:
    GPtrArray *next; // of KjFailure, the longest first; NULL: not looked at; owned
    unsigned n_next; // attacks there are
    bool repeats;    // the position after the reply has been on the way to it
    const struct KjFailure
        *same; // it stands after the reply of that try, which says what follows; NULL
    const struct KjFailure *before; // the try whose reply this one follows; NULL: the root
} KjFailure;

typedef struct {
    KjFailure *root; // owned
    bool cut;        // a limit came before all was known
    uint64_t nodes;
    double seconds;
} KjRefutation;

typedef struct {
    unsigned depth; // attacks deep; 0: only the root's reply
    unsigned width; // tries kept at the root, 1..; a third of that behind each of them, and so on
    uint64_t nodes; // it may cost; 0: no limit
} KjRefuteOptions;

/*
 * The tree of a position for which kj_solver_solve said KJ_NOMATE, with that solver, before
 * anything else is asked of it; or, where no law of repetition is asked, of any position that is
 * known to have no mate. `limits` are of the whole, besides options->nodes. (transfer full)
 */
KjRefutation *kj_refute(KjSolver *solver, const KjPosition *root, KjSide attacker,
                        const KjRefuteOptions *options, const KjLimits *limits);
void kj_refutation_free(KjRefutation *refutation);

/* The nodes that a tree may cost by default after a search that took `searched`: `whole`, or only
 * for the nearest failure. */
uint64_t kj_refute_nodes(uint64_t searched, bool whole);

/* The nearest failure: the try that lasts longest, or NULL if there is none. Owned by the
 * refutation. */
const KjFailure *kj_refutation_nearest(const KjRefutation *refutation);

/* What a move does that answers an attack, the defender to move at `pos`. */
KjReplyKind kj_refute_kind(const KjPosition *pos, KjMove reply);

/* What the attacker, who is to move at `pos`, is left with; `out_drop`: that drop. Told by the
 * rules alone. */
KjLeft kj_refute_left(const KjPosition *pos, KjMove *out_drop);

/* "king-goes", "king-takes", ...; "reply", "piece", ... or "". Static. */
const char *kj_reply_kind_text(KjReplyKind kind);
const char *kj_only_text(KjOnly only);

/* "exactly", "more", "for-ever", "unknown". Static. */
const char *kj_lasts_text(KjLasts lasts);
