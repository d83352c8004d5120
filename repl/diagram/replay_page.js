// SPDX-License-Identifier: GPL-3.0-or-later
// Steps through the games of a page. What each move changes of the picture is in the page as data:
// f: pieces of SVG, each once; n: for each place in the tree its parent, then pairs of a part of the
// picture and the number of what is in it from there on. Place 0 is the start.
(function () {
  "use strict";

  function setUp(box) {
    var data = JSON.parse(box.querySelector("script").textContent);
    var nodes = data.n, parts = {}, first = {}, changed = [], kids = [], links = {}, at = 0, hidden = false;
    var now = box.querySelector(".kj-now");
    box.querySelectorAll("[data-part]").forEach(function (group) {
      parts[group.dataset.part] = group;
      first[group.dataset.part] = group.innerHTML;
    });
    box.querySelectorAll(".kj-moves a[data-n]").forEach(function (link) { links[link.dataset.n] = link; });
    nodes.forEach(function (node, n) {
      kids.push([]);
      if (n) kids[node[0]].push(n);
    });

    // Opens what is folded around the move, and has it in sight, without moving the page.
    function mark(n) {
      box.querySelectorAll("a.kj-on").forEach(function (link) {
        link.classList.remove("kj-on");
        link.removeAttribute("aria-current");
      });
      var link = links[n], list = box.querySelector(".kj-moves");
      if (!link) { list.scrollTop = 0; return; }
      link.classList.add("kj-on");
      link.setAttribute("aria-current", "step");
      for (var up = link.parentElement; up && up !== list; up = up.parentElement)
        if (up.tagName === "DETAILS" && !up.firstElementChild.contains(link)) up.open = true;
      var inner = link.getBoundingClientRect(), outer = list.getBoundingClientRect();
      if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
      if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
    }

    function show(n) {
      var path = [], wanted = {};
      for (var up = n; up; up = nodes[up][0]) path.push(up);
      path.reverse().forEach(function (step) {
        var node = nodes[step];
        for (var i = 1; i < node.length; i += 2) wanted[node[i]] = data.f[node[i + 1]];
      });
      changed.forEach(function (part) {
        if (!(part in wanted)) parts[part].innerHTML = first[part];
      });
      changed = Object.keys(wanted);
      changed.forEach(function (part) {
        if (parts[part].innerHTML !== wanted[part]) parts[part].innerHTML = wanted[part];
      });
      at = n;
      mark(n);
      now.textContent = links[n] ? links[n].title : "";
      var back = box.querySelectorAll("button.kj-back"), on = box.querySelectorAll("button.kj-forth");
      back.forEach(function (button) { turn(button, n); });
      on.forEach(function (button) { turn(button, !hidden && kids[n].length); });
    }

    // A button that is turned off loses the keys: the box takes them over.
    function turn(button, on) {
      if (!on && document.activeElement === button) box.focus({ preventScroll: true });
      button.disabled = !on;
    }

    // Hides the answer, and what has been seen of it, or shows it.
    function hide(now) {
      var button = box.querySelector(".kj-hide");
      hidden = now;
      box.classList.toggle("kj-hidden", hidden);
      button.textContent = hidden ? button.dataset.show : button.dataset.hide;
      button.setAttribute("aria-pressed", hidden);
      show(hidden ? 0 : at);
    }

    // The alternative before or after the move we are at, round the end.
    function beside(way) {
      if (!at) return at;
      var all = kids[nodes[at][0]];
      return all[(all.indexOf(at) + way + all.length) % all.length];
    }

    function last(n) {
      while (kids[n].length) n = kids[n][0];
      return n;
    }

    function go(where) {
      if (hidden) return;
      if (where === "first") show(0);
      else if (where === "back") show(at ? nodes[at][0] : 0);
      else if (where === "forth") show(kids[at].length ? kids[at][0] : at);
      else if (where === "last") show(last(at));
      else if (where === "up") show(beside(-1));
      else if (where === "down") show(beside(1));
    }

    var keys = {
      ArrowLeft: "back", ArrowRight: "forth", Home: "first", End: "last",
      ArrowUp: "up", ArrowDown: "down", h: "back", l: "forth", k: "up", j: "down"
    };
    box.addEventListener("keydown", function (event) {
      var where = keys[event.key];
      if (event.key === "a" && !event.ctrlKey && !event.altKey && !event.metaKey) return hide(!hidden);
      if (!where || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      go(where);
    });
    box.addEventListener("click", function (event) {
      var link = event.target.closest("a[data-n]"), button = event.target.closest("button[data-go]");
      var board = event.target.closest(".kj-board");
      if (event.target.closest(".kj-hide")) {
        hide(!hidden);
      } else if (link) {
        event.preventDefault(); // also keeps a <summary> from folding
        show(+link.dataset.n);
      } else if (button) {
        go(button.dataset.go);
      } else if (board) {
        var frame = board.getBoundingClientRect();
        go(event.clientX < frame.left + frame.width / 3 ? "back" : "forth");
      } else {
        return;
      }
      box.focus({ preventScroll: true });
    });
    box.querySelector(".kj-keys").hidden = false;
    hide("hidden" in box.dataset);
  }

  var boxes = document.querySelectorAll("section.kj");
  boxes.forEach(setUp);
  if (boxes.length) boxes[0].focus({ preventScroll: true });
})();
