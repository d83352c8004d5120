// SPDX-License-Identifier: GPL-3.0-or-later
// The work of one's hands on the board: setting pieces by mouse, finger or keys, and playing moves.
// It knows places (board.js), and asks its owner for what is legal.
import { copyPosition, ownerOf, readMove, squareName, svgElement } from "./board.js";

const FAR = 6, // pixels from which on a press is a drag
  SWIPE = 40; // and from which on one across the board steps through the moves
const LONG = 450; // milliseconds from which on a press asks what is to be done
const letterOf = (piece) => piece.replace("+", "").toUpperCase();
const ownedBy = (letter, side) => (side ? letter.toLowerCase() : letter);

// What of the set is neither on the board nor in a hand, by letter.
export function spareOf(position) {
  const { game, board, hands } = position,
    spare = { ...game.set };
  for (const piece of board) if (piece) spare[letterOf(piece)]--;
  for (const hand of hands) for (const kind in hand) spare[letterOf(kind)] -= hand[kind];
  return spare;
}

// The side to be mated: the one whose king stands alone, else the one that is not to move.
export function defenderOf(position) {
  const kings = [0, 1].map((side) => position.board.includes(ownedBy(position.game.king, side)));
  return kings[0] !== kings[1] ? +kings[1] : 1 - position.side;
}

// The position with what is spare in the defender's hand.
export function withRest(position) {
  const full = copyPosition(position),
    spare = spareOf(position),
    hand = full.hands[defenderOf(position)];
  for (const kind of position.game.order) if (spare[kind] > 0) hand[kind] = (hand[kind] || 0) + spare[kind];
  return full;
}

export class Editor {
  /*
   * `owner` has: edited(position), what is set up now; played(usi), a move that was chosen; legal(),
   * the moves [{usi}] of the position on the board, or null: it calls learnt() later; ask(moves), a
   * promise of one of them; choose(names), of one name; command(name), of keys that are not about a
   * piece; step("back" or "forth"); show(), to draw anew.
   */
  constructor(board, owner) {
    Object.assign(this, { board, owner, mode: "edit", selected: null, cursor: "sq:0", targets: [], wanted: null });
    const box = board.box;
    box.addEventListener("pointerdown", (event) => this.#down(event));
    box.addEventListener("pointermove", (event) => this.#moved(event));
    box.addEventListener("pointerup", (event) => this.#up(event));
    box.addEventListener("pointercancel", () => this.#letGo());
    box.addEventListener("contextmenu", (event) => this.#other(event));
    box.addEventListener("keydown", (event) => this.#key(event));
    box.addEventListener("focusin", (event) => {
      if (event.target.dataset.at) this.cursor = event.target.dataset.at;
    });
  }

  get position() {
    return this.board.position;
  }

  marks() {
    return { selected: this.selected, targets: this.targets, cursor: this.cursor };
  }

  setMode(mode) {
    this.mode = mode;
    this.select(null);
  }

  // `placed`: it has just been put there, and the next tap on another piece takes that one up.
  select(place, placed = false) {
    Object.assign(this, { selected: place, placed, wanted: null });
    this.targets = [];
    if (place && this.mode === "play")
      for (const { usi } of this.owner.legal() || []) {
        const move = readMove(this.position.game, usi);
        if (this.#origin(move) === place) this.targets.push("sq:" + move.to);
      }
    this.owner.show();
  }

  #origin(move) {
    return move.drop ? `hand:${this.position.side}:${move.drop}` : "sq:" + move.from;
  }

  // What lies at a place, as a piece, or "".
  pieceAt(place) {
    const [kind, a, b] = (place || "").split(":"),
      position = this.position;
    if (kind === "sq") return position.board[+a];
    if (kind === "hand") return position.hands[+a][b] > 0 ? ownedBy(b, +a) : "";
    if (kind === "box") return this.board.spare[a] > 0 ? this.#fromBox(a) : "";
    return "";
  }

  // A piece of the box is the attacker's; of kings first the one to be mated is set up.
  #fromBox(letter) {
    const { game, board, side } = this.position;
    if (letter !== game.king) return ownedBy(letter, 1 - defenderOf(this.position));
    return ownedBy(letter, board.includes(ownedBy(letter, 1 - side)) ? side : 1 - side);
  }

  // ---- setting up

  move(from, to) {
    const piece = this.pieceAt(from),
      [kind, a] = to.split(":");
    if (!piece || from === to) return;
    const after = copyPosition(this.position),
      [source, s, letter] = from.split(":");
    if (source === "sq") after.board[+s] = "";
    if (source === "hand") after.hands[+s][letter]--;
    if (kind === "sq") after.board[+a] = piece;
    const plain = letterOf(piece);
    if (kind === "hand" || kind === "stand") {
      if (!after.game.order.includes(plain)) return; // no hand can hold it
      after.hands[+a][plain] = (after.hands[+a][plain] || 0) + 1;
    }
    this.owner.edited(after);
  }

  set(square, piece) {
    const after = copyPosition(this.position);
    after.board[square] = piece;
    if (piece && spareOf(after)[letterOf(piece)] < 0) return;
    this.owner.edited(after);
  }

  // The faces of a piece in turn: front, back, the other side's front and back.
  #turned(piece, over, round) {
    const letter = letterOf(piece),
      promoted = piece[0] === "+",
      side = ownerOf(piece),
      has = this.position.game.faces[letter][2];
    if (over) return (has && !promoted ? "+" : "") + ownedBy(letter, side);
    if (round) return (promoted ? "+" : "") + ownedBy(letter, 1 - side);
    return has && !promoted ? "+" + ownedBy(letter, side) : ownedBy(letter, 1 - side);
  }

  turn(place, over, round) {
    const [kind, square] = (place || "").split(":"),
      piece = this.pieceAt(place);
    if (kind === "sq" && piece) this.set(+square, this.#turned(piece, over, round));
  }

  #tap(place) {
    if (this.mode === "play") return this.#tapToPlay(place);
    const { selected } = this,
      kind = place.split(":")[0],
      holds = selected && this.pieceAt(selected);
    if (!holds || selected === place) {
      if (selected === place && kind === "sq") return this.turn(place);
      return this.select(selected === place || !this.pieceAt(place) ? null : place);
    }
    const piece = this.pieceAt(place);
    if (piece && selected.startsWith("sq:") && (kind === "sq" || this.placed)) return this.select(place);
    if (selected.startsWith("box:")) {
      if (kind === "box") return this.select(piece ? place : null);
      if (kind === "sq" && piece && letterOf(piece) === letterOf(holds)) return this.turn(place);
      this.move(selected, kind === "hand" ? "stand:" + place.split(":")[1] : place);
      if (!this.pieceAt(selected)) this.select(null);
      return;
    }
    this.move(selected, place);
    this.select(kind === "sq" ? place : null, true);
  }

  // ---- playing

  #tapToPlay(place) {
    const piece = this.pieceAt(place);
    if (place === this.selected) this.select(null);
    else if (piece && ownerOf(piece) === this.position.side) this.select(place);
    else this.#moveTo(place);
  }

  // Moves what is selected, perhaps once the moves are known.
  #moveTo(place) {
    if (this.targets.includes(place)) this.#play(this.selected, place);
    else if (this.selected && place && !this.owner.legal()) this.wanted = place;
    else this.select(null);
  }

  // The moves of the position on the board are known.
  learnt() {
    const { selected, wanted } = this;
    if (selected) this.select(selected);
    if (wanted) this.#moveTo(wanted);
  }

  async #play(from, to) {
    const moves = this.owner
      .legal()
      .filter(({ usi }) => {
        const move = readMove(this.position.game, usi);
        return this.#origin(move) === from && "sq:" + move.to === to;
      })
      .sort((a, b) => b.usi.length - a.usi.length); // promotion first
    const chosen = moves.length > 1 ? await this.owner.ask(moves) : moves[0];
    this.select(null);
    if (chosen) this.owner.played(chosen.usi);
  }

  // ---- mouse and finger

  #down(event) {
    const place = this.board.placeAt(event.clientX, event.clientY);
    if (!place || event.button !== 0) return;
    this.#letGo();
    const press = (this.press = { place, x: event.clientX, y: event.clientY, id: event.pointerId });
    if (this.mode === "edit") press.timer = setTimeout(() => this.#held(press), LONG);
  }

  #moved(event) {
    const press = this.press;
    if (!press || press.id !== event.pointerId) return;
    if (!press.ghost && Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR) return;
    if (!press.ghost) {
      clearTimeout(press.timer);
      const piece = this.pieceAt(press.place),
        playing = this.mode === "play";
      if (playing && !(piece && ownerOf(piece) === this.position.side)) return; // it may be a swipe
      if (!piece) return this.#letGo();
      if (playing) this.select(press.place);
      press.ghost = this.#lift(press.place);
      this.board.box.setPointerCapture(event.pointerId);
    }
    press.ghost.style.transform = `translate(${event.clientX - press.x}px, ${event.clientY - press.y}px)`;
  }

  // The piece under the finger, as a picture of its own.
  #lift(place) {
    const piece = this.board.element(place).querySelector(".kj-piece"),
      frame = piece.getBoundingClientRect(),
      box = piece.getBBox();
    const svg = svgElement("svg", {
      viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
      class: "kj-diagram kj-ghost",
      width: frame.width,
      height: frame.height,
    });
    svg.append(piece.cloneNode(true));
    svg.style.left = frame.left + "px";
    svg.style.top = frame.top + "px";
    document.body.append(svg);
    this.board.element(place).classList.add("kj-lifted");
    return svg;
  }

  #letGo() {
    const press = this.press;
    this.press = null;
    if (press) clearTimeout(press.timer);
    if (press && press.ghost) press.ghost.remove();
    this.board.box.querySelectorAll(".kj-lifted").forEach((element) => element.classList.remove("kj-lifted"));
  }

  #up(event) {
    const press = this.press;
    if (!press || press.id !== event.pointerId) return;
    this.#letGo();
    const to = this.board.placeAt(event.clientX, event.clientY),
      across = event.clientX - press.x;
    if (!press.ghost && this.mode === "play" && Math.abs(across) > SWIPE)
      return this.owner.step(across < 0 ? "forth" : "back");
    if (!press.ghost) return this.#tap(press.place);
    if (this.mode === "play") return this.#moveTo(to);
    this.move(press.place, to || "box");
    this.select(null);
  }

  #other(event) {
    const place = this.board.placeAt(event.clientX, event.clientY);
    if (!place || this.mode !== "edit") return;
    event.preventDefault();
    if (event.pointerType !== "touch") this.turn(place, false, true);
  }

  // All that can be done at a place: with its piece, or of what is in the box with an empty square.
  async #held({ place }) {
    const [kind, at] = place.split(":"),
      piece = this.pieceAt(place),
      { game } = this.position,
      { spare } = this.board;
    this.#letGo();
    this.select(null);
    const acts = new Map();
    if (kind === "sq" && piece) {
      if (game.faces[letterOf(piece)][2]) acts.set("turn it over", () => this.turn(place, true));
      acts.set("change its side", () => this.turn(place, false, true));
    }
    if (piece && kind !== "hand" && game.order.includes(letterOf(piece)))
      for (const side of [0, 1])
        acts.set(side ? "to gote's hand" : "to sente's hand", () => this.move(place, "stand:" + side));
    if (piece && kind !== "box") acts.set("remove it", () => this.move(place, "box"));
    if (kind === "sq" && !piece)
      for (const letter of [...game.kinds, game.king])
        if (spare[letter] > 0) acts.set(game.faces[letter][0], () => this.move("box:" + letter, "sq:" + at));
    if (!acts.size) return;
    const chosen = await this.owner.choose([...acts.keys()]);
    if (chosen) acts.get(chosen)();
  }

  // ---- keys

  #go(step) {
    if (this.board.style.flip) step = step.map((by) => -by);
    const { game } = this.position,
      all = [...this.board.box.querySelectorAll("[data-at]")].map((element) => element.dataset.at);
    let next;
    if (this.cursor.startsWith("sq:")) {
      const square = +this.cursor.slice(3),
        file = (square % game.files) + step[0],
        rank = Math.floor(square / game.files) + step[1];
      if (file >= 0 && file < game.files && rank >= 0 && rank < game.ranks) next = "sq:" + (rank * game.files + file);
      else next = rank < 0 ? "stand:1" : rank >= game.ranks ? "stand:0" : this.cursor;
    } else {
      const others = all.filter((place) => !place.startsWith("sq:")),
        at = others.indexOf(this.cursor) + step[0] + step[1];
      next = others[at] || "sq:" + (at < 0 ? 0 : game.files * (game.ranks - 1));
    }
    if (all.includes(next)) this.#focus(next);
  }

  #focus(place) {
    this.cursor = place;
    this.owner.show();
    const element = this.board.element(place);
    if (element) element.focus({ preventScroll: true });
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !event.target.dataset.at) return;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] },
      key = event.key;
    if (key in arrows) this.#go(arrows[key]);
    else if (key === "Enter") this.#tap(this.cursor);
    else if (key === "Escape" && this.selected) this.select(null);
    else if (this.mode !== "edit" || !this.#editKey(key, event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #editKey(key, shift) {
    const { game } = this.position,
      [kind, at] = this.cursor.split(":"),
      letter = key.toUpperCase();
    const commands = {
      u: "undo",
      "[": "left",
      "]": "right",
      "{": "up",
      "}": "down",
      "|": "mirror",
      "@": "turn",
      t: "side",
      ".": "side",
      f: "rest",
      "*": "rest",
    };
    if (game.faces[letter] && key.length === 1) this.#letter(kind, +at, letter, shift);
    else if (kind === "sq" && (key === " " || key === "Delete" || key === "Backspace")) this.set(+at, "");
    else if (kind === "sq" && (key === "+" || key === "~")) this.turn(this.cursor, key === "+", key === "~");
    else if (kind === "hand" && key === "-") this.move(this.cursor, "box");
    else if (key === "m" || key === ",") this.#tap(this.cursor);
    else if (key === "/" || key === "h") this.#focus(kind === "sq" ? "stand:0" : "sq:0");
    else if (/^[1-9]$/.test(key)) this.#digit(+key);
    else if (key in commands) this.owner.command(commands[key]);
    else return false;
    return true;
  }

  // A letter sets a piece on the board, or into the hand where the cursor is; shift: gote's.
  #letter(kind, at, letter, shift) {
    if (kind === "sq") this.set(at, ownedBy(letter, +shift));
    else if (kind !== "box" && this.board.spare[letter] > 0) this.move("box:" + letter, "stand:" + at);
  }

  // Two digits go to a square: file, then rank.
  #digit(n) {
    const { game } = this.position,
      last = this.digit;
    this.digit = last ? 0 : n;
    if (!last) return;
    const file = game.letters ? last - 1 : game.files - last,
      rank = game.letters ? game.ranks - n : n - 1;
    if (file >= 0 && file < game.files && rank >= 0 && rank < game.ranks)
      this.#focus("sq:" + (rank * game.files + file));
  }
}

// All pieces shifted by files to the right and ranks down, left and right exchanged, or turned round
// with the sides exchanged; null if one would leave the board.
export function arranged(position, how) {
  const { game, board } = position,
    after = copyPosition(position),
    steps = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
  after.board.fill("");
  for (let square = 0; square < board.length; square++) {
    if (!board[square]) continue;
    let file = square % game.files,
      rank = Math.floor(square / game.files),
      piece = board[square];
    if (how === "mirror") file = game.files - 1 - file;
    else if (how === "turn") {
      file = game.files - 1 - file;
      rank = game.ranks - 1 - rank;
      piece =
        piece[0] === "+"
          ? "+" + ownedBy(letterOf(piece), 1 - ownerOf(piece))
          : ownedBy(letterOf(piece), 1 - ownerOf(piece));
    } else {
      file += steps[how][0];
      rank += steps[how][1];
    }
    if (file < 0 || file >= game.files || rank < 0 || rank >= game.ranks) return null;
    after.board[rank * game.files + file] = piece;
  }
  if (how === "turn") {
    after.hands.reverse();
    after.side = 1 - after.side;
  }
  return after;
}

// What a place is called to those who hear it.
export function placeName(place, board, t) {
  const [kind, a, b] = place.split(":"),
    { game, position, spare } = board;
  const name = (piece) => {
    const letter = letterOf(piece),
      faces = game.faces[letter];
    return piece[0] === "+" ? faces[2] : faces[0];
  };
  if (kind === "sq") {
    const piece = position.board[+a];
    return (
      squareName(game, +a) + " " + (piece ? t(ownerOf(piece) ? "gote's" : "sente's") + " " + name(piece) : t("empty"))
    );
  }
  if (kind === "hand")
    return t(+a ? "gote's hand" : "sente's hand") + " " + name(b) + " " + (position.hands[+a][b] || 0);
  if (kind === "stand") return t(+a ? "gote's hand" : "sente's hand");
  return t("box") + (a ? " " + name(a) + " " + (spare[a] || 0) : "");
}
