/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of refutations in words. */
#include "repl/job/refutation.h"
#include "repl/job/because.h"
#include "repl/job/phrases.h"

#include "core/notation/usi.h"
#include "core/text/lang.h"

enum { INDENT = 4 };

/* ---- making them ---- */

KjRefuteOptions kj_refutation_options(unsigned plies, unsigned moves, uint64_t searched)
{
    return (KjRefuteOptions){.depth = MAX(1, (plies + 1) / 2),
                             .width = plies ? MAX(1, moves) : 1,
                             .nodes = kj_refute_nodes(searched, plies > 0)};
}

KjRefutation *kj_refutation_of(KjSolver *solver, const KjPosition *root, KjSide attacker,
                               unsigned plies, unsigned moves, const KjResult *result,
                               const KjLimits *limits)
{
    KjRefuteOptions options = kj_refutation_options(plies, moves, result->nodes);
    KjLimits left = {.seconds = limits->seconds, .stop = limits->stop};
    if (limits->nodes)
        options.nodes = MIN(options.nodes, limits->nodes - MIN(limits->nodes - 1, result->nodes));
    if (limits->seconds > 0)
        left.seconds = MAX(limits->seconds - result->seconds, 1e-3);
    return kj_refute(solver, root, attacker, &options, &left);
}

/* ---- where one is ---- */

/* The position before a try. */
static KjPosition before(const KjRefutationView *view, const KjFailure *t)
{
    if (!t->before)
        return *view->root;
    KjPosition there = before(view, t->before);
    there = kj_position_after(&there, t->before->attack);
    return kj_position_after(&there, t->before->reply);
}

/* A try and its reply, in the notation. (transfer full) */
static char *moves_of(const KjRefutationView *view, const KjFailure *t)
{
    KjPosition pos = before(view, t);
    KjMove last = t->before ? t->before->reply : KJ_MOVE_NONE;
    if (!last && (!t->before || !t->before->attack))
        last = view->last;
    g_autofree char *attack =
        t->attack ? kj_move_text(&pos, t->attack, last, view->notation) : NULL;
    if (!t->reply)
        return g_strdup(attack);
    KjPosition next = kj_position_after(&pos, t->attack);
    g_autofree char *reply =
        kj_move_text(&next, t->reply, t->attack ? t->attack : last, view->notation);
    return attack ? g_strdup_printf("%s %s", attack, reply) : g_strdup(reply);
}

/* ---- words ---- */

/* All that is said of a try. (transfer full) */
static char *remark(const KjRefutationView *view, const KjFailure *t)
{
    KjPosition pos = before(view, t);
    pos = kj_position_after(&pos, t->attack);
    g_autofree char *because = kj_because(&pos, t);
    g_autofree char *elsewhere = t->same && !t->repeats ? moves_of(view, t->same) : NULL;
    g_autofree char *same =
        elsewhere ? g_strdup_printf(kj_tr("goes on as after %s"), elsewhere) : NULL;
    return same ? g_strdup_printf(kj_tr("%s; %s"), because, same) : g_steal_pointer(&because);
}

char *kj_refutation_moves(const KjRefutationView *view)
{
    const KjFailure *root = view->tree->root, *nearest = kj_refutation_nearest(view->tree);
    g_autofree char *first = root->reply ? moves_of(view, root) : NULL;
    g_autofree char *then = nearest ? moves_of(view, nearest) : NULL;
    if (!first || !then)
        return first ? g_steal_pointer(&first) : g_steal_pointer(&then);
    return g_strdup_printf("%s %s", first, then);
}

char *kj_refutation_remark(const KjRefutationView *view)
{
    const KjFailure *root = view->tree->root, *nearest = kj_refutation_nearest(view->tree);
    return remark(view, root->reply || !nearest ? root : nearest);
}

char *kj_refutation_nearest_text(const KjRefutationView *view)
{
    const KjFailure *root = view->tree->root;
    g_autofree char *moves = kj_refutation_moves(view), *words = kj_refutation_remark(view);
    if (!moves && root->open)
        return g_strdup(kj_tr("the defence was not found within the limit"));
    if (!moves)
        return g_strdup(kj_tr("there is no check"));
    return g_strdup_printf(root->reply ? kj_tr("best defence: %s (%s)")
                                       : kj_tr("nearest failure: %s (%s)"),
                           moves, words);
}

static void add_line(const KjRefutationView *view, const KjFailure *t, unsigned level, GString *out)
{
    g_autofree char *moves = moves_of(view, t), *words = remark(view, t);
    if (t->attack || t->reply)
        g_string_append_printf(out, "%*s%s%s%s\n", (int)(INDENT * level), "", moves,
                               *words ? "  " : "", words);
    unsigned n = t->next ? t->next->len : 0, below = level + (t->attack || t->reply);
    for (unsigned i = 0; i < n; i++)
        add_line(view, g_ptr_array_index(t->next, i), below, out);
    if (t->next && t->n_next > n) {
        g_string_append_printf(out, "%*s", (int)(INDENT * below), "");
        g_string_append_printf(out, kj_tr("… %u more, refuted as well\n"), t->n_next - n);
    }
}

char *kj_refutation_text(const KjRefutationView *view)
{
    GString *out = g_string_new(NULL);
    add_line(view, view->tree->root, 1, out);
    return g_string_free(out, FALSE);
}

/* ---- a game with branches ---- */

static void play(const KjRefutationView *view, const KjFailure *t, KjMoveCursor *cursor)
{
    unsigned ply = cursor->at->ply;
    bool played = (!t->attack || kj_move_cursor_play(cursor, t->attack, NULL)) &&
                  (!t->reply || kj_move_cursor_play(cursor, t->reply, NULL));
    g_autofree char *words = remark(view, t);
    if (played && *words && (t->attack || t->reply))
        kj_move_node_note(cursor->at, KJ_NOTE_COMMENT, NULL, words);
    unsigned left_out = t->next ? t->n_next - t->next->len : 0;
    g_autofree char *more = g_strdup_printf(kj_tr("%u checks more, refuted as well"), left_out);
    if (played && left_out)
        kj_move_node_note(cursor->at, KJ_NOTE_COMMENT, NULL, more);
    for (unsigned i = 0; played && t->next && i < t->next->len; i++)
        play(view, g_ptr_array_index(t->next, i), cursor);
    kj_move_cursor_back(cursor, ply);
}

void kj_refutation_play(const KjRefutationView *view, KjMoveCursor *cursor)
{
    play(view, view->tree->root, cursor);
}
