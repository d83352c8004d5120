/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usi: an engine for other programs, on standard input and output. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/text/lang.h"
#include "repl/command/usi_commands.h"
#include "repl/job/input.h"

// A line holds a game at most; what is longer is no line of USI.
enum { LONGEST_LINE = 4 << 20 };

/* Standard input on its way to becoming lines. */
typedef struct {
    GString *line;
    bool skipping; // the rest of a line that was too long
} Reader;

/* Takes one byte; returns false to quit. */
static bool take_byte(Reader *reader, KjUsi *usi, char byte)
{
    if (byte == '\n' || byte == '\r') {
        bool go_on = reader->skipping || kj_usi_obey(usi, reader->line->str);
        reader->skipping = false;
        g_string_truncate(reader->line, 0);
        return go_on;
    }
    if (reader->skipping)
        return true;
    if (reader->line->len >= LONGEST_LINE) {
        kj_usi_info(usi, "a line of more than %d bytes was passed over", LONGEST_LINE);
        g_string_truncate(reader->line, 0);
        reader->skipping = true;
        return true;
    }
    g_string_append_c(reader->line, byte ? byte : '?');
    return true;
}

/*
 * Obeys the lines of standard input; false when told to quit before its end. It is read through
 * the same stream as everywhere, which may hold what the workbench has not taken.
 */
static bool converse(KjUsi *usi, const KjSession *session)
{
    g_autoptr(GString) line = g_string_new(NULL);
    Reader reader = {.line = line};
    while (!kj_session_stopped(session)) {
        int byte = getc(stdin);
        if (byte == EOF && ferror(stdin) && errno == EINTR)
            clearerr(stdin);
        else if (byte == EOF)
            return line->len == 0 || take_byte(&reader, usi, '\n');
        else if (!take_byte(&reader, usi, (char)byte))
            return false;
    }
    return false;
}

static KjExit kj_cmd_usi(KjSession *session, const KjCall *call, GError **error)
{
    if (session->bench) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_COMMAND,
                     "usi needs standard input for itself, expected it outside of the workbench");
        return KJ_EXIT_USAGE;
    }
    const KjGame *game;
    if (!kj_input_variant(call->values, &game, error))
        return KJ_EXIT_USAGE;
    KjUsi *usi = kj_usi_new(session, call);
    bool go_on = true;
    for (const char *const *line = call->args; *line && go_on; line++)
        go_on = kj_usi_obey(usi, *line);
    if (go_on && converse(usi, session))
        kj_usi_finish(usi);
    kj_usi_free(usi);
    return KJ_EXIT_OK;
}

const KjCommand kj_usi_command = {
    .name = "usi",
    .group = KJ_COMMANDS_OTHER,
    .summary = "run as a USI engine",
    .details = "Speaks USI on standard input and output: go mate is answered by a mate, "
               "nomate, or timeout for what is unknown; with MultiPV the other first moves that "
               "mate are listed. Options can be set here and by setoption. Lines given as "
               "arguments are obeyed first. At the end of input a search that has a limit goes on "
               "to its end. kanju-usi is the same, for programs that want a file to start.",
    .args = {{.kind = KJ_ARG_TEXT, .name = "LINE", .optional = true, .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_SOLVE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES |
               KJ_OPTIONS_VARIANT,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_usi,
    .examples = {{"usi 'position sfen 7k1/9/6B1R/9/9/9/9/9/9 b G' 'go mate 5000' </dev/null",
                  "An engine asked for a mate, as a GUI would.", "checkmate G*2b"}},
};
