/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The header of a report's certificate. */
#include <string.h>

#include "repl/verify/report-priv.h"

static bool header_line(KvReport *c, unsigned number, const char *wrong, const char *expected)
{
    c->result->byte = c->in->byte;
    return kv_refuse(c, KV_UNREADABLE, "line %u of the header: %s, expected '%s'", number, wrong,
                     expected);
}

/* A line `word` and one of some words; which, in `out`. */
static bool choose_word(KvReport *c, unsigned number, const char *word, const char *words, int *out)
{
    char value[KV_LINE], expected[KV_LINE];
    snprintf(expected, sizeof expected, "%s %s", word, words);
    const char *wrong = kv_reader_line(c->in, word, value);
    *out = wrong ? -1 : kv_place_of(value, words);
    return *out >= 0 || header_line(c, number, wrong ? wrong : "a value is unknown", expected);
}

static bool read_weights(KvReport *c, unsigned *number)
{
    for (unsigned i = 0; i < KV_WEIGHTS; i++) {
        char word[KV_WORD * 2];
        int weight;
        snprintf(word, sizeof word, "weight %s", kv_class_code((KvClass)i));
        if (i == KV_C_LONGER) // `excess` says it
            continue;
        if (!choose_word(c, ++*number, word, "none|note|blemish|defect", &weight))
            return false;
        c->weight[i] = (KvWeight)weight;
    }
    return true;
}

/* "sound 9", and so on. */
static bool read_claim(KvReport *c, unsigned number)
{
    char value[KV_LINE];
    const char *wrong = kv_reader_line(c->in, "claim", value);
    char *plies = wrong ? NULL : strchr(value, ' ');
    if (plies)
        *plies++ = '\0';
    if (wrong || !plies || kv_place_of(value, "sound|blemished|unsound|unknown") < 0 ||
        !kv_digits_read(plies, &c->plies))
        return header_line(c, number, wrong ? wrong : "no claim",
                           "claim sound|blemished|unsound|unknown PLIES");
    snprintf(c->result->verdict, KV_WORD, "%.*s", KV_WORD - 1, value);
    c->result->plies = c->plies;
    return true;
}

/* Findings and what is open, to be compared with what is shown. */
static bool read_said(KvReport *c, unsigned number)
{
    char value[KV_LINE];
    for (;;) {
        const char *wrong = kv_reader_line(c->in, "", value);
        if (wrong)
            return header_line(c, ++number, wrong, "finding ..., open ... or end");
        if (strcmp(value, "end") == 0)
            return true;
        if (!kv_add_line(c, &c->said, "%s", value))
            return false;
    }
}

static bool read_recorded(KvReport *c, unsigned number)
{
    char value[KV_LINE];
    const char *wrong = kv_reader_line(c->in, "recorded", value);
    if (wrong)
        return header_line(c, number, wrong, "recorded PLIES (0: none)");
    return kv_digits_read(value, &c->recorded) ||
           header_line(c, number, "no number", "recorded PLIES (0: none)");
}

/* The lines from the game to the rule of interpositions, the second to the sixth, and what they say
 * by being there. */
static bool read_game(KvReport *c)
{
    char value[KV_LINE];
    KvResult *result = c->result;
    static const char *const rules[] = {"count", "std2", "wide"};
    int attacker, try_rule, interpositions;
    const char *wrong = kv_reader_line(c->in, "game", value);
    if (wrong || !kv_rules_begin(&c->rules, value))
        return header_line(c, 2, wrong ? wrong : "a value is unknown", "game ...");
    snprintf(result->game, KV_WORD, "%s", c->rules.game->id);
    snprintf(result->game_switch, KV_WORD, "%s", kv_game_switch(&c->rules));
    if (!choose_word(c, 3, "attacker", "sente|gote", &attacker) ||
        !choose_word(c, 4, "try", "off|on", &try_rule))
        return false;
    wrong = kv_reader_line(c->in, "position", c->position);
    if (wrong)
        return header_line(c, 5, wrong, "position ...");
    if (!choose_word(c, 6, "interpositions", "count|std2|wide", &interpositions))
        return false;
    snprintf(result->attacker, KV_WORD, "%s", attacker ? "gote" : "sente");
    snprintf(result->try_rule, KV_WORD, "%s", try_rule ? "on" : "off");
    snprintf(result->attacker_moves, KV_WORD, "checks");
    snprintf(result->stalemate, KV_WORD, "loss");
    snprintf(result->drop_stalemate, KV_WORD, "legal");
    snprintf(result->repetition, KV_WORD, "fails");
    memcpy(result->position, c->position, KV_LINE);
    c->rules.attacker = (uint8_t)attacker;
    c->rules.try_rule = try_rule ? KV_TRY_ON : KV_TRY_OFF;
    c->interpositions = (KvInterpositions)interpositions;
    snprintf(c->result->interpositions, KV_WORD, "%s", rules[interpositions]);
    return true;
}

bool kv_read_header(KvReport *c)
{
    int excess;
    unsigned number = 8;
    if (!kv_format_read(c->in, "kanju-report", "check --report-certificate", c->result) ||
        !read_game(c) || !choose_word(c, 7, "excess", "reject|allow2|allow4|ignore", &excess) ||
        !read_recorded(c, 8) || !read_weights(c, &number) || !read_claim(c, number + 1))
        return false;
    c->excess = (KvExcess)excess;
    return read_said(c, number + 1);
}

bool kv_read_length_header(KvReport *c)
{
    char value[KV_LINE];
    if (!kv_format_read(c->in, "kanju-length", "solve --certificate-length conventional",
                        c->result) ||
        !read_game(c))
        return false;
    const char *wrong = kv_reader_line(c->in, "claim length", value);
    if (wrong || !kv_digits_read(value, &c->plies))
        return header_line(c, 7, wrong ? wrong : "no number", "claim length PLIES");
    wrong = kv_reader_line(c->in, "", value);
    if (wrong || strcmp(value, "end") != 0)
        return header_line(c, 8, wrong ? wrong : "another line", "end");
    c->result->mate = true;
    c->result->plies = c->plies;
    return true;
}
