/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is a version of a work what the composer wishes? One position in, one judgement out; nothing is
 * kept between two but what the solver's table has learnt, so that any engine that answers the same
 * questions can stand behind it. The verdict is that of kj_check.
 */
#pragma once

#include <stdatomic.h>

#include "solver/check/check.h"

/* What of the work is to stay. */
typedef enum {
    KJ_KEEP_LINE,   // the whole line
    KJ_KEEP_LENGTH, // its length
    KJ_KEEP_END,    // its last `end` plies
    KJ_KEEP_ANY,    // nothing: any sound work will do
} KjKeep;

enum { KJ_MAX_DEFECTS = 8 };

/* A defect of a version; as in KjFinding. */
typedef struct {
    bool is_fault;
    KjFault fault;
    KjClass class;
    int ply; // of the node, -1: the work as a whole
    KjMove move;
} KjDefect;

typedef struct {
    KjKeep keep;
    unsigned end;       // of KJ_KEEP_END
    const KjMove *line; // intended, in the squares of the version that is judged
    unsigned n_line;    // 0: there is none
    unsigned plies;     // intended length, as the profile counts
    KjSide attacker;
    const KjProfile *profile;
    unsigned spares;    // as in KjCheckOptions, for the verdict on what is sound
    bool any_move;      // the attacker need not give check
    unsigned missing;   // pieces of the set in nobody's hand
    int recorded_plies; // what is claimed, 0 or less: nothing
    unsigned new_plies; // the first check looks at so many of the line; 0: at all
    bool screens;       // no check is one of the whole, neither of all plies nor of useless pieces
    const KjDefect *faults; // of the work that is to be repaired, for KjRepair.helps
    unsigned n_faults;
    uint64_t nodes;          // one check of a version may take so many; 0: no limit
    uint64_t left;           // all questions about a version together; 0: no limit
    gint64 until;            // no question goes on after that (g_get_monotonic_time); 0: no limit
    const atomic_bool *stop; // or NULL
} KjWish;

typedef enum {
    KJ_FATE_IMPOSSIBLE, // the position cannot be
    KJ_FATE_LINE_LOST,  // the line can no longer be played, does not mate, or is not the solution
    KJ_FATE_UNSOUND,    // the work has a defect
    KJ_FATE_UNKNOWN,    // a limit was reached
    KJ_FATE_OTHER,      // sound, but what was to stay has not
    KJ_FATE_SOUND,      // sound, perhaps with blemishes
    KJ_FATES,
} KjFate;

/* A report in short: what lists of versions show, and what is kept of it. */
typedef struct {
    KjFate fate;
    KjVerdict mate; // of the check, where there was one (fate UNSOUND or later), as what follows
    KjWork verdict;
    bool whole;                                       // all defects are known, not only the first
    bool has_line, tentative;                         // of the main line, as in KjReport
    bool useless_open;                                // not all useless pieces are decided
    unsigned plies;                                   // of the main line, 0: none
    unsigned n_defects, n_cooks, n_blemishes, n_open; // cooks: of the defects, kj_report_cooks
    unsigned n_useless; // pieces that are not needed, so far as that was looked for and decided
    // Checks beside the line that do not mate, if those were followed: all, those that hold out
    // (tries.h), and for how many plies the best of them does.
    unsigned wrong, tries, held;
    KjDefect defect[KJ_MAX_DEFECTS]; // the first of them
    uint64_t nodes;
} KjJudgement;

/* Takes over what a report says; fate, tries and nodes stay. */
void kj_judgement_take(const KjReport *report, KjJudgement *out);

/* How many moves of the attacker's mate beside the line, as defects. */
unsigned kj_report_cooks(const KjReport *report);

/*
 * Judges a version. `solver` may be warm from others of the same game and attacker. With `whole`
 * all defects are looked for, else the first is enough. What is found sound has been checked as
 * `check` does it, useless pieces included as the wish asks.
 */
void kj_judge(KjSolver *solver, const KjWish *wish, const KjPosition *version, bool whole,
              KjJudgement *out);

/*
 * Whether the line can be played from `version`, the attacker's moves being checks unless he need
 * not give any, and ends without a reply, so far as can be seen without a search.
 */
bool kj_judge_line_holds(const KjWish *wish, const KjPosition *version);

/* The defects of a report, the first KJ_MAX_DEFECTS of them; returns how many there are. */
unsigned kj_judge_defects(const KjReport *report, KjDefect out[KJ_MAX_DEFECTS]);

/* "impossible", "line-lost", "unsound", "unknown", "other", "sound". Static. */
const char *kj_fate_text(KjFate fate);
