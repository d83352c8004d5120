/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of games.c, for the table builder only; everybody else goes through game.h. */
#pragma once

#include "core/rules/game.h"

extern const KjGameRow kj_game_rows[];
extern const size_t kj_n_game_rows;
