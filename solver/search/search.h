/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The df-pn search: nodes, their children, and the state of one solver. Internal to solver/.
 */
#pragma once

#include "core/rules/checks.h"
#include "core/rules/movegen.h"
#include "solver/search/futile.h"
#include "solver/search/path.h"
#include "solver/search/pn_sum.h"
#include "solver/search/result.h"
#include "solver/search/table.h"

enum { KJ_NO_CHILD = 0xffff };

/* How a child comes about. */
typedef enum {
    KJ_STEP_MOVE,
    KJ_STEP_INTERPOSES, // a reply the attacker may answer by a shortcut (relaxed mode only)
    KJ_STEP_SHORTCUT,   // that shortcut: the move is the recapture, no ply is used up
    KJ_STEP_ASKS,       // no move: is it a mate by checks? (the search for 必至 only)
    KJ_STEP_PASS,       // the same question after the defender has passed
} KjStep;

typedef struct {
    KjKey key;   // of the position after the move, for table and path
    KjHand hand; // attacker's hand there
    KjNodeValue value;
    KjMove move;
    uint16_t after; // this child waits until that one is solved, KJ_NO_CHILD: it does not wait
    bool ready;     // value is valid; false: still waiting and not known to the table
    bool fresh;     // never searched before
    bool old;       // seen at a smaller ply
    uint8_t step;   // KjStep
    uint8_t effort; // spent below, as kj_effort; 0 if not known
    uint8_t seen;   // news of it that were taken notice of (team.h), where the effort is known
} KjChild;

typedef struct KjNode {
    KjChild *child; // in the arena
    unsigned n;
    unsigned late;       // AND: this child waits until all before it are solved; KJ_NO_CHILD: none
    bool is_or;          // attacker to move
    KjBb between;        // AND: squares for interposition
    unsigned checker;    // AND, with `between` set by a single checker: where that stands
    KjShortcut shortcut; // OR: offered by the reply before
    KjNodeValue final;   // set when expansion alone decides
    bool decided;
    bool by_others; // so it is by other threads, or a node above it: it is known, or of no use
} KjNode;

/* Several threads at one question (team.h). */
typedef struct KjTeam KjTeam;
struct KjTrail;
struct KjExamples;
struct KjCrowd;
struct KjHelper;

/* The part of the table and the counting of the search that answered the first question to an empty
 * table; questions after it use them too. */
typedef struct {
    bool known;
    unsigned part;
    KjCounting counting;
} KjHome;

typedef struct KjSearch {
    KjSolverOptions options;
    KjTable table;
    KjPath path;
    KjPosition pos; // at the end of the path
    KjGame game;    // what the table is about, see query.h
    KjSide attacker;
    KjCounting counting;      // HARD while a length is settled: see search.c
    bool exact_hands;         // hand dominance is not sound under these rules: see expand.c
    unsigned part;            // low byte of keys, see table.h
    uint64_t salt;            // keeps results of different problems apart in a warm table
    uint64_t salt_allowed;    // salt while nothing is forbidden
    uint64_t set;             // of pieces, that the table is about (kj_query_about); 0: any
    unsigned n_forbidden;     // so many nodes at the bottom of the path fail by order, see query.h
    KjInterpositions relaxed; // shortcuts after interpositions (futile.h); COUNT: none
    KjShortcut shortcut;      // offered at the end of the path
    KjChild *arena;           // children of the nodes on the path, one after the other
    size_t arena_used;
    struct KjExamples *examples; // of mates, to be played over (replay.h); NULL: none
    uint64_t nodes;
    uint64_t looks;       // positions that were played without being a node
    uint64_t next_check;  // node count at which limits are looked at again,
    unsigned check_every; // after so many nodes; 0: a thousand
    uint64_t node_limit;  // absolute; UINT64_MAX none
    uint64_t proof_nodes; // at which the root was proved, 0: it is not
    const KjLimits *limits;
    double deadline; // seconds after the start, 0 none
    double start, next_report;
    KjCause stopped;   // KJ_CAUSE_NONE while searching
    KjMove root_move;  // see kj_search_move
    unsigned root_ply; // where that search began
    unsigned extend;   // see dfpn.tmpl.h
    KjProgressFn progress;
    void *progress_data;
    KjFirstFn first; // told of the first mate, see solver.h
    void *first_data;
    KjKeepFn keep; // see kj_solver_set_keep
    void *keep_data;
    double keep_every, keep_begun, next_keep; // seconds; by the clock
    KjHome home;
    bool resumed; // what the table has was learnt by another solver, and nothing was proved since
    KjTeam *team; // who may help; NULL: nobody
    struct KjHelper *helper; // it is the search of a helper; NULL: of the one who asks
    struct KjCrowd *crowd;   // while several are at the question
    struct KjTrail *trail;   // where there is a team: notes on the path, by ply
    const KjPosition *root;  // the question, while there is one: this position,
    unsigned root_len;       // within so many plies,
    uint64_t root_nodes;     // asked when so many nodes had been counted
    uint64_t seen_news;      // of the crowd
    unsigned unwind_to;      // the first ply on the path that others have decided
    const char *phase;
    unsigned stations, settled, moves, decided; // see KjProgress
    unsigned best_plies;                        // likewise
    bool best_proved;
} KjSearch;

/* Whether a mate with a hand is one with every hand that covers it, under the rules of the game and
 * the attacker's moves of the options (docs/solver.md §4). */
bool kj_search_dominance_holds(const KjSearch *s, const KjGame *game);

/* The table key of a position: board, side to move, promoted pieces in the defender's hand. */
KjKey kj_search_key(const KjSearch *s, const KjPosition *pos);

/* Key and attacker's hand after a move of `pos`, without playing it, into child->key and ->hand. */
void kj_search_peek(const KjSearch *s, const KjPosition *pos, KjMove move, KjChild *child);

/* Sets the key of a child apart by the shortcut that the reply to it offers (relaxed mode). */
void kj_search_offer(KjChild *child, const KjShortcut *shortcut);

/* Whether a move leads into what is forbidden. */
bool kj_search_forbids(const KjSearch *s, const KjPosition *pos, KjMove move);

/* A check out of `checks` that mates at once and leads into nothing forbidden; KJ_MOVE_NONE:
 * there is none. */
KjMove kj_search_mate_in_one(const KjSearch *s, const KjPosition *pos, KjChecks *checks);

/* The attacker's moves that count by the options: checks, or quiet ones too. `pos` is as before. */
void kj_search_attacks(const KjSearch *s, KjPosition *pos, KjMoveList *list);

/* Whether a position without safe moves for the defender is won. */
bool kj_search_immobile_wins(const KjSearch *s, bool in_check);

/* Fills `node` with the children of s->pos at `ply` for a mate within `len` plies; the children lie
 * in the arena from s->arena_used, which is not advanced. */
void kj_search_expand(KjSearch *s, KjNode *node, unsigned ply, unsigned len);

/* The length a child is searched within at a node searched within `len`. */
static inline unsigned kj_child_len(const KjChild *child, unsigned len)
{
    return child->step == KJ_STEP_SHORTCUT ? kj_len_more(len) : kj_len_less(len);
}

/* Gives a waiting child its first value, now that the one it waited for is solved. */
void kj_search_wake(KjSearch *s, KjChild *child, unsigned ply, unsigned len);

/* Starts a new path at `pos` and searches it to the end (or a limit): mate within `len` plies? */
KjNodeValue kj_search_root(KjSearch *s, const KjPosition *pos, unsigned len);

/*
 * As kj_search_root, but the table is not asked about `pos` itself, so that a move that decides it
 * is found: the attacker's if proved, the defender's if refuted, KJ_MOVE_NONE if there is none or
 * it is not decided.
 */
KjNodeValue kj_search_move(KjSearch *s, const KjPosition *pos, unsigned len, KjMove *out_move);

/* As kj_search_move, of `pos`, which stands at the end of the path already: what stands before it
 * counts as failed. The path is as before on return. */
KjNodeValue kj_search_here(KjSearch *s, const KjPosition *pos, unsigned len, KjMove *out_move);

/* As kj_search_root, until `nodes` more nodes are counted. Reaching them is no stop: the value is
 * just still open. */
KjNodeValue kj_search_slice(KjSearch *s, const KjPosition *pos, unsigned len, uint64_t nodes);

/* Sets who attacks under which game; table and path stay. */
void kj_search_begin(KjSearch *s, const KjGame *game, KjSide attacker);

/* Sets the clock and the limits for what follows; counts nodes from 0. */
void kj_search_limit(KjSearch *s, const KjLimits *limits);

/* Sets clock and limits for a search that goes on after having taken so many nodes and seconds:
 * count and clock go on from there, and the limits are for all of it. */
void kj_search_go_on(KjSearch *s, const KjLimits *limits, uint64_t nodes, double seconds);

/* Counts a node and looks at the limits now and then; sets s->stopped if one is reached. */
void kj_search_count(KjSearch *s);

/* Notes that the first question to the table was answered (see KjHome); where it was answered before
 * the search was resumed, goes on as that left off. */
void kj_search_settle(KjSearch *s);

/* Tells progress of a mate within `plies`, or of exactly so many: at once, whatever the clock says. A
 * longer one than was told is no news. */
void kj_search_tell_best(KjSearch *s, unsigned plies, bool exact);

/* Looks at the limits but that of nodes, sets s->stopped if one is reached, and reports
 * progress. */
void kj_search_poll(KjSearch *s);

/*
 * Seconds until what was learnt is kept again, where that is to be done `every` so many, just took
 * so many, and the run is of an age: it takes a fiftieth of the time at most. At first sooner, each
 * time the run is twice as old: however soon something ends it, about half of it was kept, so a
 * search that is ended again and again comes to its end all the same.
 */
double kj_search_keep_pause(double every, double took, double age);

/* A clock, seconds. */
double kj_search_clock(void);

/* Time since the search began, seconds. */
double kj_search_seconds(const KjSearch *s);
