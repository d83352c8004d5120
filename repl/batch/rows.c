/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of the command table: whole collections. */
#include "repl/batch/rows.h"

static const KjCommand command_rows[] = {
    {
        .name = "batch",
        .aliases = "",
        .group = KJ_COMMANDS_WHOLE,
        .summary = "solve whole collections into a store",
        .details =
            "Reads files, folders and archives with problems in any format and keeps what "
            "it finds out in a store, a file that report and find read. All problems get "
            "the first budget, those still open the second, and so on. Killed at any "
            "moment it loses nothing that was finished, and the same command goes on from "
            "there; without a COLLECTION it works on what the store holds. The signal "
            "USR1 makes it say how far it is. With --task check works are judged as check does.",
        .args = {{.kind = KJ_ARG_FILE, .name = "COLLECTION", .optional = true, .repeating = true}},
        .options = KJ_OPTIONS_BATCH | KJ_OPTIONS_STORE | KJ_OPTIONS_SEARCH | KJ_OPTIONS_SOLVE |
                   KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT | KJ_OPTIONS_JSON,
        .flags = KJ_COMMAND_LONG,
        .run = kj_cmd_batch,
        .examples = {{"convert --json -o mates.tsv '7k1/9/6B1R/9/9/9/9/9/9 b G'",
                      "A collection of one problem.", "\"format\":\"sfen\""},
                     {"batch --store mates.kdb mates.tsv", "Solve it into a store.", "1 mate"}},
        .schema = "kanju.batch/1",
    },
    {
        .name = "report",
        .aliases = "",
        .group = KJ_COMMANDS_WHOLE,
        .summary = "say what a store of a batch holds",
        .details =
            "Writes totals, tables by verdict, length, code, theme and composer, problems "
            "that are the same or nearly so, and each one that has something wrong, as "
            "text; or everything as a page for a browser (html), CSV, JSON Lines, KIF or a list. "
            "A batch may be running meanwhile.",
        .args = {{.kind = KJ_ARG_FILE, .name = "STORE"}},
        .options = KJ_OPTIONS_REPORT | KJ_OPTIONS_JSON,
        .flags = KJ_COMMAND_LONG,
        .run = kj_cmd_report,
        .examples = {{"report mates.kdb", "What has been found out.", "1 problems in 1 files"},
                     {"report --format csv mates.kdb", "The same for a spreadsheet.", "place,id"}},
        .schema = "kanju.report/1",
    },
    {
        .name = "find",
        .aliases = "",
        .group = KJ_COMMANDS_WHOLE,
        .summary = "find problems in a store by a query",
        .details = "Writes the problems that a query is true of, as a collection that every "
                   "command reads, or in the formats of report. A query is made of tests such as "
                   "plies>=9, code:cook, composer:NAME, at:5a=k, joined by and, or, not and "
                   "parentheses; docs/find.md has all of them.",
        .args = {{.kind = KJ_ARG_FILE, .name = "STORE"},
                 {.kind = KJ_ARG_TEXT, .name = "QUERY", .repeating = true}},
        .options = KJ_OPTIONS_REPORT | KJ_OPTIONS_JSON,
        .flags = KJ_COMMAND_LONG,
        .run = kj_cmd_find,
        .examples = {{"find mates.kdb 'plies<=3 and hand:G and not is:duplicate'",
                      "Short ones with a gold in hand.", "7k1/9/6B1R"}},
        .schema = "kanju.find/1",
    },
    {
        .name = "dedupe",
        .aliases = "",
        .group = KJ_COMMANDS_WHOLE,
        .summary = "write a collection without its duplicates",
        .details = "Reads collections as batch does and writes the first of each problem, by the "
                   "names of files and their lines; what is mirrored or has colours swapped is "
                   "the same. The others are told on standard error.",
        .args = {{.kind = KJ_ARG_FILE, .name = "COLLECTION", .repeating = true}},
        .options = KJ_OPTIONS_REPORT | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT |
                   KJ_OPTIONS_JSON,
        .flags = KJ_COMMAND_LONG,
        .run = kj_cmd_dedupe,
        .examples = {{"dedupe mates.tsv mates.tsv", "Nothing is left twice.", "7k1/9/6B1R"}},
        .schema = "kanju.dedupe/1",
    },
    {
        .name = "export",
        .aliases = "",
        .group = KJ_COMMANDS_WHOLE,
        .summary = "copy a store, or a part of it for another machine",
        .details = "Makes a new store of the problems of another one with all that is known of "
                   "them. With --shard only a part of them: another machine works on it by "
                   "'batch --store', and merge brings the results back.",
        .args = {{.kind = KJ_ARG_FILE, .name = "STORE"}, {.kind = KJ_ARG_FILE, .name = "NEW"}},
        .options = KJ_OPTIONS_SHARE | KJ_OPTIONS_JSON,
        .run = kj_cmd_export,
        .examples = {{"export --shard 1/2 mates.kdb half.kdb", "A half.", "half.kdb: "}},
        .schema = "kanju.export/1",
    },
    {
        .name = "merge",
        .aliases = "import",
        .group = KJ_COMMANDS_WHOLE,
        .summary = "put what other stores hold into a store",
        .details = "Problems are matched by position, so it does not matter where and in what "
                   "order they were read. Of two results the better one stays. Two that cannot "
                   "both be true are told, the one of STORE stays, and the status is 1.",
        .args = {{.kind = KJ_ARG_FILE, .name = "STORE"},
                 {.kind = KJ_ARG_FILE, .name = "FROM", .repeating = true}},
        .options = KJ_OPTIONS_JSON,
        .run = kj_cmd_merge,
        .examples = {{"merge mates.kdb half.kdb", "And back.", "half.kdb: "}},
        .schema = "kanju.merge/1",
    },
};

const KjCommandTable kj_batch_commands = {command_rows, G_N_ELEMENTS(command_rows)};
