import { join } from "node:path";
import type { SpoolTaken } from "../../deliver/spool/take-spool.ts";
import type { ScanReport } from "../scan/scan-tally.ts";
import type { ScanProgress, ScanRequest } from "../scan/scan.ts";
import type { Context } from "../../platform/context.ts";
import { ownerOf } from "../../redact/owner.ts";
import { resolvePaths, userHome } from "../../platform/paths.ts";
import { askToGoOn } from "../../cli/ask-to-go-on.ts";
import { plural } from "../../cli/layout.ts";
import { timeLeft } from "../../cli/time-left.ts";
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
  const report = await scan(context, request, threads);
  const { markRepaired } = await import("../../deliver/repairs/mark-repaired.ts");
  markRepaired(context.database);
  return { ...report, spool };
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
  const question = `Read ${plural(waiting.files, "session log")} of ${waiting.agents.join(", ")}? Nothing leaves this machine, and secrets are removed before anything is stored.`;
  return (await askToGoOn(terminal, question)) === "yes";
}

/**
 * The line that is shown while a scan runs: a bar, files, speed and, once it can be known, the time left. Undefined when it is
 * too early for another one; drawing costs more than reading a small log.
 */
function progressLine(): (progress: ScanProgress, width: number) => string | undefined {
  // Not `performance`, which takes longer to load than a scan that finds nothing new can spare.
  const started = process.uptime() * 1000;
  const leftOf = timeLeft();
  let drawn = Number.NEGATIVE_INFINITY;
  return ({ filesDone, filesTotal, bytesDone, bytesTotal }, width) => {
    const isDone = filesDone === filesTotal;
    const now = process.uptime() * 1000;
    if (filesTotal === 0 || (now - drawn < redrawMs && !isDone)) return undefined;
    drawn = now;
    const seconds = Math.max((drawn - started) / 1000, 0.001);
    const share = bytesTotal === 0 ? 1 : bytesDone / bytesTotal;
    const speed = bytesDone / 1e6 / seconds;
    const left = leftOf(share, now);
    const facts = [
      `${filesDone}/${filesTotal} files`,
      `${speed.toFixed(speed < 10 ? 1 : 0)} MB/s`,
      ...(left === undefined || isDone ? [] : [left]),
    ].join("  ");
    const room = Math.min(30, width - facts.length - 4);
    return room < 5 ? facts : `${bar(share, room)}  ${facts}`;
  };
}

const redrawMs = 80;

function bar(share: number, width: number): string {
  const filled = Math.round(share * width);
  return `${"█".repeat(filled)}${"░".repeat(width - filled)}`;
}
