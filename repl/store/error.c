/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The errors of stores, for what stands below store.c as well. */
#include "repl/store/store.h"

G_DEFINE_QUARK(kj - store - error - quark, kj_store_error)
