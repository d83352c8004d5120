/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the commands of the composer share: the work they are given with the line that is intended,
 * versions of it judged on several threads, and the words for changes.
 */
#pragma once

#include <stdatomic.h>

#include "repl/check/check_print.h"
#include "repl/run/answers_checkpoint.h"
#include "repl/run/progress_line.h"
#include "solver/compose/repair.h"

/* A call of such a command. */
typedef struct {
    KjSession *session;
    const KjCall *call;
    KjCheckRequest request;
    unsigned jobs;                   // versions judged at a time
    unsigned most;                   // of a list that is printed
    gint64 begun;                    // microseconds; --time counts from here
    KjAnswersCheckpoint *checkpoint; // NULL: answers are not kept; not owned
    GArray *certified;               // of kj_certified_add, or NULL; owned
    bool unwritten;                  // a file of these could not be written
    KjProgressLine line;
} KjCompose;

/* The work, checked, and what is wished of its versions. */
typedef struct {
    KjCheckJob job;    // with the report of the work as it is
    KjWish wish;       // its line is `line`, in the squares of the work
    KjMove *line;      // owned
    unsigned n_judged; // versions
    unsigned n_sound;  // of these
    uint64_t nodes;    // they took
    bool cut;          // a limit or Ctrl-C came before all were judged
    bool open;         // a limit came before it was known what its line is
} KjComposeWork;

/* Says what was expected of an option: KJ_USAGE_ERROR. Returns false. */
bool kj_compose_misuse(GError **error, const char *option, const char *text, const char *expected);

/* Reads --piece into an array of KjPiece, and --on. Errors: KJ_USAGE_ERROR. */
bool kj_compose_read_pieces(const KjGame *game, const char *text, GArray *out, GError **error);
bool kj_compose_read_squares(const KjGame *game, const char *text, KjBb *out, GError **error);

/* Reads the options of a call. Errors: KJ_USAGE_ERROR. */
bool kj_compose_begin(KjSession *session, const KjCall *call, KjCompose *out, GError **error);

/* What a command does with a work that was opened. KJ_EXIT_USAGE and _INTERNAL, with `error` set,
 * end the command. */
typedef KjExit (*KjComposeFn)(KjCompose *compose, KjComposeWork *work, GError **error);

/*
 * A whole command: reads its problems, checks each with the line that is intended (a family is of
 * positions that are no works yet: they are not checked, and any solution will do), and does `run`;
 * of what cannot be used it prints what is wrong. The worst status of all. Errors: KJ_USAGE_ERROR,
 * and those of `run`.
 */
KjExit kj_compose_each(KjSession *session, const KjCall *call, KjComposeFn run, GError **error);

/* How far one of the questions may go. */
typedef struct {
    const atomic_bool *cancel; // it should end soon once this is set
    uint64_t left;             // nodes that --nodes leaves to it; 0: without limit
} KjComposeAsk;

/* Of two limits in nodes, of which 0 is none, the smaller. */
static inline uint64_t kj_compose_least(uint64_t a, uint64_t b)
{
    return !a || (b && b < a) ? b : a;
}

/* Questions about a work, to be asked side by side, in parts of a fixed size. What a part costs and
 * finds depends on nothing outside of it, so the result hangs on no thread. */
typedef struct {
    unsigned part; // questions that are asked with one solver, in order; 0: one
    /* Asks one, on any thread. */
    void (*work_on)(void *data, unsigned index, KjSolver *solver, const KjComposeAsk *ask);
    /* What its answer took; it counts for the work. */
    uint64_t (*spent)(const void *data, unsigned index);
    /* Takes an answer, on the calling thread, in order; or NULL. A limit or Ctrl-C may have cut it short. */
    void (*deliver)(void *data, unsigned index);
    /* What is shown while they are asked. (transfer full) */
    char *(*progress)(const void *data);
    /* Writes an answer that is kept (--checkpoint), or reads one, before it is delivered: false if
     * there is none. */
    bool (*keep)(void *data, unsigned index, const KjBytes *bytes);
    void *data;
} KjComposeTask;

/* What a file of kept answers is about: the command, the game, and all options but those that say
 * how the result is shown and how long it may take. (transfer full) */
GString *kj_compose_about(const KjCompose *compose, const KjGame *game);

/*
 * Asks the questions 0..n-1, those first that were kept; a limit or Ctrl-C ends that, and what was
 * not delivered is not to be looked at. `whole`, of n, all false: whether each was delivered whole.
 * With --nodes those are whole whose nodes, added up in order, stay below it.
 * False when no thread or no memory for a solver can be had.
 */
bool kj_compose_run(KjCompose *compose, KjComposeWork *work, const KjComposeTask *task, unsigned n,
                    bool *whole, GError **error);

/* When --time has passed, for KjWish.until; 0: never. */
gint64 kj_compose_until(const KjCompose *compose);
/* Whether it has. */
bool kj_compose_out_of_time(const KjCompose *compose);

/* How much of --nodes is left for a work; UINT64_MAX: without limit. */
uint64_t kj_compose_nodes_left(const KjCompose *compose, const KjComposeWork *work);

/*
 * Judges versions of a work (KjRepair), those whose fate is KJ_FATES, side by side; the result is the
 * same however many threads there are. What a limit or Ctrl-C left is KJ_FATES still. `whole` as in
 * kj_judge; a thread judges KJ_COMPOSE_PART at a time, or, where they take long, `part`. `wish` is
 * that of the work, or another one. False when no thread can be had.
 */
enum { KJ_COMPOSE_PART = 64 };
bool kj_compose_judge(KjCompose *compose, KjComposeWork *work, const KjWish *wish, GArray *repairs,
                      bool whole, unsigned part, GError **error);

/* Likewise near misses, all defects of each; those of which not all are known go out of the list. */
bool kj_compose_judge_near(KjCompose *compose, KjComposeWork *work, const KjWish *wish,
                           GArray *near, unsigned part, GError **error);

/* The position of a version, and its main line in that position's squares, NULL unless it is the line
 * that was to be kept. (out_line: transfer full) */
KjPosition kj_compose_version(const KjComposeWork *work, const KjRepair *version, KjMove **out_line,
                              unsigned *out_n);

/* ---- words ---- */

/* What a change does: "remove P on 5d", 「玉方５四歩を除く」. (transfer full) */
char *kj_compose_change_text(const KjGame *game, KjSide attacker, const KjChange *change);

/* What is done to the work: its changes joined, "in front: ▲… △…" for two plies more; and what
 * that saves or costs. (transfer full) */
char *kj_compose_version_text(const KjCompose *compose, const KjComposeWork *work,
                              const KjRepair *version);
char *kj_compose_economy_text(const KjEconomy *economy);

/* Verdict, length, defects, tries where they were counted: "sound, 5 plies, tries 2 of 14 (up to 4
 * plies)". (transfer full) */
char *kj_judgement_text(const KjJudgement *judgement);

/* A piece of the diagram, or of the attacker's hand. (transfer full) */
char *kj_compose_piece_text(const KjGame *game, KjSide attacker, KjPiece piece, unsigned square);

/* A defect of a version: "ply 7, cook of equal length: ▲…"; `line` is its main line, or NULL where
 * that is not known, and then a later move is not named. (transfer full) */
char *kj_compose_defect_text(const KjCompose *compose, const KjPosition *version,
                             const KjMove *line, const KjDefect *defect);

/* Seconds since the call began. */
double kj_compose_seconds(const KjCompose *compose);

/* ---- records: text for people, or fields ---- */

/* A record with the position of the work, if there is one; and its end: nodes and time. */
void kj_compose_begin_record(const KjCompose *compose, const KjComposeWork *work);
void kj_compose_end_record(const KjCompose *compose, const KjComposeWork *work);

/* The work, drawn unless --no-diagram: verdict, defects, the intended line. */
void kj_compose_print_work(const KjCompose *compose, const KjComposeWork *work);

/* A version as an item of a list, offered to the workbench; with its number for people (0: not for
 * them): what is done, what it is worth, its defects and position, and its board. */
void kj_compose_print_version(const KjCompose *compose, const KjComposeWork *work,
                              const KjRepair *version, unsigned number, bool with_board);

/* The first --most of a list, and the first --near near misses, numbered from `before` + 1. */
void kj_compose_print_versions(const KjCompose *compose, const KjComposeWork *work,
                               const GArray *versions);
void kj_compose_print_near(const KjCompose *compose, const KjComposeWork *work, const GArray *near,
                           unsigned before);

/* A board for people, unless --no-diagram. */
void kj_compose_draw(const KjCompose *compose, const KjPosition *pos);

/* A field: a piece in the letters of SFEN, null for KJ_NONE; a square, null for KJ_NO_SQUARE. */
void kj_compose_print_piece(const KjGame *game, const char *key, KjPiece piece, KjPrinter *printer);
void kj_compose_print_square(const KjGame *game, const char *key, unsigned square,
                             KjPrinter *printer);

/* The fields of a change, and of a defect (`line` as in kj_compose_defect_text), as an item of a
 * list; the defects of a version. */
void kj_compose_print_change(const KjGame *game, const KjChange *change, KjPrinter *printer);
void kj_compose_print_defect(const KjPosition *version, const KjMove *line, const KjDefect *defect,
                             KjPrinter *printer);
void kj_compose_print_defects(const KjPosition *version, const KjMove *line, const KjJudgement *j,
                              KjPrinter *printer);
