/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores of earlier versions. */
#include <glib/gstdio.h>

#include "repl/store/store.h"
#include "tests/support/cmocka.h"

// The tables of version 1.
static const char version_1[] =
    "CREATE TABLE file(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE problem(id INTEGER PRIMARY KEY, game TEXT NOT NULL, position TEXT NOT NULL,"
    " UNIQUE(position, game));"
    "CREATE TABLE item(file INTEGER NOT NULL REFERENCES file, number INTEGER NOT NULL,"
    " line INTEGER, problem INTEGER REFERENCES problem, turn INTEGER, name TEXT, title TEXT,"
    " composer TEXT, recorded INTEGER, note TEXT, headers TEXT, error TEXT, col INTEGER,"
    " PRIMARY KEY(file, number)) WITHOUT ROWID;"
    "CREATE INDEX item_problem ON item(problem);"
    "CREATE TABLE task(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, version TEXT NOT NULL,"
    " rules TEXT NOT NULL, used INTEGER NOT NULL, UNIQUE(kind, version, rules));"
    "CREATE TABLE result(task INTEGER NOT NULL REFERENCES task,"
    " problem INTEGER NOT NULL REFERENCES problem, verdict TEXT NOT NULL, cause TEXT,"
    " settled INTEGER NOT NULL, plies INTEGER, pure_plies INTEGER, proved INTEGER, line TEXT,"
    " complete INTEGER, leftover TEXT, nodes INTEGER NOT NULL, ms INTEGER NOT NULL,"
    " seconds_limit REAL NOT NULL, nodes_limit INTEGER NOT NULL, memory_mib INTEGER NOT NULL,"
    " certificate TEXT, report TEXT, PRIMARY KEY(task, problem)) WITHOUT ROWID;"
    "CREATE TABLE code(task INTEGER NOT NULL, problem INTEGER NOT NULL, code TEXT NOT NULL,"
    " ply INTEGER NOT NULL, detail TEXT NOT NULL,"
    " PRIMARY KEY(task, problem, code, ply, detail)) WITHOUT ROWID;"
    "CREATE TABLE theme(task INTEGER NOT NULL, problem INTEGER NOT NULL, theme TEXT NOT NULL,"
    " PRIMARY KEY(task, problem, theme)) WITHOUT ROWID;"
    "INSERT INTO file VALUES(3,'f');INSERT INTO problem VALUES(7,'shogi','x');"
    "INSERT INTO item(file,number,line,problem,title,headers) VALUES(3,1,4,7,'t',"
    "'{\"発表年月\":\"1755\",\"備考\":\"n\",\"出典\":\"x\"}');"
    "INSERT INTO task VALUES(2,'solve','1','x=y',5);"
    "INSERT INTO result(task,problem,verdict,settled,plies,nodes,ms,seconds_limit,nodes_limit,"
    "memory_mib) VALUES(2,7,'mate',1,9,10,11,1.5,12,13),(2,8,'nonsense',1,9,10,11,1.5,12,13);"
    "INSERT INTO code VALUES(2,7,'late',1,'');INSERT INTO theme VALUES(2,7,'smoke');"
    "PRAGMA application_id=1264676458;PRAGMA user_version=1";

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

TEST(a_store_of_version_1_is_brought_up_to_date)
{
    GError *error = NULL;
    g_autofree char *folder = g_dir_make_tmp("kanju-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "old.kdb", NULL);
    sqlite3 *old;
    assert_int_equal(sqlite3_open(path, &old), SQLITE_OK);
    assert_int_equal(sqlite3_exec(old, version_1, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(old);
    static const char *const held[] = {
        "SELECT severity=3 FROM code WHERE code='late' AND task=2 AND problem=7",
        "SELECT count(*)=2 AND count(difficulty)=0 FROM result",
        "SELECT seconds_limit=1.5 AND memory_mib=13 FROM result WHERE problem=7",
        "SELECT count(*)=0 FROM checkpoint",
        "SELECT claim='' AND title='t' AND line=4 FROM item WHERE file=3",
        "SELECT date='1755' AND note='n' AND headers='{\"出典\":\"x\"}' FROM item",
        "SELECT id=7 FROM problem WHERE position='x' AND claim=''",
        "SELECT used=5 FROM task WHERE id=2",
        "SELECT theme='smoke' FROM theme",
        "SELECT name='f' FROM file WHERE id=3",
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
    g_autofree char *lock = g_strconcat(path, "-lock", NULL);
    g_unlink(lock);
    assert_int_equal(g_rmdir(folder), 0);
}
