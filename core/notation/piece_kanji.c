/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kanji of pieces and numbers. */
#include "core/notation/piece_kanji.h"

#include <string.h>

#include "core/notation/notation_parts.h"
#include "core/text/lang.h"

// Characters used for one another.
static const char *const synonyms[][2] = {
    {"龍", "竜"}, {"王", "玉"}, {"圭", "今"}, {"杏", "仝"}, {"と", "个"},
};

// Other names that are read, the longer ones first.
static const char *const names[][2] = {
    {"象", "醉象"}, {"象", "酔象"}, {"象", "醉"}, {"象", "酔"}, {"太", "太子"},
};

// Promoted faces that exist on diagrams only.
static const char *const stand_ins[] = {"全", "圭", "杏", "今", "仝"};

static const char *const digits[] = {"〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"};

const char *kj_piece_kanji_write(const KjGame *game, KjPiece piece)
{
    const KjPieceRow *row = kj_game_piece(game, kj_piece_kind(piece));
    if (kj_piece_kind(piece) & KJ_PROMOTED)
        return row->kanji_promoted;
    return kj_piece_side(piece) == KJ_GOTE && row->kanji_other ? row->kanji_other : row->kanji;
}

const char *kj_piece_kanji_write_other(const KjGame *game, KjPiece piece)
{
    static const char *const others[] = {"今", "仝", "个"};
    const char *face = kj_piece_kanji_write(game, piece);
    const char *other = kj_piece_kind(piece) & KJ_PROMOTED ? kj_piece_kanji_synonym(face) : NULL;
    for (size_t i = 0; other && i < G_N_ELEMENTS(others); i++)
        if (strcmp(other, others[i]) == 0)
            return others[i];
    return face;
}

bool kj_piece_kanji_is_stand_in(const char *face)
{
    for (size_t i = 0; i < G_N_ELEMENTS(stand_ins); i++) {
        if (strcmp(face, stand_ins[i]) == 0)
            return true;
    }
    return false;
}

char *kj_piece_kanji_name(const KjGame *game, KjKind kind)
{
    const KjPieceRow *row = kj_game_piece(game, kind);
    if (!(kind & KJ_PROMOTED))
        return g_strdup(row->kanji_other ? row->kanji_other : row->kanji);
    if (kj_piece_kanji_is_stand_in(row->kanji_promoted))
        return g_strconcat("成", row->kanji, NULL);
    return g_strdup(row->kanji_promoted);
}

const char *kj_piece_kanji_other_name(const KjGame *game, KjKind kind)
{
    const KjPieceRow *row = kj_game_piece(game, kind);
    if (!(kind & KJ_PROMOTED))
        return kj_piece_kanji_synonym(row->kanji_other ? row->kanji_other : row->kanji);
    if (kj_piece_kanji_is_stand_in(row->kanji_promoted))
        return row->kanji_promoted;
    return kj_piece_kanji_synonym(row->kanji_promoted);
}

const char *kj_piece_kanji_synonym(const char *face)
{
    for (size_t i = 0; i < G_N_ELEMENTS(synonyms); i++) {
        for (int other = 0; other < 2; other++) {
            if (strcmp(face, synonyms[i][other]) == 0)
                return synonyms[i][!other];
        }
    }
    return NULL;
}

const char *kj_piece_kanji_spelling(const char *face, unsigned i)
{
    for (size_t k = 0; k < G_N_ELEMENTS(names); k++)
        if (strcmp(face, names[k][0]) == 0 && i-- == 0)
            return names[k][1];
    return i == 0 ? kj_piece_kanji_synonym(face) : NULL;
}

static const char *after(const char *text, const char *word)
{
    return g_str_has_prefix(text, word) ? text + strlen(word) : NULL;
}

static const char *after_face(const char *text, const char *face)
{
    if (!face)
        return NULL;
    const char *name, *end = NULL;
    for (unsigned i = 0; !end && (name = kj_piece_kanji_spelling(face, i)); i++)
        end = after(text, name);
    return end ? end : after(text, face);
}

const char *kj_piece_kanji_read(const KjGame *game, const char *text, KjKind *out)
{
    const char *turned = after(text, "成");
    for (KjKind kind = 1; kind <= game->row->n_pieces; kind++) {
        const KjPieceRow *row = &game->row->pieces[kind - 1];
        const char *end = after_face(text, row->kanji);
        *out = kind;
        if (end)
            return end;
        *out = kind | KJ_PROMOTED;
        end = after_face(text, row->kanji_promoted);
        if (!end && turned && row->kanji_promoted)
            end = after(turned, row->kanji);
        if (end)
            return end;
    }
    return NULL;
}

const char *kj_piece_kanji_any(const char *text)
{
    const char *end = NULL;
    KjKind kind;
    if ((unsigned char)*text < 0x80)
        return NULL;
    for (size_t i = 0; i < kj_game_count() && !end; i++)
        end = kj_piece_kanji_read(kj_game_at(i), text, &kind);
    return end;
}

void kj_kanji_number_append(GString *out, unsigned number)
{
    if (number >= 20)
        g_string_append(out, digits[number / 10 % 10]);
    if (number >= 10)
        g_string_append(out, "十");
    if (number % 10)
        g_string_append(out, digits[number % 10]);
}

const char *kj_wide_digit_read(const char *text, bool kanji, bool letters, unsigned *out)
{
    gunichar c = g_utf8_get_char_validated(text, -1);
    if (c == (gunichar)-1 || c == (gunichar)-2)
        return NULL;
    if (c > 0xff00 && c <= 0xff5e)
        c -= 0xff00 - 0x20; // full width to ASCII
    if (letters ? c >= 'a' && c <= 'i' : c >= '1' && c <= '9') {
        *out = letters ? c - 'a' + 1 : c - '0';
        return text + g_utf8_skip[(unsigned char)*text];
    }
    for (unsigned i = 1; kanji && i < G_N_ELEMENTS(digits); i++) {
        const char *end = after(text, digits[i]);
        *out = i;
        if (end)
            return end;
    }
    return NULL;
}

const char *kj_kanji_number_read(const char *text, unsigned *out)
{
    const char *at = text;
    unsigned value = 0, digit;
    for (const char *end; value <= 999; at = end) {
        if ((end = after(at, "十"))) {
            unsigned ones = 0;
            const char *next = kj_wide_digit_read(end, true, false, &ones);
            *out = (at == text ? 1 : value) * 10 + (next ? ones : 0);
            return *out <= 999 ? (next ? next : end) : NULL;
        }
        if ((end = after(at, "0")) || (end = after(at, "０")) || (end = after(at, "〇")))
            digit = 0;
        else if (!(end = kj_wide_digit_read(at, true, false, &digit)))
            break;
        value = value * 10 + digit;
    }
    if (at == text || value > 999)
        return NULL;
    *out = value;
    return at;
}

char *kj_piece_missing_text(const KjPosition *pos, KjKind kind, unsigned from)
{
    g_autoptr(GString) square = g_string_new(NULL);
    kj_append_square_said(square, pos->game, from);
    g_autofree char *wanted = kj_piece_kanji_name(pos->game, kind);
    if (!pos->board[from])
        return g_strdup_printf(kj_tr("no %s on %s, which is empty"), wanted, square->str);
    g_autofree char *there = kj_piece_kanji_name(pos->game, kj_piece_kind(pos->board[from]));
    return g_strdup_printf(kj_tr("no %s on %s, which has %s"), wanted, square->str, there);
}
