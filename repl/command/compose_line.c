/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compose --for-line: diagrams of which a line that is given is the solution. */
#include "repl/command/compose_line.h"

#include <string.h>

#include "core/format/position_text.h"
#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/input_print.h"
#include "repl/command/certified.h"
#include "repl/command/compose_fields.def"
#include "repl/command/made_list.h"
#include "repl/job/phrases.h"
#include "repl/job/raw_line.h"
#include "solver/compose/for_line.h"

enum {
    ROUND = 8,              // steps drawn at a time, so that the result hangs on no thread
    USUAL_NODES = 20000000, // where neither --nodes nor --time is given
};

typedef struct {
    KjCompose compose;
    KjAnswersCheckpoint checkpoint;
    KjComposeWork work; // counts the nodes
    KjGame game;
    KjMakeWish wish;
    KjOutput output;
    KjPosition board;  // the king and what is fixed, sente to attack
    GArray *line;      // of KjLooseMove
    GArray *diagrams;  // of KjLineDiagram
    KjLineFault fault; // why there are none, if so
    KjForLineOptions options;
    KjForLine *search;
    KjForLineTask task[ROUND];
    KjRandom random;
    uint64_t seed;
    uint64_t n_tried; // diagrams
} Call;

/* ---- one round ---- */

static void work_on(void *data, unsigned index, KjSolver *solver, const KjComposeAsk *ask)
{
    Call *c = data;
    KjForLineOptions options = c->options;
    options.made.left = ask->left;
    options.made.stop = ask->cancel;
    kj_for_line_step(c->search, &options, solver, &c->task[index]);
}

static uint64_t spent_on(const void *data, unsigned index)
{
    const Call *c = data;
    return c->task[index].nodes;
}

static bool keep_step(void *data, unsigned index, const KjBytes *bytes)
{
    Call *c = data;
    return kj_for_line_task_keep(&c->task[index], &c->game, bytes);
}

static char *progress(const void *data)
{
    const Call *c = data;
    return g_strdup_printf(kj_tr("%" G_GUINT64_FORMAT " diagrams, %u followed, %u sound"),
                           c->n_tried, kj_for_line_drafts(c->search),
                           kj_for_line_works(c->search)->len);
}

/* False: nothing is left to do, or a limit came. `out_failed`: `error` is set. Steps look at what was
 * found before, so that what a round finds is taken in when all of it is done. */
static bool do_round(Call *c, bool *out_failed, GError **error)
{
    KjComposeTask task = {
        .work_on = work_on, .spent = spent_on, .progress = progress, .keep = keep_step, .data = c};
    unsigned n = 0;
    bool whole[ROUND] = {false};
    bool whole_steps = kj_compose_nodes_left(&c->compose, &c->work) >=
                       MAX(KJ_FOR_LINE_EFFORT, c->options.made.nodes);
    c->compose.checkpoint = c->checkpoint.file.path && whole_steps ? &c->checkpoint : NULL;
    memset(c->task, 0, sizeof c->task);
    while (n < ROUND && kj_for_line_next(c->search, &c->random, &c->task[n]))
        n++;
    *out_failed = n > 0 && !kj_compose_run(&c->compose, &c->work, &task, n, whole, error);
    c->compose.checkpoint = NULL;
    for (unsigned i = 0; i < n; i++) {
        if (whole[i] && !*out_failed) {
            c->n_tried += c->task[i].n_tried;
            kj_for_line_take(c->search, &c->task[i]);
        }
        kj_for_line_task_clear(&c->task[i]);
    }
    return n > 0 && whole[n - 1] && !*out_failed;
}

/* ---- what was found ---- */

static void choose(const Call *c, unsigned most, KjMadeList *out)
{
    kj_made_list_choose(&c->wish, kj_for_line_works(c->search), KJ_SENTE, most, out);
}

static bool has_enough(const Call *c)
{
    unsigned enough = (unsigned)c->compose.call->values->value[KJ_OPT(ENOUGH)].integer;
    KjMadeList list;
    if (!enough)
        return false;
    choose(c, enough, &list);
    unsigned n = list.works->len;
    kj_made_list_clear(&list);
    return n >= enough;
}

static bool write_list(const Call *c, const KjMadeList *list, GError **error)
{
    if (!c->output.target)
        return true;
    g_autofree char *text = kj_made_list_file(list, c->compose.call->values, NULL);
    return kj_output_write(&c->output, c->output.target, text, -1, error);
}

/* The draft that came nearest, with all of its defects; no position: there is none whose line can be
 * played. */
static KjRepair judge_nearest(Call *c)
{
    KjRepair nearest = {.judgement.fate = KJ_FATES};
    const KjDraft *draft = c->search ? kj_for_line_nearest(c->search) : NULL;
    KjSolver *solver =
        draft && draft->looked_at ? kj_solver_new(&c->compose.request.solve.solver, NULL) : NULL;
    if (!solver)
        return nearest;
    const KjLineDiagram *diagram = kj_for_line_diagram(c->search, draft->diagram);
    nearest.position = g_memdup2(&draft->position, sizeof draft->position);
    nearest.line = g_memdup2(diagram->line, diagram->n_line * sizeof *diagram->line);
    nearest.n_line = diagram->n_line;
    KjWish wish = {.keep = KJ_KEEP_LINE,
                   .attacker = KJ_SENTE,
                   .profile = &c->compose.request.profile,
                   .recorded_plies = -1,
                   .any_move = c->options.any_move,
                   .nodes = c->options.made.nodes,
                   .stop = c->compose.session->stop};
    kj_repair_judge(solver, &wish, &draft->position, true, &nearest);
    kj_solver_free(solver);
    return nearest;
}

static void tell_impossible(const Call *c, const char *move, KjPrinter *printer)
{
    const char *why = kj_tr(kj_line_fault_text(&c->fault));
    if (c->fault.move)
        kj_printer_line(printer, "no placement makes ply %u possible, %s: %s", c->fault.ply + 1,
                        move, why);
    else
        kj_printer_line(printer, "%s", why);
}

static void tell_nearest(const Call *c, const KjRepair *nearest, const char *position,
                         KjPrinter *printer)
{
    const KjJudgement *j = &nearest->judgement;
    if (!nearest->position) {
        kj_printer_line(printer, "no diagram was found in which the line ends in mate");
        return;
    }
    kj_printer_line(printer, "the nearest diagram:");
    kj_printer_line(printer, "    %s", position);
    for (unsigned i = 0; i < MIN(j->n_defects, KJ_MAX_DEFECTS); i++) {
        g_autofree char *defect =
            kj_compose_defect_text(&c->compose, nearest->position, nearest->line, &j->defect[i]);
        kj_printer_line(printer, "    %s", defect);
    }
    kj_compose_draw(&c->compose, nearest->position);
}

static void print_found(Call *c, const KjMadeList *made)
{
    KjPrinter *printer = c->compose.call->printer;
    KjMadeList list = *made;
    bool impossible = c->fault.kind != KJ_LINE_POSSIBLE && !c->diagrams->len;
    KjRepair nearest = {.judgement.fate = KJ_FATES};
    if (!impossible && !list.works->len)
        nearest = judge_nearest(c);
    g_autofree char *board = kj_position_write(&c->board);
    g_autofree char *move = kj_raw_move_text(&c->game, c->fault.move);
    g_autofree char *near = nearest.position ? kj_position_write(nearest.position) : NULL;
    kj_compose_begin_record(&c->compose, &c->work);
    if (impossible)
        tell_impossible(c, move, printer);
    else
        kj_made_list_tell(&c->compose, &list, printer);
    KJ_FIELDS_FOR_LINE;
    if (!impossible && !list.works->len)
        tell_nearest(c, &nearest, near, printer);
    if (!impossible)
        kj_printer_line(printer, "%" G_GUINT64_FORMAT " diagrams tried", c->n_tried);
    if (c->work.cut)
        kj_printer_line(printer, "ended by hand");
    kj_compose_end_record(&c->compose, &c->work);
    g_free(nearest.position);
    g_free(nearest.line);
}

static KjExit finish(Call *c, GError **error)
{
    KjMadeList list;
    bool impossible = !c->diagrams->len;
    c->work.cut = kj_session_stopped(c->compose.session);
    choose(c, c->compose.most, &list);
    bool written = write_list(c, &list, error);
    kj_made_list_certify(&c->compose, &list, KJ_SENTE);
    c->compose.request.solve.limits.nodes = 0; // these were for the search
    c->compose.request.solve.limits.seconds = 0;
    bool asks = list.works->len && !c->work.cut; // who ended it does not wait for what follows
    bool done = !asks || kj_made_list_purposes(&c->compose, &list, KJ_SENTE, error);
    print_found(c, &list);
    KjExit status = list.works->len ? KJ_EXIT_OK : impossible ? KJ_EXIT_DEFECT : KJ_EXIT_UNKNOWN;
    if (!written && (*error)->domain == KJ_USAGE_ERROR)
        status = KJ_EXIT_USAGE;
    else if (!written) {
        kj_text_error_prefix(error, "%s: ", c->output.target);
        status = KJ_EXIT_INTERNAL;
    }
    kj_made_list_clear(&list);
    return done ? status : KJ_EXIT_INTERNAL;
}

/* ---- the line ---- */

static bool misuse(GError **error, const char *text)
{
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "--for-line: %s",
                        kj_tr(text));
}

/* A move seen from the other side. */
static KjMove turned_move(const KjTables *t, KjMove move)
{
    unsigned from = kj_move_from(move), last = t->squares - 1u;
    unsigned turned = kj_move_is_drop(move) ? from : last - from;
    return (KjMove)(kj_make_move(turned, last - kj_move_to(move)) |
                    (move & (KJ_MOVE_PROMOTE | KJ_MOVE_KEEP)));
}

/* Takes a board, the attacker, who is to move, as sente; with `bare` only its kings. */
static bool take_board(Call *c, const KjGame *game, const KjPosition *given, bool bare,
                       GError **error)
{
    c->game = *game;
    KjPosition pos = given->side == KJ_GOTE ? kj_position_flip(given) : *given;
    c->board = pos;
    c->board.game = &c->game;
    if (bare) {
        kj_position_clear(&c->board, &c->game);
        for (unsigned s = 0; s < c->game.t->squares; s++)
            if (kj_piece_kind(pos.board[s]) == c->game.t->king)
                kj_position_put(&c->board, s, pos.board[s]);
    }
    return c->board.king[KJ_GOTE] != KJ_NO_SQUARE ||
           misuse(error, "the board has no king to be mated");
}

/* Takes a line that begins at a position; of what cannot be played there the pieces are open. */
static void take_line(Call *c, const KjPosition *start, const KjMove *moves, unsigned n)
{
    bool turned = start->side == KJ_GOTE, follows = true;
    KjPosition pos = turned ? kj_position_flip(start) : *start;
    c->line = kj_loose_line_new();
    for (unsigned i = 0; i < n; i++) {
        KjLooseMove loose;
        KjMove move = turned ? turned_move(c->game.t, moves[i]) : moves[i];
        follows = follows && kj_move_legality(&pos, move) == KJ_MOVE_LEGAL;
        if (follows) {
            kj_loose_move_of(kj_piece_kind(kj_moving_piece(&pos, move)), move, &loose);
            pos = kj_position_after(&pos, move);
        } else {
            g_autofree char *text = kj_raw_move_text(&c->game, move);
            kj_loose_move_read(&c->game, (KjSide)(i % 2), text, KJ_MOVE_NONE, &loose);
        }
        g_array_append_val(c->line, loose);
    }
}

/* Moves as text, on the board of the problem. */
static bool take_text(Call *c, const char *text, GError **error)
{
    g_autofree char *wrong = NULL;
    c->line = kj_loose_line_read(&c->game, text, &wrong);
    return c->line ? true
                   : kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                                  "--for-line: '%s' is no move, expected moves as P*2c, 2b3c+, "
                                  "▲２三銀成 or 2233NG with blanks between",
                                  wrong);
}

/* The only problem of some arguments; NULL: `error` is set. (transfer full, of its list) */
static GPtrArray *read_problem(const KjCall *call, bool on_board, const char *const *words,
                               GError **error)
{
    g_autoptr(GPtrArray) inputs = kj_inputs_read(call->values, on_board, words, error);
    const KjInput *input = inputs && inputs->len == 1 ? inputs->pdata[0] : NULL;
    if (input && input->has_position && !input->error)
        return g_steal_pointer(&inputs);
    if (input)
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "%s: %s", input->where,
                     input->error ? input->error : kj_tr("no position"));
    else if (inputs)
        misuse(error, "expected a single problem");
    return NULL;
}

/* The line of a record, with the kings it begins with, unless there is a problem with its own. */
static bool take_record(Call *c, const KjCall *call, const char *path, GError **error)
{
    const char *words[] = {path, NULL};
    bool bare = !call->args[0] || call->board;
    g_autoptr(GPtrArray) record = read_problem(call, false, words, error);
    g_autoptr(GPtrArray) problem =
        record && !bare ? read_problem(call, false, call->args, error) : NULL;
    if (!record || (!bare && !problem))
        return false;
    const KjInput *input = record->pdata[0], *board = bare ? input : problem->pdata[0];
    if (!take_board(c, &board->game, &board->position, bare, error))
        return false;
    unsigned n;
    g_autofree KjMove *moves = kj_input_line(input, &n);
    take_line(c, &input->position, moves, n);
    return true;
}

/* The line of the workbench: the one that is intended, or else the moves that were played. */
static bool take_played(Call *c, const KjCall *call, GError **error)
{
    const KjMoveTree *tree = call->board ? call->board->tree : NULL;
    if (!tree)
        return misuse(error, "there is no board, expected moves");
    if (!take_board(c, tree->start.game, &tree->start, true, error))
        return false;
    unsigned n = 0;
    g_autofree KjMove *moves =
        call->board->intended ? kj_raw_line_read(&c->game, call->board->intended, &n) : NULL;
    if (!moves) {
        moves = g_new(KjMove, tree->nodes->len + 1);
        for (const KjMoveNode *at = tree->root->child; at && at->move; at = at->child)
            moves[n++] = at->move;
    }
    take_line(c, &tree->start, moves, n);
    return true;
}

static bool read_given(Call *c, const KjCall *call, GError **error)
{
    const char *text = call->values->value[KJ_OPT(FOR_LINE)].text;
    bool good;
    if (strcmp(text, "board") == 0)
        good = take_played(c, call, error);
    else if (*text && g_file_test(text, G_FILE_TEST_EXISTS))
        good = take_record(c, call, text, error);
    else if (!call->args[0])
        good = misuse(error, "expected a problem with the king");
    else {
        g_autoptr(GPtrArray) problem = read_problem(call, call->board != NULL, call->args, error);
        const KjInput *input = problem ? problem->pdata[0] : NULL;
        good = input && take_board(c, &input->game, &input->position, false, error) &&
               take_text(c, text, error);
    }
    return good && (c->line->len || misuse(error, "no moves"));
}

/* ---- beginning ---- */

static bool read_options(Call *c, GError **error)
{
    const KjValue *value = c->compose.call->values->value;
    const char *pieces = value[KJ_OPT(PIECE)].text, *on = value[KJ_OPT(ON)].text;
    g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(KjPiece));
    c->options = (KjForLineOptions){
        .made = {.profile = &c->compose.request.profile,
                 .attacker = KJ_SENTE,
                 .trims = true,
                 .nodes = (uint64_t)value[KJ_OPT(VERSION_NODES)].integer},
        .most_pieces = c->wish.most_pieces,
        .most_added = (unsigned)value[KJ_OPT(ADD)].integer,
        .squares = c->game.t->all,
        .pieces = pieces ? 0 : UINT64_MAX,
        .any_move = c->compose.request.solve.solver.attacker_moves != KJ_CHECKS_ONLY};
    if ((pieces && !kj_compose_read_pieces(&c->game, pieces, list, error)) ||
        (on && !kj_compose_read_squares(&c->game, on, &c->options.squares, error)))
        return false;
    for (unsigned i = 0; i < list->len; i++)
        c->options.pieces |= (uint64_t)1 << g_array_index(list, KjPiece, i);
    return true;
}

static bool begin(Call *c, KjSession *session, const KjCall *call, GError **error)
{
    const KjValue *value = call->values->value;
    if (!kj_compose_begin(session, call, &c->compose, error) ||
        !kj_checkpoint_file_plan(session, call->values, 1, &c->checkpoint.file, error) ||
        !kj_check_certificates_plan(call->values, 1, error) || !read_given(c, call, error) ||
        !kj_make_wish_read(call->values, &c->game, false, &c->wish, error) ||
        !read_options(c, error) ||
        !kj_output_open(&c->output, call->values, value[KJ_OPT(OUTPUT)].text, call->args, error))
        return false;
    c->wish.alike = c->wish.chases = true;
    if (!value[KJ_OPT(OF_FAMILY)].set)
        c->wish.of_family = 1;
    KjLimits *limits = &c->compose.request.solve.limits;
    if (!limits->nodes && limits->seconds <= 0)
        limits->nodes = USUAL_NODES;
    c->seed = (uint64_t)value[KJ_OPT(SEED)].integer;
    c->random.state = c->seed;
    c->diagrams = kj_line_diagrams(&c->board, c->line, c->options.any_move, &c->fault);
    return true;
}

/* Begins to keep answers; board and line are part of what they are about. */
static bool begin_checkpoint(Call *c, GError **error)
{
    if (!c->checkpoint.file.path)
        return true;
    GString *about = kj_compose_about(&c->compose, &c->game);
    g_autofree char *position = kj_position_write(&c->board);
    g_string_append_printf(about, "board=%s\n", position);
    for (unsigned i = 0; i < c->diagrams->len; i++) {
        const KjLineDiagram *diagram = &g_array_index(c->diagrams, KjLineDiagram, i);
        g_autofree char *line = kj_raw_line_text(&c->game, diagram->line, diagram->n_line);
        g_autofree char *least = kj_position_write(&diagram->position);
        g_string_append_printf(about, "least=%s %s\n", least, line);
    }
    return kj_answers_checkpoint_begin(&c->checkpoint, about, error);
}

static KjExit search(Call *c, GError **error)
{
    bool failed = false;
    c->search = kj_for_line_new(c->diagrams, &c->options);
    if (c->diagrams->len && !kj_for_line_drafts(c->search)) {
        misuse(error, "the line alone needs more pieces than --pieces allows");
        return KJ_EXIT_USAGE;
    }
    while (!has_enough(c) && do_round(c, &failed, error) && !kj_session_stopped(c->compose.session))
        ;
    kj_answers_checkpoint_end(&c->checkpoint, kj_session_stopped(c->compose.session) ||
                                                  kj_compose_out_of_time(&c->compose));
    return failed ? KJ_EXIT_INTERNAL : finish(c, error);
}

KjExit kj_compose_for_line(KjSession *session, const KjCall *call, GError **error)
{
    g_autofree Call *c = g_new0(Call, 1);
    KjExit status = KJ_EXIT_USAGE;
    if (begin(c, session, call, error))
        status = begin_checkpoint(c, error) ? search(c, error) : KJ_EXIT_INPUT;
    kj_answers_checkpoint_end(&c->checkpoint, false);
    kj_make_wish_clear(&c->wish);
    kj_output_clear(&c->output);
    g_clear_pointer(&c->compose.certified, g_array_unref);
    g_clear_pointer(&c->diagrams, g_array_unref);
    g_clear_pointer(&c->line, g_array_unref);
    kj_for_line_free(c->search);
    return c->compose.unwritten ? kj_exit_worse(status, KJ_EXIT_INTERNAL) : status;
}
