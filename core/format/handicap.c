/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Named start positions, as data. */
#include "core/format/handicap.h"

#include <assert.h>
#include <string.h>

#include "core/format/sfen.h"

// Gote gives the handicap and moves first, so the rest of the diagram is always the same.
#define FULL_CAMP "/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w "
#define WITHOUT(back, second) back "/" second "/ppppppppp" FULL_CAMP "- 1"

static const KjHandicap handicaps[] = {
    {NULL, "hirate", "HIRATE", "平手", "even game", "even,startpos", NULL},
    {"shogi", "kyo-ochi", "KY", "香落ち", "left lance", "hidari-kyo-ochi,左香落ち",
     WITHOUT("lnsgkgsn1", "1r5b1")},
    {"shogi", "migi-kyo-ochi", "KY_R", "右香落ち", "right lance", "",
     WITHOUT("1nsgkgsnl", "1r5b1")},
    {"shogi", "kaku-ochi", "KA", "角落ち", "bishop", "角行落ち", WITHOUT("lnsgkgsnl", "1r7")},
    {"shogi", "hisha-ochi", "HI", "飛車落ち", "rook", "hi-ochi,飛落ち",
     WITHOUT("lnsgkgsnl", "7b1")},
    {"shogi", "hi-kyo-ochi", "HIKY", "飛香落ち", "rook and left lance", "hikyo-ochi",
     WITHOUT("lnsgkgsn1", "7b1")},
    {"shogi", "nimai-ochi", "2", "二枚落ち", "two pieces", "2-mai-ochi,2枚落ち",
     WITHOUT("lnsgkgsnl", "9")},
    {"shogi", "sanmai-ochi", "3", "三枚落ち", "three pieces", "3-mai-ochi,3枚落ち",
     WITHOUT("lnsgkgsn1", "9")},
    {"shogi", "yonmai-ochi", "4", "四枚落ち", "four pieces", "4-mai-ochi,4枚落ち",
     WITHOUT("1nsgkgsn1", "9")},
    {"shogi", "gomai-ochi", "5", "五枚落ち", "five pieces, right knight",
     "migi-gomai-ochi,右五枚落ち,5-mai-ochi,5枚落ち", WITHOUT("2sgkgsn1", "9")},
    {"shogi", "hidari-gomai-ochi", "5_L", "左五枚落ち", "five pieces, left knight", "",
     WITHOUT("1nsgkgs2", "9")},
    {"shogi", "rokumai-ochi", "6", "六枚落ち", "six pieces", "6-mai-ochi,6枚落ち",
     WITHOUT("2sgkgs2", "9")},
    {"shogi", "nanamai-ochi", "7_L", "左七枚落ち", "seven pieces, left silver",
     "hidari-nanamai-ochi,七枚落ち,7-mai-ochi,7枚落ち", WITHOUT("2sgkg3", "9")},
    {"shogi", "migi-nanamai-ochi", "7_R", "右七枚落ち", "seven pieces, right silver", "",
     WITHOUT("3gkgs2", "9")},
    {"shogi", "hachimai-ochi", "8", "八枚落ち", "eight pieces", "8-mai-ochi,8枚落ち",
     WITHOUT("3gkg3", "9")},
    {"shogi", "jumai-ochi", "10", "十枚落ち", "ten pieces", "10-mai-ochi,10枚落ち",
     WITHOUT("4k4", "9")},
    {"shogi", "fu-sanbyo", NULL, "歩三兵", "king and three pawns in hand", "fusanbyo,fu-sanpyo",
     "4k4/9/9" FULL_CAMP "3p 1"},
    {"shogi", "hadaka-gyoku", NULL, "裸玉", "naked king", "hadakagyoku,19-mai-ochi,十九枚落ち",
     "4k4/9/9" FULL_CAMP "- 1"},
};

static bool is_of_game(const KjHandicap *handicap, const KjGame *game)
{
    return !handicap->game || strcmp(handicap->game, game->row->id) == 0;
}

size_t kj_handicap_count(const KjGame *game)
{
    size_t n = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(handicaps); i++)
        n += is_of_game(&handicaps[i], game);
    return n;
}

const KjHandicap *kj_handicap_at(const KjGame *game, size_t index)
{
    for (size_t i = 0; i < G_N_ELEMENTS(handicaps); i++) {
        if (is_of_game(&handicaps[i], game) && index-- == 0)
            return &handicaps[i];
    }
    assert(!"index within kj_handicap_count");
    return NULL;
}

/* Whether `name` is one item of a comma-separated list. */
static bool is_listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    while (*list) {
        size_t item = strcspn(list, ",");
        if (item == length && g_ascii_strncasecmp(list, name, item) == 0)
            return true;
        list += item + (list[item] == ',');
    }
    return false;
}

static bool has_name(const KjHandicap *handicap, const char *name)
{
    return g_ascii_strcasecmp(handicap->id, name) == 0 || strcmp(handicap->name_ja, name) == 0 ||
           is_listed(handicap->alias, name);
}

bool kj_handicap_find(const KjGame *game, const char *name, KjPosition *out)
{
    for (size_t i = 0; i < G_N_ELEMENTS(handicaps); i++) {
        const KjHandicap *handicap = &handicaps[i];
        if (!is_of_game(handicap, game) || !has_name(handicap, name))
            continue;
        const char *sfen = handicap->sfen ? handicap->sfen : game->row->start;
        bool read = kj_sfen_read(sfen, game, out, NULL, NULL);
        assert(read);
        return read;
    }
    return false;
}

const KjHandicap *kj_handicap_of(const KjPosition *start)
{
    for (size_t i = 0; i < kj_handicap_count(start->game); i++) {
        const KjHandicap *handicap = kj_handicap_at(start->game, i);
        KjPosition named;
        if (kj_handicap_find(start->game, handicap->id, &named) && kj_position_equal(&named, start))
            return handicap;
    }
    return NULL;
}
