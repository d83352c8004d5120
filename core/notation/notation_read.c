/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a move in any notation: the text is matched against all legal moves. */
#include <string.h>

#include "core/notation/csa_codes.h"
#include "core/notation/notation.h"
#include "core/notation/notation_parts.h"
#include "core/notation/usi.h"
#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "core/text/lang.h"

enum { MAX_LISTED = 8 }; // moves named in a message

/* What is being read, and what has been found. */
typedef struct {
    const KjPosition *before;
    KjMove previous;
    KjScan scan;          // at the move, after the side mark
    const char *furthest; // the furthest place that agrees with some move
    GArray *reaching;     // the moves that agree that far
} Reading;

/* Skips a side mark. False with an error if it is that of the other side. */
static bool read_mark(Reading *reading, GError **error)
{
    static const struct {
        const char *mark;
        KjSide side;
    } marks[] = {{"▲", KJ_SENTE}, {"☗", KJ_SENTE}, {"▼", KJ_SENTE},
                 {"△", KJ_GOTE},  {"☖", KJ_GOTE},  {"▽", KJ_GOTE}};
    KjScan *scan = &reading->scan;
    scan->at = kj_match_blanks(scan->at);
    for (size_t i = 0; i < G_N_ELEMENTS(marks); i++) {
        if (!g_str_has_prefix(scan->at, marks[i].mark))
            continue;
        if (marks[i].side != reading->before->side)
            return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_MOVE, error,
                                "%s is %s's mark, expected a move of %s", marks[i].mark,
                                kj_tr(kj_side_name(marks[i].side)),
                                kj_tr(kj_side_name((KjSide)reading->before->side)));
        scan->at = kj_match_blanks(scan->at + strlen(marks[i].mark));
        return true;
    }
    return true;
}

/* Whether the text can mean this move; remembers how far it agrees. */
static bool matches(Reading *reading, KjMove move)
{
    KjMoveFacts facts;
    const char *at = reading->scan.at;
    KjMatch match = {at, at};
    kj_move_facts(&facts, reading->before, move, reading->previous);
    bool found = kj_match_ja(&match, at, &facts) || kj_match_western(&match, at, &facts);
    if (match.furthest > reading->furthest) {
        reading->furthest = match.furthest;
        g_array_set_size(reading->reaching, 0);
    }
    if (match.furthest == reading->furthest && match.furthest > at)
        g_array_append_val(reading->reaching, move);
    return found;
}

/* Whether the text is, side mark aside, exactly how some notation writes this move. */
static bool is_canonical(const Reading *reading, KjMove move)
{
    g_autofree char *given = g_strchomp(g_strdup(reading->scan.at));
    for (unsigned n = 0; n < KJ_NOTATION_COUNT; n++) {
        g_autofree char *text =
            kj_move_text(reading->before, move, reading->previous, (KjNotation)n);
        bool marked = n == KJ_NOTATION_JA || n == KJ_NOTATION_JA_SHOGI;
        if (strcmp(text + (marked ? strlen("▲") : 0), given) == 0)
            return true;
    }
    return false;
}

/* Moves as a user of the text's kind would write them. */
static char *list_moves(const Reading *reading, const GArray *moves)
{
    bool ascii = (unsigned char)*reading->scan.at < 0x80;
    KjNotation notation = ascii ? KJ_NOTATION_USI : KJ_NOTATION_JA;
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < moves->len && i < MAX_LISTED; i++) {
        g_autofree char *text = kj_move_text(reading->before, g_array_index(moves, KjMove, i),
                                             reading->previous, notation);
        g_string_append_printf(out, "%s%s", i ? ", " : "", text);
    }
    if (moves->len > MAX_LISTED)
        g_string_append_printf(out, kj_tr(" and %u more"), moves->len - MAX_LISTED);
    return g_string_free(out, FALSE);
}

/* Adds the moves of a piece wherever it goes, legal or not, promoted and not. */
static void add_board_moves(GArray *moves, const KjPosition *pos, unsigned from)
{
    const KjTables *t = pos->game->t;
    KjKind kind = kj_piece_kind(pos->board[from]);
    KjBb targets = kj_kind_attack(t, (KjSide)pos->side, kind, from, kj_occupied(pos));
    while (targets) {
        KjMove move = kj_make_move(from, kj_bb_pop(&targets));
        g_array_append_val(moves, move);
        if (!t->promotes[kind])
            continue;
        move |= KJ_MOVE_PROMOTE;
        g_array_append_val(moves, move);
    }
}

/* Moves that the rules of movement allow or nearly allow, to find out what an illegal text
 * means. */
static GArray *conceivable_moves(const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    GArray *moves = g_array_new(FALSE, FALSE, sizeof(KjMove));
    KjBb own = pos->by_side[pos->side];
    while (own)
        add_board_moves(moves, pos, kj_bb_pop(&own));
    for (unsigned i = 0; i < t->n_hand; i++) {
        if (!(pos->hand[pos->side] & t->hand_mask[t->hand_kind[i]]))
            continue;
        for (unsigned to = 0; to < t->squares; to++) {
            KjMove move = kj_make_drop(t->hand_kind[i], to);
            g_array_append_val(moves, move);
        }
    }
    return moves;
}

/* The error for a text that means no legal move. */
static bool fail_unmatched(Reading *reading, GError **error)
{
    const KjScan *scan = &reading->scan;
    char quote[KJ_TEXT_QUOTE];
    const char *furthest = reading->furthest;
    g_autofree char *list = list_moves(reading, reading->reaching);
    g_autoptr(GArray) conceivable = conceivable_moves(reading->before);
    for (guint i = 0; i < conceivable->len; i++) {
        KjMove move = g_array_index(conceivable, KjMove, i);
        if (!matches(reading, move))
            continue;
        KjIllegal reason = kj_move_legality(reading->before, move);
        if (reason != KJ_MOVE_LEGAL)
            return kj_scan_fail(scan, scan->at, KJ_TEXT_ERROR_MOVE, error, "%s is illegal: %s",
                                kj_text_quote(scan->at, KJ_TEXT_UNTIL_BLANK, quote),
                                kj_tr(kj_illegal_text(reason)));
    }
    if (*list)
        return kj_scan_fail(scan, furthest, KJ_TEXT_ERROR_MOVE, error,
                            "%s, expected a legal move such as %s",
                            kj_text_quote(furthest, KJ_TEXT_UNTIL_BLANK, quote), list);
    return kj_scan_fail(scan, furthest, KJ_TEXT_ERROR_MOVE, error, "%s is not a legal move of %s",
                        kj_text_quote(furthest, KJ_TEXT_UNTIL_BLANK, quote),
                        kj_tr(kj_side_name((KjSide)reading->before->side)));
}

/* Reads USI. True if that settles it: `found` tells whether with a legal move or with an error. */
static bool read_usi(Reading *reading, KjMove *out, bool *found, GError **error)
{
    KjScan scan = reading->scan;
    GError *problem = NULL;
    *found = false;
    if (!kj_usi_move_scan(&scan, reading->before, out, &problem)) {
        bool is_usi = !g_error_matches(problem, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX);
        if (is_usi)
            g_propagate_error(error, problem);
        else
            g_error_free(problem);
        return is_usi;
    }
    if (!kj_scan_end(&scan, error))
        return true;
    KjIllegal reason = kj_move_legality(reading->before, *out);
    char quote[KJ_TEXT_QUOTE];
    *found = reason == KJ_MOVE_LEGAL;
    if (!*found)
        kj_scan_fail(&scan, reading->scan.at, KJ_TEXT_ERROR_MOVE, error, "%s is illegal: %s",
                     kj_text_quote(reading->scan.at, KJ_TEXT_UNTIL_BLANK, quote),
                     kj_tr(kj_illegal_text(reason)));
    return true;
}

/* The move of four digits and a piece of CSA; KJ_MOVE_NONE if there is none of the kind. */
static KjMove csa_move(const KjPosition *pos, const char *digits)
{
    const KjTables *t = pos->game->t;
    KjKind kind = kj_csa_kind(pos->game, digits + 4);
    unsigned file = (unsigned)(digits[2] - '1'), rank = (unsigned)(digits[3] - '1');
    unsigned from_file = (unsigned)(digits[0] - '1'), from_rank = (unsigned)(digits[1] - '1');
    if (file >= t->files || rank >= t->ranks)
        return KJ_MOVE_NONE;
    unsigned to = file * t->ranks + rank;
    if (g_str_has_prefix(digits, "00"))
        return kj_make_drop(kind, to);
    if (from_file >= t->files || from_rank >= t->ranks)
        return KJ_MOVE_NONE;
    unsigned from = from_file * t->ranks + from_rank;
    KjKind before = kj_piece_kind(pos->board[from]);
    if (kj_base_kind(before) != kj_base_kind(kind) || before & ~kind)
        return KJ_MOVE_NONE;
    return (KjMove)(kj_make_move(from, to) | (before != kind ? KJ_MOVE_PROMOTE : 0));
}

/* Reads a move of CSA, `+7776FU` or `7776FU`, as read_usi does USI. */
static bool read_csa(Reading *reading, KjMove *out, bool *found, GError **error)
{
    const KjPosition *pos = reading->before;
    const char *at = reading->scan.at, *digits = at + (*at == '+' || *at == '-');
    *found = false;
    if (pos->game->row->letter_files || strspn(digits, "0123456789") != 4 ||
        kj_csa_kind(pos->game, digits + 4) == KJ_NONE || digits[6 + strspn(digits + 6, " ")])
        return false;
    KjMove move = csa_move(pos, digits);
    bool own = digits == at || (*at == '+') == (pos->side == KJ_SENTE);
    KjIllegal reason =
        move == KJ_MOVE_NONE || !own ? KJ_MOVE_NO_PIECE : kj_move_legality(pos, move);
    char quote[KJ_TEXT_QUOTE];
    *out = move;
    *found = reason == KJ_MOVE_LEGAL;
    if (!*found)
        kj_scan_fail(&reading->scan, at, KJ_TEXT_ERROR_MOVE, error, "%s is illegal: %s",
                     kj_text_quote(at, KJ_TEXT_UNTIL_BLANK, quote), kj_tr(kj_illegal_text(reason)));
    return true;
}

/* Matches the text against the legal moves; several may be left only if one is canonical. */
static bool read_people(Reading *reading, KjMove *out, GError **error)
{
    g_autofree KjMoveList *legal = g_new(KjMoveList, 1);
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(KjMove));
    kj_gen_legal(reading->before, legal);
    for (unsigned i = 0; i < legal->n; i++) {
        if (matches(reading, legal->move[i]))
            g_array_append_val(found, legal->move[i]);
    }
    if (found->len == 0)
        return fail_unmatched(reading, error);
    unsigned canonical = 0;
    *out = g_array_index(found, KjMove, 0);
    for (guint i = 0; i < found->len && found->len > 1; i++) {
        if (!is_canonical(reading, g_array_index(found, KjMove, i)))
            continue;
        *out = g_array_index(found, KjMove, i);
        canonical++;
    }
    if (found->len == 1 || canonical == 1)
        return true;
    g_autofree char *list = list_moves(reading, found);
    return kj_scan_fail(&reading->scan, reading->scan.at, KJ_TEXT_ERROR_MOVE, error,
                        "ambiguous, expected one of %s", list);
}

bool kj_move_parse(const KjPosition *before, const char *text, KjMove previous, KjMove *out,
                   GError **error)
{
    Reading reading = {before, previous, {text, text}, NULL, NULL};
    if (!read_mark(&reading, error))
        return false;
    if (*reading.scan.at == '\0')
        return kj_scan_fail(&reading.scan, reading.scan.at, KJ_TEXT_ERROR_SYNTAX, error,
                            "no move, expected one of %s",
                            kj_tr(kj_side_name((KjSide)before->side)));
    bool found;
    if (read_usi(&reading, out, &found, error) || read_csa(&reading, out, &found, error))
        return found;
    reading.furthest = reading.scan.at;
    reading.reaching = g_array_new(FALSE, FALSE, sizeof(KjMove));
    found = read_people(&reading, out, error);
    g_array_unref(reading.reaching);
    return found;
}
