/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solver against the oracle with history. */
#include "tests/support/solver/loops.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/certify/certified.h"
#include "tests/support/rules/bridge.h"

enum { MAX_PLIES = 9, MAX_PAST = 64 };

static bool chance(NvRng *rng, int of_16)
{
    return nv_random(rng, 16) < of_16;
}

/* Puts a piece of a kind the game has on a free square where it can stand. */
static void place(NvPos *pos, int side, int kind, bool promoted, int row, int col)
{
    const NvGame *game = nv_game(pos->game);
    if (row < 0 || col < 0 || row >= game->ranks || col >= game->files ||
        pos->board[row][col].kind != NV_NONE || game->letters[kind] == '.')
        return;
    promoted = promoted && nv_promotes(kind);
    if (!promoted && nv_dead(pos, side, kind, row, col))
        return;
    pos->board[row][col] = (NvPiece){(uint8_t)kind, (uint8_t)promoted, (uint8_t)side};
}

static int draw_kind(const NvGame *game, NvRng *rng, bool far)
{
    static const int sliders[] = {NV_I, NV_R, NV_B};
    for (;;) {
        int kind = far ? sliders[nv_random(rng, 3)] : 2 + nv_random(rng, NV_KINDS - 3);
        kind += !far && kind >= NV_DRUNK; // no game with the elephant is drawn here
        if (game->letters[kind] != '.' && kind != NV_P)
            return kind;
    }
}

static void draw(NvPos *pos, const char *id, NvRng *rng)
{
    int index = nv_game_index(id);
    const NvGame *game = nv_game(index);
    memset(pos, 0, sizeof *pos);
    nv_parse(pos, id, game->start);
    memset(pos->board, 0, sizeof pos->board);
    memset(pos->hand, 0, sizeof pos->hand);
    int row = chance(rng, 12) ? nv_random(rng, 2) : nv_random(rng, game->ranks);
    int col = nv_random(rng, game->files);
    place(pos, NV_GOTE, NV_K, false, row, col);
    if (chance(rng, 4))
        place(pos, NV_SENTE, NV_K, false, game->ranks - 1, nv_random(rng, game->files));
    bool strong = game->letters[NV_I] != '.'; // a princess mates alone
    int attackers = 1 + nv_random(rng, strong ? 2 : 4);
    for (int i = 0; i < attackers; i++)
        place(pos, NV_SENTE, draw_kind(game, rng, chance(rng, 14)), chance(rng, 10),
              nv_random(rng, game->ranks), nv_random(rng, game->files));
    int defenders = nv_random(rng, 4);
    for (int i = 0; i < defenders; i++)
        place(pos, NV_GOTE, draw_kind(game, rng, false), chance(rng, 4),
              row + nv_random(rng, 5) - 2, col + nv_random(rng, 5) - 2);
    if (chance(rng, strong ? 2 : 10))
        pos->hand[chance(rng, 8)][0][draw_kind(game, rng, false)]++;
    pos->turn = chance(rng, 2) ? NV_GOTE : NV_SENTE;
}

void loops_position(NvPos *out, const char *game, NvRng *rng)
{
    for (;;) {
        draw(out, game, rng);
        NvPos other = *out;
        other.turn = (uint8_t)(1 - other.turn);
        if (nv_within_set(out) && !nv_can_capture_king(out) &&
            (out->turn == NV_GOTE || !nv_in_check(out)))
            return;
    }
}

/* One position, judged three ways. */
typedef struct {
    NvPos start, root;
    NvMove past[MAX_PAST];
    int n_past;
    KjPosition kj_start, kj_root; // the same, for the solver
    KjMove kj_past[MAX_PAST];
    NvHistoryResult oracle;
    KjResult law, fail;
} Case;

static bool any_random(const NvPos *pos, bool checks, NvRng *rng, NvMove *out)
{
    NvMove moves[NV_MAX_MOVES];
    int n = checks ? nv_checks(pos, moves) : nv_safe(pos, moves);
    if (n == 0)
        return false;
    *out = moves[nv_random(rng, n)];
    return true;
}

/* Plays checks and replies on from the start, so that something has happened before the root. */
static void play_past(Case *c, int plies, NvRng *rng)
{
    while (c->n_past < plies) {
        NvMove move;
        bool checks = c->root.turn == NV_SENTE;
        if (!any_random(&c->root, checks, rng, &move))
            return;
        NvPos after = nv_make(&c->root, move);
        if (after.over)
            return;
        c->past[c->n_past++] = move;
        c->root = after;
    }
}

static void ask_solver(KjSolver *solver, const KjGame *game, Case *c, uint64_t nodes, KjResult *out)
{
    bridge_position(&c->kj_start, game, &c->start);
    bridge_position(&c->kj_root, game, &c->root);
    for (int i = 0; i < c->n_past; i++)
        c->kj_past[i] = bridge_move(game, c->past[i]);
    KjLimits limits = {.nodes = nodes};
    kj_solver_set_past(solver, &c->kj_start, c->kj_past, (unsigned)c->n_past);
    kj_solver_solve(solver, &c->kj_root, KJ_SENTE, &limits, out);
}

/* Certifies what the solver has just said by the law; false, after a word, if that fails. */
static bool certify(KjSolver *law, const LoopsPlan *plan, Case *c, LoopsCount *count)
{
    CertifiedPlan claims = {.solver = law, .limits = {.nodes = plan->nodes}, .shortest = true};
    Certified certified = {.result = c->law};
    g_autofree char *wrong = certified_write(&claims, &c->kj_root, &certified);
    count->certified += !wrong;
    count->uncertified += certified.limited;
    count->records += certified.verdict.records;
    if (certified.bytes)
        g_byte_array_unref(certified.bytes);
    if (wrong && !certified.limited)
        printf("# the certificate: %s\n", wrong);
    return !wrong || certified.limited;
}

static const char *difference(const Case *c)
{
    bool mate = c->oracle.verdict == NV_HISTORY_MATE;
    if ((c->law.verdict == KJ_MATE) != mate)
        return "verdict";
    if (mate && c->oracle.plies >= 0 && (int)c->law.pure_plies != c->oracle.plies)
        return "length";
    if (mate && c->oracle.plies >= 0 && !c->law.plies_proved)
        return "length not proved";
    if (mate && c->law.line_complete && c->law.n_line != c->law.pure_plies)
        return "line";
    return mate && !c->law.line_complete ? "line cut short" : NULL;
}

static void complain(const Case *c, const char *what)
{
    char sfen[NV_SFEN], usi[NV_USI];
    nv_format(&c->start, sfen, sizeof sfen);
    printf("# %s differs: %s moves", what, sfen);
    NvPos pos = c->start;
    for (int i = 0; i < c->n_past; i++) {
        nv_move_usi(&pos, c->past[i], usi);
        printf(" %s", usi);
        pos = nv_make(&pos, c->past[i]);
    }
    printf("\n# oracle %d in %d, solver %s in %u by %s, loops failing %s in %u\n",
           (int)c->oracle.verdict, c->oracle.plies, kj_verdict_text(c->law.verdict),
           c->law.pure_plies, kj_decided_by_text(c->law.decided_by),
           kj_verdict_text(c->fail.verdict), c->fail.pure_plies);
}

static void tally(const Case *c, LoopsCount *count)
{
    bool mate = c->law.verdict == KJ_MATE;
    count->decided++;
    count->mates += mate;
    count->least += c->law.decided_by == KJ_BY_NO_REPETITION;
    count->greatest += c->law.decided_by == KJ_BY_EXHAUSTION;
    count->history += c->law.decided_by == KJ_BY_REPETITION;
    bool both = mate && c->fail.verdict == KJ_MATE;
    if (c->fail.verdict == KJ_UNKNOWN)
        return;
    bool shorter = both && c->fail.plies_proved && c->fail.pure_plies != c->law.pure_plies;
    count->shorter += shorter;
    count->differ += shorter || c->law.verdict != c->fail.verdict;
    if (c->oracle.plies > (int)count->longest)
        count->longest = (unsigned)c->oracle.plies;
}

static void draw_case(const LoopsPlan *plan, NvRng *rng, Case *out)
{
    loops_position(&out->start, plan->game, rng);
    out->root = out->start;
    if (plan->past)
        play_past(out, nv_random(rng, plan->past + 1), rng);
}

/* One position; false if the two disagree. */
static bool compare(const LoopsPlan *plan, KjSolver *law, KjSolver *fail, const KjGame *game,
                    NvRng *rng, LoopsCount *count)
{
    Case c = {0};
    draw_case(plan, rng, &c);
    count->drawn++;
    const NvHistoryOptions question = {.attacker = NV_SENTE,
                                       .repeat = plan->repeat,
                                       .count = plan->count,
                                       .mutual_loses = plan->mutual_loses,
                                       .max_plies = MAX_PLIES,
                                       .max_positions = plan->max_positions,
                                       .max_visits = plan->max_visits,
                                       .past_root = &c.start,
                                       .past = c.past,
                                       .past_count = c.n_past};
    nv_history(&c.root, &question, &c.oracle);
    if (c.oracle.verdict == NV_HISTORY_TOO_BIG) {
        count->oracle_gave_up++;
        return true;
    }
    if (c.oracle.repeats == 0)
        return true;
    ask_solver(law, game, &c, plan->nodes, &c.law);
    bool proved = c.law.verdict == KJ_UNKNOWN || certify(law, plan, &c, count);
    ask_solver(fail, game, &c, plan->nodes, &c.fail);
    bool cut = c.law.verdict == KJ_UNKNOWN ||
               (c.law.verdict == KJ_MATE && !c.law.plies_proved && c.law.nodes >= plan->nodes);
    const char *wrong = !proved ? "the certificate" : cut ? NULL : difference(&c);
    if (c.law.cause == KJ_CAUSE_REPETITION)
        count->left_open++;
    else if (wrong)
        complain(&c, wrong);
    else if (cut)
        count->solver_gave_up++;
    else
        tally(&c, count);
    kj_result_clear(&c.law);
    kj_result_clear(&c.fail);
    return wrong == NULL;
}

/* One position that is only certified. */
static bool certify_one(const LoopsPlan *plan, KjSolver *law, const KjGame *game, NvRng *rng,
                        LoopsCount *count)
{
    Case c = {0};
    draw_case(plan, rng, &c);
    count->drawn++;
    ask_solver(law, game, &c, plan->nodes, &c.law);
    bool decided = c.law.verdict != KJ_UNKNOWN;
    bool good = !decided || certify(law, plan, &c, count);
    count->solver_gave_up += !decided;
    if (!good)
        complain(&c, "the certificate");
    else if (decided)
        tally(&c, count);
    kj_result_clear(&c.law);
    return good;
}

bool loops_certify(const LoopsPlan *plan, LoopsCount *count)
{
    KjGame game = *kj_game_find(plan->game);
    game.rules.same_move = plan->repeat == NV_REPEAT_PAIR ? KJ_SAME_PAIR : KJ_SAME_LITERAL;
    KjSolverOptions options = {.memory_mib = 16, .find_shortest = true, .shortening_base = 1000000};
    g_autoptr(KjSolver) law = kj_solver_new(&options, NULL);
    NvRng rng = {plan->seed};
    *count = (LoopsCount){0};
    bool good = true;
    while (good && count->decided < plan->wanted)
        good = certify_one(plan, law, &game, &rng, count);
    return good;
}

bool loops_run(const LoopsPlan *plan, LoopsCount *count)
{
    KjGame game = *kj_game_find(plan->game);
    KjGameRow row = *game.row;
    game.rules.same_move = plan->repeat == NV_REPEAT_PAIR ? KJ_SAME_PAIR : KJ_SAME_LITERAL;
    if (plan->repeat == NV_REPEAT_COUNT) {
        row.repetition_count = (uint8_t)plan->count;
        game.row = &row;
        game.rules.mutual_perpetual = plan->mutual_loses ? KJ_MUTUAL_MOVER_LOSES : KJ_MUTUAL_DRAW;
    }
    KjSolverOptions options = {.memory_mib = 16, .find_shortest = true, .shortening_base = 1000000};
    options.loops = KJ_LOOPS_LAW;
    g_autoptr(KjSolver) law = kj_solver_new(&options, NULL);
    options.loops = KJ_LOOPS_FAIL;
    g_autoptr(KjSolver) fail = kj_solver_new(&options, NULL);
    NvRng rng = {plan->seed};
    *count = (LoopsCount){0};
    bool same = true;
    while (same && count->decided < plan->wanted)
        same = compare(plan, law, fail, &game, &rng, count);
    return same;
}

void loops_print(const LoopsPlan *plan, const LoopsCount *count)
{
    printf("# %s, rule %d: %u positions with loops of %u drawn, %u mates (longest %u); %u differ "
           "from \"a loop fails\" (%u mates made shorter); decided by least %u, greatest %u, "
           "history %u; given up by the oracle %u, by the solver %u; left open %u; certified %u "
           "(%u not within the "
           "limit), records %" G_GUINT64_FORMAT "\n",
           plan->game, (int)plan->repeat, count->decided, count->drawn, count->mates,
           count->longest, count->differ, count->shorter, count->least, count->greatest,
           count->history, count->oracle_gave_up, count->solver_gave_up, count->left_open,
           count->certified, count->uncertified, count->records);
}

bool loops_run_count(const LoopsPlan *limits, const char *game, int count, bool mutual_loses,
                     int past, unsigned wanted, LoopsCount *out)
{
    LoopsPlan plan = *limits;
    plan.game = game;
    plan.repeat = NV_REPEAT_COUNT;
    plan.count = count;
    plan.mutual_loses = mutual_loses;
    plan.past = past;
    plan.wanted = wanted;
    bool same = loops_run(&plan, out);
    loops_print(&plan, out);
    return same;
}
