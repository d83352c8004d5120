/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Main lines of conventional length, and lengths under which longer variations are tolerated. */
#include "solver/length/conventional-priv.h"

#include "solver/search/effort.h"
#include "solver/search/table_probe.h"

enum { LEAVING_PARTS = 16 }; // what a question may take that a line can do without

/* The attacker's move of the main line; `leaving` is part of the value as above. */
static KjMove line_attack(KjConventional *c, const KjPosition *pos, unsigned len, bool leaving)
{
    KjConventionalMoves moves = kj_conventional_moves(c, pos);
    KjMove found = KJ_MOVE_NONE;
    for (unsigned i = 0; i < moves.n && !found; i++) {
        KjPosition next = kj_conventional_after(pos, moves.move[i]);
        if (kj_conventional_within(c, &next, len - 1, leaving) == KJ_MATE)
            found = moves.move[i];
    }
    g_free(moves.move);
    return found;
}

/* An attack that is known already to mate within `len` plies in all, whatever it leaves. Others
 * need not be asked about then, of which most would have to be refuted. */
static KjMove known_attack(KjConventional *c, const KjPosition *pos, unsigned len)
{
    KjConventionalMoves moves = kj_conventional_moves(c, pos);
    KjMove found = KJ_MOVE_NONE;
    for (unsigned i = 0; i < moves.n && !found; i++) {
        KjPosition next = kj_conventional_after(pos, moves.move[i]);
        if (kj_conventional_known(c, &next, len - 1) == KJ_MATE ||
            kj_probe_known_after(c->s, pos, moves.move[i], len - 1).pn == 0)
            found = moves.move[i];
    }
    g_free(moves.move);
    return found;
}

/* Likewise a reply that is known to hold out for `len` plies, and to be none that is futile. */
static KjMove known_reply(KjConventional *c, const KjPosition *pos, unsigned len)
{
    KjConventionalMoves moves = kj_conventional_moves(c, pos);
    KjMove found = KJ_MOVE_NONE;
    for (unsigned i = 0; i < moves.n && !found; i++) {
        KjPosition next = kj_conventional_after(pos, moves.move[i]);
        if (len >= 3 && kj_conventional_known(c, &next, len - 3) == KJ_NOMATE &&
            kj_conventional_futile(c, pos, moves.move[i]) == KJ_NOMATE)
            found = moves.move[i];
    }
    g_free(moves.move);
    return found;
}

/* Whether the position after a reply is worth no less than `len` plies and `leaving`. */
static bool keeps_value(KjConventional *c, const KjPosition *next, unsigned len, bool leaving)
{
    if (!leaving)
        return kj_conventional_within(c, next, len, true) == KJ_NOMATE;
    return len < 3 || kj_conventional_within(c, next, len - 2, false) == KJ_NOMATE;
}

/* The defender's: one that loses no value, and no futile one. */
static KjMove line_reply(KjConventional *c, const KjPosition *pos, unsigned len, bool leaving)
{
    KjConventionalMoves moves = kj_conventional_moves(c, pos);
    KjMove found = KJ_MOVE_NONE;
    unsigned checker = KJ_NO_SQUARE;
    KjBb between = kj_futile_between(pos, &checker);
    for (int interposing = 0; interposing <= 1; interposing++) {
        for (unsigned i = 0; i < moves.n && !found; i++) {
            KjMove move = moves.move[i];
            bool interposes =
                kj_futile_shortcut(pos, move, between, checker).square != KJ_NO_SQUARE;
            if (interposes != (interposing == 1))
                continue;
            KjPosition next = kj_conventional_after(pos, move);
            if (keeps_value(c, &next, len - 1, leaving) &&
                (!interposes ||
                 kj_conventional_is_futile(c, pos, &moves, move, between, checker) == KJ_NOMATE))
                found = move;
        }
    }
    g_free(moves.move);
    return found;
}

/* Asks again what the attacker can leave, further down the line: it is soon an easy question. */
static KjVerdict ask_leaving(KjConventional *c, const KjPosition *pos, unsigned len)
{
    if (c->s->stopped)
        return KJ_UNKNOWN;
    KjEffort whole = kj_effort_share(c->s, LEAVING_PARTS);
    KjVerdict leaves = kj_conventional_within(c, pos, len, true);
    kj_effort_restore(c->s, whole);
    return leaves;
}

void kj_conventional_line(KjConventional *c, const KjPosition *root, unsigned len, KjVerdict leaves,
                          KjResult *out)
{
    KjPosition pos = *root;
    GArray *line = g_array_new(FALSE, FALSE, sizeof(KjMove));
    bool attacks = pos.side == c->s->attacker;
    kj_result_clear(out);
    out->line_kind = leaves == KJ_UNKNOWN ? KJ_LINE_LEFTOVER_OPEN : KJ_LINE_MAIN;
    while (len > 0) {
        if (leaves == KJ_UNKNOWN && attacks && line->len > 0)
            leaves = ask_leaving(c, &pos, len);
        KjMove move = KJ_MOVE_NONE;
        if (leaves == KJ_UNKNOWN)
            move = attacks ? known_attack(c, &pos, len) : known_reply(c, &pos, len);
        // Each side keeps to the length, and to no more, as long as the rest is open.
        if (!move)
            move = attacks ? line_attack(c, &pos, len, leaves == KJ_MATE)
                           : line_reply(c, &pos, len, leaves != KJ_NOMATE);
        if (move == KJ_MOVE_NONE)
            break;
        g_array_append_val(line, move);
        pos = kj_conventional_after(&pos, move);
        attacks = !attacks;
        len--;
    }
    out->line_complete = len == 0 && !attacks && kj_conventional_mated(c, &pos) == KJ_MATE;
    out->leftover = pos.hand[c->s->attacker];
    out->n_line = line->len;
    out->line = (KjMove *)(void *)g_array_free(line, FALSE);
}

/* ---- longer variations tolerated ---- */

typedef struct {
    KjConventional *c;
    GArray *line;        // of KjMove
    GHashTable *refuted; // set of positions with plies left that lead nowhere
} Tolerant;

static bool tolerant_line(Tolerant *t, const KjPosition *pos, unsigned len);

/* Whether a reply keeps the value, and is not futile. */
static bool tolerant_reply(Tolerant *t, const KjPosition *pos, const KjConventionalMoves *moves,
                           KjMove move, unsigned len)
{
    KjConventional *c = t->c;
    KjPosition next = kj_conventional_after(pos, move);
    if (len >= 3 && kj_conventional_ask(c, &next, len - 3, KJ_ENDS_TOLERATED) != KJ_NOMATE)
        return false;
    unsigned checker = KJ_NO_SQUARE;
    KjBb between = kj_futile_between(pos, &checker);
    return kj_futile_shortcut(pos, move, between, checker).square == KJ_NO_SQUARE ||
           kj_conventional_is_futile(c, pos, moves, move, between, checker) == KJ_NOMATE;
}

static bool tolerant_step(Tolerant *t, const KjPosition *pos, unsigned len)
{
    KjConventional *c = t->c;
    bool attacks = pos->side == c->s->attacker;
    if (!attacks && kj_conventional_mated(c, pos) == KJ_MATE)
        return len == c->tolerance && !kj_conventional_leaves(c, pos);
    if (len <= c->tolerance)
        return false;
    KjConventionalMoves moves = kj_conventional_moves(c, pos);
    bool found = false;
    for (unsigned i = 0; i < moves.n && !found && !c->s->stopped; i++) {
        KjMove move = moves.move[i];
        KjPosition next = kj_conventional_after(pos, move);
        if (attacks ? kj_conventional_ask(c, &next, len - 1, KJ_ENDS_TOLERATED) != KJ_MATE
                    : !tolerant_reply(t, pos, &moves, move, len))
            continue;
        g_array_append_val(t->line, move);
        found = tolerant_line(t, &next, len - 1);
        if (!found)
            g_array_set_size(t->line, t->line->len - 1);
    }
    g_free(moves.move);
    return found;
}

/* Goes on from `pos` to a mate after which `tolerance` of the `len` plies and nothing in hand are
 * left. */
static bool tolerant_line(Tolerant *t, const KjPosition *pos, unsigned len)
{
    uint64_t key = kj_mix(kj_position_full_key(pos) + len);
    if (g_hash_table_contains(t->refuted, &key))
        return false;
    kj_search_count(t->c->s);
    bool found = tolerant_step(t, pos, len);
    if (!found)
        g_hash_table_add(t->refuted, g_memdup2(&key, sizeof key));
    return found;
}

/* The line with this tolerance, shorter than `len`; 0: there is none. */
static unsigned tolerate(KjConventional *c, const KjPosition *root, unsigned len, KjResult *out)
{
    g_hash_table_remove_all(c->tolerated);
    unsigned shortest = len > c->tolerance ? len - c->tolerance : 2 - len % 2;
    while (shortest < len &&
           kj_conventional_ask(c, root, shortest + c->tolerance, KJ_ENDS_TOLERATED) == KJ_NOMATE)
        shortest += 2;
    if (shortest >= len || c->s->stopped)
        return 0;
    Tolerant t = {c, g_array_new(FALSE, FALSE, sizeof(KjMove)),
                  g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL)};
    bool found = tolerant_line(&t, root, shortest + c->tolerance);
    g_hash_table_unref(t.refuted);
    if (found) {
        KjPosition end = *root;
        for (unsigned i = 0; i < t.line->len; i++)
            end = kj_conventional_after(&end, g_array_index(t.line, KjMove, i));
        out->line_complete = true;
        out->leftover = end.hand[c->s->attacker]; // nothing that could be dropped
        out->n_line = t.line->len;
        out->line = g_memdup2(t.line->data, t.line->len * sizeof(KjMove));
    }
    g_array_unref(t.line);
    return found ? shortest : 0;
}

unsigned kj_conventional_tolerated(KjConventional *c, const KjPosition *root, unsigned len,
                                   KjResult *out)
{
    // Where best play leaves nothing no variation is longer than it, and there is nothing to put up
    // with.
    if (c->s->options.tolerance && kj_conventional_within(c, root, len, true) != KJ_MATE)
        return len;
    for (c->tolerance = c->s->options.tolerance; c->tolerance > 0; c->tolerance -= 2) {
        unsigned shorter = tolerate(c, root, len, out);
        if (shorter)
            return shorter;
    }
    return len;
}
