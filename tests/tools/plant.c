/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Looks for small problems with exactly one planted defect, of every class `check` names, and for
 * sound ones:
 *
 *     plant GAME SEED PER_CLASS ROUNDS [--std2] [--defender] [--given] [CLASS]...
 *     >tests/data/defects/GAME.tsv
 *
 * The solver says which positions mate; what moves are called is decided by brute force on the
 * graph of all mates (tests/support/brute_force/classify.h), and only where the definitions leave
 * no doubt.
 * With --std2 lengths are those of the convention, by brute force as well. With --defender works
 * begin one move later, with the defender's reply, and are judged anew: those of the rows there
 * are, then others; with --given there are those of the standard input, positions with lines.
 * tests/slow asks the reference solver the same. See tests/data/defects/README.md.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/position_text.h"
#include "core/format/problem.h"
#include "core/notation/usi.h"
#include "core/rules/attack.h"
#include "solver/query.h"
#include "tests/support/brute_force/classify.h"
#include "tests/support/problems/draft.h"
#include "tests/support/problems/scatter.h"
#include "tests/support/solver/planted.h"

enum {
    GRAPH_LIMIT = 3000,
    GIVEN_GRAPH = 12000,
    FIRST_QUESTION = 300,
    QUESTION = 3000,
    GIVEN_QUESTION = 1000000, // of positions somebody thought of
    FAMILY = 60,
    EXTENSIONS = 200, // tries to put two plies in front
    MEMORY_MIB = 16,
    MAX_LINE = 9,
    CLASSES_MAX = 40
};

typedef struct {
    const KjGame *game;
    DraftRng rng;
    KjSolver *solver;
    GPtrArray *originals; // KjProblem, or NULL
    GArray *rows;         // Draft
    ClassifyBy quick;     // by the solver; tests/slow asks the reference
    unsigned per_class;
    char **only; // classes wanted; none: all
    bool std2, defender;
    uint64_t question; // nodes
    const char *name[CLASSES_MAX];
    unsigned found[CLASSES_MAX];
    GHashTable *patterns;
    unsigned n_classes;
} Plant;

static unsigned below(Plant *p, unsigned n)
{
    return draft_random(&p->rng, n);
}

/* The solver as an oracle. */
static int ask_solver(void *plant, const KjPosition *pos)
{
    Plant *p = plant;
    KjAnswer answer;
    KjLimits limits = {.nodes = p->question};
    kj_query_open(p->solver, pos->game, KJ_SENTE);
    kj_query_mate(p->solver, pos, KJ_ANY_LENGTH, &limits, &answer);
    return answer.verdict == KJ_MATE ? 1 : answer.verdict == KJ_NOMATE ? 0 : -1;
}

static bool to_position(Plant *p, const Draft *d, KjPosition *pos)
{
    if (!draft_position(d, pos))
        return false;
    if (below(p, 6) == 0) { // an attacker's king, anywhere it is not in check
        unsigned square = below(p, p->game->t->squares);
        if (pos->board[square])
            return false;
        kj_position_put(pos, square, kj_piece(KJ_SENTE, p->game->t->king));
    }
    return kj_position_check(pos, NULL, NULL) == KJ_POSITION_OK && !kj_can_capture_king(pos) &&
           !kj_in_check(pos, KJ_GOTE);
}

/* The original problems of the game, to begin families with. */
static void read_originals(Plant *p)
{
    g_autofree char *path = g_strdup_printf("puzzles/%s/original.tsv", p->game->row->id);
    p->originals = kj_problems_from_file(path, p->game, NULL);
}

/* Rows found earlier, of the classes wanted now, to begin families with. */
static void read_rows(Plant *p)
{
    g_autofree char *path = g_strdup_printf("tests/data/defects/%s.tsv", p->game->row->id);
    g_autofree char *text = NULL;
    p->rows = g_array_new(FALSE, FALSE, sizeof(Draft));
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 0; lines[i]; i++) {
        Planted row;
        bool named = false;
        for (char **only = p->only; *only && !named; only++) {
            g_autofree char *part = g_strdup_printf("-%s-", *only);
            named = lines[i][0] != '#' && strstr(lines[i], part) != NULL;
        }
        if (!named)
            continue;
        g_autofree char *error = planted_read(&row, p->game, lines[i]);
        if (!error && row.pos.king[KJ_SENTE] == KJ_NO_SQUARE && row.pos.side == KJ_SENTE) {
            Draft draft;
            draft_from_position(&draft, &row.pos);
            g_array_append_val(p->rows, draft);
        }
        planted_clear(&row);
    }
}

/* A draft to begin a family with. */
static void begin_family(Plant *p, Draft *d)
{
    if (p->rows->len && below(p, 3) == 0) {
        *d = g_array_index(p->rows, Draft, below(p, p->rows->len));
        // what the defender's reply leads to keeps its class
        for (unsigned i = 0; p->defender && i < EXTENSIONS && !draft_extend(d, &p->rng); i++)
            continue;
        return;
    }
    if (!p->originals || below(p, 3)) {
        d->game = p->game;
        scatter(d, &p->rng, p->only[0] != NULL);
        return;
    }
    const KjProblem *problem = g_ptr_array_index(p->originals, below(p, p->originals->len));
    draft_from_position(d, &problem->position.start);
    if (below(p, 3) == 0)
        scatter_slider(d, &p->rng);
}

/* ---- rows ---- */

static unsigned *count_of(Plant *p, const char *class)
{
    for (unsigned i = 0; i < p->n_classes; i++)
        if (strcmp(p->name[i], class) == 0)
            return &p->found[i];
    g_assert(p->n_classes < CLASSES_MAX);
    p->name[p->n_classes] = class;
    return &p->found[p->n_classes++];
}

static bool is_wanted(Plant *p, const char *class)
{
    bool named = !p->only[0];
    for (char **only = p->only; *only && !named; only++)
        named = strcmp(*only, class) == 0;
    return named && *count_of(p, class) < p->per_class;
}

/* Whether the row's codes are all that is to be said, whichever interpositions count. */
static bool is_believed(Plant *p, const KjPosition *pos, const KjMove *line, unsigned n,
                        const char *codes)
{
    g_autofree char *found = planted_all_codes(pos, line, n, &p->quick);
    g_autofree char *moves = planted_move_codes(pos, line, n, &p->quick);
    return found && moves && strcmp(found, codes) == 0;
}

/* Prints a row unless there are enough of its class or it looks like an earlier one. */
static void emit(Plant *p, const char *class, const KjPosition *pos, const KjMove *line, unsigned n,
                 const char *codes, const char *why)
{
    uint64_t pattern = draft_pattern(pos, KJ_MAX_RANKS);
    if (p->defender && pos->king[KJ_SENTE] != KJ_NO_SQUARE) // who attacks would have to be said
        return;
    if (!is_wanted(p, class) || g_hash_table_contains(p->patterns, &pattern) ||
        !is_believed(p, pos, line, n, codes))
        return;
    g_hash_table_add(p->patterns, g_memdup2(&pattern, sizeof pattern));
    unsigned number = ++*count_of(p, class);
    g_autofree char *text = kj_position_write(pos);
    g_autofree char *moves = planted_line_text(pos, line, n);
    printf("%s-%s%s%s%s-%u\t%s\t%u\t%s\t%s\t%s\n", p->game->row->id, class, p->std2 ? "-std2" : "",
           p->defender ? "-defender" : "", pos->king[KJ_SENTE] != KJ_NO_SQUARE ? "-two-kings" : "",
           number, text, n, moves, codes, why);
    fflush(stdout);
}

static const struct {
    unsigned code;
    const char *why;
} reasons[] = {
    {CLASSIFY_EARLY, "another check mates in fewer plies"},
    {CLASSIFY_EQUAL, "another check mates in as many plies"},
    {CLASSIFY_LATE, "another check mates too, in more plies"},
    {CLASSIFY_LAST, "several last moves mate, which is allowed"},
    {CLASSIFY_CHOICE, "a slider may be dropped nearer or farther"},
    {CLASSIFY_PROMOTION, "it does not matter whether a piece promotes"},
    {CLASSIFY_ORDER, "two moves of the attacker can change places"},
    {CLASSIFY_REJOIN, "another way of the same length leads back to the line"},
    {CLASSIFY_DETOUR, "another check mates only by coming back to the line, later"},
    {CLASSIFY_MIRROR, "the mirror image of the solution"},
    {CLASSIFY_SAME, "another defence lasts as long and leaves nothing over"},
    {CLASSIFY_SAME_LAST, "the last reply does not matter"},
    {CLASSIFY_LONGER, "another defence lasts longer, with a piece over"},
    {CLASSIFY_NOT_MAIN, "another defence lasts longer and leaves nothing over"},
    {CLASSIFY_FUTILE, "interpositions that do not count"},
    {CLASSIFY_ESCAPE, "the author has overlooked a defence that is no mate"},
};

/* A position, its graph and a line: what is said of it decides its class. */
static void judge_work(Plant *p, const KjPosition *pos, const Classify *c, const KjMove *line,
                       unsigned n)
{
    const unsigned harmless = CLASSIFY_LAST | CLASSIFY_SAME_LAST | CLASSIFY_FUTILE;
    // Seldom alone: other things may be said as well.
    const unsigned rare =
        CLASSIFY_CHOICE | CLASSIFY_ORDER | CLASSIFY_REJOIN | CLASSIFY_DETOUR |
        (p->defender ? CLASSIFY_PROMOTION | CLASSIFY_MIRROR | CLASSIFY_FUTILE : 0);
    unsigned names;
    bool leftover;
    g_autofree char *codes = planted_codes(c, line, n, &names, &leftover);
    if (!codes || (leftover && names))
        return;
    if (leftover) {
        emit(p, "leftover", pos, line, n, "leftover", "a piece is left in the attacker's hand");
        return;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(reasons); i++) {
        bool only = names == reasons[i].code || (names & ~harmless) == reasons[i].code;
        // Early mates bring others: what is wrong is told by the worst.
        if (only || (names & rare & reasons[i].code) ||
            (reasons[i].code == CLASSIFY_EARLY && names & CLASSIFY_EARLY &&
             !(names & ~(unsigned)(CLASSIFY_EARLY | CLASSIFY_EQUAL | CLASSIFY_LATE))))
            emit(p, classify_code((unsigned)__builtin_ctz(reasons[i].code)), pos, line, n, codes,
                 reasons[i].why);
    }
}

/* As judge_work, without the first move of the line if the defender is to begin. */
static void judge_line(Plant *p, const KjPosition *pos, const Classify *c, const KjMove *line,
                       unsigned n)
{
    if (!p->defender) {
        judge_work(p, pos, c, line, n);
    } else if (n >= 3) {
        KjPosition after = kj_position_after(pos, line[0]);
        g_autoptr(Classify) rest = classify_new(&after, KJ_SENTE, &p->quick, line + 1, n - 1);
        if (rest)
            judge_work(p, &after, rest, line + 1, n - 1);
    }
}

/* The line that begins with the first `k` moves of `line` and `move` instead of the next, then best
 * play. */
static GArray *deviating(const KjPosition *pos, const ClassifyBy *by, const KjMove *line,
                         unsigned k, KjMove move)
{
    KjPosition at = *pos;
    KjUndo undo;
    for (unsigned i = 0; i < k; i++)
        kj_position_make(&at, line[i], &undo);
    kj_position_make(&at, move, &undo);
    g_autoptr(Classify) rest = classify_new(&at, KJ_SENTE, by, NULL, 0);
    if (!rest || classify_plies(rest, NULL) < 0)
        return NULL;
    g_autoptr(GArray) tail = classify_line(rest);
    GArray *all = g_array_new(FALSE, FALSE, sizeof(KjMove));
    g_array_append_vals(all, line, k);
    g_array_append_val(all, move);
    g_array_append_vals(all, tail->data, tail->len);
    return all;
}

/* Authors who took another way: a slower attack, a weaker defence. */
static void judge_deviations(Plant *p, const KjPosition *pos, const Classify *c, const GArray *line)
{
    const KjMove *moves = (const KjMove *)(const void *)line->data;
    g_autoptr(GArray) others = classify_moves(c, moves, line->len);
    for (unsigned i = 0; others && i < others->len; i++) {
        const ClassifyMove *m = &g_array_index(others, ClassifyMove, i);
        if (m->plies < 0 || m->ply > 2 || below(p, 2))
            continue;
        g_autoptr(GArray) author = deviating(pos, &p->quick, moves, m->ply, m->move);
        if (author && author->len <= MAX_LINE && author->len >= 3)
            judge_line(p, pos, c, (const KjMove *)(const void *)author->data, author->len);
    }
}

/* A sound problem with one thing wrong about its pieces. */
static void judge_pieces(Plant *p, const KjPosition *pos, const KjMove *moves, unsigned n)
{
    const KjTables *t = p->game->t;
    KjKind kind = t->hand_kind[below(p, t->n_hand)];
    KjPosition less = *pos;
    if (kj_hand_count(t, less.hand[KJ_GOTE], kind) && is_wanted(p, "set")) {
        less.hand[KJ_GOTE] -= t->hand_one[kind];
        if (planted_sound(&less, moves, n, &p->quick))
            emit(p, "set", &less, moves, n, "set", "a piece of the set is missing");
    }
    KjPosition more = *pos;
    unsigned square = below(p, t->squares);
    if (p->defender || !is_wanted(p, "useless") || more.board[square] || kind & KJ_PROMOTED ||
        !kj_hand_count(t, more.hand[KJ_GOTE], kind))
        return;
    more.hand[KJ_GOTE] -= t->hand_one[kind];
    kj_position_put(&more, square, kj_piece(below(p, 2) ? KJ_SENTE : KJ_GOTE, kind));
    if (kj_position_check(&more, NULL, NULL) == KJ_POSITION_OK && !kj_in_check(&more, KJ_GOTE) &&
        planted_sound(&more, moves, n, &p->quick))
        emit(p, "useless", &more, moves, n, "useless", "a piece that does nothing");
}

/* Sound works, and what one can do to their pieces. */
static void judge_soundness(Plant *p, const KjPosition *pos, const KjMove *moves, unsigned n)
{
    if ((!is_wanted(p, "sound") && !is_wanted(p, "set") && !is_wanted(p, "useless")) ||
        !planted_sound(pos, moves, n, &p->quick))
        return;
    if (is_wanted(p, "sound") && (p->defender || !planted_useless(pos, moves, n, &p->quick)))
        emit(p, "sound", pos, moves, n, "-", "nothing is wrong");
    judge_pieces(p, pos, moves, n);
}

/* False: too hard to classify. */
static bool judge_mate(Plant *p, const KjPosition *pos)
{
    g_autoptr(Classify) c = classify_new(pos, KJ_SENTE, &p->quick, NULL, 0);
    if (!c || classify_plies(c, NULL) < 0)
        return false;
    g_autoptr(GArray) line = classify_line(c);
    const KjMove *moves = (const KjMove *)(const void *)line->data;
    if (line->len > MAX_LINE)
        return false;
    judge_line(p, pos, c, moves, line->len);
    if (p->defender && line->len >= 3) {
        KjPosition after = kj_position_after(pos, moves[0]);
        judge_soundness(p, &after, moves + 1, line->len - 1);
    } else if (!p->defender) {
        judge_soundness(p, pos, moves, line->len);
    }
    judge_deviations(p, pos, c, line);
    return true;
}

/* No mate at all: because of the pawn drops that may not mate, or at all. */
static void judge_no_solution(Plant *p, const KjPosition *pos)
{
    int drop_mate = planted_drop_mate(pos, &p->quick);
    if (drop_mate == 1)
        emit(p, "drop-mate", pos, NULL, 0, "drop-mate", "only a pawn drop that may not mate would");
    else if (drop_mate == 0 && below(p, 50) == 0)
        emit(p, "no-mate", pos, NULL, 0, "no-mate", "there is no mate");
}

/* Positions without a mate: with a pawn drop that would be one, or none; or with an author who
 * believes in a mate. */
static void judge_no_mate(Plant *p, const KjPosition *pos)
{
    g_autoptr(Classify) c = classify_new(pos, KJ_SENTE, &p->quick, NULL, 0);
    KjMoveList checks;
    if (!c || classify_plies(c, NULL) >= 0)
        return;
    kj_gen_checks(pos, &checks);
    if (checks.n == 0)
        return;
    KjMove check = checks.move[below(p, checks.n)];
    KjPosition after = kj_position_after(pos, check);
    judge_no_solution(p, p->defender ? &after : pos);
    if (!is_wanted(p, "escape"))
        return;
    // A reply after which there is a mate, taken for the only one.
    KjMoveList replies;
    kj_gen_safe(&after, &replies);
    for (unsigned i = 0; i < replies.n; i++) {
        g_autoptr(GArray) line = deviating(&after, &p->quick, NULL, 0, replies.move[i]);
        if (!line || line->len + 1 > MAX_LINE || line->len < 2)
            continue;
        g_array_prepend_val(line, check);
        const KjMove *moves = (const KjMove *)(const void *)line->data;
        g_autoptr(Classify) with = classify_new(pos, KJ_SENTE, &p->quick, moves, line->len);
        if (with)
            judge_line(p, pos, with, moves, line->len);
        break;
    }
}

/* The check and the reply that lead from one position to another; false if none do. */
static bool find_plies(const KjPosition *from, const KjPosition *to, KjMove out[2])
{
    KjMoveList checks, replies;
    kj_gen_checks(from, &checks);
    for (unsigned i = 0; i < checks.n; i++) {
        KjPosition after = kj_position_after(from, checks.move[i]);
        kj_gen_safe(&after, &replies);
        for (unsigned k = 0; k < replies.n; k++) {
            KjPosition end = kj_position_after(&after, replies.move[k]);
            if (!kj_position_equal(&end, to))
                continue;
            out[0] = checks.move[i];
            out[1] = replies.move[k];
            return true;
        }
    }
    return false;
}

/*
 * A row with a reply of the defender in front of it, to a check that is found by taking moves back.
 */
static void judge_with_reply(Plant *p, const Planted *row)
{
    KjMove line[MAX_LINE + 2];
    for (unsigned i = 0; i < EXTENSIONS && row->n_line < MAX_LINE; i++) {
        Draft draft;
        KjPosition before;
        draft_from_position(&draft, &row->pos);
        if (!draft_extend(&draft, &p->rng) || !draft_position(&draft, &before) ||
            !find_plies(&before, &row->pos, line))
            continue;
        KjPosition pos = kj_position_after(&before, line[0]);
        memcpy(line + 2, row->line, row->n_line * sizeof line[0]);
        if (row->n_line)
            judge_line(p, &before, NULL, line, row->n_line + 2);
        else
            judge_no_solution(p, &pos);
    }
}

/* The work of a row, begun one move later: the defender is to move. */
static void judge_without_first(Plant *p, const Planted *row)
{
    if (row->n_line < 3)
        return;
    judge_line(p, &row->pos, NULL, row->line, row->n_line);
    KjPosition pos = kj_position_after(&row->pos, row->line[0]);
    if (planted_sound(&pos, row->line + 1, row->n_line - 1, &p->quick))
        emit(p, "sound", &pos, row->line + 1, row->n_line - 1, "-", "nothing is wrong");
    if (strstr(row->codes, "escape@2"))
        emit(p, "no-mate", &pos, NULL, 0, "no-mate", "there is no mate");
}

/* The works of the rows with a ply less or more, so that the defender begins. */
static void judge_defenders(Plant *p)
{
    g_autofree char *path = g_strdup_printf("tests/data/defects/%s.tsv", p->game->row->id);
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 0; lines[i]; i++) {
        Planted row;
        if (lines[i][0] == '#' || lines[i][0] == '\0' || planted_read(&row, p->game, lines[i]))
            continue;
        if (planted_is_std2(&row) == p->std2 && row.pos.side == KJ_SENTE &&
            row.pos.king[KJ_SENTE] == KJ_NO_SQUARE) {
            judge_without_first(p, &row);
            judge_with_reply(p, &row);
        }
        planted_clear(&row);
    }
}

/* Positions with lines somebody thought of, "POSITION moves MOVE...", one a line of the standard
 * input. */
static void judge_given(Plant *p)
{
    char text[1000];
    while (fgets(text, sizeof text, stdin)) {
        KjPositionText given;
        if (!kj_position_text_read(g_strchomp(text), p->game, &given, NULL))
            continue;
        g_autoptr(Classify) c =
            classify_new(&given.start, KJ_SENTE, &p->quick, given.moves, given.n_moves);
        if (c && given.n_moves)
            judge_work(p, &given.start, c, given.moves, given.n_moves);
        kj_position_text_clear(&given);
    }
}

static void print_counts(const Plant *p)
{
    for (unsigned i = 0; i < p->n_classes; i++)
        fprintf(stderr, "%s %u\n", p->name[i], p->found[i]);
}

/* The proved length of a mate, 0 if it has none that is found at once. */
static unsigned shortest(const Plant *p, const KjPosition *pos)
{
    const KjLimits limits = {.nodes = FIRST_QUESTION};
    g_auto(KjResult) result;
    kj_solver_solve(p->solver, pos, (KjSide)pos->side, &limits, &result);
    bool proved = result.verdict == KJ_MATE && result.plies_proved && result.line_complete;
    unsigned plies = proved ? result.pure_plies : 0;
    return plies;
}

int main(int argc, char **argv)
{
    Plant p = {.patterns = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL)};
    if (argc < 5 || !(p.game = kj_game_find(argv[1]))) {
        fputs(
            "usage: plant GAME SEED PER_CLASS ROUNDS [--std2] [--defender] [--given] [CLASS]...\n",
            stderr);
        return 2;
    }
    p.rng.state = strtoull(argv[2], NULL, 10) * 0x2545f4914f6cdd1du;
    p.only = argv + 5;
    p.std2 = *p.only && strcmp(*p.only, "--std2") == 0;
    p.only += p.std2;
    p.defender = *p.only && strcmp(*p.only, "--defender") == 0;
    p.only += p.defender;
    bool given = *p.only && strcmp(*p.only, "--given") == 0;
    p.only += given;
    p.question = given ? GIVEN_QUESTION : QUESTION;
    p.per_class = (unsigned)strtoul(argv[3], NULL, 10);
    p.solver =
        kj_solver_new(&(KjSolverOptions){.memory_mib = MEMORY_MIB, .find_shortest = true}, NULL);
    read_originals(&p);
    read_rows(&p);
    p.quick =
        (ClassifyBy){.mates = ask_solver, .data = &p, .limit = given ? GIVEN_GRAPH : GRAPH_LIMIT};
    if (p.std2)
        planted_by_std2(&p.quick);
    if (given)
        judge_given(&p);
    else if (p.defender)
        judge_defenders(&p);
    Draft draft, parent;
    unsigned age = 0;
    bool have = false;
    for (unsigned long long round = strtoull(argv[4], NULL, 10); round-- > 0;) {
        KjPosition pos;
        if (have && age++ < FAMILY) {
            draft = parent;
            draft_mutate(&draft, &p.rng);
        } else {
            begin_family(&p, &draft);
            age = 0;
            have = false;
        }
        if (below(&p, p.only[0] ? 2 : 8) == 0 && !scatter_symmetric(&draft))
            continue;
        if (!to_position(&p, &draft, &pos))
            continue;
        unsigned plies = shortest(&p, &pos);
        if (plies == 0) {
            if (below(&p, 4) == 0)
                judge_no_mate(&p, &pos);
        } else if (plies >= 3 && plies <= MAX_LINE) {
            if (!judge_mate(&p, &pos))
                continue;
            parent = draft;
            age = have ? age : 0;
            have = true;
        }
    }
    print_counts(&p);
    g_hash_table_unref(p.patterns);
    g_clear_pointer(&p.originals, g_ptr_array_unref);
    g_array_unref(p.rows);
    kj_solver_free(p.solver);
    return 0;
}
