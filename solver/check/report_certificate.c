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
#include "solver/check/report_writer.h"

enum { LINE_CLAIM = 0, MOST_TRIES = 64 }; // claims of moves count from 1

/* The classes in the order of the header's weights and of findings at a node. */
static const KjClass classes[] = {
    KJ_CLASS_FAILS,  KJ_CLASS_EARLY,     KJ_CLASS_EQUAL,    KJ_CLASS_LATE,   KJ_CLASS_LAST,
    KJ_CLASS_CHOICE, KJ_CLASS_PROMOTION, KJ_CLASS_ORDER,    KJ_CLASS_REJOIN, KJ_CLASS_DETOUR,
    KJ_CLASS_MIRROR, KJ_CLASS_SHORTER,   KJ_CLASS_LEFTOVER, KJ_CLASS_SAME,   KJ_CLASS_SAME_LAST,
    KJ_CLASS_LONGER, KJ_CLASS_NOT_MAIN,  KJ_CLASS_FUTILE,   KJ_CLASS_ESCAPE,
};

enum { N_CLASSES = G_N_ELEMENTS(classes) };

/* Why a report of this kind has no certificate; NULL: it has one. */
static const char *unfit(const KjChecker *c, const KjPosition *root)
{
    const KjReport *out = c->out;
    KjInterpositions rule = out->interpositions;
    if (c->hisshi)
        return "the goal is not mate by checks";
    if (c->s->options.attacker_moves != KJ_CHECKS_ONLY)
        return "the attacker may play moves that give no check";
    if (kj_loops_by_law(c->s->options.loops, root->game))
        return "the law of repetition is in force";
    if (!kj_search_dominance_holds(c->s, root->game))
        return "pawn drops that stalemate are illegal";
    if (rule == KJ_INTERPOSITIONS_LAST || rule == KJ_INTERPOSITIONS_RESTORE)
        return "this rule of interpositions is not in the format";
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
    bool *open; // by claim: not shown in time
    GByteArray *bytes;
    unsigned n_open;
    GString *findings;
    unsigned n_by[KJ_SEVERITY_DEFECT + 1];
} Writing;

static bool add_bytes(void *data, const void *bytes, size_t n, GError **error)
{
    (void)error;
    g_byte_array_append(data, bytes, (guint)n);
    return true;
}

/* ---- claims ---- */

static bool number(Writing *w, uint32_t n)
{
    return kj_writer_number(w->r.w, n);
}

/* A bare mate of any length. */
static bool show_some_mate(Writing *w, const KjPosition *next, KjFactKind kind)
{
    KjAnswer answer;
    kj_show_apart(&w->r, kind == KJ_FACT_MATES_APART);
    kj_check_refute(w->r.c, next, &answer);
    return answer.verdict == KJ_MATE && number(w, answer.plies / 2) &&
           kj_show_mates(&w->r, next, kind, 2 * answer.plies + 1);
}

/* Whether the mate needs the line, by the class. */
static bool show_return(Writing *w, const KjPosition *next, KjClass class)
{
    bool alone = class == KJ_CLASS_EQUAL || class == KJ_CLASS_LATE;
    if (!number(w, alone))
        return false;
    if (alone)
        return show_some_mate(w, next, KJ_FACT_MATES_APART);
    return (class != KJ_CLASS_DETOUR || show_some_mate(w, next, KJ_FACT_MATES_COUNT)) &&
           kj_show_fails(&w->r, next, KJ_FACT_FAILS_APART);
}

/* The ends that the line may come to after a twin of its move. */
static bool show_twin(Writing *w, const KjCheckNode *node, KjMove move)
{
    KjPosition ends[2];
    unsigned n = kj_check_twin_ends(w->r.c, node, move, ends);
    bool ok = true;
    for (unsigned i = 0; i < n && ok; i++) {
        kj_show_apart(&w->r, false);
        bool mated = kj_check_mated(w->r.c, &ends[i]);
        ok = number(w, mated) && (mated ? kj_show_mates(&w->r, &ends[i], KJ_FACT_MATES_COUNT, 1)
                                        : kj_show_lasts(&w->r, &ends[i], KJ_FACT_LASTS_COUNT, 1));
    }
    return ok;
}

static bool show_as_long(Writing *w, const KjCheckNode *node, const KjAlternative *alt,
                         const KjPosition *next, unsigned rest)
{
    if (!kj_show_mates(&w->r, next, KJ_FACT_MATES_COUNT, 2 * rest + 1) ||
        !kj_show_lasts(&w->r, next, KJ_FACT_LASTS_COUNT, 2 * (int)rest - 3))
        return false;
    if (alt->class == KJ_CLASS_MIRROR || rest == 0)
        return true;
    return show_twin(w, node, alt->move) &&
           (alt->class == KJ_CLASS_CHOICE || alt->class == KJ_CLASS_PROMOTION ||
            show_return(w, next, alt->class));
}

static bool show_attack(Writing *w, const KjCheckNode *node, const KjAlternative *alt)
{
    KjPosition next = kj_position_after(&node->position, alt->move);
    unsigned rest = node->plies - 1;
    switch (alt->class) {
    case KJ_CLASS_FAILS: return number(w, 1) && kj_show_fails(&w->r, &next, KJ_FACT_FAILS);
    case KJ_CLASS_EARLY:
        return number(w, 2) && rest >= 2 &&
               kj_show_mates(&w->r, &next, KJ_FACT_MATES_COUNT, 2 * rest - 3);
    case KJ_CLASS_LATE:
    case KJ_CLASS_DETOUR:
        return number(w, 4) &&
               kj_show_lasts(&w->r, &next, KJ_FACT_LASTS_COUNT, 2 * (int)rest + 1) &&
               show_return(w, &next, alt->class);
    default: return number(w, 3) && show_as_long(w, node, alt, &next, rest);
    }
}

/* A reply after which the mate takes as long as by the line, or longer. */
static bool show_length(Writing *w, const KjCheckNode *node, const KjAlternative *alt,
                        const KjPosition *next, bool leaves)
{
    unsigned rest = node->plies - 1, plies = alt->plies - 1;
    bool soonest = leaves && plies == 1;
    return number(w, leaves ? 3 : 4) && number(w, (plies - rest) / 2) &&
           kj_show_link(&w->r, next, KJ_FACT_MATES_COUNT, 2 * plies + !leaves) &&
           (soonest ||
            kj_show_link(&w->r, next, KJ_FACT_LASTS_COUNT, leaves ? 2 * plies - 3 : 2 * plies)) &&
           (!kj_show_rank(&w->r, &node->position, alt->move) ||
            kj_show_effective(&w->r, &node->position, alt->move, KJ_MAX_PLY));
}

static bool show_reply(Writing *w, const KjCheckNode *node, const KjAlternative *alt)
{
    KjPosition next = kj_position_after(&node->position, alt->move);
    unsigned rest = node->plies - 1;
    bool tries = kj_try_ends(&node->position, alt->move);
    switch (alt->class) {
    case KJ_CLASS_ESCAPE:
        return number(w, 5) && (tries || kj_show_link(&w->r, &next, KJ_FACT_FAILS, KJ_LEN_INF));
    case KJ_CLASS_SHORTER:
        return !tries && number(w, 1) &&
               kj_show_link(&w->r, &next, KJ_FACT_MATES_COUNT, 2 * rest - 3);
    case KJ_CLASS_FUTILE:
        return number(w, 2) &&
               (rest < 3 || kj_show_link(&w->r, &next, KJ_FACT_LASTS_COUNT, 2 * rest - 3)) &&
               kj_show_futile(&w->r, &node->position, alt->move, KJ_MAX_PLY);
    default:
        return !tries &&
               show_length(w, node, alt, &next,
                           alt->class == KJ_CLASS_LEFTOVER || alt->class == KJ_CLASS_LONGER);
    }
}

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
        if (!alts[i] || !open[i])
            continue;
        g_autofree char *text = usi(&node->position, list->move[i]);
        g_string_append_printf(w->findings, "open %u %s\n", node->ply + 1, text);
        w->n_open++;
    }
}

static const KjAlternative *alternative(const KjCheckNode *node, KjMove move)
{
    for (unsigned i = 0; i < node->alternatives->len; i++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, i);
        if (alt->move == move)
            return alt;
    }
    return NULL;
}

/* The claims at a node, of which the first is claim `*claim`. */
static bool show_node(Writing *w, const KjCheckNode *node, unsigned *claim)
{
    KjMoveList list;
    kj_show_moves(&w->r, &node->position, &list);
    g_autofree const KjAlternative **alts = g_new0(const KjAlternative *, list.n + 1);
    g_autofree bool *open = g_new0(bool, list.n + 1);
    for (unsigned i = 0; i < list.n; i++) {
        if (list.move[i] == node->move)
            continue;
        alts[i] = alternative(node, list.move[i]);
        w->r.claim = (*claim)++;
        open[i] = w->open[w->r.claim] || !alts[i] || alts[i]->class == KJ_CLASS_UNKNOWN;
        if (!alts[i])
            return false;
        if (open[i]
                ? !number(w, 0)
                : !(node->attacks ? show_attack(w, node, alts[i]) : show_reply(w, node, alts[i])))
            return false;
    }
    find_at_node(w, node, &list, alts, open);
    return true;
}

/* ---- the whole ---- */

static bool show_line(Writing *w)
{
    const KjReport *report = w->r.c->out;
    w->r.claim = LINE_CLAIM;
    if (!number(w, report->n_line))
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

/* Whether the pieces that hands can hold are all there; what is missing weighs. */
static bool is_set_short(const KjPosition *pos)
{
    KjPieceCounts counts;
    kj_position_count(pos, &counts);
    for (KjKind kind = 1; kind <= pos->game->row->n_pieces; kind++) {
        const KjPieceRow *row = kj_game_piece(pos->game, kind);
        if (!row->royal && pos->game->t->hand_bits[kind] &&
            kj_piece_count(&counts, kind) < row->set)
            return true;
    }
    return false;
}

/* Whether it matters which pieces are needed: nothing is shown of that. */
static bool leaves_pieces_open(const Writing *w)
{
    return w->r.c->out->n_line && w->root->side == w->r.c->attacker;
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
    if (leaves_pieces_open(w))
        g_string_append(w->findings, "open pieces\n");
}

static const char *verdict(const Writing *w)
{
    if (w->n_by[KJ_SEVERITY_DEFECT])
        return "unsound";
    KjSeverity useless = w->r.c->out->profile->fault[KJ_FAULT_USELESS];
    if (w->n_open || (leaves_pieces_open(w) && useless == KJ_SEVERITY_DEFECT))
        return "unknown";
    return w->n_by[KJ_SEVERITY_BLEMISH] ? "blemished" : "sound";
}

static char *header(const Writing *w)
{
    static const char *const rules[] = {[KJ_INTERPOSITIONS_COUNT] = "count",
                                        [KJ_INTERPOSITIONS_STD2] = "std2",
                                        [KJ_INTERPOSITIONS_WIDE] = "wide"};
    static const char *const excess[] = {"reject", "allow2", "allow4", "ignore"};
    const KjChecker *c = w->r.c;
    const KjProfile *profile = c->out->profile;
    g_autofree char *sfen = kj_sfen_write(w->root, 1);
    GString *text = g_string_new(NULL);
    g_string_append_printf(
        text,
        "kanju-report 1\ngame %s\nattacker %s\ntry %s\nposition %s\ninterpositions %s\n"
        "excess %s\nrecorded %d\n",
        w->root->game->row->id, c->attacker == KJ_SENTE ? "sente" : "gote",
        w->root->game->rules.try_rule == KJ_TRY_ON ? "on" : "off", sfen,
        rules[c->out->interpositions], excess[profile->excess], MAX(c->options->recorded_plies, 0));
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
    g_string_append_printf(text, "claim %s %u\n%send\n", verdict(w), c->out->n_line,
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

/* All but the header, into w->bytes; on failure *out_claim is what could not be shown. */
static bool write_once(Writing *w, unsigned *out_claim)
{
    const KjReport *report = w->r.c->out;
    unsigned claim = LINE_CLAIM + 1;
    free_facts(&w->r);
    g_byte_array_set_size(w->bytes, 0);
    g_string_truncate(w->findings, 0);
    memset(w->n_by, 0, sizeof w->n_by);
    w->n_open = 0;
    w->r.w->buffered = 0;
    bool ok = show_line(w);
    for (unsigned i = 0; i < report->nodes->len && ok; i++)
        ok = show_node(w, &g_array_index(report->nodes, KjCheckNode, i), &claim);
    *out_claim = w->r.claim;
    if (!ok)
        return false;
    find_in_whole(w);
    return kj_show_facts(&w->r, out_claim) && kj_writer_flush(w->r.w);
}

static unsigned count_claims(const KjReport *report)
{
    unsigned n = 0;
    for (unsigned i = 0; i < report->nodes->len; i++)
        n += g_array_index(report->nodes, KjCheckNode, i).alternatives->len;
    return n;
}

/* Writes all, leaving open what cannot be shown. */
static bool write_all(Writing *w)
{
    unsigned claim = 0;
    for (unsigned tries = 0; tries < MOST_TRIES; tries++) {
        if (write_once(w, &claim))
            return true;
        if (claim == LINE_CLAIM || w->open[claim])
            return false;
        w->open[claim] = true;
    }
    return false;
}

static void finish(Writing *w, KjReportCertificate *out)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *head = header(w);
    const KjCertificateSink *sink = &out->sink;
    out->written =
        sink->write(sink->data, head, strlen(head), &error) &&
        (!w->bytes->len || sink->write(sink->data, w->bytes->data, w->bytes->len, &error));
    out->bytes = strlen(head) + w->bytes->len;
    out->facts = w->r.n_facts;
    out->open = w->n_open;
    if (!out->written)
        out->failure = g_strdup(error->message);
}

void kj_check_write_certificate(KjChecker *c, const KjPosition *root)
{
    KjReportCertificate *out = c->options->certificate;
    const char *reason = unfit(c, root);
    *out = (KjReportCertificate){.sink = out->sink};
    if (reason) {
        out->failure = g_strdup(kj_tr(reason));
        out->cannot = true;
        return;
    }
    // It has an effort of its own, and changes nothing in the report.
    KjCheckOptions options = *c->options;
    KjLimits limits = {.stop = c->limits->stop};
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
    out->claims = count_claims(c->out);
    w.open = g_new0(bool, out->claims + 1);
    w.r.c = c;
    w.r.w = kj_writer_new(c->solver, root);
    w.r.w->s->attacker = c->attacker;
    w.r.w->sink = (KjCertificateSink){add_bytes, w.bytes};
    g_queue_init(&w.r.facts);
    if (write_all(&w))
        finish(&w, out);
    else
        out->failure = g_strdup(kj_tr("the main line could not be shown within the limits"));
    kj_show_apart(&w.r, false);
    free_facts(&w.r);
    g_byte_array_unref(w.bytes);
    g_string_free(w.findings, TRUE);
    g_free(w.open);
    g_free(w.r.w->moves);
    g_free(w.r.w);
    out->nodes = c->out->searched - searched;
    c->out->searched = searched;
    c->kept_nodes = kept;
    c->options = own;
    c->limits = whole;
    c->pass = pass;
}
