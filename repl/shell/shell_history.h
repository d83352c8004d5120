/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searching the history of the prompt, around two memory errors of readline 8.2. */
#pragma once

/*
 * Puts functions of our own on all keys that have such ones of readline's, by default or by the
 * user's inputrc. Searches go to the lines that begin as the one typed does up to the cursor. To be
 * called once readline is initialized.
 */
void kj_shell_history_keys(void);
