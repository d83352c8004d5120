/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of ends. */
#include "core/tree/game_end.h"

#include <glib.h>
#include <string.h>

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

KjGameEnd kj_game_end_from_csa(const char *word, KjSide side)
{
    if ((*word == '+' || *word == '-') && strcmp(word + 1, "ILLEGAL_ACTION") == 0)
        return (*word == '+') == (side == KJ_SENTE) ? KJ_END_FOUL_LOSS : KJ_END_FOUL_WIN;
    for (unsigned end = KJ_END_NONE + 1; end < KJ_END_COUNT; end++) {
        if (g_strcmp0(word, ends[end].csa) == 0)
            return (KjGameEnd)end;
    }
    return KJ_END_NONE;
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
