/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a game row to the tables the generators work with, and the look-up of games. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "core/rules/games.h"

enum { MAX_GAMES = 16, CENTRE = 2, PICTURE = 5, N_DIRECTIONS = 8 };

// Directions in board steps (file, rank) for sente; direction d + 4 is the opposite of d.
static const int direction_df[N_DIRECTIONS] = {0, 1, 1, -1, 0, -1, -1, 1};
static const int direction_dr[N_DIRECTIONS] = {-1, 0, -1, -1, 1, 0, 1, 1};
// The line each direction runs along.
static const int direction_line[4] = {KJ_LINE_FILE, KJ_LINE_RANK, KJ_LINE_FALLING, KJ_LINE_RISING};

// Corners and middles of the outer ring of a picture: two squares straight or aslant.
static const uint32_t LINE_LEAPS =
    1 | 1 << 2 | 1 << 4 | 1 << 10 | 1 << 14 | 1 << 20 | 1 << 22 | 1 << 24;

/* A picture taken apart: bit row * 5 + column per step, bit per direction of a slide. */
typedef struct {
    uint32_t steps;
    unsigned slides;
} Moves;

static int direction_of(int df, int dr)
{
    for (int d = 0; d < N_DIRECTIONS; d++) {
        if (direction_df[d] == df && direction_dr[d] == dr)
            return d;
    }
    assert(!"a slide must begin next to the piece");
    return 0;
}

static Moves read_picture(const char *const *picture)
{
    Moves moves = {0, 0};
    uint32_t slide_starts = 0;
    for (int row = 0; row < PICTURE; row++) {
        for (int column = 0; column < PICTURE; column++) {
            uint32_t bit = 1u << (row * PICTURE + column);
            char mark = picture[row][column];
            if (mark == 'o') {
                moves.steps |= bit;
            } else if (mark == 's') {
                slide_starts |= bit;
                moves.slides |= 1u << direction_of(CENTRE - column, row - CENTRE);
            }
        }
    }
    // A slider that also steps is counted as stepping to the first squares of its slides too: so
    // the dragon and the horse step like a king and share its class.
    if (moves.steps)
        moves.steps |= slide_starts;
    return moves;
}

static bool on_board(const KjTables *t, int file, int rank)
{
    return file >= 0 && file < t->files && rank >= 0 && rank < t->ranks;
}

static KjBb step_set(const KjTables *t, KjSide side, uint32_t steps, unsigned square)
{
    KjBb set = 0;
    int sign = side == KJ_SENTE ? 1 : -1;
    for (int bit = 0; bit < PICTURE * PICTURE; bit++) {
        int file = t->file_of[square] + sign * (CENTRE - bit % PICTURE);
        int rank = t->rank_of[square] + sign * (bit / PICTURE - CENTRE);
        if ((steps >> bit & 1) && on_board(t, file, rank))
            set |= kj_bit((unsigned)(file * t->ranks + rank));
    }
    return set;
}

static KjBb ray(const KjTables *t, int direction, unsigned square)
{
    KjBb set = 0;
    int file = t->file_of[square] + direction_df[direction];
    int rank = t->rank_of[square] + direction_dr[direction];
    while (on_board(t, file, rank)) {
        set |= kj_bit((unsigned)(file * t->ranks + rank));
        file += direction_df[direction];
        rank += direction_dr[direction];
    }
    return set;
}

static KjBb slide_set(const KjTables *t, KjSide side, unsigned slides, unsigned square)
{
    KjBb set = 0;
    for (int d = 0; d < N_DIRECTIONS; d++) {
        if (slides >> d & 1)
            set |= ray(t, side == KJ_SENTE ? d : d ^ 4, square);
    }
    return set;
}

static void build_board(KjTables *t, const KjGameRow *row)
{
    t->files = row->files;
    t->ranks = row->ranks;
    t->squares = (uint8_t)(row->files * row->ranks);
    for (unsigned square = 0; square < t->squares; square++) {
        t->file_of[square] = (uint8_t)(square / t->ranks);
        t->rank_of[square] = (uint8_t)(square % t->ranks);
        t->all |= kj_bit(square);
        t->file[t->file_of[square]] |= kj_bit(square);
        if (t->rank_of[square] < row->zone)
            t->zone[KJ_SENTE] |= kj_bit(square);
        if (t->rank_of[square] >= row->ranks - row->zone)
            t->zone[KJ_GOTE] |= kj_bit(square);
    }
    unsigned middle = t->files / 2u * t->ranks;
    for (unsigned file = 0; file < t->files; file++) {
        unsigned first = file * t->ranks;
        if (row->try_place == KJ_TRY_LAST_RANK || first == middle) {
            t->try_squares[KJ_SENTE] |= kj_bit(first);
            t->try_squares[KJ_GOTE] |= kj_bit(first + t->ranks - 1);
        }
    }
}

static void build_lines(KjTables *t)
{
    for (unsigned from = 0; from < t->squares; from++) {
        for (int d = 0; d < 4; d++) {
            KjBb there = ray(t, d, from), back = ray(t, d ^ 4, from);
            KjBb below = kj_bit(from) - 1;
            t->line_low[direction_line[d]][from] = (there | back) & below;
            t->line_high[direction_line[d]][from] = (there | back) & ~below;
        }
        for (int d = 0; d < N_DIRECTIONS; d++) {
            KjBb there = ray(t, d, from), targets = there;
            while (targets) {
                unsigned to = kj_bb_pop(&targets);
                t->between[from][to] = there & ~ray(t, d, to) & ~kj_bit(to);
                t->line_through[from][to] = there | ray(t, d ^ 4, from) | kj_bit(from);
            }
        }
    }
}

/* Kinds met so far with the class each got; a class is shared when the whole key is equal. */
typedef struct {
    uint32_t key[KJ_MAX_STEP_CLASSES];
    uint8_t n;
} Classes;

static uint8_t class_of(Classes *classes, uint32_t key, int limit)
{
    for (uint8_t c = 1; c < classes->n; c++) {
        if (classes->key[c] == key)
            return c;
    }
    assert(classes->n < limit);
    (void)limit;
    classes->key[classes->n] = key;
    return classes->n++;
}

static void build_kind(KjTables *t, KjKind kind, Moves moves, bool nifu, Classes *steps,
                       Classes *slides)
{
    // Kinds under nifu have a step class of their own, so that the class finds them on a file.
    uint32_t step_key = moves.steps | (nifu ? 1u << 31 : 0);
    if (moves.steps)
        t->step_class[kind] = class_of(steps, step_key, KJ_MAX_STEP_CLASSES);
    if (moves.slides)
        t->slide_class[kind] = class_of(slides, moves.slides, KJ_MAX_SLIDE_CLASSES);
    t->leaps[kind] = (moves.steps & LINE_LEAPS) != 0;
    for (int d = 0; d < N_DIRECTIONS; d++) {
        if (moves.slides >> d & 1)
            t->slide_lines[t->slide_class[kind]] |= (uint8_t)(1 << direction_line[d & 3]);
    }
    for (int side = 0; side < 2; side++) {
        for (unsigned square = 0; square < t->squares; square++) {
            KjBb step = step_set(t, (KjSide)side, moves.steps, square);
            KjBb slide = slide_set(t, (KjSide)side, moves.slides, square);
            t->step[side][square][t->step_class[kind]] = step;
            t->slide[side][square][t->slide_class[kind]] = slide;
            if (step | slide)
                t->alive[side][kind] |= kj_bit(square);
        }
    }
}

static void build_pieces(KjTables *t, const KjGameRow *row)
{
    Classes steps = {.n = 1}, slides = {.n = 1};
    for (unsigned i = 0; i < row->n_pieces; i++) {
        const KjPieceRow *piece = &row->pieces[i];
        KjKind kind = (KjKind)(i + 1), promoted = kind | KJ_PROMOTED;
        Moves moves = read_picture(piece->moves);
        build_kind(t, kind, moves, piece->nifu, &steps, &slides);
        t->is_nifu[kind] = piece->nifu;
        // Hand dominance rests on this: whether such a drop mates must not depend on hands.
        assert(!piece->no_mate_drop || moves.slides == 0);
        t->is_no_mate_drop[kind] = piece->no_mate_drop;
        t->royal[kind] = piece->royal;
        t->royal[promoted] = piece->royal_promoted;
        t->leaves[kind] = piece->royal || piece->leaves;
        t->leaves[promoted] = piece->royal_promoted || piece->leaves;
        if (piece->royal)
            t->king = kind;
        if (piece->royal_promoted)
            t->prince = promoted;
        if (piece->moves_promoted) {
            Moves more = read_picture(piece->moves_promoted);
            build_kind(t, promoted, more, false, &steps, &slides);
            t->promotes[kind] = true;
            t->gains_slides[kind] = (more.slides & ~moves.slides) != 0;
        }
        for (int side = 0; side < 2; side++) {
            if (!piece->royal && !piece->never_dropped)
                t->drop_ok[side][kind] = row->dead_drops ? t->all : t->alive[side][kind];
            if (row->kings_privilege && piece->moves_promoted)
                t->drop_ok[side][promoted] = t->all;
        }
    }
    t->n_step = steps.n;
    t->n_slide = slides.n;
}

/* The squares a kind attacks on an empty board. */
static KjBb reach(const KjTables *t, int side, KjKind kind, unsigned square)
{
    return t->step[side][square][t->step_class[kind]] |
           t->slide[side][square][t->slide_class[kind]];
}

/* From where a kind that stays what it is, or becomes `after`, might check a king. */
static void build_may_check(KjTables *t, KjKind kind, KjKind after)
{
    for (int side = 0; side < 2; side++) {
        for (unsigned from = 0; from < t->squares; from++) {
            KjBb kings = 0, to = reach(t, side, kind, from);
            while (to) {
                unsigned square = kj_bb_pop(&to);
                kings |= reach(t, side, kind, square) | reach(t, side, after, square);
            }
            while (kings) {
                unsigned king = kj_bb_pop(&kings);
                t->may_check[side][king][kind] |= kj_bit(from);
                if (!t->slide_class[kind])
                    t->stepper_may_check[side][king] |= kj_bit(from);
            }
        }
    }
}

/* From where steps reach the squares a king could step to. */
static void build_may_guard(KjTables *t)
{
    for (int side = 0; side < 2; side++) {
        for (unsigned king = 0; king < t->squares; king++) {
            KjBb around = reach(t, side ^ 1, t->king, king);
            while (around) {
                unsigned square = kj_bb_pop(&around);
                for (unsigned step = 1; step < t->n_step; step++)
                    t->may_guard[side][king] |= t->step[side ^ 1][square][step];
            }
        }
    }
}

static void build_checks(KjTables *t, const KjGameRow *row)
{
    build_may_guard(t);
    for (unsigned i = 0; i < row->n_pieces; i++) {
        KjKind kind = (KjKind)(i + 1), promoted = kind | KJ_PROMOTED;
        build_may_check(t, kind, t->promotes[kind] ? promoted : kind);
        if (t->promotes[kind])
            build_may_check(t, promoted, promoted);
    }
}

static void add_hand_kind(KjTables *t, KjKind kind, unsigned set, unsigned *shift)
{
    unsigned bits = 1;
    while (set >> bits)
        bits++;
    t->hand_kind[t->n_hand++] = kind;
    t->hand_shift[kind] = (uint8_t)*shift;
    t->hand_bits[kind] = (uint8_t)bits;
    t->hand_one[kind] = (KjHand)1 << *shift;
    t->hand_mask[kind] = (((KjHand)1 << bits) - 1) << *shift;
    t->hand_guard |= (KjHand)1 << (*shift + bits);
    if ((kind & KJ_PROMOTED) || t->leaves[kind])
        t->hand_apart |= t->hand_mask[kind];
    *shift += bits + 1;
    assert(*shift <= 64);
}

static void build_hands(KjTables *t, const KjGameRow *row)
{
    unsigned shift = 0;
    for (unsigned i = 0; i < row->n_pieces; i++) {
        const KjPieceRow *piece = &row->pieces[i];
        if (piece->royal)
            continue;
        KjKind kind = (KjKind)(i + 1);
        add_hand_kind(t, kind, piece->set, &shift);
        if (row->kings_privilege && piece->moves_promoted)
            add_hand_kind(t, kind | KJ_PROMOTED, piece->set, &shift);
    }
}

/* splitmix64, seeded with a constant: keys are the same on every run and machine. */
static uint64_t next_key(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Its halves come from two sequences. */
static KjKey wide_key(uint64_t *lower, uint64_t *upper)
{
    return next_key(lower) | (KjKey)next_key(upper) << 64;
}

static void build_keys(KjTables *t)
{
    uint64_t lower = 1755, upper = 1734;
    t->key_gote_to_move = wide_key(&lower, &upper);
    for (int piece = 0; piece < KJ_MAX_PIECES; piece++) {
        for (int square = 0; square < KJ_MAX_SQUARES; square++)
            t->key_piece[piece][square] = wide_key(&lower, &upper);
    }
}

void kj_tables_build(KjTables *t, const KjGameRow *row)
{
    assert(row->files <= KJ_MAX_FILES && row->ranks <= KJ_MAX_RANKS);
    assert(row->n_pieces < KJ_MAX_BASE);
    memset(t, 0, sizeof *t);
    build_board(t, row);
    build_lines(t);
    build_pieces(t, row);
    build_checks(t, row);
    build_hands(t, row);
    build_keys(t);
    assert(t->king != KJ_NONE && !t->leaps[t->king] && !t->slide_class[t->king]);
    assert(!t->prince || (t->step_class[t->prince] == t->step_class[t->king] &&
                          !t->slide_class[t->prince] && !row->king_capture));
    assert(t->n_hand * t->squares + 128 <= KJ_MAX_MOVES);
}

size_t kj_game_count(void)
{
    return kj_n_game_rows;
}

const KjGame *kj_game_at(size_t index)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static KjTables tables[MAX_GAMES];
    static KjGame games[MAX_GAMES];
    assert(index < kj_n_game_rows && kj_n_game_rows <= MAX_GAMES);
    pthread_mutex_lock(&lock);
    if (!games[index].row) {
        kj_tables_build(&tables[index], &kj_game_rows[index]);
        games[index].t = &tables[index];
        games[index].rules = kj_game_rows[index].rules;
        games[index].row = &kj_game_rows[index];
    }
    pthread_mutex_unlock(&lock);
    return &games[index];
}

static bool has_alias(const char *aliases, const char *id)
{
    size_t length = strlen(id);
    for (const char *at = aliases; *at;) {
        size_t n = strcspn(at, ",");
        if (n == length && memcmp(at, id, n) == 0)
            return true;
        at += n + (at[n] == ',');
    }
    return false;
}

const KjGame *kj_game_find(const char *id)
{
    for (size_t i = 0; i < kj_n_game_rows; i++) {
        if (strcmp(kj_game_rows[i].id, id) == 0 || has_alias(kj_game_rows[i].alias, id))
            return kj_game_at(i);
    }
    return NULL;
}

const KjGame *kj_game_by_size(unsigned files, unsigned ranks)
{
    for (size_t i = 0; i < kj_n_game_rows; i++) {
        if (kj_game_rows[i].files == files && kj_game_rows[i].ranks == ranks)
            return kj_game_at(i);
    }
    return NULL;
}

KjKind kj_game_kind(const KjGame *game, char letter)
{
    for (unsigned i = 0; i < game->row->n_pieces; i++) {
        if (game->row->pieces[i].letter == letter)
            return (KjKind)(i + 1);
    }
    return KJ_NONE;
}
