/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as KIF: what is read can be written and is the same game when it is read again. */
#include "core/format/kif.h"
#include "tests/fuzz/games.h"

/* In its own form; in the other one it can be written, too. */
static bool write_kif(GString *out, KjGameFile *file, GError **error)
{
    (void)error;
    bool moves = file->tree->root->child != NULL;
    KjFormat own = moves && file->format == KJ_FORMAT_BOD ? KJ_FORMAT_KIF : file->format;
    g_autoptr(GString) other = g_string_new(NULL);
    kj_kif_write(out, file, own);
    kj_kif_write(other, file, own == KJ_FORMAT_KIF ? KJ_FORMAT_KI2 : KJ_FORMAT_KIF);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return check_games(data, size, &(GamesFormat){kj_kif_read, write_kif, true, false});
}
