// SPDX-License-Identifier: GPL-3.0-or-later
// What the page says itself, in Japanese by its English. What Kanju has found, the program says.

const japanese = {
  "solve, check and mend tsume-shogi": "詰将棋を解く・検討する・直す",
  game: "将棋の種類",
  board: "盤面",
  verdict: "判定",
  "what a tap does": "盤を押したとき",
  "Set up": "配置",
  Play: "指す",
  undo: "元に戻す",
  redo: "やり直す",
  "turn over (+)": "駒を裏返す（+）",
  Empty: "空にする",
  "the rest is the defender's": "残りは玉方の持駒",
  "Drag pieces, or tap one and then a place; tap again to turn it over or round; hold it down for all that can be done with it. Keys: letters place (Shift: gote's), + turns over, ~ changes sides, Space removes.":
    "駒をドラッグするか、駒、行き先の順に押します。同じ駒をもう一度押すと、裏返り、向きが変わります。長押しすると、できることが並びます。キー：文字で置く（Shift で後手）、+ 裏返す、~ 先後を変える、Space 取り除く。",
  answer: "答え",
  Solve: "解く",
  Check: "検討",
  Brinkmate: "必至",
  Stop: "中止",
  "at most": "上限",
  "no limit": "なし",
  "10 s": "10秒",
  "1 min": "1分",
  "10 min": "10分",
  searching: "探索中",
  Mend: "直す",
  Repair: "修正案",
  "Leave pieces out": "駒を省く",
  "Looks for single changes after which the work is sound, or for pieces it can do without.":
    "一か所変えて完全作になる案、または省ける駒を探します。",
  "Take away": "保存・共有",
  Share: "共有",
  "the link as a QR code": "リンクの QR コード",
  "Copy link": "リンクをコピー",
  Report: "報告書",
  Certificate: "証明書",
  "Text and files": "文字列・ファイル",
  "SFEN, KIF, KI2, BOD, CSA, JKF, USEN: type or paste it here, or drop a file on the page":
    "SFEN・KIF・KI2・BOD・CSA・JKF・USEN をここに書くか貼り付けます。ファイルはページに落としても読めます",
  Read: "読み込む",
  "Open a file": "ファイルを開く",
  "My works": "作品一覧",
  "name of the work": "作品名",
  author: "作者",
  comment: "コメント",
  "start position": "初形",
  Keep: "保存する",
  "Save all as a file": "すべてをファイルに保存",
  "Read such a file": "ファイルから読み込む",
  "Everything stays on this device: nothing is sent anywhere, and nothing is kept but My works, what is on the board and what checks of a collection found. The page works without a network.":
    "すべてこの端末の中で行います。どこにも送らず、作品一覧、盤上の作品、作品集の検討結果のほかは何も残しません。通信がなくても使えます。",
  "mate in N": "N手詰",
  "mate in N at most": "N手以内の詰み",
  "no mate": "不詰",
  unknown: "不明",
  sound: "完全",
  blemished: "キズあり",
  unsound: "不完全",
  "brinkmate in N": "N手必至",
  "brinkmate in N at most": "N手以内の必至",
  "brinkmate on the board": "すでに必至",
  "mate by checks": "王手の連続で詰み",
  "no brinkmate": "必至なし",
  time: "時間切れ",
  nodes: "局面数の上限",
  memory: "メモリー不足",
  stopped: "中止",
  repetition: "千日手",
  "N nodes, T s": "N局面、T秒",
  "sente to move": "先手番",
  "gote to move": "後手番",
  "author's line: N plies": "作意：N手",
  "forget it": "取り消す",
  "it cannot be played": "この局面からは指せません",
  "my line": "自分の手順",
  "to the start": "最初へ",
  back: "戻る",
  forward: "進む",
  "to the end": "最後へ",
  "make this the author's line": "この手順を作意にする",
  here: "この局面",
  "turn it over": "裏返す",
  "change its side": "先後を変える",
  "to sente's hand": "先手の持駒へ",
  "to gote's hand": "後手の持駒へ",
  "remove it": "取り除く",
  "Why?": "なぜ？",
  Board: "盤",
  new: "新規",
  "seen from gote's side": "後手側から見る",
  pieces: "駒",
  wood: "木目",
  paper: "図面",
  kanji: "漢字",
  letters: "英字",
  sounds: "音",
  "king alone": "玉だけ",
  "after N": "Nのあと",
  "no king to be mated": "詰ます玉がありません",
  empty: "空",
  "sente's": "先手の",
  "gote's": "後手の",
  "sente's hand": "先手の持駒",
  "gote's hand": "後手の持駒",
  box: "駒箱",
  promote: "成る",
  "do not promote": "成らない",
  cancel: "やめる",
  "sound after this": "完全になる案",
  nearly: "惜しい案",
  "nothing found": "見つかりません",
  "without N": "Nを省く",
  "N plies": "N手",
  "N defects left": "欠陥がN残る",
  "one defect left": "欠陥が1残る",
  "remove P from A": "AのPを取り除く",
  "add P on B": "BにPを置く",
  "move P from A to B": "AのPをBへ移す",
  "replace P on A with Q": "AのPをQに替える",
  "hand P on A over": "AのPを相手の駒にする",
  "shift all": "全体をずらす",
  "take P out of the hand": "持駒のPを除く",
  "add P to the hand": "持駒にPを加える",
  "replace P in the hand with Q": "持駒のPをQに替える",
  copied: "コピーしました",
  "copy this link": "このリンクをコピーしてください",
  "saved: N": "保存しました：N",
  "there is no answer to certify: solve first, with a result": "証明する答えがありません。先に解いてください",
  "N problems": "N題",
  delete: "削除",
  "deleted: N": "削除しました：N",
  open: "開く",
  "no work is kept yet": "まだ作品がありません",
  kept: "保存しました",
  "the browser keeps nothing: its storage is full or turned off":
    "保存できません。ブラウザーの保存領域が一杯か、使えません",
  "N works read": "N題を読みました",
  "this is no list of works": "作品一覧のファイルではありません",
  "a file of N MB: at most M MB are read": "N MB のファイルです。M MB まで読めます",
  "Kanju cannot start: ": "起動できません：",
  "starting …": "準備中…",
  "reading …": "読み込み中…",
  "a work by someone": "無題",
  "there is nothing to read": "読むものがありません",
  "the link says nothing that can be read: ": "リンクを読めません：",
  Collection: "作品集",
  "N problems so far": "N題まで読みました",
  "previous work (<)": "前の作品（<）",
  "next work (>)": "次の作品（>）",
  "Check all": "すべて検討",
  "each at most": "一題の上限",
  "2 s": "2秒",
  "checked: N of M, T s": "検討：M題のうちN題、T秒",
  "checked: N": "検討済み：N題",
  "not checked": "未検討",
  error: "エラー",
  "N of M": "M題のうちN題",
  "words to look for, or tests as of find": "探す言葉、または find の条件",
  "words, or plies>=9 code:cook": "言葉、または 手数>=9 種別:余詰",
  "every verdict": "すべての判定",
  "every finding": "すべての指摘",
  findings: "指摘",
  id: "番号",
  title: "作品名",
  plies: "手数",
  recorded: "記載",
  "ply N": "N手目",
  "Save:": "保存：",
  List: "一覧",
  part: "抜粋",
  "writing: N of M": "書き出し中：M題のうちN題",
  "reading: N of M files": "読み込み中：Mファイルのうち N",
  "column N: ": "N文字目：",
  "unknown field W, expected one of M": "「W」という項目はありません。M のどれかです",
  "W is not a value of P, expected one of M": "「W」は P の値ではありません。M のどれかです",
  "W is not a number, expected one, or a range as in 9..15": "「W」は数ではありません。数か、9..15 のような範囲です",
  "W is not a number, expected : = or !=": "「W」は数ではありません。: か = か != を使います",
  "nothing behind W": "「W」の後に何もありません",
  "a quotation mark that is not closed": "引用符が閉じていません",
  "a parenthesis that is not closed": "括弧が閉じていません",
  "expected a word, or a test such as plies>=9": "言葉、または plies>=9 のような条件を書いてください",
  "expected the end": "ここで終わるはずです",
  "too deep, expected at most N levels": "深すぎます。N段までです",
};

let language = "en";

export function speak(lang) {
  language = lang;
  document.documentElement.lang = lang;
  document.querySelectorAll("[data-t]").forEach((element) => {
    element.dataset.t ||= element.textContent.trim().replace(/\s+/g, " ");
    element.textContent = t(element.dataset.t);
  });
  document.querySelectorAll("[data-label]").forEach((element) => {
    element.setAttribute("aria-label", t(element.dataset.label));
    if (element.tagName === "BUTTON") element.title = t(element.dataset.label);
  });
  document.querySelectorAll("[data-hint]").forEach((element) => {
    element.placeholder = t(element.dataset.hint);
  });
}

// Names of the buttons that step through moves.
export const steps = () => ({ first: t("to the start"), back: t("back"), forth: t("forward"), last: t("to the end") });

export function spoken() {
  return language;
}

// A text in the language, with capitals in it replaced: t("N plies", { N: 3 }).
export function t(text, values = {}) {
  const said = (language === "ja" && japanese[text]) || text;
  return said.replace(/[A-Z]/g, (letter, at) =>
    letter in values && !/[A-Za-z]/.test(said[at + 1] || "") && !/[A-Za-z]/.test(said[at - 1] || "")
      ? values[letter]
      : letter,
  );
}
