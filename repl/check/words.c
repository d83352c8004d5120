/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces, squares and details of findings in the words of a language. */
#include "core/faces.h"
#include "core/usi.h"
#include "repl/check/print.h"
#include "repl/text.h"

char *kj_check_square(KjLang lang, const KjGame *game, unsigned square)
{
    static const char *const wide[] = {"１", "２", "３", "４", "５", "６", "７", "８", "９"};
    if (lang != KJ_LANG_JA || game->row->letter_files) {
        char text[KJ_SQUARE_TEXT];
        kj_square_write(game, square, text);
        return g_strdup(text);
    }
    GString *text = g_string_new(wide[game->t->file_of[square]]);
    kj_kanji_number_append(text, game->t->rank_of[square] + 1u);
    return g_string_free(text, FALSE);
}

char *kj_check_piece(KjLang lang, const KjGame *game, KjPiece piece)
{
    KjKind kind = kj_piece_kind(piece);
    if (lang == KJ_LANG_JA)
        return kj_face_name(game, kind);
    return g_strdup_printf("%s%c", kind & KJ_PROMOTED ? "+" : "",
                           kj_game_piece(game, kind)->letter);
}

char *kj_check_piece_at(KjLang lang, const KjGame *game, KjPiece piece, unsigned square)
{
    g_autofree char *name = kj_check_piece(lang, game, piece);
    if (square == KJ_NO_SQUARE)
        return g_strdup_printf(kj_words(lang, "%s in hand", "持駒の%s"), name);
    g_autofree char *at = kj_check_square(lang, game, square);
    return lang == KJ_LANG_JA ? g_strconcat(at, name, NULL) : g_strdup_printf("%s on %s", name, at);
}

const char *kj_check_cause_text(KjLang lang, KjCause cause)
{
    static const char *const ja[] = {[KJ_CAUSE_TIME] = "時間",
                                     [KJ_CAUSE_NODES] = "局面数",
                                     [KJ_CAUSE_MEMORY] = "メモリ",
                                     [KJ_CAUSE_STOPPED] = "中止"};
    const char *text = lang == KJ_LANG_JA && cause ? ja[cause] : kj_cause_text(cause);
    return text ? text : "";
}

/* What can be taken away. */
static char *useless_pieces(const KjCheckJob *job)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < job->report.spares->len; i++) {
        const KjSpare *spare = &g_array_index(job->report.spares, KjSpare, i);
        if (spare->how == KJ_SPARE_REMOVE && spare->sound == KJ_YES)
            g_ptr_array_add(
                words, kj_check_piece_at(KJ_LANG_JA, job->root.game, spare->piece, spare->square));
    }
    g_ptr_array_add(words, NULL);
    return g_strjoinv("、", (char **)words->pdata);
}

/* What is wrong with an author's line. */
static const char *line_in_japanese(const char *details)
{
    static const char *const words[][2] = {
        {"the move is not legal or gives no check", "指せない手か、王手でない"},
        {"the reply is not legal or does not end the check", "指せない手か、王手が残る"},
        {"the line does not end in mate", "詰みで終わらない"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        if (g_strcmp0(words[i][0], details) == 0)
            return words[i][1];
    }
    return details;
}

char *kj_check_details(const KjCheckRequest *request, const KjCheckJob *job,
                       const KjFinding *finding)
{
    if (request->lang != KJ_LANG_JA || !finding->details)
        return g_strdup(finding->details);
    switch (finding->fault) {
    case KJ_FAULT_USELESS: return useless_pieces(job);
    case KJ_FAULT_LINE: return g_strdup(line_in_japanese(finding->details));
    case KJ_FAULT_SET: return g_strdup_printf("どちらの持駒でもない駒%u枚", job->solve.missing);
    case KJ_FAULT_LENGTH:
        return g_strdup_printf("記録は%d手、実際は%u手", job->solve.input->recorded_plies,
                               job->report.plies);
    case KJ_FAULT_LEFTOVER: return kj_hand_kanji(&job->solve.input->game, job->report.leftover);
    default: return g_strdup(finding->details);
    }
}
