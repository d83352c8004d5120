#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/tools/check_rooms.pl: a room uses those above it in the lists of the READMEs.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

check_rooms=(perl tests/tools/check_rooms.pl)
holds 'the sources' "${check_rooms[@]}"

# A made-up tree, to see that it can fail.
tree=$scratch/tree
mkdir -p "$tree"/core/{rules,text} "$tree/solver/search" "$tree"/repl/{job,cli,verify} "$tree/tests/naive"
rooms() { printf '| \140%s/\140 | what |\n' "${@:2}" >"$tree/$1/README.md"; }
rooms core rules text
rooms solver search .
rooms repl job verify cli .
make_tree() {
    printf 'typedef int KjMove;\nint kj_move(void);\n' >"$tree/core/rules/move.h"
    printf '#include <glib.h>\n#include "core/rules/move.h"\n' >"$tree/core/text/text.h"
    printf '#include "core/text/text.h"\n' >"$tree/solver/search/search-priv.h"
    printf '#include "solver/search/search-priv.h"\n' >"$tree/solver/search/search.c"
    printf '#include "solver/search/search.h"\n' >"$tree/solver/solve.h"
    printf '#include "solver/solve.h"\nstruct KjJob {\n};\n' >"$tree/repl/job/job.c"
    printf '#include "version.h"\n#include "repl/job/job.h"\n' >"$tree/repl/cli/cli.c"
    printf '#include <stdio.h>\nint kj_move(void)\n{\n}\n' >"$tree/core/rules/move.c"
    printf '#include "repl/cli/cli.h"\n' >"$tree/tests/test_all.c"
}
refuses() { # FILE LINE-ADDED MESSAGE
    make_tree
    printf '%s\n' "$2" >>"$tree/$1"
    status=0 out=''
    err=$("${check_rooms[@]}" "$tree" 2>&1) || status=$?
    holds "refused: $1: $2" test "$status" -eq 1
    err_has "$3"
}
make_tree
holds 'a tree in order passes' "${check_rooms[@]}" "$tree"
refuses core/text/text.h '#include "solver/solve.h"' 'core/text stands below solver in core/README.md'
refuses repl/job/job.c '#  include "repl/cli/cli.h"' 'repl/job stands below repl/cli in repl/README.md'
refuses core/rules/move.h '#include "core/text/text.h"' 'core/rules stands below core/text'
refuses solver/search/search.c '#include "solver/solve.h"' 'solver/search stands below solver in'
refuses solver/solve.h '#include "solver/length/length.h"' 'solver/length is in no list of rooms'
refuses solver/solve.h '#include "tests/help.h"' 'tests is in no list of rooms'
refuses solver/solve.h '#include "solver/search/search-priv.h"' 'search-priv.h belongs to its room'
refuses tests/test_all.c '#include "solver/search/search-priv.h"' 'search-priv.h belongs to its room'
refuses repl/cli/cli.c '#include "cli.h"' 'repl/cli/cli.c:3: includes cli.h: includes are written from the top'
refuses tests/naive/naive.c '#include "core/rules/move.h"' 'it stands alone'
rm "$tree/tests/naive/naive.c"
refuses repl/verify/sections.c '#include "core/rules/move.h"' 'it stands alone'
rm "$tree/repl/verify/sections.c"
refuses core/rules/move.c '#include <glib.h>' 'core/rules uses the C library only'
refuses repl/cli/cli.h 'char *kj_move(void);' 'repl/cli/cli.h: declares kj_move, which core/rules/move.c defines'
refuses repl/cli/cli.h $'typedef struct {\n} KjMove;' 'KjMove is a type of core/rules/move.h, too'
refuses core/text/text.h $'struct KjJob;\ntypedef struct KjJob KjJob;' 'names struct KjJob of repl/job: core/text stands'

done_testing
