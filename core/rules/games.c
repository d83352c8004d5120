/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The games, one row each, and nothing else. To add one, write its pieces and its row; boards up to
 * 9x9 need no other change (docs/rules.md says what each field means in play).
 */
#include "core/rules/games.h"

#include "core/rules/game.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define PIECES(rows) .pieces = rows, .n_pieces = LENGTH(rows)

typedef const char *const Picture[5];

static Picture king_moves = {".....", ".ooo.", ".o*o.", ".ooo.", "....."};
static Picture gold_moves = {".....", ".ooo.", ".o*o.", "..o..", "....."};
static Picture silver_moves = {".....", ".ooo.", "..*..", ".o.o.", "....."};
static Picture knight_moves = {".o.o.", ".....", "..*..", ".....", "....."};
static Picture lance_moves = {".....", "..s..", "..*..", ".....", "....."};
static Picture pawn_moves = {".....", "..o..", "..*..", ".....", "....."};
static Picture rook_moves = {".....", "..s..", ".s*s.", "..s..", "....."};
static Picture dragon_moves = {".....", ".oso.", ".s*s.", ".oso.", "....."};
static Picture bishop_moves = {".....", ".s.s.", "..*..", ".s.s.", "....."};
static Picture horse_moves = {".....", ".sos.", ".o*o.", ".sos.", "....."};
static Picture princess_moves = {".o.o.", "os.so", "..*..", "os.so", ".o.o."};
static Picture goddess_moves = {".o.o.", "ososo", ".o*o.", "ososo", ".o.o."};
static Picture giraffe_moves = {".....", "..o..", ".o*o.", "..o..", "....."};
static Picture drunk_moves = {".....", ".ooo.", ".o*o.", ".o.o.", "....."};
static Picture elephant_moves = {".....", ".o.o.", "..*..", ".o.o.", "....."};

#define ROOK(n)                                                                    \
    {                                                                              \
        .letter = 'R', .kanji = "飛", .kanji_promoted = "龍", .moves = rook_moves, \
        .moves_promoted = dragon_moves, .set = n, .points = 5                      \
    }
#define BISHOP(n)                                                                    \
    {                                                                                \
        .letter = 'B', .kanji = "角", .kanji_promoted = "馬", .moves = bishop_moves, \
        .moves_promoted = horse_moves, .set = n, .points = 5                         \
    }
#define GOLD(n)                                                                  \
    {                                                                            \
        .letter = 'G', .kanji = "金", .moves = gold_moves, .set = n, .points = 1 \
    }
#define GENERAL(l, k, p, m, n)                                                                  \
    {                                                                                           \
        .letter = l, .kanji = k, .kanji_promoted = p, .moves = m, .moves_promoted = gold_moves, \
        .set = n, .points = 1                                                                   \
    }
#define SILVER(n) GENERAL('S', "銀", "全", silver_moves, n)
#define KNIGHT(n) GENERAL('N', "桂", "圭", knight_moves, n)
#define LANCE(n) GENERAL('L', "香", "杏", lance_moves, n)
#define PAWN(n)                                                                                 \
    {                                                                                           \
        .letter = 'P', .kanji = "歩", .kanji_promoted = "と", .moves = pawn_moves,              \
        .moves_promoted = gold_moves, .set = n, .points = 1, .nifu = true, .no_mate_drop = true \
    }
#define KING                                                                              \
    {                                                                                     \
        .letter = 'K', .kanji = "王", .kanji_other = "玉", .moves = king_moves, .set = 2, \
        .royal = true                                                                     \
    }

static const KjPieceRow shogi_pieces[] = {
    ROOK(2), BISHOP(2), GOLD(4), SILVER(4), KNIGHT(4), LANCE(4), PAWN(18), KING,
};

// 醉象 becomes 太子, a second king (docs/rules.md R14).
static const KjPieceRow suizo_pieces[] = {
    ROOK(2),
    BISHOP(2),
    {.letter = 'E',
     .kanji = "象",
     .kanji_promoted = "太",
     .moves = drunk_moves,
     .moves_promoted = king_moves,
     .set = 2,
     .points = 1,
     .royal_promoted = true,
     .leaves = true},
    GOLD(4),
    SILVER(4),
    KNIGHT(4),
    LANCE(4),
    PAWN(18),
    KING,
};

static const KjPieceRow shogi56_pieces[] = {
    ROOK(2), BISHOP(2), GOLD(4), SILVER(4), PAWN(10), KING,
};

static const KjPieceRow minishogi_pieces[] = {
    ROOK(2), BISHOP(2), GOLD(2), SILVER(2), PAWN(2), KING,
};

static const KjPieceRow gorogoro_pieces[] = {
    GOLD(4),
    SILVER(4),
    PAWN(6),
    KING,
};

// Ōgi's pawn is dead in hand unless the king took it promoted, so nifu cannot arise
// (docs/rules.md R3.6).
static const KjPieceRow ogi_pieces[] = {
    {.letter = 'I',
     .kanji = "姫",
     .kanji_promoted = "神",
     .moves = princess_moves,
     .moves_promoted = goddess_moves,
     .set = 2,
     .points = 5},
    ROOK(2),
    BISHOP(2),
    SILVER(4),
    KNIGHT(4),
    LANCE(4),
    {.letter = 'P',
     .kanji = "歩",
     .kanji_promoted = "と",
     .moves = pawn_moves,
     .moves_promoted = gold_moves,
     .set = 16,
     .points = 1,
     .never_dropped = true},
    KING,
};

static const KjPieceRow dobutsu_pieces[] = {
    {.letter = 'G', .kanji = "麒", .moves = giraffe_moves, .set = 2, .points = 1},
    {.letter = 'E', .kanji = "象", .moves = elephant_moves, .set = 2, .points = 1},
    {.letter = 'C',
     .kanji = "雛",
     .kanji_promoted = "鶏",
     .moves = pawn_moves,
     .moves_promoted = gold_moves,
     .set = 2,
     .points = 1},
    {.letter = 'L', .kanji = "獅", .moves = king_moves, .set = 2, .royal = true},
};

const KjGameRow kj_game_rows[] = {
    {
        .id = "shogi",
        .alias = "hon-shogi,standard",
        .name_ja = "本将棋",
        .name_en = "shogi",
        .files = 9,
        .ranks = 9,
        .zone = 3,
        .feen_style = 'S',
        PIECES(shogi_pieces),
        .start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        .repetition = KJ_REPETITION_DRAW,
        .repetition_count = 4,
        .try_needs_safety = true,
        .rules = {.try_rule = KJ_TRY_OFF, .declaration = KJ_DECLARE_27},
    },
    {
        .id = "56shogi",
        .alias = "56,goro-shogi",
        .name_ja = "56将棋",
        .name_en = "5x6 shogi",
        .files = 5,
        .ranks = 6,
        .zone = 2,
        PIECES(shogi56_pieces),
        .start = "sgkgs/1r1b1/ppppp/PPPPP/1B1R1/SGKGS b - 1",
        .start_note =
            "inferred: the original figure is lost; give a position of your own to use another",
        .repetition = KJ_REPETITION_DRAW,
        .repetition_count = 4,
        .try_needs_safety = true,
        .rules = {.try_rule = KJ_TRY_ON},
    },
    {
        .id = "ogi",
        .alias = "ogi-r1",
        .name_ja = "王棋",
        .name_en = "Ōgi (revision R1)",
        .files = 8,
        .ranks = 8,
        .zone = 3,
        .letter_files = true,
        .feen_style = 'O',
        PIECES(ogi_pieces),
        .start = "lnsiksnl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIKSNL b - 1",
        .king_capture = true,
        .kings_privilege = true,
        .repetition = KJ_REPETITION_MOVER_LOSES,
        .repetition_count = 2,
        .quiet_plies = 100,
        .rules = {.stalemate = KJ_STALEMATE_LOSS},
    },
    {
        .id = "minishogi",
        .alias = "55,gogo-shogi",
        .name_ja = "5五将棋",
        .name_en = "minishogi",
        .files = 5,
        .ranks = 5,
        .zone = 1,
        PIECES(minishogi_pieces),
        .start = "rbsgk/4p/5/P4/KGSBR b - 1",
        .repetition = KJ_REPETITION_GOTE_WINS,
        .repetition_count = 4,
    },
    {
        .id = "gorogoro",
        .alias = "5656",
        .name_ja = "ごろごろどうぶつしょうぎ",
        .name_en = "goro-goro",
        .files = 5,
        .ranks = 6,
        .zone = 2,
        PIECES(gorogoro_pieces),
        .start = "sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1",
        .repetition = KJ_REPETITION_DRAW,
        .repetition_count = 4,
    },
    {
        .id = "dobutsu",
        .alias = "animal",
        .name_ja = "どうぶつしょうぎ",
        .name_en = "animal shogi",
        .files = 3,
        .ranks = 4,
        .zone = 1,
        PIECES(dobutsu_pieces),
        .start = "gle/1c1/1C1/ELG b - 1",
        .king_capture = true,
        .auto_promote = true,
        .dead_drops = true,
        .try_place = KJ_TRY_LAST_RANK,
        .try_needs_safety = true,
        .repetition = KJ_REPETITION_DRAW,
        .repetition_count = 3,
        .rules = {.try_rule = KJ_TRY_ON},
    },
    {
        .id = "suizo",
        .alias = "drunk-elephant",
        .name_ja = "醉象将棋",
        .name_en = "shogi with the drunk elephant",
        .files = 9,
        .ranks = 9,
        .zone = 3,
        PIECES(suizo_pieces),
        .start = "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1",
        .repetition = KJ_REPETITION_DRAW,
        .repetition_count = 4,
        .try_needs_safety = true,
    },
};

const size_t kj_n_game_rows = LENGTH(kj_game_rows);
