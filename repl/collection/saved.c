/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of saved sessions. */
#include "repl/collection/saved.h"

#include "core/format/position_text.h"
#include "core/text/lang.h"

bool kj_saved_wrong(GError **error, const char *key)
{
    return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                        "damaged, expected '%s' as a session has it", key);
}

/* ---- texts ---- */

char *kj_saved_escape(const char *text)
{
    enum { ASCII = 128 };
    char beyond[ASCII + 1] = "";
    for (unsigned i = 0; i < ASCII; i++)
        beyond[i] = (char)(ASCII + i);
    return g_strescape(text,
                       g_utf8_validate(text, -1, NULL) ? beyond : NULL); // UTF-8 stays legible
}

void kj_saved_set_text(JsonObject *object, const char *key, const char *text)
{
    g_autofree char *escaped = text ? kj_saved_escape(text) : NULL;
    if (escaped)
        json_object_set_string_member(object, key, escaped);
}

char *kj_saved_text(JsonObject *object, const char *key)
{
    const char *text = kj_field_text(object, key);
    return text ? g_strcompress(text) : NULL;
}

void kj_saved_set_texts(JsonObject *object, const void *data, const KjSavedText *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        kj_saved_set_text(object, rows[i].key,
                          *(char *const *)(const void *)((const char *)data + rows[i].offset));
}

void kj_saved_texts(JsonObject *object, void *data, const KjSavedText *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        G_STRUCT_MEMBER(char *, data, rows[i].offset) = kj_saved_text(object, rows[i].key);
}

/* ---- positions and lines ---- */

void kj_saved_set_position(JsonObject *object, const KjPosition *position)
{
    g_autofree char *start = kj_position_write(position);
    json_object_set_string_member(object, "game", position->game->row->id);
    json_object_set_string_member(object, "start", start);
}

bool kj_saved_position(JsonObject *object, KjPosition *out, GError **error)
{
    const char *id = kj_field_text(object, "game"), *start = kj_field_text(object, "start");
    const KjGame *game = id ? kj_game_find(id) : NULL;
    g_auto(KjPositionText) text = {0};
    if (!game || !start)
        return kj_saved_wrong(error, game ? "start" : "game");
    if (!kj_position_text_read(start, game, &text, error))
        return false;
    *out = text.start;
    return true;
}

void kj_saved_set_line(JsonObject *object, const GArray *line)
{
    JsonArray *list = line ? json_array_new() : NULL;
    for (unsigned i = 0; line && i < line->len; i++)
        json_array_add_int_element(list, g_array_index(line, KjMove, i));
    if (list)
        json_object_set_array_member(object, "intended", list);
}

/* Whether a number is a move of the game, on some position. */
static bool is_move(const KjTables *t, gint64 number)
{
    if (number <= 0 || number > G_MAXUINT16)
        return false;
    KjMove move = (KjMove)number;
    KjKind kind = kj_move_is_drop(move) ? kj_base_kind(kj_move_drop_kind(move)) : 1;
    return kj_move_to(move) < t->squares && kind >= 1 && kind <= t->king &&
           (kj_move_is_drop(move) || kj_move_from(move) < t->squares);
}

bool kj_saved_line(JsonObject *object, const KjTables *t, GArray **out, GError **error)
{
    JsonArray *list = kj_field_list(object, "intended");
    g_autoptr(GArray) line = list ? g_array_new(FALSE, FALSE, sizeof(KjMove)) : NULL;
    for (unsigned i = 0; list && i < json_array_get_length(list); i++) {
        gint64 number = kj_node_number(kj_node_at(list, i), 0);
        KjMove move = (KjMove)number;
        if (!is_move(t, number))
            return kj_saved_wrong(error, "intended");
        g_array_append_val(line, move);
    }
    *out = g_steal_pointer(&line);
    return true;
}
