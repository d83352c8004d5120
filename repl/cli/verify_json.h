/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of `verify` as a record. */
#ifndef KJ_REPL_CLI_VERIFY_JSON_H
#define KJ_REPL_CLI_VERIFY_JSON_H

#include "repl/cli/printer.h"
#include "repl/verify/verify.h"

/* The schema of these records. */
#define KJ_VERIFY_SCHEMA "kanju.verify/1"

/* Prints what came out of the certificate of that file. */
void kj_verify_print(KjPrinter *printer, const char *path, const KvResult *result);

#endif
