/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves that a mate follows, in sentences: all their clauses. */
#include <string.h>

#include "core/rules/attack.h"
#include "core/text/lang.h"
#include "repl/job/because.h"
#include "repl/job/phrases.h"
#include "solver/query.h"

enum {
    NAMED = 3,          // squares that are named; of more their number is told
    ASK_NODES = 10000,  // for a question of themes
    ALL_NODES = 200000, // for all of them
};

/* What is worth a clause of what the themes of a line say of a move; what more they find, the
 * clauses below tell of the single line. Two of them that say the same stand in one row. */
static const struct {
    const char *theme, *unless; // another one that says it as well
    const char *clause;
} reasons[] = {
    {"focal-sacrifice", NULL, "lines of several sliders meet there"},
    {"long-drop", "exact-drop", "it is dropped at a distance"},
    {"exact-drop", NULL, "from no other square of the line would it mate"},
    {"unpromoted-rook", NULL, "promoting would not mate"},
    {"unpromoted-bishop", NULL, "promoting would not mate"},
    {"unpromoted-princess", NULL, "promoting would not mate"},
    {"unpromoted-lance", NULL, "promoting would not mate"},
    {"unpromoted-pawn", NULL, "promoting would not mate"},
    {"drop-mate-avoided", NULL, "it avoids a pawn-drop mate"},
    {"rook-before-lance", NULL, "a lance in its place would not mate"},
    {"rook-before-pawn", NULL, "a pawn in its place would not mate"},
    {"gold-before-pawn", NULL, "a pawn in its place would not mate"},
    {"silver-before-pawn", NULL, "a pawn in its place would not mate"},
    {"lance-before-pawn", NULL, "a pawn in its place would not mate"},
    {"mid-interposition", NULL, "nothing guards the piece interposed"},
    {"moving-mid-interposition", NULL, "nothing guards the piece interposed"},
    {"interposition-choice", NULL, "with any other piece there the mate comes sooner"},
};

/* The sentence being made. */
typedef struct {
    const KjMating *m;
    const KjGame *game;
    KjSide defender;
    KjPosition after; // the move
    GString *text;
} Maker;

/* Adds a clause, which is taken. */
static void say(Maker *k, char *clause)
{
    g_autofree char *taken = clause, *before = g_strdup(k->text->str);
    if (*before)
        g_string_printf(k->text, kj_tr("%s; %s"), before, taken);
    else
        g_string_assign(k->text, taken);
}

/* ---- what positions show ---- */

/* The pieces of a side that could move to a square, or take back there. */
static KjBb guards(const KjPosition *pos, KjSide side, unsigned square)
{
    return kj_attackers(pos, side, square, pos->by_side[side], kj_occupied(pos));
}

/* Whether the king could stand on a square if nothing else stood there. */
static bool is_safe(const KjPosition *pos, KjSide side, unsigned square)
{
    KjSide enemy = kj_other(side);
    KjBb there = kj_bit(square), occupied = kj_occupied(pos) & ~kj_bit(pos->king[side]) & ~there;
    return !kj_attacked(pos, enemy, square, pos->by_side[enemy] & ~there, occupied);
}

/* Where the king of a side could go if it were to move; nowhere if it has several royal pieces, which
 * need not flee. */
static KjBb flights(const KjPosition *pos, KjSide side)
{
    const KjTables *t = pos->game->t;
    unsigned king = kj_lone_king(pos, side);
    if (king == KJ_NO_SQUARE)
        return 0;
    KjBb found = 0, around = t->step[side][king][t->step_class[kj_piece_kind(pos->board[king])]];
    for (KjBb left = around & ~pos->by_side[side]; left;) {
        unsigned square = kj_bb_pop(&left);
        if (is_safe(pos, side, square))
            found |= kj_bit(square);
    }
    return found;
}

static bool is_mated(const KjPosition *pos)
{
    return kj_in_check(pos, (KjSide)pos->side) && !kj_has_safe_move(pos);
}

/* ---- clauses ---- */

/*
 * What the reply, from `before` to `after`, takes away from the square that the attacker goes to
 * next: the guard of the piece that moved, or that of another which it now stands in the way of. Not
 * if a piece guards that square still.
 */
static void say_unguarded(Maker *k, const KjPosition *before, KjMove reply, const KjPosition *after,
                          unsigned square)
{
    unsigned to = kj_move_to(reply), from = kj_move_is_drop(reply) ? to : kj_move_from(reply);
    KjBb were = guards(before, k->defender, square), are = guards(after, k->defender, square);
    KjBb cut = were & ~are & after->by_side[k->defender] & ~kj_bit(to) & ~kj_bit(from);
    if (square == to || (are & ~kj_royals(after, k->defender)))
        return;
    g_autofree char *at = kj_square_name(k->game, square);
    if (from != to && kj_bb_has(were, from) && !kj_bb_has(are, to)) {
        g_autofree char *name = kj_piece_name_at(k->game, before->board[from], from);
        if (kj_bb_has(kj_royals(before, k->defender), from))
            say(k, g_strdup_printf(kj_tr("the king no longer guards %s"), at));
        else
            say(k, g_strdup_printf(kj_tr("%s no longer guards %s"), name, at));
    } else if (cut) {
        unsigned slider = kj_bb_first(cut);
        g_autofree char *name = kj_piece_name_at(k->game, before->board[slider], slider);
        say(k, g_strdup_printf(kj_tr("%s is cut off from %s"), name, at));
    }
}

/* The attacker's piece is taken by the reply: what that is good for. */
static void say_given(Maker *k)
{
    const KjMating *m = k->m;
    KjMove reply = m->line[0], next = m->n_line > 1 ? m->line[1] : KJ_MOVE_NONE;
    unsigned square = kj_move_to(m->move);
    bool by_king = kj_bb_has(kj_royals(&k->after, k->defender), kj_move_from(reply));
    KjPiece given =
        kj_move_is_drop(m->move) ? k->after.board[square] : m->pos->board[kj_move_from(m->move)];
    g_autofree char *name = kj_piece_name(k->game, given);
    g_autofree char *at = kj_square_name(k->game, square);
    g_autofree char *taken =
        m->pos->board[square] ? kj_piece_name_at(k->game, m->pos->board[square], square) : NULL;
    if (taken)
        say(k, g_strdup_printf(by_king ? kj_tr("%s takes %s and the king takes back")
                                       : kj_tr("%s takes %s and is taken"),
                               name, taken));
    else if (by_king)
        say(k, g_strdup_printf(kj_tr("%s is given up and draws the king to %s"), name, at));
    else
        say(k, g_strdup_printf(kj_tr("%s is given up at %s"), name, at));
    KjPosition then = kj_position_after(&k->after, reply);
    if (!by_king && kj_bb_has(flights(m->pos, k->defender), square)) {
        g_autofree char *blocks = kj_piece_name(k->game, then.board[square]);
        say(k, g_strdup_printf(kj_tr("%s that takes it stands in its king's way"), blocks));
    }
    if (!next)
        return;
    say_unguarded(k, &k->after, reply, &then, kj_move_to(next));
    if (!kj_move_is_drop(m->move) && kj_move_from(m->move) == kj_move_to(next)) {
        g_autofree char *cleared = kj_square_name(k->game, kj_move_from(m->move));
        say(k, g_strdup_printf(kj_tr("%s becomes free for the next move"), cleared));
    }
}

/* Which squares an attack takes from the king, that of the moved piece apart. */
static void say_kept(Maker *k, const KjPosition *before, KjMove attack, const KjPosition *after)
{
    KjBb kept =
        flights(before, k->defender) & ~flights(after, k->defender) & ~kj_bit(kj_move_to(attack));
    unsigned n = (unsigned)kj_bb_count(kept);
    if (n > NAMED) {
        say(k, g_strdup_printf(kj_tr("%u squares are taken from the king"), n));
    } else if (n) {
        g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
        while (kept)
            g_ptr_array_add(names, kj_square_name(k->game, kj_bb_pop(&kept)));
        g_ptr_array_add(names, NULL);
        g_autofree char *squares = g_strjoinv(kj_tr(", "), (char **)names->pdata);
        say(k, g_strdup_printf(kj_tr("the king is kept from %s"), squares));
    }
}

/* A slider whose line the moved piece leaves: it checks, or reaches a square beside the king. */
static void say_opened(Maker *k)
{
    const KjMating *m = k->m;
    const KjTables *t = k->game->t;
    unsigned king = kj_lone_king(m->pos, k->defender), to = kj_move_to(m->move);
    if (kj_move_is_drop(m->move) || king == KJ_NO_SQUARE)
        return;
    KjBb around = t->step[k->defender][king][t->step_class[kj_piece_kind(m->pos->board[king])]];
    KjBb before = kj_occupied(m->pos), now = kj_occupied(&k->after);
    for (KjBb left = k->after.by_side[m->attacker] & ~kj_bit(to); left;) {
        unsigned square = kj_bb_pop(&left);
        KjKind kind = kj_piece_kind(k->after.board[square]);
        KjBb more = kj_kind_attack(t, m->attacker, kind, square, now) &
                    ~kj_kind_attack(t, m->attacker, kind, square, before);
        bool checks = kj_bb_has(more, king), both = kj_bb_many(kj_checkers(&k->after, k->defender));
        if (!checks && !(more & around))
            continue;
        g_autofree char *name = kj_piece_name_at(k->game, k->after.board[square], square);
        if (checks)
            say(k, g_strdup_printf(both ? kj_tr("a double check with %s")
                                        : kj_tr("a discovered check by %s"),
                                   name));
        else
            say(k, g_strdup_printf(kj_tr("the line of %s is opened"), name));
        return;
    }
}

static void say_attack(Maker *k)
{
    const KjMating *m = k->m;
    unsigned square = kj_move_to(m->move);
    KjPiece taken = m->pos->board[square];
    if (!m->told && is_mated(&k->after))
        say(k, g_strdup(kj_tr("it is mate")));
    if (m->n_line && kj_move_to(m->line[0]) == square) {
        say_given(k);
    } else {
        g_autofree char *name = taken ? kj_piece_name_at(k->game, taken, square) : NULL;
        if (name)
            say(k, g_strdup_printf(kj_tr("%s is taken"), name));
        say_kept(k, m->pos, m->move, &k->after);
    }
    say_opened(k);
    KjMoveList replies;
    kj_gen_safe(&k->after, &replies);
    if (replies.n == 1 && m->n_line)
        say(k, g_strdup(kj_tr("one reply is left")));
}

/* The piece that the answer takes is dropped for the mate, and there was none of its kind before. */
static void say_used(Maker *k)
{
    const KjMating *m = k->m;
    const KjTables *t = k->game->t;
    KjPosition at = k->after;
    KjPiece taken = at.board[kj_move_to(m->line[0])];
    KjKind kind = taken ? kj_piece_kind(taken) & ~(unsigned)KJ_PROMOTED : KJ_NONE;
    if (!taken || kj_hand_count(t, at.hand[m->attacker], kind))
        return;
    for (unsigned i = 0; i < m->n_line; i += 2) {
        KjMove move = m->line[i];
        if (kj_move_is_drop(move) && kj_move_drop_kind(move) == kind) {
            g_autofree char *name = kj_piece_name(k->game, kind);
            g_autofree char *to = kj_square_name(k->game, kj_move_to(move));
            say(k, g_strdup_printf(kj_tr("the %s it takes is dropped at %s"), name, to));
            return;
        }
        KjPiece more = at.board[kj_move_to(move)];
        if (i && more && (kj_piece_kind(more) & ~(unsigned)KJ_PROMOTED) == kind)
            return; // which of them is dropped, nobody can tell
        at = kj_position_after(&at, move);
        if (i + 1 < m->n_line)
            at = kj_position_after(&at, m->line[i + 1]);
    }
}

/* At the mate `end` the piece moved by the reply keeps the king from where it stands. */
static void say_in_the_way(Maker *k, const KjPosition *end)
{
    const KjTables *t = k->game->t;
    unsigned square = kj_move_to(k->m->move), king = kj_lone_king(end, k->defender);
    if (king == KJ_NO_SQUARE || square == king || !kj_bb_has(end->by_side[k->defender], square))
        return;
    KjBb around = t->step[k->defender][king][t->step_class[kj_piece_kind(end->board[king])]];
    if (!kj_bb_has(around, square) || !is_safe(end, k->defender, square))
        return;
    g_autofree char *name = kj_piece_name_at(k->game, end->board[square], square);
    say(k, g_strdup_printf(kj_tr("%s stands in its king's way"), name));
}

/* The piece that the main line takes stands still, and makes the answer or guards its square. */
static void say_left(Maker *k, KjMove answer)
{
    const KjMating *m = k->m;
    unsigned square = m->instead ? kj_move_to(m->instead) : KJ_NO_SQUARE;
    if (square == KJ_NO_SQUARE || !kj_bb_has(k->after.by_side[m->attacker], square))
        return;
    bool answers = !kj_move_is_drop(answer) && kj_move_from(answer) == square;
    if (!answers && !kj_bb_has(guards(&k->after, m->attacker, kj_move_to(answer)), square))
        return;
    g_autofree char *name = kj_piece_name_at(k->game, k->after.board[square], square);
    say(k, g_strdup_printf(kj_tr("%s was not taken"), name));
}

static void say_reply(Maker *k)
{
    const KjMating *m = k->m;
    KjMove answer = m->line[0];
    KjPosition end = kj_position_after(&k->after, answer);
    bool mated = is_mated(&end), taken = kj_move_to(answer) == kj_move_to(m->move);
    KjReplyKind does = kj_refute_kind(m->pos, m->move);
    g_autofree char *move = kj_move_text(&k->after, answer, m->move, m->notation);
    if (m->futile)
        say(k, g_strdup(kj_tr("a futile interposition")));
    if (m->told)
        ; // by who calls
    else if (mated)
        say(k, g_strdup_printf(kj_tr("%s mates"), move));
    else if (m->plies)
        say(k, g_strdup_printf(m->exact ? kj_tr("%s mates in %u") : kj_tr("%s mates in at most %u"),
                               move, m->plies));
    else
        say(k, g_strdup_printf(kj_tr("%s leads to mate"), move));
    if (mated && taken && does == KJ_REPLY_DROPS_IN)
        say(k, g_strdup(kj_tr("the piece interposed is just taken")));
    say_left(k, answer);
    say_unguarded(k, m->pos, m->move, &k->after, kj_move_to(answer));
    if (mated)
        say_in_the_way(k, &end);
    say_used(k);
    bool lone = kj_lone_king(&k->after, k->defender) != KJ_NO_SQUARE;
    if (mated && lone && !flights(&k->after, k->defender))
        say(k, g_strdup(kj_tr("the king has nowhere to go")));
    else
        say_kept(k, &k->after, answer, &end);
}

static bool shows(const KjMating *m, const char *theme)
{
    const KjThemeFound *found = theme ? kj_themes_get(m->themes, theme) : NULL;
    for (unsigned i = 0; found && found->state == KJ_YES && i < found->plies->len; i++)
        if (g_array_index(found->plies, unsigned, i) == m->ply)
            return true;
    return false;
}

static void say_themes(Maker *k)
{
    for (size_t i = 0; k->m->themes && i < G_N_ELEMENTS(reasons); i++)
        if (shows(k->m, reasons[i].theme) && !shows(k->m, reasons[i].unless))
            say(k, g_strdup(kj_tr(reasons[i].clause)));
}

char *kj_because_mates(const KjMating *m)
{
    Maker k = {.m = m,
               .game = m->pos->game,
               .defender = kj_other(m->attacker),
               .after = kj_position_after(m->pos, m->move),
               .text = g_string_new(NULL)};
    if (m->pos->side == m->attacker)
        say_attack(&k);
    else if (m->n_line)
        say_reply(&k);
    say_themes(&k);
    if (m->only)
        say(&k, g_strdup(kj_tr("no other check mates")));
    return g_string_free(k.text, FALSE);
}

/* ---- themes ---- */

/* Who is asked whether other moves mate, and what that may cost. */
typedef struct {
    KjSolver *solver;
    KjLimits limits;
    uint64_t nodes; // left
} Asker;

static KjVerdict mates(void *data, const KjPosition *pos, unsigned len)
{
    Asker *asker = data;
    KjAnswer answer;
    unsigned within = len == KJ_SOLVED_ANY ? KJ_ANY_LENGTH : len;
    asker->limits.nodes = MIN(asker->nodes, ASK_NODES);
    if (!asker->limits.nodes)
        return KJ_UNKNOWN;
    kj_query_mate(asker->solver, pos, within, &asker->limits, &answer);
    asker->nodes -= MIN(asker->nodes, answer.nodes);
    return answer.verdict;
}

GArray *kj_because_themes(KjSolver *solver, const KjPosition *pos, KjSide attacker,
                          const KjMove *line, unsigned n, const KjLimits *limits)
{
    Asker asker = {solver, {.seconds = limits->seconds, .stop = limits->stop}, ALL_NODES};
    KjSolvedWork work = {.root = pos,
                         .attacker = attacker,
                         .line = line,
                         .n_line = n,
                         .mates = solver ? mates : NULL,
                         .data = &asker};
    if (solver)
        kj_query_open(solver, pos->game, attacker);
    return kj_themes_of(&work, solver != NULL);
}
