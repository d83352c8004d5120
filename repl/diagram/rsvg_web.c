/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures where no programs can be run: a browser makes others of SVG. */
#include "core/text/lang.h"
#include "repl/diagram/rsvg.h"
#include "repl/job/options.h"

bool kj_rsvg_fonts(const char *family, GError **error)
{
    (void)family;
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                        "this build of Kanju makes no PNG and no PDF, expected SVG or HTML");
}

GByteArray *kj_rsvg_convert(const GPtrArray *pages, const KjSvgStyle *style, unsigned width,
                            GError **error)
{
    (void)pages, (void)style, (void)width;
    kj_rsvg_fonts(NULL, error);
    return NULL;
}
