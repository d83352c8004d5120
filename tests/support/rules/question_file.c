/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/rules/question_file.h"

#include <stdio.h>
#include <string.h>

#include <glib.h>

#include "tests/support/cmocka.h"

static const char *const reasons[] = {
    [KJ_MOVE_LEGAL] = "legal",
    [KJ_MOVE_NO_PIECE] = "no-piece",
    [KJ_MOVE_NOT_REACHABLE] = "not-reachable",
    [KJ_MOVE_OWN_PIECE] = "own-piece",
    [KJ_MOVE_OCCUPIED] = "occupied",
    [KJ_MOVE_NO_PROMOTION] = "no-promotion",
    [KJ_MOVE_MUST_PROMOTE] = "must-promote",
    [KJ_MOVE_DEAD_SQUARE] = "dead-square",
    [KJ_MOVE_NIFU] = "nifu",
    [KJ_MOVE_DROP_MATE] = "drop-mate",
    [KJ_MOVE_LEAVES_CHECK] = "leaves-check",
    [KJ_MOVE_NO_PRIVILEGE] = "no-privilege",
    [KJ_MOVE_GAME_OVER] = "game-over",
    [KJ_MOVE_REPETITION] = "repeats",
};

KjIllegal reason_of(const char *word)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(reasons); i++) {
        if (strcmp(reasons[i], word) == 0)
            return (KjIllegal)i;
    }
    fail_msg("no such question: %s", word);
    return KJ_MOVE_LEGAL;
}

unsigned number_of(const char *text)
{
    char *end;
    guint64 number = g_ascii_strtoull(text, &end, 10);
    if (end == text || *end != '\0')
        fail_msg("no number: %s", text);
    return (unsigned)number;
}

unsigned question_file(const char *path, QuestionBegin begin, QuestionAsk ask)
{
    char line[1024], title[1024] = "";
    unsigned asked = 0, wrong = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    for (unsigned n = 1; fgets(line, sizeof line, file); n++) {
        char *comment = strstr(line + 1, "# ");
        if (comment)
            *comment = '\0';
        g_strchomp(line);
        char *colon = strchr(line, ':');
        if (line[0] == '#') {
            g_strlcpy(title, line, sizeof title);
        } else if (colon) {
            *colon = '\0';
            const char *text = g_strstrip(colon + 1);
            if (line[0] != ' ') {
                begin(line, text);
                continue;
            }
            asked++;
            if (!ask(g_strstrip(line), text)) {
                print_error("%s:%u: %s %s: %s\n", path, n, title, line, text);
                wrong++;
            }
        }
    }
    assert_true(feof(file));
    fclose(file);
    assert_int_equal(wrong, 0);
    return asked;
}
