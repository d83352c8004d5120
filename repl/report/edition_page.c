/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of a work: what is known of it, then the work to step through. */
#include <string.h>

#include "core/text/lang.h"
#include "repl/check/check_page.h"
#include "repl/diagram/page.h"
#include "repl/job/phrases.h"
#include "repl/report/edition.h"
#include "repl/report/report_words.h"

/* What is being written. */
typedef struct {
    const KjEdition *edition;
    const KjEditionWork *work;
    const KjItem *item;
    const KjItemView *view;
    const KjReport *report; // NULL: none, as of what was solved only
    GString *out;
} Page;

/* ---- where it is ---- */

static void put_link(GString *out, const KjEditionWork *work, const char *rel, const char *sign)
{
    g_string_append_printf(out, "<a rel=\"%s\" href=\"%s\">", rel, work->page);
    kj_xml_append(out, sign);
    kj_xml_append(out, work->label);
    g_string_append(out, "</a>\n");
}

static void put_navigation(const KjEdition *edition, guint index, GString *out)
{
    const GPtrArray *works = edition->works;
    const KjEditionWork *work = works->pdata[index];
    g_string_append(out, "<nav class=\"bar\">\n");
    if (index)
        put_link(out, works->pdata[index - 1], "prev", "← ");
    g_string_append(out, "<a href=\"index.html\">");
    kj_xml_append(out, edition->title);
    g_string_append(out, "</a>\n");
    if (index + 1 < works->len)
        put_link(out, works->pdata[index + 1], "next", "→ ");
    kj_edition_languages(work->page, out);
    g_string_append(out, "</nav>\n");
}

/* ---- what is known of it ---- */

static void put_fact(const Page *page, const char *name, const char *text)
{
    if (!text || !*text)
        return;
    g_string_append(page->out, "<dt>");
    kj_xml_append(page->out, kj_tr(name));
    g_string_append(page->out, "</dt><dd>");
    kj_xml_append(page->out, text);
    g_string_append(page->out, "</dd>\n");
}

/* "sound (modern)", or what solving says. */
static void put_verdict(const Page *page)
{
    g_autoptr(GString) text = g_string_new(NULL);
    if (page->report) {
        g_autofree char *verdict = kj_check_verdict_text(page->report);
        g_string_append_printf(text, "%s (%s)", verdict, page->report->profile->name);
    } else {
        kj_item_verdict_add(page->item, text);
    }
    if (page->item->cause)
        g_string_append_printf(text, kj_tr(" (%s)"), kj_tr(page->item->cause));
    put_fact(page, "verdict", text->str);
}

/* The same work by other conventions: "app: sound; strict: unsound". */
static void put_profiles(const Page *page)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (size_t i = 0; page->report && i < kj_profile_count(); i++) {
        const KjProfile *profile = kj_profile_at(i);
        if (strcmp(profile->name, page->report->profile->name) != 0)
            g_string_append_printf(
                text, "%s%s: %s", text->len ? kj_tr("; ") : "", profile->name,
                kj_check_work_name(kj_report_judge(page->report, profile, NULL)));
    }
    put_fact(page, "by other conventions", text->str);
}

/* The length, whether it is proved, and how it compares with what is recorded. */
static void put_length(const Page *page)
{
    const KjItem *item = page->item;
    g_autoptr(GString) text = g_string_new(NULL);
    if (item->plies >= 0) {
        g_autofree char *plies = kj_check_plies((unsigned)item->plies, item->proved);
        g_string_append(text, plies);
        if (item->proved)
            g_string_append(text, kj_tr(", proved to be the shortest"));
        bool exact = page->report && page->report->pure_proved;
        if (item->pure_plies > item->plies)
            g_string_append_printf(text,
                                   kj_tr(exact ? "; %d with every interposition counted"
                                               : "; at most %d with every interposition counted"),
                                   item->pure_plies);
    }
    put_fact(page, "length", text->str);
    if (item->recorded < 0)
        return;
    g_string_printf(text, "%d", item->recorded);
    bool found = item->plies >= 0 && item->proved;
    if (found || g_strcmp0(item->verdict, "nomate") == 0)
        g_string_append(text, item->recorded == MAX(item->plies, 0)
                                  ? kj_tr(", as found")
                                  : kj_tr(", not as found in this diagram"));
    put_fact(page, "recorded", text->str);
}

/* The author's line, if the file gives one. */
static void put_author(const Page *page)
{
    const KjItemView *view = page->view;
    g_autofree char *line = kj_line_words(&view->position, view->author, view->n_author,
                                          KJ_MOVE_NONE, page->edition->report->notation);
    put_fact(page, "the author's line", view->authors ? kj_tr("the main line") : line);
}

static void put_themes(const Page *page)
{
    g_auto(GStrv) themes = g_strsplit(page->item->themes ? page->item->themes : "", "\n", -1);
    g_autoptr(GString) text = g_string_new(NULL);
    for (char **theme = themes; *theme && **theme; theme++)
        g_string_append_printf(text, "%s%s", text->len ? kj_tr(", ") : "", kj_item_word(*theme));
    put_fact(page, "themes", text->str);
}

static void put_effort(const Page *page)
{
    const KjStoreReport *report = page->edition->report;
    if (report->stable || !page->item->verdict)
        return;
    g_autofree char *text = g_strdup_printf(kj_tr("%" G_GINT64_FORMAT " nodes, kanju %s"),
                                            page->item->nodes, report->task.version);
    put_fact(page, "effort", text);
}

/* The certificate, or how one is made. */
static void put_certificate(const Page *page)
{
    const KjEditionWork *work = page->work;
    const KjItem *item = page->item;
    GString *out = page->out;
    if (!item->verdict || strcmp(item->verdict, "unknown") == 0 || item->hisshi)
        return;
    g_string_append(out, "<dt>");
    kj_xml_append(out, kj_tr("its certificate"));
    g_string_append(out, "</dt><dd>");
    if (work->certificate) {
        g_string_append_printf(out, "<a href=\"../certificates/%s\" download>%s</a> (",
                               work->certificate, work->certificate);
        g_string_append_printf(out, kj_tr("%" G_GSIZE_FORMAT " bytes"), work->bytes);
        g_string_append_printf(out, "), SHA-256 <code>%s</code>. ", work->digest);
        kj_xml_append(out, kj_tr("An independent program judges it:"));
        g_string_append_printf(out, " <code>kanju-verify %s</code>", work->certificate);
    } else {
        kj_xml_append(out, kj_tr("To be made by:"));
        g_string_append_printf(out, " <code>kanju %s 'sfen ",
                               page->report ? "check --report-certificate work.kjc"
                                            : "solve --certificate work.kjc");
        kj_xml_append(out, page->view->text);
        g_string_append(out, "'</code>");
    }
    g_string_append(out, "</dd>\n");
}

/* Before the board: what matters most. */
static void put_facts(const Page *page)
{
    g_string_append(page->out, "<dl class=\"kj-facts\">\n");
    put_verdict(page);
    put_profiles(page);
    put_length(page);
    g_string_append(page->out, "</dl>\n");
}

/* After it: the rest, some of which gives the solution away. */
static void put_more_facts(const Page *page)
{
    g_string_append(page->out, "<dl class=\"kj-facts\">\n");
    put_author(page);
    put_themes(page);
    put_fact(page, "remark", page->item->note);
    put_effort(page);
    put_certificate(page);
    put_fact(page, "position", page->view->text);
    g_string_append(page->out, "</dl>\n");
}

/* ---- the work ---- */

/* The line alone. (transfer full) */
static KjMoveTree *line_of(const Page *page)
{
    const KjItemView *view = page->view;
    KjMoveTree *tree = kj_move_tree_new(&view->position);
    g_auto(KjMoveCursor) cursor;
    kj_move_cursor_init(&cursor, tree);
    bool played = view->n_line > 0;
    for (unsigned i = 0; i < view->n_line && played; i++)
        played = kj_move_cursor_play(&cursor, view->line[i], NULL);
    if (played && page->item->line_kind && !page->item->hisshi)
        kj_move_cursor_end(&cursor, KJ_END_MATE, NULL);
    return tree;
}

/* The work to step through, with what was found if it was checked. */
static void put_steps(const Page *page)
{
    const KjStoreReport *report = page->edition->report;
    const KjPictureRequest pictures = {
        .style = {.hands = KJ_HANDS_AUTO, .coordinates = true},
        .palette = kj_palette_at(KJ_PALETTE_COLOR),
        .notation = report->notation,
        .hidden = report->hidden,
        .title = "",
        .composer = "",
    };
    KjInput input = {.position = page->view->position, .last = KJ_MOVE_NONE};
    if (!page->report) {
        g_autoptr(KjMoveTree) tree = line_of(page);
        kj_picture_steps(&pictures, &input, tree, NULL, page->out);
        return;
    }
    const KjCheckRequest request = {.solve = {.notation = report->notation, .explain = true}};
    const KjCheckJob job = {
        .solve = {.input = &input}, .root = page->view->position, .report = *page->report};
    kj_check_page_steps(&request, &pictures, &job, page->out);
}

static void put_about(const KjItem *item, GString *out)
{
    const char *const said[] = {item->composer, item->date, item->name};
    g_autoptr(GString) text = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(said); i++)
        if (said[i] && (said[i] != item->name || item->title))
            g_string_append_printf(text, "%s%s", text->len ? " · " : "", said[i]);
    if (!text->len)
        return;
    g_string_append(out, "<p>");
    kj_xml_append(out, text->str);
    g_string_append(out, "</p>\n");
}

static void put_work(Page *page)
{
    KjItemView view;
    KjReport report;
    if (!kj_item_view(page->item, &view)) {
        g_string_append(page->out, "<p class=\"bad\">");
        kj_xml_append(page->out, page->item->error ? page->item->error : "");
        g_string_append(page->out, "</p>\n");
        return;
    }
    page->view = &view;
    bool checked = kj_item_report(page->item, &view, &report);
    page->report = checked && report.profile ? &report : NULL;
    put_facts(page);
    put_steps(page);
    put_more_facts(page);
    if (checked)
        kj_report_clear(&report);
    kj_item_view_clear(&view);
}

char *kj_edition_page(const KjEdition *edition, guint index, const KjItem *item)
{
    Page page = {.edition = edition,
                 .work = edition->works->pdata[index],
                 .item = item,
                 .out = g_string_new(NULL)};
    g_autofree char *title = g_strdup_printf("%s - %s", page.work->label, edition->title);
    kj_page_begin_apart(page.out, title, KJ_EDITION_CLASS, "../kanju.css");
    put_navigation(edition, index, page.out);
    g_string_append(page.out, "<h1>");
    kj_xml_append(page.out, page.work->label);
    g_string_append(page.out, "</h1>\n");
    put_about(item, page.out);
    put_work(&page);
    kj_page_end_apart(page.out, "../player.js");
    return g_string_free(page.out, FALSE);
}
