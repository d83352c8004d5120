/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of a certificate of a report: codes, refusals, findings as lines, claims. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "repl/verify/report-priv.h"

static const char *const class_codes[] = {
    "fails",     "early",  "equal",    "late",    "last",    "choice",      "promotion",
    "order",     "rejoin", "detour",   "mirror",  "shorter", "leaves",      "same",
    "same-last", "longer", "not-main", "futile",  "escape",  "last-in-one", "late-at-last",
    "leftover",  "length", "set",      "no-mate", "useless", "unknown",
};
_Static_assert(sizeof class_codes / sizeof *class_codes == KV_C_OPEN + 1, "a code for each");

static const char *const weight_words[] = {"none", "note", "blemish", "defect"};

const char *kv_weight_word(KvWeight weight)
{
    return weight_words[weight];
}

const char *kv_class_code(KvClass class)
{
    return class_codes[class];
}

/* ---- refusals ---- */

bool kv_refuse(KvReport *c, KvStatus status, const char *format, ...)
{
    KvResult *result = c->result;
    char place[KV_WORD * 4] = "";
    result->record = 0;
    if (c->place && strcmp(c->place, "fact") == 0)
        result->record = c->shown + 1;
    if (result->record)
        snprintf(place, sizeof place, " %llu", (unsigned long long)result->record);
    else if (c->ply)
        snprintf(place, sizeof place, " %u%s%s", c->ply, *c->move ? ", " : "", c->move);
    else if (*c->move)
        snprintf(place, sizeof place, " %s", c->move);
    int n = 0;
    if (c->place)
        n = snprintf(result->reason, KV_REASON, "%s%s (byte %llu): ", c->place, place,
                     (unsigned long long)c->in->byte);
    va_list args;
    va_start(args, format);
    vsnprintf(result->reason + n, (size_t)(KV_REASON - n), format, args);
    va_end(args);
    result->status = status;
    result->byte = c->in->byte;
    return false;
}

bool kv_refuse_at(KvReport *c, const KvPosition *p, const char *what)
{
    char position[KV_POSITION_TEXT];
    kv_position_write(&c->rules, p, position);
    return kv_refuse(c, KV_REFUSED, "%s in %s", what, position);
}

/* ---- lines of text ---- */

bool kv_add_line(KvReport *c, KvLines *lines, const char *format, ...)
{
    char line[KV_LINE];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (lines->n + (size_t)n + 2 > lines->room) {
        size_t room = lines->room * 2 + KV_LINE, more = room - lines->room;
        char *grown = more <= c->memory ? realloc(lines->text, room) : NULL;
        if (!grown)
            return kv_refuse(c, KV_UNREADABLE, "more memory is needed than is allowed");
        c->memory -= more;
        lines->text = grown;
        lines->room = room;
    }
    lines->n += (size_t)snprintf(lines->text + lines->n, lines->room - lines->n, "%s\n", line);
    return true;
}

/* ---- claims ---- */

bool kv_tell(KvReport *c, unsigned ply, const char *class, KvWeight weight, unsigned beyond)
{
    KvMoveClaim claim = {
        .ply = ply, .class = class, .weight = weight_words[weight], .beyond = beyond};
    claim.attacks = ply && c->line[ply - 1].side == c->rules.attacker;
    memcpy(claim.move, c->move, sizeof claim.move);
    if (c->tell)
        c->tell(c->tell_data, &claim);
    return true;
}
