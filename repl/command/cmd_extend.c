/* SPDX-License-Identifier: GPL-3.0-or-later */
/* extend: works made longer in front (逆算). */
#include <string.h>

#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/command/compose_fields.def"
#include "repl/command/made_list.h"
#include "solver/compose/extend.h"
#include "solver/compose/goal.h"

enum {
    PART = 16,           // extensions a thread judges with one solver
    NEAR_PART = 8,       // and near misses
    NEAR_LOOKED_AT = 64, // near misses that are judged as a whole
};

typedef struct {
    KjExtension extension;
    const KjMade *from; // what it extends
    KjFate fate;
    bool cooked; // unsound, though all replies of the line are met
    bool is_made;
    KjMade made; // if so
    uint64_t nodes;
} Extended;

typedef struct {
    KjCompose *compose;
    KjComposeWork *work;
    KjMakeWish wish;
    KjMadeOptions options;
    GArray *level;            // of Extended, what is judged now
    unsigned n_extensions;    // of all levels
    unsigned count[KJ_FATES]; // of those judged
    unsigned n_done, n_found; // of the level
    unsigned depth;           // plies in front, of the level
    bool narrowed;            // there were more works than are extended further
    GArray *misses;           // near misses (KjRepair), for `repair` to go on from
    bool near;                // they are asked for
} Call;

/* ---- one level ---- */

static Extended *extended_at(const Call *c, unsigned i)
{
    return &g_array_index(c->level, Extended, i);
}

static void judge_one(void *data, unsigned i, KjSolver *solver, const KjComposeAsk *ask)
{
    const Call *c = data;
    Extended *e = extended_at(c, i);
    KjWish wish = c->work->wish;
    KjMadeOptions options = c->options;
    KjJudgement judgement;
    wish.line = e->from->line;
    wish.n_line = e->from->n_line;
    wish.plies = e->from->n_line;
    wish.screens = true;
    wish.stop = options.stop = ask->cancel;
    wish.left = ask->left;
    wish.until = kj_compose_until(c->compose);
    kj_extension_judge(solver, &wish, &e->extension, &judgement);
    e->fate = judgement.fate;
    e->nodes = judgement.nodes;
    e->cooked = judgement.fate == KJ_FATE_UNSOUND && judgement.n_defects &&
                !judgement.defect[0].is_fault && judgement.defect[0].class != KJ_CLASS_ESCAPE;
    uint64_t rest = ask->left ? MAX(ask->left - MIN(ask->left, e->nodes), 1) : 0;
    options.left = rest;
    if (e->fate == KJ_FATE_SOUND) {
        g_autofree KjMove *line = kj_extension_line(&e->extension, e->from->line, e->from->n_line);
        e->is_made = kj_made_check(solver, &e->extension.position, &options, line,
                                   e->from->n_line + 2, &e->made, &e->nodes);
        e->fate = e->is_made ? KJ_FATE_SOUND : KJ_FATE_OTHER;
    }
}

static uint64_t spent_on(const void *data, unsigned i)
{
    return extended_at(data, i)->nodes;
}

static void take_one(void *data, unsigned i)
{
    Call *c = data;
    const Extended *e = extended_at(c, i);
    c->n_done = i + 1;
    c->n_found += e->is_made;
}

static bool keep_one(void *data, unsigned i, const KjBytes *bytes)
{
    const Call *c = data;
    Extended *e = extended_at(c, i);
    return kj_bytes_keep(bytes, &e->fate, sizeof e->fate) &&
           kj_bytes_keep(bytes, &e->nodes, sizeof e->nodes) &&
           kj_bytes_keep(bytes, &e->cooked, sizeof e->cooked) &&
           kj_bytes_keep(bytes, &e->is_made, sizeof e->is_made) &&
           (!e->is_made || kj_made_keep(&e->made, c->work->job.root.game, bytes));
}

static char *progress(const void *data)
{
    const Call *c = data;
    return g_strdup_printf(kj_tr("%u plies in front: %u of %u extensions, %u sound"), c->depth,
                           c->n_done, c->level->len, c->n_found);
}

/* The extensions of a work that may be judged. */
static void add_extensions(Call *c, const KjMade *from, GHashTable *seen)
{
    g_autoptr(GArray) all =
        kj_extensions(&from->position, c->options.attacker, c->work->wish.any_move);
    for (unsigned i = 0; i < all->len; i++) {
        Extended e = {.extension = g_array_index(all, KjExtension, i), .from = from};
        uint64_t key = kj_position_full_key(&e.extension.position) ^
                       kj_mix((uint64_t)e.extension.attack.move << 16 | e.extension.reply.move);
        if (from->n_line + 2 <= KJ_MADE_PLIES &&
            g_hash_table_add(seen, g_memdup2(&key, sizeof key)))
            g_array_append_val(c->level, e);
    }
}

static int by_appeal(const void *a, const void *b)
{
    return kj_made_compare(a, b);
}

/* Extensions that begin with moves to the same squares are of one family. */
static uint64_t family_of(const Extended *e)
{
    uint64_t squares =
        kj_move_to(e->extension.attack.move) * KJ_MAX_SQUARES + kj_move_to(e->extension.reply.move);
    return 1 + squares + KJ_MAX_SQUARES * KJ_MAX_SQUARES * (uint64_t)e->made.n_line;
}

/* Notes an extension that is known to have a cook. */
static void add_miss(const Call *c, const Extended *e)
{
    const KjPosition *pos = &e->extension.position;
    KjRepair miss = {.position = g_memdup2(pos, sizeof *pos),
                     .line = kj_extension_line(&e->extension, e->from->line, e->from->n_line),
                     .n_line = e->from->n_line + KJ_NEW_PLIES,
                     .judgement.fate = KJ_FATES};
    kj_economy_add(pos, c->options.attacker, 1, &miss.candidate.economy);
    kj_economy_add(&c->work->job.root, c->options.attacker, -1, &miss.candidate.economy);
    if (c->wish.themes)
        miss.near = kj_goal_near(c->wish.themes, pos, miss.line, miss.n_line);
    g_array_append_val(c->misses, miss);
}

static void clear_miss(void *data)
{
    KjRepair *miss = data;
    g_free(miss->position);
    g_free(miss->line);
}

static int by_worth(const void *a, const void *b)
{
    const KjRepair *x = a, *y = b;
    if (x->judgement.n_defects != y->judgement.n_defects)
        return x->judgement.n_defects < y->judgement.n_defects ? -1 : 1;
    if (x->near != y->near)
        return x->near > y->near ? -1 : 1;
    return x->candidate.economy.pieces - y->candidate.economy.pieces; // else as they came
}

/* Looks for all defects of the new plies of those that are worth it, the nearest to the themes
 * wished and then those with few pieces; those with the fewest defects come first. */
static bool judge_misses(const Call *c, GError **error)
{
    KjWish wish = c->work->wish;
    wish.keep = KJ_KEEP_LINE;
    wish.recorded_plies = -1;
    wish.new_plies = KJ_NEW_PLIES;
    wish.screens = true;
    g_array_sort(c->misses, by_worth);
    g_array_set_size(c->misses, MIN(c->misses->len, NEAR_LOOKED_AT));
    bool done = kj_compose_judge_near(c->compose, c->work, &wish, c->misses, NEAR_PART, error);
    g_array_sort(c->misses, by_worth);
    return done;
}

/* Judges all extensions of some works; those that are works go into `out`, the best first. */
static bool do_level(Call *c, const GArray *from, GHashTable *seen, GArray *out, GError **error)
{
    KjComposeTask task = {.part = PART,
                          .work_on = judge_one,
                          .spent = spent_on,
                          .deliver = take_one,
                          .progress = progress,
                          .keep = keep_one,
                          .data = c};
    g_array_set_size(c->level, 0);
    c->n_done = c->n_found = 0;
    for (unsigned i = 0; i < from->len; i++)
        add_extensions(c, &g_array_index(from, KjMade, i), seen);
    c->n_extensions += c->level->len;
    g_autofree bool *whole = g_new0(bool, c->level->len + 1);
    if (!kj_compose_run(c->compose, c->work, &task, c->level->len, whole, error))
        return false;
    for (unsigned i = 0; i < c->level->len; i++) {
        Extended *e = extended_at(c, i);
        if (!whole[i]) {
            c->work->cut = true;
            continue;
        }
        c->work->n_judged++;
        c->count[e->fate]++;
        if (c->near && e->cooked)
            add_miss(c, e);
        e->made.number = family_of(e);
        if (e->is_made)
            g_array_append_val(out, e->made);
    }
    g_array_sort(out, by_appeal);
    return true;
}

/* All levels: of each the best are extended further. */
static bool search_extensions(Call *c, GArray *all, GError **error)
{
    const KjValue *value = c->compose->call->values->value;
    unsigned beam = (unsigned)value[KJ_OPT(BEAM)].integer;
    unsigned depth = (unsigned)value[KJ_OPT(DEPTH)].integer;
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_autoptr(GArray) from = g_array_new(FALSE, FALSE, sizeof(KjMade));
    KjMade root = {.position = c->work->job.root, .n_line = c->work->wish.n_line};
    memcpy(root.line, c->work->line, root.n_line * sizeof *root.line);
    g_array_append_val(from, root);
    for (c->depth = 2; c->depth <= depth && from->len && !c->work->cut; c->depth += 2) {
        GArray *next = g_array_new(FALSE, FALSE, sizeof(KjMade));
        bool done = do_level(c, from, seen, next, error);
        g_array_append_vals(all, next->data, next->len);
        c->narrowed |= next->len > beam && c->depth + 2 <= depth;
        if (next->len > beam)
            g_array_set_size(next, beam);
        g_array_unref(from);
        from = next;
        if (!done)
            return false;
    }
    g_array_sort(all, by_appeal);
    if (c->work->cut)
        g_array_set_size(c->misses, 0); // what is wrong with them is not known
    return !c->misses->len || judge_misses(c, error);
}

/* ---- the result ---- */

static bool write_list(const Call *c, const KjMadeList *list, GError **error)
{
    const char *path = c->compose->call->values->value[KJ_OPT(OUTPUT)].text;
    KjOutput output;
    g_autofree char *text = kj_made_list_file(list, c->compose->call->values, NULL);
    bool written =
        kj_output_open(&output, c->compose->call->values, path, c->compose->call->args, error) &&
        (!path || kj_output_write(&output, output.target, text, -1, error));
    kj_output_clear(&output);
    return written;
}

static void sum_up(const Call *c, KjPrinter *printer)
{
    kj_printer_line(
        printer, "%u extensions: %u sound, %u have a different solution, %u unsound, %u undecided",
        c->n_extensions, c->count[KJ_FATE_SOUND], c->count[KJ_FATE_OTHER],
        c->count[KJ_FATE_UNSOUND] + c->count[KJ_FATE_LINE_LOST], c->count[KJ_FATE_UNKNOWN]);
    if (c->narrowed)
        kj_printer_line(printer, "not all works were extended further (see --beam)");
    if (c->work->cut)
        kj_printer_line(printer, "ended early: there may be more extensions");
}

static KjExit print_extended(const Call *c, const KjMadeList *list, GError **error)
{
    KjPrinter *printer = c->compose->call->printer;
    KjWork verdict = c->work->job.report.verdict;
    bool written = write_list(c, list, error);
    kj_compose_begin_record(c->compose, c->work);
    kj_compose_print_work(c->compose, c->work);
    if (verdict > KJ_WORK_BLEMISHED)
        kj_printer_line(printer, "only a sound work can be extended: see 'repair'");
    else
        kj_made_list_tell(c->compose, list, printer);
    kj_made_list_print(c->compose, list, &c->work->job.root, printer);
    KJ_FIELDS_EXTEND;
    if (verdict <= KJ_WORK_BLEMISHED)
        sum_up(c, printer);
    kj_compose_end_record(c->compose, c->work);
    if (!written)
        return KJ_EXIT_USAGE;
    if (verdict > KJ_WORK_BLEMISHED)
        return verdict == KJ_WORK_UNSOUND ? KJ_EXIT_DEFECT : KJ_EXIT_UNKNOWN;
    return list->works->len ? KJ_EXIT_OK : c->work->cut ? KJ_EXIT_UNKNOWN : KJ_EXIT_DEFECT;
}

/* One work. */
static KjExit extend(KjCompose *compose, KjComposeWork *work, GError **error)
{
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(KjMade));
    g_autoptr(GArray) level = g_array_new(FALSE, TRUE, sizeof(Extended));
    g_autoptr(GArray) misses = kj_repairs_new();
    Call c = {.compose = compose, .work = work, .level = level, .misses = misses};
    c.near = compose->call->values->value[KJ_OPT(NEAR)].integer > 0;
    g_array_set_clear_func(misses, clear_miss);
    KjMadeList list = {.works = NULL};
    c.options = (KjMadeOptions){.profile = &compose->request.profile,
                                .attacker = work->wish.attacker,
                                .nodes = work->wish.nodes};
    bool sound = work->job.report.verdict <= KJ_WORK_BLEMISHED;
    KjExit status = KJ_EXIT_USAGE;
    if (kj_make_wish_read(compose->call->values, work->job.root.game, false, &c.wish, error)) {
        c.wish.alike = true;
        c.wish.chases = true;
        status = KJ_EXIT_INTERNAL;
        if (!sound || work->wish.n_line > KJ_MADE_PLIES || search_extensions(&c, all, error)) {
            kj_made_list_choose(&c.wish, all, work->wish.attacker, compose->most, &list);
            kj_made_list_certify(compose, &list, work->wish.attacker);
            status = print_extended(&c, &list, error);
        }
    }
    kj_made_list_clear(&list);
    kj_make_wish_clear(&c.wish);
    return status;
}

static KjExit kj_cmd_extend(KjSession *session, const KjCall *call, GError **error)
{
    return kj_compose_each(session, call, extend, error);
}

const KjCommand kj_extend_command = {
    .name = "extend",
    .ja = "逆算",
    .group = KJ_COMMANDS_MATE,
    .summary = "put moves in front of a sound work (逆算)",
    .details = "Takes back a reply of the defender and a move of the attacker in every way (moves, "
               "drops, captures of any piece in hand, promotions) and lists the diagrams from "
               "which the work with the two plies in front is sound by the profile, those with "
               "more appeal first. Near misses follow, for repair. With --depth 4 and more the "
               "best of each level are extended "
               "further. The status is 1 if nothing was found or the work is unsound, 4 if a "
               "limit came first. Ctrl-C, --time and --nodes (of the whole) end it with what it "
               "has.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_KEEP | KJ_OPTIONS_COMPOSE | KJ_OPTIONS_MAKE |
               KJ_OPTIONS_EXTEND | KJ_OPTIONS_JUDGE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES |
               KJ_OPTIONS_VARIANT | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD | KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG | KJ_COMMAND_WORK,
    .run = kj_cmd_extend,
    .examples = {{"extend --no-diagram --most 2 '9/9/9/9/9/9/1+R7/9/k8 b Sr2b4g3s4n4l18p 1'",
                  "What can stand in front of a work in seven.", "9 plies"}},
    .schema = "kanju.extend/1",
};
