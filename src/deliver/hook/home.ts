import { homedir } from "node:os";
import { join } from "node:path";

/** Our folders as the hook knows them. Everything that it writes is below. */
export interface HookHome {
  readonly folder: string;
  /** The compilation that was current when the hook began: all its files belong together. */
  readonly cache: string;
  readonly spool: string;
  readonly log: string;
}

export function hookHome(environment: NodeJS.ProcessEnv): HookHome {
  const folder = environment["LESSONS_HOME"] || join(userHome(environment), ".lessons");
  return {
    folder,
    cache: join(folder, "cache", "current"),
    spool: join(folder, "spool"),
    log: join(folder, "log"),
  };
}

export function userHome(environment: NodeJS.ProcessEnv): string {
  return environment["HOME"] || environment["USERPROFILE"] || homedir();
}

/** What a run of the hook knows of where and when it is. */
export interface HookContext {
  readonly home: HookHome;
  readonly environment: NodeJS.ProcessEnv;
  readonly now: Date;
  readonly log: (line: string) => void;
  /** Hands an answer to the agent. */
  readonly say: (answer: string) => void;
}
