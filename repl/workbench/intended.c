/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an intended line breaks. */
#include "repl/workbench/intended.h"

#include "core/rules/attack.h"
#include "core/rules/record.h"
#include "core/text/lang.h"
#include "repl/job/phrases.h"
#include "repl/job/raw_line.h"
#include "solver/search/futile.h"

static KjMove move_at(const GArray *line, unsigned i)
{
    return g_array_index(line, KjMove, i);
}

/* Whether, in Ōgi, all that the defender could still play after the line is barred by the law of
 * repetition. */
static bool is_barred(const KjPosition *start, const GArray *line)
{
    KjMoveList replies;
    if (start->game->row->repetition != KJ_REPETITION_MOVER_LOSES)
        return false;
    KjRecord *record = kj_record_new(start);
    bool barred = true;
    for (unsigned i = 0; i < line->len && barred; i++)
        barred = kj_record_play(record, move_at(line, i)) == KJ_MOVE_LEGAL;
    const KjPosition *end = kj_record_position(record);
    kj_gen_safe(end, &replies);
    for (unsigned i = 0; i < replies.n && barred; i++)
        barred = kj_record_would_repeat(record, replies.move[i]);
    barred &= kj_in_check(end, (KjSide)end->side);
    kj_record_free(record);
    return barred;
}

/* Whether the defender, to move, has nothing left but what does not count. */
static bool is_mated(const KjPosition *pos, bool any_move, KjInterpositions rule)
{
    if (!kj_in_check(pos, (KjSide)pos->side))
        return false;
    return any_move || rule == KJ_INTERPOSITIONS_COUNT ? !kj_has_safe_move(pos)
                                                       : kj_futile_mated(pos, rule);
}

KjLineBreak kj_line_break(const KjPosition *start, KjSide attacker, bool any_move,
                          KjInterpositions rule, const GArray *line)
{
    KjPosition pos = *start;
    for (unsigned i = 0; i < line->len; i++) {
        KjMove move = move_at(line, i);
        KjIllegal why = kj_move_legality(&pos, move);
        if (why != KJ_MOVE_LEGAL)
            return (KjLineBreak){KJ_LINE_ILLEGAL, i + 1, why};
        if (pos.side == attacker && !any_move && !kj_gives_check(&pos, move))
            return (KjLineBreak){KJ_LINE_NO_CHECK, i + 1, KJ_MOVE_LEGAL};
        pos = kj_position_after(&pos, move);
    }
    bool mate = pos.side != attacker && (is_mated(&pos, any_move, rule) || is_barred(start, line));
    return (KjLineBreak){mate ? KJ_LINE_HOLDS : KJ_LINE_NO_MATE, line->len, KJ_MOVE_LEGAL};
}

/* A move that may not be playable: in USI, in Japanese as in KIF. (transfer full) */
static char *move_said(const KjGame *game, KjMove move)
{
    if (kj_lang() != KJ_LANG_JA || game->row->letter_files)
        return kj_raw_move_text(game, move);
    g_autofree char *to = kj_square_name(game, kj_move_to(move));
    if (kj_move_is_drop(move)) {
        g_autofree char *name = kj_piece_name(game, kj_move_drop_kind(move));
        return g_strdup_printf("%s%s打", to, name);
    }
    unsigned from = kj_move_from(move);
    return g_strdup_printf("%s%s(%u%u)", to, kj_move_promotes(move) ? "成" : "",
                           game->t->file_of[from] + 1u, game->t->rank_of[from] + 1u);
}

char *kj_line_break_text(const KjGame *game, const GArray *line, const KjLineBreak *broken)
{
    if (broken->state == KJ_LINE_HOLDS)
        return NULL;
    g_autofree char *move =
        line->len ? move_said(game, move_at(line, broken->ply - 1)) : g_strdup("");
    if (broken->state == KJ_LINE_NO_CHECK)
        return g_strdup_printf(kj_tr("ply %u, %s: it gives no check"), broken->ply, move);
    if (broken->state == KJ_LINE_NO_MATE)
        return g_strdup_printf(kj_tr("ply %u, %s: it does not mate"), broken->ply, move);
    return g_strdup_printf(kj_tr("ply %u, %s: %s"), broken->ply, move,
                           kj_tr(kj_illegal_text(broken->why)));
}
