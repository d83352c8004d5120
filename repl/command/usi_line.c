/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `go matedebug MOVES`: what is known of each position on a line. */
#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "repl/command/usi_search-priv.h"
#include "repl/job/phrases.h"

// For each position, where nothing else limits the search.
enum { NODES = 1000000 };

/* The first move of the main line, with a blank before it, or "". (transfer full) */
static char *best_text(const KjPosition *pos, const KjResult *result)
{
    char move[KJ_USI_MOVE];
    if (!result->n_line)
        return g_strdup("");
    kj_usi_move_write(pos, result->line[0], move);
    return g_strconcat(" ", move, NULL);
}

/* "matedebug 2 1a2a: mate in 3, proved; 2b3c (120 nodes)" */
static void tell_line(const KjUsiSearch *s, const char *place, const KjPosition *pos,
                      const KjResult *result)
{
    g_autofree char *best = best_text(pos, result);
    switch (result->verdict) {
    case KJ_MATE:
        kj_usi_search_remark(s, "matedebug %s: mate in %s%u%s%s (%" G_GUINT64_FORMAT " nodes)",
                             place, result->plies_proved ? "" : kj_tr("at most "), result->plies,
                             *best ? ":" : "", best, result->nodes);
        break;
    case KJ_NOMATE:
        kj_usi_search_remark(s, "matedebug %s: no mate (%" G_GUINT64_FORMAT " nodes)", place,
                             result->nodes);
        break;
    case KJ_UNKNOWN:
        kj_usi_search_remark(s, "matedebug %s: unknown, %s (%" G_GUINT64_FORMAT " nodes)", place,
                             kj_tr(kj_cause_text(result->cause)), result->nodes);
        break;
    }
}

/* Solves the position after `n` moves of all that were played, and tells of it. */
static void ask_for_line(KjUsiSearch *s, KjSolver *solver, const char *place, const KjPosition *pos,
                         const GArray *played)
{
    KjLimits limits;
    g_auto(KjResult) result = {.verdict = KJ_UNKNOWN, .cause = KJ_CAUSE_STOPPED};
    if (!s->stop) {
        limits = s->request.limits; // each position has those of the first
        limits.stop = &s->stop;
        if (s->go.endless)
            limits.nodes = NODES;
        kj_solver_set_past(solver, &s->job.input->text.start, (const KjMove *)played->data,
                           played->len);
        kj_solver_solve(solver, pos, s->job.attacker, &limits, &result);
        s->nodes += result.nodes;
    }
    tell_line(s, place, pos, &result);
}

void kj_usi_search_line(KjUsiSearch *s, KjSolver *solver)
{
    const KjInput *input = s->job.input;
    KjPosition pos = input->position;
    g_autoptr(GArray) played = g_array_new(FALSE, FALSE, sizeof(KjMove));
    g_array_append_vals(played, input->text.moves, input->text.n_moves);
    tell_line(s, "0", &pos, &s->job.result);
    s->listing = true;
    for (unsigned i = 0; s->go.line[i]; i++) {
        g_autoptr(GError) error = NULL;
        KjMove move;
        if (!kj_usi_move_read(&pos, s->go.line[i], &move, &error)) {
            kj_usi_search_remark(s, "matedebug %u %s: %s", i + 1, s->go.line[i], error->message);
            break;
        }
        pos = kj_position_after(&pos, move);
        g_array_append_val(played, move);
        g_autofree char *place = g_strdup_printf("%u %s", i + 1, s->go.line[i]);
        ask_for_line(s, solver, place, &pos, played);
    }
    s->listing = false;
}
