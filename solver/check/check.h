/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is a mate problem sound, or one of 必至? The engine behind `check`: from a position, or a position and its
 * author's line, to a report of every move that matters at every node of the main line. Nothing
 * here prints; a limit gives "unknown", never a guess. Terms and codes: docs/check.md.
 */
#pragma once

#include "solver/checkpoint.h"
#include "solver/hisshi/hisshi.h"
#include "solver/refutation/refute.h"
#include "solver/solver.h"
#include "solver/themes/difficulty.h"
#include "solver/themes/themes.h"
#include "solver/themes/useless.h"

/* What a move beside the main line is: a row of findings.def. */
typedef enum {
#define KJ_CLASS(name, ...) KJ_CLASS_##name,
#include "solver/check/findings.def"
    KJ_CLASSES,
} KjClass;

/* What is wrong with the work as a whole: likewise. */
typedef enum {
#define KJ_FAULT(name, ...) KJ_FAULT_##name,
#include "solver/check/findings.def"
    KJ_FAULTS,
} KjFault;

/* What more there is to say of a fault: a row of details.def. */
typedef enum {
#define KJ_DETAIL(name, ...) KJ_DETAIL_##name,
#include "solver/check/details.def"
    KJ_DETAILS,
} KjDetailKind;

typedef struct {
    KjDetailKind kind;
    unsigned a, b; // as many as the row says
} KjDetail;

/* How bad a class or fault is under a profile. */
typedef enum {
    KJ_SEVERITY_NONE,    // fine, not worth a word
    KJ_SEVERITY_NOTE,    // worth a word
    KJ_SEVERITY_BLEMISH, // キズ
    KJ_SEVERITY_DEFECT,  // 不完全
} KjSeverity;

/* "none", "note", "blemish", "defect". Static. */
const char *kj_severity_text(KjSeverity severity);

/* What a variation longer than the main line means when it leaves a piece (変長, docs/check.md). */
typedef enum {
    KJ_EXCESS_REJECT, // a defect
    KJ_EXCESS_ALLOW2, // a blemish up to 2 plies more
    KJ_EXCESS_ALLOW4, // a blemish up to 4 plies more
    KJ_EXCESS_IGNORE, // never looked at
} KjExcess;
// as users write them, in the same order
#define KJ_EXCESS_WORDS "reject|allow2|allow4|ignore"

/* The rules a work is judged by, a row of data. Copy one to turn single switches. */
typedef struct {
    const char *name;            // as in --profile
    const char *title, *details; // for people
    KjSeverity move[KJ_CLASSES];
    KjSeverity fault[KJ_FAULTS];
    KjSeverity last_in_one;  // KJ_CLASS_LAST in a mate in one ply
    KjSeverity late_at_last; // KJ_CLASS_LATE at the last ply (docs/check.md)
    KjExcess excess;
    KjInterpositions interpositions; // which interpositions count as moves
} KjProfile;

/* The profiles, modern (the default) first. Static. */
#define KJ_PROFILE_WORDS "modern|app|classic|strict|bare"
size_t kj_profile_count(void);
const KjProfile *kj_profile_at(size_t index);

/*
 * Turns one switch of a profile: the weight ("none", "note", "blemish", "defect") of a class or
 * fault, or of "last-in-one" or "late-at-last". False if there is no such code or weight, or it is
 * no matter of convention: "no-mate", "drop-mate", "line"; "longer" has a switch of its own,
 * `excess`.
 */
bool kj_profile_weigh(KjProfile *profile, const char *code, const char *severity);

/* Code of a class or fault ("early", "no-mate", ...), and what it is called, with the goal 必至
 * perhaps otherwise. Static. */
const char *kj_class_code(KjClass c);
const char *kj_class_en(KjClass c, bool hisshi);
const char *kj_class_ja(KjClass c, bool hisshi);
const char *kj_fault_code(KjFault f);
const char *kj_fault_en(KjFault f);
const char *kj_fault_ja(KjFault f);

/* What has a code; KJ_CLASSES, KJ_FAULTS, KJ_DETAILS: nothing. */
KjClass kj_class_find(const char *code);
KjFault kj_fault_find(const char *code);
KjDetailKind kj_detail_find(const char *code);

/* Code of a detail, and how many numbers it has, 0 to 2. Static. */
const char *kj_detail_code(KjDetailKind kind);
unsigned kj_detail_numbers(KjDetailKind kind);

/* Leftover of a line whose end is not known. */
enum { KJ_LEFTOVER_UNKNOWN = -1 };

/* One move at a node. */
typedef struct {
    KjMove move;
    KjClass class;
    KjVerdict verdict; // is there a mate after it?
    KjCause cause;     // of UNKNOWN
    unsigned plies;    // MATE: from this node on, this move included
    bool exact;        // that is the shortest
    int leftover; // MATE: pieces left at the end of its line, KJ_LEFTOVER_UNKNOWN if not looked at
    KjSeverity severity;
    int meets; // ORDER, REJOIN, DETOUR: the ply of the main line where it comes back to it, else -1
    uint64_t nodes; // spent on it
    // The attacker's, UNKNOWN: no mate is proved within so many plies after it, by the rule of
    // interpositions of the check; 0: nothing is proved. It stays as open as it was.
    unsigned beyond;
    unsigned n_line;
    KjMove *line; // what follows: to the mate, or the reply that refutes; owned
} KjAlternative;

enum { KJ_NO_BOUND = 1 << 20 };

/* A node of the main line. */
typedef struct {
    unsigned ply; // moves made before it
    KjPosition position;
    bool attacks;     // the attacker is to move
    KjMove move;      // of the main line
    unsigned plies;   // from here to the mate by the main line, futile pairs not counted
    bool futile;      // the author lets the defender interpose in vain here
    bool futile_open; // whether he does is not known
    // What is known of the position: is there a mate, and how long is the shortest one by the
    // profile's rule? KJ_NO_BOUND: `most` is not known. Nothing is said where the law of the game
    // forbids to repeat.
    KjVerdict mate;
    unsigned least, most;
    bool examined;        // the alternatives were looked at (false: not asked for, or a limit)
    unsigned n_all;       // moves there are, that of the line included
    GArray *alternatives; // of KjAlternative, all but the move of the line; owned
} KjCheckNode;

/* Something wrong or worth a word: a fault of the whole work or a class of moves at a node. */
typedef struct {
    KjSeverity severity;
    bool is_fault;
    KjFault fault;
    KjClass class;
    int ply;      // of the node, -1: the work as a whole
    KjMove move;  // or KJ_MOVE_NONE
    bool depends; // under some other profile it weighs otherwise
    KjDetail detail;
} KjFinding;

/* The code of its class or fault. Static. */
const char *kj_finding_code(const KjFinding *finding);

typedef enum {
    KJ_WORK_SOUND,     // 完全
    KJ_WORK_BLEMISHED, // 完全（キズあり）
    KJ_WORK_UNSOUND,   // 不完全
    KJ_WORK_UNKNOWN,   // 不明: no defect found, but what is open may be one
} KjWork;

typedef struct {
    KjWork verdict;
    unsigned n_defects, n_blemishes, n_open; // n_open: moves without an answer
    bool depends;                            // some profile would give another verdict
    const KjProfile *profile;                // as given
    KjSide attacker;
    bool hisshi; // the goal is 必至: "mate" below is that it is forced, lengths are up to it
    // the mate
    KjVerdict mate;
    KjCause cause;     // of mate unknown
    bool by_history;   // it is decided by the law of repetition
    unsigned plies;    // of the main line, by the profile's rule of interpositions
    unsigned shortest; // of the shortest mate, by the same rule; 0: no mate
    bool shortest_proved;
    unsigned pure_plies; // of the shortest mate, every interposition counted
    bool pure_proved;
    KjInterpositions interpositions; // the rule in force
    bool cut;                        // ended at the first defect, with n_open moves not decided
    bool authors;                    // the main line is the author's
    // The line is one that mates and stands for the main line, which was not found within the
    // limits; or whether an interposition on the author's line is futile was not. What is found
    // beside it is true of that line; the verdict is KJ_WORK_UNKNOWN.
    bool tentative;
    unsigned n_open_lengths; // nodes of the attacker's whose shortest mate is not known
    KjHand leftover;         // at the end of the main line
    unsigned n_line;
    KjMove *line;             // owned
    unsigned n_mating;        // without any line: a mate all the same, as the search knows it
    KjMove *mating;           // owned
    GArray *nodes;            // of KjCheckNode, one before each move of the line; owned
    GArray *findings;         // of KjFinding, worst first; owned
    KjRefutation *refutation; // why there is no mate, if that was asked for; owned
    GArray *spares;           // of KjSpare, what was asked for; NULL: not looked for; owned
    GArray *themes;           // of KjThemeFound; NULL: not looked for, and no difficulty; owned
    KjDifficulty difficulty;
    uint64_t proof_nodes; // the first proof or refutation took
    uint64_t searched;
    double seconds;
} KjReport;

enum { KJ_MAX_PASSES = 8, KJ_CHECK_SPARES = 1 << 8 };

/* What to look at, and how hard. */
typedef struct {
    const KjProfile *profile; // NULL: modern
    const KjMove *author;     // the author's line from the position, or NULL
    unsigned n_author;
    int recorded_plies; // what is claimed, -1 nothing
    KjSpent before;     // by earlier tries, of which the solver has the checkpoint; counts for the
                        // difficulty
    unsigned missing;   // pieces of the set in nobody's hand, for KJ_FAULT_SET
    KjHisshi *hisshi;   // the goal is 必至, asked of this one over the same solver; NULL: mate
    // Effort on a single open move, pass by pass; n_passes 0: 100 thousand, 1 and 10 million nodes,
    // for a first defect a thousand and 10 thousand before.
    unsigned n_passes;
    uint64_t pass_nodes[KJ_MAX_PASSES]; // 0: no limit
    double pass_seconds[KJ_MAX_PASSES]; // 0: no limit
    unsigned
        plies; // only nodes before this ply are looked at (what follows is proved sound); 0: all
    // Without any limit of the whole the check ends after some time (kj_check_patience), whatever is
    // open. Nothing is searched only to use it up: what ends before is as without.
    bool patient;
    // Look for useless pieces: KJ_CHECK_SPARES, and KJ_SPARE_TRY_... besides. They get little
    // effort, but where one would be a defect as much as open moves get within limits and passes that
    // were set. What that leaves open is KJ_OPEN in the report's list, and KJ_FAULT_OPEN_USELESS.
    unsigned spares;
    // Stop at the first defect: moves not looked at by then are open, and longer mates are not
    // measured.
    bool first_defect;
    bool themes;            // look for themes and estimate the difficulty, likewise
    KjRefuteOptions refute; // where there is no mate: the tree to be made; depth 0: none
    // What is answered is added here, and what was answered before is not searched again
    // (answers.h); NULL: neither.
    struct KjCheckAnswers *answers;
    // Written at the end, with what effort it takes; NULL: none is asked for.
    struct KjReportCertificate *certificate;
    bool lines; // find a line after shorter variations and a reply for each move that fails, too
} KjCheckOptions;

/* The seconds that a check has where nobody says how many, for a line of so many plies; 0: it is not
 * known yet. */
double kj_check_patience(unsigned plies);

/*
 * Checks a position. An author's line that works is proved from its end: the mate, and that there is
 * no shorter one, follow from what is found beside it. `solver` may be warm: what it knows of the same game and attacker is used, and
 * it keeps what it learns. `limits` are those of the whole check. The defender must have a king, no
 * king may be capturable. The result goes into `out`, to be cleared with kj_report_clear. Decided
 * answers do not depend on what the solver knew before.
 */
void kj_check(KjSolver *solver, const KjPosition *root, KjSide attacker,
              const KjCheckOptions *options, const KjLimits *limits, KjReport *out);

/* The verdict of the same report under another profile: unknown while anything is open that may be a
 * defect there, moves or whether a piece is needed (what was not asked for is not open); `out_findings` (may be NULL) gets how many
 * are a defect and a blemish there. */
KjWork kj_report_judge(const KjReport *report, const KjProfile *profile, unsigned out_findings[2]);

/* How many pieces are not needed (KJ_YES), or may not be (KJ_OPEN). */
unsigned kj_report_useless(const KjReport *report, KjTri state);

/* The least of the bounds of the attacker's moves that are open (KjAlternative.beyond): no cook within
 * so many plies after any of them. 0: of some nothing is proved; -1: none is open. */
int kj_report_open_beyond(const KjReport *report);

/* Whether larger limits than these, for which the report was made, would say no more. Useless pieces
 * that are not decided get an effort of their own, but not beyond the limits. */
bool kj_report_settled(const KjReport *report, const KjLimits *limits);

/* A report without anything in it, and a node's list of moves beside the line, for those who read
 * one; to be cleared with kj_report_clear. */
void kj_report_init(KjReport *report);
GArray *kj_report_new_alternatives(void);

void kj_report_clear(KjReport *report);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KjReport, kj_report_clear)

/* "sound", "blemished", "unsound", "unknown". Static. */
const char *kj_work_text(KjWork work);
const char *kj_work_ja(KjWork work);
