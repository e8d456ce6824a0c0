import { learningPlace, type LearningPlace } from "../../platform/project/learning-place.ts";
import { projectLearning, type ProjectLearning } from "../learn/learning-settings.ts";
import { wire, type Wiring } from "../../cli/wire.ts";
import { sayings, type CommandKit, type CommonOptions } from "../../cli/command-kit.ts";

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
  readonly wiring: Wiring;
  readonly place: LearningPlace;
  readonly learning: ProjectLearning;
}

/** Of the folder that the person stands in, unless another one is meant. */
export async function learnGround(
  { terminal, who }: CommandKit,
  { set = [] }: LearnFlags,
  directory: string = terminal.workingDirectory,
): Promise<LearnGround> {
  const { environment } = terminal;
  const wiring = wire({
    environment,
    workingDirectory: directory,
    settings: set,
    caller: who,
    ...sayings(terminal),
  });
  const place = learningPlace(environment, directory);
  const { home } = wiring.paths;
  const learning = projectLearning(await wiring.config(), { home, root: place.root });
  return { wiring, place, learning };
}
