/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records read from a text in any format; what is not as expected fails the test. */
#pragma once

#include "core/format/format.h"

/* All records of a text, which has no fault; the only one of a text. (transfer full) */
GPtrArray *game_files_read(const char *text, KjFormat format, const KjGame *game);
KjGameFile *game_file_read(const char *text, KjFormat format);

/* A text cannot be read: why, as text_error_column() says it, and the line, 0 none. */
void game_file_assert_refused(const char *text, KjFormat format, unsigned at_line,
                              const char *message);
