/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The moves of a world as certificates list them, and the truth about a claim. */
#include <stdlib.h>
#include <string.h>

#include "tests/support/certify/forge-priv.h"

// Of brute force, for a length and for any.
enum { MOST_VISITS = 20000, MOST_VISITS_ENDLESS = 3000 };

static int by_usi(const void *a, const void *b)
{
    return strcmp(((const ForgeMove *)a)->usi, ((const ForgeMove *)b)->usi);
}

NvPos forge_make(const NvPos *pos, NvMove move, bool *out_tries)
{
    NvPos after = nv_make(pos, move);
    if (out_tries)
        *out_tries = after.over != 0;
    after.over = 0;
    return after;
}

bool forge_no_reply(const NvPos *pos, NvMove move)
{
    NvMove unused[NV_MAX_MOVES];
    NvPos after = forge_make(pos, move, NULL);
    return nv_safe(&after, unused) == 0;
}

static bool gives_check(const NvPos *pos, NvMove move)
{
    NvPos after = forge_make(pos, move, NULL);
    return nv_in_check(&after);
}

static bool is_wanted(const ForgeWorld *world, const NvPos *pos, ForgeWanted wanted, NvMove move)
{
    bool must_check = wanted == FORGE_ATTACKS && (pos->tried >> (1 - world->attacker) & 1);
    if (wanted == FORGE_REPLIES || (world->attacks == NV_ATTACK_ALL && !must_check))
        return true;
    return gives_check(pos, move) ||
           (!must_check && world->attacks == NV_ATTACK_ZUGZWANG && forge_no_reply(pos, move));
}

static ForgeMoves *list_moves(const ForgeWorld *world, const NvPos *pos, ForgeWanted wanted)
{
    NvMove moves[NV_MAX_MOVES];
    int n = nv_safe(pos, moves);
    ForgeMoves *out = g_malloc(sizeof *out + (size_t)n * sizeof out->move[0]);
    out->n = 0;
    for (int i = 0; i < n; i++) {
        if (!is_wanted(world, pos, wanted, moves[i]))
            continue;
        out->move[out->n].move = moves[i];
        nv_move_usi(pos, moves[i], out->move[out->n++].usi);
    }
    qsort(out->move, (size_t)out->n, sizeof out->move[0], by_usi);
    return out;
}

/* What was listed before: the same positions are looked at again and again. */
typedef struct {
    NvPos pos;
    uint8_t attacks, wanted;
} Question;

static GHashTable *listed; // Question: ForgeMoves

static guint hash_question(gconstpointer key)
{
    const uint8_t *bytes = key;
    guint hash = 2166136261u; // FNV-1a
    for (size_t i = 0; i < sizeof(Question); i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

static gboolean same_question(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(Question)) == 0;
}

void forge_forget(void)
{
    g_clear_pointer(&listed, g_hash_table_unref);
}

ForgeMoves *forge_moves(const ForgeWorld *world, const NvPos *pos, ForgeWanted wanted)
{
    Question question = {*pos, (uint8_t)world->attacks, (uint8_t)wanted};
    if (!listed)
        listed = g_hash_table_new_full(hash_question, same_question, g_free, g_free);
    ForgeMoves *moves = g_hash_table_lookup(listed, &question);
    if (!moves) {
        moves = list_moves(world, pos, wanted);
        g_hash_table_insert(listed, g_memdup2(&question, sizeof question), moves);
    }
    return g_memdup2(moves, sizeof *moves + (size_t)moves->n * sizeof moves->move[0]);
}

NvPos forge_root(const ForgeWorld *world)
{
    NvPos pos = world->start;
    for (int i = 0; i < world->n_past; i++)
        pos = forge_make(&pos, world->past[i], NULL);
    return pos;
}

bool forge_stuck_loses(const ForgeWorld *world, const NvPos *pos)
{
    return nv_in_check(pos) || (world->attacks != NV_ATTACK_CHECKS && !world->stalemate_draws);
}

void forge_move_to(NvPos *pos, const NvPos *other)
{
    pos->game = other->game;
    pos->try_rule = other->try_rule;
    pos->try_goes_on = other->try_goes_on;
    pos->no_drop_stalemate = other->no_drop_stalemate;
    pos->elephant_to_hand = other->elephant_to_hand;
    pos->no_drops = other->no_drops;
}

bool forge_same_move(const NvMove *a, const NvMove *b)
{
    return a->from == b->from && a->to == b->to && a->kind == b->kind &&
           a->drop_promoted == b->drop_promoted && a->promote == b->promote && a->keep == b->keep;
}

/* ---- names ---- */

static int column_of(int square)
{
    return square % NV_SIDE;
}

/* How far a direction goes right and down, in the order of docs/certificate.md. */
static const int directions[16][2] = {{0, -1},  {0, 1},  {-1, 0},  {1, 0}, {-1, -1}, {1, 1},
                                      {1, -1},  {-1, 1}, {-1, -2}, {1, 2}, {1, -2},  {-1, 2},
                                      {-2, -1}, {2, 1},  {2, -1},  {-2, 1}};

/* The direction from one square to another. */
static unsigned direction_of(int from, int to)
{
    int right = column_of(to) - column_of(from), down = to / NV_SIDE - from / NV_SIDE;
    unsigned d = 0;
    for (; d < 16; d++) {
        const int *step = directions[d];
        int n = MAX(abs(right), abs(down));
        if ((right == step[0] && down == step[1]) ||
            (d < 8 && right == n * step[0] && down == n * step[1]))
            break;
    }
    return d;
}

/* Whether one piece alone attacks a square, the others standing in the way as they do. */
static bool attacks_alone(const NvPos *pos, int square, int target)
{
    NvPos copy = *pos;
    int by = pos->board[square / NV_SIDE][column_of(square)].side;
    for (int i = 0; i < NV_SIDE * NV_SIDE; i++) {
        NvPiece *piece = &copy.board[i / NV_SIDE][column_of(i)];
        if (i != square && piece->kind != NV_NONE)
            piece->side = (uint8_t)!by;
    }
    return nv_attacked(&copy, target / NV_SIDE, column_of(target), by);
}

/* The only piece that checks; -1: there is none, or are more. */
static int only_checker(const NvPos *pos, int king)
{
    int found = -1, n = 0;
    for (int i = 0; i < NV_SIDE * NV_SIDE; i++) {
        NvPiece piece = pos->board[i / NV_SIDE][column_of(i)];
        if (piece.kind == NV_NONE || piece.side == pos->turn || !attacks_alone(pos, i, king))
            continue;
        found = i;
        n++;
    }
    return n == 1 ? found : -1;
}

unsigned forge_name(const NvPos *pos, const NvMove *move)
{
    const NvGame *game = nv_game(pos->game);
    unsigned cells = (unsigned)(game->files * game->ranks), kinds[NV_KINDS] = {0}, n = 0;
    unsigned plus = move->promote || move->keep || move->drop_promoted;
    unsigned to = (unsigned)(move->to / NV_SIDE * game->files + column_of(move->to));
    int row, column, king = -1;
    for (int kind = NV_K + 1; kind < NV_KINDS; kind++) {
        kinds[kind] = n;
        n += game->letters[kind] != '.';
    }
    if (move->from < 0)
        return 49 + 2 * (kinds[move->kind] * cells + to) + plus;
    if (nv_royals(pos, pos->turn) == 1 && nv_king(pos, pos->turn, &row, &column))
        king = row * NV_SIDE + column;
    if (move->from == king)
        return 1 + 2 * direction_of(king, move->to) + plus;
    if (king >= 0 && only_checker(pos, king) == move->to)
        return 17 + 2 * direction_of(move->to, move->from) + plus;
    unsigned from = (unsigned)(move->from / NV_SIDE * game->files + column_of(move->from));
    return 49 + 2 * ((n + from) * cells + to) + plus;
}

/* ---- truth ---- */

bool forge_is_true(const Forged *forged, bool *out_known)
{
    const ForgeWorld *w = &forged->world;
    NvPos root = forge_root(w);
    const NvHistoryOptions question = {
        .attacker = w->attacker,
        .attacks = w->attacks,
        .stalemate_wins = !w->stalemate_draws,
        .repeat = w->repeat,
        .max_positions = MOST_VISITS,
        .max_visits = forged->word == FORGE_NO_MATE ? MOST_VISITS_ENDLESS : MOST_VISITS,
        .past_root = &w->start,
        .past = w->past,
        .past_count = w->n_past};
    int first = root.turn == w->attacker ? 1 : 0, plies = forged->plies;
    *out_known = !nv_can_capture_king(&root);
    if (!*out_known)
        return false;
    if (forged->word == FORGE_SHORTEST && (plies % 2 != first || plies < first))
        return false;
    NvHistoryVerdict verdict =
        nv_history_within(&root, &question, forged->word == FORGE_NO_MATE ? -1 : plies);
    if (forged->word == FORGE_SHORTEST && verdict == NV_HISTORY_MATE && plies >= first + 2) {
        verdict = nv_history_within(&root, &question, plies - 2);
        *out_known = verdict != NV_HISTORY_TOO_BIG;
        return verdict == NV_HISTORY_NO_MATE;
    }
    *out_known = verdict != NV_HISTORY_TOO_BIG;
    return *out_known && (verdict == NV_HISTORY_NO_MATE) == (forged->word == FORGE_NO_MATE);
}
