/* SPDX-License-Identifier: GPL-3.0-or-later */
/* family: verdicts and lengths of a family of positions: a piece of some kinds on some squares, any
 * hand of so many pieces. */
#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/textboard.h"
#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/command/compose.h"
#include "repl/command/compose_fields.def"
#include "repl/job/phrases.h"

typedef struct {
    KjCompose *compose;
    KjComposeWork *work;
    GArray *pieces;   // of KjPiece: --piece
    KjBb squares;     // --on
    int most_in_hand; // --in-hand, -1: the hand stays
    GArray *members;  // of KjRepair
    bool list;        // --list: members are printed at once, and none is kept
    bool narrowed;    // there are more hands than a version can have changes
} Call;

static bool read_family(const KjValues *values, const KjGame *game, Call *out, GError **error)
{
    const KjValue *value = values->value;
    const char *pieces = value[KJ_OPT(PIECE)].text, *on = value[KJ_OPT(ON)].text;
    out->squares = game->t->all;
    out->list = value[KJ_OPT(LIST)].flag;
    out->most_in_hand = value[KJ_OPT(IN_HAND)].set ? (int)value[KJ_OPT(IN_HAND)].integer : -1;
    if (!pieces && out->most_in_hand < 0)
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "expected --piece, --in-hand or both");
    return (!pieces || kj_compose_read_pieces(game, pieces, out->pieces, error)) &&
           (!on || kj_compose_read_squares(game, on, &out->squares, error));
}

static void list_member(const Call *f, const KjCandidate *candidate)
{
    KjPosition pos;
    if (!kj_candidate_position(&f->work->job.root, f->work->wish.attacker, candidate, &pos))
        return;
    g_autofree char *text = kj_position_write(&pos);
    kj_printer_line(f->compose->call->printer, "%s", text);
}

static void add_member(Call *f, const KjCandidate *candidate)
{
    KjCandidate weighed = *candidate;
    if (!kj_candidate_weigh(&f->work->job.root, f->work->wish.attacker, &weighed))
        return;
    if (f->list)
        list_member(f, &weighed);
    else
        kj_repairs_add(f->members, &weighed);
}

/* All hands of at most so many pieces of kinds from the `i`th of the hand on. */
static void add_hands(Call *f, const KjCandidate *base, unsigned i, unsigned most)
{
    const KjTables *t = f->work->job.root.game->t;
    add_member(f, base);
    for (; i < t->n_hand && most; i++) {
        KjKind kind = t->hand_kind[i];
        KjCandidate more = *base;
        KjChange add = {.kind = KJ_CHANGE_HAND_ADD, .from = KJ_NO_SQUARE, .to = KJ_NO_SQUARE};
        if (kind & KJ_PROMOTED)
            continue;
        add.instead = kj_piece(f->work->wish.attacker, kind);
        if (more.n_changes == KJ_MAX_CHANGES) {
            f->narrowed = true;
            return;
        }
        more.change[more.n_changes++] = add;
        KjPosition pos;
        if (kj_candidate_position(&f->work->job.root, f->work->wish.attacker, &more, &pos))
            add_hands(f, &more, i, most - 1);
    }
}

static void add_with_hands(Call *f, const KjCandidate *candidate)
{
    if (f->most_in_hand < 0)
        add_member(f, candidate);
    else
        add_hands(f, candidate, 0, (unsigned)f->most_in_hand);
}

static void make_members(Call *f)
{
    KjCandidate candidate = {0};
    if (!f->pieces->len)
        add_with_hands(f, &candidate);
    for (unsigned i = 0; i < f->pieces->len; i++) {
        for (KjBb left = f->squares & ~kj_occupied(&f->work->job.root); left;) {
            KjChange add = {.kind = KJ_CHANGE_ADD,
                            .from = KJ_NO_SQUARE,
                            .to = (uint8_t)kj_bb_pop(&left),
                            .instead = g_array_index(f->pieces, KjPiece, i)};
            candidate.n_changes = 1;
            candidate.change[0] = add;
            add_with_hands(f, &candidate);
        }
    }
}

/* ---- output: boards with a number a square, and a list ---- */

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
static const KjJudgement *result_at(const Call *f, KjPiece piece, unsigned square)
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
static char *result_board(const Call *f, KjPiece piece)
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

static unsigned count_sound(const Call *f)
{
    unsigned n = 0;
    for (unsigned i = 0; i < f->members->len; i++)
        n += g_array_index(f->members, KjRepair, i).judgement.fate == KJ_FATE_SOUND;
    return n;
}

static void tell_boards(const Call *f, KjPrinter *printer)
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

static void print_member(const Call *f, const KjRepair *member, unsigned *io_shown)
{
    bool shown = member->judgement.fate == KJ_FATE_SOUND && *io_shown < f->compose->most;
    *io_shown += shown;
    if (member->judgement.fate != KJ_FATES)
        kj_compose_print_version(f->compose, f->work, member, shown ? *io_shown : 0, false);
}

static void print_family(const Call *f, KjPrinter *printer)
{
    unsigned shown = 0, sound = count_sound(f);
    kj_compose_begin_record(f->compose, f->work);
    if (f->most_in_hand < 0 && f->work->n_judged)
        tell_boards(f, printer);
    kj_printer_line(printer, "%u positions, sound: %u (%s)", f->members->len, sound,
                    f->compose->request.profile.name);
    KJ_FIELDS_FAMILY;
    if (f->work->cut)
        kj_printer_line(printer, "ended early: %u of %u versions judged", f->work->n_judged,
                        f->members->len);
    if (f->narrowed)
        kj_printer_line(printer, "larger hands were left out");
    kj_compose_end_record(f->compose, f->work);
}

static KjExit status_of(const GArray *members)
{
    KjExit status = KJ_EXIT_DEFECT;
    for (unsigned i = 0; i < members->len; i++) {
        KjFate fate = g_array_index(members, KjRepair, i).judgement.fate;
        if (fate == KJ_FATE_SOUND)
            return KJ_EXIT_OK;
        if (fate == KJ_FATE_UNKNOWN || fate == KJ_FATES)
            status = KJ_EXIT_UNKNOWN;
    }
    return status;
}

/* One position. */
static KjExit family(KjCompose *compose, KjComposeWork *work, GError **error)
{
    g_autoptr(GArray) pieces = g_array_new(FALSE, FALSE, sizeof(KjPiece));
    g_autoptr(GArray) members = kj_repairs_new();
    Call f = {.compose = compose, .work = work, .pieces = pieces, .members = members};
    if (!read_family(compose->call->values, work->job.root.game, &f, error))
        return KJ_EXIT_USAGE;
    if (f.list)
        kj_printer_begin(compose->call->printer, compose->call->command->schema);
    make_members(&f);
    if (f.list) {
        kj_printer_end(compose->call->printer);
        return KJ_EXIT_OK;
    }
    if (!kj_compose_judge(compose, work, &work->wish, members, false, KJ_COMPOSE_PART, error))
        return KJ_EXIT_INTERNAL;
    g_array_sort(members, kj_repair_compare);
    print_family(&f, compose->call->printer);
    return status_of(members);
}

static KjExit kj_cmd_family(KjSession *session, const KjCall *call, GError **error)
{
    const KjValue *value = call->values->value;
    if (value[KJ_OPT(LIST)].flag && value[KJ_OPT(JSON)].flag) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--list: expected without --json, one position a line");
        return KJ_EXIT_USAGE;
    }
    if (value[KJ_OPT(LIST)].flag && value[KJ_OPT(CHECKPOINT)].text) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--list: expected without --checkpoint, as nothing is judged");
        return KJ_EXIT_USAGE;
    }
    return kj_compose_each(session, call, family, error);
}

const KjCommand kj_family_command = {
    .name = "family",
    .ja = "変種",
    .group = KJ_COMMANDS_MATE,
    .summary = "judge a family of positions: a piece anywhere, any hand",
    .details =
        "Puts each piece of --piece on each empty square of --on and gives the attacker "
        "each hand of at most --in-hand pieces besides what he holds, and judges every "
        "position as check does. With --piece alone a board for each piece shows the "
        "results: the length where the work is sound, the length and * where it mates but "
        "is unsound, - where there is no mate, ? where it is undecided. Else the sound "
        "positions are listed. The status is 1 if none is sound. With --list it judges none and "
        "writes all of them, for batch or for another family.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_KEEP | KJ_OPTIONS_COMPOSE | KJ_OPTIONS_FAMILY |
               KJ_OPTIONS_JUDGE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT |
               KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD | KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG | KJ_COMMAND_WORK,
    .run = kj_cmd_family,
    .examples = {{"family --piece R --on 1a-9i '9/9/9/k8/N8/B8/9/9/9 b 2rb4g4s3n4l18p 1'",
                  "Where a rook makes a sound work.", "sound: "}},
    .schema = "kanju.family/1",
};
