/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of several threads where a store and a reader stop after each word, so that others come
 * between: what is read is whole all the same, also by those who walk over the table as a checkpoint
 * does. The table here is that of the solver with such stops in it, so searches run on it, too.
 */
#include <pthread.h>

/* Nearly all of the time is spent between two words, so that is where threads are interrupted. */
static void between_words(void)
{
    enum { SPINS_A_WORD = 500 };
    for (volatile unsigned i = 0; i < SPINS_A_WORD;)
        i = i + 1;
}
#define KJ_BETWEEN_WORDS() between_words()
#include "solver/search/shared_table.c" // NOLINT

#include "solver/checkpoint.h"
#include "solver/search/team.h"
#include "tests/support/cmocka.h"
#include "tests/support/sampling.h"
#include "tests/support/solver/solver_check.h"

enum {
    MOST_THREADS = 8,
    BOARDS = 400, // over 8 buckets, or 128, or more: entries are dropped all the time
    STORES = SAMPLES(3000, 500),
    TINY = 4 << 10,
    SMALL = 64 << 10,
    LARGE = 64 << 20,
    SEED = 20261124,
};

typedef struct {
    KjSharedTable *shared;
    unsigned id;
    unsigned long bad, seen;
} Worker;

static uint64_t some_board(unsigned number)
{
    return (uint64_t)kj_key_in(kj_mix(number + 1), 0);
}

/* All of an entry follows from its key and its numbers. */
static KjEntry made(uint64_t key, uint32_t salt)
{
    uint64_t all = kj_mix(key + salt);
    return (KjEntry){.key = key,
                     .hand = kj_mix(key) & 0xffff,
                     .pn = salt,
                     .dn = (uint32_t)(all >> 32),
                     .ub = (uint16_t)all,
                     .lb = (uint16_t)(all >> 16),
                     .min_ply = (uint16_t)(all >> 24),
                     .effort = (uint8_t)(all >> 40),
                     .flags = (uint8_t)(all >> 48)};
}

static void look_at(Worker *worker, const KjEntry *e)
{
    KjEntry whole = made(e->key, e->pn);
    worker->bad += memcmp(&whole, e, sizeof whole) != 0;
    worker->seen++;
}

static void *work(void *data)
{
    Worker *worker = data;
    for (unsigned i = 0; i < STORES; i++) {
        uint64_t random = kj_mix((uint64_t)worker->id << 32 | i);
        uint64_t board = some_board((unsigned)(random % BOARDS));
        KjEntry e = made(board, (uint32_t)(random >> 20));
        KjEntry found[KJ_BUCKET_ENTRIES + 1];
        kj_shared_table_put(worker->shared, &e);
        board = some_board((unsigned)((random >> 10) % BOARDS));
        for (const KjEntry *f = kj_shared_table_read(worker->shared, board, found); f->key; f++)
            look_at(worker, f);
    }
    return NULL;
}

/* Walks over the table as long as others write. */
static void *walk(void *data)
{
    Worker *worker = data;
    KjEntry some[64];
    for (unsigned round = 0; round < 4; round++) {
        unsigned n;
        for (uint64_t at = 0; (n = kj_shared_table_walk(worker->shared, &at, some, 64)) > 0;)
            for (unsigned i = 0; i < n; i++)
                look_at(worker, &some[i]);
    }
    return NULL;
}

static void hold_together(unsigned threads, size_t bytes)
{
    KjSharedTable *shared = kj_shared_table_new(bytes, 0);
    Worker worker[MOST_THREADS + 1] = {{0}};
    pthread_t thread[MOST_THREADS + 1];
    for (unsigned i = 0; i <= threads; i++) {
        worker[i] = (Worker){.shared = shared, .id = i};
        assert_int_equal(pthread_create(&thread[i], NULL, i < threads ? work : walk, &worker[i]),
                         0);
    }
    unsigned long seen = 0;
    for (unsigned i = 0; i <= threads; i++) {
        pthread_join(thread[i], NULL);
        assert_int_equal(worker[i].bad, 0);
        seen += worker[i].seen;
    }
    assert_true(seen > STORES / 4);
    kj_shared_table_free(shared);
}

TEST(entries_are_never_seen_in_part)
{
    for (unsigned threads = 2; threads <= MOST_THREADS; threads *= 2) {
        hold_together(threads, TINY);
        hold_together(threads, SMALL);
        hold_together(threads, LARGE);
    }
}

TEST(searches_agree_with_brute_force)
{
    static const char *const games[] = {"shogi", "ogi"};
    for (unsigned i = 0; i < 2; i++) {
        const SolverCheckPlan plan = {.game = games[i],
                                      .seed = SEED + i,
                                      .wanted = SAMPLES(8, 3),
                                      .nodes = 1000,
                                      .max_positions = 500,
                                      .audit_every = 2,
                                      .threads = i ? 8 : 4};
        SolverCheckCount count;
        assert_true(solver_check_run(&plan, &count));
    }
}
