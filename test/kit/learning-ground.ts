import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { queueOf } from "../../src/knowledge/learn/project-queue.ts";
import { learningPlace, type LearningPlace } from "../../src/platform/project/learning-place.ts";
import { projectLearning } from "../../src/knowledge/learn/learning-settings.ts";
import { runLearning, type RunRequest } from "../../src/knowledge/learn/run-learning.ts";
import type { RunReport } from "../../src/knowledge/learn/run-report.ts";
import { sessionEnded, type EndedReport } from "../../src/knowledge/learn/session-ended.ts";
import { wire, type Wiring } from "../../src/cli/wire.ts";
import type { HeadlessReply } from "../../src/agents/adapter.ts";
import { observationsIn, type StoredObservation } from "../../src/knowledge/learn/observations.ts";
import type { System } from "../../src/platform/system.ts";
import { nextUlid } from "../../src/lesson/record/ulid.ts";
import { session } from "../scan/one-session.ts";
import type { Story } from "../adapters/scribe.ts";
import { freshFolder, noon } from "./store.ts";

/** What a person says in a session, unless it matters. */
export const talk: Story = [
  { step: "person-says", text: "release it: bump the version, then tag, then publish" },
  { step: "agent-says", text: "I publish with yarn." },
  { step: "person-says", text: "no, with npm, because the lock file is npm's" },
];

/** A home and a project of its own, a clock that we set, and a model that says what it is told to. */
export class LearningGround {
  readonly home = freshFolder();
  readonly project = freshFolder();
  readonly environment: NodeJS.ProcessEnv;
  /** What the model was asked, in order. */
  readonly questions: string[] = [];
  answers: (string | Error)[] = [];
  settings: readonly string[] = ["learning.enabled=true"];
  #now = Date.parse(noon);
  #id: string | undefined;
  #slugs = 0;

  constructor() {
    this.environment = { HOME: this.home, PATH: "" };
  }

  get system(): System {
    return {
      now: () => new Date(this.#now).toISOString(),
      newId: () => (this.#id = nextUlid(this.#now, new Uint8Array(10), this.#id)),
      newSlugSuffix: () => (this.#slugs++).toString(36).padStart(4, "0"),
    };
  }

  pass({ days = 0, seconds = 0 }: { readonly days?: number; readonly seconds?: number }): void {
    this.#now += days * 86_400_000 + seconds * 1000;
  }

  wireAt(directory: string): Wiring {
    const { environment, settings, system } = this;
    return wire({
      environment,
      workingDirectory: directory,
      settings,
      system,
      who: { is: "person" },
    });
  }

  get place(): LearningPlace {
    return learningPlace(this.environment, this.project);
  }

  get queue() {
    return queueOf(this.wireAt(this.project).paths.home, this.place);
  }

  /** Writes the log of a session in the project, and says where. */
  write(number: number, story: Story = talk): string {
    const { path, text } = session(number, story, { project: this.project });
    const file = join(this.home, path);
    mkdirSync(dirname(file), { recursive: true });
    // It has happened just now.
    writeFileSync(file, text.replaceAll(logTimes, this.system.now()));
    return file;
  }

  /** A session ends, as hooks tell it. */
  end(number: number, story: Story = talk): Promise<EndedReport> {
    return sessionEnded({
      name: this.write(number, story),
      environment: this.environment,
      workingDirectory: this.project,
      wireAt: (directory) => this.wireAt(directory),
      askWith: () => (question) => this.ask(question),
    });
  }

  async run(
    options: Partial<Pick<RunRequest, "isNow" | "session" | "signal">> = {},
  ): Promise<RunReport> {
    const wiring = this.wireAt(this.project);
    const place = { home: wiring.paths.home, root: this.project };
    const { settings, fault } = projectLearning(await wiring.config(), place);
    if (fault !== undefined) throw fault;
    return runLearning(wiring, {
      place: this.place,
      settings,
      isNow: false,
      ...options,
      environment: this.environment,
      ask: (question) => this.ask(question),
      onStep: () => undefined,
    });
  }

  ask(question: string): Promise<HeadlessReply> {
    this.questions.push(question);
    const answer = this.answers.shift() ?? nothing;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ text: answer });
  }

  observations(): Promise<readonly StoredObservation[]> {
    return this.wireAt(this.project).inContext(({ database }) =>
      observationsIn(database, [this.place.scope]),
    );
  }
}

const logTimes = /\b2026-1[12]-\d\dT12:[\d:.]+Z/g;

export const nothing = '{"observations": []}';

/** A decision as a model would answer it. */
export function decision(sessions: readonly number[], more: object = {}): object {
  return {
    kind: "decision",
    summary: "Publish with npm, not yarn",
    body: { context: "The lock file is npm's", decision: "Publish with npm and not with yarn" },
    quality_ok: true,
    sessions: sessions.map((number) => ({ number })),
    ...more,
  };
}

export function workflow(sessions: readonly number[], more: object = {}): object {
  return {
    kind: "workflow",
    summary: "Release: bump, tag, publish",
    body: {
      description: "How a release is made",
      whenToUse: "When a release is asked for",
      steps: ["bump the version", "tag it", "publish it"],
    },
    quality_ok: true,
    sessions: sessions.map((number) => ({ number })),
    ...more,
  };
}

export function said(...observations: readonly object[]): string {
  return JSON.stringify({ observations });
}
