// SPDX-License-Identifier: GPL-3.0-or-later
// What `make lint` asks of JavaScript. The plugins lie where `make lint` has installed them.
import { createRequire } from "node:module";

const require = createRequire(new URL("../../build/web-check/", import.meta.url));
const { configs } = require("@eslint/js"),
  globals = require("globals");

const rules = {
  ...configs.recommended.rules,
  eqeqeq: "error",
  "no-unused-vars": ["error", { args: "after-used", caughtErrors: "all" }],
  "no-irregular-whitespace": ["error", { skipStrings: true, skipTemplates: true }], // blanks of Japanese
  "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": ["error", { destructuring: "all" }],
  "no-control-regex": "off", // texts of terminals are read
};

export default [
  {
    rules,
    languageOptions: {
      globals: { ...globals.browser, ...globals.node, ...globals.serviceworker, crossOriginIsolated: "readonly" },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
  },
  {
    // a library for emscripten, which wants functions of old and has names of its own
    files: ["**/host.js"],
    languageOptions: {
      sourceType: "script",
      globals: {
        mergeInto: "readonly",
        LibraryManager: "readonly",
        Module: "readonly",
        HEAPU8: "readonly",
        HEAPU32: "readonly",
        UTF8ToString: "readonly",
        _malloc: "readonly",
        cp932: "readonly",
      },
    },
    rules: { "no-var": "off", "object-shorthand": "off", "no-unused-vars": "off" },
  },
];
