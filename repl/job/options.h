/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Options as data: their rows, of which a room has a table, and the values one call of a command got. Values live
 * in a fresh struct per call, so nothing is carried from one workbench line to the next.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/rules/game.h"
#include "repl/job/amount.h"
#include "repl/job/files.h"

/* Errors in how the program was called; exit status 2. */
#define KJ_USAGE_ERROR (kj_usage_error_quark())
GQuark kj_usage_error_quark(void);
typedef enum {
    KJ_USAGE_ERROR_OPTION,
    KJ_USAGE_ERROR_ARGUMENT,
    KJ_USAGE_ERROR_COMMAND
} KjUsageError;

typedef enum {
    KJ_OPTION_FLAG,
    KJ_OPTION_INTEGER,
    KJ_OPTION_REAL,
    KJ_OPTION_CHOICE,
    KJ_OPTION_TEXT,
    KJ_OPTION_PAIRS, // NAME=VALUE,... each the value of a row that is `in` this one; none itself
} KjOptionKind;

/* Groups a command can take; a set of bits, kept in a uint64_t. */
#define KJ_OPTION_GROUPS(G)                                                \
    G(COMMON)                                                              \
    G(JSON)                                                                \
    G(NOTATION)                                                            \
    G(VARIANT)                                                             \
    G(SEARCH)                                                              \
    G(SOLVE)                                                               \
    G(TSUME)                                                               \
    G(RULES)                                                               \
    G(BOARD)                                                               \
    G(MOVES)                                                               \
    G(PERFT)                                                               \
    G(HIDDEN) /* taken by help, shown nowhere */                           \
    G(CONVERT)                                                             \
    G(DIAGRAM)                                                             \
    G(PICTURE)                                                             \
    G(STEPS)                                                               \
    G(SHEET)                                                               \
    G(JUDGE)   /* what decides a verdict wherever works are judged */      \
    G(COMPOSE) /* of all commands that judge versions of a work */         \
    G(REPAIR)                                                              \
    G(BATCH)                                                               \
    G(STORE)                                                               \
    G(REPORT)                                                              \
    G(MERGE)                                                               \
    G(CHECK)                                                               \
    G(FIRST)                                                               \
    G(ANSWER)                                                              \
    G(FAMILY)                                                              \
    G(WRITTEN)   /* not a group: the value names a file that is written */ \
    G(NEGATABLE) /* not a group: the flag has a --no- form */              \
    G(ANALYSE)                                                             \
    G(MAKE)   /* of commands that make works */                            \
    G(BREED)  /* of compose alone */                                       \
    G(EXTEND) /* of extend alone */                                        \
    G(GIVEN)  /* of what reads positions with moves behind them */         \
    G(KEEP)   /* of long searches of one problem */                        \
    G(TRIM)   /* of trim alone */                                          \
    G(HELP)   /* of help alone */                                          \
    G(ALONG)  /* of what writes works with their moves */                  \
    G(AUTHOR) /* of report alone */                                        \
    G(TIME)   /* --time, where nothing is searched */                      \
    G(GOAL)   /* of what may be about 必至 on the workbench */

enum {
#define KJ_GROUP(name) KJ_BIT_##name,
    KJ_OPTION_GROUPS(KJ_GROUP)
#undef KJ_GROUP
};

typedef enum {
#define KJ_GROUP(name) KJ_OPTIONS_##name = 1ull << KJ_BIT_##name,
    KJ_OPTION_GROUPS(KJ_GROUP)
#undef KJ_GROUP
} KjOptionGroups;

/* Headings under which all options of a command are listed, in this order. */
typedef enum {
    KJ_HEADING_GENERAL,
    KJ_HEADING_LIMITS,
    KJ_HEADING_CONVENTIONS,
    KJ_HEADING_GAME,
    KJ_HEADING_APPEARANCE,
    KJ_HEADINGS,
} KjOptionHeading;

/* The number of an option, which the linker alone knows: a row more in a table is no business of
 * those who read others. */
typedef unsigned KjOptionId;

/* The number of the option whose row begins with ID. */
#define KJ_OPT(ID)                                 \
    ({                                             \
        extern const KjOptionId kj_option_id_##ID; \
        kj_option_id_##ID;                         \
    })

/* Where the numbers of each table begin and end, of which it need not use all. */
enum {
#define KJ_OPTION_TABLE(name, room) KJ_IDS_##name, KJ_IDS_##name##_END = KJ_IDS_##name + (room)-1,
#include "repl/job/option_tables.def"
#undef KJ_OPTION_TABLE
    KJ_OPTION_IDS
};

typedef struct {
    KjOptionId id;
    const char *name;
    const char *in; // the option that takes it as NAME=VALUE, or NULL: it is one by itself
    char letter;    // 0: none
    KjOptionKind kind;
    uint64_t groups; // KjOptionGroups
    KjOptionHeading heading;
    uint64_t main; // KjOptionGroups of the commands whose short help shows it
    double min, max;
    KjAmount amount;          // the units a number may have
    const char *unit;         // NULL: of a FLAG
    const char *choices;      // joined by |; NULL: not a CHOICE
    const char *default_text; // NULL: none
    const char *endings;      // of file names, see option_endings.h; NULL: it says nothing of them
    const char *help;
} KjOption;

/* What one call got for one option. `set` is false while the default stands. */
typedef struct {
    bool set;
    bool flag;
    int64_t integer;
    double real;
    unsigned choice; // index into the row's choices
    char *text;      // owned
} KjValue;

typedef struct KjValues {
    KjValue value[KJ_OPTION_IDS];
    KjOver over;       // what the files of the call may be written over
    const char *input; // what "-" means instead of standard input, or NULL; not owned
} KjValues;

/*
 * Says which options there are: tables in the order of the lists, NULL at the end, each with a row
 * without a name at its end. Once, before anything else here; the program gives its own.
 */
void kj_options_use(const KjOption *const *tables);

/* The row of an option. Static. */
const KjOption *kj_option_at(KjOptionId id);

/* The row after one in the order of the lists, the first one after NULL; NULL after the last. Static. */
const KjOption *kj_option_next(const KjOption *option);

/* The row with this name among those of some groups, or NULL: a name may mean different things in
 * groups that no command takes together. Static. */
const KjOption *kj_option_find_in(uint64_t groups, const char *name);

/* The row of some groups with this letter (`-t`: 't'), or NULL. Static. */
const KjOption *kj_option_by_letter(uint64_t groups, char letter);

/* The row of some groups that another one takes by this name, or NULL. Static. */
const KjOption *kj_option_within(const KjOption *option, uint64_t groups, const char *name);

/* An option as it is written, without dashes: "time", "rules try". (transfer full) */
char *kj_option_spelt(const KjOption *option);

/* The word for a choice of a CHOICE row. (transfer full) */
char *kj_option_choice_text(const KjOption *option, unsigned choice);

/* A value as a user would write it; of a FLAG yes or no. (transfer full) */
char *kj_value_text(const KjOption *option, const KjValue *value);

/* Values with every default in force and nothing set. (transfer full; free with kj_values_free) */
KjValues *kj_values_new(void);
void kj_values_free(KjValues *values);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjValues, kj_values_free)

/*
 * Gives one option a value as written by a user, a flag yes or no, or NULL for yes. Choices are taken with - or _.
 * Errors: KJ_USAGE_ERROR_OPTION when it is no value of the option's kind and range, `values` is then
 * unchanged.
 */
bool kj_value_set(KjValues *values, const KjOption *option, const char *text, GError **error);

/* Gives one option its default again, as if it had never been set. */
void kj_value_reset(KjValues *values, const KjOption *option);

/* A word that is an option: `negated` by --no-; `value` is what stands in the word itself, or NULL. */
typedef struct {
    const KjOption *option;
    bool negated;
    const char *value;
} KjOptionWord;

/*
 * What a word that begins with - means among the options of `groups`: a long name, which may be cut
 * short as long as only one begins so, or a letter (`-j2`). Errors: KJ_USAGE_ERROR_OPTION of a name
 * that there is not or that could be several, or of a flag with a value.
 */
bool kj_option_read(uint64_t groups, const char *word, KjOptionWord *out, GError **error);

/*
 * Gives an option its value as on the command line: of --rules, --draw and --profile also
 * NAME=VALUE,... of rows in it that `groups` have. Errors: KJ_USAGE_ERROR_OPTION; what stands before
 * the fault is taken.
 */
bool kj_option_take(uint64_t groups, KjValues *values, const KjOption *option, const char *text,
                    GError **error);

/*
 * Parses the options of `groups` out of `words` (NULL-terminated, no program name) into `values`;
 * gives what is left, in order, in `out_rest` (transfer full, g_strfreev). Options may stand
 * anywhere before a "--". Errors: KJ_USAGE_ERROR_OPTION.
 */
bool kj_options_parse(uint64_t groups, char **words, KjValues *values, char ***out_rest,
                      GError **error);

/* The rule switches that were set, written over `rules`; the others stay. */
void kj_rules_apply(const KjValues *values, KjRules *rules);

/* The word for the value a rule switch (a row of the group RULES) has in `rules`. (transfer
 * full) */
char *kj_rule_text(const KjRules *rules, KjOptionId id);
