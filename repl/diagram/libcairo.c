/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loading cairo and fontconfig. */
#include "repl/diagram/libcairo.h"

#include "core/text/lang.h"
#include "repl/cli/late_library.h"

KjLibcairo kj_libcairo;

#define X(NAME) {"cairo_" #NAME, G_STRUCT_OFFSET(KjLibcairo, NAME)},
static const KjLateFunction of_cairo[] = {KJ_CAIRO_FUNCTIONS(X)};
#undef X
#define X(NAME) {"Fc" #NAME, G_STRUCT_OFFSET(KjLibcairo, NAME)},
static const KjLateFunction of_fontconfig[] = {KJ_FONTCONFIG_FUNCTIONS(X)};
#undef X

static KjLateLibrary cairo = {.file = "libcairo.so.2",
                              .function = of_cairo,
                              .n = G_N_ELEMENTS(of_cairo),
                              .table = &kj_libcairo};
static KjLateLibrary fontconfig = {.file = "libfontconfig.so.1",
                                   .function = of_fontconfig,
                                   .n = G_N_ELEMENTS(of_fontconfig),
                                   .table = &kj_libcairo};

bool kj_libcairo_load(GError **error)
{
    const char *missing = kj_late_library_load(&cairo);
    missing = missing ? missing : kj_late_library_load(&fontconfig);
    if (missing)
        kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                     "pictures need cairo and fontconfig (Debian's packages libcairo2 and "
                     "libfontconfig1): %s",
                     missing);
    return !missing;
}
