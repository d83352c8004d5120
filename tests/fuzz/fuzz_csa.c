/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as CSA: what is read can be written and is the same game when it is read again. */
#include "core/format/csa.h"
#include "tests/fuzz/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return check_games(data, size, &(GamesFormat){kj_csa_read, kj_csa_write, false, false});
}
