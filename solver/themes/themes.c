/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of themes, and going through it. */
#include "solver/themes/themes.h"

#include <string.h>

#include "solver/themes/themes-priv.h"

// clang-format off
static const KjTheme themes[] = {
    // code, names, group, asks, find, arg
    {"bare-king", "裸玉", "bare king", KJ_THEME_GENRE, false, kj_theme_bare_king, NULL},
    {"two-kings", "双玉", "two kings", KJ_THEME_GENRE, false, kj_theme_two_kings, NULL},
    {"no-attackers", "無仕掛図式", "no attacking piece on the board", KJ_THEME_GENRE, false, kj_theme_no_attackers, NULL},
    {"no-defenders", "無防備図式", "no defending piece on the board", KJ_THEME_GENRE, false, kj_theme_no_defenders, NULL},
    {"whole-set", "全駒図式", "the whole set on the board", KJ_THEME_GENRE, false, kj_theme_whole_set, NULL},
    {"one-kind", "一色図式", "one kind of piece", KJ_THEME_GENRE, false, kj_theme_one_kind, NULL},
    {"rooks-bishops", "飛角図式", "rooks and bishops only", KJ_THEME_GENRE, false, kj_theme_only, "RB"},
    {"nightingale", "鶯図式", "knights, lances and pawns only", KJ_THEME_GENRE, false, kj_theme_only, "NLP"},
    {"tofu", "豆腐図式", "pawns only", KJ_THEME_GENRE, false, kj_theme_only, "P"},
    {"poor", "貧乏図式", "no golds and silvers", KJ_THEME_GENRE, false, kj_theme_without, "GS"},
    {"simple", "簡素図式", "few pieces", KJ_THEME_GENRE, false, kj_theme_simple, NULL},
    {"smoke", "煙詰", "smoke", KJ_THEME_GENRE, false, kj_theme_smoke, ""},
    {"smoke-minor", "小駒煙", "smoke without rooks and bishops", KJ_THEME_GENRE, false, kj_theme_smoke, "RB"},
    {"smoke-poor", "貧乏煙", "smoke without golds and silvers", KJ_THEME_GENRE, false, kj_theme_smoke, "GS"},
    {"centre-mate", "都詰", "mate in the centre", KJ_THEME_GENRE, false, kj_theme_centre, NULL},
    {"corner-mate", "雪隠詰", "mate in a corner", KJ_THEME_GENRE, false, kj_theme_corner, NULL},
    {"king-returns", "還元玉", "the king ends where it began", KJ_THEME_GENRE, false, kj_theme_return, NULL},
    {"model-mate", "モデルメイト", "no square round the king guarded twice", KJ_THEME_GENRE, false, kj_theme_model_mate, NULL},

    {"sacrifice", "捨駒", "sacrifice", KJ_THEME_ATTACK, false, kj_theme_sacrifice, NULL},
    {"focal-sacrifice", "焦点の捨駒", "sacrifice on the focus of sliders", KJ_THEME_ATTACK, false, kj_theme_focal, NULL},
    {"long-drop", "遠打", "slider dropped at a distance", KJ_THEME_ATTACK, false, kj_theme_long_drop, NULL},
    {"exact-drop", "限定打", "only this distance of a drop mates", KJ_THEME_ATTACK, true, kj_theme_exact_drop, NULL},
    {"unpromoted-rook", "飛不成", "rook not promoted", KJ_THEME_ATTACK, true, kj_theme_unpromoted, "R"},
    {"unpromoted-bishop", "角不成", "bishop not promoted", KJ_THEME_ATTACK, true, kj_theme_unpromoted, "B"},
    {"unpromoted-princess", "姫不成", "princess not promoted", KJ_THEME_ATTACK, true, kj_theme_unpromoted, "I"},
    {"unpromoted-lance", "香不成", "lance not promoted", KJ_THEME_ATTACK, true, kj_theme_unpromoted, "L"},
    {"unpromoted-pawn", "歩不成", "pawn not promoted", KJ_THEME_ATTACK, true, kj_theme_unpromoted, "P"},
    {"drop-mate-avoided", "打歩詰回避", "pawn-drop mate avoided", KJ_THEME_ATTACK, true, kj_theme_drop_mate_avoided, NULL},
    {"discovered-check", "空き王手", "discovered check", KJ_THEME_ATTACK, false, kj_theme_discovered, NULL},
    {"double-check", "両王手", "double check", KJ_THEME_ATTACK, false, kj_theme_double, NULL},
    {"dragon-at-one", "一間竜", "dragon one square off", KJ_THEME_ATTACK, false, kj_theme_dragon_at_one, "R"},
    {"knight-mate", "吊し桂", "mate by a knight", KJ_THEME_ATTACK, false, kj_theme_knight_mate, "N"},
    {"rook-before-lance", "飛先飛香", "rook dropped before lance", KJ_THEME_ATTACK, true, kj_theme_stronger_first, "RL"},
    {"rook-before-pawn", "飛先飛歩", "rook dropped before pawn", KJ_THEME_ATTACK, true, kj_theme_stronger_first, "RP"},
    {"gold-before-pawn", "金先金歩", "gold dropped before pawn", KJ_THEME_ATTACK, true, kj_theme_stronger_first, "GP"},
    {"silver-before-pawn", "銀先銀歩", "silver dropped before pawn", KJ_THEME_ATTACK, true, kj_theme_stronger_first, "SP"},
    {"lance-before-pawn", "香先香歩", "lance dropped before pawn", KJ_THEME_ATTACK, true, kj_theme_stronger_first, "LP"},
    {"promoted-drop", "成駒打", "promoted piece dropped", KJ_THEME_ATTACK, false, kj_theme_promoted_drop, NULL},

    {"interposition", "合駒", "interposition from hand", KJ_THEME_DEFENCE, false, kj_theme_interposition, NULL},
    {"moving-interposition", "移動合", "interposition by a move", KJ_THEME_DEFENCE, false, kj_theme_moving, NULL},
    {"mid-interposition", "中合", "unguarded interposition", KJ_THEME_DEFENCE, false, kj_theme_mid, NULL},
    {"moving-mid-interposition", "移動中合", "unguarded interposition by a move", KJ_THEME_DEFENCE, false, kj_theme_moving_mid, NULL},
    {"given-interposition", "捨合", "interposition given up", KJ_THEME_DEFENCE, false, kj_theme_given, NULL},
    {"interposition-choice", "合駒読み", "one kind of interposition holds out longest", KJ_THEME_DEFENCE, true, kj_theme_choice, NULL},
    {"counter-check", "逆王手", "counter-check", KJ_THEME_DEFENCE, false, kj_theme_counter_check, NULL},
    {"kings-privilege", "王の特権", "the king keeps a promoted piece", KJ_THEME_DEFENCE, false, kj_theme_privilege, NULL},
    {"try-refutes", "トライ含み", "a try refutes another check", KJ_THEME_DEFENCE, false, kj_theme_try, NULL},

    {"saw", "鋸引き", "saw", KJ_THEME_PATTERN, false, kj_theme_saw, NULL},
    {"manoeuvre-again", "繰り返し手順", "manoeuvre done again", KJ_THEME_PATTERN, false, kj_theme_again, NULL},
    {"hand-exchange", "持駒変換", "exchange of a piece in hand", KJ_THEME_PATTERN, false, kj_theme_exchange, NULL},
    {"tokin-peeling", "と金はがし", "promoted pawns peeled off", KJ_THEME_PATTERN, false, kj_theme_peel, "P"},
};
// clang-format on

size_t kj_theme_count(void)
{
    return G_N_ELEMENTS(themes);
}

const KjTheme *kj_theme_at(size_t index)
{
    return &themes[index];
}

const KjTheme *kj_theme_find(const char *code)
{
    for (size_t i = 0; i < G_N_ELEMENTS(themes); i++)
        if (strcmp(themes[i].code, code) == 0 || strcmp(themes[i].name_ja, code) == 0)
            return &themes[i];
    return NULL;
}

void kj_theme_hit(KjThemeFound *out, unsigned index)
{
    unsigned ply = index + 1;
    out->state = KJ_YES;
    g_array_append_val(out->plies, ply);
}

void kj_theme_yes(KjThemeFound *out)
{
    out->state = KJ_YES;
}

void kj_theme_open(KjThemeFound *out)
{
    if (out->state == KJ_NO)
        out->state = KJ_OPEN;
}

KjBb kj_sliders_on(const KjPosition *pos, KjSide side, unsigned square)
{
    const KjTables *t = pos->game->t;
    KjBb found = 0, aimed = kj_aimed_sliders(pos, side, square, pos->by_side[side]);
    while (aimed) {
        unsigned from = kj_bb_pop(&aimed);
        if (!(t->between[square][from] & kj_occupied(pos)))
            found |= kj_bit(from);
    }
    return found;
}

static void clear_found(gpointer found)
{
    g_array_unref(((KjThemeFound *)found)->plies);
}

GArray *kj_themes_new(void)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(KjThemeFound));
    g_array_set_clear_func(found, clear_found);
    return found;
}

/* Whether the line shows it even if it does not end in mate. */
static bool is_found_without_mate(const KjThemeLine *line, const KjTheme *theme)
{
    KjThemeLine other = *line;
    KjThemeFound found = {theme, KJ_NO, g_array_new(FALSE, FALSE, sizeof(unsigned))};
    other.mated = false;
    theme->find(&other, theme->arg, &found);
    bool is_found = found.state == KJ_YES;
    clear_found(&found);
    return is_found;
}

/* The line of a work, with its positions; these are to be freed with g_free. */
static KjThemeLine line_of(const KjSolvedWork *work, KjPosition **out_positions, KjTri *out_mated)
{
    KjPosition *positions = *out_positions = kj_solved_positions(work);
    *out_mated = kj_solved_mated(work, &positions[work->n_line]);
    KjThemeLine line = kj_theme_line(work, positions);
    line.mated = *out_mated != KJ_NO;
    return line;
}

GArray *kj_themes_of(const KjSolvedWork *work, bool asking)
{
    g_autofree KjPosition *positions = NULL;
    KjTri mated;
    const KjThemeLine line = line_of(work, &positions, &mated);
    GArray *all = kj_themes_new();
    for (size_t i = 0; i < G_N_ELEMENTS(themes); i++) {
        KjThemeFound found = {&themes[i], KJ_NO, NULL};
        if (themes[i].asks && !asking)
            continue;
        found.plies = g_array_new(FALSE, FALSE, sizeof(unsigned));
        themes[i].find(&line, themes[i].arg, &found);
        if (mated == KJ_OPEN && found.state == KJ_YES && !is_found_without_mate(&line, &themes[i]))
            found.state = KJ_OPEN;
        if (found.state != KJ_NO)
            g_array_append_val(all, found);
        else
            clear_found(&found);
    }
    return all;
}

/* An asker that says what themes need: what was refused fails, what was played mates. */
static KjVerdict agree(void *data, const KjPosition *pos, unsigned len)
{
    const KjSide *attacker = data;
    return pos->side == *attacker || len == 0 ? KJ_MATE : KJ_NOMATE;
}

uint64_t kj_themes_shape(const KjSolvedWork *work, uint64_t wished)
{
    KjSolvedWork agreed = *work;
    agreed.mates = agree;
    agreed.data = &agreed.attacker;
    g_autofree KjPosition *positions = NULL;
    KjTri mated;
    const KjThemeLine line = line_of(&agreed, &positions, &mated);
    KjThemeFound found = {.plies = g_array_new(FALSE, FALSE, sizeof(unsigned))};
    _Static_assert(G_N_ELEMENTS(themes) <= 64, "sets of themes are bits of a uint64_t");
    uint64_t shown = 0;
    for (uint64_t left = wished; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctzll(left);
        found.state = KJ_NO;
        kj_theme_at(i)->find(&line, kj_theme_at(i)->arg, &found);
        if (found.state == KJ_YES)
            shown |= left & -left;
    }
    clear_found(&found);
    return shown;
}

const KjThemeFound *kj_themes_get(const GArray *found, const char *code)
{
    for (unsigned i = 0; i < found->len; i++) {
        const KjThemeFound *f = &g_array_index(found, KjThemeFound, i);
        if (strcmp(f->theme->code, code) == 0)
            return f;
    }
    return NULL;
}

KjSolvedFacts kj_solved_facts(const KjSolvedWork *work)
{
    g_autofree KjPosition *pos = kj_solved_positions(work);
    KjSolvedFacts facts = {.pieces_start = (unsigned)kj_bb_count(kj_occupied(&pos[0])),
                           .pieces_end = (unsigned)kj_bb_count(kj_occupied(&pos[work->n_line]))};
    KjBb visited = 0;
    for (unsigned i = 0; i <= work->n_line; i++) {
        unsigned king = pos[i].king[work->attacker ^ 1];
        if (king != KJ_NO_SQUARE)
            visited |= kj_bit(king);
        if (i < work->n_line && pos[i].side == work->attacker)
            facts.captures += pos[i].board[kj_move_to(work->line[i])] != KJ_NONE;
    }
    facts.king_squares = (unsigned)kj_bb_count(visited);
    return facts;
}
