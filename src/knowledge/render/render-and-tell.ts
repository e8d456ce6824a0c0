import { lookAtObservations } from "../learn/look-at-observations.ts";
import { showIndex } from "../index/show-index.ts";
import type { Context } from "../../platform/context.ts";
import { renderProject, type RenderReport, type RenderRequest } from "./render-project.ts";
import { tellNextSession } from "./tell-next-session.ts";

export interface Telling {
  /** Our folder. */
  readonly home: string;
  readonly userHome: string;
}

/**
 * Renders a project, and everything that shows what is in it follows: the note for the next session, the index, the
 * count of a status line. A dry run changes none of it.
 */
export function renderAndTell(
  context: Context,
  request: RenderRequest,
  { home, userHome }: Telling,
): RenderReport {
  const report = renderProject(context, request);
  if (report.isDryRun) return report;
  const { disk, project } = request;
  tellNextSession(home, report);
  showIndex(home, disk);
  lookAtObservations(context, home, {
    place: { root: disk.root, scope: project },
    settings: context.config.learning,
    userHome,
  });
  return report;
}
