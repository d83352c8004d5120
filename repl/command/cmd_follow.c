/* SPDX-License-Identifier: GPL-3.0-or-later */
/* follow: an author's line as a proof, every reply apart from it searched. */
#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/input_print.h"
#include "repl/cli/result_json.h"
#include "repl/command/command_fields.def"
#include "repl/job/phrases.h"
#include "repl/run/runner.h"
#include "solver/follow.h"

/* One problem and its line. */
typedef struct {
    KjSolveJob solve; // its input, the attacker
    KjPosition start;
    KjMove *line; // owned
    unsigned n_line;
    KjFollow follow;
} Job;

static const char *const verdicts[] = {"proved", "open", "broken"};

/* ---- the work ---- */

/* The line: the moves given with the position, else the main line of its file. */
static void prepare(KjRun *run, KjSolveJob *solve)
{
    Job *job = (Job *)solve;
    KjInput *input = solve->input;
    if (input->error)
        return;
    job->line = kj_input_line(input, &job->n_line);
    if (job->n_line == 0) {
        input->error =
            g_strdup(kj_tr("no line to follow, expected moves after the position or in its file"));
        return;
    }
    kj_solve_prepare(run->call->values, solve);
    job->start = input->position;
}

static void work_follow(KjRunSearch *search)
{
    Job *job = (Job *)search->job;
    KjCheckpoint *checkpoint = &search->run->checkpoint;
    kj_follow_line(search->solver, &job->start, job->solve.attacker, job->line, job->n_line,
                   &search->limits, &job->follow);
    kj_checkpoint_end(checkpoint, job->follow.nodes, job->follow.verdict == KJ_FOLLOW_OPEN);
    job->follow.nodes += checkpoint->unanswered;
}

static void clear_follow(KjSolveJob *solve)
{
    Job *job = (Job *)solve;
    kj_follow_clear(&job->follow);
    g_free(job->line);
    kj_solve_job_clear(solve);
}

/* ---- the report ---- */

/* A move at a ply of the line. (transfer full) */
static char *move_text(const KjRun *run, const Job *job, unsigned ply, KjMove move)
{
    unsigned before = ply ? ply - 1 : 0;
    KjPosition pos = kj_position_after_line(&job->start, job->line, before);
    return kj_move_text(&pos, move, before ? job->line[before - 1] : KJ_MOVE_NONE,
                        kj_printer_notation(run->call->printer, run->request->notation));
}

/* How the law ends a game, for people. (transfer full) */
static char *status_text(const KjStatus *status)
{
    const char *winner = status->has_winner ? kj_side_name(status->winner) : NULL;
    const char *name = kj_status_name(status->kind);
    g_autofree char *times = status->occurrences > 1
                                 ? g_strdup_printf(", occurrence %u", status->occurrences)
                                 : g_strdup("");
    return winner ? g_strdup_printf("%s%s: %s wins", name, times, winner)
                  : g_strdup_printf("%s%s", name, times);
}

/* The answer to a reply after which the law ends the game. (transfer full) */
static char *answer_text(const KjRun *run, const Job *job, const KjFollowReply *reply)
{
    if (!reply->answer)
        return g_strdup("");
    KjPosition pos = kj_position_after_line(&job->start, job->line, MAX(reply->ply, 1) - 1);
    pos = kj_position_after(&pos, reply->move);
    g_autofree char *move =
        kj_move_text(&pos, reply->answer, reply->move,
                     kj_printer_notation(run->call->printer, run->request->notation));
    return g_strdup_printf(kj_tr(" then %s,"), move);
}

/* Why the line breaks, for people. (transfer full) */
static char *break_text(const KjRun *run, const Job *job)
{
    const KjFollow *f = &job->follow;
    g_autofree char *status = status_text(&f->status);
    switch (f->breaks) {
    case KJ_BREAK_NONE: return NULL;
    case KJ_BREAK_ILLEGAL:
        return g_strdup_printf(kj_printer_tr(run->call->printer, "is illegal: %s"),
                               kj_printer_tr(run->call->printer, kj_illegal_text(f->illegal)));
    case KJ_BREAK_QUIET: return g_strdup(kj_printer_tr(run->call->printer, "gives no check"));
    case KJ_BREAK_LOOP:
        return g_strdup(
            kj_printer_tr(run->call->printer, "brings a position back, which fails the attacker"));
    case KJ_BREAK_ENDED:
        return g_strdup_printf(kj_printer_tr(run->call->printer, "ends the game: %s"), status);
    case KJ_BREAK_NO_MATE:
        return g_strdup(
            kj_printer_tr(run->call->printer, "is the end of the line, and there is no mate"));
    case KJ_BREAK_REPLY: break;
    }
    const KjFollowReply *reply = &g_array_index(f->replies, KjFollowReply, f->replies->len - 1);
    if (!reply->status.over)
        return g_strdup(kj_printer_tr(run->call->printer, "gets away: there is no mate after it"));
    g_autofree char *answer = answer_text(run, job, reply);
    g_autofree char *end = status_text(&reply->status);
    return g_strdup_printf(kj_printer_tr(run->call->printer, "gets away:%s %s"), answer, end);
}

static unsigned count(const KjFollow *follow, KjVerdict verdict)
{
    unsigned n = 0;
    for (unsigned i = 0; i < follow->replies->len; i++)
        n += g_array_index(follow->replies, KjFollowReply, i).verdict == verdict;
    return n;
}

/* Why a move is barred, for people. A drop that mates by the game so far only does so by perpetual
 * check. */
static const char *bar_text(const KjFollowBar *bar)
{
    return bar->reason == KJ_MOVE_DROP_MATE
               ? "a pawn drop may not mate (打歩詰), for every reply would lose by perpetual check"
               : kj_illegal_text(bar->reason);
}

static void print_bars(const KjRun *run, const Job *job)
{
    KjPrinter *printer = run->call->printer;
    for (unsigned i = 0; i < job->follow.bars->len; i++) {
        const KjFollowBar *bar = &g_array_index(job->follow.bars, KjFollowBar, i);
        g_autofree char *move = move_text(run, job, bar->ply, bar->move);
        kj_printer_begin_item(printer);
        kj_printer_line(printer, "  ply %u: %s may not be played: %s", bar->ply, move,
                        kj_printer_tr(printer, bar_text(bar)));
        KJ_FIELDS_BAR;
        kj_printer_end_item(printer);
    }
}

static void print_replies(const KjRun *run, const Job *job)
{
    KjPrinter *printer = run->call->printer;
    const KjFollow *f = &job->follow;
    for (unsigned i = 0; i < f->replies->len; i++) {
        const KjFollowReply *reply = &g_array_index(f->replies, KjFollowReply, i);
        g_autofree char *move = move_text(run, job, reply->ply, reply->move);
        kj_printer_begin_item(printer);
        if (reply->verdict == KJ_UNKNOWN)
            kj_printer_line(printer, "  ply %u: %s is open (%s)", reply->ply, move,
                            kj_tr(kj_cause_text(reply->cause)));
        KJ_FIELDS_FOLLOW_REPLY;
        kj_printer_end_item(printer);
    }
}

/* What the verdict rests on, in a sentence. */
static void print_verdict(const KjRun *run, const Job *job)
{
    const KjFollow *f = &job->follow;
    unsigned open = count(f, KJ_UNKNOWN);
    kj_printer_line(
        run->call->printer, "%s: %u of %u plies followed; %u other replies: %u proved, %u open",
        job->solve.input->called, f->n_line, job->n_line, f->replies->len, count(f, KJ_MATE), open);
    if (f->verdict == KJ_FOLLOW_PROVED)
        kj_printer_line(run->call->printer,
                        f->beyond ? "proved: the line and %u plies after it mate, by search"
                                  : "proved: the line ends in mate, and every other reply loses",
                        f->beyond);
    else if (f->verdict == KJ_FOLLOW_OPEN)
        kj_printer_line(run->call->printer, "open: %s",
                        open ? kj_tr("the replies above are not decided, the rest is proved")
                             : kj_tr("the position at the end of the line is not decided"));
}

/* The moves of a mate found after the line. (transfer full) */
static char **after_text(const KjRun *run, const Job *job)
{
    const KjFollow *f = &job->follow;
    KjPosition end = kj_position_after_line(&job->start, job->line, f->n_line);
    return kj_line_text(&end, f->after, f->n_after,
                        f->n_line ? job->line[f->n_line - 1] : KJ_MOVE_NONE,
                        kj_printer_notation(run->call->printer, run->request->notation));
}

static void print_follow(KjRun *run, KjSolveJob *solve)
{
    KjPrinter *printer = run->call->printer;
    const Job *job = (const Job *)solve;
    const KjFollow *f = &job->follow;
    bool broken = f->verdict == KJ_FOLLOW_BROKEN;
    g_auto(GStrv) after = after_text(run, job);
    g_autofree char *joined = g_strjoinv(" ", after);
    g_autofree char *why = broken ? break_text(run, job) : NULL;
    g_autofree char *move = broken && f->move ? move_text(run, job, f->ply, f->move) : NULL;
    kj_printer_begin(printer, run->call->command->schema);
    kj_input_print_position(printer, job->solve.input);
    KJ_FIELDS_FOLLOW;
    print_verdict(run, job);
    if (f->n_after)
        kj_printer_line(printer, "after the line: %s", joined);
    if (broken)
        kj_printer_line(printer, "broken at ply %u: %s%s%s", f->ply, move ? move : "",
                        move ? " " : "", why);
    kj_printer_end(printer);
}

static KjExit status_of(const KjSolveJob *job)
{
    static const KjExit exits[] = {KJ_EXIT_OK, KJ_EXIT_UNKNOWN, KJ_EXIT_DEFECT};
    return exits[((const Job *)job)->follow.verdict];
}

static KjExit kj_cmd_follow(KjSession *session, const KjCall *call, GError **error)
{
    static const KjRunKind kind = {.job_bytes = sizeof(Job),
                                   .answers = true, // none: what is kept is the table
                                   .prepare = prepare,
                                   .work = work_follow,
                                   .status = status_of,
                                   .print = print_follow,
                                   .clear = clear_follow};
    return kj_run(&kind, NULL, session, call, error);
}

const KjCommand kj_follow_command = {
    .name = "follow",
    .ja = "追手順",
    .group = KJ_COMMANDS_MATE,
    .summary = "verify an author's line as a proof",
    .details =
        "Takes the attacker's moves from the line given (moves after the position, or "
        "the main line of a file) and searches every other reply of the defender. So "
        "works can be verified that are too long to be solved, or that turn on what was "
        "played before: with --rules repetition=fourfold positions may come back on the line "
        "as the law of the game allows. Says what was proved, which replies are open, "
        "and at which ply and by what a line breaks. The limits are of each reply.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT |
               KJ_OPTIONS_NOTATION | KJ_OPTIONS_JSON | KJ_OPTIONS_KEEP | KJ_OPTIONS_GIVEN,
    .moves = KJ_MOVES_LINE,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_follow,
    .examples = {{"follow 'sfen 6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1 moves R*1b 1a2a "
                  "S*3b'",
                  "A mate in three, move by move.", "proved"}},
    .schema = "kanju.follow/1",
};
