/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The moves of a world as certificates list them, and the truth about a claim. */
#include <stdlib.h>
#include <string.h>

#include "tests/naive/naive_moves.h"
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

static bool takes_king(const NvPos *pos, NvMove move)
{
    NvPiece taken = pos->board[move.to / NV_SIDE][move.to % NV_SIDE];
    return nv_royal(taken) && nv_royals(pos, taken.side) == 1;
}

/* R1.9, R1.10: also where the mover leaves his own king to be taken. */
static bool is_banned_drop(const NvPos *pos, NvMove move)
{
    if (move.from >= 0 || move.kind != NV_P || !nv_game(pos->game)->pawn_law)
        return false;
    NvPos after = nv_make(pos, move);
    return nv_royals(&after, after.turn) == 1 && (nv_in_check(&after) || pos->no_drop_stalemate) &&
           forge_no_reply(pos, move);
}

static bool is_wanted(const ForgeWorld *world, const NvPos *pos, ForgeWanted wanted, NvMove move)
{
    if (wanted == FORGE_ANY)
        return !takes_king(pos, move) && !is_banned_drop(pos, move);
    bool must_check = wanted == FORGE_ATTACKS && (pos->tried >> (1 - world->attacker) & 1);
    if (wanted == FORGE_REPLIES || (world->attacks == NV_ATTACK_ALL && !must_check))
        return true;
    return gives_check(pos, move) ||
           (!must_check && world->attacks == NV_ATTACK_ZUGZWANG && forge_no_reply(pos, move));
}

static ForgeMoves *list_moves(const ForgeWorld *world, const NvPos *pos, ForgeWanted wanted)
{
    NvMove moves[NV_MAX_MOVES];
    bool unsafe = wanted == FORGE_ANY && !nv_game(pos->game)->check_law;
    int n = unsafe ? nv_pseudo_moves(pos, moves) : nv_safe(pos, moves);
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
