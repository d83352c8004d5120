/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that write certificates of reports share (docs/report-certificate.md). */
#pragma once

#include "solver/certify/certify_writer.h"
#include "solver/check/check-priv.h"

/* What a fact says of a position with the attacker to move, in the order of the format. `key` is
 * that of its value: 2 * plies, plus 1 if nothing is left in the attacker's hand. */
typedef enum {
    KJ_FACT_MATES,       // bare, at most key
    KJ_FACT_MATES_COUNT, // by the rule of interpositions
    KJ_FACT_MATES_APART, // bare, without coming to the line
    KJ_FACT_LASTS,       // more than key by the relaxed rule
    KJ_FACT_LASTS_COUNT, // more than key by the rule of interpositions
    KJ_FACT_FAILS,       // no mate
    KJ_FACT_FAILS_APART, // none without coming to the line
    KJ_FACTS,
} KjFactKind;

typedef struct {
    KjPosition pos;
    KjFactKind kind;
    unsigned key;
    unsigned claim; // for which it is
} KjFact;

enum { KJ_MOST_FACTS = 1 << 23 }; // of one certificate: in memory some gigabytes

typedef struct {
    KjChecker *c;
    KjWriter *w; // bytes and texts of moves
    KjCertifySet set[KJ_FACTS];
    uint32_t n_facts; // announced
    GQueue facts;     // of KjFact, announced and not yet shown; owned
    unsigned claim;   // being written
    KjLimits limits;  // of the search of now
    bool apart;       // the search keeps away from the line
    bool *open;       // by claim: not shown in time
    unsigned *first;  // by node: the claim of the first move beside the line, then of the pieces
    KjLimits *effort; // of the claim being written; NULL: there are none beside it; not owned
    uint64_t *spent;  // by claim: nodes, since all is written anew
    uint64_t since;   // nodes when the claim being written had its turn
    uint64_t share;   // nodes that a claim may take
    uint64_t end;     // nodes when the effort of all is spent
} KjReportWriter;

/* ---- report_certificate.c: what certificates of reports and of lengths share ---- */

/* Why the facts of a game have no certificate by these rules; NULL: they have one. Static. */
const char *kj_show_unfit(const KjSearch *s, const KjGame *game, KjInterpositions rule);

/* Begins a writer of facts, which go to `bytes`; ends one. */
void kj_show_open(KjReportWriter *r, KjChecker *c, const KjPosition *root, GByteArray *bytes);
void kj_show_close(KjReportWriter *r);

/* Adds the lines of the header from the game to the rule of interpositions. */
void kj_show_header(const KjReportWriter *r, const KjPosition *root, GString *text);

/* Gives all that was written to who asked for it; false with the error of the sink. */
bool kj_show_put(const KjCertificateSink *sink, const char *header, const GByteArray *bytes,
                 GError **error);

/* ---- report_known.c: what the solver knows; may search ---- */

/* Has the search keep away from the line, or not. */
void kj_show_apart(KjReportWriter *r, bool apart);

/* Goes on with a claim: it has its share of the effort, the main line, KJ_LINE_CLAIM, all. */
enum { KJ_LINE_CLAIM = 0 }; // claims of moves count from 1
void kj_show_turn(KjReportWriter *r, unsigned claim);

/* Around a search of one's own: false if no more is allowed. */
bool kj_show_begin(KjReportWriter *r);
void kj_show_end(KjReportWriter *r);

/* Whether the value of a position is at most `key`. */
KjVerdict kj_show_value_within(KjReportWriter *r, const KjPosition *pos, int key);

/* Whether there is a bare mate within `plies`, as far as is known; its length. */
bool kj_show_bare_known(KjReportWriter *r, const KjPosition *pos, unsigned plies, unsigned *out);

/* Whether there is no mate within `plies` by the relaxed rule, or by the bare one if all
 * interpositions count; `known`: as far as is known. */
bool kj_show_relaxed_lasts(KjReportWriter *r, const KjPosition *pos, unsigned plies, bool known);

/* A reply after which there is none, the defender to move, searched for; KJ_MOVE_NONE: it was not
 * found. */
KjMove kj_show_holding_reply(KjReportWriter *r, const KjPosition *pos, unsigned plies);

/* As kj_show_relaxed_lasts, as far as is known, after a reply that interposes, whether what it offers
 * is taken or not. */
bool kj_show_offer_lasts(KjReportWriter *r, const KjPosition *pos, KjMove reply,
                         const KjShortcut *offered, unsigned plies);

/* Whether there is known to be no mate within `plies`, for a fact of the kind `lasts` or one that
 * there is none; *out_effort: what it took to find out, as kj_effort. */
bool kj_show_known_at(const KjReportWriter *r, const KjTables *t, const KjPlace *place,
                      KjFactKind kind, unsigned plies, unsigned *out_effort);

bool kj_show_number(KjReportWriter *r, uint32_t n);

/* The moves of a position in the order of their texts. */
void kj_show_moves(const KjReportWriter *r, const KjPosition *pos, KjMoveList *list);

/* The name of a move, which is among them. */
bool kj_show_move(KjReportWriter *r, const KjPosition *pos, const KjMoveList *list, KjMove move);

/* What facts are found by. */
typedef struct {
    uint64_t board; // and what of the defender's hand does not follow from the attacker's
    KjHand hand;    // the attacker's
} KjFactKey;
KjFactKey kj_show_key(const KjReportWriter *r, const KjPosition *pos);
KjFactKey kj_show_key_at(const KjReportWriter *r, const KjPlace *place);

/* Whether a position is one of the line's with the attacker to move, or poorer. */
bool kj_show_is_of_line(const KjReportWriter *r, const KjTables *t, const KjFactKey *key);

/* ---- report_futile.c ---- */

/* How far from the king a reply interposes, 0 if it does not or all interpositions count. */
unsigned kj_show_rank(const KjReportWriter *r, const KjPosition *pos, KjMove reply);

/* That an interposition is futile or is not, by lengths of `most` plies at most; *out: those within
 * which all nearer replies lose. What `is` in its name writes nothing. */
bool kj_show_futile(KjReportWriter *r, const KjPosition *pos, KjMove reply, unsigned most);
bool kj_show_effective(KjReportWriter *r, const KjPosition *pos, KjMove reply, unsigned most);
bool kj_show_is_effective(KjReportWriter *r, const KjPosition *pos, KjMove reply, unsigned most,
                          unsigned *out);

/* That no recapture of an interposition mates within half as many plies as `key`; `plain`: by the
 * relaxed rule. */
bool kj_show_none_within(KjReportWriter *r, const KjPosition *pos, KjMove reply, KjFactKind kind,
                         int key);
bool kj_show_is_none_within(KjReportWriter *r, const KjPosition *pos, KjMove reply, int key,
                            bool plain, bool known);

/* That a reply loses in time, or is futile. `cells`: where drops were; the piece is given back,
 * whichever it was. */
bool kj_show_loses(KjReportWriter *r, const KjPosition *pos, KjMove reply, KjFactKind kind, int key,
                   KjBb *cells);

/* ---- report_facts.c ---- */

/* Each writes what shows something, the defender to move at `pos`, or a fact, the attacker to move;
 * false if it cannot be shown within the limits. */
bool kj_show_mates(KjReportWriter *r, const KjPosition *pos, KjFactKind kind, unsigned key);
bool kj_show_lasts(KjReportWriter *r, const KjPosition *pos, KjFactKind kind, int key);
bool kj_show_fails(KjReportWriter *r, const KjPosition *pos, KjFactKind kind);
bool kj_show_link(KjReportWriter *r, const KjPosition *pos, KjFactKind kind, unsigned key);

/* Shows all facts that are announced; *out_claim is the one that a failure belongs to. */
bool kj_show_facts(KjReportWriter *r, unsigned *out_claim);

/* ---- report_named.c ---- */

/* What a move beside the line is called, by either side; false as above. */
bool kj_show_attack(KjReportWriter *r, const KjCheckNode *node, const KjAlternative *alt);
bool kj_show_reply(KjReportWriter *r, const KjCheckNode *node, const KjAlternative *alt);

/* That an open move of the attacker's does not mate within the plies that are known of it. */
bool kj_show_bound(KjReportWriter *r, const KjCheckNode *node, const KjAlternative *alt);

/* A mate of any length, the defender to move. */
bool kj_show_some_mate(KjReportWriter *r, const KjPosition *next, KjFactKind kind);

/* ---- report_pieces.c ---- */

/* The pieces of which a claim is made, in the order of the format. (transfer container) */
GPtrArray *kj_show_pieces(const KjReportWriter *r, const KjPosition *root);

/* That one is useless or needed; or that it is open, unless it is seen at once. */
bool kj_show_piece(KjReportWriter *r, const KjPosition *root, const KjSpare *spare, bool open);
