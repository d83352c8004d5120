/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the system or the user tells a running program. */
#pragma once

typedef enum {
    KJ_OS_INTERRUPT, // Ctrl-C
    KJ_OS_END,       // it is to end: kill, Ctrl-Break
    KJ_OS_HANG_UP,   // its terminal has gone, or its window was closed
    KJ_OS_STATUS,    // how far is it? SIGUSR1; Windows has nothing like it
    KJ_OS_RESIZE,    // its terminal has another size
    KJ_OS_PIPE,      // who read its output has gone
    KJ_OS_SIGNALS
} KjOsSignal;

/*
 * Has a function called when that is told, at any moment and on any thread: it may set flags and
 * wake (wake.h). NULL: what the system does by itself, which for most is to end the program. What waits for
 * standard input comes back with EINTR, but after KJ_OS_STATUS.
 */
void kj_os_on(KjOsSignal what, void (*handler)(KjOsSignal what));

/* It is not told any more, and nothing happens. */
void kj_os_ignore(KjOsSignal what);

/* A pipe that nobody reads and a file that may not grow are errors of writing, as a full disk is. */
void kj_os_writing_fails(void);

/* Ends the program as the system does by itself. */
void kj_os_end_by(KjOsSignal what);
