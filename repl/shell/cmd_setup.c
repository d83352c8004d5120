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

static KjExit cmd_new(KjSession *session, const KjCall *call, GError **error)
{
    const KjGame *game;
    if (!game_of(session, call, &game, error))
        return KJ_EXIT_USAGE;
    set_up(session, game, call->args[0] ? call->args[0] : "gyoku");
    return KJ_EXIT_OK;
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

static KjExit cmd_startpos(KjSession *session, const KjCall *call, GError **error)
{
    const KjGame *game;
    if (!game_of(session, call, &game, error))
        return KJ_EXIT_USAGE;
    return start_from(session, game, kj_handicap_at(game, 0)->id, error);
}

static KjExit cmd_handicap(KjSession *session, const KjCall *call, GError **error)
{
    const KjGame *game;
    if (!game_of(session, call, &game, error))
        return KJ_EXIT_USAGE;
    return start_from(session, game, call->args[0], error);
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

static KjExit cmd_name(KjSession *session, const KjCall *call, GError **error)
{
    const char *name = call->args[0];
    if (!is_name(name))
        return kj_usage_error(error, "NAME '%s': expected letters, digits, - and _, a letter first",
                              name);
    kj_workbench_name(session->bench, name);
    return KJ_EXIT_OK;
}

static gint compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(a, b);
}

static KjExit cmd_names(KjSession *session, const KjCall *call, GError **error)
{
    KjPrinter *printer = call->printer;
    (void)call;
    (void)error;
    GList *names = g_list_sort(g_hash_table_get_keys(session->bench->beside.names), compare_names);
    kj_printer_begin(printer, NULL);
    for (GList *name = names; name; name = name->next) {
        const KjKept *kept = g_hash_table_lookup(session->bench->beside.names, name->data);
        g_autofree char *text = kj_tree_text_line(kept->tree);
        kj_printer_line(printer, "%s  %s", (char *)name->data, text);
    }
    kj_printer_end(printer);
    g_list_free(names);
    return KJ_EXIT_OK;
}

static KjExit cmd_recall(KjSession *session, const KjCall *call, GError **error)
{
    const KjKept *kept = kj_shell_named(session->bench, call->args[0], error);
    if (!kept)
        return KJ_EXIT_USAGE;
    kj_workbench_change(session->bench, kj_move_tree_copy(kept->tree));
    return KJ_EXIT_OK;
}

static KjExit cmd_forget(KjSession *session, const KjCall *call, GError **error)
{
    KjWorkbench *bench = session->bench;
    if (!kj_shell_named(bench, call->args[0], error))
        return KJ_EXIT_USAGE;
    kj_beside_name(&bench->beside, call->args[0], NULL);
    kj_workbench_commit(bench);
    return KJ_EXIT_OK;
}

/* What stands on a square: as SFEN has it, in Japanese as a word. (transfer full) */
static char *piece_text(const KjGame *game, KjPiece piece)
{
    if (!piece)
        return g_strdup(kj_lang() == KJ_LANG_JA ? "なし" : "-");
    KjKind kind = kj_piece_kind(piece);
    bool gote = kj_piece_side(piece) == KJ_GOTE;
    g_autofree char *name = kj_piece_name(game, piece);
    if (kj_lang() == KJ_LANG_JA)
        return g_strdup_printf("%s%s", gote ? "v" : "", name);
    char letter = kj_game_piece(game, kind)->letter;
    return g_strdup_printf("%s%c", kind & KJ_PROMOTED ? "+" : "",
                           gote ? g_ascii_tolower(letter) : letter);
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

static KjExit cmd_diff(KjSession *session, const KjCall *call, GError **error)
{
    KjPrinter *printer = call->printer;
    const KjKept *one = kj_shell_named(session->bench, call->args[0], error), *other = one;
    if (one && call->args[1])
        other = kj_shell_named(session->bench, call->args[1], error);
    if (!other)
        return KJ_EXIT_USAGE;
    KjPosition a, b;
    a = kj_move_tree_position(one->tree);
    b = kj_move_tree_position(call->args[1] ? other->tree : kj_workbench_tree(session->bench));
    if (a.game != b.game)
        return kj_usage_error(error, "positions of %s and %s, expected the same game",
                              kj_game_name(a.game), kj_game_name(b.game));
    kj_printer_begin(printer, NULL);
    if (print_differences(printer, &a, &b) == 0)
        kj_printer_line(printer, "no difference");
    kj_printer_end(printer);
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
    .summary = "begin with a defender's king, two kings, or nothing",
    .details = "Sets up a board with the defender's king in the middle of the far rank (gyoku), "
               "with both kings (kings), or without a piece (empty). The rest of the set is in the "
               "defender's hand and stays there: what is placed comes out of it.",
    .args = {{.kind = KJ_ARG_CHOICE,
              .name = "PRESET",
              .optional = true,
              .choices = "gyoku|kings|empty"}},
    .options = KJ_OPTIONS_VARIANT,
    .run = cmd_new,
    .examples = {{"new kings; position", "Two kings.",
                  "4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1"}},
};

const KjCommand kj_startpos_command = {
    .name = "startpos",
    .ja = "初形",
    .group = KJ_COMMANDS_SETUP,
    .summary = "set up the start position of the game",
    .details = "Sets up the start position of the game on the board, or of --variant.",
    .options = KJ_OPTIONS_VARIANT,
    .run = cmd_startpos,
    .examples = {{"startpos --variant 56shogi; position", "That of 56shogi.",
                  "sgkgs/1r1b1/ppppp/"}},
};

const KjCommand kj_handicap_command = {
    .name = "handicap",
    .ja = "手合",
    .group = KJ_COMMANDS_SETUP,
    .summary = "set up a handicap or other start position",
    .details = "Sets up a start position by its name; 'variants' lists them.",
    .args = {{.kind = KJ_ARG_HANDICAP, .name = "NAME"}},
    .options = KJ_OPTIONS_VARIANT,
    .run = cmd_handicap,
    .examples = {{"handicap kyo-ochi; position", "Left lance handicap.", "lnsgkgsn1/"}},
};

const KjCommand kj_name_command = {
    .name = "name",
    .ja = "名付け",
    .group = KJ_COMMANDS_SETUP,
    .summary = "keep the position and its moves by a name",
    .details = "Keeps what is on the board, with its moves, under a name. Where a command takes "
               "a PROBLEM, %NAME stands for it.",
    .args = {{.kind = KJ_ARG_TEXT, .name = "NAME"}},
    .run = cmd_name,
    .examples = {{"new; name one; place G 5b; show --draw style=ascii %one", "Keep and show.",
                  "k"}},
};

const KjCommand kj_names_command = {
    .name = "names",
    .ja = "名前一覧",
    .group = KJ_COMMANDS_SETUP,
    .summary = "list the positions kept by name",
    .details = "Prints each name and its position.",
    .run = cmd_names,
    .examples = {{"new; name one; names", "One name.", "one  4k4/9/"}},
};

const KjCommand kj_recall_command = {
    .name = "recall",
    .ja = "呼び出し",
    .group = KJ_COMMANDS_SETUP,
    .summary = "put a position kept by name on the board",
    .details = "Puts a position kept by 'name' on the board, with its moves.",
    .args = {{.kind = KJ_ARG_NAME, .name = "NAME"}},
    .run = cmd_recall,
    .examples = {{"new; name one; place G 5b; recall one; position", "Back to it.",
                  "4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1"}},
};

const KjCommand kj_forget_command = {
    .name = "forget",
    .ja = "忘れる",
    .group = KJ_COMMANDS_SETUP,
    .summary = "forget a name",
    .details = "Forgets a position kept by 'name'; the board stays as it is.",
    .args = {{.kind = KJ_ARG_NAME, .name = "NAME"}},
    .run = cmd_forget,
    .examples = {{"name one; name two; forget one; names", "Only two is left.", "two  "}},
};

const KjCommand kj_diff_command = {
    .name = "diff",
    .ja = "差分",
    .group = KJ_COMMANDS_SETUP,
    .summary = "compare a named position with another",
    .details = "Prints square by square how a named position differs from another named one, or "
               "from that on the board.",
    .args = {{.kind = KJ_ARG_NAME, .name = "NAME"},
             {.kind = KJ_ARG_NAME, .name = "OTHER", .optional = true}},
    .run = cmd_diff,
    .examples = {{"new; name one; place +R 5b; diff one", "What was added.", "5b: - -> +R"}},
};
