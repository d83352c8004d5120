/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words of options that tables elsewhere go by, in the order of the tables: KJ_CHOICES gives them
 * to the row of options.def, joined by |, and KJ_CHOICES_ARE stands beside each table, so that a
 * word that the table has no row for does not compile.
 */
#pragma once

#define KJ_WORDS_OF_CHECKS_ONLY(WORD, OR) WORD("yes") OR WORD("no") OR WORD("zugzwang")
#define KJ_WORDS_OF_REPETITION(WORD, OR) WORD("attacker-fails") OR WORD("exact") OR WORD("fourfold")
#define KJ_WORDS_OF_USELESS(WORD, OR) \
    WORD("no") OR WORD("pieces") OR WORD("weaker") OR WORD("shifted") OR WORD("all")
#define KJ_WORDS_OF_CERTIFICATE_LENGTH(WORD, OR) \
    WORD("mate") OR WORD("shortest") OR WORD("conventional")
#define KJ_WORDS_OF_KEEP(WORD, OR) WORD("line") OR WORD("length") OR WORD("any")
#define KJ_WORDS_OF_PALETTE(WORD, OR) WORD("black") OR WORD("color")
#define KJ_WORDS_OF_TASK(WORD, OR) WORD("solve") OR WORD("check") OR WORD("hisshi")
#define KJ_WORDS_OF_RECORD_FORMAT(WORD, OR)                                                    \
    WORD("sfen")                                                                               \
    OR WORD("usi") OR WORD("feen") OR WORD("kif") OR WORD("ki2") OR WORD("bod") OR WORD("csa") \
        OR WORD("jkf") OR WORD("usen") OR WORD("tsv")
#define KJ_WORDS_OF_REPORT_FORMAT(WORD, OR)                                                       \
    WORD("text")                                                                                  \
    OR WORD("list") OR WORD("csv") OR WORD("jsonl") OR WORD("html") OR WORD("kif") OR WORD("pdf") \
        OR WORD("export")

#define KJ_CHOICE_WORD(word) word
#define KJ_CHOICE_ONE(word) 1
#define KJ_CHOICES(ID) KJ_WORDS_OF_##ID(KJ_CHOICE_WORD, "|")
#define KJ_CHOICES_ARE(ID, n) \
    _Static_assert(KJ_WORDS_OF_##ID(KJ_CHOICE_ONE, +) == (n), "a row for each word of --" #ID)
