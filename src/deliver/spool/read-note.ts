import { longestFact } from "../../capture/session/session-summary.ts";
import { deliveries, type LessonId } from "../../lesson/record/lesson.ts";
import { shortHash } from "../../lesson/record/short-hash.ts";
import { recordInstant } from "../../platform/instant.ts";
import { type JsonRecord, numberAt, textAt } from "../../platform/json/fields.ts";
import type { Redact } from "../../redact/redact.ts";
import { repairNames } from "../repairs/catalogue.ts";
import type { DeliveryRow } from "./deliveries.ts";
import type { DeliveryNote } from "./delivery-note.ts";
import type { TrialNote } from "../trial/trials.ts";
import type { SessionStart } from "./session-starts.ts";

/** Undefined when it is no note of a delivery, or one of a version that we do not know. */
export function readDelivery(note: JsonRecord, redact: Redact): DeliveryRow | undefined {
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

const forms: readonly DeliveryNote["form"][] = ["full", "short", "cut", "pointer", "hold", "fix"];
const longestTool = 100;

/** Names of conditions are ours, so what does not look like one was not written by us. */
function conditionNames(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const names = value.filter((name): name is string => typeof name === "string");
  return names.filter((name) => conditionShape.test(name)).slice(0, mostConditions);
}

const conditionShape = /^[A-Za-z]{1,40}$/u;
const mostConditions = 20;

/** What came of a call that was corrected. */
export interface CallResult {
  readonly agent: string;
  readonly sessionId: string;
  /** The id of the call, hashed as in the ledger. */
  readonly idKey: number;
  /** Whether what ran is what we had put in its place. */
  readonly ran: boolean;
}

/** Undefined when it is no note of a result, or one of a version that we do not know. */
export function readResult(note: JsonRecord, redact: Redact): CallResult | undefined {
  const { version, ran } = note;
  const [agent = "", call] = [textAt(note, "agent"), textAt(note, "call")];
  if (version !== 1 || !agentShape.test(agent) || call === undefined) return undefined;
  if (typeof ran !== "boolean") return undefined;
  return { agent, sessionId: sessionIn(note, redact), idKey: shortHash(call), ran };
}

/** Undefined when it is no note of a start, or one of a version that we do not know. */
export function readStart(note: JsonRecord, redact: Redact): SessionStart | undefined {
  const place = readPlace(note, redact);
  const protocol = wordAt(note, "protocol", ["full", "short", "off"]);
  const lessons = countAt(note, "lessons");
  if (place === undefined || protocol === undefined || lessons === undefined) return undefined;
  const repairs = repairNames.filter((name) => listAt(note, "repairs").includes(name));
  const card = lessonIds(note["card"]);
  return { ...place, protocol, lessons, card, ...(repairs.length === 0 ? {} : { repairs }) };
}

/** Undefined when it is no note of a trial, or one of a version that we do not know. */
export function readTrial(note: JsonRecord, redact: Redact): TrialNote | undefined {
  const place = readPlace(note, redact);
  const trial = textAt(note, "trial") ?? "";
  const moment = wordAt(note, "moment", ["start", "call", "error"]);
  const session = textAt(note, "session");
  if (place === undefined || moment === undefined || session === undefined) return undefined;
  if (!idShape.test(trial)) return undefined;
  const [call, tool] = [textAt(note, "call"), textAt(note, "tool")];
  const { tookMs: _, ...where } = place;
  return {
    ...where,
    trial,
    session,
    moment,
    idKey: call === undefined ? null : shortHash(call),
    tool: tool === undefined ? null : redact(tool.slice(0, longestTool)),
    with: lessonIds(note["with"]),
    without: lessonIds(note["without"]),
  };
}

function listAt(note: JsonRecord, name: string): readonly unknown[] {
  const value = note[name];
  return Array.isArray(value) ? value : [];
}

/** Ids are ours, so what does not look like one was not written by us. Notes of earlier versions have none. */
function lessonIds(value: unknown): readonly LessonId[] {
  if (!Array.isArray(value)) return [];
  const ids = value.filter((id): id is string => typeof id === "string" && idShape.test(id));
  return ids.slice(0, mostOnCard);
}

const idShape = /^[0-9A-HJKMNP-TV-Z]{26}$/u;
const mostOnCard = 100;

/** What all notes of hooks say: when, and where. */
type NotePlace = Pick<SessionStart, "agent" | "sessionId" | "subagent" | "at" | "tookMs">;

/** Undefined when it is no note of a version that we know. Names become what a scan makes of them, so that both meet. */
function readPlace(note: JsonRecord, redact: Redact): NotePlace | undefined {
  const at = recordInstant(textAt(note, "at")?.slice(0, longestInstant));
  const agent = textAt(note, "agent") ?? "";
  const tookMs = countAt(note, "tookMs");
  if (note["version"] !== 1 || at === undefined || !agentShape.test(agent)) return undefined;
  if (tookMs === undefined) return undefined;
  const subagent = textAt(note, "subagent");
  return {
    agent,
    sessionId: sessionIn(note, redact),
    subagent: subagent === undefined ? null : redact(subagent.slice(0, longestFact)),
    at,
    tookMs,
  };
}

function sessionIn(note: JsonRecord, redact: Redact): string {
  return redact(textAt(note, "session") ?? nameless).slice(0, longestFact);
}

const agentShape = /^[a-z][a-z0-9-]{0,39}$/u;
const longestInstant = 40;
/** A payload that does not name its session is this one's for the hook. */
const nameless = "unknown";

/** A number of things; undefined when it is none. */
function countAt(note: JsonRecord, name: string): number | undefined {
  const value = Math.round(numberAt(note, name) ?? -1);
  return value >= 0 && Number.isSafeInteger(value) ? value : undefined;
}

/** The field when it is one of these words. */
function wordAt<Word extends string>(
  note: JsonRecord,
  name: string,
  words: readonly Word[],
): Word | undefined {
  return words.find((word) => word === note[name]);
}
