// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the page for use without a network. `make web` puts in what there is, and a name for it that
// changes when anything does.
const VERSION = "@VERSION@",
  FILES = [
    /*@FILES@*/
  ];

// Asks the server anew, whatever the browser has kept of an older version. A new version waits until
// no page has the old one.
self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(["./", ...FILES].map((name) => new Request(name, { cache: "reload" })))),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", ({ data }) => {
  if (data === "begin") self.skipWaiting();
});

// Where the only page is loaded again, which asks past what is kept, a version that waits is to take
// over first: the page comes whole from the one or the other.
async function isOver({ request }) {
  const isReload = request.mode === "navigate" && request.cache !== "default";
  return isReload && !!self.registration.waiting && (await self.clients.matchAll()).length <= 1;
}

// What is shown meanwhile. It asks for nothing until the new version is in charge: browsers may leave
// a request unanswered whose worker is replaced under it.
const CHANGE = `<!DOCTYPE html><link rel="icon" href="data:,"><script>
navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting ? waiting.postMessage("begin") : location.reload());
</script>`;

// Pages that are isolated may share memory with their Workers: a search that is stopped then keeps
// what it found.
function isolated(answer) {
  const headers = new Headers(answer.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

async function answer(event) {
  if (await isOver(event)) return isolated(new Response(CHANGE, { headers: { "Content-Type": "text/html" } }));
  const { request } = event;
  const cache = await caches.open(VERSION),
    found = await cache.match(request, { ignoreSearch: true });
  return isolated(found || (await fetch(request)));
}

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === location.origin)
    event.respondWith(answer(event));
});
