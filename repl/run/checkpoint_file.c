/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The file: a line that says what it is, then a zstd frame with a checksum: what it is about as
 * text, and what is kept.
 */
#include "repl/run/checkpoint_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/os/file.h"
#include "core/text/lang.h"
#include "repl/job/file_draft.h"
#include "repl/job/phrases.h"
#include "version.h"

enum { MOST_TEXT = 1 << 20 };

/* The file may be written: it is none yet, or to be resumed. */
static bool may_write(const KjCheckpointFile *file, GError **error)
{
    KjOsFile there;
    bool exists = kj_os_look(file->path, &there);
    if (exists && !there.regular)
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "--checkpoint=%s: expected a file, or a name of none", file->path);
    if (exists && !file->resumes)
        return kj_set_error(
            error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
            "--checkpoint=%s: the file exists, expected --resume to go on from it, or "
            "another name",
            file->path);
    return true;
}

/* Whether no other option names the same file to be written. */
static bool is_its_own(const KjValues *values, const char *path, GError **error)
{
    g_autofree char *whole = g_canonicalize_filename(path, NULL);
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        const char *name = values->value[option->id].text;
        if (!(option->groups & KJ_OPTIONS_WRITTEN) || !name || option->id == KJ_OPT(CHECKPOINT))
            continue;
        g_autofree char *other = g_canonicalize_filename(name, NULL);
        if (g_str_equal(whole, other))
            return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                                "--checkpoint=%s: the file of --%s, expected another name", path,
                                option->name);
    }
    return true;
}

/* What nobody has asked for is kept where the session wants it. */
static void keep_quietly(const KjSession *session, unsigned n_problems, KjCheckpointFile *out)
{
    out->quiet = session->checkpoint && n_problems == 1;
    out->stop = session->stop;
    out->path = out->quiet ? session->checkpoint : NULL;
    out->resumes = out->quiet && g_file_test(out->path, G_FILE_TEST_EXISTS);
}

bool kj_checkpoint_file_plan(KjSession *session, const KjValues *values, unsigned n_problems,
                             KjCheckpointFile *out, GError **error)
{
    const KjValue *value = values->value;
    *out = (KjCheckpointFile){.path = value[KJ_OPT(CHECKPOINT)].text,
                              .resumes = value[KJ_OPT(RESUME)].flag,
                              .every = value[KJ_OPT(CHECKPOINT_EVERY)].real,
                              .term = &session->term};
    const char *alone = out->resumes                          ? "resume"
                        : value[KJ_OPT(CHECKPOINT_EVERY)].set ? "checkpoint-every"
                                                              : NULL;
    if (!out->path && alone)
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--%s: expected --checkpoint FILE as well", alone);
    if (!out->path && !alone)
        keep_quietly(session, n_problems, out);
    if (!out->path || out->quiet)
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
    if (!may_write(out, error) || !is_its_own(values, out->path, error))
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
    g_autofree char *program = kj_os_program();
    g_autoptr(GMappedFile) self = program ? g_mapped_file_new(program, FALSE, NULL) : NULL;
    if (!self)
        return g_strdup("unknown");
    g_autofree char *sum = g_compute_checksum_for_data(
        G_CHECKSUM_SHA256, (const guchar *)g_mapped_file_get_contents(self),
        g_mapped_file_get_length(self));
    return g_strndup(sum, DIGITS);
}

GString *kj_checkpoint_file_about(void)
{
    GString *text = g_string_new(NULL);
    g_autofree char *build = build_id();
    g_string_append_printf(text, "version=%s\nbuild=%s\n", KJ_VERSION, build);
    return text;
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

static bool write_contents(const KjCheckpointFile *file, KjCheckpointOut *out)
{
    uint32_t length = (uint32_t)strlen(file->about), written = GUINT32_TO_LE(length);
    return kj_checkpoint_out_write(out, &written, sizeof written) &&
           kj_checkpoint_out_write(out, file->about, length) && file->write(file->data, out) &&
           kj_checkpoint_out_finish(out);
}

/* False: the file is as it was. */
static bool write_file(const KjCheckpointFile *file, GError **error)
{
    KjFileDraft draft;
    bool opened = kj_file_draft_open(&draft, file->path, KJ_OVER_CHECKPOINT, error);
    KjCheckpointOut *out = opened ? kj_checkpoint_out_new(draft.fd) : NULL;
    bool written = out && write_contents(file, out) && kj_os_sync(draft.fd);
    if (opened && !written)
        kj_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(errno), "%s",
                     kj_os_text(errno));
    kj_checkpoint_out_free(out);
    written = written && kj_file_draft_finish(&draft, error);
    if (written)
        kj_os_sync_folder(file->path);
    kj_file_draft_clear(&draft);
    return written;
}

bool kj_checkpoint_file_write(KjCheckpointFile *file)
{
    g_autoptr(GError) error = NULL;
    if (write_file(file, &error)) {
        file->told = false;
        return true;
    }
    if (!file->told)
        kj_term_message(file->term, "%s: not written, the search goes on: %s", file->path,
                        error->message);
    file->told = true;
    return false;
}

/* ---- reading ---- */

static char *unreadable(void)
{
    return g_strdup(kj_tr("damaged or cut short, expected a checkpoint of kanju"));
}

/* NULL, or why the file cannot be resumed. (transfer full) */
static char *read_contents(KjCheckpointFile *file, KjCheckpointIn *in)
{
    uint32_t length;
    if (!kj_checkpoint_in_read(in, &length, sizeof length))
        return unreadable();
    length = GUINT32_FROM_LE(length);
    if (length > MOST_TEXT)
        return unreadable();
    g_autofree char *about = g_malloc0(length + 1);
    if (!kj_checkpoint_in_read(in, about, length))
        return unreadable();
    char *other = difference(about, file->about);
    if (other && !kj_checkpoint_in_skip(in)) { // it says so because it is damaged
        g_free(other);
        return unreadable();
    }
    if (other)
        return other;
    return file->read(file->data, in) && kj_checkpoint_in_at_end(in) ? NULL : unreadable();
}

/* NULL, or why. (transfer full) */
static char *read_file(KjCheckpointFile *file)
{
    int fd = kj_os_open_read(file->path);
    if (fd < 0 && errno == ENOENT) {
        kj_term_message(file->term, "%s: there is none yet, the search begins anew", file->path);
        return NULL;
    }
    if (fd < 0)
        return g_strdup(kj_os_text(errno));
    g_autoptr(KjCheckpointIn) in = kj_checkpoint_in_new(fd);
    char *why = in ? read_contents(file, in) : g_strdup(kj_tr("expected a checkpoint of kanju"));
    close(fd);
    return why;
}

char *kj_checkpoint_file_begin(KjCheckpointFile *file, char *about)
{
    file->about = about;
    g_autofree char *why = file->resumes ? read_file(file) : NULL;
    if (!why)
        return NULL;
    g_clear_pointer(&file->about, g_free);
    return g_strdup_printf("%s: %s", file->path, why);
}

void kj_checkpoint_file_tell_resumed(const KjCheckpointFile *file, uint64_t nodes, double seconds)
{
    kj_term_message(file->term, "%s: goes on after %" G_GUINT64_FORMAT " nodes and %.1f s",
                    file->path, nodes, seconds);
}

void kj_checkpoint_file_end(KjCheckpointFile *file, bool open)
{
    bool stays = !file->quiet || (open && atomic_load(file->stop));
    if (file->about && stays && kj_checkpoint_file_write(file) && open && !file->quiet)
        kj_term_message(file->term, "%s: the search is kept, --resume goes on with it", file->path);
    g_clear_pointer(&file->about, g_free);
}
