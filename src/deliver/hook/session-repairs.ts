import { chosenRepairs, repairsHere } from "../repairs/chosen-repairs.ts";
import { type ChosenRepair, repairs } from "../repairs/catalogue.ts";
import { putEnvironmentLines } from "../repairs/environment-lines.ts";
import { safetyProblem } from "../repairs/safety.ts";
import { agent } from "./agent.ts";
import { type HookContext, userHome } from "./home.ts";
import { errorText } from "./hook-log.ts";

/**
 * Puts the agent's shell right for this session, as far as a person has asked for it and it is still safe. What cannot be
 * done is left out with a line in the log, and never said to be on.
 */
export function applyRepairs(
  { home, environment, log }: HookContext,
  project: string | undefined,
  { projects, isPaused }: { readonly projects: readonly string[]; readonly isPaused: boolean },
): readonly ChosenRepair[] {
  try {
    const file = agent.environmentFile(environment, userHome(environment));
    const { chosen, problems } = chosenRepairs(home.folder);
    for (const problem of problems) log(`repair left out: ${problem}`);
    if (file === undefined) {
      if (repairsHere(chosen, project).length > 0)
        log("repairs left out: the agent names no environment file of this session");
      return [];
    }
    const place = { userHome: userHome(environment), projects };
    const safe = isPaused
      ? []
      : repairsHere(chosen, project).filter((repair) => {
          const problem = safetyProblem(repair, place);
          if (problem !== undefined) log(`repair left out: ${repair.name}: ${problem}`);
          return problem === undefined;
        });
    const refusal = putEnvironmentLines(
      file,
      safe.map(({ name, value }) => repairs[name].line(value)),
    );
    if (refusal !== undefined) log(`repairs left out: ${refusal}`);
    return refusal === undefined ? safe : [];
  } catch (error) {
    log(`repairs failed: ${errorText(error, home.folder)}`);
    return [];
  }
}

/** The line at the start of a session. */
export function repairsLine(on: readonly ChosenRepair[]): readonly string[] {
  if (on.length === 0) return [];
  const names = on.map(({ name, value }) => repairs[name].shown(value));
  return [`Repairs on: ${[...new Set(names)].join(", ")}`];
}
