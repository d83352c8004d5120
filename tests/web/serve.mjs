// SPDX-License-Identifier: GPL-3.0-or-later
// A folder as any static host serves it, on a port of this machine.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";

const types = {
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  mjs: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  wasm: "application/wasm",
};

// `change` may give other bytes for a file.
export async function serve(folder, { headers = {}, change = (_, bytes) => bytes } = {}) {
  const server = createServer(async (request, response) => {
    const name = basename(new URL(request.url, "http://x").pathname) || "index.html";
    try {
      const bytes = change(name, await readFile(new URL(name, folder)));
      response
        .writeHead(200, { "Content-Type": types[name.split(".").pop()] || "application/octet-stream", ...headers })
        .end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
