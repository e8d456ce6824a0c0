import { spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import type { Program } from "./program.ts";

/** The program in a real terminal (a pseudo-terminal made by script(1)), driven by what it shows. */
export class TerminalSession {
  #shown = "";
  #seen = 0;
  readonly #child;
  readonly #closed: Promise<number[]>;

  constructor(
    program: Program,
    args: readonly string[],
    { cwd = program.home, environment = program.environmentOfPerson() } = {},
  ) {
    const words = [...program.commandLine, ...args].map(
      (word) => `'${word.replaceAll("'", "'\\''")}'`,
    );
    this.#child = spawn(
      "script",
      ["-qec", `stty cols 80 rows 40; ${words.join(" ")}`, "/dev/null"],
      {
        cwd,
        env: { ...environment, TERM: "xterm-256color" },
      },
    );
    this.#closed = once(this.#child, "close");
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => (this.#shown += text));
  }

  /** Waits until a text is on the screen (after what was waited for before), then types. */
  async answer(text: string, keys: string): Promise<void> {
    for (;;) {
      const plain = stripVTControlCharacters(this.#shown);
      const at = plain.indexOf(text, this.#seen);
      if (at >= 0) {
        this.#seen = at + text.length;
        this.#child.stdin.write(keys);
        return;
      }
      await Promise.race([
        once(this.#child.stdout, "data"),
        this.#closed.then(() => this.#fail(text)),
      ]);
    }
  }

  /** All that was shown, with its escapes, and the exit status. */
  async end(): Promise<{ readonly shown: string; readonly status: number | undefined }> {
    const [status] = await this.#closed;
    return { shown: this.#shown, status };
  }

  #fail(text: string): never {
    throw new Error(`the program ended before it showed "${text}":\n${this.#shown}`);
  }
}
