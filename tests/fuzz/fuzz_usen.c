/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as USEN: what is read can be written and is the same game when it is read again. */
#include "core/format/usen.h"
#include "tests/fuzz/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return check_games(data, size, &(GamesFormat){kj_usen_read, kj_usen_write, false, false});
}
