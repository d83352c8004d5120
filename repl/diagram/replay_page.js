// SPDX-License-Identifier: GPL-3.0-or-later
// Steps through a game with its branches: a board, keys and buttons, and a list of moves, which the
// page has already (replay_page.c).
import { Board, element, mayPromote, ownerOf, play, readGame, readMove, readSfen, squareName } from "./board.js";

const PLAYER_KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forth",
  Home: "first",
  End: "last",
  ArrowUp: "up",
  ArrowDown: "down",
  h: "back",
  l: "forth",
  k: "up",
  j: "down",
};

// A move in a sentence: "△" and all up to a comma or a space that is not wide. It stays on one line.
const MOVE = /[▲△▼▽☗☖](?:(?![▲△▼▽☗☖])[^\p{P} <])*/gu;

/*
 * `box` has the list of moves, and places for the buttons and for what is said in play. What is
 * stepped through is given to load(). `draw` shows a place: its position, the move before it, its
 * number, and marks. Keys are those that `keys` hears and nobody before has taken.
 */
export class Player {
  constructor(box, board, draw = (position, last, n, marks) => board.show(position, { last, ...marks }), keys = box) {
    Object.assign(this, {
      box,
      board,
      draw,
      nodes: [],
      kids: [],
      links: {},
      at: 0,
      hidden: false,
      playing: false,
      solved: false,
    });
    keys.addEventListener("keydown", (event) => this.#key(event));
    box.addEventListener("click", (event) => this.#click(event));
  }

  // A start in SFEN and the places of the tree, 0 the start: [the one before it, its move in USI or
  // null, 1 if that is a mate]. The list of moves links to them by number. Buttons have their names
  // by `words` (kj_replay_words); `play`: the first side's moves can be played.
  load({ start = "", n, words, play: problem }) {
    Object.assign(this, { words, problem, nodes: n, playing: false, hidden: false, solved: false, marks: {} });
    this.box.classList.remove("kj-playing", "kj-hidden");
    this.#buttons(words, problem);
    this.kids = n.map(() => []);
    n.forEach((node, i) => {
      if (i) this.kids[node[0]].push(i);
    });
    this.positions = [readSfen(this.board.game, start)];
    this.links = {};
    this.box.querySelectorAll(".kj-moves [data-n]").forEach((link) => {
      this.links[link.dataset.n] = link;
    });
    this.box.querySelectorAll(".kj-found :is(li, a), .kj-moves p").forEach((said) => {
      if (!said.firstElementChild) said.innerHTML = said.innerHTML.replace(MOVE, '<span class="kj-move">$&</span>');
    });
    this.at = 0;
  }

  #buttons(words, problem) {
    const bar = this.box.querySelector(".kj-keys");
    if (!bar) return;
    const button = (kind, text, more = {}) => element("button", { type: "button", class: "kj-" + kind, ...more }, text);
    const step = (go, kind, sign) => button(kind, sign, { "data-go": go, title: words[go], "aria-label": words[go] });
    bar.replaceChildren(
      ...(words
        ? [
            step("first", "back", "|◀"),
            step("back", "back", "◀"),
            step("forth", "forth", "▶"),
            step("last", "forth", "▶|"),
            element("span", { class: "kj-now", "aria-live": "polite" }),
            words.hide && button("hide", words.hide),
            ...(problem ? [button("play", words.solve), button("hint", words.hint, { hidden: "" })] : []),
            words.keys && element("small", {}, words.keys),
          ].filter(Boolean)
        : []),
    );
    bar.hidden = !words;
    this.#say("");
  }

  position(n) {
    const [before, usi] = this.nodes[n];
    return (this.positions[n] ||= usi ? play(this.position(before), usi) : this.position(before));
  }

  // The places on the way to one, without the start.
  path(n) {
    const path = [];
    for (let up = n; up; up = this.nodes[up][0]) path.unshift(up);
    return path;
  }

  show(n, marks = {}) {
    this.at = n;
    this.marks = marks;
    const move = this.nodes[n][1] || (n && this.nodes[this.nodes[n][0]][1]); // an end has the move before it
    this.#mark(n);
    const now = this.box.querySelector(".kj-now"),
      link = this.links[n];
    if (now) now.textContent = link ? link.title : "";
    this.box.querySelectorAll("button.kj-back").forEach((button) => this.#turn(button, n));
    this.box
      .querySelectorAll("button.kj-forth")
      .forEach((button) => this.#turn(button, !this.hidden && this.kids[n].length));
    this.draw(this.position(n), move, n, this.marks);
  }

  // Opens what is folded around the move, and has it in sight, without moving the page.
  #mark(n) {
    this.box.querySelectorAll(".kj-on").forEach((link) => {
      link.classList.remove("kj-on");
      link.removeAttribute("aria-current");
    });
    const link = this.links[n],
      list = this.box.querySelector(".kj-moves");
    if (!link) {
      if (list) list.scrollTop = 0;
      return;
    }
    link.classList.add("kj-on");
    link.setAttribute("aria-current", "step");
    for (let up = link.parentElement; up && up !== list; up = up.parentElement)
      if (up.tagName === "DETAILS" && !up.firstElementChild.contains(link)) up.open = true;
    const inner = link.getBoundingClientRect(),
      outer = list.getBoundingClientRect();
    if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
    if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
  }

  // A button that is turned off loses the keys: the box takes them over.
  #turn(button, on) {
    if (!on && document.activeElement === button) this.box.focus({ preventScroll: true });
    button.disabled = !on;
  }

  // Hides the answer, and what has been seen of it, or shows it.
  hide(hidden) {
    const button = this.box.querySelector(".kj-hide");
    this.hidden = hidden;
    this.box.classList.toggle("kj-hidden", hidden);
    if (button) {
      button.textContent = hidden ? this.words.show : this.words.hide;
      button.setAttribute("aria-pressed", hidden);
    }
    this.show(hidden ? 0 : this.at);
  }

  // Adds a place after another, or finds it. Its number.
  add(before, usi) {
    const known = this.kids[before].find((n) => this.nodes[n][1] === usi);
    if (known) return known;
    const n = this.nodes.push([before, usi]) - 1;
    this.kids.push([]);
    this.kids[before].push(n);
    return n;
  }

  // The alternative before or after the move we are at, round the end.
  #beside(way) {
    if (!this.at) return 0;
    const all = this.kids[this.nodes[this.at][0]];
    return all[(all.indexOf(this.at) + way + all.length) % all.length];
  }

  #last(n) {
    while (this.kids[n].length) n = this.kids[n][0];
    return n;
  }

  // ---- play: the first side's moves are the reader's, the others come out of the tree

  // Begins, without the answer, or ends where we are.
  play(on) {
    this.playing = on;
    this.#picked = null;
    this.#hints = 0;
    this.box.classList.toggle("kj-playing", on);
    this.box.querySelector(".kj-play").setAttribute("aria-pressed", on);
    this.box.querySelector(".kj-hint").hidden = !on;
    this.hide(on);
    this.#say(on ? this.words.begin : "");
  }

  #picked = null; // a place
  #hints = 0;

  #say(...parts) {
    const said = this.box.querySelector(".kj-said");
    if (said) said.replaceChildren(...parts);
  }

  // Whether the line from a place on ends in mate, as far as the page knows.
  #mates(n) {
    return this.nodes[this.#last(n)][2] === 1;
  }

  // What is noted of a move, or "".
  noteOf(n) {
    const link = this.links[n],
      next = link && (link.closest("summary") || link).nextElementSibling;
    return next && next.tagName === "P" ? next.textContent : "";
  }

  // What is noted of the move at a place, or of the branch that it is in.
  reason(n) {
    if (!n || this.hidden) return "";
    const noted = this.noteOf(n),
      isBranch = (at) => this.kids[this.nodes[at][0]][0] !== at;
    const branch = this.path(n).reverse().find(isBranch);
    return noted || (branch ? this.noteOf(branch) : "");
  }

  // Whether the page has an answer to a move from here.
  knows(usi) {
    return this.kids[this.at].some((kid) => this.nodes[kid][1] === usi);
  }

  // A move of the reader's: the page's answer to it, or that it has none.
  attempt(usi) {
    const { words } = this,
      n = this.kids[this.at].find((kid) => this.nodes[kid][1] === usi);
    this.#picked = null;
    this.#hints = 0;
    if (n === undefined) {
      this.show(this.at);
      return this.#say(words.unknown);
    }
    const reply = this.kids[n].find((kid) => this.nodes[kid][1]),
      mates = this.#mates(n),
      name = (at) => (this.links[at] ? this.links[at].textContent : "");
    this.show(reply || n);
    if (mates && !reply) {
      this.play(false);
      this.solved = true;
      return this.#say(words.solved);
    }
    this.#say(
      [
        name(n),
        reply ? name(reply) : "",
        mates ? words.right : this.noteOf(n) || words.open,
        mates ? "" : words.takeback,
      ]
        .filter(Boolean)
        .join(" "),
    );
  }

  // A square or a piece in a hand: first what moves, then where to.
  #tap(place) {
    const { game } = this.board,
      position = this.position(this.at),
      [kind, a, b] = place.split(":");
    const piece = kind === "sq" ? position.board[+a] : kind === "hand" ? (+a ? b.toLowerCase() : b) : "";
    if (piece && ownerOf(piece) === position.side) {
      this.#picked = place === this.#picked ? null : place;
      return this.show(this.at, { selected: this.#picked });
    }
    if (!this.#picked || kind !== "sq") return;
    const [from, square, held] = this.#picked.split(":"),
      to = squareName(game, +a);
    if (from === "hand") return this.attempt(held + "*" + to);
    const usi = squareName(game, +square) + to;
    if (!mayPromote(game, position.board[+square], +square, +a)) return this.attempt(usi);
    this.#say(
      ...[
        ["+", this.words.promote],
        ["", this.words.keep],
      ].map(([plus, word]) => element("button", { type: "button", onclick: () => this.attempt(usi + plus) }, word)),
    );
  }

  // First the piece that moves, then the move.
  #hint() {
    const n = this.kids[this.at].find((kid) => this.#mates(kid));
    if (n === undefined) return this.#say(this.words.none);
    const usi = this.nodes[n][1],
      { from, drop } = readMove(this.board.game, usi);
    const selected = drop ? "hand:" + this.position(this.at).side + ":" + drop : "sq:" + from;
    this.#picked = null;
    this.show(this.at, { selected, arrows: this.#hints++ ? [{ usi, kind: "line" }] : [] });
    this.#say(this.words.hinted);
  }

  go(where) {
    if (this.playing && /first|back/.test(where)) {
      // to where the reader was to move before
      const path = this.path(this.at),
        side = this.position(0).side;
      let n = 0;
      if (where === "back") n = [0, ...path.slice(0, -1)].filter((at) => this.position(at).side === side).pop();
      this.#picked = null;
      this.show(n);
      return this.#say(this.words.begin);
    }
    if (this.hidden || !this.nodes.length) return;
    const at = this.at,
      next = {
        first: () => 0,
        back: () => this.nodes[at][0],
        forth: () => (this.kids[at].length ? this.kids[at][0] : at),
        last: () => this.#last(at),
        up: () => this.#beside(-1),
        down: () => this.#beside(1),
      };
    this.show(next[where]());
  }

  #key(event) {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.target.closest("input, textarea, select")
    )
      return;
    if (event.key === "a" && this.box.querySelector(".kj-hide")) return this.#turnAnswer();
    if (event.key === "p" && this.box.querySelector(".kj-play")) return this.play(!this.playing);
    if (event.key === "?" && this.playing) return this.#hint();
    const where = PLAYER_KEYS[event.key];
    if (!where) return;
    event.preventDefault();
    this.go(where);
  }

  // The answer ends the play.
  #turnAnswer() {
    if (this.playing) this.play(false);
    else this.hide(!this.hidden);
  }

  #click(event) {
    const summary = event.detail === 0 && event.target.closest("summary"), // pressed by a key: it folds, too
      branch = summary && summary.querySelector("[data-n]");
    if (branch) return this.show(+branch.dataset.n);
    const link = event.target.closest("[data-n]"),
      button = event.target.closest("button[data-go]");
    const board = event.target.closest(".kj-board");
    if (event.target.closest(".kj-hide")) {
      this.#turnAnswer();
    } else if (event.target.closest(".kj-play")) {
      this.play(!this.playing);
    } else if (event.target.closest(".kj-hint")) {
      this.#hint();
    } else if (board && this.playing && !this.board.style.edit) {
      const cell = event.target.closest("[data-at]");
      if (cell) this.#tap(cell.dataset.at);
    } else if (link) {
      event.preventDefault(); // also keeps a <summary> from folding
      this.show(+link.dataset.n);
    } else if (button) {
      this.go(button.dataset.go);
    } else if (board && !this.board.style.edit) {
      const frame = board.getBoundingClientRect();
      this.go(event.clientX < frame.left + frame.width / 3 ? "back" : "forth");
    } else {
      return;
    }
    this.box.focus({ preventScroll: true });
  }
}

// The games of a page that is one file.
export function playAll() {
  const boxes = document.querySelectorAll("section.kj");
  boxes.forEach((box) => {
    const data = JSON.parse(box.querySelector("script").textContent),
      place = box.querySelector(".kj-board");
    const player = new Player(box, new Board(place, readGame(data.game), data.style));
    place.textContent = "";
    player.load(data);
    player.hide("hidden" in box.dataset);
  });
  if (boxes.length) boxes[0].focus({ preventScroll: true });
}
