# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# TAP for tests of the program. A test sources this file, says with `run` what
# to run ($KANJU names the program), states what must hold, and ends in `done_testing`:
#
#   run 3 solve garbage     # runs it and asserts the exit status
#   err_has "no position"
#
# After run: $out, $err (texts), $status.

: "${KANJU:=build/kanju}"
export NO_COLOR=1 COLUMNS=80 LC_ALL=C.UTF-8 G_DEBUG=fatal-criticals
unset TERM

validator=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../tools/validate_json.py")
tests=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0 out='' err=''

pass() { # NAME
    tests=$((tests + 1))
    echo "ok $tests - $1"
}

fail() { # NAME DETAIL...
    tests=$((tests + 1))
    echo "not ok $tests - $1"
    shift
    printf '%s\n' "$@" | sed 's/^/#   /'
}

say() { # RESULT NAME DETAIL...
    local result=$1 name=$2
    shift 2
    if [ "$result" -eq 0 ]; then pass "$name"; else fail "$name" "$@" "status: $status" \
        "out: ${out:0:2000}" "err: ${err:0:2000}"; fi
}

# Puts a file into $text without the newlines at its end and without zero bytes. Starts no process,
# which costs as much as what is tested.
slurp() { # FILE
    local parts
    mapfile -d '' -t parts <"$1"
    printf -v text '%s' "${parts[@]}"
    while [[ $text == *$'\n' ]]; do text=${text%$'\n'}; done
}

# Runs the program and asserts its exit status. Standard input is that of run.
run() { # STATUS ARGUMENT...
    local expected=$1
    shift
    status=0
    "$KANJU" "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
    slurp "$scratch/out"
    out=$text
    slurp "$scratch/err"
    err=$text
    case $out in '{"schema":"kanju.'*) printf '%s\n' "$out" >>"$scratch/lines_of_json" ;; esac
    local command="kanju $*"
    [ "$status" -eq "$expected" ]
    say $? "${command:0:100} ends with $expected" "expected status: $expected"
}

# What the program wrote, each an assertion of its own.
out_is() { # TEXT
    local shown=${1//$'\n'/ }
    [ "$out" = "$1" ]
    say $? "the output is '${shown:0:60}'" "expected: $1"
}
out_has() { # TEXT
    case $out in *"$1"*) true ;; *) false ;; esac
    say $? "the output has '$1'"
}
out_lacks() { # TEXT
    case $out in *"$1"*) false ;; *) true ;; esac
    say $? "the output lacks '$1'"
}
out_lines() { # NUMBER
    [ "$(wc -l <"$scratch/out")" -eq "$1" ]
    say $? "the output has $1 lines"
}
err_has() { # TEXT
    case $err in *"$1"*) true ;; *) false ;; esac
    say $? "the message has '$1'"
}
err_lines() { # NUMBER
    [ "$(wc -l <"$scratch/err")" -eq "$1" ]
    say $? "there are $1 lines of messages"
}

# Any other assertion: a sentence and a command that must succeed.
holds() { # NAME COMMAND...
    local name=$1 result=0
    shift
    "$@" || result=$?
    say "$result" "$name"
}

# Waits until a command succeeds, however busy the machine is; what has not come in ten minutes does not come.
until_holds() { # COMMAND...
    local tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ "$tries" -lt 6000 ] || return 1
        sleep 0.1
    done
}

# Whether the program has a sanitizer in it, which takes memory of its own, and five times as long: of
# runs that take the same ways through the program some are enough then.
sanitized() { grep -aq -e __asan_init -e __tsan_init "$KANJU"; }

# Whether the program is one for Windows, run by Wine (tests/windows/wine).
on_windows() { [ -e "$KANJU.exe" ]; }

# Before what asks for something that only Unix has: `unix_only 'named pipes' && …`. Where the program is
# one for Windows that is left out, and said.
unix_only() { # WHAT
    on_windows || return 0
    echo "# left out on Windows: $1"
    return 1
}

# Fields of JSON Lines, without a JSON program: good enough for flat objects.
json_has() { # KEY VALUE (as written in JSON)
    case $out in *"\"$1\":$2"[,\}]*) true ;; *) false ;; esac
    say $? "the JSON has \"$1\":$2"
}

done_testing() {
    if [ -e "$scratch/lines_of_json" ]; then
        out=$(/usr/bin/python3 "$validator" "$scratch/lines_of_json" 2>&1)
        say $? "all JSON was as docs/schema says"
    fi
    echo "1..$tests"
}

# Runs the session of a document, which must give what it shows. In its ```console blocks a line that begins
# with "$ build/kanju" is a command, what follows up to the next "$" its output. Node counts and times may
# differ. Sets number to how many commands there are.
session() { # FILE
    local folder
    folder=$(mktemp -d "$scratch/session.XXXXXX")
    awk -v folder="$folder" '
        /^```/ { inside = $0 == "```console"; output = ""; next }
        inside && /^\$ / {
            output = ""
            if ($0 ~ /^\$ build\/kanju /) {
                n++
                print substr($0, 3) >(folder "/" n ".command")
                output = folder "/" n ".expected"
                printf "" >output
            }
            next
        }
        inside && output != "" { print >output }
    ' "$1"
    number=0
    while [ -e "$folder/$((number + 1)).command" ]; do
        number=$((number + 1))
        command=$(cat "$folder/$number.command")
        case $command in *'| '* | *.pdf*) unix_only "what other programs do: $command" || continue ;; esac
        status=0
        eval "\"\$KANJU\" ${command#build/kanju }" >"$scratch/out" 2>"$scratch/err" </dev/null ||
            status=$?
        out=$(cat "$scratch/out") err=$(cat "$scratch/err")
        holds "$command" diff <(steady "$folder/$number.expected") <(steady "$scratch/out")
        err_lines 0
    done
}

# Makes what may differ from run to run the same.
steady() {
    sed -E -e 's/[0-9]+ nodes?, [0-9.]+ s(, [0-9]+ nodes\/s)?/N nodes, T s/' \
        -e 's/[0-9]+局面、[0-9.]+秒(、毎秒[0-9]+局面)?/N局面、T秒/' \
        -e 's/"nodes":[0-9]+,"ms":[0-9]+/"nodes":N,"ms":T/' "$1"
}
