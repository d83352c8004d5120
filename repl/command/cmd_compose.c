/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compose: works made from a wish. */
#include <string.h>

#include "core/format/position_text.h"
#include "core/text/lang.h"
#include "repl/batch/archive_store.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/input_print.h"
#include "repl/command/certified.h"
#include "repl/command/compose_fields.def"
#include "repl/command/compose_line.h"
#include "repl/command/made_list.h"
#include "solver/compose/archive.h"

enum {
    ROUND = 8,              // tasks drawn at a time, so that the result hangs on no thread
    USUAL_NODES = 20000000, // where neither --nodes nor --time is given
    KEEP_SECONDS = 60,      // between two writings of the output file
    STORE_TIMES = 20,       // so many times --each-nodes for the check that a work is stored with
};

#define RUN_APART 1000003u // seeds of two runs of an archive

typedef struct {
    KjCompose compose;
    KjAnswersCheckpoint checkpoint;
    KjComposeWork work; // counts the nodes; there is no work yet
    const KjGame *game;
    KjMakeWish wish;
    KjOutput output;
    KjBreedOptions breed;
    KjArchive *archive;
    KjArchiveStore *store; // where it is kept, or NULL
    GArray *news;          // of KjMade: what is not yet there
    GHashTable *fresh;     // uint64_t*: positions that were put there by this run
    KjRandom random;
    uint64_t seed;
    const char *const *given; // works to begin with
    bool founding;            // from random diagrams, not from works that are given
    KjBreedTask task[ROUND];
    uint64_t n_tried, n_made;
    gint64 written; // microseconds
    bool limited;   // a limit ended it: there may be works that were not found
    bool told;      // that the list could not be written
    bool unusable;  // a work that was given
} Call;

/* ---- one round ---- */

static void work_on(void *data, unsigned index, KjSolver *solver, const KjComposeAsk *ask)
{
    Call *c = data;
    KjBreedOptions options = c->breed;
    options.made.left = ask->left;
    options.made.stop = ask->cancel;
    kj_breed(solver, &options, &c->task[index]);
}

static uint64_t spent_on(const void *data, unsigned index)
{
    const Call *c = data;
    return c->task[index].nodes;
}

/* Takes a work into the archive. */
static void take(Call *c, const KjMade *made)
{
    const KjMade *taken = kj_archive_add(c->archive, made);
    if (taken && c->store)
        g_array_append_vals(c->news, taken, 1);
}

static void deliver_start(void *data, unsigned index)
{
    Call *c = data;
    KjBreedTask *task = &c->task[index];
    c->n_tried += task->n_tried;
    if (task->parent.number)
        kj_archive_spend(c->archive, task->parent.number, task->nodes);
    for (unsigned i = 0; task->children && i < task->children->len; i++) {
        c->n_made++;
        take(c, &g_array_index(task->children, KjMade, i));
    }
}

static bool keep_step(void *data, unsigned index, const KjBytes *bytes)
{
    Call *c = data;
    return kj_breed_task_keep(&c->task[index], c->game, bytes);
}

static char *progress(const void *data)
{
    const Call *c = data;
    return g_strdup_printf(kj_tr("%" G_GUINT64_FORMAT " diagrams, %" G_GUINT64_FORMAT
                                 " works made, %u kept, %u families"),
                           c->n_tried, c->n_made, kj_archive_size(c->archive),
                           kj_archive_families(c->archive));
}

/* False: nothing is left to do, or a limit came. `out_failed`: `error` is set. What is found where
 * --nodes ends is not kept: with more nodes more would be. */
static bool do_round(Call *c, bool *out_failed, GError **error)
{
    KjComposeTask task = {.work_on = work_on,
                          .spent = spent_on,
                          .deliver = deliver_start,
                          .progress = progress,
                          .keep = keep_step,
                          .data = c};
    unsigned n = 0;
    bool whole[ROUND] = {false};
    bool whole_steps =
        kj_compose_nodes_left(&c->compose, &c->work) >= MAX(KJ_BREED_EFFORT, c->breed.made.nodes);
    c->compose.checkpoint = c->checkpoint.file.path && whole_steps ? &c->checkpoint : NULL;
    memset(c->task, 0, sizeof c->task);
    while (n < ROUND && kj_archive_next(c->archive, &c->random, c->founding, &c->task[n]))
        n++;
    *out_failed = n > 0 && !kj_compose_run(&c->compose, &c->work, &task, n, whole, error);
    for (unsigned i = 0; i < n; i++)
        kj_breed_task_clear(&c->task[i]);
    c->limited |= n > 0 && !whole[n - 1];
    return n > 0 && whole[n - 1] && !*out_failed;
}

/* ---- what is kept ---- */

/* Works of the store, which are there. */
static void take_stored(void *data, const KjMade *made)
{
    Call *c = data;
    kj_archive_add(c->archive, made);
}

static bool open_store(Call *c, GError **error)
{
    const KjCall *call = c->compose.call;
    const KjValue *value = call->values->value;
    const char *path = value[KJ_OPT(ARCHIVE)].text;
    if (!path)
        return true;
    if (value[KJ_OPT(CHECKPOINT)].text)
        return kj_compose_misuse(error, "archive", path,
                                 "no --checkpoint: an archive is gone on with as it is");
    c->news = g_array_new(FALSE, FALSE, sizeof(KjMade));
    c->fresh = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    c->store = kj_archive_store_open(path, call->values, &c->compose.request.solve, error);
    return c->store != NULL;
}

/* Puts what is new into the store. */
static bool keep_news(Call *c, GError **error)
{
    if (!c->store || !c->news->len)
        return true;
    KjLimits limits = {.nodes = STORE_TIMES * MAX(c->breed.made.nodes, 1)};
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    const KjMade *news = (const KjMade *)(void *)c->news->data;
    for (unsigned i = 0; i < c->news->len; i++) {
        uint64_t key = kj_position_full_key(&news[i].position);
        g_ptr_array_add(notes, kj_made_note(&news[i]));
        g_hash_table_add(c->fresh, g_memdup2(&key, sizeof key));
    }
    bool kept = kj_archive_store_put(c->store, news, (char *const *)notes->pdata, c->news->len,
                                     &limits, error);
    g_array_set_size(c->news, 0);
    return kept;
}

/* ---- what has been made ---- */

static void choose(const Call *c, KjMadeList *out)
{
    g_autoptr(GArray) all = kj_archive_works(c->archive);
    kj_made_list_choose(&c->wish, all, KJ_SENTE, c->compose.most, out);
}

/* The list so far goes into the file, if one is named. */
static bool write_list(Call *c, const KjMadeList *list, GError **error)
{
    if (!c->output.target)
        return true;
    g_autofree char *head =
        g_strdup_printf("# %s, seed %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT " nodes\n",
                        c->game->row->id, c->seed, c->work.nodes);
    g_autofree char *text = kj_made_list_file(list, c->compose.call->values, head);
    c->written = g_get_monotonic_time();
    return kj_output_write(&c->output, c->output.target, text, -1, error);
}

/* Writes the list now and then. A full disk is no reason to end; a file that must not be written
 * over is: false. */
static bool keep(Call *c, GError **error)
{
    KjMadeList list;
    g_autoptr(GError) why = NULL;
    if (!c->output.target || g_get_monotonic_time() - c->written < KEEP_SECONDS * G_USEC_PER_SEC)
        return true;
    choose(c, &list);
    bool written = write_list(c, &list, &why);
    kj_made_list_clear(&list);
    if (written)
        return true;
    if (why->domain == KJ_USAGE_ERROR) {
        g_propagate_error(error, g_steal_pointer(&why));
        return false;
    }
    if (!c->told)
        kj_term_message(&c->compose.session->term, "%s: not written, the search goes on: %s",
                        c->output.target, why->message);
    c->told = true;
    return true;
}

/* Whether the best of a cell was put there by this run. */
static bool is_fresh(const Call *c, const KjCell *cell)
{
    uint64_t key = kj_position_full_key(&cell->best->position);
    return g_hash_table_contains(c->fresh, &key);
}

/* A theme's cells for people: "long-drop: cells 12 (new 3), 5-13 plies, up to 9.4 points". */
static void tell_theme(const Call *c, const KjCell *cell, unsigned n, KjPrinter *printer)
{
    const KjTheme *theme = cell->theme == KJ_NO_THEME ? NULL : kj_theme_at(cell->theme);
    unsigned fresh = 0;
    double most = cell->best->appeal;
    for (unsigned i = 0; i < n; i++) {
        fresh += is_fresh(c, &cell[i]);
        most = MAX(most, cell[i].best->appeal);
    }
    kj_printer_line(printer, "  %s: cells %u (new %u), %u-%u plies, up to %.1f points",
                    theme ? kj_check_name(theme->name_en, theme->name_ja) : kj_tr("no theme"), n,
                    fresh, cell[0].plies, cell[n - 1].plies, most);
}

static void print_cell(const Call *c, const KjCell *cell, KjPrinter *printer)
{
    g_autofree char *position = kj_position_write(&cell->best->position);
    KJ_ITEM(KJ_FIELDS_CELL);
}

static void print_archive(const Call *c, KjPrinter *printer)
{
    g_autoptr(GArray) cells = kj_archive_cells(c->archive);
    g_autoptr(GHashTable) works = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    const KjCell *cell = (const KjCell *)(void *)cells->data;
    for (unsigned i = 0; i < cells->len; i++) {
        uint64_t key = kj_position_full_key(&cell[i].best->position);
        g_hash_table_add(works, g_memdup2(&key, sizeof key));
    }
    kj_printer_line(printer, "archive %s: works %u, cells %u",
                    c->compose.call->values->value[KJ_OPT(ARCHIVE)].text, g_hash_table_size(works),
                    cells->len);
    for (unsigned i = 0, n; i < cells->len; i += n) {
        for (n = 1; i + n < cells->len && cell[i + n].theme == cell[i].theme; n++)
            ;
        tell_theme(c, &cell[i], n, printer);
    }
    KJ_FIELDS_ARCHIVE;
}

static KjExit finish(Call *c, GError **error)
{
    KjPrinter *printer = c->compose.call->printer;
    KjMadeList list;
    c->work.cut = kj_session_stopped(c->compose.session);
    choose(c, &list);
    bool written = write_list(c, &list, error);
    kj_made_list_certify(&c->compose, &list, KJ_SENTE);
    kj_compose_begin_record(&c->compose, &c->work);
    kj_made_list_tell(&c->compose, &list, printer);
    KJ_FIELDS_COMPOSE;
    kj_printer_line(printer,
                    "%" G_GUINT64_FORMAT " diagrams tried, %" G_GUINT64_FORMAT
                    " works made of %u families",
                    c->n_tried, c->n_made, kj_archive_families(c->archive));
    if (c->store)
        print_archive(c, printer);
    if (c->work.cut)
        kj_printer_line(printer, "ended by hand");
    kj_compose_end_record(&c->compose, &c->work);
    KjExit status = list.works->len ? KJ_EXIT_OK : c->limited ? KJ_EXIT_UNKNOWN : KJ_EXIT_DEFECT;
    if (c->unusable)
        status = KJ_EXIT_INPUT;
    if (!written && (*error)->domain == KJ_USAGE_ERROR)
        status = KJ_EXIT_USAGE;
    else if (!written) {
        kj_text_error_prefix(error, "%s: ", c->output.target);
        status = KJ_EXIT_INTERNAL;
    }
    kj_made_list_clear(&list);
    return status;
}

/* ---- beginning ---- */

/* Whether there is nothing but kings, as `new` leaves them, and a side holds nothing. */
static bool has_kings_only(const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    for (unsigned s = 0; s < t->squares; s++)
        if (pos->board[s] && kj_piece_kind(pos->board[s]) != t->king)
            return false;
    return !pos->hand[KJ_SENTE] || !pos->hand[KJ_GOTE];
}

/* Whether the board of the workbench has nothing to begin with: no pieces but kings, or the start of
 * a game. */
static bool is_bare(const KjCall *call)
{
    static const char *const none[] = {NULL};
    g_autoptr(GPtrArray) inputs = kj_inputs_read(call->values, true, call->args, NULL);
    g_autoptr(GPtrArray) starts = kj_inputs_read(call->values, false, none, NULL);
    const KjInput *board = inputs ? inputs->pdata[0] : NULL;
    const KjInput *start = starts ? starts->pdata[0] : NULL;
    if (!board || !start || !board->has_position)
        return board != NULL && start != NULL;
    return has_kings_only(&board->position) ||
           kj_position_equal(&board->position, &start->position);
}

/* The works to begin with, if any. */
static const char *const *given(const KjCall *call)
{
    static const char *const none[] = {NULL};
    bool anew = call->values->value[KJ_OPT(FROM_SCRATCH)].flag || (call->board && is_bare(call));
    return anew ? none : call->args;
}

/* Whether Ctrl-C or a limit has come; *out_left is how many nodes are left for one work. */
static bool is_over(const Call *c, uint64_t *out_left)
{
    uint64_t left = kj_compose_nodes_left(&c->compose, &c->work);
    *out_left = MIN(left, c->breed.made.nodes);
    return left == 0 || kj_session_stopped(c->compose.session) ||
           kj_compose_out_of_time(&c->compose);
}

/* Works that are given are where families begin. */
static bool take_given(Call *c, GError **error)
{
    const char *const *words = c->given;
    KjExit status = KJ_EXIT_OK;
    g_autoptr(GPtrArray) inputs = NULL;
    if (!words[0])
        return true;
    inputs = kj_inputs_read(c->compose.call->values, c->compose.call->board != NULL, words, error);
    KjSolver *solver = inputs ? kj_solver_new(&c->compose.request.solve.solver, error) : NULL;
    KjMadeOptions options = c->breed.made;
    options.stop = c->compose.session->stop;
    unsigned i = 0;
    for (; solver && i < inputs->len && !is_over(c, &options.nodes); i++) {
        KjInput *input = inputs->pdata[i];
        KjMade made;
        if (!kj_input_usable(c->compose.session, c->compose.call, input)) {
            c->unusable = true;
            continue;
        }
        KjPosition pos = input->position;
        if (pos.side == KJ_GOTE)
            pos = kj_position_flip(&input->position);
        pos.game = c->game;
        if (input->game.row != c->game->row) {
            kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                         "%s: expected works of one game", input->where);
            status = KJ_EXIT_USAGE;
            break;
        }
        if (kj_made_check(solver, &pos, &options, NULL, 0, &made, &c->work.nodes))
            take(c, &made);
        else
            kj_term_message(&c->compose.session->term,
                            "%s: not known to be a sound work, so nothing can be made of it "
                            "(see --from-scratch)",
                            input->where);
    }
    c->limited = solver && status == KJ_EXIT_OK && i < inputs->len;
    if (c->limited)
        kj_term_message(&c->compose.session->term,
                        "works given that were not looked at before a limit came: %u",
                        inputs->len - i);
    kj_solver_free(solver);
    return solver && status == KJ_EXIT_OK;
}

/* The game of --variant, of the first work that is given, of the archive, or shogi, with the switches
 * in force. */
static bool find_game(Call *c, KjGame *out, GError **error)
{
    const KjGame *game = NULL, *stored = NULL;
    const KjCall *call = c->compose.call;
    g_autoptr(GPtrArray) inputs = NULL;
    if (!kj_input_variant(call->values, &game, error))
        return false;
    if (c->given[0]) {
        inputs = kj_inputs_read(call->values, call->board != NULL, c->given, error);
        if (!inputs)
            return false;
        const KjInput *first = inputs->pdata[0];
        game = first->has_position ? &first->game : game;
    }
    if (c->store && !kj_archive_store_game(c->store, &stored, error))
        return false;
    game = game ? game : stored;
    *out = game ? *game : *kj_game_at(0);
    if (stored && stored->row != out->row)
        return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                            "%s: the works are of %s, expected those of %s",
                            call->values->value[KJ_OPT(ARCHIVE)].text, stored->row->id,
                            out->row->id);
    kj_rules_apply(call->values, &out->rules);
    return true;
}

/* Begins to keep answers; the works given are part of what they are about. */
static bool begin_checkpoint(Call *c, GError **error)
{
    GString *about = kj_compose_about(&c->compose, c->game);
    g_autoptr(GArray) all = kj_archive_works(c->archive);
    g_string_append_printf(about, "works=%u\n", all->len);
    for (unsigned i = 0; i < all->len; i++) {
        g_autofree char *position = kj_position_write(&g_array_index(all, KjMade, i).position);
        g_string_append_printf(about, "work=%s\n", position);
    }
    return kj_answers_checkpoint_begin(&c->checkpoint, about, error);
}

static bool begin_composing(Call *c, KjGame *game, KjSession *session, const KjCall *call,
                            GError **error)
{
    const KjValue *value = call->values->value;
    if (value[KJ_OPT(FROM_SCRATCH)].flag && call->args[0] && !call->board)
        return kj_compose_misuse(error, "from-scratch", "yes", "no works to begin with");
    c->given = given(call);
    if (!kj_compose_begin(session, call, &c->compose, error) ||
        !kj_checkpoint_file_plan(session, call->values, 1, &c->checkpoint.file, error) ||
        !kj_check_certificates_plan(call->values, 1, error) || !open_store(c, error) ||
        !find_game(c, game, error) ||
        !kj_make_wish_read(call->values, game, true, &c->wish, error) ||
        !kj_output_open(&c->output, call->values, value[KJ_OPT(OUTPUT)].text, call->args, error))
        return false;
    KjLimits *limits = &c->compose.request.solve.limits;
    if (!limits->nodes && limits->seconds <= 0)
        limits->nodes = USUAL_NODES;
    c->game = game;
    c->seed = (uint64_t)value[KJ_OPT(SEED)].integer;
    // another run of an archive does not draw the same lots again
    c->random.state = c->seed + (c->store ? (kj_archive_store_runs(c->store) - 1) * RUN_APART : 0);
    c->founding = !c->given[0];
    c->archive = kj_archive_new(&(KjArchiveWish){.themes = c->wish.themes,
                                                 .by_law = c->wish.by_law,
                                                 .least_plies = c->wish.least_plies,
                                                 .most_plies = c->wish.most_plies});
    c->breed = (KjBreedOptions){
        .game = game,
        .made = {.profile = &c->compose.request.profile,
                 .attacker = KJ_SENTE,
                 .trims = true,
                 .nodes = (uint64_t)value[KJ_OPT(VERSION_NODES)].integer},
        .most_plies = c->wish.most_plies,
        .most_pieces = c->wish.most_pieces,
        .themes = c->wish.themes,
    };
    if (c->store && !kj_archive_store_each(c->store, game, take_stored, c, error))
        return false;
    return take_given(c, error);
}

/* Whether there are as many works as wished as are enough. */
static bool has_enough(const Call *c)
{
    unsigned enough = (unsigned)c->compose.call->values->value[KJ_OPT(ENOUGH)].integer;
    if (!enough)
        return false;
    KjMadeList list;
    g_autoptr(GArray) all = kj_archive_works(c->archive);
    kj_made_list_choose(&c->wish, all, KJ_SENTE, enough, &list);
    unsigned n = list.works->len;
    kj_made_list_clear(&list);
    return n >= enough;
}

/* Round after round, until there are enough, nothing is left to do, or a limit or Ctrl-C
 * comes. */
static KjExit search_rounds(Call *c, GError **error)
{
    bool failed = false, kept = true, stored = keep_news(c, error), more = stored;
    while (more && kept && !has_enough(c)) {
        more = do_round(c, &failed, error) && !kj_session_stopped(c->compose.session);
        stored = failed || keep_news(c, error);
        more &= stored;
        kept = !more || keep(c, error);
    }
    kj_answers_checkpoint_end(&c->checkpoint, kj_session_stopped(c->compose.session) ||
                                                  kj_compose_out_of_time(&c->compose));
    return failed || !stored ? KJ_EXIT_INTERNAL : !kept ? KJ_EXIT_USAGE : finish(c, error);
}

static KjExit kj_cmd_compose(KjSession *session, const KjCall *call, GError **error)
{
    const KjValue *value = call->values->value;
    if (value[KJ_OPT(FOR_LINE)].set && value[KJ_OPT(ARCHIVE)].text) {
        kj_compose_misuse(error, "archive", value[KJ_OPT(ARCHIVE)].text, "no --for-line");
        return KJ_EXIT_USAGE;
    }
    if (value[KJ_OPT(FOR_LINE)].set)
        return kj_compose_for_line(session, call, error);
    g_autofree Call *c = g_new0(Call, 1);
    KjGame game;
    KjExit status = KJ_EXIT_USAGE;
    if (begin_composing(c, &game, session, call, error))
        status = c->checkpoint.file.path && !begin_checkpoint(c, error) ? KJ_EXIT_INPUT
                                                                        : search_rounds(c, error);
    else if ((*error)->domain != KJ_USAGE_ERROR)
        status = KJ_EXIT_OK; // the error tells
    kj_answers_checkpoint_end(&c->checkpoint, false);
    kj_make_wish_clear(&c->wish);
    kj_output_clear(&c->output);
    g_clear_pointer(&c->compose.certified, g_array_unref);
    kj_archive_free(c->archive);
    kj_archive_store_close(c->store);
    g_clear_pointer(&c->news, g_array_unref);
    g_clear_pointer(&c->fresh, g_hash_table_unref);
    return c->compose.unwritten ? kj_exit_worse(status, KJ_EXIT_INTERNAL) : status;
}

const KjCommand kj_compose_command = {
    .name = "compose",
    .ja = "創作",
    .group = KJ_COMMANDS_MATE,
    .summary = "make works as wished, with the reasons for each",
    .details = "Makes mate problems: random diagrams that are works, or the works given, get two "
               "plies put in front or are changed, again and again, and what is sound by the "
               "profile with every piece needed is kept. Themes wished for decide what it begins "
               "with and what is tried first. Of these it delivers those that are as "
               "wished, not like each other and not like the works of --new-against, the most "
               "appealing first, and says what it left out. The same seed, wish and --nodes give "
               "the same works. It ends after 20 million nodes unless --nodes or --time say "
               "otherwise; Ctrl-C ends it with what it has. The status is 1 if there is none. With "
               "--for-line it looks for diagrams of which the moves given are the only solution, "
               "or says which move no placement makes possible.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .optional = true, .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_KEEP | KJ_OPTIONS_COMPOSE | KJ_OPTIONS_MAKE |
               KJ_OPTIONS_BREED | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT |
               KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD | KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_compose,
    .examples = {{"compose --nodes 300000 --plies 1-5 --seed 1 --no-diagram --most 2",
                  "A few short works.", "works: 2 of"},
                 {"compose --no-diagram --enough 1 --for-line 'N*2c 1a2a G*2b' "
                  "'8k/9/9/9/9/9/9/9/9 b - 1'",
                  "Where pieces must stand for a line.", "works: 1 of"}},
    .schema = "kanju.compose/1",
};
