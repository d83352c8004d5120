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

/* More input bytes in place of those used up; false at the end or when reading failed. */
static bool refill(KvReader *in, unsigned char *buffer, size_t *n)
{
    *n = fread(buffer, 1, KV_BUFFER, in->file);
    if (*n == 0 && ferror(in->file))
        in->damage = "the file cannot be read";
    return *n > 0;
}

static int fill_from_zstd(KvReader *in)
{
    ZSTD_inBuffer *packed = &in->packed;
    ZSTD_outBuffer out = {in->buffer, KV_BUFFER, 0};
    while (out.pos == 0) {
        if (packed->pos == packed->size) {
            packed->pos = 0;
            if (!refill(in, in->input, &packed->size))
                return in->damage        ? KV_DAMAGED
                       : in->frame_ended ? KV_END
                                         : damaged(in, "the zstd frame is cut short");
        }
        if (in->frame_ended)
            return damaged(in, "something follows the zstd frame");
        size_t left = ZSTD_decompressStream(in->zstd, &out, packed);
        if (ZSTD_isError(left))
            return damaged(in, ZSTD_getErrorName(left));
        in->frame_ended = left == 0;
    }
    in->n = out.pos;
    return 0;
}

/* Looks at the first bytes; those of a zstd frame become its input. */
static int start(KvReader *in)
{
    in->started = true;
    if (!refill(in, in->buffer, &in->n))
        return in->damage ? KV_DAMAGED : KV_END;
    if (in->n < sizeof zstd_magic || memcmp(in->buffer, zstd_magic, sizeof zstd_magic) != 0)
        return 0;
    in->zstd = ZSTD_createDStream();
    if (!in->zstd)
        return damaged(in, "there is no memory for zstd");
    memcpy(in->input, in->buffer, in->n);
    in->packed = (ZSTD_inBuffer){in->input, in->n, 0};
    in->n = 0;
    return fill_from_zstd(in);
}

int kv_reader_byte(KvReader *in)
{
    if (in->at == in->n) {
        if (in->damage)
            return KV_DAMAGED;
        in->at = in->n = 0;
        int state = 0;
        if (!in->started)
            state = start(in);
        else if (in->zstd)
            state = fill_from_zstd(in);
        else if (!refill(in, in->buffer, &in->n))
            state = in->damage ? KV_DAMAGED : KV_END;
        if (state)
            return state;
    }
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
            *wrong = "a number has a needless zero group";
            return i == 0 || byte != 0;
        }
    }
    *wrong = "a number has more than five bytes";
    return false;
}

/* ---- header ---- */

/* The rest of a line after `word` and a blank, or the whole line if `word` is "". */
static bool read_value(KvReader *in, const char *word, char out[KV_LINE], const char **wrong)
{
    size_t n = 0, skip = strlen(word) + (*word != '\0');
    int byte;
    while ((byte = kv_reader_byte(in)) != '\n') {
        *wrong = byte == KV_END ? "the file ends" : "a line is too long or not plain text";
        if (byte == KV_DAMAGED)
            *wrong = in->damage;
        if (byte < ' ' || byte > '~' || n + 1 >= KV_LINE)
            return false;
        out[n++] = (char)byte;
    }
    out[n] = '\0';
    *wrong = "another line is there";
    if (strncmp(out, word, strlen(word)) != 0 || (*word && out[skip - 1] != ' '))
        return false;
    memmove(out, out + skip, n - skip + 1);
    return true;
}

/* The place of a word in a list of words joined by '|', or -1. */
static int place_of(const char *value, const char *words)
{
    for (int i = 0; *words; i++) {
        size_t n = strcspn(words, "|");
        if (strlen(value) == n && strncmp(words, value, n) == 0)
            return i;
        words += n + (words[n] == '|');
    }
    return -1;
}

static bool read_claim(char *value, KvHeader *out)
{
    char *number = strchr(value, ' ');
    if (number)
        *number++ = '\0';
    int claim = place_of(value, "mate|shortest|nomate");
    out->claim = (KvClaim)claim;
    if (claim < 0 || (number != NULL) != (claim != KV_CLAIM_NOMATE))
        return false;
    if (!number)
        return true;
    size_t digits = strspn(number, "0123456789");
    if (!digits || digits > 9 || number[digits] || (digits > 1 && *number == '0'))
        return false;
    for (; *number; number++)
        out->plies = out->plies * 10 + (uint32_t)(*number - '0');
    return true;
}

bool kv_header_read(KvReader *in, KvRules *rules, KvHeader *out, char *reason, size_t size)
{
    static const struct {
        const char *word, *choices; // NULL: read by hand
    } lines[] = {
        {"kanju-certificate", "1"},
        {"game", NULL},
        {"attacker", "sente|gote"},
        {"attacker-moves", "checks|zugzwang|all"},
        {"try", "off|on"},
        {"stalemate", "loss|draw"},
        {"drop-stalemate", "legal|illegal"},
        {"dominance", "no|yes"},
        {"position", NULL},
        {"claim", NULL},
        {"", "end"},
    };
    enum { LINES = sizeof lines / sizeof *lines };
    int chosen[LINES] = {0};
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < LINES; i++) {
        char value[KV_LINE];
        const char *word = lines[i].word, *wrong;
        bool good = read_value(in, word, value, &wrong);
        if (good) {
            wrong = "a value is unknown";
            if (lines[i].choices)
                good = (chosen[i] = place_of(value, lines[i].choices)) >= 0;
            else if (*word == 'g')
                good = kv_rules_begin(rules, value);
            else if (*word == 'c')
                good = read_claim(value, out);
            else
                memcpy(out->position, value, sizeof value);
        }
        if (!good) {
            snprintf(reason, size, "line %u of the header: %s, expected '%s%s%s'", i + 1, wrong,
                     word, *word ? " " : "", lines[i].choices ? lines[i].choices : "...");
            return false;
        }
    }
    rules->attacker = (uint8_t)chosen[2];
    rules->attacker_moves = (KvAttackerMoves)chosen[3];
    rules->try_on = chosen[4];
    rules->stalemate_draws = chosen[5];
    rules->drop_stalemate_illegal = chosen[6];
    out->dominance = chosen[7];
    return true;
}
