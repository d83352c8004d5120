/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was found, in sentences. */
#include "core/notation/notation.h"
#include "core/text/lang.h"
#include "repl/command/analyse.h"
#include "repl/job/phrases.h"
#include "solver/hisshi/threat.h"

enum { RED = 31, GREEN = 32, YELLOW = 33, GREY = 90, FEW = 8 };

char *kj_analyse_mate_text(unsigned plies, bool exact)
{
    if (plies == 0)
        return g_strdup(kj_tr("capture of the king"));
    return g_strdup_printf(exact ? kj_tr("mate in %u") : kj_tr("mate in at most %u"), plies);
}

char *kj_analyse_line_text(const KjAnalyseRequest *request, const KjPosition *pos,
                           const KjResult *mate, KjMove before)
{
    return kj_line_words(pos, mate->line, mate->n_line, before, request->solve.notation);
}

char *kj_analyse_brink_text(const KjBrinkReport *brink)
{
    const KjHisshiAnswer *answer = &brink->answer;
    switch (brink->brink) {
    case KJ_BRINK_NOT_ASKED: return NULL;
    case KJ_BRINK_NONE: return g_strdup(kj_tr("gets away from checks and threats"));
    case KJ_BRINK_OPEN:
        return g_strdup_printf(kj_tr("open whether it gets away from checks and threats (%s)"),
                               kj_tr(kj_cause_text(answer->cause)));
    case KJ_BRINK_FORCED:
        return g_strdup_printf(kj_hisshi_exact(answer)
                                   ? kj_tr("does not get away (一手一手): 必至 in %u")
                                   : kj_tr("does not get away (一手一手): 必至 in at most %u"),
                               answer->plies);
    case KJ_BRINK_BUT_CHECKS: return g_strdup(kj_tr("under 必至, but for checks"));
    case KJ_BRINK_HISSHI: return g_strdup(kj_tr("under 必至"));
    }
    g_assert_not_reached();
}

G_GNUC_PRINTF(3, 4)
static void add(GArray *remarks, unsigned colour, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    KjAnalyseRemark remark = {g_strdup_vprintf(format, arguments), colour};
    va_end(arguments);
    g_array_append_val(remarks, remark);
}

static void clear_remark(void *data)
{
    g_free(((KjAnalyseRemark *)data)->text);
}

/* A mate with its line behind it. (transfer full) */
static char *mate_and_line(const KjAnalyseRequest *request, const KjPosition *pos,
                           const KjResult *mate, KjMove before)
{
    g_autofree char *length = kj_analyse_mate_text(mate->plies, mate->plies_proved);
    g_autofree char *line = kj_analyse_line_text(request, pos, mate, before);
    return g_strdup_printf("%s: %s", length, line);
}

/* Up to FEW of the moves that do not lose. (transfer full) */
static char *saving_moves(const KjAnalyseRequest *request, const KjPlyReport *ply)
{
    GString *text = g_string_new(NULL);
    unsigned n = 0;
    for (unsigned i = 0; i < ply->moves->len; i++) {
        const KjMoveFact *fact = &g_array_index(ply->moves, KjMoveFact, i);
        if (fact->loses.verdict != KJ_NOMATE || n++ >= FEW)
            continue;
        g_autofree char *move =
            kj_move_text(&ply->position, fact->move, ply->before, request->solve.notation);
        g_string_append_printf(text, "%s%s", text->len ? " " : "", move);
    }
    if (n > FEW)
        g_string_append(text, " …");
    return g_string_free(text, FALSE);
}

static void add_mates(const KjAnalyseRequest *request, const KjPlyReport *ply, bool told,
                      GArray *remarks)
{
    g_autofree char *mate = told ? kj_analyse_mate_text(ply->mate.plies, ply->mate.plies_proved)
                                 : mate_and_line(request, &ply->position, &ply->mate, ply->before);
    if (ply->finding & KJ_PLY_MISSED)
        add(remarks, RED, kj_tr("misses a %s"), mate);
    else if (ply->finding & KJ_PLY_MATES)
        add(remarks, GREEN, kj_tr("keeps a %s"), mate);
    else if (ply->mate.verdict == KJ_MATE && !ply->move)
        add(remarks, GREEN, kj_tr("to move, a %s"), mate);
    else if (ply->mate.verdict == KJ_MATE)
        add(remarks, GREY, kj_tr("has a %s; whether it is kept is open"), mate);
}

static void add_losses(const KjAnalyseRequest *request, const KjPlyReport *ply, GArray *remarks)
{
    if (!ply->moves)
        return;
    KjPosition after = kj_position_after(&ply->position, ply->move);
    g_autofree char *mate = mate_and_line(request, &after, &ply->after, ply->move);
    if (ply->finding & KJ_PLY_DEADLY) {
        g_autofree char *saving = saving_moves(request, ply);
        add(remarks, RED, kj_tr("loses (頓死) to a %s"), mate);
        add(remarks, 0, kj_tr("%u of %u moves do not lose so: %s"),
            kj_count_moves(ply->moves, KJ_NOMATE), ply->moves->len, saving);
    } else if (ply->finding & KJ_PLY_LOST) {
        add(remarks, 0, kj_tr("loses, as every move does, to a %s"), mate);
    } else {
        add(remarks, GREY, kj_tr("loses to a %s; whether another move does not is open"), mate);
    }
}

static void add_brink(const KjPlyReport *ply, GArray *remarks)
{
    g_autofree char *text = kj_analyse_brink_text(&ply->brink);
    if (ply->finding & (KJ_PLY_HISSHI | KJ_PLY_FORCED))
        add(remarks, RED, "%s", text);
}

/* The mate that is threatened, as moves behind what is said of it. */
static void add_threats(const KjAnalyseRequest *request, const KjPlyReport *ply, GArray *remarks)
{
    if (ply->finding & KJ_PLY_THREATENS) {
        KjPosition passed, after = kj_position_after(&ply->position, ply->move);
        g_autofree char *mate = kj_analyse_mate_text(ply->made.plies, ply->made.plies_proved);
        g_autofree char *line =
            kj_threat_pass(&after, &passed)
                ? kj_analyse_line_text(request, &passed, &ply->made, KJ_MOVE_NONE)
                : g_strdup("");
        g_autofree char *text = g_strdup_printf(
            ply->finding & KJ_PLY_ANSWERS
                ? kj_tr("answers the threat of mate and threatens a %s (詰めろ逃れの詰めろ)")
                : kj_tr("threatens a %s (詰めろ)"),
            mate);
        add(remarks, YELLOW, "%s%s%s", text, *line ? ": " : "", line);
    } else if (ply->finding & KJ_PLY_ANSWERS) {
        add(remarks, 0, "%s", kj_tr("answers the threat of mate (詰めろ)"));
    }
}

GArray *kj_analyse_remarks(const KjAnalyseRequest *request, const KjPlyReport *ply,
                           const KjPlyReport *previous)
{
    GArray *remarks = g_array_new(FALSE, FALSE, sizeof(KjAnalyseRemark));
    g_array_set_clear_func(remarks, clear_remark);
    if (!ply->asked)
        return remarks;
    if (ply->finding & KJ_PLY_MATED)
        add(remarks, 0, "%s", kj_tr("mated"));
    else
        add_mates(request, ply, previous && previous->moves, remarks);
    if (ply->finding & KJ_PLY_WINS)
        add(remarks, GREEN, "%s", kj_tr("ends the game"));
    add_brink(ply, remarks);
    add_losses(request, ply, remarks);
    add_threats(request, ply, remarks);
    if (ply->mate.verdict == KJ_UNKNOWN)
        add(remarks, GREY, kj_tr("open: a mate by the side to move (%s)"),
            kj_tr(kj_cause_text(ply->mate.cause)));
    if (ply->under_asked && ply->under.verdict == KJ_UNKNOWN)
        add(remarks, GREY, kj_tr("open: a threat of mate against it (%s)"),
            kj_tr(kj_cause_text(ply->under.cause)));
    return remarks;
}
