/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heads and ends of pages. */
#include "repl/diagram/page.h"

#include "core/text/lang.h"
#include "repl/diagram/svg.h"

static const char css[] = ""
#include "repl/diagram/kanju.css.h"
    ;

void kj_page_begin(GString *out, const char *title, const char *body_class)
{
    g_string_append_printf(out,
                           "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
                           "<meta name=\"viewport\" content=\"width=device-width, "
                           "initial-scale=1\">\n<title>",
                           kj_lang() == KJ_LANG_JA ? "ja" : "en");
    kj_xml_append(out, title);
    g_string_append_printf(out, "</title>\n<style>\n%s</style>\n</head>\n<body class=\"%s\">\n",
                           css, body_class);
}

void kj_page_end(GString *out, const char *script)
{
    if (script)
        g_string_append_printf(out, "<script type=\"module\">\n%s</script>\n", script);
    g_string_append(out, "</body>\n</html>\n");
}
