/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves, hands and squares as text. */
#include "repl/job/phrases.h"

#include <string.h>

#include "core/format/sfen.h"
#include "core/notation/notation_parts.h"
#include "core/notation/piece_kanji.h"
#include "core/notation/usi.h"
#include "core/text/lang.h"

KjNotation kj_notation_asked(const KjValues *values, KjNotation otherwise)
{
    const KjValue *value = &values->value[KJ_OPT(NOTATION)];
    return value->set ? (KjNotation)value->choice : otherwise;
}

char **kj_line_text(const KjPosition *start, const KjMove *moves, unsigned n, KjMove previous,
                    KjNotation notation)
{
    KjPosition position = *start;
    char **line = g_new0(char *, n + 1);
    for (unsigned i = 0; i < n; i++) {
        line[i] = kj_move_text(&position, moves[i], previous, notation);
        position = kj_position_after(&position, moves[i]);
        previous = moves[i];
    }
    return line;
}

char *kj_line_words(const KjPosition *start, const KjMove *moves, unsigned n, KjMove previous,
                    KjNotation notation)
{
    g_auto(GStrv) line = kj_line_text(start, moves, n, previous, notation);
    return g_strjoinv(" ", line);
}

char *kj_hand_text(const KjGame *game, KjHand hand, KjSide side)
{
    GString *text = g_string_new(hand ? NULL : "-");
    kj_sfen_hand_write(text, game, hand, side);
    return g_string_free(text, FALSE);
}

KjHand kj_hand_read(const KjGame *game, const char *text)
{
    KjHand hand = 0;
    for (unsigned n = 0; text && *text; text++) {
        bool promoted = *text == '+' && text[1];
        if (g_ascii_isdigit(*text)) {
            n = 10 * n + (unsigned)(*text - '0');
            continue;
        }
        text += promoted;
        for (KjKind kind = 1; kind < game->row->n_pieces; kind++) {
            if (kj_game_piece(game, kind)->letter == g_ascii_toupper(*text))
                hand += MAX(1, n) * game->t->hand_one[promoted ? kind | KJ_PROMOTED : kind];
        }
        n = 0;
    }
    return hand;
}

char *kj_hand_kanji(const KjGame *game, KjHand hand)
{
    const KjTables *t = game->t;
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind kind = t->hand_kind[i];
        const KjPieceRow *row = kj_game_piece(game, kind);
        unsigned count = kj_hand_count(t, hand, kind);
        if (count == 0)
            continue;
        g_string_append_printf(text, "%s%s", text->len ? " " : "",
                               kind & KJ_PROMOTED ? row->kanji_promoted : row->kanji);
        if (count > 1)
            g_string_append_printf(text, "%u", count);
    }
    return g_string_free(text, FALSE);
}

char **kj_squares_text(const KjGame *game, KjBb squares)
{
    char **names = g_new0(char *, (gsize)kj_bb_count(squares) + 1);
    for (unsigned i = 0; squares; i++) {
        char name[KJ_SQUARE_TEXT];
        kj_square_write(game, kj_bb_pop(&squares), name);
        names[i] = g_strdup(name);
    }
    return names;
}

char *kj_squares_said(const KjGame *game, KjBb squares)
{
    GString *text = g_string_new(NULL);
    while (squares) {
        g_autofree char *name = kj_square_name(game, kj_bb_pop(&squares));
        g_string_append_printf(text, "%s%s", text->len ? " " : "", name);
    }
    return g_string_free(text, FALSE);
}

char *kj_text_without_folders(const char *text)
{
    enum { MOST = 5 }; // letters of an extension
    const char *slash = strrchr(text, '/'), *dot = slash ? strrchr(slash, '.') : NULL;
    size_t letters = 0;
    while (dot && g_ascii_isalnum(dot[1 + letters]))
        letters++;
    if (letters == 0 || letters > MOST)
        return g_strdup(text);
    const char *end = dot + 1 + letters;
    if (*end == ':')
        end += 1 + strspn(end + 1, "0123456789");
    return g_strdup(*end ? text : slash + 1);
}

char *kj_square_name(const KjGame *game, unsigned square)
{
    GString *text = g_string_new(NULL);
    kj_append_square_said(text, game, square);
    return g_string_free(text, FALSE);
}

char *kj_piece_letters(const KjGame *game, KjPiece piece)
{
    GString *text = g_string_new(NULL);
    kj_sfen_piece_write(text, game, piece);
    return g_string_free(text, FALSE);
}

char *kj_piece_name(const KjGame *game, KjPiece piece)
{
    KjKind kind = kj_piece_kind(piece);
    if (kj_lang() == KJ_LANG_JA)
        return kj_piece_kanji_name(game, kind);
    return kj_piece_letters(game, kind);
}

char *kj_piece_name_at(const KjGame *game, KjPiece piece, unsigned square)
{
    g_autofree char *name = kj_piece_name(game, piece);
    if (square == KJ_NO_SQUARE)
        return g_strdup_printf(kj_tr("%s in hand"), name);
    g_autofree char *at = kj_square_name(game, square);
    return g_strdup_printf(kj_tr("%s on %s"), name, at);
}

char *kj_mover_name(const KjPosition *pos, KjMove move)
{
    if (kj_move_is_drop(move))
        return kj_piece_name(pos->game, kj_move_drop_kind(move));
    unsigned from = kj_move_from(move);
    return kj_piece_name_at(pos->game, pos->board[from], from);
}

char *kj_about_words(KjAbout about, const char *text)
{
    static const char *const formats[KJ_ABOUTS] = {"title: %s", "author: %s", "date: %s",
                                                   "note on the work: %s"};
    const char *format = kj_tr(formats[about]);
    g_auto(GStrv) parts = g_strsplit(format, "%s", 2);
    return g_strjoinv(text && *text ? text : kj_tr("none"), parts);
}
