/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kanju-verify: checks certificates, and is built of this folder alone:
 *   cc -I. -o kanju-verify repl/verify/<all>.c -lzstd
 */
#include <getopt.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "repl/verify/verify.h"

// made by the Makefile; by hand this folder does without
#if __has_include("version.h")
#include "version.h"
#else
#define KJ_VERSION "of no version"
#endif

enum { OK = 0, REFUSED = 1, USAGE = 2, UNREADABLE = 3, UNKNOWN = 4 };

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
            "usage: kanju-verify [--memory MIB] [--time SECONDS] FILE...\n"
            "       kanju-verify --version\n"
            "Checks certificates of mate problems (docs/certificate.md); - is standard input.\n"
            "Exit status: 0 all valid, 1 some refused, 2 wrong usage, 3 some not readable,\n"
            "4 some not decided within the time.\n");
    return status;
}

/* Takes a size in MiB; false if that is none. */
static bool set_memory(KvLimits *limits, const char *text)
{
    char *end;
    unsigned long mib = strtoul(text, &end, 10);
    limits->memory = (uint64_t)mib << 20;
    return *end == '\0' && *text != '-' && limits->memory >> 20 == mib && mib > 0;
}

/* Takes a number of seconds for each file; false if that is none. */
static bool set_time(KvLimits *limits, const char *text)
{
    char *end;
    limits->seconds = strtod(text, &end);
    return *end == '\0' && end != text && limits->seconds > 0 && limits->seconds <= 1e9;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"help", no_argument, NULL, 'h'},
                                            {"memory", required_argument, NULL, 'm'},
                                            {"time", required_argument, NULL, 't'},
                                            {"version", no_argument, NULL, 'V'},
                                            {NULL, 0, NULL, 0}};
    KvLimits limits = {.memory = KV_DEFAULT_MEMORY, .reports = true};
    for (int option; (option = getopt_long(argc, argv, "hV", options, NULL)) != -1;) {
        if (option == 'h')
            return usage(stdout, OK);
        if (option == 'V') {
            puts("kanju-verify " KJ_VERSION);
            return OK;
        }
        if (!(option == 'm' && set_memory(&limits, optarg)) &&
            !(option == 't' && set_time(&limits, optarg)))
            return usage(stderr, USAGE);
    }
    int i = optind;
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
    static const int exits[] = {OK, REFUSED, UNKNOWN, UNREADABLE};
    return exits[worst];
}
