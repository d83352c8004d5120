// SPDX-License-Identifier: GPL-3.0-or-later
// The page of `kanju report --format html`. #data has games, task and near (lists of problems that
// are alike), #items the items; a text there says in which file those after it were read. Diagrams
// are drawn when they are looked at.
import { Board, element, readGame, svgElement } from "./board.js";
import { Player } from "./replay_page.js";
import { Table } from "./table.js";

(function () {
  function parse(id) {
    return JSON.parse(document.getElementById(id).textContent);
  }
  const data = parse("data"),
    items = parse("items");
  // where an item's fields are
  const F = {};
  data.fields.forEach(function (name, i) {
    F[name] = i;
  });
  // the words of the page, and of the data in it, in its language
  function t(text) {
    return data.words[text] || text;
  }
  document.querySelectorAll("[data-t]").forEach(function (e) {
    e.textContent = t(e.textContent);
  });
  ["placeholder", "aria-label"].forEach(function (name) {
    document.querySelectorAll("[" + name + "]").forEach(function (e) {
      e.setAttribute(name, t(e.getAttribute(name)));
    });
  });
  const $ = function (id) {
    return document.getElementById(id);
  };
  const rows = [],
    byProblem = new Map(),
    near = new Map();
  let file = "";
  items.forEach(function (item) {
    if (typeof item === "string") {
      file = item;
      return;
    }
    // what has a page of its own is found there
    item.place = item[F.page] ? "" : item[F.line] ? file + ":" + item[F.line] : file;
    item.n = rows.length;
    rows.push(item);
    if (item[F.problem]) {
      if (!byProblem.has(item[F.problem])) byProblem.set(item[F.problem], []);
      byProblem.get(item[F.problem]).push(item);
    }
  });
  data.near.forEach(function (group) {
    group.forEach(function (id) {
      near.set(id, group);
    });
  });

  function verdictOf(item) {
    return item[F.verdict] || (item[F.error] ? "not understood" : "not done");
  }
  function labelOf(item) {
    return item[F.title] || item[F.id] || item.place || item[F.page];
  }
  // each with its weight (as KjSeverity), ply, text and code
  function foundOf(item) {
    return item[F.found] || [];
  }
  function weightOf(found) {
    return ["none", "note", "blemish", "defect"].indexOf(found[0]);
  }
  function codesOf(item) {
    return foundOf(item).map(function (found) {
      return found[3];
    });
  }
  function themesOf(item) {
    return item[F.themes] ? item[F.themes].split("\n") : [];
  }

  // ---- one problem ----

  const place = $("one").querySelector(".kj-board");
  let shown = null,
    board,
    player;

  function link(item, text) {
    const a = element("a", { href: "#" }, text || labelOf(item));
    a.onclick = function (event) {
      event.preventDefault();
      choose(item);
    };
    return a;
  }
  function others(box, title, items) {
    if (!items.length) return;
    const p = element("p", {}, title + " ");
    items.slice(0, 20).forEach(function (item, i) {
      if (i) p.appendChild(document.createTextNode(", "));
      p.appendChild(link(item));
    });
    if (items.length > 20) p.appendChild(document.createTextNode(" …"));
    box.appendChild(p);
  }

  function sentenceOf(item) {
    let text = t(verdictOf(item)) + (item[F.cause] ? t(", ") + t(item[F.cause]) : "");
    if (item[F.plies] !== null && item[F.plies] !== undefined)
      text += t(item[F.plies_proved] ? " in N" : " in N at most").replace("N", item[F.plies]);
    if (item[F.recorded] !== null && item[F.recorded] !== undefined)
      text += t(", recorded: N").replace("N", item[F.recorded]);
    if (item[F.certificate]) text += t(", certified");
    return text;
  }

  function movesOf(item) {
    return item[F.moves] ? item[F.moves].split(" ") : [];
  }

  // What was found: weight, ply, and the words; a click shows the position it is about.
  function showFound(box, item, plies) {
    const list = element("ul", { class: "kj-found" });
    foundOf(item).forEach(function (f) {
      const link = f[1] && element("a", { href: "#", "data-n": Math.min(f[1] - 1, plies) }, f[2]);
      list.appendChild(element("li", { class: f[0] }, link || f[2]));
    });
    if (foundOf(item).length) box.appendChild(list);
  }
  function showMoves(box, item, moves) {
    const list = element("p", { class: "kj-moves" }),
      names = item[F.names] ? item[F.names].split("\t") : moves;
    moves.forEach(function (usi, i) {
      list.appendChild(element("i", {}, i + 1));
      list.appendChild(element("a", { href: "#", "data-n": i + 1, title: i + 1 + " " + names[i] }, names[i]));
    });
    if (item[F.line_complete] && moves.length)
      list.appendChild(element("span", {}, " " + t("mate in N plies").replace("N", moves.length)));
    box.appendChild(list);
  }

  // The line for the player: it can be solved, if it ends in mate by who begins.
  function load(item, moves) {
    const mate = item[F.line_complete],
      last = moves.length - 1;
    player.load({
      start: item[F.position],
      words: moves.length || foundOf(item).length ? data.play : undefined,
      play: mate && moves.length % 2 === 1,
      n: [[0]].concat(
        moves.map(function (usi, i) {
          return i === last && mate ? [i, usi, 1] : [i, usi];
        }),
      ),
    });
  }

  function showOne() {
    const what = $("what"),
      box = $("more"),
      item = shown,
      moves = movesOf(item);
    // who solves one goes on to solve the next
    const solving = player.playing || player.solved,
      hidden = player.hidden;
    what.textContent = box.textContent = "";
    what.appendChild(
      element("h2", {}, item[F.page] ? element("a", { href: item[F.page] }, labelOf(item)) : labelOf(item)),
    );
    what.appendChild(
      element(
        "p",
        {},
        [
          item[F.composer],
          item[F.date],
          item[F.title] && item[F.id] !== item[F.title] && item[F.id],
          item.place,
          item[F.note],
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    );
    what.appendChild(element("p", { class: "verdict" }, item[F.error] || sentenceOf(item)));
    place.hidden = !item[F.position];
    if (item[F.position]) {
      showFound(box, item, moves.length);
      showMoves(box, item, moves);
      if (item[F.author])
        box.appendChild(
          element(
            "p",
            { class: "kj-answer" },
            item[F.author] === true ? t("by the author's line") : t("the author's line:") + " " + item[F.author],
          ),
        );
      if (item[F.themes])
        box.appendChild(element("p", { class: "kj-answer" }, t("themes:") + " " + themesOf(item).map(t).join(t(", "))));
      box.appendChild(element("p", {}, item[F.position]));
      board.setGame(readGame(data.games[item[F.game]]));
      load(item, moves);
      if (solving && player.problem) player.play(true);
      else player.hide(hidden || solving);
    } else {
      player.load({ n: [] });
      Object.assign(player, { hidden, solved: solving });
    }
    const same = (byProblem.get(item[F.problem]) || []).filter(function (other) {
      return other !== item;
    });
    others(box, t("the same problem:"), same);
    const alike = [];
    (near.get(item[F.problem]) || []).forEach(function (id) {
      if (id !== item[F.problem] && byProblem.has(id)) alike.push(byProblem.get(id)[0]);
    });
    others(box, t("the same but for one piece:"), alike);
  }

  function choose(item) {
    shown = item;
    list.mark(item);
    showOne();
  }

  // ---- the list ----

  // the worst first; what is only noted in parentheses
  function code(i) {
    const found = foundOf(i)
      .slice()
      .sort(function (a, b) {
        return weightOf(b) - weightOf(a);
      });
    return found
      .map(function (f) {
        return weightOf(f) > 1 ? t(f[3]) : "(" + t(f[3]) + ")";
      })
      .concat(themesOf(i).map(t))
      .join(" ");
  }
  function hard(i) {
    return i[F.difficulty] === null || i[F.difficulty] === undefined ? null : Math.round(10 * i[F.difficulty]) / 10;
  }
  const verdictKind = (item, verdict) =>
    verdict === "unknown" ? "open" : /^(mate|sound|blemished)$/.test(verdict) ? "" : "bad";
  const pliesKind = (item, plies) =>
    item[F.recorded] !== null && plies !== null && plies !== item[F.recorded] ? "bad" : "";
  const field = (name) => (item) => item[F[name]];
  // What matters most first, since a phone shows no more.
  const columns = [
    { name: "problem", get: labelOf, width: "minmax(8em, 2fr)", ends: true },
    { name: "verdict", get: verdictOf, width: "9.5em", say: t, kind: verdictKind },
    { name: "plies", get: field("plies"), width: "4em", number: true, kind: pliesKind },
    { name: "recorded", get: field("recorded"), width: "5.5em", number: true },
    { name: "codes, themes", get: code, width: "minmax(8em, 2fr)" },
    { name: "composer", get: field("composer"), width: "minmax(6em, 1.3fr)" },
    { name: "place", get: (item) => item.place, width: "minmax(8.5em, 1fr)", ends: true },
    { name: "hard", get: hard, width: "5em", number: true },
    { name: "nodes", get: field("nodes"), width: "6.5em", number: true },
    { name: "ms", get: field("ms"), width: "5.5em", number: true },
  ];
  const list = new Table($("list"), { columns, t, choose, sorted: filter });

  // Columns that some item has something in.
  function useColumns() {
    const isSaid = (value) => value !== null && value !== undefined && value !== "";
    list.setColumns(columns.filter(({ get }) => rows.some((item) => isSaid(get(item)))));
  }
  function filter() {
    const text = $("text").value.trim().toLowerCase(),
      verdict = $("verdict").value,
      code = $("code").value,
      theme = $("theme").value;
    const least = $("least").value === "" ? -1 : +$("least").value,
      most = $("most").value === "" ? Infinity : +$("most").value;
    const view = rows.filter(function (item) {
      if (verdict && verdictOf(item) !== verdict) return false;
      if (
        (least >= 0 || most < Infinity) &&
        !(item[F.plies] !== null && item[F.plies] >= least && item[F.plies] <= most)
      )
        return false;
      if (code && !codesOf(item).includes(code)) return false;
      if (theme && themesOf(item).indexOf(theme) < 0) return false;
      if (!text) return true;
      return [item[F.id], item[F.title], item[F.composer], item[F.date], item[F.note], item[F.moves], item.place].some(
        function (value) {
          return value && String(value).toLowerCase().indexOf(text) >= 0;
        },
      );
    });
    $("shown").textContent = t("N of M").replace("N", view.length).replace("M", rows.length);
    list.set(list.inOrder(view));
  }
  // ---- tables and plots ----

  function count(keysOf) {
    const counts = new Map();
    rows.forEach(function (item) {
      new Set(keysOf(item)).forEach(function (key) {
        counts.set(key, (counts.get(key) || 0) + 1);
      });
    });
    return counts;
  }
  function table(title, counts, byKey, pick) {
    if (!counts.size) return;
    const list = Array.from(counts),
      table = element("table");
    list.sort(function (a, b) {
      return byKey ? a[0] - b[0] : b[1] - a[1] || (a[0] < b[0] ? -1 : 1);
    });
    table.appendChild(element("caption", {}, t(title)));
    list.slice(0, 500).forEach(function (pair) {
      const tr = element("tr"),
        td = element("td"),
        a = element("a", {}, t(pair[0]));
      a.onclick = function () {
        pick(pair[0]);
        filter();
      };
      td.appendChild(a);
      tr.appendChild(td);
      tr.appendChild(element("td", {}, pair[1]));
      table.appendChild(tr);
    });
    const box = element("div", { class: "scroll" });
    box.appendChild(table);
    $("counts").appendChild(box);
  }
  function options(id, counts) {
    Array.from(counts.keys())
      .sort()
      .forEach(function (key) {
        $(id).appendChild(element("option", { value: key }, t(key)));
      });
    if (!counts.size) $(id).hidden = true;
  }
  function setter(id) {
    return function (value) {
      $("filter").reset();
      $(id).value = value;
    };
  }

  // A field of cells, darker where there are more: length against the effort, as powers of ten.
  function plot(title, effortOf, unit) {
    const cells = new Map();
    let maxX = 0,
      maxY = 0,
      most = 0;
    rows.forEach(function (item) {
      const plies = item[F.plies],
        effort = effortOf(item);
      if (plies === null || plies === undefined || effort === null || effort === undefined) return;
      const x = plies,
        y = Math.floor(2 * Math.log10(Math.max(1, effort))),
        n = (cells.get(x + "," + y) || 0) + 1;
      cells.set(x + "," + y, n);
      maxX = Math.max(maxX, x);
      maxY = Math.max(maxY, y);
      most = Math.max(most, n);
    });
    if (!cells.size) return;
    const W = 260,
      H = 130,
      left = 34,
      bottom = 26,
      bin = Math.max(1, (maxX + 1) / 60);
    const out = svgElement("svg", {
      width: W + left + 8,
      height: H + bottom + 20,
      role: "img",
      "aria-label": t(title),
    });
    svgElement("text", { x: 4, y: 12 }, out, t(title));
    cells.forEach(function (n, key) {
      const c = key.split(",").map(Number),
        w = Math.max(2, W / (maxX + 1)),
        h = H / (maxY + 1);
      const dot = svgElement("rect", {
        x: left + (Math.floor(c[0] / bin) * bin * W) / (maxX + 1),
        y: 18 + H - (c[1] + 1) * h,
        width: Math.max(w, (bin * W) / (maxX + 1)),
        height: h,
        fill: "#05c",
        "fill-opacity": 0.15 + (0.85 * Math.log(1 + n)) / Math.log(1 + most),
      });
      svgElement("title", {}, dot, c[0] + " " + t("plies") + ", 10^" + c[1] / 2 + " " + t(unit) + ": " + n);
      out.appendChild(dot);
    });
    for (let e = 0; e <= maxY; e += 2)
      svgElement("text", { x: 4, y: 18 + H - (e * H) / (maxY + 1) }, out, "10^" + e / 2);
    svgElement("text", { x: left, y: H + 34 }, out, "0");
    svgElement("text", { x: left + W, y: H + 34, "text-anchor": "end" }, out, maxX + " " + t("plies"));
    $("plots").appendChild(out);
  }

  function setUp() {
    document.querySelector("h1").textContent = data.title;
    $("about").textContent = data.about;
    const verdicts = count(function (i) {
      return [verdictOf(i)];
    });
    const codes = count(codesOf),
      themes = count(themesOf);
    table("verdict", verdicts, false, setter("verdict"));
    table(
      "plies",
      count(function (i) {
        return i[F.plies] === null || i[F.plies] === undefined ? [] : [i[F.plies]];
      }),
      true,
      function (plies) {
        $("filter").reset();
        $("least").value = $("most").value = plies;
      },
    );
    ["defects", "blemishes", "notes"].forEach(function (title, i) {
      const weighs = function (found) {
        return weightOf(found) === 3 - i;
      };
      table(
        title,
        count(function (item) {
          return foundOf(item)
            .filter(weighs)
            .map(function (found) {
              return found[3];
            });
        }),
        false,
        setter("code"),
      );
    });
    table("theme", themes, false, setter("theme"));
    table(
      "composer",
      count(function (i) {
        return i[F.composer] ? [i[F.composer]] : [];
      }),
      false,
      setter("text"),
    );
    plot(
      "length and difficulty",
      function (i) {
        return i[F.difficulty] === null || i[F.difficulty] === undefined ? null : i[F.difficulty];
      },
      "points",
    );
    plot(
      "length and nodes",
      function (i) {
        return i[F.nodes];
      },
      "nodes",
    );
    plot(
      "length and time",
      function (i) {
        return i[F.ms];
      },
      "ms",
    );
    options("verdict", verdicts);
    options("code", codes);
    options("theme", themes);
    useColumns();
    filter();
    if (rows.length) choose(rows[0]);
  }

  $("filter").addEventListener("input", filter);
  $("filter").addEventListener("submit", function (event) {
    event.preventDefault();
  });
  $("filter").addEventListener("reset", function () {
    setTimeout(filter);
  });
  // on paper all rows are there
  window.addEventListener("beforeprint", function () {
    list.fill(true);
  });
  window.addEventListener("afterprint", function () {
    list.fill();
  });
  document.addEventListener("keydown", function (event) {
    if (/^(INPUT|SELECT)$/.test(event.target.tagName) || event.ctrlKey || event.altKey || event.metaKey) return;
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key],
      next = way && list.beside(way);
    if (next) choose(next);
    if (way) event.preventDefault();
  });
  if (rows.length) {
    board = new Board(place, readGame(data.games[0]));
    player = new Player($("one"), board, undefined, document);
    player.hidden = data.hidden;
  }
  setUp();
})();
