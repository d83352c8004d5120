/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: collections of problems in files. */
#include "core/format/format.h"
#include "core/format/position_text.h"
#include "core/text/lang.h"
#include "repl/cli/board_work.h"
#include "repl/cli/replace.h"
#include "repl/collection/collection.h"
#include "repl/job/files.h"
#include "repl/job/input_record.h"
#include "repl/shell/shell_commands.h"

/* The open collection, or NULL with an error. */
static KjCollection *opened(const KjSession *session, GError **error)
{
    if (!kj_workbench_of(session)->beside.collection)
        kj_usage_error(error, "no collection is open: 'open' one, or 'save FILE' makes one of what "
                              "is on the board");
    return kj_workbench_of(session)->beside.collection;
}

/* What a problem is called, "  TITLE  (AUTHOR)", with the blanks before each. (transfer full) */
static char *name_of(const KjCollection *collection, unsigned problem)
{
    g_autofree char *id = kj_collection_id(collection, problem);
    g_autoptr(KjMoveTree) tree = kj_collection_tree(collection, problem);
    const char *author = tree ? kj_move_tree_header(tree, kj_about_key(KJ_ABOUT_AUTHOR)) : NULL;
    g_autofree char *by = author && *author ? g_strdup_printf(kj_tr("  (%s)"), author) : NULL;
    return g_strconcat(*id ? "  " : "", id, by, NULL);
}

/* What the file has of its present problem; a board without a piece, and an error, where that cannot
 * be read. (transfer full) */
static KjKept *read_problem(KjSession *session, const KjCall *call, KjExit *out, GError **error)
{
    const KjCollection *collection = kj_workbench_of(session)->beside.collection;
    unsigned problem = collection->current;
    KjKept *read;
    if (collection->files) {
        const KjGameFile *file = collection->files->pdata[problem];
        read = kj_kept_record(kj_collection_tree(collection, problem), file->tree);
    } else {
        unsigned before;
        g_autofree char *text = kj_collection_position(collection, problem, &before);
        *out = kj_shell_read(call, collection->game, text, &read, error);
        if (!read)
            kj_text_error_move(*error, 0, before);
    }
    if (read && !collection->files)
        kj_collection_about(collection, problem, read->tree);
    if (read) {
        read->tree->as_written = true;
        return read;
    }
    g_autofree char *place =
        g_strdup_printf("%s:%u", collection->path, kj_collection_line(collection, problem));
    kj_text_error_tell_place(error, place);
    KjPosition empty;
    kj_position_clear(&empty, collection->game ? collection->game
                                               : kj_workbench_tree(session->bench)->start.game);
    return kj_kept_new(kj_move_tree_new(&empty), NULL);
}

/* Puts the current problem of the collection on the board and says which it is. */
static KjExit show_problem(KjSession *session, const KjCall *call, GError **error)
{
    KjWorkbench *bench = session->bench;
    const KjCollection *collection = bench->beside.collection;
    unsigned problem = collection->current;
    g_autofree char *name = name_of(collection, problem);
    kj_print_line(call->printer, "%u/%u%s", problem + 1, collection->problems->len, name);
    KjExit status = KJ_EXIT_OK;
    g_autoptr(KjKept) read = read_problem(session, call, &status, error);
    kj_workbench_show(bench, read);
    if (bench->beside.edited)
        kj_term_message(&session->term,
                        "as you have edited it: 'put' it, or 'item' shows it as it was");
    if (status == KJ_EXIT_OK)
        kj_shell_warn(session);
    const KjGameFile *file = collection->files ? collection->files->pdata[problem] : NULL;
    g_autofree char *cut = kj_input_cut_text(file ? file->cut : 0);
    if (cut)
        kj_term_message(&session->term, "warning: %s", cut);
    return status;
}

static KjExit go_to(KjSession *session, const KjCall *call, unsigned problem, GError **error)
{
    kj_workbench_keep_edit(session->bench);
    kj_workbench_of(session)->beside.collection->current = problem;
    return show_problem(session, call, error);
}

static KjExit kj_cmd_open(KjSession *session, const KjCall *call, GError **error)
{
    KjWorkbench *bench = session->bench;
    if (!session->told && kj_shell_leaves_behind(session, "'open!' without it", error))
        return KJ_EXIT_USAGE;
    unsigned left_out = 0;
    const KjGame *game;
    if (!kj_input_variant(call->values, &game, error))
        return KJ_EXIT_USAGE;
    KjCollection *collection = kj_collection_open(call->args[0], game, &left_out, error);
    if (left_out)
        kj_term_message(&session->term,
                        kj_tr_n(left_out, "%s: warning: %u problem cannot be read and is left out",
                                "%s: warning: %u problems cannot be read and are left out"),
                        call->args[0], left_out);
    if (!collection)
        return KJ_EXIT_INPUT;
    if (collection->lost)
        kj_term_message(&session->term, "%s", collection->lost);
    if (collection->unread)
        kj_term_message(&session->term,
                        "%s%s; line %u and all after it are not read and stay as they are",
                        collection->path, collection->unread, collection->end + 1);
    kj_beside_open(&bench->beside, collection);
    return show_problem(session, call, error);
}

/* The open collection and the index of its Nth problem, usually the current one; NULL: an error. */
static KjCollection *opened_at(const KjSession *session, const KjCall *call, unsigned *out_problem,
                               GError **error)
{
    KjCollection *collection = opened(session, error);
    if (!collection)
        return NULL;
    unsigned number = kj_call_number(call, collection->current + 1);
    *out_problem = number - 1;
    if (number >= 1 && number <= collection->problems->len)
        return collection;
    kj_usage_error(error, "N '%u': expected a number from 1 to %u", number,
                   collection->problems->len);
    return NULL;
}

static KjExit kj_cmd_item(KjSession *session, const KjCall *call, GError **error)
{
    unsigned problem;
    KjWorkbench *bench = session->bench;
    const KjCollection *collection = opened_at(session, call, &problem, error);
    if (!collection)
        return KJ_EXIT_USAGE;
    if (problem != collection->current)
        return go_to(session, call, problem, error);
    if (bench->beside.edited)
        kj_term_message(&session->term, "your edit is off the board, 'undo' brings it back");
    return show_problem(session, call, error);
}

/* Goes `n` problems on, or back, as far as there are some. */
static KjExit go_by(KjSession *session, const KjCall *call, gint64 n, GError **error)
{
    const KjCollection *collection = kj_workbench_of(session)->beside.collection;
    unsigned last = collection->problems->len - 1;
    if (collection->current == (n < 0 ? 0 : last))
        return kj_usage_error(error, n < 0 ? "at the first problem" : "at the last problem");
    return go_to(session, call, (unsigned)CLAMP(collection->current + n, 0, last), error);
}

static KjExit kj_cmd_next(KjSession *session, const KjCall *call, GError **error)
{
    const KjCollection *collection = opened(session, error);
    const char *text = call->args[0] ? call->args[0] : "1";
    if (!collection)
        return KJ_EXIT_USAGE;
    char *rest;
    gint64 n = g_ascii_strtoll(text, &rest, 10);
    if (!*rest)
        return go_by(session, call, CLAMP(n, -(gint64)G_MAXINT, G_MAXINT), error);
    int problem = kj_collection_find(collection, text);
    return problem < 0 ? kj_usage_error(error, "no problem has '%s' in its line", text)
                       : go_to(session, call, (unsigned)problem, error);
}

/* A problem in a list of them: without a name by its position. */
static void list_problem(const KjBeside *beside, unsigned problem, KjPrinter *printer)
{
    const KjCollection *collection = beside->collection;
    bool here = problem == collection->current;
    bool unput = here ? beside->edited : kj_beside_unput(beside, problem) != NULL;
    g_autofree char *name = name_of(collection, problem), *position = NULL;
    if (!*name && collection->files) {
        g_autoptr(KjMoveTree) tree = kj_collection_tree(collection, problem);
        position = kj_position_write(&tree->start);
    } else if (!*name) {
        position = kj_collection_position(collection, problem, NULL);
    }
    const char *text = position ? position : name + strspn(name, " ");
    kj_printer_line(printer, "%s%4u%s%s", here ? "*" : " ", problem + 1, unput ? "+ " : "  ", text);
}

static KjExit kj_cmd_list(KjSession *session, const KjCall *call, GError **error)
{
    KjPrinter *printer = call->printer;
    const KjCollection *collection = opened(session, error);
    const char *text = call->args[0];
    if (!collection)
        return KJ_EXIT_USAGE;
    unsigned n = 0;
    kj_printer_begin(printer, NULL);
    for (unsigned i = 0; i < collection->problems->len; i++) {
        if (text && !kj_collection_has(collection, i, text))
            continue;
        list_problem(&kj_workbench_of(session)->beside, i, printer);
        n++;
    }
    kj_printer_end(printer);
    return n ? KJ_EXIT_OK : kj_usage_error(error, "no problem has '%s' in its line", text);
}

/* Says what the file could not hold. */
static void tell_loss(KjSession *session, const KjCollection *collection, KjCollectionLoss *loss)
{
    if (loss->lost)
        kj_term_message(
            &session->term,
            !collection->files || collection->format == KJ_FORMAT_JKF
                ? "warning: moves that cannot be played from there are left out: %u"
                : "warning: moves that cannot be played from there stay as comments: %u",
            loss->lost);
    if (loss->cut)
        kj_term_message(&session->term, "moves taken out, with what was noted beside them: %u",
                        loss->cut);
    if (loss->dropped)
        kj_term_message(&session->term, "%s: warning: %s cannot hold %s", collection->path,
                        collection->files ? kj_format_name(collection->format) : kj_tr("a list"),
                        loss->dropped);
    g_clear_pointer(&loss->dropped, g_free);
}

/* What is on the board as a list takes it: the author's line goes behind the position, as far as it
 * can be played from there; `out_lost`: moves that cannot. (transfer full) */
static KjMoveTree *row_of(const KjWorkbench *bench, bool along, unsigned *out_lost)
{
    const KjMoveTree *board = kj_workbench_tree(bench);
    KjMoveTree *tree = kj_move_tree_new(&board->start);
    kj_move_tree_take_headers(tree, board);
    bool found = bench->beside.found && !kj_states_intended(bench->states);
    g_autoptr(GArray) line = along && !found ? kj_workbench_intended(bench) : NULL;
    for (*out_lost = line ? line->len : 0; *out_lost; --*out_lost) {
        KjPosition here = kj_move_tree_position(tree);
        KjMove move = g_array_index(line, KjMove, line->len - *out_lost);
        if (kj_move_legality(&here, move) != KJ_MOVE_LEGAL)
            break;
        kj_move_tree_play(tree, move);
    }
    return tree;
}

/* What is on the board as a collection takes it: from the start of the work with its moves and
 * solution, or without them; elsewhere as it stands. `out_plies`: the length, -1 not known;
 * `out_lost`: moves that a list loses. (transfer full) */
static KjMoveTree *work_of(const KjSession *session, const KjCall *call,
                           const KjCollection *collection, bool add, int *out_plies,
                           unsigned *out_lost)
{
    const KjWorkbench *bench = session->bench;
    const KjMoveTree *tree = kj_workbench_tree(bench);
    KjCollectionHolds holds = kj_collection_holds(collection, add);
    bool along = holds != KJ_HOLDS_NO_MOVES && kj_input_moves_along(call->values);
    *out_plies = -1;
    *out_lost = 0;
    if (tree->at != tree->root)
        return kj_move_tree_copy(tree);
    g_autofree char *ahead = kj_workbench_ahead(bench, true);
    g_autoptr(KjMoveTree) work =
        kj_board_work(session, tree, ahead, along && holds == KJ_HOLDS_BRANCHES, out_plies);
    if (!collection->files)
        return row_of(bench, along, out_lost);
    if (along)
        return g_steal_pointer(&work);
    KjMoveTree *bare = kj_move_tree_new(&tree->start);
    kj_move_tree_take_headers(bare, tree);
    return bare;
}

/* Puts or adds (`add`) what is on the board, and says what the file cannot hold. */
static bool take_board(KjSession *session, const KjCall *call, KjCollection *collection, bool add,
                       GError **error)
{
    int plies;
    unsigned lost;
    g_autoptr(KjMoveTree) tree = work_of(session, call, collection, add, &plies, &lost);
    KjCollectionLoss loss;
    bool ok = add ? kj_collection_add(collection, call->args[0], tree, plies, &loss, error)
                  : kj_collection_put(collection, tree, plies, &loss, error);
    loss.lost += lost;
    if (ok)
        tell_loss(session, collection, &loss);
    else
        g_free(loss.dropped);
    return ok;
}

static KjExit write_problem(KjSession *session, const KjCall *call, bool add, GError **error)
{
    KjCollection *collection = opened(session, error);
    if (!collection)
        return KJ_EXIT_USAGE;
    if (!take_board(session, call, collection, add, error))
        return KJ_EXIT_INPUT;
    kj_workbench_of(session)->beside.edited = false;
    kj_workbench_commit(session->bench);
    unsigned at = collection->current + 1, n = collection->problems->len;
    if (add)
        return kj_print_line(call->printer, "added as %u/%u, not saved yet", at, n);
    return kj_print_line(call->printer,
                         kj_collection_changed(collection)
                             ? "put into %u/%u, not saved yet"
                             : "%u/%u has it already, nothing to save",
                         at, n);
}

static KjExit kj_cmd_put(KjSession *session, const KjCall *call, GError **error)
{
    return write_problem(session, call, false, error);
}

static KjExit kj_cmd_add(KjSession *session, const KjCall *call, GError **error)
{
    return write_problem(session, call, true, error);
}

static KjExit kj_cmd_discard(KjSession *session, const KjCall *call, GError **error)
{
    KjCollection *collection = opened(session, error);
    if (!collection)
        return KJ_EXIT_USAGE;
    unsigned at = collection->current + 1, n = collection->problems->len;
    g_autofree char *name = name_of(collection, collection->current);
    if (!kj_collection_discard(collection, error))
        return KJ_EXIT_INPUT;
    kj_beside_discarded(&kj_workbench_of(session)->beside, at - 1);
    kj_print_line(call->printer, "taken out: %u/%u%s, not saved yet", at, n, name);
    return show_problem(session, call, error);
}

static KjExit kj_cmd_reorder(KjSession *session, const KjCall *call, GError **error)
{
    unsigned to;
    KjCollection *collection = opened_at(session, call, &to, error);
    if (!collection)
        return KJ_EXIT_USAGE;
    unsigned from = collection->current + 1, n = collection->problems->len;
    if (!kj_collection_reorder(collection, to, error))
        return KJ_EXIT_INPUT;
    kj_beside_reordered(&kj_workbench_of(session)->beside, from - 1, to);
    kj_workbench_commit(session->bench);
    return kj_print_line(call->printer,
                         kj_collection_changed(collection) ? "%u/%u is now %u, not saved yet"
                                                           : "%u/%u is now %u",
                         from, n, to + 1);
}

const KjCommand kj_save_command;

/* Whether nobody else's work is in the way: another file, or what became of the one opened. `path`
 * NULL: the one opened. */
static bool may_save(KjSession *session, const KjCollection *collection, const char *path,
                     GError **error)
{
    if (collection && (!path || kj_files_same(path, collection->path)))
        return session->told || !kj_collection_is_stale(collection) ||
               kj_refuse_to_write(collection->path,
                                  "it was changed by somebody else since it was read",
                                  kj_command_shown(&kj_save_command), error);
    return kj_may_write_new(session, path, kj_command_shown(&kj_save_command), error);
}

static KjExit kj_cmd_save(KjSession *session, const KjCall *call, GError **error)
{
    KjWorkbench *bench = session->bench;
    const char *path = call->args[0];
    g_autoptr(KjCollection) made = NULL;
    if (!bench->beside.collection && path) {
        made = kj_collection_new(path, kj_workbench_tree(bench), error);
        if (!made)
            return KJ_EXIT_USAGE;
    }
    KjCollection *collection = made ? made : opened(session, error);
    if (!collection || !may_save(session, made ? NULL : collection, path, error))
        return KJ_EXIT_USAGE;
    if (made && !take_board(session, call, made, false, error))
        return KJ_EXIT_INPUT;
    if (!kj_collection_save(collection, path, error))
        return (*error)->domain == KJ_USAGE_ERROR ? KJ_EXIT_USAGE : KJ_EXIT_INTERNAL;
    if (made) {
        kj_beside_open(&bench->beside, g_steal_pointer(&made));
        kj_workbench_commit(bench);
    }
    kj_workbench_moved(bench);
    g_autofree char *unput = kj_beside_unput_text(&bench->beside);
    if (unput)
        kj_term_message(&session->term, "edits that were not put, and are not saved: %s", unput);
    unsigned n = collection->problems->len;
    return kj_print_line(call->printer, kj_tr_n(n, "saved %s: %u problem", "saved %s: %u problems"),
                         collection->path, n);
}

// A file made for an example and one to look at: sh runs the examples of this table.
#define LIST                                                                              \
    "!printf 'a\\t7k1/9/6B1R/9/9/9/9/9/9 b G\\n# note\\nb\\t8k/9/8P/9/9/9/9/9/9 b G\\n' " \
    ">list.txt\n"

const KjCommand kj_open_command = {
    .name = "open",
    .ja = "開く",
    .aliases = {"o"},
    .group = KJ_COMMANDS_COLLECTION,
    .summary = "open a file of problems",
    .details =
        "Opens a list or a file of records (KIF, KI2, BOD, CSA, JKF) and puts its first problem "
        "on the board; records come with their moves and branches. A store of results is opened "
        "as a list made of it, which 'save FILE' writes to a new file: a store itself never "
        "changes.",
    .args = {{.kind = KJ_ARG_FILE, .name = "FILE"}},
    .options = KJ_OPTIONS_VARIANT,
    .run = kj_cmd_open,
    .examples = {{LIST "open list.txt", "Two problems.", "1/2  a"}},
};

const KjCommand kj_next_command = {
    .name = "next",
    .ja = "次",
    .aliases = {"n"},
    .group = KJ_COMMANDS_COLLECTION,
    .summary = "go to the next problem, or some on or back",
    .details = "Goes to the next problem, or N further, -N back; with TEXT to the next one that "
               "has it in its line: id, position or note, round the end.",
    .args = {{.kind = KJ_ARG_TEXT, .name = "N_OR_TEXT", .optional = true}},
    .options = KJ_OPTIONS_VARIANT,
    .flags = KJ_COMMAND_AGAIN,
    .run = kj_cmd_next,
    .examples = {{LIST "open list.txt; next", "The second.", "2/2  b"},
                 {LIST "open list.txt; next; next -1; position", "And back.", "7k1/9/6B1R/"},
                 {LIST "open list.txt; next 8k/9/8P", "The one with a text.", "2/2  b"}},
};

const KjCommand kj_item_command = {
    .name = "item",
    .ja = "問題",
    .group = KJ_COMMANDS_COLLECTION,
    .summary = "go to a problem by its number",
    .details =
        "Goes to the Nth problem of the collection. An edit of the one before that was not put "
        "is kept, and is there again when you come back; 'list' marks it with +. Without N "
        "shows the current one as the file has it.",
    .args = {{.kind = KJ_ARG_INTEGER, .name = "N", .optional = true, .min = 1, .max = 10000000}},
    .options = KJ_OPTIONS_VARIANT,
    .run = kj_cmd_item,
    .examples = {{LIST "open list.txt; item 2", "The second.", "2/2  b"}},
};

const KjCommand kj_list_command = {
    .name = "list",
    .ja = "一覧",
    .group = KJ_COMMANDS_COLLECTION,
    .summary = "list the problems of the collection",
    .details =
        "Prints number, title and author of each problem, with * at the current one and + at "
        "those with edits that were not put; of one without a title the position. With TEXT only "
        "of those that have it in their "
        "lines, as 'next' looks for it.",
    .args = {{.kind = KJ_ARG_TEXT, .name = "TEXT", .optional = true}},
    .run = kj_cmd_list,
    .examples = {{LIST "open list.txt; next; list", "The second is on the board.", "*   2  b"}},
};

const KjCommand kj_put_command = {
    .name = "put",
    .ja = "書き換え",
    .group = KJ_COMMANDS_COLLECTION,
    .summary = "put the position on the board into the collection",
    .details = "Writes the position on the board, with its moves, over that of the current "
               "problem. Of its lines in the file only those change that say something else now; "
               "comments and all that is not understood stay. Moves that an edited position no "
               "longer allows stay as comments. From the start of the work its moves go along "
               "where the format has a place for them; if it has none, the solution that was "
               "found, in KIF, KI2 and JKF with its variations; in a list its length. Title, "
               "author, date and note are written as far as the format holds them. The file "
               "changes only by 'save'.",
    .options = KJ_OPTIONS_ALONG,
    .run = kj_cmd_put,
    .examples = {{LIST "open list.txt; give b P; put; save; !cat list.txt", "Changed.",
                  "R/9/9/9/9/9/9 b GPrb3g4s4n4l17p 1"}},
};

const KjCommand kj_add_command = {
    .name = "add",
    .ja = "追加",
    .group = KJ_COMMANDS_COLLECTION,
    .summary = "add the position on the board to the collection",
    .details = "Adds the position on the board as a problem at the end, with a number or title if "
               "given, and all that 'put' writes.",
    .args = {{.kind = KJ_ARG_TEXT, .name = "ID", .optional = true}},
    .options = KJ_OPTIONS_ALONG,
    .run = kj_cmd_add,
    .examples = {{LIST "open list.txt; new; add c", "A third.", "added as 3/3"}},
};

const KjCommand kj_discard_command = {
    .name = "discard",
    .ja = "削除",
    .group = KJ_COMMANDS_COLLECTION,
    .summary = "take the current problem out of the collection",
    .details = "Takes the current problem out of the collection and puts the next one on the "
               "board. The file changes only by 'save'.",
    .options = KJ_OPTIONS_VARIANT,
    .run = kj_cmd_discard,
    .examples = {{LIST "open list.txt; discard; save; !cat list.txt", "The second is left.",
                  "saved list.txt: 1 problem"}},
};

const KjCommand kj_reorder_command = {
    .name = "reorder",
    .ja = "並べ替え",
    .group = KJ_COMMANDS_COLLECTION,
    .summary = "give the current problem another place in the collection",
    .details = "Makes the current problem the Nth of the collection; comments between the problems "
               "of a list stay where they are. The file changes only by 'save'.",
    .args = {{.kind = KJ_ARG_INTEGER, .name = "N", .min = 1, .max = 10000000}},
    .run = kj_cmd_reorder,
    .examples = {{LIST "open list.txt; reorder 2; list", "The first is the second now.",
                  "*   2  a"}},
};

const KjCommand kj_save_command = {
    .name = "save",
    .ja = "保存",
    .aliases = {"w"},
    .group = KJ_COMMANDS_COLLECTION,
    .summary = "save the collection",
    .details =
        "Writes the collection to its file, or to another, in the format, encoding and line ends "
        "it has. Lines that were not changed stay byte for byte. A collection made of a store "
        "goes to another FILE only, as a list. Where none is open FILE becomes a new list of what "
        "is on the board, as 'add' writes it, and is open. A name that ends as another format's "
        "files do is refused. Another file that is there, or the one opened where somebody else "
        "has changed it since, stays as it is without save!.",
    .args = {{.kind = KJ_ARG_FILE, .name = "FILE", .optional = true}},
    .options = KJ_OPTIONS_ALONG,
    .run = kj_cmd_save,
    .examples = {{LIST "open list.txt; save copy.txt; !cat copy.txt", "Comments stay.", "# note"},
                 {"new; save mine.txt; place P 5e; add; save; item 1", "A new list.", "1/2"}},
};
