/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sections of a certificate, gone through once from front to back. Open plies are on a stack of
 * frames, records and the plies played in rows; all grow within the limit. A position is looked at
 * on its *line* when the law of repetition is asked about what has been played up to it; otherwise,
 * always if positions that come back fail, it is looked at for itself, and may be referred to from
 * everywhere. In a proof of 必至 what is on a line are the positions with checks and threats, and off
 * it are the mates by checks.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "repl/verify/report-priv.h"

#define ENDLESS UINT32_MAX

typedef struct {
    KvPosition at; // the attacker to move
    uint32_t rank; // proof: plies to mate; else the plies within which it refutes, or ENDLESS
} Record;

/* A position whose moves are gone through: the replies of a proof, the attacks of a refutation. */
typedef struct {
    KvPosition at;
    Record record;      // rank: of a proof, the largest met among the children
    uint64_t number;    // of the record, from 1 in the order of the file; 0 where there is none
    size_t first, next; // its moves, from `first` on, of which those up to `next` are done
    size_t played;      // plies of the line to `at`
    bool line;
} Frame;

typedef struct {
    KvMove move; // none at the start
    KvPosition to;
} Ply;

typedef struct {
    KvReader in;
    KvRules rules;
    KvHeader header;
    KvResult *result;
    uint64_t memory; // left for what follows
    uint64_t most;   // records, since those on a line take time without memory
    KvPatience patience;
    const char *section;
    bool law;                      // repetition is judged, on lines
    bool hisshi;                   // the claim is one of 必至
    unsigned count;                // the occurrence of a position that ends the game; 0: none
    bool proof, bound;             // the kind of section
    uint64_t opened, number, byte; // records so far; the record and the byte looked at
    uint32_t root_rank;
    Record *records;
    Frame *frames;
    KvMove *moves;
    Ply *played; // those before the root first, `n_past` of them
    size_t n_records, n_frames, n_moves, n_played, n_past;
    size_t room_records, room_frames, room_moves, room_played;
    KvMove list[KV_MOST_MOVES];
} Check;

__attribute__((format(printf, 3, 4))) static bool fail(Check *c, KvStatus status,
                                                       const char *format, ...)
{
    KvResult *result = c->result;
    int n = 0;
    if (c->number)
        n = snprintf(result->reason, KV_REASON, "%s, record %llu (byte %llu): ", c->section,
                     (unsigned long long)c->number, (unsigned long long)c->byte);
    else if (c->section)
        n = snprintf(result->reason, KV_REASON, "%s, byte %llu: ", c->section,
                     (unsigned long long)c->byte);
    va_list args;
    va_start(args, format);
    vsnprintf(result->reason + n, (size_t)(KV_REASON - n), format, args);
    va_end(args);
    result->status = status;
    result->record = c->number;
    result->byte = c->byte;
    return false;
}

/* Refuses for what happens in a position, `move` being the move it is about or NULL. */
static bool refuse_at(Check *c, const KvPosition *p, const char *what, const KvMove *move)
{
    char text[9] = "", position[KV_POSITION_TEXT];
    if (move)
        kv_move_text(move, text);
    kv_position_write(&c->rules, p, position);
    return fail(c, KV_REFUSED, "%s%s%s in %s", what, move ? ": " : "", text, position);
}

/* Room for `n` more items. */
static bool reserve(Check *c, void **items, size_t *room, size_t used, size_t n, size_t size)
{
    if (*room - used >= n)
        return true;
    size_t most = *room + c->memory / size, wanted = *room + *room / 2 + n + 64;
    if (wanted > most)
        wanted = most;
    void *grown = wanted - used >= n ? realloc(*items, wanted * size) : NULL;
    if (!grown)
        return fail(c, KV_UNREADABLE, "more memory is needed than is allowed");
    c->memory -= (wanted - *room) * size;
    *items = grown;
    *room = wanted;
    return true;
}

#define RESERVE(c, items, n) \
    reserve(c, (void **)&(c)->items, &(c)->room_##items, (c)->n_##items, n, sizeof *(c)->items)

static bool number(Check *c, uint64_t *out)
{
    const char *wrong;
    c->byte = c->in.byte;
    return kv_reader_number(&c->in, out, &wrong) || fail(c, KV_REFUSED, "%s", wrong);
}

/* ---- the law of repetition (R3.9, R3.13) ---- */

static bool play(Check *c, const KvMove *move, const KvPosition *to)
{
    if (!RESERVE(c, played, 1))
        return false;
    c->played[c->n_played++] = (Ply){*move, *to};
    return true;
}

/* R7.6: what has been tried is no part of a position. */
static bool equal(const KvPosition *a, const KvPosition *b)
{
    return memcmp(a, b, offsetof(KvPosition, tried)) == 0;
}

/* Whether the law forbids a move in `p` after what has been played. */
static bool forbidden(const Check *c, const KvPosition *p, const KvMove *move)
{
    bool move_seen = false, position_seen = false, pair_seen = false;
    KvPosition after;
    kv_make(p, move, &after);
    for (size_t i = 0; i < c->n_played; i++) {
        bool same_move = kv_same_move(&c->played[i].move, move);
        bool same_position = equal(&c->played[i].to, &after);
        move_seen |= same_move;
        position_seen |= same_position;
        pair_seen |= same_move && same_position;
    }
    return c->header.repetition == KV_LAW_PAIR ? pair_seen : move_seen && position_seen;
}

static bool is_past(const Check *c, const KvPosition *p)
{
    for (size_t i = 0; i < c->n_past; i++) {
        if (equal(&c->played[i].to, p))
            return true;
    }
    return false;
}

/* Whether a position would end the game, by a law that counts, if it came once more than in the
 * past. */
static bool is_spent(const Check *c, const KvPosition *p)
{
    unsigned n = 1;
    for (size_t i = 0; i <= c->n_past; i++)
        n += equal(&c->played[i].to, p);
    return c->count && n >= c->count;
}

/* Off the line nobody may count on a move into a position from before the root, or a spent one,
 * ... */
static bool avoids_past(Check *c, const KvPosition *p, const KvMove *move, const KvPosition *to)
{
    if (c->count)
        return !is_spent(c, to) || refuse_at(c, p, "a move into a spent position", move);
    return !is_past(c, to) || refuse_at(c, p, "a move into the past, off the line", move);
}

/* ... nor the attacker on a reply that the law may take, if a defender without one has not lost. */
static bool leaves_a_reply(Check *c, const KvPosition *p, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        KvPosition after;
        kv_make(p, &c->list[i], &after);
        if (!is_past(c, &after))
            return true;
    }
    return refuse_at(c, p, "no reply but into the past, off the line, and no mate", NULL);
}

/* ---- moves ---- */

/* To be asked before moves are looked at. */
static bool may_go_on(Check *c, bool line)
{
    const char *over = kv_patience_over(&c->patience, c->in.byte);
    if (c->hisshi)
        c->rules.attacker_moves = line ? KV_ALL : KV_CHECKS;
    return !over || fail(c, KV_UNKNOWN, "%s", over);
}

static bool is_decided(Check *c)
{
    return !c->rules.too_deep ||
           fail(c, KV_UNREADABLE, "pawn drops hang on pawn drops more deeply than is looked at");
}

/* Lists the moves, on a line those that the law allows. */
static bool list(Check *c, const KvPosition *p, KvWanted wanted, bool line, unsigned *n)
{
    if (!may_go_on(c, line))
        return false;
    unsigned all = kv_list(&c->rules, p, wanted, c->list);
    *n = 0;
    for (unsigned i = 0; i < all; i++) {
        if (!line || !c->law || !forbidden(c, p, &c->list[i]))
            c->list[(*n)++] = c->list[i];
    }
    return is_decided(c);
}

/* Takes the move of a name, on a line one that the law allows, and makes it; the line goes on with
 * it. */
static bool take(Check *c, const KvPosition *p, KvWanted wanted, uint64_t name, bool line,
                 KvMove *out, KvPosition *after)
{
    if (!may_go_on(c, line))
        return false;
    bool taken = kv_take(&c->rules, p, wanted, (uint32_t)name, out);
    if (!is_decided(c))
        return false;
    if (!taken) {
        char none[KV_NAMES_NONE];
        kv_name_none(wanted, (uint32_t)name, none);
        return refuse_at(c, p, none, NULL);
    }
    if (line && c->law && forbidden(c, p, out))
        return refuse_at(c, p, "a move that the law forbids", out);
    kv_make(p, out, after);
    if (c->hisshi)
        return true;
    return line ? play(c, out, after) : avoids_past(c, p, out, after);
}

/* Opens a frame for the `n` moves of the list. */
static bool push(Check *c, const KvPosition *at, const KvPosition *record, uint32_t rank,
                 unsigned n, bool line)
{
    if (!RESERVE(c, frames, 1) || !RESERVE(c, moves, n))
        return false;
    c->frames[c->n_frames++] = (Frame){.at = *at,
                                       .record = {*record, rank},
                                       .number = c->number,
                                       .first = c->n_moves,
                                       .next = c->n_moves,
                                       .played = c->n_played,
                                       .line = line};
    if (n)
        memcpy(c->moves + c->n_moves, c->list, n * sizeof *c->list);
    c->n_moves += n;
    return true;
}

static bool add_record(Check *c, const Record *record)
{
    if (!RESERVE(c, records, 1))
        return false;
    c->records[c->n_records++] = *record;
    return true;
}

/* ---- records ---- */

/* Takes the rank of a child to the frame above, if this is a proof. */
static void raise_rank(Check *c, uint32_t rank)
{
    uint32_t *above = c->n_frames ? &c->frames[c->n_frames - 1].record.rank : &c->root_rank;
    if (c->proof && *above < rank)
        *above = rank;
}

/* Whether what comes next stands on a line: the root, or what follows a position on one. */
static bool is_line(const Check *c)
{
    return !c->n_frames || c->frames[c->n_frames - 1].line;
}

/* Judges a reference from `p`; a refutation must be good for `left` plies. */
static bool refer(Check *c, const KvPosition *p, uint64_t k, uint32_t left)
{
    if (k > c->n_records)
        return fail(c, KV_REFUSED, "a reference to %llu records ago, but only %llu are there",
                    (unsigned long long)k, (unsigned long long)c->n_records);
    const Record *record = &c->records[c->n_records - k];
    if (!kv_may_refer(&c->rules, p, &record->at, c->header.dominance, c->proof)) {
        char ours[KV_POSITION_TEXT], theirs[KV_POSITION_TEXT];
        kv_position_write(&c->rules, p, ours);
        kv_position_write(&c->rules, &record->at, theirs);
        return fail(c, KV_REFUSED, "%s may not refer to %s", ours, theirs);
    }
    if (!c->proof && record->rank < left)
        return fail(c, KV_REFUSED, "a refutation within %lu plies is wanted, that one is of %lu",
                    (unsigned long)left, (unsigned long)record->rank);
    if (!c->hisshi || !is_line(c))
        raise_rank(c, record->rank);
    return true;
}

static bool child(Check *c, const KvPosition *p, bool line, uint32_t left);

/* After a quiet move of 必至: what mates if the defender passes, who is not in check in `p`. */
static bool pass(Check *c, const KvPosition *p)
{
    KvPosition after = *p;
    after.side ^= 1;
    return kv_in_check(&c->rules, p, p->side) || child(c, &after, false, 0);
}

/* Opens the frame of the replies in `p`; `record` is the attacker's position before. */
static bool open_replies(Check *c, const KvPosition *p, const KvPosition *record, bool line)
{
    unsigned n;
    if (!list(c, p, KV_REPLIES, line, &n))
        return false;
    if (!n && !kv_mated(&c->rules, p))
        return refuse_at(c, p, "no reply, but no mate", NULL);
    if (c->law && !line && c->n_past && !kv_mated(&c->rules, p) && !leaves_a_reply(c, p, n))
        return false;
    for (unsigned i = 0; i < n; i++) {
        if (kv_is_try(&c->rules, p, &c->list[i]))
            return refuse_at(c, p, "a reply that is a try", &c->list[i]);
    }
    return push(c, p, record, 0, n, line) && (!c->hisshi || !line || pass(c, p));
}

static bool open_record(Check *c, const KvPosition *p, bool line, uint32_t left)
{
    unsigned n;
    uint64_t name;
    KvMove attack;
    KvPosition after;
    c->number = ++c->opened;
    if (c->opened > c->most)
        return fail(c, KV_UNREADABLE, "more memory is needed than is allowed");
    if (c->proof)
        return number(c, &name) && take(c, p, KV_ATTACKS, name, line, &attack, &after) &&
               open_replies(c, &after, p, line);
    if (!list(c, p, KV_ATTACKS, line, &n))
        return false;
    bool loops = !c->law && !c->bound; // all may come back: so all may refer to what is open
    return push(c, p, p, left, n, line) && (!loops || add_record(c, &(Record){*p, left}));
}

static bool close_record(Check *c)
{
    Frame f = c->frames[--c->n_frames];
    uint32_t worst = f.record.rank;
    bool mates = f.first == c->n_moves;
    c->n_moves = f.first;
    if (c->hisshi && f.line) {
        f.record.rank = worst ? worst + 2 : 1;
        raise_rank(c, f.number ? f.record.rank : worst ? worst + 1 : 0);
    } else if (c->hisshi && is_line(c)) {
        f.record.rank = 0; // a mate, which is the end of 必至
    } else if (c->proof) {
        f.record.rank = mates ? 1 : worst + 2;
        raise_rank(c, f.number ? f.record.rank : mates ? 0 : worst + 1);
    }
    bool loops = !c->proof && !c->law && !c->bound;
    return !f.number || f.line || loops || add_record(c, &f.record);
}

/* What stands for an attacker's position: its record or a reference. */
static bool child(Check *c, const KvPosition *p, bool line, uint32_t left)
{
    uint64_t k;
    if (!number(c, &k))
        return false;
    if (line && k) { // it is decided for itself, and for any length
        line = false;
        left = ENDLESS;
        k--;
    }
    return k ? refer(c, p, k, left) : open_record(c, p, line, left);
}

/* That there is no reply, and the defender is not mated by that. */
static bool has_none(Check *c, const KvPosition *p, const KvMove *attack, bool line)
{
    unsigned n;
    if (!list(c, p, KV_REPLIES, line, &n))
        return false;
    if (n)
        return refuse_at(c, p, "a reply, but none is named", &c->list[0]);
    return !kv_mated(&c->rules, p) ||
           refuse_at(c, p, attack ? "an attack that mates" : "the defender is mated", attack);
}

/* The reply to an attack (NULL: the root, with the defender to move) that led to `p`, and its
 * child, from which there are `left` plies. */
static bool refute(Check *c, const KvPosition *p, const KvMove *attack, bool line, uint32_t left)
{
    uint64_t name;
    KvMove reply;
    KvPosition after;
    if (!number(c, &name))
        return false;
    if (name == 0)
        return has_none(c, p, attack, line);
    if (!take(c, p, KV_REPLIES, name, line, &reply, &after))
        return false;
    return kv_is_try(&c->rules, p, &reply) || left == 0 || child(c, &after, line, left);
}

/* Goes on with the frame on top: its next move, or its end. */
static bool step(Check *c)
{
    const Frame *f = &c->frames[c->n_frames - 1];
    bool line = f->line;
    uint32_t left = f->record.rank;
    c->number = f->number;
    c->n_played = f->played;
    if (f->next == c->n_moves)
        return close_record(c);
    KvMove move = c->moves[c->frames[c->n_frames - 1].next++];
    KvPosition after;
    kv_make(&f->at, &move, &after);
    if (line && !c->hisshi && !play(c, &move, &after))
        return false;
    if (c->proof)
        return (!c->count || avoids_past(c, &f->at, &move, &after)) && child(c, &after, line, 0);
    // The last ply is the attack itself: after it nothing but the reply is needed.
    return refute(c, &after, &move, line, left == ENDLESS ? left : left > 1 ? left - 2 : 0);
}

/* ---- whole certificates ---- */

static bool go_through(Check *c, const KvPosition *root, const char *section, uint32_t within)
{
    c->section = section;
    c->proof = *section == 'p';
    c->bound = *section == 'b';
    c->opened = c->number = c->n_records = c->root_rank = 0;
    c->byte = c->in.byte;
    bool begun;
    if (root->side == c->rules.attacker)
        begun = c->law || c->hisshi ? child(c, root, true, within)
                                    : open_record(c, root, false, within);
    else if (c->proof)
        begun = open_replies(c, root, root, c->law || c->hisshi);
    else
        begun = refute(c, root, NULL, c->law, within == ENDLESS ? within : within - 1);
    while (begun && c->n_frames > 0)
        begun = step(c);
    c->result->records += begun ? c->opened : 0;
    c->number = 0;
    return begun;
}

static bool check_mate(Check *c, const KvPosition *root)
{
    bool shortest = c->header.claim == KV_CLAIM_SHORTEST, attacks = root->side == c->rules.attacker;
    uint32_t plies = c->header.plies;
    if (shortest && plies % 2 != attacks)
        return fail(c, KV_REFUSED, "no shortest mate from here has %lu plies",
                    (unsigned long)plies);
    if (!go_through(c, root, "proof", 0))
        return false;
    if (shortest ? c->root_rank != plies : c->root_rank > plies)
        return fail(c, KV_REFUSED, "it proves %s in %lu plies, the claim is %lu",
                    c->hisshi ? "必至" : "mate", (unsigned long)c->root_rank, (unsigned long)plies);
    c->n_played = c->n_past + 1;
    return !shortest || plies < (attacks ? 3 : 4) || go_through(c, root, "bound", plies - 2);
}

/* The moves before the root, from `p` on, which becomes the root. */
static bool read_past(Check *c, KvPosition *p)
{
    static const KvMove none;
    uint64_t n;
    KvWanted wanted = c->rules.game->king_capture ? KV_MOVES : KV_REPLIES;
    c->section = "past";
    if (!play(c, &none, p) || !number(c, &n))
        return false;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t name;
        KvMove move;
        KvPosition after;
        if (!number(c, &name) || !take(c, p, wanted, name, true, &move, &after))
            return false;
        *p = after;
    }
    c->n_past = n;
    c->section = NULL;
    return true;
}

/* Whether a law that counts may end the game in favour of the attacker: the defender can give
 * check for ever, or (R4.3) it is sente who loses. */
static bool loop_may_win(const KvRules *r, const KvPosition *root)
{
    bool can_be_checked = kv_may_be_royal(r, root, r->attacker) && !r->game->king_capture;
    return can_be_checked || (r->game->sente_loses && r->attacker == 1);
}

static bool check_sections(Check *c)
{
    KvPosition root;
    const KvRules *r = &c->rules;
    const char *fault, *wrong = kv_position_read(r, c->header.position, &root, &fault);
    if (wrong)
        return fail(c, KV_UNREADABLE, "position: %s", wrong);
    if (fault)
        return fail(c, KV_REFUSED, "position: %s", fault);
    if (!r->game->king_capture && kv_in_danger(r, &root, !root.side)) // R7.5, before a past too
        return fail(c, KV_REFUSED, "position: a king can be captured at once");
    c->hisshi = c->header.claim == KV_CLAIM_HISSHI;
    if (c->hisshi != (c->rules.attacker_moves == KV_THREATS))
        return fail(c, KV_REFUSED, "a claim of 必至 is about threats, no other is");
    if (c->hisshi && c->header.repetition != KV_LOOPS_FAIL)
        return fail(c, KV_REFUSED, "in a claim of 必至 what comes back fails");
    if (c->hisshi)
        c->rules.attacker_moves = KV_ALL;
    bool law = c->header.repetition == KV_LAW_LITERAL || c->header.repetition == KV_LAW_PAIR;
    c->count = c->header.repetition < KV_LAW_SECOND ? 0 : 2u + c->header.repetition - KV_LAW_SECOND;
    if ((law || c->count) && !read_past(c, &root))
        return false;
    c->law = law; // the past may break it
    c->result->past = (uint32_t)c->n_past;
    kv_position_write(r, &root, c->result->root);
    if (!kv_royals(r, &root, !r->attacker))
        return fail(c, KV_REFUSED, "position: the defender has no king");
    if (c->header.dominance && (c->n_past || c->count || kv_dominance_fails(r)))
        return fail(c, KV_REFUSED, "with these rules dominance proves nothing");
    if (c->count && c->header.claim != KV_CLAIM_MATE && loop_may_win(r, &root))
        return fail(c, KV_REFUSED, "a loop may win for the attacker: only 'mate' can be claimed");
    bool mate = c->header.claim != KV_CLAIM_NOMATE, captures = kv_in_danger(r, &root, !root.side);
    if (captures && !r->game->king_capture)
        return fail(c, KV_REFUSED, "position: a king can be captured at once");
    if (captures) {
        // That decides, and nothing need be shown.
        bool wins = root.side == r->attacker;
        const char *claim = !wins ? "nomate" : c->hisshi ? "hisshi 0" : "mate 0";
        return (mate == wins && c->header.plies == 0) ||
               fail(c, KV_REFUSED, "the king can be captured at once, the claim must be %s", claim);
    }
    return mate ? check_mate(c, &root) : go_through(c, &root, "refutation", ENDLESS);
}

static bool check_all(Check *c)
{
    KvResult *result = c->result;
    if (!kv_header_read(&c->in, &c->rules, &c->header, result)) {
        result->status = KV_UNREADABLE;
        result->byte = c->in.byte;
        return false;
    }
    if (!check_sections(c))
        return false;
    c->byte = c->in.byte;
    int last = kv_reader_byte(&c->in);
    if (last == KV_DAMAGED)
        return fail(c, KV_REFUSED, "%s", c->in.damage);
    return last == KV_END || fail(c, KV_REFUSED, "something follows the end");
}

KvResult kv_verify(FILE *in, const KvLimits *limits)
{
    KvResult result = {.status = KV_VALID};
    Check *c = calloc(1, sizeof *c);
    if (!c) {
        result.status = KV_UNREADABLE;
        snprintf(result.reason, KV_REASON, "out of memory");
        return result;
    }
    c->result = &result;
    c->memory = limits->memory;
    c->most = limits->memory / sizeof(Record);
    kv_patience_begin(&c->patience, limits);
    kv_reader_begin(&c->in, in);
    if (kv_reader_begins(&c->in, KV_REPORT_BEGINS))
        result.ok = kv_report_verify(&c->in, limits, &result);
    else if (kv_reader_begins(&c->in, KV_LENGTH_BEGINS))
        result.ok = kv_length_verify(&c->in, limits, &result);
    else
        result.ok = check_all(c);
    kv_reader_end(&c->in);
    free(c->records);
    free(c->frames);
    free(c->moves);
    free(c->played);
    free(c);
    return result;
}
