#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Where Japanese is asked for no English is left: not in the errors of any command, not in lines that have Japanese.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

filter=$(realpath "$(dirname "$0")/../tools/japanese.pl")
KANJU=$(realpath "$KANJU")
export XDG_STATE_HOME=$scratch/state XDG_CONFIG_HOME=$scratch/config
mkdir "$scratch/work"
cd "$scratch/work" || exit 1

# Runs each line as a session of its own; what it says of errors, and what has Japanese in it, is kept.
sessions() {
    : >"$scratch/said"
    (
        export LC_ALL=ja_JP.UTF-8 # which the shell may not know
        while IFS= read -r line; do
            "$KANJU" -c "$line" 2>>"$scratch/said" </dev/null
        done
    ) >"$scratch/out" 2>/dev/null
    grep -P '[ぁ-ヿ一-鿿]' "$scratch/out" >>"$scratch/said"
}

sessions <<'EOS'
place G 0a
place X 5e
place G
place GG
place 5e
place +G 5e
remove 0z
remove 1a
new empty; remove 5e
place +K 5a
cut
move 5e 4e
move 5e
hand b 99P
hand x P
hand b ?
hand b K
give b - R
give w - 19P
give b 2K
turn x
shift up 5
shift sideways
回転 3
flip nobody
hand x rest
undo 99999999999
undo
redo
play 7g7e
play 5e5d
startpos; play 9z
compose --theme xx
compose --use xx
compose --plies 4
compose --plies x
family --piece x
family --piece R --on 0
play
7g7e
▲５五角
▲９九飛
55角
P*5e
+7775FU
3334FU
0055FU
8822UM
-1
+1
goto 99
goto x
line 5
why 7g7e
why 5e5d
why xx
why ▲５五角
startpos; why 7g7f
startpos; why 8h2b+
name nobody recall
name nobody forget
name 1x
name
name nobody diff
new nothing
new startpos --variant nothing
new nothing
position nosuch.kif
position nosuch
position 'x/y z'
position '9/9/9/9/9/9/9/9/9 b - 1'; solve
position '9/9/9/9/9/9/9/9/9'
position 'lnsgkgsnl/9 b -'
position '4k4/4G4/9/9/9/9/9/9/9 b - 1'; play 5b5a
position '4k4/4G4/9/9/9/9/9/9/9 b - 1'; solve
position 'PPPPPPPPP/9/9/9/9/9/9/9/9 b - 1'
position 'P8/P8/9/9/9/9/9/9/4k4 b - 1'; solve
position '4k4/9/9/9/9/9/9/4G4/9 b 5G 1'; solve
position '4kk3/9/9/9/9/9/9/9/9 b - 1'; solve
position '4k4/9/9/9/9/9/9/9/9 b - 1 moves 1a1b'
position 'startpos moves 7g7f 7g7f'
open nosuch
open /tmp
save
put
add
next
next -1
item 3
next x
source nosuch
position > /nosuch/file
position >
%nothing
show %nothing
restore nosuch
restore /etc/passwd
keep /nosuch/file
set nothing 5
set lang xx
set time x
set profile nothing
set nodes -1
set color sometimes
set style
set style default
set nothing
set all extra
watch maybe
stop 5
stop
wait 9
jobs 3
quit extra
edit
browse
help nothing
help undo extra
help zzzzqq
s
nonsense
hepl
place "open
solve --time x
solve --time -1
solve --nothing
solve --lang en_US
solve --json=maybe
solve --attacker x
solve --memory 0
solve --threads 99999
solve --certificate
solve --certificate x.kjc '4k4/9/9/9/9/9/9/9/9 b - 1' '4k4/9/9/9/9/9/9/9/9 b G 1'
solve nosuch.kif
solve 'x y'
check nosuch.sfen
check --line '7g7e'
check --profile x
check --each-time x
check --certificates ''
check --html ''
check --kif /nosuch/x
check --profile x
moves --checks=3
perft x
perft 99
perft
status x
show --output /nosuch/x.svg
show --output x.bmp
show --draw style=x
convert --format x
convert --format kif --output /nosuch/x
variants x
verify
report nosuch.kdb
report
find nosuch.kdb x
find
import x
merge x
sheet nosuch
sheet
follow
follow x
EOS
left=$(perl "$filter" <"$scratch/said")
holds "no error is in English: $left" test -z "$left"
holds 'errors were said' test "$(wc -l <"$scratch/said")" -gt 150

sessions <<'EOS'
position
name
name one; place G 5b; name; name one diff
status
7g7f; line; -1; why 2g2f; why 2g2e; status; moves
perft 2 &
jobs
watch
watch on; wait; watch
new; solve
7k1/9/6B1R/9/9/9/9/9/9 b G; solve; answer; line; check; check --tree
6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1; solve; check; solve --first; solve --nodes 1; answer; -1
4ks3/9/4P4/9/9/9/9/9/9 b G; solve; answer; check; solve --refutation
show; moves --checks; status --json
keep s; restore s
set diagram on; new
show --draw style=magazine
convert --format kif
follow 'startpos moves 7g7f'
EOS
left=$(perl "$filter" <"$scratch/said")
holds "no answer is half in English: $left" test -z "$left"
holds 'answers were said' test "$(wc -l <"$scratch/said")" -gt 100

# what is shown in Japanese can be given in Japanese, whatever the language is
run 0 -c '新規; 置く R 5c +B 3d; 持駒 攻方 G; turn 後手; 局面; turn 攻方; give 玉方 S; 局面'
out_has '4k4/9/4R4/6+B2/9/9/9/9/9 w Grb3g4s4n4l18p 1'
out_has '4k4/9/4R4/6+B2/9/9/9/9/9 b Grb3g5s4n4l18p 1'
run 0 解く --no-diagram --attacker=先手 '7k1/9/6B1R/9/9/9/9/9/9 b G'
out_has 'argument 1: mate in 1 ply'
run 0 解く --json --lang ja '7k1/9/6B1R/9/9/9/9/9/9 b G'
json_has id '"argument 1"'
run 2 compose --theme 遠内
run 0 help 検討
out_has 'usage: kanju check'
run 0 help check --lang ja
out_has '使い方: kanju 検討 [OPTION]... PROBLEM...'
out_has '別名: check'
printf '%s\n' 'k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1' '9/9/3+R5/7Lk/9/7R1/9/9/9 b 2b4g4s4n3l18p 1' >"$scratch/two.sfen"
"$KANJU" batch --task check --store "$scratch/two.kdb" "$scratch/two.sfen" >/dev/null 2>&1
for query in 判定:不完全 is:不完全 判定：不完全 種別:同手数余詰 code:余詰 '手数=5' '判定!=完全 手数<=5'; do
    run 0 find "$scratch/two.kdb" "$query"
    out_has 'k1g6/'
    holds "one work is meant by $query" test "$(wc -l <<<"$out")" = 1
done
run 0 find "$scratch/two.kdb" 手筋:捨駒
out_has '3+R5'
run 2 find "$scratch/two.kdb" 判定:ふめい
run 0 help --complete='kanju compose --theme 捨'
out_has 捨駒
run 0 help --complete='kanju turn 攻'
out_has 攻方
run 0 help --complete='kanju solve --attacker=先'
out_has --attacker=先手
run 0 help --complete='kanju 解'
out_has 解く

# what is typed, with the board of `new` before it, and what is said of it
table() {
    while IFS='|' read -r typed said; do
        status=0
        out=$("$KANJU" --keep-going -c "設定 lang ja; 新規; $typed" 2>&1 </dev/null) || status=$?
        holds "$typed: $said" grep -qF -- "$said" <<<"$out"
    done
}
cp "$scratch/two.kdb" two.kdb
table <<'EOS'
除く 5e|５五: 駒がありません（「説明 除く」を参照）
移す 5e 5f|５五: 駒がありません（「説明 移す」を参照）
place R 5d; 状態|後手の５一の玉が取られます
place P 9a; solve|先手の歩が９一
place P 9c 9d; 解く|先手の歩が９四
名付け a; 置く 歩 ５三; 名付け a 差分|５三: なし -> 歩
名付け a; 置く と 53; 持たせる 玉方 - 金; 名付け a 差分|後手の持駒: 飛2 角2 金4 銀4 桂4 香4 歩18 -> 飛2 角2 金3 銀4 桂4 香4 歩17
新規 初形; 5e5d|５五に先手の駒がありません
7k1/9/6B1R/9/9/9/9/9/9 w; 状態|王手: なし
7k1/9/7R1/9/9/9/9/9/9 w; 状態|王手: ２三
持駒 玉方 なんか|持駒「なんか」: 2P、G、歩二 のような駒
新規 初形; 指し手 --evasions|手番の玉に王手はかかっていません
種類|推定: 原図は失われました
種類|  開始局面: lnsgkgsnl
新規 nix|「nix」: 本将棋 の開始局面にありません
7k1/9/6B1R/9/9/9/9/9/9 b G; intend 1c1a+; 作意|破れるのは1手目 １一成(13)
7k1/9/6B1R/9/9/9/9/9/9 b G; intend P*5e; 作意|５五歩打
7k1/9/6B1R/9/9/9/9/9/9 b G; 変種 --piece R --on 5e --no-diagram|図、完全
名付け a; 取り消し|取り消し: 名付け a
name a; 取り消し|取り消し: 名付け a
置く v玉 ９四 飛 ７三 桂 ９五 角 ９六; 局面|9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1
新規 双玉; 置く 玉 １九; 局面|9/8K b
案 次|先に「修正」、「節約」、「変種」、「紛れ」のどれかを実行してください
局面へ 99|開始局面、最後、または 0 から 0 までの数
7g7f; 局面へ 開始局面; 局面|4k4/9
監視 はてな|使える値は 入, 切 です
新規 双玉; 局面|4k4/9/9/9/9/9/9/9/4K4
新規 空; 局面|9/9/9/9/9/9/9/9/9
監視 入; 監視 切; 監視|切
解け|「解く」ですか？
説明|  解く
説明 詰み|  必至
用語検索 詰み|「説明 WORD」を使ってください
説明 手筋|slider dropped at a distance                 遠打
創作 --theme 遠内|「遠内」という趣向・手筋はありません。「遠打」ですか？
創作 --theme 捨駒,遠内|「遠打」ですか？
検索 two.kdb 作者:|「作者」の後に何もありません。文字（空白があれば引用符で囲む）が必要です
検索 two.kdb 手数>=|「手数」の後に何もありません。数か、9..15 のような範囲が必要です
検索 two.kdb 手筋:|「説明 手筋」で一覧
検索 two.kdb 手筋:遠内|「遠打」ですか？
検索 two.kdb 判定:不完善|「不完善」は判定の値ではありません。「不完全」ですか？
検索 two.kdb 判定:ふめい|詰み, 不詰, 不明, 完全, キズ, 不完全
検索 two.kdb てかず:5|使えるのは 手数, 全手数
検索 two.kdb 条件:重腹|「重複」ですか？
検索 two.kdb 全手数>=5|k1g6/
検索 two.kdb 条件:初出|k1g6/
検索 two.kdb 証明書:なし|k1g6/
検索 two.kdb 種類:本将棋|k1g6/
検索 two.kdb 手数>=99 または (条件:初出 かつ 除外 条件:重複)|k1g6/
検索 two.kdb 条件:初出 または|「除外」か ( が必要です
設定 goal 必至; 設定 全部|* goal                 必至            mate|hisshi
設定 diagram 切; 設定|* diagram              切              on|off
設定 diagram 切; 設定 diagram 既定; 設定 diagram|  diagram              -               on|off
新規; 回転 左右反転; 局面|4k4/
新規; 置く 玉 ９四; 局面|4k4/9/9/K8/
新規; 置く v玉 ９四; 局面|9/9/9/k8/
差分 a|「名付け NAME 差分」を使ってください
設定解除 time|「設定 OPTION 既定」を使ってください
EOS
# in English nothing is Japanese
for line in 'new; remove 5e|5e: no piece there' 'new; name a; place P 5c; name a diff|5c: - -> P' \
    'startpos; 5e5d|no piece of sente on 5e' 'help themes|slider dropped at a distance' \
    'new; watch x|expected one of on, off' "find two.kdb author:|nothing behind 'author', expected a text"; do
    out=$("$KANJU" -c "${line%|*}" 2>&1 </dev/null)
    holds "$line" grep -qF -- "${line#*|}" <<<"$out"
done

# what Tab offers: fields, their values, themes after a comma, in the language that is begun
while IFS='|' read -r lang typed offered; do
    out=$("$KANJU" help --lang "$lang" --complete="kanju $typed")
    holds "Tab after $typed: $offered" grep -qFx -- "$offered" <<<"$out"
done <<'EOS'
en|find x.kdb ver|verdict:
en|find x.kdb verdict:un|verdict:unsound
en|find x.kdb is:dup|is:duplicate
en|find x.kdb theme:long|theme:long-drop
en|find x.kdb 判|判定:
en|find x.kdb 判定:不|判定:不完全
en|find x.kdb 手筋:遠|手筋:遠打
ja|find x.kdb |判定:
ja|find x.kdb 判定:|判定:不完全
ja|検索 x.kdb 条件:|条件:重複
en|compose --theme sacrifice,long|sacrifice,long-drop
en|compose --theme 捨駒,遠|捨駒,遠打
en|compose --theme=捨駒,!遠|--theme=捨駒,!遠打
ja|compose --theme 捨駒,|捨駒,遠打
ja||解く
en|solve --attacker=|--attacker=sente
ja|solve --attacker=|--attacker=先手
ja|help 手|手筋
EOS

# every command without arguments, with one too many, and with an option that is none
for command in $("$KANJU" help --all | grep -oP '^  \K[a-z-]+(?= )'); do
    case $command in usi | bench | batch | help | verify) continue ;; esac # verify has words of its own
    printf '%s\n' "$command x y z w v" "$command --no-such-option"
done >"$scratch/commands"
sessions <"$scratch/commands"
left=$(perl "$filter" <"$scratch/said")
holds "of every command: $left" test -z "$left"

# the filter finds what it is for
for mixed in '持駒「99P」: pieces that a hand can holdが必要です' '5e に sente の駒があり no piece' 'kanju: no file here'; do
    holds "found: $mixed" test -n "$(perl "$filter" <<<"$mixed")"
done
done_testing
