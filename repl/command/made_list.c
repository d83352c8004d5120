/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which works are chosen, and how they are printed. */
#include "repl/command/made_list.h"
#include "repl/cli/fields_print.h"

#include "core/format/kif.h"
#include "core/format/position_text.h"
#include "core/text/lang.h"
#include "core/tree/move_cursor.h"
#include "repl/cli/offers.h"
#include "repl/command/certified.h"
#include "repl/command/compose_fields.def"
#include "repl/command/purposes.h"
#include "repl/job/phrases.h"
#include "solver/compose/appeal.h"
#include "solver/compose/resemble.h"

enum { REASONS = 5, SHOWN_BOARDS = 3 };

/* Whether a work may join those chosen; KJ_FILTERS: it may. */
static KjFilter against_chosen(const KjMakeWish *wish, const KjMadeList *list, const KjMade *made,
                               KjSide attacker)
{
    unsigned relatives = 0;
    for (unsigned i = 0; i < list->works->len; i++) {
        const KjMade *other = &g_array_index(list->works, KjMade, i);
        if (!wish->alike && kj_works_resemble(other, made, attacker))
            return KJ_FILTER_ALIKE;
        relatives += other->number == made->number;
    }
    return wish->of_family && relatives >= wish->of_family ? KJ_FILTER_FAMILY : KJ_FILTERS;
}

void kj_made_list_choose(const KjMakeWish *wish, const GArray *all, KjSide attacker, unsigned most,
                         KjMadeList *out)
{
    *out = (KjMadeList){.works = g_array_new(FALSE, FALSE, sizeof(KjMade)), .n_all = all->len};
    for (unsigned i = 0; i < all->len && out->works->len < most; i++) {
        const KjMade *made = &g_array_index(all, KjMade, i);
        KjFilter filter = kj_make_filter(wish, made, attacker);
        if (filter == KJ_FILTER_ALIKE)
            filter = against_chosen(wish, out, made, attacker);
        if (filter == KJ_FILTERS)
            g_array_append_vals(out->works, made, 1);
        else
            out->n_left_out[filter]++;
    }
}

void kj_made_list_clear(KjMadeList *list)
{
    g_clear_pointer(&list->works, g_array_unref);
    g_clear_pointer(&list->purposes, g_ptr_array_unref);
}

/* A work that was made, as the commands that judge versions of one have it; `line` is not copied. */
static KjComposeWork work_of(const KjCompose *compose, KjMade *made, KjSide attacker)
{
    KjComposeWork work = {.job.root = made->position,
                          .line = made->line,
                          .wish = {.keep = KJ_KEEP_LINE,
                                   .line = made->line,
                                   .n_line = made->n_line,
                                   .plies = made->n_line,
                                   .attacker = attacker,
                                   .profile = &compose->request.profile,
                                   .recorded_plies = -1}};
    work.wish.any_move = compose->request.solve.solver.attacker_moves != KJ_CHECKS_ONLY;
    work.wish.nodes = (uint64_t)compose->call->values->value[KJ_OPT(VERSION_NODES)].integer;
    return work;
}

bool kj_made_list_purposes(KjCompose *compose, KjMadeList *list, KjSide attacker, GError **error)
{
    bool done = true;
    list->purposes = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    for (unsigned i = 0; i < list->works->len && done; i++) {
        KjComposeWork work = work_of(compose, &g_array_index(list->works, KjMade, i), attacker);
        GArray *purposes = kj_repairs_new();
        g_ptr_array_add(list->purposes, purposes);
        done = kj_purposes_find(compose, &work, purposes, error);
    }
    return done;
}

void kj_made_list_certify(KjCompose *compose, const KjMadeList *list, KjSide attacker)
{
    for (unsigned i = 0; i < list->works->len; i++) {
        const KjMade *made = &g_array_index(list->works, KjMade, i);
        kj_certified_add(compose, attacker, &made->position, made->line, made->n_line);
    }
}

/* ---- words ---- */

static const char *measure_text(KjMeasure measure)
{
    static const char *const text[KJ_MEASURES] = {
        "chase",    "captures",   "economy",       "quiet first move",
        "openness", "sacrifices", "distant drops", "promotions declined",
        "tries"};
    return kj_tr(text[measure]);
}

/* "sacrifice, bishop not promoted, economy 80 %" */
char *kj_made_note(const KjMade *made)
{
    KjAppealPart reason[REASONS];
    unsigned n = kj_appeal_reasons(made, reason, REASONS);
    GString *text = g_string_new(made->by_law ? kj_tr("by the law of repetition") : NULL);
    for (unsigned i = 0; i < n; i++) {
        const KjTheme *theme = reason[i].theme;
        unsigned value = made->measured.value[reason[i].measure];
        g_string_append(text, text->len ? kj_tr(", ") : "");
        if (theme)
            g_string_append(text, kj_check_name(theme->name_en, theme->name_ja));
        else if (reason[i].measure == KJ_MEASURE_QUIET)
            g_string_append(text, measure_text(reason[i].measure));
        else if (reason[i].measure == KJ_MEASURE_ECONOMY)
            g_string_append_printf(text, "%s %u %%", measure_text(reason[i].measure), value);
        else
            g_string_append_printf(text, "%s %u", measure_text(reason[i].measure), value);
    }
    return g_string_free(text, FALSE);
}

/* What a part of the points that is of no theme is for. */
static const char *part_text(const KjAppealPart *part)
{
    if (part->measure < KJ_MEASURES)
        return measure_text(part->measure);
    bool by_law = strcmp(part->code, "law") == 0; // else it is a size, named as it is coded
    return by_law ? kj_tr("by the law of repetition") : kj_tr(part->code);
}

/* "themes 10.0, pieces -2.4, plies 1.5, economy 2.0": themes together, as their names are long. */
static char *parts_text(const KjMade *made)
{
    KjAppealPart part[KJ_APPEAL_PARTS];
    unsigned n = kj_appeal_parts(made, part);
    GString *text = g_string_new(NULL);
    double themes = 0;
    for (unsigned i = 0; i < n; i++) {
        if (part[i].theme)
            themes += part[i].points;
        else
            g_string_append_printf(text, "%s%s %.1f", kj_tr(", "), part_text(&part[i]),
                                   part[i].points);
    }
    g_autofree char *first = g_strdup_printf(kj_tr("themes %.1f"), themes);
    g_string_prepend(text, first);
    return g_string_free(text, FALSE);
}

void kj_made_list_tell(const KjCompose *compose, const KjMadeList *list, KjPrinter *printer)
{
    kj_printer_line(printer, "works: %u of %u (%s)", list->works->len, list->n_all,
                    compose->request.profile.name);
}

static void tell_made(const KjCompose *compose, const KjMade *made, unsigned number,
                      const char *position, const char *reasons)
{
    KjPrinter *printer = compose->call->printer;
    g_autofree char *moves = kj_line_words(&made->position, made->line, made->n_line, KJ_MOVE_NONE,
                                           compose->request.solve.notation);
    kj_printer_line(printer,
                    kj_tr_n(made->n_line, "%2u. %u ply, pieces %u, %.1f points: %s",
                            "%2u. %u plies, pieces %u, %.1f points: %s"),
                    number, made->n_line, made->pieces, made->appeal, reasons);
    g_autofree char *parts = parts_text(made);
    kj_printer_line(printer, "    points: %s", parts);
    if (made->n_blemishes)
        kj_printer_line(printer, "    blemishes: %u", made->n_blemishes);
    kj_printer_line(printer, "    %s", moves);
    kj_printer_line(printer, "    %s", position);
    if (number <= SHOWN_BOARDS)
        kj_compose_draw(compose, &made->position);
}

static void tell_left_out(const KjMadeList *list, KjPrinter *printer)
{
    g_autoptr(GString) left_out = g_string_new(NULL);
    for (unsigned f = 0; f < KJ_FILTERS; f++)
        if (list->n_left_out[f])
            g_string_append_printf(left_out, "%s%s %u", left_out->len ? kj_tr(", ") : "",
                                   kj_filter_text((KjFilter)f), list->n_left_out[f]);
    if (left_out->len)
        kj_printer_line(printer, "left out: %s", left_out->str);
}

/* ---- JSON ---- */

static void print_reasons(const KjMade *made, KjPrinter *printer)
{
    KjAppealPart reason[REASONS];
    unsigned n = kj_appeal_reasons(made, reason, REASONS);
    for (unsigned i = 0; i < n; i++)
        kj_printer_string(printer, NULL, reason[i].code);
}

static void print_parts(const KjMade *made, KjPrinter *printer)
{
    KjAppealPart part[KJ_APPEAL_PARTS];
    unsigned n = kj_appeal_parts(made, part);
    for (unsigned i = 0; i < n; i++)
        KJ_ITEM(KJ_FIELDS_PART);
}

static void print_purposes(const KjCompose *compose, const KjMade *made, const GArray *purposes,
                           KjPrinter *printer)
{
    KjMade own = *made;
    KjComposeWork work = work_of(compose, &own, (KjSide)made->position.side);
    kj_purposes_tell(printer);
    kj_purposes_print(compose, &work, purposes, printer);
}

static void print_made(const KjCompose *compose, const KjMade *made, const KjPosition *root,
                       const GArray *purposes, unsigned number, KjPrinter *printer)
{
    g_autofree char *position = kj_position_write(&made->position);
    g_autofree char *reasons = kj_made_note(made);
    const unsigned *measured = made->measured.value;
    tell_made(compose, made, number, position, reasons);
    kj_offers_add(compose->session->offers, root ? root : &made->position, &made->position,
                  made->line, made->n_line, made->n_line, reasons);
    KJ_ITEM(KJ_FIELDS_WORK);
}

void kj_made_list_print(const KjCompose *compose, const KjMadeList *list, const KjPosition *root,
                        KjPrinter *printer)
{
    KJ_FIELDS_MADE;
}

/* ---- files ---- */

static void write_problem(const KjMade *made, const char *name, GString *out)
{
    g_autofree char *position = kj_position_write(&made->position);
    g_autofree char *reasons = kj_made_note(made);
    g_string_append_printf(out, "%s\t%s\t%u\t%s\n", name, position, made->n_line, reasons);
}

static void write_record(const KjMade *made, const char *name, GString *out)
{
    KjMoveTree *tree = kj_move_tree_new(&made->position);
    KjMoveCursor cursor;
    kj_move_cursor_init(&cursor, tree);
    for (unsigned i = 0; i < made->n_line; i++)
        kj_move_cursor_play(&cursor, made->line[i], NULL);
    kj_move_cursor_clear(&cursor);
    g_autoptr(KjGameFile) file = kj_game_file_of(tree);
    g_autofree char *plies = g_strdup_printf("%u手", made->n_line);
    g_autofree char *reasons = kj_made_note(made);
    kj_move_node_note(tree->root, KJ_NOTE_HEADER, "作品番号", name);
    kj_move_node_note(tree->root, KJ_NOTE_HEADER, "手数", plies);
    kj_move_node_note(tree->root, KJ_NOTE_HEADER, "備考", reasons);
    kj_kif_write(out, file, KJ_FORMAT_KIF);
}

char *kj_made_list_file(const KjMadeList *list, const KjValues *values, const char *head)
{
    enum { LIST, KIF };
    bool kif = values->value[KJ_OPT(MADE_FORMAT)].choice == KIF;
    GString *text = g_string_new(head);
    for (unsigned i = 0; i < list->works->len; i++) {
        const KjMade *made = &g_array_index(list->works, KjMade, i);
        g_autofree char *name = g_strdup_printf("%s-%03u", made->position.game->row->id, i + 1);
        (kif ? write_record : write_problem)(made, name, text);
    }
    return g_string_free(text, FALSE);
}
