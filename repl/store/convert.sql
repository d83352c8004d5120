-- SPDX-License-Identifier: GPL-3.0-or-later
-- The results of version 9, which had a column for each number, into `result`.
INSERT INTO result(task, problem, settled, seconds_limit, nodes_limit, memory_mib, answer)
  SELECT w.task, w.problem, w.settled, w.seconds_limit, w.nodes_limit, w.memory_mib,
    CASE WHEN json_valid(w.report) THEN
      json_set(w.report, '$.cause', w.cause, '$.certificate', w.certificate, '$.nodes', w.nodes,
        '$.ms', w.ms, '$.exact_score', CAST(w.difficulty AS TEXT))
    ELSE
      json_object('schema', 'kanju.' || t.kind || '/0', 'verdict', w.verdict, 'cause', w.cause,
        'plies', w.plies, 'pure_plies', w.pure_plies,
        'plies_proved', json(CASE WHEN w.proved THEN 'true' ELSE 'false' END),
        'line', json('["' || replace(w.line, ' ', '","') || '"]'),
        'line_kind', CASE w.complete
          WHEN 1 THEN 'main' WHEN 2 THEN 'leftover-open' WHEN 3 THEN 'other' END,
        'leftover', w.leftover, 'certificate', w.certificate, 'nodes', w.nodes, 'ms', w.ms)
    END
  FROM was w JOIN task t ON t.id = w.task;
DROP TABLE was;
