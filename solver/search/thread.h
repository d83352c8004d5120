/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads for searches (core/os/thread.h), which take the language along. */
#pragma once

#include <glib.h>
#include <pthread.h>
#include <stdbool.h>

#include "core/os/thread.h"

/*
 * Starts a thread with a stack deep enough for the search, which leaves signals to the others; join
 * it with pthread_join. False when none can be had.
 */
bool kj_thread_start(pthread_t *out, void *(*run)(void *data), void *data);

/*
 * On the main thread of a program, before GLib's first allocation, and again once the language of
 * the line is known: from now on a stack that is used up, that of a thread
 * above included, ends the program with a line on standard error and exit status `status` instead of
 * SIGSEGV. Memory that has run out comes to that as well: a limit on address space keeps the main
 * stack from growing, and GLib (2.74) that finds no memory for a message finds none for the message
 * about it either, and so on until the stack is full. Any other fault of memory stays what it is.
 * With sanitizers nothing changes.
 */
void kj_thread_guard(int status);
