// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the page: links, files, pictures.
import { svgElement } from "./board.js";
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

// A title, or another name of a work, as that of a file; `otherwise`: where nothing is left of it.
export const fileName = (title, otherwise) => title.replace(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, 60) || otherwise;

export function save(data, type, name) {
  const link = document.createElement("a"),
    url = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], { type }));
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// Title and length, as far as they are known.
function titleOf() {
  const { verdict, plies } = document.documentElement.dataset;
  const length = plies && /^(mate|sound|blemished)$/.test(verdict) ? t("mate in N", { N: plies }) : "";
  return [desk.work.name, length].filter(Boolean).join("　");
}

const diagram = () => desk.kanju.svg(source(), { title: titleOf() || undefined }, call());
const link = () => location.href.replace(/#.*/s, "") + address();

// The device's own way to send something.
async function send() {
  try {
    await navigator.share({ title: titleOf() || "Kanju", url: link() });
  } catch (error) {
    if (error.name !== "AbortError") $("saved").textContent = error.message;
  }
}

// The link as a picture for cameras.
async function showQr() {
  const { default: qrcode } = await import("./qrcode.js"),
    code = qrcode(0, "L");
  code.addData(link());
  code.make();
  const n = code.getModuleCount(),
    QUIET = 4;
  let path = "";
  for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) if (code.isDark(y, x)) path += `M${x} ${y}h1v1h-1z`;
  const svg = svgElement("svg", {
    viewBox: `${-QUIET} ${-QUIET} ${n + 2 * QUIET} ${n + 2 * QUIET}`,
    class: "qr",
    role: "img",
    "aria-label": t("the link as a QR code"),
  });
  svgElement("rect", { x: -QUIET, y: -QUIET, width: "100%", height: "100%", fill: "#fff" }, svg);
  svgElement("path", { d: path, fill: "#000", "shape-rendering": "crispEdges" }, svg);
  $("saved").replaceChildren(svg);
}

export function listenToSharing() {
  document.querySelectorAll("[data-save]").forEach((button) => {
    button.addEventListener("click", () => takeAway(button.dataset.save));
  });
  document.querySelector("[data-save=share]").hidden = !navigator.share;
}

// What a button takes away: what is in it, its type and how its name ends. null: there is nothing.
const outputs = {
  kif: [kif, "text/plain", "kif"],
  svg: [diagram, "image/svg+xml", "svg"],
  png: [async () => picture(await diagram()), "image/png", "png"],
  report: [report, "text/html", "html"],
  certificate: [certificate, "application/octet-stream", "kjc"],
};

const others = { link: () => putOut($("saved"), link()), share: send, qr: showQr };

async function takeAway(kind) {
  if (others[kind]) return others[kind]();
  const [make, type, ending] = outputs[kind],
    name = `${fileName(desk.work.name, "kanju")}.${ending}`;
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
