/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libkanju: a request becomes the words of a command line, which runs as in the program. */
#include "repl/lib/kanju.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/os/file.h"
#include "core/text/json_text.h"
#include "core/text/lang.h"
#include "repl/cli/dispatch.h"
#include "repl/cli/settings.h"
#include "repl/lib/lib_commands.h"
#include "solver/search/thread.h"
#include "version.h"

enum { COLUMNS = 80, ROWS = 24 }; // of the terminal that there is none of

struct kanju {
    atomic_bool stop;
    kanju_progress told;
    void *told_data;
    char *answer;
};

/* One call. */
typedef struct {
    kanju *handle;
    GPtrArray *words; // char *
    char *input;      // or NULL
    bool json;        // is asked for
    JsonArray *messages;
    char *printed; // malloc
    size_t length;
    KjExit status;
} Call;

const char *kanju_version(void)
{
    return KJ_VERSION;
}

kanju *kanju_new(void)
{
    static gsize begun;
    if (g_once_init_enter(&begun)) {
        kj_commands_use(kj_lib_commands);
        kj_options_use(kj_option_tables);
        g_once_init_leave(&begun, 1);
    }
    return g_new0(kanju, 1);
}

void kanju_free(kanju *handle)
{
    if (handle)
        g_free(handle->answer);
    g_free(handle);
}

void kanju_stop(kanju *handle)
{
    if (handle)
        atomic_store(&handle->stop, true);
}

void kanju_on_progress(kanju *handle, kanju_progress told, void *data)
{
    if (!handle)
        return;
    handle->told = told;
    handle->told_data = data;
}

/* ---- what is asked ---- */

/* Keeps what is wrong with a request. Returns false. */
static bool refuse(Call *call, const char *why)
{
    json_array_add_string_element(call->messages, why);
    call->status = KJ_EXIT_USAGE;
    return false;
}

/* Whether a command has an option. */
static bool has_option(const KjCommand *command, const char *word)
{
    KjOptionWord found;
    uint64_t groups = command ? command->options | KJ_OPTIONS_COMMON : 0;
    return command && kj_option_read(groups, word, &found, NULL);
}

/* Adds an option as a word: --name, --no-name or --name=value. */
static void add_option(Call *call, const KjCommand *command, const char *key, JsonNode *value)
{
    g_autofree char *name = g_strdelimit(g_strdup(key), "_", '-');
    GType type = json_node_get_value_type(value);
    if (JSON_NODE_TYPE(value) == JSON_NODE_NULL)
        return;
    if (type == G_TYPE_BOOLEAN) {
        bool yes = json_node_get_boolean(value);
        g_autofree char *word = g_strdup_printf(yes ? "--%s" : "--no-%s", name);
        if (yes || has_option(command, word)) // a flag that is not given needs no word
            g_ptr_array_add(call->words, g_steal_pointer(&word));
        return;
    }
    g_autofree char *number = type == G_TYPE_STRING ? NULL : kj_json_text(value);
    g_ptr_array_add(call->words, g_strdup_printf("--%s=%s", name,
                                                 number ? number : json_node_get_string(value)));
}

static void add_options(Call *call, const KjCommand *command, JsonObject *request)
{
    static const char *const own[] = {"command", "args", "input", "json", NULL};
    g_autoptr(GList) names = json_object_get_members(request);
    for (const GList *at = names; at; at = at->next)
        if (!g_strv_contains(own, at->data))
            add_option(call, command, at->data, json_object_get_member(request, at->data));
}

static bool add_arguments(Call *call, JsonObject *request)
{
    JsonNode *node = json_object_get_member(request, "args");
    JsonArray *args = kj_node_list(node);
    unsigned n = args ? json_array_get_length(args) : 0;
    if (node && !args)
        return refuse(call, "args: expected a list of texts");
    for (unsigned i = 0; i < n; i++) {
        const char *arg = kj_node_text(kj_node_at(args, i));
        if (!arg)
            return refuse(call, "args: expected a list of texts");
        g_ptr_array_add(call->words, g_strdup(arg));
    }
    if (call->input && !n)
        g_ptr_array_add(call->words, g_strdup("-"));
    return true;
}

/* What is asked of a command unless the request says otherwise. */
static void add_defaults(Call *call, JsonObject *request, const KjCommand *command)
{
    JsonNode *json = json_object_get_member(request, "json");
    if (has_option(command, "--json") && (!json || json_node_get_boolean(json)))
        g_ptr_array_add(call->words, g_strdup("--json"));
    if (has_option(command, "--progress"))
        g_ptr_array_add(call->words, g_strdup(call->handle->told ? "--progress" : "--no-progress"));
}

/* Makes words of a request; false where it is none. */
static bool read_request(Call *call, JsonNode *root)
{
    JsonObject *request = kj_node_object(root);
    const char *name = kj_field_text(request, "command");
    if (!name)
        return refuse(call, "expected an object with a \"command\"");
    call->input = g_strdup(kj_field_text(request, "input"));
    const KjCommand *command = kj_command_find(name);
    g_ptr_array_add(call->words, g_strdup(name));
    add_defaults(call, request, command);
    add_options(call, command, request);
    bool ok = add_arguments(call, request);
    g_ptr_array_add(call->words, NULL);
    call->json = g_strv_contains((const char *const *)call->words->pdata, "--json");
    return ok;
}

/* ---- the command ---- */

static void take_message(void *data, const char *line)
{
    Call *call = data;
    json_array_add_string_element(call->messages, line);
}

static void take_progress(void *data, const char *text)
{
    kanju *handle = ((Call *)data)->handle;
    if (text && handle->told && handle->told(text, handle->told_data) != 0)
        kanju_stop(handle);
}

static void *run(void *data)
{
    Call *call = data;
    static const KjTerm nowhere = {.width = COLUMNS, .height = ROWS};
    const KjTermSink sink = {take_message, take_progress, call};
    g_autoptr(KjSettings) settings = kj_settings_new();
    kj_settings_set(settings, kj_option_at(KJ_OPT(LANG)), "en", NULL);
    KjSession session = {
        .stop = &call->handle->stop, .settings = settings, .input = call->input ? call->input : ""};
    FILE *out = kj_os_memory_open(&call->printed, &call->length);
    kj_term_init_sink(&session.term, &nowhere, &sink);
    call->status = kj_dispatch(&session, (char **)call->words->pdata, out);
    kj_term_clear(&session.term);
    kj_os_memory_close(out, &call->printed, &call->length);
    return NULL;
}

/* Runs it on a thread whose stack is as deep as searches need. */
static void run_on_thread(Call *call)
{
    pthread_t thread;
    if (!KJ_THREADS) {
        run(call);
    } else if (kj_thread_start(&thread, run, call)) {
        pthread_join(thread, NULL);
    } else {
        json_array_add_string_element(call->messages, "cannot start a thread");
        call->status = KJ_EXIT_INTERNAL;
    }
}

/* ---- what is answered ---- */

static char *all_messages(JsonArray *messages)
{
    GString *all = g_string_new(NULL);
    for (unsigned i = 0; i < json_array_get_length(messages); i++)
        g_string_append_printf(all, "%s%s", i ? "\n" : "",
                               json_node_get_string(json_array_get_element(messages, i)));
    return g_string_free(all, FALSE);
}

/* All but the records. (transfer full) */
static char *write_rest(const Call *call, const char *text)
{
    g_autoptr(JsonObject) object = json_object_new();
    g_autoptr(JsonNode) root = json_node_init_object(json_node_alloc(), object);
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    json_object_set_int_member(object, "status", call->status);
    json_object_set_string_member(object, "text", valid);
    if (call->status != KJ_EXIT_OK && !call->length) {
        g_autofree char *error = all_messages(call->messages);
        json_object_set_string_member(object, "error", *error ? error : "stopped");
    }
    json_object_set_array_member(object, "messages", json_array_ref(call->messages));
    return kj_json_text(root);
}

static char *write_answer(const Call *call)
{
    GString *answer = g_string_new("{\"records\":[");
    bool json = call->json && call->length && call->printed[0] == '{';
    g_autofree char *rest = write_rest(call, json || !call->printed ? "" : call->printed);
    if (json) { // a record a line
        g_auto(GStrv) records = g_strsplit(g_strchomp(call->printed), "\n", -1);
        g_autofree char *list = g_strjoinv(",", records);
        g_string_append(answer, list);
    }
    g_string_append_printf(answer, "],%s", rest + 1);
    return g_string_free(answer, FALSE);
}

const char *kanju_call(kanju *handle, const char *request)
{
    if (!handle)
        return NULL;
    Call call = {.handle = handle,
                 .words = g_ptr_array_new_with_free_func(g_free),
                 .messages = json_array_new()};
    g_autoptr(JsonNode) root = request && kj_json_is_shallow(request) ? kj_json_try(request) : NULL;
    if (read_request(&call, root))
        run_on_thread(&call);
    atomic_store(&handle->stop, false);
    g_free(handle->answer);
    handle->answer = write_answer(&call);
    g_ptr_array_unref(call.words);
    g_free(call.input);
    json_array_unref(call.messages);
    free(call.printed);
    return handle->answer;
}
