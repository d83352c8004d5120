/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trim: what a sound work can do without, and what each of its pieces is there for. */
#include <string.h>

#include "core/text/lang.h"
#include "repl/cli/input_print.h"
#include "repl/compose/trim.h"

enum { BEAM = 64 }; // forms of a level that are trimmed further

static GArray *new_repairs(void)
{
    return g_array_new(FALSE, FALSE, sizeof(KjRepair));
}

static void add_version(GArray *repairs, const KjCandidate *candidate)
{
    KjRepair repair = {.candidate = *candidate};
    repair.judgement.fate = KJ_FATES;
    g_array_append_val(repairs, repair);
}

/* Every piece taken away by itself. */
static bool find_reasons(KjTrimCall *c, GError **error)
{
    const KjPosition *root = &c->work.job.root;
    g_autoptr(GArray) all = kj_candidates_one(root, c->work.wish.attacker);
    for (unsigned i = 0; i < all->len; i++) {
        const KjCandidate *candidate = &g_array_index(all, KjCandidate, i);
        KjChangeKind kind = (KjChangeKind)candidate->change[0].kind;
        if (kind == KJ_CHANGE_REMOVE || kind == KJ_CHANGE_HAND_REMOVE)
            add_version(c->reasons, candidate);
    }
    return kj_compose_judge(&c->compose, &c->work, c->reasons, false, error);
}

static int by_economy(const void *a, const void *b)
{
    const KjRepair *x = a, *y = b;
    int order = kj_economy_compare(&x->candidate.economy, &y->candidate.economy);
    return order ? order : kj_candidate_compare(&x->candidate, &y->candidate);
}

/*
 * One level: all forms that have fewer or weaker pieces than one of `forms`. Those that are sound
 * are the next level; a form none of whose lesser ones is sound is minimal.
 */
static bool trim_level(KjTrimCall *c, const GArray *forms, GHashTable *seen, GArray *next,
                       GError **error)
{
    const KjPosition *root = &c->work.job.root;
    for (unsigned i = 0; i < forms->len; i++) {
        const KjRepair *form = &g_array_index(forms, KjRepair, i);
        g_autoptr(GArray) candidates = g_array_new(FALSE, FALSE, sizeof(KjCandidate));
        g_autoptr(GArray) versions = new_repairs();
        // what another form of the level has given is known: its verdict is in `sound`
        g_autoptr(GHashTable) own = kj_candidates_seen_new();
        kj_candidates_after(root, c->work.wish.attacker, &form->candidate, true, own, candidates);
        bool minimal = true;
        for (unsigned k = 0; k < candidates->len; k++) {
            const KjCandidate *candidate = &g_array_index(candidates, KjCandidate, k);
            KjPosition pos;
            kj_candidate_position(root, c->work.wish.attacker, candidate, &pos);
            uint64_t key = kj_position_full_key(&pos);
            void *sound = NULL;
            if (!g_hash_table_lookup_extended(seen, &key, NULL, &sound))
                add_version(versions, candidate);
            else if (GPOINTER_TO_INT(sound))
                minimal = false;
        }
        c->n_versions += versions->len;
        if (!kj_compose_judge(&c->compose, &c->work, versions, false, error))
            return false;
        for (unsigned k = 0; k < versions->len; k++) {
            const KjRepair *version = &g_array_index(versions, KjRepair, k);
            const KjJudgement *j = &version->judgement;
            bool good =
                j->fate == KJ_FATE_SOUND && j->n_blemishes <= c->work.job.report.n_blemishes;
            KjPosition pos;
            kj_candidate_position(root, c->work.wish.attacker, &version->candidate, &pos);
            uint64_t key = kj_position_full_key(&pos);
            g_hash_table_insert(seen, g_memdup2(&key, sizeof key), GINT_TO_POINTER(good));
            c->n_undecided += j->fate == KJ_FATE_UNKNOWN || j->fate == KJ_FATES;
            minimal &= !good;
            if (good)
                g_array_append_val(next, *version);
        }
        if (minimal && form->candidate.n_changes)
            g_array_append_val(c->forms, *form);
        if (c->work.cut)
            return true;
    }
    return true;
}

/* All levels, down to where nothing more can go. */
static bool trim(KjTrimCall *c, GError **error)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_autoptr(GArray) forms = new_repairs();
    KjCandidate none = {0};
    add_version(forms, &none);
    while (forms->len) {
        GArray *next = new_repairs();
        bool done = trim_level(c, forms, seen, next, error);
        g_array_sort(next, by_economy);
        if (next->len > BEAM) {
            c->narrowed = true;
            g_array_set_size(next, BEAM);
        }
        if (c->work.cut) // as far as it came
            g_array_append_vals(c->forms, next->data, next->len);
        g_array_unref(forms);
        forms = next;
        if (!done)
            return false;
        if (c->work.cut)
            break;
    }
    g_array_sort(c->forms, by_economy);
    return true;
}

static KjExit run(KjTrimCall *c, KjInput *input, GError **error)
{
    KjExit status = KJ_EXIT_INPUT;
    if (!kj_compose_open(&c->compose, input, &c->work)) {
        kj_input_usable(c->compose.session, c->compose.printer, input,
                        c->compose.call->command->schema);
        return status;
    }
    const KjReport *report = &c->work.job.report;
    bool sound = report->verdict <= KJ_WORK_BLEMISHED;
    if (sound && (!find_reasons(c, error) || (!c->work.cut && !trim(c, error))))
        return KJ_EXIT_INTERNAL;
    kj_trim_print(c);
    if (!sound)
        return report->verdict == KJ_WORK_UNSOUND ? KJ_EXIT_DEFECT : KJ_EXIT_UNKNOWN;
    return c->n_undecided ? KJ_EXIT_UNKNOWN : KJ_EXIT_OK;
}

static KjExit kj_cmd_trim(KjSession *session, const KjCall *call, KjPrinter *printer,
                          GError **error)
{
    g_autoptr(GPtrArray) inputs = kj_inputs_read(call->values, call->on_board, call->args, error);
    if (!inputs)
        return KJ_EXIT_USAGE;
    KjExit status = KJ_EXIT_OK;
    for (unsigned i = 0; i < inputs->len && !printer->failed && !kj_session_stopped(session); i++) {
        KjTrimCall c = {.n_versions = 0};
        if (!kj_compose_begin(session, call, printer, &c.compose, error))
            return KJ_EXIT_USAGE;
        c.reasons = new_repairs();
        c.forms = new_repairs();
        KjExit one = run(&c, inputs->pdata[i], error);
        kj_compose_close(&c.work);
        g_array_unref(c.reasons);
        g_array_unref(c.forms);
        status = kj_exit_worse(status, one);
        if (one == KJ_EXIT_INTERNAL)
            break;
    }
    return status;
}

const KjCommand kj_trim_command = {
    .name = "trim",
    .aliases = "",
    .group = KJ_COMMANDS_MATE,
    .summary = "say what a sound work can do without, and why not more",
    .details = "Takes pieces away from a sound work and puts weaker ones in their place, as long "
               "as it stays sound with the same line and no more blemishes, and lists the forms "
               "of which nothing more can be taken. Of every piece it says what it is there for: "
               "the defect that appears without it. Versions are judged as check judges, by the "
               "profile. The status is 1 for an unsound work, 4 if some version is undecided. "
               "Ctrl-C, --time and --nodes (of the whole) end it with what it has.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_COMPOSE | KJ_OPTIONS_JUDGE | KJ_OPTIONS_TSUME |
               KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD |
               KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG | KJ_COMMAND_WORK,
    .run = kj_cmd_trim,
    .examples = {{"trim --no-diagram '9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1'",
                  "A work with a piece too many.", "remove r on 1h"}},
    .schema = "kanju.trim/1",
};
