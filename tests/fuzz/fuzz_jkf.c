/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as JKF: what is read can be written and is the same game when it is read again. */
#include "core/format/jkf.h"
#include "tests/fuzz/games.h"

static GPtrArray *read_jkf(char *text, const KjGame *game, GError **error)
{
    (void)game;
    return kj_jkf_read(text, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return check_games(data, size, &(GamesFormat){read_jkf, kj_jkf_write, true, true});
}
