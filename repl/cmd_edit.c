/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit: the board on the whole screen, on any terminal that knows ANSI sequences. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "repl/cursor.h"
#include "repl/shell_commands.h"

#define ENTER_SCREEN "\033[?1049h\033[?25l"
#define LEAVE_SCREEN "\033[?25h\033[?1049l"

enum { ESCAPE = 27, ESCAPE_MILLISECONDS = 50 }; // the bytes of a key come together

/* One byte, or -1 at the end of input, or -2 if none comes in time or a signal does. */
static int read_byte(int milliseconds)
{
    struct pollfd fd = {.fd = STDIN_FILENO, .events = POLLIN};
    unsigned char byte;
    if (poll(&fd, 1, milliseconds) <= 0)
        return -2;
    ssize_t n = read(STDIN_FILENO, &byte, 1);
    return n == 1 ? byte : n < 0 && errno == EINTR ? -2 : -1;
}

/* One key as kj_cursor_key takes it, -1 at the end of input, -2 to draw again. */
static int read_key(void)
{
    int byte = read_byte(-1);
    if (byte != ESCAPE)
        return byte;
    int second = read_byte(ESCAPE_MILLISECONDS);
    if (second != '[' && second != 'O')
        return ESCAPE;
    switch (read_byte(ESCAPE_MILLISECONDS)) {
    case 'A': return KJ_KEY_UP;
    case 'B': return KJ_KEY_DOWN;
    case 'C': return KJ_KEY_RIGHT;
    case 'D': return KJ_KEY_LEFT;
    default: return -2;
    }
}

/* Draws over what is there, each line and then the rest of the screen cleared. */
static void draw(const KjCursor *cursor)
{
    g_autofree char *picture = kj_cursor_picture(cursor);
    g_auto(GStrv) lines = g_strsplit(picture, "\n", -1);
    g_autofree char *screen = g_strjoinv("\033[K\r\n", lines);
    fputs("\033[H", stdout);
    fputs(screen, stdout);
    fputs("\033[J", stdout);
    fflush(stdout);
}

KjExit kj_cmd_edit(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)call;
    (void)printer;
    struct termios before, raw;
    if (!session->term.out_is_terminal || tcgetattr(STDIN_FILENO, &before) != 0)
        return kj_misuse(error, "no terminal to edit on");
    raw = before;
    raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO | ISIG);
    raw.c_iflag &= (tcflag_t) ~(IXON | ICRNL);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
    fputs(ENTER_SCREEN, stdout);
    KjCursor cursor;
    kj_cursor_begin(&cursor, session->bench);
    draw(&cursor);
    for (int key = read_key(); key != -1; key = read_key()) {
        if (key >= 0 && !kj_cursor_key(&cursor, key))
            break;
        draw(&cursor);
    }
    fputs(LEAVE_SCREEN, stdout);
    fflush(stdout);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
    kj_bench_warn(session);
    return KJ_EXIT_OK;
}
