import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { onTestFinished } from "vitest";
import { askAgent } from "../../../src/agents/ask-agent.ts";
import { sessionEnded, type EndedReport } from "../../../src/knowledge/learn/session-ended.ts";
import { wire } from "../../../src/cli/wire.ts";
import { realSystem, type System } from "../../../src/platform/system.ts";
import { claudeProgram } from "./claude-program.ts";
import { freshSandbox } from "./fresh-sandbox.ts";
import { checkout, lessons, runWithLessons } from "./lessons.ts";
import { textOf } from "./messages-api.ts";
import { processesIn } from "./processes-in.ts";
import type { ClaudeRun, Invocation } from "./run-claude.ts";
import { runProgram, type Ended } from "./run-program.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Reply } from "./script.ts";
import { startScriptedModel, type ScriptedModel } from "./scripted-model.ts";
import { transcripts } from "./transcripts.ts";

/**
 * A sandbox with our hooks, in which sessions that end are learned from. One model answers the sessions and, through
 * the real program, the question about them.
 */
export class LearningSandbox {
  readonly sandbox: Sandbox;
  readonly #model: ScriptedModel;
  readonly #words: Words;

  /** `settings` as `config set` takes them. */
  static async make(settings: Readonly<Record<string, string>> = {}): Promise<LearningSandbox> {
    const words: Words = { replies: [], answers: [] };
    const model = await startScriptedModel({
      main: () => words.replies.shift() ?? "ok",
      auxiliary: (body) => {
        const isQuestion = body.messages.some(({ content }) => isOurs(textOf(content)));
        return (isQuestion ? words.answers.shift() : undefined) ?? "ok";
      },
    });
    const sandbox = freshSandbox();
    onTestFinished(() => model.close());
    lessons(sandbox, ["init", "--yes", "--agent", "claude-code"]);
    lessons(sandbox, ["learn", "--enable"]);
    for (const [key, value] of Object.entries(settings))
      lessons(sandbox, ["config", "set", key, value]);
    return new LearningSandbox(sandbox, model, words);
  }

  private constructor(sandbox: Sandbox, model: ScriptedModel, words: Words) {
    this.sandbox = sandbox;
    this.#model = model;
    this.#words = words;
  }

  /** What the model is asked about sessions, with the tools that it is offered. */
  get questions(): readonly { readonly text: string; readonly tools: number }[] {
    return this.#model.requests.flatMap(({ body }) => {
      const text = body.messages.map(({ content }) => textOf(content)).join("\n");
      return isOurs(text) ? [{ text, tools: body.tools?.length ?? 0 }] : [];
    });
  }

  /** What the model says to the next questions. */
  answer(...answers: readonly string[]): void {
    this.#words.answers.push(...answers);
  }

  /** A person at the real program, until the session has ended and everything that its end has started. */
  async session(
    prompt: readonly string[],
    replies: readonly Reply[],
    more: Pick<Invocation, "plugins" | "allowedTools"> = {},
  ): Promise<ClaudeRun> {
    this.#words.replies = [...replies];
    const run = await runWithLessons(this.sandbox, {
      plugins: [],
      ...more,
      prompt,
      model: this.#model,
      isTyped: true,
      environment: { PATH: this.#environment["PATH"] ?? "" },
    });
    await this.quiet();
    return run;
  }

  /** What runs behind the sessions has ended. */
  async quiet(): Promise<void> {
    const running = await processesIn(this.sandbox.home, { afterMs: 30_000 });
    if (running.length > 0) throw new Error(`still at it: ${JSON.stringify(running)}`);
  }

  /** A session of the real program that ends so many days from now, and is looked at then, alone. */
  async sessionInDays(days: number, prompt: readonly string[]): Promise<EndedReport> {
    const { sessionId } = await this.session(prompt, ["done", "done"]);
    const log = transcripts(this.sandbox).find(({ path }) => path.includes(sessionId));
    if (log !== undefined) writeFileSync(log.path, inDaysOf(readFileSync(log.path, "utf8"), days));
    const environment = this.#environment;
    const system = inDays(days);
    return sessionEnded({
      name: log?.path ?? "",
      environment,
      workingDirectory: this.sandbox.project,
      wireAt: (workingDirectory) =>
        wire({
          environment,
          workingDirectory,
          settings: ["learning.batchSize=1"],
          system,
          who: { is: "person" },
        }),
      askWith: () => (question) => askAgent("claude", question, { environment }),
    });
  }

  /** Our program looks at what waits. Not to be waited for in the way of the others: the model is in this process. */
  learn(): Promise<Ended> {
    return runProgram({
      command: process.execPath,
      args: [join(checkout, "dist/lessons.js"), "learn", "run", "--now"],
      cwd: this.sandbox.project,
      environment: this.#environment,
      timeoutMs: 60_000,
    });
  }

  lessons(...args: readonly string[]): string {
    return lessons(this.sandbox, args);
  }

  json<Value>(...args: readonly string[]): Value {
    return JSON.parse(this.lessons(...args, "--json")) as Value;
  }

  /** Every file in the project but git's own. */
  projectFiles(): readonly string[] {
    return readdirSync(this.sandbox.project, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.sandbox.project.length + 1))
      .filter((path) => !path.startsWith(".git/"))
      .toSorted();
  }

  get #environment(): Record<string, string> {
    const { environment } = claudeProgram(this.sandbox, this.#model.url);
    const bin = join(checkout, "test/agents/node_modules/.bin");
    return { ...environment, PATH: `${bin}${delimiter}${environment?.["PATH"] ?? ""}` };
  }
}

/** What a person says in a session, unless it matters. */
export const talk: readonly string[] = [
  "release it: bump the version, then tag, then publish",
  "no, with npm, because the lock file is npm's",
];

/** What `learn --list` answers, as far as tests look at it. */
export interface Listed {
  readonly observations: readonly {
    readonly lesson: { readonly slug: string; readonly kind: string; readonly status: string };
    readonly count: number;
  }[];
}

interface Words {
  replies: Reply[];
  readonly answers: string[];
}

function isOurs(text: string): boolean {
  return text.includes("# Learn from sessions");
}

/** A session was when its log says that it was. */
function inDaysOf(log: string, days: number): string {
  return log.replaceAll(/(?<="timestamp":")[^"]+/g, (time) =>
    new Date(Date.parse(time) + days * 86_400_000).toISOString(),
  );
}

function inDays(days: number): System {
  return {
    ...realSystem(),
    now: () => new Date(Date.now() + days * 86_400_000).toISOString(),
  };
}
