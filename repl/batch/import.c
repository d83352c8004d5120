/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads problems from files and writes them to the store as items and problems. */
#include "repl/batch/import.h"

#include <json-glib/json-glib.h>
#include <stdlib.h>
#include <string.h>

#include "core/text/lang.h"
#include "repl/batch/sources.h"
#include "repl/cli/input_print.h"
#include "repl/job/input_record.h"
#include "repl/job/solve_job.h"
#include "repl/store/canonical.h"
#include "repl/store/claim.h"
#include "repl/store/shard.h"

// A canonical text that has moves before the position.
#define WITH_MOVES "instr(p.position,' moves ')>0"

enum { COMMIT_MICROSECONDS = 500000, LOOK_EVERY = 64 };

typedef struct {
    KjStore *store;
    KjSession *session;
    const KjCall *call;
    const KjGame *variant; // or NULL
    bool progress;
    KjLoops loops; // of the call
    KjShard shard; // likewise
    KjImportCount *count;
    GError **error;
    gint64 committed; // monotonic microseconds of the last commit
    // the file being read
    gint64 file;
    const char *name;
    int number; // of the item, from 1
    // the game of the last problem, and whether mirror images are the same in it
    KjGame game;
    bool mirrors;
    sqlite3_stmt *add_file, *find_file, *add_problem, *find_problem, *add_item, *trim, *add_scope;
} Gather;

static const struct {
    size_t offset;
    const char *sql;
} statements[] = {
    {G_STRUCT_OFFSET(Gather, add_file), "INSERT OR IGNORE INTO file(name) VALUES(?)"},
    {G_STRUCT_OFFSET(Gather, find_file), "SELECT id FROM file WHERE name=?"},
    {G_STRUCT_OFFSET(Gather, add_problem), "INSERT INTO problem(game,position) VALUES(?,?)"},
    {G_STRUCT_OFFSET(Gather, find_problem),
     "SELECT id FROM problem WHERE game=? AND position=? AND "
     "claim=''"},
    {G_STRUCT_OFFSET(Gather, add_item),
     "INSERT OR REPLACE INTO item(file,problem," KJ_ITEM_COLUMNS ") SELECT "
     "?1,nullif(?2,0),?3,nullif(?4,0),?5,?6,?7,?8,?9,nullif(?10,-1),?11,?12,?13,nullif(?14,0),"
     "?15 EXCEPT SELECT file,problem," KJ_ITEM_COLUMNS " FROM item WHERE file=?1 AND number=?3"},
    {G_STRUCT_OFFSET(Gather, trim), "DELETE FROM item WHERE file=? AND number>?"},
    {G_STRUCT_OFFSET(Gather, add_scope), "INSERT OR IGNORE INTO scope(problem) VALUES(?)"},
};

static sqlite3_stmt **statement_at(Gather *g, size_t index)
{
    return (sqlite3_stmt **)G_STRUCT_MEMBER_P(g, statements[index].offset);
}

/* ---- rows ---- */

/* The id of a row found by texts, or 0 if there is none; -1 failed. */
static gint64 find(Gather *g, sqlite3_stmt *statement)
{
    int row = kj_store_step(g->store, statement, g->error);
    gint64 id = row > 0 ? sqlite3_column_int64(statement, 0) : row;
    sqlite3_reset(statement);
    return id;
}

static gint64 file_id(Gather *g, const char *name)
{
    kj_bind_text(g->add_file, 1, name);
    kj_bind_text(g->find_file, 1, name);
    return kj_store_do(g->store, g->add_file, g->error) ? find(g, g->find_file) : -1;
}

static gint64 problem_id(Gather *g, const char *game, const char *position)
{
    kj_bind_text(g->find_problem, 1, game);
    kj_bind_text(g->find_problem, 2, position);
    gint64 id = find(g, g->find_problem);
    if (id != 0)
        return id;
    kj_bind_text(g->add_problem, 1, game);
    kj_bind_text(g->add_problem, 2, position);
    return kj_store_do(g->store, g->add_problem, g->error) ? sqlite3_last_insert_rowid(g->store->db)
                                                           : -1;
}

/* Known headers of a game that have no column of their own, as a JSON object; NULL: none. */
static char *headers_json(const KjGameFile *file)
{
    const GPtrArray *notes = file ? file->tree->root->notes : NULL;
    static const char *const own[] = {"作品番号", "作品名",   "作者", "手数",
                                      "備考",     "発表年月", NULL};
    g_autoptr(JsonObject) object = json_object_new();
    for (guint i = 0; notes && i < notes->len; i++) {
        const KjNote *note = notes->pdata[i];
        if (note->kind == KJ_NOTE_HEADER && *note->text && !g_strv_contains(own, note->key) &&
            kj_game_file_header_known(note->key))
            json_object_set_string_member(object, note->key, note->text);
    }
    if (json_object_get_size(object) == 0)
        return NULL;
    g_autoptr(JsonNode) node = json_node_init_object(json_node_alloc(), object);
    return json_to_string(node, FALSE);
}

/* The line in the file, by the place "file:line"; 0 unknown. */
static int line_of(const KjInput *input)
{
    const char *colon = strrchr(input->place, ':');
    bool digits = colon && colon[1] && colon[1 + strspn(colon + 1, "0123456789")] == '\0';
    return digits ? (int)strtol(colon + 1, NULL, 10) : 0;
}

/* Writes the row of an item; `problem` 0: it has an error. */
static bool add_item(Gather *g, const KjInput *input, gint64 problem, unsigned turn,
                     const char *claim)
{
    const KjGameFile *file = input->file;
    g_autofree char *headers = headers_json(file);
    bool named = strcmp(input->id, input->place) != 0;
    sqlite3_stmt *add = g->add_item;
    int c = 1;
    sqlite3_bind_int64(add, c++, g->file);
    sqlite3_bind_int64(add, c++, problem);
    sqlite3_bind_int(add, c++, ++g->number);
    sqlite3_bind_int(add, c++, line_of(input));
    sqlite3_bind_int(add, c++, (int)turn);
    kj_bind_text(add, c++, named ? input->id : NULL);
    kj_bind_text(add, c++, kj_input_title(input));
    kj_bind_text(add, c++, file ? kj_game_file_header(file, kj_about_key(KJ_ABOUT_AUTHOR)) : NULL);
    kj_bind_text(add, c++, file ? kj_game_file_header(file, kj_about_key(KJ_ABOUT_DATE)) : NULL);
    sqlite3_bind_int(add, c++, input->recorded_plies);
    kj_bind_text(add, c++, input->note);
    kj_bind_text(add, c++, headers);
    kj_bind_text(add, c++, input->error);
    sqlite3_bind_int(add, c++, input->error ? (int)input->column : 0);
    kj_bind_text(add, c++, claim);
    g->count->items++;
    g->count->errors += problem == 0;
    return kj_store_do(g->store, g->add_item, g->error);
}

static bool add_to_scope(Gather *g, gint64 problem)
{
    sqlite3_bind_int64(g->add_scope, 1, problem);
    return kj_store_do(g->store, g->add_scope, g->error);
}

/* ---- reading ---- */

static bool same_game(const KjGame *a, const KjGame *b)
{
    return a->row == b->row && kj_rules_equal(&a->rules, &b->rules);
}

/* Commits now and then, and shows how far it is. */
static bool go_on(Gather *g)
{
    if (g->count->items % LOOK_EVERY)
        return true;
    if (kj_session_stopped(g->session))
        return false;
    gint64 now = g_get_monotonic_time();
    if (now - g->committed < COMMIT_MICROSECONDS)
        return true;
    g->committed = now;
    if (g->progress) {
        g_autofree char *text = g_strdup_printf(
            kj_tr("reading: %" G_GUINT64_FORMAT " problems, %s"), g->count->items, g->name);
        kj_term_bar(&g->session->term, text);
    }
    return kj_store_commit(g->store, g->error) && kj_store_begin(g->store, g->error);
}

/*
 * The id of the problem of an input, 0 if it is in another part, and how its canonical position is
 * turned. Moves that were played before its position count where the law of repetition is asked.
 */
static gint64 problem_of(Gather *g, const KjInput *input, KjSide attacker, unsigned *out_turn)
{
    g_autofree char *alone = kj_canonical_make(&input->position, attacker, g->mirrors, out_turn);
    g_autofree char *game = input->text.n_moves && kj_loops_by_law(g->loops, &input->game)
                                ? kj_canonical_text(&input->text, *out_turn)
                                : NULL;
    const char *id = input->game.row->id, *position = game ? game : alone;
    return kj_shard_has(&g->shard, id, position) ? problem_id(g, id, position) : 0;
}

/* Leaves an item to the machine that has its part; what is no problem, to the one of the first. */
static bool pass_over(Gather *g)
{
    g->number++;
    return go_on(g);
}

static bool take_input(void *data, KjInput *input)
{
    Gather *g = data;
    KjSolveJob job = {.input = input};
    g_autofree char *claim = NULL;
    unsigned n_author;
    g_autofree KjMove *author = kj_input_line(input, &n_author);
    kj_solve_prepare(g->call->values, &job);
    gint64 problem = 0;
    unsigned turn = 0;
    if (job.usable && job.attacker == KJ_GOTE && !kj_canonical_turns(&input->game)) {
        input->error = g_strdup(kj_tr("gote attacks, and by its try rule this game is not the "
                                      "same from both sides: expected sente as the attacker"));
        job.usable = false;
    }
    if (job.usable) {
        kj_input_warn(g->session, input);
        if (!g->game.row || !same_game(&g->game, &input->game)) {
            g->game = input->game;
            g->mirrors = kj_canonical_mirrors(&g->game);
        }
        problem = problem_of(g, input, job.attacker, &turn);
        if (problem == 0)
            return pass_over(g);
        if (problem < 0 || !add_to_scope(g, problem))
            return false;
        claim = kj_claim_write(&input->position, turn, input->recorded_plies, author, n_author);
        g->count->missing += job.missing > 0;
    } else if (g->shard.part > 0) {
        return pass_over(g);
    } else {
        kj_input_report(g->session, input);
    }
    return add_item(g, input, problem, turn, claim ? claim : "") && go_on(g);
}

/* A file that cannot be read is one item with an error. */
static bool take_failure(Gather *g, const char *why)
{
    KjInput *input = kj_input_new(NULL, g->name);
    input->error = g_strdup(why);
    kj_input_report(g->session, input);
    bool ok = add_item(g, input, 0, 0, "");
    kj_input_free(input);
    return ok;
}

/* A folder or archive that could not be opened before stands in the store as what could not be
 * read. */
static bool forget_failure(Gather *g, const char *name)
{
    kj_bind_text(g->find_file, 1, name);
    gint64 file = find(g, g->find_file);
    sqlite3_bind_int64(g->trim, 1, file);
    sqlite3_bind_int64(g->trim, 2, 0);
    return file == 0 || (file > 0 && kj_store_do(g->store, g->trim, g->error));
}

/* Takes a file, or a part of a long list. */
static bool take_source(void *data, const KjSource *source)
{
    Gather *g = data;
    g_autofree char *name = g_utf8_make_valid(source->name, -1);
    if (!source->bytes && !source->error)
        return forget_failure(g, name);
    g->name = name;
    if (source->first <= 1) {
        g->number = 0;
        g->file = file_id(g, name);
        g->count->files++;
    }
    if (g->file <= 0)
        return false;
    const KjValues *values = g->call->values;
    bool ok = source->error ? take_failure(g, source->error)
                            : kj_inputs_each(values, g->variant, source->bytes, source->length,
                                             name, source->first, take_input, g);
    if (!ok || source->more)
        return ok;
    sqlite3_bind_int64(g->trim, 1, g->file);
    sqlite3_bind_int64(g->trim, 2, g->number);
    return kj_store_do(g->store, g->trim, g->error);
}

static bool prepare_all(Gather *g)
{
    for (size_t i = 0; i < G_N_ELEMENTS(statements); i++) {
        *statement_at(g, i) = kj_store_prepare(g->store, statements[i].sql, g->error);
        if (!*statement_at(g, i))
            return false;
    }
    return true;
}

/* Reads the arguments in transactions; false with the error set, or stopped without. */
static bool gather_files(Gather *g, const char *const *args)
{
    if (!prepare_all(g) || !kj_store_begin(g->store, g->error))
        return false;
    g->committed = g_get_monotonic_time();
    KjSources sources = {.take = take_source, .data = g, .stop = g->session->stop, .parts = true};
    bool all = kj_sources_each(&sources, args);
    if (!all && g->error && *g->error) {
        kj_store_rollback(g->store);
        return false;
    }
    return kj_store_commit(g->store, g->error) && all;
}

/* Puts all problems of the store that are in the part into the scope. */
static bool take_all(Gather *g)
{
    g_autoptr(sqlite3_stmt) put =
        kj_shard_to_sql(g->store, g->error)
            ? kj_store_prepare(g->store,
                               "INSERT INTO scope SELECT id FROM problem WHERE claim='' AND "
                               "kj_shard(game,position,?,?)",
                               g->error)
            : NULL;
    if (!put)
        return false;
    sqlite3_bind_int64(put, 1, g->shard.part);
    sqlite3_bind_int64(put, 2, g->shard.parts);
    return kj_store_do(g->store, put, g->error);
}

bool kj_import_claims(KjStore *store, gint64 *out_left_out, GError **error)
{
    static const char with_moves[] =
        "SELECT count(*) FROM scope s JOIN problem p ON p.id=s.problem WHERE " WITH_MOVES;
    static const char statements_of_claims[] =
        "BEGIN IMMEDIATE;"
        "CREATE TEMP TABLE claimed AS SELECT DISTINCT p.game,p.position,coalesce(i.claim,'') AS "
        "claim FROM scope s JOIN problem p ON p.id=s.problem LEFT JOIN item i ON "
        "i.problem=s.problem WHERE NOT " WITH_MOVES ";"
        "INSERT OR IGNORE INTO problem(game,position,claim) SELECT game,position,claim FROM "
        "claimed;"
        "DELETE FROM scope;"
        "INSERT INTO scope SELECT p.id FROM claimed JOIN problem p USING(position,game,claim);"
        "DROP TABLE temp.claimed;"
        "COMMIT";
    *out_left_out = kj_store_number(store, with_moves, error);
    if (*out_left_out < 0)
        return false;
    if (kj_store_run(store, statements_of_claims, error))
        return true;
    kj_store_rollback(store);
    return false;
}

bool kj_import(KjStore *store, KjSession *session, const KjCall *call, const char *const *args,
               bool progress, KjImportCount *out, GError **error)
{
    GError *failure = NULL; // needed also when the caller does not want it
    KjSolveRequest request;
    kj_solve_request(call->values, 1, &request);
    Gather g = {.store = store,
                .session = session,
                .call = call,
                .progress = progress,
                .loops = request.solver.loops,
                .count = out,
                .error = &failure};
    *out = (KjImportCount){0};
    bool ok = kj_shard_read(call->values->value[KJ_OPT(SHARD)].text, &g.shard, &failure) &&
              kj_input_variant(call->values, &g.variant, &failure) &&
              kj_store_run(store, "CREATE TEMP TABLE scope(problem INTEGER PRIMARY KEY)", &failure);
    if (ok && *args)
        gather_files(&g, args);
    else if (ok)
        take_all(&g);
    for (size_t i = 0; i < G_N_ELEMENTS(statements); i++)
        sqlite3_finalize(*statement_at(&g, i));
    if (!failure)
        return true;
    g_propagate_error(error, failure);
    return false;
}
