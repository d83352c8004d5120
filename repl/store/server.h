/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The connection to a store on a server: PostgreSQL by libpq. Which server, as whom and how TLS is
 * used is said by a URL (`postgresql://USER@HOST/DATABASE?sslmode=verify-full`), a service
 * (`service=NAME`, or `postgresql://?service=NAME`), the environment and ~/.pgpass, as for every
 * program of PostgreSQL.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "repl/store/libpq.h"

typedef struct KjServer {
    PGconn *conn;
    char *url;
    char *name;       // the URL without a password, for messages
    unsigned seconds; // that an answer may take; 0: any time
} KjServer;

G_DEFINE_AUTOPTR_CLEANUP_FUNC(PGresult, PQclear)

/* Whether the name of a store is that of one on a server. */
bool kj_server_is(const char *path);

/* A name of a store without its password. (transfer full) */
char *kj_server_shown(const char *path);

/* Connects. NULL with KJ_STORE_ERROR_AWAY, or KJ_STORE_ERROR_SQLITE where trying again is of no
 * use: a wrong URL, password or database. */
KjServer *kj_server_open(const char *url, GError **error);
void kj_server_close(KjServer *server);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjServer, kj_server_close)

/* Connects again after the connection was lost. Errors: as kj_server_open. */
bool kj_server_reconnect(KjServer *server, GError **error);

/*
 * Runs one statement with texts for $1, $2, …; NULL is SQL's. NULL with KJ_STORE_ERROR_AWAY when
 * the server cannot be reached or cannot go on at present (also: full disk, too many connections),
 * so that the same may succeed later; KJ_STORE_ERROR_SQLITE else. (transfer full)
 */
PGresult *kj_server_query(KjServer *server, const char *sql, const char *const *values, unsigned n,
                          GError **error);

/* Runs statements without values and results. */
bool kj_server_run(KjServer *server, const char *sql, GError **error);

/* Sets `error` from a failed result, or from the connection (NULL); always returns false. */
bool kj_server_fail(KjServer *server, const PGresult *result, GError **error);

/* A number of the first row and column of a query; -1 on an error. */
gint64 kj_server_number(KjServer *server, const char *sql, const char *const *values, unsigned n,
                        GError **error);

/* The columns of a row; NULL is SQL's. */
const char *kj_server_text(const PGresult *rows, int row, int column);
gint64 kj_server_integer(const PGresult *rows, int row, int column);

/*
 * Looks whether the database holds a store of this version; with `create` makes one where there is
 * none. Errors: KJ_TEXT_ERROR when there is none or one of another version.
 */
bool kj_server_check(KjServer *server, bool create, GError **error);
