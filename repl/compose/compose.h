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

/* The same for a position that is no work yet: it is not checked, and any solution will do. */
bool kj_compose_open_family(KjCompose *compose, KjInput *input, KjComposeWork *out);

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

/* A piece of the diagram, or of the attacker's hand. (transfer full) */
char *kj_compose_piece_text(const KjGame *game, KjSide attacker, KjPiece piece, unsigned square);

/* A defect of a version: "ply 7, cook of equal length: ▲…". (transfer full) */
char *kj_compose_defect_text(const KjCompose *compose, const KjPosition *version,
                             const KjMove *line, const KjDefect *defect);

/* The work, drawn unless --no-diagram: verdict, defects, the line to keep. A version, with a number:
 * what is done, what it is worth, its defects and position, and its board. */
void kj_compose_tell_work(const KjCompose *compose, const KjComposeWork *work, KjPrinter *printer);
void kj_compose_tell_version(const KjCompose *compose, const KjComposeWork *work,
                             const KjRepair *repair, unsigned number, bool with_board,
                             KjPrinter *printer);

/* Seconds since the call began. */
double kj_compose_seconds(const KjCompose *compose);

/* ---- JSON ---- */

/* The fields of the work up to its number of defects; a version as an item of a list. */
void kj_compose_print_work(const KjCompose *compose, const KjComposeWork *work, KjPrinter *printer);
void kj_compose_print_version(const KjComposeWork *work, const KjRepair *repair,
                              KjPrinter *printer);

/* A field: a piece in the letters of SFEN, null for KJ_NONE; a square, null for KJ_NO_SQUARE. */
void kj_compose_print_piece(const KjGame *game, const char *key, KjPiece piece, KjPrinter *printer);
void kj_compose_print_square(const KjGame *game, const char *key, unsigned square,
                             KjPrinter *printer);

/* The fields of a change, and of a defect, as an item of a list. */
void kj_compose_print_change(const KjGame *game, const KjChange *change, KjPrinter *printer);
void kj_compose_print_defect(const KjPosition *version, const KjMove *line, const KjDefect *defect,
                             KjPrinter *printer);

#endif
