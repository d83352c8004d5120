/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rules say of whole games: the questions of games.txt, which says what they mean. */
#include "tests/support/rules/record_text.h"

#include "tests/support/rules/bridge.h"
#include "tests/support/rules/question_file.h"
#include "tests/support/rules/switches.h"

#define FILE_NAME "tests/unit/core/rules/games.txt"

/* A game that shogi is not: kings go as a knight of chess does, and there are rooks and bishops. */
static const KjGame *knightly_game(void)
{
    static const char *const jumps[] = {".o.o.", "o...o", "..*..", "o...o", ".o.o."};
    static KjPieceRow pieces[3];
    static KjGameRow row;
    static KjTables tables;
    static KjGame game;
    const KjGame *shogi = kj_game_find("shogi");
    pieces[0] = *kj_game_piece(shogi, kj_game_kind(shogi, 'R'));
    pieces[1] = *kj_game_piece(shogi, kj_game_kind(shogi, 'B'));
    pieces[2] = *kj_game_piece(shogi, kj_game_kind(shogi, 'K'));
    pieces[2].moves = jumps;
    row = *shogi->row;
    row.pieces = pieces;
    row.n_pieces = 3;
    kj_tables_build(&tables, &row);
    game = (KjGame){.row = &row, .t = &tables, .rules = row.rules};
    return &game;
}

/* Ōgi, but no draw can be claimed. */
static const KjGame *unclaimed_game(void)
{
    static KjGameRow row;
    static KjGame game;
    game = *kj_game_find("ogi");
    row = *game.row;
    row.quiet_plies = 0;
    game.row = &row;
    return &game;
}

static KjGame game_of(const char *text)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    KjGame made = strcmp(words[0], "knightly") == 0    ? *knightly_game()
                  : strcmp(words[0], "unclaimed") == 0 ? *unclaimed_game()
                                                       : *kj_game_find(words[0]);
    if (!switches_set(&made.rules, words + 1))
        fail_msg("no such switch: %s", text);
    return made;
}

/* What has come of a game, in words. (transfer full) */
static char *status_text(const KjStatus *status)
{
    assert_int_equal(status->over, status->kind != KJ_STATUS_ONGOING && !status->pending);
    const char *winner = status->winner == KJ_SENTE ? " sente" : " gote";
    return g_strconcat(kj_status_name(status->kind),
                       status->has_winner ? winner
                       : status->over     ? " draw"
                                          : "",
                       status->pending ? " pending" : "", NULL);
}

/* Whether a fact holds of the record after `plies`, now if they are all. */
static bool holds(const KjRecord *record, unsigned plies, const char *fact)
{
    bool now = plies == kj_record_plies(record);
    KjStatus status = now ? kj_record_status(record) : kj_record_status_at(record, plies);
    const struct {
        const char *name;
        unsigned is;
    } numbers[] = {{"occurrences=", status.occurrences},
                   {"quiet=", status.quiet_plies},
                   {"plies=", plies}},
      flags[] = {{"check", status.check},
                 {"safe-move", !status.no_safe_move},
                 {"claim", status.draw_claim_open}};
    for (unsigned i = 0; i < G_N_ELEMENTS(numbers); i++) {
        if (g_str_has_prefix(fact, numbers[i].name))
            return number_of(fact + strlen(numbers[i].name)) == numbers[i].is;
    }
    bool right = !g_str_has_prefix(fact, "no-");
    for (unsigned i = 0; i < G_N_ELEMENTS(flags); i++) {
        if (strcmp(fact + (right ? 0 : strlen("no-")), flags[i].name) == 0)
            return flags[i].is == right;
    }
    fail_msg("no such fact: %s", fact);
    return false;
}

/* Plays the first lawful move that is no capture. */
static void play_quiet_move(KjRecord *record)
{
    const KjPosition *pos = kj_record_position(record);
    KjMoveList list;
    kj_gen_legal(pos, &list);
    for (unsigned i = 0; i < list.n; i++) {
        if (pos->board[kj_move_to(list.move[i])] == KJ_NONE &&
            kj_record_play(record, list.move[i]) == KJ_MOVE_LEGAL)
            return;
    }
    fail_msg("no quiet move at ply %u", kj_record_plies(record));
}

/* Whether a move is refused for that reason, and the record stays as it is. */
static bool is_refused(KjRecord *record, KjMove move, KjIllegal reason)
{
    unsigned plies = kj_record_plies(record);
    return (reason != KJ_MOVE_REPETITION || kj_record_would_repeat(record, move)) &&
           kj_record_legality(record, move) == reason && kj_record_play(record, move) == reason &&
           kj_record_plies(record) == plies;
}

/* Records an illegal move; a legal one is not recorded. */
static bool is_foul(KjRecord *record, KjMove move, KjIllegal reason)
{
    if (kj_record_play_illegal(record, move) != reason)
        return false;
    KjStatus status = kj_record_status(record);
    return status.illegal == reason && status.illegal_move == (reason ? move : KJ_MOVE_NONE);
}

static const char *const results[] = {"none", "loses", "draws", "wins"};

/* A declaration in words. (transfer full) */
static char *impasse_text(const KjDeclarationTest *test)
{
    const struct {
        const char *name;
        bool met;
    } conditions[] = {{"own-turn", test->own_turn},         {"king-in-zone", test->king_in_zone},
                      {"out-of-check", test->not_in_check}, {"enough-pieces", test->enough_pieces},
                      {"in-time", test->in_time},           {"enough-points", test->enough_points}};
    GString *text = g_string_new(results[test->result]);
    g_string_append_printf(text, ", %u of %u, %u", test->points, test->points_to_win, test->pieces);
    const char *before = ", not ";
    for (unsigned i = 0; i < G_N_ELEMENTS(conditions); i++) {
        if (!conditions[i].met) {
            g_string_append_printf(text, "%s%s", before, conditions[i].name);
            before = " ";
        }
    }
    return g_string_free(text, FALSE);
}

/* The answer to a question whose answer is a text. (transfer full); NULL: it is another one. */
static char *text_answer(const KjRecord *record, char **question)
{
    const KjPosition *pos = kj_record_position(record);
    const char *word = question[0];
    KjSide side = g_strcmp0(question[1], "gote") == 0 ? KJ_GOTE : KJ_SENTE;
    if (strcmp(word, "is") == 0) {
        KjStatus status = kj_record_status(record);
        return status_text(&status);
    }
    if (strcmp(word, "sfen") == 0)
        return kj_sfen_write(pos, kj_record_plies(record) + 1);
    if (strcmp(word, "perft") == 0) {
        KjPosition copy = *pos;
        return g_strdup_printf("%" G_GUINT64_FORMAT, kj_perft(&copy, 1));
    }
    if (strcmp(word, "points") == 0)
        return g_strdup_printf("%u", kj_impasse_points(pos, side));
    if (strcmp(word, "zone") == 0)
        return g_strdup_printf("%u", kj_impasse_zone_points(pos, side));
    if (strcmp(word, "impasse") != 0)
        return NULL;
    KjDeclarationTest test =
        kj_impasse_declaration(pos, side, number_of(question[2]), number_of(question[3]));
    return impasse_text(&test);
}

/* Whether a question about moves is answered right by each of them. */
static bool is_right_of_moves(KjRecord *record, char **question, char **moves)
{
    const KjGame *game = kj_record_position(record)->game;
    bool foul = strcmp(question[0], "foul") == 0, allowed = strcmp(question[0], "allowed") == 0;
    KjIllegal reason = allowed ? KJ_MOVE_LEGAL : reason_of(question[foul]);
    bool right = *moves != NULL;
    for (; *moves; moves++) {
        KjMove move = bridge_usi(game, *moves);
        right = right && (allowed ? !kj_record_would_repeat(record, move)
                          : foul  ? is_foul(record, move, reason)
                                  : is_refused(record, move, reason));
    }
    return right;
}

static bool is_legal_list(const KjRecord *record, const char *moves)
{
    const KjPosition *pos = kj_record_position(record);
    KjMoveList list;
    kj_gen_legal(pos, &list);
    return bridge_is(pos->game, &list, moves);
}

/* Does what is asked for; false if it comes out otherwise than it should. */
static bool is_done(KjRecord *record, char **question, const char *text)
{
    const char *word = question[0];
    bool right = true;
    if (strcmp(word, "play") == 0) {
        play_times(record, text, question[1] ? (int)number_of(question[1]) : 1);
    } else if (strcmp(word, "wander") == 0) {
        for (unsigned n = number_of(text); n > 0; n--)
            play_quiet_move(record);
    } else if (strcmp(word, "undo") == 0) {
        for (unsigned n = number_of(text); n > 0; n--)
            right = right && kj_record_undo(record);
    } else if (strcmp(word, "no-undo") == 0) {
        right = !kj_record_undo(record);
    } else if (strcmp(word, "declare") == 0) {
        KjDeclarationTest test =
            kj_record_declaration(record, (KjSide)kj_record_position(record)->side, NULL);
        right = strcmp(results[test.result], text) == 0;
    } else if (strcmp(word, "legal") == 0) {
        right = is_legal_list(record, text);
    } else if (strcmp(word, "most-occurrences") == 0) {
        for (unsigned ply = 0; ply <= kj_record_plies(record); ply++)
            right = right && kj_record_status_at(record, ply).occurrences <= number_of(text);
    } else {
        g_auto(GStrv) items = g_strsplit(text, " ", -1);
        if (strcmp(word, "at") != 0)
            return is_right_of_moves(record, question, items);
        unsigned plies = question[1] ? number_of(question[1]) : kj_record_plies(record);
        for (unsigned i = 0; items[i]; i++)
            right = holds(record, plies, items[i]) && right;
    }
    return right;
}

/* The record that the questions are about. */
static KjGame game;
static KjRecord *record;

static void begin(const char *words, const char *text)
{
    game = game_of(words);
    kj_record_free(record);
    record = record_from(&game, strcmp(text, "start") == 0 ? game.row->start : text);
}

static bool ask(const char *words, const char *text)
{
    g_auto(GStrv) question = g_strsplit(words, " ", -1);
    g_autofree char *answer = text_answer(record, question);
    if (answer && strcmp(answer, text) != 0)
        print_error("is: %s\n", answer);
    return answer ? strcmp(answer, text) == 0 : is_done(record, question, text);
}

TEST(each_question_of_the_file_is_answered_right)
{
    assert_true(question_file(FILE_NAME, begin, ask) > 250);
    kj_record_free(record);
}

TEST(moves_and_positions_can_be_read_back)
{
    g_autoptr(KjRecord) shogi = record_of("shogi", kj_game_find("shogi")->row->start);
    KjMove first = move_in(shogi, "7g7f");
    play(shogi, "7g7f 3c3d 8h2b+");
    assert_int_equal(kj_record_move(shogi, 0), first);
    assert_int_equal(kj_record_position_at(shogi, 0)->side, KJ_SENTE);
    assert_int_equal(kj_record_position_at(shogi, 1)->side, KJ_GOTE);
    assert_true(kj_record_position_at(shogi, 3) == kj_record_position(shogi));
    assert_int_equal(kj_record_status_at(shogi, 2).quiet_plies, 0);
}
