/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of a game file. */
#include "core/format/game_file.h"

#include <string.h>

#include "core/text/lang.h"

static const struct {
    const char *ja;
    const char *csa;
    const char *en;
} ends[KJ_END_COUNT] = {
    [KJ_END_NONE] = {"", NULL, ""},
    [KJ_END_STOPPED] = {"中断", "CHUDAN", "stopped"},
    [KJ_END_RESIGNED] = {"投了", "TORYO", "resigns"},
    [KJ_END_IMPASSE] = {"持将棋", "JISHOGI", "impasse"},
    [KJ_END_REPETITION] = {"千日手", "SENNICHITE", "repetition"},
    [KJ_END_MATE] = {"詰み", "TSUMI", "mate"},
    [KJ_END_NO_MATE] = {"不詰", "FUZUMI", "no mate"},
    [KJ_END_TIME_UP] = {"切れ負け", "TIME_UP", "time up"},
    [KJ_END_FOUL_WIN] = {"反則勝ち", "ILLEGAL_ACTION",
                         "wins by a foul"}, // with the sign of the side that did it
    [KJ_END_FOUL_LOSS] = {"反則負け", "ILLEGAL_MOVE", "loses by a foul"},
    [KJ_END_DECLARED] = {"入玉勝ち", "KACHI", "wins by declaration"},
    [KJ_END_WIN_BY_DEFAULT] = {"不戦勝", NULL, "wins by default"},
    [KJ_END_LOSS_BY_DEFAULT] = {"不戦敗", NULL, "loses by default"},
    [KJ_END_TRY] = {"トライ", NULL, "try"},
    [KJ_END_DRAW] = {"引き分け", "HIKIWAKE", "draw"},
    [KJ_END_MAX_MOVES] = {"最大手数", "MAX_MOVES", "move limit"},
    [KJ_END_ERROR] = {"エラー", "ERROR", "error"},
    [KJ_END_TAKEN_BACK] = {"待った", "MATTA", "taken back"},
};

static const struct {
    const char *word;
    KjGameEnd end;
} spellings[] = {
    {"詰", KJ_END_MATE},         {"詰め", KJ_END_MATE},        {"不詰み", KJ_END_NO_MATE},
    {"引分", KJ_END_DRAW},       {"引分け", KJ_END_DRAW},      {"時間切れ", KJ_END_TIME_UP},
    {"反則勝", KJ_END_FOUL_WIN}, {"反則負", KJ_END_FOUL_LOSS}, {"入玉宣言", KJ_END_DECLARED},
};

const char *kj_game_end_ja(KjGameEnd end)
{
    return ends[end].ja;
}

const char *kj_game_end_en(KjGameEnd end)
{
    return ends[end].en;
}

const char *kj_game_end_csa(KjGameEnd end)
{
    return ends[end].csa;
}

KjGameEnd kj_game_end_from_ja(const char *word)
{
    for (unsigned end = KJ_END_NONE + 1; end < KJ_END_COUNT; end++) {
        if (strcmp(word, ends[end].ja) == 0)
            return (KjGameEnd)end;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(spellings); i++) {
        if (strcmp(word, spellings[i].word) == 0)
            return spellings[i].end;
    }
    return KJ_END_NONE;
}

/* ---- nodes and notes ---- */

static void note_free(gpointer data)
{
    KjNote *note = data;
    g_free(note->key);
    g_free(note->text);
    g_free(note);
}

static void node_free(gpointer data)
{
    KjGameNode *node = data;
    if (node->notes)
        g_ptr_array_unref(node->notes);
    g_free(node);
}

static KjGameNode *node_new(KjGameFile *file, KjGameNode *parent)
{
    KjGameNode *node = g_new0(KjGameNode, 1);
    node->spent = node->total = -1;
    g_ptr_array_add(file->nodes, node);
    if (!parent)
        return node;
    node->parent = parent;
    node->ply = parent->ply + 1;
    KjGameNode **place = &parent->child;
    while (*place)
        place = &(*place)->next;
    *place = node;
    return node;
}

KjGameFile *kj_game_file_new(KjFormat format)
{
    KjGameFile *file = g_new0(KjGameFile, 1);
    file->format = format;
    file->line = 1;
    file->nodes = g_ptr_array_new_with_free_func(node_free);
    file->root = node_new(file, NULL);
    return file;
}

void kj_game_file_free(KjGameFile *file)
{
    if (!file)
        return;
    g_ptr_array_unref(file->nodes);
    g_free(file->csa_version);
    g_free(file);
}

static void add_note(KjGameNode *node, KjNoteKind kind, const char *key, const char *text)
{
    KjNote *note = g_new0(KjNote, 1);
    note->kind = kind;
    note->key = g_strdup(key);
    note->text = g_strdup(text);
    if (!node->notes)
        node->notes = g_ptr_array_new_with_free_func(note_free);
    g_ptr_array_add(node->notes, note);
}

void kj_game_note(KjGameNode *node, KjNoteKind kind, const char *key, const char *text)
{
    if (kind == KJ_NOTE_BOARD || !strpbrk(text, "\r\n")) {
        add_note(node, kind, key, text);
        return;
    }
    g_autofree char *copy = g_strdup(text);
    char *rest = copy;
    for (char *line; (line = kj_text_next_line(&rest));)
        add_note(node, kind, key, line);
}

const char *kj_game_header(const KjGameFile *file, const char *key)
{
    const GPtrArray *notes = file->root->notes;
    for (guint i = 0; notes && i < notes->len; i++) {
        const KjNote *note = notes->pdata[i];
        if (note->kind == KJ_NOTE_HEADER && strcmp(note->key, key) == 0)
            return note->text;
    }
    return NULL;
}

bool kj_game_header_known(const char *key)
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

bool kj_game_file_is_empty(const KjGameFile *file)
{
    const GPtrArray *notes = file->root->notes;
    for (guint i = 0; notes && i < notes->len; i++) {
        const KjNote *note = notes->pdata[i];
        if (note->kind == KJ_NOTE_BOARD ||
            (note->kind == KJ_NOTE_HEADER && kj_game_header_known(note->key)))
            return false;
    }
    return !file->root->child;
}

void kj_game_stamp(KjGameFile *file, unsigned line)
{
    for (guint i = file->nodes->len; i-- > 0;) {
        KjGameNode *node = file->nodes->pdata[i];
        if (node->line || !node->parent)
            return;
        node->line = line;
    }
}

void kj_game_unlink(KjGameNode *node)
{
    KjGameNode **at = &node->parent->child;
    while (*at != node)
        at = &(*at)->next;
    *at = node->next;
    node->next = node->parent = NULL;
}

/* ---- the main line ---- */

unsigned kj_game_plies(const KjGameFile *file)
{
    unsigned n = 0;
    for (const KjGameNode *node = file->root->child; node && !node->end; node = node->child)
        n++;
    return n;
}

KjMove *kj_game_main_line(const KjGameFile *file, unsigned *out_n)
{
    unsigned n = kj_game_plies(file);
    KjMove *moves = g_new(KjMove, n + 1);
    const KjGameNode *node = file->root;
    for (unsigned i = 0; i < n; i++) {
        node = node->child;
        moves[i] = node->move;
    }
    moves[n] = KJ_MOVE_NONE;
    *out_n = n;
    return moves;
}

unsigned kj_game_branches(const KjGameFile *file)
{
    unsigned n = 0;
    for (guint i = 0; i < file->nodes->len; i++)
        n += ((const KjGameNode *)file->nodes->pdata[i])->next != NULL;
    return n;
}

/* Puts the branches of a line on the stack, so that the last ones come off first. */
static void push_branches(GPtrArray *stack, KjGameNode *head)
{
    for (KjGameNode *node = head->child; node; node = node->child) {
        guint place = stack->len;
        for (KjGameNode *other = node->next; other; other = other->next)
            g_ptr_array_insert(stack, (gint)place, other);
    }
}

GPtrArray *kj_game_lines(const KjGameFile *file)
{
    GPtrArray *lines = g_ptr_array_new();
    g_autoptr(GPtrArray) stack = g_ptr_array_new();
    push_branches(stack, file->root);
    if (file->root->child) {
        g_ptr_array_add(lines, file->root->child);
    }
    // the root's own children come off last, as a line of which they are the branches
    while (stack->len) {
        KjGameNode *head = g_ptr_array_remove_index(stack, stack->len - 1);
        g_ptr_array_add(lines, head);
        push_branches(stack, head);
    }
    return lines;
}

/* ---- the cursor ---- */

void kj_game_cursor_init(KjGameCursor *cursor, KjGameFile *file)
{
    *cursor = (KjGameCursor){.file = file, .at = file->root, .position = file->start};
    cursor->undo = g_array_new(FALSE, FALSE, sizeof(KjUndo));
}

void kj_game_cursor_clear(KjGameCursor *cursor)
{
    if (cursor->undo)
        g_array_unref(cursor->undo);
    cursor->undo = NULL;
}

void kj_game_cursor_back(KjGameCursor *cursor, unsigned ply)
{
    while (cursor->at->ply > ply) {
        if (cursor->at->move != KJ_MOVE_NONE) {
            const KjUndo *undo = &g_array_index(cursor->undo, KjUndo, cursor->undo->len - 1);
            kj_position_unmake(&cursor->position, cursor->at->move, undo);
            g_array_set_size(cursor->undo, cursor->undo->len - 1);
        }
        cursor->at = cursor->at->parent;
    }
}

void kj_game_cursor_enter(KjGameCursor *cursor, KjGameNode *child)
{
    cursor->at = child;
    if (child->move == KJ_MOVE_NONE)
        return;
    KjUndo undo;
    kj_position_make(&cursor->position, child->move, &undo);
    g_array_append_val(cursor->undo, undo);
}

KjMove kj_game_cursor_last(const KjGameCursor *cursor)
{
    return cursor->at->move;
}

bool kj_game_playable_fault(KjPositionFault fault)
{
    return fault == KJ_POSITION_OK || fault == KJ_POSITION_NIFU || fault == KJ_POSITION_DEAD_PIECE;
}

static bool refuse(GError **error, const char *why)
{
    g_set_error_literal(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_MOVE, kj_tr(why));
    return false;
}

static bool may_go_on(const KjGameCursor *cursor, GError **error)
{
    if (cursor->at->end != KJ_END_NONE)
        return refuse(error, "after the end of the game, expected a branch or nothing");
    if (cursor->file->nodes->len >= KJ_GAME_MAX_NODES)
        return refuse(error, "more than 99999 moves, expected fewer");
    return true;
}

bool kj_game_play(KjGameCursor *cursor, KjMove move, GError **error)
{
    if (!may_go_on(cursor, error))
        return false;
    KjPositionFault fault = kj_position_check(&cursor->file->start, NULL, NULL);
    if (!kj_game_playable_fault(fault)) {
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_MOVE,
                     "moves from a position that cannot be: %s", kj_position_fault_text(fault));
        return false;
    }
    KjIllegal illegal = kj_move_legality(&cursor->position, move);
    bool taken = illegal == KJ_MOVE_LEGAL || illegal == KJ_MOVE_NIFU ||
                 illegal == KJ_MOVE_DROP_MATE || illegal == KJ_MOVE_LEAVES_CHECK ||
                 illegal == KJ_MOVE_MUST_PROMOTE || illegal == KJ_MOVE_DEAD_SQUARE;
    if (!taken) {
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_MOVE, "move %u is impossible: %s",
                     cursor->at->ply + 1, kj_tr(kj_illegal_text(illegal)));
        return false;
    }
    KjGameNode *node = node_new(cursor->file, cursor->at);
    node->move = move;
    node->illegal = illegal;
    kj_game_cursor_enter(cursor, node);
    return true;
}

bool kj_game_end(KjGameCursor *cursor, KjGameEnd end, GError **error)
{
    if (!may_go_on(cursor, error))
        return false;
    KjGameNode *node = node_new(cursor->file, cursor->at);
    node->end = end;
    kj_game_cursor_enter(cursor, node);
    return true;
}
