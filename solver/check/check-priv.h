/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the check share; not for other folders. */
#pragma once

#include "solver/check/answers.h"
#include "solver/check/check.h"
#include "solver/length/conventional.h"
#include "solver/query.h"
#include "solver/solve.h"

/* Passes of the usual effort, and how many there are where the whole check has a limit, which is used
 * up as long as something is open. The small ones before KJ_CHECK_FIRST are for finding a first defect
 * only; questions about spares and themes get the effort of that one. */
enum { KJ_CHECK_PASSES = 5, KJ_CHECK_ALL_PASSES = 7, KJ_CHECK_FIRST = 2 };

// A line of so many plies begins with one of the small ones, so that all of it is seen soon.
enum { KJ_CHECK_LONG_LINE = 100 };

/* A check under way. */
typedef struct {
    KjSolver *solver;
    KjSearch *s;
    KjHisshi *hisshi; // the goal is 必至; NULL: mate
    KjSide attacker;
    const KjCheckOptions *options;
    const KjLimits *limits; // of the whole check
    KjLimits own;           // these, where it is patient
    bool patient;           // options->patient, and there is no limit
    gint64 begun;           // microseconds
    KjReport *out;
    KjConventional *conventional; // NULL: every interposition counts
    GArray *needed;               // of KjSpare, pieces known to be needed; NULL: not looked for
    GHashTable *leaving;          // if so: position and length -> KjVerdict
    KjPosition *forbidden;        // the attacker's positions of the main line
    unsigned n_forbidden;
    KjSolver *law;            // where the law forbids to repeat, else NULL; owned
    KjMove *law_past;         // what was played before the last question to it; owned
    unsigned pass, last_pass; // of now; of this round
    unsigned n_open;          // moves that the last pass left open
    uint64_t ceiling;         // nodes of one question at most, less than its pass allows; 0: none
    uint64_t kept_nodes;      // of the limits, which are not for the questions of now
    double kept_seconds;
    unsigned loops_from; // from this length on a loop may win by the law that counts; 0: none may
    struct KjCheckAhead *ahead; // questions that helpers look at now; NULL: none
    bool turned, mirrored;      // how the board is seen where an order of moves matters
} KjChecker;

/* ---- value.c: what a position is worth ---- */

/* What one question may cost now; false when the whole check has used up its limits
 * (out->cause). */
bool kj_check_limit(KjChecker *c, KjLimits *out);

/* Which limit a question that was not answered has come to. */
KjCause kj_check_cause(const KjChecker *c);

/* What is left of the time of the whole check, in seconds; 0: no limit. */
double kj_check_seconds_left(const KjChecker *c);

/* Counts the nodes of the question just asked. */
void kj_check_spent(KjChecker *c, uint64_t nodes);

/* Is there a mate from `pos` at all? Every interposition counts in answer->plies. */
void kj_check_mate(KjChecker *c, const KjPosition *pos, KjAnswer *out);

/* The same within `len` plies. */
void kj_check_mate_within(KjChecker *c, const KjPosition *pos, unsigned len, KjAnswer *out);

/* Is there a mate from `pos` at all, where there probably is none (kj_query_refute)? */
void kj_check_refute(KjChecker *c, const KjPosition *pos, KjAnswer *out);

/*
 * A mate from `pos` within `len` plies, counted by the rules in force? With `leaving`, one of
 * exactly `len` plies counts only if it leaves something in the attacker's hand.
 */
KjVerdict kj_check_within(KjChecker *c, const KjPosition *pos, unsigned len, bool leaving);

/* The length counted so of a mate within `most` plies; a bound with *out_exact false if a limit
 * came first. */
unsigned kj_check_length(KjChecker *c, const KjPosition *pos, unsigned most, bool *out_exact);

/* The length of a mate within `most` plies with every interposition counted, as kj_check_length; it
 * is known not to be below `least`. */
unsigned kj_check_pure_length(KjChecker *c, const KjPosition *pos, unsigned least, unsigned most,
                              bool *out_exact);

/* Whether a reply at `pos` is a futile interposition. */
KjVerdict kj_check_futile(KjChecker *c, const KjPosition *pos, KjMove reply);

/* Pieces in a hand that could be dropped somewhere one day. */
unsigned kj_check_left(const KjGame *game, KjHand hand);

/* All moves of the side to move that count, in an order that is the same however the board is
 * turned. */
void kj_check_moves(const KjChecker *c, const KjPosition *pos, KjMoveList *list);

/* Has the defender, to move at `pos`, lost on the spot: is he mated, or is it 必至? */
bool kj_check_mated(KjChecker *c, const KjPosition *pos);

/* ---- kept.c: answers that are kept in options->answers ---- */

typedef enum {
    KJ_ASKS_MATE,    // kj_check_mate, and within a length
    KJ_ASKS_REFUTE,  // kj_check_refute
    KJ_ASKS_WITHIN,  // by the conventions, kj_check_within
    KJ_ASKS_LEAVING, // the same with `leaving`
    KJ_ASKS_LENGTH,  // kj_check_length
    KJ_ASKS_FUTILE,  // kj_check_futile
    KJ_ASKS_HISSHI,  // kj_check_hisshi_root
    KJ_ASKS_THREAT,  // kj_check_hisshi_attacks
    KJ_ASKS_BOUND,   // kj_check_open_bounds
} KjAsks;

/* What is asked: `detail` is a length or a move. */
typedef struct {
    KjAsks asks;
    const KjPosition *pos;
    unsigned detail;
    const KjLimits *limits;
} KjAsked;

/* The answer that was kept, its nodes counted; false: there is none. */
bool kj_check_recall(KjChecker *c, const KjAsked *asked, KjCheckAnswer *out);

/* Whether there is one. */
bool kj_check_recalls(const KjChecker *c, const KjAsked *asked);

/* Keeps one that took nodes; `cause` is what it ended by, if it is open. */
void kj_check_keep(KjChecker *c, const KjAsked *asked, KjCause cause, const KjCheckAnswer *answer);

/* ---- root.c ---- */

/* Asks whether the work is a mate and how long the shortest one is. */
void kj_check_root(KjChecker *c, const KjPosition *root);

/* Asks the same of the work again: first from what is known of the nodes of the line, then by what is
 * still open; the length with every interposition counted only with `last`. */
void kj_check_root_again(KjChecker *c, const KjPosition *root, bool last);

/* Tells the first node of the line what is known of the work: whether it is a mate, and how long the
 * shortest one is. kj_check_root_again takes the same from the node. */
void kj_check_tell_line(KjChecker *c);

/* ---- check.c ---- */

/* The first pass over open moves. */
unsigned kj_check_first_pass(const KjChecker *c);

/* ---- ahead.c ---- */

/* Has helpers begin with the moves that are open at the first `n_nodes` nodes of the line, from the
 * last one on, unless they have, or it is not worth while: so little was searched so far. Whether it
 * was tried, which takes some time. */
bool kj_check_ahead_begin(KjChecker *c, unsigned n_nodes);

/* The check comes to a move. */
void kj_check_ahead_reach(KjChecker *c, const KjAlternative *alt);

/* Nodes that helpers have spent so far on the question whether that move mates, or (`alone`) whether
 * it does so without coming back to the line. */
uint64_t kj_check_ahead_spent(const KjChecker *c, bool alone);

/* Ends it, and counts what was spent. */
void kj_check_ahead_end(KjChecker *c);

/* ---- nodes.c ---- */

/* Makes the nodes of the line, with all other moves undecided. Futile interpositions on a line that
 * was not chosen by its length are taken off its plies; out->tentative is set where one is open. */
void kj_check_lay_out(KjChecker *c, const KjPosition *root);

/* Whether it is known by now which interpositions on the line are futile. */
bool kj_check_futile_known(KjChecker *c);

/* ---- stations.c ---- */

/* Takes in what is known beside a node of the line and after it: whether it is a mate, and how long
 * the shortest one is. The table learns of the mate. */
void kj_check_prove(KjChecker *c, unsigned ply);

/*
 * Takes in what is known beside a node of the line and after it: whether it is a mate, and how long
 * the shortest one is. If that leaves the length open and `ask`, it is searched whether there is
 * one shorter than the line. True if the length is settled.
 */
bool kj_check_station(KjChecker *c, unsigned ply, bool ask);

/* Counts the lengths that are open, and adds what is open as findings. */
void kj_check_open_lengths(KjChecker *c);

/* ---- mainline.c ---- */

/* Some line that mates, into out->mating, where there is no main line within the limits. */
void kj_check_mating_line(KjChecker *c, const KjPosition *root);

/* Lets that line stand for the main line. False if there is none. */
bool kj_check_tentative_line(KjChecker *c, const KjPosition *root);

/* The main line by docs/rules.md R12 from `root`, a mate in `len` plies. False when a limit came
 * first, and then the line is the one there was before. */
bool kj_check_main_line(KjChecker *c, const KjPosition *root, unsigned len);

/* Takes the author's line if it is one; else out->findings has what is wrong with it. */
bool kj_check_authors_line(KjChecker *c, const KjPosition *root);

/* A line from `pos`, a mate within `plies`, for people. */
void kj_check_sample(KjChecker *c, const KjPosition *pos, unsigned plies, KjAlternative *alt);

/* The reply that refutes, the defender to move at `pos` without a mate. */
void kj_check_refutation(KjChecker *c, const KjPosition *pos, KjAlternative *alt);

/* ---- other_attack.c, reply.c: one move beside the line ---- */

void kj_check_attack(KjChecker *c, const KjCheckNode *node, KjAlternative *alt);

/* Where the rest of the line leads to after a move that is the line's own in all but where or whether
 * to promote: at most two positions; none if it is no such move, or the line does not go on. */
unsigned kj_check_twin_ends(const KjChecker *c, const KjCheckNode *node, KjMove move,
                            KjPosition ends[2]);

/* Measures cooks longer than the line whose length is open. */
void kj_check_late_lengths(KjChecker *c);

void kj_check_reply(KjChecker *c, const KjCheckNode *node, KjAlternative *alt);

/* ---- hisshi.c: the questions of a check where the goal is 必至 ---- */

/* Is it forced within `len` plies (KJ_ANY_LENGTH: at all)? */
void kj_check_hisshi_ask(KjChecker *c, const KjPosition *pos, unsigned len, const KjLimits *limits,
                         KjAnswer *out);

/* Whether the work is 必至 and no mate by checks, and how long. */
void kj_check_hisshi_root(KjChecker *c, const KjPosition *root);

/* Whether the position after an attacking move has the defender in check or under a threat. */
KjVerdict kj_check_hisshi_attacks(KjChecker *c, const KjPosition *pos);

/* kj_check_sample and kj_check_refutation. */
void kj_check_hisshi_sample(KjChecker *c, const KjPosition *pos, unsigned plies,
                            const KjLimits *limits, KjAlternative *alt);
KjMove kj_check_hisshi_reply(KjChecker *c, const KjPosition *pos, const KjLimits *limits);

/* ---- extras.c ---- */

/* Useless pieces, themes and difficulty, as asked for, once everything else is known. */
void kj_check_extras(KjChecker *c, const KjPosition *root);

/* Whether moves of such a class beside that of the last ply are worth no more than a note. */
bool kj_check_harmless_at_last(const KjReport *report, KjClass class);

/* Where the verdict hangs on whether pieces are needed: asks with the effort of open moves. */
void kj_check_spares_again(KjChecker *c, const KjPosition *root);

/* Adds which pieces are not needed, or may not be. */
void kj_check_useless_faults(KjReport *out);

/* ---- patience.c ---- */

/* Begins with the caller's limits, or those of patience; then lets the check have as long as befits a
 * line of so many plies. */
void kj_check_be_patient(KjChecker *c, const KjLimits *limits);
void kj_check_patience_for(KjChecker *c, unsigned plies);

/* ---- open_bounds.c ---- */

/* Keeps a small part of the limits for the bounds of moves that stay open. */
void kj_check_keep_for_bounds(KjChecker *c);

/* Asks within how many plies after each of the attacker's moves that is open there is no mate, with
 * what was kept. A mate that is found on the way decides the move. */
void kj_check_open_bounds(KjChecker *c);

/* ---- law.c ---- */

/* Makes c->law. */
void kj_check_law_begin(KjChecker *c);

/* A mate within `len` plies from a position nothing was played before? */
KjVerdict kj_check_law_mates(KjChecker *c, const KjPosition *pos, unsigned len);

/* Whether the law lets `move` be played after `n` moves of a line from `root`; yes where no law is
 * asked. */
bool kj_check_law_allows(const KjChecker *c, const KjPosition *root, const KjMove *line, unsigned n,
                         KjMove move);

/* c->law as it is after solving the root. */
KjSolver *kj_check_law_at_root(KjChecker *c, const KjPosition *root);

/* Corrects what is said of the root; the line, which may be none; and a class, by the law. */
void kj_check_law_root(KjChecker *c, const KjPosition *root);
bool kj_check_law_line(KjChecker *c, const KjPosition *root);
void kj_check_by_law(KjChecker *c, const KjCheckNode *node, KjAlternative *alt);

/* ---- report_certificate.c ---- */

/* Writes the certificate that options->certificate asks for; the report is as before. */
void kj_check_write_certificate(KjChecker *c, const KjPosition *root);

/* ---- judge.c ---- */

/* How an alternative weighs under a profile. */
KjSeverity kj_check_severity(const KjProfile *profile, const KjReport *report,
                             const KjCheckNode *node, const KjAlternative *alt);

/* Adds a fault of the whole work. */
#define KJ_NO_DETAIL ((KjDetail){KJ_DETAIL_NONE, 0, 0})
void kj_check_fault(KjReport *report, KjFault fault, int ply, KjMove move, KjDetail detail);

/* Collects the findings and the verdict. */
void kj_check_judge(KjReport *report);
