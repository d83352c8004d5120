/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libpq, loaded when the first connection is made. It brings TLS, Kerberos and LDAP along, 6 MiB of
 * memory and half of the time that the program takes to start; most runs need none of it, and a
 * system without PostgreSQL can do without it. Its functions are called by their own names.
 */
#pragma once

#include <glib.h>
#include <libpq-fe.h>
#include <stdbool.h>

// clang-format off
#define KJ_LIBPQ_FUNCTIONS(X) \
    X(clear) X(connectdbParams) X(consumeInput) X(errorMessage) X(exec) X(finish) X(fname) \
    X(freemem) X(ftype) X(getResult) X(getisnull) X(getvalue) X(isBusy) X(nfields) \
    X(ntuples) X(parameterStatus) X(putCopyData) X(putCopyEnd) X(resultErrorField) \
    X(resultStatus) X(sendQuery) X(sendQueryParams) X(setNoticeReceiver) X(setSingleRowMode) \
    X(socket) X(status) X(unescapeBytea)
// clang-format on

typedef struct {
#define X(NAME) __typeof__(&PQ##NAME) NAME;
    KJ_LIBPQ_FUNCTIONS(X)
#undef X
} KjLibpq;

/* All NULL until kj_libpq_load. */
extern KjLibpq kj_libpq;

/* Loads the library, once; false with KJ_STORE_ERROR_SQLITE where there is none. Any thread. */
bool kj_libpq_load(GError **error);

#define PQclear kj_libpq.clear
#define PQconnectdbParams kj_libpq.connectdbParams
#define PQconsumeInput kj_libpq.consumeInput
#define PQerrorMessage kj_libpq.errorMessage
#define PQexec kj_libpq.exec
#define PQfinish kj_libpq.finish
#define PQfname kj_libpq.fname
#define PQfreemem kj_libpq.freemem
#define PQftype kj_libpq.ftype
#define PQgetResult kj_libpq.getResult
#define PQgetisnull kj_libpq.getisnull
#define PQgetvalue kj_libpq.getvalue
#define PQisBusy kj_libpq.isBusy
#define PQnfields kj_libpq.nfields
#define PQntuples kj_libpq.ntuples
#define PQparameterStatus kj_libpq.parameterStatus
#define PQputCopyData kj_libpq.putCopyData
#define PQputCopyEnd kj_libpq.putCopyEnd
#define PQresultErrorField kj_libpq.resultErrorField
#define PQresultStatus kj_libpq.resultStatus
#define PQsendQuery kj_libpq.sendQuery
#define PQsendQueryParams kj_libpq.sendQueryParams
#define PQsetNoticeReceiver kj_libpq.setNoticeReceiver
#define PQsetSingleRowMode kj_libpq.setSingleRowMode
#define PQsocket kj_libpq.socket
#define PQstatus kj_libpq.status
#define PQunescapeBytea kj_libpq.unescapeBytea
