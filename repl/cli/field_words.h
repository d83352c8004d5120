/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of enums in JSON: KJ_WORDS_name is a type, how many members it has, and what gives the
 * word of one. */
#ifndef KJ_REPL_CLI_FIELD_WORDS_H
#define KJ_REPL_CLI_FIELD_WORDS_H

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

#endif
