/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of the full-screen board editor. */
#include "core/notation/piece_kanji.h"
#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/cli/fold.h"
#include "repl/job/phrases.h"
#include "repl/job/position_error.h"
#include "repl/job/unplaced_pieces.h"
#include "repl/shell/board_editor.h"
#include "repl/workbench/watch.h"
#include "repl/workbench/work_notes.h"

/* What is drawn: the diagram, or a position of a line that is looked at. */
typedef struct {
    const KjBoardEditor *cursor;
    KjPosition pos;
    const KjWorkNote *looked; // or NULL
    GPtrArray *notes;         // what the light has found, or NULL
    KjBb useless;             // pieces without a reason
} View;

static void draw_cell(const View *view, GString *out, unsigned square)
{
    const KjBoardEditor *cursor = view->cursor;
    const KjPosition *pos = &view->pos;
    KjPiece piece = pos->board[square];
    bool gote = piece && kj_piece_side(piece) == KJ_GOTE, red = gote && cursor->color;
    bool here =
        !view->looked && !cursor->hands && square == kj_board_editor_square(cursor, pos->game);
    bool carried = cursor->carrying && cursor->carried == square && !view->looked;
    bool useless = !view->looked && view->useless >> square & 1;
    const char *color = useless && cursor->color ? KJ_YELLOW
                        : useless || carried     ? KJ_UNDERLINED
                        : red                    ? KJ_RED
                                                 : "";
    g_string_append_printf(out, "%s%s%s%s%s", color, here ? KJ_REVERSED : "", gote ? "v" : " ",
                           piece ? kj_piece_kanji_write(pos->game, piece) : "・",
                           here || *color ? KJ_PLAIN : "");
}

static void draw_hand(const View *view, GString *out, KjSide side)
{
    const KjBoardEditor *cursor = view->cursor;
    const KjPosition *pos = &view->pos;
    g_autofree char *hand = kj_hand_kanji(pos->game, pos->hand[side]);
    g_string_append_printf(out, "%s%s%s%s %s\n", cursor->hands ? KJ_REVERSED : "",
                           side == KJ_SENTE ? "▲" : "△", cursor->hands ? KJ_PLAIN : "",
                           side == (KjSide)pos->side ? "*" : " ", hand);
}

/* ---- beside the board ---- */

enum { COLUMNS = 79 };

/* The moves of the line that is looked at, the next one to be made marked. */
static void add_line(const View *view, GPtrArray *rows)
{
    const KjWorkNote *note = view->looked;
    KjPosition start = kj_workbench_tree(view->cursor->bench)->start;
    KjNotation notation = view->cursor->bench->watch
                              ? kj_watch_request(view->cursor->bench->watch)->notation
                              : KJ_NOTATION_JA;
    g_auto(GStrv) moves = kj_line_text(&start, note->line, note->n_line, KJ_MOVE_NONE, notation);
    unsigned step = view->cursor->step, most = view->pos.game->t->ranks - 1u;
    unsigned first = step > most / 2 ? step - most / 2 : 0;
    for (unsigned i = first; i < note->n_line && i < first + most; i++)
        g_ptr_array_add(rows, g_strdup_printf("%s%3u %s", i == step ? ">" : " ", i + 1, moves[i]));
}

/* A row for the line above the board and each rank: what the light has found, or what is looked at.
 * (transfer full) */
static GPtrArray *rows_beside(const View *view)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func(g_free);
    if (view->looked) {
        g_ptr_array_add(rows, g_strdup_printf("%u/%u  %s", view->cursor->looked + 1,
                                              view->cursor->notes->len, view->looked->text));
        add_line(view, rows);
        return rows;
    }
    if (!view->notes || !view->notes->len)
        return rows;
    g_ptr_array_add(rows, g_strdup_printf(kj_tr("found: %u (Tab: look at it)"), view->notes->len));
    for (unsigned i = 0; i < view->notes->len && i < view->pos.game->t->ranks; i++) {
        const KjWorkNote *note = view->notes->pdata[i];
        g_ptr_array_add(rows, g_strdup(note->text));
    }
    return rows;
}

/* Ends a line of the board, which has so many columns by now, with its row. */
static void end_line(GString *out, unsigned columns, const GPtrArray *rows, unsigned row)
{
    enum { GAP = 2 };
    if (row < rows->len) {
        g_string_append_printf(out, "%*s", GAP, "");
        kj_append_columns(out, rows->pdata[row], COLUMNS - columns - GAP);
    }
    g_string_append_c(out, '\n');
}

static void draw_board(const View *view, GString *out)
{
    const KjTables *t = view->pos.game->t;
    bool letters = view->pos.game->row->letter_files;
    unsigned columns = 3u * t->files + 3;
    g_autoptr(GPtrArray) rows = rows_beside(view);
    g_string_append_c(out, ' ');
    for (unsigned file = t->files; file-- > 0;)
        g_string_append_printf(out, "  %c",
                               (int)(letters ? 'a' + t->files - 1 - file : '1' + file));
    g_string_append(out, rows->len ? "  " : "");
    end_line(out, columns, rows, 0);
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        g_string_append_c(out, '|');
        for (unsigned file = t->files; file-- > 0;)
            draw_cell(view, out, file * t->ranks + rank);
        g_string_append_printf(out, "|%u", letters ? t->ranks - rank : rank + 1);
        end_line(out, columns, rows, rank + 1);
    }
}

/* ---- below it ---- */

/* Where the cursor is, who is to move, the light, where the intended line breaks, what is wrong. */
static void draw_state(const View *view, GString *out)
{
    const KjBoardEditor *cursor = view->cursor;
    const KjPosition *pos = &view->pos;
    g_autofree char *fault = kj_position_error_text(pos, &(unsigned){0});
    g_autofree char *oddity = fault ? NULL : kj_position_oddity_text(pos, &(unsigned){0});
    g_autofree char *square = kj_square_name(pos->game, kj_board_editor_square(cursor, pos->game));
    g_string_append_c(out, '\n');
    unsigned unplaced = kj_unplaced_count(pos);
    g_string_append_printf(out, kj_tr("%s  %s to move, "), cursor->hands ? kj_tr("hands") : square,
                           kj_tr(kj_side_name((KjSide)pos->side)));
    if (unplaced)
        g_string_append_printf(out, kj_tr("pieces in nobody's hand: %u"), unplaced);
    else
        g_string_append(out, kj_tr("set complete"));
    if (cursor->bench->watch) { // why a position is impossible is said below
        g_autofree char *light =
            fault ? g_strdup(kj_tr("impossible")) : kj_watch_light(cursor->bench->watch);
        g_string_append_printf(out, "  [%s]", light);
    }
    KjLineBreak broken = kj_workbench_line_break(cursor->bench);
    if (broken.state != KJ_LINE_HOLDS)
        g_string_append_printf(out, kj_tr(" [line breaks at %u]"), broken.ply);
    const char *said = *cursor->note      ? kj_tr(cursor->note)
                       : fault            ? fault
                       : oddity           ? oddity
                       : cursor->carrying ? kj_tr("a piece is picked up: m puts it down")
                       : view->useless && !view->looked ? kj_tr("marked: useless pieces")
                                                        : "";
    g_autofree char *folded = kj_fold(said, COLUMNS);
    g_string_append_printf(out, "\n%s\n", folded);
}

/* Which letter is which piece: "K玉 R飛 ...". (transfer full) */
static char *letters_of(const KjGame *game)
{
    GString *out = g_string_new(NULL);
    for (KjKind kind = 1; kind <= game->t->king; kind++)
        g_string_append_printf(out, "%s%c%s", out->len ? " " : "",
                               kj_game_piece(game, kind)->letter, kj_game_piece(game, kind)->kanji);
    return g_string_free(out, FALSE);
}

static void draw_keys(const View *view, GString *out)
{
    if (view->looked) {
        g_string_append(out, kj_tr("right, left: along the line   Tab or !: the next one\n"
                                   "any other key: back to the diagram"));
        return;
    }
    g_autofree char *pieces = letters_of(view->pos.game);
    g_string_append_printf(
        out,
        kj_tr("arrows or 2 digits: go   letter with shift: sente's piece, without: gote's\n"
              "%s\n"
              "space: remove   +: turn over   ~: other side   u U: undo, redo   m or ,: carry\n"
              "< >: another kind   shift+arrows or [ ] { }: shift all   |: mirror   @: turn\n"
              "t or .: who moves   h or /: hands (-: take out, + letter: promoted)\n"
              "f or *: rest to the defender   #: watch   Tab or !: what it found\n"
              "Enter or q: done"),
        pieces);
}

char *kj_board_editor_picture(const KjBoardEditor *cursor)
{
    View view = {.cursor = cursor, .looked = kj_board_editor_looked(cursor)};
    view.pos = kj_workbench_position(cursor->bench);
    bool start = !kj_workbench_tree(cursor->bench)->at->parent;
    if (cursor->bench->watch && start)
        view.notes = kj_watch_notes(cursor->bench->watch, &view.useless);
    for (unsigned i = 0; view.looked && i < cursor->step; i++)
        view.pos = kj_position_after(&view.pos, view.looked->line[i]);
    GString *out = g_string_new(NULL);
    draw_hand(&view, out, KJ_GOTE);
    draw_board(&view, out);
    draw_hand(&view, out, KJ_SENTE);
    draw_state(&view, out);
    draw_keys(&view, out);
    if (view.notes)
        g_ptr_array_unref(view.notes);
    return g_string_free(out, FALSE);
}
