/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kanju-verify: checks certificates, and is built of this folder alone:
 *   cc -I. -o kanju-verify repl/verify/<all>.c -lzstd
 */
#include <stdlib.h>
#include <string.h>

#include "repl/verify/verify.h"

// made by the Makefile; by hand this folder does without
#if __has_include("version.h")
#include "version.h"
#else
#define KJ_VERSION "of no version"
#endif

enum { OK = 0, REFUSED = 1, USAGE = 2, UNREADABLE = 3 };

static KvStatus verify_file(const char *path, const KvLimits *limits)
{
    KvResult result = {.status = KV_UNREADABLE, .reason = "the file cannot be opened"};
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (file)
        result = kv_verify(file, limits);
    if (file && file != stdin)
        fclose(file);
    char text[KV_CLAIM];
    kv_result_text(&result, text, sizeof text);
    printf("%s: %s\n", path, text);
    kv_result_claim(&result, text, sizeof text);
    if (*text)
        printf("    %s\n", text);
    return result.status;
}

static int usage(FILE *out, int status)
{
    fprintf(out,
            "usage: kanju-verify [--memory MIB] FILE...\n"
            "       kanju-verify --version\n"
            "Checks certificates of mate problems (docs/certificate.md); - is standard input.\n"
            "Exit status: 0 all valid, 1 some refused, 2 wrong usage, 3 some not readable.\n");
    return status;
}

int main(int argc, char **argv)
{
    KvLimits limits = {.memory = KV_DEFAULT_MEMORY};
    int i = 1;
    for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
        char *end;
        if (strcmp(argv[i], "--help") == 0)
            return usage(stdout, OK);
        if (strcmp(argv[i], "--version") == 0 || strcmp(argv[i], "-V") == 0) {
            puts("kanju-verify " KJ_VERSION);
            return OK;
        }
        if (strcmp(argv[i], "--memory") == 0 && i + 1 < argc) {
            limits.memory = (uint64_t)strtoul(argv[++i], &end, 10) << 20;
            if (*end || !limits.memory)
                return usage(stderr, USAGE);
        } else if (strcmp(argv[i], "--") == 0) {
            i++;
            break;
        } else {
            return usage(stderr, USAGE);
        }
    }
    if (i == argc)
        return usage(stderr, USAGE);
    KvStatus worst = KV_VALID;
    for (; i < argc; i++) {
        KvStatus status = verify_file(argv[i], &limits);
        if (status > worst)
            worst = status;
    }
    if (fflush(stdout) != 0 || ferror(stdout))
        return UNREADABLE;
    return worst == KV_VALID ? OK : worst == KV_REFUSED ? REFUSED : UNREADABLE;
}
