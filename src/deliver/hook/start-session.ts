import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { adviceAnswer } from "../../agents/claude-code/hook-answer.ts";
import type { HookPayload } from "../../agents/claude-code/hook-payload.ts";
import { pauseIn } from "../pause.ts";
import { releaseClaims } from "./claims.ts";
import { startDetached, startScan } from "./detached-scan.ts";
import { isScanDue } from "./due-scan.ts";
import { sessionFolder } from "./home.ts";
import { inTime } from "./in-time.ts";
import { knowledgeLine } from "./knowledge-line.ts";
import { openCache, type OpenCache } from "./load.ts";
import { print } from "./print.ts";
import { noteStart } from "./note-start.ts";
import { noteProject } from "./project-note.ts";
import { renderNews } from "./render-news.ts";
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
  const { project, projectRoot } = await noteProject(home, folder, workingDirectory, cache?.index);
  const told = inTime(log, () => {
    const notes = [...knowledgeLine(projectRoot), ...renderNews(home, projectRoot)];
    return textForSession(cache, project, { source, pause: pauseIn(home.folder, now), notes });
  });
  if (told?.text) print(adviceAnswer("SessionStart", told.text));
  noteStart(payload, context, told);
  if (isScanDue(home, cache?.index.config.autoScanIntervalHours ?? 0, now)) {
    await startScan(home, environment);
  }
  if (projectRoot !== undefined && existsSync(join(projectRoot, manifestFile)))
    await startDetached(home, environment, ["reconcile", "--project", projectRoot]);
  sweepSessions([join(home.folder, "sessions"), join(home.cache, "sessions")], now);
}

/** Where it is, something was rendered, and somebody may have changed it since. */
const manifestFile = ".memory/.learning-manifest.json";

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
