import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Terminal } from "@xterm/headless";
import { claudeProgram } from "./claude-program.ts";
import type { Sandbox } from "./sandbox.ts";

/** The real Claude Code on a terminal (a pseudo-terminal made by script(1), shown by xterm), as a person uses it. */
export class ClaudeTerminal {
  // So wide that no line of ours is broken, and so high that the whole conversation is in sight.
  readonly #screen = new Terminal({ cols: 200, rows: 100, allowProposedApi: true });
  readonly #child;
  readonly #closed: Promise<readonly unknown[]>;
  #hasEnded = false;

  constructor(sandbox: Sandbox, modelUrl: string, args: readonly string[]) {
    const { command, cwd, environment } = claudeProgram(sandbox, modelUrl);
    answerFirstQuestions(sandbox);
    const words = [command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
    this.#child = spawn(
      "script",
      ["-qec", `stty cols 200 rows 100; exec ${words.join(" ")}`, "/dev/null"],
      { cwd, env: { ...environment, TERM: "xterm-256color" } },
    );
    this.#closed = once(this.#child, "close");
    void this.#closed.then(() => (this.#hasEnded = true));
    this.#child.stdout.on("data", (bytes: Buffer) => this.#screen.write(bytes));
    // The program asks its terminal what it can do.
    this.#screen.onData((answer) => this.#child.stdin.write(answer));
  }

  /**
   * Waits until a text is in sight, wherever on the screen. How the program paints it, in which order and in how many
   * steps, depends on how fast the machine is.
   */
  async shows(text: string, { withinMs = 60_000 } = {}): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (!withoutBlanks(this.#text).includes(withoutBlanks(text))) {
      if (this.#hasEnded || performance.now() > deadline) {
        const why = this.#hasEnded ? "the program ended" : `${withinMs} ms passed`;
        throw new Error(`${why}, and "${text}" was not shown:\n${this.#text}`);
      }
      await setTimeout(20);
    }
  }

  /** Types a line as a person does: what comes together with its end is taken for pasted text. */
  async type(line: string): Promise<void> {
    this.#child.stdin.write(line);
    await this.shows(`❯${line}`);
    this.#child.stdin.write("\r");
  }

  /** Presses a key, as in answer to a question. */
  press(key: string): void {
    this.#child.stdin.write(key);
  }

  /** Leaves as a person does. Returns the exit status. */
  async leave(): Promise<unknown> {
    await this.type("/exit");
    const [status] = await this.#closed;
    return status;
  }

  /** What can be read, with what has moved out of sight at the top. */
  get #text(): string {
    const lines = this.#screen.buffer.active;
    return Array.from(
      { length: lines.length },
      (_, row) => lines.getLine(row)?.translateToString(true) ?? "",
    ).join("\n");
  }
}

/** Where a line is broken is the program's business. */
function withoutBlanks(text: string): string {
  return text.replaceAll(/\s+/gu, "");
}

/** Colours, the key, and whether the folder is trusted: a new home is asked before it gets anywhere. */
function answerFirstQuestions({ home, project }: Sandbox): void {
  const answers = {
    hasCompletedOnboarding: true,
    theme: "dark",
    customApiKeyResponses: { approved: ["no-key"], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  };
  writeFileSync(join(home, ".claude.json"), JSON.stringify(answers));
}
