/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes of text files and UTF-8. Files are UTF-8, with or without a byte order mark, or CP932
 * (Shift_JIS), with any line ends; UTF-16 with its mark, EUC-JP and ISO-2022-JP (JIS, of mails) are
 * read, and written again as UTF-8.
 */
#pragma once

#include "core/text/text.h"

/* How the text of a file is laid down in bytes. All false: UTF-8 with LF. */
typedef struct {
    bool cp932;
    bool mark;         // a byte order mark first; only in UTF-8
    bool crlf;         // lines end in CR LF
    const char *other; // what else it was read from, EUC-JP or ISO-2022-JP; NULL: neither. Static
} KjTextEncoding;

/* A text in UTF-8 in such another encoding, NULL if it does not have all of it. (transfer full) */
char *kj_text_encode_other(const char *text, const char *other);

/*
 * Adds what comes from an open file or pipe, until there are more than `most` bytes in all (at most
 * 64 KiB more) or it ends, which `out_end` tells. False with errno; `stopped` as in kj_bytes_read.
 */
bool kj_bytes_add(int file, GByteArray *bytes, size_t most, bool (*stopped)(const void *data),
                  const void *data, bool *out_end);

/*
 * All bytes of an open file or pipe up to its end; a NUL follows them, which `out_length` does not
 * count. NULL with errno when it cannot be read, with errno 0 when there are more than `most`.
 * `stopped`, or NULL: asked with `data` when a signal interrupts the reading, which goes on while
 * it says no; without it the reading ends with EINTR. (transfer full)
 */
char *kj_bytes_read(int file, size_t most, bool (*stopped)(const void *data), const void *data,
                    size_t *out_length);

/* UTF-16 as the mark at the beginning of a file tells it. */
typedef enum { KJ_UTF16_NOT, KJ_UTF16_LITTLE, KJ_UTF16_BIG } KjUtf16;

/* Whether bytes begin with a mark of UTF-16. */
KjUtf16 kj_utf16_told(const char *bytes, size_t length);

/* Such bytes as UTF-8, which begins with its own mark. NULL with KJ_TEXT_ERROR_SYNTAX if they are
 * something else after all. (transfer full) */
char *kj_utf16_read(const char *bytes, size_t length, size_t *out_length, GError **error);

/* UTF-8 that begins with its mark as UTF-16 of this kind. (transfer full, g_string_free) */
GString *kj_utf16_write(const char *text, KjUtf16 kind);

/*
 * The text of bytes, in UTF-8 without byte order marks, which may stand before any line where files
 * were put together, line ends as they are; `out`, if not NULL,
 * gets how it was encoded (crlf by the first line end). NULL with KJ_TEXT_ERROR_SYNTAX, "line N,
 * byte M: ...", when it holds control characters or is in no encoding known. (transfer full)
 */
char *kj_text_decode(const char *bytes, size_t length, KjTextEncoding *out, GError **error);

/*
 * The bytes of a text whose lines end in LF; the length does not count the NUL after them. NULL
 * with KJ_TEXT_ERROR_SYNTAX at the first character CP932 does not have. (transfer full,
 * g_string_free)
 */
GString *kj_text_encode(const char *text, const KjTextEncoding *encoding, GError **error);

/* The text behind a byte order mark in UTF-8, if it begins with one. */
const char *kj_text_behind_mark(const char *text);

/* The lines of a text, with their ends (CR, LF or both) or without. (transfer full, of char *) */
GPtrArray *kj_text_lines(const char *text, bool ends);

/*
 * Cuts the next line off a text: ends it with a NUL in place of CR, LF or both, and gives the place
 * after it. NULL at the end of the text.
 */
char *kj_text_next_line(char **text);
