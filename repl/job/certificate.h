/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Certificate files: where they go, and how their bytes get there. A file appears when it is
 * complete and not before, compressed with zstd.
 */
#pragma once

#include "repl/job/solve_job.h"
#include "solver/certify/certify.h"
#include "solver/hisshi/hisshi.h"

/*
 * Gives every job of `jobs` that can be searched the file its certificate is to go to, by
 * `option` ("certificate"): a name for a single problem; for several a name with %i in it (the problem's
 * number, from 1) or a folder, ending in /, which is made if need be and gets a file ID.kjc for
 * each. Characters of an id that file names should not have become `_`. Returns false with
 * KJ_USAGE_ERROR when two problems would go to one file, or G_FILE_ERROR when the folder cannot be
 * made.
 */
bool kj_certificate_plan(const char *option, const char *pattern, KjSolveJob *const *jobs,
                         unsigned n_jobs, GError **error);

/*
 * Writes the certificate of a decided job right after its search, from the same thread. On failure
 * job->certificate_failure says why, and there is no new file. `limits` are those of the writing.
 */
void kj_certificate_write(KjSolver *solver, const KjSolveRequest *request, const KjLimits *limits,
                          KjSolveJob *job);

/* As kj_certificate_write, of one that is made already. */
void kj_certificate_save(const GByteArray *bytes, KjSolveJob *job);

/* As kj_certificate_write, of 必至, `result` being that of the job. */
void kj_certificate_write_hisshi(KjHisshi *hisshi, const KjHisshiResult *result,
                                 const KjLimits *limits, KjSolveJob *job);
