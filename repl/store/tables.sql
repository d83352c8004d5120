-- SPDX-License-Identifier: GPL-3.0-or-later
-- a file, by the name it was read under
CREATE TABLE file(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
-- a canonical position; for checks also one with what a file claims of it (claim.h)
CREATE TABLE problem(id INTEGER PRIMARY KEY, game TEXT NOT NULL, position TEXT NOT NULL,
  claim TEXT NOT NULL DEFAULT '', UNIQUE(position, game, claim));
-- a problem where it was read, with what the file claims, or what could not be read; `turn` is
-- KjCanonicalTurn bits, `headers` a JSON object, `col` that of the error
CREATE TABLE item(file INTEGER NOT NULL REFERENCES file, problem INTEGER REFERENCES problem,
  number INTEGER NOT NULL, line INTEGER, turn INTEGER, name TEXT, title TEXT, composer TEXT,
  date TEXT, recorded INTEGER, note TEXT, headers TEXT, error TEXT, col INTEGER,
  claim TEXT NOT NULL DEFAULT '', PRIMARY KEY(file, number)) WITHOUT ROWID;
CREATE INDEX item_problem ON item(problem);
-- what is asked of problems: kind, version of the program, rules; the larger `used`, the later
CREATE TABLE task(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, version TEXT NOT NULL,
  rules TEXT NOT NULL, used INTEGER NOT NULL, UNIQUE(kind, version, rules));
-- of a result that is not settled: what its search has learnt (solver/checkpoint.h), packed
CREATE TABLE checkpoint(task INTEGER NOT NULL, problem INTEGER NOT NULL,
  bytes BLOB NOT NULL CHECK(length(bytes) <= 65536), PRIMARY KEY(task, problem));
