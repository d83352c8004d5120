/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: collections of problems in list files. */
#include "repl/collection.h"
#include "repl/foreign.h"
#include "repl/shell_commands.h"

/* The open collection, or NULL with an error. */
static KjCollection *opened(const KjSession *session, GError **error)
{
    if (!session->bench->collection)
        kj_misuse(error, "no collection is open (see 'help open')");
    return session->bench->collection;
}

KjExit kj_bench_show_problem(KjSession *session, const KjCall *call, KjPrinter *printer,
                             GError **error)
{
    const KjCollection *collection = session->bench->collection;
    unsigned problem = collection->current;
    g_autofree char *id = kj_collection_id(collection, problem);
    kj_say(printer, "%u/%u%s%s", problem + 1, collection->problems->len, *id ? "  " : "", id);
    g_autofree char *text = kj_collection_position(collection, problem);
    KjExit status = kj_bench_load(session, call, text, error);
    if (status != KJ_EXIT_OK)
        g_prefix_error(error, "%s:%u: ", collection->path,
                       g_array_index(collection->problems, unsigned, problem) + 1);
    return status;
}

static KjExit go_to(KjSession *session, const KjCall *call, unsigned problem, KjPrinter *printer,
                    GError **error)
{
    session->bench->collection->current = problem;
    return kj_bench_show_problem(session, call, printer, error);
}

KjExit kj_cmd_open(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    KjWorkbench *bench = session->bench;
    if (bench->collection && bench->collection->changed)
        return kj_misuse(error, "%s is not saved: 'save' it, or 'save FILE' to keep both",
                         bench->collection->path);
    g_autofree char *list = NULL;
    unsigned left_out;
    if (!kj_foreign_list(call, call->args[0], &list, &left_out, error))
        return KJ_EXIT_INPUT;
    if (left_out)
        kj_term_message(&session->term, "%s: warning: %u problems cannot be read and are left out",
                        call->args[0], left_out);
    KjCollection *collection = list ? kj_collection_foreign(call->args[0], list, error)
                                    : kj_collection_open(call->args[0], error);
    if (!collection)
        return KJ_EXIT_INPUT;
    kj_collection_free(bench->collection);
    bench->collection = collection;
    return kj_bench_show_problem(session, call, printer, error);
}

KjExit kj_cmd_item(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    const KjCollection *collection = opened(session, error);
    if (!collection)
        return KJ_EXIT_USAGE;
    unsigned number = kj_call_number(call, collection->current + 1);
    if (number < 1 || number > collection->problems->len)
        return kj_misuse(error, "N '%u': expected a number from 1 to %u", number,
                         collection->problems->len);
    return go_to(session, call, number - 1, printer, error);
}

KjExit kj_cmd_next(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    const KjCollection *collection = opened(session, error);
    if (!collection)
        return KJ_EXIT_USAGE;
    unsigned last = collection->problems->len - 1;
    if (collection->current == last)
        return kj_misuse(error, "at the last problem");
    return go_to(session, call, MIN(collection->current + kj_call_number(call, 1), last), printer,
                 error);
}

KjExit kj_cmd_previous(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    const KjCollection *collection = opened(session, error);
    if (!collection)
        return KJ_EXIT_USAGE;
    if (collection->current == 0)
        return kj_misuse(error, "at the first problem");
    unsigned n = MIN(kj_call_number(call, 1), collection->current);
    return go_to(session, call, collection->current - n, printer, error);
}

KjExit kj_cmd_search(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    const KjCollection *collection = opened(session, error);
    if (!collection)
        return KJ_EXIT_USAGE;
    int problem = kj_collection_find(collection, call->args[0]);
    if (problem < 0)
        return kj_misuse(error, "no problem has '%s' in its line", call->args[0]);
    return go_to(session, call, (unsigned)problem, printer, error);
}

KjExit kj_cmd_put(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)call;
    KjCollection *collection = opened(session, error);
    if (!collection)
        return KJ_EXIT_USAGE;
    g_autofree char *text = kj_study_line_text(kj_workbench_study(session->bench));
    kj_collection_put(collection, text);
    kj_workbench_moved(session->bench);
    return kj_say(printer, "put into %u/%u, not saved yet", collection->current + 1,
                  collection->problems->len);
}

KjExit kj_cmd_add(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    KjCollection *collection = opened(session, error);
    if (!collection)
        return KJ_EXIT_USAGE;
    g_autofree char *text = kj_study_line_text(kj_workbench_study(session->bench));
    kj_collection_add(collection, call->args[0] ? call->args[0] : "", text);
    kj_workbench_moved(session->bench);
    return kj_say(printer, "added as %u/%u, not saved yet", collection->current + 1,
                  collection->problems->len);
}

KjExit kj_cmd_save(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    KjCollection *collection = opened(session, error);
    if (!collection)
        return KJ_EXIT_USAGE;
    if (!kj_collection_save(collection, call->args[0], error))
        return (*error)->domain == KJ_USAGE_ERROR ? KJ_EXIT_USAGE : KJ_EXIT_INTERNAL;
    kj_workbench_moved(session->bench);
    return kj_say(printer, "saved %s", collection->path);
}
