/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes, numbers and header of certificates from a file that may hold anything. */
#include "repl/verify/reader.h"

#include <string.h>

static const unsigned char zstd_magic[4] = {0x28, 0xb5, 0x2f, 0xfd};

void kv_reader_begin(KvReader *in, FILE *file)
{
    memset(in, 0, sizeof *in);
    in->file = file;
}

void kv_reader_end(KvReader *in)
{
    ZSTD_freeDStream(in->zstd);
}

static int damaged(KvReader *in, const char *why)
{
    in->damage = why;
    return KV_DAMAGED;
}

/* More bytes of the file in `input`; the first decide whether they are of a zstd frame. */
static int read_input(KvReader *in)
{
    in->packed = (ZSTD_inBuffer){in->input, fread(in->input, 1, KV_BUFFER, in->file), 0};
    if (!in->packed.size && ferror(in->file))
        return damaged(in, "the file cannot be read");
    bool magic = in->packed.size >= sizeof zstd_magic &&
                 memcmp(in->input, zstd_magic, sizeof zstd_magic) == 0;
    if (!in->started && magic && !(in->zstd = ZSTD_createDStream()))
        return damaged(in, "there is no memory for zstd");
    in->started = true;
    if (in->packed.size)
        return 0;
    return in->zstd && !in->frame_ended ? damaged(in, "the zstd frame is cut short") : KV_END;
}

static int fill(KvReader *in)
{
    ZSTD_outBuffer out = {in->buffer, KV_BUFFER, 0};
    in->at = in->n = 0;
    while (out.pos == 0) {
        int state = in->packed.pos == in->packed.size ? read_input(in) : 0;
        if (state)
            return state;
        if (!in->zstd) {
            memcpy(in->buffer, in->input, in->packed.size);
            out.pos = in->packed.pos = in->packed.size;
            continue;
        }
        if (in->frame_ended)
            return damaged(in, "something follows the zstd frame");
        size_t left = ZSTD_decompressStream(in->zstd, &out, &in->packed);
        if (ZSTD_isError(left))
            return damaged(in, ZSTD_getErrorName(left));
        in->frame_ended = left == 0;
    }
    in->n = out.pos;
    return 0;
}

bool kv_reader_begins(KvReader *in, const char *text)
{
    size_t n = strlen(text);
    if (in->at == in->n && !in->damage)
        (void)fill(in); // what is wrong is told by who reads on
    return in->n - in->at >= n && memcmp(in->buffer + in->at, text, n) == 0;
}

int kv_reader_byte(KvReader *in)
{
    if (in->damage)
        return KV_DAMAGED;
    int state = in->at == in->n ? fill(in) : 0;
    if (state)
        return state;
    in->byte++;
    return in->buffer[in->at++];
}

bool kv_reader_number(KvReader *in, uint64_t *out, const char **wrong)
{
    *out = 0;
    for (unsigned i = 0; i < 5; i++) {
        int byte = kv_reader_byte(in);
        if (byte < 0) {
            *wrong = byte == KV_END ? "the file ends" : in->damage;
            return false;
        }
        *out |= (uint64_t)(byte & 0x7f) << 7 * i;
        if (byte < 0x80) {
            bool large = *out > UINT32_MAX;
            *wrong = large ? "a number is not below 2^32" : "a number has a needless zero group";
            return !large && (i == 0 || byte != 0);
        }
    }
    *wrong = "a number has more than five bytes";
    return false;
}

/* ---- header ---- */

const char *kv_reader_line(KvReader *in, const char *word, char out[KV_LINE])
{
    size_t n = 0, skip = strlen(word) + (*word != '\0');
    int byte;
    while ((byte = kv_reader_byte(in)) != '\n') {
        if (byte < 0)
            return byte == KV_END ? "the file ends" : in->damage;
        if (byte < ' ' || byte > '~' || n + 1 >= KV_LINE)
            return "a line is too long or not plain text";
        out[n++] = (char)byte;
    }
    out[n] = '\0';
    if (strncmp(out, word, strlen(word)) != 0 || (*word && out[skip - 1] != ' '))
        return "another line is there";
    memmove(out, out + skip, n - skip + 1);
    return NULL;
}

int kv_place_of(const char *value, const char *words)
{
    for (int i = 0; *words; i++) {
        size_t n = strcspn(words, "|");
        if (strlen(value) == n && strncmp(words, value, n) == 0)
            return i;
        words += n + (words[n] == '|');
    }
    return -1;
}

bool kv_digits_read(const char *text, uint32_t *out)
{
    size_t digits = strspn(text, "0123456789");
    if (!digits || digits > 9 || text[digits] || (digits > 1 && *text == '0'))
        return false;
    for (*out = 0; *text; text++)
        *out = *out * 10 + (uint32_t)(*text - '0');
    return true;
}

static bool read_claim(char *value, KvHeader *out)
{
    char *number = strchr(value, ' ');
    if (number)
        *number++ = '\0';
    int claim = kv_place_of(value, "mate|shortest|nomate|hisshi");
    out->claim = (KvClaim)claim;
    if (claim < 0 || (number != NULL) != (claim != KV_CLAIM_NOMATE))
        return false;
    if (!number)
        return true;
    return kv_digits_read(number, &out->plies);
}

static void tell_header(const KvRules *rules, const KvHeader *header, KvResult *result)
{
    snprintf(result->game, KV_WORD, "%s", rules->game->id);
    snprintf(result->game_switch, KV_WORD, "%s", kv_game_switch(rules));
    memcpy(result->position, header->position, KV_LINE);
    result->mate = header->claim != KV_CLAIM_NOMATE;
    result->shortest = header->claim == KV_CLAIM_SHORTEST;
    result->hisshi = header->claim == KV_CLAIM_HISSHI;
    result->plies = header->plies;
}

bool kv_format_read(KvReader *in, const char *word, const char *writer, KvResult *result)
{
    char value[KV_LINE], wanted[KV_WORD * 2];
    const char *wrong = kv_reader_line(in, word, value);
    snprintf(wanted, sizeof wanted, "%s %d", word, KV_FORMAT);
    if (!wrong && strcmp(value, strchr(wanted, ' ') + 1) == 0)
        return true;
    result->status = KV_UNREADABLE;
    result->byte = in->byte;
    if (wrong)
        snprintf(result->reason, KV_REASON, "line 1 of the header: %s, expected '%s'", wrong,
                 wanted);
    else
        snprintf(result->reason, KV_REASON,
                 "format %.9s, but only '%s' is read: write it anew with 'kanju %s'", value, wanted,
                 writer);
    return false;
}

bool kv_header_read(KvReader *in, KvRules *rules, KvHeader *out, KvResult *result)
{
    enum { GAME, ATTACKER, MOVES, TRY, STALEMATE, DROPS, REPETITION, DOMINANCE, POSITION };
    enum { CLAIM = POSITION + 1, END, LINES };
    static const char *const lines[LINES][2] = {
        // with the words to choose from; "...": any
        [GAME] = {"game", "..."},
        [ATTACKER] = {"attacker", "sente|gote"},
        [MOVES] = {"attacker-moves", "checks|zugzwang|all|threats"},
        [TRY] = {"try", "off|on|unless-mated"},
        [STALEMATE] = {"stalemate", "loss|draw"},
        [DROPS] = {"drop-stalemate", "legal|illegal"},
        [REPETITION] = {"repetition", "fails|literal|pair|second|third|fourth"},
        [DOMINANCE] = {"dominance", "no|yes"},
        [POSITION] = {"position", "..."},
        [CLAIM] = {"claim", "..."},
        [END] = {"", "end"},
    };
    char *const told[LINES] = {
        [ATTACKER] = result->attacker,    [MOVES] = result->attacker_moves,
        [TRY] = result->try_rule,         [STALEMATE] = result->stalemate,
        [DROPS] = result->drop_stalemate, [REPETITION] = result->repetition,
    };
    int chosen[LINES] = {0};
    memset(out, 0, sizeof *out);
    if (!kv_format_read(in, "kanju-certificate", "solve --certificate", result))
        return false;
    for (unsigned i = 0; i < LINES; i++) {
        char value[KV_LINE];
        const char *word = lines[i][0], *words = lines[i][1],
                   *wrong = kv_reader_line(in, word, value);
        bool known = true;
        if (!wrong && i == GAME)
            known = kv_rules_begin(rules, value);
        else if (!wrong && i == POSITION)
            memcpy(out->position, value, sizeof value);
        else if (!wrong && i == CLAIM)
            known = read_claim(value, out);
        else if (!wrong)
            known = (chosen[i] = kv_place_of(value, words)) >= 0;
        if (wrong || !known) {
            snprintf(result->reason, KV_REASON, "line %u of the header: %s, expected '%s%s%s'",
                     i + 2, wrong ? wrong : "a value is unknown", word, *word ? " " : "", words);
            return false;
        }
        if (told[i])
            snprintf(told[i], KV_WORD, "%.*s", KV_WORD - 1, value); // known words are short
    }
    tell_header(rules, out, result);
    rules->attacker = (uint8_t)chosen[ATTACKER];
    rules->attacker_moves = (KvAttackerMoves)chosen[MOVES];
    rules->try_rule = (KvTry)chosen[TRY];
    rules->stalemate_draws = chosen[STALEMATE];
    rules->drop_stalemate_illegal = chosen[DROPS];
    out->repetition = (KvRepetition)chosen[REPETITION];
    out->dominance = chosen[DOMINANCE];
    return true;
}
