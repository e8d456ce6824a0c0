import type { Instant, Lesson, LessonId } from "../../lesson/record/lesson.ts";
import { numberOf, numbersIn, type Section } from "../index/read-knowledge.ts";
import { normalWords, sectionOrigin } from "./artifact-text.ts";
import type { Manifest, ManifestEntry } from "./manifest.ts";
import {
  contentHash,
  documentsOf,
  findArtifact,
  isOurText,
  textAt,
  type Documents,
  type FoundArtifact,
  type ProjectState,
} from "./project-state.ts";
import { knowledgeTargets, type KnowledgeTarget } from "./targets.ts";

/** What became of the things that were rendered, and the manifest that says so. */
export interface Reconciliation extends Readonly<Record<Fate, readonly ManifestEntry[]>> {
  readonly manifest: Manifest;
  /** Entries that were written before something stopped us from noting it. */
  readonly healed: readonly ManifestEntry[];
}

/** Compares the manifest with the project. Twice is once. */
export function reconcile(state: ProjectState, now: Instant): Reconciliation {
  const found: Record<Fate, ManifestEntry[]> = {
    deleted: [],
    unwanted: [],
    missing: [],
    edited: [],
    unchanged: [],
  };
  const documents = documentsOf(state);
  for (const entry of state.manifest.entries) {
    const { fate, after } = fateOf(state, entry, findArtifact(state, entry, documents));
    found[fate].push(after);
  }
  const kept = [...found.unchanged, ...found.edited, ...found.missing, ...found.unwanted];
  const healed = knowledgeTargets.flatMap((target) =>
    orphansOf(target, state, { kept, documents, now }),
  );
  return {
    manifest: {
      ...state.manifest,
      entries: [...kept, ...healed],
      lastNumbers: highestNumbers(state),
    },
    ...found,
    healed,
  };
}

type Fate =
  /** Taken away by this person, of a lesson of this project: it teaches. */
  | "deleted"
  /** Taken away, of a lesson that is not ours alone: it is not written here again. */
  | "unwanted"
  /** Not there, and nobody knows whether a person took it away: another branch, perhaps. */
  | "missing"
  | "edited"
  | "unchanged";

function fateOf(
  state: ProjectState,
  entry: ManifestEntry,
  artifact: FoundArtifact,
): { readonly fate: Fate; readonly after: ManifestEntry } {
  switch (artifact.is) {
    case "unreachable":
      return { fate: "missing", after: entry };
    case "elsewhere":
      return { fate: "edited", after: { ...entry, isEdited: true } };
    case "absent":
      if (entry.isDeleted) return { fate: "unwanted", after: entry };
      if (!state.wasSeen(entry) || isRestored(state, entry))
        return { fate: "missing", after: entry };
      return isTeaching(state, entry)
        ? { fate: "deleted", after: entry }
        : { fate: "unwanted", after: { ...entry, isDeleted: true } };
    case "here": {
      if (entry.isEdited || entry.isDeleted)
        return { fate: "edited", after: { ...entry, isEdited: true } };
      const hash = contentHash(artifact.text);
      if (hash === entry.contentHash) return { fate: "unchanged", after: entry };
      // What we were about to write when something stopped us is nobody's edit.
      return isOurText(state, entry, hash)
        ? { fate: "unchanged", after: { ...entry, contentHash: hash } }
        : { fate: "edited", after: { ...entry, isEdited: true } };
    }
  }
}

/** Whether git put the whole document back to what it had: then nobody took this entry out of it. */
function isRestored(state: ProjectState, { path, anchor }: ManifestEntry): boolean {
  const text = anchor === undefined ? undefined : textAt(state, path);
  return text !== undefined && state.isRestored(path, text);
}

/** A copy for other agents is a copy, and a lesson of all projects is not judged by one of them. */
function isTeaching(
  { lessons, project }: ProjectState,
  { observationId, target }: ManifestEntry,
): boolean {
  return target !== "agents-skill" && lessons.get(observationId)?.scope === project;
}

interface Unnoted {
  readonly kept: readonly ManifestEntry[];
  readonly documents: Documents;
  readonly now: Instant;
}

/** Entries of ours that nobody noted, each with the one lesson that it can only be. */
function orphansOf(
  target: KnowledgeTarget,
  state: ProjectState,
  { kept, documents, now }: Unnoted,
): readonly ManifestEntry[] {
  const rendered = new Set(kept.map(({ observationId }) => observationId));
  const free = new Map(
    [...state.lessons.values()]
      .filter(({ id, kind }) => target.kinds.includes(kind) && !rendered.has(id))
      .map((lesson) => [lesson.id, lesson]),
  );
  return documents(target.path).sections.flatMap((section) => {
    const lesson = ownerOf(section, free);
    if (section.id === undefined || lesson === undefined) return [];
    free.delete(lesson.id);
    const entry: ManifestEntry = {
      observationId: lesson.id,
      type: lesson.kind,
      target: target.name,
      path: target.path,
      anchor: section.id,
      contentHash: contentHash(section.text),
      renderedAt: now,
    };
    // Not as we would have written it: whoever changed it meant it.
    const isOurs = isOurText(state, entry, entry.contentHash);
    return [isOurs ? entry : { ...entry, isEdited: true as const }];
  });
}

/** By the id that it names, else by its title; none when several would do. Without our mark it is a person's own. */
function ownerOf(section: Section, free: ReadonlyMap<LessonId, Lesson>): Lesson | undefined {
  const origin = sectionOrigin(section);
  if (origin === undefined) return undefined;
  const named = free.get(origin);
  if (named !== undefined) return named;
  const titled = [...free.values()].filter(
    ({ summary, stage }) =>
      stage.status === "active" && normalWords(summary) === normalWords(section.title),
  );
  return titled.length === 1 ? titled[0] : undefined;
}

/** Of what was given and what stands there, however it is written: what somebody may still mean by a number stays theirs. */
function highestNumbers(state: ProjectState): Manifest["lastNumbers"] {
  const { manifest, knownNumbers } = state;
  const highest = (target: KnowledgeTarget) =>
    Math.max(
      manifest.lastNumbers[target.prefix],
      knownNumbers[target.prefix],
      ...manifest.entries.flatMap(({ anchor }) =>
        anchor?.startsWith(`${target.prefix}-`) ? [numberOf(anchor)] : [],
      ),
      ...numbersIn(textAt(state, target.path) ?? "", target.prefix),
    );
  const [decisions, pitfalls] = knowledgeTargets.map(highest);
  return { ADR: decisions ?? 0, PF: pitfalls ?? 0 };
}
