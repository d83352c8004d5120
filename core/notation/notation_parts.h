/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the notations share. A move is taken apart into facts once; each notation writes a text from
 * the facts, and matches a text against them, accepting everything a person might write for that
 * move. Reading is: match the text against every legal move.
 */
#pragma once

#include "core/notation/notation.h"

/* A move seen with its position. */
typedef struct {
    const KjPosition *before;
    const KjGame *game;
    KjMove move;
    KjSide side;
    KjKind kind;     // that moves or is dropped
    KjKind captured; // or KJ_NONE
    unsigned from;   // KJ_NO_SQUARE for a drop
    unsigned to;
    bool drop;
    bool same; // it ends where the move before ended
    bool promotes;
    bool declines; // could have promoted and does not
    bool must_promote;
    bool privilege; // the king chooses how a promoted piece enters the hand
    bool keeps;     // and keeps it promoted
    KjBb rivals;    // other own pieces of this kind that go to `to`, pins not considered
} KjMoveFacts;

/* A text being matched; `furthest` is the furthest place any match has reached. */
typedef struct {
    const char *text;
    const char *furthest;
} KjMatch;

/* Takes a move apart. */
void kj_move_facts(KjMoveFacts *facts, const KjPosition *before, KjMove move, KjMove previous);

/* The place after `word` if it comes at `at`, else NULL; so is everything for `at` NULL. */
const char *kj_match_word(KjMatch *match, const char *at, const char *word);

/* Skips blanks and full-width blanks; NULL stays NULL. */
const char *kj_match_blanks(const char *at);

/* Whether only blanks are left. */
bool kj_match_end(KjMatch *match, const char *at);

/* The place after a square in the game's own way (`7f`, `e5`), in digits (`76`, not with letter
 * files) or in Japanese (`７六`, digits of both widths), else NULL. */
const char *kj_match_square(KjMatch *match, const char *at, const KjGame *game, unsigned square);
const char *kj_match_digits(KjMatch *match, const char *at, const KjGame *game, unsigned square);
const char *kj_match_square_ja(KjMatch *match, const char *at, const KjGame *game, unsigned square);

/* Appends a square in digits (`76`; `e5` with letter files) or in Japanese (`７六`, `e5`). */
void kj_append_digits(GString *out, const KjGame *game, unsigned square);
void kj_append_square_ja(GString *out, const KjGame *game, unsigned square);

/* Appends a square as people of the language of the thread say it: `7f`, or `７六` in Japanese. */
void kj_append_square_said(GString *out, const KjGame *game, unsigned square);

/* Appends a move, and matches a text (after side mark and blanks) against it. */
void kj_append_ja(GString *out, const KjMoveFacts *facts, bool shogi_marks);
bool kj_match_ja(KjMatch *match, const char *at, const KjMoveFacts *facts);
void kj_append_western(GString *out, const KjMoveFacts *facts, KjNotation notation);
bool kj_match_western(KjMatch *match, const char *at, const KjMoveFacts *facts);
