/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/certify/mutant.h"

#include <string.h>

enum { MOST_BYTES = 6, CLAIMS_PERCENT = 30 };

static const char END[] = "\nend\n";

void mutant_of(Mutant *m, const GByteArray *certificate, NvRng *rng)
{
    const char *text = (const char *)certificate->data;
    const char *end = g_strstr_len(text, (gssize)certificate->len, END);
    g_assert(end);
    g_autofree char *head = g_strndup(text, (gsize)(end - text));
    g_auto(GStrv) lines = g_strsplit(head, "\n", -1);
    guint n = (guint)(end - text) + (guint)strlen(END);
    *m = (Mutant){g_ptr_array_new_with_free_func(g_free), g_byte_array_new(), rng};
    for (char **line = lines; *line; line++)
        g_ptr_array_add(m->lines, g_strdup(*line));
    g_byte_array_append(m->body, certificate->data + n, certificate->len - n);
}

GByteArray *mutant_write(const Mutant *m)
{
    g_autoptr(GString) head = g_string_new(NULL);
    for (guint i = 0; i < m->lines->len; i++)
        g_string_append_printf(head, "%s%s", i ? "\n" : "", (char *)m->lines->pdata[i]);
    g_string_append(head, END);
    GByteArray *bytes = g_byte_array_new();
    g_byte_array_append(bytes, (const guint8 *)head->str, (guint)head->len);
    g_byte_array_append(bytes, m->body->data, m->body->len);
    return bytes;
}

void mutant_clear(Mutant *m)
{
    g_ptr_array_unref(m->lines);
    g_byte_array_unref(m->body);
}

unsigned mutant_draw(Mutant *m, unsigned n)
{
    return n > 1 ? (unsigned)nv_random(m->rng, (int)n) : 0;
}

const char *mutant_value(const Mutant *m, const char *word)
{
    for (guint i = 0; i < m->lines->len; i++) {
        const char *line = m->lines->pdata[i];
        if (g_str_has_prefix(line, word) && line[strlen(word)] == ' ')
            return line + strlen(word) + 1;
    }
    return "";
}

/* The place of a line that begins so; -1 none. */
static int some_line(Mutant *m, const char *begins)
{
    int found = -1;
    unsigned n = 0;
    for (guint i = 0; i < m->lines->len; i++)
        if (g_str_has_prefix(m->lines->pdata[i], begins) && mutant_draw(m, ++n) == 0)
            found = (int)i;
    return found;
}

static bool replace(Mutant *m, int at, const char *with)
{
    if (at < 0 || strcmp(m->lines->pdata[at], with) == 0)
        return false;
    g_free(m->lines->pdata[at]);
    m->lines->pdata[at] = g_strdup(with);
    return true;
}

static bool replace_word(Mutant *m, int at, int word, const char *with)
{
    g_auto(GStrv) words = g_strsplit(at < 0 ? "" : m->lines->pdata[at], " ", -1);
    unsigned n = g_strv_length(words), place = word < 0 ? n - 1 : (unsigned)word;
    if (place >= n)
        return false;
    g_free(words[place]);
    words[place] = g_strdup(with);
    g_autofree char *line = g_strjoinv(" ", words);
    return replace(m, at, line);
}

guint8 *mutant_byte(Mutant *m, unsigned from, unsigned to)
{
    unsigned first = m->body->len * from / 100, last = m->body->len * to / 100;
    return last > first ? &m->body->data[first + mutant_draw(m, last - first)] : NULL;
}

static bool change_number(Mutant *m, unsigned to)
{
    guint8 *byte = mutant_byte(m, to < 100 ? 0 : CLAIMS_PERCENT, to);
    if (byte)
        *byte = (guint8)((*byte + (mutant_draw(m, 2) ? 1u : 127u)) % 128);
    return byte != NULL;
}

static bool flip(Mutant *m, unsigned bits)
{
    guint8 *byte = mutant_byte(m, 0, 100);
    if (byte)
        *byte ^= (guint8)(1u << mutant_draw(m, bits));
    return byte != NULL;
}

static bool skip_or_repeat(Mutant *m, bool repeat)
{
    unsigned n = 1 + mutant_draw(m, MOST_BYTES);
    if (m->body->len < n)
        return false;
    unsigned at = mutant_draw(m, m->body->len - n + 1), from = repeat ? at : at + n;
    unsigned left = m->body->len - from;
    g_autofree guint8 *tail = g_memdup2(m->body->data + from, left);
    g_byte_array_set_size(m->body, repeat ? at + n : at);
    g_byte_array_append(m->body, tail, left);
    return true;
}

bool mutant_change(Mutant *m, MutantHow how, const char *begins, int n, const char *values)
{
    g_auto(GStrv) all = g_strsplit(values ? values : "-", "|", -1);
    const char *value = all[mutant_draw(m, g_strv_length(all))];
    const unsigned len = m->body->len;
    const bool line = how == MUTANT_WORD || how == MUTANT_LINE || how == MUTANT_LOSE;
    const int at = line ? some_line(m, how == MUTANT_LOSE ? value : begins) : -1;
    switch (how) {
    case MUTANT_WORD: return replace_word(m, at, n, value);
    case MUTANT_LINE: return replace(m, at, value);
    case MUTANT_LOSE: return at >= 0 && g_ptr_array_remove_index(m->lines, (guint)at);
    case MUTANT_ADD: g_ptr_array_add(m->lines, g_strdup(value)); return true;
    case MUTANT_NUMBER: return change_number(m, (unsigned)n);
    case MUTANT_FLIP: return flip(m, (unsigned)n);
    case MUTANT_SKIP:
    case MUTANT_TWICE: return skip_or_repeat(m, how == MUTANT_TWICE);
    default: g_byte_array_set_size(m->body, mutant_draw(m, len)); return len > 0;
    }
}
