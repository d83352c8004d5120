/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terminal: what it is, messages, progress line. */
#include "repl/term.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/lang.h"

enum { DEFAULT_WIDTH = 80, MIN_WIDTH = 20, MAX_WIDTH = 1000, DEFAULT_HEIGHT = 24 };

void kj_term_resize(KjTerm *term)
{
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 &&
        ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0)
        size.ws_col = size.ws_row = 0;
    const char *columns = getenv("COLUMNS");
    guint64 width = columns ? g_ascii_strtoull(columns, NULL, 10) : size.ws_col;
    term->width = width >= MIN_WIDTH && width <= MAX_WIDTH ? (unsigned)width : DEFAULT_WIDTH;
    term->height = size.ws_row ? size.ws_row : DEFAULT_HEIGHT;
}

void kj_term_init(KjTerm *term)
{
    term->out_is_terminal = isatty(STDOUT_FILENO);
    term->err_is_terminal = isatty(STDERR_FILENO);
    kj_term_resize(term);
    term->bar_shown = false;
    term->sink = NULL;
    pthread_mutex_init(&term->lock, NULL);
}

void kj_term_init_sink(KjTerm *term, const KjTerm *like, const KjTermSink *sink)
{
    *term = (KjTerm){.out_is_terminal = like->out_is_terminal,
                     .err_is_terminal = like->err_is_terminal,
                     .width = like->width,
                     .height = like->height,
                     .sink = sink};
    pthread_mutex_init(&term->lock, NULL);
}

void kj_term_clear(KjTerm *term)
{
    kj_term_bar(term, NULL);
    pthread_mutex_destroy(&term->lock);
}

bool kj_term_color(const KjTerm *term, KjColorWhen when)
{
    if (when != KJ_COLOR_AUTO)
        return when == KJ_COLOR_ALWAYS;
    const char *no_color = getenv("NO_COLOR"), *type = getenv("TERM");
    if (no_color && *no_color)
        return false;
    return term->out_is_terminal && type && strcmp(type, "dumb") != 0;
}

static void erase_bar(KjTerm *term)
{
    if (term->bar_shown)
        fputs("\r\033[K", stderr);
    term->bar_shown = false;
}

void kj_term_message(KjTerm *term, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *raw = g_strdup_vprintf(kj_tr(format), arguments);
    va_end(arguments);
    g_autofree char *text = g_utf8_make_valid(raw, -1);
    pthread_mutex_lock(&term->lock);
    erase_bar(term);
    if (term->sink)
        term->sink->message(term->sink->data, text);
    else
        fprintf(stderr, "kanju: %s\n", text);
    pthread_mutex_unlock(&term->lock);
}

/* The longest beginning of a text that fits into `width` columns. (transfer full) */
static char *cut(const char *text, unsigned width)
{
    unsigned columns = 0;
    const char *end = text;
    while (*end) {
        columns += g_unichar_iswide(g_utf8_get_char(end)) ? 2 : 1;
        if (columns > width)
            break;
        end = g_utf8_find_next_char(end, NULL);
    }
    return g_strndup(text, (size_t)(end - text));
}

void kj_term_bar(KjTerm *term, const char *text)
{
    pthread_mutex_lock(&term->lock);
    erase_bar(term);
    if (term->sink) {
        term->sink->bar(term->sink->data, text);
    } else if (text) {
        g_autofree char *line = cut(text, term->width - 1);
        fputs(line, stderr);
        term->bar_shown = true;
    }
    fflush(stderr);
    pthread_mutex_unlock(&term->lock);
}

unsigned kj_text_columns(const char *text)
{
    unsigned columns = 0;
    for (; *text; text = g_utf8_find_next_char(text, NULL))
        columns += g_unichar_iswide(g_utf8_get_char(text)) ? 2 : 1;
    return columns;
}
