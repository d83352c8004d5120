/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Exit status of a run, as the manual promises it (docs/man/kanju.1, EXIT STATUS).
 */
#pragma once

typedef enum {
    KJ_EXIT_OK = 0,
    KJ_EXIT_DEFECT = 1,        // decided, but a defect: no mate, or a certificate refused
    KJ_EXIT_USAGE = 2,         // wrong usage
    KJ_EXIT_INPUT = 3,         // some input not understood
    KJ_EXIT_UNKNOWN = 4,       // some answer unknown within the limits
    KJ_EXIT_INTERNAL = 5,      // internal error, or results that could not be written
    KJ_EXIT_INTERRUPTED = 130, // Ctrl-C; what was done is printed
} KjExit;

/*
 * The status of two results together: the one that comes first in the order internal, interrupted,
 * usage, input, unknown, defect, ok.
 */
KjExit kj_exit_worse(KjExit a, KjExit b);
