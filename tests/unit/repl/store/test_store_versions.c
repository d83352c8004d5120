/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores of older versions, and what is made of an answer. */
#include <glib/gstdio.h>

#include "repl/store/store.h"
#include "tests/support/cmocka.h"

// The tables that all versions have, as far as others refer to them.
#define SAME                                                                                      \
    "CREATE TABLE file(id INTEGER PRIMARY KEY,name TEXT NOT NULL UNIQUE);"                        \
    "CREATE TABLE problem(id INTEGER PRIMARY KEY,game TEXT NOT NULL,position TEXT NOT NULL,"      \
    "claim TEXT NOT NULL DEFAULT '',UNIQUE(position,game,claim));"                                \
    "CREATE TABLE item(file INTEGER NOT NULL REFERENCES file,problem INTEGER REFERENCES problem," \
    "number INTEGER NOT NULL,line INTEGER,turn INTEGER,name TEXT,title TEXT,composer TEXT,"       \
    "date TEXT,recorded INTEGER,note TEXT,headers TEXT,error TEXT,col INTEGER,"                   \
    "claim TEXT NOT NULL DEFAULT '',PRIMARY KEY(file,number)) WITHOUT ROWID;"                     \
    "CREATE INDEX item_problem ON item(problem);"                                                 \
    "CREATE TABLE task(id INTEGER PRIMARY KEY,kind TEXT NOT NULL,version TEXT NOT NULL,"          \
    "rules TEXT NOT NULL,used INTEGER NOT NULL,UNIQUE(kind,version,rules));"                      \
    "CREATE TABLE checkpoint(task INTEGER NOT NULL,problem INTEGER NOT NULL,bytes BLOB NOT NULL," \
    "PRIMARY KEY(task,problem));"                                                                 \
    "INSERT INTO file VALUES(3,'f');INSERT INTO problem VALUES(7,'shogi','x','');"                \
    "INSERT INTO item(file,number,line,problem,title) VALUES(3,1,4,7,'t');"                       \
    "INSERT INTO task VALUES(2,'solve','1','x=y',5),(4,'check','1','x=y',6);"                     \
    "INSERT INTO checkpoint VALUES(2,7,x'01');"                                                   \
    "PRAGMA application_id=1264676458;"

#define CHECKED                                                                                \
    "{\"schema\":\"kanju.check/"                                                               \
    "2\",\"verdict\":\"sound\",\"plies\":1,\"shortest\":1,\"line\":[\"G*5b\"],"                \
    "\"tentative\":false,\"shortest_proved\":true,\"findings\":[{\"code\":\"late\",\"ply\":1," \
    "\"severity\":\"note\"}],\"themes\":[{\"theme\":\"smoke\",\"state\":\"yes\"}]"

// Each with a solved problem, one that is no result, and a checked one. A column for each number.
static const char version_9[] = SAME
    "CREATE TABLE result(task INTEGER NOT NULL REFERENCES task,problem INTEGER NOT NULL REFERENCES "
    "problem,verdict TEXT NOT NULL,cause TEXT,settled INTEGER NOT NULL,plies INTEGER,"
    "pure_plies INTEGER,proved INTEGER,line TEXT,complete INTEGER,leftover TEXT,"
    "nodes INTEGER NOT NULL,ms INTEGER NOT NULL,seconds_limit REAL NOT NULL,"
    "nodes_limit INTEGER NOT NULL,memory_mib INTEGER NOT NULL,certificate TEXT,report TEXT,"
    "difficulty REAL,PRIMARY KEY(task,problem)) WITHOUT ROWID;"
    "CREATE TABLE code(task INTEGER,problem INTEGER,code TEXT,ply INTEGER,detail TEXT,severity "
    "INTEGER);"
    "CREATE TABLE theme(task INTEGER,problem INTEGER,theme TEXT);"
    "INSERT INTO result(task,problem,verdict,settled,plies,proved,line,complete,nodes,ms,"
    "seconds_limit,nodes_limit,memory_mib) VALUES(2,7,'mate',1,3,1,'7g7f P*5e 1a2b+',1,10,11,1.5,"
    "12,13),(2,8,'nonsense',1,9,0,NULL,0,10,11,1.5,12,13);"
    "INSERT INTO result(task,problem,verdict,cause,settled,nodes,ms,seconds_limit,nodes_limit,"
    "memory_mib,certificate,report,difficulty) VALUES(4,7,'sound',NULL,1,10,11,1.5,12,13,'c.kjc',"
    "'" CHECKED ",\"nodes\":9,\"ms\":1}',1.25);"
    "INSERT INTO code VALUES(4,7,'late',1,'',1);INSERT INTO theme VALUES(4,7,'smoke');"
    "PRAGMA user_version=9";

// Of the columns that are made of the answer only the one that differed.
static const char version_10[] = SAME
    "CREATE TABLE result(task INTEGER NOT NULL REFERENCES task,problem INTEGER NOT NULL REFERENCES "
    "problem,settled INTEGER NOT NULL,seconds_limit REAL NOT NULL,nodes_limit INTEGER NOT NULL,"
    "memory_mib INTEGER NOT NULL,answer TEXT NOT NULL,plies INTEGER AS(json_extract(answer,"
    "'$.plies')),PRIMARY KEY(task,problem)) WITHOUT ROWID;"
    "CREATE VIEW code AS SELECT task FROM result;CREATE VIEW theme AS SELECT task FROM result;"
    "INSERT INTO result VALUES(2,7,1,1.5,12,13,'{\"schema\":\"kanju.solve/2\",\"verdict\":\"mate\","
    "\"plies\":3,\"plies_proved\":true,\"line\":[\"7g7f\",\"P*5e\",\"1a2b+\"],\"line_kind\":"
    "\"main\","
    "\"nodes\":10,\"ms\":11}'),(2,8,1,1.5,12,13,'{\"schema\":\"kanju.solve/2\","
    "\"verdict\":\"nonsense\",\"nodes\":10,\"ms\":11}'),(4,7,1,1.5,12,13,'" CHECKED
    ",\"certificate\":\"c.kjc\",\"exact_score\":\"1.25\",\"nodes\":10,\"ms\":11}');"
    "PRAGMA user_version=10";

/* What the tables of a store are: columns, keys, references, indices. */
static char *shape_of(KjStore *store)
{
    g_autoptr(sqlite3_stmt) rows = kj_store_prepare(
        store,
        "SELECT m.type||' '||m.name||' '||coalesce((SELECT group_concat(t.name||' '||t.type||"
        "t.\"notnull\"||coalesce(t.dflt_value,'-')||t.pk) FROM pragma_table_info(m.name) t),'')||"
        "coalesce((SELECT group_concat(k.\"table\"||k.\"from\") FROM "
        "pragma_foreign_key_list(m.name) k),'') FROM sqlite_master m ORDER BY m.name",
        NULL);
    assert_non_null(rows);
    GString *text = g_string_new(NULL);
    while (kj_store_step(store, rows, NULL) > 0)
        g_string_append_printf(text, "%s\n", kj_column_text(rows, 0));
    return g_string_free(text, FALSE);
}

static void check_version(const char *sql)
{
    GError *error = NULL;
    g_autofree char *folder = g_dir_make_tmp("kanju-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "old.kdb", NULL);
    sqlite3 *old;
    assert_int_equal(sqlite3_open(path, &old), SQLITE_OK);
    assert_int_equal(sqlite3_exec(old, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(old);
    static const char *const held[] = {
        "SELECT count(*)=3 AND sum(whole)=2 FROM result",
        "SELECT verdict='mate' AND plies=3 AND proved AND line='7g7f P*5e 1a2b+' AND "
        "line_kind='main' AND nodes=10 AND ms=11 AND seconds_limit=1.5 AND memory_mib=13 AND "
        "difficulty IS NULL AND cause IS NULL FROM result WHERE task=2 AND problem=7",
        "SELECT verdict='sound' AND plies=1 AND proved AND line='G*5b' AND line_kind='main' AND "
        "nodes=10 AND certificate='c.kjc' AND difficulty=1.25 FROM result WHERE task=4",
        "SELECT count(*)=1 AND max(code)='late' AND max(ply)=1 FROM code WHERE task=4",
        "SELECT count(*)=1 AND max(theme)='smoke' FROM theme WHERE task=4",
        "SELECT bytes=x'01' FROM checkpoint WHERE task=2 AND problem=7",
        "SELECT title='t' AND line=4 FROM item WHERE file=3",
        "SELECT used=5 FROM task WHERE id=2",
    };
    g_autoptr(KjStore) fresh = kj_store_open("", KJ_STORE_MEMORY, NULL);
    g_autofree char *shape = shape_of(fresh);
    for (KjStoreMode mode = KJ_STORE_READ; mode <= KJ_STORE_WRITE; mode++) {
        g_autoptr(KjStore) store = kj_store_open(path, mode, &error);
        assert_null(error);
        for (size_t i = 0; i < G_N_ELEMENTS(held); i++)
            if (kj_store_number(store, held[i], NULL) != 1)
                fail_msg("%s", held[i]);
        g_autofree char *same = shape_of(store);
        assert_string_equal(same, shape);
    }
    g_unlink(path);
    assert_int_equal(g_rmdir(folder), 0);
}

TEST(stores_of_older_versions_are_brought_up_to_date)
{
    check_version(version_9);
    check_version(version_10);
}

/* The length of a line that stands for the main line is no bound: the shortest mate known is. */
TEST(a_tentative_line_says_nothing_of_lengths)
{
    g_autoptr(KjStore) store = kj_store_open("", KJ_STORE_MEMORY, NULL);
    static const char rows[] =
        "INSERT INTO problem VALUES(1,'shogi','a',''),(2,'shogi','b',''),(3,'shogi','c','');"
        "INSERT INTO task VALUES(1,'check','1','x=y',1);"
        "INSERT INTO result(task,problem,settled,seconds_limit,nodes_limit,memory_mib,answer) "
        "SELECT 1,value->>0,1,1,1,1,json_object('schema','kanju.check/2','verdict','unknown',"
        "'plies',value->>1,'shortest',value->>2,'shortest_proved',json(value->>3),'tentative',"
        "json(value->>4),'nodes',1,'ms',1) FROM json_each('[[1,31,249,\"false\",\"true\"],"
        "[2,39,37,\"true\",\"false\"],[3,37,37,\"true\",\"false\"]]')";
    assert_true(kj_store_run(store, rows, NULL));
    static const char *const held[] = {
        "SELECT plies=249 AND NOT proved FROM result WHERE problem=1",
        "SELECT plies=39 AND NOT proved FROM result WHERE problem=2",
        "SELECT plies=37 AND proved FROM result WHERE problem=3",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(held); i++)
        assert_int_equal(kj_store_number(store, held[i], NULL), 1);
}
