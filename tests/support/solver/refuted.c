/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of refutations against brute force. */
#include "tests/support/solver/refuted.h"

#include <stdio.h>
#include <string.h>

#include "core/notation/usi.h"
#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/solver/loops.h"

enum { VISITS = 10000, DEEP = 6 };

/* A walk through a tree. */
typedef struct {
    Reference *reference; // NULL: by the law
    GHashTable *position; // by the list of what follows a reply: the KjPosition after it
    RefutedCount *count;
    unsigned visits;
    // by the law
    const RefutedLaw *law;
    int n_past;
    KjGame game;
    NvPos start;
    NvMove line[64];
    int n_line;
    char *wrong;
} Walk;

static bool complain(Walk *w, const KjPosition *pos, KjMove move, const char *what)
{
    char usi[KJ_USI_MOVE] = "";
    if (move)
        kj_usi_move_write(pos, move, usi);
    if (!w->wrong)
        w->wrong = g_strdup_printf("%s: %s", usi, what);
    return false;
}

static bool tries(const KjPosition *pos, KjMove move)
{
    return pos->game->rules.try_rule == KJ_TRY_ON && kj_is_try(pos, move);
}

/* The defender is to move: can he end the attacks with `n` more of them? Plain recursion; w->visits
 * at VISITS: it cannot be told. */
static bool ends(Walk *w, const KjPosition *pos, unsigned n)
{
    KjMoveList replies, checks;
    kj_gen_safe(pos, &replies);
    if (replies.n == 0)
        return !kj_in_check(pos, (KjSide)pos->side); // stalemate is not mate (R12.5)
    for (unsigned i = 0; i < replies.n; i++) {
        if (tries(pos, replies.move[i]))
            return true;
        KjPosition next = kj_position_after(pos, replies.move[i]);
        kj_gen_checks(&next, &checks);
        bool all = checks.n == 0 || n > 0;
        for (unsigned k = 0; k < checks.n && all && w->visits < VISITS; k++) {
            w->visits++;
            KjPosition far = kj_position_after(&next, checks.move[k]);
            all = ends(w, &far, n - 1);
        }
        if (all && w->visits < VISITS)
            return true;
    }
    return false;
}

/* Whether a try lasts as long as is said. */
static bool lasts(Walk *w, const KjPosition *pos, const KjFailure *t)
{
    KjPosition next = kj_position_after(pos, t->attack);
    unsigned own = t->attack != KJ_MOVE_NONE, least = t->attacks;
    if (t->lasts == KJ_LASTS_EXACTLY) {
        w->visits = 0;
        bool ended = ends(w, &next, t->attacks - own);
        if (w->visits < VISITS && !ended)
            return complain(w, pos, t->attack, "lasts longer than is said");
        w->count->measured += w->visits < VISITS;
        least = t->attacks - 1;
        if (t->attacks <= own)
            return true;
    } else if (t->lasts == KJ_LASTS_FOR_EVER) {
        least = DEEP;
    }
    if (least < own || t->lasts == KJ_LASTS_UNKNOWN ||
        w->n_past > 0) // he may not go back into the past: it may last shorter
        return true;
    w->visits = 0;
    bool ended = ends(w, &next, MIN(least - own, DEEP));
    return !ended || w->visits >= VISITS ||
           complain(w, pos, t->attack, "does not last as long as is said");
}

/* ---- is there a mate? ---- */

static bool find_naive(const Walk *w, const NvPos *pos, KjMove move, NvMove *out)
{
    NvMove moves[NV_MAX_MOVES];
    int n = nv_legal(pos, moves);
    for (int i = 0; i < n; i++) {
        *out = moves[i];
        if (bridge_move(&w->game, moves[i]) == move)
            return true;
    }
    return false;
}

/* The oracle with history, after the walk's line and two more moves. */
static int mate_by_law(const Walk *w, KjMove attack, KjMove reply)
{
    NvMove past[66];
    int n = w->n_line;
    NvPos pos = w->start;
    memcpy(past, w->line, (size_t)n * sizeof *past);
    for (int i = 0; i < n; i++)
        pos = nv_make(&pos, past[i]);
    KjMove two[] = {attack, reply};
    for (int i = 0; i < 2; i++) {
        if (!two[i])
            continue;
        if (!find_naive(w, &pos, two[i], &past[n]))
            return -1;
        pos = nv_make(&pos, past[n++]);
    }
    const NvHistoryOptions question = {.attacker = NV_SENTE,
                                       .repeat = w->law->repeat,
                                       .count = w->law->count,
                                       .mutual_loses = w->law->mutual_loses,
                                       .max_plies = 5,
                                       .max_positions = 200,
                                       .max_visits = 10000,
                                       .past_root = &w->start,
                                       .past = past,
                                       .past_count = n};
    NvHistoryResult result;
    nv_history(&pos, &question, &result);
    return result.verdict == NV_HISTORY_TOO_BIG ? -1 : result.verdict == NV_HISTORY_MATE;
}

/* 1, 0, or -1 when it cannot be told. */
static int mate_after(Walk *w, const KjPosition *pos, const KjFailure *t, KjMove reply)
{
    KjPosition at = kj_position_after(pos, t->attack);
    if (tries(&at, reply))
        return 0;
    if (!w->reference)
        return mate_by_law(w, t->attack, reply);
    KjPosition next = kj_position_after(&at, reply);
    unsigned plies;
    ReferenceVerdict verdict = reference_solve(w->reference, &next, &plies);
    return verdict == REFERENCE_TOO_BIG ? -1 : verdict == REFERENCE_MATE;
}

/* The replies of a try: those that refute, and how many lose. */
static bool replies_are_right(Walk *w, const KjPosition *pos, const KjFailure *t)
{
    KjPosition at = kj_position_after(pos, t->attack);
    KjMoveList list;
    unsigned mated = 0, untold = 0;
    kj_gen_safe(&at, &list);
    if (t->stalemate && w->reference)
        return list.n == 0 || complain(w, pos, t->attack, "no stalemate");
    for (unsigned i = 0; i < t->refuting->len; i++) {
        KjMove move = g_array_index(t->refuting, KjMove, i);
        if (!kj_list_has(&list, move))
            return complain(w, &at, move, "no reply");
        if (mate_after(w, pos, t, move) == 1)
            return complain(w, &at, move, "does not refute");
    }
    if (t->refuting->len + t->n_mated + t->n_undecided != t->n_replies)
        return complain(w, pos, t->attack, "replies do not add up");
    if (t->n_undecided || !w->reference)
        return true;
    for (unsigned i = 0; i < list.n; i++) {
        int mate = mate_after(w, pos, t, list.move[i]);
        mated += mate == 1;
        untold += mate == -1;
    }
    w->count->mated += t->n_mated;
    return (mated <= t->n_mated && mated + untold >= t->n_mated) ||
           complain(w, pos, t->attack, "other replies lose");
}

/* Where it is said to go on as elsewhere, the position is the same. */
static bool same_is_right(Walk *w, const KjPosition *pos, const KjFailure *t,
                          const KjPosition *next)
{
    w->count->same += t->same && !t->repeats;
    w->count->repeats += t->repeats;
    if (t->next)
        g_hash_table_insert(w->position, t->next, g_memdup2(next, sizeof *next));
    if (!t->same)
        return !t->repeats || complain(w, pos, t->attack, "repeats nothing");
    const KjPosition *there = g_hash_table_lookup(w->position, t->same->next);
    if (!there || !kj_position_equal(there, next))
        return complain(w, pos, t->attack, "another position");
    bool above = false;
    for (const KjFailure *up = t->before; up; up = up->before)
        above = above || up == t->same;
    return above == t->repeats || complain(w, pos, t->attack, "repetition");
}

static bool all_there(Walk *w, const KjPosition *pos, const KjFailure *t)
{
    KjMoveList checks;
    kj_gen_checks(pos, &checks);
    if (w->reference && t->next->len != checks.n)
        return complain(w, pos, KJ_MOVE_NONE, "attacks are missing");
    for (unsigned i = 0; i < t->next->len; i++) {
        const KjFailure *child = g_ptr_array_index(t->next, i);
        if (!kj_list_has(&checks, child->attack) || child->before != t)
            return complain(w, pos, child->attack, "no attack");
        for (unsigned k = 0; k < i; k++) {
            const KjFailure *other = g_ptr_array_index(t->next, k);
            if (other->attack == child->attack)
                return complain(w, pos, child->attack, "twice");
            if (other->lasts == KJ_LASTS_EXACTLY && child->lasts == KJ_LASTS_EXACTLY &&
                other->attacks < child->attacks)
                return complain(w, pos, child->attack, "out of order");
        }
    }
    return t->n_next == t->next->len || complain(w, pos, KJ_MOVE_NONE, "attacks left out");
}

static bool push(Walk *w, KjMove move)
{
    NvPos pos = w->start;
    for (int i = 0; i < w->n_line; i++)
        pos = nv_make(&pos, w->line[i]);
    return w->reference || !move || find_naive(w, &pos, move, &w->line[w->n_line++]);
}

static bool walk(Walk *w, const KjPosition *pos, const KjFailure *t)
{
    RefutedCount *c = w->count;
    bool root = !t->attack, answered = !root || pos->side != KJ_SENTE;
    c->tries += !root;
    c->open += t->open;
    c->king_tries += t->kind == KJ_REPLY_TRIES;
    c->exactly += answered && t->lasts == KJ_LASTS_EXACTLY;
    c->more += answered && t->lasts == KJ_LASTS_MORE;
    c->for_ever += answered && t->lasts == KJ_LASTS_FOR_EVER;
    if (answered && t->lasts == KJ_LASTS_EXACTLY)
        c->longest = MAX(c->longest, t->attacks);
    if (answered && (!lasts(w, pos, t) || !replies_are_right(w, pos, t)))
        return false;
    if (answered && !t->open && !t->reply && !t->stalemate)
        return complain(w, pos, t->attack, "no reply is named");
    KjPosition at = kj_position_after(pos, t->attack), next = kj_position_after(&at, t->reply);
    if (!same_is_right(w, pos, t, &next))
        return false;
    if (!t->next)
        return true;
    int n = w->n_line;
    bool good = push(w, t->attack) && push(w, t->reply) && all_there(w, &next, t);
    for (unsigned i = 0; i < t->next->len && good; i++)
        good = walk(w, &next, g_ptr_array_index(t->next, i));
    w->n_line = n;
    return good;
}

static char *check(Walk *w, const KjRefutation *tree, const KjPosition *root)
{
    w->position = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    w->count->trees++;
    if (!walk(w, root, tree->root) && !w->wrong)
        w->wrong = g_strdup("a move that is none");
    g_hash_table_unref(w->position);
    return w->wrong;
}

char *refuted_check(const KjRefutation *tree, const KjPosition *root, Reference *reference,
                    RefutedCount *count)
{
    Walk w = {.reference = reference, .count = count};
    return check(&w, tree, root);
}

/* Plays checks and replies on from the start, so that something has happened before the root. */
static void play_past(Walk *w, NvRng *rng)
{
    NvPos pos = w->start;
    w->n_line = 0;
    int plies = w->law->past ? nv_random(rng, w->law->past + 1) : 0;
    while (w->n_line < plies) {
        NvMove moves[NV_MAX_MOVES];
        int n = pos.turn == NV_SENTE ? nv_checks(&pos, moves) : nv_safe(&pos, moves);
        NvPos next = n ? nv_make(&pos, moves[nv_random(rng, n)]) : pos;
        if (n == 0 || next.over)
            break;
        for (int i = 0; i < n; i++) {
            NvPos same = nv_make(&pos, moves[i]);
            if (memcmp(&same, &next, sizeof same) == 0)
                w->line[w->n_line] = moves[i];
        }
        w->n_line++;
        pos = next;
    }
    w->n_past = w->n_line;
}

/* The position after the past; its moves go into `moves`. */
static KjPosition play_on(const Walk *w, const KjPosition *start, KjMove moves[64])
{
    KjPosition pos = *start;
    for (int i = 0; i < w->n_past; i++) {
        moves[i] = bridge_move(&w->game, w->line[i]);
        pos = kj_position_after(&pos, moves[i]);
    }
    return pos;
}

/* One position; counted if there is no mate, by the law alone or one of some others. */
static void try_one(Walk *w, KjSolver *solver, NvRng *rng)
{
    KjPosition start;
    KjMove moves[64];
    KjResult result;
    const KjLimits limits = {.nodes = 100000};
    loops_position(&w->start, w->law->game, rng);
    play_past(w, rng);
    bridge_position(&start, &w->game, &w->start);
    KjPosition root = play_on(w, &start, moves);
    kj_solver_set_past(solver, &start, moves, (unsigned)w->n_past);
    kj_solver_solve(solver, &root, KJ_SENTE, &limits, &result);
    bool taken = result.verdict == KJ_NOMATE &&
                 (result.decided_by != KJ_BY_EXHAUSTION || nv_random(rng, 32) == 0);
    kj_result_clear(&result);
    if (!taken)
        return;
    const KjRefuteOptions wide = {.depth = 2, .width = 1000, .nodes = 100000};
    KjRefutation *tree = kj_refute(solver, &root, KJ_SENTE, &wide, &limits);
    check(w, tree, &root);
    kj_refutation_free(tree);
}

char *refuted_by_law(const RefutedLaw *law, uint64_t seed, unsigned wanted, RefutedCount *count)
{
    NvRng rng = {seed};
    Walk w = {.count = count, .law = law, .game = *kj_game_find(law->game)};
    KjGameRow row = *w.game.row;
    w.game.rules.same_move = law->repeat == NV_REPEAT_PAIR ? KJ_SAME_PAIR : KJ_SAME_LITERAL;
    if (law->repeat == NV_REPEAT_COUNT) {
        row.repetition_count = (uint8_t)law->count;
        w.game.row = &row;
        w.game.rules.mutual_perpetual = law->mutual_loses ? KJ_MUTUAL_MOVER_LOSES : KJ_MUTUAL_DRAW;
    }
    KjSolverOptions options = {.memory_mib = 16, .loops = KJ_LOOPS_LAW};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    while (count->trees < wanted && !w.wrong)
        try_one(&w, solver, &rng);
    if (!w.wrong)
        return NULL;
    char sfen[NV_SFEN];
    nv_format(&w.start, sfen, sizeof sfen);
    char *wrong = g_strdup_printf("%s of %s after %d moves", w.wrong, sfen, w.n_past);
    g_free(w.wrong);
    return wrong;
}

void refuted_print(const char *what, const RefutedCount *count)
{
    printf("# %s: %u trees, %u tries (%u open); last exactly %u (the longest %u attacks, %u "
           "measured by brute force), "
           "more %u, for ever %u; %u other replies lose; %u as elsewhere, %u repeat\n",
           what, count->trees, count->tries, count->open, count->exactly, count->longest,
           count->measured, count->more, count->for_ever, count->mated, count->same,
           count->repeats);
}
