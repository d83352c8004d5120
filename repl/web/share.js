// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the page: links, files, pictures.
import { certificate, kif, report } from "./asking.js";
import { address, call, desk, source } from "./desk.js";
import { $ } from "./elements.js";
import { t } from "./words.js";

// Copies a text, or shows it to be copied where the browser does not let us.
async function putOut(box, text) {
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
  const link = document.createElement("a"),
    url = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], { type }));
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

const diagram = () => desk.kanju.svg(source(), { title: desk.work.name || undefined }, call());

// What a button takes away: what is in it, its type and how its name ends. null: there is nothing.
const outputs = {
  kif: [kif, "text/plain", "kif"],
  svg: [diagram, "image/svg+xml", "svg"],
  png: [async () => picture(await diagram()), "image/png", "png"],
  page: [report, "text/html", "html"],
  certificate: [certificate, "application/octet-stream", "kjc"],
};

export async function takeAway(kind) {
  if (kind === "link") return putOut($("saved"), location.href.replace(/#.*/s, "") + address());
  const [make, type, ending] = outputs[kind],
    name = (desk.work.name.replace(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, 60) || "kanju") + "." + ending;
  $("saved").textContent = "";
  try {
    const data = await make();
    if (!data) return;
    save(data, type, name);
    $("saved").textContent = t("saved: N", { N: name });
  } catch (error) {
    $("saved").textContent = error.message;
  }
}

// An SVG as PNG, twice as large.
async function picture(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })),
    image = new Image();
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
