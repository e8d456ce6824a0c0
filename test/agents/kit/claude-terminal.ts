import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { claudeProgram } from "./claude-program.ts";
import type { Sandbox } from "./sandbox.ts";

/** The real Claude Code on a terminal (a pseudo-terminal made by script(1)), as a person uses it. */
export class ClaudeTerminal {
  #shown = "";
  #seen = 0;
  readonly #child;
  readonly #closed: Promise<readonly unknown[]>;

  constructor(sandbox: Sandbox, modelUrl: string, args: readonly string[]) {
    const { command, cwd, environment } = claudeProgram(sandbox, modelUrl);
    answerFirstQuestions(sandbox);
    const words = [command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
    // So wide that no line of ours is broken.
    this.#child = spawn(
      "script",
      ["-qec", `stty cols 200 rows 50; exec ${words.join(" ")}`, "/dev/null"],
      { cwd, env: { ...environment, TERM: "xterm-256color" } },
    );
    this.#closed = once(this.#child, "close");
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => (this.#shown += text));
  }

  /** Waits until a text is on the screen, behind what was waited for before. */
  async shows(text: string): Promise<void> {
    const wanted = withoutBlanks(text);
    for (;;) {
      const at = this.#screen.indexOf(wanted, this.#seen);
      if (at >= 0) {
        this.#seen = at + wanted.length;
        return;
      }
      await Promise.race([
        once(this.#child.stdout, "data"),
        this.#closed.then(() => {
          throw new Error(`the program ended before it showed "${text}":\n${this.#shown}`);
        }),
      ]);
    }
  }

  /** Types a line as a person does: what comes together with its end is taken for pasted text. */
  async type(line: string): Promise<void> {
    this.#child.stdin.write(line);
    await this.shows(line);
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

  get #screen(): string {
    return withoutBlanks(stripVTControlCharacters(this.#shown));
  }
}

/** A terminal is told to skip blanks, and not to print them. */
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
