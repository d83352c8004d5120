/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random worlds for the forger, and what is changed in them. */
#include <string.h>

#include "tests/support/certify/forge-priv.h"

static bool one_in(NvRng *rng, int n)
{
    return nv_random(rng, n) == 0;
}

/* ---- random worlds ---- */

static int draw_kind(const NvGame *game, NvRng *rng)
{
    for (;;) {
        int kind = 2 + nv_random(rng, NV_KINDS - 2);
        if (game->letters[kind] != '.')
            return kind;
    }
}

/* A kind that can be held: what leaves the game when it is taken is in no hand (R14.6). */
static int draw_held(const NvPos *pos, NvRng *rng)
{
    int kind = draw_kind(nv_game(pos->game), rng);
    return kind == NV_DRUNK && !pos->elephant_to_hand ? NV_P : kind;
}

static bool place(NvPos *pos, int side, int kind, bool promoted, int row, int col)
{
    const NvGame *game = nv_game(pos->game);
    promoted = promoted && nv_promotes(kind);
    if (row < 0 || col < 0 || row >= game->ranks || col >= game->files ||
        pos->board[row][col].kind != NV_NONE ||
        (!promoted && !game->dead_drops && nv_dead(pos, side, kind, row, col)) ||
        (!promoted && kind == NV_P && game->pawn_law && nv_pawn_on_file(pos, side, col)))
        return false;
    pos->board[row][col] = (NvPiece){(uint8_t)kind, promoted, (uint8_t)side};
    return true;
}

/* Gote's king at its edge, sente's pieces near it, few of all. */
static void draw_board(NvPos *pos, NvRng *rng)
{
    const NvGame *game = nv_game(pos->game);
    bool near_try = pos->try_rule != NV_TRY_NONE && one_in(rng, 2);
    int row = near_try ? game->ranks - 2 : one_in(rng, 3) ? nv_random(rng, game->ranks) : 0;
    int col = near_try || one_in(rng, 2) ? nv_random(rng, game->files) : game->files - 1;
    place(pos, NV_GOTE, NV_K, false, row, col);
    if (one_in(rng, 3))
        place(pos, NV_SENTE, NV_K, false, row + 2 + nv_random(rng, 2), nv_random(rng, game->files));
    for (int i = nv_random(rng, 3); i >= 0; i--)
        place(pos, NV_SENTE, draw_kind(game, rng), !one_in(rng, 3), row + nv_random(rng, 4),
              col + nv_random(rng, 5) - 2);
    for (int i = nv_random(rng, 3); i > 0; i--)
        place(pos, NV_GOTE, draw_kind(game, rng), one_in(rng, 4), row + nv_random(rng, 3) - 1,
              col + nv_random(rng, 3) - 1);
    if (one_in(rng, 2))
        pos->hand[NV_SENTE][0][draw_held(pos, rng)]++;
    if (one_in(rng, 4))
        pos->hand[NV_GOTE][0][draw_held(pos, rng)]++;
}

static NvTry try_of(const NvGame *game)
{
    return game->try_kind == NV_TRY_NONE ? NV_TRY_CENTRE : game->try_kind;
}

static bool needs_law(ForgeLie lie)
{
    return lie == FORGE_FOREIGN_PAST || lie == FORGE_LOOP || lie == FORGE_OFF_LINE ||
           lie == FORGE_SAVED_BY_LAW;
}

static bool has_elephants(const NvGame *game)
{
    return game->set[NV_DRUNK] > 0;
}

static void draw_switches(ForgeWorld *world, ForgeLie lie, NvRng *rng)
{
    const NvGame *game = nv_game(world->start.game);
    world->attacks = one_in(rng, 2) ? NV_ATTACK_CHECKS : 1 + (NvAttacks)nv_random(rng, 2);
    world->stalemate_draws = one_in(rng, 2);
    world->repeat = one_in(rng, 2) ? NV_REPEAT_FAIL : (NvRepeat)nv_random(rng, 2);
    world->start.try_rule = (uint8_t)(one_in(rng, 3) ? try_of(game) : NV_TRY_NONE);
    world->start.try_goes_on = world->start.try_rule != NV_TRY_NONE && one_in(rng, 2);
    world->start.no_drop_stalemate = one_in(rng, 4);
    world->start.no_drops = one_in(rng, 8);
    world->start.elephant_to_hand = has_elephants(game) && one_in(rng, 3);
    if (world->repeat == NV_REPEAT_FAIL && needs_law(lie))
        world->repeat = (NvRepeat)nv_random(rng, 2);
    if (lie == FORGE_STALEMATE || lie == FORGE_SAVED_BY_LAW)
        world->stalemate_draws = true;
    if (lie == FORGE_SAVED_BY_LAW || (lie == FORGE_STALEMATE && world->attacks == NV_ATTACK_CHECKS))
        world->attacks = NV_ATTACK_ALL;
}

/* A king on its own last rank may try by a step along it, or not: that is left out. */
static bool may_have_tried(const NvPos *pos)
{
    int row, col;
    return pos->try_rule == NV_TRY_RANK &&
           ((nv_king(pos, NV_SENTE, &row, &col) && row == 0) ||
            (nv_king(pos, NV_GOTE, &row, &col) && row == nv_game(pos->game)->ranks - 1));
}

/* A move for the past: safe, and often the one before taken back. */
static bool draw_past_move(const ForgeWorld *world, const NvPos *pos, NvRng *rng, NvMove *out)
{
    g_autofree ForgeMoves *moves = forge_moves(world, pos, FORGE_REPLIES);
    if (moves->n == 0)
        return false;
    *out = moves->move[nv_random(rng, moves->n)].move;
    if (world->n_past < 2 || one_in(rng, 5))
        return true;
    NvMove last = world->past[world->n_past - 2];
    for (int i = 0; i < moves->n; i++) {
        NvMove m = moves->move[i].move;
        if (m.from == last.to && m.to == last.from && !m.promote)
            *out = m;
    }
    return true;
}

static bool find_way_back(const ForgeWorld *world, const NvPos *pos, NvMove last, NvMove *out)
{
    g_autofree ForgeMoves *moves = forge_moves(world, pos, FORGE_REPLIES);
    for (int i = 0; i < moves->n; i++) {
        *out = moves->move[i].move;
        if (out->from == last.to && out->to == last.from && !out->promote)
            return true;
    }
    return false;
}

/* Whether an attack of `pos` leaves nothing to a defender who then has lost. */
static bool mates_in_one(const ForgeWorld *world, const NvPos *pos)
{
    g_autofree ForgeMoves *moves = forge_moves(world, pos, FORGE_ATTACKS);
    for (int i = 0; i < moves->n; i++) {
        NvPos after = forge_make(pos, moves->move[i].move, NULL);
        if (forge_no_reply(pos, moves->move[i].move) && forge_stuck_loses(world, &after))
            return true;
    }
    return false;
}

/* An attack with one reply, after which it is mate in one; with `simple` any attack with one
 * reply. */
static bool find_forcing(const ForgeWorld *world, const NvPos *pos, bool simple, NvMove out[2])
{
    g_autofree ForgeMoves *moves = forge_moves(world, pos, FORGE_ATTACKS);
    for (int i = 0; i < moves->n; i++) {
        NvPos after = forge_make(pos, moves->move[i].move, NULL);
        g_autofree ForgeMoves *replies = forge_moves(world, &after, FORGE_REPLIES);
        if (replies->n != 1 || moves->move[i].move.promote || moves->move[i].move.from < 0)
            continue;
        out[0] = moves->move[i].move;
        out[1] = replies->move[0].move;
        after = forge_make(&after, out[1], NULL);
        if (simple || mates_in_one(world, &after))
            return true;
    }
    return false;
}

/* Begins the past with a forcing attack, the reply, and both taken back: so the law may forbid
 * that attack. */
static void draw_round(ForgeWorld *world, bool simple)
{
    NvMove *m = world->past;
    NvPos pos = world->start;
    bool tries[4] = {false};
    if (pos.turn != NV_SENTE || !find_forcing(world, &pos, simple, m))
        return;
    pos = forge_make(&pos, m[0], &tries[0]);
    pos = forge_make(&pos, m[1], &tries[1]);
    if (!find_way_back(world, &pos, m[0], &m[2]))
        return;
    pos = forge_make(&pos, m[2], &tries[2]);
    if (!find_way_back(world, &pos, m[1], &m[3]))
        return;
    pos = forge_make(&pos, m[3], &tries[3]);
    world->n_past = tries[0] || tries[1] || tries[2] || tries[3] ? 0 : 4;
}

/* The one reply of a position, its king not in check, if it leads to `target`. */
static bool only_leads_to(const ForgeWorld *world, const NvPos *pos, const NvPos *target,
                          NvMove *out)
{
    g_autofree ForgeMoves *replies = forge_moves(world, pos, FORGE_REPLIES);
    if (replies->n != 1 || nv_in_check(pos))
        return false;
    *out = replies->move[0].move;
    NvPos after = forge_make(pos, *out, NULL);
    return memcmp(&after, target, sizeof after) == 0;
}

static bool find_move(const ForgeWorld *world, const NvPos *pos, const NvMove *wanted)
{
    g_autofree ForgeMoves *moves = forge_moves(world, pos, FORGE_REPLIES);
    bool found = false;
    for (int i = 0; i < moves->n && !found; i++)
        found = forge_same_move(&moves->move[i].move, wanted);
    return found;
}

/* After two moves of a detour: on with the same piece and back, while the other king, say, goes
 * back and returns. */
static bool go_round(const ForgeWorld *world, const NvPos *there, NvMove m[6])
{
    g_autofree ForgeMoves *moves = forge_moves(world, there, FORGE_REPLIES);
    for (int i = 0; i < moves->n; i++) {
        m[2] = moves->move[i].move;
        if (m[2].from != m[0].to || m[2].to == m[0].from || m[2].promote)
            continue;
        NvPos pos = forge_make(there, m[2], NULL);
        if (!find_way_back(world, &pos, m[1], &m[3]))
            continue;
        pos = forge_make(&pos, m[3], NULL);
        if (!find_way_back(world, &pos, m[2], &m[4]))
            continue;
        pos = forge_make(&pos, m[4], NULL);
        m[5] = m[1];
        if (find_move(world, &pos, &m[5]))
            return true;
    }
    return false;
}

/* A way from a start with a mate in one to where the attacker can go back by a new move, and
 * leave the defender no reply but one back to the start that he has played before: the literal
 * law takes it. */
static void draw_detour(ForgeWorld *world)
{
    const NvPos start = world->start;
    g_autofree ForgeMoves *moves = forge_moves(world, &start, FORGE_ATTACKS);
    NvMove *m = world->past, home, only;
    for (int i = 0; i < moves->n; i++) {
        m[0] = moves->move[i].move;
        NvPos after = forge_make(&start, m[0], NULL);
        g_autofree ForgeMoves *replies = forge_moves(world, &after, FORGE_REPLIES);
        for (int j = 0; j < replies->n; j++) {
            m[1] = replies->move[j].move;
            NvPos there = forge_make(&after, m[1], NULL);
            if (!find_way_back(world, &there, m[0], &home))
                continue;
            NvPos back = forge_make(&there, home, NULL);
            if (only_leads_to(world, &back, &start, &only) && go_round(world, &there, m)) {
                world->n_past = 6;
                return;
            }
        }
    }
}

static bool draw_past(ForgeWorld *world, ForgeLie lie, NvRng *rng)
{
    if (lie == FORGE_SAVED_BY_LAW) {
        if (world->start.turn == NV_SENTE && mates_in_one(world, &world->start))
            draw_detour(world);
        NvPos root = forge_root(world);
        return world->n_past > 0 && !mates_in_one(world, &root);
    }
    int wanted = world->repeat == NV_REPEAT_FAIL ? 0 : nv_random(rng, 9);
    if (needs_law(lie) && mates_in_one(world, &world->start))
        return false;
    if (wanted > 0 && (needs_law(lie) || one_in(rng, 2))) {
        draw_round(world, !needs_law(lie));
        wanted = world->n_past;
    }
    if (needs_law(lie) && world->n_past == 0)
        return false;
    NvPos pos = forge_root(world);
    while (world->n_past < wanted) {
        NvMove move;
        bool tries;
        if (!draw_past_move(world, &pos, rng, &move))
            break;
        pos = forge_make(&pos, move, &tries);
        if (tries)
            return false;
        world->past[world->n_past++] = move;
    }
    return !nv_can_capture_king(&pos);
}

/* Sente attacks until here. */
static void turn_around(ForgeWorld *world)
{
    const NvGame *game = nv_game(world->start.game);
    int last = (game->ranks - 1) * NV_SIDE + game->files - 1;
    world->start = nv_rotated(&world->start);
    world->attacker = NV_GOTE;
    for (int i = 0; i < world->n_past; i++) {
        NvMove *m = &world->past[i];
        m->to = last - m->to;
        m->from = m->from < 0 ? m->from : last - m->from;
    }
}

static bool all_lose(const ForgeWorld *world, const NvPos *pos, const ForgeMoves *replies)
{
    bool lose = true;
    for (int i = 0; i < replies->n && lose; i++) {
        NvPos after = forge_make(pos, replies->move[i].move, NULL);
        lose = mates_in_one(world, &after);
    }
    return lose;
}

/* Whether some attack leaves the defender next to nothing, and where a lie is about a mate, that
 * there is one soon: elsewhere hardly a lie is of use. */
static bool is_promising(const ForgeWorld *world, ForgeLie lie)
{
    enum { NEXT_TO_NOTHING = 2 };
    static const bool about_mate[FORGE_LIES] = {
        [FORGE_SHORTENED] = true,     [FORGE_SWITCH] = true,         [FORGE_WRONG_GAME] = true,
        [FORGE_ATTACK_MISSED] = true, [FORGE_WRONG_POSITION] = true,
    };
    NvPos root = forge_root(world);
    NvMove unused[2];
    bool attacks = root.turn == world->attacker;
    if (about_mate[lie] && attacks)
        return mates_in_one(world, &root) || find_forcing(world, &root, false, unused);
    g_autofree ForgeMoves *moves =
        forge_moves(world, &root, attacks ? FORGE_ATTACKS : FORGE_REPLIES);
    if (!attacks)
        return moves->n <= NEXT_TO_NOTHING && (!about_mate[lie] || all_lose(world, &root, moves));
    for (int i = 0; i < moves->n; i++) {
        NvPos after = forge_make(&root, moves->move[i].move, NULL);
        g_autofree ForgeMoves *replies = forge_moves(world, &after, FORGE_REPLIES);
        if (replies->n <= NEXT_TO_NOTHING)
            return true;
    }
    return false;
}

static bool dominance_holds(const ForgeWorld *world)
{
    return world->n_past == 0 && world->repeat == NV_REPEAT_FAIL &&
           !(world->stalemate_draws && world->attacks == NV_ATTACK_ALL) &&
           !world->start.no_drop_stalemate;
}

bool forge_world(const char *game, ForgeLie lie, NvRng *rng, ForgeWorld *out)
{
    *out = (ForgeWorld){0};
    forge_forget();
    nv_parse(&out->start, game, nv_game(nv_game_index(game))->start);
    memset(out->start.board, 0, sizeof out->start.board);
    memset(out->start.hand, 0, sizeof out->start.hand);
    draw_switches(out, lie, rng);
    draw_board(&out->start, rng);
    if (out->start.no_drops)
        memset(out->start.hand, 0, sizeof out->start.hand);
    out->start.turn = one_in(rng, 5) ? NV_GOTE : NV_SENTE;
    if (!nv_within_set(&out->start) || may_have_tried(&out->start) ||
        nv_can_capture_king(&out->start) || !draw_past(out, lie, rng))
        return false;
    if (!is_promising(out, lie))
        return false;
    if (one_in(rng, 4))
        turn_around(out);
    out->dominance = dominance_holds(out) && one_in(rng, 2);
    return true;
}

/* ---- changes ---- */

/* Whether what is in hand does not leave the game when it is taken. */
static bool may_be_held(const NvPos *pos)
{
    static const uint8_t none[sizeof pos->hand];
    bool elephants = pos->hand[NV_SENTE][0][NV_DRUNK] || pos->hand[NV_GOTE][0][NV_DRUNK];
    return pos->no_drops ? memcmp(pos->hand, none, sizeof none) == 0
                         : pos->elephant_to_hand || !elephants;
}

bool forge_change_switch(ForgeWorld *world, NvRng *rng, int *out_changed)
{
    const NvGame *game = nv_game(world->start.game);
    *out_changed = nv_random(rng, 7);
    switch (*out_changed) {
    case 0: world->attacks = (NvAttacks)((world->attacks + 1 + nv_random(rng, 2)) % 3); break;
    case 1: world->stalemate_draws = !world->stalemate_draws; break;
    case 2:
        if (world->start.try_rule == NV_TRY_NONE)
            world->start.try_rule = (uint8_t)try_of(game);
        else if (one_in(rng, 2))
            world->start.try_rule = NV_TRY_NONE;
        else
            world->start.try_goes_on = !world->start.try_goes_on;
        world->start.try_goes_on &= world->start.try_rule != NV_TRY_NONE;
        break;
    case 3: world->start.no_drop_stalemate = !world->start.no_drop_stalemate; break;
    case 4: world->attacker = 1 - world->attacker; break;
    case 5:
        if (has_elephants(game) && one_in(rng, 2) && !world->start.no_drops)
            world->start.elephant_to_hand = !world->start.elephant_to_hand;
        else
            world->start.no_drops = !world->start.no_drops;
        break;
    default:
        if (world->repeat == NV_REPEAT_FAIL || world->n_past == 0)
            return false;
        world->repeat = world->repeat == NV_REPEAT_PAIR ? NV_REPEAT_LITERAL : NV_REPEAT_PAIR;
    }
    int row, col;
    return !may_have_tried(&world->start) && may_be_held(&world->start) &&
           nv_king(&world->start, 1 - world->attacker, &row, &col);
}

/* Whether all pieces have a place in another game. */
static bool fits(const NvPos *pos, const NvGame *game)
{
    bool good = true;
    for (int row = 0; row < NV_SIDE; row++) {
        for (int col = 0; col < NV_SIDE; col++) {
            const NvPiece *piece = &pos->board[row][col];
            bool inside = row < game->ranks && col < game->files;
            good = good && (!piece->kind || (inside && game->letters[piece->kind] != '.'));
        }
    }
    for (int kind = 1; kind < NV_KINDS; kind++)
        good = good &&
               (game->letters[kind] != '.' || !(pos->hand[0][0][kind] + pos->hand[1][0][kind]));
    return good;
}

/* Only without a past. */
bool forge_change_game(ForgeWorld *world, NvRng *rng)
{
    NvPos *pos = &world->start;
    int other = nv_random(rng, 8);
    const NvGame *game = nv_game(other);
    if (other == pos->game || world->n_past > 0 || strcmp(game->id, "gorogoroplus") == 0 ||
        !fits(pos, game))
        return false;
    pos->game = (uint8_t)other;
    pos->try_rule = (uint8_t)(pos->try_rule == NV_TRY_NONE ? NV_TRY_NONE : try_of(game));
    pos->elephant_to_hand &= has_elephants(game);
    return nv_within_set(pos) && !may_have_tried(pos);
}

bool forge_change_position(ForgeWorld *world, NvRng *rng)
{
    NvPos *pos = &world->start;
    const NvGame *game = nv_game(pos->game);
    int row = nv_random(rng, game->ranks), col = nv_random(rng, game->files);
    int side = nv_random(rng, 2), kind = draw_kind(game, rng);
    if (world->n_past > 0)
        return false;
    if (one_in(rng, 3) && kind != NV_DRUNK)
        pos->hand[side][0][kind] = !pos->hand[side][0][kind];
    else if (pos->board[row][col].kind == NV_NONE)
        return place(pos, side, kind, one_in(rng, 2), row, col) && nv_within_set(pos) &&
               !nv_can_capture_king(pos);
    else if (!nv_royal(pos->board[row][col]) || pos->board[row][col].side == world->attacker)
        pos->board[row][col] = (NvPiece){0};
    else
        return false;
    return nv_within_set(pos) && !nv_can_capture_king(pos);
}

/* Takes a round out of the past that ends where it began, or else all of it. */
bool forge_change_past(ForgeWorld *world, NvRng *rng)
{
    NvPos at[FORGE_MOST_PAST + 1] = {world->start};
    for (int i = 0; i < world->n_past; i++)
        at[i + 1] = forge_make(&at[i], world->past[i], NULL);
    for (int from = 0; from < world->n_past; from++) {
        for (int to = world->n_past; to > from; to--) {
            if (memcmp(&at[from], &at[to], sizeof at[0]) != 0)
                continue;
            memmove(&world->past[from], &world->past[to],
                    (size_t)(world->n_past - to) * sizeof world->past[0]);
            world->n_past -= to - from;
            return true;
        }
    }
    if (world->n_past == 0 || one_in(rng, 2))
        return false;
    world->start = at[world->n_past];
    world->n_past = 0;
    return true;
}
