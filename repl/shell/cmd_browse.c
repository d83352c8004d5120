/* SPDX-License-Identifier: GPL-3.0-or-later */
/* browse: the tree of moves on the whole screen. */
#include "core/notation/textboard.h"
#include "core/text/lang.h"
#include "repl/job/phrases.h"
#include "repl/job/solve_job.h"
#include "repl/shell/after_line.h"
#include "repl/shell/answer.h"
#include "repl/shell/browser.h"
#include "repl/shell/shell_commands.h"

/* Shows that a search goes on, which Ctrl-C stops; and its end. */
static void begin_search(KjBrowser *browser, KjScreen *screen)
{
    kj_browser_say(browser, "searching, Ctrl-C stops");
    g_autofree char *picture = kj_browser_picture(browser);
    kj_screen_show(screen, picture);
    kj_screen_interruptible(true);
}

static void end_search(void)
{
    kj_screen_interruptible(false);
    kj_session_resume();
}

/* Searches from here and puts the solution into the tree; what came out is the browser's note. */
static void answer(KjSession *session, const KjCall *call, KjBrowser *browser, KjScreen *screen)
{
    begin_search(browser, screen);
    g_autoptr(GError) error = NULL;
    KjExit status;
    g_autofree char *text =
        kj_answer_find(session, call, true, browser->notation, NULL, &status, &error);
    end_search();
    kj_browser_say(browser, text ? text : error->message);
}

/* ---- play ---- */

/* The best answer to the move that was played, KJ_MOVE_NONE: to the place reached. False: said. */
static bool ask(KjSession *session, const KjCall *call, KjBrowser *browser, KjScreen *screen,
                KjAnswerWhy *out)
{
    g_autoptr(GError) error = NULL;
    begin_search(browser, screen);
    bool good =
        kj_answer_why(session, call, browser->played, false, browser->notation, NULL, out, &error);
    end_search();
    if (!good)
        kj_browser_say(browser, error->message);
    return good;
}

/* Plays on after a check that mates: the mate is reached, or the defence that lasts longest. */
static void play_on(KjBrowser *browser, const KjAnswerWhy *why)
{
    KjPosition pos = kj_workbench_position(browser->bench);
    unsigned before = browser->left;
    if (browser->played)
        kj_browser_go(browser, browser->played);
    if (!why->reply) {
        g_autofree char *done = g_strdup_printf(kj_tr("mated in %u plies: solved"),
                                                kj_workbench_tree(browser->bench)->at->ply);
        kj_browser_play(browser, false);
        kj_browser_say(browser, done);
        return;
    }
    if (browser->played)
        pos = kj_position_after(&pos, browser->played);
    g_autofree char *reply = kj_move_text(&pos, why->reply, browser->played, browser->notation);
    kj_browser_go(browser, why->reply);
    browser->left = why->plies - 1;
    unsigned longer = before && why->plies + 1 > before ? why->plies + 1 - before : 0;
    g_autofree char *told =
        longer ? g_strdup_printf(kj_tr("%s: mate in %u more, %u more than need be"), reply,
                                 browser->left, longer)
               : g_strdup_printf(kj_tr("%s: mate in %u more"), reply, browser->left);
    kj_browser_say(browser, told);
}

/* Begins play, or answers the check played: a mate goes on, of all else it is said why it is none,
 * and the place stays. */
static void play(KjSession *session, const KjCall *call, KjBrowser *browser, KjScreen *screen)
{
    KjAnswerWhy why;
    KjPosition pos = kj_workbench_position(session->bench);
    bool attacks =
        pos.side == kj_solve_attacker(call->values, &kj_workbench_tree(session->bench)->start);
    if (!ask(session, call, browser, screen, &why)) {
        kj_browser_play(browser, browser->played && browser->playing);
        return;
    }
    if (why.verdict == KJ_MATE && (browser->played || !attacks)) {
        play_on(browser, &why);
    } else if (why.verdict == KJ_MATE) {
        g_autofree char *told = g_strdup_printf(kj_tr("mate in %u: your move"), why.plies);
        browser->left = why.plies;
        kj_browser_say(browser, told);
    } else {
        bool over = why.verdict == KJ_NOMATE && !browser->played;
        kj_browser_play(browser, !over && (attacks || browser->played));
        kj_browser_say(browser, why.text);
    }
    g_free(why.text);
    g_free(why.tree);
}

/* A little of the next move: its piece, then where it goes, then all. (transfer full) */
static char *hint_text(const KjBrowser *browser, const KjPosition *pos, KjMove move)
{
    if (browser->hints == 0) {
        bool drop = kj_move_is_drop(move);
        KjKind kind =
            drop ? kj_move_drop_kind(move) : kj_piece_kind(pos->board[kj_move_from(move)]);
        g_autofree char *piece = kj_piece_name(pos->game, kind);
        return g_strdup_printf(drop ? kj_tr("hint: drop %s") : kj_tr("hint: move %s"), piece);
    }
    bool all = browser->hints > 1;
    KjMove last = kj_workbench_tree(browser->bench)->at->move;
    g_autofree char *text = all ? kj_move_text(pos, move, last, browser->notation)
                                : kj_square_name(pos->game, kj_move_to(move));
    return g_strdup_printf(all ? kj_tr("hint: %s") : kj_tr("hint: a move to %s"), text);
}

static void hint(KjSession *session, const KjCall *call, KjBrowser *browser, KjScreen *screen)
{
    KjAnswerWhy why;
    KjPosition pos = kj_workbench_position(session->bench);
    browser->played = KJ_MOVE_NONE;
    if (!ask(session, call, browser, screen, &why))
        return;
    bool mates = why.verdict == KJ_MATE;
    g_autofree char *told = mates ? hint_text(browser, &pos, why.reply) : NULL;
    kj_browser_say(browser, mates ? told : why.text);
    browser->hints += mates;
    g_free(why.text);
    g_free(why.tree);
}

/* ---- the command ---- */

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

/* Does what keys cannot. */
static void obey(KjSession *session, const KjCall *call, KjBrowser *browser, KjScreen *screen,
                 KjBrowserWish wish)
{
    switch (wish) {
    case KJ_BROWSER_ANSWER: answer(session, call, browser, screen); break;
    case KJ_BROWSER_PLAY: play(session, call, browser, screen); break;
    case KJ_BROWSER_HINT: hint(session, call, browser, screen); break;
    case KJ_BROWSER_ON:
    case KJ_BROWSER_END: break;
    }
}

static KjExit kj_cmd_browse(KjSession *session, const KjCall *call, GError **error)
{
    KjScreen screen;
    if (!kj_screen_open(&screen, session))
        return kj_usage_error(
            error, "no terminal to browse on, expected one that moves its cursor (not TERM=dumb)");
    KjWorkbench *bench = session->bench;
    KjBoardLook look = {.style = KJ_BOARD_KANJI,
                        .color = kj_term_color(&session->term, KJ_COLOR_AUTO)};
    if (call->values->value[KJ_OPT(STYLE)].choice == KJ_BOARD_ASCII)
        look.style = KJ_BOARD_ASCII;
    unsigned serial = bench->serial;
    KjBrowser browser;
    kj_browser_begin(&browser, bench, &look, kj_notation_asked(call->values, KJ_NOTATION_JA));
    kj_browser_fit(&browser, session->term.width, session->term.height);
    KjBrowserWish wish = KJ_BROWSER_ON;
    if (call->args[0])
        wish = kj_browser_key(&browser, 'p');
    else if (kj_workbench_tree(bench)->nodes->len == 1)
        open_tree(session, call, &browser, &screen);
    while (wish != KJ_BROWSER_END) {
        obey(session, call, &browser, &screen, wish);
        bench->quiet = true;
        kj_shell_after_line(session);
        kj_term_resize(&session->term);
        kj_browser_fit(&browser, session->term.width, session->term.height);
        g_autofree char *picture = kj_browser_picture(&browser);
        kj_screen_show(&screen, picture);
        int key = kj_screen_key(&screen);
        if (key == KJ_KEY_EOF)
            break;
        wish = key == KJ_KEY_NONE ? KJ_BROWSER_ON : kj_browser_key(&browser, key);
    }
    kj_browser_clear(&browser);
    kj_screen_close();
    if (bench->serial != serial)
        kj_workbench_moved(bench); // the board is drawn once more
    return KJ_EXIT_OK;
}

const KjCommand kj_browse_command = {
    .name = "browse",
    .ja = "再生",
    .aliases = {"tree"},
    .group = KJ_COMMANDS_SEARCH,
    .summary = "go through the solution with keys",
    .details =
        "Shows the board and the tree of moves on the full screen; where no move was tried yet "
        "the solution is searched first, with what follows each reply. Arrow keys go down and up "
        "the line and to other moves; t or Tab shows the whole tree, where they go from row to "
        "row and open and close branches; a searches from where you are, m lists all legal moves "
        "to try one, x cuts a move off, n changes the notation; q or Enter ends, and the place "
        "reached stays. p, or 'browse play' from the first, lets you play the attacker's checks "
        "and answers with the defence that lasts longest, without showing the solution; of a check "
        "that does not mate it says why, h gives a hint, u takes back.",
    .args = {{.kind = KJ_ARG_CHOICE, .name = "play", .choices = "play", .optional = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD,
    .run = kj_cmd_browse,
};
