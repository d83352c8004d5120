/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What repair prints: kanju.repair/1, and lists for people. */
#include "repl/compose/repair_print.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/input_print.h"
#include "repl/compose/certified.h"
#include "repl/compose/compose_fields.def"

static unsigned near_wanted(const KjRepairCall *r)
{
    return (unsigned)r->compose->call->values->value[KJ_OPTION_NEAR].integer;
}

static void print_versions(const KjRepairCall *r, const GArray *repairs, unsigned most,
                           KjPrinter *printer)
{
    for (unsigned i = 0; i < repairs->len && i < most; i++)
        kj_compose_print_version(r->work, &g_array_index(repairs, KjRepair, i), printer);
}

static void sum_up(const KjRepairCall *r, KjPrinter *printer)
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
    kj_printer_spent(printer, r->work->nodes + r->work->job.report.searched,
                     kj_compose_seconds(r->compose));
}

static void print_repairs_text(const KjRepairCall *r, KjPrinter *printer)
{
    kj_compose_tell_work(r->compose, r->work, printer);
    if (r->sound) {
        kj_printer_line(printer, "there is nothing to repair");
        return;
    }
    if (!r->found->len)
        kj_printer_line(printer, "no such change makes it sound");
    else
        kj_printer_line(printer, "repairs: %u", r->found->len);
    for (unsigned i = 0; i < r->found->len && i < r->compose->most; i++)
        kj_compose_tell_version(r->compose, r->work, &g_array_index(r->found, KjRepair, i), i + 1,
                                i == 0, printer);
    if (r->near->len && near_wanted(r))
        kj_printer_line(printer, "near misses:");
    unsigned before = MIN(r->found->len, r->compose->most); // numbers go on
    for (unsigned i = 0; i < r->near->len && i < near_wanted(r); i++)
        kj_compose_tell_version(r->compose, r->work, &g_array_index(r->near, KjRepair, i),
                                before + i + 1, false, printer);
    kj_certified_tell(r->compose, printer);
    sum_up(r, printer);
}

void kj_repair_print(const KjRepairCall *r)
{
    KjPrinter *printer = r->compose->call->printer;
    kj_printer_begin(printer, r->compose->call->command->schema);
    kj_input_print_position(printer, r->work->job.solve.input);
    print_repairs_text(r, printer);
    kj_compose_print_work(r->compose, r->work, printer);
    KJ_FIELDS_REPAIR;
    kj_printer_end(printer);
}
