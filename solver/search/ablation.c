/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The switches of a build for measuring. */
#include "solver/search/ablation.h"

#ifdef KJ_ABLATION
#include <glib.h>

static const char *const names[] = {
#define KJ_HEURISTIC(name) #name,
#include "solver/search/ablation.def"
    NULL};

static unsigned read_switches(void)
{
    unsigned off = 0;
    g_auto(GStrv) words =
        g_strsplit(g_getenv("KANJU_WITHOUT") ? g_getenv("KANJU_WITHOUT") : "", ",", -1);
    for (char **word = words; *word; word++) {
        unsigned i = 0;
        while (names[i] && !g_str_equal(names[i], *word))
            i++;
        if (!names[i])
            g_error("KANJU_WITHOUT: no heuristic '%s'", *word);
        off |= 1u << i;
    }
    return off;
}

bool kj_without(KjHeuristic heuristic)
{
    static gsize off; // with a bit more, so that it is not 0 once it is known
    if (g_once_init_enter(&off))
        g_once_init_leave(&off, (gsize)read_switches() << 1 | 1);
    return off >> (heuristic + 1) & 1;
}
#endif
