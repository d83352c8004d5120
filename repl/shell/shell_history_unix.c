/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Searching the history of the prompt, and what may not follow a search. Readline's searches free
 * what was undone of an edited line and use it again; and a key that ends an incremental search may
 * not be given up.
 */
#include "repl/shell/shell_history.h"

#include <stdio.h>
#include <string.h>

// readline's headers want stdio.h before them
#include <readline/history.h>
#include <readline/keymaps.h>
#include <readline/readline.h>

/* Whether a line of the history is one that is looked for: it begins as the typed one and is
 * another. */
static int fits(const HIST_ENTRY *entry, size_t length)
{
    return strncmp(entry->line, rl_line_buffer, length) == 0 &&
           strcmp(entry->line, rl_line_buffer) != 0;
}

/* Goes to the next line that fits, as so many strokes of Up or Down would; the cursor stays. */
static int search_history(int step, int key)
{
    HIST_ENTRY **lines = history_list();
    int here = where_history(), at = here + step, point = rl_point;
    while (lines && at >= 0 && at < history_length && !fits(lines[at], (size_t)point))
        at += step;
    if (!lines || at < 0 || at >= history_length)
        return rl_ding();
    if (step < 0)
        rl_get_previous_history(here - at, key);
    else
        rl_get_next_history(at - here, key);
    rl_point = point < rl_end ? point : rl_end;
    return 0;
}

static int search_back(int count, int key)
{
    return search_history(count < 0 ? 1 : -1, key);
}

static int search_on(int count, int key)
{
    return search_history(count < 0 ? -1 : 1, key);
}

/* The user's inputrc once more, which may put readline's searches on keys. */
static int read_again(int count, int key)
{
    int result = rl_re_read_init_file(count, key);
    kj_shell_history_keys();
    return result;
}

static int bell(int count, int key)
{
    (void)count, (void)key;
    return rl_ding();
}

/*
 * Readline gives up what cannot be done by a jump to where it began to read a key. A key that ends
 * a search is read by a second, inner reading, and a jump from there ends the program: so then
 * there is a bell instead.
 */
static int unless_searched(rl_command_func_t *theirs, int count, int key)
{
    if (rl_last_func == rl_reverse_search_history || rl_last_func == rl_forward_search_history)
        return rl_ding();
    return theirs(count, key);
}

static int abort_line(int count, int key)
{
    return unless_searched(rl_abort, count, key);
}

static int begin_macro(int count, int key)
{
    return unless_searched(rl_start_kbd_macro, count, key);
}

static int end_macro(int count, int key)
{
    return unless_searched(rl_end_kbd_macro, count, key);
}

static int call_macro(int count, int key)
{
    return unless_searched(rl_call_last_kbd_macro, count, key);
}

static int yank_other(int count, int key)
{
    if (rl_last_func == yank_other)
        rl_last_func = rl_yank_pop; // it wants to see that it goes on
    return unless_searched(rl_yank_pop, count, key);
}

static const struct {
    rl_command_func_t *theirs, *ours;
} replaced[] = {
    {rl_history_search_backward, search_back},
    {rl_history_search_forward, search_on},
    {rl_history_substr_search_backward, search_back},
    {rl_history_substr_search_forward, search_on},
    {rl_noninc_reverse_search, search_back},
    {rl_noninc_forward_search, search_on},
    {rl_noninc_reverse_search_again, search_back},
    {rl_noninc_forward_search_again, search_on},
    {rl_vi_search, rl_reverse_search_history},
    {rl_vi_search_again, search_back},
    {rl_re_read_init_file, read_again},
    {rl_abort, abort_line},
    {rl_start_kbd_macro, begin_macro},
    {rl_end_kbd_macro, end_macro},
    {rl_call_last_kbd_macro, call_macro},
    {rl_yank_pop, yank_other},
};

/* Replaces them in a keymap and in those behind its prefixes, where keys that mean nothing get a
 * bell: they too are given up by a jump. */
static void replace_in(Keymap map, int is_inner)
{
    for (unsigned key = 0; key < KEYMAP_SIZE; key++) {
        KEYMAP_ENTRY *entry = &map[key];
        if (is_inner && key < ANYOTHERKEY && entry->type == ISFUNC && !entry->function)
            entry->function = bell;
        if (entry->type == ISKMAP) {
            Keymap inner; // stands where a function does otherwise
            memcpy(&inner, &entry->function, sizeof inner);
            replace_in(inner, 1);
        }
        for (size_t i = 0; entry->type == ISFUNC && i < sizeof replaced / sizeof *replaced; i++)
            if (entry->function == replaced[i].theirs)
                entry->function = replaced[i].ours;
    }
}

void kj_shell_history_keys(void)
{
    static const char *const maps[] = {"emacs-standard", "vi-insert", "vi-command"};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        replace_in(rl_get_keymap_by_name(maps[i]), 0);
}
