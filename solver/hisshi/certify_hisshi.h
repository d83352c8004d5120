/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates of 必至: the claim `hisshi N` (docs/certificate.md). */
#pragma once

#include "solver/certify/certify.h"
#include "solver/hisshi/hisshi.h"

/*
 * Writes the certificate of `result`, which says that 必至 is forced: what kj_hisshi_solve has just
 * answered about `root`. Limits are of each question that is asked again. `out_count` may be NULL.
 * Errors are those of kj_certify.
 */
bool kj_certify_hisshi(KjHisshi *x, const KjPosition *root, const KjHisshiResult *result,
                       const KjLimits *limits, KjCertificateSink sink, KjCertifyCount *out_count,
                       GError **error);
