/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit: the board on the whole screen, on any terminal that knows ANSI sequences. */
#include "repl/shell/after_line.h"
#include "repl/shell/board_editor.h"
#include "repl/shell/shell_commands.h"
#include "repl/workbench/watch.h"

static void toggle_light(KjSession *session)
{
    KjWorkbench *bench = session->bench;
    if (bench->watch)
        kj_watch_free(g_steal_pointer(&bench->watch));
    else
        kj_shell_watch(session, NULL);
}

static KjExit kj_cmd_edit(KjSession *session, const KjCall *call, GError **error)
{
    KjScreen screen;
    if (!kj_shell_board_of(session, call, error))
        return KJ_EXIT_USAGE;
    if (!kj_screen_open(&screen, session))
        return kj_usage_error(
            error, "no terminal to edit on, expected one that moves its cursor (not TERM=dumb)");
    KjWorkbench *bench = session->bench;
    unsigned serial = bench->serial;
    KjBoardEditor cursor;
    kj_board_editor_begin(&cursor, bench, kj_term_color(&session->term, KJ_COLOR_AUTO));
    int key = KJ_KEY_NONE;
    do {
        if (key == '#')
            toggle_light(session);
        else if (key != KJ_KEY_NONE && !kj_board_editor_key(&cursor, key))
            break;
        // a kill in the middle loses nothing, and the light sees each change
        bench->quiet = true;
        kj_shell_after_line(session);
        g_autofree char *picture = kj_board_editor_picture(&cursor);
        kj_screen_show(&screen, picture);
        key = kj_screen_key(&screen);
    } while (key != KJ_KEY_EOF);
    kj_screen_close();
    kj_board_editor_end(&cursor);
    if (bench->serial != serial)
        kj_workbench_moved(bench); // the board is drawn once more
    kj_shell_warn(session);
    return KJ_EXIT_OK;
}

const KjCommand kj_edit_command = {
    .name = "edit",
    .ja = "編集",
    .aliases = {"cursor"},
    .group = KJ_COMMANDS_EDIT,
    .summary = "edit the board with cursor keys",
    .details =
        "Shows the board on the full screen. Arrow keys move; a letter with shift places a "
        "piece of sente's, without it one of gote's, as in SFEN; space removes; + turns a piece "
        "over; ~ "
        "hands it to the other side; < and > put another kind in its place; m picks it up and puts "
        "it down; shift and an arrow, or [ ] { }, shift all pieces, | mirrors them, @ turns the "
        "board; t changes who is to move; h goes to the hands and back; u undoes, U does it again; "
        "# turns watch on "
        "and off. What it finds is listed beside the board, and pieces without a "
        "reason are marked; Tab or ! looks at one finding after the other, where left and right go "
        "along its line. q or Enter ends. With --variant of another game than that on the board it "
        "begins as 'new' does.",
    .options = KJ_OPTIONS_VARIANT,
    .run = kj_cmd_edit,
};
