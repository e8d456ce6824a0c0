import type { DeliveryNote } from "./delivery-note.ts";
import { textAt, type JsonRecord } from "../../platform/json/fields.ts";
import { deliveries } from "../../lesson/record/lesson.ts";
import type { Redact } from "../../redact/redact.ts";
import { shortHash } from "../../lesson/record/short-hash.ts";
import { countAt, readPlace, wordAt } from "./note-fields.ts";

/** What a hook noted when a lesson was told. */
export interface NotedDelivery extends Omit<DeliveryNote, "slug" | "call"> {
  /** The id of the call, hashed as the ledger does it. */
  readonly idKey: number | null;
}

/** Undefined when it is no note of a delivery, or one of a version that we do not know. */
export function readDelivery(note: JsonRecord, redact: Redact): NotedDelivery | undefined {
  const place = readPlace(note, redact);
  const lesson = textAt(note, "lesson");
  const tool = textAt(note, "tool");
  const mode = wordAt(note, "mode", deliveries);
  const form = wordAt(note, "form", forms);
  const score = countAt(note, "score");
  if (place === undefined || lesson === undefined || tool === undefined) return undefined;
  if (mode === undefined || form === undefined || score === undefined) return undefined;
  const call = textAt(note, "call");
  return {
    ...place,
    lesson,
    idKey: call === undefined ? null : shortHash(call),
    tool: redact(tool.slice(0, longestTool)),
    mode,
    form,
    score,
    matched: conditionNames(note["matched"]),
  };
}

const forms: readonly DeliveryNote["form"][] = ["full", "short", "cut", "pointer", "hold"];
const longestTool = 100;

/** Names of conditions are ours, so what does not look like one was not written by us. */
function conditionNames(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const names = value.filter((name): name is string => typeof name === "string");
  return names.filter((name) => conditionShape.test(name)).slice(0, mostConditions);
}

const conditionShape = /^[A-Za-z]{1,40}$/u;
const mostConditions = 20;
