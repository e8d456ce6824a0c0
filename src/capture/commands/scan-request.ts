import { join } from "node:path";
import type { ScanRequest } from "../scan/scan-logs.ts";
import type { Workshop } from "../../platform/context.ts";
import { ownerOf } from "../../redact/owner.ts";
import { resolvePaths, userHome } from "../../platform/paths.ts";
import { plural } from "../../cli/layout.ts";
import { progressLine } from "./scan-progress.ts";
import type { Terminal } from "../../cli/terminal.ts";

/** A scan of everything new on this machine, with a progress line. */
export function scanRequest(terminal: Terminal): ScanRequest {
  const { environment } = terminal;
  const home = userHome(environment);
  const line = progressLine();
  return {
    machine: { home, environment },
    owner: ownerOf(environment, home),
    spool: join(resolvePaths(environment).home, "spool"),
    isFull: false,
    onProgress: (progress) => {
      const text = line(progress, terminal.width);
      if (text !== undefined) terminal.progress(text);
    },
  };
}

/** The first time, a person at a terminal is told what will be read and may say no. */
export async function mayRead(
  terminal: Terminal,
  workshop: Workshop,
  request: ScanRequest,
): Promise<boolean> {
  if (terminal.ends === undefined) return true;
  const { logsWaiting } = await import("../scan/scan-plan.ts");
  const waiting = logsWaiting(workshop, request);
  if (waiting === undefined || waiting.files === 0) return true;
  const { confirm, isCancel } = await import("@clack/prompts");
  const answer = await confirm({
    message: `Read ${plural(waiting.files, "session log")} of ${waiting.agents.join(", ")}? Nothing leaves this machine, and secrets are removed before anything is stored.`,
    ...terminal.ends,
  });
  return !isCancel(answer) && answer;
}
