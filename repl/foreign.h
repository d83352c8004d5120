/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collections that are no list files, made lists for the workbench: records, archives of text, stores. */
#ifndef KJ_REPL_FOREIGN_H
#define KJ_REPL_FOREIGN_H

#include "repl/commands.h"

/*
 * The problems of a file as the text of a list, "id<TAB>position with its moves", when it is a store or a file
 * of games; `out_list` is NULL when it is a list already (or can be taken for nothing else). What a list
 * cannot hold is not there, and problems that cannot be read are left out and counted. Errors: those of
 * reading. (transfer full)
 */
bool kj_foreign_list(const KjCall *call, const char *path, char **out_list, unsigned *out_left_out,
                     GError **error);

#endif
