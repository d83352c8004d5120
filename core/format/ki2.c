/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What KI2 has of its own: lines of moves with side marks, and the last line that tells the end. */
#include <string.h>

#include "core/format/kif-priv.h"
#include "core/notation/notation.h"
#include "core/notation/notation_parts.h"
#include "core/text/lang.h"

size_t kj_ki2_mark(const char *text)
{
    static const char *const marks[] = {"▲", "△", "▼", "▽", "☗", "☖"};
    for (size_t i = 0; i < G_N_ELEMENTS(marks); i++) {
        if (g_str_has_prefix(text, marks[i]))
            return strlen(marks[i]);
    }
    bool sign = *text == '+' || *text == '-';
    return sign && kj_kif_move_shape(text + 1) ? 1 : 0;
}

static bool play_end(KjMoveCursor *cursor, const KjScan *scan, const char *bare, bool *out,
                     GError **error)
{
    GError *inner = NULL;
    KjGameEnd end = kj_game_end_from_ja(bare);
    *out = end != KJ_END_NONE;
    if (*out && !kj_move_cursor_end(cursor, end, &inner))
        return kj_scan_propagate(scan, scan->at, inner, error);
    return true;
}

static bool play_word(KjMoveCursor *cursor, const KjScan *scan, const char *word, GError **error)
{
    GError *inner = NULL;
    KjMove move;
    bool ended;
    const char *bare = word + kj_ki2_mark(word);
    if (!play_end(cursor, scan, bare, &ended, error) || ended)
        return ended;
    KjPositionFault fault = kj_position_check(&cursor->position, NULL, NULL);
    if (!kj_move_cursor_playable(fault))
        return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_POSITION, error,
                            "a move from a position that cannot be: %s",
                            kj_tr(kj_position_fault_text(fault)));
    // a sign says whose move it is, as the marks do
    g_autofree char *marked = *word == '+'   ? g_strconcat("▲", bare, NULL)
                              : *word == '-' ? g_strconcat("△", bare, NULL)
                                             : g_strdup(word);
    if (!kj_move_parse(&cursor->position, marked, kj_move_cursor_last(cursor), &move, &inner))
        return kj_scan_propagate(scan, scan->at, inner, error);
    bool other = kj_kif_has_other_name(&cursor->position, move, word, strlen(word));
    if (!kj_move_cursor_play(cursor, move, &inner))
        return kj_scan_propagate(scan, scan->at, inner, error);
    cursor->at->other_name = other;
    return true;
}

/* The end of the word that begins here: of a move, or before the next mark. */
static const char *word_end(const char *at)
{
    const char *move = at + kj_ki2_mark(at), *end = kj_kif_move_shape(move);
    if (end)
        return end;
    for (end = move; *end && !kj_ki2_mark(end);)
        end++;
    return end;
}

bool kj_ki2_line_read(KjMoveCursor *cursor, KjScan *scan, GError **error)
{
    static const char *const commas[] = {"、", "，", ","};
    while (*(scan->at = kj_match_blanks(scan->at))) {
        const char *end = word_end(scan->at);
        g_autofree char *word = g_strchomp(g_strndup(scan->at, (gsize)(end - scan->at)));
        if (!play_word(cursor, scan, word, error))
            return false;
        scan->at = end;
        for (size_t i = 0; i < G_N_ELEMENTS(commas); i++)
            scan->at += g_str_has_prefix(scan->at, commas[i]) ? strlen(commas[i]) : 0;
    }
    return true;
}

/* ---- まで3手で詰み ---- */

KjGameEnd kj_ki2_trailer_read(const char *line)
{
    static const struct {
        const char *part;
        KjGameEnd end;
    } parts[] = {
        {"不詰", KJ_END_NO_MATE},
        {"詰", KJ_END_MATE},
        {"中断", KJ_END_STOPPED},
        {"千日手", KJ_END_REPETITION},
        {"持将棋", KJ_END_IMPASSE},
        {"時間切れ", KJ_END_TIME_UP},
        {"切れ負け", KJ_END_TIME_UP},
        {"反則勝", KJ_END_FOUL_WIN},
        {"反則負", KJ_END_FOUL_LOSS},
        {"入玉", KJ_END_DECLARED},
        {"不戦勝", KJ_END_WIN_BY_DEFAULT},
        {"不戦敗", KJ_END_LOSS_BY_DEFAULT},
        {"トライ", KJ_END_TRY},
        {"引", KJ_END_DRAW},
        {"最大手数", KJ_END_MAX_MOVES},
        {"待った", KJ_END_TAKEN_BACK},
        {"エラー", KJ_END_ERROR},
        {"投了", KJ_END_RESIGNED},
        {"の勝ち", KJ_END_RESIGNED},
    };
    if (!g_str_has_prefix(line, "まで"))
        return KJ_END_NONE;
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        if (strstr(line, parts[i].part))
            return parts[i].end;
    }
    return KJ_END_NONE;
}

void kj_ki2_trailer_write(GString *out, KjGameEnd end, unsigned plies, KjSide side)
{
    static const char *const names[] = {"先手", "後手"};
    g_string_append_printf(out, "まで%u手で", plies);
    switch (end) {
    case KJ_END_RESIGNED: g_string_append_printf(out, "%sの勝ち", names[kj_other(side)]); break;
    case KJ_END_TIME_UP:
        g_string_append_printf(out, "時間切れにより%sの勝ち", names[kj_other(side)]);
        break;
    case KJ_END_DECLARED: g_string_append_printf(out, "%sの入玉勝ち", names[side]); break;
    default: g_string_append(out, kj_game_end_ja(end)); break;
    }
    g_string_append_c(out, '\n');
}
