/* SPDX-License-Identifier: GPL-3.0-or-later */
/* family: verdicts and lengths of a family of positions. */
#include "repl/compose/family.h"

static KjExit status_of(const GArray *members)
{
    KjExit status = KJ_EXIT_DEFECT;
    for (unsigned i = 0; i < members->len; i++) {
        KjFate fate = g_array_index(members, KjRepair, i).judgement.fate;
        if (fate == KJ_FATE_SOUND)
            return KJ_EXIT_OK;
        if (fate == KJ_FATE_UNKNOWN || fate == KJ_FATES)
            status = KJ_EXIT_UNKNOWN;
    }
    return status;
}

/* One position. */
static KjExit family(KjCompose *compose, KjComposeWork *work, GError **error)
{
    g_autoptr(GArray) pieces = g_array_new(FALSE, FALSE, sizeof(KjPiece));
    g_autoptr(GArray) members = kj_repairs_new();
    KjFamilyCall f = {.compose = compose, .work = work, .pieces = pieces, .members = members};
    if (!kj_family_read(compose->call->values, work->job.root.game, &f, error))
        return KJ_EXIT_USAGE;
    if (f.list)
        kj_printer_begin(compose->call->printer, compose->call->command->schema);
    kj_family_make(&f);
    if (f.list) {
        kj_printer_end(compose->call->printer);
        return KJ_EXIT_OK;
    }
    if (!kj_compose_judge(compose, work, members, false, error))
        return KJ_EXIT_INTERNAL;
    g_array_sort(members, kj_repair_compare);
    kj_family_print(&f);
    return status_of(members);
}

static KjExit kj_cmd_family(KjSession *session, const KjCall *call, GError **error)
{
    const KjValue *value = call->values->value;
    if (value[KJ_OPTION_LIST].flag && value[KJ_OPTION_JSON].flag) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--list: expected without --json, one position a line");
        return KJ_EXIT_USAGE;
    }
    if (value[KJ_OPTION_LIST].flag && value[KJ_OPTION_CHECKPOINT].text) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--list: expected without --checkpoint, as nothing is judged");
        return KJ_EXIT_USAGE;
    }
    return kj_compose_each(session, call, kj_compose_open_family, family, error);
}

const KjCommand kj_family_command = {
    .name = "family",
    .ja = "変種",
    .group = KJ_COMMANDS_MATE,
    .summary = "judge a family of positions: a piece anywhere, any hand",
    .details =
        "Puts each piece of --piece on each empty square of --on and gives the attacker "
        "each hand of at most --in-hand pieces besides what he holds, and judges every "
        "position as check does. With --piece alone a board for each piece shows the "
        "results: the length where the work is sound, the length and * where it mates but "
        "is unsound, - where there is no mate, ? where it is undecided. Else the sound "
        "positions are listed. The status is 1 if none is sound. With --list it judges none and "
        "writes all of them, for batch or for another family.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_KEEP | KJ_OPTIONS_COMPOSE | KJ_OPTIONS_FAMILY |
               KJ_OPTIONS_JUDGE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT |
               KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD | KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG | KJ_COMMAND_WORK,
    .run = kj_cmd_family,
    .examples = {{"family --piece R --on 1a-9i '9/9/9/k8/N8/B8/9/9/9 b 2rb4g4s3n4l18p 1'",
                  "Where a rook makes a sound work.", "sound: "}},
    .schema = "kanju.family/1",
};
