/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal, or the console window. */
#pragma once

#include <stdbool.h>

/* Whether a descriptor is one. */
bool kj_os_is_terminal(int fd);

/* Columns and rows of the terminal that standard output or error is; false if none is, or it does
 * not tell. */
bool kj_os_terminal_size(unsigned *out_columns, unsigned *out_rows);

/* Whether what is written there may hold ANSI sequences. */
bool kj_os_terminal_draws(void);

/*
 * Makes the C library and the terminal read and write text in UTF-8: by the user's locale, or, where
 * that is another or is not installed, by one that the system has. Once, at the start.
 */
void kj_os_speak_utf8(void);

/* How standard input hands over what is typed: whole lines, which the terminal shows and lets be
 * mended; keys as they come, unseen; or keys of which not even Ctrl-C is a signal. */
typedef enum { KJ_OS_LINES, KJ_OS_KEYS, KJ_OS_RAW_KEYS } KjOsTyping;

/* False: standard input is no terminal. The first call of the program notes the mode that KJ_OS_LINES
 * brings back. */
bool kj_os_typing(KjOsTyping how);

/* Whether keys wait that were typed already. */
bool kj_os_keys_wait(void);
