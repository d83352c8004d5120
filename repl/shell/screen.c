/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The full screen of a terminal: raw mode, keys, drawing. */
#include "repl/shell/screen.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/os/terminal.h"
#include "repl/workbench/workbench.h"

#define ENTER_SCREEN "\033[?1049h\033[?25l"
#define LEAVE_SCREEN "\033[?25h\033[?1049l"

enum { ESCAPE_MILLISECONDS = 50, READING_FAILED = -3 }; // the bytes of a key come together

bool kj_screen_open(KjScreen *screen, KjSession *session)
{
    *screen = (KjScreen){.session = session};
    if (!session->term.out_is_terminal || !kj_os_terminal_draws() || !kj_os_typing(KJ_OS_RAW_KEYS))
        return false;
    fputs(ENTER_SCREEN, stdout);
    return true;
}

void kj_screen_close(void)
{
    fputs(LEAVE_SCREEN, stdout);
    fflush(stdout);
    kj_os_typing(KJ_OS_LINES);
}

void kj_screen_interruptible(bool on)
{
    kj_os_typing(on ? KJ_OS_KEYS : KJ_OS_RAW_KEYS);
}

/* ---- keys ---- */

/* One byte, KJ_KEY_EOF at the end of input, or KJ_KEY_NONE if none comes in time or something else
 * happens: a signal, or a change of the light when that is waited for. */
static int read_byte(const KjScreen *screen, int milliseconds)
{
    KjOsWake *wake = kj_workbench_of(screen->session)->wake;
    unsigned char byte;
    int come = kj_os_wait(&wake, milliseconds < 0 ? 1 : 0, true, milliseconds);
    if (come <= 0 || !(come & KJ_OS_INPUT)) {
        if (come > 0)
            kj_os_wake_forget(wake);
        return KJ_KEY_NONE;
    }
    ssize_t n = read(STDIN_FILENO, &byte, 1);
    return n == 1 ? byte : n < 0 && errno == EINTR ? KJ_KEY_NONE : KJ_KEY_EOF;
}

/* An arrow key by its letter, KJ_KEY_NONE if it is none; with shift, another key. */
static int arrow_key(int letter, bool shift)
{
    static const char letters[] = "ABDC"; // up, down, left, right
    const char *at = letter > 0 && letter < 128 ? strchr(letters, letter) : NULL;
    if (!at || !*at)
        return KJ_KEY_NONE;
    return (shift ? KJ_KEY_SHIFT_UP : KJ_KEY_UP) + (int)(at - letters);
}

/* A key of which the terminal sends a number: "\033[5~"; "\033[1;2A" is an arrow with shift. */
static int numbered_key(const KjScreen *screen, int digit)
{
    static const int keys[] = {
        ['1'] = KJ_KEY_HOME,      ['3'] = KJ_KEY_DELETE, ['4'] = KJ_KEY_END, ['5'] = KJ_KEY_PAGE_UP,
        ['6'] = KJ_KEY_PAGE_DOWN, ['7'] = KJ_KEY_HOME,   ['8'] = KJ_KEY_END};
    int byte, before = 0, modifier = 0;
    do {
        byte = read_byte(screen, ESCAPE_MILLISECONDS);
        modifier = before == ';' ? byte : modifier;
        before = byte;
    } while (byte >= ' ' && byte < '@');
    if (modifier)
        return arrow_key(byte, modifier == '2');
    bool known = digit < (int)G_N_ELEMENTS(keys) && keys[digit] && byte == '~';
    return known ? keys[digit] : KJ_KEY_NONE;
}

int kj_screen_key(KjScreen *screen)
{
    int byte = read_byte(screen, -1);
    if (byte != KJ_KEY_ESCAPE)
        return byte;
    int second = read_byte(screen, ESCAPE_MILLISECONDS);
    if (second != '[' && second != 'O')
        return KJ_KEY_ESCAPE;
    int third = read_byte(screen, ESCAPE_MILLISECONDS);
    switch (third) {
    case 'H': return KJ_KEY_HOME;
    case 'F': return KJ_KEY_END;
    default:
        return third >= '0' && third <= '9' ? numbered_key(screen, third) : arrow_key(third, false);
    }
}

/* ---- pictures ---- */

void kj_screen_show(KjScreen *screen, const char *picture)
{
    KjTerm *term = &screen->session->term;
    kj_term_resize(term);
    g_autoptr(GString) out = g_string_new("\033[H");
    g_auto(GStrv) lines = g_strsplit(picture, "\n", -1);
    for (unsigned i = 0; lines[i] && i < term->height; i++) {
        g_string_append(out, i ? "\r\n" : "");
        kj_append_columns(out, lines[i], term->width);
        g_string_append(out, "\033[K");
    }
    g_string_append(out, "\033[J");
    fputs(out->str, stdout);
    fflush(stdout);
}
