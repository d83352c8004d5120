/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives and compressed files: they are not read, but known, so that it can be said what unpacks
 * them. */
#pragma once

#include <stddef.h>

/* Why a file is not read that is an archive or compressed, with the command that unpacks it; NULL:
 * it is neither. `name` is its name, or "stdin". (transfer full) */
char *kj_archive_refusal(const char *name, const char *bytes, size_t length);
