/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libkanju: shogi problems read, solved and verified, for other programs (docs/library.md). This
 * header is all of its interface. Functions and constants may be added; what is here stays as it is
 * as long as the library's soname does.
 *
 * Texts are UTF-8 and end in NUL. A text that is returned as `const char *` belongs to the handle
 * it was asked of and lives as long; one that is given through `char **error` is the caller's, to
 * be freed with kanju_free. `error` may always be NULL. Handles may be used by one thread at a
 * time, different ones by different threads, except where a function says more.
 *
 * NULL is safe everywhere. Where no function says more, it is an error like any other for those
 * that can fail, and the others give what they give for nothing: 0, NULL, "" or KANJU_UNKNOWN.
 */
#ifndef KANJU_H
#define KANJU_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define KANJU_EXPORT __attribute__((visibility("default")))
#else
#define KANJU_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library, e.g. "0.1.0". Static. */
KANJU_EXPORT const char *kanju_version(void);

/* Frees a text given through `char **error`; NULL is fine. */
KANJU_EXPORT void kanju_free(void *text);

/* ---- problems ---- */

/* One or many problems, numbered from 0. */
typedef struct kanju_problems kanju_problems;

/*
 * Reads problems from `length` bytes of text: a position in SFEN, USI or FEEN, a list with one a
 * line, KIF, KI2, BOD, CSA or JKF, in UTF-8, CP932 or EUC-JP. `game` is the id of a game (`kanju
 * variants`), or NULL: told by the text. A problem that cannot be read is one with an error, and
 * the others are there all the same. NULL with `error` only if the game is unknown, `text` is NULL,
 * or `length` is over 256 MiB. A NUL among the bytes is no text: an error.
 */
KANJU_EXPORT kanju_problems *kanju_parse(const char *text, size_t length, const char *game,
                                         char **error);

/* As kanju_parse, from a file. NULL with `error` also if it cannot be read. */
KANJU_EXPORT kanju_problems *kanju_parse_file(const char *path, const char *game, char **error);

/* Frees problems; NULL is fine. */
KANJU_EXPORT void kanju_problems_free(kanju_problems *problems);

/* How many there are, 1 or more. The functions below take an index less than that. */
KANJU_EXPORT size_t kanju_problems_count(const kanju_problems *problems);

/* What is wrong with a problem, or NULL if nothing is. One with an error has but an id. */
KANJU_EXPORT const char *kanju_problem_error(const kanju_problems *problems, size_t index);

/* Its id or title in the text, else its place there. */
KANJU_EXPORT const char *kanju_problem_id(const kanju_problems *problems, size_t index);

/* The id of its game, e.g. "shogi"; NULL for one with an error. */
KANJU_EXPORT const char *kanju_problem_game(const kanju_problems *problems, size_t index);

/* The position, after the moves given with it unless they are the author's line, which they are if
 * each of the attacker's gives check: FEEN for Ogi, SFEN for other games; NULL for one with an
 * error. The option "moves" of a solver may say otherwise for its searches. */
KANJU_EXPORT const char *kanju_problem_position(const kanju_problems *problems, size_t index);

/* The length its text gives, in plies; 0 no mate, -1 it gives none. */
KANJU_EXPORT int kanju_problem_plies(const kanju_problems *problems, size_t index);

/*
 * The problem as a record with everything its text has: headers, branches, comments. `format` is
 * the name of one: kif, ki2, bod, csa, jkf, sfen, usi, feen. NULL with `error` if it cannot be
 * written so, or the problem has an error. To be freed with kanju_free.
 */
KANJU_EXPORT char *kanju_problem_record(const kanju_problems *problems, size_t index,
                                        const char *format, char **error);

/* ---- positions and moves ---- */

/* A position and the move before it. */
typedef struct kanju_position kanju_position;

/*
 * A position out of a text as kanju_parse takes it, after the moves written behind it; of a record
 * the start. NULL with `error` if there is none, or it cannot be.
 */
KANJU_EXPORT kanju_position *kanju_position_new(const char *text, const char *game, char **error);
KANJU_EXPORT kanju_position *kanju_position_copy(const kanju_position *position);
KANJU_EXPORT void kanju_position_free(kanju_position *position);

/* FEEN for Ogi, SFEN for other games. To be freed with kanju_free; NULL of NULL. */
KANJU_EXPORT char *kanju_position_text(const kanju_position *position);

/* The id of its game; NULL of NULL. */
KANJU_EXPORT const char *kanju_position_game(const kanju_position *position);

/* The side to move: 0 sente, 1 gote. */
KANJU_EXPORT int kanju_position_side(const kanju_position *position);

/* 1 if the side to move is in check. */
KANJU_EXPORT int kanju_position_in_check(const kanju_position *position);

typedef enum {
    KANJU_LEGAL = 0,    /* all moves the law of the game allows */
    KANJU_CHECKS = 1,   /* those that give check; none if there is no king to check */
    KANJU_EVASIONS = 2, /* those that answer a check; none if there is no check */
} kanju_move_set;

/* The moves of a set in USI, sorted, with blanks between them, of the position alone: what the law of
 * repetition forbids after earlier moves is not known. To be freed with kanju_free. */
KANJU_EXPORT char *kanju_position_moves(const kanju_position *position, kanju_move_set set);

/*
 * Plays a legal move, written in any notation (USI, Japanese, Hodges). 0 if done, -1 with
 * `error` if not; then the position is what it was. `out_usi` may be NULL; it gets the move in USI,
 * to be freed with kanju_free.
 */
KANJU_EXPORT int kanju_position_play(kanju_position *position, const char *move, char **out_usi,
                                     char **error);

/*
 * A legal move in a notation by its name in `--notation`: usi, ja, ja-shogi, western, digits,
 * digits-dht. NULL with `error`. To be freed with kanju_free.
 */
KANJU_EXPORT char *kanju_position_move_text(const kanju_position *position, const char *move,
                                            const char *notation, char **error);

/* ---- solving ---- */

/* Options and limits for searches. */
typedef struct kanju_solver kanju_solver;

/* What a search has found. */
typedef struct kanju_result kanju_result;

typedef enum {
    KANJU_MATE = 0,    /* proved */
    KANJU_NOMATE = 1,  /* refuted */
    KANJU_UNKNOWN = 2, /* a limit came first; never a guess */
} kanju_verdict;

/* How far a search is. */
typedef struct {
    uint64_t nodes;
    double seconds;
    unsigned depth; /* plies of the line being looked at */
    unsigned
        best_plies; /* a mate within so many plies, as kanju_result_plies counts, is found already; 0 none */
} kanju_progress;

/* Called about twice a second from a thread of the library; anything but 0 stops the search. */
typedef int (*kanju_progress_fn)(const kanju_progress *progress, void *data);

/* A solver with every option at its default. Never NULL. */
KANJU_EXPORT kanju_solver *kanju_solver_new(void);

/* Frees a solver that is not solving; NULL is fine. */
KANJU_EXPORT void kanju_solver_free(kanju_solver *solver);

/*
 * Sets an option by its name on the command line of `kanju solve` or `kanju check`, without dashes:
 * "time" (seconds), "nodes", "memory" (MiB), "threads", "profile", "rules", "complete-hands",
 * "certificate" (a file to be written), "refutation"; of checks "line", "each-nodes", "useless",
 * "themes", "first-defect", "certificates", "report-certificate" (a file) and so on; or one of the
 * names that "rules" and "profile" have in their values ("repetition", "interpositions"). `value`
 * is as there; flags take "yes" or "no". 0 if done, -1 with `error` if not.
 *
 * "threads" is how many threads of the library search one problem together, 1 unless it is set:
 * verdicts and proved lengths are the same with any number, node counts, and which of several lines
 * is found, only with one.
 */
KANJU_EXPORT int kanju_solver_set(kanju_solver *solver, const char *name, const char *value,
                                  char **error);

/* Has searches tell of their progress; NULL: no more. */
KANJU_EXPORT void kanju_solver_on_progress(kanju_solver *solver, kanju_progress_fn fn, void *data);

/* What results may have besides, at a cost. */
typedef enum {
    KANJU_KEEP_TREE = 0,       /* the solution with its variations, as kanju_result_tree */
    KANJU_KEEP_CHECKPOINT = 1, /* of what is unknown: what a later search goes on from */
} kanju_keep;

/* Has later results of kanju_solve keep something (1), or not (0), as at first. */
KANJU_EXPORT void kanju_solver_keep(kanju_solver *solver, kanju_keep what, int on);

/*
 * Has the next kanju_solve go on from a checkpoint that kanju_result_checkpoint gave for the same
 * problem, in this version of the library. What was spent before counts for its limits and in its
 * result. The bytes are copied; those that are no checkpoint of the problem are passed over. They
 * are believed: take them only from where results come from. 0 if done, -1 without bytes.
 */
KANJU_EXPORT int kanju_solver_resume(kanju_solver *solver, const void *bytes, size_t length);

/* Stops the search under way, or the next one if there is none, which is then KANJU_UNKNOWN or has
 * what was found. May be called from any thread and from signal handlers. */
KANJU_EXPORT void kanju_solver_stop(kanju_solver *solver);

/*
 * Proves or refutes a mate, and returns when it is done or a limit is reached. The search runs on a
 * thread of its own, or several ("threads"), with stacks as deep as it needs. NULL with `error` if the problem has an
 * error or no defending king, the option "goal" is not "mate", or memory or a thread cannot be had. Free the result with
 * kanju_result_free.
 */
KANJU_EXPORT kanju_result *kanju_solve(kanju_solver *solver, const kanju_problems *problems,
                                       size_t index, char **error);

KANJU_EXPORT void kanju_result_free(kanju_result *result);

KANJU_EXPORT kanju_verdict kanju_result_verdict(const kanju_result *result);

/* Why a verdict is unknown: "time", "nodes", "memory", "stopped", or "repetition" (a loop may
 * decide, and how is not searched); "" otherwise. */
KANJU_EXPORT const char *kanju_result_cause(const kanju_result *result);

/* Plies of the mate: by the options `profile` and `interpositions`, which leave futile
 * interpositions out; and with every interposition counted. 0 if there is none. */
KANJU_EXPORT unsigned kanju_result_plies(const kanju_result *result);
KANJU_EXPORT unsigned kanju_result_pure_plies(const kanju_result *result);

/* 1 if no shorter mate exists and the defender holds out that long, 0 if that is not proved: of the
 * one, of the other. */
KANJU_EXPORT int kanju_result_plies_proved(const kanju_result *result);
KANJU_EXPORT int kanju_result_pure_proved(const kanju_result *result);

/* The number of moves of the main line, and each of them in USI; NULL beyond its end. */
KANJU_EXPORT size_t kanju_result_moves(const kanju_result *result);
KANJU_EXPORT const char *kanju_result_move(const kanju_result *result, size_t index);

/* 1 if the line ends in mate, 0 if a limit cut it short. */
KANJU_EXPORT int kanju_result_line_complete(const kanju_result *result);

/*
 * "main": a complete line is best play, as far as is known; "leftover-open": it has the length
 * said, but whether another one leaves something in hand is not settled; "other": it mates in
 * another number of plies, as a limit came first. "" if there is no complete line.
 */
KANJU_EXPORT const char *kanju_result_line_kind(const kanju_result *result);

/* What the reader of the answer should know, in English, or NULL. */
KANJU_EXPORT const char *kanju_result_note(const kanju_result *result);

/* The attacker's hand at the end of a complete line, as in SFEN, "-" if it is empty; else NULL. */
KANJU_EXPORT const char *kanju_result_leftover(const kanju_result *result);

/* The effort. */
KANJU_EXPORT uint64_t kanju_result_nodes(const kanju_result *result);
KANJU_EXPORT double kanju_result_seconds(const kanju_result *result);

/* Why the certificate that was asked for could not be written, or NULL. */
KANJU_EXPORT const char *kanju_result_certificate_error(const kanju_result *result);

/* What `kanju solve --json` prints of it, one object without an end of line. To be freed with
 * kanju_free; NULL of NULL. */
KANJU_EXPORT char *kanju_result_json(const kanju_result *result);

/* What KANJU_KEEP_CHECKPOINT kept, with its length; NULL if nothing. Belongs to the result. */
KANJU_EXPORT const void *kanju_result_checkpoint(const kanju_result *result, size_t *out_length);

/* ---- trees of moves ---- */

/* A place in a tree: the start, or the place after a move. Belongs to what it was asked of. */
typedef struct kanju_node kanju_node;

/* The solution that KANJU_KEEP_TREE kept: the main line, and beside it every other reply with the
 * mate that follows it. Without a mate the start, with what refutes. NULL if it was not kept. */
KANJU_EXPORT const kanju_node *kanju_result_tree(const kanju_result *result);

/* What kanju_result_tree has, as a record in a format (kanju_problem_record). NULL with `error`. */
KANJU_EXPORT char *kanju_result_record(const kanju_result *result, const char *format,
                                       char **error);

/* The number of moves before a place, and the last of them in USI; NULL at the start. */
KANJU_EXPORT unsigned kanju_node_ply(const kanju_node *node);
KANJU_EXPORT const char *kanju_node_move(const kanju_node *node);

/* What is said there, a line a comment, or NULL. */
KANJU_EXPORT const char *kanju_node_comment(const kanju_node *node);

/* How the line ends there: "mate" and so on, or NULL if it does not. */
KANJU_EXPORT const char *kanju_node_end(const kanju_node *node);

/* The places after it, the main line's first; NULL beyond the last. And the place before it. */
KANJU_EXPORT size_t kanju_node_children(const kanju_node *node);
KANJU_EXPORT const kanju_node *kanju_node_child(const kanju_node *node, size_t index);
KANJU_EXPORT const kanju_node *kanju_node_parent(const kanju_node *node);

/* ---- checking ---- */

/* What a check of a work has found. */
typedef struct kanju_report kanju_report;

typedef enum {
    KANJU_SOUND = 0,
    KANJU_BLEMISHED = 1,    /* sound, with blemishes */
    KANJU_UNSOUND = 2,      /* cooks and other defects */
    KANJU_WORK_UNKNOWN = 3, /* no defect found, but something is open; never a guess */
} kanju_work;

/*
 * Checks whether a work is sound, by the options of the solver, and returns when it is done or a
 * limit is reached. The author's line is the option "line", else the one in the problem's text, else
 * best play. Errors are as those of kanju_solve. Free the report with kanju_report_free.
 */
KANJU_EXPORT kanju_report *kanju_check(kanju_solver *solver, const kanju_problems *problems,
                                       size_t index, char **error);

KANJU_EXPORT void kanju_report_free(kanju_report *report);

KANJU_EXPORT kanju_work kanju_report_verdict(const kanju_report *report);

/* Whether there is a mate at all. */
KANJU_EXPORT kanju_verdict kanju_report_mate(const kanju_report *report);

/* Plies of the main line, and the number of its moves, each of them in USI. */
KANJU_EXPORT unsigned kanju_report_plies(const kanju_report *report);
KANJU_EXPORT size_t kanju_report_moves(const kanju_report *report);
KANJU_EXPORT const char *kanju_report_move(const kanju_report *report, size_t index);

/* How many moves beside the line have no answer within the limits. */
KANJU_EXPORT unsigned kanju_report_open(const kanju_report *report);

/*
 * What is wrong or worth a word, the worst first. The functions below take an index less than the
 * number of findings. The codes are those of docs/check.md: "equal" is a cook of equal length.
 */
KANJU_EXPORT size_t kanju_report_findings(const kanju_report *report);
KANJU_EXPORT const char *kanju_finding_code(const kanju_report *report, size_t index);

/* "defect", "blemish", "note", or "none" where the options weigh it so. */
KANJU_EXPORT const char *kanju_finding_severity(const kanju_report *report, size_t index);

/* The ply it is about, 1 the first, and the move there in USI; 0 and NULL: the work as a whole. */
KANJU_EXPORT unsigned kanju_finding_ply(const kanju_report *report, size_t index);
KANJU_EXPORT const char *kanju_finding_move(const kanju_report *report, size_t index);

/* The finding in words, in English; its severity is not among them. */
KANJU_EXPORT const char *kanju_finding_text(const kanju_report *report, size_t index);

/* The effort. */
KANJU_EXPORT uint64_t kanju_report_nodes(const kanju_report *report);
KANJU_EXPORT double kanju_report_seconds(const kanju_report *report);

/* Why the certificate that was asked for could not be written, or NULL. */
KANJU_EXPORT const char *kanju_report_certificate_error(const kanju_report *report);

/* What `kanju check --json` prints of it, without an end of line. To be freed with kanju_free. */
KANJU_EXPORT char *kanju_report_json(const kanju_report *report);

/* The line with what was found beside it as branches and comments; and as a record in a format. */
KANJU_EXPORT const kanju_node *kanju_report_tree(const kanju_report *report);
KANJU_EXPORT char *kanju_report_record(const kanju_report *report, const char *format,
                                       char **error);

/* ---- verifying ---- */

typedef enum {
    KANJU_VALID = 0,
    KANJU_REFUSED = 1,    /* it does not prove what it claims */
    KANJU_UNREADABLE = 2, /* it is no certificate, or damaged, or too big */
} kanju_validity;

/*
 * Checks a certificate with rules of the games that share nothing with the solver. `out_text` may
 * be NULL; it gets what is claimed or what is wrong, in one line, to be freed with kanju_free.
 */
KANJU_EXPORT kanju_validity kanju_verify_file(const char *path, char **out_text);

/* What `kanju verify --json` prints of it, to be freed with kanju_free. */
KANJU_EXPORT char *kanju_verify_json(const char *path);

#ifdef __cplusplus
}
#endif

#endif
