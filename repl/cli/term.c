/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal: its abilities, messages, the progress line. */
#include "repl/cli/term.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/os/terminal.h"
#include "core/os/wake.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/cli/fold.h"

enum { DEFAULT_WIDTH = 80, MIN_WIDTH = 20, MAX_WIDTH = 1000, DEFAULT_HEIGHT = 24 };

void kj_term_resize(KjTerm *term)
{
    unsigned told_width = 0, told_height = 0;
    if (!kj_os_terminal_size(&told_width, &told_height))
        told_width = told_height = 0;
    const char *columns = g_getenv("COLUMNS");
    guint64 width = columns ? g_ascii_strtoull(columns, NULL, 10) : told_width;
    term->width = width >= MIN_WIDTH && width <= MAX_WIDTH ? (unsigned)width : DEFAULT_WIDTH;
    term->height = told_height ? told_height : DEFAULT_HEIGHT;
}

void kj_term_init(KjTerm *term)
{
    term->out_is_terminal = kj_os_is_terminal(STDOUT_FILENO);
    term->err_is_terminal = kj_os_is_terminal(STDERR_FILENO);
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
    const char *no_color = g_getenv("NO_COLOR");
    if (no_color && *no_color)
        return false;
    return term->out_is_terminal && kj_os_terminal_draws();
}

static void erase_bar(KjTerm *term)
{
    if (term->bar_shown)
        fputs("\r\033[K", stderr);
    term->bar_shown = false;
}

static _Thread_local const char *message_place = "";

const char *kj_term_place(const char *place)
{
    const char *before = message_place;
    message_place = place;
    return before;
}

void kj_term_message(KjTerm *term, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *raw = g_strdup_vprintf(kj_tr(format), arguments);
    va_end(arguments);
    const char *sign = term->sink ? "" : "kanju: ";
    g_autofree char *placed = g_strconcat(sign, message_place, raw, NULL);
    g_autofree char *valid = g_utf8_make_valid(placed, -1);
    kj_text_harmless(valid);
    unsigned width = term->width - (term->sink ? KJ_TERM_SINK_SIGN : 0);
    g_autofree char *text = term->err_is_terminal ? kj_fold(valid, width) : g_steal_pointer(&valid);
    pthread_mutex_lock(&term->lock);
    erase_bar(term);
    if (term->sink)
        term->sink->message(term->sink->data, text);
    else
        fprintf(stderr, "%s\n", text);
    fflush(stderr);
    pthread_mutex_unlock(&term->lock);
}

void kj_term_bar(KjTerm *term, const char *text)
{
    pthread_mutex_lock(&term->lock);
    erase_bar(term);
    if (term->sink) {
        term->sink->bar(term->sink->data, text);
    } else if (text) {
        g_autofree char *valid = g_utf8_make_valid(text, -1);
        kj_text_harmless(valid);
        g_autoptr(GString) line = g_string_new(NULL);
        kj_append_columns(line, g_strdelimit(valid, "\n", '?'), term->width - 1);
        fputs(line->str, stderr);
        term->bar_shown = true;
    }
    fflush(stderr);
    pthread_mutex_unlock(&term->lock);
}

/* ---- columns ---- */

static gint choice = KJ_WIDTH_AUTO; // a KjWidth; read by all threads
static gint told = KJ_WIDTH_NARROW; // by the terminal

void kj_term_choose_width(KjWidth width)
{
    g_atomic_int_set(&choice, (gint)width);
}

void kj_term_width_told(bool wide)
{
    g_atomic_int_set(&told, wide ? KJ_WIDTH_WIDE : KJ_WIDTH_NARROW);
}

unsigned kj_char_columns(gunichar c)
{
    gint width = g_atomic_int_get(&choice);
    if (width == KJ_WIDTH_AUTO)
        width = g_atomic_int_get(&told);
    if (g_unichar_iszerowidth(c))
        return 0;
    bool wide = width == KJ_WIDTH_WIDE ? g_unichar_iswide_cjk(c) : g_unichar_iswide(c);
    return wide ? 2 : 1;
}

/* Passes a character, or an ANSI sequence, which takes no columns. */
static const char *pass(const char *text, unsigned *columns)
{
    if (*text == '\033') {
        size_t length = strcspn(text, "m");
        return text + length + (text[length] == 'm');
    }
    *columns += kj_char_columns(g_utf8_get_char(text));
    return g_utf8_find_next_char(text, NULL);
}

unsigned kj_text_columns(const char *text)
{
    unsigned columns = 0;
    while (*text)
        text = pass(text, &columns);
    return columns;
}

void kj_append_columns(GString *out, const char *text, unsigned width)
{
    unsigned columns = 0;
    for (const char *next; *text; text = next) {
        next = pass(text, &columns);
        if (columns <= width || *text == '\033')
            g_string_append_len(out, text, next - text);
    }
}

/* Takes an answer "\033[ROW;COLUMNR" out of what was read; 0 if there is none, else the column. */
static unsigned take_answer(GString *read)
{
    for (const char *at = read->str; (at = strstr(at, "\033[")); at++) {
        const char *row = at + 2, *column = row + strspn(row, "0123456789");
        const char *end = column + (*column == ';');
        end += strspn(end, "0123456789");
        if (column == row || *column != ';' || *end != 'R')
            continue;
        unsigned value = (unsigned)g_ascii_strtoull(column + 1, NULL, 10);
        g_string_erase(read, at - read->str, end + 1 - at);
        return value;
    }
    return 0;
}

bool kj_term_ask_width(const KjTerm *term, GString *typed)
{
    enum { MOMENT = 300000, MOST = 1 << 16 }; // microseconds, bytes
    static const char question[] = "\r▲\033[6n", wipe[] = "\r\033[K";
    if (!term->out_is_terminal || !kj_os_terminal_draws() || !kj_os_typing(KJ_OS_KEYS))
        return true;
    fputs(question, stdout);
    fflush(stdout);
    gint64 end = g_get_monotonic_time() + MOMENT, now;
    unsigned column = 0;
    while (!column && (now = g_get_monotonic_time()) < end && typed->len < MOST) {
        char bytes[256];
        if (kj_os_wait(NULL, 0, true, (int)((end - now) / 1000) + 1) <= 0)
            break;
        ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);
        if (n <= 0)
            break;
        g_string_append_len(typed, bytes, n);
        column = take_answer(typed);
    }
    fputs(wipe, stdout);
    fflush(stdout);
    kj_os_typing(KJ_OS_LINES);
    if (column)
        kj_term_width_told(column > 2);
    return column != 0;
}
