import * as z from "zod";
import { contextFiles } from "../../agents/delivery-doors.ts";
import { kinds } from "../../lesson/record/body.ts";
import { isRecord } from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import { isPlaceOf, targetNamed, targetNames, type Prefix } from "./targets.ts";

/** What was rendered into a project, kept in the project beside it. */
export interface Manifest {
  readonly schemaVersion: 1;
  readonly entries: readonly ManifestEntry[];
  /** The highest numbers ever given, so that none is given twice. */
  readonly lastNumbers: Readonly<Record<Prefix, number>>;
  /** The hashes of our blocks in files that agents read, by the path of the file. */
  readonly blocks: Readonly<Record<string, string>>;
  /** Entries of other programs, written back as they are. */
  readonly others: readonly unknown[];
}

export type ManifestEntry = Readonly<z.output<typeof entrySchema>>;

const mark = z.literal(true).optional().catch(undefined);

/** It comes with a clone: one that names a place where we write nothing is none of ours. */
const entrySchema = z
  .object({
    observationId: z.string().regex(/^\w{1,40}$/),
    type: z.enum(kinds),
    target: z.enum(targetNames),
    /** Relative to the project. */
    path: z.string(),
    /** Of an entry in a file of several: `ADR-003`. */
    anchor: z.string().optional().catch(undefined),
    contentHash: z.string().min(1),
    renderedAt: z.string().min(1),
    /** Somebody made it theirs: it is left alone for good. */
    isEdited: mark,
    /** Somebody does not want it here, and the lesson is not this person's or this project's: it is not written again. */
    isDeleted: mark,
    /** Its lesson no longer holds; an entry in a file stays and says so. */
    isOver: mark,
  })
  .refine(({ target, path, anchor }) => isPlaceOf(targetNamed(target), path, anchor));

export const manifestPath = ".memory/.learning-manifest.json";

export const emptyManifest: Manifest = {
  schemaVersion: 1,
  entries: [],
  lastNumbers: { ADR: 0, PF: 0 },
  blocks: {},
  others: [],
};

/** The manifest in a text, or what is wrong with it. */
export function readManifest(text: string): Manifest | { readonly problem: string } {
  const value = parseJsonLine(text);
  if (value === undefined) return { problem: "is not JSON" };
  if (!isRecord(value) || !Array.isArray(value["entries"])) return { problem: "has no entries" };
  if (value["schemaVersion"] !== 1) return { problem: "has a schemaVersion that is not 1" };
  const numbers = isRecord(value["lastNumbers"]) ? value["lastNumbers"] : {};
  return {
    schemaVersion: 1,
    entries: value["entries"].flatMap((each) => entrySchema.safeParse(each).data ?? []),
    lastNumbers: { ADR: countAt(numbers, "ADR"), PF: countAt(numbers, "PF") },
    blocks: blocksIn(value["blocks"]),
    others: value["entries"].filter(
      (each) => isRecord(each) && !entrySchema.safeParse(each).success,
    ),
  };
}

/** Only of files where we write blocks. */
function blocksIn(value: unknown): Manifest["blocks"] {
  const given = isRecord(value) ? value : {};
  return Object.fromEntries(
    contextFiles.flatMap((path) => {
      const hash = given[path];
      return typeof hash === "string" ? [[path, hash] as const] : [];
    }),
  );
}

export function manifestText(manifest: Manifest): string {
  const { schemaVersion, entries, lastNumbers, blocks, others } = manifest;
  // In one order, whatever happened on the way: two people's manifests can be compared and merged.
  const ordered = entries.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  const own = Object.keys(blocks).length === 0 ? {} : { blocks };
  const written = { schemaVersion, lastNumbers, ...own, entries: [...others, ...ordered] };
  return `${JSON.stringify(written, undefined, 2)}\n`;
}

/** Which thing an entry is about. */
export function placeKey({ path, anchor = "", observationId }: ManifestEntry): string {
  return [path, anchor, observationId].join(" ");
}

function orderOf({ path, anchor = "", observationId }: ManifestEntry): string {
  return [path, anchor.padStart(14), observationId].join(" ");
}

function countAt(value: Readonly<Record<string, unknown>>, name: string): number {
  const count = value[name];
  return typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : 0;
}
