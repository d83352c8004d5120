/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The first byte chooses a position, the rest is a move in any notation. What is read is legal, and
 * comes back from every notation it is written in.
 */
#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/notation.h"
#include "core/notation/usi.h"
#include "core/rules/movegen.h"
#include "core/text/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Chosen by 'A', 'B' and so on. */
static const char *const positions[] = {
    "startpos",
    "startpos moves 7g7f 3c3d 8h2b+",
    "4k4/9/9/9/3S5/9/3SSS3/9/4G1G2 b RBGPrbg3n4l17p 1",
    "3g1g3/4k4/9/9/4+r3+r/9/9/3+b5/K5+b2 w 2sn4p 1",
    "sgkgs/1r1b1/pp1pp/PPPPP/1B1R1/SGKGS w P 1",
    "4k^3/2+p1R3/8/3I4/4+P3/2n5/3+bI3/4K^3 +PP+S/3pb O/o",
    "4k^3/4+P3/8/8/8/8/3+p+r3/4K^3 R/s o/O",
    "rb2k/4p/5/P4/KG1BR b GSs 1",
    "gle/1c1/C2/E1L b G 1",
};

static KjPosition position_of(uint8_t choice, KjMove *previous)
{
    g_auto(KjPositionText) read;
    const char *text = positions[(choice - 'A') % G_N_ELEMENTS(positions)];
    g_assert_true(kj_position_text_read(text, NULL, &read, NULL));
    g_assert_cmpint(kj_position_check(&read.start, NULL, NULL), ==, KJ_POSITION_OK);
    KjPosition pos = kj_position_text_end(&read);
    *previous = kj_position_text_last(&read);
    return pos;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    KjMove previous, move, again;
    KjPosition pos = position_of(data[0], &previous);
    g_autofree char *text = g_strndup((const char *)data + 1, size - 1);
    GError *error = NULL;
    if (kj_usi_move_read(&pos, text, &move, NULL))
        kj_move_legality(&pos, move); // must take whatever the reader lets through
    if (!kj_move_parse(&pos, text, previous, &move, &error)) {
        g_assert_true(kj_text_error_place(error).column > 0);
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        g_error_free(error);
        return 0;
    }
    g_assert_cmpint(kj_move_legality(&pos, move), ==, KJ_MOVE_LEGAL);
    for (unsigned n = 0; n < KJ_NOTATION_COUNT; n++) {
        g_autofree char *written = kj_move_text(&pos, move, previous, (KjNotation)n);
        g_assert_true(kj_move_parse(&pos, written, previous, &again, NULL));
        g_assert_cmpuint(move, ==, again);
    }
    return 0;
}
