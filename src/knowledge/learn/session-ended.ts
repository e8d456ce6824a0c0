import { logLearning } from "./learning-log.ts";
import { userHome } from "../../platform/paths.ts";
import type { ContextOpener } from "../../platform/context.ts";
import { findSession } from "./find-session.ts";
import { projectLearning, type LearningSettings } from "./learning-settings.ts";
import { endedSession, type EndingPlace } from "./queue-session.ts";
import { runLearning, type RunRequest } from "./run-learning.ts";
import type { RunReport } from "./run-report.ts";

export type EndedReport =
  /** Learning is off in its project. */
  | { readonly outcome: "off" }
  | { readonly outcome: "silent" }
  /** It waits; nobody looks at it before the settings of its project can be read. */
  | { readonly outcome: "broken-settings"; readonly problem: string }
  | { readonly outcome: "queued"; readonly run: RunReport };

export interface EndedRequest extends EndingPlace {
  /** The log, or the id of the session. */
  readonly name: string;
  /** The parts as they are put together in a directory. */
  readonly wireAt: (directory: string) => ContextOpener;
  readonly askWith: (settings: LearningSettings) => RunRequest["ask"];
  /** Ends the program that is asked. */
  readonly signal?: AbortSignal;
}

/**
 * Lets a session that has ended wait for the model, and asks it when enough of them do. Nobody sits before it: what
 * it does and what goes wrong is in the log.
 */
export async function sessionEnded(request: EndedRequest): Promise<EndedReport> {
  const { paths, system } = request.wireAt(request.workingDirectory);
  try {
    return await takeEnded(request);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    logLearning(paths.home, system.now(), `a session that ended was not taken: ${problem}`);
    throw error;
  }
}

async function takeEnded({
  name,
  environment,
  workingDirectory,
  wireAt,
  askWith,
  signal,
}: EndedRequest): Promise<EndedReport> {
  const { inContext } = wireAt(workingDirectory);
  const machine = { home: userHome(environment), environment };
  const found = await inContext((context) => findSession(context, machine, name));
  const ended = endedSession(found, { environment, workingDirectory });
  const { place } = ended;
  const here = wireAt(place.root);
  const { home } = here.paths;
  const { root } = place;
  const { settings, fault } = projectLearning(await here.config(), { home, root });
  if (!settings.enabled) return { outcome: "off" };
  if (ended.isSilent) return { outcome: "silent" };
  ended.queue(home, here.system);
  if (fault !== undefined) {
    const { message: problem } = fault;
    logLearning(home, here.system.now(), `${place.scope}: a session waits, but ${problem}`);
    return { outcome: "broken-settings", problem };
  }
  const run = await runLearning(here, {
    place,
    settings,
    isNow: false,
    environment,
    ask: askWith(settings),
    onStep: () => undefined,
    ...(signal === undefined ? {} : { signal }),
  });
  return { outcome: "queued", run };
}
