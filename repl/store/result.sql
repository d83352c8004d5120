-- SPDX-License-Identifier: GPL-3.0-or-later
-- What a task says of a problem: `answer`, and the limits it was found within. Whatever else is
-- asked for is made of the answer. A damaged file, or one of somebody else's, may hold anything:
-- what is no result is not `whole`, and whoever reads asks for that.
CREATE TABLE result(
  task INTEGER NOT NULL REFERENCES task, problem INTEGER NOT NULL REFERENCES problem,
  settled INTEGER NOT NULL, -- larger limits change nothing
  seconds_limit REAL NOT NULL, nodes_limit INTEGER NOT NULL, memory_mib INTEGER NOT NULL,
  answer TEXT NOT NULL,
  json TEXT AS(CASE WHEN json_valid(answer) THEN answer END),
  verdict TEXT AS(json_extract(json, '$.verdict')),
  cause TEXT AS(json_extract(json, '$.cause')), -- of an unknown
  plies INTEGER AS(json_extract(json, -- by the profile; a tentative line's own length says nothing
    CASE json_extract(json, '$.tentative') WHEN 1 THEN '$.shortest' ELSE '$.plies' END)),
  pure_plies INTEGER AS(CASE WHEN plies IS NOT NULL THEN json_extract(json, '$.pure_plies') END),
  proved INTEGER AS(plies IS NOT NULL AND coalesce(
    json_extract(json, '$.plies_proved'),
    json_extract(json, '$.shortest_proved') AND plies = json_extract(json, '$.shortest'), 0)),
  line TEXT AS(CASE WHEN plies IS NOT NULL THEN -- in USI, with blanks between
    replace(trim(json_extract(json, '$.line'), '[]"'), '","', ' ') END),
  line_kind TEXT AS(coalesce(json_extract(json, '$.line_kind'), CASE WHEN plies IS NOT NULL THEN
    CASE json_extract(json, '$.tentative') WHEN 0 THEN 'main' WHEN 1 THEN 'other' END END)),
  leftover TEXT AS(json_extract(json, '$.leftover')), -- as in SFEN
  nodes INTEGER AS(json_extract(json, '$.nodes')),
  ms INTEGER AS(json_extract(json, '$.ms')),
  certificate TEXT AS(json_extract(json, '$.certificate')), -- the file
  difficulty REAL AS(CAST(json_extract(json, '$.exact_score') AS REAL)), -- kj_difficulty
  whole INTEGER AS(
    coalesce(CASE rtrim(json_extract(json, '$.schema'), '0123456789')
      WHEN 'kanju.solve/' THEN verdict IN('mate', 'nomate', 'unknown')
      WHEN 'kanju.check/' THEN verdict IN('sound', 'blemished', 'unsound', 'unknown')
      WHEN 'kanju.hisshi/' THEN verdict IN('hisshi', 'mate', 'none', 'unknown') END, 0)
    AND coalesce(settled IN(0, 1)
      AND plies BETWEEN 0 AND 65535 AND pure_plies BETWEEN 0 AND 65535
      AND (verdict NOT IN('nomate', 'none') OR plies IS NULL)
      AND proved IN(0, 1) AND nodes >= 0 AND ms >= 0
      AND typeof(difficulty) IN('real', 'null')
      AND length(line) <= 65536 AND line NOT GLOB '*[^ -~]*'
      AND length(cause) <= 40 AND cause NOT GLOB '*[^a-z_-]*'
      AND length(leftover) <= 100 AND leftover NOT GLOB '*[^A-Za-z0-9+-]*'
      AND length(certificate) <= 4096, 1)),
  PRIMARY KEY(task, problem), CONSTRAINT whole CHECK(whole)) WITHOUT ROWID;

-- defects and remarks; ply 0: the whole; severity: KjSeverity
CREATE VIEW code AS SELECT r.task, r.problem, json_extract(e.value, '$.code') AS code,
    coalesce(json_extract(e.value, '$.ply'), 0) AS ply,
    CASE json_extract(e.value, '$.severity')
      WHEN 'note' THEN 1 WHEN 'blemish' THEN 2 WHEN 'defect' THEN 3 ELSE 0 END AS severity
  FROM result r, json_each(CASE WHEN r.whole THEN r.answer END, '$.findings') e WHERE severity > 0;
CREATE VIEW theme AS SELECT r.task, r.problem, json_extract(e.value, '$.theme') AS theme
  FROM result r, json_each(CASE WHEN r.whole THEN r.answer END, '$.themes') e
  WHERE json_extract(e.value, '$.state') = 'yes';
