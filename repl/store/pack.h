/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes as they are kept in the store: compressed, with a checksum. */
#pragma once

#include <glib.h>

enum { KJ_PACK_MAX = 1 << 24 }; // bytes, unpacked

/* NULL when they are more than KJ_PACK_MAX or memory is short. (transfer full) */
GBytes *kj_pack(GBytes *bytes);

/* NULL when they are damaged. (transfer full) */
GBytes *kj_unpack(GBytes *packed);
