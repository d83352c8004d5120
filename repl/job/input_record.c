/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems that stand in no record, made one. */
#include "repl/job/input_record.h"

#include <string.h>

KjGameFile *kj_input_record(const KjInput *input, KjFormat format)
{
    bool position = format == KJ_FORMAT_SFEN || format == KJ_FORMAT_FEEN || format == KJ_FORMAT_BOD;
    KjMoveTree *tree = kj_move_tree_new(position ? &input->position : &input->text.start);
    KjGameFile *file = kj_game_file_of(tree);
    if (input->id && strcmp(input->id, input->place) != 0 && input->recorded_plies >= 0)
        kj_move_node_note(file->tree->root, KJ_NOTE_HEADER, "作品番号", input->id);
    if (input->recorded_plies > 0) {
        g_autofree char *plies = g_strdup_printf("%d", input->recorded_plies);
        kj_move_node_note(file->tree->root, KJ_NOTE_HEADER, "手数", plies);
    }
    if (input->note)
        kj_move_node_note(file->tree->root, KJ_NOTE_HEADER, "備考", input->note);
    KjMoveCursor cursor;
    kj_move_cursor_init(&cursor, file->tree);
    for (unsigned i = 0; !position && i < input->text.n_moves; i++)
        kj_move_cursor_play(&cursor, input->text.moves[i], NULL);
    kj_move_cursor_clear(&cursor);
    return file;
}
