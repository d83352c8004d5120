/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates with a past, written by hand: what the laws of repetition have to do with it. */
#include <string.h>

#include "tests/support/certify/certificate.h"
#include "tests/support/certify/certified.h"
#include "tests/support/cmocka.h"

static void assert_refused(const KvResult *result, const char *reason)
{
    if (result->status != KV_REFUSED || !strstr(result->reason, reason))
        fail_msg("%s: '%s', expected '%s'", kv_status_text(result->status), result->reason, reason);
}

/* A section in the making: what is played, by the rules of the verifier. */
typedef struct {
    KvRules r;
    KvPosition p;
    guint8 bytes[32];
    unsigned n;
} Draft;

static Draft draft_of(const Header *h, KvAttackerMoves moves)
{
    Draft d = {.n = 0};
    const char *fault;
    assert_true(kv_rules_begin(&d.r, h->game ? h->game : "shogi"));
    assert_null(kv_position_read(&d.r, h->position, &d.p, &fault));
    assert_null(fault);
    d.r.attacker_moves = moves;
    return d;
}

/* What the verifier says of the header with the section behind it. */
static KvResult verify(const Header *h, const Draft *d)
{
    g_autoptr(GString) text = header_text(h);
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    g_byte_array_append(bytes, (const guint8 *)text->str, (guint)text->len);
    g_byte_array_append(bytes, d->bytes, d->n);
    return certified_verify(bytes);
}

static void put(Draft *d, unsigned number)
{
    d->bytes[d->n++] = (guint8)number;
}

/* Plays a move, which must be in the list of the sort wanted, and puts its index there if `shown`;
 * returns how long the list is. */
static unsigned put_move(Draft *d, KvWanted wanted, const char *move, bool shown)
{
    static KvMove list[KV_MOST_MOVES];
    KvPosition after;
    unsigned n = kv_list(&d->r, &d->p, wanted, list), at = 0;
    for (char text[9]; at < n && (kv_move_text(&list[at], text), strcmp(text, move) != 0);)
        at++;
    if (at == n)
        fail_msg("no move %s", move);
    if (shown)
        put(d, at);
    kv_make(&d->p, &list[at], &after);
    d->p = after;
    return n;
}

static bool lists(Draft *d, KvWanted wanted, const char *move, unsigned *n)
{
    static KvMove list[KV_MOST_MOVES];
    char text[9];
    bool found = false;
    *n = kv_list(&d->r, &d->p, wanted, list);
    for (unsigned i = 0; i < *n && !found; i++) {
        kv_move_text(&list[i], text);
        found = strcmp(text, move) == 0;
    }
    return found;
}

static void put_past(Draft *d, const char *const *moves, unsigned n)
{
    put(d, n);
    for (unsigned i = 0; i < n; i++)
        (void)put_move(d, KV_MOVES, moves[i], true);
}

/* Whether a quiet move leaves a safe reply is asked without the law (zugzwang): here the one reply
 * would come back by a move that was played. With all moves allowed it mates. */
TEST(no_safe_reply_is_asked_without_the_law)
{
    static const char *const past[] = {"f7h7", "a8b8", "h7g7", "b8a8"};
    Header h = {.game = "ogi",
                .position = "k2K4/5R2/8/8/8/8/8/8 b - 1",
                .moves = "all",
                .repetition = "literal",
                .dominance = "no",
                .claim = "mate 1"};
    Draft d = draft_of(&h, KV_ALL);
    put_past(&d, past, G_N_ELEMENTS(past));
    Draft root = d;
    put(&d, 0); // on the line
    (void)put_move(&d, KV_ATTACKS, "g7h7", true);
    KvResult result = verify(&h, &d);
    assert_string_equal(result.reason, "");
    assert_true(result.ok);
    h.moves = "zugzwang";
    root.r.attacker_moves = KV_ZUGZWANG;
    unsigned n;
    assert_false(lists(&root, KV_ATTACKS, "g7h7", &n));
    put(&root, 0);
    put(&root, n); // the list is no longer with the law
    result = verify(&h, &root);
    g_autofree char *only = g_strdup_printf("attack %u, but there are only %u", n, n);
    assert_refused(&result, only);
    result = verify(&h, &d);
    assert_int_equal(result.status, KV_REFUSED);
}

/* The root is a position of the past only if it occurred before. */
TEST(a_root_that_occurred_before_is_of_the_past)
{
    static const char *const past[] = {"a8b7", "d8e8", "b7a8", "e8d8"}; // and it is the root again
    Header h = {.game = "ogi",
                .position = "k2K4/7R/8/8/8/8/8/8 w - 1",
                .moves = "all",
                .repetition = "literal",
                .dominance = "no",
                .claim = "mate 9"};
    for (unsigned n = 0; n <= G_N_ELEMENTS(past); n += G_N_ELEMENTS(past)) {
        Draft d = draft_of(&h, KV_ALL);
        put_past(&d, past, n);
        assert_int_equal(put_move(&d, KV_REPLIES, "a8b8", false), 1);
        put(&d, 1); // off the line
        (void)put_move(&d, KV_ATTACKS, "h7g7", true);
        assert_int_equal(put_move(&d, KV_REPLIES, "b8a8", false), 1);
        put(&d, 0);
        (void)put_move(&d, KV_ATTACKS, "g7h7", true); // the root once more
        KvResult result = verify(&h, &d);
        assert_refused(&result, n ? "a move into the past, off the line: g7h7" : "the file ends");
    }
}

/* A round of four plies before the root, and a proof whose first attack is the round's. */
TEST(move_into_a_spent_position_is_refused)
{
    // [R12.21]
    Header h = {.position = "9/8k/9/7G1/9/9/7R1/9/9 b - 1", .dominance = "no", .claim = "mate 9"};
    static const char *const round[] = {"2g1g", "1b2a", "1g2g", "2a1b"}; // out, away, back, back
    Draft d = draft_of(&h, KV_CHECKS);
    put(&d, G_N_ELEMENTS(round));
    for (unsigned i = 0; i < G_N_ELEMENTS(round); i++)
        (void)put_move(&d, KV_REPLIES, round[i], true);
    (void)put_move(&d, KV_ATTACKS, "2g1g", true);
    h.repetition = "second"; // the position after 2g1g has occurred
    KvResult result = verify(&h, &d);
    assert_refused(&result, "a move into a spent position: 2g1g");
    h.repetition = "third";
    result = verify(&h, &d);
    assert_refused(&result, "the file ends");
}
