/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading JKF. */
#include "core/format/jkf.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "core/format/handicap.h"
#include "core/notation/csa_codes.h"
#include "core/notation/piece_kanji.h"
#include "core/text/json_text.h"
#include "core/text/lang.h"

/* Moves that are being read, and where they stand, as messages tell it. */
typedef struct {
    JsonArray *moves;
    const char *path;
    guint index;
} Line;

static bool fail(GError **error, const Line *line, const char *what)
{
    return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX, "%s[%u]: %s", line->path,
                        line->index, kj_tr(what));
}

static bool fail_start(GError **error, const char *what)
{
    return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION, "initial: %s", kj_tr(what));
}

/* A note of JSON, whose strings may hold control characters, as no file of text does. */
static void add_note(KjMoveNode *node, KjNoteKind kind, const char *key, const char *text)
{
    g_autofree char *safe = g_strdup(text), *safe_key = g_strdup(key);
    kj_text_harmless(safe);
    if (safe_key)
        kj_text_harmless(safe_key);
    kj_move_node_note(node, kind, safe_key, safe);
}

/* ---- the start ---- */

static bool read_square(JsonObject *cell, unsigned square, KjPosition *out, GError **error)
{
    const char *code = kj_field_text(cell, "kind");
    if (!code)
        return true; // empty
    KjKind kind = strlen(code) == 2 ? kj_csa_kind(out->game, code) : KJ_NONE;
    gint64 color = kj_field_number(cell, "color", 0);
    if (kind == KJ_NONE || color < 0 || color > 1)
        return fail_start(error, "a square without a known kind and color, expected e.g. "
                                 "{\"color\":0,\"kind\":\"FU\"}");
    kj_position_put(out, square, kj_piece((KjSide)color, kind));
    return true;
}

static bool read_hand(JsonObject *hand, KjSide side, KjPosition *out, GError **error)
{
    g_autoptr(GList) names = hand ? json_object_get_members(hand) : NULL;
    KjScan scan = {"", ""};
    for (GList *name = names; name; name = name->next) {
        const char *code = name->data;
        KjKind kind = strlen(code) == 2 ? kj_csa_kind(out->game, code) : KJ_NONE;
        gint64 count = kj_field_number(hand, code, -1);
        if (kind == KJ_NONE || count < 0 || count > 99)
            return fail_start(error, "a hand with an unknown piece or count, expected e.g. "
                                     "{\"FU\":1}");
        if (count && !kj_scan_hand(&scan, "", out, kj_piece(side, kind), (unsigned)count, error))
            return false;
    }
    return true;
}

static bool read_data(JsonObject *data, KjPosition *out, GError **error)
{
    JsonArray *board = kj_field_list(data, "board"), *hands = kj_field_list(data, "hands");
    const KjTables *t = out->game->t;
    for (unsigned square = 0; square < t->squares; square++) {
        JsonArray *file = kj_node_list(kj_node_at(board, t->file_of[square]));
        if (!file)
            return fail_start(error, "no board, expected nine arrays of nine squares");
        if (!read_square(kj_node_object(kj_node_at(file, t->rank_of[square])), square, out, error))
            return false;
    }
    for (int side = 0; side < 2; side++) {
        JsonObject *hand = kj_node_object(kj_node_at(hands, (guint)side));
        if (!read_hand(hand, (KjSide)side, out, error))
            return false;
    }
    kj_position_set_side(out, kj_field_number(data, "color", 0) == 1 ? KJ_GOTE : KJ_SENTE);
    return true;
}

static bool read_start(JsonObject *root, KjPosition *out, GError **error)
{
    JsonObject *initial = kj_field_object(root, "initial");
    const char *preset = initial ? kj_field_text(initial, "preset") : "HIRATE";
    JsonObject *data = kj_field_object(initial, "data");
    const KjGame *game = kj_game_at(0);
    if (data) {
        kj_position_clear(out, game);
        return read_data(data, out, error);
    }
    for (size_t i = 0; i < kj_handicap_count(game); i++) {
        const KjHandicap *handicap = kj_handicap_at(game, i);
        if (preset && g_strcmp0(handicap->preset, preset) == 0)
            return kj_handicap_find(game, handicap->id, out);
    }
    return fail_start(error, "an unknown preset without data, expected HIRATE or the like");
}

/* ---- moves ---- */

static bool read_place(JsonObject *place, unsigned *out)
{
    gint64 x = kj_field_number(place, "x", 0), y = kj_field_number(place, "y", 0);
    *out = (unsigned)((x - 1) * 9 + y - 1);
    return x >= 1 && x <= 9 && y >= 1 && y <= 9;
}

static bool add_move(const Line *line, KjMoveCursor *cursor, JsonObject *move, GError **error)
{
    const KjPosition *pos = &cursor->position;
    const char *code = kj_field_text(move, "piece");
    KjKind kind = code && strlen(code) == 2 ? kj_csa_kind(pos->game, code) : KJ_NONE;
    JsonObject *origin = kj_field_object(move, "from"), *target = kj_field_object(move, "to");
    unsigned from = KJ_NO_SQUARE, to = KJ_NO_SQUARE;
    KjMove last = kj_move_cursor_last(cursor), made;
    g_autoptr(GError) inner = NULL;
    if (target ? !read_place(target, &to) : last == KJ_MOVE_NONE)
        return fail(error, line, "no target, expected \"to\":{x,y}");
    if (!target)
        to = kj_move_to(last); // "same" alone
    if (origin && !read_place(origin, &from))
        return fail(error, line, "no origin, expected \"from\":{x,y}");
    if (origin && kind != KJ_NONE && kj_piece_kind(pos->board[from]) != kind) {
        g_autofree char *why = kj_piece_missing_text(pos, kind, from);
        return fail(error, line, why);
    }
    if (!origin && kind == KJ_NONE)
        return fail(error, line, "no piece, expected one such as \"FU\"");
    made = origin ? kj_make_move(from, to) : kj_make_drop(kind, to);
    if (kj_node_flag(kj_node_of(move, "promote"), false))
        made |= KJ_MOVE_PROMOTE;
    if (kj_move_cursor_play(cursor, made, &inner))
        return true;
    return fail(error, line, inner->message);
}

static bool add_end(const Line *line, KjMoveCursor *cursor, const char *word, GError **error)
{
    KjGameEnd found = kj_game_end_from_csa(word, (KjSide)cursor->position.side);
    if (found == KJ_END_NONE)
        found = kj_game_end_from_ja(word);
    if (found == KJ_END_NONE)
        return fail(error, line, "an unknown special, expected one such as TORYO");
    g_autoptr(GError) inner = NULL;
    if (kj_move_cursor_end(cursor, found, &inner))
        return true;
    return fail(error, line, inner->message);
}

static int64_t read_time(JsonObject *time, const char *name)
{
    JsonObject *clock = kj_field_object(time, name);
    if (!clock)
        return -1;
    gint64 h = kj_field_number(clock, "h", 0), m = kj_field_number(clock, "m", 0),
           s = kj_field_number(clock, "s", 0);
    bool good = h >= 0 && h < 100000 && m >= 0 && m < 100000 && s >= 0 && s < 10000000;
    return good ? ((h * 60 + m) * 60 + s) * 1000 : -1;
}

/* Comments and times of a move, at the node it has made. */
static void add_beside(JsonObject *entry, KjMoveNode *node)
{
    JsonArray *comments = kj_field_list(entry, "comments");
    JsonObject *time = kj_field_object(entry, "time");
    for (guint i = 0; comments && i < json_array_get_length(comments); i++) {
        const char *comment = kj_node_text(kj_node_at(comments, i));
        if (!comment)
            continue;
        bool bookmark = *comment == '&';
        add_note(node, bookmark ? KJ_NOTE_BOOKMARK : KJ_NOTE_COMMENT, NULL, comment + bookmark);
    }
    node->spent = read_time(time, "now");
    node->total = read_time(time, "total");
}

static bool read_line(Line *line, KjMoveCursor *cursor, GError **error);

/* The alternatives to the move that was read last. No input is too deep for this to call itself:
 * reading JSON does, to KJ_JSON_DEPTH. */
static bool read_forks(const Line *line, JsonObject *entry, KjMoveCursor *cursor, GError **error)
{
    JsonArray *forks = kj_field_list(entry, "forks");
    KjMoveNode *node = cursor->at;
    for (guint i = 0; forks && i < json_array_get_length(forks); i++) {
        g_autofree char *path = g_strdup_printf("%.200s[%u].forks[%u]", line->path, line->index, i);
        Line fork = {.moves = kj_node_list(kj_node_at(forks, i)), .path = path};
        kj_move_cursor_back(cursor, node->ply - 1);
        if (fork.moves && !read_line(&fork, cursor, error))
            return false;
        kj_move_cursor_back(cursor, node->ply - 1);
        kj_move_cursor_enter(cursor, node);
    }
    return true;
}

static bool read_line(Line *line, KjMoveCursor *cursor, GError **error)
{
    for (; line->index < json_array_get_length(line->moves); line->index++) {
        JsonObject *entry = kj_node_object(kj_node_at(line->moves, line->index));
        const KjMoveNode *before = cursor->at;
        if (!entry)
            return fail(error, line, "no object, expected a move");
        JsonObject *move = kj_field_object(entry, "move");
        const char *special = kj_field_text(entry, "special");
        if (move ? !add_move(line, cursor, move, error)
                 : special && !add_end(line, cursor, special, error))
            return false;
        add_beside(entry, cursor->at);
        if (cursor->at != before && !read_forks(line, entry, cursor, error))
            return false;
    }
    return true;
}

static bool read_tree(KjGameFile *file, JsonArray *moves, GError **error)
{
    g_auto(KjMoveCursor) cursor;
    kj_move_cursor_init(&cursor, file->tree);
    return read_line(&(Line){.moves = moves, .path = "moves"}, &cursor, error);
}

static KjGameFile *read_object(JsonObject *root, GError **error)
{
    g_autoptr(KjGameFile) file = kj_game_file_new(KJ_FORMAT_JKF);
    JsonObject *header = kj_field_object(root, "header");
    JsonArray *moves = kj_field_list(root, "moves");
    g_autoptr(GList) keys = header ? json_object_get_members(header) : NULL;
    for (GList *key = keys; key; key = key->next) {
        const char *value = kj_field_text(header, key->data);
        if (value)
            add_note(file->tree->root, KJ_NOTE_HEADER, key->data, value);
    }
    if (!read_start(root, &file->tree->start, error))
        return NULL;
    if (moves && !read_tree(file, moves, error))
        return NULL;
    bool told = json_object_has_member(root, "initial");
    if (!told && !kj_game_file_may_be_named(file, (KjTextPlace){0}, error))
        return NULL;
    if (!told && kj_game_file_is_empty(file)) {
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                     "no position, move or header in it, expected a record");
        return NULL;
    }
    return g_steal_pointer(&file);
}

/* ---- what is not known ---- */

/* The name of the first member that is none of JKF, NULL none. */
static const char *unknown_member(JsonNode *node)
{
    static const char *const known[] = {
        "header",  "initial",  "preset",   "data",    "color", "board", "hands", "kind",
        "moves",   "move",     "from",     "to",      "x",     "y",     "piece", "promote",
        "same",    "comments", "time",     "now",     "total", "h",     "m",     "s",
        "capture", "forks",    "relative", "special", NULL};
    static const char *const open[] = {"header", "hands", "comments", NULL}; // any names in them
    const char *found = NULL;
    if (JSON_NODE_HOLDS_ARRAY(node)) {
        JsonArray *array = json_node_get_array(node);
        for (guint i = 0; !found && i < json_array_get_length(array); i++)
            found = unknown_member(json_array_get_element(array, i));
    } else if (JSON_NODE_HOLDS_OBJECT(node)) {
        JsonObject *object = json_node_get_object(node);
        g_autoptr(GList) names = json_object_get_members(object);
        for (GList *name = names; name && !found; name = name->next) {
            if (!g_strv_contains(known, name->data))
                found = name->data;
            else if (!g_strv_contains(open, name->data))
                found = unknown_member(json_object_get_member(object, name->data));
        }
    }
    return found;
}

char *kj_jkf_unknown(const char *text)
{
    g_autoptr(JsonNode) root = kj_json_read(text, NULL);
    return root ? g_strdup(unknown_member(root)) : NULL;
}

bool kj_jkf_is(const char *text, size_t length)
{
    size_t skip = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (skip < length && strchr(" \t\r\n", text[skip]) && text[skip])
        skip++;
    return skip < length && text[skip] == '{';
}

static bool read_one(const char *text, unsigned line, GPtrArray *files, GError **error)
{
    if (!kj_json_is_shallow(text))
        return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                            "not JKF: nested too deep, expected at most %d levels", KJ_JSON_DEPTH);
    g_autoptr(JsonNode) root = kj_json_read(text, error);
    if (!root)
        return false;
    if (!JSON_NODE_HOLDS_OBJECT(root))
        return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                            "not JKF: expected an object");
    KjGameFile *file = read_object(json_node_get_object(root), error);
    if (!file)
        return false;
    file->line = line;
    g_ptr_array_add(files, file);
    return true;
}

GPtrArray *kj_jkf_read(const char *text, GError **error)
{
    GPtrArray *files = g_ptr_array_new_with_free_func((GDestroyNotify)kj_game_file_free);
    g_autofree char *copy = g_strdup(text);
    char *rest = copy;
    unsigned number = 0;
    // one a line, if the first line is a whole object
    for (char *line; (line = kj_text_next_line(&rest));) {
        GError *inner = NULL;
        number++;
        if (line[strspn(line, " \t")] == '\0' || read_one(line, number, files, &inner))
            continue;
        if (files->len == 0) {
            g_error_free(inner);
            read_one(text, 1, files, error);
        } else {
            kj_text_error_set_line(inner, number);
            g_propagate_error(error, inner);
        }
        break;
    }
    return files;
}
