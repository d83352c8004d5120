/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records as files hold them. */
#include "core/format/game_file.h"

#include <string.h>

KjGameFile *kj_game_file_of(KjMoveTree *tree)
{
    KjGameFile *file = g_new0(KjGameFile, 1);
    file->format = KJ_FORMAT_SFEN;
    file->line = 1;
    file->tree = tree;
    return file;
}

KjGameFile *kj_game_file_new(KjFormat format)
{
    KjGameFile *file = kj_game_file_of(kj_move_tree_new(NULL));
    file->format = format;
    return file;
}

void kj_game_file_free(KjGameFile *file)
{
    if (!file)
        return;
    kj_move_tree_free(file->tree);
    g_free(file->csa_version);
    g_free(file);
}

const char *kj_game_file_header(const KjGameFile *file, const char *key)
{
    return kj_move_tree_header(file->tree, key);
}

const char *kj_about_key(KjAbout about)
{
    static const char *const keys[KJ_ABOUTS] = {"作品名", "作者", "発表年月", "備考"};
    return keys[about];
}

bool kj_game_file_header_known(const char *key)
{
    static const char *const keys[] = {
        "開始日時",   "終了日時",   "対局日",     "棋戦",       "戦型", "表題",
        "持ち時間",   "秒読み",     "消費時間",   "場所",       "掲載", "備考",
        "記録係",     "先手省略名", "後手省略名", "先手",       "後手", "下手",
        "上手",       "手合割",     "作品番号",   "作品名",     "作者", "発表誌",
        "発表年月",   "出典",       "手数",       "完全性",     "分類", "受賞",
        "先手の持駒", "後手の持駒", "下手の持駒", "上手の持駒", "図",   "詰将棋作品",
        NULL,
    };
    return g_strv_contains(keys, key);
}

/* The first header that a work has and a game without moves has not, or NULL. */
static const char *work_key(const KjGameFile *file)
{
    static const char *const keys[] = {"作品番号", "作品名", "作者", "詰将棋作品", "発表誌",
                                       "発表年月", "完全性", "受賞", "手数"};
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
        if (kj_game_file_header(file, keys[i]))
            return keys[i];
    return NULL;
}

bool kj_game_file_may_be_named(const KjGameFile *file, KjTextPlace place, GError **error)
{
    const char *key = work_key(file);
    const KjMoveNode *first = file->tree->root->child;
    if (!key || (first && first->move != KJ_MOVE_NONE))
        return true;
    return kj_text_error_set(error, place, KJ_TEXT_ERROR_POSITION,
                             "a work (%s) without a diagram, expected its position", key);
}

bool kj_game_file_is_empty(const KjGameFile *file)
{
    const GPtrArray *notes = file->tree->root->notes;
    for (guint i = 0; notes && i < notes->len; i++) {
        const KjNote *note = notes->pdata[i];
        if (note->kind == KJ_NOTE_BOARD ||
            (note->kind == KJ_NOTE_HEADER && kj_game_file_header_known(note->key)))
            return false;
    }
    return !file->tree->root->child;
}
