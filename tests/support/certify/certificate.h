/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Certificates for tests, made without the solver: the whole graph of positions is built by the
 * verifier's rules, so problems must be small. Also tells what is true of a problem.
 */
#pragma once

#include <glib.h>

#include "repl/verify/rules.h"

/* What the header of a certificate says, as its words; those that are NULL get the first word. */
typedef struct {
    const char *game;           // shogi
    const char *attacker;       // sente
    const char *moves;          // checks
    const char *try_rule;       // off
    const char *stalemate;      // loss
    const char *drop_stalemate; // legal
    const char *repetition;     // fails
    const char *dominance;      // yes
    const char *position;
    const char *claim;
} Header;

typedef struct Problem Problem;

/* How a certificate is spoilt. */
typedef enum {
    FLAW_NONE,
    FLAW_REPLY_DROPPED,    // the last reply of the first position with several is left out
    FLAW_DOMINANCE_TURNED, // references to positions that are comparable the wrong way round
    FLAW_HANDS_IGNORED,    // references to any position with the same board
} Flaw;

/*
 * The graph of a problem, `depth` attacks deep, so that mates of up to 2 * depth - 1 plies are
 * found and are the shortest. NULL if the position cannot be read or there are more than `limit`
 * attacker's positions.
 */
Problem *problem_new(const Header *header, unsigned limit, unsigned depth);
void problem_free(Problem *problem);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Problem, problem_free)

/* The length of the shortest mate, -1 if there is none. */
int problem_plies(const Problem *problem);

/* Whether the depth left nothing out, so that what is no mate is none of any length. */
bool problem_complete(const Problem *problem);

/*
 * A certificate of the header's claim, to be freed with g_byte_array_unref. If the claim is not
 * true it is as near to one as can be. `flawed`, if not NULL, tells whether the flaw found its
 * place.
 */
GByteArray *problem_certify(Problem *problem, Flaw flaw, bool *flawed);

/* The name of a move that is in the list of those wanted. */
uint32_t move_name(KvRules *r, const KvPosition *p, KvWanted wanted, const KvMove *move);

/* The header alone. */
GString *header_text(const Header *header);
