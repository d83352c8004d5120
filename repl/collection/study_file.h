/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Studies and the records of files: one made of the other, and what changed put back. */
#ifndef KJ_REPL_COLLECTION_STUDY_FILE_H
#define KJ_REPL_COLLECTION_STUDY_FILE_H

#include "core/format/game_file.h"
#include "repl/collection/study.h"

/* The start and all moves of a record, branches too, at the start. (transfer full) */
KjStudy *kj_study_of_file(const KjGameFile *file);

/* A record of the study's start and moves, as if read from a list. (transfer full) */
KjGameFile *kj_study_to_file(const KjStudy *study);

/* What became of moves of the file that are no more. */
typedef struct {
    unsigned cut;  // they are not in the study
    unsigned lost; // they cannot be played from its start
} KjStudyChange;

/*
 * Gives a record the start and moves of a study: moves that both have stay, with what is noted
 * beside them; others are unlinked or added. The end that the file tells of a line stays unless the
 * line goes on. Where the study has no moves, as after editing, those of the record stay as far as
 * they can be played.
 */
KjStudyChange kj_study_into_file(const KjStudy *study, KjGameFile *file);

#endif
