/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game as KIF, what was found as comments, mates as branches. */
#include "core/format/kif.h"
#include "repl/command/analyse.h"

/* The record as it was read, else a tree of the moves. */
static KjMoveTree *tree_of(const KjAnalyseJob *job)
{
    if (job->solve.input->file)
        return kj_move_tree_copy(job->solve.input->file->tree);
    KjMoveTree *tree = kj_move_tree_new(&job->game.start);
    KjMoveCursor cursor;
    kj_move_cursor_init(&cursor, tree);
    for (unsigned i = 0; i < job->game.n; i++) {
        if (!kj_move_cursor_play(&cursor, job->game.moves[i], NULL))
            break;
    }
    kj_move_cursor_clear(&cursor);
    return tree;
}

/* The child of the place by a move, made if it is new. False where it cannot be played. */
static bool enter(KjMoveCursor *cursor, KjMove move)
{
    KjMoveNode *child = kj_move_node_child_by(cursor->at, move);
    if (!child)
        return kj_move_cursor_play(cursor, move, NULL);
    kj_move_cursor_enter(cursor, child);
    return true;
}

/* A line from the place, to which the cursor goes back. */
static void add_branch(KjMoveCursor *cursor, const KjResult *mate)
{
    unsigned ply = cursor->at->ply;
    for (unsigned i = 0; i < mate->n_line; i++) {
        if (!enter(cursor, mate->line[i]))
            break;
    }
    kj_move_cursor_back(cursor, ply);
}

static void add_remarks(const KjAnalyseRequest *request, const KjPlyReport *ply, KjMoveNode *node)
{
    g_autoptr(GArray) remarks = kj_analyse_remarks(request, ply, NULL);
    for (unsigned i = 0; i < remarks->len; i++)
        kj_move_node_note(node, KJ_NOTE_COMMENT, NULL,
                          g_array_index(remarks, KjAnalyseRemark, i).text);
}

static KjMoveNode *main_child(const KjMoveNode *node)
{
    KjMoveNode *child = node->child;
    return child && child->move ? child : NULL;
}

char *kj_analyse_kif(const KjAnalyseRequest *request, const KjAnalyseJob *job)
{
    g_autoptr(KjGameFile) file = kj_game_file_of(tree_of(job));
    KjMoveCursor cursor;
    kj_move_cursor_init(&cursor, file->tree);
    for (unsigned ply = 1; ply <= job->game.n + 1; ply++) {
        KjMoveNode *child = main_child(cursor.at);
        const KjPlyReport *report =
            ply >= job->plies[0].ply && ply - job->plies[0].ply < job->n_plies
                ? &job->plies[ply - job->plies[0].ply]
                : NULL;
        bool told = report && report->asked;
        if (told && (report->finding & (KJ_PLY_MISSED | KJ_PLY_MATES)))
            add_branch(&cursor, &report->mate);
        if (told)
            add_remarks(request, report, child ? child : cursor.at);
        if (!child)
            break;
        kj_move_cursor_enter(&cursor, child);
        if (told && (report->finding & KJ_PLY_DEADLY))
            add_branch(&cursor, &report->after);
    }
    kj_move_cursor_clear(&cursor);
    GString *out = g_string_new(NULL);
    kj_kif_write(out, file, KJ_FORMAT_KIF);
    return g_string_free(out, FALSE);
}
