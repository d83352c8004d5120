/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The GUI's side of USI: an engine that is another program, asked for mates. Whatever it does wrong
 * (it does not start, says nonsense, falls silent, dies) becomes an answer that says so.
 */
#pragma once

#include <stdatomic.h>

#include "core/format/position_text.h"
#include "repl/usi/process.h"

typedef struct KjEngine KjEngine;

/* How engines are started. */
typedef struct {
    char **argv;
    char **settings;   // "NAME=VALUE" for setoption; NULL none
    unsigned hash_mib; // set as USI_Hash where the engine has that, unless in settings
} KjEngineSetup;

typedef enum {
    KJ_ENGINE_MATE,
    KJ_ENGINE_NOMATE,
    KJ_ENGINE_TIMEOUT,
    KJ_ENGINE_NOT_IMPLEMENTED,
    KJ_ENGINE_FAILED,    // see `failure`
    KJ_ENGINE_NOT_ASKED, // stopped before, or the engine does not know the game
} KjEngineVerdict;

typedef struct {
    KjEngineVerdict kind;
    char **line;    // MATE: the words after "checkmate", not looked at yet; owned
    char *failure;  // FAILED, NOT_ASKED: why; owned
    uint64_t nodes; // by the last info line that tells, 0 none
    double seconds; // from `go` to the answer
} KjEngineAnswer;

/* Starts an engine and waits until it is ready. NULL with a G_SPAWN_ERROR that says what it did. */
KjEngine *kj_engine_start(const KjEngineSetup *setup, const atomic_bool *stop, GError **error);

/*
 * Asks for a mate within `milliseconds`, 1 or more, in the position after the moves of `game`. An engine that does not answer in that time and
 * some grace is told to stop, and given up if it does not. Clear the answer with
 * kj_engine_answer_clear.
 */
void kj_engine_ask(KjEngine *engine, const KjPositionText *game, unsigned milliseconds,
                   const atomic_bool *stop, KjEngineAnswer *out);

/* Whether it can be asked again; false after it failed. */
bool kj_engine_usable(const KjEngine *engine);

/* Tells it to quit, or ends it; NULL is fine. */
void kj_engine_free(KjEngine *engine);

void kj_engine_answer_clear(KjEngineAnswer *answer);

/* "mate", "nomate", "timeout", "notimplemented", "failed", "not-asked". Static. */
const char *kj_engine_verdict_text(KjEngineVerdict kind);
