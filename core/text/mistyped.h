/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words that were mistyped. */
#pragma once

/*
 * The word that is most like a mistyped one, of `words` (NULL-terminated); NULL if none is at most
 * two letters away (put in, left out or replaced), or so few of its letters stay that it could be
 * any word.
 */
const char *kj_text_similar(const char *mistyped, const char *const *words);
