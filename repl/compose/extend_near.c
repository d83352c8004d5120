/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Near misses of extend. */
#include "repl/compose/extend_near.h"

#include "core/format/position_text.h"
#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/offers.h"
#include "repl/compose/compose_fields.def"
#include "repl/job/phrases.h"
#include "solver/compose/goal.h"

enum { LOOKED_AT = 64, PART = 8, NEW_PLIES = 2 };

typedef struct {
    KjPosition position;
    KjMove *line; // owned
    unsigned n_line;
    double near; // kj_goal_near
    int pieces;
    unsigned serial;
    KjJudgement judgement; // fate KJ_FATES: not judged
} NearMiss;

static void clear_miss(void *data)
{
    g_free(((NearMiss *)data)->line);
}

GArray *kj_near_misses_new(void)
{
    GArray *misses = g_array_new(FALSE, FALSE, sizeof(NearMiss));
    g_array_set_clear_func(misses, clear_miss);
    return misses;
}

void kj_near_misses_add(GArray *misses, const KjExtension *extension, const KjMove *line,
                        unsigned n_line, uint64_t themes)
{
    NearMiss miss = {.position = extension->position,
                     .line = kj_extension_line(extension, line, n_line),
                     .n_line = n_line + NEW_PLIES,
                     .pieces =
                         kj_bb_count(kj_occupied(&extension->position)) +
                         (int)kj_hand_total(extension->position.game->t,
                                            extension->position.hand[extension->position.side]),
                     .serial = misses->len};
    if (themes)
        miss.near = kj_goal_near(themes, &miss.position, miss.line, miss.n_line);
    miss.judgement.fate = KJ_FATES;
    g_array_append_val(misses, miss);
}

static int by_worth(const void *a, const void *b)
{
    const NearMiss *x = a, *y = b;
    if (x->judgement.n_defects != y->judgement.n_defects)
        return x->judgement.n_defects < y->judgement.n_defects ? -1 : 1;
    if (x->near != y->near)
        return x->near > y->near ? -1 : 1;
    if (x->pieces != y->pieces)
        return x->pieces < y->pieces ? -1 : 1;
    return (x->serial > y->serial) - (x->serial < y->serial);
}

/* ---- judging ---- */

typedef struct {
    KjCompose *compose;
    KjComposeWork *work;
    GArray *misses;
    unsigned n_done;
} Judging;

static NearMiss *miss_at(const GArray *misses, unsigned index)
{
    return &g_array_index(misses, NearMiss, index);
}

static void judge_one(void *data, unsigned i, KjSolver *solver, const KjComposeAsk *ask)
{
    const Judging *j = data;
    NearMiss *miss = miss_at(j->misses, i);
    KjWish wish = j->work->wish;
    wish.keep = KJ_KEEP_LINE;
    wish.line = miss->line;
    wish.n_line = wish.plies = miss->n_line;
    wish.recorded_plies = -1;
    wish.new_plies = NEW_PLIES;
    wish.screens = true;
    wish.stop = ask->cancel;
    wish.left = ask->left;
    wish.until = kj_compose_until(j->compose);
    kj_judge(solver, &wish, &miss->position, true, &miss->judgement);
}

static uint64_t spent_on(const void *data, unsigned i)
{
    const Judging *j = data;
    return miss_at(j->misses, i)->judgement.nodes;
}

static void take_one(void *data, unsigned i)
{
    Judging *j = data;
    j->n_done = i + 1;
}

static bool keep_one(void *data, unsigned i, const KjBytes *bytes)
{
    const Judging *j = data;
    KjJudgement *judgement = &miss_at(j->misses, i)->judgement;
    return kj_bytes_keep(bytes, judgement, sizeof *judgement);
}

static char *progress(const void *data)
{
    const Judging *j = data;
    return g_strdup_printf(kj_tr("near misses: %u of %u"), j->n_done, j->misses->len);
}

bool kj_near_misses_judge(KjCompose *compose, KjComposeWork *work, GArray *misses, GError **error)
{
    Judging j = {compose, work, misses, 0};
    KjComposeTask task = {.part = PART,
                          .work_on = judge_one,
                          .spent = spent_on,
                          .deliver = take_one,
                          .progress = progress,
                          .keep = keep_one,
                          .data = &j};
    g_array_sort(misses, by_worth);
    g_array_set_size(misses, MIN(misses->len, LOOKED_AT));
    g_autofree bool *whole = g_new0(bool, misses->len + 1);
    if (!kj_compose_run(compose, work, &task, misses->len, whole, error))
        return false;
    for (unsigned i = misses->len; i-- > 0;) {
        const KjJudgement *judgement = &miss_at(misses, i)->judgement;
        work->cut |= !whole[i];
        if (!whole[i] || judgement->fate != KJ_FATE_UNSOUND || !judgement->whole ||
            !judgement->n_defects)
            g_array_remove_index(misses, i);
    }
    g_array_sort(misses, by_worth);
    return true;
}

/* ---- the list ---- */

/* "in front: ▲… △… (11 plies, defects 1)" (transfer full) */
static char *miss_text(const KjCompose *compose, const NearMiss *miss)
{
    g_auto(GStrv) line = kj_line_text(&miss->position, miss->line, NEW_PLIES, KJ_MOVE_NONE,
                                      compose->request.solve.notation);
    g_autofree char *moves = g_strjoinv(" ", line);
    return g_strdup_printf(kj_tr("in front: %s (%u plies, defects %u)"), moves, miss->n_line,
                           miss->judgement.n_defects);
}

static void tell_miss(const KjCompose *compose, const NearMiss *miss, unsigned number,
                      KjPrinter *printer)
{
    const KjJudgement *j = &miss->judgement;
    g_autofree char *text = miss_text(compose, miss);
    g_autofree char *position = kj_position_write(&miss->position);
    kj_printer_line(printer, "%2u. %s", number, text);
    for (unsigned i = 0; i < MIN(j->n_defects, KJ_MAX_DEFECTS); i++) {
        g_autofree char *defect =
            kj_compose_defect_text(compose, &miss->position, miss->line, &j->defect[i]);
        kj_printer_line(printer, "    %s", defect);
    }
    kj_printer_line(printer, "    %s", position);
}

void kj_near_misses_tell(const KjCompose *compose, const GArray *misses, unsigned most,
                         unsigned before, KjPrinter *printer)
{
    if (misses->len && most)
        kj_printer_line(printer, "near misses:");
    for (unsigned i = 0; i < misses->len && i < most; i++)
        tell_miss(compose, miss_at(misses, i), before + i + 1, printer);
}

static void print_miss(const NearMiss *miss, KjPrinter *printer)
{
    const KjJudgement *j = &miss->judgement;
    g_auto(GStrv) line =
        kj_line_text(&miss->position, miss->line, miss->n_line, KJ_MOVE_NONE, KJ_NOTATION_USI);
    g_autofree char *position = kj_position_write(&miss->position);
    kj_printer_begin_item(printer);
    KJ_FIELDS_NEAR_MISS;
    kj_printer_end_item(printer);
}

void kj_near_misses_print(const GArray *misses, unsigned most, KjPrinter *printer)
{
    for (unsigned i = 0; i < misses->len && i < most; i++)
        print_miss(miss_at(misses, i), printer);
}

void kj_near_misses_offer(const KjCompose *compose, const KjPosition *root, const GArray *misses,
                          unsigned most)
{
    for (unsigned i = 0; i < misses->len && i < most; i++) {
        const NearMiss *miss = miss_at(misses, i);
        g_autofree char *text = miss_text(compose, miss);
        kj_offers_add(compose->session->offers, root, &miss->position, miss->line, miss->n_line,
                      miss->n_line, text);
    }
}
