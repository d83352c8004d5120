/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading and writing FEEN 1.0.0. */
#include "core/format/feen.h"

#include <string.h>

#include "core/format/sfen.h"
#include "core/text/lang.h"

/* One item of a hand: how many of which kind. */
typedef struct {
    unsigned count;
    KjKind kind;
} Item;

/* The canonical order of items: count descending, letter ascending, promoted before plain. */
static int compare_items(const KjGame *game, Item a, Item b)
{
    if (a.count != b.count)
        return a.count > b.count ? -1 : 1;
    char x = kj_game_piece(game, a.kind)->letter, y = kj_game_piece(game, b.kind)->letter;
    if (x != y)
        return x < y ? -1 : 1;
    return (int)(b.kind & KJ_PROMOTED) - (int)(a.kind & KJ_PROMOTED);
}

/* Whether this king may carry the mark of the derived style: 玉 in the games FEEN was made for. */
static bool may_be_derived(const KjGame *game, KjKind kind)
{
    return game->row->letter_files && kj_game_piece(game, kind)->kanji_other != NULL;
}

/* An EPIN token: state, letter, `^` of a king, `'`. */
static bool read_token(KjScan *scan, const KjGame *game, KjPiece *out, GError **error)
{
    if (*scan->at == '-')
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                            "no piece of %s has the state '-'", kj_game_name(game));
    if (!kj_sfen_piece_scan(scan, game, out, error))
        return false;
    KjKind kind = kj_piece_kind(*out);
    bool royal = kj_game_piece(game, kind)->royal;
    if (royal != (*scan->at == '^'))
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                            royal ? "no '^' after the king, expected %c^"
                                  : "'^' after '%c', which is not a king",
                            scan->at[-1]);
    scan->at += royal;
    if (*scan->at == '\'' && royal && may_be_derived(game, kind))
        scan->at++;
    return true;
}

/* One hand, up to `stop`; its items must be in canonical order. */
static bool read_hand(KjScan *scan, KjPosition *pos, KjSide side, char stop, GError **error)
{
    Item last = {0, KJ_NONE};
    while (*scan->at != stop && !kj_is_break(*scan->at)) {
        const char *start = scan->at;
        unsigned count = 1;
        KjPiece piece;
        if (g_ascii_isdigit(*start) && !kj_scan_number(scan, KJ_MAX_SQUARES, &count, error))
            return false;
        if (scan->at > start && count == 1)
            return kj_scan_fail(scan, start, KJ_TEXT_ERROR_SYNTAX, error,
                                "count 1 in hand, expected the piece alone");
        if (!read_token(scan, pos->game, &piece, error))
            return false;
        if (kj_piece_side(piece) != side)
            return kj_scan_fail(scan, start, KJ_TEXT_ERROR_SYNTAX, error,
                                "piece of the other side in %s's hand", kj_tr(kj_side_name(side)));
        Item item = {count, kj_piece_kind(piece)};
        if (last.kind && compare_items(pos->game, last, item) >= 0)
            return kj_scan_fail(
                scan, start, KJ_TEXT_ERROR_SYNTAX, error,
                "hand not in canonical order, expected highest counts first, then letters, "
                "promoted before unpromoted, each kind once");
        if (last.kind == item.kind || (pos->hand[side] & pos->game->t->hand_mask[item.kind]))
            return kj_scan_fail(scan, start, KJ_TEXT_ERROR_SYNTAX, error,
                                "kind twice in a hand, expected one count");
        if (!kj_scan_hand(scan, start, pos, piece, count, error))
            return false;
        last = item;
    }
    return true;
}

/* A single blank and no more. */
static bool read_blank(KjScan *scan, const char *next, GError **error)
{
    char quote[KJ_TEXT_QUOTE];
    if (*scan->at == ' ' && !kj_is_break(scan->at[1])) {
        scan->at++;
        return true;
    }
    return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                        "%s, expected a single blank and %s", kj_text_quote_char(scan->at, quote),
                        kj_tr(next));
}

/* The game with a style letter of either case, or NULL. */
static const KjGame *game_of_style(char letter)
{
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGame *game = kj_game_at(i);
        if (game->row->feen_style && game->row->feen_style == g_ascii_toupper(letter))
            return game;
    }
    return NULL;
}

/* The third field: two styles of the same game and opposite case. Checks them against `game`, or
 * finds it; NULL with an error. */
static const KjGame *read_styles(KjScan *scan, const KjGame *game, KjSide *side, GError **error)
{
    char quote[KJ_TEXT_QUOTE];
    const char *at = scan->at;
    bool form = g_ascii_isalpha(at[0]) && at[1] == '/' && g_ascii_isalpha(at[2]) &&
                kj_is_break(at[3]) && g_ascii_isupper(at[0]) != g_ascii_isupper(at[2]);
    if (!form) {
        kj_scan_fail(scan, at, KJ_TEXT_ERROR_SYNTAX, error,
                     "%s is not a pair of styles, expected one such as O/o or o/O",
                     kj_text_quote(at, KJ_TEXT_UNTIL_BLANK, quote));
        return NULL;
    }
    if (!game)
        game = game_of_style(at[0]);
    if (!game || game->row->feen_style != g_ascii_toupper(at[0]) ||
        g_ascii_toupper(at[0]) != g_ascii_toupper(at[2])) {
        kj_scan_fail(scan, at, KJ_TEXT_ERROR_SYNTAX, error,
                     "styles %.3s are not those of %s, expected the same game twice", at,
                     game ? kj_game_name(game) : kj_tr("any game"));
        return NULL;
    }
    *side = g_ascii_isupper(at[0]) ? KJ_SENTE : KJ_GOTE;
    scan->at += 3;
    return game;
}

/* The place after the second blank, where the styles are; the end of the text if there is none. */
static const char *find_styles(const char *at)
{
    for (int field = 0; field < 2; field++) {
        while (!kj_is_break(*at))
            at++;
        at += *at == ' ';
    }
    return at;
}

bool kj_feen_scan(KjScan *scan, const KjGame *game, KjPosition *out, GError **error)
{
    const char *start = scan->at;
    KjScan styles = {scan->text, find_styles(start)};
    KjSide side = KJ_SENTE;
    if (!(game = read_styles(&styles, game, &side, error)))
        return false;
    if (styles.at - start > KJ_FEEN_MAX)
        return kj_scan_fail(scan, start, KJ_TEXT_ERROR_SYNTAX, error,
                            "FEEN of %zu bytes, expected at most %d", (size_t)(styles.at - start),
                            KJ_FEEN_MAX);
    kj_position_clear(out, game);
    if (!kj_sfen_board_scan(scan, out, read_token, false, error) ||
        !read_blank(scan, "the hands", error) || !read_hand(scan, out, KJ_SENTE, '/', error))
        return false;
    if (*scan->at != '/')
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                            "only one hand, expected '/' and gote's");
    scan->at++;
    if (!read_hand(scan, out, KJ_GOTE, ' ', error) || !read_blank(scan, "the styles", error))
        return false;
    KjPieceCounts counts;
    kj_position_count(out, &counts);
    unsigned pieces = game->t->squares - counts.board[0] +
                      kj_hand_total(game->t, out->hand[KJ_SENTE]) +
                      kj_hand_total(game->t, out->hand[KJ_GOTE]);
    if (pieces > game->t->squares)
        return kj_scan_fail(scan, start, KJ_TEXT_ERROR_POSITION, error,
                            "%u pieces, expected no more than the %u squares", pieces,
                            game->t->squares);
    kj_position_set_side(out, side);
    *scan = styles;
    return true;
}

bool kj_feen_read(const char *text, const KjGame *game, KjPosition *out, GError **error)
{
    KjScan scan = {text, text};
    char quote[KJ_TEXT_QUOTE];
    if (!kj_feen_scan(&scan, game, out, error))
        return false;
    return *scan.at == '\0' || kj_scan_fail(&scan, scan.at, KJ_TEXT_ERROR_SYNTAX, error,
                                            "%s after the styles, expected the end of the text",
                                            kj_text_quote_char(scan.at, quote));
}

static void write_token(GString *out, const KjGame *game, KjPiece piece)
{
    kj_sfen_piece_write(out, game, piece);
    if (kj_game_piece(game, kj_piece_kind(piece))->royal)
        g_string_append_c(out, '^');
}

static void write_hand(GString *out, const KjPosition *pos, KjSide side)
{
    const KjTables *t = pos->game->t;
    Item items[KJ_MAX_KINDS];
    unsigned n = 0;
    for (unsigned i = 0; i < t->n_hand; i++) {
        Item item = {kj_hand_count(t, pos->hand[side], t->hand_kind[i]), t->hand_kind[i]};
        if (item.count == 0)
            continue;
        unsigned at = n++;
        for (; at > 0 && compare_items(pos->game, item, items[at - 1]) < 0; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
    for (unsigned i = 0; i < n; i++) {
        if (items[i].count > 1)
            g_string_append_printf(out, "%u", items[i].count);
        write_token(out, pos->game, kj_piece(side, items[i].kind));
    }
}

char *kj_feen_write(const KjPosition *pos)
{
    const KjGame *game = pos->game;
    if (!game->row->feen_style)
        return NULL;
    GString *out = g_string_new(NULL);
    kj_sfen_board_write(out, pos, write_token);
    g_string_append_c(out, ' ');
    write_hand(out, pos, KJ_SENTE);
    g_string_append_c(out, '/');
    write_hand(out, pos, KJ_GOTE);
    char first = game->row->feen_style, second = g_ascii_tolower(first);
    if (pos->side == KJ_GOTE) {
        second = first;
        first = g_ascii_tolower(second);
    }
    g_string_append_printf(out, " %c/%c", first, second);
    return g_string_free(out, FALSE);
}
