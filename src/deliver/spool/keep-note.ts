import { isRecord, type JsonRecord } from "../../platform/json/fields.ts";
import { makeRedact, type Owner } from "../../redact/redact.ts";
import { readDelivery } from "./read-delivery.ts";
import { readStart } from "./read-start.ts";
import type { Database } from "../../platform/database/database.ts";
import { insertDelivery } from "./deliveries.ts";
import { insertSessionStart } from "./session-starts.ts";
import { sha256 } from "../../platform/hash.ts";

/** `known`: it was taken over before. */
export type NoteFate = "new" | "known" | "skipped";

export type KeepNote = (note: JsonRecord) => NoteFate;

/** How each kind of note gets into the store. */
export function makeKeepers(
  database: Database,
  owner: Owner,
): Readonly<Record<"deliveries" | "starts", KeepNote>> {
  const redact = makeRedact(owner);
  return {
    deliveries: (note) => {
      const delivery = readDelivery(note, redact);
      if (delivery === undefined) return "skipped";
      const inserted = insertDelivery(database, keyOf(note), delivery);
      // Such as the one that doctor makes for a moment, to see whether it arrives.
      return inserted === "no-lesson" ? "skipped" : inserted;
    },
    starts: (note) => {
      const start = readStart(note, redact);
      if (start === undefined) return "skipped";
      return insertSessionStart(database, keyOf(note), start) ? "new" : "known";
    },
  };
}

/** Of the line as the hook wrote it: JSON that was parsed is written the same way again. */
function keyOf(note: JsonRecord): string {
  const fields = Object.entries(note).map(([name, value]) => [name, flat(value)] as const);
  return sha256(JSON.stringify(Object.fromEntries(fields)));
}

/** Notes are flat. Writing down what somebody nested too deep would fail. */
function flat(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => typeof item === "string");
  return isRecord(value) ? null : value;
}
