/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Headers changed in the text of a record. */
#include <string.h>

#include "core/format/csa-priv.h"
#include "core/format/jkf.h"
#include "core/format/kif-priv.h"
#include "core/format/record_reader-priv.h"
#include "core/format/rewrite.h"
#include "core/notation/notation_parts.h"

/* How a line of a header begins. (transfer full) */
static char *prefix_of(KjFormat format, const char *key)
{
    const char *name = format == KJ_FORMAT_CSA ? kj_csa_name(key) : NULL;
    return name ? g_strconcat(name, ":", NULL)
                : g_strconcat(format == KJ_FORMAT_CSA ? "'*" : "", key, "：", NULL);
}

/* Whether a line is that of the header, quoted and indented as it may be. */
static bool is_header(KjFormat format, const char *text, const char *key, const char *prefix)
{
    if (format == KJ_FORMAT_CSA)
        return g_str_has_prefix(kj_match_blanks(kj_record_unquoted(text)), prefix);
    KjKifLine line = kj_kif_line(text);
    return line.is == KJ_KIF_HEADER && strcmp(line.key, key) == 0;
}

/* Whether a line is one that stands before all headers: what tells program, version, encoding. */
static bool is_first(KjFormat format, const char *line)
{
    if (format != KJ_FORMAT_CSA)
        return kj_kif_line(line).is == KJ_KIF_SOFTWARE;
    return g_str_has_prefix(line, "'CSA") || (*line == 'V' && g_ascii_isdigit(line[1]));
}

char *kj_game_rewrite_header(const char *text, KjFormat format, const char *key, const char *value)
{
    if (format == KJ_FORMAT_JKF)
        return kj_jkf_rewrite_header(text, key, value);
    g_autoptr(GPtrArray) lines = kj_text_lines(text, false);
    g_autofree char *prefix = prefix_of(format, key);
    GString *out = g_string_new(NULL);
    bool had = false;
    for (guint i = 0; i < lines->len && !had; i++)
        had = is_header(format, lines->pdata[i], key, prefix);
    bool put = !value;
    for (guint i = 0; i < lines->len; i++) {
        const char *line = lines->pdata[i];
        bool old = is_header(format, line, key, prefix);
        if (!put && (old || (!had && !is_first(format, line)))) {
            g_string_append_printf(out, "%s%s\n", prefix, value);
            put = true;
        }
        if (!old)
            g_string_append_printf(out, "%s\n", line);
    }
    return g_string_free(out, FALSE);
}
