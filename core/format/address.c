/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Taking positions out of addresses. */
#include "core/format/address.h"

#include <string.h>

static bool is_link(const char *text)
{
    size_t scheme = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return (scheme && g_str_has_prefix(text + scheme, "://")) ||
           g_str_has_prefix(text, "lishogi.org/");
}

bool kj_address_is(const char *text)
{
    g_autofree char *word = g_strstrip(g_strdup(text));
    bool strokes = strchr(word, '/') || strstr(word, "%2F") || strstr(word, "%2f");
    bool blanks = strchr(word, '_') || strstr(word, "%20");
    return is_link(word) || (strokes && blanks && !strpbrk(word, " \t\r\n"));
}

/* A part of an address, one line, without what stands for other characters, which may be no UTF-8.
 * (transfer full) */
static char *decode(const char *at, size_t length)
{
    g_autofree char *part = g_strndup(at, length);
    g_autofree char *text = g_uri_unescape_string(part, NULL);
    char *line = g_utf8_make_valid(text ? text : part, -1);
    for (char *c = line; *c; c++)
        *c = g_ascii_iscntrl(*c) ? '?' : *c;
    return line;
}

/* The same of a position, with its blanks. A + stands for one only where nothing else does, since
 * SFEN has it before promoted pieces. (transfer full) */
static char *decode_position(const char *at, size_t length)
{
    char *text = decode(at, length);
    if (!strpbrk(text, " _")) {
        g_free(text);
        g_autofree char *part = g_strdelimit(g_strndup(at, length), "+", ' ');
        text = decode(part, strlen(part));
    }
    return strchr(text, ' ') ? text : g_strdelimit(text, "_", ' ');
}

/* Where the value of a parameter stands in a link; NULL: nowhere. */
static const char *find_parameter(const char *link, const char *name, size_t *out_length)
{
    size_t length = strlen(name);
    for (const char *at = strpbrk(link, "?#"); at; at = strpbrk(at, "?#&")) {
        at++;
        if (g_ascii_strncasecmp(at, name, length) != 0 || at[length] != '=')
            continue;
        at += length + 1;
        *out_length = strcspn(at, "&#");
        return at;
    }
    return NULL;
}

char *kj_address_parameter(const char *link, const char *name)
{
    size_t length;
    const char *value = find_parameter(link, name, &length);
    return value ? decode(value, length) : NULL;
}

/* Whether a part of a path can be no row of a board: it has a letter that no piece has. */
static bool is_name(const char *part)
{
    static const char pieces[] = "RBGSNLPKEICrbgsnlpkeic";
    for (; *part; part++)
        if (g_ascii_isalpha(*part) && !strchr(pieces, *part))
            return true;
    return false;
}

/* Sets the game that a link names. */
static bool take_game(const char *name, const KjGame **game, GError **error)
{
    const KjGame *found = strcmp(name, "standard") == 0 ? kj_game_at(0) : kj_game_find(name);
    char quote[KJ_TEXT_QUOTE];
    if (!found)
        return kj_text_error_set(error, (KjTextPlace){0}, KJ_TEXT_ERROR_SYNTAX,
                                 "a link of the game %s, expected one that 'variants' lists",
                                 kj_text_quote(name, (int)strlen(name), quote));
    *game = *game ? *game : found;
    return true;
}

/* The position in the path of a link of lishogi, which may have the name of the game before it.
 * Sets `out` to NULL if there is none. */
static bool read_path(const char *link, const KjGame **game, char **out, GError **error)
{
    static const char *const pages[] = {"/analysis/", "/editor/"};
    *out = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(pages); i++) {
        const char *at = strstr(link, pages[i]);
        if (!at)
            continue;
        at += strlen(pages[i]);
        g_autofree char *path = decode_position(at, strcspn(at, "?#"));
        char *rest = path;
        g_autofree char *first = g_strndup(path, strcspn(path, "/"));
        if (is_name(first)) {
            rest += strlen(first);
            rest += *rest == '/';
            if (*rest && !take_game(first, game, error))
                return false;
        }
        *out = strchr(rest, '/') ? g_strdup(rest) : NULL;
        return true;
    }
    return true;
}

/* The position in a parameter of a link. (transfer full; NULL: none) */
static char *read_parameter(const char *link)
{
    static const char *const names[] = {"sfen", "initpos", "position"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        size_t length;
        const char *value = find_parameter(link, names[i], &length);
        if (value && length)
            return decode_position(value, length);
    }
    return NULL;
}

/* A position with the moves that a link has in a parameter of their own. (position and result:
 * transfer full) */
static char *add_moves(char *position, const char *link)
{
    g_autofree char *before = position;
    g_autofree char *moves = kj_address_parameter(link, "moves");
    if (!moves || !*moves || strstr(position, " moves "))
        return g_steal_pointer(&before);
    return g_strdup_printf("%s moves %s", position, g_strdelimit(moves, ",_", ' '));
}

char *kj_address_position(const char *text, const KjGame **game, GError **error)
{
    g_autofree char *word = g_strstrip(g_strdup(text));
    if (!is_link(word))
        return decode_position(word, strlen(word));
    char *position;
    if (!read_path(word, game, &position, error))
        return NULL;
    if (!position)
        position = read_parameter(word);
    if (!position) {
        kj_text_error_set(error, (KjTextPlace){0}, KJ_TEXT_ERROR_SYNTAX,
                          "a link without a position, expected one in sfen=, initpos= or "
                          "position=, or of lishogi in /analysis/ or /editor/");
        return NULL;
    }
    g_autofree char *name = kj_address_parameter(word, "game");
    if (!name)
        name = kj_address_parameter(word, "variant");
    if (name && *name && !take_game(name, game, error)) {
        g_free(position);
        return NULL;
    }
    return add_moves(position, word);
}
