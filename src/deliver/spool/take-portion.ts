import type { Treatment } from "../../capture/ledger/ledger-call.ts";
import { keepRan, keepTreatment } from "../../capture/ledger/treatments.ts";
import type { Delivery } from "../../lesson/record/lesson.ts";
import { type Database, inTransaction } from "../../platform/database/database.ts";
import { Fault } from "../../platform/fault.ts";
import { readLines } from "../../platform/files/read-lines.ts";
import { sha256 } from "../../platform/hash.ts";
import { isRecord, type JsonRecord } from "../../platform/json/fields.ts";
import { forgottenTexts, makeForget } from "../../platform/forgotten.ts";
import type { Owner } from "../../redact/owner.ts";
import { makeRedact, type Redact } from "../../redact/redact.ts";
import { insertDelivery } from "./deliveries.ts";
import { insertEntries } from "../trial/trials.ts";
import { readDelivery, readResult, readStart, readTrial } from "./read-note.ts";
import { insertSessionStart } from "./session-starts.ts";
import { putSpoolCursor, spoolCursors, spoolFile, type SpoolFile } from "./spool-file.ts";

interface Taking {
  readonly keep: KeepNote;
  readonly onFate: (fate: NoteFate) => void;
}

/**
 * Takes some lines of a file over, with the place behind them, and says whether there may be more: nobody
 * should have to wait for the store until a spool that was never taken over is in it.
 */
export function takePortion(
  database: Database,
  { path, identity }: SpoolFile,
  taking: Taking,
): boolean {
  try {
    return inTransaction(database, () => {
      const cursor = spoolCursors(database).get(identity) ?? 0;
      // Shorter than what was read of it: somebody has cut it, and what is in it may be new.
      const from = cursor <= (spoolFile(path)?.size ?? 0) ? cursor : 0;
      const { byte, isFull } = readFrom(path, from, taking);
      // A hook may have put another file in its place meanwhile: this one is found under its new name.
      if (spoolFile(path)?.identity !== identity) return false;
      if (byte !== cursor) putSpoolCursor(database, identity, byte);
      return isFull && byte > from;
    });
  } catch (error) {
    if (!(error instanceof Fault) || !error.code.startsWith("file-")) throw error;
    return false;
  }
}

function readFrom(path: string, from: number, { keep, onFate }: Taking) {
  let lines = 0;
  let stop = Number.POSITIVE_INFINITY;
  const onRecord = (record: JsonRecord) => onFate(keep(record));
  const end = readLines(
    path,
    { byte: from, line: 0 },
    {
      onLine: (line) => {
        if (lines === mostLines) return;
        const records = line.length <= longestNote ? line.records() : undefined;
        if (records === undefined) onFate("skipped");
        else records.forEach(onRecord);
        lines += 1;
        if (lines === mostLines) stop = line.placeBehind().byte;
      },
      onTooLong: () => {
        if (lines < mostLines) onFate("skipped");
      },
    },
    { longestLine },
  );
  // Behind a last line without an end, the place is where the file ends.
  return { byte: Math.min(stop, end.byte), isFull: lines === mostLines };
}

const mostLines = 2000;
const longestNote = 65_536;
const longestLine = 1 << 20;

/** `known`: it was taken over before. */
type NoteFate = "new" | "known" | "skipped";

type KeepNote = (note: JsonRecord) => NoteFate;

/** How each kind of note gets into the store. */
export function makeKeepers(
  database: Database,
  owner: Owner,
): Readonly<Record<"deliveries" | "starts" | "results" | "trials", KeepNote>> {
  const [forget, redacted] = [makeForget(forgottenTexts(database)), makeRedact(owner)];
  const redact: Redact = (text) => redacted(forget(text));
  return {
    deliveries: (note) => {
      const delivery = readDelivery(note, redact);
      if (delivery === undefined) return "skipped";
      const { agent, sessionId, idKey, mode } = delivery;
      const treatment = treatments[mode];
      // Whether or not the lesson is still there: the call was treated.
      if (treatment !== undefined && idKey !== null)
        keepTreatment(database, { agent, sessionId, idKey }, treatment);
      const inserted = insertDelivery(database, keyOf(note), delivery);
      // Such as the one that doctor makes for a moment, to see whether it arrives.
      return inserted === "no-lesson" ? "skipped" : inserted;
    },
    results: (note) => {
      const result = readResult(note, redact);
      if (result === undefined) return "skipped";
      keepRan(database, result, result.ran);
      return "new";
    },
    trials: (note) => {
      const entries = readTrial(note, redact);
      return entries === undefined ? "skipped" : insertEntries(database, entries);
    },
    starts: (note) => {
      const start = readStart(note, redact);
      if (start === undefined) return "skipped";
      return insertSessionStart(database, keyOf(note), start) ? "new" : "known";
    },
  };
}

const treatments: Partial<Readonly<Record<Delivery, Treatment>>> = {
  hold: "held",
  fix: "rewritten",
};

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
