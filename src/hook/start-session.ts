import { rmSync } from "node:fs";
import { join } from "node:path";
import { adviceAnswer } from "../adapters/claude-code/hook-answer.ts";
import type { HookPayload } from "../adapters/claude-code/hook-payload.ts";
import { pauseIn } from "../system/pause.ts";
import { releaseClaims } from "./claims.ts";
import { startScan } from "./detached-scan.ts";
import { isScanDue } from "./due-scan.ts";
import { sessionFolder } from "./home.ts";
import { inTime } from "./in-time.ts";
import { openCache, type OpenCache } from "./load.ts";
import { print } from "./print.ts";
import { noteProject } from "./project-note.ts";
import type { SessionContext } from "./session-context.ts";
import { widenPrefilters } from "./session-prefilter.ts";
import { textForSession } from "./start-text.ts";
import { sweepSessions } from "./sweep.ts";

/** Tells a session what it should know when it starts, and then tidies up behind older ones. */
export async function startSession(payload: HookPayload, context: SessionContext): Promise<void> {
  const { home, environment, now, log } = context;
  const cache = openCache(home, log);
  const { sessionId = "unknown", source = "startup", workingDirectory = process.cwd() } = payload;
  const folder = sessionFolder(home, sessionId);
  forgetTold(cache, { sessionId, folder, source }, context);
  // Outside the deadline: it writes, and a project that nobody named yet has to be asked for.
  const { project } = await noteProject(home, folder, workingDirectory, cache?.index);
  const text = inTime(log, () =>
    textForSession(cache, project, { source, pause: pauseIn(home.folder, now) }),
  );
  if (text) print(adviceAnswer("SessionStart", text));
  if (isScanDue(home, cache?.index.config.autoScanIntervalHours ?? 0, now)) {
    await startScan(home, environment);
  }
  sweepSessions([join(home.folder, "sessions"), join(home.cache, "sessions")], now);
}

interface Beginning {
  readonly sessionId: string;
  readonly folder: string;
  readonly source: string;
}

/** What the agent no longer has in front of it may be told again. */
function forgetTold(
  cache: OpenCache | undefined,
  { sessionId, folder, source }: Beginning,
  { home, environment }: SessionContext,
): void {
  if (source === "compact")
    releaseClaims(folder, cache?.index.config.compactionReinjectionThreshold ?? 7);
  if (source === "clear") rmSync(folder, { recursive: true, force: true });
  // Whoever resumes may do so in another project, whose lessons the filter leaves out.
  widenPrefilters(home.cache, sessionId);
  // The launcher goes by the environment; should that lag behind, it must not find an old filter either.
  const inEnvironment = environment["CLAUDE_CODE_SESSION_ID"];
  if (inEnvironment !== undefined) widenPrefilters(home.cache, inEnvironment);
}
