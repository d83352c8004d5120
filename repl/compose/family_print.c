/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What family prints: kanju.family/1, boards with a number a square, lists. */
#include <string.h>

#include "core/notation/textboard.h"
#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/input_print.h"
#include "repl/compose/compose_fields.def"
#include "repl/compose/family.h"
#include "repl/job/phrases.h"

static bool has_no_mate(const KjJudgement *j)
{
    for (unsigned i = 0; i < MIN(j->n_defects, KJ_MAX_DEFECTS); i++)
        if (j->defect[i].is_fault &&
            (j->defect[i].fault == KJ_FAULT_NO_MATE || j->defect[i].fault == KJ_FAULT_DROP_MATE))
            return true;
    return false;
}

/* A result in three columns. */
static void cell_text(const KjJudgement *j, char out[8])
{
    if (j->fate == KJ_FATES)
        g_strlcpy(out, "   ", 8);
    else if (j->fate == KJ_FATE_UNKNOWN ||
             (j->fate == KJ_FATE_UNSOUND && !j->plies && !has_no_mate(j)))
        g_strlcpy(out, " ? ", 8);
    else if (has_no_mate(j))
        g_strlcpy(out, " - ", 8);
    else
        g_snprintf(out, 8, "%2u%c", MIN(j->plies, 99), j->fate == KJ_FATE_SOUND ? ' ' : '*');
}

/* The result of a piece on a square, NULL: there is none. */
static const KjJudgement *result_at(const KjFamilyCall *f, KjPiece piece, unsigned square)
{
    for (unsigned i = 0; i < f->members->len; i++) {
        const KjRepair *member = &g_array_index(f->members, KjRepair, i);
        const KjChange *change = &member->candidate.change[0];
        if (change->instead == piece && change->to == square)
            return &member->judgement;
    }
    return NULL;
}

/* The board of the printer with results in place of its empty squares. (transfer full) */
static char *result_board(const KjFamilyCall *f, KjPiece piece)
{
    const KjPosition *root = &f->work->job.root;
    const KjTables *t = root->game->t;
    g_autofree char *board = kj_board_text(root, KJ_BOARD_KANJI, false, KJ_MOVE_NONE);
    g_auto(GStrv) lines = g_strsplit(board, "\n", -1);
    GString *out = g_string_new(NULL);
    unsigned rank = 0;
    for (unsigned i = 0; lines[i] && lines[i + 1]; i++) {
        const char *at = lines[i];
        if (*at != '|') {
            g_string_append_printf(out, "%s\n", at);
            continue;
        }
        g_string_append_c(out, *at++);
        for (unsigned column = 0; column < t->files; column++) {
            const char *next = g_utf8_find_next_char(at + 1, NULL); // mark and piece
            unsigned square = (t->files - 1 - column) * t->ranks + rank;
            const KjJudgement *j = root->board[square] ? NULL : result_at(f, piece, square);
            char text[8] = "   ";
            if (j)
                cell_text(j, text);
            if (root->board[square] || !j)
                g_string_append_len(out, at, next - at);
            else
                g_string_append(out, text);
            at = next;
        }
        g_string_append_printf(out, "%s\n", at);
        rank++;
    }
    return g_string_free(out, FALSE);
}

static unsigned count_sound(const KjFamilyCall *f)
{
    unsigned n = 0;
    for (unsigned i = 0; i < f->members->len; i++)
        n += g_array_index(f->members, KjRepair, i).judgement.fate == KJ_FATE_SOUND;
    return n;
}

static void tell_boards(const KjFamilyCall *f, KjPrinter *printer)
{
    for (unsigned i = 0; i < f->pieces->len; i++) {
        KjPiece piece = g_array_index(f->pieces, KjPiece, i);
        g_autofree char *board = result_board(f, piece);
        g_autofree char *name = kj_piece_name(f->work->job.root.game, piece);
        kj_printer_line(printer, "%s of %s:", name, kj_tr(kj_side_name(kj_piece_side(piece))));
        kj_printer_block(printer, board);
    }
    kj_printer_line(printer,
                    "plies of a sound work, * of an unsound one; -: no mate; ?: undecided");
}

static void print_family_text(const KjFamilyCall *f, KjPrinter *printer)
{
    if (f->most_in_hand < 0 && f->work->n_judged)
        tell_boards(f, printer);
    kj_printer_line(printer, "%u positions, sound: %u (%s)", f->members->len, count_sound(f),
                    f->compose->request.profile.name);
    unsigned shown = 0;
    for (unsigned i = 0; i < f->members->len && shown < f->compose->most; i++) {
        const KjRepair *member = &g_array_index(f->members, KjRepair, i);
        if (member->judgement.fate == KJ_FATE_SOUND)
            kj_compose_tell_version(f->compose, f->work, member, ++shown, false, printer);
    }
    if (f->work->cut)
        kj_printer_line(printer, "ended early: %u of %u versions judged", f->work->n_judged,
                        f->members->len);
    if (f->narrowed)
        kj_printer_line(printer, "larger hands were left out");
    kj_printer_spent(printer, f->work->nodes, kj_compose_seconds(f->compose));
}

static void print_member(const KjFamilyCall *f, const KjRepair *member, KjPrinter *printer)
{
    if (member->judgement.fate != KJ_FATES)
        kj_compose_print_version(f->work, member, printer);
}

void kj_family_print(const KjFamilyCall *f)
{
    KjPrinter *printer = f->compose->call->printer;
    kj_printer_begin(printer, f->compose->call->command->schema);
    kj_input_print_position(printer, f->work->job.solve.input);
    print_family_text(f, printer);
    KJ_FIELDS_FAMILY;
    kj_printer_end(printer);
}
