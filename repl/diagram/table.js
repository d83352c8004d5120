// SPDX-License-Identifier: GPL-3.0-or-later
// A table of any length: only the rows in sight are in the document. Sorted by a click on a head.
import { element } from "./board.js";

const ROW_HEIGHT = 26, // px
  END_OF_NAME = 10; // characters of a long name that stay

export class Table {
  /*
   * `list` has #head, #room and in that #rows. `columns`: {name, get(item), width, number, say(value),
   * kind(item, value), ends}: get gives what is sorted by, say its text, kind its class; of a long text
   * with `ends` the end stays. `t` puts names into words; choose(item) hears of clicks; sorted() of
   * another order. Items have `n`, their place at first.
   */
  constructor(list, { columns, t, choose, sorted }) {
    Object.assign(this, {
      list,
      columns,
      t,
      choose,
      sorted,
      view: [],
      order: { column: -1, down: false },
      chosen: null,
    });
    for (const part of ["head", "room", "rows"]) this[part] = list.querySelector("#" + part);
    list.addEventListener("scroll", () => this.fill());
    addEventListener("resize", () => this.fill());
    this.head.addEventListener("click", (event) => this.#sortBy(event.target.closest("[data-column]")));
    this.head.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      this.#sortBy(event.target.closest("[data-column]"));
    });
  }

  setColumns(columns) {
    this.columns = columns;
    this.list.style.setProperty("--columns", columns.map(({ width }) => width).join(" "));
    this.list.setAttribute("aria-colcount", columns.length);
    this.heads();
  }

  heads() {
    const { column, down } = this.order;
    const heads = this.columns.map(({ name }, c) => {
      const isSorted = column === c,
        mark = isSorted ? (down ? " ▼" : " ▲") : "";
      return element(
        "span",
        {
          role: "columnheader",
          tabindex: 0,
          "data-column": c,
          "aria-sort": isSorted ? (down ? "descending" : "ascending") : "none",
        },
        this.t(name) + mark,
      );
    });
    this.head.replaceChildren(...heads);
  }

  #sortBy(head) {
    if (!head) return;
    const column = +head.dataset.column;
    this.order = { column, down: this.order.column === column && !this.order.down };
    this.heads();
    this.head.children[column].focus({ preventScroll: true });
    this.sorted();
  }

  // Items in the order of the table.
  inOrder(items) {
    const { column, down } = this.order;
    if (column < 0) return items;
    const { get, number } = this.columns[column],
      sign = down ? -1 : 1,
      compare = number ? (x, y) => x - y : new Intl.Collator("ja", { numeric: true }).compare;
    const isNone = (value) => value === null || value === undefined || value === "";
    // values once, not at every comparison
    return items
      .map((item) => ({ item, value: get(item) }))
      .sort(
        (a, b) =>
          isNone(a.value) - isNone(b.value) ||
          (!isNone(a.value) && sign * compare(a.value, b.value)) ||
          a.item.n - b.item.n,
      )
      .map(({ item }) => item);
  }

  // Shows these items, which are in order.
  set(view, { stay = false } = {}) {
    this.view = view;
    this.room.style.height = view.length * ROW_HEIGHT + "px";
    this.list.setAttribute("aria-rowcount", view.length + 1);
    if (!stay) this.list.scrollTop = 0;
    this.fill();
  }

  // Marks an item, and brings it in sight.
  mark(item) {
    const { list } = this,
      at = this.view.indexOf(item),
      y = at * ROW_HEIGHT;
    this.chosen = item;
    if (at >= 0 && y < list.scrollTop) list.scrollTop = y;
    else if (at >= 0 && y + 2 * ROW_HEIGHT > list.scrollTop + list.clientHeight)
      list.scrollTop = y + 2 * ROW_HEIGHT - list.clientHeight;
    this.fill();
  }

  // So many items from the marked one, or undefined.
  beside(way) {
    return this.view[this.view.indexOf(this.chosen) + way];
  }

  // How many rows are in sight.
  get page() {
    return Math.max(1, Math.floor(this.list.clientHeight / ROW_HEIGHT) - 2);
  }

  // Draws what is in sight; all of it on paper.
  fill(printing = false) {
    const { list, view, rows } = this,
      first = printing ? 0 : Math.max(0, Math.min(view.length, Math.floor(list.scrollTop / ROW_HEIGHT) - 5)),
      end = printing ? view.length : Math.min(view.length, first + Math.ceil(list.clientHeight / ROW_HEIGHT) + 10);
    rows.style.top = ROW_HEIGHT + first * ROW_HEIGHT + "px";
    rows.replaceChildren(...view.slice(first, end).map((item, i) => this.#row(item, first + i)));
    const on = rows.querySelector(".on");
    if (on) list.setAttribute("aria-activedescendant", on.id);
    else list.removeAttribute("aria-activedescendant");
  }

  // A cell; of a long name that must be cut the end stays, since there names differ.
  #cell(text, kind, ends) {
    const isCut = ends && text.length > END_OF_NAME + 4,
      cell = element("span", { role: "gridcell" }, isCut ? "" : text);
    if (kind) cell.className = kind;
    if (!isCut) return cell;
    cell.className = "ends";
    cell.title = text;
    cell.append(element("span", {}, text.slice(0, -END_OF_NAME)), element("span", {}, text.slice(-END_OF_NAME)));
    return cell;
  }

  #row(item, at) {
    const isChosen = item === this.chosen,
      row = element("div", {
        class: "row" + (isChosen ? " on" : ""),
        role: "row",
        id: "row-" + at,
        "aria-rowindex": at + 2,
        "aria-selected": isChosen,
      });
    for (const { get, say = String, kind, number, ends } of this.columns) {
      const value = get(item),
        text = value === null || value === undefined ? "" : say(value, item),
        kinds = [number ? "n" : "", kind ? kind(item, value) : ""].filter(Boolean).join(" ");
      row.append(this.#cell(text, kinds, ends));
    }
    row.onclick = () => {
      this.list.focus({ preventScroll: true });
      this.choose(item);
    };
    return row;
  }
}
