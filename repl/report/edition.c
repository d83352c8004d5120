/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Editions: the folder, its certificates, and what its pages share. */
#include "repl/report/edition.h"

#include <errno.h>
#include <string.h>

#include <glib/gstdio.h>

#include "core/format/problem.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/cli/output.h"
#include "repl/diagram/page.h"
#include "repl/diagram/replay_page.h"
#include "repl/diagram/svg.h"
#include "repl/job/file_draft.h"
#include "repl/job/phrases.h"

#define CERTIFICATES "certificates"
#define INDEX "index.html"
#define SUMS "SHA256SUMS"
#define MARK "<meta name=\"generator\" content=\"kanju report --edition\">"

static const struct {
    const char *folder, *name; // of files, and as its readers call it
} languages[] = {[KJ_LANG_EN] = {"en", "English"}, [KJ_LANG_JA] = {"ja", "日本語"}};
G_STATIC_ASSERT(G_N_ELEMENTS(languages) == KJ_LANGS);

static void free_work(void *data)
{
    KjEditionWork *work = data;
    g_free(work->page);
    g_free(work->label);
    g_free(work->certificate);
    g_free(work->digest);
    g_free(work);
}

static bool put_file(const KjEdition *edition, const char *folder, const char *leaf,
                     const char *bytes, gssize length, GError **error)
{
    g_autofree char *path = g_build_path("/", edition->folder, folder, leaf, NULL);
    bool ok = kj_file_write(path, bytes, length, edition->report->over, error);
    if (!ok)
        kj_text_error_prefix(error, "%s: ", path);
    return ok;
}

/* ---- the folder ---- */

static bool is_edition(const char *folder)
{
    g_autofree char *path = g_build_path("/", folder, INDEX, NULL);
    g_autofree char *text = NULL;
    return g_file_get_contents(path, &text, NULL, NULL) && strstr(text, MARK);
}

/* Makes the folder and those in it. What is in one already must be an edition, or certificates that
 * wait for theirs. */
static bool make_folders(const char *folder, GError **error)
{
    if (!*folder)
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "--edition: expected a folder");
    g_autoptr(GDir) there = g_dir_open(folder, 0, NULL);
    const char *name = there ? g_dir_read_name(there) : NULL;
    while (name && strcmp(name, CERTIFICATES) == 0)
        name = g_dir_read_name(there);
    if (name && !is_edition(folder))
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "--edition=%s: the folder holds something else (%s), expected a new or "
                            "empty one, or an edition",
                            folder, name);
    const char *const leaves[] = {languages[KJ_LANG_EN].folder, languages[KJ_LANG_JA].folder,
                                  CERTIFICATES};
    bool ok = true;
    for (size_t i = 0; ok && i < G_N_ELEMENTS(leaves); i++) {
        g_autofree char *path = g_build_path("/", folder, leaves[i], NULL);
        ok = kj_files_make_folder("edition", path, error);
    }
    return ok;
}

/* ---- certificates ---- */

/* Whether bytes begin as a certificate does, compressed or not: a store of somebody else's may name any
 * file, and what an edition has is published. */
static bool begins_as_certificate(const char *bytes, gsize length)
{
    static const char *const starts[] = {"kanju-", "\x28\xb5\x2f\xfd"};
    for (size_t i = 0; i < G_N_ELEMENTS(starts); i++)
        if (length > strlen(starts[i]) && memcmp(bytes, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

/* Reads the certificate that a store names: in the edition, where the store's user was, or beside one
 * of the stores. NULL: it is in none. (transfer full) */
static char *read_certificate(const KjEdition *edition, const char *name, const char *const *stores,
                              gsize *out_length)
{
    g_autofree char *leaf = g_path_get_basename(name);
    g_autofree char *own = g_build_path("/", edition->folder, CERTIFICATES, leaf, NULL);
    char *bytes = NULL;
    if (g_file_get_contents(own, &bytes, out_length, NULL) ||
        g_file_get_contents(name, &bytes, out_length, NULL))
        return bytes;
    for (; !bytes && *stores; stores++) {
        g_autofree char *beside = g_path_get_dirname(*stores);
        g_autofree char *path = g_build_path("/", beside, name, NULL);
        g_file_get_contents(path, &bytes, out_length, NULL);
    }
    return bytes;
}

static bool take_certificate(const KjEdition *edition, const char *name, const char *const *stores,
                             KjEditionWork *work, GError **error)
{
    g_autofree char *bytes = read_certificate(edition, name, stores, &work->bytes);
    if (!bytes || !begins_as_certificate(bytes, work->bytes))
        return true; // its page says how it is made
    work->certificate = g_path_get_basename(name);
    work->digest =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, work->bytes);
    return put_file(edition, CERTIFICATES, work->certificate, bytes, (gssize)work->bytes, error);
}

/* The list that `sha256sum -c` reads. */
static bool put_sums(const KjEdition *edition, GError **error)
{
    g_autoptr(GString) sums = g_string_new(NULL);
    for (guint i = 0; i < edition->works->len; i++) {
        const KjEditionWork *work = edition->works->pdata[i];
        if (work->certificate)
            g_string_append_printf(sums, "%s  %s\n", work->digest, work->certificate);
    }
    return put_file(edition, CERTIFICATES, SUMS, sums->str, (gssize)sums->len, error);
}

/* ---- the works ---- */

static char *place_of(const KjItem *item)
{
    return g_strdup_printf("%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, item->file_id, item->number);
}

const KjEditionWork *kj_edition_work(const KjEdition *edition, const KjItem *item)
{
    g_autofree char *place = place_of(item);
    return g_hash_table_lookup(edition->by_place, place);
}

/* Goes through the items; `take` is given each with its number. */
typedef bool (*TakeItem)(KjEdition *edition, guint index, const KjItem *item, void *data,
                         GError **error);
static bool each_item(KjEdition *edition, TakeItem take, void *data, GError **error)
{
    KjStoreReport *report = edition->report;
    KjItems items;
    if (!kj_items_begin(&items, report->store, report->task.id, report->query, error))
        return false;
    bool ok = true;
    int row = 0;
    for (guint i = 0;
         ok && !kj_session_stopped(report->session) && (row = kj_items_next(&items, error)) > 0;
         i++)
        ok = take(edition, i, &items.item, data, error);
    kj_items_end(&items);
    return ok && row >= 0;
}

/* What a work is called: what its file says, else where it stands. (transfer full) */
static char *label_of(const KjItem *item)
{
    g_autofree char *label = kj_item_label(item);
    return kj_text_without_folders(label);
}

static bool add_work(KjEdition *edition, guint index, const KjItem *item, void *data,
                     GError **error)
{
    (void)index;
    const KjCall *call = data;
    KjEditionWork *work = g_new0(KjEditionWork, 1);
    g_ptr_array_add(edition->works, work);
    g_hash_table_insert(edition->by_place, place_of(item), work);
    work->label = label_of(item);
    work->page = g_strdup(item->file); // until names are planned
    return !item->certificate ||
           take_certificate(edition, item->certificate, call->args, work, error);
}

/* Gives the works their pages, by the files they were read from. */
static void name_pages(KjEdition *edition, KjOutput *names)
{
    g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < edition->works->len; i++)
        g_ptr_array_add(files, ((KjEditionWork *)edition->works->pdata[i])->page);
    kj_output_plan(names, (const char *const *)files->pdata, files->len);
    for (guint i = 0; i < files->len; i++)
        ((KjEditionWork *)edition->works->pdata[i])->page =
            g_strconcat(names->names->pdata[i], ".html", NULL);
}

static bool find_works(KjEdition *edition, const KjCall *call, GError **error)
{
    KjOutput names;
    bool ok = kj_output_open(&names, call->values, NULL, call->args, error) &&
              each_item(edition, add_work, (void *)(gsize)call, error);
    if (ok)
        name_pages(edition, &names);
    kj_output_clear(&names);
    return ok;
}

/* ---- pages ---- */

void kj_edition_languages(const char *page, GString *out)
{
    for (unsigned lang = 0; lang < KJ_LANGS; lang++)
        if (lang != kj_lang())
            g_string_append_printf(
                out, "<a href=\"../%1$s/%2$s\" hreflang=\"%1$s\" lang=\"%1$s\">%3$s</a>\n",
                languages[lang].folder, page, languages[lang].name);
}

static bool put_page(KjEdition *edition, guint index, const KjItem *item, void *data,
                     GError **error)
{
    (void)data;
    if (index >= edition->works->len)
        return true; // a batch has read more meanwhile
    const KjEditionWork *work = edition->works->pdata[index];
    g_autofree char *page = kj_edition_page(edition, index, item);
    kj_text_harmless(page);
    return put_file(edition, languages[kj_lang()].folder, work->page, page, -1, error);
}

/* Removes the pages of an earlier edition whose works are not in this one. A file is taken for a page by
 * what it has, not by its name. */
static bool remove_others(const KjEdition *edition, const char *folder, GError **error)
{
    g_autoptr(GHashTable) pages = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < edition->works->len; i++)
        g_hash_table_add(pages, ((KjEditionWork *)edition->works->pdata[i])->page);
    g_autoptr(GDir) there = g_dir_open(folder, 0, error);
    const char *leaf;
    bool ok = there;
    while (ok && !kj_session_stopped(edition->report->session) && (leaf = g_dir_read_name(there))) {
        g_autofree char *path = g_build_path("/", folder, leaf, NULL);
        g_autofree char *text = NULL;
        if (g_hash_table_contains(pages, leaf) || strcmp(leaf, INDEX) == 0 ||
            !g_str_has_suffix(leaf, ".html") || !g_file_get_contents(path, &text, NULL, NULL) ||
            !strstr(text, "<body class=\"" KJ_EDITION_CLASS "\">"))
            continue;
        ok = g_remove(path) == 0 ||
             kj_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(errno), "%s: %s", path,
                          kj_os_text(errno));
    }
    return ok;
}

/* The pages in the language of the thread, and no others. */
static bool put_pages(KjEdition *edition, GError **error)
{
    g_autofree char *folder = g_build_path("/", edition->folder, languages[kj_lang()].folder, NULL);
    g_autofree char *index = g_build_path("/", folder, INDEX, NULL);
    return each_item(edition, put_page, NULL, error) &&
           kj_store_report_file(edition->report, kj_store_report_html, index, error) &&
           remove_others(edition, folder, error);
}

/* The first page, which leads on to the index in the reader's language. */
static bool put_door(const KjEdition *edition, GError **error)
{
    g_autoptr(GString) out = g_string_new(NULL);
    kj_page_begin_apart(out, edition->title, KJ_EDITION_CLASS, "kanju.css");
    g_string_append(out, MARK "\n<h1>");
    kj_xml_append(out, edition->title);
    g_string_append(out, "</h1>\n<p>");
    for (unsigned lang = 0; lang < KJ_LANGS; lang++)
        g_string_append_printf(out, "<a href=\"%1$s/" INDEX "\" lang=\"%1$s\">%2$s</a>\n",
                               languages[lang].folder, languages[lang].name);
    g_string_append(out, "</p>\n<script>location.replace((/^ja/.test(navigator.language) ? \"ja\" "
                         ": \"en\") + \"/" INDEX "\");</script>\n");
    kj_page_end(out, NULL);
    return put_file(edition, "", INDEX, out->str, -1, error);
}

static bool put_all(KjEdition *edition, const KjCall *call, GError **error)
{
    bool ok =
        make_folders(edition->folder, error) && find_works(edition, call, error) &&
        put_sums(edition, error) && put_file(edition, "", "kanju.css", kj_page_style, -1, error) &&
        put_file(edition, "", "player.js", kj_replay_script, -1, error) && put_door(edition, error);
    const KjLang lang = kj_lang();
    for (unsigned l = 0; ok && l < KJ_LANGS; l++) {
        kj_lang_set((KjLang)l);
        ok = put_pages(edition, error);
    }
    kj_lang_set(lang);
    return ok;
}

/* What the edition is called where nothing was said: after the collections. (transfer full) */
static char *own_title(KjStoreReport *report)
{
    g_autoptr(sqlite3_stmt) rows =
        kj_store_report_select(report, "DISTINCT f.name", "ORDER BY f.name", NULL);
    GString *title = g_string_new(NULL);
    while (rows && kj_store_step(report->store, rows, NULL) > 0) {
        g_autofree char *name = g_path_get_basename(kj_column_text(rows, 0));
        char *dot = strrchr(name, '.');
        if (dot && dot != name)
            *dot = '\0';
        g_string_append_printf(title, "%s%s", title->len ? ", " : "", name);
    }
    return g_string_free(title, FALSE);
}

bool kj_edition_write(KjStoreReport *report, const KjCall *call, const char *folder, GError **error)
{
    const char *title = call->values->value[KJ_OPT(TITLE)].text;
    KjEdition edition = {
        .report = report,
        .folder = folder,
        .title = title ? g_strdup(title) : own_title(report),
        .works = g_ptr_array_new_with_free_func(free_work),
        .by_place = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
    };
    report->over = call->values->over;
    report->edition = &edition;
    bool ok = put_all(&edition, call, error);
    report->edition = NULL;
    g_ptr_array_unref(edition.works);
    g_hash_table_unref(edition.by_place);
    g_free(edition.title);
    return ok;
}
