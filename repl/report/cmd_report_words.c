/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report-words: the words of reports as JSON; for the page in the browser, which makes some. */
#include "core/text/json_text.h"
#include "repl/cli/commands.h"
#include "repl/report/report_words.h"

static KjExit kj_cmd_report_words(KjSession *session, const KjCall *call, GError **error)
{
    (void)session;
    (void)error;
    g_autoptr(JsonObject) all = json_object_new();
    g_autoptr(JsonNode) root = json_node_init_object(json_node_alloc(), all);
    json_object_set_object_member(all, "words", kj_report_words());
    json_object_set_object_member(all, "play", kj_report_player_words());
    g_autofree char *text = kj_json_text(root);
    kj_printer_begin(call->printer, NULL);
    kj_printer_block(call->printer, text);
    kj_printer_end(call->printer);
    return KJ_EXIT_OK;
}

const KjCommand kj_report_words_command = {
    .name = "report-words",
    .group = KJ_COMMANDS_OTHER,
    .summary = "write the words of reports",
    .details = "Those of the page, and those of its player, as JSON.",
    .flags = KJ_COMMAND_HIDDEN,
    .run = kj_cmd_report_words,
};
