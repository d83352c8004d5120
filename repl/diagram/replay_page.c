/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games as HTML to step through. */
#include "repl/diagram/replay_page.h"

#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "core/text/json_text.h"
#include "core/text/lang.h"
#include "repl/diagram/board_data.h"
#include "repl/diagram/page.h"
#include "repl/job/interpositions.h"

// The headers hold strings; the empty one before them is for tools that do not find them.
const char kj_replay_script[] = ""
#include "repl/diagram/board.js.h"
#include "repl/diagram/replay_page.js.h"
                                "playAll();\n";

enum { MANY = 4 }; // alternatives that are folded together

/* What is being written. */
typedef struct {
    GString *out;
    KjMoveTree *tree;
    const KjReplayStyle *style;
    bool ja;             // words are Japanese, whatever the notation is
    GPtrArray *places;   // KjMoveNode*, the root first, by their numbers in the page
    GHashTable *numbers; // the numbers by their nodes
    GPtrArray *names;    // char*, the text of each move or end
    JsonArray *steps;    // of each place: the one before it, its move, and if it is a mate
} Writer;

/* The picture of the start, for readers whose browser runs no script. */
static void write_picture(const Writer *w)
{
    KjDiagram diagram = {.position = &w->tree->start, .style = w->style->diagram};
    g_autoptr(KjDrawing) drawing = kj_diagram_draw(&diagram);
    const KjSvgStyle svg = {w->style->palette, w->style->family, w->style->pixels, ""};
    kj_svg_append(w->out, drawing, &svg);
}

/* ---- the tree ---- */

/* The name of the place the cursor is at, which is not the root, and its move in USI, "" at an end.
 * (transfer full) */
static char *name_of(const Writer *w, KjMoveCursor *cursor, char usi[KJ_USI_MOVE])
{
    KjMoveNode *node = cursor->at;
    *usi = '\0';
    if (node->move == KJ_MOVE_NONE)
        return g_strdup(w->ja ? kj_game_end_ja(node->end) : kj_game_end_en(node->end));
    kj_move_cursor_back(cursor, node->ply - 1);
    bool other_drop = kj_move_is_drop(node->move) && node->parent->child != node;
    char *name = other_drop ? kj_interposition_node_text(w->tree, node, w->style->notation)
                            : kj_move_text(&cursor->position, node->move,
                                           kj_move_cursor_last(cursor), w->style->notation);
    kj_usi_move_write(&cursor->position, node->move, usi);
    kj_move_cursor_enter(cursor, node);
    return name;
}

/* Takes up a place: its number, its name, its move. */
static void add_place(Writer *w, KjMoveNode *node, char *name, const char *usi)
{
    JsonArray *step = json_array_new();
    json_array_add_int_element(step,
                               GPOINTER_TO_UINT(g_hash_table_lookup(w->numbers, node->parent)));
    if (*usi)
        json_array_add_string_element(step, usi);
    else if (node->end == KJ_END_MATE) {
        json_array_add_null_element(step);
        json_array_add_int_element(step, 1);
    }
    json_array_add_array_element(w->steps, step);
    g_hash_table_insert(w->numbers, node, GUINT_TO_POINTER(w->places->len));
    g_ptr_array_add(w->places, node);
    g_ptr_array_add(w->names, name);
}

static bool is_placed(const Writer *w, const KjMoveNode *node)
{
    return g_hash_table_contains(w->numbers, node);
}

/* All places but those that are told with others. */
static void collect(Writer *w)
{
    KjMoveCursor cursor;
    kj_move_cursor_init(&cursor, w->tree);
    char usi[KJ_USI_MOVE];
    add_place(w, w->tree->root, g_strdup(""), "");
    g_autoptr(GPtrArray) lines = kj_move_tree_lines(w->tree);
    for (unsigned i = 0; i < lines->len; i++) {
        KjMoveNode *node = lines->pdata[i];
        if (!is_placed(w, node->parent) || kj_interposition_is_told(w->tree, node))
            continue;
        kj_move_cursor_back(&cursor, node->ply - 1);
        for (; node; node = node->child) {
            kj_move_cursor_enter(&cursor, node);
            char *name = name_of(w, &cursor, usi);
            add_place(w, node, name, usi);
        }
    }
    kj_move_cursor_clear(&cursor);
}

/* ---- the list of moves ---- */

/* A move to go to: a link, or `in_summary`, which is pressed itself, only marked. */
static void write_link(const Writer *w, const KjMoveNode *node, bool in_summary)
{
    unsigned number = GPOINTER_TO_UINT(g_hash_table_lookup(w->numbers, node));
    g_string_append_printf(w->out, "<i>%u</i><%s data-n=\"%u\" title=\"%u ", node->ply,
                           in_summary ? "span" : "a href=\"#\"", number, node->ply);
    kj_xml_append(w->out, w->names->pdata[number]);
    g_string_append(w->out, "\">");
    kj_xml_append(w->out, w->names->pdata[number]);
    g_string_append(w->out, in_summary ? "</span>\n" : "</a>\n");
}

static void write_comments(const Writer *w, const KjMoveNode *node)
{
    for (unsigned i = 0; node->notes && i < node->notes->len; i++) {
        const KjNote *note = node->notes->pdata[i];
        if (note->kind != KJ_NOTE_COMMENT && note->kind != KJ_NOTE_BOOKMARK)
            continue;
        g_string_append(w->out, "<p>");
        kj_xml_append(w->out, note->text);
        g_string_append(w->out, "</p>\n");
    }
}

static unsigned plies_of(const KjMoveNode *node)
{
    unsigned plies = 0;
    for (; node; node = node->child)
        plies += node->move != KJ_MOVE_NONE;
    return plies;
}

static void write_line(const Writer *w, const KjMoveNode *node, unsigned depth, bool in_summary);

/* The alternatives to a move that come after it, each folded, and many of them folded together. */
static void write_alternatives(const Writer *w, const KjMoveNode *node, unsigned depth)
{
    unsigned deeper = 0, n = 0;
    bool tries = w->style->problem && node->ply % 2;
    const char *word = tries ? (w->ja ? "紛れ" : "tries") : w->ja ? "変化" : "variations";
    for (const KjMoveNode *other = node->next; other; other = other->next)
        n += is_placed(w, other);
    bool folded = n > MANY && depth < KJ_REPLAY_DEEPEST;
    if (folded)
        g_string_append_printf(w->out,
                               w->ja ? "<details><summary>%1$s %2$u</summary>\n"
                                     : "<details><summary>%2$u %1$s</summary>\n",
                               word, n);
    for (const KjMoveNode *other = node->next; other; other = other->next) {
        if (!is_placed(w, other))
            continue;
        if (depth >= KJ_REPLAY_DEEPEST) {
            deeper++;
            continue;
        }
        unsigned plies = plies_of(other);
        g_string_append(w->out, "<details><summary>");
        write_link(w, other, true);
        if (plies > 1)
            g_string_append_printf(w->out, w->ja ? "<i>（%u手）</i>" : "<i>(%u plies)</i>", plies);
        g_string_append(w->out, "</summary>\n");
        write_line(w, other, depth + 1, true);
        g_string_append(w->out, "</details>\n");
    }
    if (deeper)
        g_string_append_printf(
            w->out, w->ja ? "<p>ほかに%1$s %2$u</p>\n" : "<p>%2$u more %1$s</p>\n", word, deeper);
    if (folded)
        g_string_append(w->out, "</details>\n");
}

/* A line from a move to its end; `in_summary`: the move itself is written already. */
static void write_line(const Writer *w, const KjMoveNode *node, unsigned depth, bool in_summary)
{
    const KjMoveNode *head = node;
    for (; node; node = node->child) {
        if (node != head || !in_summary)
            write_link(w, node, false);
        write_comments(w, node);
        // the head's alternatives are its equals and stand beside it
        if (node != head || !in_summary)
            write_alternatives(w, node, depth);
    }
}

/* What is said before the moves, each with a link to where it is. */
static void write_remarks(const Writer *w)
{
    const GPtrArray *remarks = w->style->remarks;
    if (!remarks || !remarks->len)
        return;
    g_string_append(w->out, "<ul class=\"kj-found\">\n");
    for (unsigned i = 0; i < remarks->len; i++) {
        const KjStepsRemark *remark = remarks->pdata[i];
        bool placed = remark->node && is_placed(w, remark->node);
        g_string_append_printf(w->out, "<li class=\"%s\">", remark->class);
        if (placed)
            g_string_append_printf(w->out, "<a href=\"#\" data-n=\"%u\">",
                                   GPOINTER_TO_UINT(g_hash_table_lookup(w->numbers, remark->node)));
        kj_xml_append(w->out, remark->text);
        g_string_append(w->out, placed ? "</a></li>\n" : "</li>\n");
    }
    g_string_append(w->out, "</ul>\n");
}

/* ---- data ---- */

/* Whether the main line is a mate by who begins: the reader may play it. */
static bool is_problem(const KjMoveTree *tree)
{
    const KjMoveNode *last = tree->root;
    while (last->child)
        last = last->child;
    return last->end == KJ_END_MATE && kj_move_tree_plies(tree) % 2 == 1;
}

JsonObject *kj_replay_words(void)
{
    static const struct {
        const char *key, *word;
    } words[] = {
        {"first", "to the start"},
        {"back", "back"},
        {"forth", "forward"},
        {"last", "to the end"},
        {"show", "show the answer"},
        {"hide", "hide the answer"},
        {"solve", "solve it yourself"},
        {"hint", "hint"},
        {"keys", "keys: ← → ↑ ↓, a: answer"},
        {"begin", "your move: the piece, then the square"},
        {"right", "right, go on"},
        {"solved", "mate: solved"},
        {"unknown", "that move is not in this page"},
        {"open", "the page does not say what follows"},
        {"takeback", "(◀ takes it back)"},
        {"none", "the page knows no mate from here"},
        {"hinted", "hint: see the board"},
        {"promote", "promote"},
        {"keep", "do not promote"},
    };
    JsonObject *object = json_object_new();
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
        json_object_set_string_member(object, words[i].key, kj_tr(words[i].word));
    return object;
}

static void write_data(const Writer *w)
{
    static const char *const hands[] = {"both", "both", "both", "sente", "gote"};
    const KjDiagramStyle *style = &w->style->diagram;
    g_autofree char *start = kj_sfen_write(&w->tree->start, 1);
    JsonObject *look = json_object_new();
    json_object_set_string_member(look, "hands",
                                  hands[kj_diagram_hands(style->hands, &w->tree->start)]);
    json_object_set_boolean_member(look, "coordinates", style->coordinates);
    json_object_set_boolean_member(look, "letters", style->letters);
    json_object_set_boolean_member(look, "plain", !style->bodies);
    JsonObject *data = json_object_new();
    json_object_set_object_member(data, "game", kj_board_game(w->tree->start.game, style));
    json_object_set_string_member(data, "start", start);
    json_object_set_object_member(data, "style", look);
    json_object_set_array_member(data, "n", json_array_ref(w->steps));
    json_object_set_object_member(data, "words", kj_replay_words());
    json_object_set_boolean_member(data, "play", is_problem(w->tree));
    g_autoptr(JsonNode) node = json_node_alloc();
    json_node_init_object(node, data);
    json_object_unref(data);
    g_autofree char *json = kj_json_script(node);
    g_string_append_printf(w->out, "<script type=\"application/json\">%s</script>\n", json);
}

/* Title and composer, if there are any. */
static void write_title(const Writer *w)
{
    if (!w->style->title && !w->style->composer)
        return;
    g_string_append(w->out, "<h2>");
    kj_xml_append(w->out, w->style->title ? w->style->title : "");
    if (w->style->composer) {
        g_string_append(w->out, " <small>");
        kj_xml_append(w->out, w->style->composer);
        g_string_append(w->out, "</small>");
    }
    g_string_append(w->out, "</h2>\n");
}

/* ---- public ---- */

void kj_replay_append(GString *out, KjMoveTree *tree, const KjReplayStyle *style)
{
    Writer w = {
        .out = out,
        .tree = tree,
        .style = style,
        .ja = kj_lang() == KJ_LANG_JA,
        .places = g_ptr_array_new(),
        .numbers = g_hash_table_new(NULL, NULL),
        .names = g_ptr_array_new_with_free_func(g_free),
        .steps = json_array_new(),
    };
    g_string_append_printf(
        out, "<section class=\"kj\" tabindex=\"0\" lang=\"%s\"%s>\n<div class=\"kj-board\">\n",
        w.ja ? "ja" : "en", style->hidden ? " data-hidden" : "");
    collect(&w);
    write_picture(&w);
    g_string_append(out, "</div>\n<div class=\"kj-side\">\n");
    write_title(&w);
    g_string_append(out, "<div class=\"kj-keys\" hidden></div>\n"
                         "<p class=\"kj-said\" aria-live=\"polite\"></p>\n");
    write_remarks(&w);
    g_string_append(out, "<div class=\"kj-moves\">\n");
    write_comments(&w, tree->root);
    write_line(&w, tree->root->child, 0, false);
    g_string_append(out, "</div>\n</div>\n");
    write_data(&w);
    g_string_append(out, "</section>\n");
    g_ptr_array_unref(w.places);
    g_hash_table_unref(w.numbers);
    g_ptr_array_unref(w.names);
    json_array_unref(w.steps);
}

char *kj_replay_page(const char *title, const char *body)
{
    GString *out = g_string_new(NULL);
    kj_page_begin(out, title, "");
    g_string_append(out, body);
    kj_page_end(out, kj_replay_script);
    return g_string_free(out, FALSE);
}
