/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often a repair finds the original: sound works get one defect each (a piece removed, added or
 * moved), all single changes of the result are judged, and the original is looked for among those
 * that are sound.
 *
 *     repairs SEED DEFECTS [-v] <WORKS
 *
 * A line of WORKS is an id, a tab, and a position; those that are not sound, or have a blemish, are
 * passed over. DEFECTS is how many are planted in each.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/position_text.h"
#include "solver/compose/repair.h"
#include "tests/support/problems/draft.h"
#include "tests/support/problems/work_list.h"
#include "tests/support/solver/planted.h"

enum {
    MEMORY_MIB = 64,
    CHUNK = 32,
    TRIES = 200,
    NODES = 100000,
    TOP = 3,
    REFERENCE_LIMIT = 2000,
    PROOF_NODES = 1000000,
    GRAPH_LIMIT = 12000,
    // names that the profile modern calls defects
    WRONG = CLASSIFY_EARLY | CLASSIFY_EQUAL | CLASSIFY_ESCAPE | CLASSIFY_NOT_MAIN,
};

static const char *const planted_names[] = {"removed", "added", "moved"};

typedef struct {
    unsigned planted, first, top, neighbours, lost[KJ_FATES];
    unsigned higher, confirmed, refuted; // versions ranked before the original
    uint64_t nodes;
} Sum;

static KjSolver *new_solver(void)
{
    KjSolverOptions options = {
        .loops = KJ_LOOPS_USUAL, .memory_mib = MEMORY_MIB, .find_shortest = true};
    return kj_solver_new(&options, NULL);
}

/* The main line of a work that is sound, without a blemish or a piece too many, for what is better
 * without one is no original to be found again; false if it is not. (out_line: transfer full) */
static bool solve(const KjPosition *pos, KjWish *wish, KjMove **out_line)
{
    KjCheckOptions options = {.recorded_plies = -1, .spares = KJ_CHECK_SPARES};
    KjLimits limits = {.nodes = NODES};
    KjReport report;
    KjSolver *solver = new_solver();
    kj_check(solver, pos, (KjSide)pos->side, &options, &limits, &report);
    bool sound = report.verdict == KJ_WORK_SOUND && report.n_line > 0;
    *out_line = sound ? g_memdup2(report.line, report.n_line * sizeof(KjMove)) : NULL;
    *wish = (KjWish){.keep = KJ_KEEP_LINE,
                     .line = *out_line,
                     .n_line = report.n_line,
                     .plies = report.plies,
                     .attacker = (KjSide)pos->side,
                     .profile = kj_profile_at(0),
                     .spares = KJ_CHECK_SPARES,
                     .nodes = NODES};
    kj_report_clear(&report);
    kj_solver_free(solver);
    return sound;
}

/* A random change of a sort, by index of planted_names. */
static bool plant(const KjPosition *pos, unsigned sort, DraftRng *rng, KjPosition *out)
{
    static const KjChangeKind kinds[] = {KJ_CHANGE_REMOVE, KJ_CHANGE_ADD, KJ_CHANGE_MOVE};
    const KjTables *t = pos->game->t;
    unsigned from = draft_random(rng, t->squares), to = draft_random(rng, t->squares);
    KjKind kind = (KjKind)(1 + draft_random(rng, pos->game->row->n_pieces));
    KjPiece instead = kj_piece((KjSide)draft_random(rng, 2), kind);
    bool add = kinds[sort] == KJ_CHANGE_ADD;
    if (add ? kind == t->king : !pos->board[from] || kj_piece_kind(pos->board[from]) == t->king)
        return false;
    KjChange change = {.kind = (uint8_t)kinds[sort],
                       .from = (uint8_t)(add ? KJ_NO_SQUARE : from),
                       .to = (uint8_t)(sort ? to : KJ_NO_SQUARE),
                       .piece = add ? KJ_NONE : pos->board[from],
                       .instead = add ? instead : KJ_NONE};
    return kj_change_apply(pos, (KjSide)pos->side, &change, out);
}

/* Whether a version that is ranked before the original is sound, without solver/check. */
static void confirm(const KjPosition *pos, const KjWish *wish, const KjCandidate *candidate,
                    Sum *sum)
{
    PlantedProof proof = planted_proof_new(REFERENCE_LIMIT, PROOF_NODES);
    ClassifyBy by = {.mates = planted_proved, .data = &proof, .limit = GRAPH_LIMIT};
    g_autofree KjMove *line = kj_repair_line(wish, pos->game->t, candidate);
    planted_by_std2(&by);
    g_autoptr(Classify) c = classify_new(pos, wish->attacker, &by, line, wish->n_line);
    unsigned names = 0;
    bool leftover = false;
    g_autofree char *codes = c ? planted_codes(c, line, wish->n_line, &names, &leftover) : NULL;
    bool wrong = codes && (leftover || names & WRONG);
    sum->higher++;
    sum->confirmed += codes && !wrong;
    sum->refuted += wrong;
    if (wrong) {
        g_autofree char *text = kj_position_write(pos);
        printf("REFUTED %s: %s%s\n", text, codes, leftover ? " leftover" : "");
    }
    planted_proof_clear(&proof);
}

/* Judges all single changes and returns the original's rank, from 1; 0: not found. */
static unsigned rank_original(const KjPosition *work, const KjPosition *original,
                              const KjWish *wish, bool verbose, Sum *sum)
{
    g_autoptr(GArray) all = kj_candidates_one(work, wish->attacker);
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(KjRepair));
    KjSolver *solver = NULL;
    sum->neighbours += all->len;
    for (unsigned i = 0; i < all->len; i++) {
        if (i % CHUNK == 0) {
            kj_solver_free(solver);
            solver = new_solver();
        }
        KjRepair repair = {.candidate = g_array_index(all, KjCandidate, i)};
        kj_repair_judge(solver, wish, work, false, &repair);
        sum->nodes += repair.judgement.nodes;
        sum->lost[repair.judgement.fate]++;
        if (repair.judgement.fate == KJ_FATE_SOUND)
            g_array_append_val(found, repair);
    }
    kj_solver_free(solver);
    g_array_sort(found, kj_repair_compare);
    unsigned rank = 0;
    for (unsigned i = 0; i < found->len && !rank; i++) {
        const KjRepair *repair = &g_array_index(found, KjRepair, i);
        KjPosition pos;
        kj_candidate_position(work, wish->attacker, &repair->candidate, &pos);
        if (kj_position_equal(&pos, original))
            rank = i + 1;
        else
            confirm(&pos, wish, &repair->candidate, sum);
        g_autofree char *text = kj_position_write(&pos);
        if (verbose)
            printf("    %u. %s %d %d %u b%u u%u  %s%s\n", i + 1,
                   kj_change_kind_text(repair->candidate.change[0].kind),
                   repair->candidate.economy.pieces, repair->candidate.economy.strength,
                   repair->candidate.economy.size, repair->judgement.n_blemishes,
                   repair->judgement.n_useless, text, rank ? " *" : "");
    }
    return rank;
}

static void one_defect(const char *id, const KjPosition *original, const KjWish *wish,
                       unsigned sort, DraftRng *rng, bool verbose, Sum *sum)
{
    for (unsigned k = 0; k < TRIES; k++) {
        KjPosition work;
        if (!plant(original, sort, rng, &work))
            continue;
        KjSolver *solver = new_solver();
        KjJudgement judgement;
        kj_judge(solver, wish, &work, false, &judgement);
        kj_solver_free(solver);
        if (judgement.fate != KJ_FATE_UNSOUND && judgement.fate != KJ_FATE_LINE_LOST)
            continue;
        g_autofree char *text = kj_position_write(&work);
        if (verbose)
            printf("%s %s: %s\n", id, planted_names[sort], text);
        unsigned rank = rank_original(&work, original, wish, verbose, sum);
        printf("%s %s %s: rank %u\n", id, planted_names[sort], kj_fate_text(judgement.fate), rank);
        fflush(stdout);
        sum->planted++;
        sum->first += rank == 1;
        sum->top += rank && rank <= TOP;
        return;
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: repairs SEED DEFECTS [-v] <WORKS\n");
        return 2;
    }
    DraftRng rng = {strtoull(argv[1], NULL, 10)};
    unsigned n = (unsigned)strtoul(argv[2], NULL, 10);
    Sum sum = {0};
    gint64 begun = g_get_monotonic_time();
    char *id;
    for (KjPosition pos; work_list_next(stdin, &id, &pos); g_free(id)) {
        KjWish wish;
        g_autofree KjMove *moves = NULL;
        if (solve(&pos, &wish, &moves))
            for (unsigned k = 0; k < n; k++)
                one_defect(id, &pos, &wish, draft_random(&rng, 3), &rng, argc > 3, &sum);
    }
    printf("%u planted, original first %u, among the first %d %u; %u neighbours", sum.planted,
           sum.first, TOP, sum.top, sum.neighbours);
    for (unsigned f = 0; f < KJ_FATES; f++)
        printf(", %s %u", kj_fate_text(f), sum.lost[f]);
    printf("; ranked higher %u, confirmed %u, refuted %u", sum.higher, sum.confirmed, sum.refuted);
    printf("; %" G_GUINT64_FORMAT " nodes, %.1f s\n", sum.nodes,
           (double)(g_get_monotonic_time() - begun) / 1e6);
    return 0;
}
