/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said beside the verdict, asked of the table the check has filled: useless pieces
 * (docs/check.md), themes and difficulty (docs/themes.md). */
#include "core/notation/usi.h"
#include "solver/check/check-priv.h"

// All questions about one of these together may cost this much, or this many times what the check
// itself took.
enum { BESIDE_NODES = 1000000, BESIDE_TIMES = 2 };

typedef struct {
    KjChecker *c;
    uint64_t until; // nodes searched
} Asker;

static KjVerdict mates(void *data, const KjPosition *pos, unsigned len)
{
    const Asker *asker = data;
    KjAnswer answer;
    if (asker->c->out->searched >= asker->until)
        return KJ_UNKNOWN;
    if (asker->c->law)
        return kj_check_law_mates(asker->c, pos, len);
    if (len != KJ_SOLVED_ANY)
        return kj_check_within(asker->c, pos, len, false);
    kj_check_refute(asker->c, pos, &answer);
    return answer.verdict;
}

/* "P on 3e", "G in hand". (transfer full) */
static char *describe(const KjGame *game, const KjSpare *spare)
{
    KjKind kind = kj_piece_kind(spare->piece);
    const char *plus = kind & KJ_PROMOTED ? "+" : "";
    char letter = kj_game_piece(game, kind)->letter, square[KJ_SQUARE_TEXT];
    if (spare->square == KJ_NO_SQUARE)
        return g_strdup_printf("%s%c in hand", plus, letter);
    kj_square_write(game, spare->square, square);
    return g_strdup_printf("%s%c on %s", plus, letter, square);
}

/* One finding for all that can be taken away. */
static void find_fault(KjReport *out, const KjGame *game)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < out->spares->len; i++) {
        const KjSpare *spare = &g_array_index(out->spares, KjSpare, i);
        if (spare->how == KJ_SPARE_REMOVE && spare->sound == KJ_YES)
            g_ptr_array_add(words, describe(game, spare));
    }
    if (words->len == 0)
        return;
    g_ptr_array_add(words, NULL);
    kj_check_fault(out, KJ_FAULT_USELESS, -1, KJ_MOVE_NONE,
                   g_strjoinv(", ", (char **)words->pdata));
}

static void look_for_spares(KjChecker *c, const KjSolvedWork *work)
{
    KjReport *out = c->out;
    if (!c->options->spares || work->root->side != c->attacker)
        return;
    // Most pieces are found to be needed by a short question or two.
    unsigned last = c->pass;
    c->pass = 0;
    out->spares = kj_useless_find(work, c->options->spares & ~(unsigned)KJ_CHECK_SPARES, NULL);
    while (c->pass < last) {
        c->pass++;
        kj_useless_again(work, out->spares);
    }
    find_fault(out, work->root->game);
}

static void look_for_themes(KjChecker *c, const KjSolvedWork *work)
{
    KjReport *out = c->out;
    unsigned devices = 0;
    if (!c->options->themes)
        return;
    out->themes = kj_themes_of(work, true);
    for (unsigned i = 0; i < out->themes->len; i++) {
        const KjThemeFound *found = &g_array_index(out->themes, KjThemeFound, i);
        devices += found->state == KJ_YES && found->theme->group != KJ_THEME_GENRE;
    }
    kj_difficulty(work, devices, out->proof_nodes, &out->difficulty);
}

void kj_check_extras(KjChecker *c, const KjPosition *root)
{
    KjReport *out = c->out;
    Asker asker = {c, 0};
    KjSolvedWork work = {root, c->attacker, out->line, out->n_line, mates, &asker};
    uint64_t allowance = MAX((uint64_t)BESIDE_NODES, BESIDE_TIMES * out->searched);
    unsigned pass = c->pass;
    if (out->mate != KJ_MATE || !out->n_line || out->tentative)
        return;
    c->pass = c->options->n_passes ? 0 : KJ_CHECK_FIRST;
    asker.until = out->searched + allowance;
    look_for_spares(c, &work);
    asker.until = out->searched + allowance;
    look_for_themes(c, &work);
    c->pass = pass;
}
