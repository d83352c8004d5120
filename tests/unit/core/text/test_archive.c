/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives: what is one, and which command is named. */
#include <glib.h>
#include <string.h>

#include "core/text/archive.h"
#include "tests/support/cmocka.h"

TEST(an_archive_is_refused_with_what_unpacks_it)
{
    static const struct {
        const char *name, *bytes;
        size_t length;
        const char *command; // NULL: it is none
    } rows[] = {
        {"a.zip", "PK\3\4....", 8, "bsdtar -xf 'a.zip'"},
        {"a b.7z", "7z\xbc\xaf..", 6, "bsdtar -xf 'a b.7z'"},
        {"it's.lzh", "\x20\x31-lh5-", 7, "bsdtar -xf 'it'\\''s.lzh'"},
        {"a.kif.gz", "\x1f\x8b\x08", 3, "gunzip -k 'a.kif.gz'"},
        {"a.tar.gz", "\x1f\x8b\x08", 3, "bsdtar -xf 'a.tar.gz'"},
        {"A.TXZ", "\xfd\x37zXZ", 5, "bsdtar -xf 'A.TXZ'"},
        {"a.zst", "\x28\xb5\x2f\xfd", 4, "unzstd 'a.zst'"},
        {"stdin", "BZh9", 4, "bunzip2 -k '-'"},
        {"a.zip", "PK\3", 3, NULL},
        {"a.zip", "7k1/9/6B1R/9/9/9/9/9/9 b G", 26, NULL},
        {"a", "", 0, NULL},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *refusal = kj_archive_refusal(rows[i].name, rows[i].bytes, rows[i].length);
        assert_int_equal(refusal != NULL, rows[i].command != NULL);
        if (refusal)
            assert_string_equal(strchr(refusal, ':') + 2, rows[i].command);
    }
}
