/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Certificates of reports (docs/report-certificate.md): the header, the main line, and what follows
 * from the classes of the moves beside it: findings and the verdict.
 */
#include <stdlib.h>
#include <string.h>

#include "repl/verify/report-priv.h"

enum { MOST_LINE = 1 << 16 }; // plies of a main line

/* ---- the main line ---- */

static bool read_root(KvReport *c, KvPosition *out)
{
    const KvRules *r = &c->rules;
    const char *fault, *wrong = kv_position_read(r, c->position, out, &fault);
    c->place = NULL;
    if (wrong)
        return kv_refuse(c, KV_UNREADABLE, "position: %s", wrong);
    if (fault)
        return kv_refuse(c, KV_REFUSED, "position: %s", fault);
    if (!kv_royals(r, out, !r->attacker))
        return kv_refuse(c, KV_REFUSED, "position: the defender has no king");
    if (kv_in_danger(r, out, !out->side))
        return kv_refuse(c, KV_REFUSED, "position: a king can be captured at once");
    kv_position_write(r, out, c->result->root);
    return true;
}

/* Adds the line's move to what the result tells. */
static void tell_line(KvResult *result, const char *move)
{
    size_t n = strlen(result->line), room = sizeof result->line - n;
    static const char more[] = " ...";
    if (room > strlen(move) + 1 + sizeof more)
        snprintf(result->line + n, room, "%s%s", n ? " " : "", move);
    else if (n < sizeof more || strcmp(result->line + n + 1 - sizeof more, more) != 0)
        snprintf(result->line + n, room, "%s", more);
}

static bool read_line_moves(KvReport *c, const KvPosition *root, uint32_t n)
{
    size_t bytes = (n + 1) * (sizeof *c->line + sizeof *c->named_at) + n * sizeof *c->own;
    c->place = "main line, move";
    if (bytes > c->memory)
        return kv_refuse(c, KV_UNREADABLE, "more memory is needed than is allowed");
    c->memory -= bytes;
    c->line = malloc((n + 1) * sizeof *c->line);
    c->own = malloc((n + 1) * sizeof *c->own);
    c->named_at = malloc((n + 1) * sizeof *c->named_at);
    if (!c->line || !c->own || !c->named_at)
        return kv_refuse(c, KV_UNREADABLE, "out of memory");
    c->line[0] = *root;
    for (unsigned i = 0; i < n; i++) {
        char text[9];
        const KvPosition *p = &c->line[i];
        KvWanted wanted = p->side == c->rules.attacker ? KV_ATTACKS : KV_REPLIES;
        c->ply = i + 1;
        if (!kv_read_move(c, p, wanted, &c->own[i]))
            return false;
        kv_make(p, &c->own[i], &c->line[i + 1]);
        c->n_line = i + 1;
        kv_move_text(&c->own[i], text);
        tell_line(c->result, text);
        if (kv_is_try(&c->rules, p, &c->own[i]))
            return kv_refuse_at(c, p, "the main line has a try");
    }
    return kv_index_line(c);
}

/* The end must be mate, and no reply of the line may be futile. */
static bool check_line(KvReport *c)
{
    const KvPosition *end = &c->line[c->n_line];
    c->place = "main line, after move";
    c->ply = c->n_line;
    if (end->side == c->rules.attacker)
        return kv_refuse_at(c, end, "the line does not end with a move of the attacker's");
    c->leftover = kv_leaves(c, end);
    if (!kv_read_mates(c, end, KV_MATES_COUNT, 1))
        return false;
    c->place = "main line, move";
    for (unsigned i = 0; i < c->n_line; i++) {
        c->ply = i + 1;
        if (c->line[i].side != c->rules.attacker && kv_rank(c, &c->line[i], &c->own[i]) &&
            !kv_read_effective(c, &c->line[i], &c->own[i], MOST_LINE))
            return false;
    }
    return true;
}

/* ---- findings ---- */

static bool add_finding(KvReport *c, KvWeight weight, const char *what)
{
    c->n_by[weight]++;
    return weight == KV_NONE_AT_ALL ||
           kv_add_line(c, &c->found, "finding %s %s", kv_weight_word(weight), what);
}

/* Adds lines to what was found. */
static bool add_lines(KvReport *c, KvLines *lines)
{
    bool ok = true;
    for (size_t at = 0; ok && at < lines->n; at += strlen(lines->text + at) + 1) {
        *strchr(lines->text + at, '\n') = '\0';
        ok = kv_add_line(c, &c->found, "%s", lines->text + at);
    }
    return ok;
}

/* What was found of one class at one position: the first move of those that weigh most. */
typedef struct {
    KvWeight weight;
    char move[9];
} Worst;

/* Keeps what an attack is called, for the pieces. */
static bool remember(KvReport *c, const KvMove *move, KvClass class)
{
    if (c->n_named == c->named_room) {
        size_t more = c->named_room + 64, bytes = more * sizeof *c->named;
        KvCalled *grown =
            bytes <= c->memory ? realloc(c->named, (c->named_room + more) * sizeof *grown) : NULL;
        if (!grown)
            return kv_refuse(c, KV_UNREADABLE, "more memory is needed than is allowed");
        c->memory -= bytes;
        c->named = grown;
        c->named_room += more;
    }
    c->named[c->n_named++] = (KvCalled){move->text, (uint8_t) class};
    return true;
}

static bool take_claim(KvReport *c, unsigned i, const KvMove *move, Worst worst[KV_CLASSES],
                       KvLines *open)
{
    KvNamed named;
    KvResult *result = c->result;
    bool attacks = c->line[i].side == c->rules.attacker;
    kv_move_text(move, c->move);
    if (!kv_read_claim(c, i, move, &named))
        return false;
    bool decided = named.class != KV_C_OPEN;
    KvWeight weight = decided ? kv_weigh(c, i, move, &named) : KV_NONE_AT_ALL;
    result->moves++;
    result->refuted += named.class == KV_C_FAILS;
    c->n_open += !decided;
    if (!kv_tell(c, i + 1, kv_class_code(named.class), weight, named.beyond) ||
        (attacks && !remember(c, move, named.class)))
        return false;
    if (!decided && named.beyond)
        return kv_add_line(c, open, "open %u %s %u", i + 1, c->move, named.beyond);
    if (!decided)
        return kv_add_line(c, open, "open %u %s", i + 1, c->move);
    if (weight > worst[named.class].weight) {
        worst[named.class].weight = weight;
        memcpy(worst[named.class].move, c->move, sizeof c->move);
    }
    return true;
}

static bool read_node(KvReport *c, unsigned i, KvLines *open)
{
    KvMoves moves;
    Worst worst[KV_CLASSES] = {{KV_NONE_AT_ALL, ""}};
    const KvPosition *p = &c->line[i];
    bool ok = kv_moves(c, p, p->side == c->rules.attacker ? KV_ATTACKS : KV_REPLIES, &moves);
    c->ply = i + 1;
    for (unsigned k = 0; ok && k < moves.n; k++) {
        if (!kv_written_alike(&moves.move[k], &c->own[i]))
            ok = take_claim(c, i, &moves.move[k], worst, open);
    }
    *c->move = '\0';
    free(moves.move);
    for (unsigned class = 0; ok && class < KV_CLASSES; class ++) {
        char what[KV_LINE];
        snprintf(what, sizeof what, "%s %u %s", kv_class_code((KvClass) class), i + 1,
                 worst[class].move);
        if (worst[class].weight)
            ok = add_finding(c, worst[class].weight, what);
    }
    return ok;
}

/* Whether pieces of the set are nowhere (docs/check.md, `set`). */
static bool is_set_short(const KvReport *c)
{
    const KvGame *g = c->rules.game;
    const KvPosition *p = &c->line[0];
    for (unsigned kind = 0; g->letters[kind]; kind++) {
        unsigned n = 0;
        for (unsigned cell = 0; cell < c->rules.n_cells; cell++)
            n += p->cell[cell] % KV_GOTE != KV_EMPTY && p->cell[cell] % KV_PROMOTED == kind;
        for (unsigned side = 0; side < 2; side++)
            n += p->hand[side][kind] + p->hand[side][kind + KV_PROMOTED];
        if (n < g->set[kind] && !kv_goes(&c->rules, kind))
            return true;
    }
    return false;
}

/* Adds the findings about pieces. */
static bool add_pieces(KvReport *c)
{
    c->n_by[c->weight[KV_C_USELESS]] += c->n_useless;
    return add_lines(c, &c->pieces);
}

/* Findings about the work as a whole. */
static bool judge_whole(KvReport *c)
{
    bool set = is_set_short(c), length = c->recorded && c->n_line && c->recorded != c->n_line;
    return (c->n_line || add_finding(c, c->weight[KV_C_NO_MATE], "no-mate")) &&
           (!c->leftover || add_finding(c, c->weight[KV_C_LEFTOVER], "leftover")) &&
           (!length || add_finding(c, c->weight[KV_C_LENGTH], "length")) &&
           (!set || add_finding(c, c->weight[KV_C_SET], "set")) &&
           (!c->open_pieces || kv_add_line(c, &c->found, "open pieces")) && add_pieces(c);
}

/* What the findings come to. */
static const char *verdict(const KvReport *c)
{
    if (c->n_by[KV_DEFECT])
        return "unsound";
    bool open = c->open_pieces || c->n_open_pieces;
    if (c->n_open || (open && c->weight[KV_C_USELESS] == KV_DEFECT))
        return "unknown";
    return c->n_by[KV_BLEMISH] ? "blemished" : "sound";
}

/* Compares with what the header says. */
static bool compare(KvReport *c)
{
    KvResult *result = c->result;
    size_t at = 0, begin = 0;
    c->place = NULL;
    result->notes = c->n_by[KV_NOTE];
    result->blemishes = c->n_by[KV_BLEMISH];
    result->defects = c->n_by[KV_DEFECT];
    result->open = c->n_open;
    result->pieces_open = c->open_pieces;
    result->open_pieces = c->n_open_pieces;
    result->useless = c->n_useless;
    const char *said = c->said.text ? c->said.text : "",
               *found = c->found.text ? c->found.text : "";
    for (; said[at] && said[at] == found[at]; at++) {
        if (said[at] == '\n')
            begin = at + 1;
    }
    if (said[at] != found[at]) {
        int a = (int)strcspn(said + begin, "\n"), b = (int)strcspn(found + begin, "\n");
        return kv_refuse(c, KV_REFUSED, "the header says '%.*s' where '%.*s' was shown",
                         a < 200 ? a : 200, a ? said + begin : "", b < 200 ? b : 200,
                         b ? found + begin : "");
    }
    if (c->plies != c->n_line)
        return kv_refuse(c, KV_REFUSED, "the claim is about %lu plies, the main line has %u",
                         (unsigned long)c->plies, c->n_line);
    return strcmp(result->verdict, verdict(c)) == 0 ||
           kv_refuse(c, KV_REFUSED, "the claim is '%s', shown is '%s'", result->verdict,
                     verdict(c));
}

static bool read_claims(KvReport *c)
{
    KvLines open = {0};
    bool ok = check_line(c);
    c->place = "move";
    for (unsigned i = 0; ok && i < c->n_line; i++) {
        open.n = 0;
        c->named_at[i] = c->n_named;
        ok = read_node(c, i, &open) && add_lines(c, &open);
    }
    free(open.text);
    c->named_at[c->n_line] = c->n_named;
    c->ply = 0;
    return ok && (c->line[0].side != c->rules.attacker || kv_read_pieces(c));
}

/* The facts, and that nothing follows. */
static bool read_rest(KvReport *c)
{
    if (!kv_read_facts(c))
        return false;
    c->result->records = c->shown;
    c->place = "the end";
    int last = kv_reader_byte(c->in);
    return last == KV_END ||
           kv_refuse(c, KV_REFUSED, "%s",
                     last == KV_DAMAGED ? c->in->damage : "something follows the end");
}

static bool check_report(KvReport *c)
{
    KvPosition root;
    uint32_t n;
    if (!kv_read_header(c) || !read_root(c, &root))
        return false;
    c->place = "main line";
    if (!kv_report_number(c, MOST_LINE, &n) || !read_line_moves(c, &root, n))
        return false;
    c->place = "refutation";
    if (n == 0 && !(root.side == c->rules.attacker ? kv_read_link(c, &root, KV_FAILS, 0)
                                                   : kv_read_fails(c, &root, KV_FAILS)))
        return false;
    return (n == 0 || read_claims(c)) && read_rest(c) && judge_whole(c) && compare(c);
}

/* ---- a length alone ---- */

/* A mate within the plies that are claimed, and none within two less. */
static bool check_length(KvReport *c)
{
    KvPosition root;
    if (!kv_read_length_header(c) || !read_root(c, &root))
        return false;
    bool attacks = root.side == c->rules.attacker;
    if (c->plies > MOST_LINE || c->plies % 2 != attacks)
        return kv_refuse(c, KV_REFUSED, "no mate from here takes %lu plies",
                         (unsigned long)c->plies);
    uint32_t within = 2 * c->plies + 1;
    int64_t none = (int64_t)within - 4;
    c->place = "mate";
    if (!(attacks ? kv_read_link(c, &root, KV_MATES_COUNT, within)
                  : kv_read_mates(c, &root, KV_MATES_COUNT, within)))
        return false;
    c->place = "bound";
    bool lasts = !attacks    ? kv_read_lasts(c, &root, KV_LASTS_COUNT, none)
                 : none >= 2 ? kv_read_link(c, &root, KV_LASTS_COUNT, (uint32_t)none)
                             : true;
    return lasts && read_rest(c);
}

/* ---- the whole ---- */

static bool verify(KvReader *in, const KvLimits *limits, KvResult *result,
                   bool (*check)(KvReport *c))
{
    KvReport *c = calloc(1, sizeof *c);
    if (!c) {
        result->status = KV_UNREADABLE;
        snprintf(result->reason, KV_REASON, "out of memory");
        return false;
    }
    c->in = in;
    c->result = result;
    c->memory = limits->memory;
    kv_patience_begin(&c->patience, limits);
    c->tell = limits->tell;
    c->tell_data = limits->tell_data;
    bool ok = check(c);
    free(c->facts);
    free(c->line);
    free(c->own);
    free(c->named);
    free(c->named_at);
    free(c->line_index);
    free(c->pieces.text);
    free(c->said.text);
    free(c->found.text);
    free(c);
    return ok;
}

bool kv_report_verify(KvReader *in, const KvLimits *limits, KvResult *result)
{
    if (limits->reports) {
        result->report = true;
        return verify(in, limits, result, check_report);
    }
    result->status = KV_UNREADABLE;
    snprintf(result->reason, KV_REASON, "it is of a report, where a mate is asked for");
    return false;
}

bool kv_length_verify(KvReader *in, const KvLimits *limits, KvResult *result)
{
    return verify(in, limits, result, check_length);
}
