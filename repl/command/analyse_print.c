/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report on a position as text. */
#include "core/notation/notation.h"
#include "core/text/lang.h"
#include "repl/cli/input_print.h"
#include "repl/command/analyse.h"
#include "repl/diagram/picture.h"
#include "repl/job/phrases.h"

enum {
    MANY = 24,    // moves of a list that are shown
    COLUMNS = 84, // of them on a line
};

/* Moves joined with blanks, and how many there were. */
typedef struct {
    GString *text; // lines
    unsigned n, columns;
} MoveText;

static void add_move(MoveText *list, const KjAnalyseRequest *request, const KjPosition *pos,
                     KjMove move, KjMove before, const KjAnswer *mate)
{
    if (list->n++ >= MANY)
        return;
    g_autofree char *text = kj_move_text(pos, move, before, request->solve.notation);
    g_autofree char *length =
        mate ? g_strdup_printf("(%s%u)", kj_answer_exact(mate) ? "" : "≤", mate->plies + 1)
             : g_strdup("");
    unsigned columns = kj_text_columns(text) + kj_text_columns(length) + 1;
    bool full = list->columns + columns > COLUMNS;
    list->columns = full ? columns : list->columns + columns;
    g_string_append_printf(list->text, "%s%s%s",
                           !list->text->len ? ""
                           : full           ? "\n"
                                            : " ",
                           text, length);
}

static void print_moves(KjPrinter *printer, const char *label, MoveText *list)
{
    g_string_append(list->text, list->n > MANY ? " …" : "");
    g_auto(GStrv) lines = g_strsplit(list->text->str, "\n", -1);
    for (unsigned i = 0; list->n && lines[i]; i++) {
        if (i == 0)
            kj_printer_line(printer, "  %s: %s", label, lines[i]);
        else
            kj_printer_line(printer, "    %s", lines[i]);
    }
    g_string_free(list->text, TRUE);
}

/* ---- kings ---- */

static void print_first(const KjAnalyseRequest *request, const KjAnalyseJob *job,
                        const KjKingReport *king, KjPrinter *printer)
{
    MoveText list = {.text = g_string_new(NULL)};
    unsigned open = 0;
    for (unsigned i = 0; i < king->first->len; i++) {
        const KjFirstMove *first = &g_array_index(king->first, KjFirstMove, i);
        KjMove before = king->state == KJ_KING_ATTACK ? job->before : KJ_MOVE_NONE;
        if (first->answer.verdict == KJ_MATE)
            add_move(&list, request, &king->board, first->move, before, &first->answer);
        else
            open++;
    }
    print_moves(printer, kj_tr("first moves"), &list);
    if (open)
        kj_printer_line(printer, "  first moves undecided: %u", open);
}

/* What makes a king that is not mated unsafe. (transfer full) */
static char *needs_text(const KjKingReport *king)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < king->needs->len; i++) {
        g_autofree char *hand =
            kj_hand_kanji(king->board.game, g_array_index(king->needs, KjHand, i));
        g_string_append_printf(text, "%s%s", i ? kj_tr(", or ") : "", hand);
    }
    return g_string_free(text, FALSE);
}

static void print_safety(const KjKingReport *king, KjPrinter *printer)
{
    if (!king->safe_asked)
        return;
    g_autofree char *needs = needs_text(king);
    if (king->safe.verdict == KJ_NOMATE)
        kj_printer_line(printer, "  ゼット: no piece in hand would make a mate");
    else if (king->needs->len)
        kj_printer_line(printer, "  with more in hand there would be a mate: %s", needs);
    else if (king->n_open == 0)
        kj_printer_line(printer, "  no two pieces more in hand would make a mate%s",
                        king->safe.verdict == KJ_MATE ? kj_tr("; every piece would") : "");
    if (king->n_open || king->safe.verdict == KJ_UNKNOWN)
        kj_printer_line(printer, "  hands undecided: %u",
                        king->n_open + (king->safe.verdict == KJ_UNKNOWN));
}

/* What is said of a king, in each case. (transfer full) */
static char *king_text(const KjAnalyseJob *job, const KjKingReport *king)
{
    const KjResult *mate = &king->mate;
    bool mates = mate->verdict == KJ_MATE, open = mate->verdict == KJ_UNKNOWN;
    const char *cause = kj_tr(kj_cause_text(mate->cause));
    g_autofree char *length = kj_analyse_mate_text(mate->plies, mate->plies_proved);
    if (king->state == KJ_KING_ATTACK)
        return mates  ? g_strdup_printf(kj_tr("%s (詰み)"), length)
               : open ? g_strdup_printf(kj_tr("open whether there is a mate (%s)"), cause)
                      : g_strdup(kj_tr("no mate"));
    if (king->state == KJ_KING_PASS)
        return mates  ? g_strdup_printf(kj_tr("threatened with a %s (詰めろ)"), length)
               : open ? g_strdup_printf(kj_tr("open whether a mate is threatened (%s)"), cause)
                      : g_strdup(kj_tr("no mate threatened (no 詰めろ)"));
    if (mates && job->report.moves->len == 0)
        return g_strdup(kj_tr("mated"));
    return mates  ? g_strdup_printf(kj_tr("in check, %s"), length)
           : open ? g_strdup_printf(kj_tr("in check, open whether it is mated (%s)"), cause)
                  : g_strdup(kj_tr("in check, no mate"));
}

static void print_king(const KjAnalyseRequest *request, const KjAnalyseJob *job, KjSide side,
                       KjPrinter *printer)
{
    const KjKingReport *king = &job->report.king[side];
    if (king->state == KJ_KING_NONE)
        return;
    const KjResult *mate = &king->mate;
    g_autofree char *text = king_text(job, king);
    kj_printer_line(printer, "%s's king: %s", kj_tr(kj_side_name(side)), text);
    if (mate->verdict == KJ_MATE && mate->n_line) {
        KjMove before = king->state == KJ_KING_PASS ? KJ_MOVE_NONE : job->before;
        g_autofree char *line = kj_analyse_line_text(request, &king->board, mate, before);
        kj_printer_line(printer, "  %s", line);
    }
    g_autofree char *brink =
        side == job->position.side ? kj_analyse_brink_text(&job->report.brink) : NULL;
    if (brink)
        kj_printer_line(printer, "  %s", brink);
    print_first(request, job, king, printer);
    print_safety(king, printer);
}

/* What the side to move forces by checks and threats. */
static void print_forces(const KjAnalyseRequest *request, const KjAnalyseJob *job,
                         KjPrinter *printer)
{
    const KjHisshiAnswer *forces = &job->report.forces;
    const char *side = kj_tr(kj_side_name((KjSide)job->position.side));
    if (!job->report.forces_asked)
        return;
    if (forces->verdict == KJ_UNKNOWN) {
        kj_printer_line(printer, "%s: open whether checks and threats force 必至 (%s)", side,
                        kj_tr(kj_cause_text(forces->cause)));
    } else if (forces->verdict == KJ_NOMATE) {
        kj_printer_line(printer, "%s: checks and threats do not force 必至", side);
    } else {
        g_autofree char *move = forces->move ? kj_move_text(&job->position, forces->move,
                                                            job->before, request->solve.notation)
                                             : g_strdup("");
        kj_printer_line(printer,
                        kj_hisshi_exact(forces) ? "%s forces 必至 in %u: %s"
                                                : "%s forces 必至 in at most %u: %s",
                        side, forces->plies, move);
    }
}

/* ---- moves ---- */

/* What may be said of a move; a set of bits. */
enum { WINS = 1, LOSES = 2, SAFE = 4, OPEN = 8, THREATENS = 16, MAY_THREATEN = 32 };

static unsigned facts_of(const KjMoveFact *fact)
{
    static const unsigned loses[] = {[KJ_MATE] = LOSES, [KJ_NOMATE] = SAFE, [KJ_UNKNOWN] = OPEN};
    static const unsigned threat[] = {[KJ_MATE] = THREATENS, [KJ_UNKNOWN] = MAY_THREATEN};
    unsigned facts = loses[fact->loses.verdict] | (fact->wins ? WINS : 0);
    bool asked = facts & SAFE && fact->threatens_asked;
    return facts | (asked ? threat[fact->threatens.verdict] : 0);
}

static void print_where(const KjAnalyseRequest *request, const KjAnalyseJob *job, const char *label,
                        unsigned which, KjPrinter *printer)
{
    MoveText list = {.text = g_string_new(NULL)};
    for (unsigned i = 0; i < job->report.moves->len; i++) {
        const KjMoveFact *fact = &g_array_index(job->report.moves, KjMoveFact, i);
        if (facts_of(fact) & which)
            add_move(&list, request, &job->position, fact->move, job->before, NULL);
    }
    print_moves(printer, label, &list);
}

static void print_facts(const KjAnalyseRequest *request, const KjAnalyseJob *job,
                        KjPrinter *printer)
{
    const GArray *moves = job->report.moves;
    KjSide mover = (KjSide)job->position.side;
    unsigned lost = kj_count_moves(moves, KJ_MATE), kept = kj_count_moves(moves, KJ_NOMATE);
    unsigned open = kj_count_moves(moves, KJ_UNKNOWN);
    bool under = job->report.king[mover].state == KJ_KING_PASS &&
                 job->report.king[mover].mate.verdict == KJ_MATE;
    if (moves->len == 0)
        return;
    kj_printer_line(printer,
                    kj_tr_n(moves->len,
                            "%s has %u move: %u lose to a mate (頓死), %u do not, %u open",
                            "%s has %u moves: %u lose to a mate (頓死), %u do not, %u open"),
                    kj_tr(kj_side_name(mover)), moves->len, lost, kept, open);
    print_where(request, job, kj_tr("end the game"), WINS, printer);
    if (lost && lost <= kept)
        print_where(request, job, kj_tr("lose"), LOSES, printer);
    else if (lost && kept)
        print_where(request, job, kj_tr("do not lose"), SAFE, printer);
    if (lost || open <= MANY)
        print_where(request, job, kj_tr("undecided"), OPEN, printer);
    if (job->report.king[kj_other(mover)].mate.verdict == KJ_MATE)
        return; // who can mate need not threaten it
    print_where(request, job,
                under ? kj_tr("answer the threat with one (詰めろ逃れの詰めろ)")
                      : kj_tr("threaten mate (詰めろ)"),
                THREATENS, printer);
    print_where(request, job, kj_tr("may threaten mate"), MAY_THREATEN, printer);
}

static void print_text(const KjSession *session, const KjCall *call,
                       const KjAnalyseRequest *request, const KjAnalyseJob *job)
{
    KjPrinter *printer = call->printer;
    KjSide mover = (KjSide)job->position.side;
    if (request->solve.diagrams && !kj_call_board_is_seen(call)) {
        g_autofree char *board =
            kj_picture_board(&session->term, call->values, &job->position, job->before);
        kj_printer_block(printer, board);
    }
    kj_printer_line(printer, "%s: %s to move", job->solve.input->called,
                    kj_tr(kj_side_name(mover)));
    print_king(request, job, kj_other(mover), printer);
    print_king(request, job, mover, printer);
    print_forces(request, job, printer);
    print_facts(request, job, printer);
    kj_printer_spent(printer, job->nodes, job->seconds);
}

void kj_analyse_print(const KjSession *session, const KjCall *call, const KjAnalyseRequest *request,
                      const KjAnalyseJob *job)
{
    KjPrinter *printer = call->printer;
    kj_printer_begin(printer, call->command->schema);
    kj_input_print_position(printer, job->solve.input);
    kj_analyse_print_fields(job, printer);
    if (job->record)
        kj_analyse_print_record(session, call, request, job);
    else
        print_text(session, call, request, job);
    kj_printer_end(printer);
}
