/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The terminal: colour, width, messages and the progress line on standard error. Messages and the
 * progress line may come from any thread.
 */
#pragma once

#include <glib.h>
#include <pthread.h>
#include <stdbool.h>

typedef enum { KJ_COLOR_AUTO, KJ_COLOR_ALWAYS, KJ_COLOR_NEVER } KjColorWhen;

/*
 * Takes what would be written on standard error: a message line, or the progress line (NULL: none).
 */
typedef struct {
    void (*message)(void *data, const char *line);
    void (*bar)(void *data, const char *text);
    void *data;
} KjTermSink;

// Columns left free for what a sink puts before a message, such as the number of a job.
enum { KJ_TERM_SINK_SIGN = 6 };

typedef struct {
    bool out_is_terminal, err_is_terminal;
    unsigned width, height; // columns and rows; 80 and 24 when not known
    pthread_mutex_t lock;
    bool bar_shown;
    const KjTermSink *sink; // instead of standard error, or NULL
} KjTerm;

/* Looks at standard output and error, COLUMNS and TERM. Clear with kj_term_clear. */
void kj_term_init(KjTerm *term);
void kj_term_clear(KjTerm *term);

/* Looks at the size once more, after a resize. */
void kj_term_resize(KjTerm *term);

/* Makes `term` like another, but for messages and progress that go to `sink` (not owned). */
void kj_term_init_sink(KjTerm *term, const KjTerm *like, const KjTermSink *sink);

/* Whether to write colour on standard output: by `when`, NO_COLOR, TERM=dumb and what it is. */
bool kj_term_color(const KjTerm *term, KjColorWhen when);

/* Writes "kanju: message" on standard error, above the progress line; on a terminal folded. */
void kj_term_message(KjTerm *term, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* What goes before the messages of this thread, such as the line of a script that is run: "-c:2: "; "" for
 * nothing. Kept as it is, so it must live until it is changed. Returns what it was. */
const char *kj_term_place(const char *place);

/* Draws the progress line over the last one, cut to the width; NULL takes it away. */
void kj_term_bar(KjTerm *term, const char *text);

/* ---- columns ---- */

// Order of the words of --draw width.
typedef enum { KJ_WIDTH_AUTO, KJ_WIDTH_NARROW, KJ_WIDTH_WIDE } KjWidth;

/*
 * How many columns characters of ambiguous East Asian width (Unicode's annex 11: ▲ △ │) take from
 * now on, in the whole program, what readline draws included; AUTO: as the terminal has answered,
 * else one.
 */
void kj_term_choose_width(KjWidth width);

/*
 * Asks the terminal by drawing such a character and asking for the place of the cursor. Does
 * nothing, and returns true, unless standard input and output are a terminal that is not dumb.
 * False if no answer comes within a moment; one that comes later is for kj_term_width_told. What
 * was typed meanwhile is appended to `typed`.
 */
bool kj_term_ask_width(const KjTerm *term, GString *typed);
void kj_term_width_told(bool wide);

/* How many columns a character and a UTF-8 text take: East Asian wide characters two, combining
 * ones and ANSI sequences ("\033[7m") none. */
unsigned kj_char_columns(gunichar c);
unsigned kj_text_columns(const char *text);

/* Appends the beginning of a UTF-8 text that fits into `width` columns, and all its ANSI
 * sequences, so that colours end. */
void kj_append_columns(GString *out, const char *text, unsigned width);
