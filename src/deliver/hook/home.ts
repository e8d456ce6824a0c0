import { homedir } from "node:os";
import { join } from "node:path";
import { safeName } from "../../platform/files/names.ts";

/** Our folders as the hook knows them. Everything that it writes is below. */
export interface HookHome {
  readonly folder: string;
  /** The compilation that was current when the hook began: all its files belong together. */
  readonly cache: string;
  readonly spool: string;
  readonly log: string;
}

export function hookHome(environment: NodeJS.ProcessEnv): HookHome {
  const user = environment["HOME"] || environment["USERPROFILE"] || homedir();
  const folder = environment["LESSONS_HOME"] || join(user, ".lessons");
  return {
    folder,
    cache: join(folder, "cache", "current"),
    spool: join(folder, "spool"),
    log: join(folder, "log"),
  };
}

/** Where we keep what one session has got. Its id is the agent's word, and no path may be made of it unseen. */
export function sessionFolder({ folder }: HookHome, sessionId: string): string {
  return join(folder, "sessions", safeName(sessionId));
}

/** What a run of the hook knows of where and when it is. */
export interface HookContext {
  readonly home: HookHome;
  readonly environment: NodeJS.ProcessEnv;
  readonly now: Date;
  readonly log: (line: string) => void;
}
