/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/os/terminal.h"

#include <glib.h>
#include <io.h>
#include <locale.h>
#include <stdlib.h>
#include <windows.h>

bool kj_os_is_terminal(int fd)
{
    DWORD mode; // isatty() is true of NUL as well
    return GetConsoleMode((HANDLE)_get_osfhandle(fd), &mode);
}

bool kj_os_terminal_size(unsigned *out_columns, unsigned *out_rows)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info) &&
        !GetConsoleScreenBufferInfo(GetStdHandle(STD_ERROR_HANDLE), &info))
        return false;
    *out_columns = (unsigned)(info.srWindow.Right - info.srWindow.Left + 1);
    *out_rows = (unsigned)(info.srWindow.Bottom - info.srWindow.Top + 1);
    return true;
}

bool kj_os_terminal_draws(void)
{
    DWORD mode;
    return GetConsoleMode(GetStdHandle(STD_OUTPUT_HANDLE), &mode) &&
           mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING;
}

/* Says in the environment what language the system speaks, unless somebody did. */
static void tell_language(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    g_autofree char *locale = g_win32_getlocale();
    for (int i = 0; i < 3; i++)
        if (g_getenv(names[i]))
            return;
    g_setenv("LANG", locale, FALSE);
}

static UINT output_before, input_before;

/* The console stays when the program ends. */
static void give_back(void)
{
    SetConsoleOutputCP(output_before);
    SetConsoleCP(input_before);
}

void kj_os_speak_utf8(void)
{
    static const DWORD outputs[] = {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    tell_language();
    setlocale(LC_CTYPE, ".UTF-8");
    output_before = GetConsoleOutputCP();
    input_before = GetConsoleCP();
    if (output_before && SetConsoleOutputCP(CP_UTF8) && SetConsoleCP(CP_UTF8))
        atexit(give_back);
    for (int i = 0; i < 2; i++) {
        HANDLE out = GetStdHandle(outputs[i]);
        DWORD mode;
        if (GetConsoleMode(out, &mode))
            SetConsoleMode(out,
                           mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

static DWORD lines;
static KjOsTyping typing = KJ_OS_LINES;

bool kj_os_typing(KjOsTyping how)
{
    HANDLE in = GetStdHandle(STD_INPUT_HANDLE);
    if (typing == KJ_OS_LINES && !GetConsoleMode(in, &lines))
        return false;
    DWORD mode = lines;
    if (how != KJ_OS_LINES) {
        mode &= ~(DWORD)(ENABLE_LINE_INPUT | ENABLE_ECHO_INPUT);
        mode |= ENABLE_VIRTUAL_TERMINAL_INPUT | ENABLE_PROCESSED_INPUT;
    }
    if (how == KJ_OS_RAW_KEYS)
        mode &= ~(DWORD)ENABLE_PROCESSED_INPUT;
    typing = how;
    return SetConsoleMode(in, mode);
}

bool kj_os_keys_wait(void)
{
    DWORD n = 0;
    INPUT_RECORD event;
    HANDLE in = GetStdHandle(STD_INPUT_HANDLE);
    return PeekConsoleInputW(in, &event, 1, &n) && n && event.EventType == KEY_EVENT;
}
