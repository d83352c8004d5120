#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# No work is lost on the workbench: undo takes back whatever a command did, edits that were not put
# stay.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

KANJU=$(realpath "$KANJU")
mkdir "$scratch/work"
cd "$scratch/work" || exit 1
a='7k1/9/6B1R/9/9/9/9/9/9 b G' b='8k/9/8P/9/9/9/9/9/9 b G' c='7k1/9/7P1/9/9/9/9/9/9 b G'

# Lists LINE... : a list of three, or of these lines.
lists()
{
    printf 'a\t%s\n# note\nb\t%s\nc\t%s\n' "$a" "$b" "$c" >list.txt
    cp list.txt before.txt
}

# Same NAME: the list is as it was.
same() { holds "$1" cmp list.txt before.txt; }

# after an undo `put` writes into the problem that is on the board
for lost in 'item 2; discard' 'item 2; item 3' 'item 2; next' 'item 2; next -1' 'item 2; next c' \
    'item 2; reorder 1' 'item 2; reorder 3' 'item 2; add d' 'item 2; place P 9i; put; undo' \
    'item 2; place P 9i; item 3; undo' 'item 2; name x' 'item 2; item 1; discard; undo'; do
    lists
    run 0 -c "open list.txt; $lost; undo; list; put; save; position"
    out_has '*   2'
    out_has "$b"
    same "'$lost', undo, put, save leave the list as it was"
done
lists
run 0 -c 'open list.txt; item 2; discard; discard; undo 2; list; redo 2; save'
out_has $'*   2  b\n    3  c\ndone again: discard; discard\n'
out_has 'saved list.txt: 1 problem'
holds 'which is the first' grep -q $'^a\t7k1' list.txt
lists
run 0 -c 'open list.txt; item 2; reorder 1; place P 9i; put; item 3; discard; undo 6; list; save; redo 6; list'
out_has $'undone: discard; item 3; put; put P on 9i; reorder 1; and 1 more\n*   1  a\n    2  b\n    3  c\n'
out_has $'done again: item 2; reorder 1; put P on 9i; put; item 3; and 1 more\n    1  b\n*   2  a'
same 'what was undone is not saved'

# an edit that was not put is marked, kept, and there again
lists
run 0 -c 'open list.txt; place P 9i; item 2; list; item 1; position; put; list'
out_is $'1/3  a\n2/3  b\n    1+ a\n*   2  b\n    3  c\n1/3  a
7k1/9/6B1R/9/9/9/9/9/P8 b Grb3g4s4n4l17p 1\nput into 1/3, not saved yet\n*   1  a\n    2  b\n    3  c'
err_has "as you have edited it: 'put' it, or 'item' shows it as it was"
run 0 -c 'open list.txt; title New; item 3; place P 9i; list; discard; list; reorder 1; list; undo 2; list
item 1; title; item; title A; undo; position; undo; title'
out_has $'    1+ a\n    2  b\n*   3+ c\n'
out_has $'    1+ a\n*   2  b\n'
out_has $'*   1  b\n    2+ a\nundone: reorder 1; discard\n    1+ a\n    2  b\n*   3+ c\n1/3  a\nNew\n'
err_has "your edit is off the board, 'undo' brings it back"
out_has $'undone: item\nNew'
run 0 -c 'open list.txt; place P 9i; item 2; save copy.txt; !cmp copy.txt before.txt'
err_has 'edits that were not put, and are not saved: 1'
# moves that are looked at are no edit of a list, those of a record are; a solution found is none
run 0 -c 'open list.txt; play G*2b; item 2; answer; next; list'
out_has $'    1  a\n    2  b\n*   3  c'
kif=$'後手の持駒：飛 角 金三 銀四 桂四 香四 歩十八\n  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+\n| ・ ・ ・ ・ ・ ・ ・v玉 ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ 角 ・ 飛|三\n'$(for rank in 四 五 六 七 八 九; do
    printf '| ・ ・ ・ ・ ・ ・ ・ ・ ・|%s\n' "$rank"
done)$'\n+---------------------------+\n先手の持駒：金\n手数----指手---------消費時間--\n'
printf '%s   1 ２二金打\n\n%s   1 ２二金打\n' "$kif" "$kif" >two.kif
run 0 -c 'open two.kif; answer; item 2; list; play G*1b; item 1; list; item 2; line; discard; undo; item 2; list'
out_has $'    1  7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1\n*   2  '
out_has $'*   1  7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1\n    2+ '
out_has '*  1  ▲１二金'

# one file after the other, with edits
lists
printf 'd\t%s\n' "$c" >other.txt
run 2 -c 'open list.txt; place P 9i; open other.txt'
err_has "edits that were not put into list.txt: 1; 'put' them, or 'open!' without it"
run 2 -c 'open list.txt; place P 9i; put; open other.txt'
err_has "list.txt is not saved: 'save' it, or 'open!' without it"
run 0 -c 'open list.txt; place P 9i; put; open! other.txt; undo; list; position; save; redo; list'
out_has $'undone: open! other.txt\n*   1  a\n    2  b\n    3  c\n7k1/9/6B1R/9/9/9/9/9/P8 b G'
out_has $'done again: open! other.txt\n*   1  d'
run 0 -c 'open other.txt; save new.txt; undo; new; save mine.txt; undo; redo; list; !cat mine.txt'
out_has 'undone: save mine.txt'

# a line that cannot be read: the board is empty, not that of another problem
printf 'a\t%s\nx\tnonsense\nc\t%s\n' "$a" "$c" >broken.txt
run 3 --keep-going -c 'open broken.txt; next; position; next; undo 2; list; next; discard; list'
out_has '9/9/9/9/9/9/9/9/9 b'
out_has $'*   1  a\n    2  x'
out_has $'    1  a\n*   2  c'

# names
run 0 -c 'new; name one; place G 5b; name one; undo; name one recall; position; undo; name one forget; undo; name'
out_has $'4k4/9/9/9/9/9/9/9/9 b'
out_has $'undone: name one forget\none  4k4/9/'

# a session has all of it
lists
run 0 -c 'open list.txt; place P 9i; item 2; discard; name x; place P 9h; put; item 1; keep s
restore! s; list; item 2; undo 8; list; name; redo 3; list; redo 9; list; position'
out_has $'    2  c\n2/2  c\nundone: item 2; item 1; put; put P on 9h; name x; and 3 more\n*   1  a\n    2  b\n    3  c\ndone again: '
out_has $'    1+ a\n*   2  c\n'
run 0 -c 'open list.txt; place P 9i; item 2; keep s2; restore! s2; item 1; put; undo; put; save'
holds 'the file has it' grep -q $'^a\t7k1/9/6B1R/9/9/9/9/9/P8 b G' list.txt
# one that does not know what the file was
lists
"$KANJU" -c 'open list.txt; item 2; name x; keep s3' >out
sed 's/"digest":"[0-9a-f]*",//' s3 >unknown
run 2 -c 'restore unknown; name; list; save'
out_has $'x  8k/9/'
out_has $'*   2  b'
err_has 'list.txt: it was changed by somebody else since it was read'
same 'such a session overwrites nothing unasked'

done_testing
