/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: which edit broke the work. */
#include "core/text/lang.h"
#include "repl/shell/shell_commands.h"
#include "repl/workbench/version_fields.h"
#include "repl/workbench/version_judge.h"
#include "repl/workbench/version_words.h"
#include "solver/themes/solved.h"

typedef struct {
    KjSession *session;
    const KjCall *call;
    GArray *path; // of numbers
    bool open;    // some version was undecided
} Bisection;

/* The outcome of the version at a place of the path: KJ_YES sound, with the line intended if there
 * is one. False when it could not be judged at all. */
static bool is_sound(Bisection *bisection, unsigned place, KjTri *out, GError **error)
{
    unsigned number = g_array_index(bisection->path, unsigned, place);
    g_autoptr(GArray) one = g_array_new(FALSE, FALSE, sizeof(unsigned));
    g_array_append_val(one, number);
    if (!kj_versions_judge(bisection->session, bisection->call, one, false, error))
        return false;
    const KjVersion *version =
        kj_versions_get(kj_workbench_of(bisection->session)->versions, number);
    bool open = kj_version_is_open(version);
    bisection->open |= open;
    *out = open ? KJ_OPEN : version->outcome->judged.fate == KJ_FATE_SOUND ? KJ_YES : KJ_NO;
    return true;
}

/* Without a good version: the last one on the path that is sound. -1: there is none; -2: failed. */
static int last_sound(Bisection *bisection, GError **error)
{
    for (int place = (int)bisection->path->len - 1; place >= 0; place--) {
        KjTri sound;
        if (!is_sound(bisection, (unsigned)place, &sound, error))
            return -2;
        if (sound == KJ_YES)
            return place;
        if (kj_session_stopped(bisection->session))
            return -1;
    }
    return -1;
}

/*
 * Between a place that is sound and one that is not: two neighbours of which the same is true, or
 * as near as undecided versions between them let it be. False: failed.
 */
static bool halve(Bisection *bisection, unsigned *io_good, unsigned *io_bad, GError **error)
{
    unsigned low = *io_good, high = *io_bad;
    while (high - low > 1 && !kj_session_stopped(bisection->session)) {
        unsigned middle = low + (high - low) / 2, at = middle;
        KjTri sound = KJ_OPEN;
        // an undecided one says nothing: its neighbours are asked
        for (unsigned step = 0; sound == KJ_OPEN && step < high - low - 1; step++) {
            at = low + 1 + (middle - low - 1 + step) % (high - low - 1);
            if (!is_sound(bisection, at, &sound, error))
                return false;
        }
        if (sound == KJ_OPEN)
            break;
        if (sound == KJ_YES)
            low = at;
        else
            high = at;
    }
    *io_good = low;
    *io_bad = high;
    return true;
}

static int place_of(const GArray *path, unsigned number)
{
    for (unsigned i = 0; i < path->len; i++)
        if (g_array_index(path, unsigned, i) == number)
            return (int)i;
    return -1;
}

static void tell_broken(const Bisection *bisection, unsigned good, unsigned bad, KjPrinter *printer)
{
    const KjWorkbench *bench = bisection->session->bench;
    unsigned a = g_array_index(bisection->path, unsigned, good);
    unsigned b = g_array_index(bisection->path, unsigned, bad);
    kj_printer_begin(printer, bisection->call->command->schema);
    kj_printer_string(printer, "result", bad - good == 1 ? "broken" : "undecided");
    kj_versions_print_effect(bench, kj_versions_get(bench->versions, a),
                             kj_versions_get(bench->versions, b), printer);
    if (bad - good == 1)
        kj_printer_line(printer, "version %u broke it", b);
    else
        kj_printer_line(printer,
                        "a version after %u up to %u broke it; those between are undecided", a, b);
    kj_versions_tell_effect(bench, kj_versions_get(bench->versions, a),
                            kj_versions_get(bench->versions, b), printer);
    kj_printer_end(printer);
}

/* Nothing is broken, or all is, or it is not known. */
static KjExit tell_none(const Bisection *bisection, KjTri sound, KjPrinter *printer)
{
    kj_printer_begin(printer, bisection->call->command->schema);
    kj_printer_string(printer, "result",
                      sound == KJ_YES  ? "sound"
                      : sound == KJ_NO ? "never-sound"
                                       : "undecided");
    if (sound == KJ_YES)
        kj_printer_line(printer, "this version is sound, so there is nothing to bisect");
    else if (sound == KJ_NO)
        kj_printer_line(printer, "no earlier version is sound, so there is nothing to bisect");
    else
        kj_printer_line(printer, "unknown: too many versions are undecided within the limits");
    kj_printer_end(printer);
    return sound == KJ_OPEN ? KJ_EXIT_UNKNOWN : KJ_EXIT_DEFECT;
}

/* The places of the path to begin with. KJ_EXIT_OK: go on; else what to return. */
static KjExit begin_bisection(Bisection *b, unsigned *out_good, unsigned *out_bad,
                              KjPrinter *printer, GError **error)
{
    const char *word = b->call->args[0];
    *out_bad = b->path->len - 1;
    KjTri sound;
    if (!is_sound(b, *out_bad, &sound, error))
        return KJ_EXIT_USAGE;
    if (sound != KJ_NO)
        return tell_none(b, sound, printer);
    int good =
        word ? place_of(b->path, (unsigned)g_ascii_strtoull(word, NULL, 10)) : last_sound(b, error);
    if (word && good < 0)
        return kj_usage_error(error, "version %s: expected one that led to the other", word);
    if (good == -1)
        return tell_none(b, b->open ? KJ_OPEN : KJ_NO, printer);
    if (good < 0)
        return KJ_EXIT_USAGE;
    *out_good = (unsigned)good;
    if (word && !is_sound(b, *out_good, &sound, error))
        return KJ_EXIT_USAGE;
    if (word && sound != KJ_YES)
        return kj_usage_error(error, "version %s: expected one that is sound", word);
    return KJ_EXIT_OK;
}

static KjExit cmd_bisect(KjSession *session, const KjCall *call, GError **error)
{
    KjWorkbench *bench = session->bench;
    const char *word = call->args[1];
    const KjVersion *end = kj_shell_version(session, word, kj_workbench_version(bench), error);
    if (!end)
        return KJ_EXIT_USAGE;
    g_autoptr(GArray) path = kj_versions_path(bench->versions, end->number);
    Bisection bisection = {.session = session, .call = call, .path = path};
    unsigned good = 0, bad = 0;
    KjExit status = begin_bisection(&bisection, &good, &bad, call->printer, error);
    if (status != KJ_EXIT_OK)
        return status == KJ_EXIT_DEFECT ? KJ_EXIT_OK : status;
    if (!halve(&bisection, &good, &bad, error))
        return KJ_EXIT_USAGE;
    tell_broken(&bisection, good, bad, call->printer);
    return bad - good == 1 ? KJ_EXIT_OK : KJ_EXIT_UNKNOWN;
}

const KjCommand kj_bisect_command = {
    .name = "bisect",
    .ja = "原因探し",
    .group = KJ_COMMANDS_EDIT,
    .summary = "find the edit that broke the work",
    .details =
        "Goes through the versions that led to the one on the board, or to BAD, and finds the edit "
        "after which the work was no longer sound with its line, by halves from GOOD, or from the "
        "last version that is sound. Says what that edit did, as 'effect' does. Versions that "
        "are undecided within the limits are passed over.",
    .args = {{.kind = KJ_ARG_INTEGER, .name = "GOOD", .optional = true, .min = 1, .max = 1000000},
             {.kind = KJ_ARG_INTEGER, .name = "BAD", .optional = true, .min = 1, .max = 1000000}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_JUDGE | KJ_OPTIONS_JSON,
    .run = cmd_bisect,
    .examples = {{"position '9/9/2R6/k8/N8/B8/9/9/9 b - 1'; move 7c 6c; place P 5i; remove 9f; "
                  "place P 1i; bisect",
                  "Without the bishop there is no mate.", "remove B on 9f"}},
    .schema = "kanju.bisect/1",
};
