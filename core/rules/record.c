/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Game records. Each ply keeps its position and status, so that undo is a pop. */
#include "core/rules/record.h"

#include <assert.h>
#include <stdlib.h>

#include "core/rules/attack.h"

typedef struct {
    KjPosition position; // after the move
    uint64_t key;        // of board, hands and side to move
    KjStatus status;
    KjMove move;
    KjPiece piece;     // that moved, as it was before; KJ_NONE at the start
    bool is_try;       // the move completed a try
    bool has_pending;  // a try is open to being answered by mate
    KjSide pending_by; // by whom
} Ply;

struct KjRecord {
    Ply **plies;      // the first one is the start, without a move
    unsigned n, room; // plies, and places for them
    bool ended;       // by something else than a move
    KjStatus ending;  // then the status
};

/* An empty ply at the end. Without memory the program ends, as where GLib finds none. */
static Ply *add_ply(KjRecord *record)
{
    if (record->n == record->room) {
        record->room = record->room ? 2 * record->room : 64;
        record->plies = realloc(record->plies, record->room * sizeof *record->plies);
    }
    Ply *ply = calloc(1, sizeof *ply);
    if (!record->plies || !ply)
        abort();
    record->plies[record->n++] = ply;
    return ply;
}

/* Forgets all plies but the first `n`. */
static void keep_plies(KjRecord *record, unsigned n)
{
    while (record->n > n)
        free(record->plies[--record->n]);
}

static Ply *ply_at(const KjRecord *record, unsigned i)
{
    assert(i < record->n);
    return record->plies[i];
}

static Ply *last_ply(const KjRecord *record)
{
    return ply_at(record, record->n - 1);
}

static const KjGame *game_of(const KjRecord *record)
{
    return ply_at(record, 0)->position.game;
}

/* The side that made the move of a ply. */
static KjSide mover_of(const Ply *ply)
{
    return kj_other((KjSide)ply->position.side);
}

static bool is_same_position(const Ply *ply, uint64_t key, const KjPosition *pos)
{
    return ply->key == key && kj_position_equal(&ply->position, pos);
}

/* ---- Repetition ---- */

/*
 * Whether two moves are the same to R3.9, which does not look at what becomes of a captured piece.
 */
static bool is_same_move(const Ply *ply, KjMove move, KjPiece piece)
{
    unsigned ignored = KJ_MOVE_KEEP;
    return ply->piece == piece && (ply->move & ~ignored) == (move & ~ignored);
}

bool kj_record_would_repeat(const KjRecord *record, KjMove move)
{
    const KjGame *game = game_of(record);
    if (game->row->repetition != KJ_REPETITION_MOVER_LOSES)
        return false;
    const KjPosition *before = kj_record_position(record);
    KjPiece piece = kj_moving_piece(before, move);
    bool move_seen = false;
    for (unsigned i = 1; i < record->n && !move_seen; i++)
        move_seen = is_same_move(ply_at(record, i), move, piece);
    if (!move_seen)
        return false;
    KjPosition after = *before;
    KjUndo undo;
    kj_position_make(&after, move, &undo);
    uint64_t key = kj_position_full_key(&after);
    bool is_pair = game->rules.same_move == KJ_SAME_PAIR;
    for (unsigned i = 0; i < record->n; i++) {
        const Ply *ply = ply_at(record, i);
        if (is_same_position(ply, key, &after) && (!is_pair || is_same_move(ply, move, piece)))
            return true;
    }
    return false;
}

static unsigned count_occurrences(const KjRecord *record, const Ply *now, unsigned *out_first)
{
    unsigned count = 0;
    for (unsigned i = 0; i < record->n; i++) {
        if (!is_same_position(ply_at(record, i), now->key, &now->position))
            continue;
        if (count++ == 0)
            *out_first = i;
    }
    return count;
}

/* Whether all moves of a side after ply `first` gave check. */
static bool only_checked(const KjRecord *record, KjSide side, unsigned first)
{
    for (unsigned i = first + 1; i < record->n; i++) {
        const Ply *ply = ply_at(record, i);
        if (mover_of(ply) == side && !ply->status.check)
            return false;
    }
    return true;
}

/*
 * Whether the side to move, whose moves are `reply` and who is checked by the pawn dropped last,
 * would end the game by that reply as the one who only gave check (R1.17). `after` is the
 * position after the drop, which is not in the record yet.
 */
static bool loses_by_perpetual(const KjRecord *record, const KjPosition *after, KjMove reply)
{
    const KjGame *game = game_of(record);
    Ply ply = {.position = *after};
    KjUndo undo;
    kj_position_make(&ply.position, reply, &undo);
    ply.key = kj_position_full_key(&ply.position);
    unsigned first = 0;
    KjSide checker = (KjSide)after->side;
    return kj_in_check(&ply.position, kj_other(checker)) &&
           count_occurrences(record, &ply, &first) + 1 >= game->row->repetition_count &&
           only_checked(record, checker, first) && !only_checked(record, kj_other(checker), first);
}

/* Whether a drop that may not mate leaves only replies that lose by perpetual check, where that
 * counts as mate (docs/rules.md R1.17). */
static bool mates_by_perpetual(const KjRecord *record, KjMove move)
{
    const KjGame *game = game_of(record);
    const KjPosition *before = kj_record_position(record);
    if (!game->rules.perpetual_is_drop_mate || !kj_move_is_drop(move) ||
        game->row->repetition != KJ_REPETITION_DRAW ||
        !kj_game_piece(game, kj_move_drop_kind(move))->no_mate_drop)
        return false;
    KjPosition after = *before;
    KjUndo undo;
    kj_position_make(&after, move, &undo);
    if (!kj_in_check(&after, (KjSide)after.side))
        return false;
    KjMoveList replies;
    kj_gen_legal(&after, &replies);
    for (unsigned i = 0; i < replies.n; i++) {
        if (!loses_by_perpetual(record, &after, replies.move[i]))
            return false;
    }
    return true;
}

static void finish(KjStatus *status, KjStatusKind kind)
{
    status->kind = kind;
    status->over = true;
    status->pending = status->has_winner = false;
}

static void finish_won(KjStatus *status, KjStatusKind kind, KjSide winner)
{
    finish(status, kind);
    status->has_winner = true;
    status->winner = winner;
}

/* Decides a game whose position, first seen at ply `first`, has occurred often enough to end it. */
static void finish_repeated(const KjRecord *record, Ply *now, unsigned first)
{
    const KjGame *game = game_of(record);
    KjStatus *status = &now->status;
    // Perpetual check is about moves that may not leave the king attacked; where kings are
    // captured there is no such thing.
    bool counts_checks = !game->row->king_capture;
    bool sente = counts_checks && only_checked(record, KJ_SENTE, first);
    bool gote = counts_checks && only_checked(record, KJ_GOTE, first);
    KjSide to_move = (KjSide)now->position.side;
    if (sente && gote && game->rules.mutual_perpetual == KJ_MUTUAL_MOVER_LOSES)
        finish_won(status, KJ_STATUS_PERPETUAL_CHECK, kj_other(to_move));
    else if (sente != gote)
        finish_won(status, KJ_STATUS_PERPETUAL_CHECK, sente ? KJ_GOTE : KJ_SENTE);
    else if (game->row->repetition == KJ_REPETITION_GOTE_WINS)
        finish_won(status, KJ_STATUS_REPETITION_LOSS, KJ_GOTE);
    else
        finish(status, KJ_STATUS_REPETITION_DRAW);
}

/* ---- Moves left ---- */

static bool has_move_left(const KjRecord *record, const KjMoveList *list)
{
    for (unsigned i = 0; i < list->n; i++) {
        if (!kj_record_would_repeat(record, list->move[i]) &&
            !mates_by_perpetual(record, list->move[i]))
            return true;
    }
    return false;
}

static bool has_lawful_move(const KjRecord *record)
{
    KjMoveList list;
    kj_gen_legal(kj_record_position(record), &list);
    return has_move_left(record, &list);
}

/* Whether the side to move can avoid that its king is captured next, the lawful moves being so. */
static bool has_safety(const KjRecord *record)
{
    const KjPosition *pos = kj_record_position(record);
    if (kj_can_capture_king(pos))
        return true;
    KjMoveList list;
    kj_gen_safe(pos, &list);
    return has_move_left(record, &list);
}

static void finish_without_moves(Ply *now)
{
    const KjGame *game = now->position.game;
    KjSide mover = mover_of(now);
    if (now->status.check) {
        finish_won(&now->status, KJ_STATUS_CHECKMATE, mover);
        return;
    }
    bool immobile = game->row->king_capture && !game->rules.lion_safe_only;
    KjStatusKind kind = immobile ? KJ_STATUS_IMMOBILE : KJ_STATUS_STALEMATE;
    if (game->rules.stalemate == KJ_STALEMATE_DRAW)
        finish(&now->status, kind);
    else
        finish_won(&now->status, kind, mover);
}

/* ---- Status ---- */

/*
 * An open try stands unless the other side goes on checking until it mates (docs/rules.md R1.19):
 * whatever else would end the game, or a move of the other side that is no check, makes it count.
 */
static void settle_open_try(Ply *now)
{
    KjStatus *status = &now->status;
    if (status->kind == KJ_STATUS_CHECKMATE || status->kind == KJ_STATUS_KING_CAPTURED)
        return;
    bool stopped_checking = mover_of(now) != now->pending_by && !status->check;
    if (status->over || stopped_checking) {
        finish_won(status, KJ_STATUS_TRY, now->pending_by);
        return;
    }
    status->kind = KJ_STATUS_TRY;
    status->pending = status->has_winner = true;
    status->winner = now->pending_by;
}

/* Fills in the status of the last ply, the only one that may still lack it. */
static void judge(KjRecord *record)
{
    Ply *now = last_ply(record);
    const KjPosition *pos = &now->position;
    const KjGame *game = pos->game;
    KjStatus *status = &now->status;
    unsigned first = 0;
    status->check = kj_in_check(pos, (KjSide)pos->side);
    status->occurrences = count_occurrences(record, now, &first);

    bool ends_by_count = game->row->repetition != KJ_REPETITION_MOVER_LOSES &&
                         status->occurrences >= game->row->repetition_count;
    if (kj_king_is_lost(pos, (KjSide)pos->side))
        finish_won(status, KJ_STATUS_KING_CAPTURED, mover_of(now));
    else if (now->is_try && game->rules.try_rule == KJ_TRY_ON)
        finish_won(status, KJ_STATUS_TRY, mover_of(now));
    else if (!has_lawful_move(record))
        finish_without_moves(now);
    else if (ends_by_count)
        finish_repeated(record, now, first);
    if (now->has_pending)
        settle_open_try(now);
    if (status->over)
        return;
    status->no_safe_move = game->row->king_capture && !has_safety(record);
    status->draw_claim_open =
        game->row->quiet_plies && status->quiet_plies >= game->row->quiet_plies;
}

KjRecord *kj_record_new(const KjPosition *start)
{
    KjRecord *record = calloc(1, sizeof *record);
    if (!record)
        abort();
    Ply *ply = add_ply(record);
    ply->position = *start;
    ply->key = kj_position_full_key(start);
    judge(record);
    return record;
}

void kj_record_free(KjRecord *record)
{
    if (!record)
        return;
    keep_plies(record, 0);
    free(record->plies);
    free(record);
}

/* ---- Playing ---- */

/* Whether a kind is the game's pawn: only pawns have rules about where they are dropped. */
static bool is_unpromoted_pawn(const KjGame *game, KjKind kind)
{
    const KjPieceRow *row = kj_game_piece(game, kind);
    return !(kind & KJ_PROMOTED) && (row->nifu || row->no_mate_drop || row->never_dropped);
}

KjIllegal kj_record_legality(const KjRecord *record, KjMove move)
{
    if (kj_record_status(record).over)
        return KJ_MOVE_GAME_OVER;
    KjIllegal reason = kj_move_legality(kj_record_position(record), move);
    if (reason == KJ_MOVE_LEGAL && kj_record_would_repeat(record, move))
        return KJ_MOVE_REPETITION;
    if (reason == KJ_MOVE_LEGAL && mates_by_perpetual(record, move))
        return KJ_MOVE_DROP_MATE;
    return reason;
}

/* Hands an open try on, or opens one. */
static void follow_try(Ply *ply, const Ply *before)
{
    if (before->has_pending) {
        ply->has_pending = true;
        ply->pending_by = before->pending_by;
    } else if (ply->is_try && ply->position.game->rules.try_rule == KJ_TRY_ON_UNLESS_MATED) {
        ply->has_pending = true;
        ply->pending_by = mover_of(ply);
    }
}

KjIllegal kj_record_play(KjRecord *record, KjMove move)
{
    KjIllegal reason = kj_record_legality(record, move);
    if (reason != KJ_MOVE_LEGAL)
        return reason;
    const Ply *before = last_ply(record);
    const KjGame *game = game_of(record);
    Ply *ply = add_ply(record);
    ply->position = before->position;
    ply->move = move;
    ply->piece = kj_moving_piece(&before->position, move);
    KjKind kind = kj_piece_kind(ply->piece);
    ply->is_try = kj_is_try(&before->position, move);
    KjUndo undo;
    kj_position_make(&ply->position, move, &undo);
    ply->key = kj_position_full_key(&ply->position);
    bool is_quiet = !undo.captured && !is_unpromoted_pawn(game, kind);
    ply->status.quiet_plies = is_quiet ? before->status.quiet_plies + 1 : 0;
    follow_try(ply, before);
    judge(record);
    return KJ_MOVE_LEGAL;
}

KjIllegal kj_record_play_illegal(KjRecord *record, KjMove move)
{
    KjIllegal reason = kj_record_legality(record, move);
    if (reason == KJ_MOVE_LEGAL || kj_record_status(record).over)
        return reason;
    KjStatusKind kind =
        reason == KJ_MOVE_REPETITION ? KJ_STATUS_REPETITION_LOSS : KJ_STATUS_ILLEGAL_MOVE;
    KjStatus *ending = &record->ending;
    *ending = last_ply(record)->status;
    ending->draw_claim_open = false;
    finish_won(ending, kind, mover_of(last_ply(record)));
    record->ended = true;
    ending->illegal = reason;
    ending->illegal_move = move;
    return reason;
}

bool kj_record_undo(KjRecord *record)
{
    if (record->ended) {
        record->ended = false;
        return true;
    }
    if (record->n == 1)
        return false;
    keep_plies(record, record->n - 1);
    return true;
}

KjDeclarationTest kj_record_declaration(const KjRecord *record, KjSide side,
                                        const unsigned removed[2])
{
    KjDeclarationTest test = kj_impasse_declaration(
        kj_record_position(record), side, kj_record_plies(record), removed ? removed[side] : 0);
    if (kj_record_status(record).over)
        test.result = KJ_DECLARATION_NONE;
    return test;
}

/* ---- Access ---- */

unsigned kj_record_plies(const KjRecord *record)
{
    return record->n - 1;
}

KjMove kj_record_move(const KjRecord *record, unsigned i)
{
    return ply_at(record, i + 1)->move;
}

const KjPosition *kj_record_position(const KjRecord *record)
{
    return &last_ply(record)->position;
}

const KjPosition *kj_record_position_at(const KjRecord *record, unsigned plies)
{
    return &ply_at(record, plies)->position;
}

KjStatus kj_record_status(const KjRecord *record)
{
    return record->ended ? record->ending : last_ply(record)->status;
}

KjStatus kj_record_status_at(const KjRecord *record, unsigned plies)
{
    return ply_at(record, plies)->status;
}

const char *kj_status_name(KjStatusKind kind)
{
    static const char *const name[] = {
        [KJ_STATUS_ONGOING] = "ongoing",
        [KJ_STATUS_CHECKMATE] = "checkmate",
        [KJ_STATUS_STALEMATE] = "stalemate",
        [KJ_STATUS_IMMOBILE] = "immobile",
        [KJ_STATUS_KING_CAPTURED] = "king-captured",
        [KJ_STATUS_TRY] = "try",
        [KJ_STATUS_REPETITION_DRAW] = "repetition-draw",
        [KJ_STATUS_REPETITION_LOSS] = "repetition-loss",
        [KJ_STATUS_PERPETUAL_CHECK] = "perpetual-check",
        [KJ_STATUS_ILLEGAL_MOVE] = "illegal-move",
    };
    return name[kind];
}
