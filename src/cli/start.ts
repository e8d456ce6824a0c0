import { endInTime } from "../platform/process/lifetime.ts";
import type { Commands } from "./program.ts";
import { run } from "./run.ts";
import { realTerminal } from "./terminal.ts";

/** Runs the command line that this process was started with. */
export async function start(commands: Commands): Promise<void> {
  await endInTime(process.env);
  process.exitCode = await run(process.argv.slice(2), realTerminal(), commands);
}
