/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes and defects in words, and as fields of JSON. */
#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/command/compose.h"
#include "repl/command/compose_fields.def"
#include "repl/job/phrases.h"
#include "solver/compose/extend.h"

/* "p on 5d" in the letters of SFEN, 「玉方５四歩」. (transfer full) */
static char *piece_at(const KjGame *game, KjSide attacker, KjPiece piece, unsigned square)
{
    g_autofree char *at = kj_square_name(game, square);
    if (kj_lang() != KJ_LANG_JA) {
        g_autofree char *name = kj_piece_letters(game, piece);
        return g_strdup_printf("%s on %s", name, at);
    }
    g_autofree char *name = kj_piece_name(game, piece);
    return g_strdup_printf("%s%s%s", kj_piece_side(piece) == attacker ? "攻方" : "玉方", at, name);
}

char *kj_compose_piece_text(const KjGame *game, KjSide attacker, KjPiece piece, unsigned square)
{
    return square == KJ_NO_SQUARE ? kj_piece_name_at(game, piece, square)
                                  : piece_at(game, attacker, piece, square);
}

/* The piece alone. (transfer full) */
static char *piece_name(const KjGame *game, KjPiece piece)
{
    return kj_lang() == KJ_LANG_JA ? kj_piece_name(game, piece) : kj_piece_letters(game, piece);
}

static char *shift_text(const KjChange *c)
{
    return g_strdup_printf(kj_tr("shift all pieces by %d to the left and %d down"), c->left,
                           c->down);
}

/* A change of the attacker's hand. */
static char *hand_text(const KjGame *game, const KjChange *c)
{
    g_autofree char *gone = c->piece ? kj_piece_name(game, c->piece) : NULL;
    g_autofree char *come = c->instead ? kj_piece_name(game, c->instead) : NULL;
    if (!come)
        return g_strdup_printf(kj_tr("take %s out of the hand"), gone);
    if (!gone)
        return g_strdup_printf(kj_tr("add %s to the hand"), come);
    return g_strdup_printf(kj_tr("in hand %s instead of %s"), come, gone);
}

char *kj_compose_change_text(const KjGame *game, KjSide attacker, const KjChange *c)
{
    unsigned square = c->from == KJ_NO_SQUARE ? c->to : c->from;
    KjPiece piece = c->piece ? c->piece : c->instead;
    g_autofree char *what = square == KJ_NO_SQUARE ? NULL : piece_at(game, attacker, piece, square);
    g_autofree char *instead = c->instead ? piece_name(game, c->instead) : NULL;
    g_autofree char *to = c->to == KJ_NO_SQUARE ? NULL : kj_square_name(game, c->to);
    switch ((KjChangeKind)c->kind) {
    case KJ_CHANGE_REMOVE: return g_strdup_printf(kj_tr("remove %s"), what);
    case KJ_CHANGE_ADD: return g_strdup_printf(kj_tr("put %s"), what);
    case KJ_CHANGE_MOVE: return g_strdup_printf(kj_tr("move %s to %s"), what, to);
    case KJ_CHANGE_REPLACE: return g_strdup_printf(kj_tr("replace %s by %s"), what, instead);
    case KJ_CHANGE_HAND_OVER: return g_strdup_printf(kj_tr("give %s to the other side"), what);
    case KJ_CHANGE_SHIFT: return shift_text(c);
    case KJ_CHANGE_MIRROR: return g_strdup(kj_tr("mirror the board"));
    default: return hand_text(game, c);
    }
}

char *kj_compose_version_text(const KjCompose *compose, const KjComposeWork *work,
                              const KjRepair *version)
{
    const KjCandidate *candidate = &version->candidate;
    if (version->line) {
        g_autofree char *moves = kj_line_words(version->position, version->line, KJ_NEW_PLIES,
                                               KJ_MOVE_NONE, compose->request.solve.notation);
        return g_strdup_printf(kj_tr("in front: %s"), moves);
    }
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < candidate->n_changes; i++) {
        g_autofree char *change =
            kj_compose_change_text(work->job.root.game, work->wish.attacker, &candidate->change[i]);
        g_string_append_printf(text, "%s%s", i ? kj_tr("; then ") : "", change);
    }
    return g_string_free(text, FALSE);
}

char *kj_compose_economy_text(const KjEconomy *economy)
{
    int pieces = economy->pieces;
    if (pieces < 0)
        return g_strdup_printf(kj_tr("pieces saved: %d"), -pieces);
    if (pieces > 0)
        return g_strdup_printf(kj_tr("pieces more: %d"), pieces);
    if (economy->strength)
        return g_strdup(
            kj_tr(economy->strength < 0 ? "as many pieces, weaker" : "as many pieces, stronger"));
    return g_strdup(kj_tr("the same pieces"));
}

char *kj_judgement_text(const KjJudgement *j)
{
    if (j->fate == KJ_FATE_IMPOSSIBLE)
        return g_strdup(kj_tr("impossible"));
    if (j->mate == KJ_NOMATE)
        return g_strdup(kj_tr("no mate"));
    GString *text = g_string_new(kj_check_work_name(j->verdict));
    if (j->has_line) {
        g_autofree char *plies = kj_check_plies(j->plies, !j->tentative);
        g_string_append_printf(text, "%s%s", kj_tr(", "), plies);
    }
    unsigned cooks = j->n_cooks;
    if (j->n_defects)
        g_string_append_printf(text, kj_tr(", defects %u"), j->n_defects);
    if (cooks)
        g_string_append_printf(text, kj_tr_n(cooks, " (%u cook)", " (%u cooks)"), cooks);
    if (j->n_blemishes)
        g_string_append_printf(text, kj_tr(", blemishes %u"), j->n_blemishes);
    if (j->n_open)
        g_string_append_printf(text, kj_tr(", undecided moves %u"), j->n_open);
    if (j->useless_open)
        g_string_append(text, kj_tr(", useless pieces not all decided"));
    if (j->wrong)
        g_string_append_printf(text, kj_tr(", tries %u of %u (up to %u plies)"), j->tries, j->wrong,
                               j->held);
    if (j->fate == KJ_FATE_LINE_LOST)
        g_string_append(text, kj_tr(", the intended line breaks"));
    return g_string_free(text, FALSE);
}

/* The position of a version at which a defect is; false: it is of the whole, or not known. */
static bool position_at(const KjPosition *version, const KjMove *line, const KjDefect *defect,
                        KjPosition *out)
{
    *out = *version;
    if (defect->is_fault || (defect->ply > 0 && !line))
        return false;
    *out = kj_position_after_line(version, line, (unsigned)MAX(defect->ply, 0));
    return true;
}

char *kj_compose_defect_text(const KjCompose *compose, const KjPosition *version,
                             const KjMove *line, const KjDefect *defect)
{
    if (defect->is_fault)
        return g_strdup(kj_check_fault_name(defect->fault));
    const char *name = kj_check_class_name(defect->class, false);
    KjPosition pos;
    if (!position_at(version, line, defect, &pos))
        return g_strdup_printf(kj_tr("ply %d, %s"), defect->ply + 1, name);
    g_autofree char *move =
        kj_move_text(&pos, defect->move, KJ_MOVE_NONE, compose->request.solve.notation);
    return g_strdup_printf(kj_tr("ply %d, %s: %s"), defect->ply + 1, name, move);
}

/* ---- JSON ---- */

void kj_compose_print_square(const KjGame *game, const char *key, unsigned square,
                             KjPrinter *printer)
{
    char text[KJ_SQUARE_TEXT];
    if (square != KJ_NO_SQUARE)
        kj_square_write(game, square, text);
    kj_printer_string(printer, key, square == KJ_NO_SQUARE ? NULL : text);
}

void kj_compose_print_piece(const KjGame *game, const char *key, KjPiece piece, KjPrinter *printer)
{
    g_autofree char *text = piece ? kj_piece_letters(game, piece) : NULL;
    kj_printer_string(printer, key, text);
}

void kj_compose_print_change(const KjGame *game, const KjChange *c, KjPrinter *printer)
{
    bool shift = c->kind == KJ_CHANGE_SHIFT;
    KJ_ITEM(KJ_FIELDS_CHANGE);
}

void kj_compose_print_defect(const KjPosition *version, const KjMove *line, const KjDefect *defect,
                             KjPrinter *printer)
{
    char move[KJ_USI_MOVE];
    KjPosition pos;
    bool known = position_at(version, line, defect, &pos);
    const char *code =
        defect->is_fault ? kj_fault_code(defect->fault) : kj_class_code(defect->class);
    if (known)
        kj_usi_move_write(&pos, defect->move, move);
    KJ_ITEM(KJ_FIELDS_DEFECT);
}
