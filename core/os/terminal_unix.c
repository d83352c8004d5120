/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE // TIOCGWINSZ, FIONREAD
#include "core/os/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

bool kj_os_is_terminal(int fd)
{
    return isatty(fd);
}

bool kj_os_terminal_size(unsigned *out_columns, unsigned *out_rows)
{
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 &&
        ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0)
        return false;
    *out_columns = size.ws_col;
    *out_rows = size.ws_row;
    return true;
}

bool kj_os_terminal_draws(void)
{
    const char *type = getenv("TERM");
    return type && strcmp(type, "dumb") != 0;
}

void kj_os_speak_utf8(void)
{
    static const char *const names[] = {"", "C.UTF-8", "en_US.UTF-8", "ja_JP.UTF-8"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (setlocale(LC_CTYPE, names[i]) && strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
            return;
}

// How it is while lines are read, once it was changed.
static struct termios lines;
static KjOsTyping typing = KJ_OS_LINES;

bool kj_os_typing(KjOsTyping how)
{
    if (typing == KJ_OS_LINES && tcgetattr(STDIN_FILENO, &lines) != 0)
        return false;
    struct termios mode = lines;
    if (how != KJ_OS_LINES) {
        mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
        mode.c_iflag &= ~(tcflag_t)(IXON | ICRNL);
        mode.c_cc[VMIN] = 1;
        mode.c_cc[VTIME] = 0;
    }
    if (how == KJ_OS_RAW_KEYS)
        mode.c_lflag &= ~(tcflag_t)ISIG;
    typing = how;
    return tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) == 0;
}

bool kj_os_keys_wait(void)
{
    // a terminal that edits lines itself counts whole lines only
    int n = 0;
    if (!kj_os_typing(KJ_OS_KEYS))
        return false;
    if (ioctl(STDIN_FILENO, FIONREAD, &n) != 0)
        n = 0;
    kj_os_typing(KJ_OS_LINES);
    return n > 0;
}
