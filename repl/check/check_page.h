/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports on a page (HTML). */
#ifndef KJ_REPL_CHECK_CHECK_PAGE_H
#define KJ_REPL_CHECK_CHECK_PAGE_H

#include "repl/check/check_job.h"
#include "repl/diagram/picture.h"

/* Appends a report to the body of a page (diagram/replay_page.h): what was found, and the work to
 * step through. */
void kj_check_page_add(const KjCheckRequest *request, const KjPictureRequest *pictures,
                       const KjCheckJob *job, KjGlyphs *glyphs, GString *out);

#endif
