/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing an edited problem back into the text of its collection. */
#include <string.h>

#include "core/format/format.h"
#include "core/format/jkf.h"
#include "core/format/position_text.h"
#include "core/text/lang.h"
#include "core/tree/move_update.h"
#include "repl/collection/collection.h"
#include "repl/collection/tree_text.h"

/* ---- bytes ---- */

/* A line in the encoding of the file, without an end. NULL with KJ_TEXT_ERROR. (transfer full) */
static char *encode(const KjCollection *collection, const char *text, GError **error)
{
    const char *other = collection->encoding.other;
    if (other) {
        char *bytes = kj_text_encode_other(text, other);
        if (!bytes)
            kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                         "%s, which this file is in, cannot hold '%s'", other, text);
        return bytes;
    }
    KjTextEncoding encoding = {.cp932 = collection->encoding.cp932};
    GString *bytes = kj_text_encode(text, &encoding, error);
    return bytes ? g_string_free(bytes, FALSE) : NULL;
}

/* How the file ends its lines: as its first line does. */
static const char *line_end(const KjCollection *collection)
{
    const char *first = collection->lines->len ? collection->lines->pdata[0] : "";
    const char *end = first + strcspn(first, "\r\n");
    return *end ? end : "\n";
}

/* Appends a new line. One that was in the file before, from `*at` on, is taken as it was. */
static bool append_line(const KjCollection *collection, const char *text, KjCollectionSpan old,
                        unsigned *at, GString *out, GError **error)
{
    for (unsigned i = *at; i < old.first + old.count; i++) {
        const char *line = collection->lines->pdata[i];
        if (strcmp(collection->texts->pdata[i], text) != 0)
            continue;
        g_string_append(out, line);
        if (!strpbrk(line, "\r\n"))
            g_string_append(out, line_end(collection));
        *at = i + 1;
        return true;
    }
    g_autofree char *bytes = encode(collection, text, error);
    if (bytes)
        g_string_append_printf(out, "%s%s", bytes, line_end(collection));
    return bytes != NULL;
}

#define MARK "\xef\xbb\xbf" // of UTF-8, before the first line

/* The bytes of the file with other lines in place of some. (transfer full) */
static GString *replaced(const KjCollection *collection, KjCollectionSpan old, const char *text,
                         GError **error)
{
    GString *out = g_string_new(NULL);
    unsigned at = old.first, all = collection->lines->len;
    for (unsigned i = 0; i < old.first; i++)
        g_string_append(out, collection->lines->pdata[i]);
    if (out->len && *text && !strchr("\r\n", out->str[out->len - 1]))
        g_string_append(out, line_end(collection));
    else if (out->len == 0 && collection->encoding.mark)
        g_string_append(out, MARK);
    gsize begin = out->len;
    g_autofree char *copy = g_strdup(text);
    char *rest = copy;
    for (char *line; (line = kj_text_next_line(&rest));)
        if (!append_line(collection, line, old, &at, out, error)) {
            g_string_free(out, TRUE);
            return NULL;
        }
    // the mark belongs to the first line, which may have come as it was
    if (begin == 3 && g_str_has_prefix(out->str + begin, MARK))
        g_string_erase(out, (gssize)begin, 3);
    unsigned next = old.first + old.count;
    bool last_open = next && next == all && !strpbrk(collection->lines->pdata[next - 1], "\r\n");
    if (old.count && last_open && *text)
        g_string_truncate(out, out->len - strlen(line_end(collection)));
    for (unsigned i = next; i < all; i++)
        g_string_append(out, collection->lines->pdata[i]);
    return out;
}

/* ---- the change ---- */

/* Puts what was made in the place of the lines and what was read of them; the file they are from
 * stays as it is known. */
static void take_lines(KjCollection *collection, KjCollection *made)
{
    KjCollection before = *collection;
    *collection = *made;
    *made = before;
    collection->refs = before.refs;
    collection->foreign = before.foreign;
    collection->utf16 = before.utf16;
    collection->saved = g_steal_pointer(&made->saved);
    collection->digest = g_steal_pointer(&made->digest);
    g_ref_count_init(&made->refs);
}

/* Whether a problem of the collection now has the tree's start. */
static bool has_start(const KjCollection *collection, unsigned problem, const KjMoveTree *tree)
{
    if (!collection->files || !tree)
        return true;
    const KjPosition *start = &((KjGameFile *)collection->files->pdata[problem])->tree->start;
    return start->game->row == tree->start.game->row && kj_position_equal(start, &tree->start);
}

/* Takes other bytes of the file, if they are read as `n` problems with the tree (NULL: any) in its
 * place. (bytes: transfer full) */
static bool take_bytes(KjCollection *collection, GString *bytes, unsigned n, unsigned place,
                       const KjMoveTree *tree, GError **error)
{
    bool as_list = !collection->files;
    g_autoptr(KjCollection) made = kj_collection_parse(collection->path, collection->game,
                                                       bytes->str, bytes->len, as_list, error);
    g_string_free(bytes, TRUE);
    if (!made)
        return false;
    if (made->problems->len != n || !has_start(made, place, tree))
        return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION,
                            "%s: the file cannot hold this beside what is in it", collection->path);
    made->current = place;
    // the encoding of a text that was ASCII so far is still open
    take_lines(collection, made);
    return true;
}

bool kj_collection_set_text(KjCollection *collection, const char *text, GError **error)
{
    g_autoptr(KjCollection) made = kj_collection_parse(collection->path, collection->game, text,
                                                       strlen(text), !collection->files, error);
    if (!made)
        return false;
    take_lines(collection, made);
    return true;
}

/* Replaces lines, if the file can then be read again with `n` problems and the tree in its place. */
static bool change(KjCollection *collection, KjCollectionSpan old, const char *text, unsigned n,
                   unsigned place, const KjMoveTree *tree, GError **error)
{
    GString *bytes = replaced(collection, old, text, error);
    return bytes && take_bytes(collection, bytes, n, place, tree, error);
}

/* ---- discard, reorder ---- */

static KjCollectionSpan current_span(const KjCollection *collection)
{
    return g_array_index(collection->problems, KjCollectionSpan, collection->current);
}

bool kj_collection_discard(KjCollection *collection, GError **error)
{
    unsigned n = collection->problems->len;
    if (n == 1)
        return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION,
                            "%s: the only problem cannot be taken out", collection->path);
    return change(collection, current_span(collection), "", n - 1, MIN(collection->current, n - 2),
                  NULL, error);
}

/* Adds lines with the ends they have; the last line of a file may have none. Its mark is left out. */
static void append_lines(const KjCollection *collection, unsigned from, unsigned to, GString *out)
{
    for (unsigned i = from; i < to; i++) {
        if (out->len && !strchr("\r\n", out->str[out->len - 1]))
            g_string_append(out, line_end(collection));
        const char *line = collection->lines->pdata[i];
        g_string_append(out, line + (g_str_has_prefix(line, MARK) ? strlen(MARK) : 0));
    }
}

bool kj_collection_reorder(KjCollection *collection, unsigned to, GError **error)
{
    if (collection->files && collection->format == KJ_FORMAT_CSA) { // by lines between them
        return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION,
                            "%s: the records of a CSA file keep their order", collection->path);
    }
    KjCollectionSpan from = current_span(collection);
    KjCollectionSpan there = g_array_index(collection->problems, KjCollectionSpan, to);
    unsigned next = from.first + from.count, all = collection->lines->len;
    GString *bytes = g_string_new(NULL);
    if (to < collection->current) {
        append_lines(collection, 0, there.first, bytes);
        append_lines(collection, from.first, next, bytes);
        append_lines(collection, there.first, from.first, bytes);
        append_lines(collection, next, all, bytes);
    } else {
        unsigned end = MAX(next, there.first + there.count);
        append_lines(collection, 0, from.first, bytes);
        append_lines(collection, next, end, bytes);
        append_lines(collection, from.first, next, bytes);
        append_lines(collection, end, all, bytes);
    }
    if (collection->encoding.mark)
        g_string_prepend(bytes, MARK);
    return take_bytes(collection, bytes, collection->problems->len, to, NULL, error);
}

/* ---- put ---- */

#define NUMBER "作品番号"

/* Whether a position in a list is what the tree has, however it is written. */
static bool says(const char *text, const KjMoveTree *tree)
{
    KjPositionText read;
    if (!kj_position_text_read(text, tree->start.game, &read, NULL))
        return false;
    g_autoptr(KjMoveTree) other = kj_move_tree_new(&read.start);
    for (unsigned i = 0; i < read.n_moves; i++)
        kj_move_tree_play(other, read.moves[i]);
    kj_position_text_clear(&read);
    g_autofree char *here = kj_tree_text_line(tree), *there = kj_tree_text_line(other);
    return strcmp(here, there) == 0;
}

/* What a list calls a tree, or NULL. */
static const char *name_of(const KjMoveTree *tree)
{
    const char *number = kj_move_tree_header(tree, NUMBER);
    return number && *number ? number : kj_move_tree_header(tree, kj_about_key(KJ_ABOUT_TITLE));
}

/* A field of a list, where tabs stand between them. */
static void set_field(char **field, const char *text)
{
    if (!text)
        return;
    g_free(*field);
    *field = g_strdelimit(g_strdup(text), "\t", ' ');
}

static char *put_into_line(const char *line, const KjMoveTree *tree, const char *name, int plies)
{
    enum { NAME, POSITION, PLIES, NOTE, FIELDS };
    char *fields[FIELDS] = {0};
    g_auto(GStrv) words = g_strsplit(line, "\t", FIELDS);
    unsigned n = g_strv_length(words);
    for (unsigned i = 0; i < n; i++)
        fields[n > 1 ? i : POSITION] = g_strdup(words[i]);
    if (!fields[POSITION] || !says(fields[POSITION], tree)) {
        g_free(fields[POSITION]);
        fields[POSITION] = kj_tree_text_line(tree);
    }
    g_autofree char *length = plies < 0 ? NULL : g_strdup_printf("%d", plies);
    set_field(&fields[NAME], name);
    set_field(&fields[PLIES], length);
    set_field(&fields[NOTE], kj_move_tree_header(tree, kj_about_key(KJ_ABOUT_NOTE)));
    unsigned last = FIELDS;
    while (last > POSITION + 1 && !(fields[last - 1] && *fields[last - 1]))
        last--;
    GString *out = g_string_new(NULL);
    bool named = (fields[NAME] && *fields[NAME]) || last > POSITION + 1 || n > 1;
    for (unsigned i = named ? NAME : POSITION; i < MAX(last, n); i++)
        g_string_append_printf(out, "%s%s", i > (named ? NAME : POSITION) ? "\t" : "",
                               fields[i] ? fields[i] : "");
    for (unsigned i = 0; i < FIELDS; i++)
        g_free(fields[i]);
    return g_string_free(out, FALSE);
}

/* What a list has no place for: who made the work, and when. */
static void tell_headers(const KjMoveTree *tree, KjCollectionLoss *out)
{
    GString *lost = g_string_new(NULL);
    for (KjAbout about = KJ_ABOUT_AUTHOR; about <= KJ_ABOUT_DATE; about++) {
        const char *text = kj_move_tree_header(tree, kj_about_key(about));
        if (text && *text)
            g_string_append_printf(lost, "%s%s", lost->len ? kj_tr(", ") : "",
                                   kj_tr(about == KJ_ABOUT_AUTHOR ? "the author" : "the date"));
    }
    out->dropped = g_string_free(lost, lost->len == 0);
}

static char *text_of(const KjCollection *collection, KjCollectionSpan span)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < span.count; i++)
        g_string_append_printf(text, "%s\n", (char *)collection->texts->pdata[span.first + i]);
    return g_string_free(text, FALSE);
}

/* The one record of a text. */
static KjGameFile *read_one(const KjCollection *collection, const char *text, GError **error)
{
    g_autoptr(KjCollection) alone =
        kj_collection_parse(collection->path, collection->game, text, strlen(text), false, error);
    if (!alone)
        return NULL;
    if (!alone->files || alone->files->len != 1) {
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX, "expected one record in the text");
        return NULL;
    }
    return g_ptr_array_steal_index(alone->files, 0);
}

static unsigned count_branches(const KjMoveNode *node)
{
    unsigned n = 0;
    for (const KjMoveNode *child = node->child; child; child = child->next)
        n += (child != node->child) + count_branches(child);
    return n;
}

/* The branches of a record that a format has no place for, in words; NULL: it has. Those that are
 * linked are counted. (transfer full) */
static char *lost_branches(const KjGameFile *file, KjFormat format)
{
    unsigned n = format == KJ_FORMAT_CSA ? count_branches(file->tree->root) : 0;
    return n ? g_strdup_printf(kj_tr_n(n, "%u branch", "%u branches"), n) : NULL;
}

/* What the record, which was read from this text, does not keep when it is written anew. (transfer
 * full) */
static char *lost_in(const KjGameFile *file, const char *text)
{
    g_autofree char *unknown = file->format == KJ_FORMAT_JKF ? kj_jkf_unknown(text) : NULL;
    return unknown ? g_strdup_printf(kj_tr("what JKF does not know (%s)"), unknown)
                   : lost_branches(file, file->format);
}

/* What a tree says of the work; whether that is another thing than before. */
static bool put_headers(KjGameFile *file, const KjMoveTree *tree, int plies)
{
    bool changed = false;
    for (unsigned i = 0; i <= KJ_ABOUTS; i++) {
        const char *key = i < KJ_ABOUTS ? kj_about_key((KjAbout)i) : "手数";
        const char *before = kj_game_file_header(file, key);
        g_autofree char *length = plies < 0 ? NULL : g_strdup_printf("%d手", plies);
        const char *now = i < KJ_ABOUTS ? kj_move_tree_header(tree, key)
                          : before && g_ascii_strtoll(before, NULL, 10) != plies ? length
                                                                                 : NULL;
        if (!now || g_strcmp0(before ? before : "", now) == 0)
            continue;
        kj_move_tree_set_header(file->tree, key, *now ? now : NULL);
        changed = true;
    }
    return changed;
}

/* Takes off what stands between this record and the next: blank lines, the separator of CSA.
 * (transfer full) */
static char *take_tail(GPtrArray *lines)
{
    GString *tail = g_string_new(NULL);
    while (lines->len && (!*(char *)lines->pdata[lines->len - 1] ||
                          strcmp(lines->pdata[lines->len - 1], "/") == 0)) {
        g_string_prepend_c(tail, '\n');
        g_string_prepend(tail, lines->pdata[lines->len - 1]);
        g_ptr_array_remove_index(lines, lines->len - 1);
    }
    return g_string_free(tail, FALSE);
}

/* A line of a move that is no more, as a comment. */
static void keep_line(KjMoveNode *node, const char *line)
{
    bool software = *line == '#';
    const char *mark = g_str_has_prefix(line, "'*") ? "'*" : *line == '*' ? "*" : "";
    if (line[strspn(line, " \t　")])
        kj_move_node_note(node, software ? KJ_NOTE_SOFTWARE : KJ_NOTE_COMMENT, NULL,
                          line + strlen(mark));
}

/* The lines of moves that cannot be played any more, with what is noted below them, stay as
 * comments behind the last move before them that can. */
static void keep_lost(const KjGameFile *file, const GPtrArray *lines)
{
    const GPtrArray *nodes = file->tree->nodes;
    g_autofree bool *inside = g_new0(bool, nodes->len); // by index: parents come before children
    KjMoveNode *left = file->tree->root;
    bool lost = false;
    guint next = 0;
    for (guint i = 0; i < lines->len; i++) {
        for (; next < nodes->len && ((KjMoveNode *)nodes->pdata[next])->line <= i + 1; next++) {
            KjMoveNode *node = nodes->pdata[next];
            inside[next] =
                node == file->tree->root || (node->parent && inside[node->parent->index]);
            lost = !inside[next];
            left = lost ? left : node;
        }
        if (lost)
            keep_line(left, lines->pdata[i]);
    }
}

/* Makes a record what the tree says. False if it says so already. */
static bool update(KjGameFile *file, const KjMoveTree *tree, int plies, const GPtrArray *lines,
                   KjCollectionLoss *out)
{
    KjPosition before = file->tree->start;
    bool by_line = file->format != KJ_FORMAT_JKF && file->format != KJ_FORMAT_USEN;
    guint nodes = file->tree->nodes->len;
    bool changed = file->format != KJ_FORMAT_USEN && put_headers(file, tree, plies); // has none
    KjMoveTreeChange gone = kj_move_tree_update(file->tree, tree);
    out->lost = gone.lost;
    out->cut = gone.cut;
    if (before.game->row != tree->start.game->row || !kj_position_equal(&before, &tree->start)) {
        kj_format_renew_start(file);
        changed = true;
    }
    if (gone.lost && by_line)
        keep_lost(file, lines);
    return changed || gone.lost || gone.cut || nodes != file->tree->nodes->len;
}

static bool put_into_record(KjCollection *collection, const KjMoveTree *tree, int plies,
                            KjCollectionLoss *out, GError **error)
{
    unsigned at = collection->current, n = collection->problems->len;
    KjCollectionSpan span = current_span(collection);
    g_autofree char *text = text_of(collection, span);
    g_autoptr(GPtrArray) lines = kj_text_lines(text, false);
    g_autofree char *tail = take_tail(lines);
    g_autoptr(KjGameFile) file = read_one(collection, text, error);
    if (!file)
        return false;
    if (!update(file, tree, plies, lines, out))
        return true;
    out->dropped = lost_in(file, text);
    file->encoding = (KjTextEncoding){.cp932 = collection->encoding.cp932};
    g_autoptr(GString) made = g_string_new(NULL);
    if (!kj_format_write(made, file, file->format, error))
        return false;
    g_string_append(made, tail);
    return change(collection, span, made->str, n, at, tree, error);
}

KjCollectionHolds kj_collection_holds(const KjCollection *collection, bool added)
{
    const GPtrArray *files = collection->files;
    if (!files)
        return KJ_HOLDS_LINE;
    switch (((KjGameFile *)files->pdata[added ? files->len - 1 : collection->current])->format) {
    case KJ_FORMAT_BOD: return KJ_HOLDS_NO_MOVES;
    case KJ_FORMAT_CSA:
    case KJ_FORMAT_USEN: return KJ_HOLDS_LINE;
    default: return KJ_HOLDS_BRANCHES;
    }
}

bool kj_collection_put(KjCollection *collection, const KjMoveTree *tree, int plies,
                       KjCollectionLoss *out, GError **error)
{
    *out = (KjCollectionLoss){0};
    if (collection->files)
        return put_into_record(collection, tree, plies, out, error);
    KjCollectionSpan span =
        g_array_index(collection->problems, KjCollectionSpan, collection->current);
    g_autofree char *line =
        put_into_line(collection->texts->pdata[span.first], tree, name_of(tree), plies);
    tell_headers(tree, out);
    return change(collection, span, line, collection->problems->len, collection->current, tree,
                  error);
}

/* ---- add ---- */

static bool write_record(const KjCollection *collection, const char *id, const KjMoveTree *tree,
                         int plies, GString *out, KjCollectionLoss *loss, GError **error)
{
    const KjGameFile *last = collection->files->pdata[collection->files->len - 1];
    g_autoptr(KjGameFile) file = kj_game_file_of(kj_move_tree_copy(tree));
    KjFormat format = last->format;
    if (format == KJ_FORMAT_BOD && file->tree->root->child)
        format = KJ_FORMAT_KIF;
    file->encoding = collection->encoding;
    if (id)
        kj_move_tree_set_header(
            file->tree, id[strspn(id, "0123456789")] ? kj_about_key(KJ_ABOUT_TITLE) : NUMBER, id);
    if (plies > 0) {
        g_autofree char *length = g_strdup_printf("%d手", plies);
        kj_move_tree_set_header(file->tree, "手数", length);
    }
    for (unsigned i = 0; i < KJ_ABOUTS; i++) {
        const char *text = kj_game_file_header(file, kj_about_key((KjAbout)i));
        if (text && !*text)
            kj_move_tree_set_header(file->tree, kj_about_key((KjAbout)i), NULL);
    }
    if (!kj_format_write(out, file, format, error))
        return false;
    loss->dropped = lost_branches(file, format);
    return true;
}

/* Where a record may be added, and what must stand before it. */
static bool find_place(const KjCollection *collection, unsigned *out_line, const char **out_before,
                       GError **error)
{
    const GPtrArray *texts = collection->texts;
    KjCollectionSpan last =
        g_array_index(collection->problems, KjCollectionSpan, collection->problems->len - 1);
    unsigned line = collection->end;
    while (line && !*(const char *)texts->pdata[line - 1])
        line--;
    const char *ending = line ? texts->pdata[line - 1] : "";
    *out_line = line;
    if (collection->format == KJ_FORMAT_CSA)
        *out_before = strcmp(ending, "/") == 0 ? "" : "/\n";
    else
        *out_before = collection->format == KJ_FORMAT_JKF ? "" : "\n";
    if (collection->format != KJ_FORMAT_JKF || line <= last.first + 1)
        return true;
    return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                        "%s: a record of JKF over several lines is alone in its file",
                        collection->path);
}

static bool add_record(KjCollection *collection, const char *id, const KjMoveTree *tree, int plies,
                       KjCollectionLoss *out, GError **error)
{
    unsigned n = collection->problems->len;
    const char *before;
    KjCollectionSpan span = {0, 0};
    g_autoptr(GString) text = g_string_new(NULL);
    if (!find_place(collection, &span.first, &before, error))
        return false;
    g_string_append(text, before);
    if (!write_record(collection, id, tree, plies, text, out, error))
        return false;
    if (collection->end < collection->lines->len && collection->format == KJ_FORMAT_CSA)
        g_string_append(text, "/\n");
    if (collection->format != KJ_FORMAT_KIF)
        return change(collection, span, text->str, n + 1, n, tree, error);
    if (change(collection, span, text->str, n + 1, n, tree, NULL))
        return true;
    // a diagram alone ends where moves begin
    g_string_prepend(text, "手数----指手---------消費時間--\n");
    return change(collection, span, text->str, n + 1, n, tree, error);
}

bool kj_collection_add(KjCollection *collection, const char *id, const KjMoveTree *tree, int plies,
                       KjCollectionLoss *out, GError **error)
{
    *out = (KjCollectionLoss){0};
    if (collection->files)
        return add_record(collection, id, tree, plies, out, error);
    g_autofree char *line = put_into_line("", tree, id ? id : name_of(tree), plies);
    unsigned n = collection->problems->len;
    KjCollectionSpan span = {collection->lines->len, 0};
    tell_headers(tree, out);
    return change(collection, span, line, n + 1, n, tree, error);
}
