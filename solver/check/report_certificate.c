/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The certificate of a report: header, main line, and the claims beside it. What cannot be shown in
 * time is claimed by nobody: the move is open then, and all is written again.
 */
#include "solver/check/report_certificate.h"

#include <string.h>

#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "solver/certify/certify.h"
#include "solver/check/report_writer.h"

enum {
    MOST_TRIES = 64,
    SHARE = 2,   // of what is left of the effort a claim may take a half, so that others have some
    EFFORT = 20, // nodes for each that the check took, and
    LEAST = 20000000, // so many more
};

/* The classes in the order of the header's weights and of findings at a node. */
static const KjClass classes[] = {
    KJ_CLASS_FAILS,  KJ_CLASS_EARLY,     KJ_CLASS_EQUAL,    KJ_CLASS_LATE,   KJ_CLASS_LAST,
    KJ_CLASS_CHOICE, KJ_CLASS_PROMOTION, KJ_CLASS_ORDER,    KJ_CLASS_REJOIN, KJ_CLASS_DETOUR,
    KJ_CLASS_MIRROR, KJ_CLASS_SHORTER,   KJ_CLASS_LEFTOVER, KJ_CLASS_SAME,   KJ_CLASS_SAME_LAST,
    KJ_CLASS_LONGER, KJ_CLASS_NOT_MAIN,  KJ_CLASS_FUTILE,   KJ_CLASS_ESCAPE,
};

enum { N_CLASSES = G_N_ELEMENTS(classes) };

const char *kj_show_unfit(const KjSearch *s, const KjGame *game, KjInterpositions rule)
{
    if (s->options.attacker_moves != KJ_CHECKS_ONLY)
        return "the attacker may play moves that give no check";
    if (kj_loops_by_law(s->options.loops, game))
        return "the law of repetition is in force";
    if (!kj_search_dominance_holds(s, game))
        return "pawn drops that stalemate are illegal";
    if (rule == KJ_INTERPOSITIONS_LAST || rule == KJ_INTERPOSITIONS_RESTORE)
        return "this rule of interpositions is not in the format";
    return NULL;
}

/* Why a report of this kind has no certificate; NULL: it has one. */
static const char *unfit(const KjChecker *c, const KjPosition *root)
{
    const KjReport *out = c->out;
    if (c->hisshi)
        return "the goal is not mate by checks";
    const char *reason = kj_show_unfit(c->s, root->game, out->interpositions);
    if (reason)
        return reason;
    if (out->mate == KJ_UNKNOWN || out->tentative || (out->mate == KJ_MATE && !out->n_line))
        return "the main line is not settled";
    if (c->options->plies)
        return "only a part of the line was looked at";
    for (unsigned i = 0; i < out->findings->len; i++) {
        const KjFinding *finding = &g_array_index(out->findings, KjFinding, i);
        if (finding->is_fault && finding->fault == KJ_FAULT_LINE)
            return "the author's line does not work";
    }
    for (unsigned i = 0; i < out->nodes->len; i++)
        if (g_array_index(out->nodes, KjCheckNode, i).futile)
            return "the main line has a futile interposition";
    return NULL;
}

/* What a class is called in the format, where "leftover" is a fault. */
static const char *code_of(KjClass class)
{
    return class == KJ_CLASS_LEFTOVER ? "leaves" : kj_class_code(class);
}

/* A writing under way. */
typedef struct {
    KjReportWriter r;
    const KjPosition *root;
    GPtrArray *pieces; // of KjSpare, that are claimed
    GByteArray *bytes;
    unsigned n_open, n_open_pieces;
    GString *findings;
    unsigned n_by[KJ_SEVERITY_DEFECT + 1];
} Writing;

/* ---- findings ---- */

static void add_finding(Writing *w, KjSeverity severity, const char *what)
{
    w->n_by[severity]++;
    if (severity != KJ_SEVERITY_NONE)
        g_string_append_printf(w->findings, "finding %s %s\n", kj_severity_text(severity), what);
}

static char *usi(const KjPosition *pos, KjMove move)
{
    char text[KJ_USI_MOVE];
    kj_usi_move_write(pos, move, text);
    return g_strdup(text);
}

/* What the report has of a move beside the line; *out_index is its place. */
static const KjAlternative *alternative(const KjCheckNode *node, KjMove move, unsigned *out_index)
{
    for (unsigned i = 0; i < node->alternatives->len; i++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, i);
        *out_index = i;
        if (alt->move == move)
            return alt;
    }
    return NULL;
}

/* Whether a bound is shown of a move that is open. */
static bool is_bounded(const Writing *w, const KjAlternative *alt, unsigned claim)
{
    return alt->class == KJ_CLASS_UNKNOWN && alt->beyond && !w->r.open[claim];
}

/* The line of an open move. */
static void add_open(Writing *w, const KjCheckNode *node, const KjAlternative *alt, unsigned claim)
{
    g_autofree char *text = usi(&node->position, alt->move);
    g_string_append_printf(w->findings, "open %u %s", node->ply + 1, text);
    if (is_bounded(w, alt, claim))
        g_string_append_printf(w->findings, " %u", alt->beyond);
    g_string_append_c(w->findings, '\n');
    w->n_open++;
}

/* The findings at a node; `list` has its moves in the order of their texts, `alt` what each is. */
static void find_at_node(Writing *w, const KjCheckNode *node, const KjMoveList *list,
                         const KjAlternative *const *alts, const bool *open)
{
    const KjReport *report = w->r.c->out;
    for (unsigned class = 0; class < N_CLASSES; class ++) {
        KjSeverity worst = KJ_SEVERITY_NONE;
        KjMove first = KJ_MOVE_NONE;
        for (unsigned i = 0; i < list->n; i++) {
            if (!alts[i] || open[i] || alts[i]->class != classes[class])
                continue;
            KjSeverity severity = kj_check_severity(report->profile, report, node, alts[i]);
            if (severity <= worst)
                continue;
            worst = severity;
            first = list->move[i];
        }
        if (worst == KJ_SEVERITY_NONE)
            continue;
        g_autofree char *text = usi(&node->position, first);
        g_autofree char *what =
            g_strdup_printf("%s %u %s", code_of(classes[class]), node->ply + 1, text);
        add_finding(w, worst, what);
    }
    for (unsigned i = 0; i < list->n; i++) {
        unsigned index = 0;
        if (!alts[i] || !open[i])
            continue;
        (void)alternative(node, list->move[i], &index);
        add_open(w, node, alts[i], w->r.first[node->ply] + index);
    }
}

static bool show_claim(Writing *w, const KjCheckNode *node, const KjAlternative *alt, bool open)
{
    KjReportWriter *r = &w->r;
    bool bounded = is_bounded(w, alt, r->claim);
    if (bounded)
        return kj_show_bound(r, node, alt);
    if (open)
        return kj_show_number(r, 0);
    return node->attacks ? kj_show_attack(r, node, alt) : kj_show_reply(r, node, alt);
}

/* The claims at a node. */
static bool show_node(Writing *w, const KjCheckNode *node)
{
    KjMoveList list;
    kj_show_moves(&w->r, &node->position, &list);
    g_autofree const KjAlternative **alts = g_new0(const KjAlternative *, list.n + 1);
    g_autofree bool *open = g_new0(bool, list.n + 1);
    for (unsigned i = 0; i < list.n; i++) {
        unsigned index = 0;
        if (list.move[i] == node->move)
            continue;
        alts[i] = alternative(node, list.move[i], &index);
        if (!alts[i])
            return false;
        kj_show_turn(&w->r, w->r.first[node->ply] + index);
        open[i] = w->r.open[w->r.claim] || alts[i]->class == KJ_CLASS_UNKNOWN;
        if (!show_claim(w, node, alts[i], open[i]))
            return false;
    }
    find_at_node(w, node, &list, alts, open);
    return true;
}

/* Whether it matters which pieces are needed; whether it does, and nothing is claimed of them. */
static bool pieces_matter(const Writing *w)
{
    return w->r.c->out->n_line && w->root->side == w->r.c->attacker;
}

static bool all_pieces_open(const Writing *w)
{
    return pieces_matter(w) && !w->r.c->needed;
}

/* The claim of a piece, and whether it is left open: not where it is seen at once. */
static unsigned piece_claim(const Writing *w, unsigned i)
{
    return w->r.first[w->r.c->out->nodes->len] + i;
}

static bool is_piece_open(const Writing *w, unsigned i)
{
    const KjSpare *spare = w->pieces->pdata[i];
    bool seen = spare->sound == KJ_NO && spare->need.why == KJ_NEED_SEEN;
    return !seen && (spare->sound == KJ_OPEN || w->r.open[piece_claim(w, i)]);
}

/* The claims of pieces: none, or all. */
static bool show_pieces(Writing *w)
{
    if (!pieces_matter(w))
        return true;
    kj_show_turn(&w->r, KJ_LINE_CLAIM);
    bool ok = kj_show_number(&w->r, w->r.c->needed != NULL);
    for (unsigned i = 0; i < w->pieces->len && ok; i++) {
        kj_show_turn(&w->r, piece_claim(w, i));
        ok = kj_show_piece(&w->r, w->root, w->pieces->pdata[i], is_piece_open(w, i));
    }
    return ok;
}

/* What a piece is called: its square, or "G*" in hand. */
static void add_place(GString *text, const KjPosition *root, const KjSpare *spare)
{
    char square[KJ_SQUARE_TEXT];
    if (spare->square == KJ_NO_SQUARE) {
        KjKind kind = kj_piece_kind(spare->piece);
        g_string_append_printf(text, "%s%c*", kind & KJ_PROMOTED ? "+" : "",
                               kj_game_piece(root->game, kj_base_kind(kind))->letter);
        return;
    }
    kj_square_write(root->game, spare->square, square);
    g_string_append(text, square);
}

static void find_pieces(Writing *w)
{
    if (all_pieces_open(w))
        g_string_append(w->findings, "open pieces\n");
    for (unsigned i = 0; i < w->pieces->len; i++) {
        const KjSpare *spare = w->pieces->pdata[i];
        bool open = is_piece_open(w, i);
        if (spare->sound == KJ_NO && !open)
            continue;
        g_autoptr(GString) what = g_string_new(open ? "open piece " : "useless ");
        add_place(what, w->root, spare);
        w->n_open_pieces += open;
        if (open)
            g_string_append_printf(w->findings, "%s\n", what->str);
        else
            add_finding(w, w->r.c->out->profile->fault[KJ_FAULT_USELESS], what->str);
    }
}

/* ---- the whole ---- */

static bool show_line(Writing *w)
{
    const KjReport *report = w->r.c->out;
    kj_show_turn(&w->r, KJ_LINE_CLAIM);
    if (!kj_show_number(&w->r, report->n_line))
        return false;
    KjPosition pos = *w->root;
    for (unsigned i = 0; i < report->n_line; i++) {
        KjMoveList list;
        kj_show_moves(&w->r, &pos, &list);
        if (!kj_show_move(&w->r, &pos, &list, report->line[i]))
            return false;
        pos = kj_position_after(&pos, report->line[i]);
    }
    if (!report->n_line)
        return w->root->side == w->r.c->attacker
                   ? kj_show_link(&w->r, w->root, KJ_FACT_FAILS, KJ_LEN_INF)
                   : kj_show_fails(&w->r, w->root, KJ_FACT_FAILS);
    if (!kj_show_mates(&w->r, &pos, KJ_FACT_MATES_COUNT, 1))
        return false;
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        if (!node->attacks && kj_show_rank(&w->r, &node->position, node->move) &&
            !kj_show_effective(&w->r, &node->position, node->move, KJ_MAX_PLY))
            return false;
    }
    return true;
}

/* Whether the pieces that do not leave the game are all there; what is missing weighs. */
static bool is_set_short(const KjPosition *pos)
{
    KjPieceCounts counts;
    kj_position_count(pos, &counts);
    for (KjKind kind = 1; kind <= pos->game->row->n_pieces; kind++) {
        if (kind != pos->game->t->king && kj_hand_gain(pos->game, kind, false) &&
            kj_piece_count(&counts, kind) < kj_game_piece(pos->game, kind)->set)
            return true;
    }
    return false;
}

static void find_in_whole(Writing *w)
{
    const KjChecker *c = w->r.c;
    const KjReport *report = c->out;
    const KjSeverity *fault = report->profile->fault;
    int recorded = c->options->recorded_plies;
    if (!report->n_line)
        add_finding(w, fault[KJ_FAULT_NO_MATE], "no-mate");
    else if (kj_check_left(w->root->game, report->leftover))
        add_finding(w, fault[KJ_FAULT_LEFTOVER], "leftover");
    if (report->n_line && recorded > 0 && (unsigned)recorded != report->n_line)
        add_finding(w, fault[KJ_FAULT_LENGTH], "length");
    if (is_set_short(w->root))
        add_finding(w, fault[KJ_FAULT_SET], "set");
    find_pieces(w);
}

static KjWork verdict(const Writing *w)
{
    if (w->n_by[KJ_SEVERITY_DEFECT])
        return KJ_WORK_UNSOUND;
    KjSeverity useless = w->r.c->out->profile->fault[KJ_FAULT_USELESS];
    bool open = w->n_open_pieces || all_pieces_open(w);
    if (w->n_open || (open && useless == KJ_SEVERITY_DEFECT))
        return KJ_WORK_UNKNOWN;
    return w->n_by[KJ_SEVERITY_BLEMISH] ? KJ_WORK_BLEMISHED : KJ_WORK_SOUND;
}

void kj_show_header(const KjReportWriter *r, const KjPosition *root, GString *text)
{
    const KjGame *game = root->game;
    g_autofree char *sfen = kj_sfen_write(root, 1);
    g_string_append_printf(text, "game %s%s\nattacker %s\ntry %s\nposition %s\ninterpositions %s\n",
                           game->row->id, kj_certificate_switch(game),
                           r->c->attacker == KJ_SENTE ? "sente" : "gote",
                           game->rules.try_rule == KJ_TRY_ON ? "on" : "off", sfen,
                           kj_interpositions_text(r->c->out->interpositions));
}

bool kj_show_put(const KjCertificateSink *sink, const char *header, const GByteArray *bytes,
                 GError **error)
{
    return sink->write(sink->data, header, strlen(header), error) &&
           (!bytes->len || sink->write(sink->data, bytes->data, bytes->len, error));
}

static char *header(const Writing *w)
{
    static const char *const excess[] = {"reject", "allow2", "allow4", "ignore"};
    const KjChecker *c = w->r.c;
    const KjProfile *profile = c->out->profile;
    GString *text = g_string_new("kanju-report " KJ_CERTIFICATE_FORMAT "\n");
    kj_show_header(&w->r, w->root, text);
    g_string_append_printf(text, "excess %s\nrecorded %d\n", excess[profile->excess],
                           MAX(c->options->recorded_plies, 0));
    for (unsigned i = 0; i < N_CLASSES; i++)
        if (classes[i] != KJ_CLASS_LONGER)
            g_string_append_printf(text, "weight %s %s\n", code_of(classes[i]),
                                   kj_severity_text(profile->move[classes[i]]));
    const struct {
        const char *code;
        KjSeverity severity;
    } rest[] = {
        {"last-in-one", profile->last_in_one},
        {"late-at-last", profile->late_at_last},
        {"leftover", profile->fault[KJ_FAULT_LEFTOVER]},
        {"length", profile->fault[KJ_FAULT_LENGTH]},
        {"set", profile->fault[KJ_FAULT_SET]},
        {"no-mate", profile->fault[KJ_FAULT_NO_MATE]},
        {"useless", profile->fault[KJ_FAULT_USELESS]},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rest); i++)
        g_string_append_printf(text, "weight %s %s\n", rest[i].code,
                               kj_severity_text(rest[i].severity));
    g_string_append_printf(text, "claim %s %u\n%send\n", kj_work_text(verdict(w)), c->out->n_line,
                           w->findings->str);
    return g_string_free(text, FALSE);
}

static void free_facts(KjReportWriter *r)
{
    g_queue_clear_full(&r->facts, g_free);
    for (unsigned i = 0; i < KJ_FACTS; i++) {
        kj_certify_set_clear(&r->set[i]);
        kj_certify_set_init(&r->set[i], i < KJ_FACT_LASTS,
                            i != KJ_FACT_MATES_COUNT && i != KJ_FACT_LASTS_COUNT);
    }
    r->n_facts = 0;
}

void kj_show_open(KjReportWriter *r, KjChecker *c, const KjPosition *root, GByteArray *bytes)
{
    r->c = c;
    r->w = kj_writer_new(c->solver, root);
    r->w->s->attacker = c->attacker;
    r->w->sink = (KjCertificateSink){kj_certificate_hold, bytes};
    g_queue_init(&r->facts);
    free_facts(r);
}

void kj_show_close(KjReportWriter *r)
{
    kj_show_apart(r, false);
    free_facts(r);
    g_free(r->w->moves);
    g_free(r->w);
}

/* What is left of the effort is shared out anew. */
static void share_out(Writing *w)
{
    KjReportWriter *r = &w->r;
    g_free(r->spent);
    r->spent = g_new0(uint64_t, piece_claim(w, w->pieces->len));
    r->claim = KJ_LINE_CLAIM;
    r->since = r->c->out->searched;
    r->share = (r->end - MIN(r->end, r->since)) / SHARE;
}

/* All but the header, into w->bytes; on failure *out_claim is what could not be shown. */
static bool write_once(Writing *w, unsigned *out_claim)
{
    const KjReport *report = w->r.c->out;
    free_facts(&w->r);
    share_out(w);
    g_byte_array_set_size(w->bytes, 0);
    g_string_truncate(w->findings, 0);
    memset(w->n_by, 0, sizeof w->n_by);
    w->n_open = w->n_open_pieces = 0;
    w->r.w->buffered = 0;
    bool ok = show_line(w);
    for (unsigned i = 0; i < report->nodes->len && ok; i++)
        ok = show_node(w, &g_array_index(report->nodes, KjCheckNode, i));
    ok = ok && show_pieces(w);
    *out_claim = w->r.claim;
    if (!ok)
        return false;
    find_in_whole(w);
    return kj_show_facts(&w->r, out_claim) && kj_writer_flush(w->r.w);
}

/* Numbers the claims; how many there are about moves. */
static unsigned count_claims(Writing *w)
{
    const KjReport *report = w->r.c->out;
    unsigned n = KJ_LINE_CLAIM + 1;
    w->r.first = g_new(unsigned, report->nodes->len + 1);
    for (unsigned i = 0; i < report->nodes->len; i++) {
        w->r.first[i] = n;
        n += g_array_index(report->nodes, KjCheckNode, i).alternatives->len;
    }
    w->r.first[report->nodes->len] = n;
    w->r.open = g_new0(bool, n + w->pieces->len);
    return n - KJ_LINE_CLAIM - 1;
}

/* Writes all, leaving open what cannot be shown. */
static bool write_all(Writing *w)
{
    unsigned claim = 0;
    for (unsigned tries = 0; tries < MOST_TRIES; tries++) {
        if (write_once(w, &claim))
            return true;
        if (claim == KJ_LINE_CLAIM || w->r.open[claim] || w->r.n_facts >= KJ_MOST_FACTS)
            return false;
        w->r.open[claim] = true;
    }
    return false;
}

static void finish(Writing *w, KjReportCertificate *out)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *head = header(w);
    out->written = kj_show_put(&out->sink, head, w->bytes, &error);
    out->bytes = strlen(head) + w->bytes->len;
    out->facts = w->r.n_facts;
    out->verdict = verdict(w);
    out->open = w->n_open;
    out->pieces = w->pieces->len;
    out->open_pieces = w->n_open_pieces;
    out->no_pieces = all_pieces_open(w);
    if (!out->written)
        out->failure = g_strdup(error->message);
}

void kj_check_write_certificate(KjChecker *c, const KjPosition *root)
{
    KjReportCertificate *out = c->options->certificate;
    const char *reason = unfit(c, root);
    *out = (KjReportCertificate){.sink = out->sink, .effort = out->effort};
    if (reason) {
        out->failure = g_strdup(kj_tr(reason));
        out->cannot = true;
        return;
    }
    // It has an effort of its own, and changes nothing in the report. What shows every move may be
    // many times what found them, so there is an end to it.
    KjCheckOptions options = *c->options;
    const uint64_t took = c->out->searched + c->kept_nodes + options.before.nodes;
    const uint64_t effort = out->effort ? out->effort : LEAST + EFFORT * took;
    KjLimits limits = {.nodes = c->out->searched + effort, .stop = c->limits->stop};
    const KjLimits *whole = c->limits;
    const KjCheckOptions *own = c->options;
    uint64_t searched = c->out->searched, kept = c->kept_nodes;
    unsigned pass = c->pass;
    options.answers = NULL;
    c->options = &options; // cppcheck-suppress autoVariables
    c->limits = &limits;   // cppcheck-suppress autoVariables
    c->pass = options.n_passes ? options.n_passes - 1 : KJ_CHECK_PASSES - 1;
    c->kept_nodes = 0;
    c->ceiling = 0;
    Writing w = {.root = root, .bytes = g_byte_array_new(), .findings = g_string_new(NULL)};
    kj_show_open(&w.r, c, root, w.bytes);
    w.r.effort = &limits;
    w.r.end = limits.nodes;
    w.pieces = kj_show_pieces(&w.r, root);
    out->claims = count_claims(&w);
    if (write_all(&w))
        finish(&w, out);
    else
        out->failure = g_strdup(kj_tr("the main line could not be shown within the limits"));
    kj_show_close(&w.r);
    g_byte_array_unref(w.bytes);
    g_string_free(w.findings, TRUE);
    g_ptr_array_unref(w.pieces);
    g_free(w.r.open);
    g_free(w.r.spent);
    g_free(w.r.first);
    out->nodes = c->out->searched - searched;
    c->out->searched = searched;
    c->kept_nodes = kept;
    c->options = own;
    c->limits = whole;
    c->pass = pass;
}
