/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading amounts of seconds, nodes and memory with their units. */
#include "repl/job/amount.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#include "core/os/memory.h"

static const struct {
    const char *word;
    KjAmount kind;
    double factor;
} units[] = {
    {"", KJ_AMOUNT_SECONDS, 1},     {"s", KJ_AMOUNT_SECONDS, 1},  {"m", KJ_AMOUNT_SECONDS, 60},
    {"h", KJ_AMOUNT_SECONDS, 3600}, {"", KJ_AMOUNT_NODES, 1},     {"n", KJ_AMOUNT_NODES, 1},
    {"k", KJ_AMOUNT_NODES, 1e3},    {"kn", KJ_AMOUNT_NODES, 1e3}, {"M", KJ_AMOUNT_NODES, 1e6},
    {"Mn", KJ_AMOUNT_NODES, 1e6},   {"G", KJ_AMOUNT_NODES, 1e9},  {"Gn", KJ_AMOUNT_NODES, 1e9},
    {"", KJ_AMOUNT_MEMORY, 1},      {"M", KJ_AMOUNT_MEMORY, 1},   {"G", KJ_AMOUNT_MEMORY, 1024},
    {"%", KJ_AMOUNT_MEMORY, 0}, // of the machine's
};

/* A share of the machine's memory in whole MiB; negative where there is no such share. */
static double share_of_memory(double percent)
{
    double bytes = (double)kj_os_memory();
    return percent > 0 && percent <= 100 ? MAX(1, floor(bytes * percent / 100 / (1 << 20))) : -1;
}

KjAmount kj_amount_read(const char *text, KjAmount kinds, double *out)
{
    char *end;
    double number = g_ascii_strtod(text, &end);
    for (size_t i = 0; end != text && i < G_N_ELEMENTS(units); i++) {
        if (!(units[i].kind & kinds) || strcmp(end, units[i].word) != 0)
            continue;
        double factor = units[i].factor;
        double value = factor ? number * factor : share_of_memory(number);
        bool fraction = units[i].kind != KJ_AMOUNT_SECONDS && value != floor(value);
        if (!isfinite(value) || value < 0 || fraction)
            return KJ_AMOUNT_PLAIN;
        *out = value;
        return units[i].kind;
    }
    return KJ_AMOUNT_PLAIN;
}

unsigned kj_amounts_read(const char *text, KjAmount kind, unsigned most, double *out)
{
    g_auto(GStrv) parts = g_strsplit(text, ",", -1);
    unsigned n = g_strv_length(parts);
    for (unsigned i = 0; i < MIN(n, most); i++)
        if (!kj_amount_read(parts[i], kind, &out[i]) || out[i] > 1e18)
            return 0;
    return n <= most ? n : 0;
}
