/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which files may be written over. */
#include "repl/cli/replace.h"

#include "core/os/file.h"
#include "core/text/lang.h"
#include "repl/job/files.h"

static bool is_regular(const char *path)
{
    KjOsFile there;
    return kj_os_look(path, &there) && there.regular;
}

bool kj_refuse_to_write(const char *path, const char *why, const char *command, GError **error)
{
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                        "%s: %s, expected another name ('%s!' writes to it)", path, kj_tr(why),
                        command);
}

bool kj_may_write_new(KjSession *session, const char *path, const char *command, GError **error)
{
    if (session->told || !is_regular(path))
        return true;
    const char *kind = kj_file_kept(path, KJ_OVER_MADE);
    return kj_refuse_to_write(path, kind ? kind : "it exists", command, error);
}

bool kj_may_write_again(KjSession *session, const char *path, const char *command, GError **error)
{
    const char *kind = session->told ? NULL : kj_file_kept(path, KJ_OVER_MADE);
    return !kind || kj_refuse_to_write(path, kind, command, error);
}
