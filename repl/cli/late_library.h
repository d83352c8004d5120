/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Libraries that are loaded when something of them is first needed: most runs need none of them,
 * and what they bring along takes most of the time that the program would take to start.
 */
#pragma once

#include <glib.h>

typedef struct {
    const char *name;
    size_t offset; // of the pointer to it in the table
} KjLateFunction;

typedef struct {
    const char *file; // with the version of its interface
    const KjLateFunction *function;
    size_t n;
    void *table;
    gsize done; // these two: 0
    char *missing;
} KjLateLibrary;

/* Loads a library, once, and fills in its functions. NULL, or what is missing (owned by it). Any
 * thread. */
const char *kj_late_library_load(KjLateLibrary *library);
