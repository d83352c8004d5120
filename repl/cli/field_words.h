/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of enums in JSON: KJ_WORDS_name is a type, how many members it has, and what gives the
 * word of one. */
#pragma once

#define KJ_WORDS_side KjSide, 2, kj_side_name
#define KJ_WORDS_verdict KjVerdict, KJ_UNKNOWN + 1, kj_verdict_text
#define KJ_WORDS_soundness KjWork, KJ_WORK_UNKNOWN + 1, kj_work_text
#define KJ_WORDS_severity KjSeverity, KJ_SEVERITY_DEFECT + 1, kj_severity_text
#define KJ_WORDS_class KjClass, KJ_CLASSES, kj_class_code
#define KJ_WORDS_interpositions \
    KjInterpositions, KJ_INTERPOSITIONS_RESTORE + 1, kj_interpositions_text
#define KJ_WORDS_tri KjTri, KJ_OPEN + 1, kj_tri_text
#define KJ_WORDS_spare_how KjSpareHow, KJ_SPARE_SHIFT + 1, kj_spare_how_text
#define KJ_WORDS_line_kind KjLineKind, KJ_LINE_OTHER + 1, kj_line_kind_text
#define KJ_WORDS_lasts KjLasts, KJ_LASTS_UNKNOWN + 1, kj_lasts_text
#define KJ_WORDS_reply_kind KjReplyKind, KJ_REPLY_OTHER + 1, kj_reply_kind_text
#define KJ_WORDS_only KjOnly, KJ_ONLY_DROPS + 1, kj_only_text
#define KJ_WORDS_cause KjCause, KJ_CAUSE_REPETITION + 1, kj_cause_text
#define KJ_WORDS_decided_by KjDecidedBy, KJ_BY_REPETITION + 1, kj_decided_by_text
#define KJ_WORDS_fate KjFate, KJ_FATES, kj_fate_text
#define KJ_WORDS_change_kind KjChangeKind, KJ_CHANGE_KINDS, kj_change_kind_text
#define KJ_WORDS_filter KjFilter, KJ_FILTERS, kj_filter_code
#define KJ_WORDS_brink KjBrink, KJ_BRINK_HISSHI + 1, kj_brink_code
#define KJ_WORDS_game_status KjStatusKind, KJ_STATUS_ILLEGAL_MOVE + 1, kj_status_name
#define KJ_WORDS_format KjFormat, KJ_FORMAT_COUNT, kj_format_name

/* All of them, with the first that is ever said. */
#define KJ_ALL_WORDS(X)               \
    X(side, 0)                        \
    X(verdict, 0)                     \
    X(soundness, 0)                   \
    X(severity, 0)                    \
    X(class, 0)                       \
    X(interpositions, 0)              \
    X(tri, KJ_YES)                    \
    X(spare_how, 0)                   \
    X(line_kind, 0)                   \
    X(lasts, 0)                       \
    X(reply_kind, KJ_REPLY_KING_GOES) \
    X(only, 1)                        \
    X(cause, KJ_CAUSE_TIME)           \
    X(decided_by, 1)                  \
    X(fate, 0)                        \
    X(change_kind, 0)                 \
    X(filter, 0) X(brink, KJ_BRINK_NONE) X(game_status, 0) X(format, 0)
