/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file that gets its final name when it is complete. Until then it has no name, so that nothing is
 * left of it when the program is killed; or a temporary one where the system has no such files.
 */
#include "repl/job/file_draft.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "core/os/file.h"
#include "core/text/lang.h"

/* Fails by errno. False. */
static bool fail(GError **error)
{
    int code = errno;
    g_set_error_literal(error, G_FILE_ERROR, (int)g_file_error_from_errno(code), kj_os_text(code));
    return false;
}

/* As kj_os_real_path, of a link to what is not there yet, which is to be. (transfer full) */
static char *path_to_be(const char *path)
{
    enum { MOST_LINKS = 40 };
    char *at = kj_os_real_path(path);
    for (unsigned i = 0; i < MOST_LINKS; i++) {
        g_autofree char *link = g_file_read_link(at, NULL);
        if (!link)
            break;
        g_autofree char *folder = g_path_get_dirname(at);
        g_free(at);
        at = g_path_is_absolute(link) ? g_strdup(link) : g_build_filename(folder, link, NULL);
    }
    return at;
}

/* Gives it its name, or a temporary one where only that can take the place of another file. */
static bool name_it(KjFileDraft *draft)
{
    if (kj_os_name(draft->fd, draft->path, true))
        return true;
    if (errno != EEXIST)
        return false;
    for (;;) {
        draft->temporary = g_strdup_printf("%s.%08x", draft->path, g_random_int());
        if (kj_os_name(draft->fd, draft->temporary, false))
            return true;
        g_clear_pointer(&draft->temporary, g_free);
        if (errno != EEXIST)
            return false;
    }
}

bool kj_file_draft_open(KjFileDraft *draft, const char *path, KjOver over, GError **error)
{
    KjOsFile there;
    bool exists = kj_os_look(path, &there);
    *draft = (KjFileDraft){.path = path_to_be(path), .fd = -1};
    const char *kept = kj_file_kept(path, over);
    if (kept)
        return kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_EXIST, "%s", kj_tr(kept));
    if (exists && !there.regular) {
        draft->fd = kj_os_open_write(path);
        return draft->fd >= 0 || fail(error);
    }
    draft->fd = kj_os_open_nameless(draft->path);
    draft->nameless = draft->fd >= 0;
    if (!draft->nameless) {
        draft->temporary = g_strconcat(draft->path, ".XXXXXX", NULL);
        draft->fd = kj_os_open_temporary(draft->temporary);
    }
    if (draft->fd < 0) {
        g_clear_pointer(&draft->temporary, g_free); // there is none to remove
        return fail(error);
    }
    if (exists)
        kj_os_set_mode(draft->fd, there.mode);
    return true;
}

bool kj_file_draft_write(const KjFileDraft *draft, const void *bytes, size_t n, GError **error)
{
    for (const char *at = bytes; n > 0;) {
        ssize_t done = write(draft->fd, at, n);
        if (done < 0 && errno != EINTR)
            return fail(error);
        at += MAX(done, 0);
        n -= (size_t)MAX(done, 0);
    }
    return true;
}

FILE *kj_file_draft_stream(const KjFileDraft *draft)
{
    int fd = kj_os_dup(draft->fd);
    return fd < 0 ? NULL : fdopen(fd, "w");
}

bool kj_file_draft_finish(KjFileDraft *draft, GError **error)
{
    if (draft->nameless && !name_it(draft))
        return fail(error);
    int fd = draft->fd;
    draft->fd = -1;
    if (close(fd) != 0 || (draft->temporary && g_rename(draft->temporary, draft->path) != 0))
        return fail(error);
    g_clear_pointer(&draft->temporary, g_free);
    return true;
}

void kj_file_draft_clear(KjFileDraft *draft)
{
    if (draft->fd >= 0)
        close(draft->fd);
    draft->fd = -1;
    if (draft->temporary)
        g_unlink(draft->temporary);
    g_clear_pointer(&draft->temporary, g_free);
    g_clear_pointer(&draft->path, g_free);
}

bool kj_file_write(const char *path, const char *bytes, gssize length, KjOver over, GError **error)
{
    KjFileDraft draft;
    size_t n = length < 0 ? strlen(bytes) : (size_t)length;
    bool ok = kj_file_draft_open(&draft, path, over, error) &&
              kj_file_draft_write(&draft, bytes, n, error);
    ok = ok && (kj_os_sync(draft.fd) || fail(error));
    ok = ok && kj_file_draft_finish(&draft, error);
    kj_file_draft_clear(&draft);
    return ok;
}
