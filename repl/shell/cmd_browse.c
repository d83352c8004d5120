/* SPDX-License-Identifier: GPL-3.0-or-later */
/* browse: the tree of moves on the whole screen. */
#include "core/notation/textboard.h"
#include "repl/job/phrases.h"
#include "repl/screen/browser.h"
#include "repl/shell/after_line.h"
#include "repl/shell/answer.h"
#include "repl/shell/shell_commands.h"

/* Searches from here and puts the solution into the tree; what came out is the browser's note. */
static void answer(KjSession *session, const KjCall *call, KjBrowser *browser, KjScreen *screen)
{
    kj_browser_say(browser, "searching, Ctrl-C stops");
    g_autofree char *picture = kj_browser_picture(browser);
    kj_screen_show(screen, picture);
    kj_screen_interruptible(screen, true);
    g_autoptr(GError) error = NULL;
    KjExit status;
    g_autofree char *text =
        kj_answer_find(session, call, true, browser->notation, NULL, &status, &error);
    kj_screen_interruptible(screen, false);
    kj_session_resume();
    kj_browser_say(browser, text ? text : error->message);
}

/* There is nothing to browse yet: the first thing is to search, but what took long before is not
 * done again. */
static void open_tree(KjSession *session, const KjCall *call, KjBrowser *browser, KjScreen *screen)
{
    enum {
        LITTLE = 1000000
    }; // nodes of a mate whose other replies are looked at without being asked
    KjAnswer known;
    if (kj_answer_known(session, &known) && known.nodes > LITTLE && kj_answer_add_known(session))
        kj_browser_say(browser, "the mate found before: a searches the other replies");
    else
        answer(session, call, browser, screen);
}

static KjExit kj_cmd_browse(KjSession *session, const KjCall *call, KjPrinter *printer,
                            GError **error)
{
    (void)printer;
    KjScreen screen;
    if (!kj_screen_open(&screen, session))
        return kj_usage_error(
            error, "no terminal to browse on, expected one that moves its cursor (not TERM=dumb)");
    KjWorkbench *bench = session->bench;
    KjBoardLook look = {.style = KJ_BOARD_KANJI,
                        .color = kj_term_color(&session->term, KJ_COLOR_AUTO)};
    if (call->values->value[KJ_OPTION_STYLE].choice == KJ_BOARD_ASCII)
        look.style = KJ_BOARD_ASCII;
    unsigned serial = bench->serial;
    KjBrowser browser;
    kj_browser_begin(&browser, bench, &look, kj_notation_asked(call->values, KJ_NOTATION_JA));
    kj_browser_fit(&browser, session->term.width, session->term.height);
    if (kj_workbench_tree(bench)->nodes->len == 1)
        open_tree(session, call, &browser, &screen);
    KjBrowserWish wish = KJ_BROWSER_ON;
    while (wish != KJ_BROWSER_END) {
        bench->quiet = true;
        kj_shell_after_line(session);
        kj_term_resize(&session->term);
        kj_browser_fit(&browser, session->term.width, session->term.height);
        g_autofree char *picture = kj_browser_picture(&browser);
        kj_screen_show(&screen, picture);
        int key = kj_screen_key(&screen);
        if (key == KJ_KEY_EOF)
            break;
        if (key != KJ_KEY_NONE)
            wish = kj_browser_key(&browser, key);
        if (wish == KJ_BROWSER_ANSWER)
            answer(session, call, &browser, &screen);
    }
    kj_browser_clear(&browser);
    kj_screen_close(&screen);
    if (bench->serial != serial)
        kj_workbench_moved(bench); // the board is drawn once more
    return KJ_EXIT_OK;
}

const KjCommand kj_browse_command = {
    .name = "browse",
    .aliases = "tree",
    .group = KJ_COMMANDS_SEARCH,
    .summary = "go through the solution with keys",
    .details =
        "Shows the board and the tree of moves on the full screen; where no move was tried yet "
        "the solution is searched first, with what follows each reply. Arrow keys go down and up "
        "the line and to other moves; t or Tab shows the whole tree, where they go from row to "
        "row and open and close branches; a searches from where you are, m lists all legal moves "
        "to try one, x cuts a move off, n changes the notation; q or Enter ends, and the place "
        "reached stays.",
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD,
    .flags = KJ_COMMAND_SHELL,
    .run = kj_cmd_browse,
};
