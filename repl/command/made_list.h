/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Works that were made: what is wished of them, which are chosen, and how they are printed. What
 * `compose` and `extend` share. */
#pragma once

#include "repl/cli/output.h"
#include "repl/command/compose.h"
#include "solver/compose/made.h"

/* What a work may be left out for, in the order in which it is looked at. */
typedef enum {
    KJ_FILTER_PLIES,  // too short or too long
    KJ_FILTER_PIECES, // too many
    KJ_FILTER_THEME,  // shows not all that is wished, or something that is not
    KJ_FILTER_USE,    // a piece that is wished is not moved by the attacker
    KJ_FILTER_CHASE,  // KjMeasured.only_chases
    KJ_FILTER_KNOWN,  // like a work of a given collection
    KJ_FILTER_ALIKE,  // like a better one of the list
    KJ_FILTER_FAMILY, // its family has its share
    KJ_FILTERS,
} KjFilter;

/* "plies", "pieces", ...; and for people. Static. */
const char *kj_filter_code(KjFilter filter);
const char *kj_filter_text(KjFilter filter);

/* A work of a collection that nothing may be like. */
typedef struct {
    KjPosition position; // the attacker to move as sente
    uint64_t whole;      // kj_pattern_round_king of the whole board
} KjKnownWork;

/* What is wished. */
typedef struct {
    unsigned least_plies, most_plies;
    unsigned most_pieces;     // on the board and in the attacker's hand, kings apart
    uint64_t themes, without; // bit i: kj_theme_at(i)
    bool any_device;          // a theme that is no genre, whichever
    bool by_law;              // only works that the law of repetition decides
    uint64_t uses;            // bit k: the attacker moves a piece of kind k
    bool chases;              // works that only chase the king are let pass
    bool alike;               // works like others are let pass
    unsigned of_family;       // most of one family
    GArray *known;            // of KjKnownWork; owned
} KjMakeWish;

/* Reads --plies (if `lengths`), --pieces, --theme, --use, --chase and --new-against for a game.
 * Errors: KJ_USAGE_ERROR, G_FILE_ERROR. Clear in any case. */
bool kj_make_wish_read(const KjValues *values, const KjGame *game, bool lengths, KjMakeWish *out,
                       GError **error);
void kj_make_wish_clear(KjMakeWish *wish);

/* What a work is left out for by itself; KJ_FILTER_ALIKE if for nothing. */
KjFilter kj_make_filter(const KjMakeWish *wish, const KjMade *made, KjSide attacker);

/* The works chosen of those made, and how many were left out for what. */
typedef struct {
    GArray *works;       // of KjMade, the best first; owned
    GPtrArray *purposes; // of each what its pieces are for (purposes.h), GArray*; or NULL; owned
    unsigned n_all;
    unsigned n_left_out[KJ_FILTERS];
} KjMadeList;

/*
 * Chooses up to `most` of `all` (KjMade, the best first): those that pass, are not like one already
 * chosen, and not too many of a family. What follows the last one chosen is counted as if it had
 * been looked at. Clear with kj_made_list_clear.
 */
void kj_made_list_choose(const KjMakeWish *wish, const GArray *all, KjSide attacker, unsigned most,
                         KjMadeList *out);
void kj_made_list_clear(KjMadeList *list);

/* Certificates of its works (kj_certified_add). */
void kj_made_list_certify(KjCompose *compose, const KjMadeList *list, KjSide attacker);

/* Finds what the pieces of its works are for; false: `error` is set. */
bool kj_made_list_purposes(KjCompose *compose, KjMadeList *list, KjSide attacker, GError **error);

/* How many there are, for people; then the works, what was left out, and their certificates. The
 * works are offered to the workbench, as made of `root` (NULL: of each itself). */
void kj_made_list_tell(const KjCompose *compose, const KjMadeList *list, KjPrinter *printer);
void kj_made_list_print(const KjCompose *compose, const KjMadeList *list, const KjPosition *root,
                        KjPrinter *printer);

/* What speaks for a work and against it, as a note in a list. (transfer full) */
char *kj_made_note(const KjMade *made);

/* The list as a file of the format asked for, `head` (lines that begin with #, may be NULL) first.
 * (transfer full) */
char *kj_made_list_file(const KjMadeList *list, const KjValues *values, const char *head);
