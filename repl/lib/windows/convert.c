/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Of GLib what it does not do on Windows, whose code pages have no EUC-JP: that and ISO-2022-JP are
 * JIS X 0208 as CP932 is, in other bytes, and JIS X 0212, of which there is code page 20932. And what
 * does not compile without gettext. GLIB_OWN of tests/tools/windows.mk keeps GLib's out of the way.
 */
#include <glib.h>
#include <stdbool.h>
#include <string.h>
#include <windows.h>

enum {
    CP932 = 932,
    CP20932 = 20932, // the second byte without its highest bit: JIS X 0212
};

gchar *g_convert_of_glib(const gchar *bytes, gssize length, const gchar *to, const gchar *from,
                         gsize *out_read, gsize *out_written, GError **error);

/* The character of two bytes, 0 if there is none. */
static gunichar read_pair(unsigned page, unsigned first, unsigned second)
{
    const char pair[] = {(char)first, (char)second};
    wchar_t wide[2];
    int n = MultiByteToWideChar(page, MB_ERR_INVALID_CHARS, pair, sizeof pair, wide, 2);
    return n == 1 ? wide[0] : 0;
}

/* JIS X 0208 as Shift_JIS: two of its rows for each first byte. */
static gunichar read_0208(unsigned first, unsigned second)
{
    unsigned row = first - 0xa1, cell = second - 0xa1;
    unsigned lead = row / 2 + (row < 62 ? 0x81 : 0xc1);
    unsigned trail = row % 2 ? cell + 0x9f : cell + 0x40 + (cell >= 63);
    return read_pair(CP932, lead, trail);
}

/* Reads one character of EUC-JP; how many bytes it has, 0 if it is none. */
static unsigned read_euc(const unsigned char *at, gsize left, gunichar *out)
{
    unsigned n = *at < 0x80 ? 1 : *at == 0x8f ? 3 : 2;
    if (n > left)
        return 0;
    for (unsigned i = n == 1 ? 1 : 0; i < n; i++) {
        if ((at[i] < 0xa1 || at[i] == 0xff) && !(i == 0 && (*at == 0x8e || *at == 0x8f)))
            return 0;
    }
    *out = n == 1                         ? *at
           : n == 3                       ? read_pair(CP20932, at[1], at[2] & 0x7f)
           : *at == 0x8e && at[1] <= 0xdf ? 0xff61U + at[1] - 0xa1
           : *at == 0x8e                  ? 0
                                          : read_0208(at[0], at[1]);
    return *out || n == 1 ? n : 0;
}

/* The two bytes of a character in a code page; whether it has such. */
static bool write_pair(unsigned page, gunichar c, unsigned char pair[static 2])
{
    const wchar_t wide[] = {(wchar_t)c};
    BOOL lacking = FALSE;
    return c < 0x10000 &&
           WideCharToMultiByte(page, WC_NO_BEST_FIT_CHARS, wide, 1, (char *)pair, 2, NULL,
                               &lacking) == 2 &&
           !lacking;
}

/* Of characters that Unicode has twice the one that Microsoft took. */
static gunichar as_cp932(gunichar c)
{
    static const gunichar twice[][2] = {{0xa2, 0xffe0},   {0xa3, 0xffe1},   {0xac, 0xffe2},
                                        {0x2014, 0x2015}, {0x2016, 0x2225}, {0x2212, 0xff0d},
                                        {0x301c, 0xff5e}};
    for (unsigned i = 0; i < G_N_ELEMENTS(twice); i++) {
        if (c == twice[i][0])
            return twice[i][1];
    }
    return c;
}

/* Writes one character in EUC-JP; how many bytes it has, 0 if it lacks it. */
static unsigned write_euc(gunichar c, unsigned char out[static 3])
{
    unsigned char pair[2];
    if (c < 0x80) {
        out[0] = (unsigned char)c;
        return 1;
    }
    if (c >= 0xff61 && c <= 0xff9f) {
        out[0] = 0x8e;
        out[1] = (unsigned char)(c - 0xff61 + 0xa1);
        return 2;
    }
    if (write_pair(CP932, as_cp932(c), pair) && pair[0] < 0xf0) {
        unsigned odd = pair[1] >= 0x9f, lead = pair[0] - (pair[0] < 0xa0 ? 0x81 : 0xc1);
        out[0] = (unsigned char)(2 * lead + odd + 0xa1);
        out[1] = (unsigned char)(odd ? pair[1] + 2 : pair[1] - 0x40 - (pair[1] > 0x7f) + 0xa1);
        return 2;
    }
    if (!write_pair(CP20932, c, pair) || pair[1] >= 0x80)
        return 0;
    out[0] = 0x8f;
    out[1] = pair[0];
    out[2] = pair[1] | 0x80;
    return 3;
}

static GString *from_euc(const char *bytes, gsize length, gsize *out_read)
{
    GString *out = g_string_sized_new(length + length / 2);
    unsigned n = 1;
    for (*out_read = 0; *out_read < length && n > 0; *out_read += n) {
        gunichar c;
        n = read_euc((const unsigned char *)bytes + *out_read, length - *out_read, &c);
        if (n == 1)
            g_string_append_c(out, (char)c);
        else if (n > 0)
            g_string_append_unichar(out, c);
    }
    return out;
}

/* Also as ISO-2022-JP, which has escapes in place of the highest bits, and neither half-width kana nor
 * JIS X 0212. */
static GString *to_euc(const char *text, gsize length, bool escapes, gsize *out_read)
{
    GString *out = g_string_sized_new(length);
    unsigned char bytes[3];
    bool wide = false;
    const char *at = text, *end = text + length;
    for (; at < end; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char_validated(at, end - at);
        unsigned n = (gint32)c < 0 ? 0 : write_euc(c, bytes);
        if (n == 0 || (escapes && n > 1 && bytes[0] < 0xa1))
            break;
        if (escapes && wide != (n > 1)) {
            wide = !wide;
            g_string_append(out, wide ? "\x1b$B" : "\x1b(B");
        }
        for (unsigned i = 0; i < n; i++)
            g_string_append_c(out, (char)(escapes ? bytes[i] & 0x7f : bytes[i]));
    }
    if (wide)
        g_string_append(out, "\x1b(B");
    *out_read = (gsize)(at - text);
    return out;
}

/* Where CP932 has 0x80, which is none of its characters; Windows takes it all the same. */
static gsize end_of_cp932(const char *bytes, gsize length)
{
    gsize i = 0;
    while (i < length && bytes[i] != '\x80')
        i += IsDBCSLeadByteEx(CP932, (BYTE)bytes[i]) ? 2 : 1;
    return MIN(i, length);
}

gchar *g_convert(const gchar *bytes, gssize length, const gchar *to, const gchar *from,
                 gsize *out_read, gsize *out_written, GError **error)
{
    bool reads = g_str_equal(from, "EUC-JP-MS"), escapes = g_str_equal(to, "ISO-2022-JP");
    gsize n = length < 0 ? strlen(bytes) : (gsize)length, read;
    GString *out;
    if (reads)
        out = from_euc(bytes, n, &read);
    else if (escapes || g_str_equal(to, "EUC-JP-MS"))
        out = to_euc(bytes, n, escapes, &read);
    else if (g_str_equal(from, "CP932") && (read = end_of_cp932(bytes, n)) < n)
        out = g_string_new(NULL);
    else
        return g_convert_of_glib(bytes, length, to, from, out_read, out_written, error);
    if (out_read)
        *out_read = read;
    if (out_written)
        *out_written = read == n ? out->len : 0;
    if (read < n)
        g_set_error_literal(error, G_CONVERT_ERROR, G_CONVERT_ERROR_ILLEGAL_SEQUENCE,
                            "not encoded");
    return g_string_free(out, read < n);
}

const gchar *g_dngettext(const gchar *domain, const gchar *one, const gchar *many, gulong n)
{
    (void)domain;
    return n == 1 ? one : many;
}
