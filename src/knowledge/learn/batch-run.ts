import { requiredGates } from "../../gates/runs/required-gates.ts";
import type { ContextOpener } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { Fault } from "../../platform/fault.ts";
import { userHome } from "../../platform/paths.ts";
import type { Redact } from "../../redact/redact.ts";
import { buildPrompt, learnPromptVersion, type KnownObservation } from "./build-prompt.ts";
import { fitChannels } from "./channels.ts";
import { keepObservations } from "./keep-observations.ts";
import { beginRun, endRun, isLearned, markLearned, type RunEnding } from "./learning-runs.ts";
import { modelFor, programOf } from "./learning-settings.ts";
import { observationsIn } from "./observations.ts";
import type { QueueEntry } from "./queue-disk.ts";
import type { QueueClaim } from "./queue.ts";
import {
  foundObservations,
  knownNames,
  problemsIn,
  readAnswer,
  type BadAnswer,
  type GoodAnswer,
} from "./read-answer.ts";
import { readBatch, type BatchSession, type ReadBatch } from "./read-session.ts";
import type { RunRequest } from "./run-learning.ts";
import type { BatchReport } from "./run-report.ts";
import { settleObservations } from "./settle-observations.ts";

/** A run that has the right to look at the sessions of a project. */
export interface ClaimedRun extends RunRequest, Pick<ContextOpener, "system" | "inContext"> {
  readonly id: string;
  readonly claim: QueueClaim;
  readonly redact: Redact;
}

/** Asks a model about sessions that were taken from the queue, and keeps what it found. */
export async function lookAtSessions(
  run: ClaimedRun,
  taken: readonly QueueEntry[],
): Promise<BatchReport> {
  const read = await readTaken(run, taken);
  const sessions = read.sessions.length;
  if (sessions === 0) return passOver(run, read);

  if (isStopped(run)) return { outcome: "stopped", sessions };
  const { known, question } = await begin(run, read.sessions);
  const said = await askModel(run, question, sessions);
  if (isStopped(run)) {
    await end(run, { outcome: "no-answer", message: "stopped" });
    return { outcome: "stopped", sessions };
  }
  if ("problem" in said) {
    // The program's trouble is none of the sessions': they wait as before.
    await end(run, { outcome: "no-answer", message: said.problem });
    return { outcome: "no-answer", problem: said.problem, sessions };
  }
  const answer = readAnswer(said.text, sessions);
  if ("problem" in answer) return refuse(run, read, answer, said.text);
  // A machine that slept may find that somebody else has the sessions now.
  if (!run.claim.isHeld) return { outcome: "busy", since: run.system.now() };
  return keep(run, read, { ...answer, known, model: said.model });
}

function isStopped({ signal }: ClaimedRun): boolean {
  return signal?.aborted === true;
}

async function readTaken(run: ClaimedRun, taken: readonly QueueEntry[]): Promise<ReadBatch> {
  const { place, environment, session, redact, onStep } = run;
  const isNamed = ({ agent, sessionId }: QueueEntry) =>
    agent === session?.agent && sessionId === session.sessionId;
  onStep(`reading ${counted(taken.length, "session")}`);
  // Stopped behind the store and before the queue, a run leaves sessions that were looked at.
  const done = await run.inContext(({ database }) =>
    taken.filter((entry) => !isNamed(entry) && isLearned(database, place.scope, entry)),
  );
  run.claim.finish(done);
  const entries = taken.filter((entry) => !done.includes(entry));
  const read = readBatch(entries, { home: userHome(environment), environment, redact });
  for (const { entry, problem } of read.unreadable) onStep(`${entry.sessionId}: ${problem}`);
  return read;
}

async function passOver(run: ClaimedRun, read: ReadBatch): Promise<BatchReport> {
  const { place, system } = run;
  const entries = settledBy(read);
  await run.inContext(({ database }) => {
    for (const entry of entries) markLearned(database, place.scope, entry, system.now());
  });
  run.claim.finish(entries);
  return { outcome: "nothing-said", sessions: entries.length };
}

/** The run is noted before the model is asked, so that one that is stopped counts as well. */
function begin(
  { id, place, settings, system, inContext }: ClaimedRun,
  sessions: readonly BatchSession[],
) {
  return inContext(({ database }) => {
    const known = knownNames(observationsIn(database, [place.scope, "machine", "global"]));
    beginRun(database, {
      id,
      project: place.scope,
      startedAt: system.now(),
      program: settings.program,
      model: modelFor(settings) ?? null,
      promptVersion: learnPromptVersion,
      sessions: sessions.length,
    });
    const channels = fitChannels(sessions.map((session) => session.channels));
    const problems = sessions.flatMap(({ entry: { problem } }) => problem ?? []);
    return { known, question: buildPrompt(channels, known, [...new Set(problems)]) };
  });
}

async function askModel(run: ClaimedRun, question: string, sessions: number) {
  const { settings, ask, signal, onStep, redact } = run;
  const size = Math.ceil(question.length / 1000);
  onStep(`asking ${programOf(settings)} about ${counted(sessions, "session")} (${size} kB)`);
  try {
    return await ask(question, signal);
  } catch (error) {
    if (error instanceof Fault) return { problem: redact(error.message) };
    throw error;
  }
}

async function refuse(
  run: ClaimedRun,
  read: ReadBatch,
  { problem, refused }: BadAnswer,
  said: string,
): Promise<BatchReport> {
  const { settings, onStep, redact } = run;
  if (settings.debug) onStep(`the answer was: ${redact(said).slice(0, longestShown)}`);
  await end(run, { outcome: "bad-answer", message: problem, refused });
  const entries = read.sessions.map(({ entry }) => entry);
  return { outcome: "bad-answer", problem, ...giveBack(run, entries, redact(problem)) };
}

/** The sessions with an observation that did not fit: they are asked about again. The others are settled. */
function flawedIn(
  sessions: readonly BatchSession[],
  refused: GoodAnswer["refused"],
): readonly QueueEntry[] {
  const numbers = new Set(refused.flatMap((each) => each.sessions));
  return sessions.flatMap(({ entry }, index) => (numbers.has(index + 1) ? [entry] : []));
}

interface TakenAnswer extends GoodAnswer {
  readonly known: readonly KnownObservation[];
  readonly model?: string | undefined;
}

async function keep(
  run: ClaimedRun,
  read: ReadBatch,
  { observations, refused, known, model }: TakenAnswer,
): Promise<BatchReport> {
  const { id, place, settings, system, claim, redact } = run;
  run.onStep(`keeping ${counted(observations.length, "observation")}`);
  const { projectId } = place;
  const found = foundObservations(observations, read.sessions, { known, projectId });
  const flawed = flawedIn(read.sessions, refused);
  const asked = read.sessions.map(({ entry }) => entry).filter((entry) => !flawed.includes(entry));
  const entries = [...settledBy(read), ...asked];
  const problem = refused.length === 0 ? null : redact(problemsIn(refused));
  const { autoActivate } = settings;
  const report = await run.inContext(async (context) => {
    const { database } = context;
    const unmetGates = await requiredGates(context);
    return inTransaction(database, () => {
      const kept = keepObservations(context, place, found, redact);
      const seen = new Set([...kept.created, ...kept.grown].map((lesson) => lesson.id));
      const settled = settleObservations(context, place, { autoActivate, unmetGates }, seen);
      for (const entry of entries) markLearned(database, place.scope, entry, system.now());
      endRun(database, {
        id,
        endedAt: system.now(),
        outcome: found.length === 0 ? "nothing" : "learned",
        created: kept.created.length,
        grown: kept.grown.length,
        refused: refused.length,
        message: problem,
      });
      return { ...kept, ...settled };
    });
  });
  claim.finish(entries);
  return {
    outcome: "learned",
    sessions: read.sessions.length,
    model: model ?? programOf(settings),
    ...report,
    ...(problem === null
      ? {}
      : { flaw: { problem, refused: refused.length, ...giveBack(run, flawed, problem) } }),
  };
}

/** With what was wrong: the next question says so. */
function giveBack(
  { claim }: ClaimedRun,
  entries: readonly QueueEntry[],
  problem: string,
): { readonly putBack: number; readonly putAside: number } {
  const fates = entries.map((entry) => claim.fail(entry, problem));
  const putAside = fates.filter((fate) => fate === "aside").length;
  return { putBack: fates.length - putAside, putAside };
}

/** Without anything learned. */
async function end(
  { id, system, redact, inContext }: ClaimedRun,
  { message, ...ending }: Pick<RunEnding, "outcome" | "refused"> & { readonly message: string },
): Promise<void> {
  await inContext(({ database }) =>
    endRun(database, { id, endedAt: system.now(), message: redact(message), ...ending }),
  );
}

const longestShown = 2000;

/** There is nothing in them that a model could look at. */
function settledBy({ silent, unreadable }: ReadBatch): readonly QueueEntry[] {
  return [...silent, ...unreadable.map(({ entry }) => entry)];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
