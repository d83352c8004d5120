/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mates found before, by what they look like around the king. */
#include "solver/search/examples.h"

#include <glib.h>
#include <string.h>

#include "solver/search/reserve.h"

enum {
    WAYS = 4,
    LINE_BITS = 12,
    TRIED_BITS = 14,
    SEEN_BITS = 15,
};

struct KjExamples {
    KjMateExample line[1 << LINE_BITS][WAYS];
    uint64_t tried[1 << TRIED_BITS];
    uint64_t seen[(1 << SEEN_BITS) / 64]; // hands with squares of the king: a bit each
    uint64_t number;                      // of examples so far
};

KjExamples *kj_examples_new(void)
{
    return kj_reserve(sizeof(KjExamples));
}

void kj_examples_free(KjExamples *examples)
{
    kj_reserve_free(examples, sizeof *examples, sizeof *examples);
}

void kj_examples_clear(KjExamples *examples)
{
    if (examples && examples->number)
        kj_reserve_clear(examples, sizeof *examples);
}

/* King's square and attacker's hand. */
static uint64_t outline(const KjPosition *pos, uint64_t salt)
{
    return kj_mix(pos->hand[pos->side] ^ salt ^ (uint64_t)pos->king[pos->side ^ 1] << 56);
}

/* The squares within two of a king. */
static KjBb within_two(const KjTables *t, unsigned king)
{
    const KjBb(*steps)[KJ_MAX_STEP_CLASSES] = t->step[0];
    const unsigned class = t->step_class[t->king];
    KjBb around = steps[king][class], all = around | kj_bit(king);
    while (around)
        all |= steps[kj_bb_pop(&around)][class];
    return all;
}

static uint64_t zone_of(const KjPosition *pos, uint64_t outline)
{
    const KjTables *t = pos->game->t;
    KjBb pieces = within_two(t, pos->king[pos->side ^ 1]) & kj_occupied(pos);
    uint64_t zone = outline;
    while (pieces) {
        unsigned square = kj_bb_pop(&pieces);
        zone ^= (uint64_t)t->key_piece[pos->board[square]][square];
    }
    return zone ? zone : 1;
}

/* Which bit of `seen` an outline has. */
static unsigned seen_at(uint64_t outline)
{
    return (unsigned)(outline >> (64 - SEEN_BITS));
}

static bool is_seen(const KjExamples *x, uint64_t outline)
{
    unsigned at = seen_at(outline);
    return x->seen[at / 64] >> at % 64 & 1;
}

static void note_seen(KjExamples *x, uint64_t outline)
{
    unsigned at = seen_at(outline);
    x->seen[at / 64] |= UINT64_C(1) << at % 64;
}

static KjMateExample *line_of(KjExamples *x, uint64_t zone)
{
    return x->line[zone >> (64 - LINE_BITS)];
}

KjMateExample *kj_examples_find(KjExamples *examples, const KjPosition *pos, uint64_t salt)
{
    uint64_t kind = outline(pos, salt);
    if (!is_seen(examples, kind))
        return NULL;
    uint64_t zone = zone_of(pos, kind);
    KjMateExample *line = line_of(examples, zone), *best = NULL;
    for (unsigned i = 0; i < WAYS; i++) {
        if (line[i].zone == zone && (!best || line[i].number > best->number))
            best = &line[i];
    }
    return best;
}

static bool is_same(const KjMateExample *example, uint64_t zone, const KjPosition *pos)
{
    return example->zone == zone &&
           memcmp(example->board, pos->board, sizeof example->board) == 0 &&
           memcmp(example->hand, pos->hand, sizeof example->hand) == 0;
}

void kj_examples_add(KjExamples *examples, const KjPosition *pos, uint64_t salt, uint64_t nodes)
{
    uint64_t kind = outline(pos, salt), zone = zone_of(pos, kind);
    KjMateExample *line = line_of(examples, zone), *to = line;
    for (unsigned i = 0; i < WAYS; i++) {
        if (is_same(&line[i], zone, pos))
            return;
        if (line[i].number < to->number)
            to = &line[i];
    }
    note_seen(examples, kind);
    *to = (KjMateExample){.zone = zone,
                          .number = ++examples->number,
                          .nodes = (uint32_t)MIN(nodes, UINT32_MAX),
                          .side = pos->side,
                          .hand = {pos->hand[0], pos->hand[1]}};
    memcpy(to->board, pos->board, sizeof to->board);
}

void kj_example_position(const KjMateExample *example, const KjGame *game, KjPosition *out)
{
    kj_position_clear(out, game);
    for (unsigned square = 0; square < game->t->squares; square++) {
        if (example->board[square])
            kj_position_put(out, square, example->board[square]);
    }
    out->hand[0] = example->hand[0];
    out->hand[1] = example->hand[1];
    kj_position_set_side(out, (KjSide)example->side);
}

bool kj_examples_try(KjExamples *examples, uint64_t key)
{
    uint64_t *slot = &examples->tried[key >> (64 - TRIED_BITS)];
    bool first = *slot != key;
    *slot = key;
    return first;
}
