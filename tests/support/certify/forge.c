/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prover that can lie: trees of lines, searched depth first and written as they are. */
#include <stdio.h>
#include <string.h>

#include "tests/support/certify/forge-priv.h"

enum {
    MOST_LINE = 60,
    MOST_VISITS = 200,
    FEW_VISITS = 20, // to decide a position for itself
    MOST_DEPTH = 8,  // attacks, where the length is not limited
    ENDLESS = -1,
    DENIED_SORTS = 4,
};

/* LOST: by the attacker. */
typedef enum { LOST, WON, GIVEN_UP } Outcome;

typedef struct {
    char id[2 * NV_USI]; // of the move, as the law compares moves; "" at the start
    NvPos to;
    unsigned record; // that is open there; 0: none
} Ply;

typedef struct {
    ForgeWorld world; // as believed
    const ForgeWorld *shown;
    ForgeLie lie;
    int variant; // of the lie
    bool lied;
    Ply line[MOST_LINE];
    int length, depth;
    unsigned visits, opened;
    bool given_up;
    NvMove missed[NV_MAX_MOVES]; // attacks at the root that mate, ...
    int n_missed, missed_at;     // ... and within how many plies
} Forge;

static bool by_law(const Forge *f)
{
    return f->world.repeat != NV_REPEAT_FAIL;
}

static void number(GByteArray *out, unsigned n)
{
    for (; n >= 128; n >>= 7)
        g_byte_array_append(out, (const guint8[]){(guint8)(n | 128)}, 1);
    g_byte_array_append(out, (const guint8[]){(guint8)n}, 1);
}

/* Whether these lies are about something else than the certificate says. */
static bool is_of_another_world(ForgeLie lie)
{
    return lie == FORGE_FOREIGN_PAST || lie == FORGE_SWITCH || lie == FORGE_WRONG_GAME ||
           lie == FORGE_WRONG_POSITION;
}

/* ---- the line ---- */

static void identify(const NvPos *pos, const ForgeMove *m, char id[2 * NV_USI])
{
    bool promoted =
        m->move.from >= 0 && pos->board[m->move.from / NV_SIDE][m->move.from % NV_SIDE].promoted;
    char usi[NV_USI];
    g_strlcpy(usi, m->usi, sizeof usi);
    char *keep = strchr(usi, '/');
    if (keep)
        *keep = '\0';
    g_snprintf(id, 2 * NV_USI, "%d%d%d%s", pos->turn, m->move.kind, promoted, usi);
}

static bool forbidden(const Forge *f, const NvPos *pos, const ForgeMove *m)
{
    bool attacks = pos->turn == f->world.attacker;
    if (f->lie == FORGE_LOOP && attacks == (f->variant % 2 == 0))
        return false; // the law is taken to bind the other side only
    char id[2 * NV_USI];
    NvPos to = forge_make(pos, m->move, NULL);
    bool move = false, position = false, pair = false;
    identify(pos, m, id);
    for (int i = 0; i < f->length; i++) {
        bool same_move = strcmp(f->line[i].id, id) == 0;
        bool same_position = nv_same_position(&f->line[i].to, &to);
        move = move || same_move;
        position = position || same_position;
        pair = pair || (same_move && same_position);
    }
    return f->world.repeat == NV_REPEAT_PAIR ? pair : move && position;
}

static bool is_past(const Forge *f, const NvPos *pos)
{
    for (int i = 0; i < f->world.n_past; i++) {
        if (nv_same_position(&f->line[i].to, pos))
            return true;
    }
    return false;
}

static bool leads_into_past(const Forge *f, const NvPos *pos, NvMove move)
{
    NvPos after = forge_make(pos, move, NULL);
    return f->lie != FORGE_OFF_LINE && by_law(f) && is_past(f, &after);
}

static void push(Forge *f, const NvPos *pos, const ForgeMove *m, NvPos *out, bool *out_tries)
{
    identify(pos, m, f->line[f->length].id); // first, as `out` may be `pos`
    *out = forge_make(pos, m->move, out_tries);
    f->line[f->length].record = 0;
    f->line[f->length++].to = *out;
}

/* ---- moves ---- */

/* Whether a reply is of the sort that this liar calls illegal. */
static bool is_denied(const Forge *f, const NvPos *pos, const ForgeMove *m)
{
    bool drop = m->move.from < 0;
    bool capture = !drop && pos->board[m->move.to / NV_SIDE][m->move.to % NV_SIDE].kind != NV_NONE;
    const bool sorts[DENIED_SORTS] = {drop, capture, m->move.kind == NV_K && !capture,
                                      m->move.kind != NV_K && !drop};
    return sorts[f->variant % DENIED_SORTS];
}

/* The attacks or replies as the prover sees them; on a line those the law allows. */
static ForgeMoves *moves_of(const Forge *f, const NvPos *pos, bool line)
{
    bool attacks = pos->turn == f->world.attacker;
    ForgeMoves *moves = forge_moves(&f->world, pos, attacks ? FORGE_ATTACKS : FORGE_REPLIES);
    int n = 0;
    for (int i = 0; i < moves->n; i++) {
        bool denied =
            f->lie == FORGE_REPLY_DENIED && !attacks && is_denied(f, pos, &moves->move[i]);
        if (!denied && !(line && forbidden(f, pos, &moves->move[i])))
            moves->move[n++] = moves->move[i];
    }
    moves->n = n;
    return moves;
}

/* Writes the name of a move in the world shown: so nothing but the lie is wrong. */
static void write_move(const Forge *f, const NvPos *pos, const NvMove *move, GByteArray *out)
{
    NvPos there = *pos;
    forge_move_to(&there, &f->shown->start);
    number(out, forge_name(&there, move));
}

/* ---- search ---- */

static Outcome attack(Forge *f, const NvPos *pos, int plies, bool line, GByteArray *out);

/* The record on the line that a position without law may refer to; 0: none. */
static unsigned open_record(const Forge *f, const NvPos *pos)
{
    bool blind = f->lie == FORGE_LOOP && f->variant % 2; // to hands
    for (int i = f->length - 2; i >= 0; i--) {
        const NvPos *there = &f->line[i].to;
        if (f->line[i].record && (blind ? memcmp(there->board, pos->board, sizeof pos->board) == 0
                                        : memcmp(there, pos, sizeof *pos) == 0))
            return f->line[i].record;
    }
    return 0;
}

/* A try at deciding a position on the line for itself. True if it worked. */
static bool decide_for_itself(Forge *f, const NvPos *pos, int plies, Outcome wanted,
                              GByteArray *out)
{
    guint before = out->len;
    unsigned visits = f->visits, opened = f->opened;
    int depth = f->depth;
    bool lied = f->lied, given_up = f->given_up;
    number(out, 1);
    f->visits = MOST_VISITS - FEW_VISITS;
    f->depth = MOST_DEPTH / 2;
    bool good = attack(f, pos, plies, false, out) == wanted && !f->given_up;
    f->visits = visits + (f->visits - (MOST_VISITS - FEW_VISITS)) / 4;
    f->opened = opened;
    f->depth = depth;
    f->given_up = given_up;
    if (good)
        return true;
    f->lied = lied;
    g_byte_array_set_size(out, before);
    return false;
}

/* An attacker's position, `pos` at the end of the line: how it is referred to, or its record. */
static Outcome child(Forge *f, const NvPos *pos, int plies, bool line, GByteArray *out)
{
    if (!by_law(f) && plies == ENDLESS) {
        unsigned record = open_record(f, pos);
        if (record) {
            f->lied = true;
            number(out, f->opened - record + 1);
            return LOST;
        }
    }
    if (line && decide_for_itself(f, pos, plies, WON, out))
        return WON;
    if (line && decide_for_itself(f, pos, ENDLESS, LOST, out))
        return LOST;
    number(out, 0);
    return attack(f, pos, plies, line, out);
}

/* Whether this liar leaves out a reply that refutes. */
static bool leaves_out(Forge *f)
{
    if (f->lie != FORGE_REPLY_DROPPED || f->lied)
        return false;
    return f->lied = true;
}

/* Shows what follows another reply, one that loses, in place of what follows reply `but`. */
static bool show_another(Forge *f, const NvPos *pos, const ForgeMoves *moves, int but, int plies,
                         bool line, GByteArray *out)
{
    if (f->lie != FORGE_WRONG_SUCCESSOR || f->lied || plies == 0)
        return false;
    guint before = out->len;
    for (int i = 0; i < moves->n; i++) {
        NvPos after;
        bool tries;
        if (i == but)
            continue;
        push(f, pos, &moves->move[i], &after, &tries);
        Outcome outcome =
            tries ? LOST : child(f, &after, plies == ENDLESS ? ENDLESS : plies - 1, line, out);
        f->length--;
        if (outcome == WON)
            return f->lied = true;
        g_byte_array_set_size(out, before);
    }
    return false;
}

/* After one reply. LOST: its child, if it has one, is written. */
static Outcome after_reply(Forge *f, const NvPos *pos, const ForgeMove *m, int plies, bool line,
                           GByteArray *out)
{
    NvPos after;
    bool tries;
    push(f, pos, m, &after, &tries);
    Outcome outcome = LOST;
    if (!tries && plies != 0)
        outcome = child(f, &after, plies == ENDLESS ? ENDLESS : plies - 1, line, out);
    f->length--;
    if (outcome == LOST && !line && leads_into_past(f, pos, m->move))
        return GIVEN_UP; // it may be forbidden
    return outcome;
}

static Outcome stuck(Forge *f, const NvPos *pos)
{
    if (forge_stuck_loses(&f->world, pos))
        return WON;
    if (f->lie != FORGE_STALEMATE)
        return LOST;
    f->lied = true;
    return WON;
}

/* Whether the law may have left nothing to a defender who would be saved by that. */
static bool may_be_saved(const Forge *f, const NvPos *pos, const ForgeMoves *moves)
{
    if (f->lie == FORGE_SAVED_BY_LAW || forge_stuck_loses(&f->world, pos))
        return false;
    for (int i = 0; i < moves->n; i++) {
        if (!leads_into_past(f, pos, moves->move[i].move))
            return false;
    }
    return true;
}

/* The defender to move with `plies` left. WON: all children are written; LOST: one reply and its
 * child. */
static Outcome reply(Forge *f, const NvPos *pos, int plies, bool line, GByteArray *out)
{
    g_autofree ForgeMoves *moves = moves_of(f, pos, line);
    guint start = out->len;
    unsigned opened = f->opened;
    bool lied = f->lied;
    if (moves->n == 0) {
        Outcome outcome = stuck(f, pos);
        if (outcome == LOST)
            number(out, 0); // no reply
        return outcome;
    }
    for (int i = 0; i < moves->n; i++) {
        guint before = out->len;
        f->opened = opened; // only what follows a reply that refutes is kept, where numbers count
        Outcome outcome = after_reply(f, pos, &moves->move[i], plies, line, out);
        if (outcome == GIVEN_UP || f->given_up)
            return GIVEN_UP;
        if (outcome == WON)
            continue;
        g_autoptr(GByteArray) shown = g_byte_array_new();
        g_byte_array_append(shown, out->data + before, out->len - before);
        g_byte_array_set_size(out, before);
        if (leaves_out(f) || show_another(f, pos, moves, i, plies, line, out))
            continue;
        f->lied = lied && f->lied; // what was of no use is left for elsewhere
        g_byte_array_set_size(out, start);
        write_move(f, pos, &moves->move[i].move, out);
        g_byte_array_append(out, shown->data, shown->len);
        return LOST;
    }
    return !line && by_law(f) && may_be_saved(f, pos, moves) ? GIVEN_UP : WON;
}

/* Whether this liar leaves out an attack that mates: all that do so quickest, at the root. */
static bool is_missed(Forge *f, const NvMove *move, int plies)
{
    if (f->lie != FORGE_ATTACK_MISSED || f->length > f->world.n_past + 2)
        return false;
    for (int i = 0; i < f->n_missed; i++) {
        if (forge_same_move(&f->missed[i], move))
            return true;
    }
    if (f->n_missed > 0 && plies != f->missed_at && plies != ENDLESS)
        return false;
    f->missed[f->n_missed++] = *move;
    f->missed_at = plies;
    return true;
}

static Outcome try_attacks(Forge *f, const NvPos *pos, int plies, bool line, GByteArray *out)
{
    g_autofree ForgeMoves *moves = moves_of(f, pos, line);
    guint start = out->len;
    bool open = false;
    for (int i = 0; i < moves->n; i++) {
        NvPos after;
        g_autoptr(GByteArray) answer = g_byte_array_new();
        unsigned opened = f->opened;
        push(f, pos, &moves->move[i], &after, NULL);
        Outcome outcome = reply(f, &after, plies == ENDLESS ? ENDLESS : plies - 1, line, answer);
        f->length--;
        if (outcome == WON && is_missed(f, &moves->move[i].move, plies)) {
            f->lied = true;
            f->opened = opened;
            continue;
        }
        // By a move that may be forbidden he cannot win, nor is he refuted.
        open = open || outcome == GIVEN_UP ||
               (outcome == WON && !line && leads_into_past(f, pos, moves->move[i].move));
        if (outcome == WON && !(!line && leads_into_past(f, pos, moves->move[i].move))) {
            g_byte_array_set_size(out, start);
            write_move(f, pos, &moves->move[i].move, out);
        }
        g_byte_array_append(out, answer->data, answer->len);
        if (outcome == WON && !(!line && leads_into_past(f, pos, moves->move[i].move)))
            return WON;
    }
    return open ? GIVEN_UP : LOST;
}

/* The attacker to move with `plies` left. WON: a record of a proof is written, LOST: one of a
 * refutation. */
static Outcome attack(Forge *f, const NvPos *pos, int plies, bool line, GByteArray *out)
{
    if (++f->visits > MOST_VISITS || f->depth >= MOST_DEPTH || f->length + 4 >= MOST_LINE) {
        f->given_up = true;
        return GIVEN_UP;
    }
    if (plies == 0)
        return LOST;
    f->line[f->length - 1].record = ++f->opened;
    f->depth += plies == ENDLESS;
    Outcome outcome = try_attacks(f, pos, plies, line, out);
    f->depth -= plies == ENDLESS;
    f->line[f->length - 1].record = 0;
    return outcome;
}

/* ---- certificates ---- */

static Outcome section(Forge *f, const NvPos *root, int plies, GByteArray *out)
{
    g_byte_array_set_size(out, 0);
    f->visits = f->opened = 0;
    f->given_up = f->lied = false;
    Outcome outcome = root->turn != f->world.attacker ? reply(f, root, plies, by_law(f), out)
                      : by_law(f)                     ? child(f, root, plies, true, out)
                                                      : attack(f, root, plies, false, out);
    return f->given_up ? GIVEN_UP : outcome;
}

/* The past, and with it the line. */
static void begin(Forge *f, NvPos *root, GByteArray *out)
{
    *root = f->world.start;
    f->line[f->length++].to = *root;
    for (int i = 0; i < f->world.n_past; i++) {
        ForgeMove m = {.move = f->world.past[i]};
        nv_move_usi(root, m.move, m.usi);
        push(f, root, &m, root, NULL);
    }
    if (f->shown->repeat == NV_REPEAT_FAIL)
        return;
    NvPos pos = f->shown->start;
    number(out, (unsigned)f->shown->n_past);
    for (int i = 0; i < f->shown->n_past; i++) {
        number(out, forge_name(&pos, &f->shown->past[i]));
        pos = forge_make(&pos, f->shown->past[i], NULL);
    }
}

static void write_header(Forged *forged)
{
    static const char *const attacks[] = {"checks", "zugzwang", "all"};
    static const char *const repeat[] = {
        [NV_REPEAT_LITERAL] = "literal", [NV_REPEAT_PAIR] = "pair", [NV_REPEAT_FAIL] = "fails"};
    static const char *const words[] = {"mate %d", "shortest %d", "nomate"};
    const ForgeWorld *w = &forged->world;
    char sfen[NV_SFEN], claim[32];
    nv_format(&w->start, sfen, sizeof sfen);
    if (forged->word == FORGE_NO_MATE)
        g_strlcpy(claim, words[FORGE_NO_MATE], sizeof claim);
    else
        g_snprintf(claim, sizeof claim, forged->word == FORGE_MATE ? "mate %d" : "shortest %d",
                   forged->plies);
    g_autofree char *header = g_strdup_printf(
        "kanju-certificate 4\ngame %s%s\nattacker %s\nattacker-moves %s\ntry %s\nstalemate %s\n"
        "drop-stalemate %s\nrepetition %s\ndominance %s\nposition %s\nclaim %s\nend\n",
        nv_game(w->start.game)->id,
        w->start.no_drops           ? " drops=no"
        : w->start.elephant_to_hand ? " elephant=hand"
                                    : "",
        w->attacker == NV_SENTE ? "sente" : "gote", attacks[w->attacks],
        w->start.try_rule == NV_TRY_NONE ? "off"
        : w->start.try_goes_on           ? "unless-mated"
                                         : "on",
        w->stalemate_draws ? "draw" : "loss", w->start.no_drop_stalemate ? "illegal" : "legal",
        repeat[w->repeat], w->dominance ? "yes" : "no", sfen, claim);
    g_byte_array_prepend(forged->bytes, (const guint8 *)header, (guint)strlen(header));
}

/* The claim is made to be of another length. */
static bool shorten(Forge *f, Forged *out)
{
    f->lied = true;
    if (out->word == FORGE_NO_MATE)
        return false;
    bool longer = out->plies <= 1 || f->variant % 3 == 0;
    out->word = longer || f->variant % 2 ? FORGE_SHORTEST : FORGE_MATE;
    out->plies += longer ? 2 : -2;
    return true;
}

static bool change_world(Forge *f, NvRng *rng, int *out_changed)
{
    switch (f->lie) {
    case FORGE_FOREIGN_PAST: return forge_change_past(&f->world, rng);
    case FORGE_SWITCH: return forge_change_switch(&f->world, rng, out_changed);
    case FORGE_WRONG_GAME: return forge_change_game(&f->world, rng);
    case FORGE_WRONG_POSITION: return forge_change_position(&f->world, rng);
    default: return true;
    }
}

/* Looks for mates of 1, 3 ... plies, then for a refutation; the claim and its sections go to
 * `out`. */
static bool decide(Forge *f, const NvPos *root, int plies, Forged *out)
{
    g_autoptr(GByteArray) proof = g_byte_array_new(), bound = g_byte_array_new();
    int first = root->turn == f->world.attacker ? 1 : 0;
    bool bound_lies = false, shortest = f->lie == FORGE_ATTACK_MISSED || f->variant % 2;
    for (int n = first; n <= plies; n += 2) {
        Outcome outcome = section(f, root, n, proof);
        if (outcome == GIVEN_UP)
            return false;
        if (outcome == LOST) {
            g_byte_array_set_size(bound, 0);
            g_byte_array_append(bound, proof->data, proof->len);
            bound_lies = f->lied;
            continue;
        }
        out->word = shortest ? FORGE_SHORTEST : FORGE_MATE;
        out->plies = n;
        f->lied = f->lied || (bound_lies && shortest);
        g_byte_array_append(out->bytes, proof->data, proof->len);
        if (shortest && n >= first + 2 && n > 2)
            g_byte_array_append(out->bytes, bound->data, bound->len);
        return f->lie != FORGE_SHORTENED || shorten(f, out);
    }
    out->word = FORGE_NO_MATE;
    out->plies = 0;
    Outcome outcome = section(f, root, ENDLESS, proof);
    g_byte_array_append(out->bytes, proof->data, proof->len);
    return outcome == LOST && f->lie != FORGE_SHORTENED;
}

bool forge(const ForgeWorld *world, ForgeLie lie, int plies, NvRng *rng, Forged *out)
{
    Forge f = {.world = *world, .shown = world, .lie = lie, .variant = nv_random(rng, 12)};
    NvPos root;
    *out = (Forged){.world = *world, .bytes = g_byte_array_new()};
    bool good = change_world(&f, rng, &out->changed);
    if (good)
        begin(&f, &root, out->bytes);
    good = good && !nv_can_capture_king(&root) && decide(&f, &root, plies, out);
    if (lie != FORGE_HONEST && lie != FORGE_REPLY_DENIED && lie != FORGE_LOOP &&
        lie != FORGE_OFF_LINE && lie != FORGE_SAVED_BY_LAW && !is_of_another_world(lie))
        good = good && f.lied;
    if (good)
        write_header(out);
    else
        g_clear_pointer(&out->bytes, g_byte_array_unref);
    return good;
}

const char *forge_lie_text(ForgeLie lie)
{
    static const char *const text[FORGE_LIES] = {
        "honest",           "a reply dropped",  "replies denied",   "wrong successor",
        "another length",   "foreign past",     "another switch",   "another game",
        "another position", "stalemate",        "an attack missed", "loops judged wrongly",
        "through the past", "saved by the law",
    };
    return text[lie];
}
