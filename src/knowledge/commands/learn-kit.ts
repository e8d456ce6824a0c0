import type { LearningPlace } from "../../platform/project/learning-place.ts";
import type { LearningSettings, ProjectLearning } from "../learn/learning-settings.ts";
import type { RunRequest } from "../learn/run-learning.ts";
import type { Wiring } from "../../cli/wire.ts";
import { sayWaiting, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";
import type { Terminal } from "../../cli/terminal.ts";

export interface LearnFlags extends CommonOptions {
  readonly enable?: boolean;
  readonly disable?: boolean;
  readonly project?: boolean;
  readonly status?: boolean;
  readonly list?: boolean;
  readonly review?: boolean;
  /** True without a value. */
  readonly configure?: true | readonly string[];
  readonly clear?: boolean;
  readonly purge?: boolean;
  readonly now?: boolean;
  readonly yes?: boolean;
}

export type LearnAction = (
  kit: CommandKit,
  flags: LearnFlags,
  session: string | undefined,
) => Promise<void>;

/** What the actions of `lessons learn` start from: this project, and what holds here. */
export interface LearnGround {
  readonly terminal: Terminal;
  readonly wiring: Wiring;
  readonly place: LearningPlace;
  readonly settings: LearningSettings;
  /** The same with how they came about. */
  readonly learning: ProjectLearning;
}

/** Of the folder that the person stands in, unless another one is meant. */
export async function learnGround(
  { terminal }: CommandKit,
  { set = [] }: LearnFlags,
  directory: string = terminal.workingDirectory,
): Promise<LearnGround> {
  const [{ learningPlace }, { projectLearning }, { wire }] = await Promise.all([
    import("../../platform/project/learning-place.ts"),
    import("../learn/learning-settings.ts"),
    import("../../cli/wire.ts"),
  ]);
  const { environment } = terminal;
  const wiring = wire({
    environment,
    workingDirectory: directory,
    settings: set,
    onWait: sayWaiting(terminal),
  });
  const place = learningPlace(environment, directory);
  const { home } = wiring.paths;
  const learning = projectLearning(await wiring.config(), { home, root: place.root });
  return { terminal, wiring, place, settings: learning.settings, learning };
}

/** Asks the program that the settings name. */
export async function asker(
  environment: NodeJS.ProcessEnv,
): Promise<(settings: LearningSettings) => RunRequest["ask"]> {
  const [{ askAgent }, { modelFor }] = await Promise.all([
    import("../../agents/ask-agent.ts"),
    import("../learn/learning-settings.ts"),
  ]);
  return (settings) => (question, signal) => {
    const model = modelFor(settings);
    const named = model === undefined ? {} : { model };
    const stoppable = signal === undefined ? {} : { signal };
    return askAgent(settings.program, question, { environment, ...named, ...stoppable });
  };
}
