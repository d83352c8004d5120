// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the works of a collection in the background, in Workers of its own: the board's answers at once.
const MEMORY = 128; // MiB for the tables of one check

const workersAtMost = () => Math.max(1, (navigator.hardwareConcurrency || 2) - 1);

// Of a report what a table, a query and a page need.
export function resultOf(record, limit) {
  const { verdict, shortest, shortest_proved, mate, line, findings, nodes_of_line, nodes, ms, profile, open_beyond } =
    record;
  // a tentative line's own length says nothing
  const plies = record.tentative ? shortest : record.plies;
  const open = nodes_of_line.flatMap(({ alternatives }) => alternatives).find(({ cause }) => cause);
  return {
    verdict,
    plies: plies ?? null,
    plies_proved: shortest_proved && plies === shortest,
    mates: mate === "mate",
    line: line.join(" "),
    findings: findings.map(({ code, severity, ply, move }) => ({ code, severity, ply, move })),
    nodes,
    ms,
    profile,
    limit,
    beyond: open_beyond ?? null,
    ...(verdict === "unknown" && open ? { cause: open.cause } : {}),
  };
}

// Whether there is something to find out within so many seconds (0: without limit).
export const isToDo = ({ error, result }, limit) =>
  !error &&
  (!result ||
    !!result.error ||
    (result.verdict === "unknown" && (!limit ? !!result.limit : limit > (result.limit || Infinity))));

// Checks rows one after the other, several side by side; `done(row, result)` hears of each. Ends when
// all are done, or soon after the abort of `signal`; what is not done then is left as it was.
export async function checkRows(kanju, rows, { limit, lang, signal, begun, done }) {
  const workers = Math.min(workersAtMost(), rows.length),
    engine = kanju.beside({ workers, memory: MEMORY });
  let next = 0;
  async function lane() {
    while (next < rows.length && !signal.aborted) {
      const row = rows[next++],
        line = row.moves.join(" ") || undefined;
      begun(row);
      try {
        const record = await engine.check(row.position, { time: limit, line }, { variant: row.variant, lang, signal });
        if (!signal.aborted) done(row, resultOf(record, limit));
      } catch (error) {
        if (!signal.aborted) done(row, { error: error.message, limit });
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: workers }, lane));
  } finally {
    engine.close();
  }
}
