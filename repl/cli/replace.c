/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which files may be written over. */
#include "repl/cli/replace.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "core/text/lang.h"
#include "repl/job/files.h"

static bool is_regular(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 && S_ISREG(there.st_mode);
}

/* What a file holds that nothing makes again, in English; NULL: something else. */
static const char *kind_of(const char *path)
{
    static const struct {
        const char *magic, *kind;
    } kinds[] = {
        {KJ_MAGIC_STORE, "it is a store of results"},
        {KJ_MAGIC_CHECKPOINT, "it is a checkpoint"},
        {KJ_MAGIC_SESSION, "it is a session of the workbench"},
    };
    char bytes[32] = "";
    FILE *file = is_regular(path) ? fopen(path, "rb") : NULL;
    size_t n = file ? fread(bytes, 1, sizeof bytes - 1, file) : 0;
    if (file)
        fclose(file);
    for (size_t i = 0; i < G_N_ELEMENTS(kinds) && n; i++)
        if (strncmp(bytes, kinds[i].magic, strlen(kinds[i].magic)) == 0)
            return kinds[i].kind;
    return NULL;
}

bool kj_refuse_to_write(KjSession *session, const char *path, const char *why, const char *command,
                        GError **error)
{
    session->asks = true;
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                        session->bench
                            ? "%s: %s, expected another name ('%s!' or 'yes' writes to it)"
                            : "%s: %s, expected another name ('%s!' writes to it)",
                        path, kj_tr(why), command);
}

bool kj_may_write_new(KjSession *session, const char *path, const char *command, GError **error)
{
    if (session->told || !is_regular(path))
        return true;
    const char *kind = kind_of(path);
    return kj_refuse_to_write(session, path, kind ? kind : "it exists", command, error);
}

bool kj_may_write_again(KjSession *session, const char *path, const char *command, GError **error)
{
    const char *kind = session->told ? NULL : kind_of(path);
    return !kind || kj_refuse_to_write(session, path, kind, command, error);
}
