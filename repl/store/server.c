/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Connecting to PostgreSQL, statements, and its errors as GError. */
#include "repl/store/server.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/store/store.h"

bool kj_server_is(const char *path)
{
    return path && (g_str_has_prefix(path, "postgresql://") ||
                    g_str_has_prefix(path, "postgres://") || g_str_has_prefix(path, "service="));
}

char *kj_server_shown(const char *path)
{
    static const char *const patterns[] = {"(://[^:/@?]*):[^@/]*@", "([?& ]password=)[^& ]*"};
    static const char *const shown[] = {"\\1@", "\\1..."};
    char *text = g_utf8_make_valid(path, -1);
    for (size_t i = 0; kj_server_is(path) && i < G_N_ELEMENTS(patterns); i++) {
        g_autoptr(GRegex) regex = g_regex_new(patterns[i], 0, 0, NULL);
        char *next = g_regex_replace(regex, text, -1, 0, shown[i], 0, NULL);
        g_free(text);
        text = next;
    }
    return text;
}

/* Whether what failed with a code of SQL may succeed later: the connection (08), no room or memory
 * (53), the server stops or starts (57), two at once (40), or a row that came meanwhile. */
static bool passes(const char *code)
{
    static const char *const classes[] = {"08", "53", "57", "40", "23505", "58"};
    for (size_t i = 0; code && i < G_N_ELEMENTS(classes); i++)
        if (g_str_has_prefix(code, classes[i]))
            return true;
    return false;
}

bool kj_server_fail(KjServer *server, const PGresult *result, GError **error)
{
    const char *code = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *primary = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    bool lost = PQstatus(server->conn) != CONNECTION_OK;
    g_autofree char *text = g_utf8_make_valid(primary ? primary : PQerrorMessage(server->conn), -1);
    text[strcspn(text, "\n")] = '\0'; // what follows explains it
    kj_text_harmless(text);
    return kj_set_error(error, KJ_STORE_ERROR,
                        lost || passes(code) ? KJ_STORE_ERROR_AWAY : KJ_STORE_ERROR_SQLITE,
                        "%s: %s", server->name, *text ? text : kj_tr("the connection was lost"));
}

/* What PostgreSQL says on a failed connection tells no code: what is said of a wrong name or
 * password is known by its words, which libpq has in English in any locale but the server not. */
static bool is_final(const char *message)
{
    static const char *const words[] = {
        "authentication failed", "does not exist", "no pg_hba.conf entry",
        "no password supplied",  "invalid",        "certificate"};
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
        if (strstr(message, words[i]))
            return true;
    return false;
}

static bool connect_to(KjServer *server, GError **error)
{
    // what stands before the URL is overridden by what it says
    const char *const keys[] = {
        "connect_timeout", "keepalives_idle", "keepalives_interval", "tcp_user_timeout",
        "dbname",          "client_encoding", "application_name",    NULL};
    const char *const values[] = {"10", "20", "10", "40000", server->url, "UTF8", "kanju", NULL};
    PQfinish(server->conn);
    server->conn = PQconnectdbParams(keys, values, 1);
    if (PQstatus(server->conn) != CONNECTION_OK) {
        bool final = is_final(PQerrorMessage(server->conn));
        g_autoptr(GError) failure = NULL;
        kj_server_fail(server, NULL, &failure);
        if (final)
            failure->code = KJ_STORE_ERROR_SQLITE;
        g_propagate_error(error, g_steal_pointer(&failure));
        return false;
    }
    if (g_strcmp0(PQparameterStatus(server->conn, "server_encoding"), "UTF8") == 0)
        return kj_server_run(
            server, "SET client_min_messages=warning;SET search_path=kanju,pg_temp", error);
    return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                        "%s: the database is encoded in %s, expected UTF8", server->name,
                        PQparameterStatus(server->conn, "server_encoding"));
}

static void ignore_notice(void *data, const PGresult *result)
{
    (void)data, (void)result;
}

KjServer *kj_server_open(const char *url, GError **error)
{
    if (!kj_libpq_load(error))
        return NULL;
    g_autoptr(KjServer) server = g_new0(KjServer, 1);
    server->url = g_strdup(url);
    server->name = kj_server_shown(url);
    if (!connect_to(server, error))
        return NULL;
    PQsetNoticeReceiver(server->conn, ignore_notice, NULL);
    return g_steal_pointer(&server);
}

bool kj_server_reconnect(KjServer *server, GError **error)
{
    bool ok = connect_to(server, error);
    PQsetNoticeReceiver(server->conn, ignore_notice, NULL);
    return ok;
}

void kj_server_close(KjServer *server)
{
    if (!server)
        return;
    PQfinish(server->conn);
    g_free(server->url);
    g_free(server->name);
    g_free(server);
}

/* ---- statements ---- */

/* Waits for an answer as long as it may take; false: the server is silent, or gone. */
static bool wait_for_answer(KjServer *server, GError **error)
{
    gint64 end = g_get_monotonic_time() + (gint64)server->seconds * G_USEC_PER_SEC;
    for (;;) {
        if (!PQconsumeInput(server->conn))
            return kj_server_fail(server, NULL, error);
        if (!PQisBusy(server->conn))
            return true;
        if (server->seconds && g_get_monotonic_time() >= end)
            break;
        enum { LOOK = 500 }; // milliseconds
        struct pollfd on = {.fd = PQsocket(server->conn), .events = POLLIN};
        poll(&on, 1, LOOK);
    }
    kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_AWAY, "%s: no answer in %u s", server->name,
                 server->seconds);
    PQfinish(server->conn); // whatever it still says is of no use
    server->conn = NULL;
    return false;
}

PGresult *kj_server_query(KjServer *server, const char *sql, const char *const *values, unsigned n,
                          GError **error)
{
    if (!PQsendQueryParams(server->conn, sql, (int)n, NULL, values, NULL, NULL, 0)) {
        kj_server_fail(server, NULL, error);
        return NULL;
    }
    PGresult *last = NULL;
    for (;;) {
        if (!wait_for_answer(server, error)) {
            PQclear(last);
            return NULL;
        }
        PGresult *next = PQgetResult(server->conn);
        if (!next)
            break;
        PQclear(last);
        last = next;
    }
    ExecStatusType status = PQresultStatus(last);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
        return last;
    kj_server_fail(server, last, error);
    PQclear(last);
    return NULL;
}

bool kj_server_run(KjServer *server, const char *sql, GError **error)
{
    g_autoptr(PGresult) result = PQexec(server->conn, sql);
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK ||
           kj_server_fail(server, result, error);
}

const char *kj_server_text(const PGresult *rows, int row, int column)
{
    return PQgetisnull(rows, row, column) ? NULL : PQgetvalue(rows, row, column);
}

gint64 kj_server_integer(const PGresult *rows, int row, int column)
{
    return g_ascii_strtoll(PQgetvalue(rows, row, column), NULL, 10);
}

gint64 kj_server_number(KjServer *server, const char *sql, const char *const *values, unsigned n,
                        GError **error)
{
    g_autoptr(PGresult) rows = kj_server_query(server, sql, values, n, error);
    if (rows && PQntuples(rows) == 1)
        return kj_server_integer(rows, 0, 0);
    if (rows)
        kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_SQLITE, "%s: nothing there",
                     server->name);
    return -1;
}
