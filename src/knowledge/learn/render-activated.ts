import type { Lesson } from "../../lesson/record/lesson.ts";
import { observationsIn } from "./observations.ts";
import { Fault } from "../../platform/fault.ts";
import { userHome } from "../../platform/paths.ts";
import { readProjectManifest } from "../render/read-project-state.ts";
import { renderAndTell } from "../render/render-and-tell.ts";
import { renderPlace } from "../render/render-place.ts";
import type { RenderReport } from "../render/render-project.ts";
import type { LearningParts } from "./batch-run.ts";
import type { LearningSettings } from "./learning-settings.ts";
import type { RunRequest } from "./run-learning.ts";

/** What a run has written into its project, or why it could not. */
export type ActivatedRendering = RenderReport | { readonly problem: string };

/**
 * Renders a project when a lesson that became active by itself is not in it yet. It asks for what is there and not for
 * what this run did: a run that was stopped in between has left it to the next one. Undefined when there is
 * nothing to be said.
 */
export async function renderActivated(
  { paths, inContext }: LearningParts,
  { place, settings, environment }: Pick<RunRequest, "place" | "settings" | "environment">,
): Promise<ActivatedRendering | undefined> {
  if (settings.autoActivate.length === 0) return undefined;
  try {
    const { disk, redact } = renderPlace(environment, place.root);
    const report = await inContext((context) => {
      const rendered = new Set(
        readProjectManifest(disk).entries.map(({ observationId }) => observationId),
      );
      const isWaiting = observationsIn(context.database, [place.scope]).some(
        ({ lesson }) => isActivated(lesson, settings) && !rendered.has(lesson.id),
      );
      if (!isWaiting) return undefined;
      return renderAndTell(
        context,
        {
          disk,
          redact,
          home: paths.home,
          project: place.scope,
          includeGlobal: false,
          isDryRun: false,
        },
        { home: paths.home, userHome: userHome(environment) },
      );
    });
    return report !== undefined && isNews(report) ? report : undefined;
  } catch (error) {
    // What was learned stays learned, whatever is wrong with the project's folder.
    if (error instanceof Fault) return { problem: error.message };
    throw error;
  }
}

function isActivated({ kind, stage }: Lesson, { autoActivate }: LearningSettings): boolean {
  const isByItself = stage.status === "active" && stage.confirmedBy === "threshold";
  return isByItself && autoActivate.some((each) => each === kind);
}

function isNews({ files, withheld, reconciled }: RenderReport): boolean {
  return files.length + withheld.length + (reconciled?.archived.length ?? 0) > 0;
}
