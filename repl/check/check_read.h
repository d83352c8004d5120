/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON of `check` read back: what was stored becomes the report it was made from. */
#pragma once

#include "solver/check/check.h"

/*
 * Reads a report of kanju.check/2, or /1, whose details were English. What the JSON does not have
 * is 0 or unknown; refutations are not read. A move that cannot be read ends its line; what is of a
 * node or move that is not there is left out. False if it is no such report. `root` is the position
 * it is about. Clear with kj_report_clear.
 */
bool kj_check_read(const char *json, const KjPosition *root, KjReport *out);
