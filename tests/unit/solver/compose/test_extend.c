/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Works made longer in front: the two plies lead back to the work, none is missing, and what the
 * judge says of the new plies alone is what a check of the whole says. */
#include <string.h>

#include "core/rules/movegen.h"
#include "solver/compose/extend.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

enum { MEMORY_MIB = 16, NODES = 20000, SAMPLE = 40 };

static const char *const works[] = {
    "9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1",  // shogi, 3 plies
    "k4/1P3/+s+S3/5/5/5 b S2r2b4gs9p 1",         // 56shogi
    "k^7/8/Bp6/8/8/8/8/8 2S/15p4l4n2i2r2sb O/o", // Ogi
};

static void check(KjSolver *solver, const KjPosition *pos, const KjMove *line, unsigned n_line,
                  KjReport *out)
{
    KjCheckOptions options = {
        .recorded_plies = -1, .author = line, .n_author = n_line, .first_defect = true};
    KjLimits limits = {.nodes = 10 * NODES};
    kj_check(solver, pos, (KjSide)pos->side, &options, &limits, out);
}

TEST(the_two_plies_lead_to_the_work)
{
    for (unsigned w = 0; w < G_N_ELEMENTS(works); w++) {
        KjPosition root = position_of(works[w]);
        g_autoptr(GArray) all = kj_extensions(&root, (KjSide)root.side, false);
        print_message("%u extensions\n", all->len);
        assert_true(all->len > 20);
        for (unsigned i = 0; i < all->len; i++) {
            const KjExtension *e = &g_array_index(all, KjExtension, i);
            assert_int_equal(kj_position_check(&e->position, NULL, NULL), KJ_POSITION_OK);
            assert_int_equal(e->position.side, root.side);
            assert_true(kj_gives_check(&e->position, e->attack.move));
            KjPosition pos = kj_position_after(&e->position, e->attack.move);
            KjMoveList replies;
            kj_gen_evasions(&pos, &replies, NULL);
            assert_true(kj_list_has(&replies, e->reply.move));
            pos = kj_position_after(&pos, e->reply.move);
            assert_true(kj_position_equal(&pos, &root));
        }
    }
}

/* Whether an extension is among those of the position it leads to. */
static bool is_found(const KjPosition *from, KjMove attack, KjMove reply)
{
    KjPosition root = kj_position_after(from, attack);
    root = kj_position_after(&root, reply);
    g_autoptr(GArray) all = kj_extensions(&root, (KjSide)root.side, false);
    for (unsigned i = 0; i < all->len; i++) {
        const KjExtension *e = &g_array_index(all, KjExtension, i);
        if (e->attack.move == attack && e->reply.move == reply &&
            kj_position_equal(&e->position, from))
            return true;
    }
    return false;
}

/* Every check and reply of a position is found again from where they lead. */
TEST(no_two_plies_are_missing)
{
    for (unsigned w = 0; w < G_N_ELEMENTS(works); w++) {
        KjPosition root = position_of(works[w]);
        KjMoveList checks, replies;
        kj_gen_checks(&root, &checks);
        for (unsigned i = 0; i < checks.n; i++) {
            KjPosition pos = kj_position_after(&root, checks.move[i]);
            kj_gen_evasions(&pos, &replies, NULL);
            for (unsigned k = 0; k < replies.n; k += 3)
                assert_true(is_found(&root, checks.move[i], replies.move[k]));
        }
    }
}

static KjWork word_of(KjFate fate)
{
    return fate == KJ_FATE_SOUND     ? KJ_WORK_SOUND
           : fate == KJ_FATE_UNKNOWN ? KJ_WORK_UNKNOWN
                                     : KJ_WORK_UNSOUND;
}

/* The first check of the judge asks about the two plies alone; the whole says the same. */
TEST(new_plies_decide)
{
    unsigned n[KJ_FATES] = {0};
    for (unsigned w = 0; w < G_N_ELEMENTS(works); w++) {
        KjPosition root = position_of(works[w]);
        KjReport sound;
        KjSolver *solver = usual_solver(MEMORY_MIB), *other = usual_solver(MEMORY_MIB);
        check(other, &root, NULL, 0, &sound);
        assert_true(sound.verdict <= KJ_WORK_BLEMISHED);
        KjWish wish = {.line = sound.line,
                       .n_line = sound.n_line,
                       .plies = sound.plies,
                       .attacker = (KjSide)root.side,
                       .profile = kj_profile_at(0),
                       .nodes = NODES};
        g_autoptr(GArray) all = kj_extensions(&root, wish.attacker, false);
        for (unsigned i = 0; i < all->len; i += 1 + all->len / SAMPLE) {
            const KjExtension *e = &g_array_index(all, KjExtension, i);
            KjJudgement judgement;
            g_auto(KjReport) report;
            kj_extension_judge(solver, &wish, e, &judgement);
            g_autofree KjMove *line = kj_extension_line(e, sound.line, sound.n_line);
            check(other, &e->position, line, sound.n_line + 2, &report);
            n[judgement.fate]++;
            KjWork word = word_of(judgement.fate);
            bool open = word == KJ_WORK_UNKNOWN || report.verdict == KJ_WORK_UNKNOWN;
            bool is_work = report.verdict <= KJ_WORK_BLEMISHED && report.authors;
            assert_true(open || (word == KJ_WORK_SOUND) == is_work);
        }
        kj_report_clear(&sound);
        kj_solver_free(solver);
        kj_solver_free(other);
    }
    print_message("sound %u, unsound %u, line lost %u, undecided %u\n", n[KJ_FATE_SOUND],
                  n[KJ_FATE_UNSOUND], n[KJ_FATE_LINE_LOST], n[KJ_FATE_UNKNOWN]);
    assert_true(n[KJ_FATE_SOUND] > 0 && n[KJ_FATE_UNSOUND] > 20);
}
