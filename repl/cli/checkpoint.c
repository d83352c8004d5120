/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The file: a line that says what it is, then a zstd frame with a checksum: what it is about as
 * text, what was spent, the answers of a check, and the table.
 */
#include "repl/cli/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/format/sfen.h"
#include "core/text/lang.h"
#include "repl/job/checkpoint_stream.h"
#include "repl/job/file_draft.h"
#include "repl/job/text.h"
#include "version.h"

enum { MOST_TEXT = 1 << 20 };

/* The file may be written: it is none yet, or to be resumed. */
static bool may_write(const KjCheckpoint *checkpoint, GError **error)
{
    struct stat there;
    bool exists = stat(checkpoint->path, &there) == 0;
    if (exists && !S_ISREG(there.st_mode)) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--checkpoint=%s: expected a file, or a name of none", checkpoint->path);
        return false;
    }
    if (exists && !checkpoint->resumes) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--checkpoint=%s: the file exists, expected --resume to go on from it, or "
                     "another name",
                     checkpoint->path);
        return false;
    }
    return true;
}

bool kj_checkpoint_plan(KjSession *session, const KjValues *values, unsigned n_problems,
                        KjCheckpoint *out, GError **error)
{
    const KjValue *value = values->value;
    *out = (KjCheckpoint){.path = value[KJ_OPTION_CHECKPOINT].text,
                          .resumes = value[KJ_OPTION_RESUME].flag,
                          .every = value[KJ_OPTION_CHECKPOINT_EVERY].real,
                          .term = &session->term};
    const char *alone = out->resumes                            ? "resume"
                        : value[KJ_OPTION_CHECKPOINT_EVERY].set ? "checkpoint-every"
                                                                : NULL;
    if (!out->path && alone)
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--%s: expected --checkpoint FILE as well", alone);
    if (!out->path)
        return !alone;
    if (!*out->path || n_problems != 1) {
        if (!*out->path)
            kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                         "--checkpoint: the name is empty, expected a file");
        else
            kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                         "--checkpoint: expected a single problem");
        return false;
    }
    if (!may_write(out, error))
        return false;
    if (!session->bench) // which SIGTERM ends as it always does
        kj_session_end_softly();
    return true;
}

/* ---- what it is about ---- */

/* What tells builds of one version apart: their bytes. (transfer full) */
static char *build_id(void)
{
    enum { DIGITS = 16 };
    g_autoptr(GMappedFile) self = g_mapped_file_new("/proc/self/exe", FALSE, NULL);
    if (!self)
        return g_strdup("unknown");
    g_autofree char *sum = g_compute_checksum_for_data(
        G_CHECKSUM_SHA256, (const guchar *)g_mapped_file_get_contents(self),
        g_mapped_file_get_length(self));
    return g_strndup(sum, DIGITS);
}

/* Lines NAME=VALUE. (transfer full) */
static char *what_about(const KjSolveRequest *request, const KjSolveJob *job)
{
    const KjInput *input = job->input;
    const KjSolverOptions *o = &request->solver;
    GString *text = g_string_new(NULL);
    g_autofree char *build = build_id();
    g_autofree char *sfen = kj_sfen_write(&input->text.start, 1);
    g_auto(GStrv) moves = kj_line_text(&input->text.start, input->text.moves, input->text.n_moves,
                                       KJ_MOVE_NONE, KJ_NOTATION_USI);
    g_autofree char *line = g_strjoinv(" ", moves);
    g_string_append_printf(text, "version=%s\nbuild=%s\ngame=%s\nposition=%s%s%s\nattacker=%s\n",
                           KJ_VERSION, build, input->game.row->id, sfen, *line ? " moves " : "",
                           line, kj_side_name(job->attacker));
    for (unsigned i = 0; i < KJ_OPTION_COUNT; i++) {
        if (!(kj_option_at((KjOptionId)i)->groups & KJ_OPTIONS_RULES))
            continue;
        g_autofree char *rule = kj_rule_text(&input->game.rules, (KjOptionId)i);
        g_string_append_printf(text, "%s=%s\n", kj_option_at((KjOptionId)i)->name, rule);
    }
    g_string_append_printf(text,
                           "attacker-moves=%d\nrepetition=%d\ninterpositions=%s\ntolerance=%u\n",
                           (int)o->attacker_moves, (int)o->loops,
                           kj_interpositions_text(o->interpositions), o->tolerance);
    return g_string_free(text, FALSE);
}

/* The first line of two such texts that is not the same, or NULL. (transfer full) */
static char *difference(const char *kept, const char *now)
{
    g_auto(GStrv) a = g_strsplit(kept, "\n", -1), b = g_strsplit(now, "\n", -1);
    for (unsigned i = 0; a[i] || b[i]; i++) {
        if (a[i] && b[i] && strcmp(a[i], b[i]) == 0)
            continue;
        return g_strdup_printf(kj_tr("made with %s, expected %s"), a[i] ? a[i] : "",
                               b[i] ? b[i] : "");
    }
    return NULL;
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

static bool write_contents(KjCheckpoint *checkpoint, KjPackedOut *out)
{
    unsigned n = 0;
    const KjKeptAnswer *answers =
        checkpoint->answers ? kj_check_answers_all(checkpoint->answers, &n) : NULL;
    Counts counts;
    memset(&counts, 0, sizeof counts); // no chance bytes between the fields
    counts.spent = spent_now(checkpoint);
    counts.n_answers = n;
    uint32_t length = (uint32_t)strlen(checkpoint->about);
    return kj_packed_write(out, &length, sizeof length) &&
           kj_packed_write(out, checkpoint->about, length) &&
           kj_packed_write(out, &counts, sizeof counts) &&
           kj_packed_write(out, answers, n * sizeof *answers) &&
           kj_solver_save(checkpoint->solver, kj_packed_write, out) && kj_packed_finish(out);
}

/* Sees to it that the new name of a file survives a power cut, if the disk can. */
static void sync_folder(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    (void)fsync(fd);
    close(fd);
}

/* False with errno: the file is as it was. */
static bool write_file(KjCheckpoint *checkpoint)
{
    KjFileDraft draft;
    bool opened = kj_file_draft_open(&draft, checkpoint->path);
    KjPackedOut *out = opened ? kj_packed_out_new(draft.fd) : NULL;
    bool written = out && write_contents(checkpoint, out);
    int why = written ? 0 : errno;
    kj_packed_out_free(out);
    if (written && (fsync(draft.fd) != 0 || !kj_file_draft_finish(&draft))) {
        why = errno;
        written = false;
    }
    if (written)
        sync_folder(checkpoint->path);
    kj_file_draft_clear(&draft);
    errno = why;
    return written;
}

/* Writes it; what is wrong is told once. */
static bool keep(KjCheckpoint *checkpoint)
{
    if (write_file(checkpoint)) {
        checkpoint->told = false;
        return true;
    }
    if (!checkpoint->told)
        kj_term_message(checkpoint->term, "%s: not written, the search goes on: %s",
                        checkpoint->path, kj_os_text(errno));
    checkpoint->told = true;
    return false;
}

static void keep_now(void *data)
{
    keep(data);
}

/* ---- reading ---- */

static bool read_answers(KjCheckpoint *checkpoint, KjPackedIn *in, uint64_t n)
{
    enum { AT_ONCE = 1024 };
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(KjKeptAnswer));
    KjKeptAnswer some[AT_ONCE];
    while (all->len < n) {
        unsigned more = (unsigned)MIN((uint64_t)AT_ONCE, n - all->len);
        if (!kj_packed_read(in, some, more * sizeof *some))
            return false;
        g_array_append_vals(all, some, more);
    }
    return !checkpoint->answers ||
           kj_check_answers_load(checkpoint->answers, (const KjKeptAnswer *)(void *)all->data,
                                 all->len);
}

static char *unreadable(void)
{
    return g_strdup(kj_tr("damaged or cut short, expected a checkpoint of kanju"));
}

/* NULL, or why the file cannot be resumed. (transfer full) */
static char *read_contents(KjCheckpoint *checkpoint, KjSolveJob *job, KjPackedIn *in)
{
    uint32_t length;
    if (!kj_packed_read(in, &length, sizeof length) || length > MOST_TEXT)
        return unreadable();
    g_autofree char *about = g_malloc0(length + 1);
    if (!kj_packed_read(in, about, length))
        return unreadable();
    char *other = difference(about, checkpoint->about);
    if (other)
        return other;
    Counts counts;
    if (!kj_packed_read(in, &counts, sizeof counts) ||
        !read_answers(checkpoint, in, counts.n_answers) ||
        !kj_solver_load(checkpoint->solver, &job->input->position, job->attacker, kj_packed_read,
                        in) ||
        !kj_packed_at_end(in))
        return unreadable();
    checkpoint->before = counts.spent;
    checkpoint->resumed = true;
    uint64_t answered = checkpoint->answers ? kj_check_answers_nodes(checkpoint->answers) : 0;
    if (checkpoint->answers && counts.spent.nodes > answered)
        checkpoint->unanswered = counts.spent.nodes - answered;
    return NULL;
}

/* NULL, or why. (transfer full) */
static char *read_file(KjCheckpoint *checkpoint, KjSolveJob *job)
{
    int fd = open(checkpoint->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT) {
        kj_term_message(checkpoint->term, "%s: there is none yet, the search begins anew",
                        checkpoint->path);
        return NULL;
    }
    if (fd < 0)
        return g_strdup(kj_os_text(errno));
    char *why;
    g_autoptr(KjPackedIn) in = kj_packed_in_new(fd);
    if (!in)
        why = g_strdup(kj_tr("expected a checkpoint of kanju"));
    else
        why = read_contents(checkpoint, job, in);
    close(fd);
    return why;
}

bool kj_checkpoint_begin(KjCheckpoint *checkpoint, const KjSolveRequest *request, KjSolver *solver,
                         KjCheckAnswers *answers, KjSolveJob *job)
{
    if (!checkpoint->path)
        return true;
    checkpoint->solver = solver;
    checkpoint->answers = answers;
    checkpoint->about = what_about(request, job);
    checkpoint->begun = g_get_monotonic_time();
    g_autofree char *why = checkpoint->resumes ? read_file(checkpoint, job) : NULL;
    if (why) {
        job->failure = g_strdup_printf("%s: %s", checkpoint->path, why);
        job->refused = true;
        g_clear_pointer(&checkpoint->about, g_free);
        return false;
    }
    if (checkpoint->resumed)
        kj_term_message(checkpoint->term,
                        "%s: goes on after %" G_GUINT64_FORMAT " nodes and %.1f s",
                        checkpoint->path, checkpoint->before.nodes, checkpoint->before.seconds);
    job->checkpoint = checkpoint->path;
    job->resumed_nodes = checkpoint->before.nodes;
    kj_solver_set_keep(solver, checkpoint->every, keep_now, checkpoint);
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
    if (!checkpoint->about)
        return;
    checkpoint->ended = true;
    checkpoint->searched = searched;
    kj_solver_set_keep(checkpoint->solver, 0, NULL, NULL);
    if (keep(checkpoint) && open)
        kj_term_message(checkpoint->term, "%s: the search is kept, --resume goes on with it",
                        checkpoint->path);
    g_clear_pointer(&checkpoint->about, g_free);
}
