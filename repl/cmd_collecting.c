/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: collections of problems in files. */
#include "core/format.h"
#include "repl/collection.h"
#include "repl/foreign.h"
#include "repl/input.h"
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
    KjStudy *study = kj_collection_study(collection, problem);
    if (study) {
        kj_workbench_change(session->bench, study);
        kj_bench_warn(session);
        return KJ_EXIT_OK;
    }
    g_autofree char *text = kj_collection_position(collection, problem);
    KjExit status = kj_bench_load(session, call, text, error);
    if (status != KJ_EXIT_OK)
        g_prefix_error(error, "%s:%u: ", collection->path, kj_collection_line(collection, problem));
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
    const KjGame *game;
    if (!kj_input_variant(call->values, &game, error))
        return KJ_EXIT_USAGE;
    if (!kj_store_list(call->args[0], &list, &left_out, error))
        return KJ_EXIT_INPUT;
    if (left_out)
        kj_term_message(&session->term, "%s: warning: %u problems cannot be read and are left out",
                        call->args[0], left_out);
    KjCollection *collection = list ? kj_collection_foreign(call->args[0], list, error)
                                    : kj_collection_open(call->args[0], game, error);
    if (!collection)
        return KJ_EXIT_INPUT;
    if (collection->unread)
        kj_term_message(&session->term,
                        "%s:%s; line %u and all after it are not read and stay as they are",
                        collection->path, collection->unread, collection->end + 1);
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

/* Says what the file could not hold. */
static void tell_loss(KjSession *session, const KjCollection *collection, KjCollectionLoss *loss)
{
    if (loss->lost)
        kj_term_message(
            &session->term,
            collection->format == KJ_FORMAT_JKF
                ? "warning: moves that cannot be played from there are left out: %u"
                : "warning: moves that cannot be played from there stay as comments: %u",
            loss->lost);
    if (loss->cut)
        kj_term_message(&session->term, "moves taken out, with what was noted beside them: %u",
                        loss->cut);
    if (loss->dropped)
        kj_term_message(&session->term, "%s: warning: %s cannot hold %s", collection->path,
                        kj_format_name(collection->format), loss->dropped);
    g_clear_pointer(&loss->dropped, g_free);
}

/* Puts or adds what is on the board. */
static KjExit write_problem(KjSession *session, const char *id, bool add, KjPrinter *printer,
                            GError **error)
{
    KjCollection *collection = opened(session, error);
    if (!collection)
        return KJ_EXIT_USAGE;
    const KjStudy *study = kj_workbench_study(session->bench);
    KjCollectionLoss loss;
    bool ok = add ? kj_collection_add(collection, id, study, &loss, error)
                  : kj_collection_put(collection, study, &loss, error);
    if (!ok) {
        g_free(loss.dropped);
        return KJ_EXIT_INPUT;
    }
    tell_loss(session, collection, &loss);
    kj_workbench_moved(session->bench);
    unsigned at = collection->current + 1, n = collection->problems->len;
    if (add)
        return kj_say(printer, "added as %u/%u, not saved yet", at, n);
    return kj_say(printer,
                  collection->changed ? "put into %u/%u, not saved yet"
                                      : "%u/%u has it already, nothing to save",
                  at, n);
}

KjExit kj_cmd_put(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)call;
    return write_problem(session, NULL, false, printer, error);
}

KjExit kj_cmd_add(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    return write_problem(session, call->args[0] ? call->args[0] : "", true, printer, error);
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
