/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes original problems of 必至: hisshi_generate GAME SEED SECONDS PLIES:COUNT,... [LIST]...
 * Random diagrams around a king, changed ones of what was found, and those with a check and a reply
 * put in front, are asked whether mate is forced by checks and threats. What is sound for the check
 * (solver/check, profile modern, nothing undecided) and has no useless piece nor one far from the king is printed at once, as
 * a row of a list file; at the end of the time the run ends. The problems of the LISTs are where it
 * goes on from, and are not made again. Seed and node counts decide, but for how far it comes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/problem.h"
#include "solver/check/check.h"
#include "solver/query.h"
#include "tests/support/problems/draft.h"

enum {
    MEMORY_MIB = 64,
    LENGTHS = 6, // plies below this
    POOL = 400,
    MAX_MEN = 10,
    MAX_ATTACKERS = 4, // in hand too: with more, what refutes takes too long to prove
    FEW_MEN = 7,
    EDGE = 2,             // files and ranks from the edge where a king is soon without a way out
    FRESH_NODES = 1500,   // for the first question about a random diagram,
    NEXT_NODES = 20000,   // and about what comes of one that was found
    CHECK_NODES = 600000, // a check, first,
    LAST_NODES = 6000000, // and where only so many moves are open then
    FEW_OPEN = 3,
    MOST_PASSES = 4,
    NEAR = 3,  // files and ranks
    DRAWS = 3, // of problems to go on from
};

typedef struct {
    Draft draft;
    unsigned plies;
    bool sound; // and printed
} Found;

typedef struct {
    const KjGame *game;
    KjSolver *solver;
    KjHisshi *hisshi;
    DraftRng rng;
    unsigned seed, printed;
    unsigned quota[LENGTHS];
    Found pool[POOL];
    unsigned n_pool;
    GHashTable *seen;
} Run;

static unsigned men(const Draft *draft)
{
    unsigned n = 0;
    for (unsigned s = 0; s < draft->game->t->squares; s++)
        n += draft->board[s] != KJ_NONE;
    return n;
}

static unsigned attackers(const Draft *draft)
{
    unsigned n = 0;
    for (unsigned s = 0; s < draft->game->t->squares; s++)
        n += draft->board[s] != KJ_NONE && kj_piece_side(draft->board[s]) == KJ_SENTE;
    for (unsigned kind = 0; kind < KJ_MAX_BASE; kind++)
        n += draft->hand[kind];
    return n;
}

/* A random diagram with the king near two edges. */
static void scatter(Run *r, Draft *draft)
{
    const KjTables *t = r->game->t;
    unsigned file, rank;
    do {
        draft_scatter(draft, r->game, &r->rng);
        unsigned king = 0;
        while (draft->board[king] != kj_piece(KJ_GOTE, t->king))
            king++;
        file = MIN(t->file_of[king], (unsigned)t->files - 1 - t->file_of[king]);
        rank = t->rank_of[king];
    } while (file >= EDGE || rank > EDGE || men(draft) > FEW_MEN || attackers(draft) < 2);
}

/* The length of 必至 the draft has, 0: none, or not known. */
static unsigned length_of(Run *r, const Draft *draft, uint64_t nodes, KjPosition *pos)
{
    KjLimits limits = {.nodes = nodes};
    KjHisshiAnswer answer;
    if (men(draft) > MAX_MEN || attackers(draft) > MAX_ATTACKERS || !draft_position(draft, pos))
        return 0;
    uint64_t key = kj_position_full_key(pos);
    if (!g_hash_table_add(r->seen, g_memdup2(&key, sizeof key)))
        return 0;
    kj_query_forget(r->solver);
    kj_hisshi_forget(r->hisshi);
    kj_hisshi_open(r->hisshi, r->game, KJ_SENTE);
    kj_hisshi_ask(r->hisshi, pos, LENGTHS - 1, &limits, &answer);
    if (answer.verdict != KJ_MATE || answer.mate == KJ_MATE || answer.plies == 0)
        return 0;
    kj_hisshi_length(r->hisshi, pos, &limits, &answer);
    return kj_hisshi_exact(&answer) && answer.plies < LENGTHS ? answer.plies : 0;
}

/* A check with so many passes. */
static void check(Run *r, const KjPosition *pos, unsigned n_passes, unsigned spares, KjReport *out)
{
    KjCheckOptions options = {.recorded_plies = -1,
                              .hisshi = r->hisshi,
                              .n_passes = n_passes,
                              .pass_nodes = {500, 5000, 50000, 1500000},
                              .spares = spares,
                              .first_defect = true};
    KjLimits limits = {.nodes = n_passes == MOST_PASSES ? LAST_NODES : CHECK_NODES};
    kj_check(r->solver, pos, KJ_SENTE, &options, &limits, out);
}

/* Whether more effort may show it sound: a few moves are open, and nothing is wrong. */
static bool is_promising(Run *r, const KjPosition *pos)
{
    g_auto(KjReport) report;
    check(r, pos, MOST_PASSES - 1, 0, &report);
    bool promising = !report.n_defects && !report.n_blemishes && report.mate == KJ_MATE &&
                     report.n_line && report.n_open <= FEW_OPEN;
    return promising;
}

/* Whether the check finds nothing wrong with it. Useless pieces are given to the defender. */
static bool is_sound(Run *r, Draft *draft)
{
    for (;;) {
        KjPosition pos;
        KjReport report;
        draft_position(draft, &pos);
        if (!is_promising(r, &pos))
            return false;
        check(r, &pos, MOST_PASSES, KJ_CHECK_SPARES, &report);
        bool sound = report.n_defects == 0 && !kj_report_useless(&report, KJ_OPEN) &&
                     report.n_open == 0 && !report.n_open_lengths &&
                     (report.verdict == KJ_WORK_SOUND || report.verdict == KJ_WORK_BLEMISHED);
        const KjSpare *useless = NULL;
        for (unsigned i = 0; sound && report.spares && i < report.spares->len; i++) {
            const KjSpare *spare = &g_array_index(report.spares, KjSpare, i);
            sound = spare->sound == KJ_YES;
            useless = useless ? useless : spare;
        }
        bool clean = sound && report.verdict == KJ_WORK_SOUND;
        KjPosition less;
        bool go_on = sound && useless && kj_spare_apply(&pos, KJ_SENTE, useless, &less);
        kj_report_clear(&report);
        if (!go_on)
            return clean;
        draft_from_position(draft, &less);
    }
}

static void keep(Run *r, const Draft *draft, unsigned plies, bool sound)
{
    unsigned at = r->n_pool < POOL ? r->n_pool++ : draft_random(&r->rng, POOL);
    while (r->pool[at].sound && r->pool[at].plies)
        at = draft_random(&r->rng, POOL); // what was printed stays
    r->pool[at] = (Found){*draft, plies, sound};
}

/* A piece by how it moves: all golds are one. */
static unsigned moves_of(const Draft *d, KjPiece piece)
{
    const KjTables *t = d->game->t;
    KjKind kind = kj_piece_kind(piece);
    return piece ? 1 + kj_piece_side(piece) + 2u * t->step_class[kind] + 512u * t->slide_class[kind]
                 : 0;
}

static unsigned king_of(const Draft *d)
{
    unsigned s = 0;
    while (d->board[s] != kj_piece(KJ_GOTE, d->game->t->king))
        s++;
    return s;
}

/* Men that stand alike as seen from the kings, and equal kinds in hand. */
static unsigned shared(const Draft *a, const Draft *b, bool mirror)
{
    const KjTables *t = a->game->t;
    unsigned n = 0, from = king_of(a), to = king_of(b);
    for (unsigned s = 0; s < t->squares; s++) {
        int files = t->file_of[s] - t->file_of[from];
        int file = t->file_of[to] + (mirror ? -files : files);
        int rank = t->rank_of[to] + t->rank_of[s] - t->rank_of[from];
        if (a->board[s] && s != from && file >= 0 && file < t->files && rank >= 0 &&
            rank < t->ranks)
            n += moves_of(a, a->board[s]) == moves_of(b, b->board[file * t->ranks + rank]);
    }
    for (unsigned kind = 0; kind < KJ_MAX_BASE; kind++)
        n += MIN(a->hand[kind], b->hand[kind]);
    return n;
}

static unsigned size_of(const Draft *d)
{
    unsigned n = men(d) - 1;
    for (unsigned kind = 0; kind < KJ_MAX_BASE; kind++)
        n += d->hand[kind];
    return n;
}

/* Whether no sound one of the pool is like it: three quarters of the pieces the same. */
static bool is_new(const Run *r, const Draft *draft)
{
    for (unsigned i = 0; i < r->n_pool; i++) {
        const Draft *other = &r->pool[i].draft;
        unsigned same = MAX(shared(draft, other, false), shared(draft, other, true));
        if (r->pool[i].sound && 4 * same >= 3 * MAX(size_of(draft), size_of(other)))
            return false;
    }
    return true;
}

/* Whether every piece stands near the king: one that does not is mostly there to be missing in the
 * defender's hand. */
static bool is_near(const Draft *d)
{
    const KjTables *t = d->game->t;
    unsigned king = king_of(d);
    for (unsigned s = 0; s < t->squares; s++)
        if (d->board[s] && (abs(t->file_of[s] - t->file_of[king]) > NEAR ||
                            abs(t->rank_of[s] - t->rank_of[king]) > NEAR))
            return false;
    return true;
}

static void offer(Run *r, Draft *draft, unsigned plies)
{
    KjPosition pos;
    if (!r->quota[plies] || !is_near(draft) || !is_new(r, draft) || !is_sound(r, draft) ||
        !is_new(r, draft))
        return;
    draft_position(draft, &pos);
    keep(r, draft, plies, true);
    r->quota[plies]--;
    g_autofree char *text = kj_position_write(&pos);
    printf("%s-%u-%03u\t%s\t%u\tseed %u\n", r->game->row->id, r->seed, ++r->printed, text, plies,
           r->seed);
    fflush(stdout);
}

/* A diagram: a new one, or from one that was found; the nodes a question about it is worth. */
static uint64_t next_draft(Run *r, Draft *draft)
{
    unsigned what = draft_random(&r->rng, 100);
    if (r->n_pool == 0 || what < 25) {
        scatter(r, draft);
        return FRESH_NODES;
    }
    // rather one of the longer, sound ones
    const Found *best = &r->pool[draft_random(&r->rng, r->n_pool)];
    for (unsigned i = 1; i < DRAWS; i++) {
        const Found *other = &r->pool[draft_random(&r->rng, r->n_pool)];
        if (other->plies + other->sound > best->plies + best->sound)
            best = other;
    }
    *draft = best->draft;
    bool extended = false;
    if (what < 60)
        for (unsigned i = 0; i < 40 && !extended; i++)
            extended = draft_extend(draft, &r->rng);
    if (!extended || draft_random(&r->rng, 100) < 30)
        draft_mutate(draft, &r->rng);
    return NEXT_NODES;
}

static bool wanted(const Run *r)
{
    unsigned left = 0;
    for (unsigned i = 0; i < LENGTHS; i++)
        left += r->quota[i];
    return left > 0;
}

static bool read_quota(Run *r, const char *text)
{
    g_auto(GStrv) items = g_strsplit(text, ",", -1);
    for (unsigned i = 0; items[i]; i++) {
        unsigned plies, count;
        if (sscanf(items[i], "%u:%u", &plies, &count) != 2 || plies >= LENGTHS)
            return false;
        r->quota[plies] = count;
    }
    return true;
}

static bool read_list(Run *r, const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) list = kj_problems_from_file(path, r->game, &error);
    for (unsigned i = 0; list && i < list->len; i++) {
        const KjProblem *from = g_ptr_array_index(list, i);
        Draft draft;
        KjPosition pos = kj_position_text_end(&from->position);
        draft_from_position(&draft, &pos);
        keep(r, &draft, (unsigned)MAX(1, from->plies), true);
    }
    if (!list)
        fprintf(stderr, "hisshi_generate: %s\n", error->message);
    return list != NULL;
}

int main(int argc, char **argv)
{
    static Run r;
    guint64 seed = 0, seconds = 0;
    bool ok = argc >= 5 && (r.game = kj_game_find(argv[1])) &&
              g_ascii_string_to_unsigned(argv[2], 10, 0, UINT_MAX, &seed, NULL) &&
              g_ascii_string_to_unsigned(argv[3], 10, 1, G_MAXINT, &seconds, NULL) &&
              read_quota(&r, argv[4]);
    r.seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (int i = 5; i < argc && ok; i++)
        ok = read_list(&r, argv[i]);
    if (!ok) {
        fputs("usage: hisshi_generate GAME SEED SECONDS PLIES:COUNT,... [LIST]...\n", stderr);
        return 2;
    }
    KjSolverOptions options = {.loops = KJ_LOOPS_FAIL, .memory_mib = MEMORY_MIB};
    r.hisshi = kj_hisshi_with_solver(&options, &r.solver, NULL);
    r.seed = (unsigned)seed;
    r.rng.state = r.seed * 0x2545f4914f6cdd1du;
    gint64 end = g_get_monotonic_time() + (gint64)seconds * G_USEC_PER_SEC;
    while (r.hisshi && g_get_monotonic_time() < end && wanted(&r)) {
        Draft draft;
        KjPosition pos;
        uint64_t nodes = next_draft(&r, &draft);
        unsigned plies = length_of(&r, &draft, nodes, &pos);
        if (!plies)
            continue;
        keep(&r, &draft, plies, false);
        offer(&r, &draft, plies);
    }
    kj_hisshi_free(r.hisshi);
    kj_solver_free(r.solver);
    g_hash_table_unref(r.seen);
    return 0;
}
