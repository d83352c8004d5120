/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a line of KIF, KI2 or BOD is. Each line is told here, and nowhere else. */
#include <string.h>

#include "core/format/game_file.h"
#include "core/format/kif-priv.h"
#include "core/format/record_reader-priv.h"
#include "core/notation/notation_parts.h"
#include "core/notation/piece_kanji.h"

// What the sides are called, in the order of KjSide.
static const char *const names[2][10] = {
    {"先手", "下手", "攻方", "攻め方", "詰方", "▲", "☗", NULL},
    {"後手", "上手", "玉方",
     "受"
     "方",
     "受け方", "守方", "△", "▽", "☖", NULL},
};

static const char *after(const char *text, const char *word)
{
    return text && g_str_has_prefix(text, word) ? text + strlen(word) : NULL;
}

/* The place after the first of some words that comes here, or NULL. */
static const char *after_any(const char *text, const char *const *words)
{
    const char *end = NULL;
    for (; *words && !end; words++)
        end = after(text, *words);
    return end;
}

static const char *after_colon(const char *text)
{
    static const char *const colons[] = {"：", ":", NULL};
    return after_any(text, colons);
}

static const char *after_side(const char *text, KjSide *out)
{
    const char *end = after_any(text, names[KJ_SENTE]);
    *out = end ? KJ_SENTE : KJ_GOTE;
    return end ? end : after_any(text, names[KJ_GOTE]);
}

size_t kj_kif_bar(const char *at)
{
    static const char *const bars[] = {"|", "｜", "│", "┃", NULL};
    const char *end = after_any(at, bars);
    return end ? (size_t)(end - at) : 0;
}

/* ---- the diagram ---- */

static bool is_frame(const char *at)
{
    static const char *const corners[] = {"+--", "＋－", "＋ー", "┌", "┏",
                                          "└",   "┗",    "├",    "┣", NULL};
    return after_any(at, corners) != NULL;
}

/* The ruler of files: digits down to 1 or letters up from a, alone. */
static bool is_files(const char *at)
{
    unsigned n = 0, first = 0, now = 0;
    bool letters = false;
    for (const char *next; *at; at = kj_match_blanks(next), n++) {
        unsigned before = now;
        if (n == 0)
            letters = !kj_wide_digit_read(at, false, false, &now);
        next = kj_wide_digit_read(at, false, letters, &now);
        if (!next || (n && now != (letters ? before + 1 : before - 1)))
            return false;
        first = n ? first : now;
    }
    return n >= 2 && (letters ? first : now) == 1;
}

/* The place after a cell of a row, or NULL. */
static const char *after_cell(const char *at, bool *out_empty)
{
    KjSide side;
    const char *face = kj_kif_cell_face(at, &side), *end = kj_kif_cell_empty(face);
    *out_empty = end != NULL;
    return end ? end : kj_piece_kanji_any(face);
}

/* A row that has lost its bars: cells with blanks between them, empty ones among them. */
static bool is_bare_row(const char *at)
{
    unsigned cells = 0, empty = 0, gaps = 0, rank;
    KjSide side;
    bool is_empty;
    for (const char *end; (end = after_cell(at, &is_empty)); cells++) {
        empty += is_empty;
        at = kj_match_blanks(end);
        gaps += at > end || kj_kif_cell_face(end, &side) > end;
    }
    const char *end = kj_wide_digit_read(at, true, false, &rank);
    return cells >= 3 && empty && gaps + 1 >= cells && !*kj_match_blanks(end ? end : at);
}

static const char *const hands[] = {"持駒", "持ち駒", "手持駒", "手持ち駒", "手持ち", "手駒", NULL};

/* What a line says that somebody has in hand who is no side we know; NULL for others. */
static const char *after_hand_of_whom(const char *at)
{
    for (size_t i = 0; hands[i]; i++) {
        const char *word = strstr(at, hands[i]);
        const char *value = word ? after_colon(word + strlen(hands[i])) : NULL;
        if (value && !memchr(at, ' ', (size_t)(word - at)) && !g_strstr_len(at, word - at, "：") &&
            !memchr(at, ':', (size_t)(word - at)))
            return value;
    }
    return NULL;
}

/* What a line says that a side has in hand; NULL for others. */
static const char *after_hand(const char *at, KjKifLine *out)
{
    const char *side = kj_match_blanks(after_side(at, &out->side));
    const char *no = kj_match_blanks(after(side, "の"));
    out->side = side ? out->side : KJ_SENTE; // the attacker's goes without saying
    const char *word = after_any(no ? no : side ? side : at, hands);
    const char *value = word ? kj_match_blanks(word) : NULL;
    const char *said = value ? after_colon(value) : NULL;
    if (!said && value > word && (after(value, "なし") || kj_piece_kanji_any(value)))
        said = value;
    out->side_known = said != NULL;
    return said ? said : after_hand_of_whom(at);
}

/* `後手番` or `手番：後手`. */
static bool is_turn(const char *at, KjSide *out)
{
    const char *header = after_colon(after(at, "手番"));
    const char *side = after_side(header ? kj_match_blanks(header) : at, out);
    const char *turn = after(side, "番");
    const char *end = turn || !header ? turn : side;
    return end && !*kj_match_blanks(end);
}

/* ---- moves ---- */

/* Whether a move or an end comes here. */
static bool is_move(const char *at)
{
    if (kj_kif_move_shape(at))
        return true;
    g_autofree char *word = g_strndup(at, kj_kif_word(at));
    return kj_game_end_from_ja(word) != KJ_END_NONE;
}

static const char *after_character(const char *at, gunichar first, gunichar last)
{
    gunichar c = g_utf8_get_char_validated(at, -1);
    return c >= first && c <= last ? at + g_utf8_skip[(unsigned char)*at] : NULL;
}

static const char *after_digit(const char *at)
{
    return g_ascii_isdigit(*at) ? at + 1 : after_character(at, 0xff10, 0xff19);
}

/* Where a move or an end begins, behind blanks, or NULL. */
static const char *at_move(const char *at)
{
    at = kj_match_blanks(at);
    return at && is_move(at) ? at : NULL;
}

/* The place after the number of a move: blanks part them, a sign does, or nothing, where the last
 * digits may be of the square. */
static const char *after_number(const char *at)
{
    enum { MOST = 6 };
    static const char *const signs[] = {".", "．", ")", "）", ":", "：", "、", "手目", NULL};
    static const char *const brackets[] = {"(", "（", NULL};
    const char *bracket = after_any(at, brackets), *circled = after_character(at, 0x2460, 0x2473);
    const char *digit[MOST + 1] = {bracket ? bracket : at};
    unsigned n = 0;
    if (circled)
        return at_move(circled);
    while (n < MOST && (digit[n + 1] = after_digit(digit[n])))
        n++;
    const char *end = digit[n], *blanks = kj_match_blanks(end), *sign = after_any(end, signs);
    if (!n || after_digit(end) || (bracket && !sign))
        return NULL;
    if (blanks > end && g_ascii_isdigit(*at))
        return blanks;
    if (sign || blanks > end)
        return at_move(sign ? sign : end);
    for (unsigned last = 0; last < 3 && last < n; last++)
        if (is_move(digit[n - last]))
            return digit[n - last];
    return NULL;
}

/* The place after 変化, of a line that tells a number. */
static const char *after_branch(const char *at)
{
    const char *end = after(at, "変化"), *colon = end ? after_colon(end) : NULL;
    const char *number = kj_match_blanks(colon ? colon : end);
    return colon || (number && after_digit(number)) ? number : NULL;
}

/* ---- headers ---- */

/* Splits `key：value` at the first colon of either width; false if that is no key. Blanks within a
 * known key are layout. */
static bool split_header(const char *at, KjKifLine *out)
{
    const char *wide = strstr(at, "："), *narrow = strchr(at, ':');
    bool is_wide = wide && (!narrow || wide < narrow);
    const char *colon = is_wide ? wide : narrow;
    bool blanks = false;
    size_t length = 0;
    if (!colon || colon == at)
        return false;
    for (const char *p = at; p < colon; p++) {
        const char *next = kj_match_blanks(p);
        blanks |= next > p;
        p = next;
        if (length + 1 >= sizeof out->key || *p == '|')
            return false;
        if (p < colon)
            out->key[length++] = *p;
    }
    out->key[length] = '\0';
    out->value = colon + (is_wide ? strlen("：") : 1);
    // a half-width colon is common in texts that are no headers
    return (is_wide && !blanks) || kj_game_file_header_known(out->key);
}

/* ---- all of them ---- */

static KjKifClass diagram_class(KjKifLine *line)
{
    static const char *const counts[] = {"手数＝", "手数=", NULL};
    const char *at = line->at;
    if (kj_kif_bar(at) || is_bare_row(at))
        return KJ_KIF_ROW;
    if (is_frame(at))
        return KJ_KIF_FRAME;
    if (is_files(at))
        return KJ_KIF_FILES;
    if ((line->value = after_hand(at, line)))
        return KJ_KIF_HAND;
    if (is_turn(at, &line->side))
        return KJ_KIF_TURN;
    return after_any(at, counts) ? KJ_KIF_COUNT : KJ_KIF_PROSE;
}

static KjKifClass class_of(KjKifLine *line)
{
    const char *at = line->at;
    if (at[strspn(at, " \t\f\x1a")] == '\0')
        return KJ_KIF_BLANK;
    switch (*at) {
    case '*': return KJ_KIF_COMMENT;
    case '&': return KJ_KIF_BOOKMARK;
    case '#': return KJ_KIF_SOFTWARE;
    default: break;
    }
    KjKifClass diagram = diagram_class(line);
    if (diagram != KJ_KIF_PROSE)
        return diagram;
    if (after(at, "手数--"))
        return KJ_KIF_RULER;
    if ((line->value = after_branch(at)))
        return KJ_KIF_BRANCH;
    if ((line->value = after_number(at)))
        return KJ_KIF_MOVE;
    line->value = at;
    if (kj_ki2_mark(at) || is_move(at) || at_move(after_side(at, &line->side)))
        return KJ_KIF_MOVES;
    if (after(at, "まで"))
        return KJ_KIF_TRAILER;
    return split_header(at, line) ? KJ_KIF_HEADER : KJ_KIF_PROSE;
}

/* What a line is after a bar that begins no row but is a mark of quotation; `line` if it is none. */
static KjKifLine without_bar(KjKifLine line)
{
    const char *next = kj_match_blanks(line.at + kj_kif_bar(line.at));
    KjKifLine inner = {.plain = line.plain, .at = next};
    bool empty, cell = after_cell(next, &empty) != NULL;
    if (strchr(line.at + 1, '|') || (cell && kj_kif_cell_face(next, &inner.side) > next))
        return line;
    inner.is = class_of(&inner);
    return inner.is == KJ_KIF_ROW || (inner.is == KJ_KIF_PROSE && cell) ? line : inner;
}

KjKifLine kj_kif_line(const char *text)
{
    KjKifLine line = {.plain = kj_record_unquoted(text)};
    line.at = kj_match_blanks(line.plain);
    // a row or a frame behind a bar is a quoted one
    for (size_t bar; (bar = kj_kif_bar(line.at));) {
        const char *next = kj_match_blanks(line.at + bar);
        if (!kj_kif_bar(next) && !is_frame(next))
            break;
        line.at = next;
    }
    line.is = class_of(&line);
    return kj_kif_bar(line.at) ? without_bar(line) : line;
}

bool kj_kif_is_play(const char *text)
{
    KjKifLine line = kj_kif_line(text);
    return (line.is >= KJ_KIF_ROW && line.is <= KJ_KIF_HAND) || line.is == KJ_KIF_MOVES ||
           (line.is == KJ_KIF_MOVE && is_move(line.value));
}

char *kj_kif_line_text(const char *text)
{
    KjKifLine line = kj_kif_line(text);
    bool indented = line.plain != text || line.at - line.plain > 2;
    if (line.is == KJ_KIF_FILES && indented)
        return g_strconcat("  ", line.at, NULL);
    bool keeps = line.is == KJ_KIF_FILES || line.is == KJ_KIF_MOVE || line.is == KJ_KIF_PROSE;
    return g_strdup(keeps ? line.plain : line.at);
}
