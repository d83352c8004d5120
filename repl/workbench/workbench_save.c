/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workbench as JSON, to survive a kill, and back. */
#include "repl/workbench/workbench.h"

#include "core/text/json_text.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/cli/settings.h"
#include "repl/collection/collection.h"
#include "repl/collection/saved.h"
#include "repl/job/files.h"
#include "repl/workbench/jobs.h"
#include "repl/workbench/left_jobs.h"

enum { KEPT_STATES = 100 }; // before the one on the board

#define VERSION "6"

char *kj_workbench_write(const KjWorkbench *bench)
{
    g_autoptr(JsonObject) root = json_object_new();
    JsonObject *settings = json_object_new();
    JsonArray *jobs = json_array_new();
    g_autoptr(GPtrArray) left = kj_jobs_left(bench->jobs);
    json_object_set_string_member(root, "schema", "kanju.session/" VERSION);
    // earlier states as well, so that undo goes on after a kill
    kj_states_write(bench->states, KEPT_STATES, root);
    json_object_set_array_member(root, "versions", kj_versions_write(bench->versions));
    for (const KjOption *option = NULL; (option = kj_option_next(option));)
        kj_saved_set_text(settings, option->name, kj_settings_get(bench->settings, option));
    json_object_set_object_member(root, "settings", settings);
    if (bench->beside.collection)
        json_object_set_object_member(root, "collection",
                                      kj_collection_write(bench->beside.collection));
    for (unsigned i = 0; i < left->len + bench->left->len; i++)
        json_array_add_object_element(
            jobs,
            kj_left_job_write(i < left->len ? left->pdata[i] : bench->left->pdata[i - left->len]));
    json_object_set_array_member(root, "jobs", jobs);
    kj_saved_set_text(root, "light", bench->light);
    json_object_set_boolean_member(root, "watch", bench->watch != NULL);
    g_autoptr(JsonNode) node = json_node_init_object(json_node_alloc(), root);
    g_autofree char *text = kj_json_text(node);
    return g_strconcat(text, "\n", NULL);
}

static bool read_settings(KjSettings *settings, JsonObject *in, GError **error)
{
    JsonObjectIter iter;
    const char *name;
    JsonNode *unused;
    if (!in)
        return true;
    json_object_iter_init(&iter, in);
    while (json_object_iter_next(&iter, &name, &unused)) {
        const KjOption *option = kj_setting_find(name, NULL);
        g_autofree char *value = kj_saved_text(in, name);
        if (!option || !value || !kj_settings_set(settings, option, value, NULL))
            return kj_saved_wrong(error, name);
    }
    return true;
}

/* Puts what a session has into a workbench that is new. */
static bool read_parts(KjWorkbench *bench, JsonObject *object, GError **error)
{
    JsonArray *versions = kj_field_list(object, "versions"), *jobs = kj_field_list(object, "jobs");
    JsonObject *list = kj_field_object(object, "collection");
    g_autoptr(KjCollection) collection = list ? kj_collection_read(list, error) : NULL;
    KjStates *states =
        list && !collection ? NULL : kj_states_read(object, collection, &bench->beside, error);
    if (!states || !read_settings(bench->settings, kj_field_object(object, "settings"), error)) {
        kj_states_free(states);
        return false;
    }
    kj_states_free(bench->states);
    bench->states = states;
    for (unsigned i = 0; versions && i < json_array_get_length(versions); i++)
        if (!kj_versions_read(bench->versions, kj_node_object(kj_node_at(versions, i)), error))
            return false;
    for (unsigned i = 0; jobs && i < json_array_get_length(jobs); i++) {
        KjLeftJob *job = kj_left_job_read(kj_node_object(kj_node_at(jobs, i)), error);
        if (!job)
            return false;
        g_ptr_array_add(bench->left, job);
    }
    bench->light = kj_saved_text(object, "light");
    KJ_FLAG(watch, bench->watched);
    return true;
}

/* Puts what was read in the place of what is there; the session's switches stay. */
static void take_over(KjWorkbench *bench, KjWorkbench *read)
{
    KjWorkbench was = *bench;
    bench->states = read->states;
    bench->beside = read->beside;
    bench->versions = read->versions;
    bench->light = read->light;
    bench->left = read->left;
    bench->watched = read->watched;
    read->states = was.states;
    read->beside = was.beside;
    read->versions = was.versions;
    read->light = was.light;
    read->left = was.left;
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        const char *value = kj_settings_get(read->settings, option);
        if (value)
            kj_settings_set(bench->settings, option, value, NULL);
        else
            kj_settings_unset(bench->settings, option);
    }
    kj_workbench_set_rules(bench);
}

bool kj_workbench_read(KjWorkbench *bench, const char *text, GError **error)
{
    if (g_str_has_prefix(text, KJ_MAGIC_OLD_SESSION))
        return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                            "a session of an older version of Kanju, which alone can read it; it "
                            "stays as it is");
    if (!g_str_has_prefix(text, KJ_MAGIC_SESSION VERSION "\"") || !kj_json_is_shallow(text))
        return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                            "not a saved workbench, expected '%s'", KJ_MAGIC_SESSION VERSION "\"");
    g_autoptr(JsonNode) node = kj_json_read(text, error);
    g_autoptr(KjWorkbench) read = kj_workbench_new();
    if (!node || !read_parts(read, json_node_get_object(node), error)) // it begins as one
        return false;
    take_over(bench, read);
    return true;
}
