/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records and positions from text, for the unit tests of records, impasse and handicaps. */
#pragma once

#include <glib.h>

#include "core/notation/usi.h"
#include "core/rules/record.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjRecord, kj_record_free)

static inline KjRecord *record_from(const KjGame *game, const char *sfen)
{
    KjPosition pos = position_from(game, sfen);
    return kj_record_new(&pos);
}

static inline KjRecord *record_of(const char *game_id, const char *sfen)
{
    return record_from(kj_game_find(game_id), sfen);
}

static inline KjMove move_in(const KjRecord *record, const char *text)
{
    KjMove move = KJ_MOVE_NONE;
    GError *error = NULL;
    if (!kj_usi_move_read(kj_record_position(record), text, &move, &error))
        fail_msg("%s: %s", text, error->message);
    return move;
}

/* What playing a move gives. */
static inline KjIllegal try_move(KjRecord *record, const char *text)
{
    return kj_record_play(record, move_in(record, text));
}

/* Plays moves separated by spaces; all must be allowed. */
static inline void play(KjRecord *record, const char *moves)
{
    char **list = g_strsplit(moves, " ", -1);
    for (char **move = list; *move; move++) {
        KjIllegal reason = try_move(record, *move);
        if (reason != KJ_MOVE_LEGAL)
            fail_msg("ply %u, %s: %s", kj_record_plies(record) + 1, *move, kj_illegal_text(reason));
    }
    g_strfreev(list);
}

static inline void play_times(KjRecord *record, const char *moves, int times)
{
    for (int i = 0; i < times; i++)
        play(record, moves);
}

static inline void assert_ongoing(const KjRecord *record)
{
    KjStatus status = kj_record_status(record);
    assert_string_equal(kj_status_name(status.kind), "ongoing");
    assert_false(status.over);
    assert_false(status.has_winner);
}

static inline void assert_won(const KjRecord *record, KjStatusKind kind, KjSide winner)
{
    KjStatus status = kj_record_status(record);
    assert_string_equal(kj_status_name(status.kind), kj_status_name(kind));
    assert_true(status.over);
    assert_true(status.has_winner);
    assert_int_equal(status.winner, winner);
}

static inline void assert_drawn(const KjRecord *record, KjStatusKind kind)
{
    KjStatus status = kj_record_status(record);
    assert_string_equal(kj_status_name(status.kind), kj_status_name(kind));
    assert_true(status.over);
    assert_false(status.has_winner);
}
