/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of planted defects. */
#include "tests/support/solver/planted.h"

#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/usi.h"
#include "core/rules/attack.h"
#include "tests/support/certify/certified.h"

enum { PROOF_MIB = 4, STD2_DEPTH = 11 };

enum { ID, POSITION, PLIES, LINE, CODES, WHY, COLUMNS };

char *planted_read(Planted *out, const KjGame *game, const char *row)
{
    memset(out, 0, sizeof *out);
    out->column = g_strsplit(row, "\t", -1);
    if (g_strv_length(out->column) != COLUMNS)
        return g_strdup_printf("not %d columns", COLUMNS);
    out->id = out->column[ID];
    out->codes = out->column[CODES];
    out->why = out->column[WHY];
    bool moves = strcmp(out->column[LINE], "-") != 0;
    g_autofree char *text = g_strdup_printf("%s%s%s", out->column[POSITION], moves ? " moves " : "",
                                            moves ? out->column[LINE] : "");
    GError *error = NULL;
    KjPositionText position;
    if (!kj_position_text_read(text, game, &position, &error)) {
        char *message = g_strdup(error->message);
        g_error_free(error);
        return message;
    }
    out->pos = position.start;
    out->n_line = MIN(position.n_moves, PLANTED_MAX_LINE);
    if (out->n_line) // else there may be no array
        memcpy(out->line, position.moves, out->n_line * sizeof out->line[0]);
    kj_position_text_clear(&position);
    if (g_ascii_strtoull(out->column[PLIES], NULL, 10) != out->n_line)
        return g_strdup("the line is not as long as recorded");
    return NULL;
}

void planted_clear(Planted *planted)
{
    g_strfreev(planted->column);
    planted->column = NULL;
}

void planted_each(const char *game, unsigned every, void (*visit)(Planted *row, void *data),
                  void *data)
{
    g_autofree char *path = g_strdup_printf("tests/data/defects/%s.tsv", game);
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        g_error("cannot read %s", path);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 0; lines[i]; i++) {
        Planted row;
        if (lines[i][0] == '\0' || lines[i][0] == '#' || i % every != 0)
            continue;
        g_autofree char *wrong = planted_read(&row, kj_game_find(game), lines[i]);
        if (wrong)
            g_error("%s: %s", lines[i], wrong);
        visit(&row, data);
        planted_clear(&row);
    }
}

char *planted_line_text(const KjPosition *pos, const KjMove *line, unsigned n)
{
    GString *text = g_string_new(n ? NULL : "-");
    KjPosition at = *pos;
    for (unsigned i = 0; i < n; i++) {
        char usi[KJ_USI_MOVE];
        KjUndo undo;
        kj_usi_move_write(&at, line[i], usi);
        g_string_append_printf(text, "%s%s", i ? " " : "", usi);
        kj_position_make(&at, line[i], &undo);
    }
    return g_string_free(text, FALSE);
}

/* Not worth a word. */
static const unsigned silent = CLASSIFY_FAILS | CLASSIFY_SHORTER | CLASSIFY_LEFTOVER;

/* What a sound line may have. */
static const unsigned fine = CLASSIFY_LAST | CLASSIFY_SAME_LAST | CLASSIFY_FUTILE;

static bool leaves_piece(const KjPosition *end)
{
    const KjTables *t = end->game->t;
    KjSide attacker = kj_other((KjSide)end->side);
    for (unsigned i = 0; i < t->n_hand; i++)
        if (t->drop_ok[KJ_SENTE][t->hand_kind[i]] &&
            kj_hand_count(t, end->hand[attacker], t->hand_kind[i]))
            return true;
    return false;
}

char *planted_codes(const Classify *c, const KjMove *line, unsigned n, unsigned *names,
                    bool *leftover)
{
    g_autoptr(GArray) all = classify_moves(c, line, n);
    KjPosition at = *classify_root(c);
    unsigned ply = 0;
    KjUndo undo;
    if (!all)
        return NULL;
    *names = 0;
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < all->len; i++) {
        const ClassifyMove *m = &g_array_index(all, ClassifyMove, i);
        char usi[KJ_USI_MOVE];
        if (!(m->names & ~silent))
            continue;
        if (m->names & (m->names - 1)) {
            g_string_free(text, TRUE);
            return NULL;
        }
        for (; ply < m->ply; ply++)
            kj_position_make(&at, line[ply], &undo);
        kj_usi_move_write(&at, m->move, usi);
        g_string_append_printf(text, "%s%s@%u:%s", text->len ? " " : "",
                               classify_code((unsigned)__builtin_ctz(m->names)), m->ply + 1, usi);
        *names |= m->names;
    }
    for (; ply < n; ply++)
        kj_position_make(&at, line[ply], &undo);
    *leftover = leaves_piece(&at);
    if (!text->len)
        g_string_append(text, "-");
    return g_string_free(text, FALSE);
}

bool planted_sound(const KjPosition *pos, const KjMove *line, unsigned n, const ClassifyBy *by)
{
    g_autoptr(Classify) c = classify_new(pos, kj_default_attacker(pos), by, line, n);
    unsigned names;
    bool leftover;
    if (!c)
        return false;
    g_autofree char *codes = planted_codes(c, line, n, &names, &leftover);
    return codes && !leftover && !(names & ~fine);
}

/* Whether a move mates later, and not at the last ply, where that is a note (docs/check.md). */
static bool is_late_before_last(const ClassifyMove *m, unsigned n)
{
    return (m->names & CLASSIFY_LATE) && m->ply + 1 < n;
}

/* Whether the line is still sound in a changed position; undecided counts as so. */
static bool still_sound(const KjPosition *pos, const KjMove *line, unsigned n, const ClassifyBy *by)
{
    if (kj_position_check(pos, NULL, NULL) != KJ_POSITION_OK || kj_can_capture_king(pos))
        return false;
    KjPosition at = *pos;
    for (unsigned k = 0; k < n; k++) {
        KjUndo undo;
        if (kj_move_legality(&at, line[k]) != KJ_MOVE_LEGAL)
            return false;
        kj_position_make(&at, line[k], &undo);
    }
    g_autoptr(Classify) c = classify_new(pos, kj_default_attacker(pos), by, line, n);
    if (!c)
        return true;
    g_autoptr(GArray) all = classify_moves(c, line, n);
    if (!all || classify_plies(c, NULL) != (int)n)
        return false;
    for (unsigned i = 0; i < all->len; i++)
        if (g_array_index(all, ClassifyMove, i).names &
                (CLASSIFY_EARLY | CLASSIFY_EQUAL | CLASSIFY_CHOICE | CLASSIFY_PROMOTION |
                 CLASSIFY_ORDER | CLASSIFY_REJOIN | CLASSIFY_NOT_MAIN | CLASSIFY_LONGER |
                 CLASSIFY_ESCAPE) ||
            is_late_before_last(&g_array_index(all, ClassifyMove, i), n))
            return false;
    return true;
}

bool planted_useless(const KjPosition *pos, const KjMove *line, unsigned n, const ClassifyBy *by)
{
    const KjTables *t = pos->game->t;
    KjSide us = kj_default_attacker(pos), them = kj_other(us);
    for (unsigned s = 0; s < t->squares; s++) {
        KjPosition less = *pos;
        if (!pos->board[s] || kj_piece_kind(pos->board[s]) == t->king)
            continue;
        kj_position_remove(&less, s);
        less.hand[them] += t->hand_one[kj_base_kind(kj_piece_kind(pos->board[s]))];
        if (still_sound(&less, line, n, by))
            return true;
    }
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjPosition less = *pos;
        KjKind kind = t->hand_kind[i];
        if (!kj_hand_count(t, pos->hand[us], kind))
            continue;
        less.hand[us] -= t->hand_one[kind];
        less.hand[them] += t->hand_one[kind];
        if (still_sound(&less, line, n, by))
            return true;
    }
    return false;
}

int planted_drop_mate(const KjPosition *pos, const ClassifyBy *by)
{
    KjTables tables = *pos->game->t;
    KjGame game = *pos->game;
    KjPosition free_drops = *pos;
    memset(tables.is_no_mate_drop, 0, sizeof tables.is_no_mate_drop);
    game.t = &tables;
    free_drops.game = &game;
    return by->mates(by->data, &free_drops);
}

PlantedProof planted_proof_new(unsigned max_positions, uint64_t nodes)
{
    KjSolverOptions options = {.loops = KJ_LOOPS_FAIL, .memory_mib = PROOF_MIB};
    PlantedProof proof = {.reference = reference_new(KJ_SENTE, REFERENCE_CHECKS, max_positions),
                          .solver = kj_solver_new(&options, NULL),
                          .nodes = nodes};
    g_assert(proof.solver);
    return proof;
}

void planted_proof_clear(PlantedProof *proof)
{
    reference_free(proof->reference);
    kj_solver_free(proof->solver);
}

static int certified(PlantedProof *proof, const KjPosition *pos)
{
    Certified c;
    CertifiedPlan plan = {proof->solver, KJ_SENTE, {.nodes = proof->nodes}, false};
    g_autofree char *wrong = certified_run(&plan, pos, &c);
    int mates = c.result.verdict == KJ_UNKNOWN ? -1 : c.result.verdict == KJ_MATE;
    if (wrong && mates == 0)
        g_error("not certified: %s", wrong);
    certified_clear(&c);
    proof->by_certificate += mates == 0;
    return mates;
}

int planted_proved(void *data, const KjPosition *pos)
{
    PlantedProof *proof = data;
    unsigned plies;
    switch (reference_solve(proof->reference, pos, &plies)) {
    case REFERENCE_MATE: return 1;
    case REFERENCE_NO_MATE: proof->by_reference++; return 0;
    default: return certified(proof, pos);
    }
}

static bool is_whole_set(const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    for (unsigned base = 1; base <= pos->game->row->n_pieces; base++) {
        const KjPieceRow *row = &pos->game->row->pieces[base - 1];
        unsigned count = 0;
        for (unsigned s = 0; s < t->squares; s++)
            count += pos->board[s] && kj_base_kind(kj_piece_kind(pos->board[s])) == base;
        for (unsigned i = 0; i < t->n_hand; i++)
            if (kj_base_kind(t->hand_kind[i]) == base)
                count += kj_hand_count(t, pos->hand[0], t->hand_kind[i]) +
                         kj_hand_count(t, pos->hand[1], t->hand_kind[i]);
        if (!row->royal && count != row->set)
            return false;
    }
    return true;
}

bool planted_is_std2(const Planted *planted)
{
    return strstr(planted->id, "-std2-") != NULL;
}

void planted_by_std2(ClassifyBy *by)
{
    by->rule = KJ_INTERPOSITIONS_STD2;
    by->depth = STD2_DEPTH;
}

/* Without what is said of futile replies. (transfer full) */
static char *but_futile(const char *codes)
{
    g_auto(GStrv) words = g_strsplit(codes, " ", -1);
    g_autoptr(GPtrArray) kept = g_ptr_array_new();
    for (unsigned i = 0; words[i]; i++)
        if (!g_str_has_prefix(words[i], "futile@"))
            g_ptr_array_add(kept, words[i]);
    if (kept->len == 0)
        g_ptr_array_add(kept, (gpointer)(uintptr_t) "-");
    g_ptr_array_add(kept, NULL);
    return g_strjoinv(" ", (char **)kept->pdata);
}

char *planted_move_codes(const KjPosition *pos, const KjMove *line, unsigned n,
                         const ClassifyBy *by)
{
    ClassifyBy without = *by;
    unsigned names;
    bool leftover;
    if (n == 0)
        return by->mates(by->data, pos) ? NULL : g_strdup("no-mate");
    without.no_interpositions = true;
    without.rule = KJ_INTERPOSITIONS_COUNT;
    g_autoptr(Classify) all = classify_new(pos, kj_default_attacker(pos), by, line, n);
    g_autoptr(Classify) few =
        all ? classify_new(pos, kj_default_attacker(pos), &without, line, n) : NULL;
    char *codes = few ? planted_codes(all, line, n, &names, &leftover) : NULL;
    g_autofree char *other = codes ? planted_codes(few, line, n, &names, &leftover) : NULL;
    g_autofree char *plain = codes ? but_futile(codes) : NULL;
    if (!codes || !other || strcmp(plain, other) != 0)
        g_clear_pointer(&codes, g_free);
    return codes;
}

char *planted_all_codes(const KjPosition *pos, const KjMove *line, unsigned n, const ClassifyBy *by)
{
    unsigned names;
    bool leftover;
    if (n == 0) {
        int mate = by->mates(by->data, pos), drop = mate ? 0 : planted_drop_mate(pos, by);
        return mate || drop < 0 ? NULL : g_strdup(drop ? "drop-mate" : "no-mate");
    }
    g_autoptr(Classify) c = classify_new(pos, kj_default_attacker(pos), by, line, n);
    char *codes = c ? planted_codes(c, line, n, &names, &leftover) : NULL;
    if (!codes)
        return NULL;
    bool sound = !leftover && !(names & ~fine);
    if (!sound && !leftover)
        return codes;
    const char *fault = leftover                            ? "leftover"
                        : !is_whole_set(pos)                ? "set"
                        : planted_useless(pos, line, n, by) ? "useless"
                                                            : NULL;
    if (!fault)
        return codes;
    g_free(codes);
    return g_strdup(fault);
}
