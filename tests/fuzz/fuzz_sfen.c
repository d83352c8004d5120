/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text as a position with moves, in every game: what is read comes back as it was written. */
#include <string.h>

#include "core/format/address.h"
#include "core/format/position_text.h"
#include "core/format/sfen.h"
#include "core/notation/textboard.h"
#include "core/notation/usi.h"
#include "core/text/text.h"
#include "core/text/text_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_position(const KjPosition *pos, unsigned number)
{
    KjPosition again;
    unsigned number_again;
    g_autofree char *text = kj_sfen_write(pos, number);
    g_assert_true(kj_sfen_read(text, pos->game, &again, &number_again, NULL));
    g_assert_true(kj_position_equal(pos, &again));
    g_assert_cmpuint(number, ==, number_again);
    g_autofree char *text_again = kj_sfen_write(&again, number);
    g_assert_cmpstr(text, ==, text_again);
    g_assert_true(pos->key == kj_position_compute_key(pos));
    g_autofree char *own = kj_position_write(pos);
    g_autofree char *kanji = kj_board_text(pos, KJ_BOARD_KANJI, true, KJ_MOVE_NONE);
    g_assert_true(own && g_utf8_validate(kanji, -1, NULL));
    kj_position_check(pos, NULL, NULL);
}

static void check_text(const char *text, const KjGame *game)
{
    KjPositionText read;
    GError *error = NULL;
    if (!kj_position_text_read(text, game, &read, &error)) {
        g_assert_true(kj_text_error_place(error).column > 0 ||
                      kj_address_is(kj_text_behind_mark(text)));
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        g_assert_null(strchr(error->message, '\n'));
        g_error_free(error);
        return;
    }
    KjPosition pos = read.start;
    check_position(&pos, read.number);
    for (unsigned i = 0; i < read.n_moves; i++) {
        char usi[KJ_USI_MOVE];
        KjMove move;
        KjUndo undo;
        kj_usi_move_write(&pos, read.moves[i], usi);
        g_assert_true(kj_usi_move_read(&pos, usi, &move, NULL) && move == read.moves[i]);
        kj_position_make(&pos, move, &undo);
    }
    check_position(&pos, 1);
    kj_position_text_clear(&read);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    check_text(text, NULL);
    for (size_t i = 0; i < kj_game_count(); i++)
        check_text(text, kj_game_at(i));
    return 0;
}
