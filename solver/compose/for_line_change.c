/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of a draft for a line, drawn by lot. */
#include "solver/compose/change.h"
#include "solver/compose/for_line-priv.h"

/* One of a set's squares. */
static unsigned draw_square(KjRandom *random, KjBb squares)
{
    for (unsigned n = kj_random(random, (unsigned)kj_bb_count(squares)); n > 0; n--)
        kj_bb_pop(&squares);
    return kj_bb_first(squares);
}

/* The squares near one. */
static KjBb around(const KjTables *t, unsigned square, int reach)
{
    KjBb near = 0;
    for (unsigned s = 0; s < t->squares; s++)
        if (ABS(t->file_of[s] - t->file_of[square]) <= reach &&
            ABS(t->rank_of[s] - t->rank_of[square]) <= reach)
            near |= kj_bit(s);
    return near;
}

/* An empty square where a piece may be added, mostly near where the line goes; KJ_NO_SQUARE: the lot
 * fell on none. */
static unsigned draw_place(KjForLineDoing *s)
{
    const KjPosition *pos = &s->task->parent.position;
    KjBb free = s->options->squares & ~kj_occupied(pos);
    if (kj_random_chance(&s->random, 75)) {
        unsigned i = kj_random(&s->random, s->diagram->n_line + 1);
        unsigned centre =
            i < s->diagram->n_line ? kj_move_to(s->diagram->line[i]) : pos->king[KJ_GOTE];
        free &= around(pos->game->t, centre, 2);
    }
    return free ? draw_square(&s->random, free) : KJ_NO_SQUARE;
}

/* A piece that may be added; KJ_NONE: the lot fell on none. */
static KjPiece draw_piece(KjForLineDoing *s)
{
    const KjTables *t = s->diagram->position.game->t;
    unsigned base = 1 + kj_random(&s->random, s->diagram->position.game->row->n_pieces);
    bool turned = kj_random_chance(&s->random, 25);
    KjSide side = kj_random_chance(&s->random, 60) ? KJ_SENTE : KJ_GOTE;
    if (base == t->king || (turned && !t->promotes[base]))
        return KJ_NONE;
    KjPiece piece = kj_piece(side, (KjKind)(turned ? base | KJ_PROMOTED : base));
    return s->options->pieces >> piece & 1 ? piece : KJ_NONE;
}

/* A piece that may go; KJ_NO_SQUARE: there is none. */
static unsigned draw_added(KjForLineDoing *s)
{
    KjBb added = kj_occupied(&s->task->parent.position) & ~s->diagram->fixed;
    return added ? draw_square(&s->random, added) : KJ_NO_SQUARE;
}

static KjChange blank(KjChangeKind kind)
{
    return (KjChange){.kind = (uint8_t)kind, .from = KJ_NO_SQUARE, .to = KJ_NO_SQUARE};
}

static bool apply(const KjPosition *pos, KjChange change, KjPosition *out)
{
    return kj_change_apply(pos, KJ_SENTE, &change, out);
}

static bool add_piece(KjForLineDoing *s, KjPosition *out)
{
    KjChange change = blank(KJ_CHANGE_ADD);
    change.to = (uint8_t)draw_place(s);
    change.instead = draw_piece(s);
    return change.to != KJ_NO_SQUARE && change.instead &&
           apply(&s->task->parent.position, change, out);
}

static bool move_piece(KjForLineDoing *s, KjPosition *out)
{
    KjChange change = blank(KJ_CHANGE_MOVE);
    unsigned from = draw_added(s);
    change.to = (uint8_t)draw_place(s);
    if (from == KJ_NO_SQUARE || change.to == KJ_NO_SQUARE)
        return false;
    change.from = (uint8_t)from;
    change.piece = s->task->parent.position.board[from];
    return apply(&s->task->parent.position, change, out);
}

static bool replace_piece(KjForLineDoing *s, KjPosition *out)
{
    KjChange change = blank(KJ_CHANGE_REPLACE);
    unsigned from = draw_added(s);
    change.instead = draw_piece(s);
    if (from == KJ_NO_SQUARE || !change.instead)
        return false;
    change.from = (uint8_t)from;
    change.piece = s->task->parent.position.board[from];
    return change.piece != change.instead && apply(&s->task->parent.position, change, out);
}

static bool remove_piece(KjForLineDoing *s, KjPosition *out)
{
    KjChange change = blank(KJ_CHANGE_REMOVE);
    unsigned from = draw_added(s);
    if (from == KJ_NO_SQUARE)
        return false;
    change.from = (uint8_t)from;
    change.piece = s->task->parent.position.board[from];
    return apply(&s->task->parent.position, change, out);
}

/* A kind that the attacker holds; KJ_NONE: he holds none. */
static KjKind draw_held(KjForLineDoing *s)
{
    const KjPosition *pos = &s->task->parent.position;
    const KjTables *t = pos->game->t;
    unsigned held = 0;
    KjKind kind = KJ_NONE;
    for (unsigned i = 0; i < t->n_hand; i++)
        if (kj_hand_count(t, pos->hand[KJ_SENTE], t->hand_kind[i]) &&
            kj_random(&s->random, ++held) == 0)
            kind = t->hand_kind[i];
    return kind;
}

bool kj_for_line_supply(const KjForLineOptions *options, const KjLineDiagram *diagram,
                        const KjPosition *pos, unsigned ply, KjKind face, KjPosition *out)
{
    const KjTables *t = pos->game->t;
    KjKind held = kj_base_kind(face);
    KjChange put = blank(KJ_CHANGE_ADD);
    unsigned square = kj_move_to(diagram->line[ply]);
    put.instead = kj_piece(KJ_GOTE, face);
    put.to = (uint8_t)square;
    if (pos->board[square]) {
        put.kind = KJ_CHANGE_REPLACE;
        put.from = (uint8_t)square;
        put.piece = pos->board[square];
        put.to = KJ_NO_SQUARE;
    }
    if (!t->hand_bits[held] || !kj_hand_count(t, pos->hand[KJ_SENTE], held) ||
        !(options->pieces >> put.instead & 1) ||
        !kj_bb_has(options->squares & ~diagram->fixed, square))
        return false;
    KjPosition given = *pos; // to the defender, who has it on the board then
    given.hand[KJ_SENTE] -= t->hand_one[held];
    given.hand[KJ_GOTE] += t->hand_one[held];
    return apply(&given, put, out);
}

/* A piece that is dropped is taken on the way instead of being in hand from the start. */
static bool supply_piece(KjForLineDoing *s, KjPosition *out)
{
    const KjPosition *pos = &s->task->parent.position;
    unsigned ply = 2 * kj_random(&s->random, s->diagram->n_line / 2 + 1);
    KjKind held = draw_held(s);
    bool turned = pos->game->t->promotes[held] && kj_random_chance(&s->random, 50);
    return held && kj_for_line_supply(s->options, s->diagram, pos, ply,
                                      turned ? held | KJ_PROMOTED : held, out);
}

/* The ways, and how many of a hundred go each. */
static const struct {
    unsigned percent;
    bool (*make)(KjForLineDoing *s, KjPosition *out);
} ways[] = {
    {58, add_piece}, {14, move_piece}, {14, replace_piece}, {8, remove_piece}, {6, supply_piece}};

bool kj_for_line_draw(KjForLineDoing *s, KjPosition *out)
{
    unsigned lot = kj_random(&s->random, 100), i = 0;
    while (lot >= ways[i].percent)
        lot -= ways[i++].percent;
    return ways[i].make(s, out);
}
