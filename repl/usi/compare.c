/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the line of another engine and explains where it differs from Kanju's answer. */
#include "repl/usi/compare.h"

#include "core/notation/usi.h"
#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "core/rules/record.h"

// More than this says no more. NONE: no mate, as a length.
enum { MAX_REMARKS = 3, NONE = G_MAXUINT };

/* ---- lines ---- */

/* A line being played. */
typedef struct {
    const KjLineOf *of;
    KjPosition pos;
    KjRecord *record; // for the law of repetition; NULL: it is not asked
} Walk;

static void begin_walk(Walk *w, const KjLineOf *of)
{
    *w = (Walk){.of = of};
    w->pos = kj_position_text_end(of->game);
    w->record = of->by_law ? kj_record_new(&of->game->start) : NULL;
    for (unsigned i = 0; w->record && i < of->game->n_moves; i++)
        kj_record_play(w->record, of->game->moves[i]);
}

/* Plays a move. After one that the record does not take (the game is over by a try) no more is said
 * of repetition. */
static void play(Walk *w, KjMove move)
{
    KjUndo undo;
    kj_position_make(&w->pos, move, &undo);
    if (w->record && kj_record_play(w->record, move) != KJ_MOVE_LEGAL)
        g_clear_pointer(&w->record, kj_record_free);
}

static KjIllegal legality(const Walk *w, KjMove move)
{
    KjIllegal why = kj_move_legality(&w->pos, move);
    bool repeats = why == KJ_MOVE_LEGAL && w->record && kj_record_would_repeat(w->record, move);
    return repeats ? KJ_MOVE_REPETITION : why;
}

/* What keeps a word from being a move that counts, or NULL. (transfer full) */
static char *fault_of(const Walk *w, const char *word, KjMove *out)
{
    g_autoptr(GError) error = NULL;
    if (!kj_usi_move_read(&w->pos, word, out, &error)) {
        g_autofree char *valid = g_utf8_substring(word, 0, MIN(g_utf8_strlen(word, -1), 20));
        return g_strdup_printf("'%s' is not a move", valid);
    }
    KjIllegal why = legality(w, *out);
    if (why != KJ_MOVE_LEGAL)
        return g_strdup_printf("%s is illegal, %s", word, kj_illegal_text(why));
    if (w->pos.side == w->of->attacker && w->of->checks_only && !kj_gives_check(&w->pos, *out))
        return g_strdup_printf("%s gives no check", word);
    return NULL;
}

/* Whether the side to move has a move that is safe and not forbidden. */
static bool has_move(const Walk *w)
{
    KjMoveList list;
    kj_gen_safe(&w->pos, &list);
    for (unsigned i = 0; i < list.n; i++)
        if (!w->record || !kj_record_would_repeat(w->record, list.move[i]))
            return true;
    return false;
}

/* What keeps the end of a line from being a mate, or NULL. Static. */
static const char *fault_of_end(const Walk *w)
{
    KjSide attacker = w->of->attacker;
    if (w->pos.side == attacker)
        return kj_can_capture_king(&w->pos) ? NULL : "it ends before a move of the attacker";
    if (has_move(w))
        return "at its end the defender has a move";
    if (w->of->checks_only && !kj_in_check(&w->pos, kj_other(attacker)))
        return "at its end the defender is not in check";
    return NULL;
}

void kj_compare_line(const KjLineOf *of, char **words, KjComparedLine *out)
{
    *out = (KjComparedLine){.moves = g_new(KjMove, g_strv_length(words) + 1)};
    Walk w;
    begin_walk(&w, of);
    for (char **word = words; *word && !out->fault; word++) {
        KjMove move = KJ_MOVE_NONE;
        g_autofree char *fault = fault_of(&w, *word, &move);
        if (fault) {
            out->fault = g_strdup_printf("move %u: %s", out->n + 1, fault);
            break;
        }
        play(&w, move);
        out->moves[out->n++] = move;
    }
    if (!out->fault) {
        out->leftover = w.pos.hand[of->attacker];
        out->fault = g_strdup(fault_of_end(&w));
    }
    kj_record_free(w.record);
}

void kj_compared_line_clear(KjComparedLine *line)
{
    g_free(line->fault);
    g_free(line->moves);
    *line = (KjComparedLine){0};
}

/* ---- explanations ---- */

typedef struct {
    KjSolver *solver;
    KjLimits limits; // of a single position
    gint64 deadline; // of all, monotonic microseconds; G_MAXINT64 none
    KjSide attacker;
    GPtrArray *remarks;
    const KjPosition *start; // of the game
    GArray *past;            // KjMove, from there to the position that is searched
    // of the position before the move looked at
    KjPosition before;
    unsigned length; // plies to the mate from there, NONE
    KjMove best;     // what it begins with, or KJ_MOVE_NONE
} Explainer;

static void remark(Explainer *e, char *text)
{
    g_ptr_array_add(e->remarks, text);
}

/* The exact length from a position, and a best first move; false if the limits came first. */
static bool measure(Explainer *e, const KjPosition *pos, unsigned *out_length, KjMove *out_best)
{
    KjLimits limits = e->limits;
    if (e->deadline != G_MAXINT64)
        limits.seconds = (double)(e->deadline - g_get_monotonic_time()) / 1e6;
    if (e->deadline != G_MAXINT64 && limits.seconds <= 0)
        return false;
    g_auto(KjResult) result;
    kj_solver_set_past(e->solver, e->start, (const KjMove *)(void *)e->past->data, e->past->len);
    kj_solver_solve(e->solver, pos, e->attacker, &limits, &result);
    bool mate = result.verdict == KJ_MATE;
    bool known = result.verdict == KJ_NOMATE || (mate && result.pure_proved);
    *out_length = mate ? result.pure_plies : NONE;
    *out_best = result.n_line ? result.line[0] : KJ_MOVE_NONE;
    return known;
}

/* A reply of the defender at e->before after which there is no mate, or KJ_MOVE_NONE. */
static KjMove find_refutation(Explainer *e)
{
    KjMoveList list;
    kj_gen_safe(&e->before, &list);
    for (unsigned i = 0; i < list.n; i++) {
        KjPosition after = e->before;
        KjUndo undo;
        unsigned length;
        KjMove best;
        kj_position_make(&after, list.move[i], &undo);
        g_array_append_val(e->past, list.move[i]);
        bool refutes = measure(e, &after, &length, &best) && length == NONE;
        g_array_set_size(e->past, e->past->len - 1);
        if (refutes)
            return list.move[i];
    }
    return KJ_MOVE_NONE;
}

/* Whether a reply puts a piece between the king and a piece that gives check from afar. */
static bool interposes(const KjPosition *pos, KjMove move)
{
    unsigned king = pos->king[pos->side];
    KjBb checkers = kj_checkers(pos, (KjSide)pos->side), between = 0;
    for (unsigned square = 0; square < pos->game->t->squares; square++)
        if (kj_bb_has(checkers, square))
            between |= pos->game->t->between[king][square];
    return kj_bb_has(between, kj_move_to(move));
}

static const char *plural(unsigned n)
{
    return n == 1 ? "y" : "ies";
}

/* The attacker's move `text` at `ply` made the mate longer, or lost it. */
static void tell_attack(Explainer *e, unsigned ply, const char *text, unsigned after)
{
    char best[KJ_USI_MOVE];
    kj_usi_move_write(&e->before, e->best, best);
    if (after == NONE) {
        remark(e, g_strdup_printf("move %u: after %s there is no mate, %s mates", ply, text, best));
        return;
    }
    unsigned slower = after + 1 - e->length;
    remark(e, g_strdup_printf("move %u: %s mates %u pl%s later than %s", ply, text, slower,
                              plural(slower), best));
}

/* The defender's move `text` at `ply` made the mate shorter, or possible. */
static void tell_defence(Explainer *e, unsigned ply, const char *text, unsigned after)
{
    char best_text[KJ_USI_MOVE] = "";
    KjMove best = e->length == NONE ? find_refutation(e) : e->best;
    if (best != KJ_MOVE_NONE)
        kj_usi_move_write(&e->before, best, best_text);
    const char *how =
        best != KJ_MOVE_NONE && interposes(&e->before, best) ? ", an interposition" : "";
    if (e->length == NONE && *best_text) {
        remark(e, g_strdup_printf("move %u: %s lets itself be mated, %s%s refutes the attack", ply,
                                  text, best_text, how));
    } else if (e->length == NONE) {
        remark(e, g_strdup_printf("move %u: %s lets itself be mated", ply, text));
    } else {
        unsigned sooner = e->length - 1 - after;
        remark(e, g_strdup_printf("move %u: %s is mated %u pl%s sooner than %s%s", ply, text,
                                  sooner, plural(sooner), best_text, how));
    }
}

/* Looks at one move of the line; false once no more can be said. */
static bool explain_move(Explainer *e, unsigned ply, KjMove move, bool last)
{
    char text[KJ_USI_MOVE];
    kj_usi_move_write(&e->before, move, text);
    KjPosition after = e->before;
    KjUndo undo;
    kj_position_make(&after, move, &undo);
    unsigned length = 0, n_past = e->past->len;
    KjMove best = KJ_MOVE_NONE;
    g_array_append_val(e->past, move);
    if (!last && !measure(e, &after, &length, &best)) {
        remark(e, g_strdup_printf("not explained from move %u on, within the limits", ply));
        return false;
    }
    g_array_set_size(e->past, n_past); // as before the move, for what is said of it
    bool attacking = e->before.side == e->attacker;
    if (attacking && e->length != NONE && (length == NONE || length + 1 > e->length))
        tell_attack(e, ply, text, length);
    if (!attacking && length != NONE && (e->length == NONE || length + 1 < e->length))
        tell_defence(e, ply, text, length);
    g_array_append_val(e->past, move);
    e->before = after;
    e->length = length;
    e->best = best;
    return true;
}

/* The moves of the line one by one. */
static void explain_line(Explainer *e, const KjComparedLine *line)
{
    unsigned before = e->remarks->len;
    for (unsigned i = 0; i < line->n && e->remarks->len - before < MAX_REMARKS; i++)
        if (!explain_move(e, i + 1, line->moves[i], i + 1 == line->n))
            return;
}

void kj_compare_explain(KjSolver *solver, const KjLimits *limits, const KjPosition *start,
                        GArray *past, const KjPosition *root, KjSide attacker, unsigned length,
                        const KjComparedLine *line, GPtrArray *remarks)
{
    Explainer e = {.solver = solver,
                   .limits = *limits,
                   .attacker = attacker,
                   .remarks = remarks,
                   .start = start,
                   .past = past,
                   .before = *root};
    e.deadline =
        limits->seconds > 0 ? g_get_monotonic_time() + (gint64)(limits->seconds * 1e6) : G_MAXINT64;
    unsigned n_past = past->len;
    if (length == 0) {
        e.length = NONE;
    } else if (!measure(&e, root, &e.length, &e.best)) {
        remark(&e, g_strdup("not explained within the limits"));
        return;
    }
    explain_line(&e, line);
    g_array_set_size(past, n_past);
}
