// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the page for use without a network. `make web` puts in what there is, and a name for it that
// changes when anything does.
const VERSION = "@VERSION@", FILES = [/*@FILES@*/];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(["./", ...FILES])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

// Pages that are isolated may share memory with their Workers: a search that is stopped then keeps
// what it found.
function isolated(answer) {
  const headers = new Headers(answer.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

async function answer(request) {
  const cache = await caches.open(VERSION), found = await cache.match(request, { ignoreSearch: true });
  return isolated(found || await fetch(request));
}

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === location.origin) event.respondWith(answer(event.request));
});
