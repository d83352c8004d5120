// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the page and comes into it: links, files, pictures.

const LONGEST = 20000; // characters of a link

// #sfen=…&moves=…&do=solve|check&lang=ja|en; blanks may be written as _ or %20, moves also with commas.
export function sourceOfLink(hash) {
  const parts = { sfen: "", moves: [], todo: "", lang: "" };
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
    if (key === "do" && /^(solve|check)$/.test(text)) parts.todo = text;
    if (key === "lang" && /^(ja|en)$/.test(text)) parts.lang = text;
  }
  return parts;
}

export function linkOf({ sfen, moves, lang }) {
  const plain = (text) => encodeURIComponent(text).replaceAll("%2F", "/").replaceAll("%20", "_").replaceAll("%2B", "+").replaceAll("%2C", ",");
  const where = location.href.replace(/#.*/s, "");
  return where + "#sfen=" + plain(sfen) + (moves.length ? "&moves=" + plain(moves.join(",")) : "") + "&lang=" + lang;
}

// Copies a text, or shows it to be copied where the browser does not let us.
export async function putOut(box, text, t) {
  try {
    await navigator.clipboard.writeText(text);
    box.textContent = t("copied");
  } catch {
    const field = document.createElement("input");
    field.value = text;
    field.readOnly = true;
    field.setAttribute("aria-label", t("copy this link"));
    box.replaceChildren(t("copy this link") + " ", field);
    field.select();
  }
}

export function save(data, type, name) {
  const link = document.createElement("a"), url = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], { type }));
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// An SVG as PNG, twice as large.
export async function picture(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })), image = new Image();
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 2 * image.width;
    canvas.height = 2 * image.height;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
