/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heads and ends of pages. */
#include "repl/diagram/page.h"

#include "core/text/lang.h"
#include "repl/diagram/svg.h"

const char kj_page_style[] = ""
#include "repl/diagram/kanju.css.h"
    ;

/* Up to the style. */
static void begin(GString *out, const char *title)
{
    g_string_append_printf(out,
                           "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
                           "<meta name=\"viewport\" content=\"width=device-width, "
                           "initial-scale=1\">\n<title>",
                           kj_lang() == KJ_LANG_JA ? "ja" : "en");
    kj_xml_append(out, title);
    g_string_append(out, "</title>\n");
}

static void begin_body(GString *out, const char *body_class)
{
    g_string_append_printf(out, "</head>\n<body class=\"%s\">\n", body_class);
}

void kj_page_begin(GString *out, const char *title, const char *body_class)
{
    begin(out, title);
    g_string_append_printf(out, "<style>\n%s</style>\n", kj_page_style);
    begin_body(out, body_class);
}

void kj_page_begin_apart(GString *out, const char *title, const char *body_class, const char *style)
{
    begin(out, title);
    g_string_append_printf(out, "<link rel=\"stylesheet\" href=\"%s\">\n", style);
    begin_body(out, body_class);
}

void kj_page_end(GString *out, const char *script)
{
    if (script)
        g_string_append_printf(out, "<script type=\"module\">\n%s</script>\n", script);
    g_string_append(out, "</body>\n</html>\n");
}

void kj_page_end_apart(GString *out, const char *script)
{
    g_string_append_printf(out, "<script src=\"%s\"></script>\n", script);
    kj_page_end(out, NULL);
}
