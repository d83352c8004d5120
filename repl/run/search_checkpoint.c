/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is kept of a search: what was spent, the answers of a check, and the table. */
#include "repl/run/search_checkpoint.h"

#include <string.h>

#include "core/format/sfen.h"
#include "repl/job/phrases.h"

/* Lines NAME=VALUE; a position has the moves that were played behind it, or else the author's line.
 * (transfer full) */
static char *what_about(const KjCheckpoint *checkpoint, const KjSolveRequest *request,
                        const KjSolveJob *job)
{
    const KjInput *input = job->input;
    const KjSolverOptions *o = &request->solver;
    GString *text = kj_checkpoint_file_about();
    g_autofree char *sfen = kj_sfen_write(&input->text.start, 1);
    unsigned n = 0;
    g_autofree KjMove *author = input->text.n_moves ? NULL : kj_input_line(input, &n);
    g_autofree char *line =
        author ? kj_line_words(&input->text.start, author, n, KJ_MOVE_NONE, KJ_NOTATION_USI)
               : kj_line_words(&input->text.start, input->text.moves, input->text.n_moves,
                               KJ_MOVE_NONE, KJ_NOTATION_USI);
    g_string_append_printf(text, "game=%s\ngoal=%s\nposition=%s%s%s\nattacker=%s\n",
                           input->game.row->id, checkpoint->hisshi ? "hisshi" : "mate", sfen,
                           *line ? " moves " : "", line, kj_side_name(job->attacker));
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        if (!(option->groups & KJ_OPTIONS_RULES))
            continue;
        g_autofree char *rule = kj_rule_text(&input->game.rules, option->id);
        g_string_append_printf(text, "%s=%s\n", option->name, rule);
    }
    g_string_append_printf(text,
                           "attacker-moves=%d\nrepetition=%d\ninterpositions=%s\ntolerance=%u\n",
                           (int)o->attacker_moves, (int)o->loops,
                           kj_interpositions_text(o->interpositions), o->tolerance);
    return g_string_free(text, FALSE);
}

/* ---- writing ---- */

/* What stands before the table. */
typedef struct {
    KjSpent spent;
    uint64_t n_answers;
} Counts;

/* What was spent up to now, by all runs. */
static KjSpent spent_now(const KjCheckpoint *checkpoint)
{
    KjSpent spent = kj_solver_spent(checkpoint->solver); // of a check: on the question of now
    if (checkpoint->answers) {
        uint64_t answered = kj_check_answers_nodes(checkpoint->answers);
        uint64_t searched = checkpoint->ended ? checkpoint->searched : answered + spent.nodes;
        spent = (KjSpent){.nodes = checkpoint->unanswered + searched};
    }
    spent.seconds =
        checkpoint->before.seconds + (double)(g_get_monotonic_time() - checkpoint->begun) / 1e6;
    return spent;
}

static bool save_search(const KjCheckpoint *checkpoint, KjCheckpointOut *out)
{
    return checkpoint->hisshi ? kj_hisshi_save(checkpoint->hisshi, kj_checkpoint_out_write, out)
                              : kj_solver_save(checkpoint->solver, kj_checkpoint_out_write, out);
}

static bool write_contents(void *data, KjCheckpointOut *out)
{
    const KjCheckpoint *checkpoint = data;
    unsigned n = 0;
    const KjCheckAnswer *answers =
        checkpoint->answers ? kj_check_answers_all(checkpoint->answers, &n) : NULL;
    Counts counts;
    memset(&counts, 0, sizeof counts); // no chance bytes between the fields
    counts.spent = spent_now(checkpoint);
    counts.n_answers = n;
    return kj_checkpoint_out_write(out, &counts, sizeof counts) &&
           kj_checkpoint_out_write(out, answers, n * sizeof *answers) &&
           save_search(checkpoint, out);
}

static void keep_now(void *data)
{
    KjCheckpoint *checkpoint = data;
    kj_checkpoint_file_write(&checkpoint->file);
}

/* ---- reading ---- */

static bool read_answers(KjCheckpoint *checkpoint, KjCheckpointIn *in, uint64_t n)
{
    g_autoptr(GByteArray) all = g_byte_array_new();
    bool read = n <= G_MAXUINT && kj_checkpoint_in_read_array(in, all, n * sizeof(KjCheckAnswer));
    return read && (!checkpoint->answers ||
                    kj_check_answers_load(checkpoint->answers,
                                          (const KjCheckAnswer *)(void *)all->data, (unsigned)n));
}

static bool load_search(const KjCheckpoint *checkpoint, KjCheckpointIn *in)
{
    const KjSolveJob *job = checkpoint->job;
    const KjPosition *root = &job->input->position;
    return checkpoint->hisshi
               ? kj_hisshi_load(checkpoint->hisshi, root, job->attacker, kj_checkpoint_in_read, in)
               : kj_solver_load(checkpoint->solver, root, job->attacker, kj_checkpoint_in_read, in);
}

static bool read_contents(void *data, KjCheckpointIn *in)
{
    KjCheckpoint *checkpoint = data;
    Counts counts;
    if (!kj_checkpoint_in_read(in, &counts, sizeof counts) ||
        !read_answers(checkpoint, in, counts.n_answers) || !load_search(checkpoint, in))
        return false;
    checkpoint->before = counts.spent;
    checkpoint->resumed = true;
    uint64_t answered = checkpoint->answers ? kj_check_answers_nodes(checkpoint->answers) : 0;
    if (checkpoint->answers && counts.spent.nodes > answered)
        checkpoint->unanswered = counts.spent.nodes - answered;
    return true;
}

bool kj_checkpoint_begin(KjCheckpoint *checkpoint, const KjSolveRequest *request, KjSolver *solver,
                         KjCheckAnswers *answers, KjSolveJob *job)
{
    KjCheckpointFile *file = &checkpoint->file;
    if (!file->path)
        return true;
    checkpoint->job = job;
    checkpoint->solver = solver;
    checkpoint->answers = answers;
    checkpoint->begun = g_get_monotonic_time();
    file->write = write_contents;
    file->read = read_contents;
    file->data = checkpoint;
    job->failure = kj_checkpoint_file_begin(file, what_about(checkpoint, request, job));
    if (job->failure) {
        job->refused = true;
        return false;
    }
    if (checkpoint->resumed)
        kj_checkpoint_file_tell_resumed(file, checkpoint->before.nodes, checkpoint->before.seconds);
    job->checkpoint = file->quiet ? NULL : file->path;
    job->resumed_nodes = checkpoint->before.nodes;
    kj_solver_set_keep(solver, file->every, keep_now, checkpoint);
    return true;
}

void kj_checkpoint_limits(const KjCheckpoint *checkpoint, KjLimits *limits)
{
    if (limits->nodes)
        limits->nodes += checkpoint->before.nodes - checkpoint->unanswered;
    if (limits->seconds > 0 && !checkpoint->answers)
        limits->seconds += checkpoint->before.seconds;
}

void kj_checkpoint_end(KjCheckpoint *checkpoint, uint64_t searched, bool open)
{
    if (!checkpoint->file.about)
        return;
    checkpoint->ended = true;
    checkpoint->searched = searched;
    kj_solver_set_keep(checkpoint->solver, 0, NULL, NULL);
    kj_checkpoint_file_end(&checkpoint->file, open);
}
