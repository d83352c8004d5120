/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One writer a store. The file itself is locked, whatever name it is opened by; the file
 * `STORE-lock` beside it says who writes.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct KjStoreLock KjStoreLock;

/*
 * Locks a store for writing; an empty file is made where there is none. NULL with
 * KJ_STORE_ERROR_IN_USE while another process, or this one, writes to it, which the message names;
 * KJ_STORE_ERROR_SQLITE when it cannot be opened; and KJ_TEXT_ERROR when the file has several names
 * (hard links): what SQLite keeps beside a store goes by its name, so the others would miss it.
 */
KjStoreLock *kj_store_lock(const char *path, GError **error);

/* Gives it back, once SQLite has closed the store. NULL is none. */
void kj_store_unlock(KjStoreLock *lock);

/* Whether the file that is locked still has the name it was locked by: it was not deleted, moved or
 * replaced. */
bool kj_store_lock_holds(const KjStoreLock *lock);

/* Whether somebody writes to a store under another one of its names, where a reader would miss what
 * is new. */
bool kj_store_is_written_elsewhere(const char *path);
