/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Heuristics that a build for measuring can do without (`make ablate`): KANJU_WITHOUT=name,name in
 * the environment of a program of BUILD=ablate. In every other build nothing can be switched off,
 * and asking costs nothing. Internal to solver/.
 */
#pragma once

#include <stdbool.h>

typedef enum {
#define KJ_HEURISTIC(name) KJ_HEURISTIC_##name,
#include "solver/search/ablation.def"
    KJ_HEURISTICS,
} KjHeuristic;

#ifdef KJ_ABLATION
/* Whether a heuristic is switched off. An unknown name in the environment ends the program. */
bool kj_without(KjHeuristic heuristic);
#else
#define kj_without(heuristic) false
#endif
