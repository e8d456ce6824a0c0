import { queryAll, type Database } from "./database.ts";

/** How the calls of a command ended. */
export interface HeadOutcome {
  readonly calls: number;
  readonly failed: number;
}

/** For each head of a command, `git push`, how often it was called and how often that failed. */
export function headOutcomes(database: Database): ReadonlyMap<string, HeadOutcome> {
  const rows = queryAll<HeadOutcome & { readonly head: string }>(
    database,
    `SELECT program || coalesce(' ' || subcommand, '') AS head, count(*) AS calls,
            sum(outcome IN ('error', 'timeout')) AS failed
     FROM calls WHERE is_copy = 0 AND program IS NOT NULL GROUP BY program, subcommand`,
  );
  return new Map(rows.map(({ head, calls, failed }) => [head, { calls, failed }]));
}
