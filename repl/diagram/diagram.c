/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of a diagram. */
#include "repl/diagram/diagram.h"

#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/piece_kanji.h"
#include "repl/job/unplaced_pieces.h"
#include "solver/solver.h"

/* Measures, in squares. */
#define MARGIN 0.3
#define HAND_WIDTH 0.8
#define HAND_GAP 0.15
#define COORDINATE_WIDTH 0.45
#define COORDINATE_SIZE 0.4
#define TITLE_HEIGHT 0.85
#define TITLE_SIZE 0.62
#define COMPOSER_HEIGHT 0.6
#define COMPOSER_SIZE 0.44
#define CAPTION_HEIGHT 0.65
#define CAPTION_SIZE 0.44
#define HAND_SIZE 0.62
#define HAND_PITCH 1.12 // of the em
#define HAND_SPACE 0.4  // before the pieces, of the pitch
#define FRAME 0.06
#define GRID 0.02
#define DOT 0.075

/* What is being drawn, and where the board stands. */
typedef struct {
    const KjDiagram *diagram;
    const KjGame *game;
    KjDrawing *out;
    bool hand[2];          // whether it is drawn
    double left, top;      // upper left corner of the board
    double width, height;  // of the board
    double page_w, page_h; //
    double coordinates;    // room for them, 0 none
} Layout;

KjHandsShown kj_diagram_hands(KjHandsShown hands, const KjPosition *position)
{
    KjSide attacker = kj_default_attacker(position), defender = kj_other(attacker);
    if (hands == KJ_HANDS_AUTO) {
        bool mate =
            position->king[attacker] == KJ_NO_SQUARE && position->king[defender] != KJ_NO_SQUARE;
        bool plain = position->hand[defender] == 0 || kj_unplaced_count(position) == 0;
        hands = mate && plain ? KJ_HANDS_ATTACKER : KJ_HANDS_BOTH;
    }
    if (hands == KJ_HANDS_ATTACKER)
        return attacker == KJ_SENTE ? KJ_HANDS_SENTE : KJ_HANDS_GOTE;
    return hands;
}

static void measure(Layout *l)
{
    const KjDiagram *diagram = l->diagram;
    const KjTables *t = l->game->t;
    KjHandsShown hands = kj_diagram_hands(diagram->style.hands, diagram->position);
    l->hand[KJ_SENTE] = hands != KJ_HANDS_GOTE;
    l->hand[KJ_GOTE] = hands != KJ_HANDS_SENTE;
    l->coordinates = diagram->style.coordinates ? COORDINATE_WIDTH : 0;
    l->width = t->files;
    l->height = t->ranks * KJ_SQUARE_HEIGHT;
    l->left = MARGIN + (l->hand[KJ_GOTE] ? HAND_WIDTH + HAND_GAP : 0);
    l->top = MARGIN + l->coordinates + (diagram->title ? TITLE_HEIGHT : 0) +
             (diagram->composer ? COMPOSER_HEIGHT : 0);
    l->page_w = l->left + l->width + l->coordinates +
                (l->hand[KJ_SENTE] ? HAND_GAP + HAND_WIDTH : 0) + MARGIN;
    l->page_h = l->top + l->height + (diagram->caption ? CAPTION_HEIGHT : 0) + MARGIN;
}

/* ---- board ---- */

static void corner_of(const Layout *l, unsigned square, double *x, double *y)
{
    const KjTables *t = l->game->t;
    *x = l->left + (t->files - 1 - t->file_of[square]);
    *y = l->top + t->rank_of[square] * KJ_SQUARE_HEIGHT;
}

static void draw_marks(const Layout *l)
{
    KjMove last = l->diagram->last;
    if (last == KJ_MOVE_NONE)
        return;
    double x, y;
    if (!kj_move_is_drop(last)) {
        corner_of(l, kj_move_from(last), &x, &y);
        kj_draw_rect(l->out, KJ_INK_ORIGIN, x, y, 1, KJ_SQUARE_HEIGHT);
    }
    corner_of(l, kj_move_to(last), &x, &y);
    kj_draw_rect(l->out, KJ_INK_TARGET, x, y, 1, KJ_SQUARE_HEIGHT);
}

/* The lines between the squares, the frame, and dots at the corners of the inner third on boards
 * whose files come in threes and whose ranks do. */
static void draw_grid(const Layout *l)
{
    const KjTables *t = l->game->t;
    for (unsigned i = 1; i < t->files; i++)
        kj_draw_line(l->out, l->left + i, l->top, 0, l->height, GRID);
    for (unsigned i = 1; i < t->ranks; i++)
        kj_draw_line(l->out, l->left, l->top + i * KJ_SQUARE_HEIGHT, l->width, 0, GRID);
    if (t->files > 5 && t->files % 3 == 0 && t->ranks % 3 == 0) {
        for (unsigned i = 0; i < 4; i++) {
            double x = l->width * (i % 2 ? 2 : 1) / 3, y = l->height * (i / 2 ? 2 : 1) / 3;
            kj_draw_disc(l->out, KJ_INK_LINE, l->left + x, l->top + y, DOT);
        }
    }
    double half = FRAME / 2;
    for (unsigned i = 0; i < 2; i++) {
        kj_draw_line(l->out, l->left - half, l->top + i * l->height, l->width + FRAME, 0, FRAME);
        kj_draw_line(l->out, l->left + i * l->width, l->top - half, 0, l->height + FRAME, FRAME);
    }
}

static void draw_coordinates(const Layout *l)
{
    static const char *const kanji[] = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};
    const KjTables *t = l->game->t;
    bool letter_files = l->game->row->letter_files;
    bool plain = l->diagram->style.letters || letter_files;
    char text[8];
    for (unsigned file = 0; l->coordinates > 0 && file < t->files; file++) {
        unsigned c = letter_files ? 'a' + t->files - 1 - file : '1' + file;
        // full width where the ranks are kanji
        int n = g_unichar_to_utf8(plain ? c : 0xff00 + c - 0x20, text);
        text[n] = '\0';
        kj_draw_text(l->out, KJ_INK_TEXT, l->left + t->files - file - 0.5,
                     l->top - l->coordinates / 2 - FRAME / 2, COORDINATE_SIZE, KJ_ANCHOR_MIDDLE,
                     text);
    }
    for (unsigned rank = 0; l->coordinates > 0 && rank < t->ranks; rank++) {
        g_snprintf(text, sizeof text, letter_files ? "%u" : "%c",
                   letter_files ? t->ranks - rank : 'a' + rank);
        kj_draw_text(l->out, KJ_INK_TEXT, l->left + l->width + l->coordinates / 2 + FRAME / 2,
                     l->top + (rank + 0.5) * KJ_SQUARE_HEIGHT, COORDINATE_SIZE, KJ_ANCHOR_MIDDLE,
                     plain ? text : kanji[rank]);
    }
}

/* ---- pieces ---- */

/*
 * The characters of a kind, one above the other: one, or with KJ_FACES_FULL two for a piece without
 * a face of its own. `out` holds two, its second is NULL if there is one.
 */
static void face_of(const Layout *l, KjPiece piece, const char *out[2])
{
    bool other = l->diagram->style.faces == KJ_FACES_OTHER;
    const char *face =
        other ? kj_piece_kanji_write_other(l->game, piece) : kj_piece_kanji_write(l->game, piece);
    out[0] = face;
    out[1] = NULL;
    if (l->diagram->style.faces == KJ_FACES_FULL && kj_piece_kind(piece) & KJ_PROMOTED &&
        kj_piece_kanji_is_stand_in(face)) {
        out[0] = "成";
        out[1] = kj_game_piece(l->game, kj_piece_kind(piece))->kanji;
    }
}

/* SFEN letters of a kind; `out` holds 3. */
static void letters_of(const Layout *l, KjKind kind, char *out)
{
    g_snprintf(out, 3, "%s%c", kind & KJ_PROMOTED ? "+" : "", kj_game_piece(l->game, kind)->letter);
}

static void draw_piece(const Layout *l, unsigned square, KjPiece piece)
{
    KjKind kind = kj_piece_kind(piece);
    bool turned = kj_piece_side(piece) == KJ_GOTE, bodies = l->diagram->style.bodies;
    KjInk ink = kind & KJ_PROMOTED ? KJ_INK_PROMOTED : KJ_INK_PIECE;
    double x, y;
    corner_of(l, square, &x, &y);
    x += 0.5;
    y += KJ_SQUARE_HEIGHT / 2;
    if (bodies)
        kj_draw_body(l->out, KJ_INK_BODY, x, y, 0.86, 0.96, turned);
    double shift = bodies ? (turned ? -0.05 : 0.05) : 0; // a body is wider at its foot
    if (l->diagram->style.letters) {
        char text[3];
        letters_of(l, kind, text);
        double size = bodies ? (text[1] ? 0.42 : 0.5) : (text[1] ? 0.58 : 0.68);
        kj_draw_text(l->out, ink, x, y + shift, size, KJ_ANCHOR_MIDDLE, text)->turned = turned;
        return;
    }
    const char *face[2];
    face_of(l, piece, face);
    if (!face[1]) {
        kj_draw_text(l->out, ink, x, y + shift, bodies ? 0.62 : 0.84, KJ_ANCHOR_MIDDLE, face[0])
            ->turned = turned;
        return;
    }
    double size = bodies ? 0.38 : 0.5, step = turned ? -size / 2 : size / 2;
    for (unsigned i = 0; i < 2; i++)
        kj_draw_text(l->out, ink, x, y + shift + (i ? step : -step), size, KJ_ANCHOR_MIDDLE,
                     face[i])
            ->turned = turned;
}

/* ---- hands ---- */

/* The cells of a hand's column after its mark, from above. (transfer full) */
static GPtrArray *hand_cells(const Layout *l, KjSide side)
{
    GPtrArray *cells = g_ptr_array_new_with_free_func(g_free);
    const KjTables *t = l->game->t;
    bool letters = l->diagram->style.letters, any = false;
    for (unsigned i = 0; i < 2 && !letters; i++)
        g_ptr_array_add(cells, g_strdup(i ? "駒" : "持"));
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind kind = t->hand_kind[i];
        unsigned count = kj_hand_count(t, l->diagram->position->hand[side], kind);
        if (count == 0)
            continue;
        any = true;
        if (letters) {
            char text[3];
            letters_of(l, kind, text);
            g_ptr_array_add(cells,
                            count > 1 ? g_strdup_printf("%s%u", text, count) : g_strdup(text));
            continue;
        }
        const char *face[2];
        face_of(l, kj_piece(KJ_SENTE, kind), face);
        for (unsigned j = 0; j < 2 && face[j]; j++)
            g_ptr_array_add(cells, g_strdup(face[j]));
        g_autoptr(GString) number = g_string_new(NULL);
        if (count > 1)
            kj_kanji_number_append(number, count);
        for (const char *c = number->str; *c; c = kj_utf8_next(c))
            g_ptr_array_add(cells, g_strndup(c, (gsize)(kj_utf8_next(c) - c)));
    }
    if (!any && letters)
        g_ptr_array_add(cells, g_strdup("-"));
    for (unsigned i = 0; i < 2 && !any && !letters; i++)
        g_ptr_array_add(cells, g_strdup(i ? "し" : "な"));
    return cells;
}

static void draw_hand(const Layout *l, KjSide side)
{
    g_autoptr(GPtrArray) cells = hand_cells(l, side);
    unsigned words = l->diagram->style.letters ? 0 : 2; // 持 駒
    double size = MIN(HAND_SIZE, l->height / ((cells->len + 1 + HAND_SPACE) * HAND_PITCH));
    double pitch = size * HAND_PITCH;
    double x = side == KJ_SENTE ? l->page_w - MARGIN - HAND_WIDTH / 2 : MARGIN + HAND_WIDTH / 2;
    double y = l->top + pitch / 2;
    kj_draw_body(l->out, side == KJ_SENTE ? KJ_INK_TEXT : KJ_INK_PAPER, x, y, size * 0.75,
                 size * 0.85, false);
    for (unsigned i = 0; i < cells->len; i++) {
        y += i == words ? pitch * (1 + HAND_SPACE) : pitch;
        kj_draw_text(l->out, KJ_INK_TEXT, x, y, size, KJ_ANCHOR_MIDDLE, cells->pdata[i])->w =
            HAND_WIDTH;
    }
}

/* ---- all ---- */

static void draw_words(const Layout *l)
{
    const KjDiagram *diagram = l->diagram;
    double middle = l->left + l->width / 2;
    double room = 2 * MIN(middle, l->page_w - middle) - 2 * MARGIN;
    double y = MARGIN;
    if (diagram->title) {
        kj_draw_text(l->out, KJ_INK_TEXT, middle, y + TITLE_HEIGHT / 2 - 0.05, TITLE_SIZE,
                     KJ_ANCHOR_MIDDLE, diagram->title)
            ->w = room;
        y += TITLE_HEIGHT;
    }
    if (diagram->composer)
        kj_draw_text(l->out, KJ_INK_TEXT, l->left + l->width, y + COMPOSER_HEIGHT / 2 - 0.05,
                     COMPOSER_SIZE, KJ_ANCHOR_END, diagram->composer)
            ->w = l->width;
    if (diagram->caption && *diagram->caption)
        kj_draw_text(l->out, KJ_INK_TEXT, middle, l->top + l->height + FRAME + CAPTION_HEIGHT / 2,
                     CAPTION_SIZE, KJ_ANCHOR_MIDDLE, diagram->caption)
            ->w = room;
}

KjDrawing *kj_diagram_draw(const KjDiagram *diagram)
{
    Layout l = {.diagram = diagram, .game = diagram->position->game};
    measure(&l);
    l.out = kj_drawing_new(l.page_w, l.page_h);
    l.out->title = g_strdup(diagram->title);
    l.out->description = kj_position_write(diagram->position);
    kj_draw_rect(l.out, KJ_INK_PAPER, 0, 0, l.page_w, l.page_h);
    kj_draw_rect(l.out, KJ_INK_BOARD, l.left, l.top, l.width, l.height);
    draw_marks(&l);
    draw_grid(&l);
    draw_coordinates(&l);
    for (unsigned square = 0; square < l.game->t->squares; square++) {
        if (diagram->position->board[square])
            draw_piece(&l, square, diagram->position->board[square]);
    }
    for (KjSide side = KJ_SENTE; side <= KJ_GOTE; side++) {
        if (l.hand[side])
            draw_hand(&l, side);
    }
    draw_words(&l);
    return l.out;
}
