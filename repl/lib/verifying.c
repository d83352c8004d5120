/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libkanju: verifying. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "repl/cli/result_json.h"
#include "repl/lib/problems.h"

static void take_claim(void *data, const KvMoveClaim *claim)
{
    if (data)
        g_array_append_val((GArray *)data, *claim);
}

/* Verifies a file; an errno if it cannot be opened. `claims` (may be NULL): of KvMoveClaim. */
static int verify(const char *path, KvResult *out, GArray *claims)
{
    KvLimits limits = {
        .memory = KV_DEFAULT_MEMORY, .reports = true, .tell = take_claim, .tell_data = claims};
    *out = (KvResult){.status = KV_UNREADABLE};
    FILE *file = fopen(path, "rb");
    if (!file)
        return errno;
    *out = kv_verify(file, &limits);
    fclose(file);
    return 0;
}

kanju_validity kanju_verify_file(const char *path, char **out_text)
{
    static const kanju_validity validity[] = {KANJU_VALID, KANJU_REFUSED, KANJU_UNREADABLE,
                                              KANJU_UNREADABLE};
    KvResult result;
    int code = path ? verify(path, &result, NULL) : 0;
    if (!path || code) {
        kj_lib_say(out_text, path ? g_strerror(code) : "no file");
        return KANJU_UNREADABLE;
    }
    char text[KV_LINE + KV_CLAIM], claim[KV_CLAIM];
    kv_result_text(&result, text, KV_LINE);
    kv_result_claim(&result, claim, sizeof claim);
    if (*claim) {
        size_t n = strlen(text);
        snprintf(text + n, sizeof text - n, "; %s", claim);
    }
    kj_lib_say(out_text, text);
    return validity[result.status];
}

typedef struct {
    const char *path;
    KvResult result;
    GArray *claims;
} Verified;

static void print_verified_json(KjPrinter *printer, const void *data)
{
    const Verified *verified = data;
    kj_verify_print(printer, verified->path, &verified->result, verified->claims);
}

char *kanju_verify_json(const char *path)
{
    g_autoptr(GArray) claims = g_array_new(FALSE, FALSE, sizeof(KvMoveClaim));
    Verified verified = {.path = path, .claims = claims};
    if (!path)
        return NULL;
    int code = verify(path, &verified.result, claims);
    if (code)
        g_snprintf(verified.result.reason, sizeof verified.result.reason, "cannot be opened: %s",
                   g_strerror(code));
    return kj_lib_json(print_verified_json, &verified);
}
