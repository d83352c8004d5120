/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Options that hold for a whole session of the workbench: `set profile classic` is as if every
 * command that takes --profile were given it, unless the command says otherwise.
 */
#pragma once

#include "repl/job/options.h"

/* Options and their values as texts, in the order they were set. */
typedef struct KjSettings KjSettings;

/* No settings. (transfer full) */
KjSettings *kj_settings_new(void);
KjSettings *kj_settings_copy(const KjSettings *settings);
void kj_settings_free(KjSettings *settings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjSettings, kj_settings_free)

/* Whether an option can be set for a session. */
bool kj_option_is_setting(const KjOption *option);

/* The row of a setting, or NULL with KJ_USAGE_ERROR_ARGUMENT. `name` NULL: "", of which
 * g_strsplit makes no word. Static. */
const KjOption *kj_setting_find(const char *name, GError **error);

/* Sets an option from now on; flags take on and off. Errors: KJ_USAGE_ERROR_OPTION; nothing is
 * changed. */
bool kj_settings_set(KjSettings *settings, const KjOption *option, const char *text,
                     GError **error);

/* Gives an option its default back; false if it was not set. */
bool kj_settings_unset(KjSettings *settings, const KjOption *option);

/* What an option was set to, or NULL. Valid until the next change. */
const char *kj_settings_get(const KjSettings *settings, const KjOption *option);

/* Whether all options have the same values; NULL: none is set. */
bool kj_settings_equal(const KjSettings *a, const KjSettings *b);

/* Puts the settings of some groups into values, as if a user had typed them. */
void kj_settings_apply(const KjSettings *settings, uint64_t groups, KjValues *values);
