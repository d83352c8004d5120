/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neighbours of a work, at random, and what its report says. */
#include "tests/support/solver/neighbours.h"

#include "core/rules/attack.h"
#include "core/rules/movegen.h"

const char *neighbour_text(NeighbourKind kind)
{
    static const char *const text[] = {"moved", "removed", "added", "turned", "hand", "shifted"};
    return text[kind];
}

static bool is_piece(const KjPosition *pos, unsigned square)
{
    return pos->board[square] && kj_piece_kind(pos->board[square]) != pos->game->t->king;
}

static bool move_piece(KjPosition *pos, DraftRng *rng)
{
    unsigned squares = pos->game->t->squares;
    unsigned from = draft_random(rng, squares), to = draft_random(rng, squares);
    if (!is_piece(pos, from) || pos->board[to])
        return false;
    kj_position_put(pos, to, kj_position_remove(pos, from));
    return true;
}

static bool remove_piece(KjPosition *pos, KjSide defender, DraftRng *rng)
{
    unsigned square = draft_random(rng, pos->game->t->squares);
    if (!is_piece(pos, square))
        return false;
    KjKind base = kj_base_kind(kj_piece_kind(kj_position_remove(pos, square)));
    pos->hand[defender] += pos->game->t->hand_one[base];
    return true;
}

/* A kind that the hand holds, unpromoted; KJ_NONE if the one drawn it does not. */
static KjKind draw_held(const KjPosition *pos, KjSide side, DraftRng *rng)
{
    const KjTables *t = pos->game->t;
    KjKind kind = t->hand_kind[draft_random(rng, t->n_hand)];
    return !(kind & KJ_PROMOTED) && kj_hand_count(t, pos->hand[side], kind) ? kind : KJ_NONE;
}

static bool add_piece(KjPosition *pos, KjSide defender, DraftRng *rng)
{
    const KjTables *t = pos->game->t;
    unsigned square = draft_random(rng, t->squares);
    KjKind kind = draw_held(pos, defender, rng);
    if (pos->board[square] || !kind)
        return false;
    pos->hand[defender] -= t->hand_one[kind];
    KjKind promoted = t->promotes[kind] && draft_random(rng, 4) == 0 ? KJ_PROMOTED : 0;
    kj_position_put(pos, square, kj_piece((KjSide)draft_random(rng, 2), (KjKind)(kind | promoted)));
    return true;
}

static bool turn_piece(KjPosition *pos, DraftRng *rng)
{
    unsigned square = draft_random(rng, pos->game->t->squares);
    if (!is_piece(pos, square) ||
        !pos->game->t->promotes[kj_base_kind(kj_piece_kind(pos->board[square]))])
        return false;
    KjPiece piece = kj_position_remove(pos, square);
    kj_position_put(pos, square, piece ^ KJ_PROMOTED);
    return true;
}

static bool change_hand(KjPosition *pos, DraftRng *rng)
{
    KjSide from = (KjSide)draft_random(rng, 2);
    KjKind kind = draw_held(pos, from, rng);
    if (!kind)
        return false;
    pos->hand[from] -= pos->game->t->hand_one[kind];
    pos->hand[from ^ 1] += pos->game->t->hand_one[kind];
    return true;
}

static bool shift(KjPosition *pos, DraftRng *rng)
{
    const KjTables *t = pos->game->t;
    KjPosition from = *pos;
    unsigned out_file = draft_random(rng, 2) ? t->files - 1u : 0;
    for (unsigned square = 0; square < t->squares; square++) {
        if (!from.board[square])
            continue;
        if (t->file_of[square] == out_file)
            return false;
        kj_position_remove(pos, square);
    }
    for (unsigned square = 0; square < t->squares; square++)
        if (from.board[square])
            kj_position_put(pos, out_file ? square + t->ranks : square - t->ranks,
                            from.board[square]);
    return true;
}

bool neighbour_make(KjPosition *out, const KjPosition *pos, NeighbourKind kind, DraftRng *rng)
{
    KjSide attacker = kj_default_attacker(pos), defender = kj_other(attacker);
    bool done = false;
    *out = *pos;
    switch (kind) {
    case NEIGHBOUR_MOVED: done = move_piece(out, rng); break;
    case NEIGHBOUR_REMOVED: done = remove_piece(out, defender, rng); break;
    case NEIGHBOUR_ADDED: done = add_piece(out, defender, rng); break;
    case NEIGHBOUR_TURNED: done = turn_piece(out, rng); break;
    case NEIGHBOUR_HAND: done = change_hand(out, rng); break;
    case NEIGHBOUR_SHIFTED: done = shift(out, rng); break;
    case NEIGHBOUR_KINDS: break;
    }
    return done && kj_position_check(out, NULL, NULL) == KJ_POSITION_OK &&
           !kj_can_capture_king(out) && !kj_in_check(out, kj_other((KjSide)out->side));
}

char *neighbour_report(const KjReport *report)
{
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%s %s %u %u %d %u %d:", kj_work_text(report->verdict),
                           kj_verdict_text(report->mate), report->plies, report->shortest,
                           report->shortest_proved, report->pure_plies, report->pure_proved);
    for (unsigned i = 0; i < report->n_line; i++)
        g_string_append_printf(text, " %u", report->line[i]);
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        for (unsigned k = 0; k < node->alternatives->len; k++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            g_string_append_printf(text, "; %u %u %s", node->ply, alt->move,
                                   kj_class_code(alt->class));
        }
    }
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *finding = &g_array_index(report->findings, KjFinding, i);
        g_string_append_printf(text, "; %s %d %u %u %u %u", kj_finding_code(finding), finding->ply,
                               finding->move, (unsigned)finding->detail.kind, finding->detail.a,
                               finding->detail.b);
    }
    for (unsigned i = 0; report->spares && i < report->spares->len; i++) {
        const KjSpare *spare = &g_array_index(report->spares, KjSpare, i);
        g_string_append_printf(text, "; %u %u %u %u", (unsigned)spare->how, spare->square,
                               spare->piece, (unsigned)spare->sound);
    }
    return g_string_free(text, FALSE);
}

bool neighbour_open(const KjReport *report)
{
    return report->n_open > 0 || report->verdict == KJ_WORK_UNKNOWN ||
           kj_report_useless(report, KJ_OPEN) > 0 ||
           (report->mate == KJ_MATE && !(report->shortest_proved && report->pure_proved));
}
