// SPDX-License-Identifier: GPL-3.0-or-later
// What the program has of JavaScript, a library for emscripten.
mergeInto(LibraryManager.library, {
  // The clock. Searches look at it every thousand nodes; that is when they are asked to stop, on the only thread
  // there is.
  emscripten_get_now: function () {
    if (Module["atClock"]) Module["atClock"]();
    return performance.now();
  },

  // Characters of CP932 and their bytes, by what a browser reads of all pairs of bytes.
  $cp932: function () {
    if (cp932.codes) return cp932.codes;
    var codes = new Map(),
      decoder = new TextDecoder("shift_jis", { fatal: true });
    function add(bytes) {
      try {
        var text = decoder.decode(new Uint8Array(bytes));
        // of two that are one character the first, but for what NEC chose of IBM's (0xed, 0xee)
        if (!codes.has(text) && text.codePointAt(0) > 0x7f) codes.set(text, bytes);
      } catch (error) {
        // no pair of that encoding
      }
    }
    for (var byte = 0xa1; byte < 0xe0; byte++) add([byte]);
    for (var lead = 0x81; lead < 0xfd; lead++)
      if ((lead < 0xa0 || lead > 0xdf) && lead !== 0xed && lead !== 0xee)
        for (var trail = 0x40; trail < 0xfd; trail++) add([lead, trail]);
    return (cp932.codes = codes);
  },

  kj_web_convert__deps: ["$cp932", "malloc"],
  // As g_convert, from or to UTF-8.
  kj_web_convert: function (bytes, length, to, from, read, written) {
    var names = { CP932: "shift_jis", "EUC-JP-MS": "euc-jp" };
    from = UTF8ToString(from);
    to = UTF8ToString(to);
    var text,
      out = [],
      error = false;
    try {
      text = new TextDecoder(names[from] || from, { fatal: true, ignoreBOM: true }).decode(
        HEAPU8.slice(bytes, bytes + length),
      );
    } catch (wrong) {
      return 0;
    }
    var encoder = new TextEncoder(),
      done = 0;
    if (to === "UTF-8") {
      out = encoder.encode(text);
      done = length;
    } else if (to === "CP932") {
      for (var c of text) {
        var code = c < "\u0080" ? [c.charCodeAt(0)] : cp932().get(c);
        if (!code) {
          error = true;
          break;
        }
        out.push(...code);
        done += encoder.encode(c).length;
      }
    } else {
      for (var i = 0; i < text.length; i++) {
        var unit = text.charCodeAt(i),
          high = unit >> 8,
          low = unit & 255;
        out.push(...(to === "UTF-16BE" ? [high, low] : [low, high]));
      }
      done = length;
    }
    HEAPU32[read >> 2] = done;
    HEAPU32[written >> 2] = out.length;
    var at = error ? 0 : _malloc(out.length + 1);
    if (at) {
      HEAPU8.set(out, at);
      HEAPU8[at + out.length] = 0;
    }
    return at;
  },
});
