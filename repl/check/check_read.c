/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports from JSON, by the table that they are written by (check_fields.def). */
#include "repl/check/check_read.h"

#include "core/notation/usi.h"
#include "core/text/json_text.h"
#include "repl/check/check_fields.def"
#include "repl/check/check_words.h"
#include "repl/cli/fields_read.h"
#include "repl/job/phrases.h"

/* The moves of a list in USI from a position on, as far as they can be read. (transfer full) */
static KjMove *read_moves(JsonObject *object, const char *key, const KjPosition *from,
                          unsigned *out_n)
{
    JsonArray *words = kj_field_list(object, key);
    unsigned n = words ? json_array_get_length(words) : 0;
    KjPosition at = *from;
    KjMove *moves = g_new(KjMove, n + 1);
    for (*out_n = 0; *out_n < n; at = kj_position_after(&at, moves[(*out_n)++])) {
        const char *word = kj_node_text(kj_node_at(words, *out_n));
        if (!word || !kj_usi_move_read(&at, word, &moves[*out_n], NULL))
            break;
    }
    return moves;
}

/* A move of a position; false: null, or none. */
static bool read_move(JsonObject *object, const KjPosition *at, KjMove *out)
{
    const char *word = kj_field_text(object, "move");
    return word && kj_usi_move_read(at, word, out, NULL);
}

static void read_alternative(KjCheckNode *node, JsonObject *object)
{
    KjAlternative filled = {.leftover = KJ_LEFTOVER_UNKNOWN, .class = KJ_CLASS_UNKNOWN};
    KjAlternative *alt = &filled;
    if (!read_move(object, &node->position, &alt->move))
        return;
    KJ_FIELDS_ALTERNATIVE;
    KjPosition next = kj_position_after(&node->position, alt->move);
    alt->line = read_moves(object, "line", &next, &alt->n_line);
    alt->meets = (int)kj_field_number(object, "back_to", 0) - 1;
    const char *cause = kj_field_text(object, "cause");
    for (unsigned c = KJ_CAUSE_TIME; cause && c <= KJ_CAUSE_REPETITION; c++)
        if (strcmp(kj_cause_text((KjCause)c), cause) == 0)
            alt->cause = (KjCause)c;
    g_array_append_val(node->alternatives, filled);
}

/* The nodes, one before each move of the line. */
static void read_nodes(JsonObject *report, KjReport *out, const KjPosition *root)
{
    JsonArray *list = kj_field_list(report, "nodes_of_line");
    KjPosition at = *root;
    for (unsigned i = 0; list && i < MIN(json_array_get_length(list), out->n_line); i++) {
        JsonObject *object = kj_node_object(kj_node_at(list, i));
        KjCheckNode filled = {.ply = i, .position = at, .move = out->line[i], .most = KJ_NO_BOUND};
        KjCheckNode *node = &filled;
        node->attacks = at.side == out->attacker;
        node->alternatives = kj_report_new_alternatives();
        KJ_FIELDS_NODE;
        node->least = (unsigned)kj_field_number(object, "least", 0);
        JsonArray *others = kj_field_list(object, "alternatives");
        for (unsigned k = 0; others && k < json_array_get_length(others); k++)
            read_alternative(node, kj_node_object(kj_node_at(others, k)));
        g_array_append_val(out->nodes, filled);
        at = kj_position_after(&at, out->line[i]);
    }
}

/* ---- findings ---- */

/* The numbers in a text. */
static KjDetail numbers_of(const char *text, unsigned *out_n)
{
    KjDetail found = {.kind = KJ_DETAIL_NONE};
    unsigned *number[] = {&found.a, &found.b};
    for (*out_n = 0; *text && *out_n < G_N_ELEMENTS(number);) {
        char *end;
        *number[*out_n] = (unsigned)g_ascii_strtoull(text, &end, 10);
        *out_n += g_ascii_isdigit(*text);
        text = g_ascii_isdigit(*text) ? end : text + 1;
    }
    return found;
}

/* The detail that kanju.check/1 says in English; of pieces how many there are is in the report. */
static KjDetail old_detail(const KjReport *report, KjFault fault, const char *text)
{
    unsigned n;
    KjDetail detail = numbers_of(text, &n);
    static const KjDetailKind lengths[] = {KJ_DETAIL_NO_BOUND, KJ_DETAIL_AT_LEAST,
                                           KJ_DETAIL_BETWEEN};
    switch (fault) {
    case KJ_FAULT_LINE:
        while (detail.kind < KJ_DETAIL_NO_HISSHI &&
               strcmp(kj_check_line_detail(detail.kind), text) != 0)
            detail.kind++;
        break;
    case KJ_FAULT_LEFTOVER: detail.kind = KJ_DETAIL_LEFT; break;
    case KJ_FAULT_LENGTH: detail.kind = KJ_DETAIL_LENGTHS; break;
    case KJ_FAULT_SET: detail.kind = KJ_DETAIL_MISSING; break;
    case KJ_FAULT_OPEN_LENGTH: detail.kind = lengths[n]; break;
    case KJ_FAULT_USELESS:
        return (KjDetail){KJ_DETAIL_PIECES, kj_report_useless(report, KJ_YES), 0};
    case KJ_FAULT_OPEN_USELESS:
        return (KjDetail){KJ_DETAIL_PIECES, kj_report_useless(report, KJ_OPEN), 0};
    default: break;
    }
    return detail;
}

static KjDetail read_detail(const KjReport *report, KjFault fault, JsonObject *object)
{
    const char *old = kj_field_text(object, "details"), *code = kj_field_text(object, "detail");
    KjDetailKind kind = code ? kj_detail_find(code) : KJ_DETAIL_NONE;
    JsonArray *numbers = kj_field_list(object, "numbers");
    if (old)
        return old_detail(report, fault, old);
    KjDetail detail = {.kind = kind == KJ_DETAILS ? KJ_DETAIL_NONE : kind};
    detail.a = (unsigned)kj_node_number(kj_node_at(numbers, 0), 0);
    detail.b = (unsigned)kj_node_number(kj_node_at(numbers, 1), 0);
    return detail;
}

static void read_findings(JsonObject *report, KjReport *out)
{
    JsonArray *list = kj_field_list(report, "findings");
    for (unsigned i = 0; list && i < json_array_get_length(list); i++) {
        JsonObject *object = kj_node_object(kj_node_at(list, i));
        const char *code = kj_field_text(object, "code");
        KjFinding filled = {.move = KJ_MOVE_NONE};
        KjFinding *finding = &filled;
        KJ_FIELDS_FINDING;
        finding->ply = (int)kj_field_number(object, "ply", 0) - 1;
        bool at_node = finding->ply >= 0 && (unsigned)finding->ply < out->nodes->len;
        // some codes are of a class and of a fault: a class has a move
        finding->is_fault = !kj_field_text(object, "move");
        finding->fault = code && finding->is_fault ? kj_fault_find(code) : KJ_FAULTS;
        finding->class = code && !finding->is_fault ? kj_class_find(code) : KJ_CLASSES;
        if (finding->is_fault
                ? finding->fault == KJ_FAULTS
                : finding->class == KJ_CLASSES || !at_node ||
                      !read_move(
                          object,
                          &g_array_index(out->nodes, KjCheckNode, (unsigned)finding->ply).position,
                          &finding->move))
            continue;
        finding->detail = read_detail(out, finding->fault, object);
        g_array_append_val(out->findings, filled);
    }
}

/* ---- what was asked for besides ---- */

/* A piece as it is written, "+R"; KJ_NONE if it is none. */
static KjPiece read_piece(const KjGame *game, KjSide side, const char *text)
{
    bool promoted = text && *text == '+';
    for (KjKind kind = 1; text && kind <= game->row->n_pieces; kind++)
        if (kj_game_piece(game, kind)->letter == text[promoted])
            return kj_piece(side, promoted ? kind | KJ_PROMOTED : kind);
    return KJ_NONE;
}

static void read_spares(JsonObject *report, const KjPosition *root, KjReport *out)
{
    JsonArray *list = kj_field_list(report, "spares");
    if (list)
        out->spares = g_array_new(FALSE, FALSE, sizeof(KjSpare));
    for (unsigned i = 0; list && i < json_array_get_length(list); i++) {
        JsonObject *object = kj_node_object(kj_node_at(list, i));
        const char *place = kj_field_text(object, "square"), *to = kj_field_text(object, "to");
        KjSpare filled = {.square = KJ_NO_SQUARE, .to = KJ_NO_SQUARE, .instead = KJ_NONE};
        KjSpare *spare = &filled;
        KJ_FIELDS_SPARE;
        // in stores of 0.1.0 a hand may be "han"
        if (!place || !kj_place_read(root->game, place, &spare->square))
            spare->square = KJ_NO_SQUARE;
        KjSide side = spare->square == KJ_NO_SQUARE ? out->attacker
                                                    : kj_piece_side(root->board[spare->square]);
        spare->piece = read_piece(root->game, side, kj_field_text(object, "piece"));
        spare->instead = read_piece(root->game, side, kj_field_text(object, "instead"));
        if (spare->piece != KJ_NONE && (!to || kj_place_read(root->game, to, &spare->to)))
            g_array_append_val(out->spares, filled);
    }
}

static void read_themes(JsonObject *report, KjReport *out)
{
    JsonArray *list = kj_field_list(report, "themes");
    if (list)
        out->themes = kj_themes_new();
    for (unsigned i = 0; list && i < json_array_get_length(list); i++) {
        JsonObject *object = kj_node_object(kj_node_at(list, i));
        const char *code = kj_field_text(object, "theme");
        KjThemeFound filled = {.theme = code ? kj_theme_find(code) : NULL};
        KjThemeFound *found = &filled;
        JsonArray *plies = kj_field_list(object, "plies");
        if (!found->theme)
            continue;
        KJ_FIELDS_THEME;
        found->plies = g_array_new(FALSE, FALSE, sizeof(unsigned));
        for (unsigned k = 0; plies && k < json_array_get_length(plies); k++) {
            unsigned ply = (unsigned)kj_node_number(kj_node_at(plies, k), 0);
            g_array_append_val(found->plies, ply);
        }
        g_array_append_val(out->themes, filled);
    }
}

/* The numbers that the difficulty is made of, which are stored in hundredths. */
static void read_difficulty(JsonObject *report, KjDifficulty *out)
{
    JsonArray *list = kj_field_list(report, "difficulty");
    out->score = (double)kj_field_number(report, "score", 0) / 100;
    for (unsigned i = 0; list && i < MIN(json_array_get_length(list), KJ_HARD_FEATURES); i++)
        out->value[i] =
            (double)kj_field_number(kj_node_object(kj_node_at(list, i)), "hundredths", 0) / 100;
}

bool kj_check_read(const char *json, const KjPosition *root, KjReport *out)
{
    g_autoptr(JsonNode) node = kj_json_try(json);
    JsonObject *object = kj_node_object(node);
    const char *profile = kj_field_text(object, "profile");
    KjReport *report = out;
    kj_report_init(out);
    if (!object)
        return false;
    KJ_FIELDS_REPORT;
    for (size_t i = 0; profile && i < kj_profile_count(); i++)
        if (strcmp(kj_profile_at(i)->name, profile) == 0)
            out->profile = kj_profile_at(i);
    out->hisshi = g_strcmp0(kj_field_text(object, "goal"), "hisshi") == 0;
    out->seconds = (double)kj_field_number(object, "ms", 0) / 1000;
    out->line = read_moves(object, "line", root, &out->n_line);
    out->mating = read_moves(object, "mating_line", root, &out->n_mating);
    out->leftover = kj_hand_read(root->game, kj_field_text(object, "leftover"));
    read_nodes(object, out, root);
    read_spares(object, root, out);
    read_findings(object, out);
    read_themes(object, out);
    read_difficulty(object, &out->difficulty);
    return true;
}
