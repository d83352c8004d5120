/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing JKF. */
#include "core/format/jkf.h"

#include <string.h>

#include "core/format/handicap.h"
#include "core/notation/csa_codes.h"
#include "core/notation/notation.h"
#include "core/text/json_text.h"
#include "core/text/lang.h"

/* ---- the start ---- */

static JsonObject *square_json(const KjPosition *pos, unsigned square)
{
    JsonObject *cell = json_object_new();
    KjPiece piece = pos->board[square];
    if (piece) {
        json_object_set_int_member(cell, "color", kj_piece_side(piece));
        json_object_set_string_member(cell, "kind", kj_csa_code(pos->game, kj_piece_kind(piece)));
    }
    return cell;
}

static JsonObject *data_json(const KjPosition *pos)
{
    static const char *const order[] = {"FU", "KY", "KE", "GI", "KI", "KA", "HI"};
    const KjTables *t = pos->game->t;
    JsonObject *data = json_object_new();
    JsonArray *board = json_array_new(), *hands = json_array_new();
    for (unsigned file = 0; file < t->files; file++) {
        JsonArray *column = json_array_new();
        for (unsigned rank = 0; rank < t->ranks; rank++)
            json_array_add_object_element(column, square_json(pos, file * t->ranks + rank));
        json_array_add_array_element(board, column);
    }
    for (int side = 0; side < 2; side++) {
        JsonObject *hand = json_object_new();
        for (size_t i = 0; i < G_N_ELEMENTS(order); i++)
            json_object_set_int_member(
                hand, order[i],
                kj_hand_count(t, pos->hand[side], kj_csa_kind(pos->game, order[i])));
        json_array_add_object_element(hands, hand);
    }
    json_object_set_int_member(data, "color", pos->side);
    json_object_set_array_member(data, "board", board);
    json_object_set_array_member(data, "hands", hands);
    return data;
}

static JsonObject *initial_json(const KjPosition *start)
{
    JsonObject *initial = json_object_new();
    const KjHandicap *handicap = kj_handicap_of(start);
    const char *preset = handicap ? handicap->preset : NULL;
    json_object_set_string_member(initial, "preset", preset ? preset : "OTHER");
    if (!preset)
        json_object_set_object_member(initial, "data", data_json(start));
    return initial;
}

/* ---- moves ---- */

static JsonObject *place_json(const KjGame *game, unsigned square)
{
    JsonObject *place = json_object_new();
    json_object_set_int_member(place, "x", game->t->file_of[square] + 1);
    json_object_set_int_member(place, "y", game->t->rank_of[square] + 1);
    return place;
}

/* The words that tell a move from others to its square, as letters in their order: 右上 is RU. */
static void set_relative(JsonObject *object, const KjPosition *before, KjMove move)
{
    static const char *const words[] = {"左", "直", "右", "上", "寄", "引", "打"};
    static const char letters[] = "LCRUMDH";
    g_autofree char *text = kj_move_text(before, move, KJ_MOVE_NONE, KJ_NOTATION_JA);
    char relative[8] = "";
    unsigned n = 0;
    for (const char *at = text; *at && n + 1 < sizeof relative; at++) {
        for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
            if (g_str_has_prefix(at, words[i]))
                relative[n++] = letters[i];
        }
    }
    if (n)
        json_object_set_string_member(object, "relative", relative);
}

static JsonObject *move_json(const KjPosition *before, KjMove move, KjMove last)
{
    const KjGame *game = before->game;
    const KjTables *t = game->t;
    JsonObject *object = json_object_new();
    bool drop = kj_move_is_drop(move);
    unsigned from = kj_move_from(move), to = kj_move_to(move);
    KjKind kind = drop ? kj_move_drop_kind(move) : kj_piece_kind(before->board[from]);
    json_object_set_int_member(object, "color", before->side);
    if (!drop)
        json_object_set_object_member(object, "from", place_json(game, from));
    json_object_set_object_member(object, "to", place_json(game, to));
    json_object_set_string_member(object, "piece", kj_csa_code(game, kind));
    if (last != KJ_MOVE_NONE && kj_move_to(last) == to)
        json_object_set_boolean_member(object, "same", TRUE);
    bool zone = !drop && t->promotes[kind] &&
                (kj_bb_has(t->zone[before->side], from) || kj_bb_has(t->zone[before->side], to));
    if (zone)
        json_object_set_boolean_member(object, "promote", kj_move_promotes(move));
    if (!drop && before->board[to])
        json_object_set_string_member(object, "capture",
                                      kj_csa_code(game, kj_piece_kind(before->board[to])));
    set_relative(object, before, move);
    return object;
}

static JsonObject *clock_json(int64_t milliseconds)
{
    JsonObject *clock = json_object_new();
    int64_t seconds = milliseconds / 1000;
    if (seconds >= 3600)
        json_object_set_int_member(clock, "h", seconds / 3600);
    json_object_set_int_member(clock, "m", seconds / 60 % 60);
    json_object_set_int_member(clock, "s", seconds % 60);
    return clock;
}

static void set_beside(JsonObject *entry, const KjMoveNode *node)
{
    JsonArray *comments = json_array_new();
    for (guint i = 0; node->notes && i < node->notes->len; i++) {
        const KjNote *note = node->notes->pdata[i];
        g_autofree char *text =
            g_strconcat(note->kind == KJ_NOTE_BOOKMARK ? "&" : "", note->text, NULL);
        if (note->kind == KJ_NOTE_COMMENT || note->kind == KJ_NOTE_BOOKMARK ||
            note->kind == KJ_NOTE_LINE)
            json_array_add_string_element(comments, text);
    }
    if (json_array_get_length(comments))
        json_object_set_array_member(entry, "comments", comments);
    else
        json_array_unref(comments);
    if (node->spent < 0)
        return;
    JsonObject *time = json_object_new();
    json_object_set_object_member(time, "now", clock_json(node->spent));
    if (node->total >= 0)
        json_object_set_object_member(time, "total", clock_json(node->total));
    json_object_set_object_member(entry, "time", time);
}

static JsonObject *node_json(const KjMoveCursor *cursor, const KjMoveNode *node)
{
    JsonObject *entry = json_object_new();
    KjMove last = kj_move_cursor_last(cursor);
    const char *csa = kj_game_end_csa(node->end);
    if (!node->end)
        json_object_set_object_member(entry, "move",
                                      move_json(&cursor->position, node->move, last));
    else if (node->end == KJ_END_FOUL_WIN)
        json_object_set_string_member(entry, "special",
                                      cursor->position.side == KJ_SENTE ? "-ILLEGAL_ACTION"
                                                                        : "+ILLEGAL_ACTION");
    else
        json_object_set_string_member(entry, "special", csa ? csa : kj_game_end_ja(node->end));
    set_beside(entry, node);
    return entry;
}

static JsonArray *moves_json(KjGameFile *file)
{
    JsonArray *moves = json_array_new();
    JsonObject *first = json_object_new();
    g_autoptr(GHashTable) entries = g_hash_table_new(NULL, NULL); // first child: its entry
    g_autoptr(GPtrArray) lines = kj_move_tree_lines(file->tree);
    KjMoveCursor cursor;
    set_beside(first, file->tree->root);
    json_array_add_object_element(moves, first);
    kj_move_cursor_init(&cursor, file->tree);
    for (guint i = 0; i < lines->len; i++) {
        KjMoveNode *head = lines->pdata[i];
        JsonArray *line = i ? json_array_new() : moves;
        kj_move_cursor_back(&cursor, head->ply - 1);
        for (KjMoveNode *node = head; node; node = node->child) {
            JsonObject *entry = node_json(&cursor, node);
            json_array_add_object_element(line, entry);
            g_hash_table_insert(entries, node, entry);
            kj_move_cursor_enter(&cursor, node);
        }
        if (i == 0)
            continue;
        JsonObject *rival = g_hash_table_lookup(entries, head->parent->child);
        if (!json_object_has_member(rival, "forks"))
            json_object_set_array_member(rival, "forks", json_array_new());
        json_array_add_array_element(json_object_get_array_member(rival, "forks"), line);
    }
    kj_move_cursor_clear(&cursor);
    return moves;
}

static JsonObject *header_json(const KjGameFile *file)
{
    JsonObject *header = json_object_new();
    const GPtrArray *notes = file->tree->root->notes;
    for (guint i = 0; notes && i < notes->len; i++) {
        const KjNote *note = notes->pdata[i];
        if (note->kind != KJ_NOTE_HEADER)
            continue;
        // a key that comes twice keeps both values
        const char *before = json_object_get_string_member_with_default(header, note->key, NULL);
        g_autofree char *both = before ? g_strconcat(before, "\n", note->text, NULL) : NULL;
        json_object_set_string_member(header, note->key, both ? both : note->text);
    }
    return header;
}

static bool may_hold(const KjGameFile *file, GError **error)
{
    if (file->tree->start.game->row == kj_game_at(0)->row)
        return true;
    return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION,
                        "JKF holds shogi alone, expected no position of %s",
                        kj_game_name(file->tree->start.game));
}

bool kj_jkf_write(GString *out, KjGameFile *file, GError **error)
{
    if (!may_hold(file, error))
        return false;
    JsonObject *root = json_object_new();
    json_object_set_object_member(root, "header", header_json(file));
    json_object_set_object_member(root, "initial", initial_json(&file->tree->start));
    json_object_set_array_member(root, "moves", moves_json(file));
    JsonNode *node = json_node_init_object(json_node_alloc(), root);
    g_autofree char *text = kj_json_text(node);
    g_string_append_printf(out, "%s\n", text);
    json_node_unref(node);
    json_object_unref(root);
    return true;
}
