import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  adviceAnswer,
  readHookPayload,
  userNotice,
  type HookPayload,
} from "../adapters/claude-code/hook-io.ts";
import { stopNotice } from "../core/delivery-stop.ts";
import { reportsIn } from "../core/report-marks.ts";
import { isSwitchedOff } from "../core/switched-off.ts";
import { pauseIn } from "../system/pause.ts";
import { releaseClaims } from "./claims.ts";
import { startScan } from "./detached-scan.ts";
import { isScanDue } from "./due-scan.ts";
import { errorText } from "./error-text.ts";
import { logLine } from "./hook-log.ts";
import { hookHome, sessionFolder } from "./home.ts";
import { openCache, type OpenCache } from "./load.ts";
import { print } from "./print.ts";
import { noteProject } from "./project-note.ts";
import { readInput } from "./read-input.ts";
import { redacted } from "./redacted.ts";
import { isRegisteredTwice } from "./registered-twice.ts";
import { sessionNote } from "./session-note.ts";
import { widenPrefilters } from "./session-prefilter.ts";
import { textForSession, textForSubagent } from "./session-start.ts";
import { spool } from "./spool.ts";
import { sweepSessions } from "./sweep.ts";

/**
 * Everything but tool calls: a session or a subagent starts, an answer ends, a session ends. Rarer, so that
 * it may take longer, and just as silent when something goes wrong.
 */
const home = hookHome(process.env);
const now = new Date();
/** Everything that is needed stands above the call: it begins before the rest of the file is read. */
const longestReport = 8192;

void run();

async function run(): Promise<void> {
  try {
    const isSilent = isSwitchedOff(process.env) || isRegisteredTwice(home, process.env);
    if (!isSilent) await answer(readHookPayload(readInput()));
  } catch (error) {
    log(`failed: ${errorText(error, home.folder)}`);
  }
}

async function answer(payload: HookPayload | undefined): Promise<void> {
  switch (payload?.event) {
    case "SessionStart":
      return startSession(payload);
    case "SubagentStart":
      return startSubagent(payload);
    case "Stop":
      return stop(payload);
    case "SessionEnd":
      return endSession(payload);
    default:
      return log("passed over: no event that we know");
  }
}

function log(line: string): void {
  logLine(home, now, line);
}

async function startSession(payload: HookPayload): Promise<void> {
  const cache = openCache(home, log);
  const { sessionId = "unknown", source = "startup", workingDirectory = process.cwd() } = payload;
  const folder = sessionFolder(home, sessionId);
  forgetTold(cache, sessionId, folder, source);
  const { project } = await noteProject(home, folder, workingDirectory, cache?.index);
  const text = textForSession(cache, project, { source, pause: pauseIn(home.folder, now) });
  if (text !== "") print(adviceAnswer("SessionStart", text));
  if (isScanDue(home, cache?.index.config.autoScanIntervalHours ?? 0, now)) {
    await startScan(home, process.env);
  }
  sweepSessions([join(home.folder, "sessions"), join(home.cache, "sessions")], now);
}

async function endSession({ sessionId = "unknown", transcriptPath }: HookPayload): Promise<void> {
  widenPrefilters(home.cache, sessionId);
  // Read while it is fresh: what was learnt in it should be there in the next one.
  if (transcriptPath !== undefined) await startScan(home, process.env, transcriptPath);
}

/** What the agent no longer has in front of it may be told again. */
function forgetTold(
  cache: OpenCache | undefined,
  sessionId: string,
  folder: string,
  source: string,
): void {
  if (source === "compact")
    releaseClaims(folder, cache?.index.config.compactionReinjectionThreshold ?? 7);
  if (source === "clear") rmSync(folder, { recursive: true, force: true });
  // Whoever resumes may do so in another project, whose lessons the filter leaves out.
  widenPrefilters(home.cache, sessionId);
  // The launcher goes by the environment; should that lag behind, it must not find an old filter either.
  const inEnvironment = process.env["CLAUDE_CODE_SESSION_ID"];
  if (inEnvironment !== undefined) widenPrefilters(home.cache, inEnvironment);
}

function startSubagent({ sessionId = "unknown", workingDirectory }: HookPayload): void {
  const cache = openCache(home, log);
  const note =
    cache === undefined
      ? undefined
      : sessionNote(sessionFolder(home, sessionId), workingDirectory, cache.index);
  const text = textForSubagent(cache, note?.project, pauseIn(home.folder, now));
  if (text !== "") print(adviceAnswer("SubagentStart", text));
}

/** Neither the transcript is read nor a model called: the answer itself is in the payload. */
function stop({ sessionId, lastAssistantMessage = "" }: HookPayload): void {
  const reports = reportsIn(lastAssistantMessage);
  if (reports.length === 0) return;
  for (const report of reports) {
    spool(home, "reports.jsonl", {
      version: 1,
      at: now.toISOString(),
      agent: "claude-code",
      session: sessionId ?? null,
      // Cut behind the redaction: half a secret is not known for one.
      report: redacted(report).slice(0, longestReport),
    });
  }
  print(userNotice(stopNotice(reports.length)));
}
