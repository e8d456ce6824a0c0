import { makeRedact, type Redact, ownerOf } from "../../redact/redact.ts";
import { buildPrompt } from "./build-prompt.ts";
import { fitChannels } from "./fit-channels.ts";
import { learnPromptVersion } from "../prompts/learn-from-sessions.ts";
import type { QueueClaim } from "./queue-claim.ts";
import type { QueueEntry } from "./queue-entry.ts";
import { readAnswer, type BadAnswer, type LearningAnswer } from "./read-answer.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { beginRun, endRun, isLearned, markLearned, type RunOutcome } from "./learning-runs.ts";
import { observationsIn } from "./observations.ts";
import { Fault } from "../../platform/fault.ts";
import { userHome } from "../../platform/paths.ts";
import { requiredGates } from "../../gates/runs/required-gates.ts";
import type { ContextOpener } from "../../platform/context.ts";
import { foundObservations, knownNames, type NamedObservation } from "./found-observations.ts";
import { keepObservations } from "./keep-observations.ts";
import { modelFor, programOf } from "./learning-settings.ts";
import { readBatch, type BatchSession, type ReadBatch } from "./read-batch.ts";
import type { RunRequest } from "./run-learning.ts";
import type { BatchReport } from "./run-report.ts";
import { settleObservations } from "./settle-observations.ts";

export type LearningParts = ContextOpener;

/** Asks a model about sessions that were taken from the queue, and keeps what it found. */
export class BatchRun {
  readonly #parts: LearningParts;
  readonly #request: RunRequest;
  readonly #id: string;
  readonly #claim: QueueClaim;
  readonly #redact: Redact;

  constructor(parts: LearningParts, request: RunRequest, id: string, claim: QueueClaim) {
    this.#parts = parts;
    this.#request = request;
    this.#id = id;
    this.#claim = claim;
    const { environment } = request;
    this.#redact = makeRedact(ownerOf(environment, userHome(environment)));
  }

  async lookAt(taken: readonly QueueEntry[]): Promise<BatchReport> {
    const read = await this.#read(taken);
    if (read.sessions.length === 0) return this.#passOver(read);

    if (this.#isStopped) return { outcome: "stopped", sessions: read.sessions.length };
    const { known, question } = await this.#begin(read.sessions);
    const said = await this.#ask(question, read.sessions.length);
    if (this.#isStopped) {
      await this.#end("no-answer", "stopped");
      return { outcome: "stopped", sessions: read.sessions.length };
    }
    if ("problem" in said) {
      // The program's trouble is none of the sessions': they wait as before.
      await this.#end("no-answer", said.problem);
      return { outcome: "no-answer", problem: said.problem, sessions: read.sessions.length };
    }
    const answer = readAnswer(said.text, read.sessions.length);
    if ("problem" in answer) return this.#refuse(read, answer, said.text);
    // A machine that slept may find that somebody else has the sessions now.
    if (!this.#claim.isHeld) return { outcome: "busy", since: this.#parts.system.now() };
    return this.#keep(read, answer.answer, { known, model: said.model });
  }

  get #isStopped(): boolean {
    return this.#request.signal?.aborted === true;
  }

  async #read(taken: readonly QueueEntry[]): Promise<ReadBatch> {
    const { place, environment, session, onStep } = this.#request;
    const isNamed = ({ agent, sessionId }: QueueEntry) =>
      agent === session?.agent && sessionId === session.sessionId;
    onStep(`reading ${counted(taken.length, "session")}`);
    // Stopped behind the store and before the queue, a run leaves sessions that were looked at.
    const done = await this.#parts.inContext(({ database }) =>
      taken.filter((entry) => !isNamed(entry) && isLearned(database, place.scope, entry)),
    );
    this.#claim.finish(done);
    const entries = taken.filter((entry) => !done.includes(entry));
    const home = userHome(environment);
    const read = readBatch(entries, { home, environment, redact: this.#redact });
    for (const { entry, problem } of read.unreadable) onStep(`${entry.sessionId}: ${problem}`);
    return read;
  }

  async #passOver(read: ReadBatch): Promise<BatchReport> {
    const { place } = this.#request;
    const { system, inContext } = this.#parts;
    const entries = settledBy(read);
    await inContext(({ database }) => {
      for (const entry of entries) markLearned(database, place.scope, entry, system.now());
    });
    this.#claim.finish(entries);
    return { outcome: "nothing-said", sessions: entries.length };
  }

  /** The run is noted before the model is asked, so that one that is stopped counts as well. */
  #begin(sessions: readonly BatchSession[]) {
    const { place, settings } = this.#request;
    const { system, inContext } = this.#parts;
    return inContext(({ database }) => {
      const known = knownNames(observationsIn(database, [place.scope, "global"]));
      beginRun(database, {
        id: this.#id,
        project: place.scope,
        startedAt: system.now(),
        program: settings.program,
        model: modelFor(settings) ?? null,
        promptVersion: learnPromptVersion,
        sessions: sessions.length,
      });
      const question = buildPrompt(
        fitChannels(sessions.map(({ channels }) => channels)),
        known.map(({ name, kind, summary }) => ({ name, kind, summary })),
      );
      return { known, question };
    });
  }

  async #ask(question: string, sessions: number) {
    const { settings, ask, signal, onStep } = this.#request;
    const size = Math.ceil(question.length / 1000);
    onStep(`asking ${programOf(settings)} about ${counted(sessions, "session")} (${size} kB)`);
    try {
      return await ask(question, signal);
    } catch (error) {
      if (error instanceof Fault) return { problem: this.#redact(error.message) };
      throw error;
    }
  }

  async #refuse(
    read: ReadBatch,
    { problem, refused }: BadAnswer,
    said: string,
  ): Promise<BatchReport> {
    const { settings, onStep } = this.#request;
    if (settings.debug) onStep(`the answer was: ${this.#redact(said).slice(0, longestShown)}`);
    await this.#end("bad-answer", problem, refused);
    const fates = read.sessions.map(({ entry }) => this.#claim.fail(entry, this.#redact(problem)));
    const putAside = fates.filter((fate) => fate === "aside").length;
    return { outcome: "bad-answer", problem, putBack: fates.length - putAside, putAside };
  }

  async #keep(
    read: ReadBatch,
    { observations }: LearningAnswer,
    {
      known,
      model,
    }: { readonly known: readonly NamedObservation[]; readonly model?: string | undefined },
  ): Promise<BatchReport> {
    const { place, settings, onStep } = this.#request;
    const { system, inContext } = this.#parts;
    const { projectId } = place;
    onStep(`keeping ${counted(observations.length, "observation")}`);
    const found = foundObservations(observations, read.sessions, { known, projectId });
    const entries = [...settledBy(read), ...read.sessions.map(({ entry }) => entry)];
    const { autoActivate } = settings;
    const report = await inContext(async (context) => {
      const unmetGates = await requiredGates(context);
      return inTransaction(context.database, () => {
        const kept = keepObservations(context, place, found, this.#redact);
        const seen = new Set([...kept.created, ...kept.grown].map(({ id }) => id));
        const settled = settleObservations(context, place, { autoActivate, unmetGates }, seen);
        for (const entry of entries)
          markLearned(context.database, place.scope, entry, system.now());
        endRun(context.database, {
          id: this.#id,
          endedAt: system.now(),
          outcome: found.length === 0 ? "nothing" : "learned",
          created: kept.created.length,
          grown: kept.grown.length,
          refused: 0,
          message: null,
        });
        return { ...kept, ...settled };
      });
    });
    this.#claim.finish(entries);
    return {
      outcome: "learned",
      sessions: read.sessions.length,
      model: model ?? programOf(settings),
      ...report,
    };
  }

  async #end(outcome: RunOutcome, message: string, refused = 0): Promise<void> {
    const { system, inContext } = this.#parts;
    await inContext(({ database }) =>
      endRun(database, {
        id: this.#id,
        endedAt: system.now(),
        outcome,
        message: this.#redact(message),
        created: 0,
        grown: 0,
        refused,
      }),
    );
  }
}

const longestShown = 2000;

/** There is nothing in them that a model could look at. */
function settledBy({ silent, unreadable }: ReadBatch): readonly QueueEntry[] {
  return [...silent, ...unreadable.map(({ entry }) => entry)];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
