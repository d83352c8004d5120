/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The verifier's own rules, against published counts and against core, which was written without
 * them: the same moves under the same names, in games and in random positions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "core/rules/movegen.h"
#include "repl/verify/rules.h"
#include "solver/certify/certify.h"
#include "solver/certify/certify_writer.h"
#include "tests/naive/naive.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/switches.h"

static KvMove found[KV_MOST_MOVES];

static KvPosition read_position(KvRules *r, const char *game, const char *sfen)
{
    KvPosition pos;
    assert_true(kv_rules_begin(r, game));
    const char *fault, *wrong = kv_position_read(r, sfen, &pos, &fault);
    if (wrong || fault)
        fail_msg("%s: %s", sfen, wrong ? wrong : fault);
    return pos;
}

/* ---- counts ---- */

static uint64_t leaves(KvRules *r, const KvPosition *pos, unsigned depth)
{
    KvMove *list = malloc(KV_MOST_MOVES * sizeof *list);
    unsigned n = kv_list(r, pos, KV_REPLIES, list);
    uint64_t total = depth == 1 ? n : 0;
    for (unsigned i = 0; depth > 1 && i < n; i++) {
        KvPosition after;
        kv_make(pos, &list[i], &after);
        total += leaves(r, &after, depth - 1);
    }
    free(list);
    return total;
}

TEST(safe_moves_are_as_many_as_published)
{
    // by another program; in these games every legal move is safe
    const struct {
        const char *game, *sfen;
        unsigned depth;
        uint64_t leaves;
    } counts[] = {
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 3, 25470},
        {"shogi", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 1, 593},
        {"shogi", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 2, 105677},
        {"56shogi", "sgkgs/1r1b1/ppppp/PPPPP/1B1R1/SGKGS b - 1", 4, 36974},
        {"minishogi", "rbsgk/4p/5/P4/KGSBR b - 1", 4, 35401},
        {"gorogoro", "sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1", 3, 4166},
        {"ogi", "lnsiksnl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIKSNL b - 1", 2, 625},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        KvRules r;
        KvPosition pos = read_position(&r, counts[i].game, counts[i].sfen);
        assert_int_equal(leaves(&r, &pos, counts[i].depth), counts[i].leaves);
    }
}

/* ---- the same as core ---- */

/* A move of core under its name. */
typedef struct {
    char text[KJ_USI_MOVE];
    KjMove move;
} Named;

static int compare_texts(const void *a, const void *b)
{
    return strcmp(((const Named *)a)->text, ((const Named *)b)->text);
}

/* The verifier's moves are in the order of their names; `named` becomes those of core in that order. */
static void assert_same_moves(const KjPosition *pos, const KjMoveList *list, unsigned n,
                              const char *what, Named named[KJ_MAX_MOVES])
{
    for (unsigned i = 0; i < list->n; i++) {
        named[i].move = list->move[i];
        kj_usi_move_write(pos, list->move[i], named[i].text);
    }
    qsort(named, list->n, sizeof *named, compare_texts);
    bool same = n == list->n;
    for (unsigned i = 0; same && i < n; i++) {
        char text[9];
        kv_move_text(&found[i], text);
        same = strcmp(text, named[i].text) == 0;
    }
    if (same)
        return;
    g_autofree char *sfen = kj_sfen_write(pos, 1);
    print_message("%s: %u moves of core, %u of the verifier\n", what, list->n, n);
    fail_msg("%s %s: different %s", pos->game->row->id, sfen, what);
}

/* The writer, which knows nothing of the verifier, names the moves found, which are those of core. */
static void compare_names(KvRules *r, const KvPosition *kv, KvWanted wanted, unsigned n,
                          const KjPosition *pos, const Named *named)
{
    KvMove move;
    for (unsigned i = 0; i < n; i++) {
        assert_true(kv_take(r, kv, wanted, kj_move_name(pos, named[i].move), &move));
        assert_true(move.text == found[i].text && kv_same_move(&move, &found[i]));
        assert_true(move.gain == found[i].gain && move.tries == found[i].tries);
    }
}

enum { NAMES = 1 << 14, EACH = 32 }; // there are fewer; every so many positions

/* Of all names there are, judged alone, those of the moves of the list name one, each another. */
static void compare_alone(KvRules *r, const KvPosition *kv, KvWanted wanted)
{
    unsigned n = kv_list(r, kv, wanted, found), taken = 0, at;
    KvMove move;
    for (uint32_t name = 0; name < NAMES; name++) {
        if (!kv_take(r, kv, wanted, name, &move))
            continue;
        for (at = 0; at < n && found[at].text != move.text; at++)
            ;
        assert_true(at < n && found[at].gain == move.gain && found[at].tries == move.tries);
        found[at].text = 0;
        taken++;
    }
    assert_int_equal(taken, n);
    for (uint32_t bit = NAMES; bit; bit <<= 1)
        assert_false(kv_take(r, kv, wanted, bit + bit / 2, &move));
}

/* With every sort of attacks, and, for the defender, tries that end nothing. */
static void compare_all_alone(KvRules r, const KvPosition *kv)
{
    compare_alone(&r, kv, KV_MOVES);
    for (r.attacker_moves = KV_CHECKS; r.attacker_moves <= KV_ALL; r.attacker_moves++)
        compare_alone(&r, kv, KV_ATTACKS);
    r.attacker ^= 1;
    r.try_rule = KV_TRY_UNLESS_MATED;
    compare_alone(&r, kv, KV_REPLIES);
}

/* Tries that end nothing are those of core: `named` is in the order of the list. */
static void compare_tries(KvRules r, const KvPosition *kv, const KjPosition *pos,
                          const Named named[KJ_MAX_MOVES])
{
    if (r.try_rule == KV_TRY_OFF)
        return;
    r.try_rule = KV_TRY_UNLESS_MATED;
    r.attacker ^= 1;
    unsigned n = kv_list(&r, kv, KV_REPLIES, found);
    for (unsigned i = 0; i < n; i++)
        assert_int_equal(found[i].tries, kj_is_try(pos, named[i].move));
}

/* All moves and checks of the side to move, which is the attacker. */
static void compare(const KjPosition *pos)
{
    g_autofree char *sfen = kj_sfen_write(pos, 1);
    KvRules r;
    const KjRules *rules = &pos->game->rules;
    g_autofree char *name = g_strconcat(pos->game->row->id, kj_certificate_switch(pos->game), NULL);
    KvPosition kv = read_position(&r, name, sfen);
    r.attacker = pos->side;
    r.try_rule = rules->try_rule == KJ_TRY_ON ? KV_TRY_ON : KV_TRY_OFF;
    r.stalemate_draws = rules->stalemate == KJ_STALEMATE_DRAW;
    r.drop_stalemate_illegal = rules->drop_stalemate_illegal;

    char text[KV_POSITION_TEXT];
    kv_position_write(&r, &kv, text);
    assert_memory_equal(text, sfen, strlen(text));

    if (kj_can_capture_king(pos))
        return;
    KjMoveList list;
    Named named[KJ_MAX_MOVES];
    kj_gen_safe(pos, &list);
    assert_same_moves(pos, &list, kv_list(&r, &kv, KV_REPLIES, found), "moves", named);
    for (unsigned i = 0; i < list.n; i++)
        assert_int_equal(kv_is_try(&r, &kv, &found[i]), kj_is_try(pos, named[i].move));
    compare_names(&r, &kv, KV_REPLIES, list.n, pos, named);
    compare_tries(r, &kv, pos, named);
    if (pos->king[pos->side ^ 1] == KJ_NO_SQUARE)
        return;
    kj_gen_checks(pos, &list);
    assert_same_moves(pos, &list, kv_list(&r, &kv, KV_ATTACKS, found), "checks", named);
    compare_names(&r, &kv, KV_ATTACKS, list.n, pos, named);
    static unsigned asked;
    if (asked++ % EACH == 0)
        compare_all_alone(r, &kv);
    assert_false(r.too_deep);
}

static unsigned pick(GRand *rand, unsigned n)
{
    return (unsigned)g_rand_int_range(rand, 0, (gint32)n);
}

/* A random game; now and then a king is off the board, as in most mate problems. */
static void walk(const KjGame *game, GRand *rand)
{
    KjPosition pos;
    assert_true(kj_sfen_read(game->row->start, game, &pos, NULL, NULL));
    for (unsigned ply = 0; ply < 120; ply++) {
        KjMoveList list;
        kj_gen_safe(&pos, &list);
        if (list.n == 0)
            return;
        KjUndo undo;
        kj_position_make(&pos, list.move[pick(rand, list.n)], &undo);
        compare(&pos);
        KjPosition kingless = pos;
        kj_position_remove(&kingless, kingless.king[pos.side]);
        compare(&kingless);
    }
}

/* Pieces of the set anywhere: on the board, promoted or not, or in a hand. */
static bool scatter(const KjGame *game, GRand *rand, KjPosition *pos)
{
    const KjTables *t = game->t;
    kj_position_clear(pos, game);
    unsigned on_board = pick(rand, 5) * 3;
    for (unsigned side = 0; side < 2; side++) {
        if (side == KJ_GOTE || pick(rand, 2)) {
            unsigned square;
            do
                square = pick(rand, t->squares);
            while (pos->board[square]);
            kj_position_put(pos, square, kj_piece((KjSide)side, t->king));
        }
    }
    for (unsigned i = 0; i < game->row->n_pieces; i++) {
        KjKind kind = kj_game_kind(game, game->row->pieces[i].letter);
        for (unsigned n = 0; kind != t->king && n < game->row->pieces[i].set; n++) {
            KjSide side = (KjSide)pick(rand, 2);
            bool promoted = t->promotes[kind] && pick(rand, 3) == 0;
            unsigned square = pick(rand, t->squares);
            if (on_board && !pos->board[square] && pick(rand, 3)) {
                kj_position_put(pos, square, kj_piece(side, promoted ? kind | KJ_PROMOTED : kind));
                on_board--;
            } else if (kj_hand_gain(game, kind, false)) {
                KjKind in_hand =
                    promoted && t->hand_bits[kind | KJ_PROMOTED] ? kind | KJ_PROMOTED : kind;
                pos->hand[side] += t->hand_one[in_hand];
            }
        }
    }
    kj_position_set_side(pos, (KjSide)pick(rand, 2));
    return kj_position_check(pos, NULL, NULL) == KJ_POSITION_OK;
}

static void compare_game(const KjGame *game, unsigned n)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(5);
    for (unsigned i = 0; i < n / 100; i++)
        walk(game, rand);
    for (unsigned i = 0; i < n; i++) {
        KjPosition pos;
        if (scatter(game, rand, &pos))
            compare(&pos);
    }
}

TEST(moves_are_those_of_core_in_games_and_random_positions)
{
    for (size_t i = 0; i < kj_game_count(); i++)
        compare_game(kj_game_at(i), 3000);
}

TEST(moves_and_tries_are_those_of_core_with_all_switches)
{
    // [R1.10] [R1.18] [R1.19] [R14.6] [R14.7] [R14.9]
    for (size_t i = 0; i < kj_game_count(); i++) {
        KjGame game = *kj_game_at(i);
        for (unsigned which = 0; which < SWITCHES; which++) {
            game.rules = switches_at(kj_game_at(i), which);
            if (!game.rules.elephant_to_hand || game.t->prince)
                compare_game(&game, 200);
        }
    }
}

/* What docs/architecture.md lists for a new game is there, as far as a program can tell. */
TEST(every_game_is_everywhere)
{
    g_autofree char *notation = NULL, *rules = NULL;
    assert_true(g_file_get_contents("docs/notation.md", &notation, NULL, NULL));
    assert_true(g_file_get_contents("docs/rules.md", &rules, NULL, NULL));
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGameRow *row = kj_game_at(i)->row;
        const char *id = row->id;
        KvRules r;
        g_autofree char *letters = g_strdup_printf("\n| %s | ", id);
        if (nv_game_index(id) < 0)
            fail_msg("%s has no row in tests/naive/naive_games.c", id);
        if (!kv_rules_begin(&r, id))
            fail_msg("%s has no row in repl/verify/rules.c", id);
        if (!strstr(notation, letters))
            fail_msg("%s has no letters in docs/notation.md", id);
        if (!strstr(rules, row->name_ja))
            fail_msg("%s (%s) has no section in docs/rules.md", id, row->name_ja);
    }
}
