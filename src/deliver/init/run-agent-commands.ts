import { spawnSync } from "node:child_process";
import { Fault } from "../../platform/fault.ts";
import { errorCode } from "../../platform/files/file-fault.ts";

/** What an agent's own program said to each command; undefined when there is no such program. */
export function runAgentCommands(
  program: string,
  commands: readonly (readonly string[])[],
  environment: NodeJS.ProcessEnv,
): readonly string[] | undefined {
  const said: string[] = [];
  for (const args of commands) {
    // No shell: the path of a package may hold anything.
    const { error, status, stdout, stderr } = spawnSync(program, args, {
      env: environment,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      timeout: longestMs,
    });
    if (errorCode(error) === "ENOENT") return undefined;
    if (error !== undefined || status !== 0) {
      const reason = error?.message ?? `${stdout}${stderr}`.trim();
      throw new Fault("agent-refused", `${[program, ...args].join(" ")}: ${reason}`, {
        hint: `run it by hand to see more, or connect without the plugin: lessons init`,
      });
    }
    said.push(`${stdout}${stderr}`.trim());
  }
  return said;
}

const longestMs = 120_000;
