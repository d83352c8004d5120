/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all pages (HTML) begin and end with: one head, one style, nothing from elsewhere. */
#pragma once

#include <glib.h>

/* Appends all up to the <body>, which is of a class of kanju.css, in the language of the thread. */
void kj_page_begin(GString *out, const char *title, const char *body_class);

/* Appends the script, NULL: none, and the end. */
void kj_page_end(GString *out, const char *script);

/* The same for pages that share style and script, which are files beside them: their addresses. */
void kj_page_begin_apart(GString *out, const char *title, const char *body_class,
                         const char *style);
void kj_page_end_apart(GString *out, const char *script);

/* The style of all pages, as a file. */
extern const char kj_page_style[];
