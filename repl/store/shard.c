/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of a problem: a hash of its game and position. */
#include "repl/store/shard.h"

#include "core/text/lang.h"
#include "repl/job/options.h"

bool kj_shard_read(const char *text, KjShard *out, GError **error)
{
    enum { MOST = 1000000 };
    *out = (KjShard){0};
    if (!text)
        return true;
    guint64 part, parts;
    g_auto(GStrv) ends = g_strsplit(text, "/", 2);
    bool ok = ends[0] && ends[1] &&
              g_ascii_string_to_unsigned(ends[1], 10, 1, MOST, &parts, NULL) &&
              g_ascii_string_to_unsigned(ends[0], 10, 1, parts, &part, NULL);
    if (!ok)
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "--shard=%s: expected I/N, such as 1/4 to 4/4", text);
    *out = (KjShard){(gint64)part - 1, (gint64)parts};
    return true;
}

bool kj_shard_has(const KjShard *shard, const char *game, const char *position)
{
    enum { DIGITS = 15 }; // of 4 bits: fits a signed number
    if (shard->parts == 0)
        return true;
    g_autofree char *text = g_strconcat(game, " ", position, NULL);
    g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    digest[DIGITS] = '\0';
    return (gint64)g_ascii_strtoull(digest, NULL, 16) % shard->parts == shard->part;
}

static void has(sqlite3_context *context, int n, sqlite3_value **argument)
{
    (void)n;
    KjShard shard = {sqlite3_value_int64(argument[2]), sqlite3_value_int64(argument[3])};
    sqlite3_result_int(context, kj_shard_has(&shard, (const char *)sqlite3_value_text(argument[0]),
                                             (const char *)sqlite3_value_text(argument[1])));
}

bool kj_shard_to_sql(KjStore *store, GError **error)
{
    enum { ARGUMENTS = 4 };
    return sqlite3_create_function_v2(store->db, "kj_shard", ARGUMENTS,
                                      SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, has, NULL, NULL,
                                      NULL) == SQLITE_OK ||
           kj_store_fail(store, error);
}
