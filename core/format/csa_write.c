/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing CSA. */
#include <string.h>

#include "core/format/csa-priv.h"

#include "core/text/lang.h"

static void write_note(GString *out, const KjNote *note, bool own)
{
    const char *name = note->kind == KJ_NOTE_HEADER ? kj_csa_name(note->key) : NULL;
    if (note->kind == KJ_NOTE_COMMENT || note->kind == KJ_NOTE_BOOKMARK)
        g_string_append_printf(out, "'*%s\n", note->text);
    else if (note->kind == KJ_NOTE_LINE || (note->kind == KJ_NOTE_SOFTWARE && own))
        g_string_append_printf(out, own ? "%s\n" : "'*%s\n", note->text);
    else if (note->kind != KJ_NOTE_HEADER)
        return;
    else if (strcmp(note->key, "先手") == 0 || strcmp(note->key, "下手") == 0)
        g_string_append_printf(out, "N+%s\n", note->text);
    else if (strcmp(note->key, "後手") == 0 || strcmp(note->key, "上手") == 0)
        g_string_append_printf(out, "N-%s\n", note->text);
    else if (name)
        g_string_append_printf(out, "%s:%s\n", name, note->text);
    else if (strcmp(note->key, "手合割") != 0) // the position says it
        g_string_append_printf(out, "'*%s：%s\n", note->key, note->text);
}

static void write_root(GString *out, const KjGameFile *file)
{
    bool own = file->format == KJ_FORMAT_CSA;
    const GPtrArray *notes = file->tree->root->notes;
    bool drawn = false;
    for (int comments = 0; comments < 2; comments++) {
        for (guint i = 0; notes && i < notes->len; i++) {
            const KjNote *note = notes->pdata[i];
            if (own && note->kind == KJ_NOTE_BOARD && !comments) {
                g_string_append(out, note->text);
                drawn = true;
            } else if (own ? !comments : comments == (note->kind != KJ_NOTE_HEADER)) {
                write_note(out, note, own);
            }
        }
        if (!own && !comments)
            kj_csa_board_write(out, &file->tree->start);
    }
    if (own && !drawn && !file->tree->root->child)
        kj_csa_board_write(out, &file->tree->start);
}

static void write_end(GString *out, const KjMoveNode *node, KjSide side)
{
    const char *word = kj_game_end_csa(node->end);
    if (!word)
        g_string_append_printf(out, "'*%s\n", kj_game_end_ja(node->end));
    else if (node->end == KJ_END_FOUL_WIN)
        g_string_append_printf(out, "%%%c%s\n", side == KJ_SENTE ? '-' : '+', word);
    else
        g_string_append_printf(out, "%%%s\n", word);
}

static void write_move(GString *out, const KjPosition *before, KjMove move)
{
    const KjTables *t = before->game->t;
    unsigned to = kj_move_to(move);
    bool drop = kj_move_is_drop(move);
    KjKind kind = drop ? kj_move_drop_kind(move) : kj_piece_kind(before->board[kj_move_from(move)]);
    if (kj_move_promotes(move))
        kind |= KJ_PROMOTED;
    g_string_append_c(out, before->side == KJ_SENTE ? '+' : '-');
    if (drop)
        g_string_append(out, "00");
    else
        g_string_append_printf(out, "%u%u", t->file_of[kj_move_from(move)] + 1u,
                               t->rank_of[kj_move_from(move)] + 1u);
    g_string_append_printf(out, "%u%u%s\n", t->file_of[to] + 1u, t->rank_of[to] + 1u,
                           kj_csa_code(before->game, kind));
}

static void write_time(GString *out, const KjMoveNode *node)
{
    if (node->spent < 0)
        return;
    g_string_append_printf(out, "T%" G_GINT64_FORMAT, node->spent / 1000);
    if (node->spent % 1000)
        g_string_append_printf(out, ".%03d", (int)(node->spent % 1000));
    g_string_append_c(out, '\n');
}

/* Whether CSA has a code for each piece of a game; KJ_TEXT_ERROR_POSITION if not. */
static bool may_hold(const KjGame *game, GError **error)
{
    for (KjKind kind = 1; kind <= game->row->n_pieces; kind++) {
        if (kj_csa_code(game, kind))
            continue;
        return kj_set_error(
            error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION,
            "CSA has no code for %s of %s, expected a game with the pieces of shogi",
            kj_game_piece(game, kind)->kanji, kj_game_name(game));
    }
    return true;
}

/* The first lines, before `body`. Version 3 where its encoding must be told, else 2.2, which more
 * programs read; what was read stays what it was. */
static void write_version(GString *out, const KjGameFile *file, const char *body)
{
    const char *version = file->csa_version;
    bool plain = file->encoding.cp932 || g_str_is_ascii(body);
    if (!version && file->format != KJ_FORMAT_CSA)
        version = plain ? "2.2" : "3.0";
    if (version && *version >= '3')
        g_string_append_printf(out, "'CSA encoding=%s\n",
                               file->encoding.cp932 ? "SHIFT_JIS" : "UTF-8");
    if (version)
        g_string_append_printf(out, "V%s\n", version);
}

static void write_moves(GString *out, KjGameFile *file)
{
    g_auto(KjMoveCursor) cursor;
    kj_move_cursor_init(&cursor, file->tree);
    for (KjMoveNode *node = file->tree->root->child; node; node = node->child) {
        if (node->end)
            write_end(out, node, (KjSide)cursor.position.side);
        else
            write_move(out, &cursor.position, node->move);
        write_time(out, node);
        for (guint i = 0; node->notes && i < node->notes->len; i++)
            write_note(out, node->notes->pdata[i], file->format == KJ_FORMAT_CSA);
        kj_move_cursor_enter(&cursor, node);
    }
}

bool kj_csa_write(GString *out, KjGameFile *file, GError **error)
{
    if (!may_hold(file->tree->start.game, error))
        return false;
    g_autoptr(GString) body = g_string_new(NULL);
    write_root(body, file);
    write_moves(body, file);
    write_version(out, file, body->str);
    g_string_append(out, body->str);
    return true;
}
