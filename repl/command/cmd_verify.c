/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify: certificates checked by the verifier, which shares no code with the rest. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/os/file.h"
#include "core/text/lang.h"
#include "repl/cli/commands.h"
#include "repl/cli/result_json.h"
#include "repl/run/progress_line.h"

/* A file on its way. */
typedef struct {
    const char *path;
    double seconds;
    KvResult result;
    GArray *claims; // of KvMoveClaim; owned by the caller
} File;

static void take_claim(void *data, const KvMoveClaim *claim)
{
    g_array_append_val((GArray *)data, *claim);
}

static void verify_file(void *data, const atomic_bool *cancel)
{
    File *file = data;
    KvLimits limits = {.memory = KV_DEFAULT_MEMORY,
                       .stop = cancel,
                       .seconds = file->seconds,
                       .reports = true,
                       .tell = take_claim,
                       .tell_data = file->claims};
    FILE *in = strcmp(file->path, "-") == 0 ? stdin : kj_os_fopen(file->path, "rb");
    KvResult *result = &file->result;
    if (in)
        *result = kv_verify(in, &limits);
    else
        g_snprintf(result->reason, sizeof result->reason, "cannot be opened: %s",
                   kj_os_text(errno));
    if (in && in != stdin)
        fclose(in);
}

static KjExit kj_cmd_verify(KjSession *session, const KjCall *call, GError **error)
{
    static const KjExit exits[] = {
        [KV_VALID] = KJ_EXIT_OK,
        [KV_REFUSED] = KJ_EXIT_DEFECT,
        [KV_UNKNOWN] = KJ_EXIT_UNKNOWN,
        [KV_UNREADABLE] = KJ_EXIT_INPUT,
    };
    KjExit status = KJ_EXIT_OK;
    KjProgressLine line;
    kj_progress_line_begin(&line, session, call->values);
    for (unsigned i = 0; call->args[i] && !call->printer->failed; i++) {
        g_autoptr(GArray) claims = g_array_new(FALSE, FALSE, sizeof(KvMoveClaim));
        File file = {.path = call->args[i],
                     .seconds = call->values->value[KJ_OPT(TIME)].real,
                     .result = {.status = KV_UNREADABLE},
                     .claims = claims};
        if (!kj_progress_line_work(&line, file.path, session->stop, verify_file, &file, error))
            return KJ_EXIT_INTERNAL;
        if (kj_session_stopped(session) && !file.result.ok)
            break; // dispatch tells of that
        kj_verify_print(call->printer, file.path, &file.result, claims);
        status = kj_exit_worse(status, exits[file.result.status]);
    }
    return status;
}

const KjCommand kj_verify_command = {
    .name = "verify",
    .ja = "検証",
    .group = KJ_COMMANDS_MATE,
    .summary = "check certificates without trusting the solver",
    .details =
        "Checks that each certificate, of a mate or of the report of a check, proves what it "
        "claims, with rules of the games "
        "that are its own and no code of the solver. It takes up to 4 GiB of memory; "
        "the program kanju-verify, which is this alone, can be given more. The status "
        "is 1 if one was refused, 3 if one could not be read and 4 if one was not decided within "
        "--time.",
    .args = {{.kind = KJ_ARG_FILE, .name = "CERTIFICATE", .repeating = true}},
    .options = KJ_OPTIONS_JSON | KJ_OPTIONS_TIME,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_verify,
    .examples = {{"verify mate.kjc", "What solve wrote with --certificate.",
                  "valid: shogi mate in 1"}},
    .schema = KJ_VERIFY_SCHEMA,
};
