import { allScribes } from "../adapters/all-scribes.ts";
import { sessionFacts, type Scribe, type Story } from "../adapters/scribe.ts";
import { writeSession } from "../fixtures/agents/opencode/write-session.ts";
import { isRecord, type JsonRecord } from "../../src/platform/json/fields.ts";

/** A session to be written, and what tells it from all others. */
export interface Plan {
  /** The title of the scribe that writes it. */
  readonly form: string;
  /** Decides its id and its day; no two sessions of a home have the same. */
  readonly number: number;
  readonly project: string;
  readonly story: Story;
}

/** A log of a home, its place relative to the home directory. */
export interface WrittenFile {
  readonly path: string;
  readonly text: string;
}

/**
 * The scribes always write the same session at the same noon. Here each one gets an id, a day, a project
 * and ids of its records of its own, as they have in life. Steps that the format has no place for are left out.
 */
export function writeLog(plan: Plan): WrittenFile | undefined {
  const scribe = scribeOf(plan.form);
  const log = scribe.write(tellable(scribe, plan.story));
  if (log === undefined || log.shape === "database") return undefined;
  const text = log.shape === "lines" ? log.lines.map((line) => `${line}\n`).join("") : log.content;
  return {
    path: ownFacts(log.path, plan)
      .replace("/home/dev/", "")
      .replace(/-01a1e08a(\.jsonl?)$/, `-${hex(plan.number, 8)}$1`),
    text: ownIds(ownFacts(text, plan), plan.number),
  };
}

/** The same for OpenCode, whose sessions are rows of one database. */
export function writeStoredSession(plan: Plan): JsonRecord {
  const session = writeSession(tellable(scribeOf(plan.form), plan.story));
  const text = ownFacts(JSON.stringify(session), plan)
    .replaceAll('"msg_', `"msg_${hex(plan.number, 4)}_`)
    .replaceAll(/\b1794\d{9}\b/g, (time) => String(Number(time) + plan.number * dayMs));
  const value: unknown = JSON.parse(text);
  return isRecord(value) ? value : {};
}

export const openCodeForm = "OpenCode 1.18";

export function sessionIdOf(number: number): string {
  return `${sessionFacts.sessionId.slice(0, -12)}${hex(number, 12)}`;
}

/** A session that was resumed from another one under a new id: it begins with the other's first records. */
export function forkOf(original: WrittenFile, own: WrittenFile, records: number): WrittenFile {
  const [first, second] = [original, own].map(({ text }) => text.split(/(?<=\n)/));
  const isPi = own.path.startsWith(".pi/");
  const opening = isPi ? 1 : 0;
  const ids = [idIn(original.path), idIn(own.path)] as const;
  const copied = (first ?? []).slice(opening, opening + records);
  return {
    path: own.path,
    text: [
      ...(second ?? []).slice(0, opening),
      ...copied.map((line) => line.replaceAll(...ids)),
      ...(second ?? []).slice(opening + 1),
    ].join(""),
  };
}

function idIn(path: string): string {
  return /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(path)?.[0] ?? "";
}

function scribeOf(form: string): Scribe {
  const scribe = allScribes.find(({ title }) => title === form);
  if (scribe === undefined) throw new Error(`nobody writes ${form}`);
  return scribe;
}

/** The steps that the format has a place for. Where a subagent has a log of its own, its steps go there. */
function tellable(scribe: Scribe, story: Story): Story {
  const steps = story.filter((step) => scribe.write([step]) !== undefined);
  if (scribe.write(steps) !== undefined) return steps;
  return steps.filter(({ step }) => step !== "subagent-shell");
}

const dayMs = 24 * 60 * 60 * 1000;

function ownFacts(text: string, { number, project }: Plan): string {
  const day = new Date(noon + number * dayMs).toISOString().slice(0, 10);
  return text
    .replaceAll(sessionFacts.sessionId, sessionIdOf(number))
    .replaceAll(sessionFacts.workingDirectory, project)
    .replaceAll("-home-dev-project", project.replaceAll("/", "-"))
    .replaceAll("2026-11-15T12", `${day}T12`);
}

const noon = Date.UTC(2026, 10, 15, 12);

/** Ids by which readers know a message again in a copy of its session. */
function ownIds(text: string, number: number): string {
  let count = 0;
  return text
    .replaceAll(/"uuid-(\d+)"/g, `"uuid-${number}-$1"`)
    .replaceAll(/"(id|parentId)":"r(\d+)"/g, `"$1":"r${number}-$2"`)
    .replaceAll(/"message of \d+"/g, () => `"message ${number}-${count++}"`)
    .replaceAll('"id":"u1"', () => `"id":"u${number}-${count++}"`)
    .replaceAll(/"id":\s?"(?=(?:user|gemini|opening|info|error|warning|song) )/g, `$&${number} `);
}

function hex(number: number, length: number): string {
  return number.toString(16).padStart(length, "0");
}
