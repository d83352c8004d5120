/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of a checkpoint file on their way: a line that says what it is, and a packed rest. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Writes to a file descriptor, which stays the caller's. NULL with errno. (transfer full) */
typedef struct KjCheckpointOut KjCheckpointOut;
KjCheckpointOut *kj_checkpoint_out_new(int fd);
void kj_checkpoint_out_free(KjCheckpointOut *out);

/* Writes bytes (KjBytesOutFn; `out` is a KjCheckpointOut). False with errno. */
bool kj_checkpoint_out_write(void *out, const void *bytes, size_t n);

/* Writes what is left and the checksum. False with errno. */
bool kj_checkpoint_out_finish(KjCheckpointOut *out);

/* Reads from a file descriptor, which stays the caller's. NULL: it is no such file. (transfer
 * full) */
typedef struct KjCheckpointIn KjCheckpointIn;
KjCheckpointIn *kj_checkpoint_in_new(int fd);
void kj_checkpoint_in_free(KjCheckpointIn *in);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjCheckpointIn, kj_checkpoint_in_free)

/* Reads `n` bytes (KjBytesInFn; `in` is a KjCheckpointIn). False: damaged or not so many. */
bool kj_checkpoint_in_read(void *in, void *bytes, size_t n);

/* Reads `n` bytes, told by the file, into an empty array; no more memory is taken than there are.
 * False: damaged or not so many. */
bool kj_checkpoint_in_read_array(KjCheckpointIn *in, GByteArray *out, uint64_t n);

/* Passes over the rest; whether it is whole. */
bool kj_checkpoint_in_skip(KjCheckpointIn *in);

/* Whether that was all, and the checksum is right. */
bool kj_checkpoint_in_at_end(KjCheckpointIn *in);
