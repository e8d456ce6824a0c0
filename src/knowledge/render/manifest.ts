import { kinds, type Kind } from "../../lesson/record/body.ts";
import { isRecord, textAt } from "../../platform/json/fields.ts";
import type { Instant, LessonId } from "../../lesson/record/lesson.ts";
import { isSlug } from "../../lesson/record/slug.ts";
import { isPlaceOf } from "./target-places.ts";

/** What was rendered into a project, kept in the project beside it. */
export interface Manifest {
  readonly schemaVersion: 1;
  readonly entries: readonly ManifestEntry[];
  /** The highest numbers ever given, so that none is given twice. */
  readonly lastNumbers: Readonly<Record<Prefix, number>>;
  /** Entries of other programs, written back as they are. */
  readonly others: readonly unknown[];
}

export interface ManifestEntry {
  readonly observationId: LessonId;
  readonly type: Kind;
  readonly target: TargetName;
  /** Relative to the project. */
  readonly path: string;
  /** Of an entry in a file of several: `ADR-003`. */
  readonly anchor?: string;
  readonly contentHash: string;
  readonly renderedAt: Instant;
  /** Somebody made it theirs: it is left alone for good. */
  readonly isEdited?: true;
  /** Somebody does not want it here, and the lesson is not this person's or this project's: it is not written again. */
  readonly isDeleted?: true;
  /** Its lesson no longer holds; an entry in a file stays and says so. */
  readonly isOver?: true;
}

export type Prefix = "ADR" | "PF";

const targetNames = [
  "claude-command",
  "claude-skill",
  "agents-skill",
  "decisions",
  "pitfalls",
] as const;
export type TargetName = (typeof targetNames)[number];

export const manifestPath = ".memory/.learning-manifest.json";

export const emptyManifest: Manifest = {
  schemaVersion: 1,
  entries: [],
  lastNumbers: { ADR: 0, PF: 0 },
  others: [],
};

/** The manifest in a text, or what is wrong with it. */
export function readManifest(text: string): Manifest | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "is not JSON" };
  }
  if (!isRecord(value) || !Array.isArray(value["entries"])) return { problem: "has no entries" };
  if (value["schemaVersion"] !== 1) return { problem: "has a schemaVersion that is not 1" };
  const numbers = isRecord(value["lastNumbers"]) ? value["lastNumbers"] : {};
  return {
    schemaVersion: 1,
    entries: value["entries"].flatMap((each) => readEntry(each) ?? []),
    lastNumbers: { ADR: countAt(numbers, "ADR"), PF: countAt(numbers, "PF") },
    others: value["entries"].filter((each) => isRecord(each) && readEntry(each) === undefined),
  };
}

export function manifestText({ schemaVersion, entries, lastNumbers, others }: Manifest): string {
  // In one order, whatever happened on the way: two people's manifests can be compared and merged.
  const ordered = entries.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  const written = { schemaVersion, lastNumbers, entries: [...others, ...ordered] };
  return `${JSON.stringify(written, undefined, 2)}\n`;
}

/** Which thing an entry is about. */
export function placeKey({ path, anchor = "", observationId }: ManifestEntry): string {
  return [path, anchor, observationId].join(" ");
}

function orderOf({ path, anchor = "", observationId }: ManifestEntry): string {
  return [path, anchor.padStart(14), observationId].join(" ");
}

/** Undefined where it is none of ours, or names a place where we write nothing: it comes with a clone. */
function readEntry(value: unknown): ManifestEntry | undefined {
  if (!isRecord(value)) return undefined;
  const [observationId, type, target, path, contentHash, renderedAt] = [
    "observationId",
    "type",
    "target",
    "path",
    "contentHash",
    "renderedAt",
  ].map((name) => textAt(value, name));
  const anchor = textAt(value, "anchor");
  const known = targetNames.find((name) => name === target);
  const kind = kinds.find((name) => name === type);
  if (!observationId || !known || !kind || !path || !contentHash || !renderedAt) return undefined;
  if (!/^\w{1,40}$/.test(observationId) || !isPlaceOf(known, path, anchor, isSlug))
    return undefined;
  const marks = (["isEdited", "isDeleted", "isOver"] as const).filter(
    (name) => value[name] === true,
  );
  return {
    observationId,
    type: kind,
    target: known,
    path,
    ...(anchor === undefined ? {} : { anchor }),
    contentHash,
    renderedAt,
    ...Object.fromEntries(marks.map((name) => [name, true])),
  };
}

function countAt(value: Readonly<Record<string, unknown>>, name: string): number {
  const count = value[name];
  return typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : 0;
}
