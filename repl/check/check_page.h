/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports on a page (HTML). */
#pragma once

#include "repl/check/check_job.h"
#include "repl/diagram/picture.h"

/* Appends a report to the body of a page (diagram/replay_page.h): what was found, and the work to
 * step through. */
void kj_check_page_add(const KjCheckRequest *request, const KjPictureRequest *pictures,
                       const KjCheckJob *job, GString *out);

/* The same without title and verdict. */
void kj_check_page_steps(const KjCheckRequest *request, const KjPictureRequest *pictures,
                         const KjCheckJob *job, GString *out);
