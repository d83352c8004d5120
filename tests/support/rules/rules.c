/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One-line questions about one position. */
#include "tests/support/rules/rules.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/support/rules/bridge.h"

static void must_agree(bool agrees, const char *sfen, const char *usi)
{
    if (agrees)
        return;
    fprintf(stderr, "core disagrees with itself: %s %s\n", sfen, usi);
    abort();
}

bool rules_legal(const KjGame *game, const char *sfen, const char *usi)
{
    KjPosition pos = bridge_read(game, sfen);
    KjMoveList list;
    kj_gen_legal(&pos, &list);
    return bridge_has(game, &list, usi);
}

KjIllegal rules_why_not(const KjGame *game, const char *sfen, const char *usi)
{
    KjPosition pos = bridge_read(game, sfen);
    KjIllegal why = kj_move_legality(&pos, bridge_usi(game, usi));
    must_agree(rules_legal(game, sfen, usi) == (why == KJ_MOVE_LEGAL), sfen, usi);
    return why;
}

bool rules_legal_are(const KjGame *game, const char *sfen, const char *usi)
{
    KjPosition pos = bridge_read(game, sfen);
    KjMoveList list;
    kj_gen_legal(&pos, &list);
    return bridge_is(game, &list, usi);
}

bool rules_safe_are(const KjGame *game, const char *sfen, const char *usi)
{
    KjPosition pos = bridge_read(game, sfen);
    KjMoveList list;
    kj_gen_safe(&pos, &list);
    must_agree(kj_has_safe_move(&pos) == (list.n > 0), sfen, usi);
    return bridge_is(game, &list, usi);
}

bool rules_checks_are(const KjGame *game, const char *sfen, const char *usi)
{
    KjPosition pos = bridge_read(game, sfen);
    KjMoveList list;
    kj_gen_checks(&pos, &list);
    return bridge_is(game, &list, usi);
}

bool rules_check(const KjGame *game, const char *sfen, const char *usi)
{
    KjPosition pos = bridge_read(game, sfen);
    KjMoveList list;
    kj_gen_checks(&pos, &list);
    bool check = bridge_has(game, &list, usi);
    if (rules_legal(game, sfen, usi))
        must_agree(!check || kj_gives_check(&pos, bridge_usi(game, usi)), sfen, usi);
    return check;
}

bool rules_mate(const KjGame *game, const char *sfen, const char *usi)
{
    KjPosition pos = bridge_read(game, sfen);
    KjMove move = bridge_usi(game, usi);
    KjMoveList only = {1, {move}};
    must_agree(rules_check(game, sfen, usi), sfen, usi);
    bool mate = kj_is_mate(&pos, move);
    must_agree((kj_mate_in_one(&pos, &only) == move) == mate, sfen, usi);
    KjUndo undo;
    kj_position_make(&pos, move, &undo);
    must_agree(kj_has_safe_move(&pos) != mate, sfen, usi);
    return mate;
}

bool rules_try(const KjGame *game, const char *sfen, const char *usi)
{
    KjPosition pos = bridge_read(game, sfen);
    return kj_is_try(&pos, bridge_usi(game, usi));
}
