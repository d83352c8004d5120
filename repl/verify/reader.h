/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading certificates: bytes, plain or from one zstd frame, numbers, and the header. */
#pragma once

#include <zstd.h>

#include "repl/verify/rules.h"
#include "repl/verify/verify.h"

enum { KV_BUFFER = 1 << 16, KV_END = -1, KV_DAMAGED = -2 };

/* The format of certificates that is read, of all kinds. */
enum { KV_FORMAT = 4 };

typedef struct {
    FILE *file;
    ZSTD_DStream *zstd; // NULL: plain
    bool started, frame_ended;
    const char *damage; // why a read gave KV_DAMAGED
    uint64_t byte;      // of the next one, after decompression
    size_t at, n;       // in `buffer`
    ZSTD_inBuffer packed;
    unsigned char buffer[KV_BUFFER], input[KV_BUFFER];
} KvReader;

typedef enum { KV_CLAIM_MATE, KV_CLAIM_SHORTEST, KV_CLAIM_NOMATE, KV_CLAIM_HISSHI } KvClaim;
/* From KV_LAW_SECOND on: the game is over when a position occurs for the 2nd, 3rd, 4th time. */
typedef enum { KV_LOOPS_FAIL, KV_LAW_LITERAL, KV_LAW_PAIR, KV_LAW_SECOND } KvRepetition;

typedef struct {
    bool dominance;
    KvRepetition repetition;
    KvClaim claim;
    uint32_t plies;
    char position[KV_LINE];
} KvHeader;

/* Allocates nothing before the first byte is read. kv_reader_end does not close the file. */
void kv_reader_begin(KvReader *in, FILE *file);
void kv_reader_end(KvReader *in);

/* The next byte, KV_END, or KV_DAMAGED, which says why in `damage`. */
int kv_reader_byte(KvReader *in);

/* The next number of a section, below 2^32; false if there is none, with the reason in `wrong`. */
bool kv_reader_number(KvReader *in, uint64_t *out, const char **wrong);

/* Whether the file begins with a text. To be asked before anything is read. */
bool kv_reader_begins(KvReader *in, const char *text);

/* The rest of the next line after `word` and a blank, or the whole line if `word` is "". NULL, or
 * what is wrong. */
const char *kv_reader_line(KvReader *in, const char *word, char out[KV_LINE]);

/* The place of a word in a list of words joined by '|', or -1. */
int kv_place_of(const char *value, const char *words);

/* A number of at most nine digits, without needless zeros; false if it is none. */
bool kv_digits_read(const char *text, uint32_t *out);

/* Reads the first line, `word` and the format; `writer`: what writes such a file. On failure the
 * result says why. */
bool kv_format_read(KvReader *in, const char *word, const char *writer, KvResult *result);

/* Reads the header and sets the rules up, but does not read the position. What it says goes to
 * `result` too; on failure, which leaves it without a game, so does the cause. */
bool kv_header_read(KvReader *in, KvRules *rules, KvHeader *out, KvResult *result);
