/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line being searched: finding a position again, and what failed because of its ancestors. */
#include "solver/search/path.h"

#include "core/rules/game.h"
#include "tests/support/cmocka.h"

enum { A = 0x1111, B = 0x2222, C = 0x3333, D = 0x4444 };

typedef struct {
    KjPath path;
    const KjTables *t;
    KjHand gold;
} Fixture;

static int set_up(void **state)
{
    static Fixture f;
    const KjGame *game = kj_game_find("shogi");
    f.t = game->t;
    f.gold = f.t->hand_one[kj_game_kind(game, 'G')];
    *state = &f;
    return kj_path_init(&f.path, 1) ? 0 : -1;
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    kj_path_free(&f->path);
    return 0;
}

EACH_TEST(set_up, tear_down)

static int find(const Fixture *f, uint64_t key, KjHand hand)
{
    return kj_path_find(&f->path, f->t, key, hand);
}

static void push_all(Fixture *f, const uint64_t *keys, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        kj_path_push(&f->path, keys[i], 0);
}

static void pop_all(Fixture *f)
{
    while (f->path.length)
        kj_path_pop(&f->path);
}

TEST(a_position_on_the_path_is_found_until_taken_back)
{
    Fixture *f = *state;
    kj_path_push(&f->path, A, 0);
    kj_path_push(&f->path, B, 0);
    assert_int_equal(find(f, A, 0), 0);
    assert_int_equal(find(f, B, 0), 1);
    assert_int_equal(find(f, C, 0), -1);
    kj_path_pop(&f->path);
    assert_int_equal(find(f, B, 0), -1);
    assert_int_equal(find(f, A, 0), 0);
}

TEST(the_same_board_with_a_poorer_hand_comes_back_too)
{
    Fixture *f = *state;
    kj_path_push(&f->path, A, f->gold);
    assert_int_equal(find(f, A, f->gold), 0);
    assert_int_equal(find(f, A, 0), 0);
    assert_int_equal(find(f, A, 2 * f->gold), -1); // richer is progress
}

TEST(the_last_of_several_is_found)
{
    Fixture *f = *state;
    kj_path_push(&f->path, A, 2 * f->gold);
    kj_path_push(&f->path, B, 0);
    kj_path_push(&f->path, A, f->gold);
    assert_int_equal(find(f, A, 0), 2);
    assert_int_equal(find(f, A, 2 * f->gold), 0);
}

TEST(keys_of_the_same_slot_do_not_hide_each_other)
{
    Fixture *f = *state;
    for (uint64_t i = 0; i < 100; i++)
        kj_path_push(&f->path, A + i, 0); // all alike in the upper half
    for (uint64_t i = 0; i < 100; i++)
        assert_int_equal(find(f, A + i, 0), (int)i);
    for (uint64_t i = 100; i-- > 0;) {
        kj_path_pop(&f->path);
        assert_int_equal(find(f, A + i, 0), -1);
        assert_int_equal(find(f, A, 0), i ? 0 : -1);
    }
}

TEST(the_longest_path_fits)
{
    Fixture *f = *state;
    for (unsigned i = 0; i < KJ_MAX_PLY; i++)
        kj_path_push(&f->path, kj_mix(i + 1), 0);
    assert_int_equal(find(f, kj_mix(1), 0), 0);
    assert_int_equal(find(f, kj_mix(KJ_MAX_PLY), 0), KJ_MAX_PLY - 1);
    pop_all(f);
    assert_int_equal(find(f, kj_mix(1), 0), -1);
}

TEST(taking_back_restores_the_signatures)
{
    Fixture *f = *state;
    kj_path_push(&f->path, A, 0);
    uint64_t set = f->path.set, order = f->path.order;
    kj_path_push(&f->path, B, f->gold);
    assert_true(f->path.set != set);
    kj_path_pop(&f->path);
    assert_true(f->path.set == set);
    assert_true(f->path.order == order);
}

TEST(a_failure_by_loop_is_known_under_the_same_ancestors_only)
{
    Fixture *f = *state;
    KjNodeValue failed = kj_value_disproved(0, 9, 1), found;
    push_all(f, (const uint64_t[]){A, B, C}, 3);
    kj_path_store_loop(&f->path, D, 0, &failed);
    assert_true(kj_path_probe_loop(&f->path, D, 0, 9, &found));
    assert_int_equal(found.dn, 0);
    assert_int_equal(found.len, 9);
    assert_int_equal(found.dep, 1);
    assert_false(kj_path_probe_loop(&f->path, A, 0, 9, &found));
    assert_false(kj_path_probe_loop(&f->path, D, f->gold, 9, &found));
    kj_path_pop(&f->path);
    assert_false(kj_path_probe_loop(&f->path, D, 0, 9, &found));
    kj_path_push(&f->path, D + 1, 0);
    assert_false(kj_path_probe_loop(&f->path, D, 0, 9, &found));
}

TEST(ancestors_in_another_order_count_from_the_root)
{
    Fixture *f = *state;
    KjNodeValue failed = kj_value_disproved(0, KJ_LEN_INF, 2), found;
    push_all(f, (const uint64_t[]){A, B, C}, 3);
    kj_path_store_loop(&f->path, D, 0, &failed);
    pop_all(f);
    push_all(f, (const uint64_t[]){A, C, B}, 3);
    assert_true(kj_path_probe_loop(&f->path, D, 0, KJ_LEN_INF, &found));
    assert_int_equal(found.dep, 0);
}

TEST(a_failure_to_a_length_says_nothing_of_longer_mates)
{
    Fixture *f = *state;
    KjNodeValue failed = kj_value_disproved(0, 9, 0), found;
    push_all(f, (const uint64_t[]){A}, 1);
    kj_path_store_loop(&f->path, D, 0, &failed);
    assert_true(kj_path_probe_loop(&f->path, D, 0, 7, &found));
    assert_false(kj_path_probe_loop(&f->path, D, 0, 11, &found));
    assert_false(kj_path_probe_loop(&f->path, D, 0, KJ_LEN_INF, &found));
}

TEST(the_loop_table_grows_and_is_cleared)
{
    Fixture *f = *state;
    KjNodeValue failed = kj_value_disproved(0, 9, 0), found;
    uint64_t first_size = f->path.loop_size;
    enum { MANY = 5000 };
    push_all(f, (const uint64_t[]){A}, 1);
    for (uint64_t i = 0; i < MANY; i++)
        kj_path_store_loop(&f->path, kj_mix(i + 1), 0, &failed);
    assert_true(f->path.loop_size > first_size);
    assert_true(f->path.loop_size <= f->path.loop_max);
    unsigned kept = 0;
    for (uint64_t i = 0; i < MANY; i++)
        kept += kj_path_probe_loop(&f->path, kj_mix(i + 1), 0, 9, &found);
    assert_true(kept > MANY / 2); // it may overwrite, that is all
    kj_path_clear(&f->path);
    push_all(f, (const uint64_t[]){A}, 1);
    for (uint64_t i = 0; i < MANY; i++)
        assert_false(kj_path_probe_loop(&f->path, kj_mix(i + 1), 0, 9, &found));
    assert_int_equal(f->path.loop_size, first_size); // or results would depend on the past
}

/* The loop table once more, but one that grows at once. */
typedef struct {
    uint64_t key[1 << 16];
    uint64_t size, used;
} Model;

static void model_store(Model *m, uint64_t key)
{
    if (m->used > m->size / 2) {
        m->size *= 2;
        for (uint64_t i = 0; i < m->size / 2; i++) {
            uint64_t to = kj_mix(m->key[i]) & (m->size - 1), moved = m->key[i];
            if (!moved || to == i)
                continue;
            m->key[i] = 0;
            m->key[to] = moved;
        }
    }
    uint64_t *slot = &m->key[kj_mix(key) & (m->size - 1)];
    m->used += *slot == 0;
    *slot = key;
}

TEST(growing_by_and_by_is_like_growing_at_once)
{
    Fixture *f = *state;
    static Model m;
    m = (Model){.size = f->path.loop_size};
    KjNodeValue failed = kj_value_disproved(0, 9, 0), found;
    enum { MANY = 20000, EVERY = 97 };
    push_all(f, (const uint64_t[]){A}, 1);
    uint64_t rest = f->path.set ^ kj_mix(1); // the part of a loop's key that is the same for all
    unsigned growing = 0;
    for (uint64_t i = 0; i < MANY; i++) {
        kj_path_store_loop(&f->path, kj_mix(i + 1), 0, &failed);
        model_store(&m, kj_mix(i + 1) ^ rest);
        assert_int_equal(f->path.loop_size, m.size);
        assert_int_equal(f->path.loop_used, m.used);
        bool moving = f->path.loop_moved < f->path.loop_size / 2;
        growing += moving;
        for (uint64_t j = 0; j <= i && i % EVERY == 0; j++) {
            uint64_t key = kj_mix(j + 1) ^ rest;
            assert_int_equal(kj_path_probe_loop(&f->path, kj_mix(j + 1), 0, 9, &found),
                             m.key[kj_mix(key) & (m.size - 1)] == key);
        }
    }
    assert_true(growing > 100);
}
