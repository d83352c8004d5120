/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the records share. */
#pragma once

#include "solver/search/proof_records.h"
#include "solver/search/search.h"

enum {
    KJ_PROOF_RECORD_NONE = 0, // no record, no edge: the first of each array is not used
    KJ_PROOF_RECORD_END =
        UINT32_MAX, // the move before ends it: mate in one, no check, no plies left
    KJ_PROOF_RECORD_TABLE = UINT32_MAX - 1, // what comes after is known to the table
    KJ_PROOF_RECORD_WORKS = 4,
};

/* What a record shows, and by which rule: one of these two plus KJ_PROOF_RECORD_RULE times s->relaxed. */
typedef enum {
    KJ_PROOF_RECORD_PROOF,
    KJ_PROOF_RECORD_REFUTATION,
    KJ_PROOF_RECORD_RULE
} KjProofKind;

/* In a record of the relaxed search: the check is a recapture by which the piece interposed goes
 * back (futile.h). In games with the move of that bit there are no such records. */
enum { KJ_PROOF_RECORD_SHORTCUT = KJ_MOVE_KEEP };

typedef enum {
    KJ_PROOF_RECORD_OPEN, // of a work that is only asked about, or given up half-way
    KJ_PROOF_RECORD_PENDING,
    KJ_PROOF_RECORD_HOLDS,
    KJ_PROOF_RECORD_FAILS,
} KjProofState;

/* An attacker's position. */
typedef struct {
    KjKey key;   // of the board, kj_key_board
    KjHand hand; // the attacker's
    uint32_t edge;
    uint32_t next;  // record of the same bucket
    uint32_t low;   // while pending: the first record that this one leans on
    uint16_t bound; // proof: mates within so many plies; refutation: does not within so many
    KjMove attack;  // proof: the move that does; KJ_MOVE_NONE: not looked for yet
    uint8_t kind, state;
    bool failed; // while pending
} KjProofRecord;

/*
 * What follows at a record. Proof: to `move`, a reply, the child has the answer, or `answer` mates.
 * Refutation: to `move`, a check, `answer` is the reply and the child what it leads to.
 */
typedef struct {
    KjMove move, answer;
    uint32_t child, next;
} KjProofEdge;

/* The records of a work. */
typedef struct {
    KjPosition root;
    uint64_t used; // when it was last, see KjProofRecords.clock
    KjProofRecord *record;
    KjProofEdge *edge;
    uint32_t *bucket; // a power of two of them
    uint32_t n_records, record_room, n_edges, edge_room, n_buckets;
    uint32_t *held; // records that hold, in the order in which that was found out
    uint32_t n_held, held_room;
    uint32_t kept; // so many of them the table was told of
} KjProofGraph;

/* A position of the old work, with the attacker to move. */
typedef struct {
    KjPosition pos;
    KjShortcut shortcut; // offered there
} KjProofPlace;

/* A record being gone through. */
typedef struct {
    uint32_t here, there;
    uint32_t first; // of its moves, on the stack of moves: checks, or the replies to the attack
    uint16_t n, at;
    KjMove attack, reply; // those made
    KjUndo attack_undo, reply_undo;
    KjShortcut shortcut; // offered by the reply before
    KjBb between;        // after the attack: where it can be interposed
    unsigned checker;
} KjProofFrame;

struct KjProofRecords {
    KjProofGraph graph[KJ_PROOF_RECORD_WORKS];
    KjProofGraph *here, *there; // NULL there: nothing to ask
    uint64_t clock;
    unsigned n_squares; // in which the two works differ
    uint8_t square[KJ_TRANSFER_SQUARES];
    KjProofFrame *frame;
    KjProofPlace *place; // of the first frames, n_places of them, in the old work
    uint32_t n_places;
    KjMove *move;
    uint32_t n_frames, n_moves;
    uint32_t *pending; // records of refutations that are pending, in the order of their numbers
    uint32_t n_pending, pending_room;
    // nodes spent on questions that were not answered, and that were; what the base took, and the
    // neighbour so far
    uint64_t lost, won, base, spent;
    uint64_t end; // of s->nodes, when the walk is given up
    bool given_up;
    bool busy;             // a walk is under way: what it searches does not ask again
    KjPosition pos;        // of the new work, where the walk is
    KjShortcut shortcut;   // offered there
    KjPosition asked;      // the counterpart of the question's position
    KjShortcut offered;    // there
    KjInterpositions rule; // of the question, then of the record at the top
    uint64_t repairs;      // nodes that may be spent on what is missing
};

/* The record's number, new and without edges; KJ_PROOF_RECORD_NONE when there is no memory. */
uint32_t kj_proof_records_add(KjProofGraph *graph, KjProofKind kind, KjKey key, KjHand hand,
                              unsigned bound);

/* A record of that kind by which (key, hand) is decided within `bound`, if it holds; of refutations
 * it may be pending. Else one of just that question that fails. KJ_PROOF_RECORD_NONE: there is none. */
uint32_t kj_proof_records_find(const KjProofGraph *graph, const KjTables *t, KjProofKind kind,
                               KjKey key, KjHand hand, unsigned bound);

/* A record of that kind in the other work by which (key, hand) was decided within `bound`, whatever
 * its state: it is only a guide. */
uint32_t kj_proof_records_find_any(const KjProofGraph *graph, const KjTables *t, KjProofKind kind,
                                   KjKey key, KjHand hand, unsigned bound);

/* Adds an edge to a record; false when there is no memory. */
bool kj_proof_records_link(KjProofGraph *graph, uint32_t record, KjMove move, KjMove answer,
                           uint32_t child);

/* The edge of a move, or NULL. */
const KjProofEdge *kj_proof_records_edge(const KjProofGraph *graph, uint32_t record, KjMove move);

/*
 * Reads off the table what the old work knows at the record the walk is at: the attack of a proof,
 * or the edge of `move`. NULL, or KJ_MOVE_NONE, if it knows nothing.
 */
KjMove kj_proof_records_attack(struct KjSearch *s, KjProofRecords *r, uint32_t there);
const KjProofEdge *kj_proof_records_resolve(struct KjSearch *s, KjProofRecords *r, uint32_t there,
                                            KjMove move);

static inline bool kj_proof_records_proves(const KjProofRecord *e)
{
    return e->kind % KJ_PROOF_RECORD_RULE == KJ_PROOF_RECORD_PROOF;
}

static inline KjInterpositions kj_proof_records_rule_of(const KjProofRecord *e)
{
    return (KjInterpositions)(e->kind / KJ_PROOF_RECORD_RULE);
}

/* The part of the table that facts by a rule are for. */
static inline unsigned kj_proof_records_part(KjInterpositions rule)
{
    return KJ_TURN_ANY | (unsigned)rule << KJ_RULE_SHIFT;
}

/* The kind of records by the present rule. */
static inline KjProofKind kj_proof_records_kind(const KjProofRecords *r, KjProofKind what)
{
    return (KjProofKind)(what + KJ_PROOF_RECORD_RULE * r->rule);
}

/* The key of a record: of a position, and of the shortcut that it offers. */
static inline KjKey kj_proof_records_key(const KjSearch *s, const KjPosition *pos,
                                         const KjShortcut *shortcut)
{
    return kj_key_board(kj_search_key(s, pos) ^ kj_futile_salt(shortcut));
}

/* The attacks that count at `pos`, checks and then shortcuts. */
void kj_proof_records_attacks(const KjProofRecords *r, const KjPosition *pos,
                              const KjShortcut *shortcut, KjMoveList *list);

/* Plays an attack, which may be a shortcut; kj_position_unmake takes the move itself back. */
void kj_proof_records_play(KjPosition *pos, const KjShortcut *shortcut, KjMove attack,
                           KjUndo *undo);

static inline KjMove kj_proof_records_move(const KjProofRecords *r, KjMove attack)
{
    return r->rule ? (KjMove)(attack & ~(unsigned)KJ_PROOF_RECORD_SHORTCUT) : attack;
}

/* What a reply offers the attacker. */
KjShortcut kj_proof_records_offer(const KjProofRecords *r, const KjPosition *pos, KjMove reply);

/* Whether there are records by a relaxed rule. */
static inline bool kj_proof_records_rule(KjInterpositions rule, const KjGame *game)
{
    return rule && rule != KJ_INTERPOSITIONS_RESTORE && !game->row->kings_privilege;
}

/* What the table knows of a mate within `len` plies of the attacker's position `pos`, with a shortcut
 * that may be offered there, by a rule. */
KjNodeValue kj_proof_records_known(const KjSearch *s, const KjPosition *pos,
                                   const KjShortcut *shortcut, KjInterpositions rule, unsigned len);

/*
 * The kind of record by which a mate, or none within `bound`, is best shown at `pos` by r->rule, as
 * the table knows it: bare proofs and bare refutations of any length are good for every rule, what
 * the relaxed rule refutes is refuted.
 */
KjProofKind kj_proof_records_choose(const KjSearch *s, const KjProofRecords *r,
                                    const KjPosition *pos, const KjShortcut *shortcut,
                                    KjProofKind what, unsigned bound);

/* Whether the defender, in check, is mated on the spot: without a reply or, in the relaxed search,
 * with none but futile ones. */
bool kj_proof_records_mated(const KjProofRecords *r, const KjPosition *pos);

/* The plies a mate takes from before an attack, if it takes `after` after it; and the plies within
 * which the position after an attack must have none, if the one before it has none within
 * `bound`. */
static inline unsigned kj_proof_records_before(const KjProofRecords *r, KjMove attack,
                                               unsigned after)
{
    if (r->rule && (attack & KJ_PROOF_RECORD_SHORTCUT))
        return after > 2 ? after - 1 : 1;
    return after + 1;
}

static inline unsigned kj_proof_records_after(const KjProofRecords *r, KjMove attack,
                                              unsigned bound)
{
    return r->rule && (attack & KJ_PROOF_RECORD_SHORTCUT) ? kj_len_more(bound) : kj_len_less(bound);
}

/* A record holds from now on. */
void kj_proof_records_hold(KjProofGraph *graph, uint32_t record);

/* Tells the table what holds. */
void kj_proof_records_keep(struct KjSearch *s, const KjTables *t, KjProofGraph *graph);

/* Goes through the records from r->pos, the attacker to move, on; the record of it. */
uint32_t kj_proof_records_walk(struct KjSearch *s, KjProofRecords *r, uint32_t there);
