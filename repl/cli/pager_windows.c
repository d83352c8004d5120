/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands of the system's shell, cmd.exe; without a pager (pager_web.c). */
#include "repl/cli/pager.h"

#include <errno.h>
#include <wchar.h>

#include "core/text/lang.h"

int kj_shell_run(const char *command)
{
    g_autofree wchar_t *wide = (wchar_t *)g_utf8_to_utf16(command, -1, NULL, NULL, NULL);
    fflush(stdout);
    return _wsystem(wide);
}

bool kj_shell_pipe_open(KjShellPipe *pipe, const char *command, GError **error)
{
    g_autofree wchar_t *wide = (wchar_t *)g_utf8_to_utf16(command, -1, NULL, NULL, NULL);
    fflush(stdout); // what was printed before comes before
    *pipe = (KjShellPipe){.out = _wpopen(wide, L"wb")};
    return pipe->out || kj_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(errno), "%s",
                                     kj_os_text(errno));
}

int kj_shell_pipe_close(KjShellPipe *pipe)
{
    return _pclose(pipe->out);
}
