/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * False certificates of reports. A true one is spoilt in many ways, or given to another work, most
 * often one that differs by a piece: then it is a proof without a fault, of something else. What the
 * verifier believes all the same must be what a check of that work finds.
 */
#pragma once

#include <stdbool.h>

#include <glib.h>

/* Tells `wanted` lies of each kind that are refused, or as many times as many of any: most other
 * weights change nothing. Made of certificates of so many works. Prints how many there were. False,
 * and the first that is believed and not true is printed, if there is one. */
bool report_forge(unsigned wanted, unsigned works, guint32 seed);
