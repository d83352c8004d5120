/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * USEN: `START~PLY.MOVES.END`, with further parts `~PLY.MOVES.END` for branches, each of which
 * leaves the line before it after so many plies. START is SFEN without its number, with `_`, `.`
 * and `z` for `/`, blank and `+`; empty: the start of a game. A move is three digits of base 36.
 */
#include "core/format/usen.h"

#include <string.h>

#include "core/format/address.h"
#include "core/format/sfen.h"
#include "core/notation/csa_codes.h"
#include "core/text/lang.h"

enum { FILES = 9, SQUARES = 81, DIGITS = 3, BASE = 36, MAX_PLY = 100000 };

/* Pieces from hand, in the place of an origin. */
static const struct {
    char code[3]; // of CSA
    unsigned from;
} drops[] = {{"KI", SQUARES + 9},  {"FU", SQUARES + 10}, {"KY", SQUARES + 11}, {"KE", SQUARES + 12},
             {"GI", SQUARES + 13}, {"KA", SQUARES + 14}, {"HI", SQUARES + 15}};

static const struct {
    KjGameEnd end;
    char letter;
} ends[] = {
    {KJ_END_RESIGNED, 'r'}, {KJ_END_TIME_UP, 't'}, {KJ_END_IMPASSE, 'j'}, {KJ_END_STOPPED, 'p'}};

bool kj_usen_has_end(KjGameEnd end)
{
    for (size_t i = 0; i < G_N_ELEMENTS(ends); i++)
        if (ends[i].end == end)
            return true;
    return false;
}

/* USEN counts squares along the ranks, from the right. */
static unsigned turn_square(unsigned square)
{
    return square % FILES * FILES + square / FILES;
}

/* ---- links ---- */

/* The decoded value of a parameter of a link, which has one of two names. (transfer full) */
static char *parameter(const char *link, const char *const names[2])
{
    char *value = kj_address_parameter(link, names[0]);
    return value ? value : kj_address_parameter(link, names[1]);
}

/* The USEN of a line, which may be a link. (transfer full; NULL: none) */
static char *usen_of(const char *line)
{
    static const char *const names[] = {"u", "usen"};
    if (!g_str_has_prefix(line, "http://") && !g_str_has_prefix(line, "https://"))
        return g_strdup(line);
    return parameter(line, names);
}

static void add_names(KjGameFile *file, const char *line)
{
    static const struct {
        const char *key, *names[2];
    } players[] = {{"先手", {"bn", "bname"}}, {"後手", {"wn", "wname"}}};
    for (size_t i = 0; i < G_N_ELEMENTS(players); i++) {
        g_autofree char *name = parameter(line, players[i].names);
        if (name && *name)
            kj_move_node_note(file->tree->root, KJ_NOTE_HEADER, players[i].key, name);
    }
}

bool kj_usen_is(const char *line)
{
    g_autofree char *usen = usen_of(line);
    const char *part = usen ? strchr(usen, '~') : NULL;
    if (!part || strspn(usen, "0123456789abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ-_.") != (size_t)(part - usen))
        return false;
    size_t digits = strspn(part + 1, "0123456789");
    return digits && part[1 + digits] == '.';
}

/* ---- reading ---- */

typedef struct {
    KjScan scan;
    KjMoveCursor cursor;
} Reader;

static bool read_start(const KjScan *scan, const KjGame *game, KjPosition *out, GError **error)
{
    size_t length = strcspn(scan->text, "~");
    g_autofree char *sfen = g_strndup(scan->text, length);
    g_strdelimit(sfen, "_", '/');
    g_strdelimit(sfen, ".", ' ');
    g_strdelimit(sfen, "z", '+');
    return kj_sfen_read(*sfen ? sfen : game->row->start, game, out, NULL, error);
}

/* The move of three digits; false if they are none. */
static bool decode(const KjGame *game, const char *at, KjMove *out)
{
    unsigned number = 0;
    for (unsigned i = 0; i < DIGITS; i++) {
        if (!g_ascii_isdigit(at[i]) && !g_ascii_islower(at[i]))
            return false;
        unsigned digit = (unsigned)(g_ascii_isdigit(at[i]) ? at[i] - '0' : at[i] - 'a' + 10);
        number = number * BASE + digit;
    }
    unsigned from = number / 2 / SQUARES, to = turn_square(number / 2 % SQUARES);
    bool promotes = number % 2;
    if (from < SQUARES) {
        *out = kj_make_move(turn_square(from), to) | (promotes ? KJ_MOVE_PROMOTE : 0);
        return true;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(drops); i++) {
        *out = kj_make_drop(kj_csa_kind(game, drops[i].code), to);
        if (drops[i].from == from)
            return !promotes;
    }
    return false;
}

static bool read_moves(Reader *reader, GError **error)
{
    KjScan *scan = &reader->scan;
    for (; *scan->at != '.'; scan->at += DIGITS) {
        char quote[KJ_TEXT_QUOTE];
        KjMove move;
        if (!decode(reader->cursor.position.game, scan->at, &move))
            return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                                "%s is not a move of USEN, expected three digits of base 36",
                                kj_text_quote(scan->at, DIGITS, quote));
        g_autoptr(GError) inner = NULL;
        if (!kj_move_cursor_play(&reader->cursor, move, &inner))
            return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_MOVE, error, "%s", inner->message);
    }
    scan->at++;
    return true;
}

/* The letter behind the moves, if there is one. Any other than those above is an end too, but which
 * is not known. */
static bool read_end(Reader *reader, GError **error)
{
    KjScan *scan = &reader->scan;
    char letter = *scan->at;
    KjGameEnd end = KJ_END_STOPPED;
    if (!g_ascii_islower(letter))
        return true;
    for (size_t i = 0; i < G_N_ELEMENTS(ends); i++)
        if (ends[i].letter == letter)
            end = ends[i].end;
    g_autoptr(GError) inner = NULL;
    if (!kj_move_cursor_end(&reader->cursor, end, &inner))
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_MOVE, error, "%s", inner->message);
    scan->at++;
    return true;
}

/* A line of moves: the main one, or one that leaves the line before. */
static bool read_part(Reader *reader, GError **error)
{
    KjScan *scan = &reader->scan;
    const char *at = ++scan->at; // behind the ~
    unsigned ply = 0;
    if (*at == '0')
        scan->at++;
    else if (!kj_scan_number(scan, MAX_PLY, &ply, error))
        return false;
    if (ply > reader->cursor.at->ply)
        return kj_scan_fail(scan, at, KJ_TEXT_ERROR_SYNTAX, error,
                            "no ply %u in the line before, expected one of its plies", ply);
    if (*scan->at != '.')
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_SYNTAX, error,
                            "no moves, expected them after a dot");
    scan->at++;
    kj_move_cursor_back(&reader->cursor, ply);
    return read_moves(reader, error) && read_end(reader, error);
}

static KjGameFile *read_record(const char *line, const KjGame *game, GError **error)
{
    g_autofree char *usen = usen_of(line);
    g_autoptr(KjGameFile) file = kj_game_file_new(KJ_FORMAT_USEN);
    Reader reader = {.scan = {usen, usen}};
    if (!read_start(&reader.scan, game, &file->tree->start, error))
        return NULL;
    kj_move_node_note(file->tree->root, KJ_NOTE_BOARD, NULL, "");
    if (line[0] == 'h')
        add_names(file, line);
    reader.scan.at += strcspn(usen, "~");
    kj_move_cursor_init(&reader.cursor, file->tree);
    bool ok = true;
    while (ok && *reader.scan.at == '~')
        ok = read_part(&reader, error);
    kj_move_cursor_clear(&reader.cursor);
    ok = ok && kj_scan_end(&reader.scan, error);
    return ok ? g_steal_pointer(&file) : NULL;
}

GPtrArray *kj_usen_read(char *text, const KjGame *game, GError **error)
{
    GPtrArray *files = g_ptr_array_new_with_free_func((GDestroyNotify)kj_game_file_free);
    const KjGame *shogi = kj_game_at(0);
    unsigned number = 0;
    for (char *line; (line = kj_text_next_line(&text));) {
        GError *inner = NULL;
        number++;
        g_strstrip(line);
        if (!*line || *line == '#')
            continue;
        KjGameFile *file = NULL;
        if (kj_usen_is(line))
            file = read_record(line, game ? game : shogi, &inner);
        else
            kj_text_error_set(&inner, (KjTextPlace){.column = 1}, KJ_TEXT_ERROR_SYNTAX,
                              "not USEN, expected it or a link that has it");
        if (!file) {
            kj_text_error_set_line(inner, number);
            g_propagate_error(error, inner);
            break;
        }
        file->line = number;
        kj_move_tree_stamp(file->tree, number);
        g_ptr_array_add(files, file);
    }
    return files;
}

/* ---- writing ---- */

static void write_move(GString *out, const KjGame *game, KjMove move)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    unsigned from = 0;
    if (!kj_move_is_drop(move))
        from = turn_square(kj_move_from(move));
    for (size_t i = 0; i < G_N_ELEMENTS(drops) && kj_move_is_drop(move); i++)
        if (kj_csa_kind(game, drops[i].code) == kj_move_drop_kind(move))
            from = drops[i].from;
    unsigned number = (from * SQUARES + turn_square(kj_move_to(move))) * 2 + kj_move_promotes(move);
    g_string_append_printf(out, "%c%c%c", digits[number / BASE / BASE],
                           digits[number / BASE % BASE], digits[number % BASE]);
}

/* A line from its first node on. */
static void write_part(GString *out, const KjGame *game, const KjMoveNode *node)
{
    g_string_append_printf(out, "~%u.", node ? node->ply - 1 : 0);
    for (; node && !node->end; node = node->child)
        write_move(out, game, node->move);
    g_string_append_c(out, '.');
    for (size_t i = 0; node && i < G_N_ELEMENTS(ends); i++)
        if (ends[i].end == node->end)
            g_string_append_c(out, ends[i].letter);
}

bool kj_usen_write(GString *out, KjGameFile *file, GError **error)
{
    const KjPosition *start = &file->tree->start;
    const KjGame *game = start->game;
    if (strcmp(game->row->id, kj_game_at(0)->row->id) != 0)
        return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION,
                            "USEN is for shogi alone, expected no position of %s",
                            kj_game_name(game));
    g_autofree char *sfen = kj_sfen_write(start, 1);
    if (strcmp(sfen, game->row->start) != 0) {
        *strrchr(sfen, ' ') = '\0'; // the number
        g_strdelimit(sfen, "/", '_');
        g_strdelimit(sfen, " ", '.');
        g_string_append(out, g_strdelimit(sfen, "+", 'z'));
    }
    g_autoptr(GPtrArray) lines = kj_move_tree_lines(file->tree);
    for (guint i = 0; i < lines->len; i++)
        write_part(out, game, lines->pdata[i]);
    if (lines->len == 0)
        write_part(out, game, NULL);
    g_string_append_c(out, '\n');
    return true;
}
