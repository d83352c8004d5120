/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of lines, searched depth first and written as they are. */
#include "tests/support/certify/law_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE = 40, MAX_BYTES = 1 << 20, LENGTHS = 9 };

typedef struct {
    char id[32]; // of the move, as the law compares moves; "" at the start
    NvPos to;
} Ply;

typedef struct {
    char usi[NV_USI];
    NvMove move;
} Named;

typedef struct {
    int n;
    Named move[];
} Moves;

/* What a broken search remembers of a position. */
typedef struct {
    NvPos pos;
    bool won;
    GByteArray *bytes;
} Memory;

typedef struct {
    const LawTree *tree;
    Ply line[MAX_LINE];
    int length;
    unsigned visits;
    bool too_big;
    GArray *memory;
} Search;

static int by_usi(const void *a, const void *b)
{
    return strcmp(((const Named *)a)->usi, ((const Named *)b)->usi);
}

static bool kings_stand(const NvPos *before, const NvPos *after)
{
    int row, col;
    return !nv_king(before, 1 - before->turn, &row, &col) ||
           nv_king(after, 1 - before->turn, &row, &col);
}

static void identify(const NvPos *pos, const Named *named, char id[32])
{
    NvMove m = named->move;
    bool promoted = m.from >= 0 && pos->board[m.from / NV_SIDE][m.from % NV_SIDE].promoted;
    char usi[NV_USI];
    g_strlcpy(usi, named->usi, sizeof usi);
    char *keep = strchr(usi, '/');
    if (keep)
        *keep = '\0';
    g_snprintf(id, 32, "%d %d %d %s", pos->turn, m.kind, promoted, usi);
}

static bool forbidden(const Search *s, const char *id, const NvPos *to)
{
    bool move = false, position = false, pair = false;
    for (int i = 0; i < s->length; i++) {
        bool same_move = strcmp(s->line[i].id, id) == 0;
        bool same_position = memcmp(&s->line[i].to, to, sizeof *to) == 0;
        move = move || same_move;
        position = position || same_position;
        pair = pair || (same_move && same_position);
    }
    return s->tree->repeat == NV_REPEAT_PAIR ? pair : move && position;
}

/* Attacks or replies the law allows, in the order of their texts; of the past, all moves. */
static Moves *list(const Search *s, const NvPos *pos, bool past)
{
    NvMove moves[NV_MAX_MOVES];
    int n = past                    ? nv_legal(pos, moves)
            : pos->turn == NV_SENTE ? nv_checks(pos, moves)
                                    : nv_safe(pos, moves);
    Moves *out = g_malloc(sizeof *out + (size_t)n * sizeof out->move[0]);
    out->n = 0;
    for (int i = 0; i < n; i++) {
        char id[32];
        NvPos after = nv_make(pos, moves[i]);
        Named *named = &out->move[out->n];
        named->move = moves[i];
        nv_move_usi(pos, moves[i], named->usi);
        identify(pos, named, id);
        bool free = s->tree->broken == LAW_TREE_ONE_SIDE && pos->turn == NV_SENTE;
        out->n += past ? kings_stand(pos, &after) : free || !forbidden(s, id, &after);
    }
    qsort(out->move, (size_t)out->n, sizeof out->move[0], by_usi);
    return out;
}

static void number(GByteArray *out, unsigned n)
{
    for (; n >= 128; n >>= 7)
        g_byte_array_append(out, (const guint8[]){(guint8)(n | 128)}, 1);
    g_byte_array_append(out, (const guint8[]){(guint8)n}, 1);
}

/* Plays a move on the line; `out` is the position after it. */
static void play(Search *s, const NvPos *pos, const Named *named, NvPos *out)
{
    *out = nv_make(pos, named->move);
    identify(pos, named, s->line[s->length].id);
    s->line[s->length++].to = *out;
}

static bool attack(Search *s, const NvPos *pos, int plies, GByteArray *out);

/* Whether all replies lose; appends them all, or the one that does not. */
static bool reply(Search *s, const NvPos *pos, int plies, GByteArray *out)
{
    g_autofree Moves *moves = list(s, pos, false);
    guint start = out->len;
    if (moves->n == 0)
        return nv_in_check(pos);
    for (int i = 0; i < moves->n; i++) {
        NvPos after;
        guint before = out->len;
        number(out, 0);
        play(s, pos, &moves->move[i], &after);
        bool won = plies > 0 && attack(s, &after, plies - 1, out);
        s->length--;
        if (won)
            continue;
        g_autoptr(GByteArray) child = g_byte_array_new();
        g_byte_array_append(child, out->data + before, out->len - before);
        g_byte_array_set_size(out, start);
        number(out, (unsigned)i);
        g_byte_array_append(out, child->data, child->len);
        return false;
    }
    return true;
}

static bool try_attacks(Search *s, const NvPos *pos, int plies, GByteArray *out)
{
    g_autofree Moves *moves = list(s, pos, false);
    guint start = out->len;
    for (int i = 0; i < moves->n; i++) {
        NvPos after;
        g_autoptr(GByteArray) answer = g_byte_array_new();
        play(s, pos, &moves->move[i], &after);
        bool won = reply(s, &after, plies - 1, answer);
        s->length--;
        if (won) {
            g_byte_array_set_size(out, start);
            number(out, (unsigned)i);
        }
        g_byte_array_append(out, answer->data, answer->len);
        if (won)
            return true;
    }
    return false;
}

static const Memory *remembered(const Search *s, const NvPos *pos)
{
    for (guint i = 0; i < s->memory->len; i++) {
        const Memory *m = &g_array_index(s->memory, Memory, i);
        if (memcmp(&m->pos, pos, sizeof *pos) == 0)
            return m;
    }
    return NULL;
}

/* Whether the attacker, to move, wins within `plies`; appends his record. */
static bool attack(Search *s, const NvPos *pos, int plies, GByteArray *out)
{
    const Memory *known = s->tree->broken == LAW_TREE_TAINTED ? remembered(s, pos) : NULL;
    if (known) {
        g_byte_array_append(out, known->bytes->data, known->bytes->len);
        return known->won;
    }
    s->too_big = s->too_big || ++s->visits > s->tree->max_visits || out->len > MAX_BYTES ||
                 s->length + 2 >= MAX_LINE;
    if (s->too_big || plies <= 0)
        return false;
    guint before = out->len;
    bool won = try_attacks(s, pos, plies, out);
    if (s->tree->broken != LAW_TREE_TAINTED)
        return won;
    g_array_set_size(s->memory, s->memory->len + 1);
    Memory *memory = &g_array_index(s->memory, Memory, s->memory->len - 1);
    *memory = (Memory){.pos = *pos, .won = won, .bytes = g_byte_array_new()};
    g_byte_array_append(memory->bytes, out->data + before, out->len - before);
    return won;
}

static void forget(gpointer memory)
{
    g_byte_array_unref(((Memory *)memory)->bytes);
}

/* The section of the root; lengths are tried in turn so that short mates are found as such, but not
 * with a memory, which knows none. */
static bool solve(Search *s, const NvPos *root, GByteArray *out)
{
    guint start = out->len;
    bool attacks = root->turn == NV_SENTE, won = false;
    for (int plies = attacks ? 1 : 0; !won && !s->too_big; plies += 2) {
        int within = plies > LENGTHS || s->tree->broken == LAW_TREE_TAINTED ? MAX_LINE : plies;
        s->visits = 0;
        g_byte_array_set_size(out, start);
        if (attacks)
            number(out, 0); // on the line
        won = attacks ? attack(s, root, within, out) : reply(s, root, within, out);
        if (within == MAX_LINE)
            break;
    }
    return won;
}

static void write_past(Search *s, NvPos *pos, GByteArray *out)
{
    number(out, (unsigned)s->tree->n_past);
    s->line[s->length++].to = *pos;
    for (int i = 0; i < s->tree->n_past; i++) {
        g_autofree Moves *moves = list(s, pos, true);
        Named named = {.move = s->tree->past[i]};
        nv_move_usi(pos, named.move, named.usi);
        int index = 0;
        while (index < moves->n && strcmp(moves->move[index].usi, named.usi) != 0)
            index++;
        number(out, (unsigned)index);
        NvPos after;
        play(s, pos, &named, &after);
        *pos = after;
    }
}

GByteArray *law_tree(const LawTree *tree, bool *out_mate)
{
    g_autofree Search *s = g_new0(Search, 1);
    s->tree = tree;
    s->memory = g_array_new(FALSE, FALSE, sizeof(Memory));
    g_array_set_clear_func(s->memory, forget);
    GByteArray *out = g_byte_array_new();
    NvPos pos = tree->start;
    write_past(s, &pos, out);
    *out_mate = solve(s, &pos, out);
    char sfen[NV_SFEN];
    nv_format(&tree->start, sfen, sizeof sfen);
    g_autofree char *header = g_strdup_printf(
        "kanju-certificate 2\ngame %s\nattacker sente\nattacker-moves checks\ntry off\n"
        "stalemate loss\ndrop-stalemate legal\nrepetition %s\ndominance no\nposition %s\n"
        "claim %s\nend\n",
        nv_game(tree->start.game)->id, tree->repeat == NV_REPEAT_PAIR ? "pair" : "literal", sfen,
        *out_mate ? "mate 999" : "nomate");
    g_byte_array_prepend(out, (const guint8 *)header, (guint)strlen(header));
    if (s->too_big)
        g_clear_pointer(&out, g_byte_array_unref);
    g_array_unref(s->memory);
    return out;
}
