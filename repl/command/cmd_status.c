/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status: what the rules say about a position and the moves that led to it. */
#include "core/format/handicap.h"
#include "core/rules/attack.h"
#include "core/rules/record.h"
#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/input_print.h"
#include "repl/command/command_fields.def"
#include "repl/job/input.h"
#include "repl/job/phrases.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjRecord, kj_record_free)

/* Points each side left off at the start, 0 where the start is no handicap position. */
static void removed_points(const KjPosition *start, unsigned out[2])
{
    bool named = kj_handicap_of(start) != NULL;
    for (int side = 0; side < 2; side++)
        out[side] = named ? kj_impasse_removed(start, (KjSide)side) : 0;
}

/* Plays the moves of an input. False, with a message, when one comes after the end. */
static bool play(KjSession *session, const KjInput *input, KjRecord *record)
{
    for (unsigned i = 0; i < input->text.n_moves; i++) {
        KjMove move = input->text.moves[i];
        KjIllegal why = kj_record_play(record, move);
        if (why == KJ_MOVE_LEGAL)
            continue;
        if (why != KJ_MOVE_GAME_OVER)
            kj_record_play_illegal(record, move);
        if (why == KJ_MOVE_GAME_OVER || i + 1 < input->text.n_moves) {
            kj_term_message(&session->term, "%s: move %u comes after the end (%s), expected none",
                            input->where, why == KJ_MOVE_GAME_OVER ? i + 1 : i + 2,
                            kj_tr(kj_status_name(kj_record_status(record).kind)));
            return false;
        }
    }
    return true;
}

/* Lawful moves by which the king of the side to move reaches its try square. (transfer full) */
static char **try_moves(const KjRecord *record, const KjInput *input, KjNotation notation)
{
    KjPosition position = *kj_record_position(record);
    GPtrArray *texts = g_ptr_array_new();
    KjMoveList list;
    kj_gen_legal(&position, &list);
    for (unsigned i = 0; i < list.n; i++)
        if (kj_is_try(&position, list.move[i]) &&
            kj_record_legality(record, list.move[i]) == KJ_MOVE_LEGAL)
            g_ptr_array_add(texts, kj_move_text(&position, list.move[i], input->last, notation));
    g_ptr_array_add(texts, NULL);
    return (char **)g_ptr_array_free(texts, FALSE);
}

static void print_state(KjPrinter *printer, const KjStatus *status)
{
    const char *winner = status->has_winner ? kj_side_name(status->winner) : NULL;
    const char *reason = status->illegal == KJ_MOVE_LEGAL ? NULL : kj_illegal_text(status->illegal);
    kj_printer_line(printer, "status: %s%s%s%s%s%s", kj_tr(kj_status_name(status->kind)),
                    winner ? ", " : "", winner ? kj_tr(winner) : "", winner ? kj_tr(" wins") : "",
                    status->pending ? kj_tr(" unless mated by checks") : "",
                    status->over && !winner ? kj_tr(", drawn") : "");
    KJ_FIELDS_STATE;
    if (status->no_safe_move)
        kj_printer_line(printer, "no safe move: the king can be captured after every move");
    KJ_FIELDS_STATE_MOVES;
    if (status->draw_claim_open)
        kj_printer_line(printer, "draw claim: open after %u quiet plies", status->quiet_plies);
}

static void print_points(KjPrinter *printer, const KjPosition *pos, const unsigned removed[2])
{
    unsigned sente = kj_impasse_points(pos, KJ_SENTE) + removed[KJ_SENTE];
    unsigned gote = kj_impasse_points(pos, KJ_GOTE) + removed[KJ_GOTE];
    kj_printer_line(printer, "points: sente %u, gote %u", sente, gote);
    KJ_FIELDS_POINTS;
}

/* The conditions of a declaration that are not met, joined; NULL if all are. (transfer full) */
static char *unmet(const KjDeclarationTest *test)
{
    GString *out = g_string_new(NULL);
    if (!test->king_in_zone)
        g_string_append_printf(out, ", %s", kj_tr("king outside the enemy camp"));
    if (!test->not_in_check)
        g_string_append_printf(out, ", %s", kj_tr("in check"));
    if (!test->enough_pieces) {
        g_string_append(out, ", ");
        g_string_append_printf(out, kj_tr("%u of %u pieces in the enemy camp"), test->pieces,
                               (unsigned)KJ_DECLARATION_PIECES);
    }
    if (!test->enough_points) {
        g_string_append(out, ", ");
        g_string_append_printf(out, kj_tr("%u of %u points"), test->points,
                               test->points_to_draw ? test->points_to_draw : test->points_to_win);
    }
    if (!test->in_time) {
        g_string_append(out, ", ");
        g_string_append_printf(out, kj_tr("not before move %u"), (unsigned)KJ_DECLARATION_PLIES);
    }
    if (out->len == 0) {
        g_string_free(out, TRUE);
        return NULL;
    }
    g_string_erase(out, 0, 2);
    return g_string_free(out, FALSE);
}

static void print_declaration(KjPrinter *printer, const KjDeclarationTest *test)
{
    static const char *const names[] = {
        [KJ_DECLARATION_NONE] = "none",
        [KJ_DECLARATION_LOSES] = "loses",
        [KJ_DECLARATION_DRAWS] = "draws",
        [KJ_DECLARATION_WINS] = "wins",
    };
    KJ_FIELDS_DECLARATION;
    if (test->result == KJ_DECLARATION_NONE)
        return;
    g_autofree char *why = unmet(test);
    if (why)
        kj_printer_line(printer, "declaration: not open (%s)", why);
    else
        kj_printer_line(printer, "declaration: open, %s %s", kj_tr(kj_side_name(test->side)),
                        kj_tr(names[test->result]));
}

static void print_status(const KjCall *call, const KjInput *input, const KjRecord *record)
{
    KjPrinter *printer = call->printer;
    const KjPosition *pos = kj_record_position(record);
    KjStatus status = kj_record_status(record);
    KjSide side = (KjSide)pos->side;
    unsigned removed[2];
    removed_points(&input->text.start, removed);
    g_auto(GStrv) checkers = kj_squares_text(&input->game, kj_checkers(pos, side));
    g_autofree char *by = kj_squares_said(&input->game, kj_checkers(pos, side));
    g_auto(GStrv) tries =
        status.over ? g_new0(char *, 1)
                    : try_moves(record, input, kj_notation_asked(call->values, KJ_NOTATION_USI));
    g_autofree char *try_text = g_strjoinv(" ", tries);
    KjDeclarationTest declaration = kj_record_declaration(record, side, removed);

    kj_printer_begin(printer, call->command->schema);
    kj_input_print_position(printer, input);
    KJ_FIELDS_STATUS_SIDE;
    kj_printer_line(printer, "check: %s%s", kj_tr(*by ? "by " : "no"), by);
    KJ_FIELDS_CHECKERS;
    print_state(printer, &status);
    print_points(printer, pos, removed);
    print_declaration(printer, &declaration);
    KJ_FIELDS_STATUS_TRIES;
    if (*tries)
        kj_printer_line(printer, "try: open by %s", try_text);
    kj_printer_end(printer);
}

static KjExit kj_cmd_status(KjSession *session, const KjCall *call, GError **error)
{
    KjPrinter *printer = call->printer;
    g_autoptr(GPtrArray) inputs =
        kj_inputs_read(call->values, call->board != NULL, call->args, error);
    if (!inputs)
        return KJ_EXIT_USAGE;
    KjExit result = KJ_EXIT_OK;
    for (unsigned i = 0; i < inputs->len && !printer->failed; i++) {
        const KjInput *input = inputs->pdata[i];
        if (!kj_input_usable(session, call, input)) {
            result = kj_exit_worse(result, KJ_EXIT_INPUT);
            continue;
        }
        g_autoptr(KjRecord) record = kj_record_new(&input->text.start);
        if (!play(session, input, record))
            result = kj_exit_worse(result, KJ_EXIT_INPUT);
        if (inputs->len > 1)
            kj_printer_line(printer, "%s%s:", i ? "\n" : "", input->called);
        print_status(call, input, record);
    }
    return result;
}

const KjCommand kj_status_command = {
    .name = "status",
    .ja = "状態",
    .group = KJ_COMMANDS_POSITION,
    .summary = "show what the rules say of a game",
    .details = "Plays the moves given with each position and prints the side to move, checks, "
               "whether and how the game is over, how often the position has occurred, "
               "impasse points, and whether a declaration, a draw claim or a try is open.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .optional = true, .repeating = true}},
    .options = KJ_OPTIONS_NOTATION | KJ_OPTIONS_VARIANT | KJ_OPTIONS_RULES | KJ_OPTIONS_JSON |
               KJ_OPTIONS_GIVEN,
    .moves = KJ_MOVES_PLAYED,
    .run = kj_cmd_status,
    .examples = {{"status startpos moves 7g7f", "After the first move of a game.",
                  "to move: gote"}},
    .schema = "kanju.status/1",
};
