/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that write certificates share. Internal to solver/. */
#pragma once

#include "solver/certify/certify.h"
#include "solver/certify/certify_set.h"
#include "solver/repetition/history_search.h"
#include "solver/search/table_probe.h"

enum { KJ_WRITER_BUFFER = 1 << 16 };

/* The format of certificates, of all kinds. */
#define KJ_CERTIFICATE_FORMAT "4"

/* The bytes of a move's text, first byte highest: numbers sort as the texts do. */
typedef uint64_t KjMoveText;

/*
 * A walk over the records of one section after another. The position is that of the record being
 * written; moves are made and taken back on it. Lists of moves still to be shown lie on one stack.
 */
typedef struct {
    KjSearch *s;
    KjHistorySearch *x; // of a verdict by the law of repetition, at the root; or NULL
    bool least;         // the whole mate is one without loops
    bool past;          // something was played before the root
    bool counted;       // the certificate is by a law that counts, with its past
    KjPosition pos;
    KjCertifySet set;
    KjMove *moves;
    size_t n_moves, room_moves;
    KjCertificateSink sink;
    uint8_t buffer[KJ_WRITER_BUFFER];
    unsigned buffered;
    KjCertifyCount count;
    KjMoveText square_text[KJ_MAX_SQUARES]; // two bytes
    GError **error;
} KjWriter;

/* A writer at `root`, without a sink. The caller frees its moves and itself with g_free. */
KjWriter *kj_writer_new(KjSolver *solver, const KjPosition *root);

/* The header; the words of its lines that are not the game's. */
typedef struct {
    const char *attacker_moves, *try_rule, *repetition, *position, *claim;
    bool dominance;
} KjWriterHeader;
bool kj_writer_header(KjWriter *w, const KjWriterHeader *header);

/* All return false once an error is set. */
bool kj_writer_number(KjWriter *w, uint32_t number);
bool kj_writer_flush(KjWriter *w);

/* Counts a record being opened at this depth and looks at the limits now and then. */
bool kj_writer_open(KjWriter *w, unsigned depth);

/* Adds the record at w->pos to the set. */
bool kj_writer_intern(KjWriter *w, unsigned plies);

/* Writes a reference to a record. */
bool kj_writer_refer(KjWriter *w, const KjCertifyRecord *record);

/*
 * Sets the error for a move that was looked for in vain: a limit, or a verdict that does not hold.
 */
bool kj_writer_fail(KjWriter *w, const char *missing);

/* The name of a move in certificates, never 0. */
uint32_t kj_move_name(const KjPosition *pos, KjMove move);

/* Writes the name of a move of w->pos; an error if it is not in `list`. */
bool kj_writer_move(KjWriter *w, const KjMoveList *list, KjMove move);

/* Puts `list`, moves of w->pos, in the order of texts, and onto the stack. */
void kj_writer_push_moves(KjWriter *w, const KjMoveList *list);

/* A text as a number, from what the rules of USI say; kj_usi_move_write gives the same order. */
KjMoveText kj_writer_text(const KjWriter *w, KjMove move);

/* The record of a mate within `plies` without loops, the attacker to move at w->pos. */
bool kj_certify_mate(KjWriter *w, unsigned plies);

/* Takes out of `list`, attacks at w->pos, those into positions from before the root, and those
 * after which every reply leads there while a defender without a reply would be saved. */
void kj_certify_avoid_past(KjWriter *w, KjMoveList *list);

/* The sections. `plies`: within how many the attacker mates; N - 2, or KJ_LEN_INF for `nomate`. */
bool kj_certify_proof(KjWriter *w, unsigned plies);
bool kj_certify_refutation(KjWriter *w, unsigned plies);

/* As kj_certify_mate and kj_certify_refutation, by the law of repetition. */
bool kj_certify_law_mate(KjWriter *w, unsigned plies);
bool kj_certify_law_refutation(KjWriter *w, unsigned plies);
