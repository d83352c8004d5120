/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fonts by fontconfig and cairo. */
#include "repl/diagram/font.h"

#include <math.h>

#include "core/text/lang.h"
#include "repl/diagram/libcairo.h"
#include "repl/job/options.h"

#define PACKAGE "fonts-ipaexfont-mincho" // the smallest of Debian with all that diagrams need

enum { OUTLINE_UNITS = 1000 }; // of an em

/* What is known of a character. */
typedef struct {
    double advance; // ems
    char *outline;  // NULL: not asked for yet
} Glyph;

struct KjFont {
    FcFontSet *set;            // in the order of preference; the first has kanji or was asked for
    cairo_font_face_t **faces; // opened so far, one for each of the set
    cairo_t *scratch;          // to measure on
    GHashTable *glyphs;        // character to Glyph
};

static bool has_family(FcPattern *pattern, const char *family)
{
    FcChar8 *name;
    for (int i = 0; FcPatternGetString(pattern, FC_FAMILY, i, &name) == FcResultMatch; i++) {
        if (g_ascii_strcasecmp((const char *)name, family) == 0)
            return true;
    }
    return false;
}

static bool has_char(FcPattern *pattern, gunichar c)
{
    FcCharSet *set;
    return FcPatternGetCharSet(pattern, FC_CHARSET, 0, &set) == FcResultMatch &&
           FcCharSetHasChar(set, c);
}

/* All fonts, the likest first. */
static FcFontSet *sorted(const char *family)
{
    FcPattern *wanted = FcPatternCreate();
    FcPatternAddString(wanted, FC_FAMILY, (const FcChar8 *)(family ? family : "serif"));
    FcPatternAddString(wanted, FC_LANG, (const FcChar8 *)"ja");
    FcPatternAddBool(wanted, FC_SCALABLE, FcTrue);
    FcConfigSubstitute(NULL, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    FcResult result;
    FcFontSet *set = FcFontSort(NULL, wanted, FcTrue, NULL, &result);
    FcPatternDestroy(wanted);
    return set;
}

/* Whether some font has kanji of pieces. */
static bool any_kanji(const FcFontSet *set)
{
    for (int i = 0; set && i < set->nfont; i++) {
        if (has_char(set->fonts[i], 0x6b69) && has_char(set->fonts[i], 0x9280)) // 歩 銀
            return true;
    }
    return false;
}

KjFont *kj_font_open(const char *family, GError **error)
{
    if (!kj_libcairo_load(error))
        return NULL;
    FcFontSet *set = sorted(family);
    bool found = !family || (set && set->nfont > 0 && has_family(set->fonts[0], family));
    if (!found || !any_kanji(set)) {
        if (set)
            FcFontSetDestroy(set);
        if (!found)
            kj_set_error(
                error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                "--draw font=%s: no such font, expected a family that 'fc-list : family' names",
                family);
        else
            kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                         "no Japanese font is installed, expected one as in Debian's package %s "
                         "(apt-get install %s)",
                         PACKAGE, PACKAGE);
        return NULL;
    }
    KjFont *font = g_new0(KjFont, 1);
    font->set = set;
    font->faces = g_new0(cairo_font_face_t *, (gsize)set->nfont);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    font->scratch = cairo_create(surface);
    cairo_surface_destroy(surface);
    font->glyphs = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    return font;
}

void kj_font_free(KjFont *font)
{
    if (!font)
        return;
    GHashTableIter iter;
    gpointer glyph;
    g_hash_table_iter_init(&iter, font->glyphs);
    while (g_hash_table_iter_next(&iter, NULL, &glyph))
        g_free(((Glyph *)glyph)->outline);
    g_hash_table_unref(font->glyphs);
    cairo_destroy(font->scratch);
    for (int i = 0; i < font->set->nfont; i++) {
        if (font->faces[i])
            cairo_font_face_destroy(font->faces[i]);
    }
    g_free(font->faces);
    FcFontSetDestroy(font->set);
    g_free(font);
}

/* The face to draw a character with. Owned by the font. */
static cairo_font_face_t *face_of(KjFont *font, gunichar c)
{
    int best = 0;
    while (best < font->set->nfont && !has_char(font->set->fonts[best], c))
        best++;
    if (best == font->set->nfont)
        best = 0; // it shows a box
    if (!font->faces[best])
        font->faces[best] = cairo_ft_font_face_create_for_pattern(font->set->fonts[best]);
    return font->faces[best];
}

static void choose(KjFont *font, cairo_t *cr, gunichar c, double size)
{
    cairo_set_font_face(cr, face_of(font, c));
    cairo_set_font_size(cr, size);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cr, options);
    cairo_font_options_destroy(options);
}

static Glyph *glyph_of(KjFont *font, gunichar c)
{
    Glyph *glyph = g_hash_table_lookup(font->glyphs, GUINT_TO_POINTER(c));
    if (glyph)
        return glyph;
    char text[8] = "";
    g_unichar_to_utf8(c, text);
    cairo_text_extents_t extents;
    choose(font, font->scratch, c, OUTLINE_UNITS);
    cairo_text_extents(font->scratch, text, &extents);
    glyph = g_new0(Glyph, 1);
    glyph->advance = extents.x_advance / OUTLINE_UNITS;
    g_hash_table_insert(font->glyphs, GUINT_TO_POINTER(c), glyph);
    return glyph;
}

double kj_font_advance(KjFont *font, gunichar c)
{
    return glyph_of(font, c)->advance;
}

double kj_font_width(KjFont *font, const char *text)
{
    double width = 0;
    for (; *text; text = kj_utf8_next(text))
        width += kj_font_advance(font, g_utf8_get_char(text));
    return width;
}

static void append_points(GString *out, char letter, const cairo_path_data_t *points, unsigned n)
{
    g_string_append_c(out, letter);
    for (unsigned i = 0; i < n; i++)
        g_string_append_printf(out, "%s%ld %ld", i ? " " : "", lround(points[i].point.x),
                               lround(points[i].point.y));
}

const char *kj_font_outline(KjFont *font, gunichar c)
{
    Glyph *glyph = glyph_of(font, c);
    if (glyph->outline)
        return glyph->outline;
    char text[8] = "";
    g_unichar_to_utf8(c, text);
    cairo_t *cr = font->scratch;
    choose(font, cr, c, OUTLINE_UNITS);
    cairo_new_path(cr);
    cairo_move_to(cr, 0, 0);
    cairo_text_path(cr, text);
    cairo_path_t *path = cairo_copy_path(cr);
    GString *out = g_string_new(NULL);
    for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
        const cairo_path_data_t *data = &path->data[i];
        bool last = i + data->header.length >= path->num_data;
        switch (data->header.type) {
        case CAIRO_PATH_MOVE_TO:
            if (!last)
                append_points(out, 'M', data + 1, 1);
            break;
        case CAIRO_PATH_LINE_TO: append_points(out, 'L', data + 1, 1); break;
        case CAIRO_PATH_CURVE_TO: append_points(out, 'C', data + 1, 3); break;
        case CAIRO_PATH_CLOSE_PATH: g_string_append_c(out, 'Z'); break;
        }
    }
    cairo_path_destroy(path);
    cairo_new_path(cr);
    glyph->outline = g_string_free(out, FALSE);
    return glyph->outline;
}

void kj_font_show(KjFont *font, cairo_t *cr, double size, const char *text)
{
    while (*text) {
        // as many characters at once as one face has
        cairo_font_face_t *face = face_of(font, g_utf8_get_char(text));
        const char *end = kj_utf8_next(text);
        while (*end && face_of(font, g_utf8_get_char(end)) == face)
            end = kj_utf8_next(end);
        g_autofree char *run = g_strndup(text, (gsize)(end - text));
        choose(font, cr, g_utf8_get_char(text), size);
        cairo_show_text(cr, run);
        text = end;
    }
}
