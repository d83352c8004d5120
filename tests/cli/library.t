#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# libkanju as installed: the example of docs/library.md is built against it and run, and more is asked of
# it by tests/cli/library.c. Uninstalling leaves nothing.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

top=$(cd "$(dirname "$0")/../.." && pwd)
build=$(basename "$(dirname "$(realpath "$KANJU")")")
prefix=$scratch/usr
mate='7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1'
none='6n1k/9/8p/9/9/5B3/9/9/9 b RSrb4g3s3n4l17p 1'

make_quietly() { # TARGET
    make -C "$top" BUILD="$build" PREFIX="$prefix" "$1" >"$scratch/make" 2>&1
}
holds 'make install succeeds' make_quietly install
for file in bin/kanju bin/kanju-usi bin/kanju-verify include/kanju.h lib/libkanju.a lib/libkanju.so \
    lib/libkanju.so.1 lib/pkgconfig/kanju.pc share/man/man1/kanju.1 share/man/man1/kanju-usi.1 share/man/man1/kanju-verify.1 \
    share/man/man3/kanju.3 share/man/ja/man1/kanju.1 share/doc/kanju/docs/ja/solve.md \
    share/bash-completion/completions/kanju share/zsh/site-functions/_kanju \
    share/fish/vendor_completions.d/kanju.fish share/kanju/puzzles/README.md; do
    holds "$file is installed" test -s "$prefix/$file"
done
holds 'the installed program runs' sh -c "'$prefix/bin/kanju' --version | grep -q '^kanju '"

# names
nm -D --defined-only "$prefix/lib/libkanju.so" | awk '$2 != "A" { print $3 }' >"$scratch/shown"
sed 's/@.*//' "$scratch/shown" | sort >"$scratch/names"
grep -oE 'kanju_[a-z_]+\(' "$top/repl/lib/kanju.h" | tr -d '(' | sort -u >"$scratch/declared"
holds 'the shared library shows what the header declares, no more, no less' \
    diff "$scratch/declared" "$scratch/names"
nm -g --defined-only "$prefix/lib/libkanju.a" 2>/dev/null | awk 'NF == 3 { print $3 }' |
    grep -v '^DW\.ref\.' | sort >"$scratch/static"
holds 'and so does the static one' diff "$scratch/declared" "$scratch/static"
holds 'the soname has the version' \
    sh -c "objdump -p '$prefix/lib/libkanju.so' | grep -q 'SONAME *libkanju.so.1$'"

# its manual page is the header
man=$prefix/share/man/man3/kanju.3
sed -n 's/^\.Fn \(kanju_[a-z_]*\).*/\1/p' "$man" | sort >"$scratch/explained"
holds 'kanju(3) has each of its functions' diff "$scratch/declared" "$scratch/explained"
if command -v mandoc >/dev/null; then
    holds 'it is well formed' mandoc -Tlint -W warning "$man"
fi

# building against it
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
read -ra compiler <<<"${CC:-gcc}"
read -ra flags <<<"$(pkg-config --cflags --libs kanju)"
read -ra static <<<"$(pkg-config --cflags --libs --static kanju | sed 's/-lkanju //')"
holds 'programs need no flags but those of the header' \
    test "$(pkg-config --cflags kanju | xargs)" = "-I$prefix/include"
holds 'and no library but this one' \
    test "$(pkg-config --libs kanju | tr -s ' ' '\n' | grep -c '^-l')" = 1
warnings=(-std=c11 -Wall -Wextra -Wpedantic -Werror)
awk '/^```/ { inside = $0 == "```c"; next } inside' "$top/docs/library.md" >"$scratch/example.c"
holds 'the example builds' "${compiler[@]}" "${warnings[@]}" "$scratch/example.c" "${flags[@]}" \
    -o "$scratch/example"
holds 'and with the static library' "${compiler[@]}" "${warnings[@]}" "$scratch/example.c" \
    "$prefix/lib/libkanju.a" "${static[@]}" -o "$scratch/example-static"
printf 'one\t%s\nnone\t%s\nbad\tgarbage\n' "$mate" "$none" >"$scratch/list.tsv"
for program in example example-static; do
    out=$("$scratch/$program" "$scratch/list.tsv" 2>"$scratch/err") || out="status $?"
    err=$(cat "$scratch/err")
    out_has '"id":"one",'
    out_has '"line":["G*2b"]'
    out_has '"verdict":"nomate"'
    out_has "'garbage' is not a board"
done

holds 'the checks build' "${compiler[@]}" "${warnings[@]}" "$top/tests/cli/library.c" \
    "${flags[@]}" -pthread -o "$scratch/checks"
while IFS= read -r line; do
    case $line in
    'ok '*) pass "${line#ok }" ;;
    *) fail "${line#not ok }" ;;
    esac
done < <("$scratch/checks" || echo "not ok the checks end with 0")

if command -v g++ >/dev/null; then
    holds 'a program in C++ builds' g++ -std=c++17 -Wall -Wextra -Werror \
        "$top/tests/cli/library.cc" "${flags[@]}" -o "$scratch/x"
    holds 'and solves' sh -c "'$scratch/x' '$mate' | grep -qF G\*2b"
fi

# the symbols have the versions of kanju.map, and the package knows them
nm -D --defined-only --with-symbol-versions "$prefix/lib/libkanju.so" >"$scratch/versions"
holds 'they have a version' grep -q ' kanju_call@@KANJU_1$' "$scratch/versions"
while IFS= read -r name; do
    holds "the package names $name" \
        grep -qF "(symver)$name " "$top/tests/tools/debian/libkanju1.symbols"
done < <(sed -nE 's/^(KANJU_[0-9.]+) .*/\1/p' "$top/repl/lib/kanju.map")

# Python: the installed library, loaded by name
if command -v python3 >/dev/null; then
    export PYTHONPATH=$top/repl/lib/python PYTHONDONTWRITEBYTECODE=1
    python() { # ARGUMENT...
        status=0
        out=$(python3 "$@" 2>"$scratch/err") || status=$?
        err=$(cat "$scratch/err")
    }
    python -c 'import doctest, kanju
print("doctest: %d failed, %d" % doctest.testmod(kanju, extraglobs={"kanju": kanju}))'
    out_has 'doctest: 0 failed, 1'
    python "$top/tests/cli/library.py" "$KANJU" "$scratch"
    while IFS= read -r line; do
        case $line in
        'ok '*) pass "${line#ok }" ;;
        *) fail "${line#not ok }" ;;
        esac
    done <<<"${out:-not ok library.py says something}"
    holds 'the checks in Python end with 0' test "$status" -eq 0
    example=$top/repl/lib/python/examples
    python "$example/solve_file.py" "$scratch/list.tsv"
    out_has 'one mate 1 G*2b'
    out_has 'none nomate None'
    out_has "bad 'garbage' is not a board"
    echo "$mate" >"$scratch/mate.sfen"
    "$KANJU" convert --format kif -o "$scratch/mate.kif" "$scratch/mate.sfen"
    python "$example/solve_file.py" "$scratch/mate.kif"
    out_has 'mate 1 G*2b'
    python "$example/check_collection.py" "$scratch/list.tsv"
    out_has 'one: '
    python "$example/variations.py" "$scratch/mate.sfen" "$scratch/tree.kif"
    out_has ' moves'
    run 0 check --json "$scratch/tree.kif"
    out_has '"authors_line":true'
    awk '/^```/ { inside = $0 == "```python"; next } inside' "$top/repl/lib/python/README.md" \
        >"$scratch/ten.py"
    holds 'ten lines solve a file' test "$(grep -c . "$scratch/ten.py")" -le 10
    python "$scratch/ten.py" "$scratch/mate.kif"
    out_has 'mate 1 G*2b'
    KANJU_LIBRARY=/nonexistent python -c 'import kanju'
    err_has 'libkanju cannot be loaded'
    if command -v mypy >/dev/null; then
        holds 'the types hold' mypy --strict --cache-dir "$scratch/mypy" "$PYTHONPATH/kanju"
    fi
    holds 'the package has the version of the Makefile' \
        grep -qx "version = \"$(sed -n 's/^VERSION := //p' "$top/Makefile")\"" \
        "$top/repl/lib/python/pyproject.toml"
fi

# the packaging knows what the build needs and which version this is
debian=$top/tests/tools/debian
while read -r package; do
    holds "$package is among the build dependencies" grep -qx " $package,\?" "$debian/control"
done < <(sed -n '/^    build)/,/;;/s/^ *need \(lib[a-z0-9.-]*-dev\) .*/\1/p' \
    "$top/tests/tools/setup" | grep -v '^libc6-dev$')
version=$(sed -n 's/^VERSION := //p' "$top/Makefile")
holds 'the packages have the version of the Makefile' \
    grep -q "^kanju ($version) " "$debian/changelog"

holds 'they are built with what dpkg-buildpackage takes for granted' \
    sh -c "sed -n '/^    deb)/,/;;/p' '$top/tests/tools/setup' | grep -q 'need build-essential '"

# the loader is told where it looks, and not when a package is made
make_plan() { # VARIABLE...
    make -n -C "$top" BUILD="$build" "$@" install 2>/dev/null
}
holds 'installing has the loader know the library' \
    sh -c "$(declare -f make_plan); top=$top build=$build; make_plan PREFIX=/usr/local |
        grep -q '\[ -z .. \] && ldconfig .*/usr/local/lib:'"

holds 'make uninstall succeeds' make_quietly uninstall
holds 'and leaves no file' test -z "$(find "$prefix" ! -type d)"

done_testing
