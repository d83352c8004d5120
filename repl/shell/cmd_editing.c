/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: commands that change the position on the board. */
#include <string.h>

#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "repl/cli/settings.h"
#include "repl/job/phrases.h"
#include "repl/job/solve_job.h"
#include "repl/job/unplaced_pieces.h"
#include "repl/shell/shell_commands.h"
#include "repl/workbench/edit.h"
#include "repl/workbench/version_words.h"

/* Reads a whole word as a square. */
static bool read_square(const KjPosition *pos, const char *word, unsigned *out, GError **error)
{
    const char *end;
    if (kj_edit_square(pos->game, word, out, &end) && !*end)
        return true;
    kj_usage_error(error, "SQUARE '%s': expected a square such as %s", word,
                   pos->game->row->letter_files ? "e5" : kj_tr("5e or 55"));
    return false;
}

/* Puts the changed position on the board. */
static KjExit done(KjSession *session, const KjPosition *pos)
{
    kj_workbench_edit(session->bench, pos);
    return KJ_EXIT_OK;
}

/* A king of nobody's in kanji is the defender's while there is none. */
static KjPiece own_king(const KjWorkbench *bench, const KjPosition *pos, const char *word,
                        KjPiece piece)
{
    KjSide defender = kj_workbench_defender(bench, pos);
    bool unsaid = (guchar)*word >= 0x80 && kj_piece_kind(piece) == pos->game->t->king &&
                  kj_piece_side(piece) == KJ_SENTE;
    return unsaid && pos->king[defender] == KJ_NO_SQUARE ? kj_piece(defender, pos->game->t->king)
                                                         : piece;
}

static KjExit cmd_place(KjSession *session, const KjCall *call, GError **error)
{
    KjPosition pos = kj_workbench_position(session->bench);
    KjPiece piece = KJ_NONE;
    bool placed = true; // the last piece named
    for (const char *const *word = call->args; *word; word++) {
        const char *at = *word, *end;
        unsigned square;
        if (piece && kj_edit_square(pos.game, at, &square, &end) && !*end) {
            kj_edit_place(&pos, square, piece);
            placed = true;
            continue;
        }
        if (!placed || !kj_edit_piece(pos.game, at, &piece, &at))
            return kj_usage_error(
                error, "'%s': expected %s", *word,
                kj_tr(placed ? "a piece such as P, +r or v歩" : "a square for the piece"));
        piece = own_king(session->bench, &pos, *word, piece);
        placed = *at != '\0';
        if (placed && (!kj_edit_square(pos.game, at, &square, &end) || *end))
            return kj_usage_error(error, "'%s': expected a square after the piece", *word);
        if (placed)
            kj_edit_place(&pos, square, piece);
    }
    if (!placed)
        return kj_usage_error(error, "missing a square for the piece");
    return done(session, &pos);
}

/* Says why a square cannot be changed. */
static KjExit refused(const KjPosition *pos, unsigned square, const char *what, GError **error)
{
    g_autofree char *name = kj_square_name(pos->game, square);
    return kj_usage_error(error, "%s: %s", name, kj_tr(what));
}

/* Changes each square named; `what` is said of one where it cannot be done. */
static KjExit on_squares(KjSession *session, const KjCall *call,
                         bool (*change)(KjPosition *pos, unsigned square), const char *what,
                         GError **error)
{
    KjPosition pos = kj_workbench_position(session->bench);
    for (const char *const *word = call->args; *word; word++) {
        unsigned square;
        if (!read_square(&pos, *word, &square, error))
            return KJ_EXIT_USAGE;
        if (!change(&pos, square))
            return refused(&pos, square, what, error);
    }
    return done(session, &pos);
}

static KjExit cmd_remove(KjSession *session, const KjCall *call, GError **error)
{
    return on_squares(session, call, kj_edit_remove, "no piece there", error);
}

static KjExit cmd_move(KjSession *session, const KjCall *call, GError **error)
{
    KjPosition pos = kj_workbench_position(session->bench);
    unsigned from, to;
    if (!read_square(&pos, call->args[0], &from, error) ||
        !read_square(&pos, call->args[1], &to, error))
        return KJ_EXIT_USAGE;
    if (!kj_edit_move(&pos, from, to))
        return refused(&pos, from, "no piece there", error);
    return done(session, &pos);
}

static bool read_side(const KjSession *session, const KjPosition *pos, const char *word,
                      KjSide *out, GError **error)
{
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(session->settings, KJ_OPTIONS_TSUME, values);
    if (kj_edit_side(word, kj_solve_attacker(values, pos), out))
        return true;
    kj_usage_error(error, "SIDE '%s': expected b, w, sente or gote", word);
    return false;
}

static KjExit cmd_hand(KjSession *session, const KjCall *call, GError **error)
{
    KjPosition pos = kj_workbench_position(session->bench);
    KjSide side;
    if (!read_side(session, &pos, call->args[0], &side, error))
        return KJ_EXIT_USAGE;
    g_autofree char *text = kj_call_text(call, 1);
    if (kj_word_is(text, "rest")) {
        pos.hand[side] = 0;
        kj_unplaced_give(&pos, side);
    } else if (!kj_edit_hand(&pos, side, text, KJ_HAND_SET, error)) {
        return KJ_EXIT_USAGE;
    }
    return done(session, &pos);
}

/* Adds the pieces before a - to the hand, and takes those behind it out. */
static KjExit cmd_give(KjSession *session, const KjCall *call, GError **error)
{
    KjPosition pos = kj_workbench_position(session->bench);
    KjSide side;
    if (!read_side(session, &pos, call->args[0], &side, error))
        return KJ_EXIT_USAGE;
    KjHandChange change = KJ_HAND_ADD;
    for (const char *const *word = call->args + 1; *word; word++) {
        if (strcmp(*word, "-") == 0)
            change = KJ_HAND_TAKE;
        else if (!kj_edit_hand(&pos, side, *word, change, error))
            return KJ_EXIT_USAGE;
    }
    return done(session, &pos);
}

static KjExit cmd_turn(KjSession *session, const KjCall *call, GError **error)
{
    KjPosition pos = kj_workbench_position(session->bench);
    KjSide side = kj_other((KjSide)pos.side);
    if (call->args[0] && !read_side(session, &pos, call->args[0], &side, error))
        return KJ_EXIT_USAGE;
    kj_position_set_side(&pos, side);
    return done(session, &pos);
}

static KjExit cmd_shift(KjSession *session, const KjCall *call, GError **error)
{
    KjPosition pos = kj_workbench_position(session->bench);
    int by = call->args[1] ? (int)g_ascii_strtoll(call->args[1], NULL, 10) : 1;
    char way = call->args[0][0];
    int left = way == 'l' ? by : way == 'r' ? -by : 0;
    int down = way == 'd' ? by : way == 'u' ? -by : 0;
    if (!kj_edit_shift(&pos, left, down))
        return kj_usage_error(error, "a piece would leave the board");
    return done(session, &pos);
}

/*
 * A position with each piece on the square opposite; or, `sides`, that exchanged back: of what
 * kj_position_flip does to a position only the turning of the board, or only the change of sides,
 * is left.
 */
static KjPosition turned(const KjPosition *flipped, bool sides)
{
    unsigned squares = flipped->game->t->squares;
    KjPosition out;
    kj_position_clear(&out, flipped->game);
    for (unsigned square = 0; square < squares; square++) {
        KjPiece piece = flipped->board[square];
        if (piece)
            kj_position_put(&out, sides ? square : squares - 1 - square,
                            sides ? piece ^ KJ_GOTE_PIECE : piece);
    }
    for (unsigned side = KJ_SENTE; side <= KJ_GOTE; side++)
        out.hand[side] = flipped->hand[sides ? side ^ 1 : side];
    kj_position_set_side(&out, sides ? kj_other((KjSide)flipped->side) : (KjSide)flipped->side);
    return out;
}

static KjExit cmd_flip(KjSession *session, const KjCall *call, GError **error)
{
    (void)error;
    const char *what = call->args[0] ? call->args[0] : "both";
    KjPosition pos, flipped;
    pos = kj_workbench_position(session->bench);
    bool mirror = strcmp(what, "mirror") == 0;
    flipped = mirror ? kj_position_mirror(&pos) : kj_position_flip(&pos);
    if (!mirror && strcmp(what, "both") != 0) // what stood on the last square is there again
        flipped = turned(&flipped, strcmp(what, "board") == 0);
    return done(session, &flipped);
}

/* A command that was given, by the name that it has in the language. (transfer full, NULL: none) */
static char *command_said(const char *words)
{
    if (!words)
        return NULL;
    size_t length = strcspn(words, " ");
    g_autofree char *name = g_strndup(words, length);
    const KjCommand *command = kj_command_find(name);
    return g_strconcat(command ? kj_command_shown(command) : name, words + length, NULL);
}

/* Takes back, or does again, and says what. */
static KjExit travel(KjSession *session, const KjCall *call, bool back)
{
    enum { TOLD = 5 }; // changes, one by one
    KjWorkbench *bench = session->bench;
    unsigned (*go)(KjWorkbench *, unsigned) = back ? kj_workbench_undo : kj_workbench_redo;
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(bench->settings, KJ_OPTIONS_NOTATION, values);
    KjNotation notation = kj_notation_asked(values, KJ_NOTATION_JA);
    unsigned n = kj_call_number(call, 1), gone = 0;
    g_autoptr(GString) told = g_string_new(NULL);
    for (; gone < MIN(n, TOLD); gone++) {
        g_autoptr(KjMoveTree) before = kj_move_tree_copy(kj_workbench_tree(bench));
        g_autofree char *text = command_said(kj_states_command(bench->states, back));
        if (!go(bench, 1))
            break;
        const KjMoveTree *now = kj_workbench_tree(bench);
        if (!text)
            text =
                kj_workbench_change_text(bench, back ? now : before, back ? before : now, notation);
        g_string_append_printf(told, "%s%s", gone ? "; " : "", text);
    }
    unsigned more = go(bench, n - gone);
    if (more)
        g_string_append_printf(told, kj_tr("; and %u more"), more);
    if (gone)
        kj_print_line(call->printer, back ? "undone: %s" : "done again: %s", told->str);
    return gone ? KJ_EXIT_OK : KJ_EXIT_USAGE;
}

static KjExit cmd_undo(KjSession *session, const KjCall *call, GError **error)
{
    KjExit status = travel(session, call, true);
    return status == KJ_EXIT_OK ? status : kj_usage_error(error, "nothing to undo");
}

static KjExit cmd_redo(KjSession *session, const KjCall *call, GError **error)
{
    KjExit status = travel(session, call, false);
    return status == KJ_EXIT_OK ? status : kj_usage_error(error, "nothing to redo");
}

const KjCommand kj_place_command = {
    .name = "place",
    .ja = "置く",
    .aliases = {"put-piece"},
    .group = KJ_COMMANDS_EDIT,
    .summary = "put pieces on squares",
    .details =
        "A piece is an SFEN letter, upper case for sente, lower case for gote, + before it when "
        "promoted; or kanji, with v before them for gote (玉 is the defender's king while there is "
        "none). "
        "Squares after a piece get that piece, "
        "over what stood there. A piece and its square may be one word. A side has one king: it "
        "moves there.",
    .args = {{.kind = KJ_ARG_PIECE, .name = "PIECE-OR-SQUARE", .repeating = true}},
    .run = cmd_place,
    .examples = {{"new; place g 4a 6a +R5c v歩 ５二; position", "Four pieces.",
                  "3gkg3/4p4/4+R4/9/9/9/9/9/9 b r2b2g4s4n4l17p 1"}},
};

const KjCommand kj_remove_command = {
    .name = "remove",
    .ja = "除く",
    .aliases = {"rm", "delete"},
    .group = KJ_COMMANDS_EDIT,
    .summary = "take pieces off the board",
    .details = "Takes what stands on each square off the board, into no hand.",
    .args = {{.kind = KJ_ARG_SQUARE, .name = "SQUARE", .repeating = true}},
    .run = cmd_remove,
    .examples = {{"new kings; remove 5i; position", "Back to one king.", "4k4/9/9/9/9/9/9/9/9"}},
};

const KjCommand kj_move_command = {
    .name = "move",
    .ja = "移す",
    .aliases = {"mv"},
    .group = KJ_COMMANDS_EDIT,
    .summary = "move a piece whatever the rules say",
    .details =
        "Moves what stands on a square to another, over what stood there. To play a legal move, "
        "use 'play'.",
    .args = {{.kind = KJ_ARG_SQUARE, .name = "FROM"}, {.kind = KJ_ARG_SQUARE, .name = "TO"}},
    .run = cmd_move,
    .examples = {{"new; move 5a 1a; position", "Into the corner.", "8k/9/"}},
};

const KjCommand kj_hand_command = {
    .name = "hand",
    .ja = "持駒",
    .group = KJ_COMMANDS_EDIT,
    .summary = "set the hand of a side",
    .details = "Sets the hand of a side. PIECES is as in SFEN (2P G) or in kanji (金 歩二), - for "
               "nothing, or 'rest' for all pieces that are not elsewhere; from then on the set "
               "stays complete.",
    .args = {{.kind = KJ_ARG_SIDE, .name = "SIDE"},
             {.kind = KJ_ARG_TEXT, .name = "PIECES", .repeating = true, .choices = "rest"}},
    .run = cmd_hand,
    .examples = {{"new; hand b 2P G; position", "A gold and two pawns.",
                  " b G2P2r2b3g4s4n4l16p 1"}},
};

const KjCommand kj_give_command = {
    .name = "give",
    .ja = "持たせる",
    .group = KJ_COMMANDS_EDIT,
    .summary = "add pieces to a hand, or take them out",
    .details = "Adds pieces to the hand of a side; those behind a - are taken out of it.",
    .args = {{.kind = KJ_ARG_SIDE, .name = "SIDE"},
             {.kind = KJ_ARG_TEXT, .name = "PIECES", .repeating = true}},
    .run = cmd_give,
    .examples = {{"new; hand b G; give b 銀 歩三; position", "More in hand.",
                  " b GS3P2r2b3g3s4n4l15p 1"},
                 {"new; hand b 2GP; give b - G; position", "One gold less.",
                  " b GP2r2b3g4s4n4l17p 1"}},
};

const KjCommand kj_turn_command = {
    .name = "turn",
    .ja = "手番",
    .aliases = {"side"},
    .group = KJ_COMMANDS_EDIT,
    .summary = "set the side to move",
    .details = "Makes the side given the one to move; without one, the other side.",
    .args = {{.kind = KJ_ARG_SIDE, .name = "SIDE", .optional = true}},
    .run = cmd_turn,
    .examples = {{"new; turn w; position", "Gote to move.", "9/9 w "}},
};

const KjCommand kj_shift_command = {
    .name = "shift",
    .ja = "ずらす",
    .group = KJ_COMMANDS_EDIT,
    .summary = "shift the whole position",
    .details = "Shifts every piece on the board in a direction, as sente sees it.",
    .args = {{.kind = KJ_ARG_CHOICE, .name = "WAY", .choices = "up|down|left|right|u|d|l|r"},
             {.kind = KJ_ARG_INTEGER, .name = "N", .optional = true, .min = 1, .max = 8}},
    .run = cmd_shift,
    .examples = {{"new; shift right 2; position", "Two files to the right.", "6k2/9/"}},
};

const KjCommand kj_flip_command = {
    .name = "flip",
    .ja = "回転",
    .aliases = {"rotate"},
    .group = KJ_COMMANDS_EDIT,
    .summary = "turn or mirror the board",
    .details =
        "Shows the position from the other side: the board turned by half a turn, pieces, hands "
        "and the side to move exchanged. With board only the board is turned, with sides each "
        "piece stays where it is and belongs to the other side. With mirror left and right are "
        "exchanged.",
    .args = {{.kind = KJ_ARG_CHOICE,
              .name = "WHAT",
              .optional = true,
              .choices = "both|board|sides|mirror"}},
    .run = cmd_flip,
    .examples = {{"new; flip; position", "Now sente is mated.", "9/4K4 w 2R2B4G4S4N4L18P 1"},
                 {"position '8k/9/9/9/9/9/9/9/9 b - 1'; flip mirror; position", "The other corner.",
                  "k8/9/"}},
};

const KjCommand kj_undo_command = {
    .name = "undo",
    .ja = "取り消し",
    .aliases = {"u"},
    .group = KJ_COMMANDS_EDIT,
    .summary = "take back changes",
    .details =
        "Takes back the last change, or the last N, and says what it was: an edit, a move played, "
        "or "
        "any command that changed the collection, the place in it or the names. There is no end to "
        "it before the beginning of the session; files stay as they were saved.",
    .args = {{.kind = KJ_ARG_INTEGER, .name = "N", .optional = true, .min = 1, .max = 1000000}},
    .run = cmd_undo,
    .examples = {{"new; place G 5b; undo; position", "As before.", "4k4/9/9/"}},
};

const KjCommand kj_redo_command = {
    .name = "redo",
    .ja = "やり直し",
    .aliases = {"r"},
    .group = KJ_COMMANDS_EDIT,
    .summary = "do again what was taken back",
    .details = "Does again what undo has taken back, and says what that is.",
    .args = {{.kind = KJ_ARG_INTEGER, .name = "N", .optional = true, .min = 1, .max = 1000000}},
    .run = cmd_redo,
    .examples = {{"new; place G 5b; undo; redo; position", "There again.", "4k4/4G4/"}},
};
