/* SPDX-License-Identifier: GPL-3.0-or-later */
/* near: prior art of a problem in collections and stores. */
#include <stdlib.h>
#include <string.h>

#include "core/text/lang.h"
#include "repl/batch/batch_fields.def"
#include "repl/batch/import.h"
#include "repl/batch/near.h"
#include "repl/check/check_job.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/input_print.h"
#include "repl/store/canonical.h"
#include "repl/store/items.h"

enum {
    APART = 2,        // pieces by which a diagram may differ
    SHOWN = 20,       // matches that people see
    NODES = 1000000,  // to find the line of the problem, unless told otherwise
    MEMORY_MIB = 128, // for that
    STEP = 5000       // problems after which the progress line is drawn anew
};

/* A problem that is near. Strings are owned. */
typedef struct {
    KjNearness near;
    char *place, *id, *title, *composer, *position;
    int plies; // of its line or as recorded, -1 not known
} Match;

typedef struct {
    KjSession *session;
    const KjCall *call;
    KjCheckJob job;
    KjNearWork work;
    GArray *matches;  // of Match; owned
    unsigned n_items; // problems compared
    bool unread;      // some could not be read
} Call;

static void clear_match(void *data)
{
    Match *match = data;
    g_free(match->place);
    g_free(match->id);
    g_free(match->title);
    g_free(match->composer);
    g_free(match->position);
}

/* ---- the collections ---- */

/* A store as it is, other files read into one in memory. NULL with an error. (transfer full) */
static KjStore *open_collection(Call *c, const char *path, GError **error)
{
    g_autoptr(GError) failure = NULL;
    bool file = strcmp(path, "-") != 0 && g_file_test(path, G_FILE_TEST_IS_REGULAR);
    KjStore *store = file ? kj_store_open(path, KJ_STORE_READ, &failure) : NULL;
    if (store)
        return store;
    if (failure && failure->domain != KJ_TEXT_ERROR) {
        g_propagate_error(error, g_steal_pointer(&failure));
        return NULL;
    }
    const char *const paths[] = {path, NULL};
    KjImportCount read;
    KjCall call = *c->call;
    KjValues values = *call.values; // what they point to stays theirs
    if (call.board)                 // the game of the board need not be that of the collection
        values.value[KJ_OPT(VARIANT)] = (KjValue){.set = false};
    call.values = &values;
    store = kj_store_open(NULL, KJ_STORE_MEMORY, error);
    if (!store || !kj_import(store, c->session, &call, paths, false, &read, error)) {
        kj_store_close(store);
        return NULL;
    }
    c->unread |= read.errors > 0;
    return store;
}

static void add_match(Call *c, const KjItem *item, const KjItemView *view, const KjNearness *near)
{
    Match match = {.near = *near,
                   .place = kj_item_place(item),
                   .id = g_strdup(item->name),
                   .title = g_strdup(item->title),
                   .composer = g_strdup(item->composer),
                   .position = g_strdup(view->text),
                   .plies = item->verdict && item->plies >= 0 ? item->plies : item->recorded};
    g_array_append_val(c->matches, match);
}

static void compare_item(Call *c, const KjItem *item)
{
    KjItemView view;
    if (!kj_item_view(item, &view))
        return;
    const KjMove *line = view.n_line ? view.line : view.author;
    unsigned n_line = view.n_line ? view.n_line : view.n_author;
    KjNearWork other;
    KjNearness near;
    bool same_game = view.position.game->row == c->work.position.game->row;
    if (same_game &&
        kj_near_work_init(&other, &view.position, view.attacker, c->work.mirrors, line, n_line) &&
        kj_near_compare(&c->work, &other, APART, &near))
        add_match(c, item, &view, &near);
    if (same_game)
        kj_near_work_clear(&other);
    kj_item_view_clear(&view);
    if (++c->n_items % STEP == 0 && kj_session_shows_progress(c->session, c->call->values)) {
        g_autofree char *text =
            g_strdup_printf(kj_tr("%u problems, %u near"), c->n_items, c->matches->len);
        kj_term_bar(&c->session->term, text);
    }
}

static bool compare_all(Call *c, const char *path, GError **error)
{
    g_autoptr(KjStore) store = open_collection(c, path, error);
    KjTask task = {0};
    KjItems items;
    if (!store || !kj_task_find(store, NULL, &task, error))
        return false;
    bool begun = kj_items_begin(&items, store, task.id, NULL, error);
    kj_task_clear(&task);
    if (!begun)
        return false;
    int more = 0;
    while (!kj_session_stopped(c->session) && (more = kj_items_next(&items, error)) == 1)
        compare_item(c, &items.item);
    kj_items_end(&items);
    return more >= 0;
}

static int by_nearness(const void *a, const void *b)
{
    const Match *x = a, *y = b;
    int order = kj_nearness_compare(&x->near, &y->near);
    return order ? order : strcmp(x->place, y->place);
}

/* ---- the problem ---- */

/* The solution, where no line was given: the first that is found. */
static void solve(Call *c, KjResult *out)
{
    const KjValue *value = c->call->values->value;
    KjSolveRequest request;
    kj_solve_request(c->call->values, 1, &request);
    if (!value[KJ_OPT(MEMORY)].set)
        request.solver.memory_mib = MEMORY_MIB;
    if (!value[KJ_OPT(NODES)].set && !value[KJ_OPT(TIME)].set)
        request.limits.nodes = NODES;
    request.limits.stop = c->session->stop;
    g_autoptr(KjSolver) solver = kj_solver_new(&request.solver, NULL);
    if (solver)
        kj_solver_solve(solver, &c->job.root, c->job.solve.attacker, &request.limits, out);
}

/* Makes the problem ready; what is wrong goes into the input's error. */
static bool prepare_near(Call *c, KjInput *input)
{
    c->job.solve.input = input;
    kj_check_prepare(c->call, &c->job);
    if (!c->job.solve.usable)
        return false;
    KjResult result = {.verdict = KJ_UNKNOWN};
    if (!c->job.author)
        solve(c, &result);
    const KjMove *line = c->job.author ? c->job.author : result.line;
    unsigned n_line = c->job.author ? c->job.n_author : result.n_line;
    bool good = kj_near_work_init(&c->work, &c->job.root, c->job.solve.attacker,
                                  kj_canonical_mirrors(c->job.root.game), line, n_line);
    kj_result_clear(&result);
    if (!good)
        input->error = g_strdup(kj_tr("no position to compare, expected a king to be mated"));
    return good;
}

/* ---- output ---- */

/* "mirrored, 1 piece apart; the same mated position; ..." (transfer full) */
static char *nearness_text(const KjNearness *near)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    if (near->same)
        g_ptr_array_add(words, g_strdup(kj_tr("the same diagram")));
    else if (near->apart)
        g_ptr_array_add(words,
                        g_strdup_printf(kj_tr_n(near->changes, "%u piece apart", "%u pieces apart"),
                                        near->changes));
    if (near->apart && near->mirrored)
        g_ptr_array_add(words, g_strdup(kj_tr("mirrored")));
    if (near->apart && near->swapped)
        g_ptr_array_add(words, g_strdup(kj_tr("colours swapped")));
    if (near->apart && near->left)
        g_ptr_array_add(words, g_strdup_printf(near->left > 0 ? kj_tr("shifted %d to the left")
                                                              : kj_tr("shifted %d to the right"),
                                               abs(near->left)));
    if (near->apart && near->down)
        g_ptr_array_add(words, g_strdup_printf(near->down > 0 ? kj_tr("shifted %d down")
                                                              : kj_tr("shifted %d up"),
                                               abs(near->down)));
    if (near->same_end)
        g_ptr_array_add(words, g_strdup(kj_tr("the same mated position")));
    if (near->same_plies)
        g_ptr_array_add(words,
                        g_strdup_printf(kj_tr("the same last %u moves (piece kinds may differ)"),
                                        near->same_plies));
    g_ptr_array_add(words, NULL);
    return g_strjoinv(kj_tr(", "), (char **)words->pdata);
}

static void print_near_text(const Call *c, KjPrinter *printer)
{
    kj_printer_line(printer, "compared with: %u, near: %u", c->n_items, c->matches->len);
    if (!c->work.line)
        kj_printer_line(printer, "no line is known: only diagrams were compared");
    for (unsigned i = 0; i < c->matches->len && i < SHOWN; i++) {
        const Match *match = &g_array_index(c->matches, Match, i);
        g_autofree char *how = nearness_text(&match->near);
        const char *name = match->title ? match->title : match->id ? match->id : "";
        kj_printer_line(printer, "%2u. %s", i + 1, how);
        kj_printer_line(printer, "    %s%s%s%s%s", match->place, *name ? "  " : "", name,
                        match->composer ? "  " : "", match->composer ? match->composer : "");
        kj_printer_line(printer, "    %s", match->position);
    }
    if (c->matches->len > SHOWN)
        kj_printer_line(printer, "and more: %u", c->matches->len - SHOWN);
}

static void print_match(const Match *match, KjPrinter *printer)
{
    const KjNearness *near = &match->near;
    KJ_ITEM(KJ_FIELDS_MATCH);
}

static void print(const Call *c)
{
    KjPrinter *printer = c->call->printer;
    kj_printer_begin(printer, c->call->command->schema);
    kj_input_print_position(printer, c->job.solve.input);
    print_near_text(c, printer);
    KJ_FIELDS_NEAR;
    kj_printer_end(printer);
}

/* One problem. */
static KjExit run_near(Call *c, KjInput *input, GError **error)
{
    if (!prepare_near(c, input)) {
        kj_input_usable(c->session, c->call, input);
        return KJ_EXIT_INPUT;
    }
    const char *path = c->call->args[0];
    g_auto(GStrv) paths = g_file_test(path, G_FILE_TEST_EXISTS) ? g_strsplit(path, "\n", 1)
                                                                : g_strsplit(path, ",", -1);
    for (unsigned i = 0; paths[i]; i++)
        if (!compare_all(c, paths[i], error))
            return KJ_EXIT_INPUT; // the error tells
    g_array_sort(c->matches, by_nearness);
    print(c);
    return c->unread ? KJ_EXIT_INPUT : KJ_EXIT_OK;
}

static KjExit kj_cmd_near(KjSession *session, const KjCall *call, GError **error)
{
    g_autoptr(GPtrArray) inputs =
        kj_inputs_read(call->values, call->board != NULL, call->args + 1, error);
    KjExit status = inputs ? KJ_EXIT_OK : KJ_EXIT_USAGE;
    for (unsigned i = 0; inputs && i < inputs->len && !*error && !kj_session_stopped(session);
         i++) {
        Call c = {.session = session, .call = call};
        c.matches = g_array_new(FALSE, FALSE, sizeof(Match));
        g_array_set_clear_func(c.matches, clear_match);
        status = kj_exit_worse(status, run_near(&c, inputs->pdata[i], error));
        g_array_unref(c.matches);
        kj_near_work_clear(&c.work);
        kj_check_job_clear(&c.job);
    }
    return status;
}

const KjCommand kj_near_command = {
    .name = "near",
    .ja = "類似",
    .group = KJ_COMMANDS_WHOLE,
    .summary = "find prior art of a problem in collections",
    .details =
        "Compares a problem with those of a collection: a file of any format, a folder, a "
        "store, or several joined by commas. Lists those with the same diagram, mirrored or "
        "shifted too, those one or two pieces apart, those with the same mated position, and those "
        "whose last moves are the same but for the kinds of the pieces, seen from where the king "
        "is "
        "mated. For the last two both need a line: that given with the problem, or found with up "
        "to "
        "a million nodes; in a collection the author's, in a store also the one found. The "
        "defender's hand does not count.",
    .args = {{.kind = KJ_ARG_FILE, .name = "COLLECTION"},
             {.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT |
               KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG | KJ_COMMAND_WORK,
    .run = kj_cmd_near,
    .examples = {{"near mates.kdb '1k7/9/R1B6/9/9/9/9/9/9 b G 1'",
                  "A problem of the store, mirrored.", "the same diagram, mirrored"}},
    .schema = "kanju.near/1",
};
