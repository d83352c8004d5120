/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exit status of a run over many problems. */
#include "repl/job/exit.h"

#include <stddef.h>

KjExit kj_exit_worse(KjExit a, KjExit b)
{
    static const KjExit order[] = {KJ_EXIT_INTERNAL, KJ_EXIT_INTERRUPTED, KJ_EXIT_USAGE,
                                   KJ_EXIT_INPUT,    KJ_EXIT_UNKNOWN,     KJ_EXIT_DEFECT};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return KJ_EXIT_OK;
}
