/* SPDX-License-Identifier: GPL-3.0-or-later */
/* First looks: what comes back, what comparable hands lend, what goes; and that no lie of theirs
 * changes an answer. */
#include "solver/search/first_looks.h"

#include "core/format/sfen.h"
#include "solver/checkpoint.h"
#include "solver/solve.h"
#include "tests/support/cmocka.h"

enum { KIB = 1024, BYTES = 256 * KIB, MEMORY_MIB = 16 };

static const uint64_t KEY = 0x123456789abcd00 | KJ_TURN_ANY,
                      OTHER_BOARD = 0x123456789abce00 | KJ_TURN_ANY;

typedef struct {
    KjFirstLooks looks;
    const KjTables *t, *wide; // of shogi, and of a game whose hands are too wide for a slot
    KjHand gold, silver;      // one piece of each
} Fixture;

static int set_up(void **state)
{
    static Fixture f;
    const KjGame *game = kj_game_find("shogi");
    f.t = game->t;
    f.gold = f.t->hand_one[kj_game_kind(game, 'G')];
    f.silver = f.t->hand_one[kj_game_kind(game, 'S')];
    for (size_t i = 0; i < kj_game_count(); i++) {
        if (kj_game_at(i)->t->hand_guard >> 28)
            f.wide = kj_game_at(i)->t;
    }
    *state = &f;
    return f.wide && kj_first_looks_init(&f.looks, BYTES) ? 0 : -1;
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    kj_first_looks_free(&f->looks);
    return 0;
}

EACH_TEST(set_up, tear_down)

typedef struct {
    bool found;
    uint32_t pn, dn;
} Look;

static Look look_in(const Fixture *f, const KjTables *t, uint64_t key, KjHand hand, bool searched)
{
    Look look = {.pn = 1, .dn = 1};
    look.found = kj_first_looks_find(&f->looks, t, key, hand, searched, &look.pn, &look.dn);
    return look;
}

static Look look(const Fixture *f, uint64_t key, KjHand hand)
{
    return look_in(f, f->t, key, hand, false);
}

static void store(Fixture *f, uint64_t key, KjHand hand, uint32_t pn, uint32_t dn)
{
    kj_first_looks_store(&f->looks, f->t, key, hand, pn, dn);
}

static void assert_look(Look look, bool found, uint32_t pn, uint32_t dn)
{
    assert_int_equal(look.found, found);
    assert_int_equal(look.pn, pn);
    assert_int_equal(look.dn, dn);
}

TEST(a_look_comes_back_for_its_position_only)
{
    Fixture *f = *state;
    assert_look(look(f, KEY, f->gold), false, 1, 1);
    store(f, KEY, f->gold, 3, 40);
    assert_look(look(f, KEY, f->gold), true, 3, 40);
    assert_look(look(f, OTHER_BOARD, f->gold), false, 1, 1);
    assert_look(look(f, KEY ^ KJ_TURN_ANY ^ KJ_TURN_SHORT, f->gold), false, 1, 1);
    store(f, KEY, f->gold, 2, 7); // the latest holds
    assert_look(look(f, KEY, f->gold), true, 2, 7);
}

TEST(large_numbers_are_kept_as_the_largest)
{
    Fixture *f = *state;
    store(f, KEY, f->gold, 256, 100000);
    assert_look(look(f, KEY, f->gold), true, 255, 255);
}

TEST(comparable_hands_lend_what_they_bound)
{
    Fixture *f = *state;
    store(f, KEY, 2 * f->gold, 5, 60); // richer: as hard to prove at least
    store(f, KEY, f->silver, 9, 90);   // not to be compared with gold
    assert_look(look(f, KEY, f->gold), false, 5, 1);
    store(f, KEY, 0, 4, 70); // poorer: as hard to refute at least
    assert_look(look(f, KEY, f->gold), false, 5, 70);
    store(f, KEY, f->gold, 2, 80);
    assert_look(look(f, KEY, f->gold), true, 5, 80);
}

TEST(what_was_searched_is_told_by_others_only)
{
    Fixture *f = *state;
    store(f, KEY, f->gold, 8, 9);
    assert_look(look_in(f, f->t, KEY, f->gold, true), false, 1, 1);
    store(f, KEY, 2 * f->gold, 5, 60);
    assert_look(look_in(f, f->t, KEY, f->gold, true), false, 5, 1);
}

TEST(wide_hands_come_back_but_lend_nothing)
{
    Fixture *f = *state;
    KjHand one = f->wide->hand_one[f->wide->hand_kind[0]];
    kj_first_looks_store(&f->looks, f->wide, KEY, one, 3, 40);
    kj_first_looks_store(&f->looks, f->wide, KEY, 0, 4, 50);
    assert_look(look_in(f, f->wide, KEY, one, false), true, 3, 40);
    assert_look(look_in(f, f->wide, KEY, 0, false), true, 4, 50);
    KjHand last = f->wide->hand_one[f->wide->hand_kind[f->wide->n_hand - 1]];
    assert_look(look_in(f, f->wide, KEY, one + last, false), false, 1, 1);
}

TEST(the_oldest_of_a_line_goes)
{
    Fixture *f = *state;
    for (unsigned i = 0; i < KJ_LOOKS_PER_LINE; i++)
        store(f, KEY, i * f->gold % (5 * f->gold) + i / 5 * f->silver, 2, 10 + i);
    for (unsigned i = 0; i < 3; i++)
        store(f, KEY, f->gold, 2, 11); // again: no other goes
    assert_true(look(f, KEY, 0).found);
    store(f, KEY, 4 * f->silver, 2, 3);
    assert_false(look(f, KEY, 0).found);
    assert_true(look(f, KEY, 4 * f->silver).found);
    assert_true(look(f, KEY, f->gold).found);
}

/* Keys all over the table, the same every time. */
static uint64_t key_of(unsigned i)
{
    return (kj_mix(i + 1) & ~(uint64_t)KJ_PART_MASK) | KJ_TURN_ANY;
}

static unsigned found_of(const Fixture *f, unsigned first, unsigned end)
{
    unsigned n = 0;
    for (unsigned i = first; i < end; i++) {
        Look l = look(f, key_of(i), f->gold);
        n += l.found && l.pn == 2 && l.dn == 1 + i % 100;
    }
    return n;
}

TEST(growing_keeps_nearly_all_and_ends_at_the_limit)
{
    Fixture *f = *state;
    enum { SLOTS = BYTES / 8, MANY = 10 * SLOTS };
    const KjFirstLooks *looks = &f->looks;
    uint64_t first = looks->lines;
    for (unsigned i = 0; i < MANY; i++) {
        store(f, key_of(i), f->gold, 2, 1 + i % 100);
        assert_true(looks->lines * sizeof(KjLookLine) <= BYTES);
        assert_true(looks->lines == first || looks->lines * 2 <= i + 1);
        if (i == SLOTS / 16 || i == SLOTS / 4 || i == SLOTS / 2)
            assert_in_range(found_of(f, 0, i), i - i / 8, i);
    }
    assert_int_equal(looks->lines * sizeof(KjLookLine), BYTES);
    assert_int_equal(found_of(f, 0, SLOTS), 0);
    assert_in_range(found_of(f, MANY - SLOTS, MANY), SLOTS / 2, SLOTS);
    kj_first_looks_clear(&f->looks);
    assert_int_equal(looks->lines, first);
    assert_int_equal(found_of(f, 0, MANY), 0);
    for (unsigned i = 0; i < MANY; i++) // the new half is not what was there before
        store(f, key_of(MANY + i), f->gold, 2, 1);
    assert_int_equal(found_of(f, 0, MANY), 0);
}

TEST(a_table_keeps_within_its_bytes)
{
    static const struct {
        size_t bytes, most;
    } row[] = {{0, 64}, {64, 64}, {150, 128}, {KIB, KIB}, {BYTES + KIB, BYTES}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        KjFirstLooks looks;
        assert_int_equal(kj_first_looks_most(row[i].bytes), row[i].most);
        assert_true(kj_first_looks_init(&looks, row[i].bytes));
        assert_int_equal(looks.max_lines * sizeof(KjLookLine), row[i].most);
        kj_first_looks_free(&looks);
    }
}

static const struct {
    const char *game, *sfen;
} problems[] = {
    {"shogi", "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1"},
    {"shogi", "7k1/5+Bp2/7Ss/9/9/9/1n7/9/9 b 2rb4g2s3n4l17p 1"},
    {"shogi", "4+P+P+P+P1/+P1+P5+P/7kP/PP5pp/1+P2+P1pP1/6+P1+P/9/9/9 b 2r2b4g4s4n4l 1"},
    {"shogi", "4k4/9/4P4/9/9/9/9/9/9 b S 1"},
    {"ogi", "4k1I1/8/8/8/8/8/3K4/8 b - 1"},
};

/* Fills the looks with what they said, and with numbers that are not true. */
static void lie(KjFirstLooks *looks, const KjFirstLooks *said)
{
    looks->lines = said->lines;
    looks->copied = said->copied;
    for (uint64_t i = 0; i < said->lines; i++) {
        for (unsigned j = 0; j < KJ_LOOKS_PER_LINE; j++) {
            uint64_t slot = said->line[i].slot[j], lies = kj_mix(i * 8 + j) & 0xffff;
            looks->line[i].slot[j] = slot ? (slot & ~(uint64_t)0xffff) | lies | 0x0101 : 0;
        }
    }
}

TEST(lies_change_no_answer)
{
    const KjLimits none = {0};
    KjSolverOptions options = {.memory_mib = MEMORY_MIB, .find_shortest = true};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    KjTable *table = &kj_solver_search(solver)->table;
    bool read = false;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        KjPosition pos;
        const KjGame *game = kj_game_find(problems[i].game);
        assert_true(kj_sfen_read(problems[i].sfen, game, &pos, NULL, NULL));
        KjResult honest, deceived;
        kj_solver_solve(solver, &pos, KJ_SENTE, &none, &honest);
        KjFirstLooks said = table->looks;
        assert_true(kj_first_looks_init(&table->looks, MEMORY_MIB << 17));
        kj_table_clear(table);
        lie(&table->looks, &said);
        kj_first_looks_free(&said);
        KjSpent spent = {0};
        kj_solver_resume(solver, &spent);
        kj_solver_solve(solver, &pos, KJ_SENTE, &none, &deceived);
        assert_int_not_equal(honest.verdict, KJ_UNKNOWN);
        assert_int_equal(deceived.verdict, honest.verdict);
        assert_int_equal(deceived.plies, honest.plies);
        assert_int_equal(deceived.plies_proved, honest.plies_proved);
        read = read || deceived.nodes != honest.nodes;
        kj_result_clear(&honest);
        kj_result_clear(&deceived);
    }
    assert_true(read);
}
