/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of folders and of the folders below them, in an order that depends on names only. */
#pragma once

#include <stdbool.h>

enum { KJ_WALK_MAX_DEPTH = 32 }; // folders in folders

/* Whether files of this name are looked at in folders: by their extension they hold problems, or are
 * archives, which are refused, so that none is passed over without a word. */
bool kj_walk_is_wanted(const char *name);

/* One thing on the way. */
typedef struct {
    const char *path;
    bool folder;       // it could be opened, and what is in it follows
    const char *error; // why it could not, or NULL
} KjWalked;

/* Takes it. False: no more. */
typedef bool (*KjWalkFn)(void *data, const KjWalked *walked);

/*
 * Gives a path, and if it is a folder what is below it: the files that are wanted, ordinary
 * ones and links to such, also those that lead nowhere; never pipes, sockets or devices, which one
 * might wait for. Links to folders are not followed. Returns false when `take` did.
 */
bool kj_walk(const char *path, KjWalkFn take, void *data);
