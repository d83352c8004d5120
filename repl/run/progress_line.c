/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress line. */
#include "repl/run/progress_line.h"

#include "core/text/lang.h"
#include "repl/job/pool.h"

enum { QUIET = 1000000, MOST_ID = 20 }; // microseconds; columns

void kj_progress_line_begin(KjProgressLine *line, KjSession *session, const KjValues *values)
{
    line->term = &session->term;
    line->shown = kj_session_shows_progress(session, values);
    atomic_store(&line->drawn, g_get_monotonic_time());
}

bool kj_progress_line_due(const KjProgressLine *line)
{
    return line->shown && g_get_monotonic_time() - atomic_load(&line->drawn) >= QUIET;
}

void kj_progress_line_draw(KjProgressLine *line, const char *text)
{
    atomic_store(&line->drawn, g_get_monotonic_time());
    kj_term_bar(line->term, text);
}

void kj_progress_add(GString *line, unsigned width, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *part = g_strdup_vprintf(kj_tr(format), arguments);
    va_end(arguments);
    if (kj_text_columns(line->str) + kj_text_columns(part) <= width)
        g_string_append(line, part);
}

/* What matters most comes first. */
static void add_search(GString *text, unsigned width, const KjProgress *p)
{
    g_string_append_printf(text, kj_tr("%s %.0f s"), kj_tr(p->phase), p->seconds);
    if (p->best_plies)
        kj_progress_add(text, width, ", mate %s%u", p->best_proved ? "" : "≤", p->best_plies);
    if (p->stations > 1)
        kj_progress_add(text, width, ", %u of %u stations settled", p->settled, p->stations);
    if (p->moves)
        kj_progress_add(text, width, ", %u of %u moves decided", p->decided, p->moves);
    kj_progress_add(text, width, ", %.2f M nodes", (double)p->nodes / 1e6);
    kj_progress_add(text, width, ", %.0f k/s",
                    p->seconds > 0 ? (double)p->nodes / p->seconds / 1e3 : 0);
    kj_progress_add(text, width, ", table %u %%", p->table_permille / 10);
    kj_progress_add(text, width, ", depth %u", p->depth);
}

void kj_progress_line_search(KjProgressLine *line, unsigned done, unsigned all, const char *id,
                             const KjProgress *progress)
{
    g_autoptr(GString) name = g_string_new(NULL), text = g_string_new(NULL);
    if (all > 1) {
        kj_append_columns(name, id, MOST_ID);
        g_string_append_printf(text, kj_tr("%u/%u done, %s: "), done, all, name->str);
    }
    add_search(text, line->term->width - 1, progress);
    kj_progress_line_draw(line, text->str);
}

static void show_only(const KjProgress *progress, void *data)
{
    kj_progress_line_search(data, 0, 1, "", progress);
}

void kj_progress_line_watch(KjProgressLine *line, KjSolver *solver)
{
    if (line->shown)
        kj_solver_set_progress(solver, show_only, line);
}

/* ---- one piece of work ---- */

typedef struct {
    KjProgressLine *line;
    const char *what;
    gint64 begun;
    void (*work)(void *data, const atomic_bool *cancel);
    void *data;
} Piece;

static void work_on_piece(void *data, unsigned index, const atomic_bool *cancel)
{
    (void)index;
    const Piece *piece = data;
    piece->work(piece->data, cancel);
}

static bool deliver_piece(void *data, unsigned index)
{
    (void)data, (void)index;
    return true;
}

static void show_seconds(void *data)
{
    const Piece *piece = data;
    if (!kj_progress_line_due(piece->line))
        return;
    double seconds = (double)(g_get_monotonic_time() - piece->begun) / 1e6;
    g_autofree char *text = g_strdup_printf(kj_tr("%s %.0f s"), piece->what, seconds);
    kj_progress_line_draw(piece->line, text);
}

bool kj_progress_line_work(KjProgressLine *line, const char *what, const atomic_bool *stop,
                           void (*work)(void *data, const atomic_bool *cancel), void *data,
                           GError **error)
{
    Piece piece = {line, what, g_get_monotonic_time(), work, data};
    KjPoolTask task = {
        .work = work_on_piece, .deliver = deliver_piece, .data = &piece, .tick = show_seconds};
    return kj_pool_run(1, 1, stop, &task, error);
}
