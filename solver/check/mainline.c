/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The main line: the author's, or the one of best play (docs/rules.md R12). */
#include "core/rules/attack.h"
#include "solver/check/check-priv.h"
#include "solver/search/table_probe.h"

/* Whether the position after a reply is worth no less than `len` plies and `leaving`. */
static bool keeps_value(KjChecker *c, const KjPosition *next, unsigned len, bool leaving)
{
    if (!leaving)
        return kj_check_within(c, next, len, true) == KJ_NOMATE;
    return len < 3 || kj_check_within(c, next, len - 2, false) == KJ_NOMATE;
}

/* Whether a move is of best play at `pos`, worth `len` plies and `leaving`. */
static bool is_best(KjChecker *c, const KjPosition *pos, KjMove move, unsigned len, bool leaving)
{
    KjPosition next = kj_position_after(pos, move);
    if (pos->side == c->attacker)
        return kj_check_within(c, &next, len - 1, leaving) == KJ_MATE;
    return keeps_value(c, &next, len - 1, leaving) && kj_check_futile(c, pos, move) == KJ_NOMATE;
}

/* A move of best play: the first, but where to promote is as good, that. */
static KjMove best_move(KjChecker *c, const KjPosition *pos, unsigned len, bool leaving)
{
    KjMoveList list;
    kj_check_moves(c, pos, &list);
    for (unsigned i = 0; i < list.n; i++) {
        if (!is_best(c, pos, list.move[i], len, leaving))
            continue;
        KjMove twin = list.move[i] | KJ_MOVE_PROMOTE;
        bool other = twin != list.move[i] && !kj_move_is_drop(twin) && kj_list_has(&list, twin);
        return other && is_best(c, pos, twin, len, leaving) ? twin : list.move[i];
    }
    return KJ_MOVE_NONE;
}

static void take_main_line(KjChecker *c, GArray *line, const KjPosition *end)
{
    g_free(c->out->line);
    c->out->n_line = line->len;
    c->out->line = (KjMove *)(void *)g_array_free(line, FALSE);
    c->out->plies = c->out->n_line;
    c->out->leftover = c->hisshi ? 0 : end->hand[c->attacker];
}

/* Where the profile puts up with longer variations that leave a piece, the main line may be a
 * shorter one (docs/check.md). False if there is none such, or a limit came first. */
static bool tolerated_line(KjChecker *c, const KjPosition *root, unsigned len)
{
    static const unsigned plies[] = {[KJ_EXCESS_ALLOW2] = 2, [KJ_EXCESS_ALLOW4] = 4};
    KjExcess excess = c->out->profile->excess;
    KjLimits limits;
    if (!c->conventional || (excess != KJ_EXCESS_ALLOW2 && excess != KJ_EXCESS_ALLOW4) ||
        !kj_check_limit(c, &limits))
        return false;
    g_auto(KjResult) result = {0};
    unsigned before = c->s->options.tolerance;
    c->s->options.tolerance = plies[excess];
    kj_search_limit(c->s, &limits);
    unsigned tolerated = kj_conventional_tolerated(c->conventional, root, len, &result);
    c->s->options.tolerance = before;
    kj_check_spent(c, c->s->nodes);
    bool found = tolerated < len && result.line_complete;
    if (found) {
        g_free(c->out->line);
        c->out->line = g_steal_pointer(&result.line);
        c->out->n_line = c->out->plies = result.n_line;
        c->out->leftover = result.leftover;
    }
    return found;
}

bool kj_check_main_line(KjChecker *c, const KjPosition *root, unsigned len)
{
    if (tolerated_line(c, root, len))
        return true;
    bool leaving = kj_check_within(c, root, len, true) == KJ_MATE;
    GArray *line = g_array_new(FALSE, FALSE, sizeof(KjMove));
    KjPosition pos = *root;
    for (; len > 0; len--) {
        KjMove move = best_move(c, &pos, len, leaving);
        if (move == KJ_MOVE_NONE)
            break;
        g_array_append_val(line, move);
        pos = kj_position_after(&pos, move);
    }
    if (len == 0)
        take_main_line(c, line, &pos);
    else
        g_array_unref(line);
    return len == 0;
}

/* Some line that mates, where the main line is not to be had: of the conventional length if that is
 * known, else a bare one. */
void kj_check_mating_line(KjChecker *c, const KjPosition *root)
{
    KjReport *out = c->out;
    g_auto(KjResult) result = {0};
    KjLimits limits;
    if (!kj_check_limit(c, &limits))
        limits = (KjLimits){.nodes = 1}; // a little more is allowed for this, see kj_solve_line
    kj_search_limit(c->s, &limits);
    if (c->conventional && out->shortest_proved)
        kj_conventional_line(c->conventional, root, out->shortest, KJ_UNKNOWN, &result);
    if (!result.line_complete && out->pure_plies > 0)
        kj_solve_line(c->s, root, out->pure_plies, false, &result);
    kj_check_spent(c, c->s->nodes);
    if (result.line_complete) {
        out->n_mating = result.n_line;
        g_free(out->mating); // of an earlier pass
        out->mating = g_steal_pointer(&result.line);
    }
}

bool kj_check_tentative_line(KjChecker *c, const KjPosition *root)
{
    KjReport *out = c->out;
    KjPosition end = *root;
    if (!out->n_mating)
        return false;
    for (unsigned i = 0; i < out->n_mating; i++)
        end = kj_position_after(&end, out->mating[i]);
    out->n_line = out->plies = out->n_mating;
    out->line = g_steal_pointer(&out->mating);
    out->n_mating = 0;
    out->leftover = end.hand[c->attacker];
    out->tentative = true;
    return true;
}

/* Whether the law leaves the defender, in check at `pos` after the author's line, no reply. */
static bool mated_by_law(const KjChecker *c, const KjPosition *root, const KjPosition *pos)
{
    if (!c->law || pos->side == c->attacker || !kj_in_check(pos, (KjSide)pos->side))
        return false;
    KjMoveList list;
    kj_gen_safe(pos, &list);
    for (unsigned i = 0; i < list.n; i++)
        if (kj_check_law_allows(c, root, c->options->author, c->options->n_author, list.move[i]))
            return false;
    return true;
}

/* Whether the move of ply `i` of the author's line is an attack, as a line of 必至 must be made of. */
static bool threatens(KjChecker *c, const KjPosition *after, unsigned i)
{
    KjVerdict attacks = kj_check_hisshi_attacks(c, after);
    if (attacks == KJ_NOMATE)
        kj_check_fault(c->out, KJ_FAULT_LINE, (int)i, c->options->author[i],
                       (KjDetail){KJ_DETAIL_NO_ATTACK, 0, 0});
    c->out->tentative = c->out->tentative || attacks == KJ_UNKNOWN;
    return attacks != KJ_NOMATE;
}

/* Whether the author's line ends as it must; what a limit leaves open makes it tentative. */
static bool ends_well(KjChecker *c, const KjPosition *root, const KjPosition *end)
{
    if (!c->hisshi)
        return kj_check_mated(c, end) || mated_by_law(c, root, end);
    KjVerdict hisshi = end->side == c->attacker ? KJ_NOMATE : kj_check_within(c, end, 0, false);
    c->out->tentative = c->out->tentative || hisshi == KJ_UNKNOWN;
    return hisshi != KJ_NOMATE;
}

bool kj_check_authors_line(KjChecker *c, const KjPosition *root)
{
    const KjCheckOptions *o = c->options;
    GArray *line = g_array_new(FALSE, FALSE, sizeof(KjMove));
    KjPosition pos = *root;
    for (unsigned i = 0; i < o->n_author; i++) {
        KjMoveList list;
        kj_check_moves(c, &pos, &list);
        bool repeats = !kj_check_law_allows(c, root, o->author, i, o->author[i]);
        if (repeats || !kj_list_has(&list, o->author[i])) {
            bool attacks = pos.side == c->attacker;
            kj_check_fault(c->out, KJ_FAULT_LINE, (int)i, o->author[i],
                           (KjDetail){repeats   ? KJ_DETAIL_REPEATS
                                      : attacks ? KJ_DETAIL_NO_CHECK
                                                : KJ_DETAIL_NO_REPLY,
                                      0, 0});
            g_array_unref(line);
            return false;
        }
        g_array_append_val(line, o->author[i]);
        pos = kj_position_after(&pos, o->author[i]);
        if (c->hisshi && pos.side != c->attacker && !threatens(c, &pos, i)) {
            g_array_unref(line);
            return false;
        }
    }
    if (!ends_well(c, root, &pos)) {
        kj_check_fault(c->out, KJ_FAULT_LINE, (int)o->n_author, KJ_MOVE_NONE,
                       (KjDetail){c->hisshi ? KJ_DETAIL_NO_HISSHI : KJ_DETAIL_NO_MATE, 0, 0});
        g_array_unref(line);
        return false;
    }
    take_main_line(c, line, &pos);
    c->out->authors = true;
    return true;
}

void kj_check_sample(KjChecker *c, const KjPosition *pos, unsigned plies, KjAlternative *alt)
{
    KjLimits limits;
    if (!kj_check_limit(c, &limits))
        return;
    if (c->hisshi) {
        kj_check_hisshi_sample(c, pos, plies, &limits, alt);
        return;
    }
    KjResult result = {0};
    kj_search_limit(c->s, &limits);
    kj_line_find(c->s, pos, plies, false, &result);
    kj_check_spent(c, c->s->nodes);
    g_free(alt->line);
    alt->line = g_steal_pointer(&result.line);
    alt->n_line = result.n_line;
}

void kj_check_refutation(KjChecker *c, const KjPosition *pos, KjAlternative *alt)
{
    KjLimits limits;
    if (!kj_check_limit(c, &limits))
        return;
    KjMove move;
    if (c->hisshi) {
        move = kj_check_hisshi_reply(c, pos, &limits);
    } else {
        kj_search_limit(c->s, &limits);
        kj_search_move(c->s, pos, KJ_LEN_INF, &move);
        kj_check_spent(c, c->s->nodes);
    }
    if (move == KJ_MOVE_NONE)
        return;
    g_free(alt->line);
    alt->line = g_memdup2(&move, sizeof move);
    alt->n_line = 1;
}
