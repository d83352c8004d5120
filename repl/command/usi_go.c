/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words behind `go` and `ponderhit`. */
#include "repl/command/usi_go.h"

#include <string.h>

enum { TIMES = 7 };

/* Where the number behind a word goes. */
typedef struct {
    const char *name;
    double *value;
} Time;

static void times_of(KjUsiWords *words, Time out[TIMES])
{
    const Time times[TIMES] = {
        {"movetime", &words->move},  {"byoyomi", &words->byoyomi},   {"btime", &words->left[0]},
        {"wtime", &words->left[1]},  {"binc", &words->increment[0]}, {"winc", &words->increment[1]},
        {"mate", &words->mate_time},
    };
    memcpy(out, times, sizeof times);
}

static bool is_word(const Time times[TIMES], const char *text)
{
    for (unsigned i = 0; i < TIMES; i++)
        if (strcmp(times[i].name, text) == 0)
            return true;
    return strcmp(text, "infinite") == 0 || strcmp(text, "ponder") == 0 ||
           strcmp(text, "nodes") == 0;
}

/* The moves behind `matedebug`, up to a word of `go`. (transfer full) */
static char **read_line(const Time times[TIMES], char **word)
{
    GPtrArray *line = g_ptr_array_new();
    for (; *word && !is_word(times, *word); word++)
        if (**word)
            g_ptr_array_add(line, g_strdup(*word));
    g_ptr_array_add(line, NULL);
    return (char **)g_ptr_array_free(line, FALSE);
}

void kj_usi_words_read(const char *words, KjUsiWords *out)
{
    *out = (KjUsiWords){.mate_time = -1};
    Time times[TIMES];
    times_of(out, times);
    g_auto(GStrv) word = g_strsplit_set(words, " \t", -1);
    for (unsigned i = 0; word[i]; i++) {
        char *end = NULL;
        double number = word[i + 1] ? g_ascii_strtod(word[i + 1], &end) : 0;
        bool is_number = end && end != word[i + 1] && !*end && number >= 0 && number < 1e15;
        for (unsigned j = 0; j < TIMES && is_number; j++)
            if (strcmp(word[i], times[j].name) == 0)
                *times[j].value = number;
        if (strcmp(word[i], "nodes") == 0 && is_number)
            out->nodes = (uint64_t)number;
        out->mate |= strcmp(word[i], "mate") == 0;
        out->endless |= strcmp(word[i], "infinite") == 0;
        out->ponder |= strcmp(word[i], "ponder") == 0;
        if (strcmp(word[i], "matedebug") == 0 && !out->line)
            out->line = read_line(times, word + i + 1);
    }
    out->mate |= out->line != NULL;
}

void kj_usi_words_clear(KjUsiWords *words)
{
    g_clear_pointer(&words->line, g_strfreev);
}

double kj_usi_words_seconds(const KjUsiWords *words, KjSide side)
{
    enum { MOVES = 20 };
    if (words->endless || words->ponder)
        return 0;
    if (words->mate && words->mate_time >= 0) // 0 is a limit too
        return MAX(words->mate_time, 1) / 1000;
    if (words->move > 0)
        return words->move / 1000;
    if (words->mate)
        return 0;
    double share = MAX(words->byoyomi, words->left[side] / MOVES);
    return (share + words->increment[side]) / 1000;
}

void kj_usi_words_limit(const KjUsiWords *words, KjSide side, KjLimits *limits)
{
    const KjLimits asked = {kj_usi_words_seconds(words, side), words->nodes, NULL};
    kj_limits_stricter(limits, &asked, limits);
}
