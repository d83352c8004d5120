/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The moves and positions of a game so far. */
#include "solver/repetition/history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4 * KJ_MAX_HISTORY };

/* The slot of a value, or the empty one where it would go. */
static unsigned slot_of(const KjCounts *set, uint64_t value)
{
    unsigned slot = (unsigned)(kj_mix(value) >> 32) % SLOTS;
    while (set->value[slot] && set->value[slot] != value)
        slot = (slot + 1) % SLOTS;
    return slot;
}

static bool has(const KjCounts *set, uint64_t value)
{
    return set->value[slot_of(set, value)] != 0;
}

static uint64_t never_empty(uint64_t value)
{
    return value ? value : 1;
}

/* The word that stands for a move with the position it leads to. */
static uint64_t pair_of(uint64_t move, uint64_t position)
{
    return never_empty(kj_mix(move) ^ position);
}

/* True if the value is new. */
static bool add(KjCounts *set, uint64_t value)
{
    unsigned slot = slot_of(set, value);
    set->value[slot] = value;
    if (set->count[slot]++ > 0)
        return false;
    set->used[set->n_used++] = (uint16_t)slot;
    return true;
}

/* True if it was the only one. What was added later is gone already, so no probe runs over the
 * slot. */
static bool take_one(KjCounts *set, uint64_t value)
{
    unsigned slot = slot_of(set, value);
    assert(set->count[slot] > 0);
    if (--set->count[slot] > 0)
        return false;
    set->value[slot] = 0;
    set->n_used--; // it is the last one
    return true;
}

static bool set_init(KjCounts *set)
{
    set->value = calloc(SLOTS, sizeof *set->value);
    set->count = calloc(SLOTS, sizeof *set->count);
    set->used = calloc(KJ_MAX_HISTORY + 1, sizeof *set->used); // the start, too
    set->n_used = 0;
    return set->value && set->count && set->used;
}

static void set_free(KjCounts *set)
{
    free(set->value);
    free(set->count);
    free(set->used);
}

static void set_empty(KjCounts *set)
{
    for (unsigned i = 0; i < set->n_used; i++) { // seldom many of them
        set->value[set->used[i]] = 0;
        set->count[set->used[i]] = 0;
    }
    set->n_used = 0;
}

bool kj_history_init(KjHistory *history, bool pair)
{
    memset(history, 0, sizeof *history);
    history->pair = pair;
    return set_init(&history->moves) && set_init(&history->positions);
}

void kj_history_free(KjHistory *history)
{
    set_free(&history->moves);
    set_free(&history->positions);
    memset(history, 0, sizeof *history);
}

/* Moves and positions scatter apart. */
static uint64_t move_word(uint64_t move)
{
    return kj_mix(move + 0x9e3779b97f4a7c15u);
}

static uint64_t position_word(uint64_t position)
{
    return kj_mix(position ^ 0x5851f42d4c957f2du);
}

void kj_history_begin(KjHistory *history, uint64_t start)
{
    set_empty(&history->moves);
    set_empty(&history->positions);
    history->plies = 0;
    history->signature = 0;
    if (!history->pair) {
        add(&history->positions, never_empty(start));
        history->signature = position_word(start);
    }
}

bool kj_history_forbids(const KjHistory *history, uint64_t move, uint64_t position)
{
    if (history->pair)
        return has(&history->moves, pair_of(move, position));
    return has(&history->positions, never_empty(position)) && has(&history->moves, move);
}

void kj_history_push(KjHistory *history, uint64_t move, uint64_t position)
{
    assert(history->plies < KJ_MAX_HISTORY);
    history->plies++;
    if (history->pair) {
        uint64_t pair = pair_of(move, position);
        if (add(&history->moves, pair))
            history->signature ^= kj_mix(pair);
        return;
    }
    if (add(&history->moves, move))
        history->signature ^= move_word(move);
    if (add(&history->positions, never_empty(position)))
        history->signature ^= position_word(position);
}

void kj_history_pop(KjHistory *history, uint64_t move, uint64_t position)
{
    history->plies--;
    if (history->pair) {
        uint64_t pair = pair_of(move, position);
        if (take_one(&history->moves, pair))
            history->signature ^= kj_mix(pair);
        return;
    }
    if (take_one(&history->positions, never_empty(position)))
        history->signature ^= position_word(position);
    if (take_one(&history->moves, move))
        history->signature ^= move_word(move);
}

uint64_t kj_history_after(const KjHistory *history, uint64_t move, uint64_t position)
{
    if (history->pair) {
        uint64_t pair = pair_of(move, position);
        return has(&history->moves, pair) ? history->signature : history->signature ^ kj_mix(pair);
    }
    uint64_t signature = history->signature;
    if (!has(&history->moves, move))
        signature ^= move_word(move);
    if (!has(&history->positions, never_empty(position)))
        signature ^= position_word(position);
    return signature;
}
