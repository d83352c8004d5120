/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A report as a letter has it: works one after the other, each as rows of a board with what is said
 * beside it. Made once, written as text, as a page without a script, or as PDF.
 */
#pragma once

#include "repl/diagram/diagram.h"

/* A board, and texts beside it. */
typedef struct {
    KjPosition position; // game NULL: no board
    KjMove last;         // that led there, or KJ_MOVE_NONE
    char *caption;       // below the board, or NULL; owned
    GPtrArray *texts;    // char*, a paragraph each
} KjPaperRow;

typedef struct {
    char *heading;   // owned
    GPtrArray *rows; // KjPaperRow*; the first has the start of the work
} KjPaperWork;

typedef struct {
    char *title, *summary; // owned
    GPtrArray *works;      // KjPaperWork*
} KjPaper;

/* Empty ones; works and rows are owned by the paper. `position` NULL: no board. Texts are copied. */
KjPaper *kj_paper_new(void);
void kj_paper_free(KjPaper *paper);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjPaper, kj_paper_free)
KjPaperWork *kj_paper_add_work(KjPaper *paper, const char *heading);
KjPaperRow *kj_paper_add_row(KjPaperWork *work, const KjPosition *position, KjMove last,
                             const char *caption);

/* The picture of a row's board; `start` is the first of its work, which decides whose hands are
 * shown. NULL: it has none. (transfer full) */
KjDrawing *kj_paper_board(const KjPaperRow *row, const KjPaperRow *start);

/* Lines of at most 78 columns. (transfer full) */
char *kj_paper_text(const KjPaper *paper);

/* A page (HTML) with its pictures in it, in the language of the thread. (transfer full) */
char *kj_paper_html(const KjPaper *paper);

/* Pages of A4. Fails with G_FILE_ERROR. (transfer full) */
GByteArray *kj_paper_pdf(const KjPaper *paper, GError **error);
