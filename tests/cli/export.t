#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Exports: a store as a text, which every command reads as the store it was.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

puzzles=$(realpath "$(dirname "$0")/../../puzzles")
cd "$scratch" || exit 1
printf '%s\n' $'id\tsfen\tplies\tnote\ttitle\tauthor\tdate' \
    $'fine\t9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1\t3\t"so"\t初手\t作 者\t1998' \
    $'mirrored\t9/9/6R2/8k/8N/8B/9/9/9 b rb4g4s3n4l18p 1\t3' \
    $'cooked\t7R1/9/9/8k/8N/8B/9/9/9 b rb4g4s3n4l18p 1\t5' $'open\t3g1n1l1/2p1g1r2/5k2S/4p1N+R1/3+p5/7N1/B8/9/9 b 2GSNb2s3l15p 1\t11' \
    $'none\tnothing' >works.tsv
cp "$puzzles/ogi/original.tsv" ogi.tsv
cp "$puzzles/56shogi/original.tsv" 56.tsv
run 3 batch --store a.kdb --nodes 100000 works.tsv ogi.tsv
run 3 batch --store a.kdb --task check --certificate certs/ --nodes 100000 works.tsv
run 0 batch --store a.kdb --task check --nodes 100000 56.tsv
run 0 report -o a.export a.kdb
run 0 merge b.kdb a.export
run 0 report -o b.export b.kdb
holds 'an export read and written again is the same' cmp a.export b.export
run 0 report --format export -o c.export a.export
holds 'an export is read as the store it was' cmp a.export c.export

# what reports say of the one they say of the other, of every task
for task in solve check; do
    for format in jsonl csv kif list; do
        run 0 report --task $task --stable --format $format a.kdb
        cp "$scratch/out" of_store
        run 0 report --task $task --stable --format $format a.export
        holds "the $format of $task is that of the store" cmp of_store "$scratch/out"
    done
    run 0 report --task $task --edition of_store_$task a.kdb
    run 0 report --task $task --edition of_export_$task a.export
    rm of_*_$task/*/index.html # which say what time it took
    holds "the edition of $task is that of the store" diff -r of_store_$task of_export_$task
done
rows() { # STORE
    sqlite3 "$1" "SELECT 'task',kind,version,rules,rank() OVER (ORDER BY used) FROM task UNION ALL
        SELECT 'item',f.name,i.number,json_array(i.line,i.turn,i.name,i.title,i.composer,i.date,i.recorded,i.note,i.error,i.col,i.claim),
        coalesce(p.game||p.position||p.claim,'') FROM item i JOIN file f ON f.id=i.file LEFT JOIN problem p ON p.id=i.problem UNION ALL
        SELECT 'result',p.game||p.position||p.claim,t.kind||t.version||t.rules,
        json_array(r.settled,r.seconds_limit,r.nodes_limit,r.memory_mib,r.verdict,r.cause,r.plies,r.pure_plies,r.proved,r.line,r.line_kind,
            r.leftover,r.nodes,r.certificate,r.difficulty,r.whole),
        (SELECT group_concat(code||ply||severity) FROM code c WHERE c.task=r.task AND c.problem=r.problem)
        FROM result r JOIN task t ON t.id=r.task JOIN problem p ON p.id=r.problem ORDER BY 1,2,3"
}
if command -v sqlite3 >/dev/null; then
    rows a.kdb >a.rows
    rows b.kdb >b.rows
    holds 'the rows are the same' cmp a.rows b.rows
    holds 'there are rows of each kind' test "$(cut -d '|' -f 1 a.rows | sort -u | tr '\n' ' ')" = 'item result task '
fi

# the rest of what reads a store
run 0 find a.export 'verdict:unsound'
out_has 'cooked'
run 0 find a.export 'title=初手' -o one.export
run 0 report --format csv one.export
out_has '初手'
out_lacks 'cooked'
run 0 report one.export a.kdb
run 4 merge --verify=all c.kdb one.export
holds 'certificates are found by their names' test "$("$KANJU" find c.kdb 'certified:yes' | grep -c .)" -gt 0
run 0 report -o again.export a.kdb
holds 'the same whenever it is written' cmp a.export again.export
holds 'it names no time' sh -c '! grep -q "\"ms\"" a.export'

# the one in the tree
root=$(realpath "$puzzles/..")
kept=$puzzles/classics/classics.export
run 0 report -o kept.export "$kept"
holds 'the export of the classics is as it is written' cmp kept.export "$kept"
/usr/bin/python3 "$root/tests/tools/classics_page.py" "$KANJU" "$kept" "$root/docs/classics.md" >page.md
holds 'docs/classics.md says what it holds (tests/bench/classics writes it)' cmp page.md "$root/docs/classics.md"
run 0 report --task check --format jsonl --stable "$kept"
json='import json, sys
for line in sys.stdin:
    work = json.loads(line)
    print(work["id"], work["position"], work["recorded"], work["title"], work["note"] or "", sep="\t")'
/usr/bin/python3 -c "$json" <"$scratch/out" >of_export
cut -f 1-4,7 "$puzzles"/classics/muso.tsv "$puzzles"/classics/zuko.tsv | grep -v '^#\|^id' >of_lists
holds 'its works are those of puzzles/classics' cmp of_export of_lists

# what is none
run 2 batch --store a.export works.tsv
cp a.export text
run 3 batch --store text works.tsv
err_has "text: an export, expected a store: 'kanju merge STORE EXPORT' makes one"
err_lines 1
with_end() { # an export that says how long it is
    cat - >"$1"
    printf '{"lines":%d}\n' "$(grep -c '' "$1")" >>"$1"
}
head -c 300 a.export >part.export
run 3 report part.export
err_has 'part.export:2: not the end of an export, expected a last line with the number of lines before it'
err_lines 1
for part in 'head -2' 'head -c -1' 'sed 3d' 'sed 3p' 'tail -n +2'; do
    (head -1 a.export; tail -n +2 a.export | $part) >part.export
    run 3 report part.export
    err_has 'not the end of an export'
done
cat a.export a.export >twice.export
run 3 report twice.export
err_has 'not the end of an export'
(head -1 a.export; echo '{"file":') | with_end broken.export
run 3 report broken.export
err_has 'broken.export:2: not a line of an export, expected a JSON object'
(head -1 a.export; echo '[1]') | with_end list.export
run 3 report list.export
err_has 'list.export:2: not a line'
(head -2 a.export; echo '{"file":"x"}') | with_end bare.export
run 3 report bare.export
err_has 'bare.export:3: not a line of an export, expected an item with file and number, or a result with task'
err_lines 1
(sed '$d' a.export; sed -n 3p a.export) | with_end again.export
run 3 report again.export
err_has "again.export:$(grep -c '' a.export): not a line of an export"
result=$(grep -n '"task":0' a.export | head -1 | cut -d : -f 1)
for odd in 's/"settled":[a-z]*,//' 's/"task":0/"task":9/' 's/"nodes_limit":[^,]*/"nodes_limit":null/'; do
    sed "$result$odd" a.export >odd.export
    run 3 report odd.export
    err_has "odd.export:$result: not a line of an export"
done
sed "${result}s/.*/{}/" a.export >odd.export
run 3 report odd.export
err_has "odd.export:$result: not a line of an export"
(sed '$d' a.export; sed -n '2s/"position":"[^"]*"/"position":"9\/9\/9\/9\/9\/9\/9\/9\/9 b - 1"/p' a.export) | with_end again.export
run 3 report again.export
err_has "again.export:$(grep -c '' a.export): not a line of an export"
sed '1s/"kind"/"sort"/' a.export >odd.export
run 3 report odd.export
err_has 'odd.export:1: not a line of an export'
sed 's/"verdict":"unsound"/"verdict":"perfect"/' a.export >odd.export
run 3 report --task check odd.export
err_has "damaged: what the store has is not a result ('perfect') and is left out"
printf '{"schema":"kanju.store/9","tasks":[]}\n' >later.export
run 3 report later.export
err_has 'later.export:1: an export of another version, expected kanju.store/1'

done_testing
