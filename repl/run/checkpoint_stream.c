/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packing with zstd, a buffer at a time: a table may be larger than what memory is left. */
#include "repl/run/checkpoint_stream.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "repl/job/files.h"

enum {
    LEVEL = 1, // the search waits
    BUFFER = 1 << 17,
};

static const char magic[] = KJ_MAGIC_CHECKPOINT "1\n";

struct KjCheckpointOut {
    int fd;
    ZSTD_CCtx *zstd;
    char buffer[BUFFER];
};

static bool write_all(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t written = write(fd, bytes, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        n -= (size_t)written;
    }
    return true;
}

KjCheckpointOut *kj_checkpoint_out_new(int fd)
{
    KjCheckpointOut *out = g_new(KjCheckpointOut, 1);
    out->fd = fd;
    out->zstd = ZSTD_createCCtx();
    if (!out->zstd)
        errno = ENOMEM;
    if (!out->zstd || !write_all(fd, magic, sizeof magic - 1)) {
        int why = errno;
        kj_checkpoint_out_free(out);
        errno = why;
        return NULL;
    }
    ZSTD_CCtx_setParameter(out->zstd, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(out->zstd, ZSTD_c_checksumFlag, 1);
    return out;
}

void kj_checkpoint_out_free(KjCheckpointOut *out)
{
    if (!out)
        return;
    ZSTD_freeCCtx(out->zstd);
    g_free(out);
}

static bool pack(KjCheckpointOut *out, const void *bytes, size_t n, ZSTD_EndDirective end)
{
    ZSTD_inBuffer from = {bytes, n, 0};
    size_t left;
    do {
        ZSTD_outBuffer to = {out->buffer, BUFFER, 0};
        left = ZSTD_compressStream2(out->zstd, &to, &from, end);
        if (ZSTD_isError(left)) {
            errno = ENOMEM; // there is no other reason
            return false;
        }
        if (!write_all(out->fd, out->buffer, to.pos))
            return false;
    } while (end == ZSTD_e_end ? left > 0 : from.pos < from.size);
    return true;
}

bool kj_checkpoint_out_write(void *out, const void *bytes, size_t n)
{
    return pack(out, bytes, n, ZSTD_e_continue);
}

bool kj_checkpoint_out_finish(KjCheckpointOut *out)
{
    return pack(out, NULL, 0, ZSTD_e_end);
}

struct KjCheckpointIn {
    int fd;
    ZSTD_DCtx *zstd;
    ZSTD_inBuffer from;
    bool ended; // the frame, with a checksum that is right
    char buffer[BUFFER];
};

/* Reads up to `n` bytes; fewer only at the end of the file. */
static size_t read_some(int fd, char *bytes, size_t n)
{
    size_t got = 0;
    while (got < n) {
        ssize_t more = read(fd, bytes + got, n - got);
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0)
            break;
        got += (size_t)more;
    }
    return got;
}

KjCheckpointIn *kj_checkpoint_in_new(int fd)
{
    char line[sizeof magic - 1];
    if (read_some(fd, line, sizeof line) < sizeof line || memcmp(line, magic, sizeof line) != 0)
        return NULL;
    KjCheckpointIn *in = g_new(KjCheckpointIn, 1);
    in->fd = fd;
    in->zstd = ZSTD_createDCtx();
    in->from = (ZSTD_inBuffer){in->buffer, 0, 0};
    in->ended = false;
    if (!in->zstd)
        g_clear_pointer(&in, kj_checkpoint_in_free);
    return in;
}

void kj_checkpoint_in_free(KjCheckpointIn *in)
{
    ZSTD_freeDCtx(in->zstd);
    g_free(in);
}

/* Unpacks up to `n` bytes and returns how many. */
static size_t unpack(KjCheckpointIn *in, void *bytes, size_t n)
{
    ZSTD_outBuffer to = {bytes, n, 0};
    for (;;) {
        size_t before = to.pos, taken = in->from.pos;
        size_t left = ZSTD_decompressStream(in->zstd, &to, &in->from);
        if (ZSTD_isError(left))
            return 0;
        in->ended = left == 0;
        if (in->ended || (n > 0 && to.pos == n))
            return to.pos;
        if (in->from.pos == in->from.size) {
            in->from.size = read_some(in->fd, in->buffer, BUFFER);
            in->from.pos = 0;
            if (in->from.size == 0 && to.pos == before)
                return to.pos;
        } else if (to.pos == before && in->from.pos == taken) {
            return to.pos; // neither room nor bytes
        }
    }
}

bool kj_checkpoint_in_read(void *data, void *bytes, size_t n)
{
    KjCheckpointIn *in = data;
    return n == 0 || (!in->ended && unpack(in, bytes, n) == n);
}

bool kj_checkpoint_in_read_array(KjCheckpointIn *in, GByteArray *out, uint64_t n)
{
    enum { MOST = 1 << 30, AT_ONCE = 1 << 20 };
    if (n > MOST)
        return false;
    while (out->len < n) {
        guint had = out->len, more = (guint)MIN(n - had, (uint64_t)AT_ONCE);
        g_byte_array_set_size(out, had + more);
        if (!kj_checkpoint_in_read(in, out->data + had, more))
            return false;
    }
    return true;
}

bool kj_checkpoint_in_skip(KjCheckpointIn *in)
{
    char bytes[4096];
    while (!in->ended && unpack(in, bytes, sizeof bytes) == sizeof bytes)
        ;
    return kj_checkpoint_in_at_end(in);
}

bool kj_checkpoint_in_at_end(KjCheckpointIn *in)
{
    char more = 0;
    size_t n = in->ended ? 0 : unpack(in, &more, 0);
    bool all = in->from.pos == in->from.size && read_some(in->fd, &more, 1) == 0;
    return n == 0 && in->ended && all;
}
