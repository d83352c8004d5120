/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of a checkpoint file on their way: a line that says what it is, and a packed rest. */
#ifndef KJ_REPL_JOB_CHECKPOINT_STREAM_H
#define KJ_REPL_JOB_CHECKPOINT_STREAM_H

#include <glib.h>
#include <stdbool.h>

/* Writes to a file descriptor, which stays the caller's. NULL with errno. (transfer full) */
typedef struct KjPackedOut KjPackedOut;
KjPackedOut *kj_packed_out_new(int fd);
void kj_packed_out_free(KjPackedOut *out);

/* Writes bytes (KjBytesOutFn; `out` is a KjPackedOut). False with errno. */
bool kj_packed_write(void *out, const void *bytes, size_t n);

/* Writes what is left and the checksum. False with errno. */
bool kj_packed_finish(KjPackedOut *out);

/* Reads from a file descriptor, which stays the caller's. NULL: it is no such file. (transfer
 * full) */
typedef struct KjPackedIn KjPackedIn;
KjPackedIn *kj_packed_in_new(int fd);
void kj_packed_in_free(KjPackedIn *in);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjPackedIn, kj_packed_in_free)

/* Reads `n` bytes (KjBytesInFn; `in` is a KjPackedIn). False: damaged or not so many. */
bool kj_packed_read(void *in, void *bytes, size_t n);

/* Passes over the rest; whether it is whole. */
bool kj_packed_skip(KjPackedIn *in);

/* Whether that was all, and the checksum is right. */
bool kj_packed_at_end(KjPackedIn *in);

#endif
