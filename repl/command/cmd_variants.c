/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variants: the games known, with their switches and handicaps. */
#include "core/format/handicap.h"
#include "core/format/position_text.h"
#include "core/text/lang.h"
#include "repl/cli/commands.h"
#include "repl/cli/fields_print.h"
#include "repl/command/command_fields.def"
#include "repl/job/input.h"

static void print_pieces(KjPrinter *printer, const KjGameRow *row)
{
    for (unsigned i = 0; i < row->n_pieces; i++) {
        const KjPieceRow *piece = &row->pieces[i];
        KJ_ITEM(KJ_FIELDS_PIECE_ROW);
    }
}

static void print_switches(KjPrinter *printer, const KjGame *game)
{
    kj_printer_line(printer, "  rule switches and their defaults:");
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        if (!(option->groups & KJ_OPTIONS_RULES))
            continue;
        g_autofree char *value = kj_rule_text(&game->row->rules, option->id);
        g_auto(GStrv) choices = g_strsplit(option->choices, "|", -1);
        KJ_ITEM(KJ_FIELDS_SWITCH);
        g_autofree char *list = g_strjoinv(" ", choices);
        kj_printer_line(printer, "    --rules %s=%s (of %s)", option->name, value, list);
    }
}

static void print_handicaps(KjPrinter *printer, const KjGame *game)
{
    kj_printer_line(printer, "  start positions and handicaps:");
    for (size_t i = 0; i < kj_handicap_count(game); i++) {
        const KjHandicap *handicap = kj_handicap_at(game, i);
        KjPosition position;
        bool found = kj_handicap_find(game, handicap->id, &position);
        g_assert(found);
        g_autofree char *text = kj_position_write(&position);
        g_auto(GStrv) aliases = g_strsplit(handicap->alias, ",", -1);
        KJ_ITEM(KJ_FIELDS_HANDICAP);
        bool english = kj_lang() == KJ_LANG_EN;
        kj_printer_line(printer, "    %s  %s%s%s", handicap->id, handicap->name_ja,
                        english ? "  " : "", english ? handicap->name_en : "");
    }
}

static void print_game(KjPrinter *printer, const char *schema, const KjGame *game)
{
    const KjGameRow *row = game->row;
    KjPosition position;
    bool found = kj_handicap_find(game, kj_handicap_at(game, 0)->id, &position);
    g_assert(found);
    g_autofree char *start = kj_position_write(&position);
    g_auto(GStrv) aliases = g_strsplit(row->alias, ",", -1);
    g_autofree char *also = g_strjoinv(", ", aliases);

    kj_printer_begin(printer, schema);
    bool english = kj_lang() == KJ_LANG_EN;
    kj_printer_line(printer, "%s  %s%s%s, %ux%u%s%s", row->id, row->name_ja, english ? "  " : "",
                    english ? row->name_en : "", row->files, row->ranks,
                    *also ? kj_tr(", also called ") : "", also);
    KJ_FIELDS_VARIANT;
    kj_printer_end(printer);
}

static KjExit kj_cmd_variants(KjSession *session, const KjCall *call, GError **error)
{
    (void)session;
    const KjGame *only;
    if (!kj_input_variant(call->values, &only, error))
        return KJ_EXIT_USAGE;
    bool first = true;
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGame *game = kj_game_at(i);
        if (only && game != only)
            continue;
        if (!first)
            kj_printer_block(call->printer, "\n");
        print_game(call->printer, call->command->schema, game);
        first = false;
    }
    return KJ_EXIT_OK;
}

const KjCommand kj_variants_command = {
    .name = "variants",
    .ja = "種類",
    .aliases = {"games"},
    .group = KJ_COMMANDS_OTHER,
    .summary = "list the games, their rules and handicaps",
    .details = "Prints for each game its names, board, start position, the rule switches with "
               "their defaults, and the handicaps, which can be given wherever a position can.",
    .options = KJ_OPTIONS_VARIANT | KJ_OPTIONS_JSON,
    .run = kj_cmd_variants,
    .examples = {{"variants --variant 56shogi", "What is known of one game.", "5x6"}},
    .schema = "kanju.variants/1",
};
