/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transposition table: what a result says of other hands and lengths, growing, forgetting. */
#include "solver/search/table.h"

#include "core/rules/game.h"
#include "tests/support/cmocka.h"

static const uint64_t KEY = 0x123456789abcd00 | KJ_TURN_ANY;
static const uint64_t SECOND = 0x123456789abce00 | KJ_TURN_ANY,
                      THIRD = 0x123456789abcf00 | KJ_TURN_ANY;
enum { SMALL_MIB = 1, HERE = 10 };

typedef struct {
    KjTable table;
    const KjTables *t;
    KjHand gold, silver; // one piece of each
} Fixture;

static int set_up(void **state)
{
    static Fixture f;
    const KjGame *game = kj_game_find("shogi");
    f.t = game->t;
    f.gold = f.t->hand_one[kj_game_kind(game, 'G')];
    f.silver = f.t->hand_one[kj_game_kind(game, 'S')];
    *state = &f;
    return kj_table_init(&f.table, SMALL_MIB) ? 0 : -1;
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    kj_table_free(&f->table);
    return 0;
}

EACH_TEST(set_up, tear_down)

static void store(Fixture *f, KjKey key, KjNodeValue value, unsigned effort)
{
    kj_table_store_final(&f->table, f->t, key, &value, HERE, effort, 0);
}

static void store_open(Fixture *f, KjHand hand, uint32_t pn, uint32_t dn, unsigned ply)
{
    KjNodeValue value = kj_value_open(pn, dn);
    kj_table_store_open(&f->table, f->t, KEY, hand, &value, ply, 1, 0);
}

static KjNodeValue probe(Fixture *f, KjKey key, KjHand hand, unsigned len)
{
    KjProbe unused;
    return kj_table_probe(&f->table, f->t, key, hand, len, HERE, &unused);
}

static bool proves(Fixture *f, KjHand hand, unsigned len)
{
    return probe(f, KEY, hand, len).pn == 0;
}

static bool refutes(Fixture *f, KjHand hand, unsigned len)
{
    return probe(f, KEY, hand, len).dn == 0;
}

static unsigned entries_of(const KjTable *table, uint64_t key)
{
    unsigned n = 0;
    for (uint64_t i = 0; i < table->size; i++)
        n += table->entry[i].key != 0 && (table->entry[i].key ^ key) <= KJ_PART_MASK;
    return n;
}

TEST(an_unknown_position_is_open_with_least_numbers)
{
    Fixture *f = *state;
    KjProbe probe;
    KjNodeValue v = kj_table_probe(&f->table, f->t, KEY, f->gold, 5, HERE, &probe);
    assert_int_equal(v.pn, 1);
    assert_int_equal(v.dn, 1);
    assert_false(probe.known || probe.loop || probe.old);
}

TEST(a_proof_holds_for_richer_hands_and_longer_limits)
{
    Fixture *f = *state;
    store(f, KEY, kj_value_proved(f->gold, 5), 1);
    assert_true(proves(f, f->gold, 5));
    assert_true(proves(f, f->gold + f->silver, 5));
    assert_true(proves(f, 3 * f->gold, KJ_LEN_INF));
    assert_int_equal(probe(f, KEY, 2 * f->gold, 9).len, 5);
    assert_int_equal(probe(f, KEY, 2 * f->gold, 9).hand, f->gold);
    assert_false(proves(f, f->gold, 3));
    assert_false(proves(f, 0, 5));
    assert_false(proves(f, 4 * f->silver, 5));
}

TEST(a_disproof_holds_for_poorer_hands_and_shorter_limits)
{
    Fixture *f = *state;
    store(f, KEY, kj_value_disproved(f->gold + f->silver, 7, KJ_DEP_NONE), 1);
    assert_true(refutes(f, f->gold + f->silver, 7));
    assert_true(refutes(f, f->gold, 7));
    assert_true(refutes(f, 0, 1));
    assert_int_equal(probe(f, KEY, 0, 3).len, 7);
    assert_false(refutes(f, f->gold, 9));
    assert_false(refutes(f, f->gold, KJ_LEN_INF));
    assert_false(refutes(f, 2 * f->gold, 7));
}

TEST(a_disproof_of_any_length_refutes_every_limit)
{
    Fixture *f = *state;
    store(f, KEY, kj_value_disproved(f->gold, KJ_LEN_INF, KJ_DEP_NONE), 1);
    assert_true(refutes(f, f->gold, 1));
    assert_true(refutes(f, f->gold, KJ_LEN_INF));
    assert_false(proves(f, f->gold, KJ_LEN_INF));
}

TEST(one_position_can_be_refuted_to_a_length_and_proved_beyond)
{
    Fixture *f = *state;
    store(f, KEY, kj_value_disproved(f->gold, 3, KJ_DEP_NONE), 1);
    store(f, KEY, kj_value_proved(f->gold, 7), 1);
    assert_true(refutes(f, f->gold, 3));
    assert_true(proves(f, f->gold, 7));
    assert_false(kj_value_final(
        &(KjNodeValue){.pn = probe(f, KEY, f->gold, 5).pn, .dn = probe(f, KEY, f->gold, 5).dn}));
    assert_int_equal(entries_of(&f->table, KEY), 1);
}

TEST(results_of_other_positions_say_nothing)
{
    Fixture *f = *state;
    store(f, KEY, kj_value_proved(0, 1), 1);
    store(f, SECOND, kj_value_disproved(4 * f->gold, KJ_LEN_INF, KJ_DEP_NONE), 1);
    assert_true(probe(f, KEY, 0, 1).pn == 0);
    assert_true(probe(f, SECOND, 0, 1).dn == 0);
    KjNodeValue v = probe(f, THIRD, 0, 1);
    assert_false(kj_value_final(&v));
}

/* Another position, whose key has the same lower half. */
static KjKey double_of(uint64_t key)
{
    return key | (KjKey)1 << 127;
}

static void assert_facts_are_told_apart_by_whole_keys(Fixture *f)
{
    store(f, KEY, kj_value_proved(f->gold, 5), 1);
    assert_int_equal(probe(f, double_of(KEY), f->gold, 5).pn, 1);
    store(f, double_of(KEY), kj_value_disproved(f->silver, 7, KJ_DEP_NONE), 1);
    assert_true(proves(f, f->gold, 5));
    assert_false(refutes(f, f->silver, 7));
    assert_int_equal(probe(f, double_of(KEY), f->silver, 7).dn, 0);
    assert_int_equal(probe(f, double_of(KEY), f->gold, 5).pn, 1);
    store(f, double_of(KEY), kj_value_disproved(f->gold, 3, KJ_DEP_NONE), 1); // takes its place
    assert_false(proves(f, f->gold, 5) || refutes(f, f->gold, 3));
    assert_int_equal(probe(f, double_of(KEY), f->gold, 3).dn, 0);
    assert_int_equal(probe(f, double_of(KEY), f->gold, 5).pn, 1);
}

TEST(facts_are_told_apart_by_whole_keys)
{
    assert_facts_are_told_apart_by_whole_keys(*state);
}

TEST(facts_in_a_shared_table_are_told_apart_by_whole_keys)
{
    Fixture *f = *state;
    assert_true(kj_table_share(&f->table));
    assert_facts_are_told_apart_by_whole_keys(f);
}

TEST(saved_facts_keep_their_whole_keys)
{
    Fixture *f = *state;
    store(f, double_of(KEY), kj_value_proved(f->gold, 5), 1);
    store_open(f, f->silver, 3, 4, HERE);
    g_autofree KjEntry *entries = g_new(KjEntry, KJ_TABLE_WALK);
    uint64_t at = 0;
    assert_int_equal(kj_table_walk(&f->table, &at, entries), 2);
    g_autoptr(GArray) facts = kj_table_facts(&f->table);
    assert_int_equal(facts->len, 1);
    kj_table_clear(&f->table);
    for (unsigned i = 0; i < 2; i++)
        kj_table_learn(&f->table, f->t, &entries[i]);
    assert_int_equal(probe(f, double_of(KEY), f->gold, 5).pn, 0);
    assert_int_equal(probe(f, KEY, f->gold, 5).pn, 1);
    assert_int_equal(probe(f, KEY, f->silver, 5).dn, 4);
}

TEST(a_better_proof_drops_the_entries_that_say_no_more)
{
    Fixture *f = *state;
    store(f, KEY, kj_value_proved(f->gold + f->silver, 9), 1);
    store(f, KEY, kj_value_proved(2 * f->gold, 5), 1);
    store(f, KEY, kj_value_proved(f->gold, 7), 1);
    // With two golds it is shorter; gold and silver are told by gold alone.
    assert_int_equal(entries_of(&f->table, KEY), 2);
    assert_true(proves(f, f->gold + f->silver, 7));
    assert_true(proves(f, 2 * f->gold, 5));
    assert_false(proves(f, f->gold, 5));
}

TEST(a_better_disproof_drops_the_entries_that_say_no_more)
{
    Fixture *f = *state;
    store(f, KEY, kj_value_disproved(f->gold, 3, KJ_DEP_NONE), 1);
    store(f, KEY, kj_value_disproved(f->silver, KJ_LEN_INF, KJ_DEP_NONE), 1);
    store(f, KEY, kj_value_disproved(f->gold + f->silver, 5, KJ_DEP_NONE), 1);
    assert_int_equal(entries_of(&f->table, KEY), 2);
    assert_true(refutes(f, f->gold, 5));
    assert_true(refutes(f, f->silver, 7));
    assert_false(refutes(f, f->gold, 7));
}

TEST(a_weaker_result_does_not_spoil_a_better_one)
{
    Fixture *f = *state;
    store(f, KEY, kj_value_proved(f->gold, 5), 1);
    store(f, KEY, kj_value_proved(f->gold, 9), 1);
    store(f, SECOND, kj_value_disproved(f->gold, 9, KJ_DEP_NONE), 1);
    store(f, SECOND, kj_value_disproved(f->gold, 5, KJ_DEP_NONE), 1);
    assert_true(proves(f, f->gold, 5));
    assert_int_equal(probe(f, SECOND, f->gold, 9).dn, 0);
}

TEST(open_numbers_come_back_for_the_same_hand)
{
    Fixture *f = *state;
    KjNodeValue value = kj_value_open(12, 34);
    kj_table_store_open(&f->table, f->t, KEY, f->gold, &value, HERE, 1, KJ_ENTRY_LOOP);
    KjProbe found;
    KjNodeValue v = kj_table_probe(&f->table, f->t, KEY, f->gold, 5, HERE, &found);
    assert_int_equal(v.pn, 12);
    assert_int_equal(v.dn, 34);
    assert_true(found.known);
    assert_true(found.loop);
    assert_false(found.old);
    kj_table_probe(&f->table, f->t, KEY, f->gold, 5, HERE + 1, &found);
    assert_true(found.old);
}

TEST(open_neighbours_raise_the_numbers_they_bound)
{
    Fixture *f = *state;
    store_open(f, 2 * f->gold, 50, 60, HERE); // richer: as hard to prove at least
    store_open(f, f->silver, 7, 80, HERE);    // not to be compared with gold
    KjProbe found;
    KjNodeValue v = kj_table_probe(&f->table, f->t, KEY, f->gold, 5, HERE, &found);
    assert_int_equal(v.pn, 50);
    assert_int_equal(v.dn, 1);
    assert_false(found.known);
    store_open(f, 0, 40, 70, HERE); // poorer: as hard to refute at least
    v = probe(f, KEY, f->gold, 5);
    assert_int_equal(v.pn, 50);
    assert_int_equal(v.dn, 70);
}

TEST(open_neighbours_seen_deeper_are_left_out)
{
    Fixture *f = *state;
    store_open(f, 2 * f->gold, 50, 60, HERE + 1); // could be this line's own doing: a loop
    assert_int_equal(probe(f, KEY, f->gold, 5).pn, 1);
}

TEST(open_numbers_start_afresh_after_a_result)
{
    Fixture *f = *state;
    store_open(f, f->gold, 50, 60, HERE);
    store(f, KEY, kj_value_disproved(f->gold, 5, KJ_DEP_NONE), 1);
    assert_int_equal(probe(f, KEY, f->gold, 7).pn, 1);
    assert_int_equal(probe(f, KEY, f->gold, 7).dn, 1);
    store_open(f, f->gold, 8, 9, HERE);
    assert_int_equal(probe(f, KEY, f->gold, 7).pn, 8);
    assert_true(refutes(f, f->gold, 5));
}

/* KEY as another part of the table is asked. */
static uint64_t in_part(unsigned part)
{
    return (KEY & ~(uint64_t)KJ_PART_MASK) | part;
}

enum { RELAXED = 1 << KJ_RULE_SHIFT | KJ_TURN_ANY };

TEST(facts_are_for_all_turns_and_numbers_for_one)
{
    Fixture *f = *state;
    store_open(f, f->gold, 8, 9, HERE);
    uint64_t brief = in_part(KJ_TURN_SHORT), plain = in_part(KJ_TURN_PLAIN);
    assert_int_equal(probe(f, brief, f->gold, 5).pn, 1);
    store(f, brief, kj_value_disproved(f->gold, 3, KJ_DEP_NONE), 1);
    assert_true(refutes(f, f->gold, 3));
    assert_int_equal(probe(f, plain, f->gold, 3).dn, 0);
    assert_int_equal(probe(f, KEY, f->gold, 5).dn, 9); // still of use without a length
    store(f, plain, kj_value_proved(f->gold, 9), 1);
    assert_true(proves(f, f->gold, 9));
    assert_int_equal(entries_of(&f->table, KEY), 1);
}

TEST(bare_facts_hold_with_shortcuts_as_far_as_they_do)
{
    Fixture *f = *state;
    uint64_t relaxed = in_part(RELAXED), loose = in_part(RELAXED | KJ_PART_LOOSE);
    store(f, KEY, kj_value_proved(2 * f->gold, 7), 1);
    store(f, KEY, kj_value_disproved(f->gold, 5, KJ_DEP_NONE), 1);
    store(f, KEY, kj_value_disproved(0, KJ_LEN_INF, KJ_DEP_NONE), 1);
    assert_int_equal(probe(f, relaxed, 2 * f->gold, 7).pn, 0);
    assert_int_equal(probe(f, loose, 2 * f->gold, 7).pn, 0);
    assert_int_not_equal(probe(f, relaxed, f->gold, 5).dn, 0); // a shortcut may make it shorter
    assert_int_equal(probe(f, relaxed, 0, KJ_LEN_INF).dn, 0);
    assert_int_not_equal(probe(f, loose, 0, KJ_LEN_INF).dn, 0);
}

TEST(what_fails_with_shortcuts_fails_without)
{
    Fixture *f = *state;
    uint64_t relaxed = in_part(RELAXED), other = in_part(2 << KJ_RULE_SHIFT | KJ_TURN_ANY);
    store(f, relaxed, kj_value_disproved(f->gold, 5, KJ_DEP_NONE), 1);
    store(f, relaxed, kj_value_proved(f->gold, 7), 1);
    assert_true(refutes(f, f->gold, 5));
    assert_false(proves(f, f->gold, 7));
    assert_int_equal(probe(f, relaxed, f->gold, 7).pn, 0);
    KjNodeValue v = probe(f, other, f->gold, 5), w = probe(f, other, f->gold, 7);
    assert_false(kj_value_final(&v) || kj_value_final(&w));
}

/* Keys all over the table, the same every time. */
static uint64_t key_of(unsigned i)
{
    return (kj_mix(i + 1) & ~(uint64_t)KJ_PART_MASK) | KJ_TURN_ANY;
}

TEST(growing_keeps_everything)
{
    Fixture *f = *state;
    uint64_t first_size = f->table.size;
    enum { MANY = 20000 };
    for (unsigned i = 0; i < MANY; i++)
        store(f, key_of(i), kj_value_proved(f->gold, 1 + 2 * (i % 100)), 1);
    assert_true(f->table.size > first_size);
    assert_int_equal(f->table.collections, 0);
    assert_int_equal(f->table.used, MANY);
    for (unsigned i = 0; i < MANY; i++) {
        KjNodeValue v = probe(f, key_of(i), f->gold, KJ_LEN_INF);
        assert_int_equal(v.pn, 0);
        assert_int_equal(v.len, 1 + 2 * (i % 100));
    }
}

TEST(a_full_table_drops_what_was_cheap_and_stays_right)
{
    Fixture *f = *state;
    enum { DEAR = 8000, CHEAP = 60000 };
    for (unsigned i = 0; i < DEAR; i++)
        store(f, key_of(i), kj_value_proved(f->gold, 3), kj_effort(1000));
    for (unsigned i = DEAR; i < DEAR + CHEAP; i++)
        store(f, key_of(i), kj_value_disproved(f->gold, 5, KJ_DEP_NONE), kj_effort(2));
    assert_true(f->table.collections > 0);
    assert_true(f->table.size == f->table.max_size);
    assert_true(f->table.used < f->table.size);
    for (unsigned i = 0; i < DEAR; i++)
        assert_int_equal(probe(f, key_of(i), f->gold, 3).pn, 0);
    for (unsigned i = DEAR; i < DEAR + CHEAP; i++) {
        KjNodeValue v = probe(f, key_of(i), f->gold, 5);
        assert_true(v.pn != 0); // forgotten or disproved, never anything else
    }
    assert_int_equal(probe(f, key_of(DEAR + CHEAP - 1), f->gold, 5).dn, 0);
}

TEST(a_board_with_many_hands_keeps_the_dearest)
{
    enum { OF_EACH = 4, MANY = 300, CHEAP = 1, DEAR = 40 };
    Fixture *f = *state;
    KjHand pawn = f->t->hand_one[kj_game_kind(kj_game_find("shogi"), 'P')];
    store(f, KEY, kj_value_proved(4 * f->gold, 5), DEAR);
    KjNodeValue dear = kj_value_open(7, 9);
    kj_table_store_open(&f->table, f->t, KEY, 4 * f->silver, &dear, HERE, DEAR, 0);
    unsigned most = 0;
    for (unsigned i = 0; i < MANY; i++) {
        KjNodeValue value = kj_value_open(i + 1, i + 1);
        KjHand hand = i % OF_EACH * f->gold + i / OF_EACH % OF_EACH * f->silver +
                      i / (OF_EACH * OF_EACH) * pawn;
        uint64_t part = i % 2 ? KEY : in_part(KJ_TURN_PLAIN);
        kj_table_store_open(&f->table, f->t, part, hand, &value, HERE, CHEAP, 0);
        assert_int_equal(probe(f, part, hand, 1).pn, i + 1); // the last one is always there
        most = MAX(most, entries_of(&f->table, KEY));
    }
    assert_int_equal(most, KJ_TABLE_BOARD);
    assert_int_equal(f->table.used, most);
    assert_true(proves(f, 4 * f->gold, 5));
    assert_int_equal(probe(f, KEY, 4 * f->silver, 1).pn, 7);
}

TEST(forgetting_equal_entries_takes_them_from_everywhere)
{
    Fixture *f = *state;
    for (unsigned i = 0; f->table.collections < 40 || f->table.forgetting; i++)
        store(f, key_of(i), kj_value_disproved(f->gold, 5, KJ_DEP_NONE), 1);
    uint64_t eighth = f->table.size / 8;
    for (unsigned part = 0; part < 8; part++) {
        uint64_t n = 0;
        for (uint64_t i = 0; i < eighth; i++)
            n += f->table.entry[part * eighth + i].key != 0;
        assert_in_range(n, f->table.used / 8 * 9 / 10, f->table.used / 8 * 11 / 10);
    }
}

/* Every entry is where a search for it comes by, and all are counted. */
static void assert_in_order(const KjTable *table)
{
    uint64_t last = 0, n = 0;
    for (uint64_t i = 0; n < table->used; i++) {
        const KjEntry *e = &table->entry[i];
        if (e->key == 0)
            continue;
        n++;
        assert_true(e->key >= last);
        last = e->key;
        assert_true(kj_table_home(table, e->key) <= i);
        for (uint64_t j = kj_table_home(table, e->key); j < i; j++)
            assert_true(table->entry[j].key != 0);
    }
}

TEST(entries_stand_in_order_at_home_or_close_behind)
{
    Fixture *f = *state;
    for (unsigned i = 0; i < 25000; i++) { // every other one goes again, told by another hand
        store(f, key_of(i / 2), kj_value_proved(i % 2 ? 0 : f->gold, 5), 1);
        if (i % 3 == 0)
            store(f, key_of(i / 2), kj_value_proved(f->silver, 5), 1);
    }
    assert_in_order(&f->table);
}

TEST(the_table_is_whole_while_it_grows_and_forgets)
{
    Fixture *f = *state;
    unsigned growing = 0, forgetting = 0;
    for (unsigned i = 0; f->table.collections < 4; i++) {
        uint64_t before = f->table.handled;
        store(f, key_of(i), kj_value_proved(f->gold, 3), kj_effort(i % 50));
        store(f, key_of(i), kj_value_proved(f->silver, 3), kj_effort(i % 50));
        if (i % 5 == 0)
            store(f, key_of(i), kj_value_proved(0, 3), kj_effort(i % 50)); // instead of both
        if (f->table.handled == before)
            continue;
        assert_in_order(&f->table);
        growing += f->table.border != 0;
        forgetting += f->table.forgetting;
        for (unsigned j = 0; j <= i && f->table.collections == 0 && !f->table.forgetting; j++)
            assert_int_equal(probe(f, key_of(j), f->gold, 3).pn, 0);
    }
    assert_true(growing > 5); // it was caught in the middle
    assert_true(forgetting > 5);
}

TEST(no_insertion_waits_for_more_than_a_chunk)
{
    Fixture *f = *state;
    KjTable large;
    assert_true(kj_table_init(&large, 64));
    uint64_t worst = 0, chunk = large.chunk;
    kj_table_free(&f->table);
    f->table = large;
    for (unsigned i = 0; f->table.collections < 1 || f->table.forgetting; i++) {
        uint64_t before = f->table.handled, least = f->table.used;
        store(f, key_of(i), kj_value_proved(f->gold, 3), kj_effort(i % 50));
        uint64_t handled = f->table.handled - before;
        worst = handled > worst ? handled : worst;
        assert_true(f->table.used + chunk >= least);
    }
    assert_true(f->table.size == f->table.max_size);
    assert_in_range(worst, chunk, chunk + chunk / 16); // and the run behind it
}

TEST(a_chunk_is_the_same_however_large_the_table)
{
    KjTable half, large;
    assert_true(kj_table_init(&half, 512));
    assert_true(kj_table_init(&large, 16384)); // address space only
    assert_int_equal(half.chunk, large.chunk);
    assert_true(half.chunk * sizeof(KjEntry) <= 2 << 20);
    kj_table_free(&half);
    kj_table_free(&large);
}

TEST(clearing_forgets_and_makes_small)
{
    Fixture *f = *state;
    uint64_t first_size = f->table.size;
    for (unsigned i = 0; i < 20000; i++)
        store(f, key_of(i), kj_value_proved(0, 1), 1);
    kj_table_clear(&f->table);
    assert_int_equal(f->table.size, first_size);
    assert_int_equal(kj_table_permille(&f->table), 0);
    for (unsigned i = 0; i < 20000; i++)
        assert_int_equal(probe(f, key_of(i), 0, 1).pn, 1);
    for (unsigned i = 0; i < 20000; i++) // grows over what was there before
        store(f, key_of(i), kj_value_disproved(0, 1, KJ_DEP_NONE), 1);
    for (unsigned i = 0; i < 20000; i++)
        assert_int_equal(probe(f, key_of(i), 0, 1).dn, 0);
}

TEST(effort_grows_with_nodes_and_fits_a_byte)
{
    unsigned last = 0;
    for (uint64_t nodes = 1; nodes < UINT64_MAX / 3; nodes += nodes / 4 + 1) {
        unsigned effort = kj_effort(nodes);
        assert_true(effort >= last);
        last = effort;
    }
    assert_true(kj_effort(4) > kj_effort(2));
    assert_true(last <= UINT8_MAX);
}
