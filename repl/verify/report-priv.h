/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Certificates of reports (docs/report-certificate.md): what the files that read them share. Facts
 * are about positions with the attacker to move. Each is announced before it is shown, and all that
 * are announced must be shown by the end of the file, so that one may lean on any other.
 */
#pragma once

#include "repl/verify/patience.h"
#include "repl/verify/reader.h"

/* What a fact says of its position; `key` is that of its value: twice the plies to mate, one more if
 * nothing is left in the attacker's hand then. */
typedef enum {
    KV_MATES,       // by every interposition counted, at most key
    KV_MATES_COUNT, // at most key
    KV_MATES_APART, // as KV_MATES, without coming to the line
    KV_LASTS,       // more than key, also if the attacker may take interpositions for nothing
    KV_LASTS_COUNT, // more than key
    KV_FAILS,       // no mate
    KV_FAILS_APART, // none without coming to the line
} KvKind;

typedef enum { KV_COUNT, KV_STD2, KV_WIDE } KvInterpositions;

typedef struct {
    KvPosition at;
    uint32_t key;
    uint8_t kind;
} KvFact;

typedef struct {
    unsigned n;
    KvMove *move;
} KvMoves;

/* What can weigh something, in the order of the header: what a move of the attacker's may be called,
 * what one of the defender's, two weights in certain places, the work as a whole. */
typedef enum {
    KV_C_FAILS,
    KV_C_EARLY,
    KV_C_EQUAL,
    KV_C_LATE,
    KV_C_LAST,
    KV_C_CHOICE,
    KV_C_PROMOTION,
    KV_C_ORDER,
    KV_C_REJOIN,
    KV_C_DETOUR,
    KV_C_MIRROR,
    KV_C_SHORTER,
    KV_C_LEAVES,
    KV_C_SAME,
    KV_C_SAME_LAST,
    KV_C_LONGER,
    KV_C_NOT_MAIN,
    KV_C_FUTILE,
    KV_C_ESCAPE,
    KV_CLASSES,
    KV_C_LAST_IN_ONE = KV_CLASSES, // LAST in a mate in one
    KV_C_LATE_AT_LAST,             // LATE at the last ply
    KV_C_LEFTOVER,
    KV_C_LENGTH,
    KV_C_SET,
    KV_C_NO_MATE,
    KV_C_USELESS,
    KV_WEIGHTS,
    KV_C_OPEN = KV_WEIGHTS, // a move that is not decided
} KvClass;

/* Their codes. Static. */
const char *kv_class_code(KvClass class);

typedef enum { KV_NONE_AT_ALL, KV_NOTE, KV_BLEMISH, KV_DEFECT } KvWeight;

typedef enum { KV_EXCESS_REJECT, KV_EXCESS_ALLOW2, KV_EXCESS_ALLOW4, KV_EXCESS_IGNORE } KvExcess;

/* What an attack beside the main line was called. */
typedef struct {
    uint64_t text; // of the move
    uint8_t class;
} KvCalled;

/* Lines of text. */
typedef struct {
    char *text;
    size_t n, room;
} KvLines;

typedef struct KvLineIndex KvLineIndex;

/* A certificate being read. */
typedef struct {
    KvReader *in;
    KvRules rules;
    KvResult *result;
    uint64_t memory; // left for what follows
    KvPatience patience;
    void (*tell)(void *data, const KvMoveClaim *claim);
    void *tell_data;
    // the header
    KvInterpositions interpositions;
    KvExcess excess;
    uint32_t recorded; // plies; 0: none
    uint32_t plies;    // claimed
    KvWeight weight[KV_WEIGHTS];
    char position[KV_LINE];
    KvLines said, found;                   // findings: by the header, by what was shown
    bool leftover;                         // the main line leaves something in hand
    bool open_pieces;                      // nothing is shown of pieces
    unsigned n_open_pieces, n_useless;     // pieces that are not decided, or are not needed
    KvLines pieces;                        // the lines of findings about them
    KvCalled *named;                       // the attacks at all positions of the line
    size_t n_named, named_room, *named_at; // those at ply i from named_at[i] to named_at[i + 1]
    unsigned n_by[KV_DEFECT + 1], n_open;  // findings by weight, moves not decided
    const char *place;                     // what is being read, for people; NULL: the header
    unsigned ply;                          // of the move it is about, from 1; 0 none
    char move[9];                          // likewise, or ""
    KvFact *facts;
    size_t n_facts, room, shown;
    KvPosition *line; // the positions of the main line, n_line + 1 of them
    KvMove *own;      // its moves
    unsigned n_line;
    KvLineIndex *line_index;
    KvMove list[KV_MOST_MOVES];
} KvReport;

/* ---- report_said.c ---- */

/* Refuses; false. */
__attribute__((format(printf, 3, 4))) bool kv_refuse(KvReport *c, KvStatus status,
                                                     const char *format, ...);

/* Adds a line. */
__attribute__((format(printf, 3, 4))) bool kv_add_line(KvReport *c, KvLines *lines,
                                                       const char *format, ...);

/* Tells of a claim: about c->move at a ply from 1, or about a piece; `beyond` as in KvNamed. True. */
bool kv_tell(KvReport *c, unsigned ply, const char *class, KvWeight weight, unsigned beyond);

/* "none", "note", ... Static. */
const char *kv_weight_word(KvWeight weight);

/* Refuses for what happens in a position. */
bool kv_refuse_at(KvReport *c, const KvPosition *p, const char *what);

/* ---- report_line.c ---- */

/* Makes the positions of the line be found. False: refused. */
bool kv_index_line(KvReport *c);

/* Whether a position is one of the line's with the attacker to move, or poorer. */
bool kv_is_of_line(const KvReport *c, const KvPosition *p);

/* ---- report_facts.c ---- */

/* The next number, at most `most`. Out of range it is refused, and *out no index. */
bool kv_report_number(KvReport *c, uint32_t most, uint32_t *out);

/* The moves of a position, to be freed with free(out->move). */
bool kv_moves(KvReport *c, const KvPosition *p, KvWanted wanted, KvMoves *out);

/* The move that the next number names. */
bool kv_read_move(KvReport *c, const KvPosition *p, KvWanted wanted, KvMove *out);

/* ---- of a position with the defender to move ---- */

/* Whether the attacker holds something he could drop one day. */
bool kv_leaves(const KvReport *c, const KvPosition *p);

/* How far from the king the move puts a piece between it and the one that checks from afar; 0: it
 * does not interpose, or all interpositions count. */
unsigned kv_rank(const KvReport *c, const KvPosition *p, const KvMove *reply);

/* Each reads what shows it, facts being announced on the way. */
bool kv_read_mates(KvReport *c, const KvPosition *p, KvKind kind, uint32_t key);
bool kv_read_lasts(KvReport *c, const KvPosition *p, KvKind kind, int64_t key);
bool kv_read_fails(KvReport *c, const KvPosition *p, KvKind kind);
/* An interposition that is futile, or is not. Lengths that are looked at are at most 2 * `most`: what
 * shows a fact looks at none above its own, so that facts cannot hang on each other in a circle. */
bool kv_read_futile(KvReport *c, const KvPosition *p, const KvMove *reply, uint32_t most);
bool kv_read_effective(KvReport *c, const KvPosition *p, const KvMove *reply, uint32_t most);

/* A fact that is announced or referred to, the attacker to move at `p`. */
bool kv_read_link(KvReport *c, const KvPosition *p, KvKind kind, uint32_t key);

/* Shows all facts that were announced. */
bool kv_read_facts(KvReport *c);

/* ---- report_twins.c: moves that are like that of the line ---- */

/* Whether two moves are written alike: from, to, what is dropped, promotion, what is kept. */
bool kv_written_alike(const KvMove *a, const KvMove *b);

/* The move of a position that is written alike, if there is one. */
bool kv_find_alike(KvReport *c, const KvPosition *p, KvWanted wanted, const KvMove *like,
                   KvMove *out, bool *out_found);

/* Whether the move at ply `i` differs from the line's only in promotion (`out_promotion`) or in the
 * square on one line to a royal piece. */
bool kv_is_twin(const KvReport *c, unsigned i, const KvMove *move, bool *out_promotion);

/* Plays the rest of the line after a twin; the ends it may come to, at most two. */
bool kv_follow_twin(KvReport *c, unsigned i, const KvMove *move, KvPosition ends[2], unsigned *n);

/* Whether the position at ply `i` is its own mirror image, and the move that of the line's. */
bool kv_is_mirror(const KvReport *c, unsigned i, const KvMove *move);

/* Whether the move at ply `i` and a later one of the line change places. */
bool kv_changes_order(KvReport *c, unsigned i, const KvMove *move, bool *out);

/* ---- report_claims.c ---- */

/* What is claimed of a move beside the line, read and named; with what it weighs there. */
typedef struct {
    KvClass class;
    unsigned excess; // LONGER: by so many plies
    unsigned beyond; // OPEN: no mate within so many plies after it; 0: nothing is shown
} KvNamed;

/* A move at ply `i` other than the line's. */
bool kv_read_claim(KvReport *c, unsigned i, const KvMove *move, KvNamed *out);

/* What it weighs. */
KvWeight kv_weigh(const KvReport *c, unsigned i, const KvMove *move, const KvNamed *named);

/* ---- report_pieces.c ---- */

/* The claims of all pieces, the attacker to move at the beginning of the line. */
bool kv_read_pieces(KvReport *c);

/* ---- report_header.c ---- */

/* The header, with what it says is found; that of a length. */
bool kv_read_header(KvReport *c);
bool kv_read_length_header(KvReport *c);

/* ---- report.c ---- */

/* How the first line begins of a certificate of a report, and of a length. */
#define KV_REPORT_BEGINS "kanju-report "
#define KV_LENGTH_BEGINS "kanju-length "

/* Checks one, of which nothing has been read yet. Whether it is valid. */
bool kv_report_verify(KvReader *in, const KvLimits *limits, KvResult *result);
bool kv_length_verify(KvReader *in, const KvLimits *limits, KvResult *result);
