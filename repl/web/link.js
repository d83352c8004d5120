// SPDX-License-Identifier: GPL-3.0-or-later
// A work as an address, and back.

const LONGEST = 20000; // characters of a link

// #sfen=…&moves=…&game=…&do=solve|check|hisshi|repair|trim&lang=ja|en; blanks may be written as _ or %20, moves also with commas.
export function sourceOfLink(hash) {
  const parts = { sfen: "", moves: [], game: "", todo: "", lang: "" };
  if (hash.length > LONGEST) return { ...parts, sfen: hash.slice(0, 40) };
  for (const part of hash.replace(/^#/, "").split("&")) {
    const [key, value = ""] = part.split(/=(.*)/s);
    let text;
    try {
      text = decodeURIComponent(value);
    } catch {
      text = value;
    }
    if (key === "sfen") parts.sfen = text.replaceAll("_", " ").replace(/^sfen /, "");
    if (key === "moves") parts.moves = text.split(/[\s_,]+/).filter((usi) => /^[\w*+/]{3,8}$/.test(usi));
    if (key === "game") parts.game = text;
    if (key === "do" && /^(solve|check|hisshi|repair|trim)$/.test(text)) parts.todo = text;
    if (key === "lang" && /^(ja|en)$/.test(text)) parts.lang = text;
  }
  return parts;
}

// What stands behind the # of such a link.
export function hashOf({ sfen, moves, game, lang }) {
  const plain = (text) =>
    encodeURIComponent(text)
      .replaceAll("%2F", "/")
      .replaceAll("%20", "_")
      .replaceAll("%2B", "+")
      .replaceAll("%2C", ",");
  return (
    "#sfen=" +
    plain(sfen) +
    (moves.length ? "&moves=" + plain(moves.join(",")) : "") +
    "&game=" +
    game +
    "&lang=" +
    lang
  );
}
