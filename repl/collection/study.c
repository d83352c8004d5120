/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of moves on the workbench's board. */
#include "repl/collection/study.h"

#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/usi.h"
#include "core/rules/movegen.h"
#include "core/text/lang.h"

static KjStudyNode *node_at(const KjStudy *study, unsigned index)
{
    return &g_array_index(study->nodes, KjStudyNode, index);
}

KjStudy *kj_study_new(const KjPosition *start)
{
    KjStudy *study = g_new0(KjStudy, 1);
    study->start = *start;
    study->nodes = g_array_new(FALSE, TRUE, sizeof(KjStudyNode));
    g_array_set_size(study->nodes, 1);
    return study;
}

KjStudy *kj_study_copy(const KjStudy *study)
{
    KjStudy *copy = g_new0(KjStudy, 1);
    copy->start = study->start;
    copy->current = study->current;
    copy->as_written = study->as_written;
    copy->nodes = g_array_copy(study->nodes);
    return copy;
}

void kj_study_free(KjStudy *study)
{
    if (!study)
        return;
    g_array_unref(study->nodes);
    g_free(study);
}

/* The moves from the start to a node. (transfer full) */
static GArray *path_to(const KjStudy *study, unsigned node)
{
    GArray *moves = g_array_new(FALSE, FALSE, sizeof(KjMove));
    for (; node; node = node_at(study, node)->parent)
        g_array_append_val(moves, node_at(study, node)->move);
    for (unsigned i = 0, j = moves->len; i + 1 < j; i++) {
        j--;
        KjMove move = g_array_index(moves, KjMove, i);
        g_array_index(moves, KjMove, i) = g_array_index(moves, KjMove, j);
        g_array_index(moves, KjMove, j) = move;
    }
    return moves;
}

static void position_after(const KjStudy *study, const GArray *moves, KjPosition *out)
{
    *out = study->start;
    for (unsigned i = 0; i < moves->len; i++) {
        KjUndo undo;
        kj_position_make(out, g_array_index(moves, KjMove, i), &undo);
    }
}

void kj_study_position(const KjStudy *study, KjPosition *out)
{
    g_autoptr(GArray) moves = path_to(study, study->current);
    position_after(study, moves, out);
}

KjMove kj_study_last(const KjStudy *study)
{
    return node_at(study, study->current)->move;
}

unsigned kj_study_ply(const KjStudy *study)
{
    unsigned ply = 0;
    for (unsigned node = study->current; node; node = node_at(study, node)->parent)
        ply++;
    return ply;
}

void kj_study_enter(KjStudy *study, unsigned node)
{
    node_at(study, node_at(study, node)->parent)->next = node;
    study->current = node;
}

void kj_study_visit(KjStudy *study, unsigned node)
{
    study->current = node;
    for (; node; node = node_at(study, node)->parent)
        node_at(study, node_at(study, node)->parent)->next = node;
}

void kj_study_play(KjStudy *study, KjMove move)
{
    for (unsigned i = 1; i < study->nodes->len; i++)
        if (node_at(study, i)->parent == study->current && node_at(study, i)->move == move) {
            kj_study_enter(study, i);
            return;
        }
    KjStudyNode node = {.move = move, .parent = study->current};
    g_array_append_val(study->nodes, node);
    kj_study_enter(study, study->nodes->len - 1);
}

void kj_study_graft(KjStudy *study, const KjMoveNode *node)
{
    unsigned here = study->current, first = 0;
    for (const KjMoveNode *child = node->child; child; child = child->next) {
        if (child->move == KJ_MOVE_NONE || child->illegal != KJ_MOVE_LEGAL)
            continue;
        kj_study_play(study, child->move);
        first = first ? first : study->current;
        kj_study_graft(study, child);
        study->current = here;
    }
    if (first)
        node_at(study, here)->next = first;
}

bool kj_study_back(KjStudy *study)
{
    if (!study->current)
        return false;
    study->current = node_at(study, study->current)->parent;
    return true;
}

bool kj_study_forward(KjStudy *study)
{
    unsigned next = node_at(study, study->current)->next;
    if (next)
        study->current = next;
    return next != 0;
}

bool kj_study_goto(KjStudy *study, unsigned ply)
{
    unsigned before = study->current, at = kj_study_ply(study);
    for (; at > ply; at--)
        kj_study_back(study);
    while (at < ply && kj_study_forward(study))
        at++;
    if (at == ply)
        return true;
    study->current = before;
    return false;
}

GArray *kj_study_children(const KjStudy *study)
{
    GArray *children = g_array_new(FALSE, FALSE, sizeof(unsigned));
    for (unsigned i = 1; i < study->nodes->len; i++)
        if (node_at(study, i)->parent == study->current)
            g_array_append_val(children, i);
    return children;
}

bool kj_study_cut(KjStudy *study)
{
    unsigned cut = study->current;
    if (!cut)
        return false;
    unsigned n = study->nodes->len, kept = 0;
    // where each node goes; parents come before their children
    g_autofree unsigned *place = g_new0(unsigned, n);
    const unsigned gone = n;
    for (unsigned i = 0; i < n; i++) {
        bool cut_off = i == cut || (i && place[node_at(study, i)->parent] == gone);
        place[i] = cut_off ? gone : kept++;
    }
    study->current = node_at(study, cut)->parent;
    for (unsigned i = 0; i < n; i++) {
        KjStudyNode node = *node_at(study, i);
        if (place[i] == gone)
            continue;
        node.parent = place[node.parent];
        node.next = place[node.next] == gone ? 0 : place[node.next];
        *node_at(study, place[i]) = node;
    }
    g_array_set_size(study->nodes, kept);
    study->current = place[study->current];
    // forward goes on into what is left
    for (unsigned i = study->current + 1; i < kept && !node_at(study, study->current)->next; i++)
        if (node_at(study, i)->parent == study->current)
            node_at(study, study->current)->next = i;
    return true;
}

GArray *kj_study_line(const KjStudy *study, bool whole)
{
    unsigned end = study->current;
    while (whole && node_at(study, end)->next)
        end = node_at(study, end)->next;
    return path_to(study, end);
}

char *kj_study_line_text(const KjStudy *study)
{
    g_autofree char *start = kj_position_write(&study->start);
    g_autoptr(GArray) moves = path_to(study, study->current);
    GString *text = g_string_new(start);
    KjPosition position = study->start;
    for (unsigned i = 0; i < moves->len; i++) {
        KjMove move = g_array_index(moves, KjMove, i);
        char usi[KJ_USI_MOVE];
        kj_usi_move_write(&position, move, usi);
        g_string_append_printf(text, "%s %s", i ? "" : " moves", usi);
        KjUndo undo;
        kj_position_make(&position, move, &undo);
    }
    return g_string_free(text, FALSE);
}

char *kj_study_ahead_text(const KjStudy *study, bool from_start)
{
    g_autoptr(GArray) moves = kj_study_line(study, true);
    GString *text = g_string_new(NULL);
    KjPosition position = study->start;
    unsigned here = from_start ? 0 : kj_study_ply(study);
    for (unsigned i = 0; i < moves->len; i++) {
        KjMove move = g_array_index(moves, KjMove, i);
        char usi[KJ_USI_MOVE];
        KjUndo undo;
        kj_usi_move_write(&position, move, usi);
        if (i >= here)
            g_string_append_printf(text, "%s%s", i > here ? " " : "", usi);
        kj_position_make(&position, move, &undo);
    }
    return g_string_free(text, FALSE);
}

char *kj_study_write(const KjStudy *study)
{
    g_autofree char *start = kj_position_write(&study->start);
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "game %s\nstart %s\n", study->start.game->row->id, start);
    for (unsigned i = 1; i < study->nodes->len; i++) {
        const KjStudyNode *node = node_at(study, i);
        g_autoptr(GArray) moves = path_to(study, node->parent);
        KjPosition position;
        position_after(study, moves, &position);
        char usi[KJ_USI_MOVE];
        kj_usi_move_write(&position, node->move, usi);
        g_string_append_printf(text, "node %u %s\n", node->parent, usi);
    }
    g_string_append_printf(text, "current %u\n", study->current);
    return g_string_free(text, FALSE);
}

/* ---- reading back ---- */

static bool damaged(GError **error, unsigned line, const char *what)
{
    kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX, "line %u: %s", line, what);
    return false;
}

/* Reads "PARENT MOVE" and adds the node. */
static bool read_node(KjStudy *study, const char *text, unsigned line, GError **error)
{
    char *end;
    guint64 parent = g_ascii_strtoull(text, &end, 10);
    if (end == text || *end != ' ' || parent >= study->nodes->len)
        return damaged(error, line, "expected the number of an earlier node and a move");
    study->current = (unsigned)parent;
    KjPosition position;
    kj_study_position(study, &position);
    // the rules in force when it was played may have been others: the most is allowed
    KjGame game = *position.game;
    game.rules.drop_stalemate_illegal = game.rules.lion_safe_only = false;
    position.game = &game;
    KjMove move;
    if (!kj_usi_move_read(&position, end + 1, &move, error))
        return false;
    if (kj_move_legality(&position, move) != KJ_MOVE_LEGAL)
        return damaged(error, line, "illegal move, expected a legal one");
    kj_study_play(study, move);
    return true;
}

static bool read_line(KjStudy **study, const KjGame **game, const char *text, unsigned line,
                      GError **error)
{
    if (g_str_has_prefix(text, "game ")) {
        *game = kj_game_find(text + strlen("game "));
        return *game || damaged(error, line, "unknown game, expected the id of one");
    }
    if (g_str_has_prefix(text, "start ") && !*study) {
        KjPositionText position;
        if (!kj_position_text_read(text + strlen("start "), *game, &position, error))
            return false;
        *study = kj_study_new(&position.start);
        kj_position_text_clear(&position);
        return true;
    }
    if (!*study)
        return damaged(error, line, "expected the start position first");
    if (g_str_has_prefix(text, "node "))
        return read_node(*study, text + strlen("node "), line, error);
    if (g_str_has_prefix(text, "current ")) {
        guint64 current = g_ascii_strtoull(text + strlen("current "), NULL, 10);
        if (current >= (*study)->nodes->len)
            return damaged(error, line, "expected the number of a node");
        (*study)->current = (unsigned)current;
        // so that the current line is the one that `forward` follows
        for (unsigned node = (*study)->current; node; node = node_at(*study, node)->parent)
            node_at(*study, node_at(*study, node)->parent)->next = node;
        return true;
    }
    return damaged(error, line, "expected game, start, node or current");
}

KjStudy *kj_study_read(const char *text, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    KjStudy *study = NULL;
    const KjGame *game = NULL;
    for (unsigned i = 0; lines[i]; i++) {
        if (*lines[i] && !read_line(&study, &game, lines[i], i + 1, error)) {
            kj_study_free(study);
            return NULL;
        }
    }
    if (!study)
        damaged(error, 1, "no position, expected game and start");
    return study;
}
