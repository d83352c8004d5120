/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing certificate files. */
#include "repl/job/certificate.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <zstd.h>

#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/job/file_draft.h"
#include "repl/job/files.h"
#include "solver/check/report_certificate.h"
#include "solver/hisshi/certify_hisshi.h"

enum { LEVEL = 3, FOLDER_MODE = 0777 };

#define EXTENSION ".kjc"

/* The file name an id makes; empty ids and those that begin with a dot too. (transfer full) */
static char *file_name(const char *id)
{
    char *name = g_utf8_make_valid(*id ? id : "_", -1);
    kj_text_to_leaf(name, '_');
    return name;
}

/* Numbers have as many digits as the last, so that names are in their order. (transfer full) */
static char *replace_number(const char *pattern, unsigned number, unsigned last)
{
    g_auto(GStrv) parts = g_strsplit(pattern, "%i", -1);
    int digits = 1;
    while (last /= 10)
        digits++;
    g_autofree char *text = g_strdup_printf("%0*u", digits, number);
    return g_strjoinv(text, parts);
}

/* Where the certificate of problem `index` of `n` goes. (transfer full) */
static char *path_for(const char *pattern, const char *id, unsigned index, unsigned n)
{
    g_autofree char *name = replace_number(pattern, index + 1, n);
    if (!g_str_has_suffix(name, "/"))
        return g_steal_pointer(&name);
    g_autofree char *base = file_name(id);
    return g_strconcat(name, base, EXTENSION, NULL);
}

static bool make_folder(const char *option, const char *pattern, GError **error)
{
    if (!g_str_has_suffix(pattern, "/") || g_mkdir_with_parents(pattern, FOLDER_MODE) == 0)
        return true;
    return kj_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(errno),
                        "--%s=%s: cannot make the folder: %s", option, pattern, kj_os_text(errno));
}

bool kj_certificate_plan(const char *option, const char *pattern, KjSolveJob *const *jobs,
                         unsigned n_jobs, GError **error)
{
    if (!pattern)
        return true;
    if (!*pattern)
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "--%s: the name is empty, expected a file", option);
    g_autoptr(GHashTable) taken = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) read = kj_files_new();
    for (unsigned i = 0; i < n_jobs; i++)
        kj_files_add_place(read, jobs[i]->input->place);
    for (unsigned i = 0; i < n_jobs; i++) {
        jobs[i]->certificate = path_for(pattern, jobs[i]->input->id, i, n_jobs);
        if (!g_hash_table_add(taken, jobs[i]->certificate))
            return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                                "--%s=%s: several problems would be written to %s, expected %%i "
                                "(their number) in the name%s",
                                option, pattern, jobs[i]->certificate,
                                g_str_has_suffix(pattern, "/") ? ""
                                                               : kj_tr(" or a folder ending in /"));
        g_autofree char *name = g_strconcat("--", option, NULL);
        if (!kj_files_may_write(read, jobs[i]->certificate, name, error))
            return false;
        const char *kept = kj_file_kept(jobs[i]->certificate, jobs[i]->over);
        if (kept)
            return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                                "%s: %s, expected another name", jobs[i]->certificate, kj_tr(kept));
    }
    return make_folder(option, pattern, error);
}

static void free_compressor(void *zstd)
{
    ZSTD_freeCCtx(zstd);
}

/* Every thread keeps its compressor: making one costs more than compressing a small certificate. */
static ZSTD_CCtx *compressor(void)
{
    static GPrivate kept = G_PRIVATE_INIT(free_compressor);
    ZSTD_CCtx *zstd = g_private_get(&kept);
    if (!zstd) {
        zstd = ZSTD_createCCtx();
        g_private_set(&kept, zstd);
    }
    if (!zstd)
        return NULL;
    ZSTD_CCtx_reset(zstd, ZSTD_reset_session_and_parameters);
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
    return zstd;
}

/* A file on its way. */
typedef struct {
    const char *path;
    KjFileDraft draft;
    ZSTD_CCtx *zstd;  // not owned
    GByteArray *held; // the first bytes, until it is known whether more come
    bool more;        // they did
} File;

/* Says which file could not be opened, written and so on, and why. False. */
static bool fail_file(const File *file, const char *what, const char *why, GError **error)
{
    return kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: cannot %s: %s", file->path,
                        kj_tr(what), why);
}

static bool file_open(File *file, const char *path, KjOver over, GError **error)
{
    g_autoptr(GError) why = NULL;
    *file = (File){.path = path};
    if (!kj_file_draft_open(&file->draft, path, over, &why))
        return fail_file(file, "open", why->message, error);
    file->zstd = compressor();
    file->held = g_byte_array_new();
    return file->zstd || fail_file(file, "compress", kj_os_text(ENOMEM), error);
}

static bool write_fully(const File *file, const char *bytes, size_t n, GError **error)
{
    g_autoptr(GError) why = NULL;
    return kj_file_draft_write(&file->draft, bytes, n, &why) ||
           fail_file(file, "write", why->message, error);
}

static bool compress(File *file, const void *bytes, size_t n, ZSTD_EndDirective directive,
                     GError **error)
{
    char room[1 << 14];
    ZSTD_inBuffer in = {bytes, n, 0};
    size_t left;
    do {
        ZSTD_outBuffer out = {room, sizeof room, 0};
        left = ZSTD_compressStream2(file->zstd, &out, &in, directive);
        if (ZSTD_isError(left))
            return fail_file(file, "compress", ZSTD_getErrorName(left), error);
        if (!write_fully(file, room, out.pos, error))
            return false;
    } while (directive == ZSTD_e_end ? left > 0 : in.pos < in.size);
    return true;
}

/* KjCertificateSink.write. The first bytes wait: most certificates are small, and a frame known to
 * be small is made with small tables. */
static bool take_bytes(void *data, const void *bytes, size_t n, GError **error)
{
    File *file = data;
    if (!file->more && file->held->len == 0) {
        g_byte_array_append(file->held, bytes, (guint)n);
        return true;
    }
    if (!file->more && !compress(file, file->held->data, file->held->len, ZSTD_e_continue, error))
        return false;
    file->more = true;
    return compress(file, bytes, n, ZSTD_e_continue, error);
}

static bool finish(File *file, GError **error)
{
    if (!file->more)
        ZSTD_CCtx_setPledgedSrcSize(file->zstd, file->held->len);
    if (!compress(file, file->more ? NULL : file->held->data, file->more ? 0 : file->held->len,
                  ZSTD_e_end, error))
        return false;
    g_autoptr(GError) why = NULL;
    return kj_file_draft_finish(&file->draft, &why) ||
           fail_file(file, "write", why->message, error);
}

/* Frees it, and removes what has not become the file. */
static void file_clear(File *file)
{
    kj_file_draft_clear(&file->draft);
    if (file->held)
        g_byte_array_unref(file->held);
}

/* Who writes one: of a mate, of 必至 if there is a search for that, or nobody any more, with `bytes`. */
typedef struct {
    const GByteArray *bytes;
    KjSolver *solver;
    KjMateClaim claim;
    KjHisshi *hisshi;
    const KjHisshiResult *result;
} Author;

static bool compose(const Author *author, const KjLimits *limits, KjCertificateSink sink,
                    KjSolveJob *job, GError **error)
{
    const KjPosition *root = &job->input->position;
    if (author->bytes)
        return sink.write(sink.data, author->bytes->data, author->bytes->len, error);
    if (author->hisshi)
        return kj_certify_hisshi(author->hisshi, root, author->result, limits, sink,
                                 &job->certified, error);
    if (author->claim == KJ_CERTIFY_CONVENTIONAL && job->result.verdict == KJ_MATE)
        return kj_certify_length(author->solver, root, job->attacker, &job->result, limits, sink,
                                 &job->certified, error);
    KjCertifyOptions options = {.shortest = author->claim == KJ_CERTIFY_SHORTEST, .sink = sink};
    return kj_certify(author->solver, root, job->attacker, &job->result, limits, &options,
                      &job->certified, error);
}

static void write_by(const Author *author, const KjLimits *limits, KjSolveJob *job)
{
    File file = {.draft.fd = -1};
    g_autoptr(GError) error = NULL;
    g_autoptr(GHashTable) read = kj_files_new();
    kj_files_add_place(read, job->input->place);
    KjCertificateSink sink = {take_bytes, &file};
    bool ok = kj_files_may_write(read, job->certificate, "--certificate", &error) &&
              file_open(&file, job->certificate, job->over, &error) &&
              compose(author, limits, sink, job, &error) && finish(&file, &error);
    if (!ok) {
        job->certificate_failure = g_strdup(error->message);
        job->certificate_limited =
            error->domain == KJ_CERTIFY_ERROR && error->code <= KJ_CERTIFY_ERROR_LIMIT;
    }
    file_clear(&file);
}

void kj_certificate_write(KjSolver *solver, const KjSolveRequest *request, const KjLimits *limits,
                          KjSolveJob *job)
{
    write_by(&(Author){.solver = solver, .claim = request->certify}, limits, job);
}

void kj_certificate_write_hisshi(KjHisshi *hisshi, const KjHisshiResult *result,
                                 const KjLimits *limits, KjSolveJob *job)
{
    write_by(&(Author){.hisshi = hisshi, .result = result}, limits, job);
}

void kj_certificate_save(const GByteArray *bytes, KjSolveJob *job)
{
    write_by(&(Author){.bytes = bytes}, NULL, job);
}
