/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sections of a certificate, gone through once from front to back. Open plies are on a stack of
 * frames, records in a row; both grow within the limit.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "repl/verify/reader.h"

typedef struct {
    uint64_t at[KV_PACKED];
    uint64_t rank; // proof: its rank; bound: the plies within which it refutes
} Record;

/* A position whose moves are gone through: the replies of a proof, the attacks of a refutation. */
typedef struct {
    Record record;   // rank: of a proof, the largest met among the children
    KvMove attack;   // proof: the attack the replies answer, 0 at a root with the defender to move
    uint64_t number; // of the record, from 1 in the order of the file; 0 where there is none
    size_t first;    // its moves in `moves`, of which `next` have been gone through
    uint32_t n, next;
} Frame;

typedef struct {
    KvReader in;
    KvRules rules;
    KvHeader header;
    KvResult *result;
    uint64_t memory; // left for what follows
    const volatile bool *stop;
    const char *section;
    bool proof, bound;             // the kind of section
    uint64_t opened, number, byte; // records so far; the record and the byte looked at
    uint64_t root_rank;
    Record *records;
    Frame *frames;
    KvMove *moves;
    size_t n_records, n_frames, n_moves, room_records, room_frames, room_moves;
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

/* Refuses for what happens in a position, `move` being the move it is about or 0. */
static bool refuse_at(Check *c, const KvPosition *p, const char *what, KvMove move)
{
    char text[9], position[256];
    kv_move_text(move, text);
    kv_position_write(&c->rules, p, position, sizeof position);
    return fail(c, KV_REFUSED, "%s%s%s in %s", what, move ? ": " : "", text, position);
}

/* Room for `n` more items. */
static bool reserve(Check *c, void **items, size_t *room, size_t used, size_t n, size_t size)
{
    if (*room - used >= n)
        return true;
    size_t most = *room + c->memory / size, wanted = *room + *room / 2 + n + 1024;
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

static bool add_record(Check *c, const Record *record)
{
    if (!reserve(c, (void **)&c->records, &c->room_records, c->n_records, 1, sizeof *record))
        return false;
    c->records[c->n_records++] = *record;
    return true;
}

/* Opens a frame for the `n` moves of the list. */
static bool push(Check *c, const KvPosition *p, KvMove attack, unsigned n, uint64_t rank)
{
    if (!reserve(c, (void **)&c->frames, &c->room_frames, c->n_frames, 1, sizeof(Frame)) ||
        !reserve(c, (void **)&c->moves, &c->room_moves, c->n_moves, n, sizeof(KvMove)))
        return false;
    Frame *f = &c->frames[c->n_frames++];
    *f = (Frame){.attack = attack, .number = c->number, .first = c->n_moves, .n = n};
    f->record.rank = rank;
    kv_pack(&c->rules, p, f->record.at);
    if (n)
        memcpy(c->moves + c->n_moves, c->list, n * sizeof(KvMove));
    c->n_moves += n;
    return true;
}

static void pop(Check *c)
{
    c->n_moves = c->frames[--c->n_frames].first;
}

static bool number(Check *c, uint64_t *out)
{
    const char *wrong;
    c->byte = c->in.byte;
    return kv_reader_number(&c->in, out, &wrong) || fail(c, KV_REFUSED, "%s", wrong);
}

/* Reads the index of a move in the list. */
static bool chosen(Check *c, const KvPosition *p, const char *what, unsigned n, KvMove *out)
{
    uint64_t index;
    if (!number(c, &index))
        return false;
    if (index >= n) {
        char position[256];
        kv_position_write(&c->rules, p, position, sizeof position);
        return fail(c, KV_REFUSED, "%s %llu, but there are only %u in %s", what,
                    (unsigned long long)index, n, position);
    }
    *out = c->list[index];
    return true;
}

static bool list(Check *c, const KvPosition *p, bool attacks, unsigned *n)
{
    *n = (attacks ? kv_attacks : kv_replies)(&c->rules, p, c->list);
    return !c->rules.too_deep ||
           fail(c, KV_UNREADABLE, "pawn drops hang on pawn drops more deeply than is looked at");
}

/* Judges a reference from `p`; `rank` is that of the record it leads to, or what is asked of it. */
static bool refer(Check *c, const KvPosition *p, uint64_t k, uint64_t *rank)
{
    if (k > c->n_records)
        return fail(c, KV_REFUSED, "a reference to %llu records ago, but only %zu are there",
                    (unsigned long long)k, c->n_records);
    const Record *record = &c->records[c->n_records - k];
    KvPosition there;
    kv_unpack(&c->rules, record->at, &there);
    if (!kv_may_refer(&c->rules, p, &there, c->header.dominance, c->proof)) {
        char ours[256], theirs[256];
        kv_position_write(&c->rules, p, ours, sizeof ours);
        kv_position_write(&c->rules, &there, theirs, sizeof theirs);
        return fail(c, KV_REFUSED, "%s may not refer to %s", ours, theirs);
    }
    if (c->bound && record->rank < *rank)
        return fail(c, KV_REFUSED, "a refutation within %llu plies is wanted, that one is of %llu",
                    (unsigned long long)*rank, (unsigned long long)record->rank);
    *rank = record->rank;
    return true;
}

/* ---- proof ---- */

/* Opens the frame of the replies to `attack` (0: none was played) in `p`. */
static bool push_replies(Check *c, const KvPosition *p, KvMove attack)
{
    KvPosition after = *p;
    unsigned n;
    if (attack)
        kv_make(&c->rules, p, attack, &after);
    if (!list(c, &after, false, &n))
        return false;
    if (!n && !kv_mated(&c->rules, &after))
        return refuse_at(c, &after, "no reply, but no mate", 0);
    for (unsigned i = 0; i < n; i++) {
        if (kv_is_try(&c->rules, &after, c->list[i]))
            return refuse_at(c, &after, "a reply that is a try", c->list[i]);
    }
    return push(c, p, attack, n, 0);
}

static bool open_proof(Check *c, const KvPosition *p)
{
    unsigned n;
    KvMove attack;
    c->number = ++c->opened;
    return list(c, p, true, &n) && chosen(c, p, "attack", n, &attack) && push_replies(c, p, attack);
}

static bool close_proof(Check *c)
{
    Frame f = c->frames[c->n_frames - 1];
    pop(c);
    if (!f.number) {
        c->root_rank = f.n ? f.record.rank + 1 : 0;
        return true;
    }
    f.record.rank = f.n ? f.record.rank + 2 : 1;
    if (c->n_frames == 0)
        c->root_rank = f.record.rank;
    else if (c->frames[c->n_frames - 1].record.rank < f.record.rank)
        c->frames[c->n_frames - 1].record.rank = f.record.rank;
    return add_record(c, &f.record);
}

static bool step_proof(Check *c)
{
    Frame *f = &c->frames[c->n_frames - 1];
    c->number = f->number;
    if (f->next == f->n)
        return close_proof(c);
    KvMove reply = c->moves[f->first + f->next++];
    KvPosition p, after;
    uint64_t k, rank;
    kv_unpack(&c->rules, f->record.at, &p);
    after = p;
    if (f->attack)
        kv_make(&c->rules, &p, f->attack, &after);
    else
        after.side = !c->rules.attacker;
    kv_make(&c->rules, &after, reply, &p);
    if (!number(c, &k))
        return false;
    if (k == 0)
        return open_proof(c, &p);
    if (!refer(c, &p, k, &rank))
        return false;
    if (rank > f->record.rank)
        f->record.rank = rank;
    return true;
}

/* ---- refutation and bound ---- */

/* `left`: of a bound, the plies within which there must be no mate. */
static bool open_refutation(Check *c, const KvPosition *p, uint64_t left)
{
    unsigned n;
    c->number = ++c->opened;
    if (!list(c, p, true, &n) || !push(c, p, 0, n, left))
        return false;
    return c->bound || add_record(c, &c->frames[c->n_frames - 1].record);
}

/* The reply to an attack (0: the root, with the defender to move) that led to `p`, and its child, from
 * which there are `left` plies. */
static bool refute(Check *c, const KvPosition *p, KvMove attack, uint64_t left)
{
    unsigned n;
    KvMove reply;
    uint64_t k;
    KvPosition after;
    if (!list(c, p, false, &n))
        return false;
    if (n == 0 && kv_mated(&c->rules, p))
        return refuse_at(c, p, attack ? "an attack that mates" : "the defender is mated", attack);
    if (n == 0)
        return true;
    if (!chosen(c, p, "reply", n, &reply))
        return false;
    if (kv_is_try(&c->rules, p, reply) || (c->bound && left == 0))
        return true;
    kv_make(&c->rules, p, reply, &after);
    if (!number(c, &k))
        return false;
    return k ? refer(c, &after, k, &left) : open_refutation(c, &after, left);
}

static bool step_refutation(Check *c)
{
    Frame *f = &c->frames[c->n_frames - 1];
    c->number = f->number;
    if (f->next == f->n) {
        Record record = f->record;
        pop(c);
        return !c->bound || add_record(c, &record);
    }
    KvMove attack = c->moves[f->first + f->next++];
    KvPosition p, after;
    kv_unpack(&c->rules, f->record.at, &p);
    kv_make(&c->rules, &p, attack, &after);
    // The last of a bound's plies is the attack itself: after it nothing but the reply is needed.
    uint64_t left = c->bound && f->record.rank > 1 ? f->record.rank - 2 : 0;
    return refute(c, &after, attack, left);
}

/* ---- whole certificates ---- */

static bool go_through(Check *c, const KvPosition *root, const char *section, uint64_t within)
{
    bool attacks = root->side == c->rules.attacker;
    c->section = section;
    c->proof = *section == 'p';
    c->bound = *section == 'b';
    c->opened = c->number = c->n_records = c->root_rank = 0;
    c->byte = c->in.byte;
    if (c->proof ? !(attacks ? open_proof(c, root) : push_replies(c, root, 0))
                 : !(attacks ? open_refutation(c, root, within)
                             : refute(c, root, 0, within ? within - 1 : 0)))
        return false;
    while (c->n_frames > 0) {
        if (c->stop && *c->stop)
            return fail(c, KV_UNREADABLE, "it was stopped");
        if (!(c->proof ? step_proof(c) : step_refutation(c)))
            return false;
    }
    c->result->records += c->opened;
    c->number = 0;
    return true;
}

static bool check_proof(Check *c, const KvPosition *root)
{
    bool shortest = c->header.claim == KV_CLAIM_SHORTEST, attacks = root->side == c->rules.attacker;
    uint64_t plies = c->header.plies;
    if (shortest && plies % 2 != attacks)
        return fail(c, KV_REFUSED, "no shortest mate from here has %u plies", c->header.plies);
    if (!go_through(c, root, "proof", 0))
        return false;
    if (shortest ? c->root_rank != plies : c->root_rank > plies)
        return fail(c, KV_REFUSED, "it proves mate in %llu plies, the claim is %u",
                    (unsigned long long)c->root_rank, c->header.plies);
    return !shortest || plies < (attacks ? 3 : 4) || go_through(c, root, "bound", plies - 2);
}

static bool check_sections(Check *c)
{
    KvPosition root;
    const KvRules *r = &c->rules;
    const char *wrong = kv_position_read(&c->rules, c->header.position, &root);
    if (wrong)
        return fail(c, KV_UNREADABLE, "position: %s", wrong);
    wrong = kv_position_fault(r, &root);
    if (wrong)
        return fail(c, KV_REFUSED, "position: %s", wrong);
    if (c->header.dominance && kv_dominance_fails(r))
        return fail(c, KV_REFUSED, "with these rules dominance proves nothing");
    bool mate = c->header.claim != KV_CLAIM_NOMATE;
    if (kv_in_check(r, &root, !root.side)) {
        // A king can be taken at once: that decides, and nothing need be shown.
        bool wins = root.side == r->attacker;
        return (mate == wins && c->header.plies == 0) ||
               fail(c, KV_REFUSED, "the king can be captured at once, the claim must be %s",
                    wins ? "mate 0" : "nomate");
    }
    return mate ? check_proof(c, &root) : go_through(c, &root, "refutation", 0);
}

static bool check_all(Check *c)
{
    KvResult *result = c->result;
    if (!kv_header_read(&c->in, &c->rules, &c->header, result->reason, KV_REASON)) {
        result->status = KV_UNREADABLE;
        result->byte = c->in.byte;
        return false;
    }
    snprintf(result->game, sizeof result->game, "%s", c->rules.game->id);
    memcpy(result->position, c->header.position, KV_LINE);
    result->mate = c->header.claim != KV_CLAIM_NOMATE;
    result->shortest = c->header.claim == KV_CLAIM_SHORTEST;
    result->plies = c->header.plies;
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
    c->stop = limits->stop;
    kv_reader_begin(&c->in, in);
    result.ok = check_all(c);
    kv_reader_end(&c->in);
    free(c->records);
    free(c->frames);
    free(c->moves);
    free(c);
    return result;
}

const char *kv_status_text(KvStatus status)
{
    static const char *const text[] = {"valid", "refused", "unreadable"};
    return text[status];
}

void kv_result_text(const KvResult *result, char *out, size_t size)
{
    if (!result->ok)
        snprintf(out, size, "%s: %s", kv_status_text(result->status), result->reason);
    else if (!result->mate)
        snprintf(out, size, "valid: %s no mate, records: %llu", result->game,
                 (unsigned long long)result->records);
    else
        snprintf(out, size, "valid: %s mate in %u%s, records: %llu", result->game, result->plies,
                 result->shortest ? " (shortest)" : " at most",
                 (unsigned long long)result->records);
}
