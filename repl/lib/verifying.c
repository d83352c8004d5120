/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libkanju: verifying. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "repl/lib/problems.h"
#include "repl/verify/verify.h"

kanju_validity kanju_verify_file(const char *path, char **out_text)
{
    static const kanju_validity validity[] = {KANJU_VALID, KANJU_REFUSED, KANJU_UNREADABLE};
    FILE *file = path ? fopen(path, "rb") : NULL;
    if (!file) {
        kj_lib_say(out_text, path ? g_strerror(errno) : "no file");
        return KANJU_UNREADABLE;
    }
    KvLimits limits = {.memory = KV_DEFAULT_MEMORY};
    KvResult result = kv_verify(file, &limits);
    fclose(file);
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
