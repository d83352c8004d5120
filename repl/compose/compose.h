/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the commands of the composer share: the work they are given with the line that is intended,
 * versions of it judged on several threads, and the words for changes.
 */
#ifndef KJ_REPL_COMPOSE_COMPOSE_H
#define KJ_REPL_COMPOSE_COMPOSE_H

#include "repl/check/print.h"
#include "solver/compose/repair.h"

/* A call of such a command. */
typedef struct {
    KjSession *session;
    const KjCall *call;
    KjPrinter *printer;
    KjCheckRequest request;
    unsigned jobs; // versions judged at a time
    unsigned most; // of a list that is printed
    gint64 begun;  // microseconds; --time counts from here
} KjCompose;

/* The work, checked, and what is wished of its versions. */
typedef struct {
    KjCheckJob job;    // with the report of the work as it is
    KjWish wish;       // its line is `line`, in the squares of the work
    KjMove *line;      // owned
    unsigned n_judged; // versions
    uint64_t nodes;    // they took
    bool cut;          // a limit or Ctrl-C came before all were judged
} KjComposeWork;

/* Reads the options. Errors: KJ_USAGE_ERROR. */
bool kj_compose_begin(KjSession *session, const KjCall *call, KjPrinter *printer, KjCompose *out,
                      GError **error);

/*
 * Reads the line that is intended (--line, the moves given with the problem, those ahead on the
 * board; else the main line of the check), checks the work and fills the wish by --keep. A --line in
 * USI need not be playable: a piece of it may be what is missing. What is wrong goes into the
 * input's error, and false is returned. Clear in any case with kj_compose_close.
 */
bool kj_compose_open(KjCompose *compose, KjInput *input, KjComposeWork *out);
void kj_compose_close(KjComposeWork *work);

/*
 * Judges versions of a work (KjRepair), those whose fate is KJ_FATES, side by side; the result is the
 * same however many threads there are. What a limit or Ctrl-C left is KJ_FATES still. `whole` as in
 * kj_judge. False when no thread can be had.
 */
bool kj_compose_judge(KjCompose *compose, KjComposeWork *work, GArray *repairs, bool whole,
                      GError **error);

/* ---- words ---- */

/* What a change does: "remove P on 5d", 「玉方５四歩を除く」. (transfer full) */
char *kj_compose_change_text(const KjGame *game, KjSide attacker, const KjChange *change);

/* All changes of a version, joined; and what they save or cost. (transfer full) */
char *kj_compose_candidate_text(const KjGame *game, KjSide attacker, const KjCandidate *candidate);
char *kj_compose_economy_text(const KjEconomy *economy);

/* A defect of a version: "ply 7, cook of equal length: ▲…". (transfer full) */
char *kj_compose_defect_text(const KjCompose *compose, const KjPosition *version,
                             const KjMove *line, const KjDefect *defect);

/* The fields of a change, and of a defect, as an item of a list. */
void kj_compose_print_change(const KjGame *game, const KjChange *change, KjPrinter *printer);
void kj_compose_print_defect(const KjPosition *version, const KjMove *line, const KjDefect *defect,
                             KjPrinter *printer);

#endif
