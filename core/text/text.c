/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error domain and the scanner of the text readers. */
#include "core/text/text.h"

#include <string.h>

#include "core/text/lang.h"

enum { QUOTED_CHARACTERS = 24 };

/* ---- errors ---- */

typedef KjTextPlace KjTextErrorPrivate;

static void kj_text_error_private_init(KjTextErrorPrivate *place)
{
    *place = (KjTextPlace){0};
}

static void kj_text_error_private_copy(const KjTextErrorPrivate *from, KjTextErrorPrivate *to)
{
    *to = *from;
}

static void kj_text_error_private_clear(KjTextErrorPrivate *place)
{
    (void)place;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wcast-qual" // in what GLib defines
G_DEFINE_EXTENDED_ERROR(KjTextError, kj_text_error)
#pragma GCC diagnostic pop

KjTextPlace kj_text_error_place(const GError *error)
{
    KjTextPlace nowhere = {0};
    return error && error->domain == KJ_TEXT_ERROR ? *kj_text_error_get_private(error) : nowhere;
}

bool kj_text_error_set(GError **error, KjTextPlace place, KjTextError code, const char *format, ...)
{
    if (!error)
        return false;
    va_list arguments;
    va_start(arguments, format);
    *error = g_error_new_valist(KJ_TEXT_ERROR, (int)code, kj_tr(format), arguments);
    va_end(arguments);
    *kj_text_error_get_private(*error) = place;
    return false;
}

void kj_text_error_move(GError *error, unsigned lines, unsigned columns)
{
    if (!error || error->domain != KJ_TEXT_ERROR)
        return;
    KjTextPlace *place = kj_text_error_get_private(error);
    place->line += place->line ? lines : 0;
    place->column += place->column ? columns : 0;
}

void kj_text_error_set_line(GError *error, unsigned line)
{
    if (error && error->domain == KJ_TEXT_ERROR)
        kj_text_error_get_private(error)->line = line;
}

char *kj_text_error_write(const GError *error)
{
    KjTextPlace place = kj_text_error_place(error);
    GString *text = g_string_new(NULL);
    if (place.line)
        g_string_append_printf(text, kj_tr("line %u: "), place.line);
    if (place.column)
        g_string_append_printf(text, kj_tr("column %u: "), place.column);
    g_string_append(text, error->message);
    return g_string_free(text, FALSE);
}

void kj_text_error_prefix(GError **error, const char *format, ...)
{
    if (!error || !*error)
        return;
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *prefix = g_strdup_vprintf(kj_tr(format), arguments);
    va_end(arguments);
    g_autoptr(GError) inner = g_steal_pointer(error);
    g_autofree char *text = kj_text_error_write(inner);
    g_set_error(error, inner->domain, inner->code, "%s%s", prefix, text);
}

void kj_text_error_tell_place(GError **error, const char *source)
{
    if (!error || !*error)
        return;
    g_autoptr(GError) inner = g_steal_pointer(error);
    unsigned column = kj_text_error_place(inner).column;
    g_autofree char *after = column ? g_strdup_printf(":%u", column) : g_strdup("");
    g_set_error(error, inner->domain, inner->code, "%s%s: %s", source, after, inner->message);
}

/* ---- places and quotes ---- */

unsigned kj_text_column(const char *text, const char *at)
{
    unsigned column = 1;
    for (const char *p = text; p < at; p++)
        column += ((unsigned char)*p & 0xc0) != 0x80; // not a UTF-8 continuation byte
    return column;
}

/* Length of the valid, printable UTF-8 character at a place, else 0. */
static size_t printable_length(const char *at)
{
    gunichar c = g_utf8_get_char_validated(at, (gssize)strnlen(at, 6));
    if (c == (gunichar)-1 || c == (gunichar)-2 || !g_unichar_isprint(c))
        return 0;
    return (size_t)g_utf8_skip[(unsigned char)*at];
}

static const char *say(const char *words, char out[KJ_TEXT_QUOTE])
{
    g_strlcpy(out, words, KJ_TEXT_QUOTE);
    return out;
}

const char *kj_text_quote(const char *at, int length, char out[KJ_TEXT_QUOTE])
{
    if (*at == '\0')
        return say(kj_tr("end of text"), out);
    if (length < 0 && kj_is_break(*at))
        return say(kj_tr("a blank"), out);
    const char *end = length < 0 ? at : at + length;
    while (length < 0 && !kj_is_break(*end) && end - at < KJ_TEXT_QUOTE)
        end++;
    bool japanese = kj_lang() == KJ_LANG_JA;
    unsigned characters = 0;
    size_t n = g_strlcpy(out, japanese ? "「" : "'", KJ_TEXT_QUOTE);
    while (at < end && *at && characters++ < QUOTED_CHARACTERS) {
        size_t size = printable_length(at);
        if (size)
            memcpy(out + n, at, size);
        else
            out[n] = '?';
        n += size ? size : 1;
        at += size ? size : 1;
    }
    g_snprintf(out + n, KJ_TEXT_QUOTE - n, "%s%s", at < end && *at ? "..." : "",
               japanese ? "」" : "'");
    return out;
}

const char *kj_text_quote_char(const char *at, char out[KJ_TEXT_QUOTE])
{
    size_t size = printable_length(at);
    if (kj_is_break(*at))
        return kj_text_quote(at, KJ_TEXT_UNTIL_BLANK, out);
    if (size)
        return kj_text_quote(at, (int)size, out);
    g_snprintf(out, KJ_TEXT_QUOTE, kj_tr("byte 0x%02x"), (unsigned char)*at);
    return out;
}

/* ---- the scanner ---- */

bool kj_scan_fail(const KjScan *scan, const char *at, KjTextError code, GError **error,
                  const char *format, ...)
{
    if (!error)
        return false;
    va_list arguments;
    va_start(arguments, format);
    *error = g_error_new_valist(KJ_TEXT_ERROR, (int)code, kj_tr(format), arguments);
    va_end(arguments);
    kj_text_error_get_private(*error)->column = kj_text_column(scan->text, at);
    return false;
}

bool kj_scan_propagate(const KjScan *scan, const char *at, GError *inner, GError **error)
{
    KjTextPlace *place = kj_text_error_get_private(inner);
    place->column = MAX(1, place->column) + kj_text_column(scan->text, at) - 1;
    g_propagate_error(error, inner);
    return false;
}

bool kj_scan_blanks(KjScan *scan)
{
    while (*scan->at && kj_is_break(*scan->at))
        scan->at++;
    return *scan->at != '\0';
}

bool kj_scan_word(KjScan *scan, const char *word)
{
    kj_scan_blanks(scan);
    size_t length = strlen(word);
    if (strncmp(scan->at, word, length) != 0 || !kj_is_break(scan->at[length]))
        return false;
    scan->at += length;
    return true;
}

bool kj_scan_end(KjScan *scan, GError **error)
{
    if (!kj_scan_blanks(scan))
        return true;
    char quote[KJ_TEXT_QUOTE];
    return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                        "unexpected %s, expected the end of the text",
                        kj_text_quote(scan->at, KJ_TEXT_UNTIL_BLANK, quote));
}

bool kj_scan_number(KjScan *scan, unsigned limit, unsigned *out, GError **error)
{
    char quote[KJ_TEXT_QUOTE];
    const char *start = scan->at;
    g_return_val_if_fail(limit >= 9, false);
    if (!g_ascii_isdigit(*start))
        return kj_scan_fail(scan, start, KJ_TEXT_ERROR_SYNTAX, error, "%s, expected a number",
                            kj_text_quote_char(start, quote));
    if (*start == '0')
        return kj_scan_fail(scan, start, KJ_TEXT_ERROR_SYNTAX, error,
                            "a number must not begin with 0, expected 1 to %u", limit);
    unsigned value = 0;
    for (; g_ascii_isdigit(*scan->at); scan->at++) {
        unsigned digit = (unsigned)(*scan->at - '0');
        if (value > (limit - digit) / 10)
            return kj_scan_fail(scan, start, KJ_TEXT_ERROR_SYNTAX, error,
                                "number too big, expected 1 to %u", limit);
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

/* The letters of a game with blanks between them. */
static void list_letters(const KjGame *game, char out[2 * KJ_MAX_BASE])
{
    unsigned n = 0;
    for (unsigned i = 0; i < game->row->n_pieces; i++) {
        if (i)
            out[n++] = ' ';
        out[n++] = game->row->pieces[i].letter;
    }
    out[n] = '\0';
}

/* Another game on a board of this size that has such a piece, or NULL. */
static const KjGame *game_with(const KjGame *game, char letter)
{
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGame *other = kj_game_at(i);
        if (other->t->files == game->t->files && other->t->ranks == game->t->ranks &&
            kj_game_kind(other, letter) != KJ_NONE)
            return other;
    }
    return NULL;
}

/* That the letter read is no piece of the game; with the game that has it, if there is one. */
static bool no_such_piece(KjScan *scan, const KjGame *game, GError **error)
{
    char quote[KJ_TEXT_QUOTE], letters[2 * KJ_MAX_BASE];
    const KjGame *other = game_with(game, g_ascii_toupper(*scan->at));
    list_letters(game, letters);
    if (!other)
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                            "%s is not a piece of %s, expected one of %s",
                            kj_text_quote_char(scan->at, quote), kj_game_name(game), letters);
    return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                        "%s is not a piece of %s, expected one of %s, or --variant %s",
                        kj_text_quote_char(scan->at, quote), kj_game_name(game), letters,
                        other->row->id);
}

bool kj_scan_piece(KjScan *scan, const KjGame *game, bool promoted, KjPiece *out, GError **error)
{
    char c = *scan->at;
    KjKind kind = g_ascii_isalpha(c) ? kj_game_kind(game, g_ascii_toupper(c)) : KJ_NONE;
    if (kind == KJ_NONE)
        return no_such_piece(scan, game, error);
    if (promoted && !game->t->promotes[kind])
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_POSITION, error,
                            "'%c' does not promote, expected it without '+'", c);
    if (promoted)
        kind |= KJ_PROMOTED;
    *out = kj_piece(g_ascii_isupper(c) ? KJ_SENTE : KJ_GOTE, kind);
    scan->at++;
    return true;
}

bool kj_scan_hand(const KjScan *scan, const char *at, KjPosition *pos, KjPiece piece,
                  unsigned count, GError **error)
{
    const KjTables *t = pos->game->t;
    KjSide side = kj_piece_side(piece);
    KjKind kind = kj_piece_kind(piece);
    if (!t->hand_bits[kind])
        return kj_scan_fail(scan, at, KJ_TEXT_ERROR_POSITION, error,
                            "'%s%c' cannot be in hand in %s", kind & KJ_PROMOTED ? "+" : "",
                            kj_game_piece(pos->game, kind)->letter, kj_game_name(pos->game));
    unsigned limit = (1u << t->hand_bits[kind]) - 1;
    unsigned held = kj_hand_count(t, pos->hand[side], kind);
    if (count > limit - held)
        return kj_scan_fail(scan, at, KJ_TEXT_ERROR_POSITION, error,
                            "too many '%s%c' in hand, the set has %u",
                            kind & KJ_PROMOTED ? "+" : "", kj_game_piece(pos->game, kind)->letter,
                            kj_game_piece(pos->game, kind)->set);
    pos->hand[side] += count * t->hand_one[kind];
    return true;
}

bool kj_char_is_obeyed(gunichar c)
{
    enum { NON_JOINER = 0x200c, JOINER = 0x200d }; // letters of words and of pictures
    switch (g_unichar_type(c)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR: return true;
    case G_UNICODE_FORMAT: return c != NON_JOINER && c != JOINER;
    default: return false;
    }
}

void kj_text_harmless(char *text)
{
    for (char *at = text; *at; at = g_utf8_next_char(at)) {
        if (*at != '\n' && *at != '\t' && kj_char_is_obeyed(g_utf8_get_char(at)))
            memset(at, '?', (size_t)(g_utf8_next_char(at) - at));
    }
}

void kj_text_to_leaf(char *text, char instead)
{
    char *to = text;
    for (char *at = text, *next; *at; at = next) {
        next = g_utf8_next_char(at);
        bool bad = strchr(" /\\:*?\"<>|", *at) || (*at == '.' && at == text) ||
                   kj_char_is_obeyed(g_utf8_get_char(at));
        if (bad)
            *to++ = instead;
        else
            while (at < next)
                *to++ = *at++;
    }
    *to = '\0';
}

const char *kj_side_name(KjSide side)
{
    return side == KJ_SENTE ? "sente" : "gote";
}

const char *kj_game_name(const KjGame *game)
{
    return kj_lang() == KJ_LANG_JA ? game->row->name_ja : game->row->name_en;
}
