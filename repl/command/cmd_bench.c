/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench: a fixed set of problems; its number of nodes is the signature of the search. */
#include <stdatomic.h>

#include "core/format/position_text.h"
#include "core/text/lang.h"
#include "repl/cli/commands.h"
#include "repl/cli/fields_print.h"
#include "repl/job/pool.h"
#include "solver/solver.h"

typedef struct {
    const char *id;
    const char *position;
    uint64_t nodes; // limit
} Row;

static const Row rows[] = {
#define KJ_BENCH(id, position, nodes) {id, position, nodes},
#include "repl/command/bench.def"
#include "repl/command/command_fields.def"
#undef KJ_BENCH
};

// Small enough for any machine; fixed, because the size of the table changes the node count.
enum { MEMORY_MIB = 256 };

typedef struct {
    KjSession *session;
    const KjCall *call;
    KjResult results[G_N_ELEMENTS(rows)];
    char *failure;
    uint64_t nodes, positions;
    double seconds;
} Bench;

static void work_bench_row(void *data, unsigned index, const atomic_bool *cancel)
{
    Bench *bench = data;
    const Row *row = &rows[index];
    KjSolverOptions options = {.attacker_moves = KJ_CHECKS_ONLY,
                               .loops = KJ_LOOPS_FAIL,
                               .memory_mib = MEMORY_MIB,
                               .find_shortest = true};
    KjLimits limits = {.nodes = row->nodes, .stop = cancel};
    KjPositionText text;
    g_autoptr(GError) error = NULL;
    g_autoptr(KjSolver) solver = kj_solver_new(&options, &error);
    if (!solver || !kj_position_text_read(row->position, NULL, &text, &error)) {
        bench->failure = g_strdup_printf("%s: %s", row->id, error->message);
        return;
    }
    KjPosition root = kj_position_text_end(&text);
    kj_solver_solve(solver, &root, kj_default_attacker(&root), &limits, &bench->results[index]);
    kj_position_text_clear(&text);
}

static bool deliver_bench_row(void *data, unsigned index)
{
    Bench *bench = data;
    KjPrinter *printer = bench->call->printer;
    KjResult *result = &bench->results[index];
    if (bench->failure || kj_session_stopped(bench->session))
        return false;
    bench->nodes += result->nodes;
    bench->positions += result->positions;
    bench->seconds += result->seconds;
    kj_printer_begin(printer, bench->call->command->schema);
    KJ_FIELDS_BENCH;
    kj_printer_line(printer, "%-12s %-7s %4u plies %10" G_GUINT64_FORMAT " nodes %8.3f s",
                    rows[index].id, kj_tr(kj_verdict_text(result->verdict)), result->pure_plies,
                    result->nodes, result->seconds);
    kj_printer_end(printer);
    return printer->failed == 0;
}

static void print_total(const Bench *bench)
{
    KjPrinter *printer = bench->call->printer;
    double unit = bench->seconds > 0 ? 1 / bench->seconds : 0;
    kj_printer_begin(printer, bench->call->command->schema);
    KJ_FIELDS_BENCH_TOTAL;
    kj_printer_line(printer, "seconds: %.3f", bench->seconds);
    // nodes are what was expanded; who counts every move that is played compares positions
    KJ_FIELDS_BENCH_RATES;
    kj_printer_end(printer);
}

static KjExit kj_cmd_bench(KjSession *session, const KjCall *call, GError **error)
{
    Bench bench = {.session = session, .call = call};
    KjPoolTask task = {.work = work_bench_row, .deliver = deliver_bench_row, .data = &bench};
    bool ok = kj_pool_run(G_N_ELEMENTS(rows), 1, session->stop, &task, error);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++)
        kj_result_clear(&bench.results[i]);
    if (bench.failure)
        kj_term_message(&session->term, "%s", bench.failure);
    else if (ok && !call->printer->failed && !kj_session_stopped(session))
        print_total(&bench);
    ok = ok && !bench.failure;
    g_free(bench.failure);
    return ok ? KJ_EXIT_OK : KJ_EXIT_INTERNAL;
}

const KjCommand kj_bench_command = {
    .name = "bench",
    .ja = "計測",
    .group = KJ_COMMANDS_OTHER,
    .summary = "measure the search on a fixed set of problems",
    .details = "Solves a set of problems built into the program and prints nodes, seconds and "
               "nodes per second. The nodes are the same in every run, so they tell whether "
               "a change of the program changes its search.",
    .options = KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_bench,
    .schema = "kanju.bench/1",
};
