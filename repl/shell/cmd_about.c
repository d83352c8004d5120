/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: what the work on the board says of itself. */
#include <string.h>

#include "core/text/lang.h"
#include "repl/job/phrases.h"
#include "repl/shell/shell_commands.h"

/* Shows one of them, or gives it another text: "-" none. */
static KjExit tell_about(KjSession *session, const KjCall *call, KjAbout about, GError **error)
{
    static const char *const none[KJ_ABOUTS] = {"the work has no title", "the work has no author",
                                                "the work has no date", "the work has no note"};
    const char *key = kj_about_key(about);
    KjWorkbench *bench = session->bench;
    if (!call->args[0]) {
        const char *text = kj_move_tree_header(kj_workbench_tree(bench), key);
        return text && *text ? kj_print_line(call->printer, "%s", text)
                             : kj_usage_error(error, "%s", kj_tr(none[about]));
    }
    g_autofree char *text = kj_call_text(call, 0);
    if (strcmp(text, "-") == 0)
        *text = '\0';
    KjMoveTree *tree = kj_move_tree_copy(kj_workbench_tree(bench));
    kj_move_tree_set_header(tree, key, text);
    kj_workbench_change(bench, tree);
    bench->quiet = true; // the board is the same
    g_autofree char *told = kj_about_words(about, text);
    return kj_print_line(call->printer, "%s", told);
}

#define KJ_TELLS(name, ABOUT)                                                        \
    static KjExit cmd_##name(KjSession *session, const KjCall *call, GError **error) \
    {                                                                                \
        return tell_about(session, call, KJ_ABOUT_##ABOUT, error);                   \
    }
KJ_TELLS(title, TITLE)
KJ_TELLS(author, AUTHOR)
KJ_TELLS(date, DATE)
KJ_TELLS(note, NOTE)
#undef KJ_TELLS

#define KJ_TEXT_ARGUMENT                                                             \
    {                                                                                \
        {                                                                            \
            .kind = KJ_ARG_TEXT, .name = "TEXT", .optional = true, .repeating = true \
        }                                                                            \
    }

const KjCommand kj_title_command = {
    .name = "title",
    .ja = "作品名",
    .group = KJ_COMMANDS_SETUP,
    .summary = "say what the work is called",
    .details = "Gives the work on the board a title; - takes it away; without TEXT prints it. It "
               "stays with the work through edits and undo, and goes along into pictures, pages, "
               "sheets and files (作品名).",
    .args = KJ_TEXT_ARGUMENT,
    .run = cmd_title,
    .examples = {{"new; title First Snow; place G 5b; title", "Kept through an edit.",
                  "First Snow"}},
};

const KjCommand kj_author_command = {
    .name = "author",
    .ja = "作者",
    .aliases = {"composer"},
    .group = KJ_COMMANDS_SETUP,
    .summary = "say who made the work",
    .details = "Gives the work on the board an author; - takes him away; without TEXT prints him "
               "(作者). See 'title'.",
    .args = KJ_TEXT_ARGUMENT,
    .run = cmd_author,
    .examples = {{"new; author Yamada; convert --format kif", "Into a record.", "作者：Yamada"}},
};

const KjCommand kj_date_command = {
    .name = "date",
    .ja = "発表",
    .group = KJ_COMMANDS_SETUP,
    .summary = "say when the work was published or made",
    .details = "Gives the work on the board a date, in any form; - takes it away; without TEXT "
               "prints it (発表年月). See 'title'.",
    .args = KJ_TEXT_ARGUMENT,
    .run = cmd_date,
    .examples = {{"new; date 2026-11; date", "Said and shown.", "2026-11"}},
};

const KjCommand kj_note_command = {
    .name = "note",
    .ja = "備考",
    .group = KJ_COMMANDS_SETUP,
    .summary = "note something beside the work",
    .details = "Gives the work on the board a note; - takes it away; without TEXT prints it "
               "(備考). See 'title'.",
    .args = KJ_TEXT_ARGUMENT,
    .run = cmd_note,
    .examples = {{"new; note a study for smoke; note", "Said and shown.", "a study for smoke"}},
};
