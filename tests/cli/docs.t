#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every file, heading and page that documents and comments name is there (tests/tools/lint_docs.pl).
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

lint=$(realpath "$(dirname "$0")/../tools/lint_docs.pl")

status=0
perl "$lint" >"$scratch/found" || status=$?
holds "documents and comments name what is there: $(head -n 5 "$scratch/found")" \
    test "$status" -eq 0

# A tree with one fault at a time.
tree=$scratch/tree
mkdir -p "$tree/docs/log" "$tree/core/rules"
cd "$tree" || exit 1
printf '/* A game. */\n' >core/rules/game.h
printf '# Rules\n\n## R1 Shogi (本将棋)\n' >docs/rules.md
printf -- '- **try**, 紛れ: a check. Not: wrong check,\n  誤手.\n' >docs/glossary.md

refuses() { # WHAT FILE TEXT
    printf '%b\n' "$3" >"$2"
    status=0
    perl "$lint" >"$scratch/found" || status=$?
    holds "refused: $1" test "$status" -eq 1
    holds "it says: $1" grep -qxF "$2:1: $1" "$scratch/found"
    rm "$2"
}
accepts() { # FILE TEXT
    printf '%b\n' "$2" >"$1"
    holds "accepted: $2" perl "$lint"
    rm "$1"
}

refuses 'no such file: rule.md' docs/a.md 'See [rules](rule.md).'
refuses 'no such heading: rules.md#r2' docs/a.md 'See [rules](rules.md#r2).'
refuses 'no such file: core/rules/games.c' docs/a.md 'The table is in core/rules/games.c.'
refuses 'no such file: core/text/*.c' docs/a.md 'All of core/text/*.c.'
refuses 'no such file: docs/law.md' core/rules/a.h '/* As docs/law.md says. */'
refuses 'no such page: law.md' core/rules/a.h '// law.md, the second part'
refuses 'no such source: games.c' core/rules/a.h '// see games.c'
refuses '101 columns, at most 100' docs/a.md "$(printf '%0101d' 0)"
refuses "'wrong check': see docs/glossary.md" docs/a.md 'A Wrong check.'
refuses "'誤手': see docs/glossary.md" core/rules/messages.def 'KJ_MESSAGE("tries", "誤手")'
refuses "'誤手': see docs/glossary.md" core/rules/a.c 'static const char *s = "誤手";'
accepts core/rules/b.c '// a wrong check'
accepts docs/log/b.md 'A wrong check, as it was said then.'
accepts docs/a.md '[rules](rules.md#r1-shogi-本将棋), core/rules/game.h, core/rules/{game,game}.h'
accepts docs/a.md 'A test stands in tests/unit/ROOM/test_MODULE.c.'
accepts core/rules/a.c 'const char *s = "docs/no.md";'
accepts docs/log/a.md "| $(printf '%0101d' 0) |"
accepts docs/log/a.md 'What stood in core/old.c then.'

done_testing
