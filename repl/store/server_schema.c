/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The store in a database: made where there is none, brought up to date where it is an older one. */
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/store/server.h"
#include "repl/store/store.h"

// Before and after the tables that a store in a file has as well (columns.def).
static const char begin_tables[] = "CREATE SCHEMA kanju;SET LOCAL search_path=kanju,pg_temp;"
                                   "CREATE TABLE store(version int NOT NULL);";
static const char tables[] = ""
#include "repl/store/server_schema.sql.h"
    ;
static const char functions[] = ""
#include "repl/store/server_functions.sql.h"
    ;

// What brings the tables of version 1, 2, ... to the next one, besides columns of columns.def, checks
// and functions.
static const char *const changes[KJ_SERVER_VERSION] = {
    [1] = "ALTER TABLE run ADD COLUMN salt uuid NOT NULL DEFAULT gen_random_uuid();"
          "ALTER TABLE work ADD COLUMN doer bigint;"
          "CREATE TABLE verified(task bigint NOT NULL,problem bigint NOT NULL,outcome text NOT "
          "NULL,PRIMARY KEY(task,problem));",
    // of what was there before nobody knows whose it was
    [2] = "ALTER TABLE checkpoint ALTER COLUMN role SET DEFAULT session_user;"
          "ALTER TABLE worker ADD COLUMN role text NOT NULL DEFAULT '';"
          "ALTER TABLE worker ALTER COLUMN role SET DEFAULT session_user;"
          "ALTER TABLE worker ADD COLUMN died boolean NOT NULL DEFAULT false;"
          "ALTER TABLE work ADD COLUMN doers bigint[] NOT NULL DEFAULT '{}',"
          "ADD COLUMN done_passes smallint[] NOT NULL DEFAULT '{}';",
    [4] = "UPDATE item SET date=coalesce(date,headers::jsonb->>'発表年月'),"
          "note=coalesce(note,headers::jsonb->>'備考'),"
          "headers=nullif((headers::jsonb-'発表年月'-'備考')::text,'{}') WHERE headers LIKE "
          "'%\"発表年月\"%' OR headers LIKE '%\"備考\"%';",
};

// Checks and functions are made anew. Those that workers call stay, with who may call them.
static const char drop_old[] =
    "DO $$DECLARE c record; f regprocedure; BEGIN FOR c IN SELECT conrelid::regclass AS of,conname "
    "FROM pg_constraint WHERE contype='c' AND conrelid<>0 AND "
    "connamespace='kanju'::regnamespace LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT "
    "%I',c.of,c.conname); END LOOP; FOR f IN SELECT oid FROM pg_proc WHERE "
    "pronamespace='kanju'::regnamespace AND proname NOT IN('hello','exchange','died') LOOP "
    "EXECUTE 'DROP FUNCTION '||f; END LOOP; END$$;";

/* The version of the store, 0: there is none, -1: failed. */
static gint64 version_of(KjServer *server, GError **error)
{
    static const char is_there[] = "SELECT count(*) FROM pg_namespace WHERE nspname='kanju'";
    gint64 there = kj_server_number(server, is_there, NULL, 0, error);
    return there > 0 ? kj_server_number(server, "SELECT version FROM kanju.store", NULL, 0, error)
                     : there;
}

static bool make_tables(KjServer *server, GError **error)
{
    g_autoptr(GString) text = g_string_new(begin_tables);
    for (unsigned i = 0; i < KJ_STORED_TABLES; i++) {
        g_autofree char *table =
            kj_stored_create((KjStoreTable)i, KJ_SQL_OF_SERVER, kj_stored_name((KjStoreTable)i));
        g_string_append(text, table);
    }
    g_string_append(text, tables);
    return kj_server_run(server, text->str, error);
}

/* Makes the functions, and the checks of tables that are checked here and in files alike. What is
 * there already is not looked at: 'kanju report' says what is wrong with it. */
static bool make_functions(KjServer *server, GError **error)
{
    g_autofree char *verdict = kj_verdict_check("kind", "verdict");
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_printf(text,
                    "CREATE FUNCTION is_verdict(kind text, verdict text) RETURNS boolean LANGUAGE "
                    "sql IMMUTABLE AS $$SELECT %s$$;%s",
                    verdict, functions);
    for (unsigned i = 0; i < KJ_STORED_TABLES; i++)
        for (const KjColumn *c = NULL; (c = kj_column_next((KjStoreTable)i, c));) {
            g_autofree char *check = kj_column_check(c, KJ_SQL_OF_SERVER, "");
            if (check)
                g_string_append_printf(text,
                                       "ALTER TABLE %s ADD CONSTRAINT known_%s CHECK%s NOT "
                                       "VALID;",
                                       kj_stored_name((KjStoreTable)i), c->name, check);
        }
    return kj_server_run(server, text->str, error);
}

/* Adds the columns of columns.def that an older store does not have. */
static bool add_columns(KjServer *server, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (unsigned i = 0; i < KJ_STORED_TABLES; i++)
        for (const KjColumn *c = NULL; (c = kj_column_next((KjStoreTable)i, c));) {
            g_autofree char *column = kj_column_definition(c, KJ_SQL_OF_SERVER);
            if (c->type != KJ_COLUMN_ID && c->type != KJ_COLUMN_REF) // which are always there
                g_string_append_printf(text, "ALTER TABLE %s ADD COLUMN IF NOT EXISTS %s;",
                                       kj_stored_name((KjStoreTable)i), column);
        }
    return kj_server_run(server, text->str, error);
}

/* Takes a store from one version, 0 of none, to the present one. */
static bool bring_up(KjServer *server, gint64 version, GError **error)
{
    g_autofree char *note =
        g_strdup_printf("DELETE FROM store;INSERT INTO store VALUES(%d)", KJ_SERVER_VERSION);
    bool ok = version > 0 ? kj_server_run(server, drop_old, error) && add_columns(server, error)
                          : make_tables(server, error);
    for (; ok && version > 0 && version < KJ_SERVER_VERSION; version++)
        ok = !changes[version] || kj_server_run(server, changes[version], error);
    return ok && make_functions(server, error) && kj_server_run(server, note, error);
}

/* Brings the store up to date, or makes it with `create`: all or nothing. Whoever comes at the same
 * moment waits, and finds it done. */
static bool update(KjServer *server, bool create, GError **error)
{
    g_autofree char *begin =
        g_strdup_printf("BEGIN;SELECT pg_advisory_xact_lock(%d)", KJ_STORE_APPLICATION);
    bool ok = kj_server_run(server, begin, error);
    gint64 version = ok ? version_of(server, error) : -1;
    ok = version >= 0;
    if (ok && version < KJ_SERVER_VERSION && (version > 0 || create))
        ok = bring_up(server, version, error);
    ok = ok && kj_server_run(server, "COMMIT", error);
    if (!ok)
        kj_server_run(server, "ROLLBACK", NULL);
    return ok;
}

bool kj_server_check(KjServer *server, bool create, GError **error)
{
    gint64 version = version_of(server, error);
    if (version >= 0 && version < KJ_SERVER_VERSION && (version > 0 || create))
        version = update(server, create, error) ? version_of(server, error) : -1;
    if (version == KJ_SERVER_VERSION || version < 0)
        return version >= 0;
    if (version == 0)
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                     "%s: no store of Kanju, expected one that 'kanju batch' made", server->name);
    else
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                     "%s: a store of version %d, expected version %d: made by another Kanju",
                     server->name, (int)version, KJ_SERVER_VERSION);
    return false;
}
