/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The live light: a thread that solves whatever is on the board, with small limits, and says what
 * it found in a few characters for the prompt.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "core/os/wake.h"
#include "repl/job/solve_job.h"
#include "solver/query.h"

typedef struct KjWatch KjWatch;

/*
 * Begins to watch, with the limits of the request for each position; it judges as `check` does by
 * that request, and wakes (wake: not owned) whenever the light changes. NULL when no thread can be
 * had. (transfer full)
 */
KjWatch *kj_watch_new(const KjSolveRequest *request, KjOsWake *wake);
void kj_watch_free(KjWatch *watch);

/* What it was made with. (transfer none) */
const KjSolveRequest *kj_watch_request(const KjWatch *watch);

/*
 * Looks for a mate by `attacker` in a position from now on, and no longer at the one before.
 * `author` is the author's line from there, or NULL, and is copied; `known` is what is known of it
 * already, or NULL.
 */
void kj_watch_look(KjWatch *watch, const KjPosition *position, KjSide attacker,
                   const KjMove *author, unsigned n_author, const KjAnswer *known);

/* What the light says of an answer alone. (transfer full) */
char *kj_light_text(const KjAnswer *answer);

/* What a check of the position came to, as `check` says it of one of many problems
 * (kj_check_summary); NULL while there is none that is through with all it asks. (transfer full) */
char *kj_watch_summary(KjWatch *watch);

/*
 * The light: "mate ≤5" (not proved shortest), "mate 5", then "mate 5, sound", "mate 5, 2 cooks",
 * "mate 5, 1 defect" or "mate 5, 1 blemish", with "so far" while moves are not decided or pieces
 * not looked at; "no mate", "?" (not decided within the limits), "..." while searching,
 * "impossible: " and why, or "no king". Where the request is about 必至: "必至 3", "no 必至", "mate
 * by checks". (transfer full)
 */
char *kj_watch_light(KjWatch *watch);

/* Whether the light says of this position that it is a mate of a length that is proved. */
bool kj_watch_mates(KjWatch *watch, const KjPosition *position);

/*
 * What the check has found so far, NULL while there is none, and the squares of the pieces it has
 * found no reason for. (element-type KjWorkNote; transfer container: unref it)
 */
GPtrArray *kj_watch_notes(KjWatch *watch, KjBb *out_useless);

/* Waits until the position is decided or given up; the user's interrupt flag ends the waiting. */
void kj_watch_wait(KjWatch *watch, const atomic_bool *stop);
