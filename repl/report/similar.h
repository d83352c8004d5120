/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Problems that look alike: the same but for one piece, which stands elsewhere, is another, or is
 * there in one of them only. The defender's hand is not looked at; mirror images count as the same.
 */
#pragma once

#include "repl/report/report.h"

enum { KJ_SIMILAR_MAX = 300000 }; // problems; 16 bytes for each piece of each are needed

/*
 * Groups of at least two problems that hang together by being alike, each in the order of ids, the
 * groups by their first. Array of GArray* of gint64. NULL on an error; `out_skipped`: there are too
 * many problems, and no group is given. (transfer full)
 */
GPtrArray *kj_similar_groups(KjStoreReport *report, bool *out_skipped, GError **error);
