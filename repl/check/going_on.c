/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "repl/check/going_on.h"

#include "repl/job/options.h"

/* An option as it was given: "--nodes=100". */
static void add_option(GString *line, const KjOption *option, const KjValue *value)
{
    g_autofree char *choice = NULL, *quoted = NULL;
    bool inside = option->in && *option->in;
    g_string_append_printf(
        line, " --%s%s%s", option->kind == KJ_OPTION_FLAG && !value->flag ? "no-" : "",
        inside ? option->in : option->name, option->kind == KJ_OPTION_FLAG ? "" : "=");
    if (inside)
        g_string_append_printf(line, "%s=", option->name);
    switch (option->kind) {
    case KJ_OPTION_INTEGER:
        g_string_append_printf(line, "%" G_GINT64_FORMAT, value->integer);
        break;
    case KJ_OPTION_REAL: g_string_append_printf(line, "%.10g", value->real); break;
    case KJ_OPTION_CHOICE:
        choice = kj_option_choice_text(option, value->choice);
        g_string_append(line, choice);
        break;
    case KJ_OPTION_TEXT:
        quoted = g_shell_quote(value->text ? value->text : "");
        g_string_append(line, quoted);
        break;
    default: break;
    }
}

char *kj_check_going_on(const KjCall *call, double seconds)
{
    const KjValues *values = call->values;
    GString *line = g_string_new(call->board ? "" : "kanju ");
    g_string_append_printf(line, "%s --time=%g", call->command->name, seconds);
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        const KjValue *value = &values->value[option->id];
        bool own = option->id != KJ_OPT(TIME) && option->id != KJ_OPT(RESUME);
        bool known = call->board && option->id == KJ_OPT(VARIANT); // it is that of the board
        if (own && !known && value->set && option->kind != KJ_OPTION_PAIRS)
            add_option(line, option, value);
    }
    if (values->value[KJ_OPT(CHECKPOINT)].set)
        g_string_append(line, " --resume");
    for (unsigned i = 0; !call->board && i < KJ_MAX_ARGS && call->args[i]; i++) {
        g_autofree char *quoted = g_shell_quote(call->args[i]);
        g_string_append_printf(line, " %s", quoted);
    }
    return g_string_free(line, FALSE);
}
