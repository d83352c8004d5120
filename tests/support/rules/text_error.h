/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors of the text readers, compared with what they say as text. */
#pragma once

#include <glib.h>

/* "column N: ..." of an error, the message alone where it has no column. (transfer full) */
char *text_error_column(const GError *error);
