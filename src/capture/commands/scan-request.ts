import { join } from "node:path";
import type { SpoolTaken } from "../../deliver/spool/take-spool.ts";
import type { ScanReport } from "../scan/scan-tally.ts";
import type { ScanRequest } from "../scan/scan.ts";
import type { Context } from "../../platform/context.ts";
import { ownerOf } from "../../redact/redact.ts";
import { resolvePaths, userHome } from "../../platform/paths.ts";
import { plural } from "../../cli/layout.ts";
import { progressLine } from "./scan-progress.ts";
import type { Terminal } from "../../cli/terminal.ts";

/** What is new in the notes of our hooks, and in the agents' logs. */
export async function scanAll(
  context: Context,
  request: WholeRequest,
  threads?: number,
): Promise<WholeScan> {
  const { takeSpool } = await import("../../deliver/spool/take-spool.ts");
  const { scan } = await import("../scan/scan.ts");
  const { spool: folder, owner } = request;
  const spool = await takeSpool(context.database, { folder, owner });
  return { ...(await scan(context, request, threads)), spool };
}

export interface WholeRequest extends ScanRequest {
  /** Where hooks leave their notes. */
  readonly spool: string;
}

interface WholeScan extends ScanReport {
  readonly spool: SpoolTaken;
}

/** A scan of everything new on this machine, with a progress line. */
export function scanRequest(terminal: Terminal): WholeRequest {
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
  context: Context,
  request: ScanRequest,
): Promise<boolean> {
  if (terminal.ends === undefined) return true;
  const { logsWaiting } = await import("../scan/scan.ts");
  const waiting = logsWaiting(context, request);
  if (waiting === undefined || waiting.files === 0) return true;
  const { confirm, isCancel } = await import("@clack/prompts");
  const answer = await confirm({
    message: `Read ${plural(waiting.files, "session log")} of ${waiting.agents.join(", ")}? Nothing leaves this machine, and secrets are removed before anything is stored.`,
    ...terminal.ends,
  });
  return !isCancel(answer) && answer;
}
