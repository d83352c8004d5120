/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two plies taken back. */
#include "solver/compose/extend.h"

#include <string.h>

#include "core/rules/attack.h"
#include "core/rules/movegen.h"

typedef struct {
    KjSide attacker;
    bool any_move;
    KjUnmove reply; // taken back first
    GArray *out;
} Extend;

static bool take_back_attack(void *data, const KjUnmove *attack, const KjPosition *before)
{
    Extend *e = data;
    KjExtension extension = {*before, *attack, e->reply};
    if (!kj_can_capture_king(before))
        g_array_append_val(e->out, extension);
    return true;
}

static bool take_back_reply(void *data, const KjUnmove *reply, const KjPosition *before)
{
    Extend *e = data;
    if (kj_can_capture_king(before)) // the attacker would have left his king there
        return true;
    if (!e->any_move && !kj_in_check(before, kj_other(e->attacker)))
        return true;
    e->reply = *reply;
    kj_each_unmove(before, take_back_attack, e);
    return true;
}

GArray *kj_extensions(const KjPosition *root, KjSide attacker, bool any_move)
{
    Extend e = {attacker, any_move, {0}, g_array_new(FALSE, FALSE, sizeof(KjExtension))};
    kj_each_unmove(root, take_back_reply, &e);
    return e.out;
}

KjMove *kj_extension_line(const KjExtension *extension, const KjMove *line, unsigned n)
{
    KjMove *longer = g_new(KjMove, n + KJ_NEW_PLIES);
    longer[0] = extension->attack.move;
    longer[1] = extension->reply.move;
    memcpy(longer + KJ_NEW_PLIES, line, n * sizeof *line);
    return longer;
}

void kj_extension_judge(KjSolver *solver, const KjWish *wish, const KjExtension *extension,
                        KjJudgement *out)
{
    KjWish longer = *wish;
    g_autofree KjMove *line = kj_extension_line(extension, wish->line, wish->n_line);
    longer.line = line;
    longer.n_line = wish->n_line + KJ_NEW_PLIES;
    longer.plies = wish->plies + KJ_NEW_PLIES;
    longer.keep = KJ_KEEP_LINE;
    longer.recorded_plies = -1;
    longer.new_plies = KJ_NEW_PLIES;
    longer.n_faults = 0;
    kj_judge(solver, &longer, &extension->position, false, out);
}
