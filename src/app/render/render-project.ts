import type { Lesson } from "../../core/lesson.ts";
import type { Redact } from "../../core/redact.ts";
import { manifestPath, manifestText } from "../../render/manifest.ts";
import { planRender, type PlannedFile, type RenderStep } from "../../render/plan-render.ts";
import { reconcile } from "../../render/reconcile.ts";
import { targets } from "../../render/targets.ts";
import { secretField } from "../secret-field.ts";
import type { Workshop } from "../workshop.ts";
import type { ProjectDisk } from "./project-disk.ts";
import { projectState } from "./project-state.ts";
import { reconcileProject, type ReconcileReport } from "./reconcile-project.ts";

export type { RenderStep } from "../../render/plan-render.ts";

export interface RenderRequest {
  readonly disk: ProjectDisk;
  /** `project:<id>` */
  readonly project: `project:${string}`;
  readonly redact: Redact;
  readonly includeGlobal: boolean;
  readonly isDryRun: boolean;
}

export interface RenderReport {
  readonly root: string;
  readonly isDryRun: boolean;
  /** What a person had done to it before; nothing in a dry run. */
  readonly reconciled: ReconcileReport | undefined;
  readonly steps: readonly RenderStep[];
  readonly files: readonly PlannedFile[];
  /** Lessons with what looks like a secret: they are not written. */
  readonly withheld: readonly { readonly slug: string; readonly field: string }[];
}

/**
 * Makes a project say what the active lessons about it say. Files first, the manifest last: stopped in between,
 * the next reconciliation finds by their marks what was written.
 */
export function renderProject(workshop: Workshop, request: RenderRequest): RenderReport {
  const { disk, isDryRun, redact } = request;
  const reconciled = isDryRun ? undefined : reconcileProject(workshop, disk);
  const now = workshop.system.now();
  const before = projectState(workshop, disk);
  // In a dry run nobody has written down yet what a person did.
  const state = isDryRun ? { ...before, manifest: reconcile(before, now).manifest } : before;
  const candidates = [...state.lessons.values()].filter((lesson) => isMeant(lesson, request));
  const withheld = candidates.flatMap((lesson) => {
    const field = secretField(lesson, redact);
    return field === undefined ? [] : [{ slug: lesson.slug, field }];
  });
  const hidden = new Set(withheld.map(({ slug }) => slug));
  const { otherAgents } = workshop.config.render;
  const plan = planRender(
    state,
    candidates.filter(({ slug }) => !hidden.has(slug)),
    targets({ otherAgents }),
    now,
  );
  if (!isDryRun) {
    for (const { path, after } of plan.files)
      if (after === undefined) disk.remove(path);
      else disk.write(path, after);
    const text = manifestText(plan.manifest);
    if (plan.manifest.entries.length > 0 || disk.read(manifestPath) !== undefined)
      if (text !== disk.read(manifestPath)) disk.write(manifestPath, text);
  }
  const { steps, files } = plan;
  return { root: disk.root, isDryRun, reconciled, steps, files, withheld };
}

function isMeant({ stage, scope }: Lesson, { project, includeGlobal }: RenderRequest): boolean {
  if (stage.status !== "active") return false;
  return scope === project || (includeGlobal && scope === "global");
}
