/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From problems to pictures. */
#include "repl/diagram/picture.h"

#include <string.h>

#include "core/notation/textboard.h"
#include "core/text/lang.h"
#include "repl/diagram/replay_page.h"
#include "repl/diagram/rsvg.h"
#include "repl/job/choices.h"
#include "repl/job/input_record.h"
#include "repl/job/phrases.h"

/* Points (1/72 inch) of a square in a PDF of a single diagram. */
#define POINTS_A_SQUARE 20
/* Pixels of a square on a page. */
#define PIXELS_A_SQUARE 44

KjPictureFormat kj_picture_format(const KjCall *call)
{
    return (KjPictureFormat)call->values->value[KJ_OPT(FORMAT)].choice;
}

KJ_CHOICES_ARE(PALETTE, KJ_PALETTE_COUNT);

bool kj_picture_request(const KjCall *call, bool font_needed, KjPictureRequest *out, GError **error)
{
    const KjValue *values = call->values->value;
    bool letters = values[KJ_OPT(STYLE)].choice == KJ_BOARD_ASCII;
    memset(out, 0, sizeof *out);
    out->palette = kj_palette_at((KjPaletteId)values[KJ_OPT(PALETTE)].choice);
    out->plain = values[KJ_OPT(PALETTE)].set && !out->palette->bodies;
    out->style = (KjDiagramStyle){
        .letters = letters,
        .faces = (KjFaces)values[KJ_OPT(FACES)].choice,
        .hands = (KjHandsShown)values[KJ_OPT(HANDS)].choice,
        .coordinates = !values[KJ_OPT(COORDINATES)].set || values[KJ_OPT(COORDINATES)].flag,
        .bodies = out->palette->bodies,
    };
    out->notation = kj_notation_asked(call->values, letters ? KJ_NOTATION_WESTERN : KJ_NOTATION_JA);
    enum { SHOWN, HIDDEN };
    out->hidden = values[KJ_OPT(ANSWERS)].choice == HIDDEN;
    out->title = values[KJ_OPT(TITLE)].text;
    out->composer = values[KJ_OPT(AUTHOR)].text;
    out->family = values[KJ_OPT(FONT)].text;
    return !font_needed || kj_rsvg_fonts(out->family, error);
}

char *kj_picture_board(const KjTerm *term, const KjValues *values, const KjPosition *position,
                       KjMove last)
{
    const KjValue *value = values->value;
    KjHandsShown hands = kj_diagram_hands((KjHandsShown)value[KJ_OPT(HANDS)].choice, position);
    KjBoardLook look = {
        .style = (KjBoardStyle)value[KJ_OPT(STYLE)].choice,
        .color = kj_term_color(term, (KjColorWhen)value[KJ_OPT(COLOR)].choice),
        .other_faces = value[KJ_OPT(FACES)].choice == KJ_FACES_OTHER,
        .no_hand = {hands == KJ_HANDS_GOTE, hands == KJ_HANDS_SENTE},
    };
    return kj_board_draw(position, &look, last);
}

/* ---- words ---- */

static const char *header(const KjInput *input, const char *key)
{
    const char *value = input->file ? kj_game_file_header(input->file, key) : NULL;
    return value && *value ? value : NULL;
}

static char *empty_is_none(const char *text)
{
    return text && *text ? g_strdup(text) : NULL;
}

char *kj_picture_title(const KjPictureRequest *request, const KjInput *input)
{
    if (request->title)
        return empty_is_none(request->title);
    const char *name = kj_input_title(input);
    const char *number = header(input, "作品番号");
    const char *event = header(input, "棋戦");
    if (name && *name)
        return g_strdup(name);
    if (number && number[strspn(number, "0123456789")] == '\0')
        return g_strdup_printf("第%s番", number);
    if (number || event)
        return kj_text_without_folders(number ? number : event);
    bool named = g_strcmp0(input->id, input->place) != 0 && *input->id;
    return named ? kj_text_without_folders(input->id) : NULL;
}

char *kj_picture_composer(const KjPictureRequest *request, const KjInput *input)
{
    if (request->composer)
        return empty_is_none(request->composer);
    const char *composer = header(input, "作者");
    const char *sente = header(input, "先手"), *gote = header(input, "後手");
    if (composer) {
        const char *where = header(input, "発表誌"), *when = header(input, "発表年月");
        if (!where && !when)
            return g_strdup(composer);
        return g_strdup_printf("%s（%s%s%s）", composer, where ? where : "",
                               where && when ? " " : "", when ? when : "");
    }
    return sente && gote ? g_strdup_printf("☗%s　☖%s", sente, gote) : NULL;
}

/* What stands below the board: the last move, or that gote begins. (transfer full) */
static char *caption(const KjPictureRequest *request, const KjInput *input)
{
    bool letters = request->style.letters;
    unsigned n = input->text.n_moves;
    if (n > 0) {
        KjPosition before = kj_position_after_line(&input->text.start, input->text.moves, n - 1);
        // not 同, since the move before is not there to be seen
        g_autofree char *move =
            kj_move_text(&before, input->text.moves[n - 1], KJ_MOVE_NONE, request->notation);
        return g_strdup_printf(letters ? kj_tr("after %s") : "図は%sまで", move);
    }
    if (input->position.side == KJ_GOTE)
        return g_strdup(letters ? kj_tr("gote to move") : "後手番");
    return NULL;
}

KjDrawing *kj_picture_draw(const KjPictureRequest *request, const KjInput *input, const char *title,
                           const char *below)
{
    g_autofree char *own = title ? NULL : kj_picture_title(request, input);
    g_autofree char *composer = kj_picture_composer(request, input);
    g_autofree char *said = caption(request, input);
    g_autofree char *both = said && below && *below ? g_strdup_printf("%s　%s", said, below) : NULL;
    KjDiagram diagram = {
        .position = &input->position,
        .last = input->last,
        .title = title ? title : own,
        .composer = composer,
        .caption = both   ? both
                   : said ? said
                          : below,
        .style = request->style,
    };
    return kj_diagram_draw(&diagram);
}

/* ---- writing ---- */

GByteArray *kj_picture_write(const KjPictureRequest *request, const GPtrArray *pages,
                             KjPictureFormat format, unsigned pixels, GError **error)
{
    const KjDrawing *first = pages->pdata[0];
    KjSvgStyle svg = {request->palette, request->family, pixels / first->width, ""};
    if (format == KJ_PICTURE_SVG) {
        char *text = kj_svg_write(first, &svg);
        return g_byte_array_new_take((guint8 *)text, strlen(text));
    }
    if (format == KJ_PICTURE_PNG)
        return kj_rsvg_convert(pages, &svg, pixels, error);
    svg.scale = POINTS_A_SQUARE;
    svg.unit = "pt";
    return kj_rsvg_convert(pages, &svg, 0, error);
}

/* ---- pages ---- */

/* The game of a position and the moves after it. (transfer full) */
static KjMoveTree *tree_of(const KjInput *input)
{
    KjMoveTree *tree = kj_move_tree_new(&input->text.start);
    g_auto(KjMoveCursor) cursor;
    kj_move_cursor_init(&cursor, tree);
    for (unsigned i = 0; i < input->text.n_moves; i++)
        kj_move_cursor_play(&cursor, input->text.moves[i], NULL);
    return tree;
}

void kj_picture_steps(const KjPictureRequest *request, const KjInput *input, KjMoveTree *tree,
                      const GPtrArray *remarks, GString *out)
{
    g_autofree char *title = kj_picture_title(request, input);
    g_autofree char *composer = kj_picture_composer(request, input);
    g_autoptr(KjMoveTree) made = tree || input->file ? NULL : tree_of(input);
    KjReplayStyle style = {
        .diagram = request->style,
        .palette = request->plain ? request->palette : kj_palette_at(KJ_PALETTE_COLOR),
        .notation = request->notation,
        .title = title,
        .composer = composer,
        .family = request->family,
        .pixels = PIXELS_A_SQUARE,
        .problem = tree != NULL,
        .hidden = request->hidden,
        .remarks = remarks,
    };
    style.diagram.bodies = !request->plain;
    kj_replay_append(out, tree ? tree : made ? made : input->file->tree, &style);
}
