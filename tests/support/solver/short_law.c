/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short mates by the law of repetition after a past of any moves. */
#include "tests/support/solver/short_law.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/certify/certified.h"
#include "tests/support/rules/bridge.h"

enum { MOST_PAST = 16, NODES = 3000, CERTIFY_NODES = 20000, MEMORY_MIB = 16, NOT_WITHIN = -1 };

typedef struct {
    NvPos start, root;
    NvMove past[MOST_PAST];
    int n_past;
    int truth; // plies of the mate, or NOT_WITHIN
    KjPosition kj_start, kj_root;
    KjMove kj_past[MOST_PAST];
    Certified c;
} Case;

static void place(NvPos *pos, int side, int kind, bool promoted, int row, int col)
{
    const NvGame *game = nv_game(pos->game);
    promoted = promoted && nv_promotes(kind);
    if (row < 0 || col < 0 || row >= game->ranks || col >= game->files ||
        pos->board[row][col].kind != NV_NONE || (!promoted && nv_dead(pos, side, kind, row, col)))
        return;
    pos->board[row][col] = (NvPiece){(uint8_t)kind, promoted, (uint8_t)side};
}

/* Gote's king at the edge, and a few pieces near it. */
static void draw(NvPos *pos, NvRng *rng)
{
    static const int kinds[] = {NV_I, NV_R, NV_B, NV_S, NV_N, NV_L};
    enum { KINDS = G_N_ELEMENTS(kinds) };
    nv_parse(pos, "ogi", "8/8/8/8/8/8/8/8 b - 1");
    int row = nv_random(rng, 2), col = nv_random(rng, 2) ? 7 : nv_random(rng, 8);
    place(pos, NV_GOTE, NV_K, false, row, col);
    for (int i = nv_random(rng, 3); i >= 0; i--)
        place(pos, NV_SENTE, kinds[nv_random(rng, KINDS)], nv_random(rng, 4) > 0,
              row + nv_random(rng, 5) - 1, col + nv_random(rng, 7) - 3);
    if (nv_random(rng, 2))
        place(pos, NV_GOTE, nv_random(rng, 2) ? NV_P : kinds[nv_random(rng, KINDS)],
              nv_random(rng, 4) == 0, row + nv_random(rng, 5) - 2, col + nv_random(rng, 5) - 2);
    pos->turn = nv_random(rng, 6) == 0 ? NV_GOTE : NV_SENTE;
}

static bool is_mate(const NvPos *pos)
{
    NvMove unused[NV_MAX_MOVES];
    return !pos->over && nv_in_check(pos) && nv_safe(pos, unused) == 0;
}

/* Any move of c->root, more often one that mates, or takes the last one of its side back. */
static bool choose(const Case *c, NvRng *rng, NvMove *out)
{
    NvMove moves[NV_MAX_MOVES];
    bool unsafe = nv_random(rng, 8) == 0 || nv_safe(&c->root, moves) == 0;
    int n = unsafe ? nv_legal(&c->root, moves) : nv_safe(&c->root, moves);
    if (n == 0)
        return false;
    bool mates = nv_random(rng, 2), back = c->n_past >= 2 && nv_random(rng, 4) > 0;
    *out = moves[nv_random(rng, n)];
    for (int i = 0; i < n && mates && c->root.turn == NV_SENTE; i++) {
        NvPos after = nv_make(&c->root, moves[i]);
        if (is_mate(&after))
            *out = moves[i];
    }
    for (int i = 0; i < n && back; i++) {
        const NvMove *last = &c->past[c->n_past - 2];
        if (moves[i].from == last->to && moves[i].to == last->from && !moves[i].promote)
            *out = moves[i];
    }
    return true;
}

/* A position with a past; false if a king is taken or can be. */
static bool draw_case(const ShortLawPlan *plan, NvRng *rng, Case *c)
{
    draw(&c->start, rng);
    c->root = c->start;
    if (!nv_within_set(&c->root) || nv_can_capture_king(&c->root))
        return false;
    for (int wanted = nv_random(rng, plan->past + 1); c->n_past < wanted; c->n_past++) {
        if (!choose(c, rng, &c->past[c->n_past]))
            break;
        c->root = nv_make(&c->root, c->past[c->n_past]);
        if (c->root.over)
            return false;
    }
    return !nv_can_capture_king(&c->root);
}

/* False if it is too much. */
static bool ask_oracle(const ShortLawPlan *plan, Case *c)
{
    const NvHistoryOptions question = {.attacker = NV_SENTE,
                                       .attacks = plan->attacks,
                                       .stalemate_wins = plan->stalemate_wins,
                                       .repeat = plan->repeat,
                                       .max_positions = 3000,
                                       .max_visits = 15000,
                                       .past_root = &c->start,
                                       .past = c->past,
                                       .past_count = c->n_past};
    c->truth = NOT_WITHIN;
    for (int n = c->root.turn == NV_SENTE ? 1 : 0; n <= plan->within; n += 2) {
        NvHistoryVerdict verdict = nv_history_within(&c->root, &question, n);
        if (verdict == NV_HISTORY_MATE)
            c->truth = n;
        if (verdict != NV_HISTORY_NO_MATE)
            return verdict == NV_HISTORY_MATE;
    }
    return true;
}

static void ask_solver(KjSolver *solver, const KjGame *game, Case *c)
{
    const KjLimits limits = {.nodes = NODES};
    bridge_position(&c->kj_start, game, &c->start);
    bridge_position(&c->kj_root, game, &c->root);
    for (int i = 0; i < c->n_past; i++)
        c->kj_past[i] = bridge_move(game, c->past[i]);
    kj_solver_set_past(solver, &c->kj_start, c->kj_past, (unsigned)c->n_past);
    kj_solver_solve(solver, &c->kj_root, KJ_SENTE, &limits, &c->c.result);
}

/* Whether what the solver says agrees with what the oracle sees. */
static bool agree(const ShortLawPlan *plan, const Case *c)
{
    const KjResult *r = &c->c.result;
    int plies = (int)r->pure_plies;
    if (r->verdict != KJ_MATE)
        return r->verdict == KJ_UNKNOWN || c->truth == NOT_WITHIN;
    bool mates_in_time = c->truth != NOT_WITHIN && c->truth <= plies;
    if (plies <= plan->within)
        return mates_in_time && (!r->plies_proved || c->truth == plies);
    return !r->plies_proved || c->truth == NOT_WITHIN;
}

static char *certify(KjSolver *solver, Case *c, ShortLawCount *count)
{
    CertifiedPlan plan = {.solver = solver, .limits = {.nodes = CERTIFY_NODES}, .shortest = true};
    if (c->c.result.verdict == KJ_UNKNOWN)
        return NULL;
    g_autofree char *wrong = certified_write(&plan, &c->kj_root, &c->c);
    count->decided++;
    count->mates += c->c.result.verdict == KJ_MATE;
    count->certified += !wrong;
    count->limited += c->c.limited;
    return c->c.limited ? NULL : g_steal_pointer(&wrong);
}

static void complain(const Case *c, const char *what)
{
    char text[NV_SFEN];
    nv_format(&c->start, text, sizeof text);
    printf("# %s moves", text);
    NvPos pos = c->start;
    for (int i = 0; i < c->n_past; i++) {
        nv_move_usi(&pos, c->past[i], text);
        printf(" %s", text);
        pos = nv_make(&pos, c->past[i]);
        pos.over = 0;
    }
    printf(": oracle %d, solver %s %u by %s; %s\n", c->truth, kj_verdict_text(c->c.result.verdict),
           c->c.result.pure_plies, kj_decided_by_text(c->c.result.decided_by), what);
}

/* One position; false if something is wrong with it. */
static bool run_one(const ShortLawPlan *plan, KjSolver *solver, const KjGame *game, NvRng *rng,
                    ShortLawCount *count)
{
    Case c = {0};
    if (!draw_case(plan, rng, &c))
        return true;
    if (!ask_oracle(plan, &c)) {
        count->given_up++;
        return true;
    }
    ask_solver(solver, game, &c);
    g_autofree char *wrong = certify(solver, &c, count);
    if (!wrong && !agree(plan, &c))
        wrong = g_strdup("they differ");
    if (wrong)
        complain(&c, wrong);
    certified_clear(&c.c);
    return !wrong;
}

bool short_law_run(const ShortLawPlan *plan, ShortLawCount *count)
{
    static const KjAttackerMoves moves[] = {[NV_ATTACK_CHECKS] = KJ_CHECKS_ONLY,
                                            [NV_ATTACK_ZUGZWANG] = KJ_CHECKS_OR_ZUGZWANG,
                                            [NV_ATTACK_ALL] = KJ_ALL_MOVES};
    KjGame game = *kj_game_find("ogi");
    game.rules.same_move = plan->repeat == NV_REPEAT_PAIR ? KJ_SAME_PAIR : KJ_SAME_LITERAL;
    game.rules.stalemate = plan->stalemate_wins ? KJ_STALEMATE_LOSS : KJ_STALEMATE_DRAW;
    KjSolverOptions options = {.attacker_moves = moves[plan->attacks],
                               .loops = KJ_LOOPS_LAW,
                               .memory_mib = MEMORY_MIB,
                               .find_shortest = true,
                               .shortening_base = CERTIFY_NODES};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    NvRng rng = {plan->seed};
    *count = (ShortLawCount){0};
    bool good = solver != NULL;
    for (unsigned i = 0; i < plan->drawn && good; i++)
        good = run_one(plan, solver, &game, &rng, count);
    return good;
}
