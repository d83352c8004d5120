/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The header of a certificate, and its bytes. */
#include "solver/certify/certify.h"

#include <assert.h>
#include <string.h>

#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "solver/certify/certify_writer.h"
#include "solver/repetition/fourfold.h"
#include "solver/solve.h"

enum { POLL_RECORDS = 256, MAX_NUMBER_BYTES = 5 };

G_DEFINE_QUARK(kj - certify - error - quark, kj_certify_error)

bool kj_certificate_hold(void *array, const void *bytes, size_t n, GError **error)
{
    (void)error;
    g_byte_array_append(array, bytes, (guint)n);
    return true;
}

bool kj_writer_flush(KjWriter *w)
{
    unsigned n = w->buffered;
    w->buffered = 0;
    w->count.bytes += n;
    return n == 0 || w->sink.write(w->sink.data, w->buffer, n, w->error);
}

static bool put_bytes(KjWriter *w, const void *bytes, size_t n)
{
    assert(n <= KJ_WRITER_BUFFER);
    if (w->buffered + n > KJ_WRITER_BUFFER && !kj_writer_flush(w))
        return false;
    memcpy(w->buffer + w->buffered, bytes, n);
    w->buffered += (unsigned)n;
    return true;
}

bool kj_writer_number(KjWriter *w, uint32_t number)
{
    if (w->buffered + MAX_NUMBER_BYTES > KJ_WRITER_BUFFER && !kj_writer_flush(w))
        return false;
    while (number >= 128) {
        w->buffer[w->buffered++] = (uint8_t)(number | 128);
        number >>= 7;
    }
    w->buffer[w->buffered++] = (uint8_t)number;
    return true;
}

static bool fail_stopped(KjWriter *w)
{
    static const char *const reason[] = {
        [KJ_CAUSE_NONE] = "no reason given",     [KJ_CAUSE_TIME] = "time limit reached",
        [KJ_CAUSE_NODES] = "node limit reached", [KJ_CAUSE_MEMORY] = "a line too long to follow",
        [KJ_CAUSE_STOPPED] = "stopped",
    };
    return kj_set_error(w->error, KJ_CERTIFY_ERROR, KJ_CERTIFY_ERROR_LIMIT, "no certificate: %s",
                        reason[w->s->stopped]);
}

bool kj_writer_fail(KjWriter *w, const char *missing)
{
    if (w->s->stopped)
        return fail_stopped(w);
    g_autofree char *sfen = kj_sfen_write(&w->pos, 1);
    return kj_set_error(w->error, KJ_CERTIFY_ERROR, KJ_CERTIFY_ERROR_UNFOUNDED,
                        "no certificate: at %s there is not %s", sfen, missing);
}

bool kj_writer_open(KjWriter *w, unsigned depth)
{
    if (depth > w->count.depth)
        w->count.depth = depth;
    if (w->count.records++ % POLL_RECORDS)
        return true;
    kj_search_poll(w->s);
    return !w->s->stopped || fail_stopped(w);
}

bool kj_writer_intern(KjWriter *w, unsigned plies)
{
    KjHand hand = w->pos.hand[w->s->attacker];
    if (kj_certify_set_add(&w->set, kj_search_key(w->s, &w->pos), hand, plies))
        return true;
    return kj_set_error(w->error, KJ_CERTIFY_ERROR, KJ_CERTIFY_ERROR_MEMORY,
                        "no certificate: too many records for the memory");
}

bool kj_writer_refer(KjWriter *w, const KjCertifyRecord *record)
{
    w->count.references++;
    return kj_writer_number(w, w->set.next - record->number);
}

KjMoveText kj_writer_text(const KjWriter *w, KjMove move)
{
    const KjPosition *pos = &w->pos;
    uint8_t text[sizeof(KjMoveText)] = {0};
    unsigned n = 0;
    KjMoveText to = w->square_text[kj_move_to(move)];
    if (kj_move_is_drop(move)) {
        KjKind kind = kj_move_drop_kind(move);
        if (kind & KJ_PROMOTED)
            text[n++] = '+';
        text[n++] = (uint8_t)kj_game_piece(pos->game, kind)->letter;
        text[n++] = '*';
    } else {
        KjMoveText from = w->square_text[kj_move_from(move)];
        text[n++] = (uint8_t)(from >> 8);
        text[n++] = (uint8_t)from;
    }
    text[n++] = (uint8_t)(to >> 8);
    text[n++] = (uint8_t)to;
    if (kj_move_promotes(move))
        text[n++] = '+';
    if (kj_move_keeps(move)) {
        KjKind kept = kj_piece_kind(pos->board[kj_move_to(move)]);
        text[n++] = '/';
        text[n++] = '+';
        text[n++] = (uint8_t)kj_game_piece(pos->game, kept)->letter;
    }
    assert(n <= sizeof text);
    KjMoveText number = 0;
    for (unsigned i = 0; i < sizeof text; i++)
        number = number << 8 | text[i];
    return number;
}

bool kj_writer_move(KjWriter *w, const KjMoveList *list, KjMove move)
{
    return kj_list_has(list, move) ? kj_writer_number(w, kj_move_name(&w->pos, move))
                                   : kj_writer_fail(w, "the move that is to be shown");
}

/* A list of generated moves is made of sorted runs, mostly, so insertion is quick. */
void kj_writer_push_moves(KjWriter *w, const KjMoveList *list)
{
    KjMoveText text[KJ_MAX_MOVES];
    if (w->n_moves + list->n > w->room_moves) {
        w->room_moves = (w->n_moves + list->n) * 2;
        w->moves = g_renew(KjMove, w->moves, w->room_moves);
    }
    KjMove *moves = w->moves + w->n_moves;
    for (unsigned i = 0; i < list->n; i++) {
        KjMoveText key = kj_writer_text(w, list->move[i]);
        unsigned at = i;
        for (; at > 0 && text[at - 1] > key; at--) {
            text[at] = text[at - 1];
            moves[at] = moves[at - 1];
        }
        text[at] = key;
        moves[at] = list->move[i];
    }
    w->n_moves += list->n;
}

static const char *repetition(const KjWriter *w, const KjLastSolve *solved)
{
    static const char *const count[] = {"", "", "second", "third", "fourth"};
    if (w->counted)
        return count[w->pos.game->row->repetition_count];
    if (!solved->by_law)
        return "fails";
    return w->pos.game->rules.same_move == KJ_SAME_PAIR ? "pair" : "literal";
}

/* Where every move is a check, a try that does not end the game changes nothing. */
static const char *try_rule(const KjWriter *w)
{
    KjTry rule = w->pos.game->rules.try_rule;
    if (rule == KJ_TRY_ON)
        return "on";
    return rule == KJ_TRY_OFF || w->s->options.attacker_moves == KJ_CHECKS_ONLY ? "off"
                                                                                : "unless-mated";
}

static bool dominance_holds(const KjWriter *w)
{
    return !w->past && !w->counted && kj_search_dominance_holds(w->s, w->pos.game);
}

static bool shows_past(const KjWriter *w, const KjLastSolve *solved)
{
    return (solved->by_law || w->counted) && solved->past.n > 0;
}

const char *kj_certificate_switch(const KjGame *game)
{
    if (game->rules.no_drops)
        return " drops=no";
    return game->rules.elephant_to_hand && game->t->prince ? " elephant=hand" : "";
}

bool kj_writer_header(KjWriter *w, const KjWriterHeader *header)
{
    const KjGame *game = w->pos.game;
    g_autofree char *text = g_strdup_printf(
        "kanju-certificate " KJ_CERTIFICATE_FORMAT
        "\ngame %s%s\nattacker %s\nattacker-moves %s\ntry %s\nstalemate %s\n"
        "drop-stalemate %s\nrepetition %s\ndominance %s\nposition %s\nclaim %s\nend\n",
        game->row->id, kj_certificate_switch(game), w->s->attacker == KJ_SENTE ? "sente" : "gote",
        header->attacker_moves, header->try_rule,
        game->rules.stalemate == KJ_STALEMATE_LOSS ? "loss" : "draw",
        game->rules.drop_stalemate_illegal ? "illegal" : "legal", header->repetition,
        header->dominance ? "yes" : "no", header->position, header->claim);
    return put_bytes(w, text, strlen(text));
}

static bool write_header(KjWriter *w, const KjLastSolve *solved, const KjResult *result,
                         bool shortest)
{
    static const char *const attacker_moves[] = {
        [KJ_CHECKS_ONLY] = "checks", [KJ_CHECKS_OR_ZUGZWANG] = "zugzwang", [KJ_ALL_MOVES] = "all"};
    g_autofree char *position =
        kj_sfen_write(shows_past(w, solved) ? solved->past.start : &w->pos, 1);
    g_autofree char *claim =
        result->verdict == KJ_NOMATE
            ? g_strdup("nomate")
            : g_strdup_printf("%s %u", shortest ? "shortest" : "mate", result->pure_plies);
    KjWriterHeader header = {attacker_moves[w->s->options.attacker_moves],
                             try_rule(w),
                             repetition(w, solved),
                             position,
                             claim,
                             dominance_holds(w)};
    return kj_writer_header(w, &header);
}

/* The moves before the root. All but captures of a king are in the lists. */
static bool write_past(KjWriter *w, const KjPast *past)
{
    KjPosition root = w->pos;
    bool ok = kj_writer_number(w, past->n);
    w->pos = past->n ? *past->start : root;
    for (unsigned i = 0; i < past->n && ok; i++) {
        KjMoveList all, list = {0};
        KjUndo undo;
        kj_gen_legal(&w->pos, &all);
        for (unsigned j = 0; j < all.n; j++) {
            if (!kj_takes_last_royal(&w->pos, all.move[j]))
                kj_list_add(&list, all.move[j]);
        }
        ok = kj_writer_move(w, &list, past->moves[i]);
        if (ok)
            kj_position_make(&w->pos, past->moves[i], &undo);
    }
    if (ok && !kj_position_equal(&w->pos, &root))
        ok = kj_writer_fail(w, "the position that the claim is about");
    w->pos = root;
    return ok;
}

static bool section(KjWriter *w, bool proof, unsigned plies)
{
    bool (*const write[2][2])(KjWriter *, unsigned) = {
        {kj_certify_refutation, kj_certify_proof},
        {kj_certify_law_refutation, kj_certify_law_mate},
    };
    kj_certify_set_init(&w->set, proof, dominance_holds(w));
    w->n_moves = 0;
    bool ok = write[w->x != NULL][proof](w, plies);
    kj_certify_set_clear(&w->set);
    return ok;
}

static bool write_all(KjWriter *w, const KjLastSolve *solved, const KjResult *result, bool shortest)
{
    if (!write_header(w, solved, result, shortest) ||
        ((solved->by_law || w->counted) && !write_past(w, &solved->past)))
        return false;
    if (w->pos.game->row->king_capture && kj_can_capture_king(&w->pos))
        return kj_writer_flush(w); // that alone decides
    if (result->verdict == KJ_NOMATE)
        return section(w, false, KJ_LEN_INF) && kj_writer_flush(w);
    bool attacks = w->pos.side == w->s->attacker;
    if (!section(w, true, result->pure_plies))
        return false;
    if (shortest && result->pure_plies >= (attacks ? 3 : 4) &&
        !section(w, false, result->pure_plies - 2))
        return false;
    return kj_writer_flush(w);
}

KjWriter *kj_writer_new(KjSolver *solver, const KjPosition *root)
{
    KjWriter *w = g_new0(KjWriter, 1);
    w->s = kj_solver_search(solver);
    w->pos = *root;
    for (unsigned square = 0; square < root->game->t->squares; square++) {
        char text[KJ_SQUARE_TEXT];
        kj_square_write(root->game, square, text);
        w->square_text[square] = (KjMoveText)(uint8_t)text[0] << 8 | (uint8_t)text[1];
    }
    return w;
}

/* Whether a claim by a law that counts can be written as such: a mate that keeps clear of what
 * is spent, or, where no loop can be the attacker's gain and nothing is spent, any other. */
static bool is_counted(const KjSolver *solver, const KjWriter *w, const KjResult *result,
                       bool shortest)
{
    const KjLastSolve *solved = kj_solver_solved(solver);
    const KjGame *game = w->pos.game;
    if (solved->by_law || w->s->options.loops != KJ_LOOPS_LAW || game->row->repetition_count > 4)
        return false;
    if (result->verdict == KJ_MATE && !shortest)
        return true;
    bool can_be_checked = kj_fourfold_can_be_checked(&w->pos, w->s->attacker);
    bool preferred = game->row->repetition == KJ_REPETITION_GOTE_WINS && w->s->attacker == KJ_GOTE;
    g_autoptr(GArray) spent = kj_fourfold_spent(&solved->past, &w->pos);
    return !can_be_checked && !preferred && spent->len == 0;
}

bool kj_certify(KjSolver *solver, const KjPosition *root, KjSide attacker, const KjResult *result,
                const KjLimits *limits, const KjCertifyOptions *options, KjCertifyCount *out_count,
                GError **error)
{
    bool shortest = options->shortest && result->verdict == KJ_MATE;
    if (result->verdict == KJ_UNKNOWN || (shortest && !result->pure_proved))
        return kj_set_error(
            error, KJ_CERTIFY_ERROR, KJ_CERTIFY_ERROR_UNDECIDED, "no certificate: %s",
            shortest ? "the shortest length is not proved" : "the verdict is unknown");
    const KjLastSolve *solved = kj_solver_solved(solver);
    KjWriter *w = kj_writer_new(solver, root);
    w->x = solved->history;
    w->past = solved->by_law && solved->past.n > 0;
    w->least = result->decided_by == KJ_BY_NO_REPETITION;
    w->s->attacker = attacker;
    w->counted = is_counted(solver, w, result, shortest);
    w->count.alone =
        !w->counted && !solved->by_law && w->s->options.loops == KJ_LOOPS_LAW && solved->past.n > 0;
    w->s->phase = "certificate";
    kj_search_limit(w->s, limits);
    w->sink = options->sink;
    w->error = error;
    bool ok = write_all(w, solved, result, shortest);
    w->count.plies = result->verdict == KJ_MATE ? result->pure_plies : 0;
    w->count.nodes = w->s->nodes;
    w->count.seconds = kj_search_seconds(w->s);
    if (out_count)
        *out_count = w->count;
    g_free(w->moves);
    g_free(w);
    return ok;
}
