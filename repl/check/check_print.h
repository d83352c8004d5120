/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the printers of `check` share. */
#pragma once

#include "core/format/game_file.h"
#include "repl/check/check_job.h"
#include "repl/check/check_words.h"
#include "repl/cli/commands.h"

/* The schema of the records of `check`. */
#define KJ_CHECK_SCHEMA "kanju.check/2"

/* Their fields after the position. */
void kj_check_print_fields(const KjCheckRequest *request, const KjCheckJob *job,
                           KjPrinter *printer);

/*
 * The work as a game: the line with comments where something is found, variations as branches,
 * besides up to `others` moves at a node that are worth no word, and the refutation where there is
 * no mate. (transfer full)
 */
KjMoveTree *kj_check_game(const KjCheckRequest *request, const KjCheckJob *job, unsigned others,
                          bool comments);

/* Whether more effort may decide more of a report. */
bool kj_check_is_open(const KjReport *report);

/* What to type for it, where no limit was set; for a line of so many plies, 0: not known. */
void kj_check_print_going_on(const KjCall *call, unsigned plies);

/* Useless pieces, themes and difficulty as lines for people. */
void kj_check_print_extras(const KjCheckJob *job, KjPrinter *printer);
