/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves without a position. */
#include "core/notation/loose.h"

#include <string.h>

#include "core/notation/csa_codes.h"
#include "core/notation/piece_kanji.h"
#include "core/notation/usi.h"
#include "core/rules/attack.h"

void kj_loose_move_clear(KjLooseMove *move)
{
    g_clear_pointer(&move->readings, g_array_unref);
}

static void clear_element(void *data)
{
    kj_loose_move_clear(data);
}

GArray *kj_loose_line_new(void)
{
    GArray *line = g_array_new(FALSE, TRUE, sizeof(KjLooseMove));
    g_array_set_clear_func(line, clear_element);
    return line;
}

static void begin(KjLooseMove *out)
{
    *out = (KjLooseMove){.readings = g_array_new(FALSE, FALSE, sizeof(KjLooseReading))};
}

static void add(KjLooseMove *out, KjKind kind, KjMove move)
{
    KjLooseReading reading = {kind, move};
    g_array_append_val(out->readings, reading);
}

void kj_loose_move_of(KjKind kind, KjMove move, KjLooseMove *out)
{
    begin(out);
    add(out, kind, move);
}

/* Whether a kind of the game goes from one square to another on an empty board, and may promote
 * there or stay as it is. */
static bool can_go(const KjGame *game, KjSide side, KjKind kind, KjMove move)
{
    const KjTables *t = game->t;
    unsigned from = kj_move_from(move), to = kj_move_to(move);
    KjKind base = kj_base_kind(kind);
    if (base == KJ_NONE || base > game->row->n_pieces ||
        ((kind & KJ_PROMOTED) && !t->promotes[base]))
        return false;
    if (!kj_bb_has(kj_kind_attack(t, side, kind, from, 0), to))
        return false;
    if (kj_move_promotes(move))
        return t->promotes[kind] &&
               (kj_bb_has(t->zone[side], from) || kj_bb_has(t->zone[side], to));
    return kj_bb_has(t->alive[side][kind], to);
}

/* Adds a move from a square by a kind that can go there. */
static void add_if(KjLooseMove *out, const KjGame *game, KjSide side, KjKind kind, KjMove move)
{
    if (can_go(game, side, kind, move))
        add(out, kind, move);
}

static bool read_usi(const KjGame *game, KjSide side, const char *text, KjLooseMove *out)
{
    KjMove move;
    if (!kj_usi_move_read_bare(game, text, &move))
        return false;
    if (kj_move_is_drop(move)) {
        add(out, kj_move_drop_kind(move), move);
        return true;
    }
    for (unsigned kind = 1; kind < KJ_MAX_KINDS; kind++)
        add_if(out, game, side, (KjKind)kind, move);
    return true;
}

/* ---- CSA ---- */

/* The square of two digits of CSA; false: it is off the board. */
static bool csa_square(const KjTables *t, const char *digits, unsigned *out)
{
    unsigned file = (unsigned)(digits[0] - '1'), rank = (unsigned)(digits[1] - '1');
    *out = file * t->ranks + rank;
    return file < t->files && rank < t->ranks;
}

/* Adds what a face after the move can be: it was that face before, or promotes. */
static void add_face(KjLooseMove *out, const KjGame *game, KjSide side, KjKind face, KjMove move)
{
    add_if(out, game, side, face, move);
    if (face & KJ_PROMOTED)
        add_if(out, game, side, kj_base_kind(face), move | KJ_MOVE_PROMOTE);
}

static bool read_csa(const KjGame *game, KjSide side, const char *text, KjLooseMove *out)
{
    const char *digits = text + (*text == '+' || *text == '-');
    unsigned from, to;
    if (game->row->letter_files || strlen(digits) != 6 || strspn(digits, "0123456789") != 4 ||
        !csa_square(game->t, digits + 2, &to))
        return false;
    KjKind face = kj_csa_kind(game, digits + 4);
    if (face == KJ_NONE || (digits != text && (*text == '+') != (side == KJ_SENTE)))
        return false;
    if (strncmp(digits, "00", 2) == 0)
        add(out, face, kj_make_drop(face, to));
    else if (csa_square(game->t, digits, &from))
        add_face(out, game, side, face, kj_make_move(from, to));
    return true;
}

/* ---- Japanese ---- */

/* Words that tell pieces of one kind apart, which need a board to be understood. */
static const char *skip_words(const char *at)
{
    static const char *const words[] = {"右", "左", "直", "上", "引", "寄", "行", "入"};
    for (unsigned i = 0; i < G_N_ELEMENTS(words);) {
        if (g_str_has_prefix(at, words[i])) {
            at += strlen(words[i]);
            i = 0;
        } else
            i++;
    }
    return at;
}

/* The place after a word that may be there. */
static const char *skip(const char *at, const char *word, bool *out_there)
{
    *out_there = g_str_has_prefix(at, word);
    return *out_there ? at + strlen(word) : at;
}

static const char *skip_mark(const char *at)
{
    static const char *const marks[] = {"▲", "△", "▼", "▽", "☗", "☖"};
    for (unsigned i = 0; i < G_N_ELEMENTS(marks); i++)
        if (g_str_has_prefix(at, marks[i]))
            return at + strlen(marks[i]);
    return at;
}

static const char *skip_blanks(const char *at)
{
    bool there = true;
    while (there)
        at = skip(at, "　", &there);
    return at;
}

/* The place after the square a move goes to, or NULL. */
static const char *read_target(const KjGame *game, const char *at, KjMove previous, unsigned *out)
{
    bool same;
    unsigned file, rank;
    at = skip(at, "同", &same);
    if (same) {
        *out = kj_move_to(previous);
        return previous == KJ_MOVE_NONE ? NULL : at;
    }
    bool letters = game->row->letter_files;
    at = kj_wide_digit_read(at, false, letters, &file);
    at = at ? kj_wide_digit_read(at, true, letters, &rank) : NULL;
    if (!at || file > game->t->files || rank > game->t->ranks)
        return NULL;
    *out = letters ? (game->t->files - file) * game->t->ranks + game->t->ranks - rank
                   : (file - 1) * game->t->ranks + rank - 1;
    return at;
}

/* "(14)", the place after it; `at` itself and KJ_NO_SQUARE where there is none. */
static const char *read_origin(const KjGame *game, const char *at, unsigned *out)
{
    *out = KJ_NO_SQUARE;
    bool there =
        strlen(at) >= 4 && at[0] == '(' && at[3] == ')' && strspn(at + 1, "123456789") == 2;
    return there && csa_square(game->t, at + 1, out) ? at + 4 : at;
}

/* A Japanese move taken apart. */
typedef struct {
    unsigned from, to; // `from` KJ_NO_SQUARE: not given
    KjKind kind;
    bool promotes, declines, drop;
} Japanese;

static bool take_apart(const KjGame *game, const char *text, KjMove previous, Japanese *out)
{
    const char *at = read_target(game, skip_mark(text), previous, &out->to);
    at = at ? kj_piece_kanji_read(game, skip_blanks(at), &out->kind) : NULL;
    if (!at)
        return false;
    at = skip_words(at);
    at = skip(at, "不成", &out->declines);
    at = skip(at, "成", &out->promotes);
    at = skip(at, "打", &out->drop);
    at = read_origin(game, at, &out->from);
    return *at == '\0';
}

static bool read_japanese(const KjGame *game, KjSide side, const char *text, KjMove previous,
                          KjLooseMove *out)
{
    Japanese move;
    if (!take_apart(game, text, previous, &move))
        return false;
    unsigned flags = move.promotes ? KJ_MOVE_PROMOTE : 0;
    out->vague = move.from == KJ_NO_SQUARE && !move.drop;
    bool may_drop = !move.promotes && !move.declines && move.from == KJ_NO_SQUARE;
    if (may_drop && game->t->hand_bits[move.kind])
        add(out, move.kind, kj_make_drop(move.kind, move.to));
    for (unsigned from = 0; from < game->t->squares && !move.drop; from++)
        if (move.from == KJ_NO_SQUARE || move.from == from)
            add_if(out, game, side, move.kind, (KjMove)(kj_make_move(from, move.to) | flags));
    return true;
}

bool kj_loose_move_read(const KjGame *game, KjSide side, const char *text, KjMove previous,
                        KjLooseMove *out)
{
    begin(out);
    return (read_usi(game, side, text, out) || read_csa(game, side, text, out) ||
            read_japanese(game, side, text, previous, out)) &&
           out->readings->len;
}

GArray *kj_loose_line_read(const KjGame *game, const char *text, char **out_wrong)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \t\n,", -1);
    GArray *line = kj_loose_line_new();
    KjMove previous = KJ_MOVE_NONE;
    for (unsigned i = 0; words[i]; i++) {
        KjLooseMove move;
        if (!*words[i])
            continue;
        if (!kj_loose_move_read(game, (KjSide)(line->len % 2), words[i], previous, &move)) {
            kj_loose_move_clear(&move);
            g_array_unref(line);
            *out_wrong = g_strdup(words[i]);
            return NULL;
        }
        previous = g_array_index(move.readings, KjLooseReading, 0).move;
        g_array_append_val(line, move);
    }
    return line;
}
