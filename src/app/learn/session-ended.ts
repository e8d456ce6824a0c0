import { logLearning } from "../../learn/learning-log.ts";
import { userHome } from "../../system/paths.ts";
import type { Wiring } from "../wire.ts";
import { findSession } from "./find-session.ts";
import { learningSettings, type LearningSettings } from "./learning-settings.ts";
import { endedSession, type EndingPlace } from "./queue-session.ts";
import { runLearning, type RunRequest } from "./run-learning.ts";
import type { RunReport } from "./run-report.ts";

export type EndedReport =
  /** Learning is off in its project. */
  | { readonly outcome: "off" }
  | { readonly outcome: "silent" }
  | { readonly outcome: "queued"; readonly run: RunReport };

export interface EndedRequest extends EndingPlace {
  /** The log, or the id of the session. */
  readonly name: string;
  /** The parts as they are put together in a directory. */
  readonly wireAt: (directory: string) => Wiring;
  readonly askWith: (settings: LearningSettings) => RunRequest["ask"];
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
}: EndedRequest): Promise<EndedReport> {
  const { inWorkshop } = wireAt(workingDirectory);
  const machine = { home: userHome(environment), environment };
  const found = await inWorkshop((workshop) => findSession(workshop, machine, name));
  const ended = endedSession(found, { environment, workingDirectory });
  const { place } = ended;
  const here = wireAt(place.root);
  const settings = learningSettings(await here.config(), place.root);
  if (!settings.enabled) return { outcome: "off" };
  if (ended.isSilent) return { outcome: "silent" };
  ended.queue(here.paths.home, here.system);
  const run = await runLearning(here, {
    place,
    settings,
    isNow: false,
    environment,
    ask: askWith(settings),
    onStep: () => undefined,
  });
  return { outcome: "queued", run };
}
