/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output of a command in a file. */
#include "repl/shell/redirect.h"

#include <errno.h>
#include <glib/gprintf.h>
#include <string.h>
#include <unistd.h>

#include "core/os/file.h"
#include "core/text/lang.h"
#include "repl/cli/dispatch.h"
#include "repl/cli/replace.h"
#include "repl/collection/collection.h"
#include "repl/job/files.h"
#include "repl/workbench/workbench.h"

static bool is_sign(const char *word)
{
    return strcmp(word, ">") == 0 || strcmp(word, ">>") == 0 || strcmp(word, ">!") == 0;
}

KjExit kj_redirect_take(KjSession *session, char **words, KjRedirect *out)
{
    unsigned n = g_strv_length(words);
    *out = (KjRedirect){.draft = {.fd = -1}};
    if (n && is_sign(words[n - 1])) {
        kj_term_message(&session->term, "%s: missing the FILE to write", words[n - 1]);
        return KJ_EXIT_USAGE;
    }
    if (n < 3 || !is_sign(words[n - 2]))
        return KJ_EXIT_OK;
    out->path = g_steal_pointer(&words[n - 1]);
    out->adds = strcmp(words[n - 2], ">>") == 0;
    session->told |= words[n - 2][1] == '!';
    g_free(g_steal_pointer(&words[n - 2]));
    return KJ_EXIT_OK;
}

/* Whether the file is left to be written. */
static bool may_write(KjSession *session, char **words, const KjRedirect *redirect, GError **error)
{
    const struct KjCollection *collection = kj_workbench_of(session)->beside.collection;
    g_autoptr(GHashTable) read = kj_dispatch_files(session, (const char *const *)words);
    if (collection)
        kj_files_add(read, collection->path);
    if (!kj_files_may_write(read, redirect->path, ">", error))
        return false;
    if (redirect->adds)
        return kj_may_write_again(session, redirect->path, ">>", error);
    return kj_may_write_new(session, redirect->path, ">", error);
}

static FILE *open_draft(KjRedirect *redirect, GError **error)
{
    if (!kj_file_draft_open(&redirect->draft, redirect->path, KJ_OVER_ANY, error)) // it was asked
        return NULL;
    return kj_file_draft_stream(&redirect->draft);
}

KjExit kj_redirect_open(KjSession *session, char **words, KjRedirect *redirect)
{
    g_autoptr(GError) error = NULL;
    if (!redirect->path)
        return KJ_EXIT_OK;
    if (!may_write(session, words, redirect, &error)) {
        kj_term_message(&session->term, "%s", error->message);
        return KJ_EXIT_USAGE;
    }
    FILE *out = redirect->adds ? kj_os_fopen(redirect->path, "a") : open_draft(redirect, &error);
    if (out) {
        redirect->out = out;
        return KJ_EXIT_OK;
    }
    kj_term_message(&session->term, "%s: %s", redirect->path,
                    error ? error->message : kj_os_text(errno));
    return KJ_EXIT_INTERNAL;
}

static void tell_written(const KjSession *session, const char *path)
{
    KjOsFile there;
    if (kj_workbench_of(session)->interactive && kj_os_look(path, &there) && there.regular)
        g_printf(kj_tr("written: %s, %llu bytes\n"), path, (unsigned long long)there.bytes);
}

KjExit kj_redirect_close(KjSession *session, KjRedirect *redirect, KjExit status)
{
    if (redirect->out) {
        bool ran = status != KJ_EXIT_USAGE;
        g_autoptr(GError) error = NULL;
        bool good = fclose(redirect->out) == 0;
        if (good && ran && !redirect->adds)
            good = kj_file_draft_finish(&redirect->draft, &error);
        if (good && ran)
            tell_written(session, redirect->path);
        if (!good) {
            kj_term_message(&session->term, "%s: %s", redirect->path,
                            error ? error->message : kj_os_text(errno));
            status = kj_exit_worse(status, KJ_EXIT_INTERNAL);
        }
    }
    kj_file_draft_clear(&redirect->draft);
    g_clear_pointer(&redirect->path, g_free);
    return status;
}
