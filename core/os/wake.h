/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waking who waits for a key. */
#pragma once

#include <stdbool.h>

typedef struct KjOsWake KjOsWake;

/* Never NULL: without one the program ends. Free with kj_os_wake_free. */
KjOsWake *kj_os_wake_new(void);
void kj_os_wake_free(KjOsWake *wake);

/* Wakes who waits or will wait; from any thread, and from a handler of signal.h. */
void kj_os_wake(KjOsWake *wake);

/* Forgets that it was woken. */
void kj_os_wake_forget(KjOsWake *wake);

/*
 * Waits for the first of `n` wakes (four at most), for standard input to have something to be read
 * if `input`, or until so many milliseconds have passed (-1: for ever). Returns bit i for wake i and
 * KJ_OS_INPUT for standard input, which stay so until they are forgotten and read; 0 if nothing came
 * in time, -1 when a signal did.
 */
enum { KJ_OS_MOST_WAKES = 4, KJ_OS_INPUT = 1 << KJ_OS_MOST_WAKES };
int kj_os_wait(KjOsWake *const *wakes, unsigned n, bool input, int milliseconds);
