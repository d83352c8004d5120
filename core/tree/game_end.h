/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a game ends other than by a move of the board, and the words for it (docs/formats.md). */
#pragma once

#include "core/rules/types.h"

typedef enum {
    KJ_END_NONE,
    KJ_END_STOPPED,        // 中断
    KJ_END_RESIGNED,       // 投了
    KJ_END_IMPASSE,        // 持将棋
    KJ_END_REPETITION,     // 千日手
    KJ_END_MATE,           // 詰み
    KJ_END_NO_MATE,        // 不詰
    KJ_END_TIME_UP,        // 切れ負け
    KJ_END_FOUL_WIN,       // 反則勝ち: the side to move wins, the other broke a rule
    KJ_END_FOUL_LOSS,      // 反則負け
    KJ_END_DECLARED,       // 入玉勝ち
    KJ_END_WIN_BY_DEFAULT, // 不戦勝
    KJ_END_LOSS_BY_DEFAULT,
    KJ_END_TRY,       // トライ
    KJ_END_DRAW,      // 引き分け
    KJ_END_MAX_MOVES, // 最大手数
    KJ_END_ERROR,     // エラー
    KJ_END_TAKEN_BACK,
    KJ_END_COUNT,
} KjGameEnd;

/* Words for an end: as in KIF (詰み), and as in CSA without its % (TSUMI; NULL none). Static. */
const char *kj_game_end_ja(KjGameEnd end);
const char *kj_game_end_en(KjGameEnd end); // for people who read English
const char *kj_game_end_csa(KjGameEnd end);

/*
 * The end of a word of CSA without its %, with a side to move, which tells whose foul
 * `+ILLEGAL_ACTION` is; KJ_END_NONE if it is none.
 */
KjGameEnd kj_game_end_from_csa(const char *word, KjSide side);

/* The end of a KIF word, other spellings included; KJ_END_NONE if it is none. */
KjGameEnd kj_game_end_from_ja(const char *word);
