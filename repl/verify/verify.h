/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The verifier of certificates (docs/certificate.md): says whether a file proves what it claims,
 * trusting nothing else of Kanju. This folder has its own rules and includes nothing of the others;
 * the C library and libzstd are all it needs.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
    KV_VALID,
    KV_REFUSED,    // a certificate, but it does not prove its claim
    KV_UNKNOWN,    // not decided: it was stopped, or took longer than is allowed
    KV_UNREADABLE, // no certificate, damaged before its sections, or beyond the limits
} KvStatus;

/* What a report proves of a move beside the main line, or of a piece, in the words of
 * docs/report-certificate.md. */
typedef struct {
    unsigned ply;               // 1: the first move; 0: a piece
    bool attacks;               // the attacker's
    char move[9];               // USI; of a piece its cell, or G* in hand
    const char *class, *weight; // static
    unsigned beyond;            // of one that is open: no mate within so many plies after it
} KvMoveClaim;

typedef struct {
    // Bytes for records and open plies, 120 and about 400 each; beside them a fixed amount is used,
    // under 1 MiB, and for zstd its window, 128 MiB at the most.
    uint64_t memory;
    const atomic_bool *stop; // may be NULL; true: give up
    double seconds;          // of time; 0: no limit
    // Certificates of reports are read too. Else they are unreadable, so that who asks about a mate
    // is not told of something else.
    bool reports;
    // Told of each claim as it is read, before it is known whether the whole is valid; may be NULL.
    void (*tell)(void *data, const KvMoveClaim *claim);
    void *tell_data;
} KvLimits;

enum { KV_LINE = 1024, KV_REASON = 640, KV_WORD = 16, KV_CLAIM = 2 * KV_LINE + 256 };
#define KV_DEFAULT_MEMORY ((uint64_t)4 << 30)

typedef struct {
    bool ok; // status == KV_VALID
    KvStatus status;
    // As in the header, in its words; "" before it has been read.
    char game[KV_WORD], game_switch[KV_WORD], attacker[KV_WORD], attacker_moves[KV_WORD],
        try_rule[KV_WORD], stalemate[KV_WORD], drop_stalemate[KV_WORD], repetition[KV_WORD];
    char position[KV_LINE]; // SFEN, where the game began
    uint32_t past;          // plies from there to the position of the claim
    char root[KV_LINE];     // that one, without a move number; "" before it is known
    bool mate, shortest;    // the claim; mate false: `nomate`
    char interpositions
        [KV_WORD];           // of a report, or of a length that counts by a rule of them; "": none
    bool report;             // it is of a report, and says nothing of the other words of a claim
    char verdict[KV_WORD];   // of the work: "sound", ...; "" before it has been read
    char line[KV_LINE];      // its main line in USI, cut off to fit
    unsigned moves, refuted; // beside the line; of these, attacks that do not mate
    unsigned notes, blemishes, defects; // findings
    unsigned open;                      // moves that are not decided
    bool pieces_open;                   // nothing is said of pieces
    unsigned useless, open_pieces;      // pieces that are not needed, or not decided
    bool hisshi;      // `hisshi`: what `mate` means is that it is forced by checks and threats
    uint32_t plies;   // of the claim, 0 for `nomate`
    uint64_t records; // shown so far, over all sections
    char reason[KV_REASON]; // why not valid, one line; "" if valid
    uint64_t record;        // first wrong record, counted from 1 in its section; 0 outside records
    uint64_t byte;          // where it is wrong, from 0, in the bytes after decompression
} KvResult;

/*
 * Checks one certificate, of a mate or of a report, to the end of `in` (which stays open). Input may
 * be anything: the time is at most in proportion to its size (KvPatience).
 */
KvResult kv_verify(FILE *in, const KvLimits *limits);

/* "valid", "refused", "unknown", "unreadable". Static. */
const char *kv_status_text(KvStatus status);

/* The result in words, such as "valid: shogi mate in 117 (shortest), records: 18231"; cut off to
 * fit. KV_LINE bytes hold it always. */
void kv_result_text(const KvResult *result, char *out, size_t size);

/*
 * What the claim is about, on one line: the position after the past, and every switch that can
 * change what is true of it, in the words of the header. "" if no position was read. KV_CLAIM bytes
 * hold it always.
 */
void kv_result_claim(const KvResult *result, char *out, size_t size);
