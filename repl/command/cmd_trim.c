/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trim: what a sound work can do without, and what each of its pieces is there for. */
#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/command/compose.h"
#include "repl/command/compose_fields.def"
#include "repl/command/purposes.h"

enum {
    BEAM = 64, // forms of a level that are trimmed further
    MOVED = 4, // minimal forms of which pieces are moved, each time
};

typedef struct {
    KjCompose *compose;
    KjComposeWork *work;
    GArray *reasons; // of KjRepair: each piece taken away by itself
    GArray *forms;   // of KjRepair: those of which nothing more can be taken, best first
    unsigned n_versions, n_undecided;
    bool moves;        // pieces are moved, too
    unsigned narrowed; // there were more forms than are followed at a time, this many; else 0
} Call;

/* The versions of a form that are asked about; `seen` and `out` as in kj_candidates_after. */
typedef void (*VersionsFn)(const KjPosition *root, KjSide attacker, const KjCandidate *form,
                           GHashTable *seen, GArray *out);

static void lesser_versions(const KjPosition *root, KjSide attacker, const KjCandidate *form,
                            GHashTable *seen, GArray *out)
{
    kj_candidates_after(root, attacker, form, true, seen, out);
}

static bool judge(const Call *c, GArray *versions, GError **error)
{
    return kj_compose_judge(c->compose, c->work, &c->work->wish, versions, false, KJ_COMPOSE_PART,
                            error);
}

static int by_economy(const void *a, const void *b)
{
    const KjRepair *x = a, *y = b;
    int order = kj_economy_compare(&x->candidate.economy, &y->candidate.economy);
    return order ? order : kj_candidate_compare(&x->candidate, &y->candidate);
}

/* Whether a version that was judged is one to go on from. */
static bool is_good(const Call *c, const KjJudgement *j)
{
    return j->fate == KJ_FATE_SOUND && j->n_blemishes <= c->work->job.report.n_blemishes;
}

/*
 * The versions of a form that no other one has given, to be judged. What another form has given is
 * known: `seen` has for each key whether it is good. `out_good`: one of those is. (transfer full)
 */
static GArray *new_versions(Call *c, VersionsFn versions_of, const KjCandidate *form,
                            GHashTable *seen, bool *out_good)
{
    const KjPosition *root = &c->work->job.root;
    KjSide attacker = c->work->wish.attacker;
    g_autoptr(GArray) candidates = g_array_new(FALSE, FALSE, sizeof(KjCandidate));
    g_autoptr(GHashTable) own = kj_candidates_seen_new();
    GArray *versions = kj_repairs_new();
    versions_of(root, attacker, form, own, candidates);
    *out_good = false;
    for (unsigned i = 0; i < candidates->len; i++) {
        const KjCandidate *candidate = &g_array_index(candidates, KjCandidate, i);
        uint64_t key = kj_candidate_key(root, attacker, candidate);
        void *good = NULL;
        if (!g_hash_table_lookup_extended(seen, &key, NULL, &good))
            kj_repairs_add(versions, candidate);
        else if (GPOINTER_TO_INT(good))
            *out_good = true;
    }
    return versions;
}

/* Notes what was judged; those that are good go into `next`. Returns how many are. */
static unsigned take_good(Call *c, const GArray *versions, GHashTable *seen, GArray *next)
{
    unsigned n = 0;
    for (unsigned i = 0; i < versions->len; i++) {
        const KjRepair *version = &g_array_index(versions, KjRepair, i);
        bool good = is_good(c, &version->judgement);
        uint64_t key =
            kj_candidate_key(&c->work->job.root, c->work->wish.attacker, &version->candidate);
        KjFate fate = version->judgement.fate;
        g_hash_table_insert(seen, g_memdup2(&key, sizeof key), GINT_TO_POINTER(good));
        c->n_undecided += fate == KJ_FATE_UNKNOWN || fate == KJ_FATES;
        n += good;
        if (good)
            g_array_append_vals(next, version, 1);
    }
    return n;
}

/* Judges the versions of a form. Those that are good go into `next`; `out_good`: there are some. */
static bool judge_versions(Call *c, VersionsFn versions_of, const KjCandidate *form,
                           GHashTable *seen, GArray *next, bool *out_good, GError **error)
{
    unsigned more = versions_of == kj_candidates_moved ? KJ_MOVED_CHANGES : 1;
    if (form->n_changes + more > KJ_MAX_CHANGES)
        c->narrowed = KJ_MAX_CHANGES;
    g_autoptr(GArray) versions = new_versions(c, versions_of, form, seen, out_good);
    c->n_versions += versions->len;
    if (!judge(c, versions, error))
        return false;
    *out_good |= take_good(c, versions, seen, next) > 0;
    return true;
}

/* The best of a level, which are gone on from. */
static void narrow(Call *c, GArray *forms)
{
    g_array_sort(forms, by_economy);
    if (forms->len > BEAM) {
        c->narrowed = BEAM;
        g_array_set_size(forms, BEAM);
    }
}

/*
 * One level: all forms that have fewer or weaker pieces than one of `forms`. Those that are sound
 * are the next level; a form none of whose lesser ones is sound is minimal.
 */
static bool trim_level(Call *c, const GArray *forms, GHashTable *seen, GArray *next, GError **error)
{
    for (unsigned i = 0; i < forms->len && !c->work->cut; i++) {
        const KjRepair *form = &g_array_index(forms, KjRepair, i);
        bool has_less;
        if (!judge_versions(c, lesser_versions, &form->candidate, seen, next, &has_less, error))
            return false;
        if (!has_less && form->candidate.n_changes)
            g_array_append_vals(c->forms, form, 1);
    }
    return true;
}

/* All levels, from `forms` (transfer full) down to where nothing more can go. */
static bool trim_down(Call *c, GArray *forms, GHashTable *seen, GError **error)
{
    bool done = true;
    while (done && forms->len) {
        GArray *next = kj_repairs_new();
        done = trim_level(c, forms, seen, next, error);
        narrow(c, next);
        if (c->work->cut) { // as far as it came
            g_array_append_vals(c->forms, next->data, next->len);
            g_array_set_size(next, 0);
        }
        g_array_unref(forms);
        forms = next;
    }
    g_array_unref(forms);
    return done;
}

static GArray *only_work(void)
{
    GArray *forms = kj_repairs_new();
    KjCandidate none = {0};
    kj_repairs_add(forms, &none);
    return forms;
}

/*
 * From the best of the minimal forms on, or the work itself, to those that are smaller with a piece
 * moved, and down again from these, until there are none.
 */
static bool move_pieces(Call *c, GHashTable *seen, GError **error)
{
    unsigned begun = c->forms->len; // forms before it need no second look
    g_autoptr(GArray) from = begun ? g_array_copy(c->forms) : only_work();
    while (from->len && !c->work->cut) {
        GArray *next = kj_repairs_new();
        bool done = true, good;
        g_array_sort(from, by_economy);
        for (unsigned i = 0; i < MIN(from->len, MOVED) && done && !c->work->cut; i++)
            done =
                judge_versions(c, kj_candidates_moved, &g_array_index(from, KjRepair, i).candidate,
                               seen, next, &good, error);
        if (from->len > MOVED)
            c->narrowed = MOVED;
        narrow(c, next);
        if (!done || !trim_down(c, next, seen, error))
            return false;
        g_array_set_size(from, 0);
        g_array_append_vals(from, &g_array_index(c->forms, KjRepair, begun), c->forms->len - begun);
        begun = c->forms->len;
    }
    return true;
}

static bool find_forms(Call *c, GError **error)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    bool done =
        trim_down(c, only_work(), seen, error) && (!c->moves || move_pieces(c, seen, error));
    g_array_sort(c->forms, by_economy);
    return done;
}

/* ---- output ---- */

static void tell_whether_forms(const Call *c, KjPrinter *printer)
{
    if (c->forms->len)
        kj_printer_line(printer, "reductions: %u", c->forms->len);
    else if (!c->work->cut && !c->n_undecided && c->moves)
        kj_printer_line(printer, "nothing can be removed or weakened, even if one piece is moved");
    else if (!c->work->cut && !c->n_undecided)
        kj_printer_line(printer, "nothing can be removed or weakened");
}

static void print_trimmed(const Call *c, KjPrinter *printer)
{
    bool sound = c->work->job.report.verdict <= KJ_WORK_BLEMISHED;
    kj_compose_begin_record(c->compose, c->work);
    kj_compose_print_work(c->compose, c->work);
    if (sound)
        kj_purposes_tell(printer);
    else if (!c->work->cut)
        kj_printer_line(printer, "only a sound work can be trimmed: see 'repair'");
    KJ_FIELDS_TRIM;
    if (c->narrowed)
        kj_printer_line(printer, "not all reductions were explored (limit %d)", (int)c->narrowed);
    if (c->work->cut)
        kj_printer_line(printer, "ended early: there may be more reductions");
    if (sound)
        kj_printer_line(
            printer,
            kj_tr_n(c->n_versions, "%u version, %u undecided", "%u versions, %u undecided"),
            c->n_versions, c->n_undecided);
    kj_compose_end_record(c->compose, c->work);
}

/* One work. */
static KjExit trim(KjCompose *compose, KjComposeWork *work, GError **error)
{
    g_autoptr(GArray) reasons = kj_repairs_new();
    g_autoptr(GArray) forms = kj_repairs_new();
    Call c = {.compose = compose,
              .work = work,
              .reasons = reasons,
              .forms = forms,
              .moves = compose->call->values->value[KJ_OPT(MOVED)].flag};
    KjWork verdict = work->job.report.verdict;
    bool sound = verdict <= KJ_WORK_BLEMISHED;
    if (sound && (!kj_purposes_find(compose, work, reasons, error) ||
                  (!work->cut && !find_forms(&c, error))))
        return KJ_EXIT_INTERNAL;
    print_trimmed(&c, compose->call->printer);
    if (!sound)
        return verdict == KJ_WORK_UNSOUND ? KJ_EXIT_DEFECT : KJ_EXIT_UNKNOWN;
    return c.n_undecided ? KJ_EXIT_UNKNOWN : KJ_EXIT_OK;
}

static KjExit kj_cmd_trim(KjSession *session, const KjCall *call, GError **error)
{
    return kj_compose_each(session, call, trim, error);
}

const KjCommand kj_trim_command = {
    .name = "trim",
    .ja = "節約",
    .group = KJ_COMMANDS_MATE,
    .summary = "say what a sound work can do without, and why not more",
    .details =
        "Takes pieces away from a sound work and puts weaker ones in their place, as long "
        "as it stays sound with the same line and no more blemishes, and lists the forms "
        "of which nothing more can be taken. Of every piece it says what it is there for: "
        "the defect that appears without it. With --moves what could go if a piece is moved "
        "is found as well. Versions are judged as check judges, by the profile. The status is "
        "1 for an unsound work, 4 if some version is undecided. Ctrl-C, --time and --nodes (of "
        "the whole) end it with what it has.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_KEEP | KJ_OPTIONS_COMPOSE | KJ_OPTIONS_TRIM |
               KJ_OPTIONS_JUDGE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT |
               KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD | KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG | KJ_COMMAND_WORK,
    .run = kj_cmd_trim,
    .examples = {{"trim --no-diagram '9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1'",
                  "A work with a piece too many.", "remove r on 1h"}},
    .schema = "kanju.trim/1",
};
