/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kanju-verify: checks certificates, and is built of this folder alone:
 *   cc -I. -o kanju-verify repl/verify/<all>.c -lzstd
 */
#include <stdlib.h>
#include <string.h>

#include "repl/verify/verify.h"

enum { OK = 0, REFUSED = 1, USAGE = 2, UNREADABLE = 3 };

static void put_json_text(const char *key, const char *value)
{
    printf("\"%s\":\"", key);
    for (const unsigned char *c = (const unsigned char *)value; *c; c++) {
        if (*c < ' ' || *c == '"' || *c == '\\' || *c == 0x7f)
            printf("\\u%04x", *c);
        else
            putchar(*c);
    }
    putchar('"');
}

static void put_json(const char *path, const KvResult *result)
{
    printf("{\"schema\":\"kanju.verify/1\",");
    put_json_text("file", path);
    printf(",\"status\":\"%s\"", kv_status_text(result->status));
    if (*result->game) {
        putchar(',');
        put_json_text("variant", result->game);
        putchar(',');
        put_json_text("position", result->position);
        printf(",\"verdict\":\"%s\"", result->mate ? "mate" : "nomate");
        if (result->mate)
            printf(",\"plies\":%lu,\"shortest\":%s", (unsigned long)result->plies,
                   result->shortest ? "true" : "false");
    }
    if (result->ok) {
        printf(",\"records\":%llu", (unsigned long long)result->records);
    } else {
        putchar(',');
        put_json_text("reason", result->reason);
        printf(",\"record\":%llu,\"byte\":%llu", (unsigned long long)result->record,
               (unsigned long long)result->byte);
    }
    printf("}\n");
}

static KvStatus verify_file(const char *path, const KvLimits *limits, bool json)
{
    KvResult result = {.status = KV_UNREADABLE, .reason = "the file cannot be opened"};
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (file)
        result = kv_verify(file, limits);
    if (file && file != stdin)
        fclose(file);
    char text[KV_LINE];
    kv_result_text(&result, text, sizeof text);
    if (json)
        put_json(path, &result);
    else
        printf("%s: %s\n", path, text);
    return result.status;
}

static int usage(FILE *out, int status)
{
    fprintf(out,
            "usage: kanju-verify [--json] [--memory MIB] FILE...\n"
            "Checks certificates of mate problems (docs/certificate.md); - is standard input.\n"
            "Exit status: 0 all valid, 1 some refused, 2 wrong usage, 3 some not readable.\n");
    return status;
}

int main(int argc, char **argv)
{
    KvLimits limits = {.memory = KV_DEFAULT_MEMORY};
    bool json = false;
    int i = 1;
    for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
        char *end;
        if (strcmp(argv[i], "--help") == 0)
            return usage(stdout, OK);
        if (strcmp(argv[i], "--json") == 0) {
            json = true;
        } else if (strcmp(argv[i], "--memory") == 0 && i + 1 < argc) {
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
        KvStatus status = verify_file(argv[i], &limits, json);
        if (status > worst)
            worst = status;
    }
    if (fflush(stdout) != 0 || ferror(stdout))
        return UNREADABLE;
    return worst == KV_VALID ? OK : worst == KV_REFUSED ? REFUSED : UNREADABLE;
}
