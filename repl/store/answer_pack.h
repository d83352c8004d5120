/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Answers of checks as exports have them (export.h): without what the line says already or what is
 * usual, and the moves beside it together where the same is said of them.
 */
#pragma once

#include <json-glib/json-glib.h>

/* An answer packed, which it may be made of; times, and what each move beside the line took, are left
 * out. (transfer full) */
JsonObject *kj_answer_pack(JsonObject *answer);

/* The answer again, its members in another order. (transfer full) */
JsonObject *kj_answer_unpack(JsonObject *packed);
