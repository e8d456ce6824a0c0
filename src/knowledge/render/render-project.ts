import { appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { harmlessLine } from "../../deliver/text/harmless.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { secretField } from "../../lesson/record/record.ts";
import type { Context } from "../../platform/context.ts";
import { Fault } from "../../platform/fault.ts";
import { ensurePrivateDirectory } from "../../platform/paths.ts";
import { projectFile } from "../index/project-file.ts";
import { showIndex } from "../index/show-index.ts";
import { planRender, type BlockStep, type RenderPlan, type RenderStep } from "./plan-render.ts";
import type { PlannedFile } from "./planned-files.ts";
import { ChangedSince } from "./project-disk.ts";
import { projectState } from "./project-state.ts";
import {
  aloneInProject,
  keepManifest,
  reconcileLocked,
  type ReconcileReport,
} from "./reconcile-project.ts";
import { reconcile } from "./artifact-fate.ts";
import type { RenderPlace } from "./render-place.ts";
import { noStartLines, startLines } from "./start-lines.ts";
import { calledAs, targetsFor } from "./targets.ts";

export interface RenderRequest extends RenderPlace {
  readonly includeGlobal: boolean;
  readonly isDryRun: boolean;
}

export interface RenderReport {
  readonly root: string;
  readonly isDryRun: boolean;
  /** What a person had done to it before; nothing in a dry run. */
  readonly reconciled: ReconcileReport | undefined;
  readonly steps: readonly RenderStep[];
  readonly blocks: readonly BlockStep[];
  readonly files: readonly PlannedFile[];
  /** Lessons with what looks like a secret: they are not written. */
  readonly withheld: readonly { readonly slug: string; readonly field: string }[];
}

/**
 * Renders a project, and everything that shows what is in it follows: the news for the next session and the index. A dry run
 * changes none of it.
 */
export function renderAndShow(context: Context, request: RenderRequest): RenderReport {
  const report = renderProject(context, request);
  if (report.isDryRun) return report;
  const { disk, home } = request;
  leaveNews(home, report);
  showIndex(home, disk);
  return report;
}

/** The next session in that project is shown once what is new there. */
function leaveNews(home: string, { root, steps }: RenderReport): void {
  const names = steps
    .filter(({ does }) => does === "add")
    .map(({ path, anchor, lesson }) =>
      anchor === undefined
        ? (calledAs(path) ?? path)
        : `${anchor} (${harmlessLine(lesson.summary)})`,
    );
  if (names.length === 0) return;
  const file = join(home, projectFile(root, "news"));
  ensurePrivateDirectory(dirname(file));
  appendFileSync(file, `${names.join("\n")}\n`, { mode: 0o600 });
}

/** Makes a project say what the active lessons about it say. Nobody else of ours writes there meanwhile. */
export function renderProject(context: Context, request: RenderRequest): RenderReport {
  const { isDryRun } = request;
  if (isDryRun) return reportOf(request, undefined, planFor(context, request));
  return aloneInProject(context, request, () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return renderLocked(context, request);
      } catch (error) {
        // A person saved one of the files in between: what they wrote is looked at first.
        if (!(error instanceof ChangedSince)) throw error;
        if (attempt === mostAttempts) throw busyFile(error);
      }
    }
  });
}

const mostAttempts = 5;

/**
 * Files first, the manifest last: stopped in between, the next reconciliation finds by their marks what was written.
 */
function renderLocked(context: Context, request: RenderRequest): RenderReport {
  const { disk } = request;
  const reconciled = reconcileLocked(context, request);
  const planned = planFor(context, request);
  const { files, manifest } = planned.plan;
  for (const { path, before, after } of files)
    if (after === undefined) disk.remove(path, before);
    else disk.write(path, after, before);
  const absent = new Set(reconciled.missing.map(({ path, anchor }) => `${path} ${anchor}`));
  const present = manifest.entries.filter(
    ({ path, anchor, isDeleted }) => isDeleted !== true && !absent.has(`${path} ${anchor}`),
  );
  keepManifest(request, manifest, present);
  return reportOf(request, reconciled, planned);
}

interface Planned {
  readonly plan: RenderPlan;
  readonly withheld: RenderReport["withheld"];
}

function planFor(context: Context, request: RenderRequest): Planned {
  const now = context.system.now();
  const looked = projectState(context, request);
  // In a dry run nobody has written down yet what a person did.
  const state = { ...looked, manifest: reconcile(looked, now).manifest };
  const lessons = [...state.lessons.values()];
  const secrets = lessons.flatMap((lesson) => {
    const field = secretField(lesson, request.redact);
    return field === undefined ? [] : [{ lesson, field }];
  });
  const meant = lessons.filter((lesson) => isMeant(lesson, request));
  const held = new Set(secrets.map(({ lesson }) => lesson.id));
  const isScope = (scope: string) => isOfRequest(scope, request);
  const plan = planRender(state, {
    lessons: meant,
    targets: targetsFor(context.config.render),
    withheld: held,
    now,
    start: context.config.render.otherAgents
      ? startLines(context, {
          isScope,
          isSecret: (lesson) => secretField(lesson, request.redact) !== undefined,
        })
      : noStartLines,
  });
  const withheld = secrets.flatMap(({ lesson, field }) =>
    meant.includes(lesson) ? [{ slug: lesson.slug, field }] : [],
  );
  return { plan, withheld };
}

function isMeant({ stage, scope }: Lesson, request: RenderRequest): boolean {
  return stage.status === "active" && isOfRequest(scope, request);
}

function isOfRequest(scope: string, { project, includeGlobal }: RenderRequest): boolean {
  return scope === project || (includeGlobal && scope === "global");
}

function reportOf(
  { disk, isDryRun }: RenderRequest,
  reconciled: ReconcileReport | undefined,
  { plan: { steps, blocks, files }, withheld }: Planned,
): RenderReport {
  return { root: disk.root, isDryRun, reconciled, steps, blocks, files, withheld };
}

function busyFile({ message }: ChangedSince): Fault {
  return new Fault(
    "changed-since",
    `another program kept saving ${message} while lessons wrote it`,
    {
      hint: "nothing was overwritten; run the command again when the file is not in use",
    },
  );
}
