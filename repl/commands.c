/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command table and what is read off it. */
#include "repl/commands.h"

#include <string.h>

#include "core/lang.h"

static const KjCommand command_rows[] = {
    {
        .name = "solve",
        .aliases = "mate",
        .group = KJ_COMMANDS_MATE,
        .summary = "prove or refute a forced mate",
        .details = "Searches each problem for a forced mate by the attacker and prints the "
                   "verdict, the length of the shortest mate against the longest defence, and a "
                   "main line. Futile interpositions (無駄合) are not counted unless --profile "
                   "or --interpositions say so. A limit that is reached makes the answer unknown, "
                   "never \"no mate\".",
        .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
        .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_SOLVE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES |
                   KJ_OPTIONS_VARIANT | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD | KJ_OPTIONS_JSON |
                   KJ_OPTIONS_FIRST | KJ_OPTIONS_STEPS | KJ_OPTIONS_PICTURE,
        .flags = KJ_COMMAND_LONG,
        .run = kj_cmd_solve,
        .examples = {{"solve '7k1/9/6B1R/9/9/9/9/9/9 b G'", "Mate by a dropped gold.",
                      "mate in 1 ply"},
                     {"solve --json --time 5 '7k1/9/6B1R/9/9/9/9/9/9 b G'",
                      "The same for a program to read, within five seconds.",
                      "\"verdict\":\"mate\""},
                     {"solve --certificate mate.kjc '7k1/9/6B1R/9/9/9/9/9/9 b G'",
                      "And with a proof that others can check.", "certificate: mate.kjc"}},
        .schema = "kanju.solve/1",
    },
    {
        .name = "check",
        .aliases = "",
        .group = KJ_COMMANDS_MATE,
        .summary = "report whether a work is sound, and if not, why",
        .details =
            "Looks at every other move at every node of the main line and says what it is: "
            "cooks, choices, detours, variations of every class, pieces left over, and what "
            "a limit left open. The author's line, from the problem or --line, is verified; "
            "else the line of best play is the main line. The status is 1 for an unsound "
            "work, 4 if no defect was found but some move is undecided. In the workbench it is "
            "about the position before the first move.",
        .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
        .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_CHECK | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES |
                   KJ_OPTIONS_VARIANT | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD | KJ_OPTIONS_JSON,
        .flags = KJ_COMMAND_LONG | KJ_COMMAND_WORK,
        .run = kj_cmd_check,
        .examples = {{"check '9/9/1R7/9/k8/9/2N6/9/9 b r2b4g4s3n4l18p 1'", "A sound mate in one.",
                      "sound"},
                     {"check --tree --lang ja '9/9/1R7/9/k8/9/2N6/9/9 b r2b4g4s3n4l18p 1'",
                      "Its tree, in Japanese.", "完全"}},
        .schema = "kanju.check/1",
    },
    {
        .name = "verify",
        .aliases = "",
        .group = KJ_COMMANDS_MATE,
        .summary = "check certificates without trusting the solver",
        .details = "Checks that each certificate proves what it claims, with rules of the games "
                   "that are its own and no code of the solver. It takes up to 4 GiB of memory; "
                   "the program kanju-verify, which is this alone, can be given more. The status "
                   "is 1 if one was refused and 3 if one could not be read.",
        .args = {{.kind = KJ_ARG_FILE, .name = "CERTIFICATE", .repeating = true}},
        .options = KJ_OPTIONS_JSON,
        .flags = KJ_COMMAND_LONG,
        .run = kj_cmd_verify,
        .examples = {{"verify mate.kjc", "What solve wrote with --certificate.",
                      "valid: shogi mate in 1"}},
        .schema = "kanju.verify/1",
    },
    {
        .name = "follow",
        .aliases = "",
        .group = KJ_COMMANDS_MATE,
        .summary = "verify an author's line as a proof",
        .details = "Takes the attacker's moves from the line given (moves after the position, or "
                   "the main line of a file) and searches every other reply of the defender. So "
                   "works can be verified that are too long to be solved, or that turn on what was "
                   "played before: with --repetition=fourfold positions may come back on the line "
                   "as the law of the game allows. Says what was proved, which replies are open, "
                   "and at which ply and by what a line breaks. The limits are of each reply.",
        .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
        .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT |
                   KJ_OPTIONS_NOTATION | KJ_OPTIONS_JSON,
        .flags = KJ_COMMAND_LONG,
        .run = kj_cmd_follow,
        .examples = {{"follow 'sfen 6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1 moves R*1b 1a2a "
                      "S*3b'",
                      "A mate in three, move by move.", "proved"}},
        .schema = "kanju.follow/1",
    },
    {
        .name = "show",
        .aliases = "board",
        .group = KJ_COMMANDS_POSITION,
        .summary = "draw positions with hands and last move",
        .details = "Draws the position after the moves given with it, as text or as a picture "
                   "(SVG, PNG, PDF) with the title and the composer of its file, or as a page "
                   "(HTML) to step through its moves. Several problems make one PDF, a sheet, "
                   "or one file each in a folder. An impossible position is drawn as well, and "
                   "what is wrong with it is said.",
        .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
        .options = KJ_OPTIONS_BOARD | KJ_OPTIONS_NOTATION | KJ_OPTIONS_VARIANT | KJ_OPTIONS_JSON |
                   KJ_OPTIONS_DIAGRAM | KJ_OPTIONS_PICTURE | KJ_OPTIONS_SHEET,
        .run = kj_cmd_show,
        .examples = {{"show --style ascii startpos moves 7g7f 3c3d", "A game after two moves.",
                      "P"},
                     {"show --format svg '7k1/9/6B1R/9/9/9/9/9/9 b G'", "A picture.",
                      "<svg xmlns"}},
        .schema = "kanju.show/1",
    },
    {
        .name = "sheet",
        .aliases = "",
        .group = KJ_COMMANDS_POSITION,
        .summary = "print problems on pages, solutions at the end",
        .details = "Writes a PDF of A4 pages with the diagrams of all problems, numbered, and the "
                   "solutions on the last pages: those their files give, else what a search "
                   "finds within the limits. The title is that of the sheet.",
        .args = {{.kind = KJ_ARG_PROBLEM, .name = "COLLECTION", .repeating = true}},
        .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_SHEET | KJ_OPTIONS_PICTURE | KJ_OPTIONS_TSUME |
                   KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD |
                   KJ_OPTIONS_JSON,
        .flags = KJ_COMMAND_LONG,
        .run = kj_cmd_sheet,
        .examples = {{"sheet --output sheet.pdf '7k1/9/6B1R/9/9/9/9/9/9 b G'",
                      "A sheet of a single problem.", "1 problem, 2 pages"}},
        .schema = "kanju.sheet/1",
    },
    {
        .name = "convert",
        .aliases = "",
        .group = KJ_COMMANDS_POSITION,
        .summary = "write problems and games in another format",
        .details = "Reads every format and writes SFEN, USI, FEEN, KIF, KI2, BOD, CSA, JKF or PAN. "
                   "Headers, comments, times and branches go along where the format holds them; "
                   "what it cannot hold is said. A PROBLEM may also be a folder, of which every "
                   "file with an extension of a known format is read.",
        .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
        .options = KJ_OPTIONS_CONVERT | KJ_OPTIONS_VARIANT | KJ_OPTIONS_JSON,
        .run = kj_cmd_convert,
        .examples = {{"convert --to csa '7k1/9/6B1R/9/9/9/9/9/9 b G'", "A position as CSA.",
                      "P3 *  *  *  *  *  * +KA * +HI"},
                     {"convert --to kif startpos moves 7g7f 3c3d", "A game as KIF.",
                      "   1 ７六歩(77)"}},
        .schema = "kanju.convert/1",
    },
    {
        .name = "moves",
        .aliases = "legal",
        .group = KJ_COMMANDS_POSITION,
        .summary = "list legal moves, checks or evasions",
        .details = "Prints one move a line, sorted by the bytes of what is printed.",
        .args = {{.kind = KJ_ARG_PROBLEM, .name = "POSITION"}},
        .options = KJ_OPTIONS_MOVES | KJ_OPTIONS_NOTATION | KJ_OPTIONS_VARIANT | KJ_OPTIONS_RULES |
                   KJ_OPTIONS_JSON,
        .run = kj_cmd_moves,
        .examples = {{"moves --checks --notation usi '7k1/9/6B1R/9/9/9/9/9/9 b G'",
                      "The checks of a position.", "G*2b"}},
        .schema = "kanju.moves/1",
    },
    {
        .name = "perft",
        .aliases = "",
        .group = KJ_COMMANDS_POSITION,
        .summary = "count the move sequences of a length",
        .details = "Counts the leaves of the tree of legal moves to a depth, from the position "
                   "given or from the start. The last line is the total alone. Repetition is not "
                   "looked at.",
        .args = {{.kind = KJ_ARG_INTEGER, .name = "DEPTH", .min = 0, .max = 64},
                 {.kind = KJ_ARG_PROBLEM, .name = "POSITION", .optional = true}},
        .options = KJ_OPTIONS_PERFT | KJ_OPTIONS_VARIANT | KJ_OPTIONS_RULES | KJ_OPTIONS_JSON,
        .flags = KJ_COMMAND_LONG,
        .run = kj_cmd_perft,
        .examples = {{"perft 3", "From the start position of shogi.", "25470"},
                     {"perft --variant ogi 2", "Of another game.", "625"}},
        .schema = "kanju.perft/1",
    },
    {
        .name = "status",
        .aliases = "",
        .group = KJ_COMMANDS_POSITION,
        .summary = "say what the rules say about a game",
        .details = "Plays the moves given with each position and prints the side to move, checks, "
                   "whether and how the game is over, how often the position has occurred, "
                   "impasse points, and whether a declaration, a draw claim or a try is open.",
        .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .optional = true, .repeating = true}},
        .options = KJ_OPTIONS_NOTATION | KJ_OPTIONS_VARIANT | KJ_OPTIONS_RULES | KJ_OPTIONS_JSON,
        .run = kj_cmd_status,
        .examples = {{"status startpos moves 7g7f", "After the first move of a game.",
                      "to move: gote"}},
        .schema = "kanju.status/1",
    },
    {
        .name = "variants",
        .aliases = "games",
        .group = KJ_COMMANDS_OTHER,
        .summary = "list the games, their rules and handicaps",
        .details = "Prints for each game its names, board, start position, the rule switches with "
                   "their defaults, and the handicaps, which can be given wherever a position can.",
        .options = KJ_OPTIONS_VARIANT | KJ_OPTIONS_JSON,
        .run = kj_cmd_variants,
        .examples = {{"variants --variant 56shogi", "What is known of one game.", "5x6"}},
        .schema = "kanju.variants/1",
    },
    {
        .name = "bench",
        .aliases = "",
        .group = KJ_COMMANDS_OTHER,
        .summary = "measure the search on a fixed set of problems",
        .details = "Solves a set of problems built into the program and prints nodes, seconds and "
                   "nodes per second. The nodes are the same in every run, so they tell whether "
                   "a change of the program changes its search.",
        .options = KJ_OPTIONS_JSON,
        .flags = KJ_COMMAND_LONG,
        .run = kj_cmd_bench,
        .schema = "kanju.bench/1",
    },
    {
        .name = "compare",
        .aliases = "",
        .group = KJ_COMMANDS_MATE,
        .summary = "set Kanju beside another engine, differences explained",
        .details = "Solves each problem and asks an engine that speaks USI for the same mate. A "
                   "mate of the engine is played move by move, and a difference is followed to "
                   "the move where it arises. Without --time each has ten seconds for a problem. "
                   "An engine that dies, falls silent or says nonsense is reported and started "
                   "again. The status is 1 if anything differs.",
        .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
        .options = KJ_OPTIONS_COMPARE | KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES |
                   KJ_OPTIONS_VARIANT | KJ_OPTIONS_JSON,
        .flags = KJ_COMMAND_LONG,
        .run = kj_cmd_compare,
        .examples = {{"compare --engine 'kanju usi' '7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p'",
                      "With itself, for want of another engine.", "1 the same"}},
        .schema = "kanju.compare/1",
    },
    {
        .name = "usi",
        .aliases = "",
        .group = KJ_COMMANDS_OTHER,
        .summary = "be an engine for programs that speak USI",
        .details = "Speaks USI on standard input and output: go mate is answered by a mate, "
                   "nomate, or timeout for what is unknown. Options can be set here and by "
                   "setoption. Lines given as arguments are obeyed first. At the end of input a "
                   "search that has a limit goes on to its end.",
        .args = {{.kind = KJ_ARG_TEXT, .name = "LINE", .optional = true, .repeating = true}},
        .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_SOLVE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES |
                   KJ_OPTIONS_VARIANT,
        .flags = KJ_COMMAND_LONG,
        .run = kj_cmd_usi,
        .examples = {{"usi 'position sfen 7k1/9/6B1R/9/9/9/9/9/9 b G' 'go mate 5000' </dev/null",
                      "An engine asked for a mate, as a GUI would.", "checkmate G*2b"}},
    },
    {
        .name = "help",
        .aliases = "?",
        .group = KJ_COMMANDS_OTHER,
        .summary = "explain a command, or list all",
        .details = "Without a command lists all of them.",
        .args = {{.kind = KJ_ARG_COMMAND, .name = "COMMAND", .optional = true}},
        .options = KJ_OPTIONS_HIDDEN,
        .run = kj_cmd_help,
        .examples = {{"help perft", "What perft does and takes.", "--divide"}},
    },
};

static const KjCommandTable own_commands = {command_rows, G_N_ELEMENTS(command_rows)};

// The rows of all, the command line's first.
static const KjCommandTable *const tables[] = {&own_commands,      &kj_batch_commands,
                                               &kj_setup_commands, &kj_edit_commands,
                                               &kj_play_commands,  &kj_shell_commands};

size_t kj_command_count(void)
{
    size_t n = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
        n += tables[i]->n;
    return n;
}

const KjCommand *kj_command_at(size_t index)
{
    size_t table = 0;
    for (; index >= tables[table]->n; table++)
        index -= tables[table]->n;
    return &tables[table]->rows[index];
}

const char *kj_command_group_title(KjCommandGroup group)
{
    static const char *const titles[KJ_COMMAND_GROUPS] = {
        [KJ_COMMANDS_MATE] = "Mate problems",
        [KJ_COMMANDS_WHOLE] = "Whole collections",
        [KJ_COMMANDS_POSITION] = "Positions and games",
        [KJ_COMMANDS_OTHER] = "Other",
        [KJ_COMMANDS_SETUP] = "Setting up",
        [KJ_COMMANDS_EDIT] = "Editing",
        [KJ_COMMANDS_PLAY] = "Playing through",
        [KJ_COMMANDS_SEARCH] = "Searching in the background",
        [KJ_COMMANDS_COLLECTION] = "Collections",
        [KJ_COMMANDS_SHELL] = "The workbench itself",
    };
    return titles[group];
}

static bool has_alias(const KjCommand *command, const char *name)
{
    g_auto(GStrv) aliases = g_strsplit(command->aliases, ",", -1);
    return g_strv_contains((const char *const *)aliases, name);
}

const KjCommand *kj_command_find(const char *name, bool prefix)
{
    const KjCommand *found = NULL;
    unsigned n = 0;
    for (size_t i = 0; i < kj_command_count(); i++) {
        const KjCommand *command = kj_command_at(i);
        if (strcmp(command->name, name) == 0 || has_alias(command, name))
            return command;
        if (prefix && *name && g_str_has_prefix(command->name, name)) {
            found = command;
            n++;
        }
    }
    return n == 1 ? found : NULL;
}

char *kj_command_beginning(const char *beginning)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (size_t i = 0; *beginning && i < kj_command_count(); i++)
        if (g_str_has_prefix(kj_command_at(i)->name, beginning))
            g_string_append_printf(names, "%s%s", names->len ? ", " : "", kj_command_at(i)->name);
    return names->len ? g_strdup(names->str) : NULL;
}

/* The number of single-letter edits between two words, at most `limit` + 1. */
static unsigned distance(const char *a, const char *b, unsigned limit)
{
    if (!*a || !*b)
        return (unsigned)(strlen(a) + strlen(b));
    if (*a == *b)
        return distance(a + 1, b + 1, limit);
    if (limit == 0)
        return 1;
    unsigned replaced = distance(a + 1, b + 1, limit - 1);
    unsigned removed = distance(a + 1, b, limit - 1), added = distance(a, b + 1, limit - 1);
    return 1 + MIN(replaced, MIN(removed, added));
}

const KjCommand *kj_command_similar(const char *name)
{
    const KjCommand *best = NULL;
    unsigned least = 3;
    for (size_t i = 0; i < kj_command_count(); i++) {
        unsigned edits = distance(name, kj_command_at(i)->name, 2);
        if (edits < least) {
            least = edits;
            best = kj_command_at(i);
        }
    }
    return best;
}

char *kj_command_usage(const KjCommand *command)
{
    GString *usage = g_string_new(command->name);
    if (command->options & ~(unsigned)KJ_OPTIONS_HIDDEN)
        g_string_append(usage, " [OPTION]...");
    for (unsigned i = 0; i < KJ_MAX_ARGS && command->args[i].kind != KJ_ARG_NONE; i++) {
        const KjArg *arg = &command->args[i];
        g_string_append_printf(usage, arg->optional ? " [%s]%s" : " %s%s", arg->name,
                               arg->repeating ? "..." : "");
    }
    return g_string_free(usage, FALSE);
}

static bool check_integer(const KjArg *arg, const char *word, GError **error)
{
    char *end;
    gint64 value = g_ascii_strtoll(word, &end, 10);
    if (end != word && !*end && value >= arg->min && value <= arg->max)
        return true;
    kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                 "%s '%s': expected a whole number from %d to %d", arg->name, word, arg->min,
                 arg->max);
    return false;
}

static bool check_choice(const KjArg *arg, const char *word, GError **error)
{
    g_auto(GStrv) choices = g_strsplit(arg->choices, "|", -1);
    if (g_strv_contains((const char *const *)choices, word))
        return true;
    g_autofree char *list = g_strjoinv(", ", choices);
    kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT, "%s '%s': expected one of %s",
                 arg->name, word, list);
    return false;
}

bool kj_command_check_args(const KjCommand *command, const char *const *args, GError **error)
{
    for (unsigned i = 0; i < KJ_MAX_ARGS && command->args[i].kind != KJ_ARG_NONE; i++) {
        const KjArg *arg = &command->args[i];
        if (!*args && !arg->optional) {
            kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT, "%s: missing %s",
                         command->name, arg->name);
            return false;
        }
        do {
            if (*args && arg->kind == KJ_ARG_INTEGER && !check_integer(arg, *args, error))
                return false;
            if (*args && arg->kind == KJ_ARG_CHOICE && !check_choice(arg, *args, error))
                return false;
            args += *args != NULL;
        } while (*args && arg->repeating);
    }
    if (!*args)
        return true;
    kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT, "%s: unexpected argument '%s'",
                 command->name, *args);
    return false;
}
