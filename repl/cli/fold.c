/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folding lines. */
#include "repl/cli/fold.h"

#include <stdbool.h>
#include <string.h>

#include "repl/cli/term.h"

enum { HANGING = 2, RANKS = 4 }; // columns further in; ranks of the smallest board

static bool is_one_of(const char *at, const char *marks)
{
    return *at && g_utf8_strchr(marks, -1, g_utf8_get_char(at));
}

static bool is_wide(const char *at)
{
    return g_unichar_iswide(g_utf8_get_char(at));
}

/* The end of a move as Japanese writes it: ▲同　銀成. */
static const char *move_end(const char *at)
{
    static const char marks[] = "▲△▽☗☖",
                      rest[] = "１２３４５６７８９一二三四五六七八九同　"
                               "歩香桂銀金角飛玉王と成杏圭全馬龍竜右左上引寄直打行入不生合";
    if (!is_one_of(at, marks))
        return at;
    do
        at = g_utf8_find_next_char(at, NULL);
    while (is_one_of(at, rest));
    return at;
}

static size_t word_length(const char *at)
{
    return strcspn(at, " ");
}

/* Whether a word is the ranks of a position. */
static bool is_ranks(const char *word)
{
    unsigned ranks = 1;
    size_t length = word_length(word);
    for (size_t i = 0; i < length; i++)
        ranks += word[i] == '/';
    return ranks >= RANKS;
}

/* The end of a position whose ranks end here: side and hands, in SFEN or FEEN. */
static const char *position_end(const char *end)
{
    const char *next = end + (*end == ' '), *after = next + word_length(next);
    bool side = after - next == 1 && strchr("bw/", *next);
    bool hands = !side && memchr(next, '/', (size_t)(after - next));
    if (next == end || (!side && !hands))
        return end;
    return *after == ' ' ? after + 1 + word_length(after + 1) : after;
}

/* The end of what may not be parted: a word, a move, or in Japanese a character with the marks that
 * belong to it; behind a colon the number as well. */
static const char *unit_end(const char *at)
{
    static const char opening[] = "「（『【(", closing[] = "、。，．：；」）』】ー？！・):";
    const char *last = at, *move = move_end(at);
    if (move == at && is_ranks(at))
        return position_end(at + word_length(at));
    bool whole = move != at || is_wide(at); // a move, or a character by itself
    at = move == at ? g_utf8_find_next_char(at, NULL) : move;
    for (; !whole && *at && *at != ' ' && !is_wide(at) && move_end(at) == at;
         at = g_utf8_find_next_char(at, NULL))
        last = at;
    bool opens = is_one_of(last, opening);
    while (is_one_of(at, closing))
        at = g_utf8_find_next_char(at, NULL);
    if (at[-1] == ':' && *at == ' ' && g_ascii_isdigit(at[1]))
        return unit_end(at + 1);
    return opens && *at && *at != ' ' ? unit_end(at) : at;
}

void kj_fold_measured(GString *out, const char *line, const KjFoldRoom *room)
{
    unsigned blanks = 0;
    double at_x = room->begin, blank = room->width(room->data, " ");
    for (const char *at = line, *end; *at; at = end) {
        if (*at == ' ') {
            blanks++;
            end = at + 1;
            continue;
        }
        end = unit_end(at);
        g_autofree char *unit = g_strndup(at, (gsize)(end - at));
        double length = room->width(room->data, unit);
        if (at != line && at_x > room->indent * blank &&
            at_x + blanks * blank + length > room->most) {
            g_string_append_printf(out, "\n%*s", (int)room->indent, "");
            at_x = room->indent * blank;
        } else {
            g_string_append_printf(out, "%*s", (int)blanks, "");
            at_x += blanks * blank;
        }
        g_string_append(out, unit);
        at_x += length;
        blanks = 0;
    }
}

static double columns_of(void *data, const char *text)
{
    (void)data;
    return kj_text_columns(text);
}

void kj_fold_line(GString *out, const char *line, unsigned column, unsigned indent, unsigned width)
{
    const KjFoldRoom room = {.begin = column, .indent = indent, .most = width, .width = columns_of};
    kj_fold_measured(out, line, &room);
}

/* Whether a line is a position alone, perhaps with its moves. */
static bool is_position(const char *line)
{
    const char *next = line + word_length(line);
    return g_str_has_prefix(line, "startpos ") || g_str_has_prefix(line, "position ") ||
           (is_ranks(line) && position_end(next) != next);
}

char *kj_fold(const char *text, unsigned width)
{
    GString *out = g_string_new(NULL);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        unsigned indent = (unsigned)strspn(*line, " ") + HANGING;
        if (line != lines)
            g_string_append_c(out, '\n');
        if (kj_text_columns(*line) <= width || is_position(*line))
            g_string_append(out, *line);
        else
            kj_fold_line(out, *line, 0, MIN(indent, width / 2), width);
    }
    return g_string_free(out, FALSE);
}

unsigned kj_fold_rows(const char *text, unsigned width)
{
    unsigned rows = 0;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++)
        if (line[1] || **line) // nothing comes after the last line end
            rows += MAX(1, (kj_text_columns(*line) + width - 1) / width);
    return rows;
}
