import { whoActs } from "../agents/who-acts.ts";
import { noteTokenUse, tokenNamed } from "../platform/person/script-tokens.ts";
import type { Who } from "../platform/person/who.ts";
import { resolvePaths } from "../platform/paths.ts";
import { realSystem } from "../platform/system.ts";
import type { Terminal } from "./terminal.ts";

/** Who called the command that runs in this terminal. */
export function whoCalled({ environment, isAttended, startedBy }: Terminal): Promise<Who> {
  const { home } = resolvePaths(environment);
  const tokenFor = (value: string) => {
    const token = tokenNamed(home, value);
    if (token === undefined) return undefined;
    const noteUse = (what: string) => noteTokenUse(home, token, what, realSystem().now());
    return { is: "script" as const, token, noteUse };
  };
  return whoActs({ environment, isAttended, startedBy, tokenFor });
}
