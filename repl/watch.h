/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The live light: a thread that solves whatever is on the board, with small limits, and says what it
 * found in a few characters for the prompt.
 */
#ifndef KJ_REPL_WATCH_H
#define KJ_REPL_WATCH_H

#include <stdbool.h>

#include "solver/check/check.h"
#include "solver/query.h"

typedef struct KjWatch KjWatch;

/* Begins to watch, with these limits for each position (stop is not used). `wake` is a descriptor that does not block
 * and gets a byte whenever the light changes. NULL when no thread can be had. (transfer full) */
KjWatch *kj_watch_new(const KjSolverOptions *options, const KjLimits *limits,
                      const KjProfile *profile, int wake);
void kj_watch_free(KjWatch *watch);

/* The seconds it was given. */
double kj_watch_seconds(const KjWatch *watch);

/* Looks for a mate by `attacker` in a position from now on, and no longer at the one before. `known` is what
 * is known of it already, or NULL. */
void kj_watch_look(KjWatch *watch, const KjPosition *position, KjSide attacker,
                   const KjAnswer *known);

/* What the light says of an answer alone. (transfer full) */
char *kj_light_text(const KjAnswer *answer);

/* The light: "mate 5", "mate 5?" (not proved shortest), then "mate 5, sound", "mate 5, 2 cooks" or
 * "mate 5, 1 defect", with "so far" while some moves are not decided; "no mate", "?" (not decided within the limits),
 * "..." while searching, "impossible" or "no king". (transfer full) */
char *kj_watch_light(KjWatch *watch);

/* Waits until the position is decided or given up; the user's interrupt flag ends the waiting. */
void kj_watch_wait(KjWatch *watch, const volatile bool *stop);

#endif
