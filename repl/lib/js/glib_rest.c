/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Of GLib what it does in a way that WebAssembly does not know: functions called as if they took more
 * arguments than they do, which ends the program there; what needs encodings that emscripten's C library
 * does not have; and what does not compile without gettext. GLIB_OWN_wasm of web.mk keeps GLib's out of the way.
 */
#include <glib.h>
#include <iconv.h>
#include <string.h>

/* host.js: bytes in another encoding, NUL behind them; NULL where there are none. (transfer full) */
char *kj_web_convert(const char *bytes, gsize length, const char *to, const char *from, gsize *read,
                     gsize *written);

gchar *g_convert(const gchar *bytes, gssize length, const gchar *to, const gchar *from,
                 gsize *out_read, gsize *out_written, GError **error)
{
    gsize read = 0, written = 0;
    gchar *text = kj_web_convert(bytes, length < 0 ? strlen(bytes) : (gsize)length, to, from, &read,
                                 &written);
    if (!text)
        g_set_error_literal(error, G_CONVERT_ERROR, G_CONVERT_ERROR_ILLEGAL_SEQUENCE,
                            "not encoded");
    if (out_read)
        *out_read = read;
    if (out_written)
        *out_written = written;
    return text;
}

/* For names of files, which are UTF-8 here: so the C library's need not be loaded. */
iconv_t iconv_open(const char *to, const char *from)
{
    (void)to, (void)from;
    return (iconv_t)-1;
}

size_t iconv(iconv_t converter, char **restrict in, size_t *restrict in_left, char **restrict out,
             size_t *restrict out_left)
{
    (void)converter, (void)in, (void)in_left, (void)out, (void)out_left;
    return (size_t)-1;
}

int iconv_close(iconv_t converter)
{
    (void)converter;
    return 0;
}

static gint compare(gconstpointer a, gconstpointer b, gpointer data)
{
    GCompareFunc *function = data;
    return (*function)(a, b);
}

void g_array_sort(GArray *array, GCompareFunc function)
{
    g_qsort_with_data(array->data, (gint)array->len, g_array_get_element_size(array), compare,
                      &function);
}

void g_ptr_array_sort(GPtrArray *array, GCompareFunc function)
{
    g_qsort_with_data(array->pdata, (gint)array->len, sizeof(gpointer), compare, &function);
}

void g_queue_clear_full(GQueue *queue, GDestroyNotify free_data)
{
    while (queue->length)
        free_data(g_queue_pop_head(queue));
}

const gchar *g_dngettext(const gchar *domain, const gchar *one, const gchar *many, gulong n)
{
    (void)domain;
    return n == 1 ? one : many;
}
