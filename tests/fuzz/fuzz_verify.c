/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as a certificate: a verdict comes, the same each time, with a reason in one plain line.
 */
#include <glib.h>
#include <string.h>

#include "repl/verify/verify.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static KvResult verify(const uint8_t *data, size_t size, uint64_t memory)
{
    KvLimits limits = {.memory = memory, .reports = true};
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "rb");
    g_assert_nonnull(file);
    KvResult result = kv_verify(file, &limits);
    fclose(file);
    return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    // Little memory also keeps the time short, which grows with the records that fit.
    enum { MEMORY = 1 << 16 };
    if (size == 0)
        return 0;
    KvResult result = verify(data, size, MEMORY), again = verify(data, size, MEMORY);
    g_assert_cmpint(result.status, ==, again.status);
    g_assert_cmpstr(result.reason, ==, again.reason);
    g_assert_cmpuint(result.records, ==, again.records);
    g_assert_true(result.ok == (result.status == KV_VALID));
    g_assert_true(result.ok == (*result.reason == '\0'));
    for (const char *c = result.reason; *c; c++)
        g_assert_true(g_ascii_isprint(*c));
    if (result.ok) {
        char text[KV_LINE];
        kv_result_text(&result, text, sizeof text);
        g_assert_true(g_str_has_prefix(text, "valid: "));
        // Nothing may be missing from what was found whole.
        g_assert_false(verify(data, size - 1, MEMORY).ok);
    }
    return 0;
}
