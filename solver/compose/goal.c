/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of goals. */
#include "solver/compose/goal.h"

#include <string.h>

#include "core/rules/attack.h"
#include "solver/themes/themes.h"

enum { PLANTS = 3, IN_HAND = -1 };

// What a work that may come to show a theme has of it.
#define PART 0.5

/* A piece to begin with: one of these letters, as in SFEN, '+' before all: promoted. */
typedef struct {
    const char *letters;
    int8_t files_from, files_to; // from the king, to either side; IN_HAND: in the attacker's hand
    int8_t ranks_from, ranks_to; // from the king, towards the near edge
} Plant;

typedef struct {
    const char *code;
    unsigned ranks;       // the king stands on so many from the far edge; 0: on any
    const char *declines; // letters: a founder has one that may have declined to promote, or NULL
    bool again;           // what comes again may be made longer in front
    bool at_the_end;      // a founder shows it, being of the mate
    const char *between;  // letters: one stands between a slider and the king, or NULL
    Plant plant[PLANTS];
    KjSketchWay sketch; // how diagrams are drawn whose line shows it
    bool focus;         // two sliders of the defender's see a square beside his king
} Goal;

#define HAND IN_HAND, 0, 0, 0
#define FORCE "RBGS+R+B+P"
#define FIRST .sketch = KJ_SKETCH_FIRST

// clang-format off
static const Goal goals[] = {
    {"unpromoted-pawn", 1, "P", false, false, NULL, .plant = {{"P", HAND}, {"P", 1, 2, 0, 2}, {FORCE, 0, 3, -3, 3}}, .sketch = KJ_SKETCH_BEFORE},
    {"unpromoted-lance", 2, "L", false, false, NULL, .plant = {{"P", HAND}, {"L", 1, 1, 1, 2}}},
    {"unpromoted-bishop", 3, "B", false, false, NULL, .plant = {{"P", HAND}, {"B", 0, 3, -2, 2}}},
    {"unpromoted-rook", 3, "R", false, false, NULL, .plant = {{"P", HAND}, {"R", 0, 3, -2, 2}}},
    {"drop-mate-avoided", 2, "PLNSBR", false, false, NULL, .plant = {{"P", HAND}, {"PLSBR", 1, 2, 0, 2}}},
    {"knight-mate", 4, NULL, false, true, NULL, .plant = {{"N", HAND}, {"gsnlp", 0, 1, -1, 1}, {"gsnlp", 0, 1, -1, 1}}},
    {"double-check", 0, NULL, false, false, NULL, .plant = {{"RBL", 0, 4, -4, 4}, {"SNGP", 0, 2, -1, 2}}},
    {"discovered-check", 0, NULL, false, false, "SNGPBR+P", .plant = {{NULL, HAND}}},
    {"dragon-at-one", 0, NULL, false, false, NULL, .plant = {{"+R", 0, 3, -3, 3}}},
    {"long-drop", 0, NULL, false, true, NULL, .plant = {{"RBL", HAND}}},
    {"focal-sacrifice", 0, NULL, false, false, NULL, .plant = {{"GSNLP+P", HAND}, {FORCE, 0, 3, -3, 3}, {FORCE, 0, 3, -3, 3}}, FIRST, .focus = true},
    {"rook-before-pawn", 0, NULL, false, false, NULL, .plant = {{"R", HAND}, {"P", HAND}}, .sketch = KJ_SKETCH_LINE},
    {"moving-interposition", 0, NULL, false, false, NULL, .plant = {{NULL, HAND}}, FIRST},
    {"mid-interposition", 0, NULL, false, false, NULL, .plant = {{"RB", HAND}, {"RB+R+B", 0, 4, -4, 4}}, FIRST},
    {"given-interposition", 0, NULL, false, false, NULL, .plant = {{"RB", HAND}, {"RB+R+B", 0, 4, -4, 4}}, .sketch = KJ_SKETCH_TAKEN},
    {"saw", 0, NULL, true, false, NULL, .plant = {{"+B+R", 1, 6, -6, 6}}},
    {"manoeuvre-again", 0, NULL, true, false, NULL, .plant = {{"+B+R", 1, 5, -5, 5}}},
};
// clang-format on

/* The row of the lowest theme of a set, which is taken out of it; NULL: it has none. */
static const Goal *next_goal(uint64_t *themes, uint64_t *out_bit)
{
    const char *code = kj_theme_at((size_t)__builtin_ctzll(*themes))->code;
    *out_bit = *themes & -*themes;
    *themes &= *themes - 1;
    for (size_t i = 0; i < G_N_ELEMENTS(goals); i++)
        if (strcmp(goals[i].code, code) == 0)
            return &goals[i];
    return NULL;
}

unsigned kj_goal_ranks(uint64_t themes)
{
    unsigned ranks = 0;
    while (themes) {
        uint64_t bit;
        const Goal *goal = next_goal(&themes, &bit);
        if (goal && goal->ranks && (!ranks || goal->ranks < ranks))
            ranks = goal->ranks;
    }
    return ranks;
}

/* ---- pieces to begin with ---- */

/* One of the letters by lot, as a piece; KJ_NONE: the game has it not, or gote not in hand. */
static KjPiece draw_piece(const KjPosition *pos, const char *letters, KjRandom *random)
{
    KjPiece piece[8];
    unsigned n = 0;
    for (bool promoted = false; *letters; letters++) {
        KjKind kind =
            *letters == '+' ? KJ_NONE : kj_game_kind(pos->game, g_ascii_toupper(*letters));
        if (kind && kj_hand_count(pos->game->t, pos->hand[KJ_GOTE], kind))
            piece[n++] = kj_piece(g_ascii_isupper(*letters) ? KJ_SENTE : KJ_GOTE,
                                  promoted ? kind | KJ_PROMOTED : kind);
        promoted = *letters == '+';
    }
    return n ? piece[kj_random(random, n)] : KJ_NONE;
}

/* One of from..to. */
static int between(KjRandom *random, int from, int to)
{
    return from + (int)kj_random(random, (unsigned)(to - from + 1));
}

/* An empty square so many files and ranks from gote's king, or KJ_NO_SQUARE. */
static unsigned square_from_king(const KjPosition *pos, int files, int ranks)
{
    const KjTables *t = pos->game->t;
    unsigned king = pos->king[KJ_GOTE];
    int file = t->file_of[king] + files, rank = t->rank_of[king] + ranks;
    if (file < 0 || file >= t->files || rank < 0 || rank >= t->ranks)
        return KJ_NO_SQUARE;
    unsigned square = (unsigned)(file * t->ranks + rank);
    return pos->board[square] ? KJ_NO_SQUARE : square;
}

static void put_piece(KjPosition *pos, KjPiece piece, int files, int ranks)
{
    unsigned square = piece ? square_from_king(pos, files, ranks) : KJ_NO_SQUARE;
    if (square == KJ_NO_SQUARE)
        return;
    pos->hand[KJ_GOTE] -= pos->game->t->hand_one[kj_base_kind(kj_piece_kind(piece))];
    kj_position_put(pos, square, piece);
}

static void plant_one(const Plant *plant, KjRandom *random, KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    KjPiece piece = draw_piece(pos, plant->letters, random);
    if (piece && plant->files_from == IN_HAND) {
        KjKind base = kj_base_kind(kj_piece_kind(piece));
        pos->hand[KJ_GOTE] -= t->hand_one[base];
        pos->hand[KJ_SENTE] += t->hand_one[base];
    } else if (piece) {
        int side = kj_random_chance(random, 50) ? 1 : -1;
        int files = side * between(random, plant->files_from, plant->files_to);
        put_piece(pos, piece, files, between(random, plant->ranks_from, plant->ranks_to));
    }
}

/* A slider of sente's in line with gote's king, and one of the pieces named between them. */
static void plant_in_line(const char *names, KjRandom *random, KjPosition *pos)
{
    int files = between(random, -1, 1), ranks = files ? between(random, -1, 1) : 1;
    int far = between(random, 2, 5), near = between(random, 1, far - 1);
    const char *sliders = files && ranks ? "B" : files ? "R" : "RL";
    put_piece(pos, draw_piece(pos, sliders, random), far * files, far * ranks);
    put_piece(pos, draw_piece(pos, names, random), near * files, near * ranks);
}

/* A square beside gote's king, and two sliders of his that see it from different sides, if the lot
 * falls so. */
static void plant_focus(KjRandom *random, KjPosition *pos)
{
    int files = between(random, -1, 1), ranks = between(random, -1, 1);
    int file_before = 0, rank_before = 0;
    if (!files && !ranks)
        ranks = 1;
    for (unsigned i = 0; i < 2; i++) {
        int file = between(random, -1, 1), rank = between(random, -1, 1);
        int far = between(random, 1, 5);
        bool there = file || rank, king = file == -files && rank == -ranks;
        if (!there || king || (file == file_before && rank == rank_before))
            continue;
        const char *sliders = file && rank ? "b" : file || rank > 0 ? "r" : "rl";
        put_piece(pos, draw_piece(pos, sliders, random), files + far * file, ranks + far * rank);
        file_before = file;
        rank_before = rank;
    }
}

void kj_goal_plant(uint64_t themes, KjRandom *random, KjPosition *pos)
{
    while (themes) {
        uint64_t bit;
        const Goal *goal = next_goal(&themes, &bit);
        for (unsigned i = 0; goal && i < PLANTS && goal->plant[i].letters; i++)
            plant_one(&goal->plant[i], random, pos);
        if (goal && goal->focus)
            plant_focus(random, pos);
        if (goal && goal->between)
            plant_in_line(goal->between, random, pos);
    }
}

/* ---- how near ---- */

/* Pieces of the attacker's that may have declined to promote. */
static KjBb decliners(const Goal *goal, const KjPosition *pos)
{
    KjBb found = 0;
    for (KjBb left = pos->by_side[KJ_SENTE] & pos->game->t->zone[KJ_SENTE]; left;) {
        unsigned square = kj_bb_pop(&left);
        for (const char *letter = goal->declines; *letter; letter++)
            if (kj_piece_kind(pos->board[square]) == kj_game_kind(pos->game, *letter))
                found |= kj_bit(square);
    }
    return found;
}

/* Those of them from which alone the king, to which it is not the turn, can have fled: each guards a
 * square beside it that nothing else guards. */
static KjBb fled_from(const KjPosition *pos, KjBb pieces)
{
    const KjTables *t = pos->game->t;
    unsigned king = pos->king[KJ_GOTE];
    KjBb found = 0, occupied = kj_occupied(pos) & ~kj_bit(king);
    for (KjBb left = t->step[0][king][t->step_class[t->king]] & ~occupied; left;) {
        KjBb checkers =
            kj_attackers(pos, KJ_SENTE, kj_bb_pop(&left), pos->by_side[KJ_SENTE], occupied);
        if (!kj_bb_many(checkers))
            found |= checkers & pieces;
    }
    return found;
}

bool kj_goal_may_found(uint64_t themes, const KjPosition *pos)
{
    while (themes) {
        uint64_t bit;
        const Goal *goal = next_goal(&themes, &bit);
        if (goal && goal->declines && !kj_themes_declined_helps(pos, decliners(goal, pos)))
            return false;
    }
    return true;
}

double kj_goal_ready(uint64_t themes, const KjPosition *pos)
{
    double ready = 0;
    while (themes) {
        uint64_t bit;
        const Goal *goal = next_goal(&themes, &bit);
        KjBb pieces = goal && goal->declines ? decliners(goal, pos) : 0;
        if (pieces && kj_themes_declined_helps(pos, fled_from(pos, pieces)))
            ready += PART;
        else if (pieces && kj_themes_declined_helps(pos, pieces))
            ready += PART / 2;
    }
    return ready;
}

bool kj_goal_begins(uint64_t themes, const KjPosition *root, KjMove first)
{
    bool drop = kj_move_is_drop(first) && root->game->t->is_no_mate_drop[kj_move_drop_kind(first)];
    while (themes) {
        uint64_t bit;
        const Goal *goal = next_goal(&themes, &bit);
        if (goal && goal->declines && !drop)
            return false;
    }
    return true;
}

bool kj_goal_founds(uint64_t themes, const KjMade *made)
{
    for (uint64_t left = themes; left;) {
        uint64_t bit;
        const Goal *goal = next_goal(&left, &bit);
        if (goal && (goal->at_the_end || goal->sketch) && !(made->themes & bit))
            return false;
    }
    return kj_goal_sketch(themes, NULL) || kj_goal_begins(themes, &made->position, made->line[0]);
}

KjSketchWay kj_goal_sketch(uint64_t themes, uint64_t *out_theme)
{
    while (themes) {
        uint64_t bit;
        const Goal *goal = next_goal(&themes, &bit);
        if (!goal || !goal->sketch)
            continue;
        if (out_theme)
            *out_theme = bit;
        return goal->sketch;
    }
    return KJ_SKETCH_NONE;
}

static uint64_t theme_bit(const char *code)
{
    return (uint64_t)1 << (kj_theme_find(code) - kj_theme_at(0));
}

/* Those wished and, if one is of a piece that declines to promote, what it is declined for. */
static uint64_t looked_for(uint64_t themes)
{
    for (uint64_t left = themes; left;) {
        uint64_t bit;
        const Goal *goal = next_goal(&left, &bit);
        if (goal && goal->declines)
            themes |= theme_bit("drop-mate-avoided");
    }
    return themes;
}

bool kj_goal_shaped(uint64_t themes, const KjPosition *root, const KjMove *line, unsigned n_line)
{
    KjSolvedWork work = {.root = root, .attacker = KJ_SENTE, .line = line, .n_line = n_line};
    uint64_t all = looked_for(themes);
    // the second question costs more
    return !themes || (kj_themes_shape(&work, themes) == themes &&
                       (all == themes || kj_themes_shape(&work, all) == all));
}

double kj_goal_near(uint64_t themes, const KjPosition *root, const KjMove *line, unsigned n_line)
{
    KjSolvedWork work = {.root = root, .attacker = KJ_SENTE, .line = line, .n_line = n_line};
    uint64_t avoids = theme_bit("drop-mate-avoided"), left = themes;
    uint64_t shown = kj_themes_shape(&work, looked_for(themes));
    double near = 0;
    while (left) {
        uint64_t bit;
        const Goal *goal = next_goal(&left, &bit);
        if (goal && goal->declines && !(shown & avoids)) {
            near += kj_goal_ready(bit, root);
            continue;
        }
        near += (shown & bit) != 0;
        if (shown & bit)
            continue;
        if (goal && goal->again)
            near += PART * kj_themes_again_percent(&work) / 100;
    }
    return near;
}
