import { kinds, type Kind } from "../../lesson/record/body.ts";
import type { Instant, LessonId } from "../../lesson/record/lesson.ts";
import { isRecord, textAt } from "../../platform/json/fields.ts";
import { isPlaceOf, targetNamed, type Prefix, type TargetName } from "./targets.ts";

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
  readonly anchor?: string | undefined;
  readonly contentHash: string;
  readonly renderedAt: Instant;
  /** Somebody made it theirs: it is left alone for good. */
  readonly isEdited?: true | undefined;
  /** Somebody does not want it here, and the lesson is not this person's or this project's: it is not written again. */
  readonly isDeleted?: true | undefined;
  /** Its lesson no longer holds; an entry in a file stays and says so. */
  readonly isOver?: true | undefined;
}

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
  const [observationId, path, contentHash, renderedAt] = [
    "observationId",
    "path",
    "contentHash",
    "renderedAt",
  ].map((name) => textAt(value, name));
  const anchor = textAt(value, "anchor");
  const target = targetNamed(textAt(value, "target") ?? "");
  const type = kinds.find((name) => name === value["type"]);
  if (!observationId || !target || !type || !path || !contentHash || !renderedAt) return undefined;
  if (!/^\w{1,40}$/.test(observationId) || !isPlaceOf(target, path, anchor)) return undefined;
  const markAt = (name: string) => (value[name] === true ? true : undefined);
  return {
    observationId,
    type,
    target: target.name,
    path,
    anchor,
    contentHash,
    renderedAt,
    isEdited: markAt("isEdited"),
    isDeleted: markAt("isDeleted"),
    isOver: markAt("isOver"),
  };
}

function countAt(value: Readonly<Record<string, unknown>>, name: string): number {
  const count = value[name];
  return typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : 0;
}
