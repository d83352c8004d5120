/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for 必至 against brute force. */
#include "tests/support/solver/hisshi_check.h"

#include <stdio.h>

#include "core/format/sfen.h"
#include "core/rules/attack.h"
#include "tests/support/brute_force/hisshi_reference.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/solver/hisshi_forge.h"

enum { MEMORY_MIB = 8, EASY_EVERY = 16, VARIATIONS = 12, FORGERIES = 4, LONGER = 4 };

KjSolverOptions hisshi_check_options(size_t memory_mib)
{
    return (KjSolverOptions){
        .attacker_moves = KJ_CHECKS_ONLY, .loops = KJ_LOOPS_FAIL, .memory_mib = memory_mib};
}

typedef struct {
    const HisshiCheckPlan *plan;
    HisshiCheckCount *count;
    NvRng rng;
    KjGame game;
    KjSolver *solver;
    KjHisshi *hisshi;
    HisshiReference *reference;
    KjPosition pos;
    KjHisshiResult result;
    GByteArray *certificate; // of the last that was forced, or NULL
} Check;

static bool differ(const Check *c, const char *what, ReferenceVerdict truth, unsigned plies)
{
    g_autofree char *sfen = kj_sfen_write(&c->pos, 1);
    printf("%s: %s %s | search %s %u%s, brute force %s %u\n", what, c->plan->game, sfen,
           kj_verdict_text(c->result.verdict), c->result.plies,
           c->result.plies_proved ? " proved" : "", truth == REFERENCE_MATE ? "forced" : "not",
           plies);
    return false;
}

/* Every move of the line keeps the exact length by brute force. */
static bool line_is_exact(const Check *c)
{
    KjPosition pos = c->pos;
    unsigned plies = c->result.plies;
    if (!c->result.line_complete || c->result.n_line != plies)
        return false;
    for (unsigned i = 0; i < c->result.n_line; i++) {
        if (kj_move_legality(&pos, c->result.line[i]) != KJ_MOVE_LEGAL)
            return false;
        pos = kj_position_after(&pos, c->result.line[i]);
        if (hisshi_reference_plies(c->reference, &pos) != (int)(plies - i - 1))
            return false;
    }
    return true;
}

static bool agrees(const Check *c, ReferenceVerdict truth, unsigned plies)
{
    const KjHisshiResult *result = &c->result;
    if (truth == REFERENCE_NO_MATE)
        return result->verdict == KJ_NOMATE;
    return result->verdict == KJ_MATE && result->plies_proved && result->plies == plies &&
           line_is_exact(c);
}

static void count_it(Check *c)
{
    const KjHisshiResult *result = &c->result;
    bool attacks = c->pos.side == KJ_SENTE;
    c->count->decided++;
    c->count->defender_first += !attacks;
    c->count->both_kings += c->pos.king[KJ_SENTE] != KJ_NO_SQUARE;
    c->count->refuted += result->verdict == KJ_NOMATE;
    if (result->verdict == KJ_MATE && result->plies == 0 && attacks)
        c->count->mates++;
    else if (result->verdict == KJ_MATE)
        c->count->by_length[MIN(result->plies, HISSHI_CHECK_LENGTHS - 1)]++;
}

/*
 * What is forced has a certificate. What is not, or not so soon, has none: not with the sections of
 * this one or the last one either.
 */
static bool certificates_hold(Check *c, ReferenceVerdict truth, unsigned plies)
{
    bool forced = truth == REFERENCE_MATE;
    if (forced) {
        g_clear_pointer(&c->certificate, g_byte_array_unref);
        c->certificate = hisshi_certified(c->hisshi, &c->pos, &c->result);
        c->count->certified += c->certificate != NULL;
        if (!c->certificate)
            return false;
    }
    if (!c->certificate || (forced && plies == 0))
        return true;
    c->count->forged += FORGERIES;
    unsigned claimed = forced ? plies - 1 : plies + LONGER;
    return hisshi_forged(c->certificate, &c->pos, claimed, &c->rng, FORGERIES) == 0;
}

/* Compares one position; false if the two differ. `interesting`: it was forced by threats. */
static bool compare(Check *c, bool *interesting)
{
    unsigned plies = 0;
    const KjLimits limits = {.nodes = c->plan->nodes};
    *interesting = false;
    kj_hisshi_solve(c->hisshi, &c->pos, KJ_SENTE, &limits, &c->result);
    bool forced = c->result.verdict == KJ_MATE && c->result.plies > 0;
    bool easy = c->result.verdict != KJ_UNKNOWN && !forced && nv_random(&c->rng, EASY_EVERY);
    bool same = true;
    if (c->result.verdict == KJ_UNKNOWN) {
        c->count->unsolved++;
    } else if (!easy) {
        ReferenceVerdict truth = hisshi_reference_solve(c->reference, &c->pos, &plies);
        c->count->too_big += truth == REFERENCE_TOO_BIG;
        *interesting = forced;
        if (truth != REFERENCE_TOO_BIG) {
            same = agrees(c, truth, plies) || differ(c, "differs", truth, plies);
            same = same &&
                   (certificates_hold(c, truth, plies) || differ(c, "certificate", truth, plies));
            count_it(c);
        }
    }
    kj_hisshi_result_clear(&c->result);
    return same;
}

/* Few pieces in hand, or the graph of all replies gets too big. */
static bool is_small(const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    return kj_hand_total(t, pos->hand[KJ_SENTE]) <= 2 && kj_hand_total(t, pos->hand[KJ_GOTE]) <= 1;
}

/* A position and, where threats decide, some that differ a little. */
static bool compare_family(Check *c)
{
    bool interesting;
    do
        random_problem(&c->pos, &c->game, &c->rng);
    while (!is_small(&c->pos));
    if (!compare(c, &interesting))
        return false;
    KjPosition base = c->pos;
    for (unsigned i = 0; i < VARIATIONS && interesting; i++) {
        bool again;
        random_variation(&c->pos, &base, &c->rng);
        if (!is_small(&c->pos))
            continue;
        if (!compare(c, &again))
            return false;
        if (again)
            base = c->pos;
    }
    return true;
}

bool hisshi_check_run(const HisshiCheckPlan *plan, HisshiCheckCount *count)
{
    KjSolverOptions options = hisshi_check_options(MEMORY_MIB);
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    g_autoptr(KjHisshi) hisshi = kj_hisshi_new(solver, MEMORY_MIB, NULL);
    Check c = {
        .plan = plan, .count = count, .rng = {plan->seed}, .solver = solver, .hisshi = hisshi};
    bool same = true;
    *count = (HisshiCheckCount){0};
    c.game = *kj_game_find(plan->game);
    c.reference = hisshi_reference_new(KJ_SENTE, plan->max_nodes, plan->max_nodes);
    while (same && count->decided < plan->wanted)
        same = compare_family(&c);
    hisshi_reference_free(c.reference);
    g_clear_pointer(&c.certificate, g_byte_array_unref);
    return same;
}

void hisshi_check_print(const HisshiCheckPlan *plan, const HisshiCheckCount *count)
{
    printf("%s: %u decided, %u refuted, %u mates, lengths", plan->game, count->decided,
           count->refuted, count->mates);
    for (unsigned i = 0; i < HISSHI_CHECK_LENGTHS; i++)
        printf(" %u", count->by_length[i]);
    printf("; defender first %u, both kings %u, too big %u, unsolved %u; certified %u, forged %u\n",
           count->defender_first, count->both_kings, count->too_big, count->unsolved,
           count->certified, count->forged);
}
