/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion on the workbench and on the command line. */
#include "repl/cli/complete.h"
#include "repl/program.h"
#include "repl/workbench/workbench.h"
#include "tests/support/cmocka.h"

static void assert_completed(const KjWorkbench *bench, const char *before, const char *word,
                             const char *expected)
{
    bool files;
    KjCompletionBoard board;
    if (bench) {
        board.names = bench->beside.names;
        board.position = kj_workbench_position(bench);
    }
    g_auto(GStrv) words = kj_complete(bench ? &board : NULL, before, word, &files);
    g_autofree char *joined = g_strjoinv(" ", words);
    assert_string_equal(joined, expected);
}

TEST(completion_knows_what_an_argument_is)
{
    g_autoptr(KjWorkbench) bench = kj_workbench_new();
    kj_workbench_name(bench, "mine");
    assert_completed(bench, "", "pos", "position");
    assert_completed(bench, "show; ", "pos", "position");
    assert_completed(bench, "play ", "7", "7g7f 7i6h 7i7h");
    assert_completed(bench, "play 7g7f ", "2g", "2g2f");
    assert_completed(bench, "remove ", "5", "5a 5c 5g 5i");
    assert_completed(bench, "name ", "m", "mine");
    assert_completed(bench, "solve ", "%", "%mine");
    assert_completed(bench, "solve ", "--no",
                     "--no-diagram --no-pager --no-progress --nodes= --notation=");
    assert_completed(bench, "solve ", "--draw=style=",
                     "--draw=style=ascii --draw=style=kanji --draw=style=magazine");
    // the value of an option, and what comes after it
    assert_completed(bench, "solve --profile ", "",
                     "app bare classic interpositions= modern strict variation-excess=");
    assert_completed(NULL, "show -f ", "", "html pdf png svg text");
    assert_completed(NULL, "show --variant ", "d", "dobutsu");
    assert_completed(bench, "solve ", "--draw=style=ascii,f",
                     "--draw=style=ascii,faces= --draw=style=ascii,font=");
    assert_completed(bench, "solve --rules ", "try=", "try=off try=on try=on-unless-mated");
    assert_completed(bench, "solve ", "--profile=classic,v", "--profile=classic,variation-excess=");
    assert_completed(bench, "play --draw style=kanji ", "7", "7g7f 7i6h 7i7h");
    assert_completed(bench, "solve --time ", "", "");
    assert_completed(bench, "watch ", "o", "off on");
    assert_completed(bench, "set diagram ", "", "default off on");
    assert_completed(bench, "candidate ", "", "all next none previous");
    assert_completed(bench, "history ", "a", "all");
    assert_completed(bench, "hand w ", "r", "rest");
    assert_completed(bench, "name mine ", "r", "recall");
    assert_completed(bench, "turn ", "g", "gote");
    assert_completed(bench, "new ", "kyo", "kyo-ochi");
    assert_completed(bench, "nonsense ", "x", "");
    // the command line has no board
    assert_completed(NULL, "", "so", "solve");
    assert_completed(NULL, "", "pl", "");
}

int main(void)
{
    kj_commands_use(kj_program.commands);
    return tests_run();
}
