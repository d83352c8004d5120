/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences on moves that a mate follows: every clause of every sentence against the naive rules. That
 * there is a mate, the tests of the solver check; what themes say, test_themes.c. */
#include <stdio.h>
#include <string.h>

#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "repl/job/because.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/rules/naive_of.h"
#include "tests/support/sampling.h"
#include "tests/support/works.h"

enum { MIB = 4, NODES = 5000 };

/* A move, what follows it, and all these positions. */
typedef struct {
    const KjMating *m;
    NvPos before, after, replied; // the move; the reply, if there is one
    NvMove move, reply, answer;
    const char *clause; // looked at
} Said;

/* ---- what the naive rules know ---- */

/* A square as people write it. */
static void name(const NvPos *pos, int square, char out[3])
{
    const NvGame *game = nv_game(pos->game);
    int row = square / NV_SIDE, col = square % NV_SIDE;
    out[0] = (char)(game->chess_squares ? 'a' + col : '0' + game->files - col);
    out[1] = (char)(game->chess_squares ? '0' + game->ranks - row : 'a' + row);
    out[2] = '\0';
}

/* The square that a clause names behind a word, -1 if it does not. */
static int named(const NvPos *pos, const char *clause, const char *word)
{
    const char *at = strstr(clause, word);
    char text[3];
    for (int i = 0; at && i < NV_SIDE * NV_SIDE; i++) {
        name(pos, i, text);
        if (strncmp(at + strlen(word), text, 2) == 0)
            return i;
    }
    return -1;
}

/* Whether the piece on one square attacks another. */
static bool attacks(const NvPos *pos, int from, int to)
{
    NvPos alone = *pos;
    int side = naive_at(pos, from).side;
    if (!naive_at(pos, from).kind || from == to)
        return false;
    for (int i = 0; i < NV_SIDE * NV_SIDE; i++)
        if (i != from && naive_at(pos, i).kind)
            alone.board[i / NV_SIDE][i % NV_SIDE].side = (uint8_t)!side;
    return nv_attacked(&alone, to / NV_SIDE, to % NV_SIDE, side);
}

/* Whether any piece of a side but a royal one attacks a square. */
static bool is_guarded(const NvPos *pos, int side, int square)
{
    bool found = false;
    for (int i = 0; i < NV_SIDE * NV_SIDE; i++)
        found = found || (naive_at(pos, i).side == side && !nv_royal(naive_at(pos, i)) &&
                          attacks(pos, i, square));
    return found;
}

/* Where the king of `side` could go if it were to move. */
static void flights(const NvPos *pos, int side, bool out[NV_SIDE * NV_SIDE])
{
    NvPos turned = *pos;
    NvMove moves[NV_MAX_MOVES];
    int row, col;
    turned.turn = (uint8_t)side;
    memset(out, 0, NV_SIDE * NV_SIDE);
    bool king = nv_king(pos, side, &row, &col);
    int n = nv_safe(&turned, moves);
    for (int i = 0; king && i < n; i++)
        if (moves[i].from == row * NV_SIDE + col)
            out[moves[i].to] = true;
}

static bool is_mate(const NvPos *pos)
{
    NvMove moves[NV_MAX_MOVES];
    return nv_in_check(pos) && nv_safe(pos, moves) == 0;
}

/* ---- clauses ---- */

static bool is_royal_move(const NvPos *pos, NvMove move)
{
    return move.from >= 0 && nv_royal(naive_at(pos, move.from));
}

static bool takes(const NvPos *pos, NvMove move)
{
    return naive_at(pos, move.to).kind != 0;
}

/* The attacker's piece is taken, by the king or not. */
static bool given(const Said *s, bool king)
{
    return s->m->n_line && s->reply.to == s->move.to && is_royal_move(&s->after, s->reply) == king;
}

static bool given_to_king(const Said *s)
{
    return given(s, true) && !takes(&s->before, s->move) &&
           named(&s->before, s->clause, "the king to ") == s->move.to;
}

static bool given_up(const Said *s)
{
    return given(s, false) && !takes(&s->before, s->move) &&
           named(&s->before, s->clause, " at ") == s->move.to;
}

static bool taken_back(const Said *s)
{
    return given(s, strstr(s->clause, "the king") != NULL) && takes(&s->before, s->move) &&
           named(&s->before, s->clause, " on ") == s->move.to;
}

static bool captures(const Said *s)
{
    return takes(&s->before, s->move) && named(&s->before, s->clause, " on ") == s->move.to &&
           !(s->m->n_line && s->reply.to == s->move.to);
}

static bool taker_in_the_way(const Said *s)
{
    bool could[NV_SIDE * NV_SIDE];
    flights(&s->before, s->after.turn, could);
    return given(s, false) && could[s->move.to];
}

/* Of the attacker's move the reply to it counts, of the defender's the move itself. */
static bool no_longer_guards(const Said *s)
{
    bool sacrifice = s->before.turn == s->m->attacker;
    const NvPos *before = sacrifice ? &s->after : &s->before;
    const NvPos *after = sacrifice ? &s->replied : &s->after;
    NvMove moved = sacrifice ? s->reply : s->move;
    int next = sacrifice ? s->answer.to : s->reply.to;
    bool cut = strstr(s->clause, " is cut off from ") != NULL;
    const char *word = cut ? "from " : "guards ";
    int from = strstr(s->clause, "the king") ? moved.from : named(before, s->clause, " on ");
    int now = cut ? from : moved.to;
    return (cut || from == moved.from) && named(before, s->clause, word) == next &&
           naive_at(before, from).side == before->turn && attacks(before, from, next) &&
           !attacks(after, now, next) && !is_guarded(after, before->turn, next);
}

static bool becomes_free(const Said *s)
{
    return named(&s->before, s->clause, "") == s->move.from && s->answer.to == s->move.from &&
           s->m->n_line > 1;
}

/* The attack that takes squares from the king: the move, or the answer to it. */
static bool kept(const Said *s)
{
    bool own = s->before.turn == s->m->attacker;
    bool could[NV_SIDE * NV_SIDE], can[NV_SIDE * NV_SIDE];
    int defender = !s->m->attacker, to = own ? s->move.to : s->reply.to;
    unsigned n = 0, told = 0, number = 0;
    flights(own ? &s->before : &s->after, defender, could);
    flights(own ? &s->after : &s->replied, defender, can);
    for (int i = 0; i < NV_SIDE * NV_SIDE; i++) {
        char text[3];
        name(&s->before, i, text);
        bool lost = could[i] && !can[i] && i != to, said = strstr(s->clause, text) != NULL;
        n += lost;
        told += said;
        if (said && !lost)
            return false;
    }
    return sscanf(s->clause, "%u squares", &number) == 1 ? n == number : n == told;
}

static bool checks_besides(const Said *s)
{
    int row, col, by = named(&s->before, s->clause, " on ");
    nv_king(&s->after, s->after.turn, &row, &col);
    int king = row * NV_SIDE + col;
    return by != s->move.to && attacks(&s->after, by, king) &&
           (attacks(&s->after, s->move.to, king) == (strstr(s->clause, "double") != NULL));
}

static bool line_opened(const Said *s)
{
    int by = named(&s->before, s->clause, " on ");
    bool more = false;
    for (int i = 0; i < NV_SIDE * NV_SIDE; i++)
        more = more || (attacks(&s->after, by, i) && !attacks(&s->before, by, i));
    return more && by != s->move.to && naive_at(&s->after, by).side == s->before.turn;
}

static bool one_reply(const Said *s)
{
    NvMove moves[NV_MAX_MOVES];
    return nv_safe(&s->after, moves) == 1;
}

static bool mate(const Said *s)
{
    return is_mate(s->before.turn == s->m->attacker ? &s->after : &s->replied);
}

static bool mates_in(const Said *s)
{
    unsigned plies = 0;
    const char *in = strstr(s->clause, " mates in "), *most = strstr(s->clause, " at most ");
    return sscanf(most ? most : in, most ? " at most %u" : " mates in %u", &plies) == 1 &&
           plies == s->m->plies && (most || s->m->exact);
}

static bool just_taken(const Said *s)
{
    return s->move.from < 0 && s->reply.to == s->move.to && is_mate(&s->replied);
}

static bool not_taken(const Said *s)
{
    int square = named(&s->before, s->clause, " on ");
    return naive_at(&s->after, square).side == s->after.turn &&
           (s->reply.from == square || attacks(&s->after, square, s->reply.to));
}

static bool in_the_way(const Said *s)
{
    bool could[NV_SIDE * NV_SIDE];
    int square = named(&s->before, s->clause, " on ");
    NvPos without = s->replied;
    memset(&without.board[square / NV_SIDE][square % NV_SIDE], 0, sizeof(NvPiece));
    flights(&without, s->before.turn, could);
    return square == s->move.to && could[square] && is_mate(&s->replied);
}

static bool dropped(const Said *s)
{
    int square = named(&s->before, s->clause, " at ");
    char text[3], drop[8];
    bool found = false;
    name(&s->before, square, text);
    g_snprintf(drop, sizeof drop, "%c*%s", s->clause[4], text);
    for (unsigned i = 2; i < s->m->n_line; i += 2)
        found = found || s->m->line[i] == bridge_usi(s->m->pos->game, drop);
    return found && takes(&s->after, s->reply);
}

static bool nowhere(const Said *s)
{
    bool could[NV_SIDE * NV_SIDE];
    flights(&s->after, s->before.turn, could);
    for (int i = 0; i < NV_SIDE * NV_SIDE; i++)
        if (could[i])
            return false;
    return true;
}

/* The clauses: each is one of these, by a word of it, the first that it has. */
static const struct {
    const char *word;
    bool (*holds)(const Said *s);
} clauses[] = {
    {"it is mate", mate},
    {"draws the king to", given_to_king},
    {"is given up at", given_up},
    {"and is taken", taken_back},
    {"and the king takes back", taken_back},
    {"that takes it stands", taker_in_the_way},
    {"no longer guards", no_longer_guards},
    {"is cut off from", no_longer_guards},
    {"becomes free for the next move", becomes_free},
    {"the king is kept from", kept},
    {"are taken from the king", kept},
    {"a double check with", checks_besides},
    {"a discovered check by", checks_besides},
    {"the line of", line_opened},
    {"one reply is left", one_reply},
    {" mates in ", mates_in},
    {" mates", mate},
    {"just taken", just_taken},
    {"was not taken", not_taken},
    {"stands in its king's way", in_the_way},
    {"it takes is dropped at", dropped},
    {"has nowhere to go", nowhere},
    {" is taken", captures},
};

/* How often each was said. */
typedef unsigned Count[G_N_ELEMENTS(clauses)];

static NvPos play(const NvPos *pos, const KjPosition *core, KjMove move, NvMove *out)
{
    char usi[KJ_USI_MOVE];
    kj_usi_move_write(core, move, usi);
    assert_true(nv_find_move(pos, usi, out));
    return nv_make(pos, *out);
}

/* Looks at each clause of what is said of a move. */
static void look_at(const KjMating *m, Count count)
{
    g_autofree char *text = kj_because_mates(m), *sfen = kj_sfen_write(m->pos, 1);
    g_auto(GStrv) said = g_strsplit(text, "; ", -1);
    Said s = {.m = m, .before = naive_of(m->pos)};
    KjPosition core = kj_position_after(m->pos, m->move);
    s.after = play(&s.before, m->pos, m->move, &s.move);
    if (m->n_line > 0) {
        s.replied = play(&s.after, &core, m->line[0], &s.reply);
        core = kj_position_after(&core, m->line[0]);
    }
    if (m->n_line > 1)
        play(&s.replied, &core, m->line[1], &s.answer);
    for (unsigned i = 0; said[i]; i++) {
        size_t k = 0;
        while (k + 1 < G_N_ELEMENTS(clauses) && !strstr(said[i], clauses[k].word))
            k++;
        s.clause = said[i];
        if (!strstr(said[i], clauses[k].word) || !clauses[k].holds(&s))
            fail_msg("%s is not so: %s: %s", said[i], sfen, text);
        count[k]++;
    }
}

/* Every reply beside the main line at a position: what the mate after it is, and what is said. */
static void look_at_replies(KjSolver *solver, const KjPosition *pos, KjSide attacker, KjMove main,
                            Count count)
{
    KjMoveList replies;
    const KjLimits limits = {.nodes = NODES};
    kj_gen_safe(pos, &replies);
    for (unsigned i = 0; i < replies.n; i++) {
        KjPosition next = kj_position_after(pos, replies.move[i]);
        KjResult result;
        kj_solver_solve(solver, &next, attacker, &limits, &result);
        const KjMating m = {.pos = pos,
                            .attacker = attacker,
                            .move = replies.move[i],
                            .instead = main,
                            .line = result.line,
                            .n_line = result.n_line,
                            .plies = result.plies,
                            .exact = result.plies_proved,
                            .notation = KJ_NOTATION_USI};
        if (result.verdict == KJ_MATE && result.n_line)
            look_at(&m, count);
        kj_result_clear(&result);
    }
}

typedef struct {
    KjSolver *solver;
    unsigned *count; // a Count
} Looking;

/* The solution of a work, move by move. */
static void look_at_work(void *data, const KjPosition *root)
{
    KjSolver *solver = ((Looking *)data)->solver;
    unsigned *count = ((Looking *)data)->count;
    KjPosition pos = *root;
    KjResult result;
    const KjLimits limits = {.nodes = NODES};
    KjSide attacker = (KjSide)root->side;
    kj_solver_solve(solver, root, attacker, &limits, &result);
    for (unsigned i = 0; result.verdict == KJ_MATE && i < result.n_line; i++) {
        const KjMating m = {.pos = &pos,
                            .attacker = attacker,
                            .move = result.line[i],
                            .line = result.line + i + 1,
                            .n_line = result.n_line - i - 1,
                            .notation = KJ_NOTATION_USI};
        if (pos.side == attacker)
            look_at(&m, count);
        else
            look_at_replies(solver, &pos, attacker, result.line[i], count);
        pos = kj_position_after(&pos, result.line[i]);
    }
    kj_result_clear(&result);
}

TEST(sentences_on_solutions_are_true)
{
    g_autoptr(KjSolver) solver = usual_solver(MIB);
    Count count = {0};
    each_made_work(SAMPLES(1, 8), look_at_work, &(Looking){solver, count});
    for (size_t k = 0; k < G_N_ELEMENTS(clauses); k++) {
        print_message("%s: %u\n", clauses[k].word, count[k]);
        assert_true(KJ_SANITIZER || count[k] || clauses[k].holds == taker_in_the_way); // it is rare
    }
}

TEST(a_piece_that_is_drawn_into_the_way_is_named)
{
    KjPosition pos = position_of("6g1k/9/9/9/9/9/9/9/9 b SN2r2b3g3s3n4l18p 1");
    const KjMove line[] = {bridge_usi(pos.game, "3a2b"), bridge_usi(pos.game, "N*2c")};
    const KjMating m = {.pos = &pos,
                        .attacker = KJ_SENTE,
                        .move = bridge_usi(pos.game, "S*2b"),
                        .line = line,
                        .n_line = 2,
                        .only = true,
                        .notation = KJ_NOTATION_USI};
    g_autofree char *text = kj_because_mates(&m);
    assert_string_equal(text, "S is given up at 2b; G that takes it stands in its king's way; "
                              "no other check mates");
    Count count = {0};
    KjMating bare = m;
    bare.only = false; // which is no matter of the rules
    look_at(&bare, count);
}

TEST(themes_are_told_of_the_move_that_shows_them)
{
    KjPosition pos = position_of("7k1/9/6B1R/9/9/9/9/9/9 b G");
    g_autoptr(GArray) themes = kj_themes_new();
    KjThemeFound found = {kj_theme_find("long-drop"), KJ_YES,
                          g_array_new(FALSE, FALSE, sizeof(unsigned))};
    unsigned ply = 3;
    g_array_append_val(found.plies, ply);
    g_array_append_val(themes, found);
    KjMating m = {.pos = &pos,
                  .attacker = KJ_SENTE,
                  .move = bridge_usi(pos.game, "G*2b"),
                  .themes = themes,
                  .ply = ply};
    g_autofree char *shown = kj_because_mates(&m);
    assert_non_null(strstr(shown, "; it is dropped at a distance"));
    m.ply = 1;
    g_autofree char *elsewhere = kj_because_mates(&m);
    assert_null(strstr(elsewhere, "distance"));
    m.ply = ply;
    g_array_index(themes, KjThemeFound, 0).state = KJ_OPEN;
    g_autofree char *open = kj_because_mates(&m);
    assert_string_equal(open, elsewhere);
}

TEST(a_futile_interposition_is_called_so)
{
    KjPosition pos = position_of("8k/9/8L/9/9/9/9/9/9 w 2r2b4g4s4n3l18p 1");
    const KjMove line[] = {bridge_usi(pos.game, "1c1b+")};
    const KjMating m = {.pos = &pos,
                        .attacker = KJ_SENTE,
                        .move = bridge_usi(pos.game, "P*1b"),
                        .line = line,
                        .n_line = 1,
                        .futile = true,
                        .notation = KJ_NOTATION_USI};
    g_autofree char *text = kj_because_mates(&m);
    assert_true(g_str_has_prefix(text, "a futile interposition; "));
}
