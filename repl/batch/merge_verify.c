/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results held against their certificates. */
#include "repl/batch/merge_verify.h"

#include <string.h>

#include "core/format/sfen.h"
#include "core/os/file.h"
#include "core/text/lang.h"
#include "repl/batch/task_outcome.h"
#include "repl/store/canonical.h"
#include "repl/store/claim.h"
#include "solver/certify/certify.h"

/* What is asked of a problem, by its task. */
typedef struct {
    KjSolveRequest request;
    KjGame game;
    KjPosition root;
} Asked;

/* False: the words of the task are not understood, or the position has moves before it. */
static bool read_asked(const KjIncoming *in, Asked *out)
{
    enum {
        GROUPS = KJ_OPTIONS_SOLVE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES | KJ_OPTIONS_JUDGE |
                 KJ_OPTIONS_BATCH
    };
    g_autoptr(KjValues) values = kj_values_new();
    g_auto(GStrv) words = g_strsplit(in->rules, " ", -1);
    for (char **word = words; *word; word++) {
        g_auto(GStrv) sides = g_strsplit(*word, "=", 2);
        const KjOption *option = sides[0] ? kj_option_find_in(GROUPS, sides[0]) : NULL;
        if (!option || !kj_value_set(values, option, sides[1], NULL))
            return false;
    }
    const KjGame *game = kj_game_find(in->game);
    if (!game || strstr(in->position, " moves "))
        return false;
    out->game = *game;
    kj_rules_apply(values, &out->game.rules);
    kj_solve_request(values, 1, &out->request);
    return kj_canonical_read(in->position, &out->game, &out->root);
}

/* Whether a certificate is about the position; its number of the move may be missing. */
static bool is_about(const Asked *asked, const KvResult *said)
{
    g_autofree char *sfen = kj_sfen_write(&asked->root, 1);
    size_t length = strlen(said->position);
    bool same =
        strncmp(sfen, said->position, length) == 0 && (sfen[length] == ' ' || sfen[length] == '\0');
    return same && said->past == 0 && strcmp(said->game, asked->game.row->id) == 0 &&
           strcmp(said->attacker, "sente") == 0;
}

static bool is_switched_so(const Asked *asked, const KvResult *said)
{
    const char *change = kj_certificate_switch(&asked->game);
    return strcmp(said->game_switch, *change ? change + 1 : change) == 0;
}

/*
 * Whether a certificate holds under the rules of the task. Where repeated positions fail for the
 * attacker a mate is one by any law; that there is none is told of that convention alone.
 */
static bool is_by_the_rules(const Asked *asked, const KvResult *said)
{
    static const char *const attacker_moves[] = {
        [KJ_CHECKS_ONLY] = "checks", [KJ_CHECKS_OR_ZUGZWANG] = "zugzwang", [KJ_ALL_MOVES] = "all"};
    const KjRules *rules = &asked->game.rules;
    bool checks = asked->request.solver.attacker_moves == KJ_CHECKS_ONLY;
    const char *try_rule = rules->try_rule == KJ_TRY_ON              ? "on"
                           : rules->try_rule == KJ_TRY_OFF || checks ? "off"
                                                                     : "unless-mated";
    const char *law = rules->same_move == KJ_SAME_PAIR ? "pair" : "literal";
    bool by_law = kj_loops_by_law(asked->request.solver.loops, &asked->game);
    bool repetition = strcmp(said->repetition, "fails") == 0 ? said->mate || !by_law
                                                             : strcmp(said->repetition, law) == 0;
    return strcmp(said->attacker_moves, attacker_moves[asked->request.solver.attacker_moves]) ==
               0 &&
           strcmp(said->try_rule, try_rule) == 0 && repetition &&
           strcmp(said->stalemate, rules->stalemate == KJ_STALEMATE_LOSS ? "loss" : "draw") == 0 &&
           strcmp(said->drop_stalemate, rules->drop_stalemate_illegal ? "illegal" : "legal") == 0;
}

/* ---- solve ---- */

static KjTake judge_solved(const KjIncoming *in, const Asked *asked, const KvResult *said)
{
    bool mate = strcmp(in->verdict, "mate") == 0;
    if (said->report || said->hisshi || said->mate != mate || !is_by_the_rules(asked, said))
        return KJ_TAKE_NOT;
    if (!mate)
        return KJ_TAKE;
    if (*said->interpositions || (int)said->plies != in->pure_plies)
        return KJ_TAKE_NOT;
    return said->shortest || !in->proved ? KJ_TAKE : KJ_TAKE_UNPROVED;
}

/* ---- check ---- */

/* What a report says of its moves, held against the weights of the profile. */
typedef struct {
    const KjProfile *profile;
    bool lighter; // some weigh less
} Weights;

/* The least that a class may weigh: of some it depends on where the move is. */
static KjSeverity least_weight(const KjProfile *profile, KjClass class)
{
    KjSeverity weight = profile->move[class];
    if (class == KJ_CLASS_LAST)
        return MIN(weight, profile->last_in_one);
    if (class == KJ_CLASS_LATE)
        return MIN(weight, profile->late_at_last);
    if (class == KJ_CLASS_LONGER && profile->excess != KJ_EXCESS_REJECT)
        return profile->excess == KJ_EXCESS_IGNORE ? KJ_SEVERITY_NONE : KJ_SEVERITY_BLEMISH;
    return weight;
}

static void weigh(void *data, const KvMoveClaim *claim)
{
    Weights *weights = data;
    KjClass class = kj_class_find(claim->class);
    KjFault fault = kj_fault_find(claim->class);
    KjSeverity least = class != KJ_CLASSES  ? least_weight(weights->profile, class)
                       : fault != KJ_FAULTS ? weights->profile->fault[fault]
                                            : KJ_SEVERITY_NONE;
    for (KjSeverity lighter = KJ_SEVERITY_NONE; lighter < least; lighter++)
        if (strcmp(claim->weight, kj_severity_text(lighter)) == 0)
            weights->lighter = true;
}

/* Whether the main line of a report is the one that the file claims, where it claims one. */
static bool keeps_claim(const KjIncoming *in, const char *line)
{
    const char *claimed = kj_claim_line(in->claim);
    return !*claimed || strcmp(in->verdict, "unsound") == 0 || g_str_has_prefix(line, claimed);
}

static KjTake judge_checked(const KjIncoming *in, const Asked *asked, const KvResult *said)
{
    const char *try_rule = asked->game.rules.try_rule == KJ_TRY_ON ? "on" : "off";
    const char *rule = kj_interpositions_text(asked->request.rules.interpositions);
    bool so = said->report && strcmp(said->verdict, in->verdict) == 0 &&
              strcmp(said->interpositions, rule) == 0 && strcmp(said->try_rule, try_rule) == 0 &&
              strcmp(said->line, in->line ? in->line : "") == 0 && keeps_claim(in, said->line);
    return so ? KJ_TAKE : KJ_TAKE_NOT;
}

/* ---- the certificate ---- */

/* Opens the file of a certificate by its name, else beside the store that names it. */
static FILE *open_certificate(const char *name, const char *store)
{
    if (g_file_test(name, G_FILE_TEST_EXISTS))
        return kj_os_fopen(name, "rb");
    g_autofree char *folder = g_path_get_dirname(store);
    g_autofree char *beside = g_build_path("/", folder, name, NULL);
    return kj_os_fopen(beside, "rb");
}

/* What the certificate of a result comes to; `out_there`: there is one. */
static KjTake judge_certificate(const char *from, const KjIncoming *in, bool *out_there)
{
    Asked asked;
    FILE *file = in->certificate ? open_certificate(in->certificate, from) : NULL;
    *out_there = file != NULL;
    if (!file)
        return KJ_TAKE_NOT;
    bool understood = read_asked(in, &asked);
    Weights weights = {.profile = &asked.request.rules};
    KvLimits limits = {.memory = KV_DEFAULT_MEMORY, .reports = true};
    if (understood) {
        limits.tell = weigh;
        limits.tell_data = &weights;
    }
    KvResult said = kv_verify(file, &limits);
    fclose(file);
    bool check = strcmp(in->kind, kj_task_check.name) == 0;
    if (check && said.ok && !said.report)
        *out_there = false; // of the position alone, as of works whose report can have none
    if (!understood || !said.ok || !is_about(&asked, &said) || !is_switched_so(&asked, &said) ||
        weights.lighter)
        return KJ_TAKE_NOT;
    return check ? judge_checked(in, &asked, &said) : judge_solved(in, &asked, &said);
}

static KjTake judge(void *data, const char *from, const KjIncoming *in)
{
    KjMergeVerify *verify = data;
    if (strcmp(in->verdict, "unknown") == 0)
        return KJ_TAKE_PASS;
    if (g_rand_double_range(verify->chance, 0, 100) >= verify->percent)
        return KJ_TAKE;
    bool there;
    KjTake take = judge_certificate(from, in, &there);
    verify->uncertified += !there;
    if (take != KJ_TAKE_NOT || !there)
        return take;
    kj_term_message(verify->term, "%s: %s: the certificate does not show what is said: %s", from,
                    in->position, in->verdict);
    verify->refuted++;
    return verify->percent < 100 ? KJ_TAKE_NOTHING : KJ_TAKE_NOT;
}

static void tell(void *data, const char *position, const char *here, const char *there)
{
    const KjMergeVerify *verify = data;
    verify->told.contradiction(verify->told.data, position, here, there);
}

bool kj_merge_verify_init(KjMergeVerify *out, const char *share, const KjCopy *told, KjTerm *term,
                          GError **error)
{
    char *end;
    double percent = strcmp(share, "all") == 0 ? 100 : g_ascii_strtod(share, &end);
    bool all = strcmp(share, "all") == 0;
    if (!all && (end == share || strcmp(*end == '%' ? end + 1 : end, "") != 0 ||
                 !(percent > 0 && percent <= 100)))
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "--verify=%s: expected all, or a percentage such as 5", share);
    *out = (KjMergeVerify){.told = *told, .term = term, .percent = percent, .chance = g_rand_new()};
    out->copy = (KjCopy){.judge = judge, .contradiction = tell, .data = out};
    return true;
}

void kj_merge_verify_clear(KjMergeVerify *verify)
{
    g_clear_pointer(&verify->chance, g_rand_free);
}
