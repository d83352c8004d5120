/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cairo and fontconfig, loaded when the first font is opened. They bring X11 along, and half of the
 * time that the program takes to start. Their functions are called by their own names.
 */
#pragma once

#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <fontconfig/fontconfig.h>
#include <glib.h>
#include <stdbool.h>

// clang-format off
#define KJ_CAIRO_FUNCTIONS(X) \
    X(arc) X(close_path) X(copy_path) X(create) X(destroy) X(fill) X(fill_preserve) \
    X(font_face_destroy) X(font_options_create) X(font_options_destroy) \
    X(font_options_set_antialias) X(font_options_set_hint_metrics) \
    X(font_options_set_hint_style) X(ft_font_face_create_for_pattern) X(image_surface_create) \
    X(line_to) X(move_to) X(new_path) X(paint) X(path_destroy) X(pdf_surface_create_for_stream) \
    X(pdf_surface_set_metadata) X(pdf_surface_set_size) X(rectangle) X(rel_line_to) X(restore) \
    X(save) X(scale) X(set_font_face) X(set_font_options) X(set_font_size) X(set_line_join) \
    X(set_line_width) X(set_source_rgb) X(show_page) X(show_text) X(status) X(status_to_string) \
    X(stroke) X(surface_destroy) X(surface_finish) X(surface_status) \
    X(surface_write_to_png_stream) X(text_extents) X(text_path) X(translate)
// clang-format on

// clang-format off
#define KJ_FONTCONFIG_FUNCTIONS(X) \
    X(CharSetHasChar) X(ConfigSubstitute) X(DefaultSubstitute) X(FontSetDestroy) X(FontSort) \
    X(PatternAddBool) X(PatternAddString) X(PatternCreate) X(PatternDestroy) \
    X(PatternGetCharSet) X(PatternGetString)
// clang-format on

typedef struct {
#define X(NAME) __typeof__(&cairo_##NAME) NAME;
    KJ_CAIRO_FUNCTIONS(X)
#undef X
#define X(NAME) __typeof__(&Fc##NAME) NAME;
    KJ_FONTCONFIG_FUNCTIONS(X)
#undef X
} KjLibcairo;

/* All NULL until kj_libcairo_load. */
extern KjLibcairo kj_libcairo;

/* Loads the libraries, once; false with G_FILE_ERROR where there are none. Any thread. */
bool kj_libcairo_load(GError **error);

#define cairo_arc kj_libcairo.arc
#define cairo_close_path kj_libcairo.close_path
#define cairo_copy_path kj_libcairo.copy_path
#define cairo_create kj_libcairo.create
#define cairo_destroy kj_libcairo.destroy
#define cairo_fill kj_libcairo.fill
#define cairo_fill_preserve kj_libcairo.fill_preserve
#define cairo_font_face_destroy kj_libcairo.font_face_destroy
#define cairo_font_options_create kj_libcairo.font_options_create
#define cairo_font_options_destroy kj_libcairo.font_options_destroy
#define cairo_font_options_set_antialias kj_libcairo.font_options_set_antialias
#define cairo_font_options_set_hint_metrics kj_libcairo.font_options_set_hint_metrics
#define cairo_font_options_set_hint_style kj_libcairo.font_options_set_hint_style
#define cairo_ft_font_face_create_for_pattern kj_libcairo.ft_font_face_create_for_pattern
#define cairo_image_surface_create kj_libcairo.image_surface_create
#define cairo_line_to kj_libcairo.line_to
#define cairo_move_to kj_libcairo.move_to
#define cairo_new_path kj_libcairo.new_path
#define cairo_paint kj_libcairo.paint
#define cairo_path_destroy kj_libcairo.path_destroy
#define cairo_pdf_surface_create_for_stream kj_libcairo.pdf_surface_create_for_stream
#define cairo_pdf_surface_set_metadata kj_libcairo.pdf_surface_set_metadata
#define cairo_pdf_surface_set_size kj_libcairo.pdf_surface_set_size
#define cairo_rectangle kj_libcairo.rectangle
#define cairo_rel_line_to kj_libcairo.rel_line_to
#define cairo_restore kj_libcairo.restore
#define cairo_save kj_libcairo.save
#define cairo_scale kj_libcairo.scale
#define cairo_set_font_face kj_libcairo.set_font_face
#define cairo_set_font_options kj_libcairo.set_font_options
#define cairo_set_font_size kj_libcairo.set_font_size
#define cairo_set_line_join kj_libcairo.set_line_join
#define cairo_set_line_width kj_libcairo.set_line_width
#define cairo_set_source_rgb kj_libcairo.set_source_rgb
#define cairo_show_page kj_libcairo.show_page
#define cairo_show_text kj_libcairo.show_text
#define cairo_status kj_libcairo.status
#define cairo_status_to_string kj_libcairo.status_to_string
#define cairo_stroke kj_libcairo.stroke
#define cairo_surface_destroy kj_libcairo.surface_destroy
#define cairo_surface_finish kj_libcairo.surface_finish
#define cairo_surface_status kj_libcairo.surface_status
#define cairo_surface_write_to_png_stream kj_libcairo.surface_write_to_png_stream
#define cairo_text_extents kj_libcairo.text_extents
#define cairo_text_path kj_libcairo.text_path
#define cairo_translate kj_libcairo.translate
#define FcCharSetHasChar kj_libcairo.CharSetHasChar
#define FcConfigSubstitute kj_libcairo.ConfigSubstitute
#define FcDefaultSubstitute kj_libcairo.DefaultSubstitute
#define FcFontSetDestroy kj_libcairo.FontSetDestroy
#define FcFontSort kj_libcairo.FontSort
#define FcPatternAddBool kj_libcairo.PatternAddBool
#define FcPatternAddString kj_libcairo.PatternAddString
#define FcPatternCreate kj_libcairo.PatternCreate
#define FcPatternDestroy kj_libcairo.PatternDestroy
#define FcPatternGetCharSet kj_libcairo.PatternGetCharSet
#define FcPatternGetString kj_libcairo.PatternGetString
