/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/certify/reported.h"

#include <stdio.h>
#include <string.h>

#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "repl/job/unplaced_pieces.h"
#include "tests/support/brute_force/classify.h"
#include "tests/support/certify/certified.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/problems/work_list.h"
#include "tests/support/rules/switches.h"
#include "tests/support/solver/planted.h"

enum {
    MEMORY_MIB = 16,
    GRAPH_LIMIT = 4000,
    REFERENCE_LIMIT = 2000,
    PROOF_NODES = 100000,
    DEPTH = 9
};

static void take_claim(void *data, const KvMoveClaim *claim)
{
    if (data)
        g_array_append_val((GArray *)data, *claim);
}

KvResult reported_verify(const GByteArray *bytes, GArray *claims)
{
    FILE *in = fmemopen(bytes->data, bytes->len, "rb");
    g_assert(in);
    const KvLimits limits = {
        .memory = KV_DEFAULT_MEMORY, .reports = true, .tell = take_claim, .tell_data = claims};
    KvResult verdict = kv_verify(in, &limits);
    fclose(in);
    return verdict;
}

static const char *class_code(const KjAlternative *alt)
{
    return alt->class == KJ_CLASS_LEFTOVER ? "leaves" : kj_class_code(alt->class);
}

/* What the verifier was told of a move. */
static const KvMoveClaim *claim_of(const GArray *claims, unsigned ply, const char *move)
{
    for (unsigned i = 0; i < claims->len; i++) {
        const KvMoveClaim *claim = &g_array_index(claims, KvMoveClaim, i);
        if (claim->ply == ply && strcmp(claim->move, move) == 0)
            return claim;
    }
    return NULL;
}

bool reported_agrees(const GArray *claims, const KjCheckNode *node, const KjAlternative *alt)
{
    char move[KJ_USI_MOVE];
    kj_usi_move_write(&node->position, alt->move, move);
    const KvMoveClaim *claim = claim_of(claims, node->ply + 1, move);
    if (!claim)
        return false;
    // the check may not have found out that what is futile loses sooner, too
    bool sooner = alt->class == KJ_CLASS_FUTILE && strcmp(claim->class, "shorter") == 0;
    return sooner || strcmp(claim->class, class_code(alt)) == 0 ||
           strcmp(claim->class, "unknown") == 0;
}

bool reported_agrees_on_pieces(const GArray *claims, const KjReport *report, const KjGame *game)
{
    for (unsigned i = 0; i < claims->len; i++) {
        const KvMoveClaim *claim = &g_array_index(claims, KvMoveClaim, i);
        bool useless = strcmp(claim->class, "useless") == 0, found = false, open = false;
        for (unsigned k = 0; report->spares && k < report->spares->len && claim->ply == 0; k++) {
            const KjSpare *spare = &g_array_index(report->spares, KjSpare, k);
            char place[KJ_SQUARE_TEXT + 4] = "";
            if (spare->square != KJ_NO_SQUARE)
                kj_square_write(game, spare->square, place);
            else
                g_snprintf(place, sizeof place, "%s%c*",
                           kj_piece_kind(spare->piece) & KJ_PROMOTED ? "+" : "",
                           kj_game_piece(game, kj_piece_kind(spare->piece))->letter);
            if (strcmp(claim->move, place) != 0)
                continue;
            found = spare->sound == KJ_YES;
            open = spare->sound == KJ_OPEN;
        }
        if (claim->ply == 0 && !open && strcmp(claim->class, "unknown") != 0 && found != useless)
            return false;
    }
    return true;
}

/* Whether all pieces are called the same, and the work is. */
static char *compare_whole(const Reported *r, const KjGame *game)
{
    const KvResult *verdict = &r->verdict;
    bool defect = r->report.profile->fault[KJ_FAULT_USELESS] == KJ_SEVERITY_DEFECT;
    bool open = verdict->open || (defect && verdict->open_pieces);
    unsigned useless = kj_report_useless(&r->report, KJ_YES);
    if (!reported_agrees_on_pieces(r->claims, &r->report, game) ||
        verdict->useless + verdict->open_pieces < useless)
        return g_strdup_printf("%u pieces are useless, verified are %u, open %u", useless,
                               verdict->useless, verdict->open_pieces);
    if (!open && strcmp(verdict->verdict, kj_work_text(r->report.verdict)) != 0)
        return g_strdup_printf("reported %s, verified %s", kj_work_text(r->report.verdict),
                               verdict->verdict);
    return NULL;
}

/* Whether all moves are called the same. */
static char *compare(const Reported *r, const KjGame *game)
{
    unsigned n = 0;
    for (unsigned i = 0; i < r->report.nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(r->report.nodes, KjCheckNode, i);
        for (unsigned k = 0; k < node->alternatives->len; k++, n++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            char move[KJ_USI_MOVE];
            kj_usi_move_write(&node->position, alt->move, move);
            const KvMoveClaim *claim = claim_of(r->claims, i + 1, move);
            const char *class = claim ? claim->class : "nothing";
            bool same = strcmp(class, class_code(alt)) == 0 &&
                        strcmp(claim->weight, kj_severity_text(alt->severity)) == 0;
            unsigned beyond = claim ? claim->beyond : 0;
            if (beyond && (beyond != alt->beyond || alt->class != KJ_CLASS_UNKNOWN))
                return g_strdup_printf("ply %u, %s: reported %u plies, verified %u", i + 1, move,
                                       alt->beyond, beyond);
            if (!same && strcmp(class, "unknown") != 0)
                return g_strdup_printf("ply %u, %s: reported %s, verified %s", i + 1, move,
                                       class_code(alt), class);
        }
    }
    unsigned pieces = 0;
    for (unsigned i = 0; i < r->claims->len; i++)
        pieces += g_array_index(r->claims, KvMoveClaim, i).ply == 0;
    if (n + pieces != r->claims->len || pieces < r->certificate.pieces)
        return g_strdup_printf("%u moves and %u pieces reported, %u moves and %u pieces verified",
                               n, r->certificate.pieces, r->claims->len - pieces, pieces);
    return compare_whole(r, game);
}

char *reported_run(KjSolver *solver, const KjPosition *root, const KjProfile *profile,
                   const KjLimits *limits, Reported *out)
{
    memset(out, 0, sizeof *out);
    out->bytes = g_byte_array_new();
    out->claims = g_array_new(FALSE, FALSE, sizeof(KvMoveClaim));
    out->certificate.sink = (KjCertificateSink){kj_certificate_hold, out->bytes};
    const KjCheckOptions options = {.profile = profile,
                                    .recorded_plies = -1,
                                    .missing = kj_unplaced_count(root),
                                    .spares = KJ_CHECK_SPARES,
                                    .certificate = &out->certificate};
    kj_check(solver, root, kj_default_attacker(root), &options, limits, &out->report);
    if (out->certificate.cannot)
        return NULL;
    if (!out->certificate.written)
        return g_strdup_printf("not written: %s", out->certificate.failure);
    out->verdict = reported_verify(out->bytes, out->claims);
    if (!out->verdict.ok)
        return g_strdup_printf("%s: %s", kv_status_text(out->verdict.status), out->verdict.reason);
    return compare(out, root->game);
}

/* What a move is called, as it was verified; NULL: it is not named. */
static const char *class_of(const Reported *r, const KjCheckNode *node, KjMove move)
{
    char text[KJ_USI_MOVE];
    kj_usi_move_write(&node->position, move, text);
    const KvMoveClaim *claim = claim_of(r->claims, node->ply + 1, text);
    return claim ? claim->class : NULL;
}

/* Whether the names that brute force has for a move hold what it is called. */
static bool is_named(const char *class, unsigned names)
{
    class = strcmp(class, "leaves") == 0 ? "leftover" : class;
    for (unsigned bit = 0; bit < CLASSIFY_CODES; bit++)
        if ((names >> bit & 1) && strcmp(class, classify_code(bit)) == 0)
            return true;
    return strcmp(class, "unknown") == 0;
}

/* Compares what moves are called with what brute force says; how many. Negative: they differ. */
static int by_brute_force(const Reported *r, PlantedProof *proof, const KjPosition *root)
{
    const KjReport *report = &r->report;
    ClassifyBy by = {.mates = planted_proved,
                     .data = proof,
                     .limit = GRAPH_LIMIT,
                     .rule = report->interpositions,
                     .depth = MAX(report->n_line, DEPTH)};
    if (root->king[0] != KJ_NO_SQUARE && root->king[1] != KJ_NO_SQUARE)
        return 0; // the proofs take who is to move for the attacker then
    if (!report->n_line)
        return by.mates(by.data, root) == 1 ? -1 : 0;
    g_autoptr(Classify) c = classify_new(root, report->attacker, &by, report->line, report->n_line);
    g_autoptr(GArray) moves = c ? classify_moves(c, report->line, report->n_line) : NULL;
    for (unsigned i = 0; moves && i < moves->len; i++) {
        const ClassifyMove *m = &g_array_index(moves, ClassifyMove, i);
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, m->ply);
        const char *class = class_of(r, node, m->move);
        if (!class || !is_named(class, m->names)) {
            char move[KJ_USI_MOVE];
            kj_usi_move_write(&node->position, m->move, move);
            printf("ply %u, %s: named %x, %d plies, called %s\n", m->ply + 1, move, m->names,
                   m->plies, class ? class : "nothing");
            return -1;
        }
    }
    return moves ? (int)moves->len : 0;
}

void reported_clear(Reported *r)
{
    kj_report_clear(&r->report);
    g_byte_array_unref(r->bytes);
    g_array_unref(r->claims);
    g_free(r->certificate.failure);
}

/* One work; false if it fails. */
static bool run(KjSolver *solver, const KjPosition *pos, const KjProfile *profile, uint64_t nodes,
                ReportedTotal *total)
{
    g_auto(Reported) r;
    const KjLimits limits = {.nodes = nodes};
    g_autofree char *wrong = reported_run(solver, pos, profile, &limits, &r);
    if (!wrong && r.certificate.written && total->brute_force) {
        PlantedProof proof = planted_proof_new(REFERENCE_LIMIT, PROOF_NODES);
        int named = by_brute_force(&r, &proof, pos);
        planted_proof_clear(&proof);
        total->named += (unsigned)MAX(named, 0);
        wrong = named < 0 ? g_strdup("brute force says otherwise") : NULL;
    }
    if (wrong) {
        g_autofree char *sfen = kj_sfen_write(pos, 1);
        printf("%s%s %s by %s: %s\n", pos->game->row->id, kj_certificate_switch(pos->game), sfen,
               profile->name, wrong);
    } else if (r.certificate.written) {
        total->works++;
        total->moves += r.certificate.claims;
        total->open += r.certificate.open;
        for (unsigned i = 0; i < r.claims->len; i++)
            total->bounded += g_array_index(r.claims, KvMoveClaim, i).beyond > 0;
        total->pieces += r.verdict.useless;
        total->open_pieces += r.certificate.open_pieces;
        total->facts += r.certificate.facts;
        total->bytes += r.certificate.bytes;
        total->check_nodes += r.report.searched;
        total->write_nodes += r.certificate.nodes;
        total->by_verdict[r.report.verdict]++;
    } else {
        total->without++;
    }
    return !wrong;
}

KjSolver *reported_solver(void)
{
    const KjSolverOptions options = {
        .loops = KJ_LOOPS_FAIL, .memory_mib = MEMORY_MIB, .find_shortest = true};
    KjSolver *solver = kj_solver_new(&options, NULL);
    g_assert(solver);
    return solver;
}

bool reported_random(const char *game, uint64_t seed, unsigned wanted, uint64_t nodes,
                     ReportedTotal *total)
{
    g_autoptr(KjSolver) solver = reported_solver();
    NvRng rng = {.state = seed};
    KjGame rules;
    bool ok = switched_game(game, &rules) != NULL;
    for (unsigned i = 0; ok && total->works < wanted; i++) {
        KjPosition pos;
        random_problem(&pos, &rules, &rng);
        if (nv_random(&rng, 4))
            kj_unplaced_give(&pos, KJ_GOTE);
        ok = run(solver, &pos, kj_profile_at(i % kj_profile_count()), nodes, total);
    }
    return ok;
}

bool reported_list(const char *path, unsigned step, uint64_t nodes, ReportedTotal *total)
{
    FILE *file = fopen(path, "r");
    KjSolver *solver = reported_solver();
    KjPosition pos;
    char *id;
    bool ok = file != NULL;
    for (unsigned i = 0; ok && work_list_next(file, &id, &pos); i++) {
        if (i % step == 0)
            ok = run(solver, &pos, kj_profile_at(i / step % kj_profile_count()), nodes, total);
        if (!ok)
            printf("%s\n", id);
        g_free(id);
    }
    kj_solver_free(solver);
    if (file)
        fclose(file);
    return ok;
}

void reported_print(const char *what, const ReportedTotal *total)
{
    printf("%s: %u works (%u sound, %u blemished, %u unsound, %u unknown), %u without; %u moves, "
           "%u open (%u bounded), %u named by brute force; %u pieces useless, %u open; "
           "%" G_GUINT64_FORMAT " facts, %" G_GUINT64_FORMAT
           " bytes; nodes: check %" G_GUINT64_FORMAT ", writing %" G_GUINT64_FORMAT "\n",
           what, total->works, total->by_verdict[KJ_WORK_SOUND],
           total->by_verdict[KJ_WORK_BLEMISHED], total->by_verdict[KJ_WORK_UNSOUND],
           total->by_verdict[KJ_WORK_UNKNOWN], total->without, total->moves, total->open,
           total->bounded, total->named, total->pieces, total->open_pieces, total->facts,
           total->bytes, total->check_nodes, total->write_nodes);
}
