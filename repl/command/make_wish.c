/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wishes: read from options, and whether a work is as wished. */
#include <string.h>

#include "core/text/lang.h"
#include "core/text/mistyped.h"
#include "repl/collection/store_list.h"
#include "repl/command/made_list.h"
#include "solver/compose/resemble.h"

enum { CONTINUED = 3 }; // plies from which on a known work must not be followed

/* "9-13" or "9". */
static bool read_plies(const char *text, KjMakeWish *out, GError **error)
{
    char *end = NULL;
    guint64 least = g_ascii_isdigit(*text) ? g_ascii_strtoull(text, &end, 10) : 0, most = least;
    if (end && *end == '-' && g_ascii_isdigit(end[1]))
        most = g_ascii_strtoull(end + 1, &end, 10);
    if (!end || *end || !least || least > most || most > KJ_MADE_PLIES)
        return kj_compose_misuse(error, "plies", text, "a length or a range of lengths, as 9-13");
    if (least == most && least % 2 == 0)
        return kj_compose_misuse(error, "plies", text, "an odd length: the attacker mates");
    out->least_plies = (unsigned)least;
    out->most_plies = (unsigned)most;
    return true;
}

/* The code or Japanese name of a theme that is like a mistyped one, or NULL. */
static const char *similar_theme(const char *code)
{
    size_t n = kj_theme_count();
    g_autofree const char **known = g_new0(const char *, 2 * n + 1);
    for (size_t i = 0; i < n; i++) {
        known[2 * i] = kj_theme_at(i)->code;
        known[2 * i + 1] = kj_theme_at(i)->name_ja;
    }
    return kj_text_similar(code, known);
}

/* "sacrifice,!saw,law" */
static bool read_themes(const char *text, KjMakeWish *out, GError **error)
{
    g_auto(GStrv) words = g_strsplit(text, ",", -1);
    for (unsigned i = 0; words[i]; i++) {
        bool not = *words[i] == '!';
        const char *code = words[i] + not ;
        const KjTheme *theme = kj_theme_find(code);
        if (strcmp(code, "law") == 0 && !not ) {
            out->by_law = true;
            continue;
        }
        if (strcmp(code, "any") == 0 && !not ) {
            out->any_device = true;
            continue;
        }
        const char *similar = theme ? NULL : similar_theme(code);
        if (similar)
            return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                                "--theme=%s: unknown theme '%s', did you mean '%s'?", text, code,
                                similar);
        if (!theme)
            return kj_compose_misuse(
                error, "theme", text,
                "names of themes ('help themes' lists them) with commas between, '!' before one: "
                "without it, 'any' or 'law'");
        *(not ? &out->without : &out->themes) |= (uint64_t)1 << (theme - kj_theme_at(0));
    }
    return true;
}

/* "I,+P" */
static bool read_uses(const KjGame *game, const char *text, KjMakeWish *out, GError **error)
{
    g_auto(GStrv) words = g_strsplit(text, ",", -1);
    for (unsigned i = 0; words[i]; i++) {
        bool promoted = *words[i] == '+';
        const char *at = words[i] + promoted;
        KjKind kind = *at && !at[1] ? kj_game_kind(game, *at) : KJ_NONE;
        if (!kind || (promoted && !game->t->promotes[kind]))
            return kj_compose_misuse(error, "use", text,
                                     "letters as in SFEN with commas between, as R,+B");
        out->uses |= (uint64_t)1 << (promoted ? kind | KJ_PROMOTED : kind);
    }
    return true;
}

/* ---- works that are known ---- */

static bool take_known(void *data, KjInput *input)
{
    KjMakeWish *wish = data;
    KjPosition pos = input->position;
    if (!input->error && input->has_position) {
        if (pos.side == KJ_GOTE)
            pos = kj_position_flip(&input->position);
        pos.game = kj_game_find(pos.game->row->id); // the input's own copy goes
        KjKnownWork known = {pos, kj_pattern_round_king(&pos, KJ_SENTE, KJ_MAX_FILES)};
        g_array_append_val(wish->known, known);
    }
    return true;
}

static bool read_known(const KjValues *values, const KjGame *game, const char *paths,
                       KjMakeWish *out, GError **error)
{
    g_auto(GStrv) names = g_strsplit(paths, ",", -1);
    for (unsigned i = 0; names[i]; i++) {
        g_autofree char *bytes = NULL;
        size_t length;
        unsigned left_out;
        bool store = kj_store_list_is(names[i]);
        if (store && (bytes = kj_store_list(names[i], &left_out, error)))
            length = strlen(bytes);
        else if (store || !kj_file_read(names[i], &bytes, &length, error))
            return false;
        kj_inputs_each(values, game, bytes, length, names[i], 0, take_known, out);
    }
    return true;
}

bool kj_make_wish_read(const KjValues *values, const KjGame *game, bool lengths, KjMakeWish *out,
                       GError **error)
{
    const KjValue *value = values->value;
    *out = (KjMakeWish){.least_plies = 1,
                        .most_plies = KJ_MADE_PLIES,
                        .most_pieces = (unsigned)value[KJ_OPT(PIECES)].integer,
                        .chases = value[KJ_OPT(CHASE)].flag,
                        .of_family = (unsigned)value[KJ_OPT(OF_FAMILY)].integer,
                        .known = g_array_new(FALSE, FALSE, sizeof(KjKnownWork))};
    const char *plies = value[KJ_OPT(PLIES)].text, *theme = value[KJ_OPT(THEME)].text;
    const char *use = value[KJ_OPT(USE)].text, *known = value[KJ_OPT(NEW_AGAINST)].text;
    return (!lengths || read_plies(plies ? plies : "3-15", out, error)) &&
           (!theme || read_themes(theme, out, error)) &&
           (!use || read_uses(game, use, out, error)) &&
           (!known || read_known(values, game, known, out, error));
}

void kj_make_wish_clear(KjMakeWish *wish)
{
    g_clear_pointer(&wish->known, g_array_unref);
}

/* ---- filters ---- */

/* The kinds, after promotion, that the attacker moves. */
static uint64_t kinds_moved(const KjMade *made, KjSide attacker)
{
    uint64_t kinds = 0;
    KjPosition pos = made->position;
    for (unsigned i = 0; i < made->n_line; i++) {
        bool moves = pos.side == attacker;
        pos = kj_position_after(&pos, made->line[i]);
        if (moves)
            kinds |= (uint64_t)1 << kj_piece_kind(pos.board[kj_move_to(made->line[i])]);
    }
    return kinds;
}

/* Whether a known diagram is like this one, or comes up on the way. */
static bool is_known(const KjMakeWish *wish, const KjMade *made, KjSide attacker)
{
    KjPosition pos = made->position;
    for (unsigned i = 0; i < made->n_line && wish->known->len; i++) {
        bool asks = pos.side == attacker && (i == 0 || made->n_line - i >= CONTINUED);
        KjPosition turned = pos;
        if (attacker == KJ_GOTE)
            turned = kj_position_flip(&pos);
        uint64_t whole = kj_pattern_round_king(&turned, KJ_SENTE, KJ_MAX_FILES);
        for (unsigned k = 0; asks && k < wish->known->len; k++) {
            const KjKnownWork *known = &g_array_index(wish->known, KjKnownWork, k);
            if (known->position.game->row != turned.game->row)
                continue;
            if (whole == known->whole ||
                (i == 0 && kj_diagrams_resemble(&turned, &known->position, KJ_SENTE)))
                return true;
        }
        pos = kj_position_after(&pos, made->line[i]);
    }
    return false;
}

/* Whether a work shows the themes that are wished. */
static bool has_themes(const KjMakeWish *wish, const KjMade *made)
{
    return (made->themes & wish->themes) == wish->themes && !(made->themes & wish->without) &&
           (!wish->any_device || kj_made_devices(made)) && (!wish->by_law || made->by_law);
}

KjFilter kj_make_filter(const KjMakeWish *wish, const KjMade *made, KjSide attacker)
{
    if (made->n_line < wish->least_plies || made->n_line > wish->most_plies)
        return KJ_FILTER_PLIES;
    if (made->pieces > wish->most_pieces)
        return KJ_FILTER_PIECES;
    if (!has_themes(wish, made))
        return KJ_FILTER_THEME;
    if (wish->uses && (kinds_moved(made, attacker) & wish->uses) != wish->uses)
        return KJ_FILTER_USE;
    if (!wish->chases && made->measured.only_chases)
        return KJ_FILTER_CHASE;
    return is_known(wish, made, attacker) ? KJ_FILTER_KNOWN : KJ_FILTER_ALIKE;
}

const char *kj_filter_code(KjFilter filter)
{
    static const char *const code[] = {"plies", "pieces", "theme", "use",
                                       "chase", "known",  "alike", "family"};
    return code[filter];
}

const char *kj_filter_text(KjFilter filter)
{
    static const char *const text[] = {
        "too short or too long",   "too many pieces",
        "themes not as wished",    "pieces wished for that do not move",
        "only chases of the king", "like a known work",
        "like a better one",       "more of a family"};
    return kj_tr(text[filter]);
}
