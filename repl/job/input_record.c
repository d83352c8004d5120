/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems that stand in no record, made one. */
#include "repl/job/input_record.h"

#include <string.h>

bool kj_input_is_named(const KjInput *input)
{
    return *input->id && strcmp(input->id, input->place) != 0;
}

void kj_input_about(const KjInput *input, KjMoveTree *tree)
{
    if (input->file) {
        kj_move_tree_take_headers(tree, input->file->tree);
        return;
    }
    bool number = input->id[strspn(input->id, "0123456789")] == '\0';
    if (kj_input_is_named(input))
        kj_move_tree_set_header(tree, number ? "作品番号" : kj_about_key(KJ_ABOUT_TITLE),
                                input->id);
    if (input->note)
        kj_move_tree_set_header(tree, kj_about_key(KJ_ABOUT_NOTE), input->note);
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
    const KjValue *along = &values->value[KJ_OPTION_ALONG];
    return !along->set || along->flag;
}

KjGameFile *kj_input_record(const KjInput *input, KjFormat format)
{
    bool position = format == KJ_FORMAT_SFEN || format == KJ_FORMAT_FEEN || format == KJ_FORMAT_BOD;
    KjMoveTree *tree = kj_move_tree_new(position ? &input->position : &input->text.start);
    KjGameFile *file = kj_game_file_of(tree);
    kj_input_about(input, tree);
    if (input->recorded_plies > 0) {
        g_autofree char *plies = g_strdup_printf("%d", input->recorded_plies);
        kj_move_node_note(file->tree->root, KJ_NOTE_HEADER, "手数", plies);
    }
    g_auto(KjMoveCursor) cursor;
    kj_move_cursor_init(&cursor, file->tree);
    for (unsigned i = 0; !position && i < input->text.n_moves; i++)
        kj_move_cursor_play(&cursor, input->text.moves[i], NULL);
    return file;
}
