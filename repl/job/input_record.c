/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems that stand in no record, made one. */
#include "repl/job/input_record.h"

#include <string.h>

void kj_input_about(const KjInput *input, KjMoveTree *tree)
{
    if (input->file)
        kj_move_tree_take_headers(tree, input->file->tree);
}

const char *kj_input_title(const KjInput *input)
{
    const KjGameFile *file = input->file;
    const char *title = file ? kj_game_file_header(file, kj_about_key(KJ_ABOUT_TITLE)) : NULL;
    bool id = title && file->format == KJ_FORMAT_TSV && !kj_game_file_header(file, "作品番号");
    return id ? NULL : title;
}

static bool is_japanese(const char *text)
{
    for (; *text; text += g_utf8_skip[(guchar)*text]) {
        gunichar c = g_utf8_get_char(text);
        if ((c >= 0x3040 && c < 0x3100) || (c >= 0x4e00 && c < 0xa000)) // kana, kanji
            return true;
    }
    return false;
}

/* Whether a person has written it for people. */
static bool is_written(const KjNote *note)
{
    bool written = note->kind == KJ_NOTE_COMMENT;
    for (unsigned about = 0; note->kind == KJ_NOTE_HEADER && about < KJ_ABOUTS; about++)
        written |= strcmp(note->key, kj_about_key((KjAbout)about)) == 0;
    return written && *note->text;
}

KjLang kj_work_language(const KjMoveTree *tree)
{
    bool any = false;
    for (guint i = 0; i < tree->nodes->len; i++) {
        const GPtrArray *notes = ((const KjMoveNode *)tree->nodes->pdata[i])->notes;
        for (guint k = 0; notes && k < notes->len; k++) {
            bool written = is_written(notes->pdata[k]);
            if (written && is_japanese(((const KjNote *)notes->pdata[k])->text))
                return KJ_LANG_JA;
            any |= written;
        }
    }
    return any ? KJ_LANG_EN : kj_lang();
}

bool kj_input_moves_along(const KjValues *values)
{
    return !values->value[KJ_OPT(BARE)].flag;
}

KjGameFile *kj_input_made_record(const KjInput *input, KjFormat format)
{
    bool position = format == KJ_FORMAT_SFEN || format == KJ_FORMAT_FEEN || format == KJ_FORMAT_BOD;
    unsigned n = input->text.n_moves;
    if (input->file && !(position && n))
        return NULL;
    KjGameFile *file =
        kj_game_file_of(kj_move_tree_new(position ? &input->position : &input->text.start));
    kj_input_about(input, file->tree);
    g_auto(KjMoveCursor) cursor;
    kj_move_cursor_init(&cursor, file->tree);
    for (unsigned i = 0; !position && i < n; i++)
        kj_move_cursor_play(&cursor, input->text.moves[i], NULL);
    return file;
}
