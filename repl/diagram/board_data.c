/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games as the board of pages wants them. */
#include "repl/diagram/board_data.h"

#include "core/notation/piece_kanji.h"
#include "repl/job/phrases.h"

/* What is written on a piece: a character, with KJ_FACES_FULL maybe two, or letters of SFEN.
 * (transfer full) */
static char *face_of(const KjGame *game, KjPiece piece, const KjDiagramStyle *style)
{
    KjKind kind = kj_piece_kind(piece);
    const KjPieceRow *row = kj_game_piece(game, kind);
    if (style->letters)
        return kj_piece_letters(game, kind);
    const char *face = style->faces == KJ_FACES_OTHER ? kj_piece_kanji_write_other(game, piece)
                                                      : kj_piece_kanji_write(game, piece);
    bool full = style->faces == KJ_FACES_FULL && kind & KJ_PROMOTED;
    return full && kj_piece_kanji_is_stand_in(face) ? g_strconcat("成", row->kanji, NULL)
                                                    : g_strdup(face);
}

/* What is being described. */
typedef struct {
    const KjGame *game;
    const KjDiagramStyle *style;
} Faces;

static void set_face(const Faces *f, JsonObject *object, const char *name, KjPiece piece)
{
    g_autofree char *face = face_of(f->game, piece, f->style);
    json_object_set_string_member(object, name, face);
}

static JsonObject *piece_of(const Faces *f, KjKind kind)
{
    const KjPieceRow *row = kj_game_piece(f->game, kind);
    JsonObject *piece = json_object_new();
    json_object_set_string_member(piece, "letter", (char[]){row->letter, '\0'});
    set_face(f, piece, "kanji", kj_piece(KJ_SENTE, kind));
    set_face(f, piece, "kanji_other", kj_piece(KJ_GOTE, kind));
    if (row->kanji_promoted)
        set_face(f, piece, "kanji_promoted", kj_piece(KJ_SENTE, kind | KJ_PROMOTED));
    else
        json_object_set_null_member(piece, "kanji_promoted");
    json_object_set_boolean_member(piece, "held", kj_hand_gain(f->game, kind, false) != 0);
    return piece;
}

JsonObject *kj_board_game(const KjGame *game, const KjDiagramStyle *style)
{
    const KjGameRow *row = game->row;
    Faces faces = {game, style};
    JsonObject *object = json_object_new();
    JsonArray *pieces = json_array_new();
    json_object_set_int_member(object, "files", row->files);
    json_object_set_int_member(object, "ranks", row->ranks);
    json_object_set_boolean_member(object, "letter_files", row->letter_files);
    json_object_set_int_member(object, "zone", row->zone);
    for (unsigned i = 0; i < row->n_pieces; i++)
        json_array_add_object_element(pieces, piece_of(&faces, (KjKind)(i + 1)));
    json_object_set_array_member(object, "pieces", pieces);
    return object;
}
