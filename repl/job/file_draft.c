/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A temporary file that is renamed to its final name when it is complete. */
#include "repl/job/file_draft.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file a name leads to: links are followed to what is there. (transfer full) */
static char *real_path(const char *path)
{
    char *real = realpath(path, NULL);
    char *copy = g_strdup(real ? real : path);
    free(real);
    return copy;
}

bool kj_file_draft_open(KjFileDraft *draft, const char *path)
{
    enum { FILE_MODE = 0666 };
    struct stat there;
    bool exists = stat(path, &there) == 0;
    *draft = (KjFileDraft){.path = real_path(path), .fd = -1};
    if (exists && !S_ISREG(there.st_mode)) {
        draft->fd = g_open(path, O_WRONLY | O_CLOEXEC, 0);
        return draft->fd >= 0;
    }
    draft->temporary = g_strconcat(draft->path, ".XXXXXX", NULL);
    draft->fd = g_mkstemp_full(draft->temporary, O_WRONLY | O_CLOEXEC, FILE_MODE);
    if (draft->fd < 0) {
        g_clear_pointer(&draft->temporary, g_free); // there is none to remove
        return false;
    }
    // the mode is kept if it can be
    int kept = exists ? fchmod(draft->fd, there.st_mode & 0777) : 0;
    (void)kept;
    return true;
}

bool kj_file_draft_finish(KjFileDraft *draft)
{
    int fd = draft->fd;
    draft->fd = -1;
    if ((fd >= 0 && close(fd) != 0) ||
        (draft->temporary && g_rename(draft->temporary, draft->path) != 0))
        return false;
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
