/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that write certificates of reports share (docs/report-certificate.md). */
#ifndef KJ_SOLVER_CHECK_REPORT_WRITER_H
#define KJ_SOLVER_CHECK_REPORT_WRITER_H

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

typedef struct {
    KjChecker *c;
    KjWriter *w; // bytes and texts of moves
    KjCertifySet set[KJ_FACTS];
    uint32_t n_facts; // announced
    GQueue facts;     // of KjFact, announced and not yet shown; owned
    unsigned claim;   // being written
    bool apart;       // the search keeps away from the line
} KjReportWriter;

/* Each writes what shows something, the defender to move at `pos`, or a fact, the attacker to move;
 * false if it cannot be shown within the limits. */
bool kj_show_mates(KjReportWriter *r, const KjPosition *pos, KjFactKind kind, unsigned key);
bool kj_show_lasts(KjReportWriter *r, const KjPosition *pos, KjFactKind kind, int key);
bool kj_show_fails(KjReportWriter *r, const KjPosition *pos, KjFactKind kind);
bool kj_show_link(KjReportWriter *r, const KjPosition *pos, KjFactKind kind, unsigned key);

/* Likewise, that an interposition is futile or is not, by lengths of `most` plies at most. */
bool kj_show_futile(KjReportWriter *r, const KjPosition *pos, KjMove reply, unsigned most);
bool kj_show_effective(KjReportWriter *r, const KjPosition *pos, KjMove reply, unsigned most);

/* Shows all facts that are announced; *out_claim is the one that a failure belongs to. */
bool kj_show_facts(KjReportWriter *r, unsigned *out_claim);

/* How far from the king a reply interposes, 0 if it does not or all interpositions count. */
unsigned kj_show_rank(const KjReportWriter *r, const KjPosition *pos, KjMove reply);

/* Has the search keep away from the line, or not. */
void kj_show_apart(KjReportWriter *r, bool apart);

/* The moves of a position in the order of their texts. */
void kj_show_moves(const KjReportWriter *r, const KjPosition *pos, KjMoveList *list);

/* The index of a move among them. */
bool kj_show_move(KjReportWriter *r, const KjPosition *pos, const KjMoveList *list, KjMove move);

#endif
