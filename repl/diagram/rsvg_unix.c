/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures by rsvg-convert, which is given files in a folder of their own. */
#include "repl/diagram/rsvg.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "core/text/lang.h"
#include "repl/job/options.h"

#define FONT_PACKAGE "fonts-ipaexfont-mincho" // the smallest of Debian with all that diagrams need
#define OUT "picture"

/* ---- fonts ---- */

/* Whether fontconfig lists a font for a pattern. */
static bool is_listed(const char *pattern)
{
    const char *words[] = {"fc-list", "-q", pattern, NULL};
    int status = 0;
    bool ran = g_spawn_sync(NULL, (char **)(gsize)words, NULL,
                            G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL,
                            NULL, &status, NULL);
    return !ran || status == 0;
}

/* The family as a pattern of fontconfig. (transfer full) */
static char *pattern_of(const char *family)
{
    GString *pattern = g_string_new(NULL);
    for (; *family; family++) {
        if (strchr("\\-:,", *family))
            g_string_append_c(pattern, '\\');
        g_string_append_c(pattern, *family);
    }
    return g_string_free(pattern, FALSE);
}

bool kj_rsvg_fonts(const char *family, GError **error)
{
    g_autofree char *pattern = family ? pattern_of(family) : NULL;
    if (pattern && !is_listed(pattern))
        return kj_set_error(
            error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
            "--draw font=%s: no such font, expected a family that 'fc-list : family' names",
            family);
    if (is_listed(":lang=ja"))
        return true;
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                        "no Japanese font is installed, expected one as in Debian's package %s "
                        "(apt-get install %s)",
                        FONT_PACKAGE, FONT_PACKAGE);
}

/* ---- pictures ---- */

/* The folder of one conversion, and the words that are run in it. */
typedef struct {
    char *folder;
    GPtrArray *words; // char*, NULL at the end
    unsigned n_pages;
} Work;

static char *path_of(const Work *work, unsigned page)
{
    g_autofree char *name = page ? g_strdup_printf("%u.svg", page) : g_strdup(OUT);
    return g_build_filename(work->folder, name, NULL);
}

static bool write_pages(Work *work, const GPtrArray *pages, const KjSvgStyle *style, GError **error)
{
    for (unsigned i = 0; i < pages->len; i++) {
        g_autofree char *svg = kj_svg_write(pages->pdata[i], style);
        g_autofree char *path = path_of(work, ++work->n_pages);
        if (!g_file_set_contents(path, svg, -1, error))
            return false;
        g_ptr_array_add(work->words, g_path_get_basename(path));
    }
    g_ptr_array_add(work->words, NULL);
    return true;
}

static bool run(const Work *work, GError **error)
{
    g_autofree char *said = NULL;
    g_autoptr(GError) failure = NULL;
    int status;
    if (!g_spawn_sync(work->folder, (char **)work->words->pdata, NULL,
                      G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &said,
                      &status, &failure)) {
        bool gone = g_error_matches(failure, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT);
        return kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                            "PNG and PDF need rsvg-convert (Debian's package librsvg2-bin): %s",
                            gone ? kj_os_text(ENOENT) : failure->message);
    }
    if (g_spawn_check_wait_status(status, &failure))
        return true;
    said[strcspn(said, "\r\n")] = '\0';
    return kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "rsvg-convert failed: %s",
                        *said ? said : failure->message);
}

static GByteArray *read_out(const Work *work, GError **error)
{
    g_autofree char *path = path_of(work, 0);
    char *bytes;
    gsize length;
    if (!g_file_get_contents(path, &bytes, &length, error))
        return NULL;
    return g_byte_array_new_take((guint8 *)bytes, length);
}

static void clear(Work *work)
{
    for (unsigned page = 0; work->folder && page <= work->n_pages; page++) {
        g_autofree char *path = path_of(work, page);
        g_unlink(path);
    }
    if (work->folder)
        g_rmdir(work->folder);
    g_free(work->folder);
    g_ptr_array_unref(work->words);
}

GByteArray *kj_rsvg_convert(const GPtrArray *pages, const KjSvgStyle *style, unsigned width,
                            GError **error)
{
    Work work = {.folder = g_dir_make_tmp("kanju-XXXXXX", error),
                 .words = g_ptr_array_new_with_free_func(g_free)};
    g_ptr_array_add(work.words, g_strdup("rsvg-convert"));
    g_ptr_array_add(work.words, g_strdup("--output=" OUT));
    g_ptr_array_add(work.words, g_strdup(width ? "--format=png" : "--format=pdf"));
    if (width) {
        g_ptr_array_add(work.words, g_strdup("--keep-aspect-ratio"));
        g_ptr_array_add(work.words, g_strdup_printf("--width=%u", width));
        g_ptr_array_add(work.words, g_strdup_printf("--background-color=#%06x",
                                                    style->palette->rgb[KJ_INK_PAPER]));
    }
    GByteArray *out = work.folder && write_pages(&work, pages, style, error) && run(&work, error)
                          ? read_out(&work, error)
                          : NULL;
    clear(&work);
    return out;
}
