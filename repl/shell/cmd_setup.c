/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: positions put on the board, kept by name, compared. */
#include <string.h>

#include "core/format/handicap.h"
#include "core/format/position_text.h"
#include "core/notation/usi.h"
#include "core/text/lang.h"
#include "repl/collection/tree_text.h"
#include "repl/job/input.h"
#include "repl/job/phrases.h"
#include "repl/job/unplaced_pieces.h"
#include "repl/shell/shell_commands.h"
#include "repl/workbench/edit.h"

static KjExit cmd_position(KjSession *session, const KjCall *call, GError **error)
{
    if (call->args[0])
        return kj_shell_load(session, call, call->args[0], error);
    g_autofree char *text = kj_tree_text_line(kj_workbench_tree(session->bench));
    return kj_print_line(call->printer, "%s", text);
}

/* The game of --variant, else that on the board. */
static bool game_of(const KjSession *session, const KjCall *call, const KjGame **out,
                    GError **error)
{
    if (!kj_input_variant(call->values, out, error))
        return false;
    if (!*out)
        *out = kj_workbench_tree(session->bench)->start.game;
    return true;
}

static void set_up(KjSession *session, const KjGame *game, const char *preset)
{
    const KjTables *t = game->t;
    KjPosition position;
    kj_position_clear(&position, game);
    unsigned middle = t->files / 2u * t->ranks;
    if (strcmp(preset, "empty") != 0)
        kj_position_put(&position, middle, kj_piece(KJ_GOTE, t->king));
    if (strcmp(preset, "kings") == 0)
        kj_position_put(&position, middle + t->ranks - 1u, kj_piece(KJ_SENTE, t->king));
    kj_unplaced_give(&position, kj_workbench_defender(session->bench, &position));
    kj_workbench_change(session->bench, kj_move_tree_new(&position));
}

static KjExit start_from(KjSession *session, const KjGame *game, const char *name, GError **error)
{
    KjPosition position;
    if (!kj_handicap_find(game, name, &position))
        return kj_usage_error(
            error, "NAME '%s': no start position of %s, expected one that 'variants' lists", name,
            kj_game_name(game));
    kj_workbench_change(session->bench, kj_move_tree_new(&position));
    return KJ_EXIT_OK;
}

static KjExit cmd_new(KjSession *session, const KjCall *call, GError **error)
{
    static const char *const presets[] = {"gyoku", "kings", "empty"};
    const char *word = call->args[0] ? call->args[0] : presets[0];
    const KjGame *game;
    if (!game_of(session, call, &game, error))
        return KJ_EXIT_USAGE;
    for (size_t i = 0; i < G_N_ELEMENTS(presets); i++) {
        if (!kj_word_is(word, presets[i]))
            continue;
        set_up(session, game, presets[i]);
        return KJ_EXIT_OK;
    }
    bool first = kj_word_is(word, "startpos");
    return start_from(session, game, first ? kj_handicap_at(game, 0)->id : word, error);
}

bool kj_shell_board_of(KjSession *session, const KjCall *call, GError **error)
{
    const KjGame *game, *there = kj_workbench_tree(session->bench)->start.game;
    if (!game_of(session, call, &game, error))
        return false;
    if (game->row != there->row)
        set_up(session, game, "gyoku");
    return true;
}

static bool is_name(const char *word)
{
    if (!*word || !(g_ascii_isalpha(*word) || *word & 0x80))
        return false;
    for (; *word; word++)
        if (!(g_ascii_isalnum(*word) || *word & 0x80 || *word == '-' || *word == '_'))
            return false;
    return true;
}

static KjExit list_names(const KjWorkbench *bench, KjPrinter *printer)
{
    g_autoptr(GList) names =
        g_list_sort(g_hash_table_get_keys(bench->beside.names), (GCompareFunc)strcmp);
    kj_printer_begin(printer, NULL);
    for (GList *name = names; name; name = name->next) {
        const KjKept *kept = g_hash_table_lookup(bench->beside.names, name->data);
        g_autofree char *text = kj_tree_text_line(kept->tree);
        kj_printer_line(printer, "%s  %s", (char *)name->data, text);
    }
    kj_printer_end(printer);
    return KJ_EXIT_OK;
}

/* What stands on a square: as SFEN has it, in Japanese as a word. (transfer full) */
static char *piece_text(const KjGame *game, KjPiece piece)
{
    if (!piece)
        return g_strdup(kj_lang() == KJ_LANG_JA ? "なし" : "-");
    if (kj_lang() != KJ_LANG_JA)
        return kj_piece_letters(game, piece);
    g_autofree char *name = kj_piece_name(game, piece);
    return g_strdup_printf("%s%s", kj_piece_side(piece) == KJ_GOTE ? "v" : "", name);
}

/* A hand, likewise. (transfer full) */
static char *hand_text(const KjGame *game, KjHand hand, KjSide side)
{
    if (kj_lang() != KJ_LANG_JA)
        return kj_hand_text(game, hand, side);
    return hand ? kj_hand_kanji(game, hand) : g_strdup("なし");
}

static unsigned print_differences(KjPrinter *printer, const KjPosition *a, const KjPosition *b)
{
    unsigned n = 0;
    for (unsigned square = 0; square < a->game->t->squares; square++) {
        if (a->board[square] == b->board[square])
            continue;
        g_autofree char *name = kj_square_name(a->game, square);
        g_autofree char *before = piece_text(a->game, a->board[square]);
        g_autofree char *after = piece_text(b->game, b->board[square]);
        kj_printer_line(printer, "%s: %s -> %s", name, before, after);
        n++;
    }
    for (unsigned side = KJ_SENTE; side <= KJ_GOTE; side++) {
        if (a->hand[side] == b->hand[side])
            continue;
        g_autofree char *before = hand_text(a->game, a->hand[side], (KjSide)side);
        g_autofree char *after = hand_text(b->game, b->hand[side], (KjSide)side);
        kj_printer_line(printer, "hand of %s: %s -> %s", kj_tr(kj_side_name((KjSide)side)), before,
                        after);
        n++;
    }
    if (a->side != b->side) {
        kj_printer_line(printer, "to move: %s -> %s", kj_tr(kj_side_name((KjSide)a->side)),
                        kj_tr(kj_side_name((KjSide)b->side)));
        n++;
    }
    return n;
}

/* How what is on the board differs from what was kept. */
static KjExit print_diff(const KjWorkbench *bench, const KjKept *kept, KjPrinter *printer,
                         GError **error)
{
    KjPosition a, b;
    a = kj_move_tree_position(kept->tree);
    b = kj_move_tree_position(kj_workbench_tree(bench));
    if (a.game != b.game)
        return kj_usage_error(error, "positions of %s and %s, expected the same game",
                              kj_game_name(a.game), kj_game_name(b.game));
    kj_printer_begin(printer, NULL);
    if (print_differences(printer, &a, &b) == 0)
        kj_printer_line(printer, "no difference");
    kj_printer_end(printer);
    return KJ_EXIT_OK;
}

static KjExit cmd_name(KjSession *session, const KjCall *call, GError **error)
{
    KjWorkbench *bench = session->bench;
    const char *name = call->args[0], *what = call->args[1];
    if (!name)
        return list_names(bench, call->printer);
    if (!is_name(name))
        return kj_usage_error(error, "NAME '%s': expected letters, digits, - and _, a letter first",
                              name);
    if (!what) {
        kj_workbench_name(bench, name);
        return KJ_EXIT_OK;
    }
    const KjKept *kept = g_hash_table_lookup(bench->beside.names, name);
    if (!kept)
        return kj_usage_error(error, "no position is named '%s', expected one that 'name' lists",
                              name);
    if (strcmp(what, "diff") == 0)
        return print_diff(bench, kept, call->printer, error);
    if (strcmp(what, "recall") == 0) {
        kj_workbench_change(bench, kj_move_tree_copy(kept->tree));
    } else {
        kj_beside_name(&bench->beside, name, NULL);
        kj_workbench_commit(bench);
    }
    return KJ_EXIT_OK;
}

const KjCommand kj_position_command = {
    .name = "position",
    .ja = "局面",
    .aliases = {"pos", "sfen"},
    .group = KJ_COMMANDS_SETUP,
    .summary = "put a position on the board, or print it",
    .details = "Takes SFEN, FEEN, the name of a start position or a file with one problem, with "
               "moves after it. A position may also be typed or pasted without this word, and a "
               "board drawn as in BOD line by line. Without an argument prints what is on the "
               "board.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "POSITION", .optional = true}},
    .options = KJ_OPTIONS_VARIANT | KJ_OPTIONS_GIVEN,
    .run = cmd_position,
    .examples = {{"position '4k4/9/4P4/9/9/9/9/9/9 b G 1'; position", "A problem.",
                  "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"}},
};

const KjCommand kj_new_command = {
    .name = "new",
    .ja = "新規",
    .group = KJ_COMMANDS_SETUP,
    .summary = "begin with a defender's king, or a start position",
    .details = "Sets up a board with the defender's king in the middle of the far rank (gyoku), "
               "with both kings (kings), or without a piece (empty). The rest of the set is in the "
               "defender's hand and stays there: what is placed comes out of it. Or sets up the "
               "start position of the game (startpos), or one of those that 'variants' lists, by "
               "its name.",
    .args = {{.kind = KJ_ARG_HANDICAP,
              .name = "NAME",
              .optional = true,
              .choices = "gyoku|kings|empty|startpos"}},
    .options = KJ_OPTIONS_VARIANT,
    .run = cmd_new,
    .examples = {{"new kings; position", "Two kings.", "4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1"},
                 {"new startpos --variant 56shogi; position", "The start of 56shogi.",
                  "sgkgs/1r1b1/ppppp/"},
                 {"new kyo-ochi; position", "Left lance handicap.", "lnsgkgsn1/"}},
};

const KjCommand kj_name_command = {
    .name = "name",
    .ja = "名付け",
    .group = KJ_COMMANDS_SETUP,
    .summary = "keep the position by a name, or bring it back",
    .details = "Keeps what is on the board, with its moves, under a name; without one lists the "
               "names. With recall what was kept is put on the board, with diff it is compared "
               "with the board square by square, with forget the name is gone. Where a command "
               "takes a PROBLEM, %NAME stands for it.",
    .args = {{.kind = KJ_ARG_NAME, .name = "NAME", .optional = true},
             {.kind = KJ_ARG_CHOICE,
              .name = "WHAT",
              .optional = true,
              .choices = "recall|diff|forget"}},
    .run = cmd_name,
    .examples = {{"new; name one; place +R 5b; name one diff; name one recall; name",
                  "What was added; back to it.", "5b: - -> +R"},
                 {"new; name one; place G 5b; show --draw style=ascii %one", "Show it.", "k"}},
};
