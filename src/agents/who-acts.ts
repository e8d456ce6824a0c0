import { tokenVariable, type Who } from "../platform/person/who.ts";
import { adapters } from "./all.ts";

/** What a command can see of whoever started it. */
export interface Surroundings {
  readonly environment: NodeJS.ProcessEnv;
  /** Somebody types into it and sees what it says: both ends are a terminal. */
  readonly isAttended: boolean;
  /** The names of the programs that started it; undefined where they cannot be known. */
  readonly startedBy: () => Promise<readonly string[] | undefined>;
  /** The token of this value. */
  readonly tokenFor: (value: string) => Extract<Who, { is: "script" }> | undefined;
}

/**
 * Who acts: the one place that decides it. An agent is known by what it sets for its commands and by its program among those
 * that started us. A token does not count where an agent's variable is set: whoever starts an agent from a shell that has
 * one has not given it to the agent. Faking all of this as the same user is not prevented; SECURITY.md says so.
 */
export async function whoActs({
  environment,
  isAttended,
  startedBy,
  tokenFor,
}: Surroundings): Promise<Who> {
  const variable = agentVariables.find((name) => (environment[name] ?? "") !== "");
  if (variable !== undefined) return { is: "agent", sign: `${variable} is set` };
  const value = environment[tokenVariable] ?? "";
  if (value !== "") {
    const sign = `the token in ${tokenVariable} is not one of yours`;
    return tokenFor(value) ?? { is: "nobody", sign };
  }
  const names = await startedBy();
  const program = names?.find((name) => agentPrograms.has(name));
  if (program !== undefined) return { is: "agent", sign: `${program} started it` };
  if (!isAttended) return { is: "nobody", sign: "this is not a terminal" };
  if (names === undefined) return { is: "nobody", sign: "its parent process is unknown" };
  return { is: "person" };
}

/** The first is set by several. */
const agentVariables = ["AI_AGENT", ...adapters.flatMap(({ signs }) => signs.variables)];
const agentPrograms: ReadonlySet<string> = new Set(adapters.flatMap(({ signs }) => signs.programs));
