/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solutions as trees of moves. */
#include "repl/job/solution.h"

#include "core/rules/record.h"
#include "core/text/lang.h"
#include "repl/job/because.h"
#include "repl/job/refutation.h"

// What the replies may cost: the nodes of the proof so many times, and so many more.
enum { BUDGET_FACTOR = 1, BUDGET_BASE = 1000000 };

/* One reply of the defender and what follows it. */
typedef struct {
    KjMove reply;
    KjResult result;
} Variation;

/* What is being made. */
typedef struct {
    KjSolver *solver;
    const KjLimits *limits;
    const KjSolveJob *job;
    bool ja;
    KjMoveCursor cursor;
    const KjPosition *start; // where what was played before the problem began
    GArray *played;          // KjMove: from there to the place of the cursor
    bool by_law;             // of repetition
    GArray *themes;          // of the main line, where sentences are asked for; else NULL
    KjNotation notation;
    uint64_t nodes; // left for replies
    gint64 end;     // monotonic time at which the search for them ends, 0 none
} Maker;

static int longest_first(gconstpointer a, gconstpointer b)
{
    const Variation *x = a, *y = b;
    bool known_x = x->result.verdict == KJ_MATE, known_y = y->result.verdict == KJ_MATE;
    if (known_x != known_y)
        return known_x ? 1 : -1;
    if (known_x && x->result.n_line != y->result.n_line)
        return x->result.n_line > y->result.n_line ? -1 : 1;
    return x->reply < y->reply ? -1 : x->reply > y->reply;
}

/* Whether the law of repetition, if it is asked, takes a reply at the place of the cursor. */
static bool forbidden(const Maker *m, KjMove reply)
{
    if (!m->by_law)
        return false;
    KjRecord *record = kj_record_new(m->start);
    for (unsigned i = 0; i < m->played->len; i++)
        kj_record_play(record, g_array_index(m->played, KjMove, i));
    bool repeats = kj_record_would_repeat(record, reply);
    kj_record_free(record);
    return repeats;
}

/* Searches what follows a reply; unknown when nothing is left to search with. */
static void search_variation(Maker *m, Variation *variation)
{
    double seconds = m->end ? (double)(m->end - g_get_monotonic_time()) / G_USEC_PER_SEC : 0;
    bool stopped = m->limits->stop && *m->limits->stop;
    variation->result.verdict = KJ_UNKNOWN;
    if (m->nodes == 0 || (m->end && seconds <= 0) || stopped)
        return;
    KjPosition position = kj_position_after(&m->cursor.position, variation->reply);
    KjLimits limits = {.seconds = seconds, .nodes = m->nodes, .stop = m->limits->stop};
    g_array_append_val(m->played, variation->reply);
    kj_solver_set_past(m->solver, m->start, (const KjMove *)(void *)m->played->data,
                       m->played->len);
    kj_solver_solve(m->solver, &position, m->job->attacker, &limits, &variation->result);
    g_array_set_size(m->played, m->played->len - 1);
    m->nodes -= MIN(m->nodes, variation->result.nodes);
}

/* Plays moves from the place of the cursor on, and says how the line ends. */
static void play(Maker *m, const KjMove *moves, unsigned n, bool mate)
{
    for (unsigned i = 0; i < n; i++) {
        if (!kj_move_cursor_play(&m->cursor, moves[i], NULL))
            return; // the game is as big as games may be
    }
    if (mate)
        kj_move_cursor_end(&m->cursor, KJ_END_MATE, NULL);
}

/* Says of a move from the place of the cursor, which stays, what `m` is about; the caller has set
 * what is its own. */
static void explain(const Maker *m, KjMating mating, KjMoveNode *node)
{
    mating.pos = &m->cursor.position;
    mating.attacker = m->job->attacker;
    mating.notation = m->notation;
    g_autofree char *because = kj_because_mates(&mating);
    if (*because)
        kj_move_node_note(node, KJ_NOTE_COMMENT, NULL, because);
}

/* And of the next move of the main line. */
static void explain_main(const Maker *m)
{
    const KjResult *result = &m->job->result;
    unsigned done = m->cursor.at->ply + 1;
    bool attacks = m->cursor.position.side == m->job->attacker;
    explain(m,
            (KjMating){.move = result->line[done - 1],
                       .line = result->line + done,
                       .n_line = attacks ? result->n_line - done : 0,
                       .themes = m->themes,
                       .ply = done},
            m->cursor.at->child);
}

/* And of a reply that loses sooner than the main line's, which has its first node. */
static void explain_reply(const Maker *m, const Variation *variation, KjMove main_reply,
                          KjMoveNode *node)
{
    const KjResult *all = &m->job->result, *result = &variation->result;
    if (!result->n_line || result->n_line + m->cursor.at->ply + 1 >= all->n_line)
        return;
    explain(m,
            (KjMating){.move = variation->reply,
                       .line = result->line,
                       .n_line = result->n_line,
                       .plies = result->plies,
                       .exact = result->plies_proved,
                       .instead = main_reply},
            node);
}

/* Adds the other replies at the place of the cursor, which is on the main line. */
static void add_replies(Maker *m, KjMove main_reply)
{
    unsigned ply = m->cursor.at->ply;
    KjMoveList replies;
    kj_gen_safe(&m->cursor.position, &replies);
    g_autoptr(GArray) variations = g_array_new(FALSE, TRUE, sizeof(Variation));
    for (unsigned i = 0; i < replies.n; i++) {
        Variation variation = {.reply = replies.move[i]};
        if (variation.reply == main_reply || forbidden(m, variation.reply))
            continue;
        search_variation(m, &variation);
        g_array_append_val(variations, variation);
    }
    g_array_sort(variations, longest_first);
    for (unsigned i = 0; i < variations->len; i++) {
        Variation *variation = &g_array_index(variations, Variation, i);
        bool mate = variation->result.verdict == KJ_MATE;
        play(m, &variation->reply, 1, false);
        if (mate)
            play(m, variation->result.line, variation->result.n_line,
                 variation->result.line_complete);
        else
            kj_move_node_note(m->cursor.at, KJ_NOTE_COMMENT, NULL,
                              m->ja ? "（この先は調べていない）" : "(not searched further)");
        kj_move_cursor_back(&m->cursor, ply);
        if (m->themes && mate)
            explain_reply(m, variation, main_reply,
                          kj_move_node_child_by(m->cursor.at, variation->reply));
        kj_result_clear(&variation->result);
    }
}

/* The verdict in words. (transfer full) */
static char *verdict(const Maker *m)
{
    const KjResult *result = &m->job->result;
    unsigned plies = result->plies;
    const char *law =
        result->decided_by == KJ_BY_REPETITION ? kj_tr(" by the law of repetition") : "";
    if (result->verdict == KJ_NOMATE)
        return g_strconcat(m->ja ? "不詰" : "no mate", law, NULL);
    if (result->verdict == KJ_UNKNOWN)
        return g_strdup(m->ja ? "不明" : "unknown");
    if (m->ja)
        return g_strdup_printf("%u手詰%s%s", plies, result->plies_proved ? "" : "以内", law);
    return g_strdup_printf("mate in %s%u%s", result->plies_proved ? "" : "at most ", plies, law);
}

KjMoveTree *kj_solution_tree(KjSolver *solver, const KjSolveRequest *request,
                             const KjLimits *limits, const KjSolveJob *job)
{
    const KjResult *result = &job->result;
    const KjPositionText *text = &job->input->text;
    g_autoptr(GArray) played = g_array_new(FALSE, FALSE, sizeof(KjMove));
    if (text->n_moves)
        g_array_append_vals(played, text->moves, text->n_moves);
    KjMoveTree *tree = kj_move_tree_new(&job->input->position);
    Maker m = {
        .solver = solver,
        .limits = limits,
        .job = job,
        .start = text->n_moves ? &text->start : &job->input->position,
        .played = played,
        .by_law = kj_loops_by_law(request->solver.loops, job->input->position.game),
        .ja = kj_lang() == KJ_LANG_JA,
        .nodes = result->nodes * BUDGET_FACTOR + BUDGET_BASE,
        .notation = request->notation,
    };
    if (limits->seconds > 0)
        m.end = g_get_monotonic_time() + (gint64)(limits->seconds * G_USEC_PER_SEC);
    g_autofree char *words = verdict(&m);
    kj_move_node_note(tree->root, KJ_NOTE_COMMENT, NULL, words);
    g_autofree char *note = kj_solve_line_note(result, m.ja);
    if (note)
        kj_move_node_note(tree->root, KJ_NOTE_COMMENT, NULL, note);
    kj_move_cursor_init(&m.cursor, tree);
    if (result->verdict == KJ_MATE) {
        play(&m, result->line, result->n_line, result->line_complete);
        // once more from the start, now that the main line is the first everywhere
        kj_move_cursor_back(&m.cursor, 0);
        if (request->explain)
            m.themes = kj_because_themes(m.by_law ? NULL : solver, &m.cursor.position,
                                         job->attacker, result->line, result->n_line, limits);
        for (unsigned i = 0; i < result->n_line && m.cursor.at->child; i++) {
            if (m.cursor.position.side != job->attacker)
                add_replies(&m, result->line[i]);
            if (m.themes)
                explain_main(&m);
            kj_move_cursor_enter(&m.cursor, m.cursor.at->child);
            g_array_append_val(played, result->line[i]);
        }
    }
    if (job->refutation) {
        KjRefutationView view = {job->refutation, &tree->start, job->input->last,
                                 request->notation};
        kj_refutation_play(&view, &m.cursor);
    }
    kj_move_cursor_clear(&m.cursor);
    g_clear_pointer(&m.themes, g_array_unref);
    return tree;
}

const char *kj_solution_because(const KjMoveNode *node)
{
    const KjNote *note = node->notes && node->child ? g_ptr_array_index(node->notes, 0) : NULL;
    return note && note->kind == KJ_NOTE_COMMENT ? note->text : NULL;
}

GPtrArray *kj_solution_explained(const KjMoveTree *tree)
{
    GPtrArray *nodes = g_ptr_array_new();
    for (KjMoveNode *at = tree->root->child; at; at = at->child)
        for (KjMoveNode *node = at; node; node = node->next)
            if (kj_solution_because(node))
                g_ptr_array_add(nodes, node);
    return nodes;
}
