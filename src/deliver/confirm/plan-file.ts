import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

// What was decided inside an agent waits in a file until a person confirms it. The agent's hook reads it as well, so this needs
// nothing but the file system.

/** A plan as it is kept. Its digest is that of all of this, the words that a person is shown included. */
export interface PlanFile {
  readonly preparedAt: string;
  /** What is going to happen, line by line. */
  readonly words: readonly string[];
  /** What the program that made it needs to carry it out. */
  readonly content: unknown;
}

/** Why a plan cannot be carried out. */
export type PlanProblem = "unknown" | "damaged" | "expired" | "applied";

export function writePlan(home: string, plan: PlanFile): string {
  const text = JSON.stringify(plan);
  const digest = digestOf(text);
  mkdirSync(folderIn(home), { recursive: true, mode: 0o700 });
  sweep(home, Date.parse(plan.preparedAt));
  write(fileOf(home, digest, "json"), text);
  return digest;
}

export function readPlan(home: string, digest: string, now: Date): PlanFile | PlanProblem {
  if (!isDigest(digest)) return "unknown";
  const text = textOf(fileOf(home, digest, "json"));
  if (text === undefined) return "unknown";
  if (digestOf(text) !== digest) return "damaged";
  // The digest says that we wrote it, so it has this shape.
  const plan = JSON.parse(text) as PlanFile;
  if (statSync(fileOf(home, digest, "applied"), { throwIfNoEntry: false })) return "applied";
  return isOver(plan.preparedAt, now, planMs) ? "expired" : plan;
}

export function markApplied(home: string, digest: string, now: string): void {
  write(fileOf(home, digest, "applied"), now);
}

/**
 * Leaves the mark that a person is being asked about this plan, and returns what proves it. Only the command that they are asked
 * about gets the proof: one that they refuse was never run with it, and the same command by another way does not have it.
 */
export function markAsked(home: string, digest: string, now: Date): string {
  const proof = randomBytes(16).toString("hex");
  const mark = { at: now.toISOString(), proof: digestOf(proof) };
  write(fileOf(home, digest, "asked"), JSON.stringify(mark));
  return proof;
}

/** Whether a person was asked about exactly this plan. Good once. */
export function takeAsked(home: string, digest: string, proof: string, now: Date): boolean {
  if (!isDigest(digest)) return false;
  const file = fileOf(home, digest, "asked");
  const text = textOf(file);
  if (text === undefined) return false;
  rmSync(file, { force: true });
  const mark: unknown = JSON.parse(text);
  if (typeof mark !== "object" || mark === null || !("at" in mark) || !("proof" in mark))
    return false;
  const [wanted, given] = [Buffer.from(String(mark.proof)), Buffer.from(digestOf(proof))];
  return (
    !isOver(String(mark.at), now, askedMs) &&
    wanted.length === given.length &&
    timingSafeEqual(wanted, given)
  );
}

function isDigest(text: string): boolean {
  return /^[0-9a-f]{32}$/u.test(text);
}

/** 128 bits: nobody finds a second plan with the digest of one that was shown. */
function digestOf(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex").slice(0, 32);
}

/** Long enough to talk about a plan, and short enough that nobody has forgotten what it was. */
const planMs = 3_600_000;
/** As long as a question may stand on the screen. */
const askedMs = 1_800_000;
const keptMs = 86_400_000;

/** What cannot be read as a time is over. */
function isOver(since: string, now: Date, patienceMs: number): boolean {
  const age = now.getTime() - Date.parse(since);
  return !(age >= -60_000 && age <= patienceMs);
}

function folderIn(home: string): string {
  return join(home, "plans");
}

function fileOf(home: string, digest: string, kind: "json" | "applied" | "asked"): string {
  return join(folderIn(home), `${digest}.${kind}`);
}

function textOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size <= mostBytes
    ? readFileSync(file, "utf8")
    : undefined;
}

const mostBytes = 8_388_608;

function write(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  // A file that was there keeps its mode.
  chmodSync(file, 0o600);
}

/** Plans of yesterday help nobody. */
function sweep(home: string, nowMs: number): void {
  for (const name of readdirSync(folderIn(home))) {
    const file = join(folderIn(home), name);
    const { mtimeMs = nowMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (nowMs - mtimeMs > keptMs) rmSync(file, { force: true });
  }
}
