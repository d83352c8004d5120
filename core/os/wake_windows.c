/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/os/wake.h"

#include <glib.h>
#include <windows.h>

struct KjOsWake {
    HANDLE event; // set until it is forgotten
};

KjOsWake *kj_os_wake_new(void)
{
    KjOsWake *wake = g_new(KjOsWake, 1);
    wake->event = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!wake->event)
        g_error("cannot make a pipe: %s", "CreateEvent");
    return wake;
}

void kj_os_wake_free(KjOsWake *wake)
{
    if (!wake)
        return;
    CloseHandle(wake->event);
    g_free(wake);
}

void kj_os_wake(KjOsWake *wake)
{
    SetEvent(wake->event);
}

void kj_os_wake_forget(KjOsWake *wake)
{
    ResetEvent(wake->event);
}

/* Whether standard input has something to be read; what is no key of a console is thrown away. */
static bool has_input(HANDLE in)
{
    DWORD bytes = 0, n = 0;
    INPUT_RECORD event;
    if (GetFileType(in) == FILE_TYPE_PIPE)
        return !PeekNamedPipe(in, NULL, 0, NULL, &bytes, NULL) || bytes > 0; // an end can be read
    while (PeekConsoleInputW(in, &event, 1, &n) && n) {
        if (event.EventType == KEY_EVENT && event.Event.KeyEvent.bKeyDown)
            return true;
        ReadConsoleInputW(in, &event, 1, &n);
    }
    return GetFileType(in) == FILE_TYPE_DISK;
}

int kj_os_wait(KjOsWake *const *wakes, unsigned n, bool input, int milliseconds)
{
    enum { STEP = 20 }; // pipes cannot be waited for
    HANDLE in = GetStdHandle(STD_INPUT_HANDLE), events[KJ_OS_MOST_WAKES];
    gint64 end = g_get_monotonic_time() + (gint64)milliseconds * 1000;
    for (unsigned i = 0; i < n; i++)
        events[i] = wakes[i]->event;
    for (;;) {
        int come = input && has_input(in) ? KJ_OS_INPUT : 0;
        for (unsigned i = 0; i < n; i++)
            come |= WaitForSingleObject(events[i], 0) == WAIT_OBJECT_0 ? 1 << i : 0;
        gint64 left = milliseconds < 0 ? G_MAXINT32 : (end - g_get_monotonic_time()) / 1000;
        if (come || left <= 0)
            return come;
        DWORD step = (DWORD)(input ? MIN(left, STEP) : left);
        if (n)
            WaitForMultipleObjects(n, events, FALSE, step);
        else
            Sleep(step);
    }
}
