import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { HookPayload } from "../../agents/delivery.ts";
import { warningsNoted } from "../../gates/warnings-note.ts";
import type { NeedCounts } from "../../lesson/record/needs.ts";
import { sessionTurn } from "../card/session-turn.ts";
import { pauseIn } from "../pause.ts";
import { agent } from "./agent.ts";
import { releaseClaims, sessionFolder } from "../claims.ts";
import { elapsed, inTime } from "./deadline.ts";
import { isScanDue, startDetached } from "./detached-scan.ts";
import type { HookContext } from "./home.ts";
import { errorText } from "./hook-log.ts";
import { knowledgeLine, renderNews } from "./project-lines.ts";
import { openCache, type OpenCache } from "./load.ts";
import { startNotice } from "./notices.ts";
import { noteProject } from "./project-note.ts";
import { sessionNote } from "./session-note.ts";
import { applyRepairs, repairsLine } from "./session-repairs.ts";
import { widenPrefilters } from "./session-prefilter.ts";
import { beginTrial, sessionTrial } from "../trial/session-trial.ts";
import { noteTrial } from "./note-trial.ts";
import { spool } from "./spool.ts";
import { startText, type StartText } from "./start-text.ts";

/** Says what a session should know when it starts, and then tidies up behind older ones. */
export async function startSession(payload: HookPayload, context: HookContext): Promise<void> {
  const { home, now, log, environment } = context;
  const cache = openCache(home, log);
  const { sessionId = "unknown", source, model, workingDirectory = process.cwd() } = payload;
  const folder = sessionFolder(home.folder, sessionId);
  forgetDelivered(cache, folder, payload, context);
  // Outside the deadline: it writes, and a project that nobody named yet has to be asked for.
  const here = { workingDirectory, model };
  const { project, projectRoot } = await noteProject(home, folder, here, cache?.index);
  const turn = sessionTurn(home, project, { isNew: source !== "resume" && source !== "compact" });
  const pause = pauseIn(home.folder, now);
  if (cache !== undefined) beginTrial(cache.index, folder, source);
  const trial = cache && sessionTrial(cache.index, folder, payload.sessionId);
  // Before the answer: the first command may follow at once.
  const repairs = applyRepairs(context, project, {
    projects: Object.keys(cache?.index.projects ?? {}),
    isPaused: pause !== undefined,
  });
  const needs = needsHere(cache, home, projectRoot);
  const start = inTime(log, () => {
    const notes = [
      ...repairsLine(repairs),
      ...knowledgeLine(projectRoot),
      ...renderNews(home, projectRoot),
    ];
    const isWithheld = trial?.withholds;
    const beginning = { source, turn, pause, notes, needs, isWithheld };
    return startText("SessionStart", cache, project, beginning);
  });
  noteTrial(trial, dueAt(start), { payload, moment: "start" }, context);
  const notice = startNotice(cache?.index, {
    source,
    project,
    pause,
    needs,
    reviewCommand: agent.reviewCommand(environment),
  });
  if (start?.text) context.say(agent.adviceAnswer("SessionStart", start.text, notice));
  else if (notice !== undefined) context.say(agent.userNotice(notice));
  noteStart(payload, context, start, [...new Set(repairs.map(({ name }) => name))]);
  if (isScanDue(home, cache?.index.config.autoScanIntervalHours ?? 0, now)) {
    await startDetached(context, ["scan", "--auto"]);
  }
  if (projectRoot !== undefined && existsSync(join(projectRoot, manifestFile)))
    await startDetached(context, ["reconcile", "--project", projectRoot]);
  for (const place of [home.folder, home.cache]) sweep(join(place, "sessions"), now);
}

/** What needs the person in all projects, and the warnings of gates in this one. */
function needsHere(
  cache: OpenCache | undefined,
  { folder }: HookContext["home"],
  projectRoot: string | undefined,
): NeedCounts {
  const gates = projectRoot === undefined ? 0 : warningsNoted(folder, projectRoot);
  return { ...cache?.index.counts.needs, gates };
}

/** Where it is, something was rendered, and somebody may have changed it since. */
const manifestFile = ".memory/.learning-manifest.json";

/** What the agent no longer has in front of it may come again. */
function forgetDelivered(
  cache: OpenCache | undefined,
  folder: string,
  { sessionId = "unknown", source }: HookPayload,
  { home, environment }: HookContext,
): void {
  if (source === "compact")
    releaseClaims(folder, cache?.index.config.compactionReinjectionThreshold ?? 7);
  if (source === "clear") rmSync(folder, { recursive: true, force: true });
  // Whoever resumes may do so in another project, whose lessons the filter leaves out.
  widenPrefilters(home.cache, sessionId);
  // The launcher goes by the environment; should that lag behind, it must not find an old filter either.
  const inEnvironment = agent.sessionIn(environment);
  if (inEnvironment !== undefined) widenPrefilters(home.cache, inEnvironment);
}

function dueAt(start: StartText | undefined): readonly { readonly id: string }[] {
  return (start?.due ?? []).map((id) => ({ id }));
}

/** Says what a subagent should know from its first step on. */
export function startSubagent(payload: HookPayload, context: HookContext): void {
  const { sessionId = "unknown", workingDirectory } = payload;
  const { home, now, log } = context;
  const cache = openCache(home, log);
  const folder = sessionFolder(home.folder, sessionId);
  const trial = cache && sessionTrial(cache.index, folder, payload.sessionId);
  const start = inTime(log, () => {
    const note =
      cache === undefined ? undefined : sessionNote(folder, workingDirectory, cache.index);
    const notes = knowledgeLine(note?.projectRoot);
    const pause = pauseIn(home.folder, now);
    const turn = sessionTurn(home, note?.project, { isNew: false });
    const isWithheld = trial?.withholds;
    return startText("SubagentStart", cache, note?.project, { turn, pause, notes, isWithheld });
  });
  noteTrial(trial, dueAt(start), { payload, moment: "start" }, context);
  if (start?.text) context.say(agent.adviceAnswer("SubagentStart", start.text));
  noteStart(payload, context, start);
}

/**
 * Notes that a session or a subagent began with us, and what it was given: whether agents report what they
 * learn can only be asked of those that were asked to. Comes behind the answer, and nothing waits for it.
 */
function noteStart(
  { sessionId, agentId, source }: HookPayload,
  { home, now, log }: HookContext,
  given: Omit<StartText, "text" | "due"> = nothing,
  repairs: readonly string[] = [],
): void {
  try {
    spool(home, "sessions.jsonl", {
      version: 1,
      at: now.toISOString(),
      agent: agent.name,
      session: sessionId ?? null,
      subagent: agentId ?? null,
      source: source ?? null,
      protocol: given.protocol,
      lessons: given.lessons,
      card: given.card,
      ...(repairs.length === 0 ? {} : { repairs }),
      tookMs: Math.round(elapsed()),
    });
  } catch (error) {
    log(`failed: ${errorText(error, home.folder)}`);
  }
}

/** There was no time for it. */
const nothing = { protocol: "off", lessons: 0, card: [] } as const;

/** Takes away the folders of sessions that nobody has used for a week. A few at a time: somebody waits for us. */
function sweep(sessions: string, now: Date): void {
  let names: readonly string[];
  try {
    names = readdirSync(sessions);
  } catch {
    return;
  }
  // Not always the same few, or what lies behind them would stay for good.
  const from = names.length > mostLooked ? now.getTime() % names.length : 0;
  for (const name of [...names.slice(from), ...names.slice(0, from)].slice(0, mostLooked)) {
    const place = join(sessions, name);
    const isOld = [place, join(place, "claims")].every((each) => isUnused(each, now));
    if (isOld) rmSync(place, { recursive: true, force: true });
  }
}

function isUnused(place: string, now: Date): boolean {
  const used = statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // A time in the future is of a clock that was wrong.
  return Math.abs(now.getTime() - used) > keptMs;
}

const keptMs = 7 * 24 * 3_600_000;
const mostLooked = 50;
