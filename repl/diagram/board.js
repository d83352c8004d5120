// SPDX-License-Identifier: GPL-3.0-or-later
// The board of all pages: positions read, written and played, and the picture of one. A page that
// is one file has this text in it, one with a folder imports it. Colours are given twice: what is
// written in the picture is that of a diagram in print and goes with it into a file; kanju.css
// covers it with wood on a screen.

const UNIT = 60,
  TALL = 65,
  MARGIN = 12,
  LABEL = 27,
  STAND = 78,
  GAP = 10;
const RANK_NAMES = "一二三四五六七八九",
  KANJI_TEN = "十",
  WIDE_DIGITS = "１２３４５６７８９";
const SVG = "http://www.w3.org/2000/svg";

// A game out of what kj_board_game (board_data.c) or `variants --json` says of one: kinds, the
// letters of all pieces but the king; order, those that can be held; king; faces by letter; set, how
// many there are of each; zone, ranks in which pieces promote.
export function readGame(data) {
  const letters = data.pieces.map((piece) => piece.letter),
    faces = {},
    set = {};
  for (const piece of data.pieces) {
    faces[piece.letter] = [piece.kanji, piece.kanji_other || piece.kanji, piece.kanji_promoted];
    set[piece.letter] = piece.set;
  }
  return {
    ...data,
    letters: data.letter_files,
    kinds: letters.slice(0, -1),
    king: letters[letters.length - 1],
    faces,
    set,
    order: data.pieces.filter((piece) => piece.held).map((piece) => piece.letter),
  };
}

// ---- positions ----
// {game, board, hands, side}: the board from its upper left corner, row by row, a letter of SFEN
// with "+" before it or ""; hands by upper-case letter, sente's first; side 0 is sente.

export function readSfen(game, text) {
  const parts = text.trim().split(/\s+/),
    board = new Array(game.files * game.ranks).fill(""),
    hands = [{}, {}];
  parts[0].split("/").forEach((row, rank) => {
    let file = 0;
    for (const [, empty, piece] of row.matchAll(/(\d)|(\+?[A-Za-z])/g)) {
      if (piece) board[rank * game.files + file] = piece;
      file += piece ? 1 : +empty;
    }
  });
  for (const [, n, plus, letter] of (parts[2] || "").matchAll(/(\d*)(\+?)([A-Za-z])/g))
    hands[letter < "a" ? 0 : 1][plus + letter.toUpperCase()] = +(n || 1);
  return { game, board, hands, side: parts[1] === "w" ? 1 : 0 };
}

export function writeSfen(position) {
  const { game, board, hands, side } = position,
    rows = [];
  for (let rank = 0; rank < game.ranks; rank++) {
    const row = board
      .slice(rank * game.files, (rank + 1) * game.files)
      .map((piece) => piece || "1")
      .join("");
    rows.push(row.replace(/1+/g, (ones) => ones.length));
  }
  const held = hands
    .map((hand, owner) =>
      handKinds(game)
        .map((kind) => {
          const n = hand[kind] || 0;
          return n ? (n > 1 ? n : "") + (owner ? kind.toLowerCase() : kind) : "";
        })
        .join(""),
    )
    .join("");
  return [rows.join("/"), side ? "w" : "b", held || "-", 1].join(" ");
}

export function copyPosition(position) {
  return { ...position, board: position.board.slice(), hands: position.hands.map((hand) => ({ ...hand })) };
}

export function ownerOf(piece) {
  return piece[piece.length - 1] < "a" ? 0 : 1;
}

// The kinds a hand may hold, in the order of hands.
function handKinds(game) {
  return game.kinds.flatMap((letter) => [letter, "+" + letter]);
}

// "7f", in games with letters for files "f7", as a place on the board.
export function squareOf(game, text) {
  return game.letters
    ? (game.ranks - text[1]) * game.files + text.charCodeAt(0) - 97
    : (text.charCodeAt(1) - 97) * game.files + game.files - text[0];
}

export function squareName(game, square) {
  const file = square % game.files,
    rank = Math.floor(square / game.files);
  return game.letters
    ? String.fromCharCode(97 + file) + (game.ranks - rank)
    : game.files - file + String.fromCharCode(97 + rank);
}

// A move's squares, and the piece it drops. {from: number or null, to, drop: letter or null}
export function readMove(game, usi) {
  const star = usi.indexOf("*");
  if (star >= 0) return { from: null, to: squareOf(game, usi.slice(star + 1)), drop: usi.slice(0, star) };
  return { from: squareOf(game, usi), to: squareOf(game, usi.slice(2)), drop: null };
}

// Whether a piece could promote by a move.
export function mayPromote(game, piece, from, to) {
  const depth = (square) => {
    const rank = Math.floor(square / game.files);
    return ownerOf(piece) ? game.ranks - 1 - rank : rank;
  };
  return piece[0] !== "+" && !!game.faces[piece.toUpperCase()][2] && Math.min(depth(from), depth(to)) < game.zone;
}

// The position after a move, which is not looked at for legality.
export function play(position, usi) {
  const after = copyPosition(position),
    { game, board, hands, side } = after,
    { from, to, drop } = readMove(game, usi);
  if (drop) {
    hands[side][drop] = (hands[side][drop] || 0) - 1;
    board[to] = side ? drop.toLowerCase() : drop;
  } else {
    let taken = board[to].toUpperCase();
    if (!usi.includes("/+")) taken = taken.replace("+", "");
    if (game.order.includes(taken.replace("+", ""))) hands[side][taken] = (hands[side][taken] || 0) + 1;
    board[to] = (usi[4] === "+" ? "+" : "") + board[from];
    board[from] = "";
  }
  after.side = 1 - side;
  return after;
}

// ---- elements ----

// Of the attributes those that begin with "on" are functions.
export function element(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const key in attributes) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), attributes[key]);
    else made.setAttribute(key, attributes[key]);
  }
  made.append(...inside.filter((one) => one !== undefined && one !== null));
  return made;
}

// ---- the picture ----

export function svgElement(name, attributes, parent, text) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  if (parent) parent.appendChild(made);
  return made;
}

// What is written on a piece; one in a hand is nobody's.
export function faceOf(game, piece, held) {
  const plus = piece[0] === "+",
    letter = piece[plus ? 1 : 0],
    faces = game.faces[letter.toUpperCase()];
  return !faces ? piece : plus ? faces[2] || piece : letter < "a" && !held ? faces[0] : faces[1];
}

// Characters around a point.
function write(parent, text, x, y, size, turned, attributes) {
  svgElement(
    "text",
    {
      "font-size": size,
      "text-anchor": "middle",
      "font-family": "serif",
      transform: `translate(${x} ${y})${turned ? " rotate(180)" : ""}`,
      dy: (size * 0.36).toFixed(1),
      ...attributes,
    },
    parent,
    text,
  );
}

// A piece with what is written on it; `turned`: upside down.
function drawPiece(parent, piece, face, turned, x, y, scale) {
  const way = turned ? -1 : 1,
    promoted = piece[0] === "+";
  const g = svgElement(
    "g",
    { class: "kj-piece" + (promoted ? " kj-promoted" : ""), "data-kind": piece.replace("+", "").toUpperCase() },
    parent,
  );
  const corners = [0, -0.5, 0.36, -0.36, 0.5, 0.5, -0.5, 0.5, -0.36, -0.36],
    w = 0.86 * UNIT * scale * way,
    h = 0.96 * UNIT * scale * way;
  let path = "";
  for (let i = 0; i < 10; i += 2)
    path += (i ? "L" : "M") + (x + corners[i] * w).toFixed(1) + " " + (y + corners[i + 1] * h).toFixed(1);
  svgElement("path", { d: path + "Z", fill: "none", class: "kj-shade", transform: `translate(0 ${2 * scale})` }, g);
  svgElement("path", { d: path + "Z", fill: "none", class: "kj-body" }, g);
  const ink = { fill: promoted ? "#a00" : "#111", class: "kj-face" },
    middle = y + 3 * way * scale;
  const two = [...face].length > 1;
  if (!two || /^[+A-Z]/.test(face)) write(g, face, x, middle, UNIT * scale * (two ? 0.46 : 0.64), turned, ink);
  else
    [...face].forEach((c, i) =>
      write(g, c, x, middle + (i - 0.5) * way * UNIT * scale * 0.38, UNIT * scale * 0.39, turned, ink),
    );
}

function kanjiNumber(n) {
  return (n > 9 ? KANJI_TEN : "") + (n % 10 ? RANK_NAMES[(n % 10) - 1] : "");
}

/*
 * One board in `box`, an element. `style`: hands "both", "sente" or "gote"; coordinates; letters
 * (no kanji beside the board); plain: as in print on a screen, too; flip: gote sits below; faces: "letters"
 * for those of SFEN on the pieces; edit: every kind has a place in the hands, what is in nobody's hand a
 * box below, or with `low` that side's hand is there, and squares can be reached by keys; label(place) says
 * what is at a place: "sq:12", "hand:0:R", "box:R", "stand:0", "box".
 */
export class Board {
  constructor(box, game, style = {}) {
    this.box = box;
    this.style = style;
    this.setGame(game);
    new ResizeObserver(() =>
      requestAnimationFrame(() => {
        if (this.position && this.stack !== this.#narrow()) this.show(this.position, this.marks, this.spare);
      }),
    ).observe(box);
  }

  // In narrow places hands lie above and below the board, unless it would be too high then.
  #narrow() {
    const { clientWidth } = this.box;
    return clientWidth > 0 && clientWidth < 480 && clientWidth * 1.3 < innerHeight;
  }

  // The side that sits below.
  #below() {
    return this.style.flip ? 1 : 0;
  }

  // A piece around a point; `held`: in a hand, or in the box.
  #piece(parent, piece, x, y, scale, held = false, owner = ownerOf(piece)) {
    const { game, style } = this,
      face = style.faces === "letters" ? piece.toUpperCase() : faceOf(game, piece, held);
    drawPiece(parent, piece, face, owner !== this.#below(), x, y, scale);
  }

  setGame(game) {
    this.game = game;
    this.position = null;
    this.marks = {};
  }

  /*
   * Shows a position with marks: last (a move in USI), changed (squares), check (a square), selected (a place), targets
   * (places), arrows ([{usi, kind}], kind "line", "cook" or "try"), cursor (a place); `spare` is
   * what is in the box, by letter.
   */
  show(position, marks = {}, spare = {}) {
    Object.assign(this, { position, marks, spare, stack: this.#narrow() });
    const active = this.box.contains(document.activeElement) && document.activeElement.dataset.at;
    const svg = this.#frame();
    this.#hands(svg);
    this.#squares(svg);
    this.#arrows(svg);
    const old = this.box.querySelector("svg");
    if (old) old.replaceWith(svg);
    else this.box.append(svg);
    const again = active && this.element(active);
    if (again) again.focus({ preventScroll: true });
  }

  element(place) {
    return this.box.querySelector(`[data-at="${place}"]`);
  }

  // The place at a point of the screen, or null.
  placeAt(x, y) {
    const found = document.elementFromPoint(x, y),
      at = found && found.closest("[data-at]");
    return at && this.box.contains(at) ? at.dataset.at : null;
  }

  #frame() {
    const { game, style, stack } = this,
      shown = style.hands || "both";
    // of the side below, and of the one above
    const has = [this.#below(), 1 - this.#below()].map((side) => shown === "both" || shown === ["sente", "gote"][side]),
      label = style.coordinates === false ? 0 : LABEL;
    const width = game.files * UNIT,
      height = game.ranks * TALL;
    const left = MARGIN + (has[1] && !stack ? STAND + GAP : 0),
      top = MARGIN + label + (has[1] && stack ? STAND + GAP / 2 : 0);
    const boxTop = top + height + GAP + (has[0] && stack ? STAND + GAP / 2 : 0);
    const all = {
      w: left + width + (stack ? label || MARGIN : label + MARGIN + (has[0] ? STAND + GAP : 0)),
      h: boxTop + (style.edit ? STAND + MARGIN / 2 : 0),
    };
    this.at = { left, top, width, height, label, has, boxTop, all };
    const svg = svgElement("svg", {
      viewBox: `0 0 ${all.w} ${all.h}`,
      class: "kj-diagram" + (stack ? " kj-stack" : "") + (style.plain ? " kj-plain" : ""),
      role: style.edit ? "grid" : "img",
      "aria-label": this.style.name ? this.style.name(this.position) : writeSfen(this.position),
    });
    svgElement("rect", { width: all.w, height: all.h, fill: "#fff", class: "kj-paper" }, svg);
    svgElement(
      "rect",
      { x: left - 8, y: top - 8, width: width + 16, height: height + 16, rx: 4, fill: "none", class: "kj-wood" },
      svg,
    );
    return svg;
  }

  corner(square) {
    const { left, top } = this.at,
      at = this.style.flip ? this.game.files * this.game.ranks - 1 - square : square;
    return [left + (at % this.game.files) * UNIT, top + Math.floor(at / this.game.files) * TALL];
  }

  // An element for a place that keys and readers can reach.
  #place(parent, place, role) {
    const { label, edit } = this.style,
      g = svgElement("g", { "data-at": place }, parent);
    if (edit) {
      g.setAttribute("role", role);
      g.setAttribute("tabindex", place === (this.marks.cursor || "sq:0") ? 0 : -1);
      g.setAttribute("aria-label", label(place, this));
      if (this.marks.selected === place) g.setAttribute("aria-selected", "true");
    }
    return g;
  }

  #tint(parent, square, name, fill) {
    const [x, y] = this.corner(square);
    svgElement("rect", { x, y, width: UNIT, height: TALL, fill, class: name }, parent);
  }

  #squares(svg) {
    const { game, position, marks, at } = this,
      tints = svgElement("g", {}, svg),
      last = marks.last && readMove(game, marks.last);
    if (last && last.from !== null) this.#tint(tints, last.from, "kj-from", "#eee");
    if (last) this.#tint(tints, last.to, "kj-to", "#ccc");
    for (const square of marks.changed || []) this.#tint(tints, square, "kj-to", "#ccc");
    if (marks.check >= 0) this.#tint(tints, marks.check, "kj-check", "#fbb");
    const lines = svgElement("g", { stroke: "#111", class: "kj-lines" }, svg);
    this.#grid(lines);
    const targets = new Set(marks.targets);
    for (let rank = 0; rank < game.ranks; rank++) {
      const row = svgElement("g", this.style.edit ? { role: "row" } : {}, svg);
      for (let file = 0; file < game.files; file++) {
        const square = rank * game.files + file,
          place = "sq:" + square,
          g = this.#place(row, place, "gridcell"),
          [x, y] = this.corner(square);
        if (position.board[square]) g.setAttribute("class", "kj-full");
        svgElement(
          "rect",
          {
            x,
            y,
            width: UNIT,
            height: TALL,
            fill: "none",
            class: "kj-hit" + (marks.selected === place ? " kj-selected" : ""),
          },
          g,
        );
        if (position.board[square]) this.#piece(g, position.board[square], x + UNIT / 2, y + TALL / 2, 1);
        if (targets.has(place))
          svgElement("circle", { cx: x + UNIT / 2, cy: y + TALL / 2, r: 9, fill: "#494", class: "kj-target" }, g);
      }
    }
    if (at.label) this.#coordinates(svg);
  }

  #grid(lines) {
    const { game, at } = this,
      { left, top, width, height } = at;
    const line = (x1, y1, x2, y2, thick) =>
      svgElement("line", { x1, y1, x2, y2, "stroke-width": thick, "stroke-linecap": "square" }, lines);
    for (let i = 0; i <= game.files; i++)
      line(left + i * UNIT, top, left + i * UNIT, top + height, i % game.files ? 1.3 : 3.4);
    for (let i = 0; i <= game.ranks; i++)
      line(left, top + i * TALL, left + width, top + i * TALL, i % game.ranks ? 1.3 : 3.4);
    if (game.files > 5 && game.files % 3 === 0 && game.ranks % 3 === 0)
      for (let i = 0; i < 4; i++)
        svgElement(
          "circle",
          {
            cx: left + (width * (1 + (i % 2))) / 3,
            cy: top + (height * (1 + (i >> 1))) / 3,
            r: 4.5,
            fill: "#111",
            stroke: "none",
            class: "kj-dot",
          },
          lines,
        );
  }

  #coordinates(svg) {
    const { game, style, at } = this,
      g = svgElement("g", { class: "kj-labels", "aria-hidden": "true" }, svg);
    const name = (text, x, y) => write(g, text, x, y, 21, false, { fill: "#111" }),
      along = (i, n) => (style.flip ? n - 1 - i : i) + 0.5;
    for (let i = 0; i < game.files; i++)
      name(
        game.letters
          ? String.fromCharCode(97 + i)
          : style.letters
            ? String(game.files - i)
            : WIDE_DIGITS[game.files - i - 1],
        at.left + along(i, game.files) * UNIT,
        at.top - LABEL / 2 - 4,
      );
    for (let i = 0; i < game.ranks; i++)
      name(
        game.letters ? String(game.ranks - i) : style.letters ? String.fromCharCode(97 + i) : RANK_NAMES[i],
        at.left + at.width + LABEL / 2 + 4,
        at.top + along(i, game.ranks) * TALL,
      );
  }

  // ---- hands ----

  #hands(svg) {
    const { game, position, style, at, stack } = this;
    const across = stack ? at.width + LABEL : at.all.w - 2 * MARGIN;
    const hand = (side, room) =>
      this.#stand(
        svg,
        "stand:" + side,
        room,
        position.hands[side],
        (kind) => ["hand:" + side + ":" + kind, side ? kind.toLowerCase() : kind],
        style.edit ? game.order : [],
        side,
      );
    for (const side of [1, 0]) {
      if (!at.has[side === this.#below() ? 0 : 1]) continue;
      const low = side === this.#below();
      const room = stack
        ? { x: at.left - 6, y: low ? at.top + at.height + GAP + 2 : MARGIN - 4, w: across, h: STAND - 6 }
        : { x: low ? at.left + at.width + at.label + GAP + 4 : MARGIN - 4, y: at.top - 8, w: STAND, h: at.height + 16 };
      hand(side, room);
    }
    if (!style.edit) return;
    const room = {
      x: MARGIN - 6,
      y: at.boxTop,
      w: stack ? at.left + at.width + LABEL - MARGIN : across + 12,
      h: STAND - 6,
    };
    if (style.low !== undefined) hand(style.low, room);
    else this.#stand(svg, "box", room, this.spare, (kind) => ["box:" + kind, kind], [...game.kinds, game.king], -1);
  }

  // What is in a hand or the box, along its longer side. Kinds in `always` have a place when there are none.
  #stand(svg, place, room, held, of, always, side) {
    const { game, style } = this,
      kinds = [...handKinds(game), game.king].filter((kind) => held[kind] > 0 || always.includes(kind));
    const g = style.edit ? svgElement("g", { role: "row" }, svg) : svg,
      whole = this.#place(g, place, "gridcell");
    const wide = room.w > room.h,
      length = wide ? room.w : room.h,
      selected = this.marks.selected === place;
    svgElement(
      "rect",
      {
        x: room.x,
        y: room.y,
        width: room.w,
        height: room.h,
        rx: 6,
        fill: "none",
        class: "kj-stand" + (selected ? " kj-selected" : ""),
      },
      whole,
    );
    const head = side < 0 ? 40 : 38,
      step = Math.min(64, (length - head - 12) / Math.max(kinds.length, 1)),
      scale = Math.min(1, step / 62) * 0.92;
    // beside the board the upper side's begins above, the lower side's ends below
    const filled = head + (kinds.length ? step * kinds.length : 64),
      from = side === this.#below() && !wide ? length - filled - 6 : 6;
    const spot = (along) => (wide ? [room.x + along, room.y + room.h / 2] : [room.x + room.w / 2, room.y + along]);
    this.#mark(whole, side, ...spot(from + head / 2), wide);
    kinds.forEach((kind, i) => {
      const [name, piece] = of(kind),
        n = held[kind] || 0,
        [x, y] = spot(from + head + (i + 0.5) * step);
      const cell = this.#place(g, name, "gridcell");
      if (n) cell.setAttribute("class", "kj-full");
      const reach = wide
        ? { x: x - step / 2, y: room.y, width: step, height: room.h }
        : { x: room.x, y: y - step / 2, width: room.w, height: step };
      svgElement(
        "rect",
        { ...reach, fill: "none", class: "kj-hit" + (this.marks.selected === name ? " kj-selected" : "") },
        cell,
      );
      const faded = svgElement("g", n ? {} : { opacity: 0.25, class: "kj-none" }, cell);
      this.#piece(faded, piece, x - (n > 1 ? 5 : 0) * scale, y, scale * 0.94, true, side < 0 ? this.#below() : side);
      if (n > 1) this.#count(cell, n, x + 21 * scale, y + 20 * scale, scale);
    });
    if (!kinds.length)
      [..."なし"].forEach((c, i) =>
        write(whole, c, ...spot(from + head + 14 + 28 * i), 25, false, { fill: "#111", class: "kj-word" }),
      );
  }

  #count(cell, n, x, y, scale) {
    svgElement("circle", { cx: x, cy: y - 1, r: (n > 9 ? 13 : 11) * scale, fill: "#fff", class: "kj-badge" }, cell);
    write(
      cell,
      this.style.letters ? String(n) : n < 20 && this.style.plain ? kanjiNumber(n) : String(n),
      x,
      y,
      18 * scale,
      false,
      { fill: "#111", class: "kj-count" },
    );
  }

  // Whose stand it is: a black piece or a white one; the box has its name.
  #mark(whole, side, x, y) {
    if (side < 0) return write(whole, "駒", x, y, 25, false, { fill: "#111", class: "kj-word" });
    const w = 20,
      h = 24,
      way = side === this.#below() ? 1 : -1;
    svgElement(
      "path",
      {
        d: `M${x} ${y - (h / 2) * way}L${x + w * 0.36} ${y - h * 0.34 * way}L${x + w / 2} ${y + (h / 2) * way}H${x - w / 2}L${x - w * 0.36} ${y - h * 0.34 * way}Z`,
        fill: side ? "#fff" : "#111",
        stroke: "#111",
        "stroke-width": 1.6,
        class: "kj-side-mark",
      },
      whole,
    );
  }

  // ---- moves as arrows ----

  #arrows(svg) {
    const { game, marks, position } = this,
      g = svgElement("g", { class: "kj-arrows", "aria-hidden": "true", "pointer-events": "none" }, svg);
    for (const { usi, kind } of marks.arrows || []) {
      const { from, to, drop } = readMove(game, usi),
        [x, y] = this.corner(to),
        end = [x + UNIT / 2, y + TALL / 2];
      const one = svgElement("g", { class: "kj-arrow kj-arrow-" + kind, opacity: 0.8 }, g);
      if (from === null) {
        svgElement(
          "rect",
          {
            x: x + 3,
            y: y + 3,
            width: UNIT - 6,
            height: TALL - 6,
            rx: 6,
            fill: "none",
            stroke: "#c33",
            "stroke-width": 4,
          },
          one,
        );
        const ghost = svgElement("g", { opacity: 0.7 }, one);
        this.#piece(ghost, position.side ? drop.toLowerCase() : drop, ...end, 0.8);
        continue;
      }
      // side by side, where several go the same way
      const [fx, fy] = this.corner(from),
        dx = end[0] - fx - UNIT / 2,
        dy = end[1] - fy - TALL / 2,
        n = Math.hypot(dx, dy) || 1;
      const u = [dx / n, dy / n],
        o = { cook: -13, try: 13 }[kind] || 0,
        tip = [end[0] - u[0] * 10 - u[1] * o, end[1] - u[1] * 10 + u[0] * o],
        neck = [tip[0] - u[0] * 22, tip[1] - u[1] * 22];
      svgElement(
        "line",
        {
          x1: fx + UNIT / 2 + u[0] * 16 - u[1] * o,
          y1: fy + TALL / 2 + u[1] * 16 + u[0] * o,
          x2: neck[0],
          y2: neck[1],
          stroke: "#c33",
          "stroke-width": 7,
          "stroke-linecap": "round",
        },
        one,
      );
      svgElement(
        "path",
        {
          d: `M${tip[0]} ${tip[1]}L${neck[0] - u[1] * 12} ${neck[1] + u[0] * 12}L${neck[0] + u[1] * 12} ${neck[1] - u[0] * 12}Z`,
          fill: "#c33",
          stroke: "none",
        },
        one,
      );
    }
  }
}
