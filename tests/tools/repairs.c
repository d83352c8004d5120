/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often a repair finds the original: sound works get one defect each (a piece removed, added or
 * moved), all single changes of the result are judged, and the original is looked for among those
 * that are sound.
 *
 *     repairs SEED DEFECTS MOST [-v] <WORKS
 *
 * A line of WORKS is an id, a tab, and a position; those that are not sound, or have a blemish, are
 * passed over. DEFECTS is how many are planted in each, MOST how many in all. With DEFECTS 0 all
 * single changes of MOST works are judged as they are, which says what that costs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/format/position_text.h"
#include "solver/compose/repair.h"
#include "tests/support/brute_force/conventional_reference.h"
#include "tests/support/problems/draft.h"
#include "tests/support/problems/work_list.h"
#include "tests/support/solver/law_moves.h"
#include "tests/support/solver/planted.h"
#include "tests/support/works.h"

enum {
    MEMORY_MIB = 64,
    CHUNK = 64,
    TRIES = 200,
    NODES = 100000,
    TOP = 3,
    REFERENCE_LIMIT = 2000,
    PROOF_NODES = 1000000,
    GRAPH_LIMIT = 40000,
    REPLY_DEPTH = 11, // plies that futile interpositions are followed
};

static const char *const planted_names[] = {"removed", "added", "moved"};

typedef struct {
    unsigned planted, first, top, neighbours, fate[KJ_FATES];
    unsigned higher, confirmed, refuted; // versions ranked before the original
    uint64_t nodes;
    double seconds; // of processor time, for the neighbours
} Sum;

/* The main line of a work that is sound, without a blemish or a piece too many, for what is better
 * without one is no original to be found again; false if it is not. (out_line: transfer full) */
static bool solve(const KjPosition *pos, KjWish *wish, KjMove **out_line)
{
    KjCheckOptions options = {.recorded_plies = -1, .spares = KJ_CHECK_SPARES};
    KjLimits limits = {.nodes = NODES};
    g_auto(KjReport) report;
    g_autoptr(KjSolver) solver = usual_solver(MEMORY_MIB);
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

/* ---- brute force ---- */

/* Whether a profile calls a move of this name a defect. The names are the codes of the classes. */
static bool is_defect(const KjProfile *profile, const ClassifyMove *m, unsigned bit, unsigned n)
{
    for (unsigned c = 0; c < KJ_CLASSES; c++) {
        if (strcmp(classify_code(bit), kj_class_code((KjClass)c)) != 0)
            continue;
        if (c == KJ_CLASS_LAST && n == 1)
            return profile->last_in_one == KJ_SEVERITY_DEFECT;
        if (c == KJ_CLASS_LATE && m->ply + 1 == n)
            return profile->late_at_last == KJ_SEVERITY_DEFECT;
        return c == KJ_CLASS_LONGER ? profile->excess == KJ_EXCESS_REJECT
                                    : profile->move[c] == KJ_SEVERITY_DEFECT;
    }
    g_error("no class is called %s", classify_code(bit));
}

typedef enum { BRUTE_SOUND, BRUTE_UNSOUND, BRUTE_OPEN } Brute;

/* What the moves beside a line make of it. One that may be called two ways leaves it open, if one
 * of these is a defect and the other is none. */
static Brute weigh_moves(const KjProfile *profile, const GArray *moves, unsigned n_line,
                         ClassifyMove *out_why)
{
    Brute all = BRUTE_SOUND;
    for (unsigned i = 0; i < moves->len; i++) {
        const ClassifyMove *m = &g_array_index(moves, ClassifyMove, i);
        bool defect = false, fine = false;
        for (unsigned bits = m->names; bits; bits &= bits - 1)
            *(is_defect(profile, m, (unsigned)__builtin_ctz(bits), n_line) ? &defect : &fine) =
                true;
        bool open = defect || m->names == (CLASSIFY_FUTILE | CLASSIFY_SHORTER); // latter: not known
        if (open)
            *out_why = *m;
        if (defect && !fine)
            return BRUTE_UNSOUND;
        if (open)
            all = BRUTE_OPEN;
    }
    return all;
}

/* Whether the attacker still holds something when the line has been played. */
static bool leaves_piece(const KjPosition *pos, const KjMove *line, const KjWish *wish)
{
    KjPosition end = *pos;
    for (unsigned i = 0; i < wish->n_line; i++)
        end = kj_position_after(&end, line[i]);
    return conventional_reference_leaves(end.game, end.hand[wish->attacker]);
}

/* The moves beside a line, named on the graph of all mates. (transfer full) NULL: it is too big. */
static GArray *graph_moves(const KjPosition *pos, const KjWish *wish, const KjMove *line)
{
    PlantedProof proof = planted_proof_new(REFERENCE_LIMIT, PROOF_NODES);
    ClassifyBy by = {.mates = planted_proved,
                     .data = &proof,
                     .limit = GRAPH_LIMIT,
                     .rule = wish->profile->interpositions,
                     .depth = MAX(wish->n_line, REPLY_DEPTH)};
    g_autoptr(Classify) c = classify_new(pos, wish->attacker, &by, line, wish->n_line);
    GArray *moves = c ? classify_moves(c, line, wish->n_line) : NULL;
    planted_proof_clear(&proof);
    return moves;
}

static Brute brute_force(const KjPosition *pos, const KjWish *wish, const KjMove *line,
                         ClassifyMove *out_why)
{
    bool law = pos->game->row->repetition == KJ_REPETITION_MOVER_LOSES;
    g_autoptr(GArray) moves = law ? law_moves(pos, wish->attacker, line, wish->n_line, PROOF_NODES)
                                  : graph_moves(pos, wish, line);
    Brute found = moves ? weigh_moves(wish->profile, moves, wish->n_line, out_why) : BRUTE_OPEN;
    if (leaves_piece(pos, line, wish))
        found = BRUTE_UNSOUND;
    return found;
}

/* Whether a version that is ranked before the original is sound, without solver/check: every check
 * beside the line that fails has been refuted by the reference solver or by a certificate, in Ōgi by
 * one that knows what was played before. */
static void confirm(const KjPosition *pos, const KjWish *wish, const KjCandidate *candidate,
                    Sum *sum)
{
    static const char *const words[] = {"CONFIRMED", "REFUTED", "OPEN"};
    g_autofree KjMove *line = kj_repair_line(wish, pos->game->t, candidate);
    ClassifyMove why = {0}; // no names: the graph is too big, or the line ends with a piece left
    Brute found = brute_force(pos, wish, line, &why);
    g_autofree char *text = kj_position_write(pos);
    sum->higher++;
    sum->confirmed += found == BRUTE_SOUND;
    sum->refuted += found == BRUTE_UNSOUND;
    printf("%s %s", words[found], text);
    for (unsigned bits = why.names; bits; bits &= bits - 1)
        printf(" %s@%u", classify_code((unsigned)__builtin_ctz(bits)), why.ply + 1);
    printf("\n");
}

/* ---- versions ---- */

static double cpu_seconds(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* Judges all single changes of a work, which may be sound itself. Those that are, the best first. */
static GArray *judge_all(const KjPosition *work, const KjWish *wish, Sum *sum)
{
    g_autoptr(GArray) all = kj_candidates_one(work, wish->attacker);
    GArray *found = kj_repairs_new();
    KjSolver *solver = NULL;
    double begun = cpu_seconds();
    sum->neighbours += all->len;
    for (unsigned i = 0; i < all->len; i++) {
        if (i % CHUNK == 0) {
            kj_solver_free(solver);
            solver = usual_solver(MEMORY_MIB);
        }
        KjRepair repair = {.candidate = g_array_index(all, KjCandidate, i)};
        kj_repair_judge(solver, wish, work, false, &repair);
        sum->nodes += repair.judgement.nodes;
        sum->fate[repair.judgement.fate]++;
        if (repair.judgement.fate == KJ_FATE_SOUND)
            g_array_append_val(found, repair);
    }
    kj_solver_free(solver);
    g_array_sort(found, kj_repair_compare);
    sum->seconds += cpu_seconds() - begun;
    return found;
}

/* Judges all single changes and returns the original's rank, from 1; 0: not found. */
static unsigned rank_original(const KjPosition *work, const KjPosition *original,
                              const KjWish *wish, bool verbose, Sum *sum)
{
    g_autoptr(GArray) found = judge_all(work, wish, sum);
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
        KjSolver *solver = usual_solver(MEMORY_MIB);
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
        sum->planted++;
        sum->first += rank == 1;
        sum->top += rank && rank <= TOP;
        return;
    }
}

/* All single changes of a work as it is. */
static void measure(const char *id, const KjPosition *work, const KjWish *wish, Sum *sum)
{
    Sum one = {0};
    g_array_unref(judge_all(work, wish, &one));
    printf("%s %u plies: %u versions", id, wish->plies, one.neighbours);
    for (unsigned f = 0; f < KJ_FATES; f++) {
        printf(", %s %u", kj_fate_text(f), one.fate[f]);
        sum->fate[f] += one.fate[f];
    }
    printf("; %" G_GUINT64_FORMAT " nodes, %.2f CPU s\n", one.nodes, one.seconds);
    sum->neighbours += one.neighbours;
    sum->nodes += one.nodes;
    sum->seconds += one.seconds;
    sum->planted++;
}

static void print_sum(const Sum *sum, unsigned defects)
{
    if (defects)
        printf("%u planted, original first %u, among the first %d %u; ranked higher %u, confirmed "
               "%u, refuted %u; ",
               sum->planted, sum->first, TOP, sum->top, sum->higher, sum->confirmed, sum->refuted);
    printf("%u neighbours", sum->neighbours);
    for (unsigned f = 0; f < KJ_FATES; f++)
        printf(", %s %u", kj_fate_text(f), sum->fate[f]);
    printf("; %" G_GUINT64_FORMAT " nodes, %.1f CPU s\n", sum->nodes, sum->seconds);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: repairs SEED DEFECTS MOST [-v] <WORKS\n");
        return 2;
    }
    DraftRng rng = {strtoull(argv[1], NULL, 10)};
    unsigned n = (unsigned)strtoul(argv[2], NULL, 10), most = (unsigned)strtoul(argv[3], NULL, 10);
    Sum sum = {0};
    char *id;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    for (KjPosition pos; sum.planted < most && work_list_next(stdin, &id, &pos); g_free(id)) {
        KjWish wish;
        g_autofree KjMove *moves = NULL;
        if (!solve(&pos, &wish, &moves))
            continue;
        if (!n)
            measure(id, &pos, &wish, &sum);
        for (unsigned k = 0; k < n && sum.planted < most; k++)
            one_defect(id, &pos, &wish, draft_random(&rng, 3), &rng, argc > 4, &sum);
    }
    print_sum(&sum, n);
    return 0;
}
