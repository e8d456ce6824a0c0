import type { DeliveryNote } from "../core/delivery-note.ts";
import { queryAll, type Database } from "./database.ts";

type CallPlace = Pick<NonNullable<DeliveryNote["call"]>, "log" | "ordinal">;

/** Where the results of some calls stand: by log, and there by the call's ordinal. */
export function resultLines(
  database: Database,
  places: readonly CallPlace[],
): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const rows = queryAll<CallPlace & { readonly line: number }>(
    database,
    `SELECT log, ordinal, result_line AS line
     FROM json_each(?) AS place JOIN calls ON log = place.value ->> 0 AND ordinal = place.value ->> 1
     WHERE result_line IS NOT NULL`,
    JSON.stringify(places.map(({ log, ordinal }) => [log, ordinal])),
  );
  const byLog = Map.groupBy(rows, ({ log }) => log);
  return new Map(
    [...byLog].map(([log, found]) => [
      log,
      new Map(found.map(({ ordinal, line }) => [ordinal, line])),
    ]),
  );
}
