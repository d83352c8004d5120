/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Encodings of text files. */
#include "core/text/text_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/text/lang.h"

static const char mark[] = "\xef\xbb\xbf";
static const char euc_jp[] = "EUC-JP-MS", iso_2022_jp[] = "ISO-2022-JP";

static bool fail_at_byte(const char *bytes, size_t offset, GError **error, const char *what)
{
    unsigned line = 1;
    size_t start = 0;
    for (size_t i = 0; i < offset; i++) {
        if (bytes[i] == '\n') {
            line++;
            start = i + 1;
        }
    }
    return kj_set_error(
        error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
        "line %u, byte %zu: %s (byte 0x%02x), expected text in UTF-8, CP932 or EUC-JP", line,
        offset - start + 1, kj_tr(what), (unsigned char)bytes[offset]);
}

/* Control characters tell binary data from text in every encoding taken. Ctrl-Z ended DOS files. */
static bool check_controls(const char *bytes, size_t length, GError **error)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if ((c < 0x20 && !strchr("\t\n\r\f\x1a", c)) || c == 0 || c == 0x7f)
            return fail_at_byte(bytes, i, error, "looks like a binary file");
    }
    return true;
}

/*
 * Whether bytes are EUC-JP rather than CP932. They have its form: pairs of 0xa1-0xfe, or such
 * behind the shifts 0x8e and 0x8f. Hardly any CP932 does, whose kana and punctuation begin with
 * 0x81 to 0x83; but half-width katakana may, in even runs. So some pair must be of the rows nearly
 * every Japanese text has: punctuation, full-width digits, hiragana and katakana, which as
 * half-width katakana would begin with a full stop, bracket, comma or middle dot.
 */
static bool is_euc_jp(const char *bytes, size_t length)
{
    const unsigned char *at = (const unsigned char *)bytes, *end = at + length;
    bool telling = false;
    while (at < end) {
        if (*at < 0x80) {
            at++;
            continue;
        }
        unsigned shift = *at == 0x8f;
        unsigned lowest = 0xa1, highest = *at == 0x8e ? 0xdf : 0xfe;
        if (end - at < 2 + (int)shift)
            return false;
        if (*at != 0x8e && (at[shift] < 0xa1 || at[shift] > 0xfe))
            return false;
        if (at[shift + 1] < lowest || at[shift + 1] > highest)
            return false;
        telling |= *at == 0xa1 || *at == 0xa3 || *at == 0xa4 || *at == 0xa5;
        at += 2 + shift;
    }
    return telling;
}

/*
 * ISO-2022-JP as the EUC-JP with the same characters, among them those that its registers lack and
 * programs write all the same. NULL if it is none: seven bits and only the escapes of Japanese.
 */
static char *iso_2022_jp_to_euc(const char *bytes, size_t length)
{
    static const struct {
        const char *escape;
        bool high, kana;
    } sets[] = {{"$B", true, false},
                {"$@", true, false},
                {"(B", false, false},
                {"(J", false, false},
                {"(I", true, true}};
    g_autoptr(GString) out = g_string_sized_new(length);
    bool high = false, kana = false;
    for (size_t i = 0; i < length; i++) {
        char c = bytes[i];
        if (c == '\x1b') {
            size_t set = length - i > 2 ? 0 : G_N_ELEMENTS(sets); // not cut off
            while (set < G_N_ELEMENTS(sets) && strncmp(bytes + i + 1, sets[set].escape, 2) != 0)
                set++;
            if (set == G_N_ELEMENTS(sets))
                return NULL;
            high = sets[set].high;
            kana = sets[set].kana;
            i += 2;
            continue;
        }
        if ((unsigned char)c >= 0x80)
            return NULL;
        high &= c != '\n'; // as some leave out the way back
        bool shifted = high && c > ' ';
        if (shifted && kana)
            g_string_append_c(out, '\x8e');
        g_string_append_c(out, shifted ? (char)(c | 0x80) : c);
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

/* Takes byte order marks away that stand before lines, where files were put together; control
 * characters beyond ASCII, which terminals obey as well, become "??": there is no text in them. */
static char *clean(char *text)
{
    char *to = text;
    for (const char *at = text; at && *at;) {
        bool first = at == text || at[-1] == '\n' || at[-1] == '\r';
        bool control = *at == '\xc2' && (unsigned char)at[1] >= 0x80 && (unsigned char)at[1] < 0xa0;
        if (first && g_str_has_prefix(at, mark)) {
            at += strlen(mark);
        } else if (control) {
            *to++ = '?';
            *to++ = '?';
            at += 2;
        } else {
            *to++ = *at++;
        }
    }
    if (text)
        *to = '\0';
    return text;
}

bool kj_bytes_add(int file, GByteArray *bytes, size_t most, bool (*stopped)(const void *data),
                  const void *data, bool *out_end)
{
    guint8 chunk[1 << 16];
    ssize_t n = 1;
    while (n != 0 && bytes->len <= most) {
        n = read(file, chunk, sizeof chunk);
        if (n > 0)
            g_byte_array_append(bytes, chunk, (guint)n);
        else if (n < 0 && !(errno == EINTR && stopped && !stopped(data)))
            return false;
    }
    *out_end = n == 0;
    return true;
}

char *kj_bytes_read(int file, size_t most, bool (*stopped)(const void *data), const void *data,
                    size_t *out_length)
{
    GByteArray *bytes = g_byte_array_new();
    bool end = false, ok = kj_bytes_add(file, bytes, most, stopped, data, &end);
    *out_length = bytes->len;
    if (!ok || bytes->len > most) {
        int code = ok ? 0 : errno;
        g_byte_array_unref(bytes);
        errno = code;
        return NULL;
    }
    g_byte_array_append(bytes, (const guint8 *)"", 1);
    return (char *)g_byte_array_free(bytes, FALSE);
}

KjUtf16 kj_utf16_told(const char *bytes, size_t length)
{
    if (length < 2)
        return KJ_UTF16_NOT;
    return memcmp(bytes, "\xff\xfe", 2) == 0   ? KJ_UTF16_LITTLE
           : memcmp(bytes, "\xfe\xff", 2) == 0 ? KJ_UTF16_BIG
                                               : KJ_UTF16_NOT;
}

static const char *utf16_name(KjUtf16 kind)
{
    return kind == KJ_UTF16_BIG ? "UTF-16BE" : "UTF-16LE";
}

char *kj_utf16_read(const char *bytes, size_t length, size_t *out_length, GError **error)
{
    gsize read = 0;
    char *text = g_convert(bytes, (gssize)length, "UTF-8", utf16_name(kj_utf16_told(bytes, length)),
                           &read, out_length, NULL);
    if (text && read == length)
        return text;
    g_free(text);
    kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                 "byte %zu: no UTF-16, which its first two bytes tell, expected text", read + 1);
    return NULL;
}

GString *kj_utf16_write(const char *text, KjUtf16 kind)
{
    gsize written = 0;
    g_autofree char *bytes = g_convert(text, -1, utf16_name(kind), "UTF-8", NULL, &written, NULL);
    return g_string_new_len(bytes, (gssize)written); // UTF-16 has every character
}

char *kj_text_decode(const char *bytes, size_t length, KjTextEncoding *out, GError **error)
{
    if (kj_utf16_told(bytes, length)) {
        size_t n;
        g_autofree char *utf8 = kj_utf16_read(bytes, length, &n, error);
        return utf8 ? kj_text_decode(utf8, n, out, error) : NULL;
    }
    size_t skip = length >= 3 && memcmp(bytes, mark, 3) == 0 ? 3 : 0;
    const char *invalid;
    KjTextEncoding unused = {0};
    out = out ? out : &unused;
    *out = (KjTextEncoding){.mark = skip > 0};
    if (length == 0)
        return g_strdup("");
    g_autofree char *jis = memchr(bytes, '\x1b', length) ? iso_2022_jp_to_euc(bytes, length) : NULL;
    out->other = jis ? iso_2022_jp : NULL;
    length = jis ? strlen(jis) : length;
    bytes = jis ? jis : bytes;
    if (!check_controls(bytes, length, error))
        return NULL;
    const char *end = memchr(bytes, '\n', length);
    out->crlf = end && end > bytes && end[-1] == '\r';
    if (g_utf8_validate_len(bytes + skip, length - skip, &invalid))
        return clean(g_strndup(bytes + skip, length - skip));
    if (jis || is_euc_jp(bytes, length)) {
        char *text = g_convert(bytes, (gssize)length, "UTF-8", euc_jp, NULL, NULL, NULL);
        out->other = text && !jis ? euc_jp : out->other;
        if (text)
            return clean(text);
    }
    gsize read = 0;
    *out = (KjTextEncoding){.cp932 = true, .crlf = out->crlf};
    char *text = g_convert(bytes, (gssize)length, "UTF-8", "CP932", &read, NULL, NULL);
    if (!text) {
        size_t offset = (size_t)(invalid - bytes);
        fail_at_byte(bytes, MIN(MAX(offset, read), length - 1), error, "fits no known encoding");
    }
    return clean(text);
}

char *kj_text_encode_other(const char *text, const char *other)
{
    return g_convert(text, -1, other, "UTF-8", NULL, NULL, NULL);
}

/* Names the first character CP932 lacks; `read` bytes before it were converted. */
static void fail_unencodable(const char *text, size_t read, GError **error)
{
    char quote[KJ_TEXT_QUOTE];
    unsigned line = 1;
    const char *start = text;
    for (const char *p = text; p < text + read; p++) {
        if (*p == '\n') {
            line++;
            start = p + 1;
        }
    }
    KjTextPlace place = {line, kj_text_column(start, text + read)};
    kj_text_error_set(error, place, KJ_TEXT_ERROR_SYNTAX,
                      "CP932 does not have %s, expected UTF-8 to be asked for",
                      kj_text_quote_char(text + read, quote));
}

GString *kj_text_encode(const char *text, const KjTextEncoding *encoding, GError **error)
{
    GString *out = g_string_new(encoding->mark && !encoding->cp932 ? mark : "");
    if (encoding->cp932) {
        gsize read = 0, written = 0;
        g_autofree char *bytes = g_convert(text, -1, "CP932", "UTF-8", &read, &written, NULL);
        if (!bytes) {
            fail_unencodable(text, read, error);
            g_string_free(out, TRUE);
            return NULL;
        }
        g_string_append_len(out, bytes, (gssize)written);
    } else {
        g_string_append(out, text);
    }
    for (gsize i = 0; encoding->crlf && i < out->len; i++) {
        // no second byte of a CP932 character is a line feed
        if (out->str[i] == '\n')
            g_string_insert_c(out, (gssize)i++, '\r');
    }
    return out;
}

/* How many bytes the end of a line has: CR, LF or both, none at the end of the text. */
static size_t line_end(const char *end)
{
    return end[0] == '\r' && end[1] == '\n' ? 2 : *end != '\0';
}

const char *kj_text_behind_mark(const char *text)
{
    return g_str_has_prefix(text, mark) ? text + strlen(mark) : text;
}

GPtrArray *kj_text_lines(const char *text, bool ends)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    while (*text) {
        size_t bare = strcspn(text, "\r\n"), whole = bare + line_end(text + bare);
        g_ptr_array_add(lines, g_strndup(text, ends ? whole : bare));
        text += whole;
    }
    return lines;
}

char *kj_text_next_line(char **text)
{
    char *line = *text;
    if (!*line)
        return NULL;
    char *end = line + strcspn(line, "\r\n");
    *text = end + line_end(end);
    *end = '\0';
    return line;
}
