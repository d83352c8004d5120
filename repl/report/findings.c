/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Findings of a check in words, from stored codes and the stored report. */
#include "repl/report/findings.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/piece_kanji.h"
#include "core/notation/usi.h"
#include "core/text/json_text.h"
#include "core/text/lang.h"
#include "repl/check/check_print.h"
#include "repl/job/phrases.h"
#include "repl/job/unplaced_pieces.h"
#include "repl/store/canonical.h"

enum { LONGEST = 40 }; // moves of a line that are written out

/* What findings are made from. */
typedef struct {
    const KjItem *item;
    const KjItemView *view;
    KjNotation notation;
    bool lines;
    JsonObject *report;   // of the canonical position, or NULL; owned by node
    JsonNode *node;       // or NULL; owned
    KjPosition canonical; // before the ply at hand, in the canonical problem
    unsigned played;
} Maker;

static void free_finding(void *data)
{
    KjItemFinding *finding = data;
    g_free(finding->code);
    g_free(finding->line);
    g_free(finding->detail);
    g_free(finding->text);
    g_free(finding);
}

void kj_item_at(const KjItemView *view, unsigned ply, KjPosition *out, KjMove *out_previous)
{
    *out = view->position;
    *out_previous = KJ_MOVE_NONE;
    for (unsigned i = 0; i + 1 < ply && i < view->n_line; i++) {
        KjUndo undo;
        kj_position_make(out, view->line[i], &undo);
        *out_previous = view->line[i];
    }
}

const char *kj_item_verdict_word(const KjItem *item)
{
    if (!item->verdict)
        return kj_tr(item->error ? "not understood" : "not done");
    bool none = strcmp(item->verdict, kj_verdict_text(KJ_NOMATE)) == 0;
    if (strcmp(item->verdict, "none") == 0)
        return kj_tr("no 必至");
    return none ? kj_tr("no mate") : kj_item_word(item->verdict);
}

void kj_item_verdict_add(const KjItem *item, GString *out)
{
    // of a mate the length says all; of a check the word says more
    bool alone = item->plies >= 0 &&
                 (g_strcmp0(item->verdict, "mate") == 0 || g_strcmp0(item->verdict, "hisshi") == 0);
    g_string_append(out, alone ? "" : kj_item_verdict_word(item));
    if (item->plies >= 0 && item->hisshi)
        g_string_append_printf(out, kj_tr(alone ? "必至 in %d" : ", 必至 in %d"), item->plies);
    else if (item->plies >= 0)
        g_string_append_printf(out, kj_tr(alone ? "mate in %d" : ", mate in %d"), item->plies);
}

const char *kj_item_word(const char *word)
{
    if (kj_lang() != KJ_LANG_JA)
        return word;
    for (unsigned work = 0; work <= KJ_WORK_UNKNOWN; work++)
        if (strcmp(word, kj_work_text((KjWork)work)) == 0)
            return kj_work_ja((KjWork)work);
    for (unsigned f = 0; f < KJ_FAULTS; f++)
        if (strcmp(word, kj_fault_code((KjFault)f)) == 0)
            return kj_fault_ja((KjFault)f);
    for (unsigned c = 0; c < KJ_CLASSES; c++)
        if (strcmp(word, kj_class_code((KjClass)c)) == 0)
            return kj_class_ja((KjClass)c);
    const KjTheme *theme = kj_theme_find(word);
    if (strcmp(word, kj_verdict_text(KJ_NOMATE)) == 0)
        word = "no mate";
    return theme ? theme->name_ja : kj_tr(word);
}

/* ---- what the stored report has ---- */

/* The elements of a list of objects; no object: none. */
static JsonArray *list_of(JsonObject *object, const char *key)
{
    JsonNode *node = object ? json_object_get_member(object, key) : NULL;
    return node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

static JsonObject *object_at(JsonArray *list, unsigned index)
{
    JsonNode *node = json_array_get_element(list, index);
    return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

/* The alternative of a ply, from 1, with this move in USI; or NULL. */
static JsonObject *alternative_of(const Maker *m, unsigned ply, const char *move)
{
    JsonArray *nodes = list_of(m->report, "nodes_of_line");
    if (!nodes || ply == 0 || ply > json_array_get_length(nodes))
        return NULL;
    JsonArray *others = list_of(object_at(nodes, ply - 1), "alternatives");
    for (unsigned i = 0; others && i < json_array_get_length(others); i++) {
        JsonObject *other = object_at(others, i);
        if (other &&
            g_strcmp0(json_object_get_string_member_with_default(other, "move", ""), move) == 0)
            return other;
    }
    return NULL;
}

/* The moves after an alternative, turned. */
static void read_line(const Maker *m, JsonObject *alternative, KjMove move, KjItemFinding *out)
{
    JsonArray *words = alternative ? list_of(alternative, "line") : NULL;
    KjPosition at = m->canonical;
    KjUndo undo;
    if (!words)
        return;
    kj_position_make(&at, move, &undo);
    out->line = g_new(KjMove, json_array_get_length(words) + 1);
    for (unsigned i = 0; i < json_array_get_length(words); i++) {
        const char *word = json_node_get_string(json_array_get_element(words, i));
        KjMove next;
        if (!word || !kj_usi_move_read(&at, word, &next, NULL))
            return;
        out->line[out->n_line++] = kj_canonical_move(at.game, next, m->item->turn);
        kj_position_make(&at, next, &undo);
    }
}

/* ---- faults in words ---- */

/* A hand from its text in SFEN, upper case. */
static KjHand read_hand(const KjGame *game, const char *text)
{
    KjHand hand = 0;
    for (unsigned n = 0; text && *text; text++) {
        bool promoted = *text == '+' && text[1];
        if (g_ascii_isdigit(*text)) {
            n = 10 * n + (unsigned)(*text - '0');
            continue;
        }
        text += promoted;
        for (KjKind kind = 1; kind < game->row->n_pieces; kind++) {
            if (kj_game_piece(game, kind)->letter == g_ascii_toupper(*text))
                hand += MAX(1, n) * game->t->hand_one[promoted ? kind | KJ_PROMOTED : kind];
        }
        n = 0;
    }
    return hand;
}

/* The pieces that can go, or may be able to, where they stand in the problem as it was read. */
static char *useless_pieces(const Maker *m, KjTri state, bool english)
{
    const KjGame *game = m->view->position.game;
    JsonArray *spares = list_of(m->report, "spares");
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; spares && i < json_array_get_length(spares); i++) {
        JsonObject *spare = object_at(spares, i);
        const char *piece = json_object_get_string_member_with_default(spare, "piece", "");
        const char *place = json_object_get_string_member_with_default(spare, "square", "hand");
        bool gone =
            strcmp(json_object_get_string_member_with_default(spare, "change", ""), "remove") == 0;
        bool such = strcmp(json_object_get_string_member_with_default(spare, "state", ""),
                           kj_tri_text(state)) == 0;
        bool plus = *piece == '+';
        unsigned square = KJ_NO_SQUARE;
        if (!gone || !such)
            continue;
        // in stores of 0.1.0 a hand may be "han"
        if (kj_place_read(game, place, &square) && square != KJ_NO_SQUARE)
            square = kj_canonical_square(game, square, m->item->turn);
        KjKind kind = 1;
        while (kind < game->row->n_pieces && kj_game_piece(game, kind)->letter != piece[plus])
            kind++;
        g_autofree char *words =
            kj_piece_name_at(game, (KjPiece)(plus ? kind | KJ_PROMOTED : kind), square);
        g_string_append_printf(text, "%s%s", text->len ? (english ? ", " : kj_tr(", ")) : "",
                               words);
    }
    return g_string_free(text, FALSE);
}

/* What more there is to say of a fault. (transfer full) */
static char *fault_details(const Maker *m, KjFault fault, const char *stored)
{
    const KjGame *game = m->view->position.game;
    unsigned missing = kj_unplaced_count(&m->view->position);
    switch (fault) {
    case KJ_FAULT_USELESS: return useless_pieces(m, KJ_YES, false);
    case KJ_FAULT_OPEN_USELESS: return useless_pieces(m, KJ_OPEN, false);
    case KJ_FAULT_SET:
        return g_strdup_printf(
            kj_tr_n(missing, "%u piece in nobody's hand", "%u pieces in nobody's hand"), missing);
    case KJ_FAULT_LENGTH:
        return g_strdup_printf(kj_tr("recorded %d, found %u"), m->item->recorded,
                               (unsigned)m->item->plies);
    case KJ_FAULT_OPEN_LENGTH: return kj_check_open_length(stored);
    case KJ_FAULT_LEFTOVER: // Japanese says which
        return kj_lang() == KJ_LANG_JA ? kj_hand_kanji(game, read_hand(game, m->item->leftover))
                                       : g_strdup(stored);
    default: return g_strdup(*stored ? kj_tr(stored) : "");
    }
}

/* ---- one finding ---- */

static const char *const weights[] = {"", "note", "blemish", "defect"};

/* The name of a code of a class; the code itself if it is none. */
static const char *class_name(const char *code)
{
    for (unsigned c = 0; c < KJ_CLASSES; c++)
        if (strcmp(kj_class_code((KjClass)c), code) == 0)
            return kj_check_name(kj_class_en((KjClass)c), kj_class_ja((KjClass)c));
    return code;
}

/* The fault of a code; KJ_FAULTS: none. */
static KjFault fault_of(const char *code)
{
    unsigned f = 0;
    while (f < KJ_FAULTS && strcmp(kj_fault_code((KjFault)f), code) != 0)
        f++;
    return (KjFault)f;
}

static void tell_fault(const Maker *m, KjItemFinding *out)
{
    KjFault fault = fault_of(out->code);
    const char *word =
        fault == KJ_FAULTS ? out->code : kj_check_name(kj_fault_en(fault), kj_fault_ja(fault));
    g_autofree char *details = fault_details(m, fault, out->detail);
    g_autofree char *at = out->ply ? g_strdup_printf(kj_tr(", ply %d"), (int)out->ply) : NULL;
    out->text = g_strdup_printf("%s: %s%s%s%s", kj_tr(weights[out->severity & 3]), word,
                                at ? at : "", *details ? ": " : "", details);
}

static void tell_move(const Maker *m, JsonObject *alternative, KjItemFinding *out)
{
    KjPosition at, next;
    KjMove previous;
    KjUndo undo;
    kj_item_at(m->view, out->ply, &at, &previous);
    g_autofree char *move = kj_move_text(&at, out->move, previous, m->notation);
    g_autoptr(GString) list = g_string_new(class_name(out->code));
    g_string_append_printf(list, ": %s", move);
    gint64 plies = alternative && m->lines
                       ? json_object_get_int_member_with_default(alternative, "plies", 0)
                       : 0;
    bool exact = plies && json_object_get_boolean_member_with_default(alternative, "exact", FALSE);
    if (plies) {
        g_autofree char *length = kj_check_plies((unsigned)plies, exact);
        g_string_append_printf(list, " (%s)", length);
    }
    next = at;
    kj_position_make(&next, out->move, &undo);
    g_auto(GStrv) line =
        kj_line_text(&next, out->line, MIN(out->n_line, LONGEST), out->move, m->notation);
    g_autofree char *rest = g_strjoinv(" ", line);
    out->text = g_strdup_printf(kj_tr("%s, ply %d, %s%s%s%s"), kj_tr(weights[out->severity & 3]),
                                (int)out->ply, list->str, *rest ? ": " : "", rest,
                                out->n_line > LONGEST ? " …" : "");
}

/* Makes the finding of a row, one of the canonical problem. */
static KjItemFinding *make(Maker *m, const KjItemCode *code)
{
    KjItemFinding *out = g_new0(KjItemFinding, 1);
    unsigned turn = m->item->turn;
    KjMove move;
    out->severity = code->severity;
    out->code = g_strdup(code->code);
    out->ply = code->ply;
    for (; m->played + 1 < code->ply && m->played < m->view->n_line; m->played++) {
        KjUndo undo; // rows are in order of ply
        kj_position_make(&m->canonical,
                         kj_canonical_move(m->canonical.game, m->view->line[m->played], turn),
                         &undo);
    }
    bool is_move = code->ply && fault_of(code->code) != KJ_FAULT_LINE &&
                   kj_usi_move_read(&m->canonical, code->detail, &move, NULL);
    if (!is_move) {
        KjFault fault = fault_of(code->code);
        bool pieces = fault == KJ_FAULT_USELESS || fault == KJ_FAULT_OPEN_USELESS;
        KjTri state = fault == KJ_FAULT_USELESS ? KJ_YES : KJ_OPEN;
        out->detail = pieces && m->report ? useless_pieces(m, state, true) : g_strdup(code->detail);
        tell_fault(m, out);
        return out;
    }
    char usi[KJ_USI_MOVE];
    KjPosition at;
    KjMove previous;
    JsonObject *alternative = alternative_of(m, code->ply, code->detail);
    out->move = kj_canonical_move(m->canonical.game, move, turn);
    kj_item_at(m->view, code->ply, &at, &previous);
    kj_usi_move_write(&at, out->move, usi);
    out->detail = g_strdup(usi);
    if (m->lines)
        read_line(m, alternative, move, out);
    tell_move(m, alternative, out);
    return out;
}

static int worst_first(const void *a, const void *b)
{
    const KjItemFinding *x = *(KjItemFinding *const *)a, *y = *(KjItemFinding *const *)b;
    if (x->severity != y->severity)
        return (int)y->severity - (int)x->severity;
    if (x->ply != y->ply)
        return x->ply < y->ply ? -1 : 1;
    return strcmp(x->code, y->code);
}

GPtrArray *kj_item_findings(const KjItem *item, const KjItemView *view, KjNotation notation,
                            bool lines)
{
    GPtrArray *findings = g_ptr_array_new_with_free_func(free_finding);
    KjPosition canonical;
    if (!item->canon_codes ||
        !kj_canonical_read(item->canonical, kj_game_find(item->game), &canonical))
        return findings;
    Maker m = {.item = item,
               .view = view,
               .notation = notation,
               .lines = lines,
               .node = kj_json_try(item->report),
               .canonical = canonical};
    if (m.node && JSON_NODE_HOLDS_OBJECT(m.node))
        m.report = json_node_get_object(m.node);
    g_autofree char *rows = g_strdup(item->canon_codes);
    char *rest = rows;
    for (KjItemCode code; kj_item_next_code(&rest, &code);)
        g_ptr_array_add(findings, make(&m, &code));
    g_ptr_array_sort(findings, worst_first);
    g_clear_pointer(&m.node, json_node_unref);
    return findings;
}
