/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of the verifier in words. */
#include <string.h>

#include "repl/verify/verify.h"

void kv_result_claim(const KvResult *result, char *out, size_t size)
{
    char past[KV_LINE + 64] = "";
    *out = '\0';
    if (result->past)
        snprintf(past, sizeof past, " (%lu %s after %s)", (unsigned long)result->past,
                 result->past == 1 ? "ply" : "plies", result->position);
    if (*result->root)
        snprintf(out, size,
                 "%s%s: attacker %s, attacker-moves %s, try %s, stalemate %s, drop-stalemate %s, "
                 "repetition %s%s%s",
                 result->root, past, result->attacker, result->attacker_moves, result->try_rule,
                 result->stalemate, result->drop_stalemate, result->repetition,
                 *result->game_switch ? ", " : "", result->game_switch);
}

const char *kv_status_text(KvStatus status)
{
    static const char *const text[] = {"valid", "refused", "unknown", "unreadable"};
    return text[status];
}

/* "valid: shogi work sound in 3 (P*2b ...), 5 other moves, 3 of them attacks refuted, ..." */
static void report_text(const KvResult *result, char *out, size_t size)
{
    char pieces[64] = ", pieces open";
    if (!result->pieces_open)
        snprintf(pieces, sizeof pieces, ", useless pieces: %u, open: %u", result->useless,
                 result->open_pieces);
    snprintf(out, size,
             "valid: %s work %s in %lu (%s%s), other moves: %u (%u attacks refuted), "
             "defects: %u, blemishes: %u, notes: %u, open: %u%s, facts: %llu",
             result->game, result->verdict, (unsigned long)result->plies,
             result->plies ? "main line " : "no mate", result->line, result->moves, result->refuted,
             result->defects, result->blemishes, result->notes, result->open, pieces,
             (unsigned long long)result->records);
}

void kv_result_text(const KvResult *result, char *out, size_t size)
{
    if (result->ok && result->report) {
        report_text(result, out, size);
        return;
    }
    char claim[64] = "no mate";
    if (*result->interpositions)
        snprintf(claim, sizeof claim, "mate in %lu (interpositions %s)",
                 (unsigned long)result->plies, result->interpositions);
    else if (result->mate)
        snprintf(claim, sizeof claim, "%s in %lu%s", result->hisshi ? "必至" : "mate",
                 (unsigned long)result->plies, result->shortest ? " (shortest)" : " at most");
    bool law = strcmp(result->repetition, "fails") != 0;
    if (result->ok)
        snprintf(out, size, "valid: %s %s%s, records: %llu", result->game, claim,
                 law ? " by the law of repetition" : "", (unsigned long long)result->records);
    else
        snprintf(out, size, "%s: %s", kv_status_text(result->status), result->reason);
}
