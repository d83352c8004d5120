/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packing with zstd. */
#include "repl/store/pack.h"

#include <zstd.h>

enum { LEVEL = 3 };

GBytes *kj_pack(GBytes *bytes)
{
    gsize size;
    const void *from = g_bytes_get_data(bytes, &size);
    ZSTD_CCtx *zstd = size <= KJ_PACK_MAX ? ZSTD_createCCtx() : NULL;
    if (!zstd)
        return NULL;
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
    size_t room = ZSTD_compressBound(size);
    void *to = g_malloc(room);
    size_t length = ZSTD_compress2(zstd, to, room, from, size);
    ZSTD_freeCCtx(zstd);
    if (ZSTD_isError(length)) {
        g_free(to);
        return NULL;
    }
    return g_bytes_new_take(g_realloc(to, length), length);
}

GBytes *kj_unpack(GBytes *packed)
{
    gsize size;
    const void *from = g_bytes_get_data(packed, &size);
    unsigned long long length = ZSTD_getFrameContentSize(from, size);
    if (length > KJ_PACK_MAX) // these are the codes of errors too
        return NULL;
    void *to = g_malloc(length + 1);
    size_t got = ZSTD_decompress(to, length, from, size);
    if (!ZSTD_isError(got) && got == length)
        return g_bytes_new_take(to, length);
    g_free(to);
    return NULL;
}
