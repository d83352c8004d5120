/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a command is. Everything that knows commands is made from such rows: dispatch, argument
 * checks, help, usage errors, the manual, completion and the workbench. A row is a constant beside
 * the function that runs it; a new command is one more of them and a line in commands.def.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

#include "repl/cli/printer.h"
#include "repl/cli/session.h"
#include "repl/job/exit.h"
#include "repl/job/input_moves.h"
#include "repl/job/options.h"

/* What else than commands help explains. */
#define KJ_HELP_THEMES "themes"

enum { KJ_MAX_ARGS = 3, KJ_MAX_ALIASES = 2, KJ_MAX_EXAMPLES = 4 };

/* Headings under which help lists commands, in this order. */
typedef enum {
    KJ_COMMANDS_MATE,
    KJ_COMMANDS_WHOLE,
    KJ_COMMANDS_POSITION,
    KJ_COMMANDS_OTHER,
    KJ_COMMANDS_SETUP, // from here on in the workbench only
    KJ_COMMANDS_EDIT,
    KJ_COMMANDS_PLAY,
    KJ_COMMANDS_SEARCH,
    KJ_COMMANDS_COLLECTION,
    KJ_COMMANDS_SHELL,
    KJ_COMMAND_GROUPS,
} KjCommandGroup;

/* Kinds of arguments; completion offers what fits the kind. */
typedef enum {
    KJ_ARG_NONE,
    KJ_ARG_PROBLEM, // "-", a file, or a position; may be several words, see input.h
    KJ_ARG_INTEGER, // within min..max
    KJ_ARG_COMMAND, // name of a command
    KJ_ARG_TEXT,
    KJ_ARG_FILE,   // "-" or a file
    KJ_ARG_CHOICE, // one of `choices`
    KJ_ARG_SQUARE,
    KJ_ARG_PIECE, // pieces and squares
    KJ_ARG_SIDE,
    KJ_ARG_MOVE,     // may be several words
    KJ_ARG_NAME,     // of a position kept by `name`
    KJ_ARG_HANDICAP, // name of a start position
    KJ_ARG_SETTING,  // name of an option that can be set
    KJ_ARG_VALUE,    // a value of the setting before it
} KjArgKind;

typedef struct {
    KjArgKind kind;
    const char *name;                    // as shown in usage, upper case
    bool optional, repeating;            // only the last argument may repeat
    bool written;                        // FILE: it is written, and so must be none of the others
    bool made;                           // and nothing else may be there
    int min, max;                        // INTEGER
    const char *choices;                 // CHOICE: joined by |; others: words that it can be too
    char **(*offers)(const char *typed); // TEXT: what it can be that begins so, or NULL
} KjArg;

typedef enum {
    KJ_COMMAND_LONG = 1 << 0,   // may run long and obeys the stop flag
    KJ_COMMAND_HIDDEN = 1 << 1, // not listed
    KJ_COMMAND_AGAIN = 1 << 2,  // Enter alone repeats it in the workbench
    KJ_COMMAND_WORK = 1 << 3,   // on the board it is about the start, wherever one is in the moves
} KjCommandFlags;

/* Examples are run by tests/cli/man_examples.t: status 0 and output that holds `shows`. */
typedef struct {
    const char *words; // after "kanju ", quoted for sh
    const char *what;  // what it is an example of
    const char *shows; // part of the output
} KjExample;

struct KjCommand;

/* One call: the values of its options and its arguments, already checked against the row, and where
 * its result goes. */
typedef struct {
    const struct KjCommand *command;
    const KjValues *values;
    const char *const *args; // PROBLEM words joined; NULL behind the last, up to KJ_MAX_ARGS
    const KjBoard *board;    // the workbench's, where no PROBLEM was given; else NULL; not owned
    KjPrinter *printer;      // not owned
} KjCall;

/*
 * Runs a command and writes its result to the printer. What concerns single problems is told there
 * and by kj_term_message, and shows in the status; an error is for what ends the command.
 */
typedef KjExit (*KjRunFn)(KjSession *session, const KjCall *call, GError **error);

typedef struct KjCommand {
    const char *name;
    const char *ja; // its name in Japanese, by which it can be called too, or NULL
    const char *aliases[KJ_MAX_ALIASES + 1];
    KjCommandGroup group;
    const char *summary; // at most 60 characters, for lists
    const char *details; // one paragraph for help and the manual
    KjArg args[KJ_MAX_ARGS];
    uint64_t options;    // KjOptionGroups, COMMON always included
    KjMovesRule moves;   // what moves behind a position are to it, unless --moves says otherwise
    unsigned flags;      // KjCommandFlags
    const char *endings; // of what --output writes where there is no --format, as in options.def
    KjRunFn run;
    KjExample examples[KJ_MAX_EXAMPLES];
    const char *schema; // of its JSON, or NULL if it has none
} KjCommand;

/*
 * Says which commands there are: rows in the order of the lists, NULL at the end, which must
 * outlive all use. Once, before anything else here; the program gives kj_command_table.
 */
void kj_commands_use(const KjCommand *const *rows);

/* Names of commands of which it is said that another build has them, NULL at the end, which must
 * outlive all use. */
void kj_commands_lack(const char *const *names);

/* The rows. Static. */
size_t kj_command_count(void);
const KjCommand *kj_command_at(size_t index);

/* The heading of a group. Static. */
const char *kj_command_group_title(KjCommandGroup group);

/* The command of this name or alias, or NULL. Static. */
const KjCommand *kj_command_find(const char *name);

/* Whether a word was a command once, of which kj_command_unknown says what is typed now. */
bool kj_command_is_gone(const char *name);

/* Says that no command is meant by a name, and which could be. Returns false. */
bool kj_command_unknown(const char *name, bool workbench, GError **error);

/* Its name in the language of the thread. Static. */
const char *kj_command_shown(const KjCommand *command);

/* "solve [OPTION...] PROBLEM..." (transfer full) */
char *kj_command_usage(const KjCommand *command);

/* The aliases with a text between them, in Japanese its Japanese name first; "" for none. (transfer
 * full) */
char *kj_command_aliases(const KjCommand *command, const char *between);

/* Whether only the workbench has it. */
bool kj_command_is_shell(const KjCommand *command);

/* The index of a command's PROBLEM argument, or -1. */
int kj_command_problem(const KjCommand *command);

/* Whether the board that a call is about is on the screen already: the workbench's, unless the board
 * was asked for. */
bool kj_call_board_is_seen(const KjCall *call);

/*
 * Checks the number of arguments and the ranges of integers, and makes a choice that was given in
 * Japanese the word of its row. Errors: KJ_USAGE_ERROR_ARGUMENT.
 */
bool kj_command_check_args(const KjCommand *command, char **args, GError **error);
