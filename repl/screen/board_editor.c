/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys and drawing of the full-screen board editor. */
#include "repl/screen/board_editor.h"

#include <string.h>

#include "core/notation/piece_kanji.h"
#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/job/position_error.h"
#include "repl/job/text.h"
#include "repl/job/unplaced_pieces.h"
#include "repl/workbench/edit.h"
#include "repl/workbench/watch.h"

void kj_board_editor_begin(KjBoardEditor *cursor, KjWorkbench *bench, KjSide shift, bool color)
{
    const KjTables *t = kj_workbench_tree(bench)->start.game->t;
    *cursor = (KjBoardEditor){
        .bench = bench, .color = color, .shift = shift, .file = t->files / 2u, .note = ""};
}

static unsigned square_of(const KjBoardEditor *cursor, const KjGame *game)
{
    return cursor->file * game->t->ranks + cursor->rank;
}

/* ---- keys ---- */

static void go(KjBoardEditor *cursor, const KjTables *t, int key)
{
    if (key == KJ_KEY_UP && cursor->rank > 0)
        cursor->rank--;
    if (key == KJ_KEY_DOWN && cursor->rank + 1u < t->ranks)
        cursor->rank++;
    if (key == KJ_KEY_RIGHT && cursor->file > 0)
        cursor->file--;
    if (key == KJ_KEY_LEFT && cursor->file + 1u < t->files)
        cursor->file++;
}

/* Two digits one after the other go to a square, file first. */
static void take_digit(KjBoardEditor *cursor, const KjGame *game, unsigned digit)
{
    const KjTables *t = game->t;
    if (!cursor->digit) {
        cursor->digit = digit;
        return;
    }
    if (cursor->digit <= t->files && digit <= t->ranks) {
        // files with letters count from the other side, and their ranks from below
        bool letters = game->row->letter_files;
        cursor->file = letters ? t->files - cursor->digit : cursor->digit - 1;
        cursor->rank = letters ? t->ranks - digit : digit - 1;
    } else {
        cursor->note = "no such square";
    }
    cursor->digit = 0;
}

static void take_letter(KjBoardEditor *cursor, KjPosition *pos, KjKind kind, KjSide side)
{
    if (!cursor->hands) {
        kj_edit_place(pos, square_of(cursor, pos->game), kj_piece(side, kind));
        return;
    }
    const char text[] = {'+', kj_game_piece(pos->game, kind)->letter, '\0'};
    KjHandChange change = cursor->taking ? KJ_HAND_TAKE : KJ_HAND_ADD;
    if (!kj_edit_hand(pos, side, cursor->promoted ? text : text + 1, change, NULL))
        cursor->note = cursor->taking ? "that piece is not in the hand" : "no hand can hold that";
    cursor->taking = cursor->promoted = false;
}

/* Keys that change the position in other ways; false if it is none of them. */
static bool take_sign(KjBoardEditor *cursor, KjPosition *pos, int key)
{
    unsigned square = square_of(cursor, pos->game);
    bool done = true;
    switch (key) {
    case ' ':
    case KJ_KEY_DELETE: done = kj_edit_remove(pos, square); break;
    case '+': done = kj_edit_promote(pos, square); break;
    case '~': done = kj_edit_turn_piece(pos, square); break;
    case 't':
    case '.': kj_position_set_side(pos, kj_other((KjSide)pos->side)); break;
    case 'f':
    case '*': kj_unplaced_give(pos, kj_workbench_defender(cursor->bench, pos)); break;
    default: return false;
    }
    if (!done)
        cursor->note = key == '+' ? "no piece here that has another face" : "no piece here";
    return true;
}

/* Keys that change nothing on the board; false if it is none of them. */
static bool take_mode(KjBoardEditor *cursor, int key)
{
    if (key == 'h' || key == '/')
        cursor->hands = !cursor->hands;
    else if (key == '-' && cursor->hands)
        cursor->taking = true;
    else if (key == '+' && cursor->hands)
        cursor->promoted = true;
    else if (key == 'u' && !kj_workbench_undo(cursor->bench, 1))
        cursor->note = "nothing to undo";
    else if (key != 'u')
        return false;
    return true;
}

bool kj_board_editor_key(KjBoardEditor *cursor, int key)
{
    KjPosition pos;
    kj_workbench_position(cursor->bench, &pos);
    cursor->note = "";
    if (key >= KJ_KEY_UP) {
        go(cursor, pos.game->t, key);
        return true;
    }
    if (key >= '1' && key <= '9') {
        take_digit(cursor, pos.game, (unsigned)(key - '0'));
        return true;
    }
    cursor->digit = 0;
    // letters of pieces come first: other keys have a sign as well in case the game has their
    // letter
    char letter = key < 128 ? (char)key : '\0';
    KjKind kind =
        g_ascii_isalpha(letter) ? kj_game_kind(pos.game, g_ascii_toupper(letter)) : KJ_NONE;
    if (kind) {
        take_letter(cursor, &pos, kind,
                    g_ascii_isupper(letter) ? cursor->shift : kj_other(cursor->shift));
    } else if (take_mode(cursor, key)) {
        return true;
    } else if (!take_sign(cursor, &pos, key)) {
        cursor->note = "unknown key";
        return !(key == 'q' || key == '\r' || key == '\n' || key == KJ_KEY_CTRL_C ||
                 key == KJ_KEY_CTRL_D || key == KJ_KEY_ESCAPE);
    }
    kj_workbench_edit(cursor->bench, &pos);
    return true;
}

/* ---- picture ---- */

static void draw_cell(const KjBoardEditor *cursor, GString *out, const KjPosition *pos,
                      unsigned square)
{
    KjPiece piece = pos->board[square];
    bool gote = piece && kj_piece_side(piece) == KJ_GOTE, red = gote && cursor->color;
    bool here = !cursor->hands && square == square_of(cursor, pos->game);
    g_string_append_printf(out, "%s%s%s%s%s", red ? KJ_RED : "", here ? KJ_REVERSED : "",
                           gote ? "v" : " ", piece ? kj_piece_kanji_write(pos->game, piece) : "・",
                           here || red ? KJ_PLAIN : "");
}

static void draw_hand(const KjBoardEditor *cursor, GString *out, const KjPosition *pos, KjSide side)
{
    g_autofree char *hand = kj_hand_kanji(pos->game, pos->hand[side]);
    g_string_append_printf(out, "%s%s%s%s %s\n", cursor->hands ? KJ_REVERSED : "",
                           side == KJ_SENTE ? "▲" : "△", cursor->hands ? KJ_PLAIN : "",
                           side == (KjSide)pos->side ? "*" : " ", hand);
}

static void draw_board(const KjBoardEditor *cursor, GString *out, const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    bool letters = pos->game->row->letter_files;
    g_string_append_c(out, ' ');
    for (unsigned file = t->files; file-- > 0;)
        g_string_append_printf(out, "  %c",
                               (int)(letters ? 'a' + t->files - 1 - file : '1' + file));
    g_string_append_c(out, '\n');
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        g_string_append_c(out, '|');
        for (unsigned file = t->files; file-- > 0;)
            draw_cell(cursor, out, pos, file * t->ranks + rank);
        g_string_append_printf(out, "|%u\n", letters ? t->ranks - rank : rank + 1);
    }
}

/* Below the board: where the cursor is, who is to move, the light, and what is wrong. */
static void draw_state(const KjBoardEditor *cursor, GString *out, const KjPosition *pos)
{
    unsigned error_square;
    g_autofree char *fault = kj_position_error_text(pos, &error_square);
    char square[KJ_SQUARE_TEXT];
    kj_square_write(pos->game, square_of(cursor, pos->game), square);
    g_string_append_c(out, '\n');
    g_string_append_printf(out, kj_tr("%s  %s to move, %u pieces in nobody's hand"),
                           cursor->hands ? kj_tr("hands") : square,
                           kj_tr(kj_side_name((KjSide)pos->side)), kj_unplaced_count(pos));
    if (cursor->bench->watch) {
        g_autofree char *light = kj_watch_light(cursor->bench->watch);
        g_string_append_printf(out, "  [%s]", light);
    }
    g_string_append_printf(out, "\n%s\n", *cursor->note ? kj_tr(cursor->note) : fault ? fault : "");
}

char *kj_board_editor_picture(const KjBoardEditor *cursor)
{
    KjPosition pos;
    kj_workbench_position(cursor->bench, &pos);
    GString *out = g_string_new(NULL);
    draw_hand(cursor, out, &pos, KJ_GOTE);
    draw_board(cursor, out, &pos);
    draw_hand(cursor, out, &pos, KJ_SENTE);
    draw_state(cursor, out, &pos);
    g_string_append_c(out, '\n');
    g_string_append_printf(
        out,
        kj_tr("arrows or 2 digits: go   letter: piece of %s   shift: of %s\n"
              "space: remove   +: turn over   ~: other side   u: undo\n"
              "t or .: who moves   h or /: hands (-: take out, + letter: promoted)\n"
              "f or *: rest to the defender   Enter or q: done"),
        kj_tr(kj_side_name(kj_other(cursor->shift))), kj_tr(kj_side_name(cursor->shift)));
    return g_string_free(out, FALSE);
}
