// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict box, the page's one voice. Whoever begins to speak takes it over: the search of who
// spoke before is stopped, and what still comes of it is not heard.
import { sayVerdict } from "./answers.js";
import { $ } from "./elements.js";
import { spoken, t } from "./words.js";

const root = document.documentElement;
let speaker = null;

function write(text, more = "", kind = "") {
  $("said").textContent = text;
  $("said").className = "big " + kind;
  $("more").textContent = more;
}

// `searches`: what is done can be stopped.
function busy(works, searches) {
  $("busy").hidden = $("stop").hidden = !searches;
  root.toggleAttribute("data-busy", works);
}

function writeRecord(record) {
  const { text, kind, verdict, plies } = sayVerdict(record, t);
  const cost =
    record.nodes === undefined
      ? ""
      : t("N nodes, T s", { N: record.nodes.toLocaleString(spoken()), T: (record.ms / 1000).toFixed(2) });
  write(text, [record.cause ? t(record.cause) : "", record.note || "", cost].filter(Boolean).join(" · "), kind);
  root.dataset.verdict = verdict;
  root.dataset.plies = plies ?? "";
}

// Messages of the program about the text that it was given.
function writeWarnings(messages) {
  $("warned").textContent = messages.map((text) => text.replace(/^text(:\d+)*: /, "")).join("\n");
}

function writeProgress({ text, seconds }) {
  $("more").textContent =
    text
      .split(/[\r\n]/)
      .map((part) => part.replace(/\x1b\[K/g, "").trim())
      .filter(Boolean)
      .pop() || seconds.toFixed(0) + " s";
}

/*
 * A new speaker, who says `text` at once. `works`: there is more to come, until its end(); `searches`:
 * and that can be stopped. Its functions do
 * nothing once another has begun: say, fault, record, warn, progress, end; `signal` ends its search;
 * speaks() says whether it is heard.
 */
export function begin(text = "", { searches = false, works = searches } = {}) {
  if (speaker) speaker.abort();
  const mine = (speaker = new AbortController()),
    speaks = () => speaker === mine;
  const heard =
    (what) =>
    (...values) => {
      if (speaks()) what(...values);
    };
  write(text);
  writeWarnings([]);
  busy(works, searches);
  delete root.dataset.verdict;
  delete root.dataset.plies;
  return {
    signal: mine.signal,
    speaks,
    say: heard(write),
    fault: heard((message) => write(message, "", "bad fault")),
    record: heard(writeRecord),
    warn: heard(writeWarnings),
    progress: heard(writeProgress),
    end: heard(() => busy(false, false)),
  };
}

// Stops the search under way, which still says what it has found.
export function stop() {
  speaker.abort();
}
