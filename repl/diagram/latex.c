/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Diagrams as LaTeX. */
#include "repl/diagram/latex.h"

#include <string.h>

enum { PLACES = 3 };

/* What is being written. */
typedef struct {
    GString *out;
    const KjPalette *palette;
    double height; // y grows upwards in `picture`
} Writer;

static const char head[] =
    "% To be \\input into a document (UTF-8) with \\usepackage{graphicx,color} and Japanese:\n"
    "% pLaTeX or upLaTeX (class option dvipdfmx), or LuaLaTeX with \\usepackage{luatexja}.\n"
    "% \\newcommand{\\shogisquare}{8mm} before it makes the squares 8 mm wide.\n";

static void append_length(const Writer *w, double value)
{
    kj_draw_number_append(w->out, value, PLACES);
    g_string_append(w->out, "\\unitlength");
}

/* `\put(x,y){`, for y downwards from above. */
static void open_put(const Writer *w, double x, double y)
{
    g_string_append(w->out, "\\put(");
    kj_draw_number_append(w->out, x, PLACES);
    g_string_append_c(w->out, ',');
    kj_draw_number_append(w->out, w->height - y, PLACES);
    g_string_append(w->out, "){");
}

/* Begins a group in a colour, which has one brace to close if it says so. */
static bool open_color(const Writer *w, KjInk ink)
{
    uint32_t rgb = w->palette->rgb[ink];
    if (rgb == 0)
        return false;
    g_string_append(w->out, "\\textcolor[rgb]{");
    for (int shift = 16; shift >= 0; shift -= 8) {
        kj_draw_number_append(w->out, (rgb >> shift & 0xff) / 255.0, PLACES);
        g_string_append(w->out, shift ? "," : "}{");
    }
    return true;
}

/* A text without what LaTeX reads as its own, and in one line. */
static void append_text(GString *out, const char *text)
{
    static const struct {
        char c;
        const char *word;
    } words[] = {{'\\', "\\textbackslash{}"},
                 {'~', "\\textasciitilde{}"},
                 {'^', "\\textasciicircum{}"},
                 {'<', "\\textless{}"},
                 {'>', "\\textgreater{}"}};
    for (; *text; text++) {
        const char *word = NULL;
        for (unsigned i = 0; i < G_N_ELEMENTS(words); i++)
            word = *text == words[i].c ? words[i].word : word;
        if (word)
            g_string_append(out, word);
        else if (strchr("#$%&_{}", *text))
            g_string_append_printf(out, "\\%c", *text);
        else if (!g_ascii_iscntrl(*text))
            g_string_append_c(out, *text);
    }
}

/* A filled rectangle from its upper left corner. */
static void write_rule(const Writer *w, KjInk ink, double x, double y, double width, double height)
{
    open_put(w, x, y + height);
    bool colored = open_color(w, ink);
    g_string_append(w->out, "\\rule{");
    append_length(w, width);
    g_string_append(w->out, "}{");
    append_length(w, height);
    g_string_append(w->out, colored ? "}}}\n" : "}}\n");
}

static void write_line(const Writer *w, const KjDrawOp *op)
{
    double half = op->size / 2;
    if (op->w > 0)
        write_rule(w, op->ink, op->x, op->y - half, op->w, op->size);
    else
        write_rule(w, op->ink, op->x - half, op->y, op->size, op->h);
}

static void write_disc(const Writer *w, const KjDrawOp *op)
{
    open_put(w, op->x, op->y);
    bool colored = open_color(w, op->ink);
    g_string_append(w->out, "\\circle*{");
    kj_draw_number_append(w->out, 2 * op->size, PLACES);
    g_string_append(w->out, colored ? "}}}\n" : "}}\n");
}

/* One line of text about its place. */
static void write_text(const Writer *w, const KjDrawOp *op)
{
    static const char *const anchors[] = {"[l]", "", "[r]"};
    open_put(w, op->x, op->y);
    g_string_append_printf(w->out, "\\makebox(0,0)%s{", anchors[op->anchor]);
    g_autoptr(GString) ends = g_string_new("}}\n");
    if (op->turned) {
        g_string_append(w->out, "\\rotatebox[origin=c]{180}{");
        g_string_prepend_c(ends, '}');
    }
    if (open_color(w, op->ink))
        g_string_prepend_c(ends, '}');
    g_string_append(w->out, "\\fontsize{");
    append_length(w, op->size);
    g_string_append(w->out, "}{");
    append_length(w, op->size);
    g_string_append(w->out, "}\\selectfont ");
    if (op->w > 0) {
        g_string_append(w->out, "\\shogifit{");
        append_length(w, op->w);
        g_string_append(w->out, "}{");
        g_string_prepend_c(ends, '}');
    }
    append_text(w->out, op->text);
    g_string_append(w->out, ends->str);
}

/* The mark of a hand: black or white as the side is. */
static void write_mark(const Writer *w, const KjDrawOp *op)
{
    KjDrawOp mark = *op;
    char *const black = (char *)"▲", *const white = (char *)"△";
    mark.text = op->ink == KJ_INK_PAPER ? white : black;
    mark.ink = KJ_INK_TEXT;
    mark.size = op->h;
    mark.w = 0;
    mark.anchor = KJ_ANCHOR_MIDDLE;
    write_text(w, &mark);
}

static void write_op(const Writer *w, const KjDrawOp *op)
{
    bool white = w->palette->rgb[op->ink] == 0xffffff;
    switch (op->kind) {
    case KJ_DRAW_RECT:
        if (!white)
            write_rule(w, op->ink, op->x, op->y, op->w, op->h);
        return;
    case KJ_DRAW_LINE: write_line(w, op); return;
    case KJ_DRAW_DISC: write_disc(w, op); return;
    case KJ_DRAW_BODY: write_mark(w, op); return;
    case KJ_DRAW_TEXT: write_text(w, op); return;
    }
}

char *kj_latex_write(const KjDrawing *drawing, const KjPalette *palette)
{
    Writer w = {g_string_new(NULL), palette, drawing->height};
    g_string_append(w.out, head);
    if (drawing->description)
        g_string_append_printf(w.out, "%% %s\n", drawing->description);
    g_string_append(w.out, "\\begingroup\n"
                           "\\providecommand{\\shogisquare}{6mm}%\n"
                           "\\setlength{\\unitlength}{\\shogisquare}%\n"
                           "\\def\\shogifit#1#2{\\sbox0{#2}\\ifdim\\wd0>#1\\resizebox{#1}{\\height}"
                           "{\\usebox0}\\else\\usebox0\\fi}%\n"
                           "\\begin{picture}(");
    kj_draw_number_append(w.out, drawing->width, PLACES);
    g_string_append_c(w.out, ',');
    kj_draw_number_append(w.out, drawing->height, PLACES);
    g_string_append(w.out, ")\n");
    for (unsigned i = 0; i < drawing->ops->len; i++)
        write_op(&w, &g_array_index(drawing->ops, KjDrawOp, i));
    g_string_append(w.out, "\\end{picture}%\n\\endgroup\n");
    return g_string_free(w.out, FALSE);
}
