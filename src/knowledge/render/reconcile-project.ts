import { join } from "node:path";
import { storeChange } from "../../lesson/change.ts";
import { moveOf } from "../../lesson/move.ts";
import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { withFileLock } from "../../platform/database/file-lock.ts";
import { projectFile } from "../index/project-file.ts";
import { blockFates, type BlockFate } from "./plan-block.ts";
import { keepNumbers } from "./given-numbers.ts";
import { manifestPath, manifestText, type Manifest, type ManifestEntry } from "./manifest.ts";
import { projectState, type ProjectState } from "./project-state.ts";
import { reconcile, type Reconciliation } from "./artifact-fate.ts";
import type { RenderedProject } from "./render-place.ts";
import { writeSeen } from "./seen-record.ts";

/** What became of what was rendered into a project. */
export interface ReconcileReport extends Pick<
  Reconciliation,
  "unwanted" | "missing" | "edited" | "healed"
> {
  readonly root: string;
  /** Lessons that were archived because what was rendered of them is gone. */
  readonly archived: readonly ArchivedArtifact[];
  readonly unchanged: number;
  /** What a person did to our blocks in files that agents read. */
  readonly blocks: readonly BlockFate[];
}

type ArchivedArtifact = Pick<ManifestEntry, "path" | "anchor"> &
  Pick<Lesson, "slug" | "confidence">;

/** Looks at what a person did to what was rendered, and learns from it. Nobody else writes there meanwhile. */
export function reconcileProject(context: Context, project: RenderedProject): ReconcileReport {
  return aloneInProject(context, project, () => reconcileLocked(context, project));
}

/** Nobody else of ours writes there meanwhile. */
export function aloneInProject<Result>(
  { onWait }: Context,
  { project, home }: RenderedProject,
  work: () => Result,
): Result {
  const inTheWay = "another render of this project";
  return withFileLock(join(home, projectFile(project, "lock")), { inTheWay, onWait }, work);
}

/**
 * What was taken away is archived, what was changed is left alone for good. The store first, the manifest last:
 * stopped in between, the next one finds the lesson archived and only notes it.
 */
export function reconcileLocked(context: Context, project: RenderedProject): ReconcileReport {
  const state = projectState(context, project);
  const found = reconcile(state, context.system.now());
  const archived = archiveDeleted(context, state, found);
  const { unwanted, missing, edited, unchanged, healed } = found;
  keepManifest(project, found.manifest, [...unchanged, ...edited, ...healed]);
  const { root } = project.disk;
  const blocks = blockFates(state);
  return { root, archived, unwanted, missing, edited, unchanged: unchanged.length, healed, blocks };
}

/** Writes what was rendered into the project, and what of it we see there into our home. */
export function keepManifest(
  { disk, home, project }: RenderedProject,
  manifest: Manifest,
  present: readonly ManifestEntry[],
): void {
  const before = disk.read(manifestPath);
  const text = manifestText(manifest);
  if (text !== before && (before !== undefined || hasSomething(manifest)))
    disk.write(manifestPath, text, before);
  writeSeen(home, disk.root, present);
  keepNumbers(home, project, manifest);
}

function hasSomething({ entries, blocks }: Manifest): boolean {
  return entries.length > 0 || Object.keys(blocks).length > 0;
}

function archiveDeleted(
  { database, system, config }: Context,
  { lessons }: ProjectState,
  { deleted }: Reconciliation,
): readonly ArchivedArtifact[] {
  return inTransaction(database, () => {
    const done = new Set<LessonId>();
    return deleted.flatMap((entry) => {
      const lesson = lessons.get(entry.observationId);
      if (lesson === undefined || done.has(lesson.id)) return [];
      if (lesson.stage.status === "archived") return [];
      done.add(lesson.id);
      const now = system.now();
      const doubted = doubt(lesson);
      const place = entry.anchor ?? entry.path;
      const change = moveOf(
        doubted,
        { verdict: "archive", by: "person", because: `${artifactDeleted}: ${place}` },
        { now, minConfidence: config.minConfidence, force: true },
      );
      const edit = {
        field: "confidence",
        before: JSON.stringify(lesson.confidence),
        after: JSON.stringify(doubted.confidence),
        at: now,
        by: "person",
      } as const;
      storeChange(database, { ...change, before: lesson, edits: [...change.edits, edit] });
      const { path, anchor } = entry;
      return [{ slug: lesson.slug, path, anchor, confidence: doubted.confidence }];
    });
  });
}

/** How the reason begins when a lesson is archived because its file was taken away: new evidence may bring it back. */
export const artifactDeleted = "what was rendered of it was deleted";

/** Whoever deletes a file says that its lesson is not worth much. */
function doubt(lesson: Lesson): Lesson {
  const confidence = Math.round(lesson.confidence * keptShare * 100) / 100;
  const { scores } = lesson;
  const score = scores?.confidence;
  if (score === undefined) return { ...lesson, confidence };
  const limit = { label: artifactDeleted, amount: confidence - lesson.confidence };
  return {
    ...lesson,
    confidence,
    scores: {
      ...scores,
      confidence: { ...score, value: confidence, limits: [...score.limits, limit] },
    },
  };
}

const keptShare = 0.3;
