/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports that are small and take long: a main line that goes to and fro many thousand times, and
 * claims that ask for the whole line at every move.
 */
#include <stdio.h>
#include <string.h>

#include "repl/verify/rules.h"
#include "repl/verify/verify.h"
#include "tests/support/certify/certificate.h"
#include "tests/support/cmocka.h"

/* The dragon checks from two ranks by turns, and a gold mates at the end. */
static const char start[] = "4k4/+R8/9/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1";
static const char *const round_trip[] = {"9b9a+", "5a5b", "9a9b+", "5b5a"};

typedef struct {
    KvRules rules;
    KvMove list[KV_MOST_MOVES];
    GByteArray *bytes;
} Forge;

static void put(Forge *f, unsigned number)
{
    for (; number >= 0x80; number >>= 7)
        g_byte_array_append(f->bytes, &(guint8){(guint8)(number | 0x80)}, 1);
    g_byte_array_append(f->bytes, &(guint8){(guint8)number}, 1);
}

static unsigned find(Forge *f, const KvPosition *p, const char *move)
{
    bool attacks = p->side == f->rules.attacker;
    unsigned n = kv_list(&f->rules, p, attacks ? KV_ATTACKS : KV_REPLIES, f->list), at = 0;
    for (char text[9]; at < n && (kv_move_text(&f->list[at], text), strncmp(text, move, 4) != 0);)
        at++;
    assert_true(at < n);
    return at;
}

static const char *move_at(unsigned i, unsigned n)
{
    return i + 1 == n ? "G*5b" : round_trip[i % 4];
}

static void put_header(Forge *f, unsigned n)
{
    static const char *const codes[] = {
        "fails",     "early",    "equal",   "late",   "last",        "choice",       "promotion",
        "order",     "rejoin",   "detour",  "mirror", "shorter",     "leaves",       "same",
        "same-last", "not-main", "futile",  "escape", "last-in-one", "late-at-last", "leftover",
        "length",    "set",      "no-mate", "useless"};
    g_autoptr(GString) text = g_string_new("kanju-report 4\ngame shogi\nattacker sente\ntry off\n");
    g_string_append_printf(text, "position %s\ninterpositions count\nexcess ignore\nrecorded 0\n",
                           start);
    for (size_t i = 0; i < G_N_ELEMENTS(codes); i++)
        g_string_append_printf(text, "weight %s none\n", codes[i]);
    g_string_append_printf(text, "claim sound %u\nend\n", n);
    g_byte_array_append(f->bytes, (const guint8 *)text->str, (guint)text->len);
}

/* A claim of an attack: that it mates as soon as the line, by coming back to it. Its facts are
 * announced and will never be shown. */
static void put_claim(Forge *f, const KvPosition *p, const KvMove *move)
{
    static KvMove replies[KV_MOST_MOVES];
    KvPosition after;
    char text[9];
    kv_make(p, move, &after);
    unsigned n = kv_list(&f->rules, &after, KV_REPLIES, replies);
    put(f, n ? 3 : 0); // as long as the line; of a mate at once nothing is said
    if (!n)
        return;
    for (unsigned i = 0; i < n; i++)
        put(f, 0); // a link: it is mate in time
    const uint32_t first = move_name(&f->rules, &after, KV_REPLIES, &replies[0]);
    put(f, first); // nothing is sooner: after the first reply
    put(f, 0);
    kv_move_text(move, text);
    if (strncmp(text, "9b8a", 4) == 0 || strncmp(text, "9a8b", 4) == 0) {
        put(f, 1); // the rest of the line works after it and mates
        return;
    }
    put(f, 0);     // not without the line
    put(f, first); // after the first reply,
    put(f, 0);     // which is not on the line
}

/* A report of a line of `n` plies. */
static GByteArray *forged(unsigned n)
{
    static Forge f;
    KvPosition p, after;
    const char *fault;
    f.bytes = g_byte_array_new();
    assert_true(kv_rules_begin(&f.rules, "shogi"));
    f.rules.attacker_moves = KV_CHECKS;
    assert_null(kv_position_read(&f.rules, start, &p, &fault));
    put_header(&f, n);
    put(&f, n);
    for (unsigned round = 0; round < 2; round++) {
        (void)kv_position_read(&f.rules, start, &p, &fault);
        for (unsigned i = 0; i < n; i++, p = after) {
            unsigned own = find(&f, &p, move_at(i, n));
            bool attacks = p.side == f.rules.attacker;
            unsigned moves = kv_list(&f.rules, &p, attacks ? KV_ATTACKS : KV_REPLIES, f.list);
            kv_make(&p, &f.list[own], &after);
            for (unsigned k = 0; round && k < moves; k++) {
                if (k != own && attacks && n - i > 4)
                    put_claim(&f, &p, &f.list[k]);
                else if (k != own)
                    put(&f, 0);
            }
            if (!round)
                put(&f, move_name(&f.rules, &p, attacks ? KV_ATTACKS : KV_REPLIES, &f.list[own]));
        }
    }
    return f.bytes;
}

static void assert_verified(unsigned plies, double seconds, KvStatus status, const char *reason)
{
    KvLimits limits = {.memory = 1 << 28, .seconds = seconds, .reports = true};
    g_autoptr(GByteArray) bytes = forged(plies);
    FILE *file = fmemopen(bytes->data, bytes->len, "rb");
    KvResult result = kv_verify(file, &limits);
    fclose(file);
    if (result.status != status || !strstr(result.reason, reason))
        fail_msg("%s: '%s', expected '%s'", kv_status_text(result.status), result.reason, reason);
}

TEST(a_line_that_is_asked_for_at_every_move_is_looked_at)
{
    assert_verified(401, 0, KV_REFUSED, "the file ends");
}

TEST(but_no_longer_than_in_proportion_to_the_size)
{
    assert_verified(2801, 0, KV_UNKNOWN, "it takes more work than its size allows");
}

TEST(nor_longer_than_is_allowed)
{
    assert_verified(2001, 0.01, KV_UNKNOWN, "the time was over");
    assert_verified(1, 1e-9, KV_UNKNOWN, "the time was over");
}
