/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys of the full-screen board editor. */
#include "repl/shell/board_editor.h"

#include <string.h>

#include "core/notation/piece_kanji.h"
#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/job/phrases.h"
#include "repl/job/position_error.h"
#include "repl/job/unplaced_pieces.h"
#include "repl/workbench/edit.h"
#include "repl/workbench/watch.h"
#include "repl/workbench/work_notes.h"

void kj_board_editor_begin(KjBoardEditor *cursor, KjWorkbench *bench, bool color)
{
    const KjTables *t = kj_workbench_tree(bench)->start.game->t;
    *cursor = (KjBoardEditor){.bench = bench, .color = color, .file = t->files / 2u, .note = ""};
}

void kj_board_editor_end(KjBoardEditor *cursor)
{
    g_clear_pointer(&cursor->notes, g_ptr_array_unref);
}

unsigned kj_board_editor_square(const KjBoardEditor *cursor, const KjGame *game)
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
        kj_edit_place(pos, kj_board_editor_square(cursor, pos->game), kj_piece(side, kind));
        return;
    }
    const char text[] = {'+', kj_game_piece(pos->game, kind)->letter, '\0'};
    KjHandChange change = cursor->taking ? KJ_HAND_TAKE : KJ_HAND_ADD;
    if (!kj_edit_hand(pos, side, cursor->promoted ? text : text + 1, change, NULL))
        cursor->note = cursor->taking ? "that piece is not in the hand" : "no hand can hold that";
    cursor->taking = cursor->promoted = false;
}

/* Picks up what is under the cursor, or puts down what was picked up. */
static void carry(KjBoardEditor *cursor, KjPosition *pos)
{
    unsigned square = kj_board_editor_square(cursor, pos->game);
    if (cursor->carrying) {
        cursor->carrying = false;
        if (square != cursor->carried && !kj_edit_move(pos, cursor->carried, square))
            cursor->note = "the piece is gone";
    } else if (pos->board[square]) {
        cursor->carrying = true;
        cursor->carried = square;
    } else {
        cursor->note = "no piece here";
    }
}

/* The next kind in the order of hands, or the one before, in the place of a piece that is no king. */
static bool replace(KjPosition *pos, unsigned square, int by)
{
    const KjTables *t = pos->game->t;
    KjPiece piece = pos->board[square];
    if (!piece || kj_piece_kind(piece) == t->king)
        return false;
    int n = (int)t->king - 1, kind = kj_base_kind(kj_piece_kind(piece));
    kind = (kind - 1 + by + n) % n + 1;
    kj_edit_place(pos, square, kj_piece(kj_piece_side(piece), (KjKind)kind));
    return true;
}

/* Keys that change all of the board; false if it is none of them. */
static bool take_whole(KjBoardEditor *cursor, KjPosition *pos, int key)
{
    static const struct {
        int key, sign, left, down;
    } shifts[] = {{KJ_KEY_SHIFT_LEFT, '[', 1, 0},
                  {KJ_KEY_SHIFT_RIGHT, ']', -1, 0},
                  {KJ_KEY_SHIFT_UP, '{', 0, -1},
                  {KJ_KEY_SHIFT_DOWN, '}', 0, 1}};
    KjPosition other;
    for (size_t i = 0; i < G_N_ELEMENTS(shifts); i++) {
        if (key != shifts[i].key && key != shifts[i].sign)
            continue;
        if (!kj_edit_shift(pos, shifts[i].left, shifts[i].down))
            cursor->note = "a piece would leave the board";
        return true;
    }
    if (key != '|' && key != '@')
        return false;
    if (key == '|')
        other = kj_position_mirror(pos);
    else
        other = kj_position_flip(pos);
    *pos = other;
    return true;
}

/* Keys that change the position in other ways; false if it is none of them. */
static bool take_sign(KjBoardEditor *cursor, KjPosition *pos, int key)
{
    unsigned square = kj_board_editor_square(cursor, pos->game);
    bool done = true;
    switch (key) {
    case ' ':
    case KJ_KEY_DELETE: done = kj_edit_remove(pos, square); break;
    case '+': done = kj_edit_promote(pos, square); break;
    case '~': done = kj_edit_turn_piece(pos, square); break;
    case 't':
    case '.': kj_position_set_side(pos, kj_other((KjSide)pos->side)); break;
    case 'm':
    case ',': carry(cursor, pos); break;
    case '>': done = replace(pos, square, 1); break;
    case '<': done = replace(pos, square, -1); break;
    case 'f':
    case '*': kj_unplaced_give(pos, kj_workbench_defender(cursor->bench, pos)); break;
    default: return take_whole(cursor, pos, key);
    }
    if (!done)
        cursor->note = key == '+' ? "no piece here that has another face" : "no piece here";
    return true;
}

/* Keys that change nothing on the board; false if it is none of them. */
static bool take_mode(KjBoardEditor *cursor, int key)
{
    if (cursor->carrying && key == KJ_KEY_ESCAPE)
        cursor->carrying = false;
    else if (key == 'h' || key == '/')
        cursor->hands = !cursor->hands;
    else if (key == '-' && cursor->hands)
        cursor->taking = true;
    else if (key == '+' && cursor->hands)
        cursor->promoted = true;
    else if (key == 'u' && !kj_workbench_undo(cursor->bench, 1))
        cursor->note = "nothing to undo";
    else if (key == 'U' && !kj_workbench_redo(cursor->bench, 1))
        cursor->note = "nothing to redo";
    else if (key != 'u' && key != 'U')
        return false;
    return true;
}

/* ---- looking at what was found ---- */

const KjWorkNote *kj_board_editor_looked(const KjBoardEditor *cursor)
{
    return cursor->notes ? cursor->notes->pdata[cursor->looked] : NULL;
}

/* Shows a finding, standing before the move it is about. */
static void look_at(KjBoardEditor *cursor, unsigned which)
{
    cursor->looked = which;
    const KjWorkNote *note = kj_board_editor_looked(cursor);
    cursor->step = note->ply > 0 ? MIN((unsigned)note->ply, note->n_line) : 0;
}

/* To the first finding there is. */
static void begin_looking(KjBoardEditor *cursor)
{
    KjBb useless;
    const KjWorkbench *bench = cursor->bench;
    GPtrArray *notes = bench->watch ? kj_watch_notes(bench->watch, &useless) : NULL;
    bool start = !kj_workbench_tree(bench)->at->parent;
    if (notes && notes->len && start) {
        cursor->notes = notes;
        look_at(cursor, 0);
        return;
    }
    cursor->note = bench->watch ? "watch: no findings" : "watch is off: # turns it on";
    if (notes)
        g_ptr_array_unref(notes);
}

/* A key while a finding is looked at; any that means nothing here ends that, and does no more. */
static void look_on(KjBoardEditor *cursor, int key)
{
    const KjWorkNote *note = kj_board_editor_looked(cursor);
    if (key == KJ_KEY_TAB || key == '!')
        look_at(cursor, (cursor->looked + 1) % cursor->notes->len);
    else if (key == KJ_KEY_RIGHT || key == KJ_KEY_DOWN)
        cursor->step = MIN(cursor->step + 1, note->n_line);
    else if (key == KJ_KEY_LEFT || key == KJ_KEY_UP)
        cursor->step -= cursor->step > 0;
    else if (key != KJ_KEY_NONE)
        g_clear_pointer(&cursor->notes, g_ptr_array_unref);
}

bool kj_board_editor_key(KjBoardEditor *cursor, int key)
{
    KjPosition pos = kj_workbench_position(cursor->bench);
    cursor->note = "";
    if (cursor->notes) {
        look_on(cursor, key);
        return true;
    }
    if (key == KJ_KEY_TAB || key == '!') {
        begin_looking(cursor);
        return true;
    }
    if (key >= KJ_KEY_UP && key < KJ_KEY_SHIFT_UP) {
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
        take_letter(cursor, &pos, kind, g_ascii_isupper(letter) ? KJ_SENTE : KJ_GOTE);
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
