import type { Instant } from "../../lesson/record/lesson.ts";
import { gatherReading, readEntry, type ForeignReading } from "../../lesson/outside/entry.ts";
import { lessonTable } from "./lessons-learned-entry.ts";
import { asList, asObject, isBlank, type LooseObject } from "../../lesson/outside/loose-json.ts";

/**
 * The files of lessons-learned (PRD-001 §10, PRD-002 §5.6), known by what is in them: the
 * store, the candidates under either of their names, and the generated manifest or cache.
 * Undefined when it is none of these.
 */
export function readLessonsLearned(
  document: unknown,
  fileName: string,
  now: Instant,
): ForeignReading | undefined {
  const source = findSource(document);
  if (source === undefined) return undefined;
  const outcomes = source.values.map(({ path, key, value }) => {
    const place = `${fileName}: ${path}`;
    const entry = asObject(value);
    if (entry === undefined) return { place, problem: "it is not an object" };
    return readEntry(lessonTable, entry, { place, key, isCandidate: source.isCandidate, now });
  });
  return gatherReading("lessons-learned", outcomes, { isReplaced: source.isReplaced });
}

interface Source {
  readonly values: readonly Located[];
  readonly isCandidate: boolean;
  readonly isReplaced: boolean;
}

interface Located {
  readonly path: string;
  /** The ULID under which a manifest keeps it, or "". */
  readonly key: string;
  readonly value: unknown;
}

function findSource(document: unknown): Source | undefined {
  const list = asList(document);
  if (list !== undefined) return list.some(isLesson) ? candidates(list, "") : undefined;
  const object = asObject(document);
  if (object === undefined) return undefined;
  return findStore(object) ?? findManifest(object) ?? findCandidates(object);
}

function findStore({ type, lessons }: LooseObject): Source | undefined {
  const list = asList(lessons);
  if (list === undefined || type === manifestType) return undefined;
  const isOurs = type === "lessons-learned-store" || list.some(isLesson);
  if (!isOurs && list.length > 0) return undefined;
  // An empty list could be anybody's: it is read, but not ours to rename.
  return { values: located(list, "lessons"), isCandidate: false, isReplaced: isOurs };
}

/** The manifest is generated from the store, so it is read where the store is lost and never replaced. */
function findManifest({ type, lessons }: LooseObject): Source | undefined {
  const list = type === manifestType ? asList(lessons) : undefined;
  if (list !== undefined) {
    return { values: located(list, "lessons"), isCandidate: false, isReplaced: false };
  }
  const byKey = asObject(lessons);
  if (byKey === undefined) return undefined;
  if (type !== manifestType && !Object.values(byKey).some(isManifestLesson)) return undefined;
  const values = Object.entries(byKey).map(([key, value]) => ({
    path: `lessons.${key}`,
    key,
    value,
  }));
  return { values, isCandidate: false, isReplaced: false };
}

const manifestType = "lessons-learned-manifest";

function findCandidates(object: LooseObject): Source | undefined {
  const list = asList(object["candidates"]);
  if (list === undefined || (list.length > 0 && !list.some(isLesson))) return undefined;
  return candidates(list, "candidates");
}

function candidates(list: readonly unknown[], name: string): Source {
  return { values: located(list, name), isCandidate: true, isReplaced: list.length > 0 };
}

function located(list: readonly unknown[], name: string): readonly Located[] {
  return list.map((value, index) => ({ path: `${name}[${index}]`, key: "", value }));
}

/** A file that is recognised gets renamed, so `problem` and `solution` alone are too little: many files have them. */
function isLesson(value: unknown): boolean {
  return (
    hasAny(value, ["mistake", "problem"]) &&
    hasAny(value, ["remediation", "fix", "solution", "trigger"]) &&
    hasAny(value, ["mistake", "remediation", "tool", "toolNames", "triggers", "confidence"])
  );
}

function isManifestLesson(value: unknown): boolean {
  return (
    hasAny(value, ["toolNames", "commandRegexSources", "pathRegexSources"]) &&
    hasAny(value, ["injection", "message", "summary"])
  );
}

function hasAny(value: unknown, names: readonly string[]): boolean {
  const object = asObject(value);
  return object !== undefined && names.some((name) => !isBlank(object[name]));
}
