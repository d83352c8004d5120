/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates that are verified before they are kept. */
#pragma once

#include "repl/job/solve_job.h"
#include "repl/verify/verify.h"

/*
 * What the verifier says of the certificate that was written for a job, if it believes it. Else the
 * file is removed, job->certificate_failure says why, and NULL is returned; also if nothing was
 * written. `stop` may be NULL. (transfer full, g_free)
 */
KvResult *kj_certificate_believed(KjSolveJob *job, const atomic_bool *stop);
