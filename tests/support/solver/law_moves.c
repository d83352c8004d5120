/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves beside a line, by certificates. */
#include "tests/support/solver/law_moves.h"

#include "tests/support/certify/certified.h"
#include "tests/support/rules/record_text.h"

enum { MEMORY_MIB = 16 };

/* What a check that mates may be called, as far as only that is known. Beside the last move none but
 * a mate at once comes back to the line without loss. */
static const unsigned at_last =
    CLASSIFY_LATE | CLASSIFY_CHOICE | CLASSIFY_PROMOTION | CLASSIFY_DETOUR | CLASSIFY_MIRROR;
static const unsigned before =
    at_last | CLASSIFY_EARLY | CLASSIFY_EQUAL | CLASSIFY_ORDER | CLASSIFY_REJOIN;
static const unsigned any_reply =
    CLASSIFY_SHORTER | CLASSIFY_SAME | CLASSIFY_LONGER | CLASSIFY_NOT_MAIN | CLASSIFY_ESCAPE;

typedef struct {
    const KjPosition *root;
    KjSide attacker;
    KjSolver *solver;
    uint64_t nodes;
    KjMove *past; // of the question: the line up to it, and a move beside it
} Asking;

/* Plies of the mate after the first `n` moves of the past, by a certificate that was verified; -1:
 * by such a one there is none; -2: not known. */
static int plies_after(const Asking *a, unsigned n)
{
    KjPosition pos = *a->root;
    CertifiedPlan plan = {a->solver, a->attacker, {.nodes = a->nodes}, false};
    g_auto(Certified) c;
    for (unsigned i = 0; i < n; i++)
        pos = kj_position_after(&pos, a->past[i]);
    kj_solver_set_past(a->solver, a->root, a->past, n);
    g_autofree char *wrong = certified_run(&plan, &pos, &c);
    if (wrong && !c.limited)
        g_error("not certified: %s", wrong);
    int plies = wrong || c.result.verdict == KJ_UNKNOWN ? -2
                : c.result.verdict == KJ_MATE           ? (int)c.result.pure_plies
                                                        : -1;
    return plies;
}

/* `left`: plies of the line after the move it is beside. */
static unsigned name_check(int plies, int left)
{
    if (plies == -1)
        return CLASSIFY_FAILS;
    if (plies == 0 && left == 0)
        return CLASSIFY_LAST;
    return (left == 0 ? at_last : before) | (plies < 0 ? CLASSIFY_FAILS : 0);
}

/* A mate in so many plies is no longer than that. */
static unsigned name_reply(int plies, int left)
{
    if (plies == -1)
        return CLASSIFY_ESCAPE;
    return plies == -2 || plies > left ? any_reply
           : plies < left              ? CLASSIFY_SHORTER
                                       : CLASSIFY_SHORTER | CLASSIFY_SAME;
}

/* All moves beside the line's at one position that the law lets be played. */
static void name_all(const Asking *a, const KjRecord *record, const KjMove *line, unsigned n,
                     GArray *out)
{
    const KjPosition *pos = kj_record_position(record);
    unsigned ply = kj_record_plies(record);
    bool attacks = pos->side == a->attacker;
    KjMoveList list;
    if (attacks)
        kj_gen_checks(pos, &list);
    else
        kj_gen_safe(pos, &list);
    for (unsigned i = 0; i < list.n; i++) {
        ClassifyMove m = {.ply = ply, .move = list.move[i]};
        if (m.move == line[ply] || kj_record_would_repeat(record, m.move))
            continue;
        a->past[ply] = m.move;
        m.plies = plies_after(a, ply + 1);
        int left = (int)(n - ply - 1);
        m.names = attacks ? name_check(m.plies, left) : name_reply(m.plies, left);
        g_array_append_val(out, m);
    }
    a->past[ply] = line[ply];
}

/* The moves beside each move of the line; false if it cannot be played. */
static bool name_line(const Asking *a, const KjMove *line, unsigned n, GArray *out)
{
    g_autoptr(KjRecord) record = kj_record_new(a->root);
    bool playable = true;
    for (unsigned i = 0; playable && i < n; i++) {
        name_all(a, record, line, n, out);
        playable = kj_record_play(record, line[i]) == KJ_MOVE_LEGAL;
    }
    return playable;
}

GArray *law_moves(const KjPosition *root, KjSide attacker, const KjMove *line, unsigned n,
                  uint64_t nodes)
{
    KjSolverOptions options = {
        .loops = KJ_LOOPS_LAW, .memory_mib = MEMORY_MIB, .find_shortest = true};
    g_autofree KjMove *past = g_memdup2(line, n * sizeof *line);
    Asking a = {root, attacker, kj_solver_new(&options, NULL), nodes, past};
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(ClassifyMove));
    g_assert(a.solver);
    bool mates = plies_after(&a, n) == 0 && name_line(&a, line, n, moves);
    kj_solver_free(a.solver);
    return mates ? g_steal_pointer(&moves) : NULL;
}
