/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "repl/report/report_words.h"

#include <string.h>

#include "core/text/lang.h"
#include "repl/diagram/replay_page.h"
#include "repl/job/phrases.h"
#include "solver/check/check.h"
#include "solver/themes/themes.h"

const char *kj_item_word(const char *word)
{
    KjFault fault = kj_fault_find(word);
    KjClass class = kj_class_find(word);
    const KjTheme *theme = kj_theme_find(word);
    if (kj_lang() != KJ_LANG_JA)
        return word;
    for (unsigned work = 0; work <= KJ_WORK_UNKNOWN; work++)
        if (strcmp(word, kj_work_text((KjWork)work)) == 0)
            return kj_work_ja((KjWork)work);
    if (fault != KJ_FAULTS)
        return kj_fault_ja(fault);
    if (class != KJ_CLASSES)
        return kj_class_ja(class, false);
    if (strcmp(word, kj_verdict_text(KJ_NOMATE)) == 0)
        word = "no mate";
    return theme ? theme->name_ja : kj_tr(word);
}

/* What the page says, besides codes, themes and verdicts; its script asks for the words by
 * these. */
static const char *const page_words[] = {
    "Tables and plots",
    ("Keys: ↑ ↓ other problem, ← → step, Home and End of the solution, a: hide or show the answer, "
     "p: solve it yourself."),
    "id, title, author, date, place, note, moves",
    "text to look for",
    "problems",
    "at least",
    "at most",
    "every verdict",
    "every code",
    "every theme",
    "plies",
    "all",
    "mate in N plies",
    "by the author's line",
    "the author's line:",
    "themes:",
    ", ",
    " in N",
    " in N at most",
    ", recorded: N",
    ", certified",
    "the same problem:",
    "the same but for one piece:",
    "problem",
    "composer",
    "place",
    "verdict",
    "recorded",
    "codes, themes",
    "hard",
    "nodes",
    "ms",
    "N of M",
    "code",
    "defects",
    "blemishes",
    "notes",
    "theme",
    "length and difficulty",
    "length and nodes",
    "length and time",
    "points",
    "not done",
    "not understood",
    "time",
    "memory",
    "stopped",
};

JsonObject *kj_report_player_words(void)
{
    JsonObject *words = kj_replay_words();
    json_object_set_string_member(words, "keys", "");
    return words;
}

static void add_word(JsonObject *words, const char *word, const char *said)
{
    if (strcmp(word, said) != 0)
        json_object_set_string_member(words, word, said);
}

JsonObject *kj_report_words(void)
{
    JsonObject *words = json_object_new();
    for (size_t i = 0; i < G_N_ELEMENTS(page_words); i++)
        add_word(words, page_words[i], kj_tr(page_words[i]));
    for (unsigned c = 0; c < KJ_CLASSES; c++)
        add_word(words, kj_class_code((KjClass)c), kj_item_word(kj_class_code((KjClass)c)));
    for (unsigned f = 0; f < KJ_FAULTS; f++)
        add_word(words, kj_fault_code((KjFault)f), kj_item_word(kj_fault_code((KjFault)f)));
    for (unsigned w = 0; w <= KJ_WORK_UNKNOWN; w++)
        add_word(words, kj_work_text((KjWork)w), kj_item_word(kj_work_text((KjWork)w)));
    for (unsigned v = KJ_MATE; v <= KJ_NOMATE; v++)
        add_word(words, kj_verdict_text((KjVerdict)v), kj_item_word(kj_verdict_text((KjVerdict)v)));
    for (size_t i = 0; i < kj_theme_count(); i++)
        add_word(words, kj_theme_at(i)->code, kj_item_word(kj_theme_at(i)->code));
    return words;
}
