/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said beside the verdict, asked of the table the check has filled: useless pieces
 * (docs/check.md), themes and difficulty (docs/themes.md). */
#include "core/notation/usi.h"
#include "solver/check/check-priv.h"

// All questions about one of these together may cost this much, or this many times what the check
// itself took.
enum { BESIDE_NODES = 1000000, BESIDE_TIMES = 2 };

/* Nodes a question about a useless piece may cost at first, then, then; 0: what its pass allows. Most
 * pieces are found to be needed by a short question or two. */
static const uint64_t ceilings[] = {1000, 10000, 0};

typedef struct {
    KjChecker *c;
    uint64_t until;      // nodes searched
    GHashTable *answers; // positions after moves beside the line: full key -> KjVerdict
} Asker;

/*
 * What the check knows of the positions after the attacker's moves beside the line. One it has left
 * open stays open: less effort than it had says no more.
 */
static GHashTable *answers_beside(const KjReport *report)
{
    GHashTable *answers = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (unsigned i = 0; i < report->nodes->len && !report->cut; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        for (unsigned k = 0; k < node->alternatives->len && node->attacks; k++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            KjPosition next = kj_position_after(&node->position, alt->move);
            uint64_t key = kj_position_full_key(&next);
            g_hash_table_insert(answers, g_memdup2(&key, sizeof key),
                                GINT_TO_POINTER(alt->verdict));
        }
    }
    return answers;
}

static KjVerdict mates(void *data, const KjPosition *pos, unsigned len)
{
    const Asker *asker = data;
    KjAnswer answer;
    if (asker->c->out->searched >= asker->until)
        return KJ_UNKNOWN;
    if (asker->c->law)
        return kj_check_law_mates(asker->c, pos, len);
    uint64_t key = kj_position_full_key(pos);
    gpointer known;
    bool any = len == KJ_SOLVED_ANY;
    if (any && g_hash_table_lookup_extended(asker->answers, &key, NULL, &known))
        return (KjVerdict)GPOINTER_TO_INT(known);
    if (!any)
        return kj_check_within(asker->c, pos, len, false);
    kj_check_refute(asker->c, pos, &answer);
    return answer.verdict;
}

bool kj_check_harmless_at_last(const KjReport *report, KjClass class)
{
    const KjCheckNode *last = &g_array_index(report->nodes, KjCheckNode, report->nodes->len - 1);
    const KjAlternative alt = {.class = class};
    return kj_check_severity(report->profile, report, last, &alt) <= KJ_SEVERITY_NOTE;
}

/* The work as it is asked about: what else may mate at the last ply, the profile says. */
static KjSolvedWork solved_work(const KjChecker *c, const KjPosition *root, Asker *asker)
{
    const KjReport *out = c->out;
    return (KjSolvedWork){.root = root,
                          .attacker = c->attacker,
                          .line = out->line,
                          .n_line = out->n_line,
                          .mates = mates,
                          .data = asker,
                          .quiet = c->hisshi != NULL,
                          .only_last = !kj_check_harmless_at_last(out, KJ_CLASS_LAST),
                          .late_at_last = kj_check_harmless_at_last(out, KJ_CLASS_LATE)};
}

void kj_check_useless_faults(KjReport *out)
{
    unsigned useless = kj_report_useless(out, KJ_YES), open = kj_report_useless(out, KJ_OPEN);
    if (useless)
        kj_check_fault(out, KJ_FAULT_USELESS, -1, KJ_MOVE_NONE,
                       (KjDetail){KJ_DETAIL_PIECES, useless, 0});
    if (open)
        kj_check_fault(out, KJ_FAULT_OPEN_USELESS, -1, KJ_MOVE_NONE,
                       (KjDetail){KJ_DETAIL_PIECES, open, 0});
}

static void look_for_spares(KjChecker *c, const KjSolvedWork *work)
{
    KjReport *out = c->out;
    if (!c->options->spares || work->root->side != c->attacker)
        return;
    c->ceiling = ceilings[0];
    if (!c->needed)
        c->needed = g_array_new(FALSE, FALSE, sizeof(KjSpare));
    out->spares =
        kj_useless_find(work, c->options->spares & ~(unsigned)KJ_CHECK_SPARES, NULL, c->needed);
    // Beside moves that are open a piece is worth no more.
    size_t n = G_N_ELEMENTS(ceilings) - (c->n_open > 0);
    for (size_t i = 1; i < n; i++) {
        c->ceiling = ceilings[i];
        kj_useless_again(work, out->spares, c->needed);
    }
}

/* Whether it decides the verdict which pieces are needed, and nothing else does. */
static bool verdict_hangs_on_spares(const KjChecker *c)
{
    const KjReport *out = c->out;
    return kj_report_useless(out, KJ_OPEN) && !kj_report_useless(out, KJ_YES) && !c->n_open &&
           !out->cut && kj_report_judge(out, out->profile, NULL) == KJ_WORK_UNKNOWN;
}

void kj_check_spares_again(KjChecker *c, const KjPosition *root)
{
    KjReport *out = c->out;
    const KjCheckOptions *o = c->options;
    if (!verdict_hangs_on_spares(c))
        return;
    g_autoptr(GHashTable) answers = answers_beside(out);
    Asker asker = {.c = c, .until = UINT64_MAX, .answers = answers};
    KjSolvedWork work = solved_work(c, root, &asker);
    unsigned pass = c->pass, last = o->n_passes ? o->n_passes : KJ_CHECK_ALL_PASSES;
    for (c->pass = o->n_passes ? 0 : KJ_CHECK_FIRST; c->pass < last && verdict_hangs_on_spares(c);
         c->pass++)
        kj_useless_again(&work, out->spares, c->needed);
    c->pass = pass;
}

static void look_for_themes(KjChecker *c, const KjSolvedWork *work)
{
    KjReport *out = c->out;
    unsigned devices = 0;
    if (!c->options->themes || c->hisshi)
        return;
    out->themes = kj_themes_of(work, true);
    for (unsigned i = 0; i < out->themes->len; i++) {
        const KjThemeFound *found = &g_array_index(out->themes, KjThemeFound, i);
        devices += found->state == KJ_YES && found->theme->group != KJ_THEME_GENRE;
    }
    kj_difficulty(work, devices, out->proof_nodes, &out->difficulty);
}

void kj_check_extras(KjChecker *c, const KjPosition *root)
{
    KjReport *out = c->out;
    g_autoptr(GHashTable) answers = NULL;
    Asker asker = {.c = c};
    uint64_t allowance = MAX((uint64_t)BESIDE_NODES, BESIDE_TIMES * out->searched);
    unsigned pass = c->pass;
    if (out->mate != KJ_MATE || !out->n_line || out->tentative)
        return;
    KjSolvedWork work = solved_work(c, root, &asker);
    c->pass = c->options->n_passes ? 0 : KJ_CHECK_FIRST;
    asker.answers = answers = answers_beside(out);
    asker.until = out->searched + allowance;
    look_for_spares(c, &work);
    asker.until = out->searched + allowance;
    look_for_themes(c, &work);
    c->ceiling = 0;
    c->pass = pass;
}
