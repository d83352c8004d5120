/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits from options, and jobs from positions. */
#include "repl/job/solve_job.h"

#include "core/os/memory.h"
#include "core/rules/attack.h"
#include "core/text/lang.h"
#include "repl/job/choices.h"
#include "repl/job/phrases.h"
#include "repl/job/position_error.h"
#include "repl/job/unplaced_pieces.h"

// Every proof may spend this many nodes on its exact length, however short it was.
enum { SHORTENING_BASE = 1000000 };

size_t kj_solve_memory_mib(const KjValues *values)
{
    const KjValue *value = &values->value[KJ_OPT(MEMORY)];
    size_t wanted = (size_t)value->integer;
    size_t half = (size_t)(kj_os_memory() / 2 >> 20);
    return value->set || !half ? wanted : MIN(wanted, half);
}

/* Which interpositions count by --profile: all where the attacker need not
 * give check. */
static KjInterpositions interpositions_of(const KjValues *values)
{
    const KjValue *profile = &values->value[KJ_OPT(PROFILE)];
    const KjValue *rule = &values->value[KJ_OPT(INTERPOSITIONS)];
    if (values->value[KJ_OPT(CHECKS_ONLY)].choice != 0)
        return KJ_INTERPOSITIONS_COUNT; // the convention is one of mates by checks
    return rule->set ? (KjInterpositions)rule->choice
                     : kj_profile_at(profile->choice)->interpositions;
}

/* A user who says when to stop wants that time used, unless he says how much of it. */
static double shortening_factor(const KjValue *value)
{
    bool limited = value[KJ_OPT(TIME)].real > 0 || value[KJ_OPT(NODES)].integer > 0;
    return limited && !value[KJ_OPT(SHORTEN)].set ? 0 : value[KJ_OPT(SHORTEN)].real;
}

/* Plies by which longer variations with pieces left over are tolerated. */
static unsigned tolerance(const KjValues *values)
{
    static const unsigned plies[] = {
        [KJ_EXCESS_REJECT] = 0,
        [KJ_EXCESS_ALLOW2] = 2,
        [KJ_EXCESS_ALLOW4] = 4,
        [KJ_EXCESS_IGNORE] = 0, // such variations are no flaw, and say nothing of the main line
    };
    const KjValue *rule = &values->value[KJ_OPT(VARIATION_EXCESS)];
    const KjProfile *profile = kj_profile_at(values->value[KJ_OPT(PROFILE)].choice);
    return plies[rule->set ? (KjExcess)rule->choice : profile->excess];
}

static KjLoops loops_of(const KjValue *value)
{
    static const KjLoops loops[] = {KJ_LOOPS_FAIL, KJ_LOOPS_LAW, KJ_LOOPS_LAW};
    KJ_CHOICES_ARE(REPETITION, G_N_ELEMENTS(loops));
    const KjValue *repetition = &value[KJ_OPT(REPETITION)];
    return repetition->set ? loops[repetition->choice] : KJ_LOOPS_USUAL;
}

void kj_solve_request(const KjValues *values, unsigned n_problems, KjSolveRequest *out)
{
    static const KjAttackerMoves attacker_moves[] = {KJ_CHECKS_ONLY, KJ_ALL_MOVES,
                                                     KJ_CHECKS_OR_ZUGZWANG};
    static const unsigned spares[] = {0, KJ_CHECK_SPARES, KJ_CHECK_SPARES | KJ_SPARE_TRY_WEAKER,
                                      KJ_CHECK_SPARES | KJ_SPARE_TRY_SHIFTED,
                                      KJ_CHECK_SPARES | KJ_SPARE_TRY_WEAKER | KJ_SPARE_TRY_SHIFTED};
    KJ_CHOICES_ARE(CHECKS_ONLY, G_N_ELEMENTS(attacker_moves));
    KJ_CHOICES_ARE(USELESS, G_N_ELEMENTS(spares));
    const KjValue *value = values->value;
    unsigned threads = (unsigned)value[KJ_OPT(THREADS)].integer;
    threads = MAX(1, MIN(threads, n_problems));
    *out = (KjSolveRequest){
        .solver = {.attacker_moves = attacker_moves[value[KJ_OPT(CHECKS_ONLY)].choice],
                   .loops = loops_of(value),
                   .interpositions = interpositions_of(values),
                   .tolerance = tolerance(values),
                   .memory_mib = MAX(1, kj_solve_memory_mib(values) / threads),
                   .find_shortest = !value[KJ_OPT(ANY)].flag,
                   .shortening_factor = shortening_factor(value),
                   .shortening_base = SHORTENING_BASE},
        .limits = {.seconds = value[KJ_OPT(TIME)].real,
                   .nodes = (uint64_t)value[KJ_OPT(NODES)].integer},
        .threads = threads,
        .deterministic = value[KJ_OPT(DETERMINISTIC)].flag,
        .hisshi = value[KJ_OPT(GOAL)].choice != 0,
        .diagrams = value[KJ_OPT(DIAGRAM)].set ? value[KJ_OPT(DIAGRAM)].flag : n_problems == 1,
        .first = value[KJ_OPT(FIRST)].flag,
        .first_defect = value[KJ_OPT(FIRST_DEFECT)].flag,
        .refutation = value[KJ_OPT(REFUTATION)].flag,
        .explain = value[KJ_OPT(EXPLAIN)].flag,
        .tree_plies = (unsigned)value[KJ_OPT(TREE_PLIES)].integer,
        .tree_moves = (unsigned)value[KJ_OPT(TREE_MOVES)].integer,
        .spares = spares[value[KJ_OPT(USELESS)].choice],
        .certify = (KjMateClaim)value[KJ_OPT(CERTIFICATE_LENGTH)].choice,
        .notation = kj_notation_asked(values, KJ_NOTATION_JA),
        .profile = kj_profile_at(value[KJ_OPT(PROFILE)].choice)->name,
        .rules = *kj_profile_at(value[KJ_OPT(PROFILE)].choice),
    };
    out->rules.interpositions = out->solver.interpositions;
    if (value[KJ_OPT(VARIATION_EXCESS)].set)
        out->rules.excess = (KjExcess)value[KJ_OPT(VARIATION_EXCESS)].choice;
}

bool kj_solve_goal_fits(const KjValues *values, const KjOptionId *others, unsigned n,
                        GError **error)
{
    for (unsigned i = 0; i < n; i++) {
        if (values->value[others[i]].set) {
            g_autofree char *name = kj_option_spelt(kj_option_at(others[i]));
            return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                                "--%s is about mates by checks, expected none with the goal hisshi",
                                name);
        }
    }
    return true;
}

bool kj_solve_any_fits(const KjValues *values, GError **error)
{
    const KjValue *value = values->value;
    static const char *const claims[] = {[KJ_CERTIFY_MATE] = NULL,
                                         [KJ_CERTIFY_SHORTEST] = "certificate-length=shortest",
                                         [KJ_CERTIFY_CONVENTIONAL] =
                                             "certificate-length=conventional"};
    KJ_CHOICES_ARE(CERTIFICATE_LENGTH, G_N_ELEMENTS(claims));
    const char *other = value[KJ_OPT(FIRST)].flag ? "first"
                        : value[KJ_OPT(SHORTEN)].set
                            ? "shorten"
                            : claims[value[KJ_OPT(CERTIFICATE_LENGTH)].choice];
    if (!value[KJ_OPT(ANY)].flag || !other)
        return true;
    return kj_set_error(
        error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
        "--%s with --any, which looks for no other length: expected only one of them", other);
}

KjSide kj_solve_attacker(const KjValues *values, const KjPosition *root)
{
    enum { AUTO, SENTE, GOTE };
    switch (values->value[KJ_OPT(ATTACKER)].choice) {
    case SENTE: return KJ_SENTE;
    case GOTE: return KJ_GOTE;
    case AUTO:
    default: return kj_default_attacker(root);
    }
}

/* Gives the defender what is missing; at the start of the moves before the position, too, so that
 * what comes back is known again. */
static void complete_hands(KjInput *input, KjSide defender)
{
    kj_unplaced_give(&input->position, defender);
    if (input->text.n_moves)
        kj_unplaced_give(&input->text.start, defender);
}

void kj_solve_prepare(const KjValues *values, KjSolveJob *job)
{
    KjInput *input = job->input;
    job->over = values->over;
    if (input->error)
        return;
    if (input->last != KJ_MOVE_NONE) // else the moves are a line from the position
        input->error = kj_position_over_text(&input->text, job->mated ? KJ_MAY_MATE : KJ_GOES_ON);
    if (input->error)
        return;
    KjPosition *root = &input->position;
    job->attacker = kj_solve_attacker(values, root);
    KjSide defender = kj_other(job->attacker);
    if (root->king[defender] == KJ_NO_SQUARE) {
        input->error =
            g_strdup_printf(kj_tr("the defender, %s, has no king, expected one on the board"),
                            kj_tr(kj_side_name(defender)));
        return;
    }
    if (values->value[KJ_OPT(COMPLETE_HANDS)].flag)
        complete_hands(input, defender);
    job->missing = kj_unplaced_count(root);
    if (root->side == defender && !kj_in_check(root, defender))
        job->note = "the defender is to move and not in check: every safe move of his is a reply";
    job->usable = true;
}

void kj_solve_job_search(KjSolver *solver, const KjLimits *limits, KjSolveJob *job)
{
    const KjPositionText *text = &job->input->text;
    kj_solver_set_past(solver, &text->start, text->moves, text->n_moves);
    kj_solver_solve(solver, &job->input->position, job->attacker, limits, &job->result);
}

bool kj_solve_is_over(const KjResult *result)
{
    return result->verdict == KJ_MATE && result->plies == 0 && result->n_line == 0;
}

KjQuestion kj_solve_question(const KjSolveRequest *request, const KjSolveJob *job)
{
    return (KjQuestion){.root = &job->input->position,
                        .attacker = job->attacker,
                        .n_past = job->input->text.n_moves,
                        .options = request->solver,
                        .limits = request->limits};
}

char *kj_solve_line_note(const KjResult *result, bool for_people)
{
    static const char open[] = "the search ended before it was settled what can be left in hand";
    static const char other[] =
        "the search ended before a line of %u plies was found: this one takes %u";
    if (result->verdict != KJ_MATE || !result->line_complete || result->line_kind == KJ_LINE_MAIN)
        return NULL;
    if (result->line_kind == KJ_LINE_LEFTOVER_OPEN)
        return g_strdup(for_people ? kj_tr(open) : open);
    return for_people ? g_strdup_printf(kj_tr(other), result->plies, result->n_line)
                      : g_strdup_printf(other, result->plies, result->n_line);
}

static bool is_certified(const KjSolveJob *job)
{
    return job->certificate && !job->certificate_failure && job->result.verdict != KJ_UNKNOWN;
}

/* Of what the certificate that was written is not; NULL: it is of all. */
static const char *past_note(const KjSolveJob *job, bool for_people)
{
    static const char alone[] = "the certificate is of the position alone, what comes back "
                                "failing: the moves before it are not in it";
    if (!is_certified(job) || !job->certified.alone)
        return NULL;
    return for_people ? kj_tr(alone) : alone;
}

/* As past_note, of the length. */
static char *length_note(const KjSolveJob *job, bool for_people)
{
    static const char bare[] = "the certificate is of the bare length, %u plies; for the "
                               "conventional one use --certificate-length=conventional";
    const KjResult *result = &job->result;
    unsigned plies = job->certified.plies;
    if (!is_certified(job) || result->verdict != KJ_MATE || plies == result->plies)
        return NULL;
    return for_people ? g_strdup_printf(kj_tr(bare), plies) : g_strdup_printf(bare, plies);
}

static void add_note(GString *text, const char *note)
{
    if (note)
        g_string_append_printf(text, "%s%s", text->len ? "; " : "", note);
}

char *kj_solve_note(const KjSolveJob *job, bool for_people)
{
    g_autofree char *line = kj_solve_line_note(&job->result, for_people);
    g_autofree char *length = length_note(job, for_people);
    GString *text = g_string_new(NULL);
    add_note(text, for_people && job->note ? kj_tr(job->note) : job->note);
    add_note(text, line);
    add_note(text, length);
    add_note(text, past_note(job, for_people));
    return g_string_free(text, text->len == 0);
}

void kj_solve_job_clear(KjSolveJob *job)
{
    kj_result_clear(&job->result);
    g_free(job->failure);
    g_free(job->certificate);
    g_free(job->certificate_failure);
    kj_move_tree_free(job->solution);
    kj_refutation_free(job->refutation);
}

KjExit kj_solve_exit(KjVerdict verdict)
{
    static const KjExit exits[] = {
        [KJ_MATE] = KJ_EXIT_OK, [KJ_NOMATE] = KJ_EXIT_DEFECT, [KJ_UNKNOWN] = KJ_EXIT_UNKNOWN};
    return exits[verdict];
}
