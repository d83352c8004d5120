/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repair: which change makes a faulty work sound and keeps what was meant? */
#include <string.h>

#include "repl/cli/fields_print.h"
#include "repl/command/certified.h"
#include "repl/command/compose_fields.def"

enum { BEAM = 12, NEAR_LOOKED_AT = 128 };

typedef struct {
    KjCompose *compose;
    KjComposeWork *work;
    KjDefect fault[KJ_MAX_DEFECTS]; // of the work as it is
    bool sound;                     // there is nothing to repair
    unsigned n_versions;
    unsigned count[KJ_FATES]; // of those judged
    GArray *found, *near;     // of KjRepair, best first
} Call;

/* The defects of the work as it is. */
static void take_faults(Call *r)
{
    unsigned n = kj_judge_defects(&r->work->job.report, r->fault);
    r->work->wish.faults = r->fault;
    r->work->wish.n_faults = MIN(n, KJ_MAX_DEFECTS);
}

/* Whether the solution of the work as it is is the line that is intended. */
static bool kept_already(const Call *r)
{
    const KjReport *report = &r->work->job.report;
    return (!r->work->job.n_author || report->authors) && report->n_line == r->work->wish.n_line &&
           memcmp(report->line, r->work->line, report->n_line * sizeof(KjMove)) == 0;
}

/* Whether a sound version is better than the work: one without defects must have fewer blemishes. */
static bool betters(const Call *r, const KjRepair *repair)
{
    const KjReport *report = &r->work->job.report;
    return report->verdict != KJ_WORK_BLEMISHED || !kept_already(r) ||
           repair->judgement.n_blemishes < report->n_blemishes;
}

/* Counts what was judged and keeps what is sound. */
static void take_sound(Call *r, const GArray *repairs)
{
    for (unsigned i = 0; i < repairs->len; i++) {
        const KjRepair *repair = &g_array_index(repairs, KjRepair, i);
        if (repair->judgement.fate == KJ_FATES)
            continue;
        r->count[repair->judgement.fate]++;
        if (repair->judgement.fate == KJ_FATE_SOUND && betters(r, repair))
            g_array_append_vals(r->found, repair, 1);
    }
}

static bool judge(const Call *r, GArray *repairs, GError **error)
{
    return kj_compose_judge(r->compose, r->work, &r->work->wish, repairs, false, KJ_COMPOSE_PART,
                            error);
}

/*
 * The near misses: of the versions that are rid of a defect the most economical are checked as a
 * whole; those with the fewest defects are the nearest.
 */
static bool find_near(Call *r, const GArray *judged, GError **error)
{
    for (unsigned i = 0; i < judged->len && r->near->len < NEAR_LOOKED_AT; i++) {
        KjRepair repair = g_array_index(judged, KjRepair, i);
        if (repair.judgement.fate != KJ_FATE_UNSOUND || !repair.helps)
            continue;
        repair.judgement.fate = KJ_FATES;
        g_array_append_val(r->near, repair);
    }
    bool done =
        kj_compose_judge_near(r->compose, r->work, &r->work->wish, r->near, KJ_COMPOSE_PART, error);
    g_array_sort(r->near, kj_repair_compare);
    return done;
}

/* The second change is tried on the nearest misses. */
static bool second_changes(Call *r, GError **error)
{
    const KjPosition *root = &r->work->job.root;
    g_autoptr(GHashTable) seen = kj_candidates_seen_new();
    g_autoptr(GArray) candidates = g_array_new(FALSE, FALSE, sizeof(KjCandidate));
    g_autoptr(GArray) one = kj_candidates_one(root, r->work->wish.attacker);
    for (unsigned i = 0; i < one->len; i++) { // judged already
        const KjCandidate *candidate = &g_array_index(one, KjCandidate, i);
        kj_candidates_seen_add(seen, kj_candidate_key(root, r->work->wish.attacker, candidate));
    }
    for (unsigned i = 0; i < r->near->len && i < BEAM; i++)
        kj_candidates_after(root, r->work->wish.attacker,
                            &g_array_index(r->near, KjRepair, i).candidate, false, seen,
                            candidates);
    g_array_sort(candidates, kj_candidate_compare);
    g_autoptr(GArray) repairs = kj_repairs_of(candidates);
    r->n_versions += repairs->len;
    r->work->wish.n_faults = 0;
    bool done = judge(r, repairs, error);
    take_sound(r, repairs);
    return done;
}

static bool search_repairs(Call *r, GError **error)
{
    const KjValue *value = r->compose->call->values->value;
    g_autoptr(GArray) candidates = kj_candidates_one(&r->work->job.root, r->work->wish.attacker);
    g_autoptr(GArray) repairs = kj_repairs_of(candidates);
    r->n_versions = repairs->len;
    bool done = judge(r, repairs, error);
    take_sound(r, repairs);
    unsigned changes = (unsigned)value[KJ_OPT(CHANGES)].integer;
    bool near = value[KJ_OPT(NEAR)].integer > 0 || changes > 1;
    if (done && near && !r->work->cut)
        done = find_near(r, repairs, error);
    if (done && changes > 1 && !r->work->cut)
        done = second_changes(r, error);
    g_array_sort(r->found, kj_repair_compare);
    return done;
}

static KjExit status_of(const Call *r)
{
    if (r->sound || r->found->len)
        return KJ_EXIT_OK;
    return r->work->cut || r->count[KJ_FATE_UNKNOWN] ? KJ_EXIT_UNKNOWN : KJ_EXIT_DEFECT;
}

static void sum_up(const Call *r, KjPrinter *printer)
{
    if (r->work->cut)
        kj_printer_line(printer, "ended early: %u of %u versions judged", r->work->n_judged,
                        r->n_versions);
    kj_printer_line(printer,
                    "%u versions: %u sound, %u unsound, %u break the intended line, %u have a "
                    "different solution, %u undecided",
                    r->n_versions, r->count[KJ_FATE_SOUND], r->count[KJ_FATE_UNSOUND],
                    r->count[KJ_FATE_LINE_LOST], r->count[KJ_FATE_OTHER],
                    r->count[KJ_FATE_UNKNOWN]);
}

static void print_repairs(const Call *r, KjPrinter *printer)
{
    kj_compose_begin_record(r->compose, r->work);
    kj_compose_print_work(r->compose, r->work);
    if (r->sound)
        kj_printer_line(printer, "there is nothing to repair");
    else if (!r->found->len)
        kj_printer_line(printer, "no such change makes it sound");
    else
        kj_printer_line(printer, "repairs: %u", r->found->len);
    KJ_FIELDS_REPAIR;
    if (!r->sound)
        sum_up(r, printer);
    kj_compose_end_record(r->compose, r->work);
}

/* One work. */
static KjExit repair(KjCompose *compose, KjComposeWork *work, GError **error)
{
    g_autoptr(GArray) found = kj_repairs_new();
    g_autoptr(GArray) near = kj_repairs_new();
    Call r = {.compose = compose, .work = work, .found = found, .near = near};
    take_faults(&r);
    r.sound = work->job.report.verdict == KJ_WORK_SOUND && kept_already(&r);
    if (!r.sound && !search_repairs(&r, error))
        return KJ_EXIT_INTERNAL;
    for (unsigned i = 0; i < found->len && i < compose->most; i++) {
        g_autofree KjMove *line = NULL;
        unsigned n;
        KjPosition pos = kj_compose_version(work, &g_array_index(found, KjRepair, i), &line, &n);
        kj_certified_add(compose, work->wish.attacker, &pos, line, n);
    }
    print_repairs(&r, compose->call->printer);
    return status_of(&r);
}

static KjExit kj_cmd_repair(KjSession *session, const KjCall *call, GError **error)
{
    return kj_compose_each(session, call, repair, error);
}

const KjCommand kj_repair_command = {
    .name = "repair",
    .ja = "修正",
    .group = KJ_COMMANDS_MATE,
    .summary = "find the changes that make a faulty work sound",
    .details = "Tries every single change of the diagram (a piece removed, added, moved, replaced, "
               "turned over or given to the other side, the attacker's hand, all pieces shifted) "
               "and lists those after which the work is sound, as check judges by the profile, "
               "and its line is kept: --line, the moves given with the problem, or else the main "
               "line as it is. The best come first: those without blemishes, then fewer pieces, "
               "weaker ones, smaller changes. Near misses follow. The status is 1 if nothing was "
               "found, 4 if some version is undecided as well. Ctrl-C, --time and --nodes (of the "
               "whole search) end it with what it has.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_KEEP | KJ_OPTIONS_COMPOSE | KJ_OPTIONS_REPAIR |
               KJ_OPTIONS_JUDGE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT |
               KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD | KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG | KJ_COMMAND_WORK,
    .run = kj_cmd_repair,
    .examples = {{"repair --no-diagram '9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1'",
                  "A rook too many on the board: what to do about it.", "remove r on 1h"}},
    .schema = "kanju.repair/1",
};
