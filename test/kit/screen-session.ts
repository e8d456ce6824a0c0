import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Size } from "../../src/review/screen/frame.ts";
import { freshFolder } from "./store.ts";
import { VirtualScreen } from "./virtual-screen.ts";

/** A full-screen program in a real terminal (a pseudo-terminal made by script(1)), driven by what is on the screen. */
export class ScreenSession {
  #written = "";
  #size: Size;
  readonly #folder = freshFolder();
  readonly #child;
  readonly #closed: Promise<number[]>;

  /** `words` is the command; it gets an environment of its own. */
  constructor(words: readonly string[], size: Size, environment: Record<string, string> = {}) {
    this.#size = size;
    const command = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
    const line = `tty > tty; stty cols ${size.columns} rows ${size.rows}; sh -c 'echo $$ > pid; exec "$@"' sh ${command}; echo "status $?"; stty -a`;
    this.#child = spawn("script", ["-qec", line, "/dev/null"], {
      cwd: this.#folder,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: this.#folder,
        TERM: "xterm-256color",
        ...environment,
      },
    });
    this.#closed = once(this.#child, "close");
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => (this.#written += text));
  }

  /** Types, then waits until a text is on the screen; returns the screen. */
  async type(keys: string, expected: string): Promise<string> {
    this.#child.stdin.write(keys);
    return this.until((screen) => screen.includes(expected), expected);
  }

  async until(isThere: (screen: string) => boolean, expected: string): Promise<string> {
    for (;;) {
      const screen = this.screen();
      if (isThere(screen)) return screen;
      await Promise.race([
        once(this.#child.stdout, "data"),
        this.#closed.then(() => {
          throw new Error(`it ended before it showed "${expected}":\n${this.#written}`);
        }),
      ]);
    }
  }

  resize(size: Size): void {
    this.#size = size;
    const terminal = readFileSync(join(this.#folder, "tty"), "utf8").trim();
    spawnSync("stty", ["-F", terminal, "cols", String(size.columns), "rows", String(size.rows)]);
  }

  /** A file that the program wrote where it ran. */
  file(name: string): string {
    return readFileSync(join(this.#folder, name), "utf8");
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(Number(readFileSync(join(this.#folder, "pid"), "utf8")), signal);
  }

  /** Types and waits for the end. What comes after the screen was left, and everything that was written. */
  async end(keys = ""): Promise<{ readonly after: string; readonly written: string }> {
    if (keys !== "") this.#child.stdin.write(keys);
    await this.#closed;
    const left = this.#written.lastIndexOf(leftScreen);
    return {
      after: left < 0 ? "" : this.#written.slice(left + leftScreen.length),
      written: this.#written,
    };
  }

  /** For a test that failed half-way: the program does not stay behind. */
  close(): void {
    this.#child.kill();
  }

  /** How much has been written so far. */
  get bytes(): number {
    return this.#written.length;
  }

  /** As it was after the last whole update of a frame that was drawn for this size. */
  screen(): string {
    return this.#drawn()?.text() ?? "";
  }

  /** The same with its colours. */
  styled(): string {
    return this.#drawn()?.styled() ?? "";
  }

  #drawn(): VirtualScreen | undefined {
    const start = this.#written.lastIndexOf(clearScreen);
    const end = this.#written.lastIndexOf(endOfUpdate);
    if (start < 0 || end < start) return undefined;
    const screen = new VirtualScreen(this.#size);
    try {
      screen.write(this.#written.slice(start, end));
    } catch {
      // Drawn for the size before: another frame is on its way.
      return undefined;
    }
    return screen;
  }
}

const clearScreen = "\u001B[2J";
const endOfUpdate = "\u001B[?2026l";
const leftScreen = "\u001B[?1049l";
