// SPDX-License-Identifier: GPL-3.0-or-later
// What checks of a collection found, kept in this browser by the position, its game and its line.
// Where nothing can be kept, nothing is found again.
const STORE = "checks";
let opening = null; // {base, keys}, or null

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error);
  });

async function openBase(version) {
  const request = indexedDB.open("kanju", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const base = await done(request),
    store = base.transaction(STORE, "readwrite").objectStore(STORE);
  // what other versions of the program have found
  store.delete(IDBKeyRange.upperBound(version + "\n"));
  store.delete(IDBKeyRange.lowerBound(version + "\n\uffff"));
  return { base, keys: new Set(await done(store.getAllKeys())) };
}

const opened = (version) => (opening ??= openBase(version).catch(() => null));
const keyOf = (version, { variant, position, moves }) => [version, variant, position, moves.join(" ")].join("\n");

// What is known of these rows, in their order; undefined where nothing is.
export async function keptResults(version, rows) {
  const kept = await opened(version);
  if (!kept) return [];
  const known = rows.map((row) => !row.error && kept.keys.has(keyOf(version, row)));
  if (!known.includes(true)) return [];
  try {
    const store = kept.base.transaction(STORE).objectStore(STORE);
    return await Promise.all(rows.map((row, i) => (known[i] ? done(store.get(keyOf(version, row))) : undefined)));
  } catch {
    return [];
  }
}

export async function keepResult(version, row) {
  const kept = await opened(version),
    key = keyOf(version, row);
  try {
    kept?.base.transaction(STORE, "readwrite").objectStore(STORE).put(row.result, key);
    kept?.keys.add(key);
  } catch {
    // the browser has closed it
  }
}
