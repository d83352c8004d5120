/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * PROBLEM arguments made positions: "-", file names, names of start positions, and positions
 * written out. What is wrong with one problem stays with that problem, so that the others go on.
 */
#pragma once

#include <glib.h>

#include "core/format/game_file.h"
#include "core/format/position_text.h"
#include "repl/job/options.h"

/* One problem, ready to be worked on unless `error` is set. All strings are owned. */
typedef struct {
    char *id;              // from the file, else its place
    char *place;           // "file:line" or "argument N"
    char *called, *where;  // id and place, for people
    char *error;           // what is wrong and what was expected, or NULL
    char *warning;         // what is strange about a position that can be used, or NULL
    unsigned column;       // of the error, 1-based in characters; 0 unknown
    unsigned error_square; // what an impossible position is about, or KJ_NO_SQUARE
    bool has_position;     // also of an impossible position, which `error` then is about
    KjGame game;           // with the rule switches of the call; what the positions point to
    KjPositionText text;   // start, and the moves played from it to the position
    KjPosition position;   // after the moves
    KjMove last;           // the last of the moves, or KJ_MOVE_NONE
    int recorded_plies;    // what the file says the length is, 0 no mate, -1 nothing
    char *note;            // of what holds it, or NULL
    KjGameFile *file;      // what was read, its line included; NULL: the name of a start, the board
} KjInput;

/* What is said of pieces of the defender's hand that were left out (KjGameFile.cut), or NULL for none.
 * (transfer full) */
char *kj_input_cut_text(unsigned cut);

/* An empty one; `id` NULL: the same as the place. (transfer full, kj_input_free) */
KjInput *kj_input_new(const char *id, const char *place);
void kj_input_free(KjInput *input);

/*
 * Joins the words of positions given without quotes (`BOARD b - 1`, `startpos moves 7g7f`) into one
 * word each; other words stay. (transfer full, g_strfreev)
 */
char **kj_input_join_words(const char *const *words);

/* The game named by --variant, or NULL when the option is not set. Errors: KJ_USAGE_ERROR. */
bool kj_input_variant(const KjValues *values, const KjGame **out, GError **error);

/*
 * Reads every problem of the arguments, in order, with the variant and rule switches of `values`.
 * `on_board`: the argument is the workbench's board. NULL with KJ_USAGE_ERROR for an unknown
 * variant; everything else is in the elements (KjInput*). An empty list of arguments gives the
 * start position of the variant. (transfer full)
 */
GPtrArray *kj_inputs_read(const KjValues *values, bool on_board, const char *const *args,
                          GError **error);

/* The problem of a line of a list, whatever files are called so. (transfer full, kj_input_free) */
KjInput *kj_input_of_line(const KjValues *values, const KjGame *variant, const char *line);

/*
 * One problem out of a position written out, after its moves, whatever files are called so.
 * `variant` NULL: by the board. What is wrong is in the input. (transfer full, kj_input_free)
 */
KjInput *kj_input_from_text(const KjValues *values, const KjGame *variant, const char *text,
                            const char *place);

/* Takes one problem, which stays the caller's. False: no more. */
typedef bool (*KjInputFn)(void *data, KjInput *input);

/*
 * Reads the bytes of a file called `name`, in any format and encoding, with the switches of
 * `values` and the variant (NULL: told by the board), and gives each problem to `take`; of lists
 * only a part is held at a time. What cannot be read is an input with an error, so there is at
 * least one. Returns false when `take` did. `first`: 0, or the bytes are whole lines of a list and
 * that is the number of the first of them, from 1.
 */
bool kj_inputs_each(const KjValues *values, const KjGame *variant, const char *bytes, size_t length,
                    const char *name, unsigned first, KjInputFn take, void *data);

/* Whether bytes that are the beginning of a file are those of a list, with a problem a line. */
bool kj_inputs_are_list(const char *bytes, size_t length, const char *name);

/* The author's line of a problem: the main line of what holds it. NULL and 0: there is none.
 * (transfer full, g_free) */
KjMove *kj_input_line(const KjInput *input, unsigned *out_n);

/*
 * Puts the rule switches of `values` in force for input->text, decides what its moves are
 * (input_moves.h) and sets the position and the last move by that. A line is in input->file alone
 * then; moves of text that are left have been played.
 */
void kj_input_settle(KjInput *input, const KjValues *values);
