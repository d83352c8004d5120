/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors of the text readers, compared with what they say as text. */
#ifndef TESTS_SUPPORT_TEXT_ERROR_H
#define TESTS_SUPPORT_TEXT_ERROR_H

#include <glib.h>

/* "column N: ..." of an error, the message alone where it has no column. (transfer full) */
char *text_error_column(const GError *error);

#endif
