import type { Instant, Lesson, LessonId } from "../core/lesson.ts";
import { plainLine } from "../core/plain-text.ts";
import { numberOf, type Section } from "../core/knowledge/read-knowledge.ts";
import type { Manifest, ManifestEntry } from "./manifest.ts";
import {
  contentHash,
  currentText,
  documentAt,
  sectionOrigin,
  wantedText,
  type ProjectState,
} from "./project-state.ts";
import { knowledgeTargets, type KnowledgeTarget } from "./targets.ts";

/** What became of the things that were rendered, and the manifest that says so. */
export interface Reconciliation {
  readonly manifest: Manifest;
  /** Taken away by somebody. */
  readonly deleted: readonly ManifestEntry[];
  readonly edited: readonly ManifestEntry[];
  readonly unchanged: readonly ManifestEntry[];
  /** Entries that were written before something stopped us from noting it. */
  readonly healed: readonly ManifestEntry[];
}

/** Compares the manifest with the project. Twice is once. */
export function reconcile(state: ProjectState, now: Instant): Reconciliation {
  const deleted: ManifestEntry[] = [];
  const edited: ManifestEntry[] = [];
  const unchanged: ManifestEntry[] = [];
  for (const entry of state.manifest.entries) {
    const current = currentText(state, entry);
    if (current === undefined) deleted.push(entry);
    else if (entry.isEdited) edited.push(entry);
    else if (contentHash(current) === entry.contentHash) unchanged.push(entry);
    else {
      // What we were about to write when something stopped us is nobody's edit.
      const wanted = wantedText(state, entry);
      const isOurs = wanted !== undefined && contentHash(wanted) === contentHash(current);
      if (isOurs) unchanged.push({ ...entry, contentHash: contentHash(current) });
      else edited.push({ ...entry, isEdited: true });
    }
  }
  const kept = [...unchanged, ...edited];
  const healed = knowledgeTargets.flatMap((target) => orphansOf(target, state, kept, now));
  return {
    manifest: {
      ...state.manifest,
      entries: [...kept, ...healed],
      lastNumbers: highestNumbers(state),
    },
    deleted,
    edited,
    unchanged,
    healed,
  };
}

/** Entries of ours that nobody noted, each with the one lesson that it can only be. */
function orphansOf(
  target: KnowledgeTarget,
  state: ProjectState,
  kept: readonly ManifestEntry[],
  now: Instant,
): readonly ManifestEntry[] {
  const noted = new Set(kept.map(({ path, anchor }) => `${path} ${anchor}`));
  const rendered = new Set(kept.map(({ observationId }) => observationId));
  const free = [...state.lessons.values()].filter(
    ({ id, kind }) => target.kinds.includes(kind) && !rendered.has(id),
  );
  const taken = new Set<LessonId>();
  return documentAt(state, target.path).sections.flatMap((section) => {
    const { id: anchor, text } = section;
    if (anchor === undefined || noted.has(`${target.path} ${anchor}`)) return [];
    const lesson = ownerOf(
      section,
      free.filter(({ id }) => !taken.has(id)),
    );
    if (lesson === undefined) return [];
    taken.add(lesson.id);
    return [
      {
        observationId: lesson.id,
        type: lesson.kind,
        target: target.name,
        path: target.path,
        anchor,
        contentHash: contentHash(text),
        renderedAt: now,
      },
    ];
  });
}

/** By the id that it names, else by its title; none when several would do. Without our mark it is a person's own. */
function ownerOf(section: Section, free: readonly Lesson[]): Lesson | undefined {
  const origin = sectionOrigin(section);
  if (origin === undefined) return undefined;
  const named = free.find(({ id }) => id === origin);
  if (named !== undefined) return named;
  const titled = free.filter(
    ({ summary, stage }) =>
      stage.status === "active" && normalTitle(summary) === normalTitle(section.title),
  );
  return titled.length === 1 ? titled[0] : undefined;
}

function normalTitle(title: string): string {
  return plainLine(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Of what was given and what stands there: what we wrote before something stopped us was given, too. */
function highestNumbers(state: ProjectState): Manifest["lastNumbers"] {
  const highest = { ...state.manifest.lastNumbers };
  for (const { path, prefix } of knowledgeTargets)
    for (const { id } of documentAt(state, path).sections)
      if (id?.startsWith(`${prefix}-`)) highest[prefix] = Math.max(highest[prefix], numberOf(id));
  return highest;
}
