/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads problems from arguments, files and standard input. */
#include "repl/job/input-priv.h"

#include <string.h>

#include "core/format/address.h"
#include "core/format/handicap.h"
#include "core/format/problem.h"
#include "core/text/lang.h"
#include "repl/job/input_moves.h"
#include "repl/job/position_error.h"
#include "repl/job/solve_job.h"
#include "repl/job/walk.h"

void kj_input_free(KjInput *input)
{
    if (!input)
        return;
    g_free(input->id);
    g_free(input->place);
    g_free(input->called);
    g_free(input->where);
    g_free(input->error);
    g_free(input->warning);
    g_free(input->note);
    kj_game_file_free(input->file);
    kj_position_text_clear(&input->text);
    g_free(input);
}

/* ---- words ---- */

/* A link that leads nowhere is one as well: it is said that the file is not there. */
static bool is_file(const char *word)
{
    return g_file_test(word, G_FILE_TEST_EXISTS) || g_file_test(word, G_FILE_TEST_IS_SYMLINK);
}

static bool is_turn(const char *word)
{
    return word && (strcmp(word, "b") == 0 || strcmp(word, "w") == 0);
}

static bool is_hand(const char *word)
{
    if (!word || strcmp(word, "-") == 0)
        return word != NULL;
    bool letters = false;
    for (const char *c = word; *c; c++) {
        if (!g_ascii_isalnum(*c) && *c != '+')
            return false;
        letters |= g_ascii_isalpha(*c) != 0;
    }
    return letters && strcmp(word, "moves") != 0 && !is_file(word);
}

static bool is_number(const char *word)
{
    return word && *word && word[strspn(word, "0123456789")] == '\0';
}

/* FEEN's last field, "O/o". */
static bool is_styles(const char *word)
{
    return word && strlen(word) == 3 && word[1] == '/' && g_ascii_isalpha(word[0]) &&
           g_ascii_isalpha(word[2]);
}

/* How many of the words from the first on make up one position; 1 if the first stands alone. */
static unsigned position_words(const char *const *words, unsigned n)
{
    unsigned used = 0;
    if (strchr(words[0], ' '))
        return 1; // quoted
    bool named = strcmp(words[0], "position") == 0;
    used += named && n > 1;
    if (strcmp(words[used], "startpos") == 0) {
        used++;
    } else {
        used += strcmp(words[used], "sfen") == 0;
        if (used + 1 >= n || !strchr(words[used], '/') || (used == 0 && is_file(words[0])))
            return 1;
        if (is_turn(words[used + 1])) {
            used += 2;
            used += used < n && is_hand(words[used]);
            used += used < n && is_number(words[used]);
        } else if (used + 2 < n && strchr(words[used + 1], '/') && is_styles(words[used + 2])) {
            used += 3;
        } else {
            return 1;
        }
    }
    return used < n && strcmp(words[used], "moves") == 0 ? n : used;
}

char **kj_input_join_words(const char *const *words)
{
    GPtrArray *joined = g_ptr_array_new();
    unsigned n = 0;
    while (words[n])
        n++;
    for (unsigned i = 0; i < n;) {
        unsigned take = position_words(words + i, n - i);
        GString *word = g_string_new(words[i]);
        for (unsigned j = 1; j < take; j++)
            g_string_append_printf(word, " %s", words[i + j]);
        g_ptr_array_add(joined, g_string_free(word, FALSE));
        i += take;
    }
    g_ptr_array_add(joined, NULL);
    return (char **)g_ptr_array_free(joined, FALSE);
}

/* ---- reading ---- */

bool kj_input_variant(const KjValues *values, const KjGame **out, GError **error)
{
    const char *name = values->value[KJ_OPT(VARIANT)].text;
    *out = name ? kj_game_find(name) : NULL;
    if (!name || *out)
        return true;
    g_autoptr(GString) known = g_string_new(NULL);
    for (size_t i = 0; i < kj_game_count(); i++)
        g_string_append_printf(known, "%s%s", i ? ", " : "", kj_game_at(i)->row->id);
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                        "--variant=%s: expected one of %s", name, known->str);
}

/* Takes over what is wrong, and where in its line. */
static void set_error(KjInput *input, const GError *error)
{
    input->column = kj_text_error_place(error).column;
    input->error = g_strdup(error->message);
}

/* The moves by which a record comes to the position, where they are to be played. */
static void play_record(KjInput *input, const KjValues *values)
{
    const KjValue *rule = &values->value[KJ_OPT(GIVEN)];
    if (rule->set && rule->choice == KJ_MOVES_PLAYED && input->file && !input->text.n_moves)
        input->text.moves = kj_move_tree_main_line(input->file->tree, &input->text.n_moves);
}

void kj_input_settle(KjInput *input, const KjValues *values)
{
    KjPositionText *text = &input->text;
    unsigned ply = 0;
    input->game = *text->start.game;
    kj_rules_apply(values, &input->game.rules);
    text->start.game = &input->game;
    KjMovesAre are = kj_moves_are(values, text, kj_solve_attacker(values, &text->start), &ply);
    if (are == KJ_MOVES_ARE_LINE)
        text->n_moves = 0;
    else if (are == KJ_MOVES_ARE_OPEN)
        input->error = g_strdup_printf(kj_tr("whether move %u threatens mate was not found out, "
                                             "expected --moves=line or --moves=played"),
                                       ply);
    input->position = kj_position_text_end(text);
    input->last = kj_position_text_last(text);
}

char *kj_input_cut_text(unsigned cut)
{
    return cut ? g_strdup_printf(
                     kj_tr_n(cut,
                             "the defender's hand has %u piece more than the set has "
                             "left: it is left out",
                             "the defender's hand has %u pieces more than the set has left: "
                             "they are left out"),
                     cut)
               : NULL;
}

/* Puts the switches of the call in force and looks whether the position can be, and the moves after
 * it. False: it is the position that is wrong. */
static bool prepare(const KjInputReader *reader, KjInput *input)
{
    play_record(input, reader->values);
    kj_input_settle(input, reader->values);
    input->has_position = true;
    if (input->error)
        return true;
    input->error = kj_position_error_text(&input->text.start, &input->error_square);
    unsigned square;
    char *odd = kj_position_oddity_text(&input->text.start, &square);
    enum { ALLOWED, REFUSED };
    if (reader->values->value[KJ_OPT(ODD_STARTS)].choice == ALLOWED)
        input->warning = odd;
    else if (odd && !input->error) {
        input->error = odd;
        input->error_square = square;
    } else
        g_free(odd);
    if (input->error)
        return false;
    if (!input->warning && input->file)
        input->warning = kj_input_cut_text(input->file->cut);
    input->error = kj_position_over_text(&input->text, KJ_MAY_END);
    return true;
}

/* A place as people are told of it: what is no file has a name in their language. (transfer full) */
static char *place_for_people(const char *place)
{
    static const char argument[] = "argument ";
    const char *digits = g_str_has_prefix(place, argument) ? place + strlen(argument) : ":";
    if (digits[strspn(digits, "0123456789")])
        return g_strdup(strcmp(place, "board") == 0 ? kj_tr("board") : place);
    return g_strdup_printf(kj_tr("argument %s"), digits);
}

KjInput *kj_input_new(const char *id, const char *place)
{
    KjInput *input = g_new0(KjInput, 1);
    input->id = g_strdup(id ? id : place);
    input->place = g_strdup(place);
    input->where = place_for_people(place);
    input->called = id ? g_strdup(id) : g_strdup(input->where);
    input->recorded_plies = -1;
    return input;
}

KjInput *kj_reader_add(KjInputReader *reader, const char *id, const char *place)
{
    KjInput *input = kj_input_new(id, place);
    g_ptr_array_add(reader->inputs, input);
    return input;
}

/* Line `number` (1-based) of a text, ended by CR, LF or both as core/format/problem.c has it; NULL
 * if there are not so many. (transfer full) */
static char *nth_line(const char *text, unsigned number)
{
    for (; number > 1; number--) {
        text += strcspn(text, "\r\n");
        if (!*text)
            return NULL;
        text += text[0] == '\r' && text[1] == '\n' ? 2 : 1;
    }
    return g_strndup(text, strcspn(text, "\r\n"));
}

/* What is wrong with a position of a record is told at the row that has it. */
static void place_at_row(KjInput *input, const char *name)
{
    unsigned rows = input->file->rows;
    if (rows == 0 || input->error_square == KJ_NO_SQUARE)
        return;
    bool named = strcmp(input->called, input->where) != 0;
    g_free(input->place);
    g_free(input->where);
    input->place =
        g_strdup_printf("%s:%u", name, rows + input->game.t->rank_of[input->error_square]);
    input->where = g_strdup(input->place);
    if (named)
        return;
    g_free(input->called);
    input->called = g_strdup(input->where);
}

void kj_reader_add_problems(KjInputReader *reader, GPtrArray *problems, const KjReaderText *text)
{
    for (unsigned i = 0; i < problems->len; i++) {
        KjProblem *problem = problems->pdata[i];
        bool named = problem->id && g_strcmp0(problem->id, problem->source) != 0;
        KjInput *input =
            kj_reader_add(reader, named ? problem->id : NULL,
                          text->one_line || problem->whole ? text->name : problem->source);
        if (problem->error) {
            set_error(input, problem->error);
            continue;
        }
        input->recorded_plies = problem->plies;
        input->note = g_steal_pointer(&problem->note);
        input->file = g_steal_pointer(&problem->file);
        input->text = problem->position;
        memset(&problem->position, 0, sizeof problem->position);
        if (reader->on_board && reader->values->value[KJ_OPT(GIVEN)].choice == KJ_MOVES_PLAYED)
            g_clear_pointer(&input->file, kj_game_file_free); // what goes along is given later
        if (prepare(reader, input))
            continue;
        if (input->file && input->file->format != KJ_FORMAT_TSV) {
            place_at_row(input, text->name);
            continue;
        }
        g_autofree char *line = nth_line(text->text, problem->line - text->first + 1);
        if (line)
            input->column = kj_position_error_column(&input->game, line, input->error_square);
    }
}

void kj_reader_add_text(KjInputReader *reader, const char *text, gssize length, const char *name,
                        bool one_line)
{
    g_autoptr(GPtrArray) problems = kj_problems_from_text(text, length, name, reader->variant);
    size_t size = length < 0 ? strlen(text) : (size_t)length;
    g_autofree char *decoded = kj_text_decode(text, size, NULL, NULL);
    const KjReaderText all = {
        .name = name, .one_line = one_line, .text = decoded ? decoded : "", .first = 1};
    kj_reader_add_problems(reader, problems, &all);
}

/* A file, or standard input (NULL), is opened and read once, so that pipes are as good. */
static void add_file(KjInputReader *reader, const char *path)
{
    const char *name = path ? path : "stdin", *given = path ? NULL : reader->values->input;
    g_autoptr(GError) error = NULL;
    if (given) {
        kj_reader_add_text(reader, given, -1, name, false);
        return;
    }
    size_t length;
    g_autofree char *bytes = kj_problem_bytes(path, &length, &error);
    if (bytes)
        kj_reader_add_text(reader, bytes, (gssize)length, name, false);
    else
        kj_reader_add(reader, NULL, name)->error = g_strdup(error->message);
}

static bool add_walked(void *data, const KjWalked *walked)
{
    KjInputReader *reader = data;
    if (walked->error)
        kj_reader_add(reader, NULL, walked->path)->error = g_strdup(walked->error);
    else if (!walked->folder)
        add_file(reader, walked->path);
    return true;
}

/* Reads the files of a folder and of those below it. */
static void add_folder(KjInputReader *reader, const char *path)
{
    guint before = reader->inputs->len;
    kj_walk(path, add_walked, reader);
    if (reader->inputs->len == before)
        kj_reader_add(reader, NULL, path)->error =
            g_strdup(kj_tr("no file of a known format in it, expected .kif, .csa or the like"));
}

static void add_start(KjInputReader *reader, const KjGame *game, const char *name,
                      const char *place)
{
    KjInput *input = kj_reader_add(reader, place, place);
    input->text.number = 1;
    bool found = kj_handicap_find(game, name, &input->text.start);
    g_assert(found);
    (void)prepare(reader, input);
}

static void add_argument(KjInputReader *reader, const char *word, unsigned index)
{
    const KjGame *game = reader->variant ? reader->variant : kj_game_at(0);
    KjPosition position;
    if (strcmp(word, "-") == 0) {
        add_file(reader, NULL);
        return;
    }
    if (is_file(word)) {
        bool folder = g_file_test(word, G_FILE_TEST_IS_DIR);
        (folder ? add_folder : add_file)(reader, word);
        return;
    }
    g_autofree char *place =
        reader->on_board ? g_strdup("board") : g_strdup_printf("argument %u", index);
    if (kj_handicap_find(game, word, &position)) {
        add_start(reader, game, word, word);
        return;
    }
    guint before = reader->inputs->len;
    kj_reader_add_text(reader, word, -1, place, strchr(word, '\n') == NULL);
    KjInput *input = reader->inputs->pdata[before];
    if (!input->error || input->has_position || !*word || strchr(word, ' ') || kj_address_is(word))
        return;
    if (strchr(word, '.') || !strchr(word, '/')) {
        char *error =
            g_strdup_printf(kj_tr("no file '%s', and no position: %s"), word, input->error);
        g_free(input->error);
        input->error = error;
    }
}

GPtrArray *kj_inputs_read(const KjValues *values, bool on_board, const char *const *args,
                          GError **error)
{
    KjValues board = *values; // what they point to stays theirs
    KjValue *rule = &board.value[KJ_OPT(GIVEN)];
    if (rule->choice != KJ_MOVES_LINE) // somebody has gone there by the moves
        rule->choice = KJ_MOVES_PLAYED;
    KjInputReader reader = {.values = on_board ? &board : values, .on_board = on_board};
    if (!kj_input_variant(values, &reader.variant, error))
        return NULL;
    reader.inputs = g_ptr_array_new_with_free_func((GDestroyNotify)kj_input_free);
    if (!*args) {
        const KjGame *game = reader.variant ? reader.variant : kj_game_at(0);
        add_start(&reader, game, kj_handicap_at(game, 0)->id, "startpos");
    }
    for (unsigned i = 0; args[i]; i++)
        add_argument(&reader, args[i], i + 1);
    return reader.inputs;
}

KjInput *kj_input_of_line(const KjValues *values, const KjGame *variant, const char *line)
{
    g_autoptr(GPtrArray) inputs = g_ptr_array_new();
    KjInputReader reader = {.values = values, .variant = variant, .inputs = inputs};
    g_autofree char *text = g_strdup(line);
    g_autoptr(GPtrArray) problems = kj_problems_from_lines(text, "", 1, variant);
    const KjReaderText all = {.name = "", .text = line, .first = 1};
    kj_reader_add_problems(&reader, problems, &all);
    if (!inputs->len)
        kj_reader_add(&reader, NULL, "")->error = g_strdup(kj_tr("empty, expected a problem"));
    return inputs->pdata[0];
}

KjInput *kj_input_from_text(const KjValues *values, const KjGame *variant, const char *text,
                            const char *place)
{
    g_autoptr(GPtrArray) inputs = g_ptr_array_new();
    KjValues played = *values; // what they point to stays theirs
    played.value[KJ_OPT(GIVEN)].choice = KJ_MOVES_PLAYED;
    KjInputReader reader = {.values = &played, .variant = variant, .inputs = inputs};
    KjInput *input = kj_reader_add(&reader, place, place);
    g_autoptr(GError) error = NULL;
    if (kj_position_text_read(text, variant, &input->text, &error))
        (void)prepare(&reader, input);
    else
        set_error(input, error);
    return input;
}

KjMove *kj_input_line(const KjInput *input, unsigned *out_n)
{
    *out_n = 0;
    bool given = input->file && !input->text.n_moves && kj_move_tree_plies(input->file->tree) > 0;
    return given ? kj_move_tree_main_line(input->file->tree, out_n) : NULL;
}
