-- SPDX-License-Identifier: GPL-3.0-or-later
-- The lines of an export in `said`, with answers unpacked, into the tables of an empty store.
INSERT INTO task(id, kind, version, rules, used)
  SELECT t.key + 1, json_extract(t.value, '$.kind'), json_extract(t.value, '$.version'),
    json_extract(t.value, '$.rules'), t.key + 1
  FROM said, json_each(said.line, '$.tasks') t;
INSERT OR IGNORE INTO file(name) SELECT file FROM said WHERE file IS NOT NULL ORDER BY said.rowid;
INSERT OR IGNORE INTO problem(game, position, claim)
  SELECT game, position, CASE WHEN file IS NULL THEN claim ELSE '' END FROM said
  WHERE position IS NOT NULL ORDER BY said.rowid;
INSERT INTO item(file, problem, number, line, turn, name, title, composer, date, recorded, note,
    headers, error, col, claim)
  SELECT f.id, p.id, said.number, json_extract(said.line, '$.line'),
    json_extract(said.line, '$.turn'), json_extract(said.line, '$.name'),
    json_extract(said.line, '$.title'), json_extract(said.line, '$.composer'),
    json_extract(said.line, '$.date'), json_extract(said.line, '$.recorded'),
    json_extract(said.line, '$.note'), json_extract(said.line, '$.headers'),
    json_extract(said.line, '$.error'), json_extract(said.line, '$.col'), said.claim
  FROM said JOIN file f ON f.name = said.file
    LEFT JOIN problem p ON p.position = said.position AND p.game = said.game AND p.claim = '';
INSERT INTO result(task, problem, settled, seconds_limit, nodes_limit, memory_mib, answer)
  SELECT said.task + 1, p.id, json_extract(said.line, '$.settled'),
    json_extract(said.line, '$.seconds_limit'), json_extract(said.line, '$.nodes_limit'),
    json_extract(said.line, '$.memory_mib'), said.answer
  FROM said LEFT JOIN problem p
    ON p.position = said.position AND p.game = said.game AND p.claim = said.claim
  WHERE said.answer IS NOT NULL;
