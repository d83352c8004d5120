/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a family is made of. */
#include "repl/compose/family.h"

#include "core/format/position_text.h"
#include "core/notation/usi.h"

/* "R,+B,g" */
static bool read_pieces(const KjGame *game, const char *text, GArray *out, GError **error)
{
    g_auto(GStrv) words = g_strsplit(*text ? text : ",", ",", -1); // nothing is a wrong word
    for (unsigned i = 0; words[i]; i++) {
        bool promoted = *words[i] == '+';
        const char *at = words[i] + promoted;
        KjKind kind = *at && !at[1] ? kj_game_kind(game, g_ascii_toupper(*at)) : KJ_NONE;
        if (!kind || kind == game->t->king || (promoted && !game->t->promotes[kind]))
            return kj_compose_misuse(error, "piece", text,
                                     "letters as in SFEN with commas between, as R,+B,g");
        KjPiece piece = kj_piece(g_ascii_islower(*at) ? KJ_GOTE : KJ_SENTE,
                                 promoted ? kind | KJ_PROMOTED : kind);
        g_array_append_val(out, piece);
    }
    return true;
}

/* "1a-9a,5c": squares, and areas by two corners. */
static bool read_squares(const KjGame *game, const char *text, KjBb *out, GError **error)
{
    const KjTables *t = game->t;
    g_auto(GStrv) words = g_strsplit(*text ? text : ",", ",", -1);
    *out = 0;
    for (unsigned i = 0; words[i]; i++) {
        const char *at;
        unsigned a, b;
        bool good = kj_square_read(game, words[i], &a, &at);
        b = a;
        if (good && *at == '-')
            good = kj_square_read(game, at + 1, &b, &at);
        if (!good || *at)
            return kj_compose_misuse(error, "on", text,
                                     "squares and areas of the board, as 1a-9a,5c");
        for (unsigned s = 0; s < t->squares; s++)
            if (t->file_of[s] >= MIN(t->file_of[a], t->file_of[b]) &&
                t->file_of[s] <= MAX(t->file_of[a], t->file_of[b]) &&
                t->rank_of[s] >= MIN(t->rank_of[a], t->rank_of[b]) &&
                t->rank_of[s] <= MAX(t->rank_of[a], t->rank_of[b]))
                *out |= kj_bit(s);
    }
    return true;
}

bool kj_family_read(const KjValues *values, const KjGame *game, KjFamilyCall *out, GError **error)
{
    const KjValue *value = values->value;
    const char *pieces = value[KJ_OPTION_PIECE].text, *on = value[KJ_OPTION_ON].text;
    out->squares = game->t->all;
    out->list = value[KJ_OPTION_LIST].flag;
    out->most_in_hand = value[KJ_OPTION_IN_HAND].set ? (int)value[KJ_OPTION_IN_HAND].integer : -1;
    if (!pieces && out->most_in_hand < 0)
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "expected --piece, --in-hand or both");
    return (!pieces || read_pieces(game, pieces, out->pieces, error)) &&
           (!on || read_squares(game, on, &out->squares, error));
}

static void list_member(const KjFamilyCall *f, const KjCandidate *candidate)
{
    KjPosition pos;
    if (!kj_candidate_position(&f->work->job.root, f->work->wish.attacker, candidate, &pos))
        return;
    g_autofree char *text = kj_position_write(&pos);
    kj_printer_line(f->compose->call->printer, "%s", text);
}

static void add_member(KjFamilyCall *f, const KjCandidate *candidate)
{
    KjCandidate weighed = *candidate;
    if (!kj_candidate_weigh(&f->work->job.root, f->work->wish.attacker, &weighed))
        return;
    if (f->list)
        list_member(f, &weighed);
    else
        kj_repairs_add(f->members, &weighed);
}

/* All hands of at most so many pieces of kinds from the `i`th of the hand on. */
static void add_hands(KjFamilyCall *f, const KjCandidate *base, unsigned i, unsigned most)
{
    const KjTables *t = f->work->job.root.game->t;
    add_member(f, base);
    for (; i < t->n_hand && most; i++) {
        KjKind kind = t->hand_kind[i];
        KjCandidate more = *base;
        KjChange add = {.kind = KJ_CHANGE_HAND_ADD, .from = KJ_NO_SQUARE, .to = KJ_NO_SQUARE};
        if (kind & KJ_PROMOTED)
            continue;
        add.instead = kj_piece(f->work->wish.attacker, kind);
        if (more.n_changes == KJ_MAX_CHANGES) {
            f->narrowed = true;
            return;
        }
        more.change[more.n_changes++] = add;
        KjPosition pos;
        if (kj_candidate_position(&f->work->job.root, f->work->wish.attacker, &more, &pos))
            add_hands(f, &more, i, most - 1);
    }
}

static void add_with_hands(KjFamilyCall *f, const KjCandidate *candidate)
{
    if (f->most_in_hand < 0)
        add_member(f, candidate);
    else
        add_hands(f, candidate, 0, (unsigned)f->most_in_hand);
}

void kj_family_make(KjFamilyCall *f)
{
    KjCandidate candidate = {0};
    if (!f->pieces->len)
        add_with_hands(f, &candidate);
    for (unsigned i = 0; i < f->pieces->len; i++) {
        for (KjBb left = f->squares & ~kj_occupied(&f->work->job.root); left;) {
            KjChange add = {.kind = KJ_CHANGE_ADD,
                            .from = KJ_NO_SQUARE,
                            .to = (uint8_t)kj_bb_pop(&left),
                            .instead = g_array_index(f->pieces, KjPiece, i)};
            candidate.n_changes = 1;
            candidate.change[0] = add;
            add_with_hands(f, &candidate);
        }
    }
}
