/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces and start positions of CSA. */
#include <string.h>

#include "core/format/csa-priv.h"
#include "core/format/handicap.h"
#include "core/notation/notation_parts.h"

static const struct {
    const char *name;
    const char *key;
} keys[] = {
    {"$EVENT", "棋戦"},        {"$SITE", "場所"},           {"$START_TIME", "開始日時"},
    {"$END_TIME", "終了日時"}, {"$TIME_LIMIT", "持ち時間"}, {"$OPENING", "戦型"},
    {"$NOTE", "備考"},
};

const char *kj_csa_key(const char *dollar_name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
        if (strcmp(keys[i].name, dollar_name) == 0)
            return keys[i].key;
    }
    return dollar_name;
}

const char *kj_csa_name(const char *key)
{
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
        if (strcmp(keys[i].key, key) == 0)
            return keys[i].name;
    }
    return *key == '$' ? key : NULL;
}

bool kj_csa_is_board(const char *line)
{
    if (line[0] != 'P')
        return false;
    if (g_ascii_isdigit(line[1])) {
        const char *at = kj_match_blanks(line + 2);
        return at > line + 2 || !*at || strchr("*+-", *at);
    }
    bool end = line[1] && (!line[2] || line[2] == ',' || g_ascii_isdigit(line[2]));
    return line[1] == '+' || line[1] == '-' || (line[1] == 'I' && end);
}

bool kj_csa_is_play(const char *line)
{
    bool sign = *line == '+' || *line == '-';
    bool move = sign && strspn(line + 1, "0123456789") == 4 && g_ascii_isupper(line[5]) &&
                g_ascii_isupper(line[6]);
    return move || kj_csa_is_board(line);
}

static bool fail_piece(const KjScan *scan, const KjGame *game, GError **error)
{
    char quote[KJ_TEXT_QUOTE];
    return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                        "%s is not a piece of %s, expected letters such as FU",
                        kj_text_quote_char(scan->at, quote), kj_game_name(game));
}

static bool read_row(const char *line, KjPosition *out, GError **error)
{
    const KjTables *t = out->game->t;
    KjScan scan = {line, line + 2};
    unsigned rank = (unsigned)(line[1] - '1'), file = t->files;
    if (rank >= t->ranks)
        return kj_scan_fail(&scan, line + 1, KJ_TEXT_ERROR_POSITION, error,
                            "no such rank, expected 1 to %u", t->ranks);
    while (file-- > 0) {
        scan.at = kj_match_blanks(scan.at); // some have more or fewer of them
        KjSide side = *scan.at == '-' ? KJ_GOTE : KJ_SENTE;
        if (*scan.at == '\0' || !strchr("*+-", *scan.at))
            return kj_scan_fail(&scan, scan.at, KJ_TEXT_ERROR_SYNTAX, error,
                                "a row of %u squares, expected %u", t->files - file - 1u, t->files);
        if (*scan.at++ == '*')
            continue;
        KjKind kind = kj_csa_kind(out->game, scan.at);
        if (kind == KJ_NONE)
            return fail_piece(&scan, out->game, error);
        kj_position_put(out, file * t->ranks + rank, kj_piece(side, kind));
        scan.at += 2;
    }
    scan.at = kj_match_blanks(scan.at);
    return kj_scan_end(&scan, error);
}

/* One item of P+, P- or PI: a square and a piece, `00` a hand, `00AL` the rest. */
static bool read_item(KjScan *scan, char sign, KjPosition *out, GError **error)
{
    const KjTables *t = out->game->t;
    KjSide side = sign == '-' ? KJ_GOTE : KJ_SENTE;
    const char *at = scan->at;
    if (!g_ascii_isdigit(at[0]) || !g_ascii_isdigit(at[1]))
        return kj_scan_fail(scan, at, KJ_TEXT_ERROR_SYNTAX, error,
                            "expected a square of two digits and a piece");
    unsigned file = (unsigned)(at[0] - '1'), rank = (unsigned)(at[1] - '1');
    bool hand = g_str_has_prefix(at, "00");
    scan->at += 2;
    if (hand && sign != 'I' && g_str_has_prefix(scan->at, "AL")) {
        kj_position_give_rest(out, side);
        scan->at += 2;
        return true;
    }
    KjKind kind = kj_csa_kind(out->game, scan->at);
    if (kind == KJ_NONE)
        return fail_piece(scan, out->game, error);
    scan->at += 2;
    if (hand)
        return kj_scan_hand(scan, at, out, kj_piece(side, kind), 1, error);
    if (file >= t->files || rank >= t->ranks)
        return kj_scan_fail(scan, at, KJ_TEXT_ERROR_SYNTAX, error, "no such square, expected 11");
    unsigned square = file * t->ranks + rank;
    if (sign == 'I' && kj_piece_kind(out->board[square]) != kind)
        return kj_scan_fail(scan, at, KJ_TEXT_ERROR_POSITION, error,
                            "the piece to be left off does not stand there");
    if (out->board[square])
        kj_position_remove(out, square);
    if (sign != 'I')
        kj_position_put(out, square, kj_piece(side, kind));
    return true;
}

static bool read_list(const char *line, KjPosition *out, GError **error)
{
    KjScan scan = {line, line + 2};
    if (line[1] == 'I')
        kj_handicap_find(out->game, "平手", out);
    while (*(scan.at = kj_match_blanks(scan.at))) {
        if (!read_item(&scan, line[1], out, error))
            return false;
    }
    return true;
}

/* How many rows there are, and the squares of the longest. */
static unsigned count_rows(const GArray *lines, unsigned *out_files)
{
    unsigned ranks = 0;
    *out_files = 0;
    for (guint i = 0; i < lines->len; i++) {
        const char *at = g_array_index(lines, KjCsaLine, i).text + 1;
        unsigned files = 0;
        if (!g_ascii_isdigit(*at))
            continue;
        ranks++;
        while (*++at)
            files += strchr("*+-", *at) != NULL;
        *out_files = MAX(*out_files, files);
    }
    return ranks;
}

static bool read_lines(const GArray *lines, KjPosition *out, unsigned *out_line, GError **error)
{
    unsigned seen = 0; // a bit for each rank
    for (guint i = 0; i < lines->len; i++) {
        const KjCsaLine *line = &g_array_index(lines, KjCsaLine, i);
        const char *text = line->text;
        bool is_row = g_ascii_isdigit(text[1]);
        unsigned rank = is_row ? 1u << (text[1] - '0') : 0;
        KjScan scan = {text, text + 1};
        *out_line = line->line;
        bool ok = seen & rank ? kj_scan_fail(&scan, scan.at, KJ_TEXT_ERROR_SYNTAX, error,
                                             "a second row of this rank, expected one")
                  : is_row    ? read_row(text, out, error)
                              : read_list(text, out, error);
        if (!ok) {
            kj_text_error_move(error ? *error : NULL, 0, line->before);
            return false;
        }
        seen |= rank;
    }
    return true;
}

bool kj_csa_board_read(const GArray *lines, const KjGame *game, KjPosition *out, unsigned *out_line,
                       GError **error)
{
    unsigned files, ranks = count_rows(lines, &files);
    if (!game)
        game = ranks ? kj_game_by_size(files, ranks) : kj_game_at(0);
    if (lines->len)
        *out_line = g_array_index(lines, KjCsaLine, 0).line;
    if (!game || (ranks && ranks != game->t->ranks))
        return kj_text_error_set(error, (KjTextPlace){.column = 1}, KJ_TEXT_ERROR_POSITION,
                                 "no game has a board of this size, expected 9 rows of 9");
    kj_position_clear(out, game);
    if (lines->len == 0)
        return kj_handicap_find(game, "平手", out);
    return read_lines(lines, out, out_line, error);
}

unsigned kj_csa_board_rows(const GArray *lines)
{
    unsigned first = 0;
    for (guint i = 0; i < lines->len; i++) {
        const KjCsaLine *line = &g_array_index(lines, KjCsaLine, i);
        unsigned rank = g_ascii_isdigit(line->text[1]) ? (unsigned)(line->text[1] - '1') : 0;
        first = line->text[1] == '1' ? line->line : first;
        if (rank && line->line != first + rank)
            return 0;
    }
    return first;
}

/* ---- writing ---- */

static void write_hand(GString *out, const KjPosition *pos, KjSide side)
{
    const KjTables *t = pos->game->t;
    if (!pos->hand[side])
        return;
    g_string_append_printf(out, "P%c", side == KJ_SENTE ? '+' : '-');
    for (unsigned i = 0; i < t->n_hand; i++) {
        for (unsigned n = kj_hand_count(t, pos->hand[side], t->hand_kind[i]); n > 0; n--)
            g_string_append_printf(out, "00%s", kj_csa_code(pos->game, t->hand_kind[i]));
    }
    g_string_append_c(out, '\n');
}

void kj_csa_board_write(GString *out, const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    KjPosition even, rest = *pos;
    rest.hand[KJ_GOTE] = 0;
    kj_position_give_rest(&rest, KJ_GOTE);
    kj_handicap_find(pos->game, "平手", &even);
    kj_position_set_side(&even, (KjSide)pos->side);
    if (pos->game->row == kj_game_at(0)->row && kj_position_equal(&even, pos)) {
        g_string_append(out, "PI\n");
    } else {
        for (unsigned rank = 0; rank < t->ranks; rank++) {
            g_string_append_printf(out, "P%u", rank + 1);
            for (unsigned file = t->files; file-- > 0;) {
                KjPiece piece = pos->board[file * t->ranks + rank];
                g_string_append_printf(out, "%s%s",
                                       !piece                             ? " * "
                                       : kj_piece_side(piece) == KJ_SENTE ? "+"
                                                                          : "-",
                                       piece ? kj_csa_code(pos->game, kj_piece_kind(piece)) : "");
            }
            g_string_append_c(out, '\n');
        }
        write_hand(out, pos, KJ_SENTE);
        // as tsume have it: whatever is left is the defender's
        if (rest.hand[KJ_GOTE] && rest.hand[KJ_GOTE] == pos->hand[KJ_GOTE])
            g_string_append(out, "P-00AL\n");
        else
            write_hand(out, pos, KJ_GOTE);
    }
    g_string_append(out, pos->side == KJ_SENTE ? "+\n" : "-\n");
}
