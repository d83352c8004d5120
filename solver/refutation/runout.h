/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How long the attacker can go on: how many attacks he has, at most, before none is left to him,
 * when the defender does his best to end them. That is a number of the position alone, whatever was
 * played before it (docs/repetition.md: outside G, by ranks), and it proves that there is no mate.
 * Internal to solver/.
 */
#pragma once

#include "solver/search/search.h"

enum { KJ_RUN_OUT_MOST = 40 }; // attacks looked for at most

typedef struct KjRunOut KjRunOut;

/* Memory for such questions to `s`. The defender is not taken to be able to move into a position
 * whose full key (kj_position_state_key) is in `past`, which is not owned; NULL: none. (transfer
 * full) */
KjRunOut *kj_run_out_new(KjSearch *s, GHashTable *past);
void kj_run_out_free(KjRunOut *r);

/*
 * The defender is to move at `pos`: has he a reply after which the attacker is left without an
 * attack after `n` more at most? `out_reply` gets it (may be NULL). False also when a limit came
 * first (s->stopped). `pos` is as before on return.
 */
bool kj_run_out_after(KjRunOut *r, KjPosition *pos, unsigned n, KjMove *out_reply);
