/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing KIF, KI2 and BOD. */
#include <string.h>

#include "core/format/handicap.h"
#include "core/format/kif-priv.h"
#include "core/notation/notation.h"

enum {
    MOVE_COLUMNS = 13, // of the move before its times, in KIF
    WORD_COLUMNS = 12, // of a move in KI2
    WORDS_A_LINE = 6,
};

static const char ruler[] = "手数----指手---------消費時間--\n";

typedef struct {
    GString *out;
    KjGameFile *file;
    KjFormat format;
    bool own; // the file was read from one of these formats
    KjMoveCursor cursor;
    unsigned words; // in the line of KI2 being written
} Writer;

static bool is_own(KjFormat format)
{
    return format == KJ_FORMAT_KIF || format == KJ_FORMAT_KI2 || format == KJ_FORMAT_BOD;
}

/* Spaces up to a width, for text that began at `start`; kanji are two columns. */
static void pad(GString *out, gsize start, unsigned columns)
{
    for (const char *p = out->str + start; *p && columns; p += g_utf8_skip[(unsigned char)*p])
        columns -= MIN(columns, (unsigned char)*p < 0x80 ? 1u : 2u);
    while (columns-- > 0)
        g_string_append_c(out, ' ');
}

static void end_words(Writer *w)
{
    if (w->words)
        g_string_append_c(w->out, '\n');
    w->words = 0;
}

/* Lines of programs stay in the kind of file they were in. */
static bool stays(const Writer *w)
{
    return w->own && (w->format == KJ_FORMAT_KI2) == (w->file->format == KJ_FORMAT_KI2);
}

static void write_note(Writer *w, const KjNote *note)
{
    if (note->kind == KJ_NOTE_SOFTWARE && !stays(w))
        return;
    if (note->kind == KJ_NOTE_HEADER)
        g_string_append_printf(w->out, "%s：%s\n", note->key, note->text);
    else if (note->kind == KJ_NOTE_COMMENT || (note->kind == KJ_NOTE_LINE && !w->own))
        g_string_append_printf(w->out, "*%s\n", note->text);
    else if (note->kind == KJ_NOTE_BOOKMARK)
        g_string_append_printf(w->out, "&%s\n", note->text);
    else if (note->kind == KJ_NOTE_LINE || w->own)
        g_string_append_printf(w->out, "%s\n", note->text);
}

/* ---- before the moves ---- */

const char *kj_kif_handicap_name(const KjPosition *start, bool *out_needs_diagram)
{
    const KjHandicap *handicap = kj_handicap_of(start);
    const char *name = handicap ? handicap->name_ja : NULL;
    bool first = start->game->row == kj_game_at(0)->row;
    *out_needs_diagram = !name || (!first && strcmp(name, "平手") != 0);
    return !first ? start->game->row->name_ja : name ? name : "その他";
}

/* 手合割, and a diagram where that does not say it all. */
static void write_start(Writer *w)
{
    const KjPosition *start = &w->file->tree->start;
    bool draw;
    const char *name = kj_kif_handicap_name(start, &draw);
    draw |= !kj_game_file_may_be_named(w->file, (KjTextPlace){0}, NULL);
    if (!kj_game_file_header(w->file, "手合割"))
        g_string_append_printf(w->out, "手合割：%s\n", name);
    if (draw)
        kj_kif_board_write(w->out, start);
}

/* Whether a note before the moves goes into this format. */
static bool belongs(const Writer *w, const KjNote *note)
{
    if (note->kind == KJ_NOTE_LAYOUT)
        return w->format == KJ_FORMAT_KIF && w->own;
    // the diagram says it, and some programs refuse the word
    if (note->kind == KJ_NOTE_HEADER && w->format == KJ_FORMAT_BOD &&
        w->file->format != KJ_FORMAT_BOD)
        return strcmp(note->key, "手合割") != 0 || strcmp(note->text, "その他") != 0;
    return true;
}

/* `#KIF version=2.0 encoding=UTF-8`: tells the encoding of now, not of when it was read. */
static bool write_encoding_line(Writer *w, const KjNote *note)
{
    const char *value = strstr(note->text, "encoding=");
    if (note->kind != KJ_NOTE_SOFTWARE || !value || !stays(w))
        return false;
    value += strlen("encoding=");
    const char *rest = value + strcspn(value, " \t");
    bool same = g_ascii_strncasecmp(value, "UTF", 3) != 0;
    g_string_append_len(w->out, note->text, (gssize)(value - note->text));
    if (same == w->file->encoding.cp932)
        g_string_append_len(w->out, value, (gssize)(rest - value));
    else
        g_string_append(w->out, w->file->encoding.cp932 ? "Shift_JIS" : "UTF-8");
    g_string_append_printf(w->out, "%s\n", rest);
    return true;
}

static bool has_rows(const char *diagram)
{
    return *diagram == '|' || strstr(diagram, "\n|");
}

/* What was read from these formats, in its order. */
static void write_own_root(Writer *w)
{
    const GPtrArray *notes = w->file->tree->root->notes;
    bool drawn = false;
    for (guint i = 0; notes && i < notes->len; i++) {
        const KjNote *note = notes->pdata[i];
        if (note->kind == KJ_NOTE_BOARD && (w->format != KJ_FORMAT_BOD || has_rows(note->text))) {
            g_string_append(w->out, note->text);
            drawn = true;
        } else if (note->kind == KJ_NOTE_BOARD) {
            continue; // hands alone are no diagram
        } else if (belongs(w, note) && !write_encoding_line(w, note)) {
            write_note(w, note);
        }
    }
    if (!drawn && w->format == KJ_FORMAT_BOD)
        kj_kif_board_write(w->out, &w->file->tree->start);
}

/* A diagram, and the game where its size does not tell it. */
static void write_diagram(Writer *w)
{
    const KjGame *game = w->file->tree->start.game;
    if (kj_game_by_size(game->t->files, game->t->ranks)->row != game->row &&
        !kj_game_file_header(w->file, "手合割"))
        g_string_append_printf(w->out, "手合割：%s\n", game->row->name_ja);
    kj_kif_board_write(w->out, &w->file->tree->start);
}

static void write_root(Writer *w)
{
    const GPtrArray *notes = w->file->tree->root->notes;
    if (w->own) {
        write_own_root(w);
        if (w->format == KJ_FORMAT_KIF && w->file->format != KJ_FORMAT_KIF &&
            w->file->tree->root->child)
            g_string_append(w->out, ruler);
        return;
    }
    for (guint i = 0; notes && i < notes->len; i++) {
        const KjNote *note = notes->pdata[i];
        if (note->kind == KJ_NOTE_HEADER && belongs(w, note))
            write_note(w, note);
    }
    if (w->format == KJ_FORMAT_BOD)
        write_diagram(w);
    else
        write_start(w);
    if (w->format == KJ_FORMAT_KIF)
        g_string_append(w->out, ruler);
    for (guint i = 0; notes && i < notes->len; i++) {
        const KjNote *note = notes->pdata[i];
        if (note->kind != KJ_NOTE_HEADER && note->kind != KJ_NOTE_BOARD && belongs(w, note))
            write_note(w, note);
    }
}

/* ---- moves ---- */

static void write_times(GString *out, const KjMoveNode *node)
{
    if (node->spent < 0)
        return;
    unsigned spent = (unsigned)(node->spent / 1000);
    unsigned total = node->total < 0 ? 0 : (unsigned)(node->total / 1000);
    g_string_append_printf(out, "(%2u:%02u/", spent / 60, spent % 60);
    if (node->total >= 0)
        g_string_append_printf(out, "%02u:%02u:%02u", total / 3600, total / 60 % 60, total % 60);
    g_string_append_c(out, ')');
}

static void write_kif_node(GString *out, const KjPosition *before, const KjMoveNode *node,
                           KjMove last)
{
    g_string_append_printf(out, "%4u ", node->ply);
    gsize start = out->len;
    if (node->end)
        g_string_append(out, kj_game_end_ja(node->end));
    else
        kj_kif_move_write(out, before, node->move, last);
    if (node->other_name)
        kj_kif_put_other_name(out, start, before, node->move);
    if (node->spent >= 0)
        pad(out, start, MOVE_COLUMNS);
    write_times(out, node);
    g_string_append(out, node->next ? "+\n" : "\n");
}

static void write_ki2_word(Writer *w, const KjMoveNode *node, KjMove last)
{
    g_autofree char *text = kj_move_text(&w->cursor.position, node->move, last, KJ_NOTATION_JA);
    gsize start = w->out->len;
    g_string_append(w->out, text);
    if (node->other_name)
        kj_kif_put_other_name(w->out, start, &w->cursor.position, node->move);
    bool full = ++w->words == WORDS_A_LINE || !node->child || node->child->end || node->notes;
    if (full)
        end_words(w);
    else
        pad(w->out, start, WORD_COLUMNS);
}

/* The line that tells the end in KI2, unless it stands among the notes as it was read. */
static void write_ki2_end(Writer *w, const KjMoveNode *node)
{
    const KjNote *first = node->notes ? node->notes->pdata[0] : NULL;
    if (!w->own || !first || first->kind != KJ_NOTE_LAYOUT)
        kj_ki2_trailer_write(w->out, node->end, node->ply - 1, (KjSide)w->cursor.position.side);
}

static void write_node(Writer *w, KjMoveNode *node)
{
    KjMove last = kj_move_cursor_last(&w->cursor);
    if (w->format == KJ_FORMAT_KI2 && node->end)
        write_ki2_end(w, node);
    else if (w->format == KJ_FORMAT_KI2)
        write_ki2_word(w, node, last);
    else if (!node->implied || w->file->format != KJ_FORMAT_KIF)
        write_kif_node(w->out, &w->cursor.position, node, last);
    for (guint i = 0; node->notes && i < node->notes->len; i++)
        write_note(w, node->notes->pdata[i]);
    kj_move_cursor_enter(&w->cursor, node);
}

static void write_moves(Writer *w)
{
    KjGameFile *file = w->file;
    GString *out = w->out;
    kj_move_cursor_init(&w->cursor, file->tree);
    g_autoptr(GPtrArray) lines = kj_move_tree_lines(file->tree);
    for (guint i = 0; i < lines->len; i++) {
        KjMoveNode *head = lines->pdata[i];
        kj_move_cursor_back(&w->cursor, head->ply - 1);
        if (i > 0)
            g_string_append_printf(out, "\n変化：%u手\n", head->ply);
        for (KjMoveNode *node = head; node; node = node->child)
            write_node(w, node);
    }
    kj_move_cursor_clear(&w->cursor);
}

void kj_kif_write(GString *out, KjGameFile *file, KjFormat format)
{
    Writer w = {.out = out, .file = file, .format = format, .own = is_own(file->format)};
    write_root(&w);
    if (format != KJ_FORMAT_BOD)
        write_moves(&w);
}
