/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The GUI's side of USI: an engine that is another program, asked for mates. Whatever it does wrong (it does
 * not start, says nonsense, falls silent, dies) becomes an answer that says so.
 */
#ifndef KJ_REPL_ENGINE_H
#define KJ_REPL_ENGINE_H

#include "core/position.h"
#include "repl/process.h"

typedef struct KjEngine KjEngine;

/* How engines are started. */
typedef struct {
    char **argv;
    char **settings;   // "NAME=VALUE" for setoption; NULL none
    unsigned hash_mib; // set as USI_Hash where the engine has that, unless in settings
} KjEngineSetup;

typedef enum {
    KJ_ANSWER_MATE,
    KJ_ANSWER_NOMATE,
    KJ_ANSWER_TIMEOUT,
    KJ_ANSWER_NOT_IMPLEMENTED,
    KJ_ANSWER_FAILED,    // see `failure`
    KJ_ANSWER_NOT_ASKED, // stopped before, or the engine does not know the game
} KjAnswerKind;

typedef struct {
    KjAnswerKind kind;
    char **line;    // MATE: the words after "checkmate", not looked at yet; owned
    char *failure;  // FAILED, NOT_ASKED: why; owned
    uint64_t nodes; // by the last info line that tells, 0 none
    double seconds; // from `go` to the answer
} KjAnswer;

/* Starts an engine and waits until it is ready. NULL with a G_SPAWN_ERROR that says what it did. */
KjEngine *kj_engine_start(const KjEngineSetup *setup, const volatile bool *stop, GError **error);

/*
 * Asks for a mate within `milliseconds`, 1 or more. An engine that does not answer in that time and some
 * grace is told to stop, and given up if it does not. Clear the answer with kj_answer_clear.
 */
void kj_engine_ask(KjEngine *engine, const KjPosition *position, unsigned milliseconds,
                   const volatile bool *stop, KjAnswer *out);

/* Whether it can be asked again; false after it failed. */
bool kj_engine_usable(const KjEngine *engine);

/* What it calls itself; NULL if it does not say. Owned by the engine. */
const char *kj_engine_name(const KjEngine *engine);

/* Tells it to quit, or ends it; NULL is fine. */
void kj_engine_free(KjEngine *engine);

void kj_answer_clear(KjAnswer *answer);

/* "mate", "nomate", "timeout", "notimplemented", "failed", "not-asked". Static. */
const char *kj_answer_text(KjAnswerKind kind);

#endif
