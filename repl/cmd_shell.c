/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: searching, collections, and the workbench itself. */
#include <string.h>

#include "core/lang.h"
#include "repl/collection.h"
#include "repl/help.h"
#include "repl/output.h"
#include "repl/shell.h"
#include "repl/shell_commands.h"

enum { MAX_SOURCING = 16 }; // files inside one another

static KjExit cmd_apropos(KjSession *session, const KjCall *call, KjPrinter *printer,
                          GError **error)
{
    (void)session;
    g_autofree char *wanted = g_utf8_casefold(call->args[0], -1);
    unsigned n = 0;
    kj_printer_begin(printer, "");
    for (size_t i = 0; i < kj_command_count(); i++) {
        const KjCommand *command = kj_command_at(i);
        // in both languages, whichever is spoken
        g_autofree char *text =
            g_strjoin(" ", command->name, command->aliases, command->summary, command->details,
                      kj_tr(command->summary), kj_tr(command->details), NULL);
        g_autofree char *folded = g_utf8_casefold(text, -1);
        if (!strstr(folded, wanted))
            continue;
        kj_printer_line(printer, "  %-10s %s", command->name, kj_tr(command->summary));
        n++;
    }
    kj_printer_end(printer);
    return n ? KJ_EXIT_OK : kj_misuse(error, "nothing about '%s'", call->args[0]);
}

static KjExit cmd_source(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)printer;
    KjWorkbench *bench = session->bench;
    if (bench->sourcing >= MAX_SOURCING)
        return kj_misuse(error, "%s: files read one inside the other %d deep", call->args[0],
                         MAX_SOURCING);
    g_autofree char *text = NULL;
    if (!g_file_get_contents(call->args[0], &text, NULL, error))
        return KJ_EXIT_INPUT;
    bench->sourcing++;
    KjExit status = kj_shell_text(session, text, call->args[0]);
    bench->sourcing--;
    return status;
}

static KjExit cmd_once(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)printer;
    (void)error;
    g_free(session->bench->once);
    session->bench->once = g_strdup(call->args[0]);
    return KJ_EXIT_OK;
}

static KjExit cmd_say(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)session;
    (void)error;
    g_autofree char *text = kj_call_text(call, 0);
    return kj_say(printer, "%s", text);
}

static KjExit cmd_echo(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)printer;
    (void)error;
    session->bench->echo = strcmp(call->args[0], "on") == 0;
    return KJ_EXIT_OK;
}

static KjExit cmd_restore(KjSession *session, const KjCall *call, KjPrinter *printer,
                          GError **error)
{
    KjWorkbench *bench = session->bench;
    g_autofree char *path = call->args[0]         ? g_strdup(call->args[0])
                            : bench->state_folder ? kj_workbench_file(bench, "previous")
                                                  : NULL;
    if (!path)
        return kj_misuse(error, "no session was kept, expected a FILE");
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, error))
        return KJ_EXIT_INPUT;
    if (!kj_workbench_read(bench, text, error)) {
        g_prefix_error(error, "%s: ", path);
        return KJ_EXIT_INPUT;
    }
    return kj_say(printer, "restored: %u earlier states, %u names%s%s", bench->at,
                  g_hash_table_size(bench->names), bench->collection ? kj_tr(", collection ") : "",
                  bench->collection ? bench->collection->path : "");
}

static KjExit cmd_keep(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)printer;
    g_autofree char *text = kj_workbench_write(session->bench);
    if (kj_file_write(call->args[0], text, -1, error))
        return KJ_EXIT_OK;
    g_prefix_error(error, "%s: ", call->args[0]);
    return KJ_EXIT_INTERNAL;
}

static KjExit cmd_quit(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)call;
    (void)printer;
    KjWorkbench *bench = session->bench;
    bool unsaved = bench->collection && bench->collection->changed;
    if (unsaved && bench->interactive && !bench->leaving) {
        bench->leaving = true;
        return kj_misuse(error, "%s is not saved: 'save' it, or 'quit' once more",
                         bench->collection->path);
    }
    bench->quit = true;
    return KJ_EXIT_OK;
}

#define ROW(heading, more, word, also, sum, text, function)                           \
    .name = word, .aliases = also, .group = heading, .summary = sum, .details = text, \
    .flags = KJ_COMMAND_SHELL | (more), .run = function
#define SEARCH(...) ROW(KJ_COMMANDS_SEARCH, 0, __VA_ARGS__)
#define COLLECTION(...) ROW(KJ_COMMANDS_COLLECTION, 0, __VA_ARGS__)
#define STEP(...) ROW(KJ_COMMANDS_COLLECTION, KJ_COMMAND_AGAIN, __VA_ARGS__)
#define SHELL(...) ROW(KJ_COMMANDS_SHELL, 0, __VA_ARGS__)
#define NUMBER                                                                               \
    {                                                                                        \
        {                                                                                    \
            .kind = KJ_ARG_INTEGER, .name = "N", .optional = true, .min = 1, .max = 10000000 \
        }                                                                                    \
    }
#define ONE(which, title)                \
    {                                    \
        {                                \
            .kind = which, .name = title \
        }                                \
    }
#define MAYBE(which, title)                                \
    {                                                      \
        {                                                  \
            .kind = which, .name = title, .optional = true \
        }                                                  \
    }

// A file made for an example and one to look at: sh runs the examples of this table.
#define LIST                                                                              \
    "!printf 'a\\t7k1/9/6B1R/9/9/9/9/9/9 b G\\n# note\\nb\\t8k/9/8P/9/9/9/9/9/9 b G\\n' " \
    ">list.txt\n"

static const KjCommand rows[] = {
    {SEARCH("answer", "best", "solve and put the main line on the board's tree",
            "Solves what is on the board while you wait, and puts the main line into the tree of "
            "moves, to be gone through by forward, back and variations. Played after a move of "
            "the defender's it tells the answer to that move.",
            kj_cmd_answer),
     .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_NOTATION | KJ_OPTIONS_ANSWER,
     .examples = {{"position '7k1/9/6B1R/9/9/9/9/9/9 b G'; answer; forward; position",
                   "The mating move is played.", "moves G*2b"}}},
    {SEARCH(
         "browse", "tree", "go through the solution with keys",
         "Shows the board and the tree of moves on the full screen; where no move was tried yet "
         "the solution is searched first, with what follows each reply. Arrow keys go down and up "
         "the line and to other moves; t or Tab shows the whole tree, where they go from row to "
         "row and open and close branches; a searches from where you are, m lists all legal moves "
         "to try one, x cuts a move off, n changes the notation; q or Enter ends, and the place "
         "reached stays.",
         kj_cmd_browse),
     .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD},
    {SEARCH("jobs", "", "list what runs in the background",
            "On a terminal solve, perft and bench run in the background, and everywhere with & at "
            "the end. Prints the number, command, time and progress of each.",
            kj_cmd_jobs),
     .examples = {{"jobs", "Nothing runs.", "no jobs"}}},
    {SEARCH(
         "stop", "", "stop background jobs",
         "Stops the job of that number, or all. Ctrl-C does the same. What was found is printed.",
         kj_cmd_stop),
     .args = NUMBER,
     .examples = {{"startpos; perft 30 &\nstop\nwait", "Begun and stopped.", "(stopped)"}}},
    {SEARCH("wait", "", "wait for background jobs",
            "Waits until the job of that number, or all, have ended, and until the light is "
            "decided. Ctrl-C stops them.",
            kj_cmd_wait),
     .args = NUMBER,
     .examples = {{"position '7k1/9/6B1R/9/9/9/9/9/9 b G'; solve &\nwait", "Solved aside.",
                   "mate in 1 ply"}}},
    {SEARCH("watch", "light", "keep solving what is on the board",
            "With on, every change of the position is solved at once, for at most --time seconds "
            "(2), and the prompt shows what came out: mate and its plies, no mate, or ? when it is "
            "not decided; then, as long again, cooks and other defects are looked for. Without an "
            "argument prints it.",
            kj_cmd_watch),
     .args = {{.kind = KJ_ARG_CHOICE, .name = "SWITCH", .optional = true, .choices = "on|off"}},
     .options = KJ_OPTIONS_SEARCH,
     .examples = {{"watch on; position '7k1/9/6B1R/9/9/9/9/9/9 b G'\nwait\nwatch", "The light.",
                   "mate 1"}}},
    {COLLECTION(
         "open", "o", "open a file of problems",
         "Opens a list or a file of records (KIF, KI2, BOD, CSA, JKF) and puts its first problem "
         "on the board; records come with their moves and branches. A store of results is opened "
         "as a list made of it, which 'save FILE' writes to a new file: a store itself never "
         "changes.",
         kj_cmd_open),
     .args = ONE(KJ_ARG_FILE, "FILE"), .options = KJ_OPTIONS_VARIANT,
     .examples = {{LIST "open list.txt", "Two problems.", "1/2  a"}}},
    {STEP("next", "n", "go to the next problem", "Goes to the next problem, or N further.",
          kj_cmd_next),
     .args = NUMBER, .options = KJ_OPTIONS_VARIANT,
     .examples = {{LIST "open list.txt; next", "The second.", "2/2  b"}}},
    {STEP("previous", "prev", "go to the previous problem",
          "Goes to the previous problem, or N back.", kj_cmd_previous),
     .args = NUMBER, .options = KJ_OPTIONS_VARIANT,
     .examples = {{LIST "open list.txt; next; previous; position", "And back.", "7k1/9/6B1R/"}}},
    {COLLECTION("item", "", "go to a problem by its number",
                "Goes to the Nth problem of the collection; without N shows the current one again.",
                kj_cmd_item),
     .args = NUMBER, .options = KJ_OPTIONS_VARIANT,
     .examples = {{LIST "open list.txt; item 2", "The second.", "2/2  b"}}},
    {COLLECTION(
         "search", "", "go to the next problem that has a text in its line",
         "Looks for a text in the lines of the collection, ids, positions and notes, from the "
         "next problem on and round the end.",
         kj_cmd_search),
     .args = ONE(KJ_ARG_TEXT, "TEXT"), .options = KJ_OPTIONS_VARIANT,
     .examples = {{LIST "open list.txt; search 8k/9/8P", "The second.", "2/2  b"}}},
    {COLLECTION("put", "", "put the position on the board into the collection",
                "Writes the position on the board, with its moves, over that of the current "
                "problem. Of its lines in the file only those change that say something else now; "
                "comments and all that is not understood stay. Moves that an edited position no "
                "longer allows stay as comments. The file changes only by 'save'.",
                kj_cmd_put),
     .examples = {{LIST "open list.txt; give b P; put; save; !cat list.txt", "Changed.",
                   "R/9/9/9/9/9/9 b GP 1"}}},
    {COLLECTION("add", "", "add the position on the board to the collection",
                "Adds the position on the board as a problem at the end, with an id if given.",
                kj_cmd_add),
     .args = MAYBE(KJ_ARG_TEXT, "ID"),
     .examples = {{LIST "open list.txt; new; add c", "A third.", "added as 3/3"}}},
    {COLLECTION(
         "save", "w", "save the collection",
         "Writes the collection to its file, or to another, in the format, encoding and line ends "
         "it has. Lines that were not changed stay byte for byte. A collection made of a store "
         "goes to another FILE only, as a list.",
         kj_cmd_save),
     .args = MAYBE(KJ_ARG_FILE, "FILE"),
     .examples = {{LIST "open list.txt; save copy.txt; !cat copy.txt", "Comments stay.",
                   "# note"}}},
    {SHELL("apropos", "", "find commands by a word",
           "Lists the commands whose name, summary or help holds a text.", cmd_apropos),
     .args = ONE(KJ_ARG_TEXT, "TEXT"),
     .examples = {{"apropos background", "What is said of it.", "jobs"}}},
    {SHELL("source", ".", "run the commands of a file",
           "Reads commands from a file, a line at a time, and stops at the first error unless "
           "--keep-going was given.",
           cmd_source),
     .args = ONE(KJ_ARG_FILE, "FILE"),
     .examples = {{"!echo 'new; position' >commands\nsource commands", "A file of one line.",
                   "4k4/9/"}}},
    {SHELL("once", ".once", "send the output of the next command to a file",
           "The next command's output goes to the file instead. COMMAND > FILE does the same for "
           "one command, >> adds to the file.",
           cmd_once),
     .args = ONE(KJ_ARG_FILE, "FILE"),
     .examples = {{"new; once out.txt; position; !cat out.txt", "Into a file and out.", "4k4/9/"}}},
    {SHELL(
         "set", "", "give an option to all commands from now on",
         "Every command that takes the option gets it, and the board, the rules by which moves are "
         "legal and the light obey it too; flags are on or off. Without a VALUE prints what "
         "stands, without anything what was set, with 'all' everything that can be.",
         kj_cmd_set),
     .args = {{.kind = KJ_ARG_SETTING, .name = "OPTION", .optional = true},
              {.kind = KJ_ARG_VALUE, .name = "VALUE", .optional = true}},
     .examples = {{"set notation western; set style ascii; startpos; 7g7f; line",
                   "How moves are written.", "P-7f"}}},
    {SHELL("unset", "", "let an option have its default again", "The opposite of 'set'.",
           kj_cmd_unset),
     .args = {{.kind = KJ_ARG_SETTING, .name = "OPTION", .repeating = true}},
     .examples = {{"set profile bare; unset profile; set", "As before.", "nothing is set"}}},
    {SHELL("echo", "", "draw the board after each change",
           "On by default on a terminal, off elsewhere.", cmd_echo),
     .args = {{.kind = KJ_ARG_CHOICE, .name = "SWITCH", .choices = "on|off"}},
     .examples = {{"echo on; new", "The board is drawn.", "v玉"}}},
    {SHELL("say", "print", "print words", "Prints its arguments, for scripts.", cmd_say),
     .args = {{.kind = KJ_ARG_TEXT, .name = "TEXT", .optional = true, .repeating = true}},
     .examples = {{"say hello", "Words.", "hello"}}},
    {SHELL("keep", "", "write the session to a file",
           "Writes the board with its moves, what undo would bring back, names and collection to a "
           "file that 'restore' reads.",
           cmd_keep),
     .args = ONE(KJ_ARG_FILE, "FILE"),
     .examples = {{"new; keep session; startpos; restore session; position", "There and back.",
                   "4k4/9/"}}},
    {SHELL("restore", "", "bring back the last session",
           "Brings back what the last session on a terminal left, however it ended, or the session "
           "in a file.",
           cmd_restore),
     .args = MAYBE(KJ_ARG_FILE, "FILE"),
     .examples = {{"new; name one; keep session; restore session", "With its names.", "1 names"}}},
    {SHELL("quit", "exit,q", "leave the workbench",
           "Leaves the workbench. Jobs are stopped. If the collection is not saved, asks for a "
           "second time.",
           cmd_quit),
     .examples = {{"say one; quit; say two", "Nothing after it.", "one"}}},
};

const KjCommandTable kj_shell_commands = {rows, G_N_ELEMENTS(rows)};
