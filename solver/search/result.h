/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a search is asked for and what it answers: options, limits, progress, results. */
#pragma once

#include <glib.h>
#include <stdatomic.h>

#include "core/rules/position.h"

typedef enum { KJ_MATE, KJ_NOMATE, KJ_UNKNOWN } KjVerdict;

/* What a choice between two comes to: the attacker's, who needs one mate, and the defender's, who
 * needs one that is none. */
static inline KjVerdict kj_verdict_either(KjVerdict a, KjVerdict b)
{
    if (a == KJ_MATE || b == KJ_MATE)
        return KJ_MATE;
    return a == KJ_UNKNOWN || b == KJ_UNKNOWN ? KJ_UNKNOWN : KJ_NOMATE;
}

static inline KjVerdict kj_verdict_both(KjVerdict a, KjVerdict b)
{
    if (a == KJ_NOMATE || b == KJ_NOMATE)
        return KJ_NOMATE;
    return a == KJ_UNKNOWN || b == KJ_UNKNOWN ? KJ_UNKNOWN : KJ_MATE;
}

static inline KjVerdict kj_verdict_not(KjVerdict a)
{
    return a == KJ_MATE ? KJ_NOMATE : a == KJ_NOMATE ? KJ_MATE : KJ_UNKNOWN;
}

/* Why a verdict is unknown. */
typedef enum {
    KJ_CAUSE_NONE,
    KJ_CAUSE_TIME,
    KJ_CAUSE_NODES,
    KJ_CAUSE_MEMORY, // the table is too small to get on, or a line too long to follow
    KJ_CAUSE_STOPPED,
    KJ_CAUSE_REPETITION, // a loop may decide, and how is not searched (docs/repetition.md)
} KjCause;

/* What the search may use; 0 means no limit for time and nodes. */
typedef struct {
    double seconds;
    uint64_t nodes;
    const atomic_bool *stop; // may be NULL; set by another thread or a signal handler to stop
} KjLimits;

/* Whether what took so many nodes and seconds has used up one of its limits. */
bool kj_limits_reached(const KjLimits *limits, uint64_t nodes, double seconds);

/* What is left of limits after so many nodes and seconds, never 0 of one that there is. Returns why
 * nothing is left to use, or KJ_CAUSE_NONE. */
KjCause kj_limits_left(const KjLimits *limits, uint64_t nodes, double seconds, KjLimits *out);

/* The stricter of each of two limits. `out` has the stop of the first, and may be one of them. */
void kj_limits_stricter(const KjLimits *a, const KjLimits *b, KjLimits *out);

/* Which moves the attacker may play (docs/rules.md R12.2). */
typedef enum {
    KJ_CHECKS_ONLY,        // every attacker move gives check
    KJ_CHECKS_OR_ZUGZWANG, // and a quiet move that leaves no safe reply also wins
    KJ_ALL_MOVES,          // general forced win
} KjAttackerMoves;

/* What a position that comes back means (docs/repetition.md). */
typedef enum {
    KJ_LOOPS_USUAL, // _LAW where the law forbids to repeat (Ōgi), _FAIL in other games
    KJ_LOOPS_FAIL,  // at once, for the attacker: the convention of shogi problems
    KJ_LOOPS_LAW,   // what the law of the game says
} KjLoops;

/* What a verdict rests on, where the law forbids repeating (docs/repetition.md). */
typedef enum {
    KJ_BY_NOTHING,
    KJ_BY_NO_REPETITION, // nothing comes back: a mate that never repeats; or that there is none
                         // such
    KJ_BY_EXHAUSTION,    // the attacker runs out of moves, whatever comes back
    KJ_BY_REPETITION,    // who has to repeat first
} KjDecidedBy;

/* Which interpositions count as moves in `plies` (docs/rules.md R12.19). A futile one
 * (無駄合) is retaken with check, and the mate goes on as if nothing had been interposed. */
typedef enum {
    KJ_INTERPOSITIONS_COUNT,   // all count: plies is pure_plies
    KJ_INTERPOSITIONS_STD2,    // futile: retaken by the checker at the cost of two plies, no more
    KJ_INTERPOSITIONS_LAST,    // the same, but only where there is no other reply
    KJ_INTERPOSITIONS_WIDE,    // as STD2, retaken by any piece that then checks from there
    KJ_INTERPOSITIONS_RESTORE, // as STD2, and those after which the checker can bring the position
                               // back
} KjInterpositions;
// as users write them, in the same order
#define KJ_INTERPOSITIONS_WORDS "count|std2|last|wide|restore"

typedef struct {
    KjAttackerMoves attacker_moves;
    KjLoops loops;
    KjInterpositions interpositions; // COUNT unless attacker_moves is KJ_CHECKS_ONLY
    unsigned tolerance;       // plies by which a variation that leaves pieces may exceed `plies`
                              // (docs/check.md): 0, 2 or 4; 0 where all interpositions count
    unsigned threads;         // at a question that takes long; 0 is 1
    size_t memory_mib;        // table size, 1..; grows up to this from small
    bool find_shortest;       // after a proof, look for the exact shortest length (pure_plies);
                              // false: the first mate that is found is the answer
    double shortening_factor; // that search may take this many times the nodes of the proof,
    uint64_t shortening_base; // and this many more; factor 0: no such limit
} KjSolverOptions;

/* Called now and then during a search, from the searching thread. */
typedef struct {
    uint64_t nodes;
    double seconds;
    unsigned table_permille;
    unsigned depth;    // plies of the current path
    const char *phase; // "proving", "shortening", "line"
    unsigned
        best_plies;   // there is a mate within so many, as KjResult.plies counts; 0: none found yet
    bool best_proved; // and none within fewer
    // While a length is settled: attacker's positions on the line, and how many from its end on are
    // known to have nothing shorter. Of a check: other moves beside its line, and of these those
    // that are decided. 0: not counted.
    unsigned stations, settled;
    unsigned moves, decided;
} KjProgress;
typedef void (*KjProgressFn)(const KjProgress *progress, void *user_data);

/* What the line of a mate is. A limit that comes first ends the search for a better one, not that
 * for any. */
typedef enum {
    KJ_LINE_MAIN, // the main line (R12.20); as far as is known, where `plies` is not proved
    KJ_LINE_LEFTOVER_OPEN, // of the length said; whether another leaves something in hand is not
                           // settled
    KJ_LINE_OTHER,         // a mate, but of another length: by bare rules, or not by best play
} KjLineKind;

typedef struct {
    KjVerdict verdict;
    KjCause cause;
    KjDecidedBy decided_by;
    unsigned plies;      // mate: the conventional length (options.interpositions), or a bound of it
    bool plies_proved;   // it is exact: no shorter mate, and the defender holds out this long
    unsigned tolerated;  // options.tolerance made `plies` so many less than the longest variation
    unsigned pure_plies; // the same with every interposition counted: the shortest mate proved
    bool pure_proved;    // no shorter mate exists and the defender holds out this long
    unsigned n_line;
    KjMove *line;       // main line, n_line moves; owned by the result
    KjHand leftover;    // attacker's hand at the end of the line
    bool line_complete; // the line ends in mate (false: a limit cut it short)
    KjLineKind line_kind;
    uint64_t nodes; // positions expanded
    uint64_t
        positions; // and those that were played to be looked at: what other programs count as nodes
    double seconds;
} KjResult;

/*
 * Called once in a search that finds a mate and goes on to look for the shortest, from the
 * searching thread. `first` has a mate within `plies`, not proved to be shortest, and a line if one
 * was soon found; it is gone after the call.
 */
typedef void (*KjFirstFn)(const KjResult *first, void *user_data);

/* Keeps what was learnt so far (checkpoint.h). */
typedef void (*KjKeepFn)(void *user_data);

void kj_result_clear(KjResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KjResult, kj_result_clear)

/* Whether nothing better can be said, however long one searches. */
bool kj_result_final(const KjResult *result);

/*
 * Whether larger limits would say no more than these, for which the result was found. A length that
 * is not proved, or a line that is not the main one, was ended by the limit of shortening, which does
 * not grow with them, unless one of them was reached first.
 */
bool kj_result_settled(const KjResult *result, const KjLimits *limits);

/* "mate", "nomate", "unknown"; "time", "nodes", "memory", "stopped", "repetition" or "". Static. */
const char *kj_verdict_text(KjVerdict verdict);
const char *kj_cause_text(KjCause cause);

/* "main", "leftover-open" or "other". Static. */
const char *kj_line_kind_text(KjLineKind kind);

/* "", "no_repetition", "exhaustion" or "repetition". Static. */
const char *kj_decided_by_text(KjDecidedBy decided_by);

/* "count", "std2", "last", "wide", "restore", as in --profile interpositions. Static. */
const char *kj_interpositions_text(KjInterpositions rule);
